// SPDX-License-Identifier: GPL-3.0-or-later
//! Filling in the blanks of a sentence.

use chess::{Color, Role, Square};
use eval::Term;
use search::Score;

use crate::judgement::Quality;
use crate::motifs::Theme;

use super::letters::moves_in;
use super::{Language, Level, Wording};
use crate::evidence_line::MaterialChange;
use crate::piece::PieceOn;

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
    /// "It" in place of the move, or "It also".
    It {
        also: bool,
    },
    /// A verdict and the side whose view it is.
    Score(Score, Color),
    /// Per mille.
    Chance(u16),
    /// Centipawns, with their sign.
    Delta(i32),
    Number(i64),
    /// Points, in words or digits.
    Points(i32),
    MaterialChange(MaterialChange),
    Term(Term),
    /// A term and whether it speaks for somebody, in plain words.
    Plain(Term, bool),
    MateIn(u32),
    /// How a game is drawn.
    Ending(&'static str),
    File(Square),
    /// A piece without its square: the knight.
    Kind(Role),
    /// Pieces of a kind, of both sides: the knights.
    Kinds(Role),
    Squares(Vec<Square>),
    /// A motif by its name.
    Theme(Theme),
    Quality(Quality),
}

/// The case of a noun, for languages that have them: `{piece:acc}` in a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Case {
    Nominative,
    Accusative,
    Dative,
}

/// The name of a blank and its case.
pub(crate) fn name_and_case(blank: &str) -> (&str, Case) {
    match blank.split_once(':') {
        Some((name, "acc")) => (name, Case::Accusative),
        Some((name, "dat")) => (name, Case::Dative),
        _ => (blank, Case::Nominative),
    }
}

/// A sentence of the table of a language.
pub(crate) fn said(
    language: Language,
    level: Level,
    phrase: super::Phrase,
    blanks: &[(&'static str, Blank)],
) -> Option<String> {
    let [beginner, club, expert] = (language.wording().sentences)(phrase);
    let template = match level {
        Level::Beginner => beginner,
        Level::Club => club,
        Level::Expert => expert,
    };
    fill(language, level, template, blanks)
}

/// The sentence with its blanks filled in; none if the level has no such sentence,
/// or no words for what would stand in it.
fn fill(
    language: Language,
    level: Level,
    template: &str,
    blanks: &[(&'static str, Blank)],
) -> Option<String> {
    if template.is_empty() {
        return None;
    }
    let wording = language.wording();
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}')?;
        text.push_str(before);
        let (name, case) = name_and_case(name);
        let capital = name.starts_with(char::is_uppercase);
        let (_, blank) = blanks.iter().find(|(known, _)| known.eq_ignore_ascii_case(name))?;
        let words = words(wording, level, blank, case)?;
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

fn words(wording: &Wording, level: Level, blank: &Blank, case: Case) -> Option<String> {
    Some(match blank {
        Blank::Side(color) => (wording.side)(*color).to_owned(),
        Blank::Square(square) => square.to_string(),
        Blank::File(square) => square.file_letter().to_string(),
        Blank::Piece(piece) => named(wording, piece, case),
        Blank::Pieces(pieces) => {
            let names = pieces.iter().map(|piece| named(wording, piece, case));
            join(wording, &names.collect::<Vec<_>>())
        }
        Blank::Kind(role) => (wording.kind)(*role, case),
        Blank::Kinds(role) => (wording.kinds)(*role),
        Blank::Squares(squares) => {
            join(wording, &squares.iter().map(Square::to_string).collect::<Vec<_>>())
        }
        Blank::Theme(theme) => (wording.theme)(*theme)?.to_owned(),
        Blank::Quality(quality) => (wording.quality)(*quality).to_owned(),
        Blank::San(san) => moves_in(wording, san),
        Blank::Sans(sans) => moves_in(wording, &join(wording, sans)),
        Blank::It { also: true } => wording.it_also.to_owned(),
        Blank::It { also: false } => wording.it.to_owned(),
        Blank::Score(worth, side) => score(wording, level, *worth, *side),
        Blank::Chance(per_mille) => format!("{} %", (u32::from(*per_mille) + 5) / 10),
        Blank::Delta(cp) => delta(wording, level, *cp),
        Blank::Number(n) => n.to_string(),
        Blank::Points(n) => n.to_string(),
        Blank::MaterialChange(haul) => spoils(wording, haul)?,
        Blank::Term(term) => (wording.term)(*term).to_owned(),
        Blank::Plain(term, good) => (wording.plain)(*term, *good)?.to_owned(),
        Blank::MateIn(moves) => (wording.mate_in)(*moves),
        Blank::Ending(name) => (wording.ending)(name).to_owned(),
    })
}

fn named(wording: &Wording, piece: &PieceOn, case: Case) -> String {
    (wording.piece)(piece.role, &piece.square.to_string(), case)
}

/// `a, b and c`
fn join(wording: &Wording, parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} {} {last}", most.join(", "), wording.and),
    }
}

/// From White's view, as every book writes it.
fn score(wording: &Wording, level: Level, score: Score, side: Color) -> String {
    match score.pov(side) {
        Score::Cp(cp) => delta(wording, level, cp),
        Score::Mate(n) if n < 0 => format!("−#{}", -n),
        Score::Mate(n) => format!("#{n}"),
        Score::Tablebase(n) if n < 0 => "0-1".to_owned(),
        Score::Tablebase(_) => "1-0".to_owned(),
    }
}

/// Pawns for most people, centipawns for experts.
pub(crate) fn delta(wording: &Wording, level: Level, cp: i32) -> String {
    let sign = match cp {
        0 => "",
        1.. => "+",
        _ => "−",
    };
    let size = cp.unsigned_abs();
    match level {
        Level::Expert => format!("{sign}{size}"),
        _ => format!("{sign}{}{}{:02}", size / 100, wording.point, size % 100),
    }
}

/// `a rook for a knight and a pawn`; none if nothing was won.
fn spoils(wording: &Wording, haul: &MaterialChange) -> Option<String> {
    let list = |pieces: &[i32; 6], new: &[i32; 6]| {
        let mut parts = Vec::new();
        for role in Role::ALL.into_iter().rev() {
            if pieces[role.index()] > 0 {
                parts.push((wording.pieces)(role, pieces[role.index()]));
            }
            if new[role.index()] > 0 {
                parts.push((wording.new_piece)(role));
            }
        }
        join(wording, &parts)
    };
    let won = list(&haul.won, &haul.made);
    let lost = list(&haul.lost, &haul.conceded);
    match (won.is_empty(), lost.is_empty()) {
        (true, _) => None,
        (false, true) => Some(won),
        (false, false) => Some((wording.exchange)(&won, &lost)),
    }
}
