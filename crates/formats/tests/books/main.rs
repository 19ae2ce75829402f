// SPDX-License-Identifier: GPL-3.0-or-later
//! Books made from games, compared with counts that another library made, and broken in every way.

mod choice;
mod polyglot;
mod trie;

use chess::Position;
use pgn_reader::shakmaty::zobrist::Zobrist64;
use pgn_reader::shakmaty::{Chess, EnPassantMode, Move, Position as _, Role, san::San};
use proptest::prelude::*;
use std::collections::HashMap;
use std::path::Path;
use xanthos_formats::move_stats::{GameFilter, Keys, MoveStats};

/// A few games: two orders of moves to one position, castling on both sides, en passant, a
/// promotion, a draw, a game without a result, a broken one, one of Chess960.
const GAMES: &str = r#"[White "A"]
[Black "B"]
[WhiteElo "2700"]
[BlackElo "2650"]
[Date "2019.03.01"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. d3 O-O 1-0

[White "B"]
[Black "A"]
[WhiteElo "2650"]
[BlackElo "2700"]
[Date "2021.??.??"]
[Result "1/2-1/2"]

1. Nf3 Nc6 2. e4 e5 3. Bc4 Bc5 4. O-O Nf6 1/2-1/2

[White "C"]
[Date "1998.07.12"]
[Result "0-1"]

1. e4 d5 2. e5 f5 3. exf6 d4 4. fxg7 d3 5. gxh8=Q dxc2 6. Nc3 cxd1=N 0-1

[White "D"]
[Result "*"]

1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. O-O-O O-O-O *

[White "E"]
[Black "F"]
[Result "1-0"]

1. e4 e5 2. Ke3 1-0

[Variant "Chess960"]
[FEN "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"]
[Result "1-0"]

1. e4 1-0

[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
[Result "1-0"]

1. e4 1-0
"#;

/// Games gathered, with as much memory as is said.
fn gather(
    games: &str,
    keys: Keys,
    wanted: &GameFilter,
    threads: usize,
    memory: usize,
) -> MoveStats {
    let folder = tempfile::tempdir().expect("a folder");
    let scratch = folder.keep().join("scratch");
    let mut stats = MoveStats::new(keys, memory, &scratch);
    stats
        .add(games.as_bytes(), wanted, threads, |_| {}, &|_| {})
        .expect("memory and disk take everything");
    stats
}

fn gathered(games: &str, keys: Keys) -> MoveStats {
    gather(games, keys, &GameFilter::default(), 1, 64 << 20)
}

/// What another library counts: results of each move, by key and Polyglot's number of the move.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
struct Count {
    white: u32,
    draws: u32,
    black: u32,
    unknown: u32,
    mover: Vec<u16>,
    opponent: Vec<u16>,
    year: u16,
}

/// A game as lines of SAN with what is known about it.
#[derive(Debug, Clone)]
struct Game {
    moves: Vec<String>,
    result: &'static str,
    ratings: [Option<u16>; 2],
    year: Option<u16>,
}

impl Game {
    fn pgn(&self) -> String {
        let mut text = format!("[Result \"{}\"]\n", self.result);
        for (name, rating) in ["WhiteElo", "BlackElo"].iter().zip(self.ratings) {
            if let Some(rating) = rating {
                text += &format!("[{name} \"{rating}\"]\n");
            }
        }
        if let Some(year) = self.year {
            text += &format!("[Date \"{year}.??.??\"]\n");
        }
        format!("{text}\n{} {}\n\n", self.moves.join(" "), self.result)
    }
}

/// Counts with another library: its keys, its moves, a plain table.
fn counted(games: &[Game], mode: EnPassantMode, plies: usize) -> HashMap<(u64, u16), Count> {
    let mut counts: HashMap<(u64, u16), Count> = HashMap::new();
    for game in games {
        let mut board = Chess::default();
        for (ply, text) in game.moves.iter().take(plies).enumerate() {
            let san: San = text.trim_end_matches(['+', '#']).parse().expect("SAN");
            let mv = san.to_move(&board).expect("a legal move");
            let key: Zobrist64 = board.zobrist_hash(mode);
            let count = counts.entry((key.0, code(mv))).or_default();
            *match game.result {
                "1-0" => &mut count.white,
                "1/2-1/2" => &mut count.draws,
                "0-1" => &mut count.black,
                _ => &mut count.unknown,
            } += 1;
            let [mover, opponent] = match ply % 2 {
                0 => game.ratings,
                _ => [game.ratings[1], game.ratings[0]],
            };
            if let (Some(mover), Some(opponent)) = (mover, opponent) {
                count.mover.push(mover);
                count.opponent.push(opponent);
            }
            count.year = count.year.max(game.year.unwrap_or(0));
            board.play_unchecked(mv);
        }
    }
    counts
}

/// Polyglot's number of a move, by its published description.
fn code(mv: Move) -> u16 {
    let (from, to) = match mv {
        Move::Castle { king, rook } => (king, rook),
        _ => (mv.from().expect("no drops"), mv.to()),
    };
    let promotion = match mv.promotion() {
        Some(Role::Knight) => 1,
        Some(Role::Bishop) => 2,
        Some(Role::Rook) => 3,
        Some(Role::Queen) => 4,
        _ => 0,
    };
    let square = |file: u32, rank: u32| (file | rank << 3) as u16;
    square(to.file() as u32, to.rank() as u32)
        | square(from.file() as u32, from.rank() as u32) << 6
        | promotion << 12
}

/// Games by chance that share their beginnings, so that moves come more than once.
fn random_games() -> impl Strategy<Value = Vec<Game>> {
    let result = prop::sample::select(vec!["1-0", "0-1", "1/2-1/2", "*"]);
    let rating = || proptest::option::of(1000..2800u16);
    let year = proptest::option::of(1900..2025u16);
    let picks = prop::collection::vec(0..6usize, 0..24);
    let game = (picks, result, rating(), rating(), year).prop_map(
        |(picks, result, white, black, year)| {
            let mut position = Position::startpos();
            let mut moves = Vec::new();
            for pick in picks {
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                // Captures and the like come first: games that get somewhere.
                let mv = legal[pick * pick % legal.len()];
                moves.push(position.san(mv));
                position.play(mv);
            }
            Game { moves, result, ratings: [white, black], year }
        },
    );
    prop::collection::vec(game, 1..40)
}

/// A position after moves in SAN.
fn after(moves: &str) -> Position {
    let mut position = Position::startpos();
    for san in moves.split_whitespace() {
        position.play(position.parse_san(san).unwrap_or_else(|error| panic!("{error}")));
    }
    position
}

/// A file or folder of the material beside the project, or `None` with a line that says so.
fn shared(name: &str) -> Option<std::path::PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared").join(name);
    if path.exists() {
        return Some(path);
    }
    println!("SKIPPED: {name} is not beside the project");
    None
}
