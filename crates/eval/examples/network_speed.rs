// SPDX-License-Identifier: GPL-3.0-or-later
//! Evaluations a second of networks, kernel by kernel, along lines of moves as a search makes them
//! and from nothing: `cargo run --release -p xanthos-eval --example network_speed -- [NET]...`
//!
//! Without arguments the network that is built in.

use std::hint::black_box;
use std::time::{Duration, Instant};

use chess::{Move, Position};
use xanthos_eval::Evaluator;
use xanthos_eval::nnue::{Kernel, Network, Nnue, shipped};

/// A game: each position with the move that was made there.
type Moves = Vec<(Position, Move)>;

/// Random games.
fn games() -> Vec<Moves> {
    let mut state = 0x9E37_79B9_7F4A_7C15u64;
    let mut random = |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % bound as u64) as usize
    };
    let mut game = || {
        let (mut position, mut moves) = (Position::startpos(), Vec::new());
        while moves.len() < 120 && !position.legal_moves().is_empty() {
            let legal = position.legal_moves();
            let mv = legal[random(legal.len())];
            moves.push((position, mv));
            position.play(mv);
        }
        moves
    };
    (0..40).map(|_| game()).collect()
}

fn along_lines(nnue: &mut Nnue, games: &[Moves]) {
    for game in games {
        black_box(nnue.evaluate(&game[0].0));
        for (&(before, mv), &(after, _)) in game.iter().zip(&game[1..]) {
            nnue.push(&before, mv, &after);
            black_box(nnue.evaluate(&after));
        }
        game[1..].iter().for_each(|_| nnue.pop());
    }
}

fn from_nothing(nnue: &mut Nnue, games: &[Moves]) {
    for (position, _) in games.iter().flatten() {
        black_box(nnue.evaluate_afresh(position));
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut nets = Vec::new();
    for path in std::env::args().skip(1) {
        nets.push((path.clone(), Network::from_bytes(&std::fs::read(path)?)?));
    }
    if nets.is_empty() {
        nets.push(("built in".to_owned(), shipped()));
    }
    let games = games();
    let count: usize = games.iter().map(Vec::len).sum();
    println!("| net | kernel | along lines, M/s | from nothing, M/s |\n|---|---|---|---|");
    for (name, net) in nets {
        for kernel in Kernel::available() {
            let mut nnue = Nnue::with_kernel(net.clone(), kernel);
            let mut speed = |work: fn(&mut Nnue, &[Moves])| {
                work(&mut nnue, &games);
                let (start, mut rounds) = (Instant::now(), 0);
                while start.elapsed() < Duration::from_millis(500) {
                    work(&mut nnue, &games);
                    rounds += 1;
                }
                (rounds * count) as f64 / start.elapsed().as_secs_f64() / 1e6
            };
            let (lines, nothing) = (speed(along_lines), speed(from_nothing));
            println!("| {name} | {} | {lines:.2} | {nothing:.2} |", kernel.name());
        }
    }
    Ok(())
}
