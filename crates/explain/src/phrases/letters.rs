// SPDX-License-Identifier: GPL-3.0-or-later
//! Moves with the letters that a language has for the pieces: Nxe5 is Sxe5 in German.

use super::Wording;

/// The letters of moves as programs write them.
const LETTERS: [char; 5] = ['N', 'B', 'R', 'Q', 'K'];

/// The text with all moves in it written as the language writes them; other words stay.
pub(crate) fn moves_in(wording: &Wording, text: &str) -> String {
    if wording.letters == LETTERS {
        return text.to_owned();
    }
    let word = |word: &str| -> String {
        if !is_move(word) {
            return word.to_owned();
        }
        let letter = |c| LETTERS.iter().position(|&l| l == c).map_or(c, |at| wording.letters[at]);
        word.chars().map(letter).collect()
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// Is it a move that names a piece: a square before what ends it, and nothing else but what belongs
/// to a move?
fn is_move(word: &str) -> bool {
    let word = word.trim_end_matches([',', '.', ')', ':', ';', '+', '#']);
    let word = word.trim_start_matches('(');
    let (body, promoted) = match word.split_once('=') {
        Some((body, piece)) if piece.len() == 1 => (body, piece.starts_with(LETTERS)),
        Some(_) => return false,
        None => (word, false),
    };
    let squares = body.strip_prefix(LETTERS);
    let rest = squares.unwrap_or(body);
    let bytes = rest.as_bytes();
    let [.., file, rank] = bytes else { return false };
    let known = |byte: &u8| matches!(byte, b'a'..=b'h' | b'1'..=b'8' | b'x');
    let ends = matches!(file, b'a'..=b'h') && matches!(rank, b'1'..=b'8');
    (squares.is_some() || promoted) && ends && bytes.len() <= 5 && bytes.iter().all(known)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::phrases::Language;

    #[test]
    fn moves_are_translated_and_names_are_not() {
        let german = Language::German.wording();
        for (english, expected) in [
            ("12. Nxe5 dxe5 13. Qh5+ Kd8", "12. Sxe5 dxe5 13. Dh5+ Kd8"),
            ("1... Rad1 2. e8=Q# …", "1... Tad1 2. e8=D# …"),
            ("(Bb5, Qh4e1 und Nbd7)", "(Lb5, Dh4e1 und Sbd7)"),
            ("O-O e4 bxc3", "O-O e4 bxc3"),
            ("King's Indian Defense: Bayonet Attack", "King's Indian Defense: Bayonet Attack"),
            ("Queen's Gambit Declined", "Queen's Gambit Declined"),
            ("E91 B78", "E91 B78"),
        ] {
            assert_eq!(moves_in(german, english), expected);
            assert_eq!(moves_in(Language::English.wording(), english), english);
        }
    }
}
