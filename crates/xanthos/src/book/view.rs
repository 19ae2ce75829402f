// SPDX-License-Identifier: GPL-3.0-or-later
//! What a book knows about a position, for eyes and for programs.

use super::Form;
use chess::Game;
use formats::book::{Book, Kind};
use formats::trie::{Name, TrieMove};
use indicatif::HumanCount;
use serde::Serialize;
use std::io::{self, Write};

/// A position of a book.
#[derive(Debug, Serialize)]
pub struct View {
    /// Grows when a reader would have to change.
    format: u32,
    book: String,
    kind: &'static str,
    fen: String,
    /// The moves that led here.
    moves: Vec<String>,
    /// What the position is called, or the last one before it that has a name.
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<Opening>,
    /// Games, or for Polyglot books the sum of the weights.
    total: u64,
    pub candidates: Vec<Row>,
}

#[derive(Debug, Serialize)]
struct Opening {
    eco: String,
    name: String,
}

impl From<Name> for Opening {
    fn from(name: Name) -> Opening {
        Opening { eco: name.eco, name: name.name }
    }
}

/// A move that the book knows.
#[derive(Debug, Serialize)]
pub struct Row {
    pub uci: String,
    pub san: String,
    weight: u64,
    share: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    learn: Option<u32>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    results: Option<Results>,
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<Opening>,
}

#[derive(Debug, Serialize)]
struct Results {
    games: u32,
    white: u32,
    draws: u32,
    black: u32,
    unknown: u32,
    /// For the side that played the move.
    score: Option<f64>,
    rating: Option<u16>,
    opponent_rating: Option<u16>,
    last_year: Option<u16>,
}

impl From<&TrieMove> for Results {
    fn from(known: &TrieMove) -> Results {
        let some = |number: u16| Some(number).filter(|&number| number > 0);
        Results {
            games: known.games(),
            white: known.white,
            draws: known.draws,
            black: known.black,
            unknown: known.unknown,
            score: known.score(),
            rating: some(known.mover_rating),
            opponent_rating: some(known.opponent_rating),
            last_year: some(known.last_year),
        }
    }
}

impl View {
    /// What the book knows here.
    pub fn new(book: &Book, game: &Game) -> View {
        let position = game.position();
        let (kind, mut candidates) = match book.kind() {
            Kind::Polyglot(book) => {
                let moves = book.moves(position).unwrap_or_default();
                let rows = moves.into_iter().map(|known| Row {
                    uci: position.uci(known.mv).to_string(),
                    san: position.san(known.mv),
                    weight: u64::from(known.weight),
                    share: 0.0,
                    learn: Some(known.learn),
                    results: None,
                    opening: None,
                });
                ("polyglot", rows.collect::<Vec<_>>())
            }
            Kind::Trie(trie) => {
                let moves = trie.find(position).map(|node| node.moves(position));
                let rows = moves.into_iter().flatten().map(|known| Row {
                    uci: position.uci(known.mv).to_string(),
                    san: position.san(known.mv),
                    weight: u64::from(known.games()),
                    share: 0.0,
                    learn: None,
                    results: Some(Results::from(&known)),
                    opening: known.child(trie).and_then(|node| node.name()).map(Opening::from),
                });
                ("trie", rows.collect())
            }
        };
        let total: u64 = candidates.iter().map(|row| row.weight).sum();
        for row in &mut candidates {
            row.share = row.weight as f64 / total.max(1) as f64;
        }
        let named = game.positions().iter().rev().find_map(|position| book.name(position));
        View {
            format: 1,
            book: book.file_name(),
            kind,
            fen: position.fen(),
            moves: line(game),
            opening: named.map(Opening::from),
            total,
            candidates,
        }
    }

    /// Prints the view as a table or as JSON.
    pub fn print(&self, form: &Form, out: &mut impl Write) -> io::Result<()> {
        if form.json {
            serde_json::to_writer(&mut *out, self)?;
            return writeln!(out);
        }
        let colours = Colours { on: form.color.applies() };
        if let Some(opening) = &self.opening {
            writeln!(out, "{}", colours.bold(&format!("{} {}", opening.eco, opening.name)))?;
        }
        if !self.moves.is_empty() {
            writeln!(out, "{}", self.moves.join(" "))?;
        }
        if self.candidates.is_empty() {
            return writeln!(out, "{} knows no move here", self.book);
        }
        let results = self.candidates.iter().any(|row| row.results.is_some());
        match results {
            true => writeln!(
                out,
                "    {:<8}{:>11}{:>8}   {:<24}{:>7}{:>8}{:>6}",
                "move", "games", "share", "White, draw, Black", "score", "rating", "year"
            )?,
            false => {
                writeln!(out, "    {:<8}{:>8}{:>8}{:>12}", "move", "weight", "share", "learn")?
            }
        }
        for (index, row) in self.candidates.iter().take(form.rows).enumerate() {
            let (number, share) = (index + 1, 100.0 * row.share);
            write!(out, "{number:>3} {:<8}", row.san)?;
            match &row.results {
                Some(results) => {
                    let games = HumanCount(u64::from(results.games)).to_string();
                    write!(out, "{games:>11}{share:>6.1} %   {}", results.bar(&colours))?;
                    let score = results.score.map(|score| format!("{:.1}", 100.0 * score));
                    let rating = results.rating.map(|rating| rating.to_string());
                    let year = results.last_year.map(|year| year.to_string());
                    let dash = |text: Option<String>| text.unwrap_or_else(|| "-".into());
                    write!(out, "{:>7}{:>8}{:>6}", dash(score), dash(rating), dash(year))?;
                }
                None => {
                    let learn = row.learn.unwrap_or(0);
                    write!(out, "{:>8}{share:>6.1} %{learn:>12}", row.weight)?;
                }
            }
            match &row.opening {
                Some(opening) => writeln!(out, "  {} {}", opening.eco, opening.name)?,
                None => writeln!(out)?,
            }
        }
        let hidden = self.candidates.len().saturating_sub(form.rows);
        if hidden > 0 {
            writeln!(out, "    and {hidden} more")?;
        }
        let what = if results { "games" } else { "of weight" };
        writeln!(out, "    {} {what} in {}", HumanCount(self.total), self.book)
    }
}

/// The moves of a game with their numbers.
fn line(game: &Game) -> Vec<String> {
    let played = game.positions().iter().zip(game.moves()).enumerate();
    let words = played.map(|(index, (position, &mv))| {
        let (number, san) = (position.fullmove_number(), position.san(mv));
        match position.turn() {
            chess::Color::White => format!("{number}. {san}"),
            chess::Color::Black if index == 0 => format!("{number}... {san}"),
            chess::Color::Black => san,
        }
    });
    words.collect()
}

impl Results {
    /// Wins of White, draws and wins of Black as a bar of 24 columns.
    fn bar(&self, colours: &Colours) -> String {
        const WIDTH: f64 = 24.0;
        let known = f64::from(self.white) + f64::from(self.draws) + f64::from(self.black);
        let column = |count: f64| (WIDTH * count / known.max(1.0)).round() as usize;
        let white = column(f64::from(self.white));
        let drawn = column(f64::from(self.white) + f64::from(self.draws)).max(white) - white;
        let black = if known > 0.0 { WIDTH as usize - white - drawn } else { 0 };
        let blank = WIDTH as usize - white - drawn - black;
        colours.bar(white, drawn, black) + &" ".repeat(blank)
    }
}

struct Colours {
    on: bool,
}

impl Colours {
    fn bold(&self, text: &str) -> String {
        if self.on { format!("\x1b[1m{text}\x1b[0m") } else { text.to_owned() }
    }

    fn bar(&self, white: usize, drawn: usize, black: usize) -> String {
        if self.on {
            let part = |shade: u8, width| format!("\x1b[48;5;{shade}m{}", " ".repeat(width));
            return part(255, white) + &part(246, drawn) + &part(236, black) + "\x1b[0m";
        }
        "O".repeat(white) + &"=".repeat(drawn) + &"#".repeat(black)
    }
}
