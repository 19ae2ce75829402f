// SPDX-License-Identifier: GPL-3.0-or-later
//! Games made up for the tests: random moves, labelled with the material.

#[allow(dead_code)]
pub mod fake;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::SplitMix64;
use std::path::Path;

use chess::{Color, Position, Square};
use formats::viriformat::{Record, Wdl};
use xanthos_train::data::{Outcome, Sample};

const WORTH: [i16; 6] = [100, 300, 300, 500, 900, 0];

/// Centipawns of material more that White has.
pub fn balance(position: &Position) -> i16 {
    let pieces = Square::ALL.iter().filter_map(|&square| position.piece_on(square));
    pieces
        .map(|piece| {
            let worth = WORTH[piece.role().index()];
            if piece.color() == Color::White { worth } else { -worth }
        })
        .sum()
}

/// A random game: its moves and the positions before them.
fn game(number: u64) -> (Position, Vec<(chess::Move, Position)>) {
    let mut random = SplitMix64::seed_from_u64(number);
    let start = Position::startpos();
    let (mut position, mut moves) = (start, Vec::new());
    while moves.len() < 120 {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let m = legal[random.random_range(..legal.len())];
        moves.push((m, position));
        position.play(m);
    }
    (start, moves)
}

/// Writes random games; labels are 385 units a pawn, results who has more.
#[allow(dead_code)]
pub fn write_games(path: &Path, games: u64) {
    let mut file = Vec::new();
    for number in 0..games {
        let (start, moves) = game(number);
        let last = moves.last().map_or(0, |(_, position)| balance(position));
        let result = match last {
            ..-200 => Wdl::Loss,
            200.. => Wdl::Win,
            _ => Wdl::Draw,
        };
        let moves = moves.into_iter().map(|(m, position)| (m, 4 * balance(&position))).collect();
        Record::new(start, result, moves).write(&mut file).unwrap();
    }
    std::fs::write(path, file).unwrap();
}

/// Some positions of random games.
#[allow(dead_code)]
pub fn positions(games: u64, each: usize) -> Vec<Position> {
    let mut positions = Vec::new();
    for number in 0..games {
        let (_, moves) = game(number);
        let every = (moves.len() / each).max(1);
        positions
            .extend(moves.iter().skip(every / 2).step_by(every).map(|(_, position)| *position));
    }
    positions
}

/// The same as samples, with their games' numbers.
#[allow(dead_code)]
pub fn samples(games: u64, each: usize) -> Vec<Sample> {
    let mut samples = Vec::new();
    for number in 0..games {
        let (_, moves) = game(number);
        let every = moves.len() / each;
        for (_, position) in moves.iter().skip(every / 2).step_by(every.max(1)).take(each) {
            let score = balance(position);
            let score = if position.turn() == Color::White { score } else { -score };
            let result = [Outcome::Win, Outcome::Draw, Outcome::Loss, Outcome::Unknown];
            let mut sample = Sample::new(position, score, result[number as usize % 4]);
            sample.group = number as u32;
            samples.push(sample);
        }
    }
    samples
}

/// The board of a sample with the side to move as White, if it can be played on.
#[allow(dead_code)]
pub fn board(sample: &Sample) -> Option<Position> {
    let mut setup = chess::Setup::empty();
    sample.pieces().for_each(|(piece, square)| setup.pieces[square.index()] = Some(piece));
    setup.position_lenient().ok().map(|(position, _)| position)
}

/// Positions after six random half-moves.
#[allow(dead_code)]
pub fn openings(count: u64) -> Vec<Position> {
    (1000..1000 + count).map(|number| game(number).1[6].1).collect()
}
