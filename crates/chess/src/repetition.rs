// SPDX-License-Identifier: GPL-3.0-or-later
//! Repetition inside a search: has this position been here before, and can the
//! side to move bring one back?

use crate::zobrist;
use crate::{Bitboard, Color, Game, Piece, Position, Role, Square, attacks};

/// The keys of all positions from the start of a game to the node of a search.
///
/// ```
/// use xanthos_chess::{Game, KeyHistory, Position};
/// let mut game = Game::new(Position::startpos());
/// for text in ["g1f3", "g8f6", "f3g1"] {
///     game.play(game.position().parse_uci(text).unwrap());
/// }
/// let history = KeyHistory::from_game(&game);
/// // Ng8 would repeat the start position for the second time only.
/// assert!(!history.upcoming_repetition(game.position(), 0));
/// ```
#[derive(Clone, Debug)]
pub struct KeyHistory {
    keys: Vec<u64>,
    /// For each key the index of the first one that may be compared with it: no
    /// position before a null move is repeated by one after it.
    since: Vec<usize>,
}

impl KeyHistory {
    /// The history of a game, with room for the moves of a search.
    ///
    /// ```
    /// use xanthos_chess::{Game, KeyHistory};
    /// let history = KeyHistory::from_game(&Game::default());
    /// assert!(!history.is_repetition(0, 0));
    /// ```
    pub fn from_game(game: &Game) -> KeyHistory {
        const PLIES_OF_A_SEARCH: usize = 256;
        let mut keys = Vec::with_capacity(game.keys().len() + PLIES_OF_A_SEARCH);
        keys.extend_from_slice(game.keys());
        let mut since = Vec::with_capacity(keys.capacity());
        since.resize(keys.len(), 0);
        KeyHistory { keys, since }
    }

    /// A move leads to the position with this key.
    ///
    /// ```
    /// use xanthos_chess::{Game, KeyHistory, Position};
    /// let mut position = Position::startpos();
    /// let mut history = KeyHistory::from_game(&Game::new(position));
    /// position.play(position.parse_san("Nf3").unwrap());
    /// history.push(position.key());
    /// assert!(!history.is_repetition(position.halfmove_clock(), 1));
    /// ```
    #[inline]
    pub fn push(&mut self, key: u64) {
        let since = self.since.last().copied().unwrap_or(0);
        self.keys.push(key);
        self.since.push(since);
    }

    /// A null move leads to the position with this key.
    ///
    /// ```
    /// use xanthos_chess::{Game, KeyHistory, Position};
    /// let mut position = Position::startpos();
    /// let mut history = KeyHistory::from_game(&Game::new(position));
    /// position.play_null();
    /// history.push_null(position.key());
    /// assert!(!history.is_repetition(position.halfmove_clock(), 1));
    /// ```
    #[inline]
    pub fn push_null(&mut self, key: u64) {
        self.since.push(self.keys.len());
        self.keys.push(key);
    }

    /// The last move is taken back.
    ///
    /// ```
    /// use xanthos_chess::{Game, KeyHistory};
    /// let mut history = KeyHistory::from_game(&Game::default());
    /// history.push(4121);
    /// history.pop();
    /// assert!(!history.is_repetition(0, 0));
    /// ```
    #[inline]
    pub fn pop(&mut self) {
        self.keys.pop();
        self.since.pop();
    }

    /// How many half-moves back a repetition can lie.
    #[inline]
    fn reach(&self, halfmove_clock: u32) -> usize {
        let last = self.keys.len().saturating_sub(1);
        let since = self.since.last().copied().unwrap_or(0);
        (halfmove_clock as usize).min(last.saturating_sub(since))
    }

    /// Should a search, `ply` half-moves below its root, score the current
    /// position as a draw? Yes if it stood on the board before, below the root;
    /// with positions of the game itself only the third time counts.
    ///
    /// ```
    /// use xanthos_chess::{Game, KeyHistory, Position};
    /// let mut position = Position::startpos();
    /// let mut history = KeyHistory::from_game(&Game::new(position));
    /// for (ply, san) in ["Nf3", "Nf6", "Ng1", "Ng8"].into_iter().enumerate() {
    ///     assert!(!history.is_repetition(position.halfmove_clock(), ply));
    ///     position.play(position.parse_san(san).unwrap());
    ///     history.push(position.key());
    /// }
    /// // The start again, three half-moves below the first position of the search.
    /// assert!(history.is_repetition(position.halfmove_clock(), 5));
    /// ```
    #[inline]
    pub fn is_repetition(&self, halfmove_clock: u32, ply: usize) -> bool {
        let reach = self.reach(halfmove_clock);
        if reach < 4 {
            return false;
        }
        let last = self.keys.len() - 1;
        let current = self.keys[last];
        let mut seen = false;
        let mut back = 4;
        while back <= reach {
            if self.keys[last - back] == current {
                if back < ply || seen {
                    return true;
                }
                seen = true;
            }
            back += 2;
        }
        false
    }

    /// Can the side to move reach a position that [`KeyHistory::is_repetition`]
    /// would call a draw, by a reversible move? A search that knows is never
    /// worse than a draw here. Found by key arithmetic: the keys of two
    /// positions one move apart differ by a number that only that move has.
    ///
    /// ```
    /// use xanthos_chess::{Game, KeyHistory, Position};
    /// let mut position = Position::startpos();
    /// let mut history = KeyHistory::from_game(&Game::new(position));
    /// for san in ["Nf3", "Nf6", "Ng1"] {
    ///     position.play(position.parse_san(san).unwrap());
    ///     history.push(position.key());
    /// }
    /// // Ng8 brings the position back that stood at the root of the search or below.
    /// assert!(history.upcoming_repetition(&position, 4));
    /// ```
    #[inline]
    pub fn upcoming_repetition(&self, position: &Position, ply: usize) -> bool {
        let reach = self.reach(position.halfmove_clock());
        if reach < 3 {
            return false;
        }
        let last = self.keys.len() - 1;
        let mut back = 3;
        while back <= reach {
            let earlier = last - back;
            if let Some((a, b)) = reversible_move(self.keys[last] ^ self.keys[earlier])
                && (attacks::between(a, b) & position.occupied()).is_empty()
                && position.by_color(position.turn()) & (Bitboard::of(a) | Bitboard::of(b))
                    != Bitboard::EMPTY
                && (back < ply || self.occurred_before(earlier, reach - back))
            {
                return true;
            }
            back += 2;
        }
        false
    }

    /// Is the position at `index` itself a repetition of one up to `reach` before it?
    fn occurred_before(&self, index: usize, reach: usize) -> bool {
        (4..=reach).step_by(2).any(|back| self.keys[index - back] == self.keys[index])
    }
}

const SLOTS: usize = 8192;

#[inline(always)]
const fn first_slot(difference: u64) -> usize {
    (difference & 0x1fff) as usize
}

#[inline(always)]
const fn second_slot(difference: u64) -> usize {
    (difference >> 16 & 0x1fff) as usize
}

/// A cuckoo hash of the 3,668 key differences of reversible moves on an empty
/// board: each difference lies in one of two places.
struct Cuckoo {
    differences: [u64; SLOTS],
    moves: [(Square, Square); SLOTS],
}

static CUCKOO: Cuckoo = {
    let mut table = Cuckoo { differences: [0; SLOTS], moves: [(Square::A1, Square::A1); SLOTS] };
    let mut role = Role::Knight.index();
    while role < 6 {
        let mut a = 0;
        while a < 64 {
            let reach = attacks::on_empty_board(Role::ALL[role], a);
            let mut b = a + 1;
            while b < 64 {
                if reach >> b & 1 != 0 {
                    let squares = (Square::ALL[a], Square::ALL[b]);
                    table = insert(table, Piece::new(Color::White, Role::ALL[role]), squares);
                    table = insert(table, Piece::new(Color::Black, Role::ALL[role]), squares);
                }
                b += 1;
            }
            a += 1;
        }
        role += 1;
    }
    table
};

const fn insert(mut table: Cuckoo, piece: Piece, squares: (Square, Square)) -> Cuckoo {
    let mut difference =
        zobrist::number(piece, squares.0) ^ zobrist::number(piece, squares.1) ^ zobrist::TURN;
    let mut squares = squares;
    let mut slot = first_slot(difference);
    loop {
        (difference, table.differences[slot]) = (table.differences[slot], difference);
        (squares, table.moves[slot]) = (table.moves[slot], squares);
        if difference == 0 {
            return table;
        }
        // Whoever was driven out goes to its other place.
        let (first, second) = (first_slot(difference), second_slot(difference));
        slot = if slot == first { second } else { first };
    }
}

/// The two squares between which a single piece has gone, if the difference of
/// two keys says so.
#[inline]
fn reversible_move(difference: u64) -> Option<(Square, Square)> {
    for slot in [first_slot(difference), second_slot(difference)] {
        if CUCKOO.differences[slot] == difference {
            return Some(CUCKOO.moves[slot]);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reversible_move_is_in_the_table() {
        let entries = CUCKOO.differences.iter().filter(|&&difference| difference != 0).count();
        assert_eq!(entries, 3668);
    }

    #[test]
    fn a_null_move_hides_what_was_before() {
        let mut game = Game::new(Position::startpos());
        for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
            game.play(game.position().parse_uci(text).unwrap());
        }
        let mut history = KeyHistory::from_game(&game);
        assert!(history.is_repetition(4, 5), "twofold below the root");
        assert!(!history.is_repetition(4, 0), "twofold in the game");
        history.push_null(1);
        history.push(2);
        history.push(3);
        history.push(4);
        history.push(1);
        assert!(history.is_repetition(9, 9));
        assert_eq!(history.reach(9), 4);
    }
}
