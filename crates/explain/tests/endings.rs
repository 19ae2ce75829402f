// SPDX-License-Identifier: GPL-3.0-or-later
//! What is said about endings, against solutions made by other means: king and pawn against
//! king solved anew here, over all positions; the wrong bishop against Syzygy tables where
//! they are there.

use chess::{Color, Position, Square};
use xanthos_explain::concepts::{Concept, concepts, pawn_ending_is_won};

fn adjacent(a: usize, b: usize) -> bool {
    let off = |x: usize, y: usize| x.abs_diff(y);
    off(a % 8, b % 8) <= 1 && off(a / 8, b / 8) <= 1
}

/// White's pawn attacks this square.
fn hits(pawn: usize, square: usize) -> bool {
    square / 8 == pawn / 8 + 1 && (square % 8).abs_diff(pawn % 8) == 1
}

fn index(white: bool, king: usize, pawn: usize, enemy: usize) -> usize {
    ((usize::from(white) * 64 + king) * 64 + pawn) * 64 + enemy
}

fn steps(from: usize) -> impl Iterator<Item = usize> {
    (0..64).filter(move |&to| to != from && adjacent(from, to))
}

/// Can the position be? With White to move Black's king is not in check.
fn possible(white: bool, king: usize, pawn: usize, enemy: usize) -> bool {
    king != pawn
        && king != enemy
        && pawn != enemy
        && !adjacent(king, enemy)
        && (1..7).contains(&(pawn / 8))
        && !(white && hits(pawn, enemy))
}

/// Which positions are won for White, found by going through all of them until nothing
/// changes.
fn solve() -> Vec<bool> {
    let mut won = vec![false; 2 * 64 * 64 * 64];
    loop {
        let mut changed = false;
        for king in 0..64 {
            for pawn in 8..56 {
                for enemy in 0..64 {
                    for white in [true, false] {
                        let at = index(white, king, pawn, enemy);
                        if won[at] || !possible(white, king, pawn, enemy) {
                            continue;
                        }
                        let wins = if white {
                            white_wins(&won, king, pawn, enemy)
                        } else {
                            black_loses(&won, king, pawn, enemy)
                        };
                        if wins {
                            won[at] = true;
                            changed = true;
                        }
                    }
                }
            }
        }
        if !changed {
            return won;
        }
    }
}

fn white_wins(won: &[bool], king: usize, pawn: usize, enemy: usize) -> bool {
    let walks = steps(king).filter(|&to| to != pawn && !adjacent(to, enemy));
    if walks.into_iter().any(|to| won[index(false, to, pawn, enemy)]) {
        return true;
    }
    let ahead = pawn + 8;
    if ahead == king || ahead == enemy {
        return false;
    }
    if ahead / 8 == 7 {
        // A queen or rook that can't be taken wins.
        return !adjacent(enemy, ahead) || adjacent(king, ahead);
    }
    let double = ahead + 8;
    won[index(false, king, ahead, enemy)]
        || pawn / 8 == 1
            && double != king
            && double != enemy
            && won[index(false, king, double, enemy)]
}

fn black_loses(won: &[bool], king: usize, pawn: usize, enemy: usize) -> bool {
    let mut moves = 0;
    for to in steps(enemy) {
        if adjacent(to, king) || hits(pawn, to) || to == king {
            continue;
        }
        if to == pawn || !won[index(true, king, pawn, to)] {
            return false;
        }
        moves += 1;
    }
    moves > 0
}

fn position(white: bool, king: usize, pawn: usize, enemy: usize) -> Option<Position> {
    let mut setup = chess::Setup::empty();
    let piece = |color, role| Some(chess::Piece::new(color, role));
    setup.pieces[king] = piece(Color::White, chess::Role::King);
    setup.pieces[pawn] = piece(Color::White, chess::Role::Pawn);
    setup.pieces[enemy] = piece(Color::Black, chess::Role::King);
    setup.turn = if white { Color::White } else { Color::Black };
    setup.position().ok()
}

#[test]
fn every_word_about_king_and_pawn_is_true() {
    let won = solve();
    let mut said = std::collections::BTreeMap::new();
    let mut all = 0;
    for pawn in 8..56 {
        for king in 0..64 {
            for enemy in 0..64 {
                for white in [true, false] {
                    if !possible(white, king, pawn, enemy) {
                        continue;
                    }
                    let Some(position) = position(white, king, pawn, enemy) else { continue };
                    let result = won[index(white, king, pawn, enemy)];
                    let fen = position.fen();
                    all += 1;
                    // Seen from both sides of the board.
                    for position in [position, position.flipped()] {
                        let (_, known) = pawn_ending_is_won(&position).expect("king and pawn");
                        assert_eq!(known, result, "{fen}");
                    }
                    let other = possible(!white, king, pawn, enemy)
                        .then(|| won[index(!white, king, pawn, enemy)]);
                    let found = concepts(&position);
                    let ending = found.iter().find(|found| found.concept <= Concept::WrongBishop);
                    let ending = ending.expect("something is known");
                    *said.entry(format!("{:?}", ending.concept)).or_insert(0) += 1;
                    match ending.concept {
                        // The pawn gets through, whoever is to move.
                        Concept::KeySquare => assert!(result && other == Some(true), "{fen}"),
                        // Whoever is to move must give way: the result depends on the turn.
                        Concept::Opposition => {
                            assert_eq!(other, Some(!result), "{fen}");
                            let waiting = if white { Color::Black } else { Color::White };
                            assert_eq!(ending.side, waiting, "{fen}");
                            let (a, b) = (king.abs_diff(enemy) % 8, king.abs_diff(enemy));
                            assert!(a == 0 && b == 16 || b == 2, "{fen}");
                        }
                        // The pawn runs: won although White's king never moves.
                        Concept::OutsideTheSquare => {
                            assert!(result && runs(white, king, pawn, enemy), "{fen}");
                        }
                        Concept::PawnEndingWon => assert!(result, "{fen}"),
                        Concept::PawnEndingDrawn => assert!(!result, "{fen}"),
                        other => panic!("{other:?} {fen}"),
                    }
                }
            }
        }
    }
    println!("{all} positions: {said:?}");
    assert!(all > 300_000);
}

/// Does the pawn get through if White only pushes it?
fn runs(white: bool, king: usize, pawn: usize, enemy: usize) -> bool {
    if white {
        let ahead = pawn + 8;
        if ahead == king || ahead == enemy {
            return false;
        }
        if ahead / 8 == 7 {
            return !adjacent(enemy, ahead) || adjacent(king, ahead);
        }
        let double = ahead + 8;
        return runs(false, king, ahead, enemy)
            || pawn / 8 == 1
                && double != king
                && double != enemy
                && runs(false, king, double, enemy);
    }
    let mut moves = 0;
    for to in steps(enemy) {
        if to == king || adjacent(to, king) || hits(pawn, to) {
            continue;
        }
        if to == pawn || !runs(true, king, pawn, to) {
            return false;
        }
        moves += 1;
    }
    moves > 0
}

#[test]
fn the_wrong_bishop_draws() {
    use shakmaty::{CastlingMode, Chess, fen::Fen};
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/syzygy");
    let mut tables = shakmaty_syzygy::Tablebase::<Chess>::new();
    if tables.add_directory(&folder).is_err() || !folder.join("KBPvK.rtbw").exists() {
        println!("SKIPPED: no tables in {}", folder.display());
        return;
    }
    let mut said = 0;
    for pawn in Square::ALL.into_iter().filter(|square| matches!(square.file(), 0 | 7)) {
        for bishop in Square::ALL {
            for king in Square::ALL {
                for enemy in [
                    Square::A8,
                    Square::B8,
                    Square::A7,
                    Square::B7,
                    Square::H8,
                    Square::G8,
                    Square::H7,
                    Square::G7,
                ] {
                    for turn in Color::ALL {
                        let mut setup = chess::Setup::empty();
                        let all = [
                            (pawn, Color::White, chess::Role::Pawn),
                            (bishop, Color::White, chess::Role::Bishop),
                            (king, Color::White, chess::Role::King),
                            (enemy, Color::Black, chess::Role::King),
                        ];
                        for (square, color, role) in all {
                            setup.pieces[square.index()] = Some(chess::Piece::new(color, role));
                        }
                        setup.turn = turn;
                        if setup.pieces.iter().flatten().count() != 4 {
                            continue;
                        }
                        let Ok(position) = setup.position() else { continue };
                        let found = concepts(&position);
                        if !found.iter().any(|found| found.concept == Concept::WrongBishop) {
                            continue;
                        }
                        said += 1;
                        let fen: Fen = position.fen().parse().expect("a FEN");
                        let there: Chess =
                            fen.into_position(CastlingMode::Standard).expect("legal");
                        let wdl = tables.probe_wdl_after_zeroing(&there).expect("a table");
                        assert_eq!(wdl, shakmaty_syzygy::Wdl::Draw, "{}", position.fen());
                    }
                }
            }
        }
    }
    println!("{said} fortresses");
    assert!(said > 10_000);
}

/// Every position of two kings and these two pieces of which `concept` is said is drawn by Syzygy
/// tables; how often it is said.
fn is_drawn(table: &str, pieces: [(Color, chess::Role); 2], concept: Concept) -> Option<usize> {
    use shakmaty::{CastlingMode, Chess, fen::Fen};
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/syzygy");
    let folder = std::env::var_os("XANTHOS_SHARED")
        .map_or(folder, |shared| std::path::Path::new(&shared).join("syzygy"));
    let mut tables = shakmaty_syzygy::Tablebase::<Chess>::new();
    if tables.add_directory(&folder).is_err() || !folder.join(table).exists() {
        println!("SKIPPED: no {table}");
        return None;
    }
    let mut said = 0;
    let kings = [(Color::White, chess::Role::King), (Color::Black, chess::Role::King)];
    for index in 0..1usize << 24 {
        let squares = [0, 6, 12, 18].map(|shift| Square::ALL[index >> shift & 63]);
        let mut setup = chess::Setup::empty();
        for (square, (color, role)) in squares.into_iter().zip(kings.into_iter().chain(pieces)) {
            setup.pieces[square.index()] = Some(chess::Piece::new(color, role));
        }
        // Told of Black here; the detectors are turned round in their own tests.
        let edge = matches!(squares[1].rank(), 0 | 1 | 7);
        if !edge || setup.pieces.iter().flatten().count() != 4 {
            continue;
        }
        for turn in Color::ALL {
            setup.turn = turn;
            let Ok(position) = setup.position() else { continue };
            if !concepts(&position).iter().any(|found| found.concept == concept) {
                continue;
            }
            said += 1;
            let fen: Fen = position.fen().parse().expect("a FEN");
            let there: Chess = fen.into_position(CastlingMode::Standard).expect("legal");
            let wdl = tables.probe_wdl_after_zeroing(&there).expect("a table");
            assert_eq!(wdl, shakmaty_syzygy::Wdl::Draw, "{}", position.fen());
        }
    }
    println!("{said} of {concept:?}");
    Some(said)
}

#[test]
fn the_rook_pawn_holds_against_the_queen() {
    let pieces = [(Color::White, chess::Role::Queen), (Color::Black, chess::Role::Pawn)];
    let said = is_drawn("KQvKP.rtbw", pieces, Concept::QueenAgainstPawn);
    assert!(said.is_none_or(|said| said > 1_000));
}

#[test]
fn the_bishop_holds_against_the_rook_in_its_corner() {
    let pieces = [(Color::White, chess::Role::Rook), (Color::Black, chess::Role::Bishop)];
    let said = is_drawn("KRvKB.rtbw", pieces, Concept::RookAgainstBishop);
    assert!(said.is_none_or(|said| said > 1_000));
}

#[test]
fn the_king_in_the_corner_holds_against_knight_and_rook_pawn() {
    let pieces = [(Color::White, chess::Role::Knight), (Color::White, chess::Role::Pawn)];
    let said = is_drawn("KNPvK.rtbw", pieces, Concept::KnightAndRookPawn);
    assert!(said.is_none_or(|said| said > 1_000));
}
