// SPDX-License-Identifier: GPL-3.0-or-later
//! Counts move paths with this crate, cozy-chess and shakmaty, side by side in one process.
//!
//! ```sh
//! cargo run --release -p xanthos-chess --example perft_compare
//! ```
//!
//! One thread, bulk counting at the last move. The libraries take turns and the best of their
//! rounds counts, so that a busy machine disturbs all of them alike. Rounds may be given as an
//! argument.

use std::time::{Duration, Instant};
use xanthos_chess::Position;

struct Task {
    name: &'static str,
    fen: &'static str,
    depth: u32,
    count: u64,
}

const TASKS: [Task; 3] = [
    Task {
        name: "start",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        depth: 6,
        count: 119_060_324,
    },
    Task {
        name: "kiwipete",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        depth: 5,
        count: 193_690_690,
    },
    Task {
        name: "rook endgame",
        fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        depth: 6,
        count: 11_030_083,
    },
];

/// A library under test: its name, and what counts the paths of a task.
type Counter = (&'static str, fn(&Task) -> u64);

const COUNTERS: [Counter; 3] = [
    ("xanthos", |task| {
        let position = Position::from_fen(task.fen).expect("the tasks are chess positions");
        xanthos_chess::perft(&position, task.depth)
    }),
    ("cozy-chess", |task| {
        let board = task.fen.parse().expect("the tasks are chess positions");
        cozy_perft(&board, task.depth)
    }),
    ("shakmaty", |task| {
        let setup: shakmaty::fen::Fen = task.fen.parse().expect("the tasks are chess positions");
        let position: shakmaty::Chess = setup
            .into_position(shakmaty::CastlingMode::Chess960)
            .expect("the tasks are chess positions");
        shakmaty::perft(&position, task.depth)
    }),
];

fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut count = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            count += moves.len() as u64;
        } else {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                count += cozy_perft(&next, depth - 1);
            }
        }
        false
    });
    count
}

fn main() {
    let rounds: usize = std::env::args().nth(1).and_then(|arg| arg.parse().ok()).unwrap_or(5);
    println!("M nodes/s, one thread, bulk counting, best of {rounds} alternating rounds");
    print!("{:<14} {:>5}", "position", "depth");
    for (name, _) in COUNTERS {
        print!(" {name:>12}");
    }
    println!(" {:>14}", "to the fastest");
    for task in &TASKS {
        let mut best = [Duration::MAX; COUNTERS.len()];
        for _ in 0..rounds {
            for ((name, count), best) in COUNTERS.iter().zip(&mut best) {
                let started = Instant::now();
                let nodes = count(task);
                *best = (*best).min(started.elapsed());
                assert_eq!(nodes, task.count, "{name} miscounts {}", task.name);
            }
        }
        let speed = best.map(|time| task.count as f64 / time.as_secs_f64() / 1e6);
        print!("{:<14} {:>5}", task.name, task.depth);
        for speed in speed {
            print!(" {speed:>12.0}");
        }
        let rival = speed[1..].iter().copied().fold(0.0, f64::max);
        println!(" {:>13.2}x", speed[0] / rival);
    }
}
