// SPDX-License-Identifier: GPL-3.0-or-later
//! Any text as a FEN: refused with a place in the text, or a position that can be written, read
//! back and played on.
#![no_main]

use chess::{Position, Setup, perft};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let setup = match Setup::parse(text) {
        Ok(setup) => setup,
        Err(error) => {
            assert!(text.get(error.span.clone()).is_some(), "{error:?}");
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    if let Ok((position, _)) = setup.position_lenient() {
        let again = Setup::parse(&position.fen()).and_then(|setup| setup.position_lenient());
        assert_eq!(again, Ok((position, Vec::new())));
        assert_eq!(position.flipped().flipped(), position);
        // Makes every move and generates every reply.
        perft(&position, 2);
    }
    if let Ok(position) = setup.position() {
        assert_eq!(Position::from_fen(&position.fen()), Ok(position));
        assert_eq!(Position::from_fen(&position.shredder_fen()), Ok(position));
        for m in position.legal_moves() {
            assert!(position.is_legal(m));
            assert_eq!(position.parse_san(&position.san(m)), Ok(m));
        }
    }
});
