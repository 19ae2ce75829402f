// SPDX-License-Identifier: GPL-3.0-or-later
//! Every rule of chess, fast: bitboards, legal moves, FEN, SAN, keys, draws,
//! exchange evaluation, perft. Standard chess, Chess960 and double Chess960.
//!
//! ```
//! use xanthos_chess::{Game, Outcome, Color, Position};
//!
//! let mut game = Game::new(Position::startpos());
//! for san in ["f3", "e5", "g4", "Qh4#"] {
//!     let m = game.position().parse_san(san).unwrap();
//!     game.play(m);
//! }
//! assert_eq!(game.outcome(), Some(Outcome::Checkmate { winner: Color::Black }));
//! ```
//!
//! The crate has no dependencies. [`Position`] is always legal; [`Setup`] is
//! whatever a FEN says; [`Game`] is a position with its history.

#![deny(unsafe_code)]

pub mod attacks;
mod bitboard;
mod castling;
mod color;
mod fen;
mod game;
mod movegen;
mod moves;
mod notation;
mod perft;
mod piece;
mod polyglot_numbers;
mod position;
mod repetition;
mod san;
pub mod see;
mod setup;
mod square;
mod start;
mod unchecked;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use castling::{Castling, Side};
pub use color::Color;
pub use fen::{FenError, FenProblem, Field};
pub use game::{Game, Outcome};
pub use moves::{IntoMoves, Move, MoveList};
pub use notation::{MoveError, UciMove};
pub use perft::{divide, divide_parallel, perft, perft_parallel};
pub use piece::{Piece, Role};
pub use position::{Position, Threats, Undo};
pub use repetition::KeyHistory;
pub use setup::{Repair, Setup};
pub use square::{NotASquare, Square};
pub use unchecked::prefetch;
