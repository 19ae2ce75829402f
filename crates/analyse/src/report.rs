// SPDX-License-Identifier: GPL-3.0-or-later
//! The report on a game, as data.

use std::collections::BTreeMap;

use chess::Color;
use explain::Quality;
use serde::{Deserialize, Serialize};

use crate::plot;
use crate::turning::TurningPoint;
use search::Score;

/// Version of the report's format; raised when readers have to change.
pub const FORMAT: u32 = 1;

/// A game, move by move. Winning chances are in per mille: 500 is even.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Report {
    /// [`FORMAT`].
    pub format: u32,
    /// The settings it was made with.
    pub how: ReportSettings,
    /// The tags of the game.
    pub tags: BTreeMap<String, String>,
    /// The position before the first move.
    pub start: String,
    /// Whether castling is that of Chess960: UCI moves then write it as king takes rook.
    pub chess960: bool,
    /// The score of the start, from White's view.
    pub score: Score,
    /// White's winning chances at the start.
    pub win_chance: u16,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// The comment before the first move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// The moves.
    pub moves: Vec<MoveReport>,
    /// How White played.
    pub white: PlayerReport,
    /// How Black played.
    pub black: PlayerReport,
    /// Where the game turned, in the order of the game.
    pub turning_points: Vec<TurningPoint>,
}

/// A move and what it did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MoveReport {
    /// Number of the ply, from 1.
    pub ply: usize,
    /// Number of the move as the game counts.
    pub number: u32,
    /// Who moved: `white` or `black`.
    pub color: Side,
    /// The move in standard algebraic notation.
    pub san: String,
    /// The move in UCI notation.
    pub uci: String,
    /// The position after it.
    pub fen: String,
    /// The score of that position, from White's view.
    pub score: Score,
    /// White's winning chances in it.
    pub win_chance: u16,
    /// How deep the search behind `score` was; 0 where nothing had to be searched.
    pub depth: u32,
    /// Winning chances that the mover lost, in per mille.
    pub loss: u16,
    /// The judgement that follows from it.
    pub judgement: Quality,
    /// Accuracy of the move, from 0 to 100.
    pub accuracy: f64,
    /// The best move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_san: Option<String>,
    /// The best move in UCI notation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_uci: Option<String>,
    /// Its score, from White's view.
    pub best_score: Score,
    /// The best line, beginning with the best move, in standard algebraic notation.
    pub best_line: Vec<String>,
    /// The best line in UCI notation.
    pub best_line_uci: Vec<String>,
    /// Time left on the mover's clock, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<u64>,
    /// Time taken by the move, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spent: Option<u64>,
    /// Time that the engine's own time manager recommends for that clock, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub advised: Option<u64>,
    /// Why the engine that played it took that long, in its own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why_then: Option<String>,
    /// The comment on the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// The motifs that the explanations name, as lichess calls them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub motifs: Vec<String>,
    /// Explanations of a bad move, if they were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<MoveExplanation>,
}

/// A side, with a name in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// White.
    White,
    /// Black.
    Black,
}

impl From<Color> for Side {
    fn from(color: Color) -> Side {
        match color {
            Color::White => Side::White,
            Color::Black => Side::Black,
        }
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        match side {
            Side::White => Color::White,
            Side::Black => Color::Black,
        }
    }
}

/// A sentence about a move with the lines that show it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MoveExplanation {
    /// The sentence.
    pub text: String,
    /// The lines, with move numbers.
    pub lines: Vec<String>,
    /// The same lines as data.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<ShownLine>,
}

/// A line and the position it starts from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ShownLine {
    /// The position before its first move.
    pub fen: String,
    /// In UCI notation.
    pub uci: Vec<String>,
    /// In standard algebraic notation.
    pub san: Vec<String>,
}

impl From<&explain::EvidenceLine> for ShownLine {
    fn from(line: &explain::EvidenceLine) -> ShownLine {
        ShownLine { fen: line.fen.clone(), uci: line.uci.clone(), san: line.san.clone() }
    }
}

/// How one side played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PlayerReport {
    /// From the tags; `?` if they have no name.
    pub name: String,
    /// The rating in the tags.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elo: Option<String>,
    /// Moves made.
    pub moves: usize,
    /// Accuracy from 0 to 100; none without moves.
    pub accuracy: Option<f64>,
    /// Number of inaccuracies.
    pub inaccuracies: usize,
    /// Number of mistakes.
    pub mistakes: usize,
    /// Number of blunders.
    pub blunders: usize,
    /// Winning chances lost per move on average, in per mille.
    pub average_loss: f64,
    /// Time used, in milliseconds, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spent: Option<u64>,
}

/// The settings a report was made with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ReportSettings {
    /// Name and version.
    pub engine: String,
    /// `200000 nodes`, `depth 12` or `500 ms`, for each position.
    pub effort: String,
    /// The evaluation.
    pub evaluation: String,
    /// Threads of the search.
    pub threads: usize,
    /// Its hash table, in MiB.
    pub hash: usize,
    /// Whether tablebases were probed.
    pub tablebases: bool,
    /// Losses from which on a move is an inaccuracy, a mistake, a blunder.
    pub thresholds: [u16; 3],
    /// Longest best line, in plies.
    pub plies: usize,
    /// The reader for whom bad moves are explained.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
}

impl Report {
    /// The report as JSON, one line.
    pub fn to_json(&self) -> String {
        // Plain data with text keys always serialises.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// How a side played.
    pub fn player(&self, color: Color) -> &PlayerReport {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }

    /// White's winning chances before the first move and after every move.
    pub fn chances(&self) -> impl Iterator<Item = u16> + '_ {
        std::iter::once(self.win_chance).chain(self.moves.iter().map(|m| m.win_chance))
    }

    /// Whether the time of any move is known.
    pub fn has_times(&self) -> bool {
        self.moves.iter().any(|m| m.spent.is_some())
    }
}

impl MoveReport {
    /// `12.` or `12...`
    pub fn numbering(&self) -> String {
        match self.color {
            Side::White => format!("{}.", self.number),
            Side::Black => format!("{}...", self.number),
        }
    }

    /// Time taken, time recommended and the engine's reason, as far as they are known:
    /// `8.0 s (7.1 s advised): the move is unlikely to change`.
    pub fn time_text(&self) -> Option<String> {
        let mut text = plot::seconds(self.spent?);
        if let Some(advised) = self.advised {
            text += &format!(" ({} advised)", plot::seconds(advised));
        }
        if let Some(why) = &self.why_then {
            text += &format!(": {why}");
        }
        Some(text)
    }

    /// The glyph behind the move: `?!`, `?` or `??`.
    pub fn sign(&self) -> &'static str {
        match self.judgement {
            Quality::Best | Quality::Good => "",
            Quality::Inaccuracy => "?!",
            Quality::Mistake => "?",
            Quality::Blunder => "??",
        }
    }
}
