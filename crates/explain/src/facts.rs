// SPDX-License-Identifier: GPL-3.0-or-later
//! What is known about a position and its moves, before any word is said.

use chess::{Color, Game, Position};
use eval::Classical;
use serde::Serialize;

use crate::account::{Account, Changes};
use crate::ask::Mate;
use crate::concepts::{ConceptFound, Deed, concepts};
use crate::difficulty::Difficulty;
use crate::evidence_line::{EvidenceLine, Rated, name_of};
use crate::feature::{Feature, features};
use crate::ideas::LineIdeas;
use crate::judgement::{Judgement, Stake};
use crate::motifs::{self, Motif};
use crate::needed::Needed;
use crate::piece::{POINTS, PieceOn, army, shown};
use crate::plan::PlanStep;
use crate::prophylaxis::Prevented;
use crate::sacrifice::Sacrifice;
use crate::sources::{Opening, TableVerdict};
use crate::threat::{Gain, Threat};
use crate::whynot::WhyNot;

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PositionFacts {
    /// The position.
    pub fen: String,
    /// Whose turn it is.
    #[serde(serialize_with = "shown")]
    pub turn: Color,
    /// How many legal moves there are.
    pub legal_moves: usize,
    /// Who gives check.
    pub checkers: Vec<PieceOn>,
    /// How the game is over, if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<&'static str>,
    /// Half-moves since the last capture or pawn move.
    pub halfmove_clock: u32,
    /// Points (1, 3, 3, 5, 9) of White and Black.
    pub points: [i32; 2],
    /// The static evaluation, taken apart.
    pub account: Account,
    /// Features with a name.
    pub features: Vec<Feature>,
    /// What the position is about: structures, pieces, known endings.
    pub concepts: Vec<ConceptFound>,
    /// Pins and skewers of White and Black, whoever is to move.
    pub motifs: Vec<Motif>,
    /// The best lines, best first; none if the game is over.
    pub lines: Vec<Rated>,
    /// The mate that the best line ends in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mate: Option<Mate>,
    /// What the side that is not to move threatens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threat: Option<Threat>,
    /// How hard the best move is to find.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<Difficulty>,
    /// How far the chances of the best move moved in the last iterations, in per mille.
    pub swing: u16,
    /// The least and the most chances in those iterations, for the side to move.
    pub range: [u16; 2],
    /// Plies of the best line that the last iterations agree on.
    pub agreed: usize,
    /// What tablebases say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<TableVerdict>,
    /// The opening, if it has a name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<Opening>,
    #[serde(skip)]
    pub(crate) position: Position,
}

impl PositionFacts {
    /// What can be seen without a search: the ledger, features, pins and skewers.
    pub fn at_a_glance(evaluator: &Classical, game: &Game) -> PositionFacts {
        let position = game.position();
        let account = Account::of(evaluator, position);
        let army = army(position);
        let mut seen = motifs::of_side(position, Color::White);
        seen.extend(motifs::of_side(position, Color::Black));
        seen.retain(|motif| matches!(motif, Motif::Pin { .. } | Motif::Skewer { .. }));
        PositionFacts {
            fen: position.fen(),
            turn: position.turn(),
            legal_moves: position.legal_moves().len(),
            checkers: position
                .checkers()
                .into_iter()
                .filter_map(|square| PieceOn::on(position, square))
                .collect(),
            outcome: game.outcome().map(name_of),
            halfmove_clock: position.halfmove_clock(),
            points: army.map(|pieces| pieces.iter().zip(POINTS).map(|(n, p)| n * p).sum()),
            features: features(&account),
            account,
            concepts: concepts(position),
            motifs: seen,
            lines: Vec::new(),
            mate: None,
            threat: None,
            difficulty: None,
            swing: 0,
            range: [500; 2],
            agreed: 0,
            table: None,
            opening: None,
            position: *position,
        }
    }
}

/// A move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveFacts {
    /// The move with its line and score.
    pub rated: Rated,
    /// How good it is.
    pub judgement: Judgement,
    /// Whether there is anything else to play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only: Option<Only>,
    /// What its line wins for certain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gain: Option<Gain>,
    /// The line, if it ends in a draw by rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<EvidenceLine>,
    /// What it gives up on purpose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sacrifice: Option<Sacrifice>,
    /// Patterns that it brings about.
    pub creates: Vec<Motif>,
    /// Patterns against the mover that it lets happen at once.
    pub allows: Vec<Motif>,
    /// Own pieces that can be taken for nothing after it.
    pub leaves: Vec<Loss>,
    /// What it threatens next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threat: Option<Threat>,
    /// What it changes at once, term by term; nothing can be said of positions in
    /// check.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changes: Option<Changes>,
    /// What its line changes, at the last quiet position of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_end: Option<AtEnd>,
    /// What its line is about.
    pub plan: Vec<PlanStep>,
    /// What it does on the board, in simple words, the weightiest first.
    pub deeds: Vec<Deed>,
    /// Whether it takes back what has just taken.
    pub takes_back: bool,
    /// What tablebases say about the position after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<TableVerdict>,
    /// What the opponent wanted to do and no longer can.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prevents: Option<Prevented>,
    /// Whether the opponent would much rather pass than move.
    pub zugzwang: bool,
    /// The motifs of the line that wins something: the move's own, or, if it is a bad
    /// one, of the line that punishes it or that it misses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ideas: Option<LineIdeas>,
    /// A piece without which the gain would be none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needed: Option<Needed>,
    /// What speaks against it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why_not: Option<WhyNot>,
}

/// Why there is nothing else to play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "only", rename_all = "snake_case")]
pub enum Only {
    /// There is no other legal move.
    Legal,
    /// Every other move is a mistake or worse.
    Good {
        /// The next best move.
        next: Stake,
        /// Chances that it gives away, in per mille.
        lost: u16,
        /// Its line.
        line: Box<EvidenceLine>,
    },
}

/// A piece that can be taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Loss {
    /// The piece.
    pub piece: PieceOn,
    /// What it costs, less what the move itself took.
    pub points: i32,
    /// The line that takes it, from the opponent's first move to where it settles.
    pub line: EvidenceLine,
}

/// The ledger before a line and at its last quiet position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AtEnd {
    /// The line up to that position.
    pub line: EvidenceLine,
    /// What it changes.
    pub changes: Changes,
}
