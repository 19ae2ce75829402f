// SPDX-License-Identifier: GPL-3.0-or-later
//! What is threatened: what a side would do if it could move now (null move).

use chess::{Color, Game};
use search::{Score, WinChance};
use serde::Serialize;

use crate::ask::{Asker, Mate};
use crate::evidence_line::{EvidenceLine, Rated};
use crate::piece::{army, points, shown};
use crate::settings::Share;

/// Chances, in per mille, that a free move must bring to be called a threat.
const WORTH_A_WORD: u16 = 50;

/// A threat, or what comes nearest to one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Threat {
    /// Who threatens.
    #[serde(serialize_with = "shown")]
    pub side: Color,
    /// The best line if that side could move at once.
    pub free_move: Rated,
    /// Its chances without the free move.
    pub chance: WinChance,
    /// What the free move would win for certain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gain: Option<Gain>,
}

impl Threat {
    /// Would a free move change next to nothing?
    pub fn is_nothing(&self) -> bool {
        self.gain.is_none() && self.chance.short_of(self.free_move.chance) < WORTH_A_WORD
    }
}

/// What a line wins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "gain", rename_all = "snake_case")]
pub enum Gain {
    /// The game.
    Mate(Mate),
    /// Material.
    Material {
        /// Points won (1, 3, 3, 5, 9).
        points: i32,
        /// The line up to where the dust has settled.
        line: EvidenceLine,
    },
}

/// From so many centipawns on a score says little about material.
const DECIDED: i32 = 300;

impl Gain {
    /// The line that wins it.
    pub fn line(&self) -> &EvidenceLine {
        match self {
            Gain::Mate(mate) => &mate.line,
            Gain::Material { line, .. } => line,
        }
    }

    /// Does the search believe in it? A line may end with more pieces because the opponent
    /// has sacrificed some and got something else for them: nobody has won those. The
    /// score must show a third of the points.
    pub(crate) fn is_believed(&self, score: Score) -> bool {
        let Gain::Material { points: won, line } = self else { return true };
        let before = points(&army(line.start()), line.start().turn());
        let shown = 100 * before + 100 * won / 3;
        match score {
            Score::Cp(cp) => shown < -DECIDED || cp >= shown.min(DECIDED),
            Score::Mate(n) | Score::Tablebase(n) => n > 0,
        }
    }
}

/// What the side that is not to move threatens; `chance` are the chances of the
/// side to move. None in check, where nobody can pass.
pub(crate) fn threat(asker: &mut Asker, game: &Game, chance: WinChance) -> Option<Threat> {
    let position = game.position();
    if position.in_check() {
        return None;
    }
    let free = Game::new(position.after_null());
    if free.outcome().is_some() {
        return None;
    }
    let mut free_move = asker.best(&free, 1, Share::Quarter)?.lines.into_iter().next()?;
    let chance = chance.opposite();
    let helps = chance.short_of(free_move.chance) >= WORTH_A_WORD;
    let gain = if helps { gain(asker, &free, &mut free_move) } else { None };
    // A threat of mate is one only if nothing helps against it.
    let gain = gain.filter(|gain| !matches!(gain, Gain::Mate(mate) if !mate.proven));
    Some(Threat { side: free.position().turn(), free_move, chance, gain })
}

/// What a line wins for the side that begins, if that can be shown.
pub(crate) fn gain(asker: &mut Asker, game: &Game, rated: &mut Rated) -> Option<Gain> {
    if let Score::Mate(1..) = rated.score
        && let Some(mate) = asker.prove_mate(game, rated, false)
    {
        return Some(Gain::Mate(mate));
    }
    let line = rated.line.settled()?;
    (line.material >= 1).then_some(Gain::Material { points: line.material, line })
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Position;

    #[test]
    fn who_is_given_a_knight_has_not_won_it() {
        // White sacrifices the knight for an attack that is worth as much.
        let fen = "r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 5 4";
        let mut game = Game::new(Position::from_fen(fen).expect("a FEN"));
        let start = game.clone();
        let sans = "d5 exd5 Nxd5 Nxf7 Kxf7 Qf3+ Ke6 Nc3 Nb4 O-O c6 d4";
        let mut moves = Vec::new();
        for san in sans.split(' ') {
            let m = game.position().parse_san(san).expect(san);
            game.play(m);
            moves.push(m);
        }
        let line = EvidenceLine::new(&start, &moves);
        assert_eq!(line.material, 2);
        let gain = Gain::Material { points: line.material, line };
        assert!(!gain.is_believed(Score::Cp(0)));
        assert!(!gain.is_believed(Score::Cp(50)));
        assert!(gain.is_believed(Score::Cp(70)));
        assert!(gain.is_believed(Score::Mate(3)));
        assert!(!gain.is_believed(Score::Mate(-3)));
    }
}
