// SPDX-License-Identifier: GPL-3.0-or-later
//! The openings that come with the program (`books/README.md` says how they were made).

use std::path::PathBuf;
use std::sync::LazyLock;

use super::{Book, Kind};
use crate::trie::Trie;

static OPENINGS: &[u8] = include_bytes!("../../../../books/openings.trie");

static LIBRARY: LazyLock<Option<Book>> = LazyLock::new(|| {
    let trie = Trie::from_bytes(OPENINGS.to_vec()).ok()?;
    Some(Book { path: PathBuf::from("openings.trie"), kind: Kind::Trie(trie) })
});

/// The built-in openings: moves of masters by their number of games, and names. (None only if
/// they were made by another version of this program; a test sees to that.)
///
/// ```
/// use chess::Game;
/// use xanthos_formats::book::library;
///
/// let mut game = Game::default();
/// for san in ["e4", "e5", "f4", "exf4"] {
///     game.play(game.position().parse_san(san).unwrap());
/// }
/// let name = library().unwrap().opening(&game).unwrap();
/// assert_eq!((name.eco.as_str(), name.name.as_str()), ("C33", "King's Gambit Accepted"));
/// ```
pub fn library() -> Option<&'static Book> {
    LIBRARY.as_ref()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Position;

    #[test]
    fn the_first_move_varies() {
        let book = library().expect("it is built in");
        let start = Position::startpos();
        let moves: Vec<String> =
            book.moves(&start).iter().map(|known| start.san(known.mv)).collect();
        for first in ["e4", "d4", "Nf3", "c4"] {
            assert!(moves.iter().any(|san| san == first), "{moves:?}");
        }
        assert!(OPENINGS.len() < 700_000, "{}", OPENINGS.len());
    }
}
