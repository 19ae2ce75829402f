// SPDX-License-Identifier: GPL-3.0-or-later
//! What is known about a game when it has been looked at.

use std::collections::BTreeMap;

use chess::Color;
use explain::Quality;
use serde::{Deserialize, Serialize};

use crate::plot;
use crate::turning::TurningPoint;
use search::Score;

/// The number in every report; it grows when a reader would have to change.
pub const FORMAT: u32 = 1;

/// A game, move by move. Chances are in per mille: 500 is an even game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// [`FORMAT`].
    pub format: u32,
    /// With which settings it was made.
    pub how: How,
    /// The tags of the game.
    pub tags: BTreeMap<String, String>,
    /// The position before the first move.
    pub start: String,
    /// Whether castling is that of Chess960: UCI moves then write it as king takes rook.
    pub chess960: bool,
    /// What the start is worth to White.
    pub score: Score,
    /// White's chances at the start.
    pub win_chance: u16,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// What the file said before the first move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// The moves.
    pub moves: Vec<MoveReport>,
    /// How White played.
    pub white: Player,
    /// How Black played.
    pub black: Player,
    /// Where the game turned, in the order of the game.
    pub turning_points: Vec<TurningPoint>,
}

/// A move and what it did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveReport {
    /// Half-moves played with this one, from 1.
    pub ply: usize,
    /// The number of the move in the game's own counting.
    pub number: u32,
    /// Who moved: `white` or `black`.
    pub color: Side,
    /// The move in standard algebraic notation.
    pub san: String,
    /// The move in UCI notation.
    pub uci: String,
    /// The position after it.
    pub fen: String,
    /// What that position is worth to White.
    pub score: Score,
    /// White's chances in it.
    pub win_chance: u16,
    /// How deep the search behind `score` was; 0 where nothing had to be searched.
    pub depth: u32,
    /// Chances that the mover gave away.
    pub loss: u16,
    /// The name for that.
    pub judgement: Quality,
    /// How exactly the move was played, from 0 to 100.
    pub accuracy: f64,
    /// The best move instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_san: Option<String>,
    /// The best move in UCI notation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_uci: Option<String>,
    /// What it is worth to White.
    pub best_score: Score,
    /// The best line, beginning with the best move, in standard algebraic notation.
    pub best_line: Vec<String>,
    /// The best line in UCI notation.
    pub best_line_uci: Vec<String>,
    /// What was left on the mover's clock, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<u64>,
    /// What the move took, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spent: Option<u64>,
    /// What the time manager would have recommended with that clock, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub advised: Option<u64>,
    /// Why the engine that played it took that long, in its own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why_then: Option<String>,
    /// What the file said about the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// Why the move was bad, where words were asked for and found.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<Remark>,
}

/// A side, in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
pub struct Remark {
    /// The sentence.
    pub text: String,
    /// The lines, with move numbers.
    pub lines: Vec<String>,
    /// The same lines, to be played on a board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<Shown>,
}

/// A line from its first position on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shown {
    /// Where it begins.
    pub fen: String,
    /// In UCI notation.
    pub uci: Vec<String>,
    /// In standard algebraic notation.
    pub san: Vec<String>,
}

impl From<&explain::Line> for Shown {
    fn from(line: &explain::Line) -> Shown {
        Shown { fen: line.fen.clone(), uci: line.uci.clone(), san: line.san.clone() }
    }
}

/// How one side played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Player {
    /// By the tags; `?` if they do not say.
    pub name: String,
    /// The rating by the tags.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elo: Option<String>,
    /// Moves made.
    pub moves: usize,
    /// From 0 to 100; none without moves.
    pub accuracy: Option<f64>,
    /// Moves of each name.
    pub inaccuracies: usize,
    /// Moves of each name.
    pub mistakes: usize,
    /// Moves of each name.
    pub blunders: usize,
    /// Chances given away with a move, on average, in per mille.
    pub average_loss: f64,
    /// Time used, in milliseconds, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spent: Option<u64>,
}

/// With which settings a report was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct How {
    /// Name and version.
    pub engine: String,
    /// `200000 nodes`, `depth 12` or `500 ms`, for each position.
    pub effort: String,
    /// Who judged positions.
    pub evaluation: String,
    /// Threads of the search.
    pub threads: usize,
    /// Its table, in MiB.
    pub hash: usize,
    /// Whether tablebases were asked.
    pub tablebases: bool,
    /// From which losses on a move is an inaccuracy, a mistake, a blunder.
    pub thresholds: [u16; 3],
    /// Half-moves of best lines that are kept.
    pub plies: usize,
    /// For whom bad moves are explained in words.
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
    pub fn player(&self, color: Color) -> &Player {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }

    /// White's chances before the first move and after every move.
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

    /// What it took, what was advised and why it ended, as far as that is known:
    /// `8.0 s (7.1 s advised): the move is unlikely to change`.
    pub fn time_told(&self) -> Option<String> {
        let mut text = plot::seconds(self.spent?);
        if let Some(advised) = self.advised {
            text += &format!(" ({} advised)", plot::seconds(advised));
        }
        if let Some(why) = &self.why_then {
            text += &format!(": {why}");
        }
        Some(text)
    }

    /// The sign behind the move: `?!`, `?` or `??`.
    pub fn sign(&self) -> &'static str {
        match self.judgement {
            Quality::Best | Quality::Good => "",
            Quality::Inaccuracy => "?!",
            Quality::Mistake => "?",
            Quality::Blunder => "??",
        }
    }
}
