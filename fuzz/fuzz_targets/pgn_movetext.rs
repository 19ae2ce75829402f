// SPDX-License-Identifier: GPL-3.0-or-later
//! Any bytes as PGN: read to the end, and what was read is written and read again the same.
#![no_main]

use formats::pgn::{Keep, PgnReason, read_games, write};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    for game in read_games(data).keep(Keep::ALL) {
        match game {
            Ok(game) => {
                let mut text = Vec::new();
                write(&game, &mut text).expect("memory takes everything");
                let again = read_games(&text[..]).keep(Keep::ALL).next().expect("a game").expect("a sound game");
                assert_eq!(again.start, game.start);
                assert_eq!(again.result, game.result);
                let moves = |game: &formats::pgn::Record| {
                    game.moves.iter().map(|played| played.mv).collect::<Vec<_>>()
                };
                assert_eq!(moves(&again), moves(&game));
                let mut twice = Vec::new();
                write(&again, &mut twice).expect("memory takes everything");
                assert_eq!(String::from_utf8_lossy(&twice), String::from_utf8_lossy(&text));
            }
            Err(error) => {
                assert!(error.game > 0 && error.line > 0, "{error}");
                assert!(!matches!(error.reason, PgnReason::Io(_)), "{error}");
            }
        }
    }
});
