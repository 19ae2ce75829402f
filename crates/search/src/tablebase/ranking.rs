// SPDX-License-Identifier: GPL-3.0-or-later
//! The moves of a position, ranked by what tables say about them.

use chess::{Game, Move, Outcome, Position};

use super::{Dtz, Tablebase, Wdl};

/// A move with its tablebase result, for the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankedMove {
    /// The move.
    pub mv: Move,
    /// How the game ends after it, with the clock as it stands.
    pub outcome: Wdl,
    /// Half-moves to the next capture or pawn move, the move itself included, or
    /// to mate; negative if it loses. `None` if only the outcome is known.
    pub dtz: Option<i32>,
    /// Whether it mates.
    pub mates: bool,
    /// Moves of a higher rank come first; those of one rank are equally safe.
    pub rank: i32,
}

impl RankedMove {
    fn new(game: &Game, mv: Move, outcome: Wdl, dtz: Option<i32>, rank: i32) -> Self {
        let mates = outcome == Wdl::Win && game.position().after(mv).is_checkmate();
        RankedMove { mv, outcome, dtz, mates, rank }
    }
}

/// All moves asked for, the best first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranking {
    /// The moves.
    pub moves: Vec<RankedMove>,
    /// Whether distances are known, by which every win makes progress; otherwise
    /// outcomes alone.
    pub by_distance: bool,
}

impl Ranking {
    /// Ranks `moves`, legal in the present position of `game`. Every one of them
    /// must be known to the tables; a ranking of some would be none.
    ///
    /// A win is safe after any move that the fifty-move rule leaves ample time
    /// for, so such moves are of one rank and the choice among them is free. When
    /// time is short, or once a position has been repeated, it is not: then the
    /// shortest way to the next capture or pawn move is followed, on which nothing
    /// is repeated.
    pub fn of(
        game: &Game,
        moves: &[Move],
        tables: &dyn Tablebase,
        fifty_moves: bool,
    ) -> Option<Ranking> {
        let by_distance = Ranking::by_distance(game, moves, tables, fifty_moves);
        by_distance.or_else(|| Ranking::by_outcome(game, moves, tables, fifty_moves))
    }

    fn by_distance(
        game: &Game,
        moves: &[Move],
        tables: &dyn Tablebase,
        fifty_moves: bool,
    ) -> Option<Ranking> {
        let clock = game.position().halfmove_clock();
        let repeated = is_repeated(game);
        let verdict = |&mv: &Move| {
            let dtz = distance(game, mv, tables, fifty_moves)?;
            let outcome = dtz.outcome(if fifty_moves { clock } else { 0 });
            let hurry = repeated || fifty_moves && dtz.plies + clock as i32 > AMPLE;
            let rank = match outcome.result(fifty_moves) {
                1 => WIN - if hurry { dtz.plies } else { 0 },
                -1 => -WIN + resistance(dtz.plies, clock),
                _ if dtz.plies > 0 => CURSED - dtz.plies,
                _ if dtz.plies < 0 => -CURSED - dtz.plies,
                _ => 0,
            };
            Some(RankedMove::new(game, mv, outcome, Some(dtz.plies), rank))
        };
        let moves = moves.iter().map(verdict).collect::<Option<Vec<_>>>()?;
        Some(Ranking { moves, by_distance: true }.sorted())
    }

    fn by_outcome(
        game: &Game,
        moves: &[Move],
        tables: &dyn Tablebase,
        fifty_moves: bool,
    ) -> Option<Ranking> {
        let verdict = |&mv: &Move| {
            let outcome = match end(game, mv, fifty_moves) {
                Some(outcome) => outcome,
                None => -tables.wdl(&game.position().after(mv))?,
            };
            let rank = match outcome {
                Wdl::Win => WIN,
                Wdl::CursedWin => CURSED,
                Wdl::Draw => 0,
                Wdl::BlessedLoss => -CURSED,
                Wdl::Loss => -WIN,
            };
            Some(RankedMove::new(game, mv, outcome, None, rank))
        };
        let moves = moves.iter().map(verdict).collect::<Option<Vec<_>>>()?;
        Some(Ranking { moves, by_distance: false }.sorted())
    }

    /// The best first. Within a rank mates, the quicker win, the slower loss.
    fn sorted(mut self) -> Ranking {
        self.moves.sort_by_key(|verdict| (-verdict.rank, !verdict.mates, verdict.dtz));
        self
    }
}

/// Ranks: the size is larger than any distance, so that classes do not mix.
const WIN: i32 = 20_000;
const CURSED: i32 = 10_000;

/// So many half-moves of the clock may be gone by the next capture or pawn move
/// without any need to hurry; a distance may be rounded, so not all hundred.
const AMPLE: i32 = 96;

/// A loss within reach is a loss. One that the fifty-move rule may yet save, if
/// the winner wastes some moves, is the better the longer it takes.
fn resistance(plies: i32, clock: u32) -> i32 {
    if 2 * -plies + (clock as i32) < 100 { 0 } else { -plies }
}

/// The distance for the side to move if it makes this move.
fn distance(game: &Game, mv: Move, tables: &dyn Tablebase, fifty_moves: bool) -> Option<Dtz> {
    let child = game.position().after(mv);
    match end(game, mv, fifty_moves) {
        // A mate is as good as a capture that wins.
        Some(wdl) => Some(Dtz::before_zeroing(wdl)),
        None if child.halfmove_clock() == 0 => Some(Dtz::before_zeroing(-tables.wdl(&child)?)),
        None => Some(tables.dtz(&child)?.one_before()),
    }
}

/// How the game has ended after a move, if it has.
fn end(game: &Game, mv: Move, fifty_moves: bool) -> Option<Wdl> {
    let mut after = game.clone();
    after.play(mv);
    match after.outcome()? {
        Outcome::Checkmate { .. } => Some(Wdl::Win),
        Outcome::FiftyMoves if !fifty_moves => None,
        _ => Some(Wdl::Draw),
    }
}

/// Whether a position has come up twice since the last capture or pawn move.
fn is_repeated(game: &Game) -> bool {
    let reach = game.position().halfmove_clock() as usize;
    let keys = game.keys();
    let recent = &keys[keys.len().saturating_sub(reach + 1)..];
    (0..recent.len()).any(|index| recent[..index].contains(&recent[index]))
}

/// Whether tables can be asked about a position at all.
pub(crate) fn is_probeable(position: &Position, max_pieces: u32) -> bool {
    position.occupied().count() <= max_pieces && position.castling().is_empty()
}
