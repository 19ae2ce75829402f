// SPDX-License-Identifier: GPL-3.0-or-later
//! What shows that a sentence is true: numbers, squares, lines.

use chess::Color;
use serde::Serialize;

use crate::account::{Credit, TermChange, TermRow};
use crate::concepts::{ConceptFound, Deed};
use crate::difficulty::Difficulty;
use crate::evidence_line::{EvidenceLine, Rated};
use crate::facts::Loss;
use crate::feature::Feature;
use crate::judgement::{Judgement, Stake};
use crate::motifs::{Finding, Motif};
use crate::needed::Needed;
use crate::piece::{PieceOn, shown};
use crate::plan::PlanStep;
use crate::prophylaxis::Prevented;
use crate::sacrifice::Sacrifice;
use crate::sources::{Opening, TableVerdict};
use crate::threat::{Gain, Threat};
use crate::whynot::Proof;

/// The evidence of one sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Evidence {
    /// The game is over.
    Outcome { ending: &'static str, checkers: Vec<PieceOn> },
    /// Who gives check.
    Check { king: PieceOn, checkers: Vec<PieceOn> },
    /// Points of both sides.
    Material { white: i32, black: i32 },
    /// What the search says of its best line.
    Score { rated: Rated },
    /// A term of the ledger with its largest credits.
    Term { row: TermRow, white: Vec<Credit>, black: Vec<Credit> },
    /// A feature of the ledger with its square.
    Feature { feature: Feature },
    /// A pattern on the board of the position.
    Motif { fen: String, pattern: Motif },
    /// A pattern that a move brings about.
    Created { fen: String, uci: String, pattern: Motif, line: EvidenceLine },
    /// The sum of the ledger beside the verdict of the search, White's view.
    Sum { total: i32, rated: Rated },
    /// Half-moves without a capture or a pawn move.
    Clock { halfmoves: u32 },
    /// What a side would do with a free move.
    Threat { threat: Threat },
    /// There is no other legal move.
    OnlyLegal { uci: String },
    /// How much worse the next best move is.
    OnlyGood { best: Stake, next: Stake, lost: u16, line: EvidenceLine },
    /// Moves that are nearly as good; `moves` are those that are named.
    Near { best: Stake, difficulty: Difficulty, moves: Vec<String> },
    /// What a line wins.
    Gain { won: Gain },
    /// A line that ends in a draw.
    Draw { how: &'static str, line: EvidenceLine },
    /// What is given up, and why taking it does not pay.
    Sacrifice { sacrifice: Sacrifice },
    /// What a move changes in the ledger.
    Change {
        #[serde(serialize_with = "shown")]
        side: Color,
        from: String,
        to: String,
        change: TermChange,
    },
    /// What a line changes in the ledger at its last quiet position.
    ChangeAtEnd {
        #[serde(serialize_with = "shown")]
        side: Color,
        from: String,
        to: String,
        line: EvidenceLine,
        change: TermChange,
    },
    /// Moves of a line with one theme.
    Plan { step: PlanStep, line: EvidenceLine },
    /// How a move compares with the best one.
    Judgement { judgement: Judgement, line: EvidenceLine },
    /// A piece that can be taken.
    Loss { loss: Loss },
    /// What is wrong with a move.
    Refutation { judgement: Judgement, proof: Proof },
    /// A motif of a line, with its pieces in their parts.
    Idea { finding: Finding, line: EvidenceLine },
    /// What the position is about.
    Concept { fen: String, found: ConceptFound },
    /// What the move does.
    Deed { fen: String, uci: String, deed: Deed, line: EvidenceLine },
    /// A piece without which the move fails.
    Needed { needed: Needed },
    /// After the move the opponent would rather pass: what the mover gets then, and what he gets
    /// from the move.
    Zugzwang { rated: Rated, passed: Threat },
    /// How far the verdict moved in the last iterations, in per mille.
    Swing { swing: u16, rated: Rated },
    /// What the opponent wanted to do.
    Prevented { prevented: Prevented },
    /// What tablebases say before and after the move.
    Table { fen: String, uci: String, before: TableVerdict, after: TableVerdict },
    /// The opening.
    Opening { opening: Opening },
    /// The move in question and its line, where nothing is wrong with it.
    Fine { judgement: Judgement, line: EvidenceLine },
}

impl Evidence {
    /// The lines that show it, the most telling first.
    pub fn lines(&self) -> Vec<&EvidenceLine> {
        match self {
            Evidence::Score { rated }
            | Evidence::Sum { rated, .. }
            | Evidence::Zugzwang { rated, .. } => vec![&rated.line],
            Evidence::Threat { threat } => vec![match &threat.gain {
                Some(gain) => gain.line(),
                None => &threat.free_move.line,
            }],
            Evidence::Gain { won } => vec![won.line()],
            Evidence::OnlyGood { line, .. }
            | Evidence::Draw { line, .. }
            | Evidence::ChangeAtEnd { line, .. }
            | Evidence::Plan { line, .. }
            | Evidence::Created { line, .. }
            | Evidence::Judgement { line, .. }
            | Evidence::Idea { line, .. }
            | Evidence::Deed { line, .. }
            | Evidence::Fine { line, .. } => vec![line],
            Evidence::Needed { needed } => vec![&needed.without.line],
            Evidence::Prevented { prevented } => vec![&prevented.wanted.free_move.line],
            Evidence::Sacrifice { sacrifice } => vec![&sacrifice.accepted.line],
            Evidence::Loss { loss } => vec![&loss.line],
            Evidence::Refutation { proof, .. } => match proof {
                Proof::AllowsMate(mate) | Proof::MissesMate(mate) => vec![&mate.line],
                Proof::LosesMaterial { line, .. } | Proof::AllowsDraw { line, .. } => vec![line],
                Proof::MissesMaterial { line, instead, .. } => vec![line, instead],
                Proof::Position { line, better, .. } => vec![line, better],
            },
            _ => Vec::new(),
        }
    }

    /// The squares it speaks of, beyond those of its lines.
    pub fn squares(&self) -> Vec<String> {
        let mut squares: Vec<String> = Vec::new();
        let mut pieces = |pieces: &[PieceOn]| {
            squares.extend(pieces.iter().map(|piece| piece.square.to_string()))
        };
        match self {
            Evidence::Outcome { checkers, .. } => pieces(checkers),
            Evidence::Check { king, checkers } => {
                pieces(&[*king]);
                pieces(checkers);
            }
            Evidence::Motif { pattern, .. } | Evidence::Created { pattern, .. } => {
                pieces(&pieces_of(pattern));
            }
            Evidence::Sacrifice { sacrifice } => pieces(&[sacrifice.offered]),
            Evidence::Loss { loss } => pieces(&[loss.piece]),
            Evidence::Needed { needed } => pieces(&[needed.piece]),
            Evidence::Concept { found, .. } => {
                squares.extend(found.squares.iter().map(ToString::to_string));
            }
            Evidence::Feature { feature } => squares.push(feature.square.to_string()),
            Evidence::Term { white, black, .. } => {
                let named = white.iter().chain(black).flat_map(|credit| credit.squares.clone());
                squares.extend(named);
                squares.sort();
                squares.dedup();
            }
            _ => {}
        }
        squares
    }

    /// How deep and wide the search behind it was, where there was one.
    pub fn search(&self) -> Option<(u32, u64)> {
        let rated = match self {
            Evidence::Score { rated } | Evidence::Sum { rated, .. } => rated,
            Evidence::Threat { threat } => &threat.free_move,
            Evidence::Sacrifice { sacrifice } => &sacrifice.accepted,
            _ => return None,
        };
        Some((rated.depth, rated.nodes))
    }
}

fn pieces_of(motif: &Motif) -> Vec<PieceOn> {
    match motif {
        Motif::Fork { by, targets } => {
            std::iter::once(*by).chain(targets.iter().copied()).collect()
        }
        Motif::Pin { by, pinned, behind } => vec![*by, *pinned, *behind],
        Motif::Skewer { by, front, behind } => vec![*by, *front, *behind],
        Motif::Discovered { by, target, mover } => vec![*by, *target, *mover],
    }
}
