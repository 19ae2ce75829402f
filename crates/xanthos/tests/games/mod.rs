// SPDX-License-Identifier: GPL-3.0-or-later
//! Games to learn from, written by the tests themselves.

use std::path::Path;

use chess::{Position, Square};
use formats::viriformat::{Record, Wdl};

/// Short games of random moves, labelled with what is left of the material.
pub fn write_games(path: &Path, games: u64) {
    let worth = [100, 300, 300, 500, 900, 0];
    let mut file = Vec::new();
    for game in 0..games {
        let mut dice = 0x9E37_79B9_7F4A_7C15u64.wrapping_mul(game + 1);
        let start = Position::startpos();
        let (mut position, mut moves) = (start, Vec::new());
        for _ in 0..80 {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            dice ^= dice << 13;
            dice ^= dice >> 7;
            dice ^= dice << 17;
            let m = legal[(dice % legal.len() as u64) as usize];
            let pieces = Square::ALL.iter().filter_map(|&square| position.piece_on(square));
            let balance: i16 = pieces
                .map(|piece| {
                    let worth: i16 = worth[piece.role().index()];
                    if piece.color() == chess::Color::White { worth } else { -worth }
                })
                .sum();
            moves.push((m, 3 * balance));
            position.play(m);
        }
        Record::new(start, Wdl::Draw, moves).write(&mut file).unwrap();
    }
    std::fs::write(path, file).unwrap();
}
