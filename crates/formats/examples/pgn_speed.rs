// SPDX-License-Identifier: GPL-3.0-or-later
//! How fast games are read, beside the bare loop of pgn-reader, on one file in one process.
//!
//! ```sh
//! cargo run --release -p xanthos-formats --example pgn_speed -- games.pgn [only ways with this name]
//! ```
//!
//! Every way but the last reads the same bytes from memory on one thread; the best of five
//! alternating rounds counts. "found" only looks for the moves, "played" puts every one on a board.

use pgn_reader::shakmaty::fen::Fen;
use pgn_reader::shakmaty::{CastlingMode, Chess, Position as _};
use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use std::io::Read;
use std::ops::ControlFlow;
use std::time::Instant;
use xanthos_formats::open_text;
use xanthos_formats::pgn::{self, Keep};

/// Moves counted, with or without a board.
struct Count {
    play: bool,
}

impl Visitor for Count {
    type Tags = Chess;
    type Movetext = (u64, Chess);
    type Output = u64;

    fn begin_tags(&mut self) -> ControlFlow<u64, Chess> {
        ControlFlow::Continue(Chess::default())
    }

    fn tag(&mut self, board: &mut Chess, name: &[u8], value: RawTag<'_>) -> ControlFlow<u64> {
        if self.play
            && name == b"FEN"
            && let Ok(fen) = Fen::from_ascii(value.as_bytes())
            && let Ok(position) = fen.into_position(CastlingMode::Chess960)
        {
            *board = position;
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, board: Chess) -> ControlFlow<u64, (u64, Chess)> {
        ControlFlow::Continue((0, board))
    }

    fn san(&mut self, (moves, board): &mut (u64, Chess), san: SanPlus) -> ControlFlow<u64> {
        if self.play {
            match san.san.to_move(board) {
                Ok(mv) => board.play_unchecked(mv),
                Err(_) => return ControlFlow::Break(*moves),
            }
        }
        *moves += 1;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (moves, _): (u64, Chess)) -> u64 {
        moves
    }
}

fn theirs(text: &[u8], play: bool) -> (u64, u64) {
    let (mut games, mut moves) = (0, 0);
    let mut reader = Reader::new(text);
    while let Ok(Some(count)) = reader.read_game(&mut Count { play }) {
        games += 1;
        moves += count;
    }
    (games, moves)
}

fn found(text: &[u8]) -> (u64, u64) {
    let (mut games, mut moves) = (0, 0);
    let mut all = pgn::read_games(text);
    while let Some(Ok(game)) = all.next_text() {
        games += 1;
        moves += game.count_moves() as u64;
    }
    (games, moves)
}

fn played(text: &[u8], threads: usize) -> (u64, u64) {
    let see = |moves: &mut u64, game: &pgn::GameText| {
        game.play(game.start()?, usize::MAX, |_, _| *moves += 1)?;
        Ok(())
    };
    let (sums, tally) = pgn::read_in_parallel(text, threads, || 0, see, |_| {});
    (tally.games as u64, sums.iter().sum())
}

fn records(text: &[u8], keep: Keep) -> (u64, u64) {
    let (mut games, mut moves) = (0, 0);
    for game in pgn::read_games(text).keep(keep).flatten() {
        games += 1;
        moves += game.moves.len() as u64;
    }
    (games, moves)
}

type Way<'a> = (&'a str, fn(&[u8]) -> (u64, u64));

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args_os().nth(1).ok_or("name a PGN file")?;
    let mut text = Vec::new();
    open_text(path.as_ref())?.read_to_end(&mut text)?;
    let ways: Vec<Way> = vec![
        ("pgn-reader, found", |text| theirs(text, false)),
        ("xanthos, found", found),
        ("pgn-reader and shakmaty, played", |text| theirs(text, true)),
        ("xanthos, played", |text| played(text, 1)),
        ("xanthos, records of moves", |text| records(text, Keep::MOVES)),
        ("xanthos, records of everything", |text| records(text, Keep::ALL)),
        ("xanthos, played on two threads", |text| played(text, 2)),
    ];
    let wanted = std::env::args().nth(2).unwrap_or_default();
    let ways: Vec<Way> = ways.into_iter().filter(|(name, _)| name.contains(&wanted)).collect();
    let mut best = vec![f64::INFINITY; ways.len()];
    let mut counts = vec![(0, 0); ways.len()];
    for _ in 0..5 {
        for (index, (_, way)) in ways.iter().enumerate() {
            let began = Instant::now();
            counts[index] = way(&text);
            best[index] = best[index].min(began.elapsed().as_secs_f64());
        }
    }
    for (index, (name, _)) in ways.iter().enumerate() {
        let (games, moves) = counts[index];
        println!(
            "{name:<32} {games:>7} games {moves:>8} moves {:>7.0} games/s {:>6.1} MB/s",
            games as f64 / best[index],
            text.len() as f64 / 1e6 / best[index]
        );
    }
    Ok(())
}
