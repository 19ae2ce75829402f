// SPDX-License-Identifier: GPL-3.0-or-later
//! What a book knows about a position, for eyes and for programs.

use super::Form;
use chess::Game;
use formats::book::{Book, BookPage, BookResults};
use indicatif::HumanCount;
use serde::Serialize;
use std::io::{self, Write};

/// A position of a book and how one got there.
#[derive(Debug, Serialize)]
pub struct View {
    /// Grows when a reader would have to change.
    format: u32,
    #[serde(flatten)]
    pub page: BookPage,
    /// The moves that led here.
    moves: Vec<String>,
}

impl View {
    /// What the book knows here.
    pub fn new(book: &Book, game: &Game) -> View {
        let page = book.page(game, |position, mv| position.uci(mv).to_string());
        View { format: 1, page, moves: line(game) }
    }

    /// Prints the view as a table or as JSON.
    pub fn print(&self, form: &Form, out: &mut impl Write) -> io::Result<()> {
        if form.json {
            serde_json::to_writer(&mut *out, self)?;
            return writeln!(out);
        }
        let colours = Colours { on: form.color.applies() };
        if let Some(opening) = &self.page.opening {
            writeln!(out, "{}", colours.bold(&format!("{} {}", opening.eco, opening.name)))?;
        }
        if !self.moves.is_empty() {
            writeln!(out, "{}", self.moves.join(" "))?;
        }
        if self.page.candidates.is_empty() {
            return writeln!(out, "{} knows no move here", self.page.book);
        }
        let results = self.page.candidates.iter().any(|row| row.results.is_some());
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
        for (index, row) in self.page.candidates.iter().take(form.rows).enumerate() {
            let (number, share) = (index + 1, 100.0 * row.share);
            write!(out, "{number:>3} {:<8}", row.san)?;
            match &row.results {
                Some(results) => {
                    let games = HumanCount(u64::from(results.games)).to_string();
                    write!(out, "{games:>11}{share:>6.1} %   {}", bar(results, &colours))?;
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
        let hidden = self.page.candidates.len().saturating_sub(form.rows);
        if hidden > 0 {
            writeln!(out, "    and {hidden} more")?;
        }
        let what = if results { "games" } else { "of weight" };
        writeln!(out, "    {} {what} in {}", HumanCount(self.page.total), self.page.book)
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

/// Wins of White, draws and wins of Black as a bar of 24 columns.
fn bar(results: &BookResults, colours: &Colours) -> String {
    const WIDTH: f64 = 24.0;
    let [white, draws, black] = [results.white, results.draws, results.black].map(f64::from);
    let known = white + draws + black;
    let column = |count: f64| (WIDTH * count / known.max(1.0)).round() as usize;
    let drawn = column(white + draws).max(column(white)) - column(white);
    let white = column(white);
    let black = if known > 0.0 { WIDTH as usize - white - drawn } else { 0 };
    let blank = WIDTH as usize - white - drawn - black;
    colours.bar(white, drawn, black) + &" ".repeat(blank)
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
