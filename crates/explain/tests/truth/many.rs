// SPDX-License-Identifier: GPL-3.0-or-later
//! Thousands of positions of all kinds from the collections beside the project.

use std::io::BufRead as _;
use std::path::{Path, PathBuf};

use chess::Position;

/// Where the collections are, unless `XANTHOS_SHARED` says otherwise.
const SHARED: &str = "../../../shared";
const GAMES: &str = "pgn/tcec_sample.pgn.zst";
const ENDINGS: [&str; 5] =
    ["KQvKP1000pv.epd", "KRvK1000pv.epd", "KBBvK1000pv.epd", "eet.epd", "pet.epd"];
const MIDDLEGAMES: [&str; 4] =
    ["STS1-STS15_LAN_v3.epd", "kaufman.epd", "classic280.epd", "silent-but-deadly.epd"];

fn shared(name: &str) -> PathBuf {
    match std::env::var_os("XANTHOS_SHARED") {
        Some(folder) => Path::new(&folder).join(name),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join(SHARED).join(name),
    }
}

fn at(name: &str) -> PathBuf {
    shared("suites").join(name)
}

/// The positions of an EPD file.
fn epd(name: &str) -> Vec<Position> {
    let Ok(text) = formats::open_text(&at(name)) else { return Vec::new() };
    let fens = text.lines().map_while(Result::ok).filter_map(|line| {
        let fields: Vec<&str> = line.split_whitespace().take(4).collect();
        Position::from_fen(&format!("{} 0 1", fields.join(" "))).ok()
    });
    fens.collect()
}

fn puzzles() -> Vec<Position> {
    let Ok(text) = formats::open_text(&at("lichess_puzzles_dev.csv")) else { return Vec::new() };
    let Ok(rows) = formats::puzzles::read(text) else { return Vec::new() };
    let columns = rows.columns().clone();
    let starts = rows.filter_map(|row| {
        let row = row.ok()?;
        let puzzle = columns.puzzle(&row.text).ok()?;
        let mut position = Position::from_fen(&puzzle.fen).ok()?;
        let first = position.parse_uci(puzzle.moves.split(' ').next()?).ok()?;
        position.play(first);
        Some(position)
    });
    starts.collect()
}

/// Every third position of games between strong players, and every one with few pieces.
fn games() -> Vec<Position> {
    let Ok(text) = formats::open_text(&shared(GAMES)) else { return Vec::new() };
    let mut found = Vec::new();
    for game in formats::pgn::read_games(text).flatten() {
        let mut position = game.start;
        for (ply, played) in game.moves.iter().enumerate() {
            position.play(played.mv);
            let few = position.occupied().count() <= 10;
            if ply % 3 == 2 || few {
                found.push(position);
            }
        }
    }
    found
}

/// So many of them, spread evenly.
fn some(all: Vec<Position>, wanted: usize) -> Vec<Position> {
    let step = all.len() / wanted.max(1) + 1;
    let mut chosen: Vec<Position> = Vec::new();
    for offset in 0..step {
        let left = wanted - chosen.len();
        chosen.extend(all.iter().skip(offset).step_by(step).take(left).copied());
        if chosen.len() >= wanted {
            break;
        }
    }
    chosen
}

/// Positions in equal parts from puzzles, games and endings; those of the endings that are
/// missing are made up for by games.
pub fn positions(wanted: usize) -> Vec<Position> {
    let mut chosen = some(puzzles(), wanted * 2 / 5);
    let endings: Vec<Position> = ENDINGS.iter().flat_map(|name| epd(name)).collect();
    chosen.extend(some(endings, wanted / 6));
    let middlegames: Vec<Position> = MIDDLEGAMES.iter().flat_map(|name| epd(name)).collect();
    chosen.extend(some(middlegames, wanted / 12));
    let left = wanted - chosen.len();
    chosen.extend(some(games(), left));
    chosen
}
