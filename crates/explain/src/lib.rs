// SPDX-License-Identifier: GPL-3.0-or-later
//! Why: positions and moves explained, every sentence with its evidence.
//!
//! Facts come first ([`PositionFacts`], [`MoveFacts`], [`WhyNot`]): typed,
//! serialisable, found by searches and by looking at the board. Reasons are drawn
//! from facts, each with the [`Evidence`] that shows it; words come last, from a
//! table for each language and level. What can't be shown is not said.
//!
//! ```
//! use chess::{Game, Position};
//! use xanthos_explain::{Effort, Explainer, Language, Level, Settings};
//!
//! // The knight on c6 is pinned; d5 attacks it.
//! let fen = "r1bqkb1r/pp2pppp/2np1n2/1B6/3PP3/2N2N2/PP3PPP/R1BQK2R w KQkq - 0 1";
//! let game = Game::new(Position::from_fen(fen).unwrap());
//! let m = game.position().parse_san("d5").unwrap();
//!
//! let settings = Settings { effort: Effort::Nodes(3_000), ..Settings::default() };
//! let explanation = Explainer::new(settings).of_move(&game, m).unwrap();
//! for sentence in explanation.sentences(Level::Club, Language::English) {
//!     println!("{}  {:?}", sentence.text, sentence.lines);
//! }
//! assert_eq!(explanation.played.unwrap().rated.san, "d5");
//! ```
#![forbid(unsafe_code)]

mod account;
mod ask;
pub mod concepts;
mod difficulty;
mod evidence;
mod evidence_line;
mod exchange;
mod explainer;
mod explanation;
mod facts;
mod feature;
mod ideas;
mod judgement;
pub mod motifs;
mod needed;
mod opinions;
mod phrases;
mod piece;
mod plan;
mod prophylaxis;
mod purpose;
mod quiet;
mod reasons;
mod sacrifice;
mod settings;
mod sources;
mod summary;
mod text;
mod threat;
mod whynot;

pub use account::{Account, Changes, Correction, Credit, TermChange, TermRow, Worth};
pub use ask::{AnalysedLine, Mate};
pub use difficulty::{Difficulty, Favourite};
pub use evidence::Evidence;
pub use evidence_line::{Capture, EvidenceLine, MaterialChange, Rated};
pub use explainer::Explainer;
pub use explanation::{Explanation, Section, Sentence};
pub use facts::{AtEnd, Loss, MoveFacts, Only, PositionFacts};
pub use feature::{Feature, Kind};
pub use ideas::LineIdeas;
pub use judgement::{Judgement, Quality, Stake};
pub use motifs::Motif;
pub use needed::Needed;
pub use opinions::{Opinion, Opinions, Said};
pub use phrases::{Language, Level, Phrase};
pub use piece::PieceOn;
pub use plan::{PlanStep, Theme};
pub use prophylaxis::Prevented;
pub use purpose::Purpose;
pub use quiet::is_quiet;
pub use sacrifice::Sacrifice;
pub use settings::{Effort, Settings, Thresholds};
pub use sources::{Opening, Openings, Sources, TableVerdict};
pub use summary::{Part, Told};
pub use text::Page;
pub use threat::{Gain, Threat};
pub use whynot::{Proof, WhyNot};

/// Why there is no explanation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// No move can be explained in a finished game.
    #[error("the game is over ({0}): there is no move to explain")]
    GameOver(chess::Outcome),
    /// The move can't be played.
    #[error("{0:?} is not a legal move here")]
    Illegal(chess::Move),
    /// The search reported nothing.
    #[error("the search gave no answer")]
    Silent,
}
