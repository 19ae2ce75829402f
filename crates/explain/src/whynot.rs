// SPDX-License-Identifier: GPL-3.0-or-later
//! Why not another move: what is wrong with it, and the line that proves it.

use chess::{Color, Game, Outcome};
use eval::Classical;
use search::Score;
use serde::Serialize;

use crate::account::Changes;
use crate::ask::{Asker, Mate};
use crate::evidence_line::{EvidenceLine, Rated};
use crate::judgement::{Judgement, Quality};
use crate::motifs::{self, Motif};
use crate::settings::Thresholds;

/// Least difference of the ledgers at the end of two lines that is mentioned, in centipawns.
const TELLING: i32 = 20;

/// A move and what speaks against it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WhyNot {
    /// The move, with the line expected after it.
    pub rated: Rated,
    /// How much it gives away.
    pub judgement: Judgement,
    /// What proves it; nothing if the move is good enough, or if nothing can be shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<Proof>,
    /// Patterns that the opponent's answer brings about.
    pub answer: Vec<Motif>,
}

/// What is wrong with a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "proof", rename_all = "snake_case")]
pub enum Proof {
    /// It allows mate.
    AllowsMate(Mate),
    /// It loses material.
    LosesMaterial {
        /// Points lost (1, 3, 3, 5, 9).
        points: i32,
        /// The line that loses them.
        line: EvidenceLine,
    },
    /// It lets the game end in a draw.
    AllowsDraw {
        /// By which rule.
        how: &'static str,
        /// The line to the draw.
        line: EvidenceLine,
    },
    /// It misses a mate.
    MissesMate(Mate),
    /// It misses a gain of material.
    MissesMaterial {
        /// Points missed.
        points: i32,
        /// The better line.
        line: EvidenceLine,
        /// What the move wins instead, if anything.
        instead: EvidenceLine,
    },
    /// The better line ends better: the ledgers where both lines come to rest.
    Position {
        /// The line after the move.
        line: EvidenceLine,
        /// The better line.
        better: EvidenceLine,
        /// From the end of the better line to the end of this one.
        changes: Changes,
    },
}

/// Compares a move with the best one and looks for the proof.
pub(crate) fn why_not(
    asker: &mut Asker,
    evaluator: &Classical,
    game: &Game,
    rated: &Rated,
    best: &Rated,
    thresholds: Thresholds,
) -> WhyNot {
    let judgement = Judgement::new(rated, best, thresholds);
    let mut rated = rated.clone();
    let proof = if judgement.quality >= Quality::Inaccuracy {
        prove(asker, evaluator, game, &mut rated, best)
    } else {
        None
    };
    let answer = match (&proof, rated.line.moves().get(1)) {
        (Some(_), Some(&reply)) => motifs::created_by(&rated.line.positions()[1], reply),
        _ => Vec::new(),
    };
    WhyNot { rated, judgement, proof, answer }
}

fn prove(
    asker: &mut Asker,
    evaluator: &Classical,
    game: &Game,
    rated: &mut Rated,
    best: &Rated,
) -> Option<Proof> {
    if let Score::Mate(..=0) = rated.score
        && let Some(mate) = asker.prove_mate(game, rated, false)
        && mate.proven
    {
        return Some(Proof::AllowsMate(mate));
    }
    // Whoever could have mated has lost nothing dearer.
    if let Score::Mate(1..) = best.score
        && let Some(mate) = asker.prove_mate(game, &mut best.clone(), false)
        && mate.proven
    {
        return Some(Proof::MissesMate(mate));
    }
    let settled = rated.line.settled();
    let better = best.line.settled();
    let could = better.as_ref().map(|line| line.material);
    if let Some(line) = settled.clone()
        && line.material <= -1
        && could.is_none_or(|could| could > line.material)
    {
        return Some(Proof::LosesMaterial { points: -line.material, line });
    }
    if let Some(outcome) = rated.line.outcome()
        && !matches!(outcome, Outcome::Checkmate { .. })
    {
        let how = crate::evidence_line::name_of(outcome);
        return Some(Proof::AllowsDraw { how, line: rated.line.clone() });
    }
    if let (Some(line), Some(instead)) = (better, settled)
        && line.material >= 1
        && line.material > instead.material
    {
        return Some(Proof::MissesMaterial {
            points: line.material - instead.material,
            line,
            instead,
        });
    }
    by_ledger(evaluator, game.position().turn(), rated, best)
}

/// The last resort: both lines come to rest with the same material, and the
/// evaluation sees a difference that the search agrees with.
fn by_ledger(evaluator: &Classical, us: Color, rated: &Rated, best: &Rated) -> Option<Proof> {
    let rest = |rated: &Rated| Some(rated.line.first(rated.line.last_quiet()?));
    let (line, better) = (rest(rated)?, rest(best)?);
    let changes = Changes::between(evaluator, us, better.end(), line.end());
    let telling = changes.terms.iter().any(|row| row.change <= -TELLING);
    let agrees = changes.after < changes.before;
    (telling && agrees).then_some(Proof::Position { line, better, changes })
}
