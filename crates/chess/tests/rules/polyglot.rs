// SPDX-License-Identifier: GPL-3.0-or-later
//! Polyglot keys as the book format publishes them.

use crate::material::shared_text;
use xanthos_chess::Position;

/// The nine keys of the format's own description, along one line of play.
const PUBLISHED: [(&str, u64); 9] = [
    ("", 0x463b_9618_1691_fc9c),
    ("e2e4", 0x823c_9b50_fd11_4196),
    ("e2e4 d7d5", 0x0756_b944_61c5_0fb0),
    ("e2e4 d7d5 e4e5", 0x662f_afb9_65db_29d4),
    ("e2e4 d7d5 e4e5 f7f5", 0x22a4_8b5a_8e47_ff78),
    ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1),
    ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fd_d303_c946_bdd9),
    ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c81_23ea_7b06_7637),
    ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f_9b82_9b27_9560),
];

fn key_after(moves: &str) -> u64 {
    let mut position = Position::startpos();
    for text in moves.split_whitespace() {
        let m = position.parse_uci(text).unwrap_or_else(|error| panic!("{moves}: {error}"));
        position.play(m);
    }
    position.polyglot_key()
}

#[test]
fn the_nine_published_keys() {
    for (moves, key) in PUBLISHED {
        assert_eq!(key_after(moves), key, "after {moves:?}");
    }
}

#[test]
fn keys_of_a_hundred_lines() {
    let Some(table) = shared_text("perft/polyglot_zobrist.csv") else { return };
    let mut lines = 0;
    for line in table.lines().filter_map(|line| line.strip_prefix("chess,")) {
        let (moves, key) = line.split_once(",0x").expect("moves and key");
        let key = u128::from_str_radix(key, 16).expect("a key of 128 bits");
        // The lower half is the Polyglot key.
        assert_eq!(key_after(moves), key as u64, "after {moves:?}");
        lines += 1;
    }
    assert_eq!(lines, 100);
}
