// SPDX-License-Identifier: GPL-3.0-or-later
//! Moves as people and programs write them.

use xanthos_chess::{MoveError, Position};

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Position, what may be written, and the move it means in Chess960 UCI.
const UNDERSTOOD: &[(&str, &[&str], &str)] = &[
    (
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        &["O-O", "0-0", "o-o", "O-O+", "O-O!?", "e1g1", "e1h1", "E1G1"],
        "e1h1",
    ),
    ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", &["O-O-O", "0-0-0", "O-O-O#", "e8c8", "e8a8"], "e8a8"),
    (
        "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
        &["a8=Q+", "a8=Q", "a8Q", "a8Q+", "a8(Q)", "a7a8q", "A7A8Q", "a7-a8=Q+", "a7a8=Q", "a8/Q"],
        "a7a8q",
    ),
    ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", &["a8=N", "a8N", "a7a8n", "a8=n"], "a7a8n"),
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        &[
            "Nf3", "Ngf3", "N1f3", "Ng1f3", "Ng1-f3", "g1f3", "Nf3!", "Nf3??", "Nf3+", "Nf3#",
            " Nf3 ",
        ],
        "g1f3",
    ),
    (
        "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        &["exd5", "ed5", "e4xd5", "e4d5", "exd5+"],
        "e4d5",
    ),
    (
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        &["exd6", "exd6e.p.", "exd6 e.p.", "e5d6", "ed6"],
        "e5d6",
    ),
    // A knight pinned to its king needs no file to tell it from the other.
    ("4k3/8/8/8/4r3/8/4N3/N3K3 w - - 0 1", &["Nb3", "Nab3"], "a1b3"),
    // A small b is a pawn, a large one a bishop.
    ("4k3/8/8/8/8/2p5/1P6/B3K3 w - - 0 1", &["bxc3", "b2xc3"], "b2c3"),
    ("4k3/8/8/1n6/P1B5/8/8/4K3 w - - 0 1", &["Bxb5", "Bxb5+", "c4b5"], "c4b5"),
];

#[test]
fn one_move_in_many_spellings() {
    for (fen, texts, meaning) in UNDERSTOOD {
        let position = position(fen);
        let expected = position.parse_uci(meaning).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(position.uci960(expected).to_string(), *meaning);
        for text in *texts {
            assert_eq!(position.parse_move(text), Ok(expected), "{text:?} in {fen}");
        }
    }
}

#[test]
fn names_tell_pieces_apart_as_briefly_as_they_can() {
    let cases = [
        ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "a1d1", "Rd1"),
        ("8/4k3/8/8/8/8/8/R4R1K w - - 0 1", "a1d1", "Rad1"),
        ("4k3/3R4/8/8/8/8/8/3R3K w - - 0 1", "d1d4", "R1d4"),
        ("1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O"),
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"),
        ("6k1/4Rppp/8/8/8/8/8/4K3 w - - 0 1", "e7e8", "Re8#"),
        ("k7/2P5/1K6/8/8/8/8/8 w - - 0 1", "c7c8q", "c8=Q#"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
        ("k7/8/8/8/1N6/8/8/1N2N2K w - - 0 1", "b1c3", "Nc3"),
        ("k7/8/8/1N3N2/8/8/8/1N3N1K w - - 0 1", "b5d4", "Nbd4"),
        ("7k/8/1N6/8/8/8/1N6/K7 w - - 0 1", "b2c4", "N2c4"),
    ];
    for (fen, uci, san) in cases {
        let position = position(fen);
        let m = position.parse_uci(uci).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(position.san(m), san, "{fen}");
    }
}

#[test]
fn long_algebraic_notation() {
    let cases = [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3", "Ng1-f3"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", "e2-e4"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "e5xd6"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a7-a8=Q+"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O"),
    ];
    for (fen, uci, lan) in cases {
        let position = position(fen);
        let m = position.parse_uci(uci).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(position.lan(m), lan, "{fen}");
    }
}

#[test]
fn what_is_no_move_is_refused_by_name() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let long = "x".repeat(100_000);
    for text in [
        "", " ", "e", "e9", "i4", "Zf3", "O", "O-", "O-O-O-O", "0000", "--", "e2e4e5", "♘f3", "½",
        &long,
    ] {
        let error = position(start).parse_move(text).expect_err("no move");
        let message = error.to_string();
        assert!(message.len() < 300, "{message}");
        let shown = text.chars().next().is_none_or(|first| message.contains(first));
        assert!(shown, "{text:?}: {message}");
    }
    for text in ["e5", "Ke2", "O-O", "e2e5", "e7e5", "a1a1", "e2e4q", "a8=Q"] {
        let refused = position(start).parse_move(text);
        assert!(refused.is_err(), "{text:?}: {refused:?}");
    }
}

#[test]
fn what_could_be_two_moves_names_both() {
    let position = position("8/4k3/8/8/8/8/8/R4R1K w - - 0 1");
    let error = position.parse_san("Rd1").expect_err("two rooks");
    assert!(matches!(&error, MoveError::Ambiguous(_, moves) if moves.len() == 2), "{error}");
    let message = error.to_string();
    assert!(message.contains("Rad1") && message.contains("Rfd1"), "{message}");
}

/// Castling where king or rook stay where they are, or change places.
#[test]
fn chess960_castling_in_both_notations() {
    let cases = [
        // King on g1 already: only the rook moves.
        ("4k3/8/8/8/8/8/8/6KR w K - 0 1", "O-O", "g1h1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"),
        // King and rook change places.
        ("4k3/8/8/8/8/8/8/5KR1 w K - 0 1", "O-O", "f1g1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"),
        // The rook stays where it is.
        ("4k3/8/8/8/8/8/8/3RK3 w Q - 0 1", "O-O-O", "e1d1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"),
        // The king goes a long way.
        ("4k3/8/8/8/8/8/8/RK6 w Q - 0 1", "O-O-O", "b1a1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"),
    ];
    for (fen, san, uci960, after) in cases {
        let position = position(fen);
        let m = position.parse_san(san).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert!(m.is_castle(), "{fen}");
        assert_eq!(position.uci960(m).to_string(), uci960, "{fen}");
        assert_eq!(position.parse_uci(uci960), Ok(m), "{fen}");
        assert_eq!(position.after(m).fen(), after, "{fen}");
    }
    // A plain king step comes before castling to the same square.
    let both = position("4k3/8/8/8/8/8/8/5K1R w K - 0 1");
    let step = both.parse_uci("f1g1").expect("a legal move");
    assert!(!step.is_castle());
    assert!(both.parse_uci("f1h1").expect("a legal move").is_castle());
}
