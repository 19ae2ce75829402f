// SPDX-License-Identifier: GPL-3.0-or-later
//! Any line as a UCI command: understood or refused in one line, and a position that is
//! understood is a game that can be played on.
#![no_main]

use libfuzzer_sys::fuzz_target;
use uci::command::{Command, parse};

fuzz_target!(|data: &[u8]| {
    let line = String::from_utf8_lossy(data);
    match parse(&line) {
        Err(refusal) => {
            let answer = refusal.to_string();
            assert!(!answer.contains(['\n', '\r']), "{answer:?}");
            assert!(answer.len() < 1000, "{answer:?}");
        }
        Ok(Command::Position(Ok(text))) => match text.game() {
            Ok((game, _)) => {
                game.position().legal_moves();
                game.outcome();
            }
            Err(error) => assert!(!error.to_string().contains(['\n', '\r']), "{error:?}"),
        },
        Ok(_) => {}
    }
});
