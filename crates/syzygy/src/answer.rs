// SPDX-License-Identifier: GPL-3.0-or-later
//! All that tables know about a position, for whoever shows it.

use crate::{ProbeError, Tables};
use chess::{Game, Move};
use search::{Dtz, Ranking, Verdict, Wdl};

/// What is known about a position and each of its moves.
#[derive(Debug)]
pub struct Answer {
    /// How the game ends with best play on both sides.
    pub outcome: Wdl,
    /// With the distance, if there are tables for it.
    pub dtz: Option<Dtz>,
    /// The moves that are known, the best first.
    pub moves: Vec<Verdict>,
    /// The others, and which table is missing.
    pub unknown: Vec<(Move, ProbeError)>,
    /// Best play to the end, or as far as the tables go; empty for a draw.
    pub line: Vec<Move>,
}

impl Tables {
    /// Looks up the present position of a game and all of its moves. The line of best play
    /// ends after `longest` half-moves; it may read from disk.
    ///
    /// # Errors
    /// If no table knows the position.
    pub fn answer(
        &self,
        game: &Game,
        fifty_moves: bool,
        longest: usize,
    ) -> Result<Answer, ProbeError> {
        let position = *game.position();
        let clock = if fifty_moves { position.halfmove_clock() } else { 0 };
        let wdl = self.probe_wdl(&position)?;
        let dtz = self.probe_dtz(&position).ok();
        let (mut moves, mut unknown) = (Vec::new(), Vec::new());
        for mv in &position.legal_moves() {
            match Ranking::of(game, &[mv], self, fifty_moves) {
                Some(ranking) => moves.extend(ranking.verdicts),
                // A move is unranked only if the position after it is not known.
                None => unknown.extend(self.probe_wdl(&position.after(mv)).err().map(|e| (mv, e))),
            }
        }
        moves.sort_by_key(|verdict| (-verdict.rank, !verdict.mates, verdict.dtz));
        let best = moves.first().map(|verdict| verdict.outcome).filter(|_| unknown.is_empty());
        let outcome = best.unwrap_or_else(|| dtz.map_or(wdl, |dtz| dtz.outcome(clock)));
        let line = match outcome {
            Wdl::Draw => Vec::new(),
            _ => self.best_play(game, fifty_moves, longest),
        };
        Ok(Answer { outcome, dtz, moves, unknown, line })
    }

    /// The winner takes the shortest way to each capture and pawn move, the loser the
    /// longest; so this is not the shortest mate.
    fn best_play(&self, game: &Game, fifty_moves: bool, longest: usize) -> Vec<Move> {
        let mut game = game.clone();
        let mut line = Vec::new();
        while line.len() < longest && (game.outcome().is_none() || line.is_empty()) {
            let moves = game.position().legal_moves();
            let Some(ranking) = Ranking::of(&game, &moves, self, fifty_moves) else { break };
            let Some(best) = ranking.verdicts.first() else { break };
            game.play(best.mv);
            line.push(best.mv);
        }
        line
    }
}
