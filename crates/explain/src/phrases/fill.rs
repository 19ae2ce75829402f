// SPDX-License-Identifier: GPL-3.0-or-later
//! Filling in the blanks of a sentence.

use chess::{Color, Role, Square};
use eval::Term;
use search::Score;

use super::{Language, Level, Tongue};
use crate::piece::PieceOn;
use crate::variation::Haul;

/// What can stand in a blank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Blank {
    Side(Color),
    Square(Square),
    Piece(PieceOn),
    Pieces(Vec<PieceOn>),
    /// A move, or anything else that is the same in every language.
    San(String),
    Sans(Vec<String>),
    /// A verdict and the side whose view it is.
    Score(Score, Color),
    /// Per mille.
    Chance(u16),
    /// Centipawns, with their sign.
    Delta(i32),
    Number(i64),
    /// Points, in words or digits.
    Points(i32),
    Haul(Haul),
    Term(Term),
    /// A term and whether it speaks for somebody, in plain words.
    Plain(Term, bool),
    MateIn(u32),
    /// How a game is drawn.
    Ending(&'static str),
    File(Square),
}

/// The sentence with its blanks filled in; none if the level has no such sentence,
/// or no words for what would stand in it.
pub(crate) fn fill(
    language: Language,
    level: Level,
    template: &str,
    blanks: &[(&'static str, Blank)],
) -> Option<String> {
    if template.is_empty() {
        return None;
    }
    let tongue = language.tongue();
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}')?;
        text.push_str(before);
        let capital = name.starts_with(char::is_uppercase);
        let (_, blank) = blanks.iter().find(|(known, _)| known.eq_ignore_ascii_case(name))?;
        let words = words(tongue, level, blank)?;
        // The letter of a move means something: h3 is a pawn's, and B3 nobody's.
        if capital && !matches!(blank, Blank::San(_) | Blank::Sans(_)) {
            let mut letters = words.chars();
            text.extend(letters.next().into_iter().flat_map(char::to_uppercase));
            text.push_str(letters.as_str());
        } else {
            text.push_str(&words);
        }
        rest = after;
    }
    text.push_str(rest);
    Some(text)
}

fn words(tongue: &Tongue, level: Level, blank: &Blank) -> Option<String> {
    Some(match blank {
        Blank::Side(color) => (tongue.side)(*color).to_owned(),
        Blank::Square(square) => square.to_string(),
        Blank::File(square) => square.file_letter().to_string(),
        Blank::Piece(piece) => named(tongue, piece),
        Blank::Pieces(pieces) => {
            join(tongue, &pieces.iter().map(|piece| named(tongue, piece)).collect::<Vec<_>>())
        }
        Blank::San(san) => san.clone(),
        Blank::Sans(sans) => join(tongue, sans),
        Blank::Score(worth, side) => score(tongue, level, *worth, *side),
        Blank::Chance(per_mille) => format!("{} %", (u32::from(*per_mille) + 5) / 10),
        Blank::Delta(cp) => delta(tongue, level, *cp),
        Blank::Number(n) => n.to_string(),
        Blank::Points(n) => n.to_string(),
        Blank::Haul(haul) => spoils(tongue, haul)?,
        Blank::Term(term) => (tongue.term)(*term).to_owned(),
        Blank::Plain(term, good) => (tongue.plain)(*term, *good)?.to_owned(),
        Blank::MateIn(moves) => (tongue.mate_in)(*moves),
        Blank::Ending(name) => (tongue.ending)(name).to_owned(),
    })
}

fn named(tongue: &Tongue, piece: &PieceOn) -> String {
    (tongue.piece)(piece.role, &piece.square.to_string())
}

/// `a, b and c`
fn join(tongue: &Tongue, parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} {} {last}", most.join(", "), tongue.and),
    }
}

/// From White's view, as every book writes it.
fn score(tongue: &Tongue, level: Level, score: Score, side: Color) -> String {
    match score.pov(side) {
        Score::Cp(cp) => delta(tongue, level, cp),
        Score::Mate(n) if n < 0 => format!("−#{}", -n),
        Score::Mate(n) => format!("#{n}"),
        Score::Tablebase(n) if n < 0 => "0-1".to_owned(),
        Score::Tablebase(_) => "1-0".to_owned(),
    }
}

/// Pawns for most people, centipawns for experts.
pub(crate) fn delta(tongue: &Tongue, level: Level, cp: i32) -> String {
    let sign = match cp {
        0 => "",
        1.. => "+",
        _ => "−",
    };
    let size = cp.unsigned_abs();
    match level {
        Level::Expert => format!("{sign}{size}"),
        _ => format!("{sign}{}{}{:02}", size / 100, tongue.point, size % 100),
    }
}

/// `a rook for a knight and a pawn`; none if nothing was won.
fn spoils(tongue: &Tongue, haul: &Haul) -> Option<String> {
    let list = |pieces: &[i32; 6], new: &[i32; 6]| {
        let mut parts = Vec::new();
        for role in Role::ALL.into_iter().rev() {
            if pieces[role.index()] > 0 {
                parts.push((tongue.pieces)(role, pieces[role.index()]));
            }
            if new[role.index()] > 0 {
                parts.push((tongue.new_piece)(role));
            }
        }
        join(tongue, &parts)
    };
    let won = list(&haul.won, &haul.made);
    let lost = list(&haul.lost, &haul.conceded);
    match (won.is_empty(), lost.is_empty()) {
        (true, _) => None,
        (false, true) => Some(won),
        (false, false) => Some((tongue.exchange)(&won, &lost)),
    }
}
