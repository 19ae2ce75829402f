// SPDX-License-Identifier: GPL-3.0-or-later
//! What the tests of tables share.
#![allow(dead_code)] // Each test file uses its own part.

use std::path::PathBuf;

use chess::{Color, Piece, Position, Role, Setup, Square};
use syzygy::Tables;

/// The tables of this project: all endings with three pieces.
pub fn own_folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/tables")
}

/// The own tables.
pub fn own() -> Tables {
    Tables::open_all(&[own_folder()]).unwrap()
}

/// The folder of larger tables beside the project, if it is there.
pub fn shared_folder() -> Option<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/syzygy");
    if !folder.is_dir() {
        println!("SKIPPED: no larger tablebases beside the project");
        return None;
    }
    Some(folder)
}

/// The tables beside the project.
pub fn shared() -> Option<Tables> {
    Some(Tables::open_all(&[shared_folder()?]).unwrap())
}

/// The pieces of a table by its name, such as `KRvKP`.
pub fn pieces(name: &str) -> Vec<Piece> {
    let mut color = Color::White;
    let mut pieces = Vec::new();
    for letter in name.chars() {
        match letter {
            'v' => color = Color::Black,
            letter => pieces.push(Piece::new(color, Role::from_letter(letter).unwrap())),
        }
    }
    pieces
}

/// The position with these pieces on these squares, if it is legal.
pub fn placed(pieces: &[Piece], squares: &[Square], turn: Color) -> Option<Position> {
    let mut setup = Setup::empty();
    setup.turn = turn;
    for (&piece, &square) in pieces.iter().zip(squares) {
        if setup.pieces[square.index()].replace(piece).is_some() {
            return None;
        }
    }
    setup.position().ok()
}

/// All squares.
pub fn squares() -> impl Iterator<Item = Square> + Clone {
    (0..64).filter_map(Square::from_index)
}

/// Every legal position of a table, both sides to move; White has what stands
/// before the `v`. What is a mirror image of another left to right is left out.
pub fn every_position(name: &str, mut each: impl FnMut(Position)) {
    fn place(pieces: &[Piece], at: &mut Vec<Square>, each: &mut dyn FnMut(Position)) {
        if at.len() == pieces.len() {
            for turn in Color::ALL {
                if let Some(position) = placed(pieces, at, turn) {
                    each(position);
                }
            }
            return;
        }
        for square in squares() {
            let piece = pieces[at.len()];
            // The first piece is the white king.
            if at.is_empty() && square.file() > 3 {
                continue;
            }
            let twin_before = at.iter().zip(pieces).any(|(&s, &p)| p == piece && s >= square);
            if !at.contains(&square) && !twin_before {
                at.push(square);
                place(pieces, at, each);
                at.pop();
            }
        }
    }
    place(&pieces(name), &mut Vec::new(), &mut each);
}

/// A generator of our own: a failure is the same everywhere.
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as usize
    }

    /// A legal position of a table, with either side as the stronger one.
    pub fn position(&mut self, name: &str) -> Position {
        let swap = self.roll(2) == 0;
        self.placed(name, swap)
    }

    /// A legal position of a table; White has what stands before the `v`, or what
    /// stands behind it if sides are swapped.
    pub fn placed(&mut self, name: &str, swap: bool) -> Position {
        let mut pieces = pieces(name);
        if swap {
            pieces.iter_mut().for_each(|piece| *piece = Piece::new(!piece.color(), piece.role()));
        }
        loop {
            let at: Vec<Square> =
                pieces.iter().filter_map(|_| Square::from_index(self.roll(64))).collect();
            let turn = Color::ALL[self.roll(2)];
            if let Some(position) = placed(&pieces, &at, turn) {
                return position;
            }
        }
    }
}

/// Whether there is time for everything: `XANTHOS_SLOW` is set.
pub fn slow() -> bool {
    std::env::var_os("XANTHOS_SLOW").is_some()
}

/// The names of the tables of outcomes in a folder, in order.
pub fn names(folder: &std::path::Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rtbw"))
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}
