// SPDX-License-Identifier: GPL-3.0-or-later
//! What is a chess position and what only looks like one.

use crate::material::{shared, shared_text};
use crate::twin;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, PositionError};
use std::path::Path;
use xanthos_chess::{Field, Position, Setup};

/// FENs to refuse, with the part that is wrong and a word that the message must have.
const REFUSED: &[(&str, Field, &str)] = &[
    ("", Field::Board, "missing"),
    ("   ", Field::Board, "missing"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", Field::Turn, "missing"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w", Field::Castling, "missing"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq", Field::EnPassant, "missing"),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 extra", Field::FullmoveNumber, "after"),
    ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", Field::Turn, "'w' nor 'b'"),
    ("4k3/8/8/8/8/8/8/4K3 w - - x 1", Field::HalfmoveClock, "number"),
    ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", Field::HalfmoveClock, "number"),
    ("4k3/8/8/8/8/8/8/4K3 w - - +1 1", Field::HalfmoveClock, "number"),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999999999999", Field::FullmoveNumber, "number"),
    // The board.
    ("4k3/8/8/8/8/8/4K3 w - - 0 1", Field::Board, "7 ranks"),
    ("4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", Field::Board, "more than 8 ranks"),
    ("4k3/7/8/8/8/8/8/4K3 w - - 0 1", Field::Board, "rank 7 has 7"),
    ("4k3/9/8/8/8/8/8/4K3 w - - 0 1", Field::Board, "'9'"),
    ("4k3/81/8/8/8/8/8/4K3 w - - 0 1", Field::Board, "rank 7 has 9"),
    ("4k3/ppppppppp/8/8/8/8/8/4K3 w - - 0 1", Field::Board, "rank 7"),
    ("4k3/8/8/8/8/8/8/4Kx2 w - - 0 1", Field::Board, "'x'"),
    ("4k3/8/8/8/8/8/8/4Ké2 w - - 0 1", Field::Board, "'é'"),
    ("4k3/8/8/8/8/8/8/4K2♖ w - - 0 1", Field::Board, "'♖'"),
    // Kings and numbers of pieces.
    ("8/8/8/8/8/8/8/4K3 w - - 0 1", Field::Board, "black has no king"),
    ("4k3/8/8/8/8/8/8/8 w - - 0 1", Field::Board, "white has no king"),
    ("4k3/8/8/8/8/8/8/2K1K3 w - - 0 1", Field::Board, "white has 2 kings"),
    ("k3k3/8/8/8/8/8/8/4K3 w - - 0 1", Field::Board, "black has 2 kings"),
    ("rnbqkbnr/pppppppp/p7/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Field::Board, "black"),
    ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", Field::Board, "white has 9 pawns"),
    ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", Field::Board, "h8"),
    ("4k3/8/8/8/8/8/8/p3K3 w - - 0 1", Field::Board, "a1"),
    // Checks that cannot be.
    ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", Field::Turn, "check"),
    ("8/8/8/3kK3/8/8/8/8 w - - 0 1", Field::Turn, "check"),
    ("4k3/8/8/8/r6r/8/3n1n2/r3K2r w - - 0 1", Field::Board, "check"),
    ("4k3/8/8/8/8/5n2/8/r3K2r w - - 0 1", Field::Board, "check"),
    // Castling.
    ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", Field::Castling, "'K'"),
    ("r3k2r/8/8/8/8/8/4K3/R6R w KQkq - 0 1", Field::Castling, "'K'"),
    ("4k3/8/8/8/8/8/8/R3K3 w KQ - 0 1", Field::Castling, "'K'"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkqx - 0 1", Field::Castling, "'x'"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KK - 0 1", Field::Castling, "second time"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w B - 0 1", Field::Castling, "'B'"),
    // En passant.
    ("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", Field::EnPassant, "square"),
    ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", Field::EnPassant, "e6"),
    ("4k3/8/8/4p3/8/8/8/4K3 b - e6 0 1", Field::EnPassant, "e6"),
    ("4k3/4p3/8/4p3/8/8/8/4K3 w - e6 0 1", Field::EnPassant, "e6"),
    ("4k3/8/4n3/4p3/8/8/8/4K3 w - e6 0 1", Field::EnPassant, "e6"),
    ("rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq e3 0 1", Field::EnPassant, "e3"),
];

/// FENs to accept, with what is written back.
const ACCEPTED: &[(&str, &str)] = &[
    ("4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
    ("4k3/8/8/8/8/8/8/4K3 b - - 7", "4k3/8/8/8/8/8/8/4K3 b - - 7 1"),
    ("  4k3/8/8/8/8/8/8/4K3\tw  -  -  7   0 ", "4k3/8/8/8/8/8/8/4K3 w - - 7 1"),
    // No pawn can take, so the square is not kept.
    (
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    ),
    // The capture would uncover the king.
    ("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", "8/8/8/8/k2Pp2Q/8/8/3K4 b - - 0 1"),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"),
    // Shredder-FEN, and X-FEN with an inner rook.
    ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
    ("4k3/8/8/8/8/8/8/2R1KR1R w F - 0 1", "4k3/8/8/8/8/8/8/2R1KR1R w F - 0 1"),
    ("4k3/8/8/8/8/8/8/2R1KR1R w K - 0 1", "4k3/8/8/8/8/8/8/2R1KR1R w K - 0 1"),
    ("4k3/8/8/8/8/8/8/2R1KR1R w H - 0 1", "4k3/8/8/8/8/8/8/2R1KR1R w K - 0 1"),
    // Order does not matter when reading.
    ("r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
];

#[test]
fn what_is_no_position_is_refused_with_place_and_reason() {
    for (fen, field, word) in REFUSED {
        match Position::from_fen(fen) {
            Ok(position) => panic!("{fen:?} was read as {position}"),
            Err(error) => {
                assert_eq!(error.field, *field, "{fen:?}: {error}");
                assert!(error.to_string().contains(word), "{fen:?}: {error}");
                assert!(fen.get(error.span.clone()).is_some(), "{fen:?}: {:?}", error.span);
            }
        }
    }
}

#[test]
fn what_is_a_position_is_read_in_every_dialect() {
    for (fen, written) in ACCEPTED {
        let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(position.fen(), *written, "{fen}");
    }
}

#[test]
fn lenient_reading_leaves_out_only_what_cannot_be() {
    let cases = [
        ("4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", 3),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 1),
        ("4k3/8/8/8/8/8/8/4K3 w KQ e6 5 9", "4k3/8/8/8/8/8/8/4K3 w - - 5 9", 3),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 0),
    ];
    for (fen, repaired, repairs) in cases {
        let setup = Setup::parse(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let (position, dropped) =
            setup.position_lenient().unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(position.fen(), repaired, "{fen}");
        assert_eq!(dropped.len(), repairs, "{fen}: {dropped:?}");
        assert!(dropped.iter().all(|repair| repair.to_string().contains("dropped")), "{fen}");
        assert_eq!(setup.position().is_ok(), repairs == 0, "{fen}, strictly read");
    }
    // Checks that no move can have given are no reason not to play on.
    let setup = Setup::parse("B6b/8/8/8/2K5/5k2/8/b6B b - - 0 1").expect("the form is right");
    assert_eq!(setup.position_lenient().map(|(_, repairs)| repairs), Ok(Vec::new()));
    assert!(setup.position().is_err());
    // No king is beyond repair.
    let setup = Setup::parse("8/8/8/8/8/8/8/4K3 w - - 0 1").expect("the form is right");
    assert!(setup.position_lenient().is_err());
}

#[test]
fn invalid_positions_by_the_thousand() {
    let Some(text) = shared_text("perft/invalid.sfens") else { return };
    let mut lines = 0;
    for fen in text.lines() {
        match Position::from_fen(fen) {
            Ok(position) => panic!("{fen:?} was read as {position}"),
            Err(error) => {
                assert!(fen.get(error.span.clone()).is_some(), "{fen:?}: {:?}", error.span);
                assert!(error.to_string().starts_with(&error.field.to_string()), "{error}");
                assert!(!error.problem.to_string().is_empty(), "{fen:?}");
            }
        }
        lines += 1;
    }
    assert_eq!(lines, 9_992);
}

#[test]
fn valid_positions_by_the_thousand() {
    let Some(text) = shared_text("perft/valid.sfens") else { return };
    let mut lines = 0;
    for fen in text.lines() {
        let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        for written in [position.fen(), position.shredder_fen()] {
            assert_eq!(Position::from_fen(&written).as_ref(), Ok(&position), "{fen}");
        }
        let twin = twin::Twin { theirs: twin::shakmaty(fen), ours: position };
        assert_eq!(position.fen(), twin.their_fen(), "{fen}");
        twin.moves();
        lines += 1;
    }
    assert_eq!(lines, 10_000);
}

#[test]
fn all_starts_of_chess960() {
    let Some(text) = shared_text("perft/chess960_start_positions.sfens") else { return };
    let mut listed: Vec<String> =
        text.lines().map(|fen| Position::from_fen(fen).expect("a start").shredder_fen()).collect();
    let mut made: Vec<String> = (0..960).map(|n| Position::chess960(n).shredder_fen()).collect();
    listed.sort();
    made.sort();
    assert_eq!(made, listed);
}

#[test]
fn chess960_starts_are_numbered_as_scharnagl_numbered_them() {
    let rank = |number| {
        let fen = Position::chess960(number).fen();
        fen.split('/').next_back().map(|rank| rank[..8].to_owned())
    };
    assert_eq!(rank(0).as_deref(), Some("BBQNNRKR"));
    assert_eq!(rank(518).as_deref(), Some("RNBQKBNR"));
    assert_eq!(rank(959).as_deref(), Some("RKRNNQBB"));
    assert_eq!(Position::double_chess960(518, 518), Position::startpos());
}

/// Whatever is thrown at the readers, they answer; and what one library takes for a position,
/// the other does too. More promoted pieces than pawns that are gone are let stand here, since
/// published collections have such positions; the other library is told to do the same.
pub fn read_in_every_way(text: &str) {
    let strict = Position::from_fen(text);
    if let Ok(setup) = Setup::parse(text)
        && let Ok((position, _)) = setup.position_lenient()
    {
        let again = Setup::parse(&position.fen()).and_then(|setup| setup.position_lenient());
        assert_eq!(again, Ok((position, Vec::new())), "{text:?} repaired");
    }
    if let Ok(position) = strict {
        let fen = position.fen();
        assert_eq!(Position::from_fen(&fen), Ok(position), "{text:?}");
        let theirs: Result<Chess, _> =
            fen.parse::<Fen>().expect("our FEN").into_position(CastlingMode::Chess960);
        let theirs = theirs.or_else(PositionError::ignore_too_much_material);
        assert!(theirs.is_ok(), "{text:?} was read as {fen}, where shakmaty says {theirs:?}");
    }
    let start = Position::startpos();
    for read in [start.parse_san(text), start.parse_uci(text), start.parse_move(text)] {
        match read {
            Ok(m) => assert!(start.is_legal(m), "{text:?}"),
            Err(error) => assert!(!error.to_string().is_empty(), "{text:?}"),
        }
    }
}

#[test]
fn pieces_that_no_pawn_can_have_become_are_let_stand() {
    read_in_every_way("nq1rbrkb/ppp1p2p/3Q1p2/3p2p1/5P2/1P6/P1PPPKPP/bNRBBR2 b - - 1 6");
    let of_a_collection = "NBQKRBRN/PPPPPPPP/8/8/8/8/3k4/8 w - - 0 1";
    assert!(Position::from_fen(of_a_collection).is_ok());
    read_in_every_way(of_a_collection);
}

fn visit(folder: &Path, files: &mut usize) {
    for entry in std::fs::read_dir(folder).expect("a folder that is there") {
        let path = entry.expect("an entry of the folder").path();
        if path.is_dir() {
            visit(&path, files);
            continue;
        }
        let bytes = std::fs::read(&path).expect("a file that is there");
        // Tables are bytes without lines; a beginning is enough.
        let text = String::from_utf8_lossy(&bytes[..bytes.len().min(200_000)]);
        read_in_every_way(&text);
        text.lines().for_each(read_in_every_way);
        text.split_whitespace().for_each(read_in_every_way);
        *files += 1;
    }
}

#[test]
fn odd_files_of_other_projects_do_no_harm() {
    let Some(folder) = shared("edge") else { return };
    let mut files = 0;
    visit(&folder, &mut files);
    assert!(files > 100, "only {files} files");
}
