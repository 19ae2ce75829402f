// SPDX-License-Identifier: GPL-3.0-or-later
//! Move paths counted and compared with what others have counted.

use crate::dice::Dice;
use crate::material::{is_slow_run, shared_text};
use crate::{cores, twin};
use std::sync::atomic::{AtomicU64, Ordering};
use xanthos_chess::{Position, Setup, divide, divide_parallel, perft, perft_parallel};

/// A position with the published number of move paths of each length.
struct Known<'a> {
    fen: &'a str,
    /// Depth and count.
    counts: Vec<(u32, u64)>,
}

/// How many paths to count in a position at most, so that everyday runs stay short.
fn budget() -> u64 {
    if is_slow_run() { u64::MAX } else { 120_000 }
}

/// Some suites have checks that no game can bring about, so the reading is lenient.
fn position(fen: &str) -> Position {
    let read = Setup::parse(fen).and_then(|setup| setup.position_lenient());
    read.unwrap_or_else(|error| panic!("{fen}: {error}")).0
}

/// The positions of the Chess Programming Wiki, then rule corners collected by Martin Sedlak and
/// others, then Chess960.
const PUBLISHED: &[(&str, &[u64])] = &[
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        &[1, 20, 400, 8_902, 197_281, 4_865_609],
    ),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        &[1, 48, 2_039, 97_862, 4_085_603],
    ),
    (
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        &[1, 14, 191, 2_812, 43_238, 674_624, 11_030_083],
    ),
    (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        &[1, 6, 264, 9_467, 422_333, 15_833_292],
    ),
    (
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        &[1, 44, 1_486, 62_379, 2_103_487],
    ),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        &[1, 46, 2_079, 89_890, 3_894_594],
    ),
    ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", &[1, 24, 496, 9_483, 182_838, 3_605_103]),
    // Chess960, in Shredder notation.
    (
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        &[1, 21, 528, 12_189, 326_672, 8_146_062],
    ),
    (
        "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
        &[1, 21, 807, 18_002, 667_366],
    ),
    (
        "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9",
        &[1, 20, 479, 10_471, 273_318, 6_417_013],
    ),
];

/// Corners of the rules, with one depth each.
const CORNERS: &[(&str, &str, u32, u64)] = &[
    ("en passant pinned along the rank", "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", 6, 1_134_888),
    ("en passant pinned, colours swapped", "8/8/8/8/k1p4R/8/3P4/3K4 w - - 0 1", 6, 1_134_888),
    ("en passant pinned by a bishop", "8/8/4k3/8/2p5/8/B2P2K1/8 w - - 0 1", 6, 1_015_133),
    ("en passant gives check", "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", 6, 1_440_467),
    ("short castling gives check", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", 6, 661_072),
    ("long castling gives check", "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", 6, 803_711),
    ("rights go with captured rooks", "r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", 4, 1_274_206),
    ("castling through check", "r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", 4, 1_720_476),
    ("promotion out of check", "2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1", 6, 3_821_001),
    ("discovered check", "8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1", 5, 1_004_658),
    ("promotion gives check", "4k3/1P6/8/8/8/8/K7/8 w - - 0 1", 6, 217_342),
    ("underpromotion gives check", "8/P1k5/K7/8/8/8/8/8 w - - 0 1", 6, 92_683),
    ("stalemating oneself", "K1k5/8/P7/8/8/8/8/8 w - - 0 1", 6, 2_217),
    ("stalemate and mate", "8/k1P5/8/1K6/8/8/8/8 w - - 0 1", 7, 567_584),
    ("double check", "8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1", 4, 23_527),
];

#[test]
fn published_counts() {
    for (fen, counts) in PUBLISHED {
        for (depth, count) in counts.iter().enumerate() {
            assert_eq!(perft(&position(fen), depth as u32), *count, "{fen} depth {depth}");
        }
    }
}

#[test]
fn published_counts_of_rule_corners() {
    for (name, fen, depth, count) in CORNERS {
        assert_eq!(perft(&position(fen), *depth), *count, "{name}: {fen} depth {depth}");
    }
}

#[test]
fn colours_count_alike() {
    for (fen, counts) in PUBLISHED {
        let flipped = position(fen).flipped();
        assert_eq!(perft(&flipped, 3), counts[3], "{fen} with colours swapped: {flipped}");
    }
}

#[test]
fn every_way_of_counting_counts_the_same() {
    for (fen, counts) in PUBLISHED {
        let position = position(fen);
        let count = counts[3];
        assert_eq!(perft_parallel(&position, 3, 3), count, "{fen} in parallel");
        for parts in [divide(&position, 3), divide_parallel(&position, 3, 2, &|_, _| {})] {
            assert_eq!(parts.len() as u64, counts[1], "{fen} divided");
            assert_eq!(parts.iter().map(|(_, count)| count).sum::<u64>(), count, "{fen} divided");
        }
    }
}

/// No counts are published for double Chess960, so two other libraries count along.
#[test]
fn shuffled_starts_beside_two_other_libraries() {
    let mut dice = Dice::new(960);
    let mut starts: Vec<Position> =
        (0..40).map(|_| Position::chess960(dice.below(960) as u16)).collect();
    for _ in 0..160 {
        let (white, black) = (dice.below(960) as u16, dice.below(960) as u16);
        starts.push(Position::double_chess960(white, black));
    }
    cores::for_each(&starts, |start| {
        let depth = if is_slow_run() { 5 } else { 3 };
        let count = perft(start, depth);
        let fen = start.shredder_fen();
        assert_eq!(count, shakmaty::perft(&twin::shakmaty(&fen), depth), "{fen} and shakmaty");
        let board = cozy_chess::Board::from_fen(&fen, true).expect("a start position");
        assert_eq!(count, cozy_perft(&board, depth), "{fen} and cozy-chess");
    });
}

fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut count = 0;
    board.generate_moves(|moves| {
        for mv in moves {
            let mut next = board.clone();
            next.play_unchecked(mv);
            count += if depth == 1 { 1 } else { cozy_perft(&next, depth - 1) };
        }
        false
    });
    count
}

/// Counts in every position of a suite as deep as the budget allows.
fn run_suite(name: &str, read: fn(&str) -> Vec<Known<'_>>, expected_positions: usize) {
    let Some(text) = shared_text(&format!("perft/{name}")) else { return };
    let suite = read(&text);
    assert_eq!(suite.len(), expected_positions, "{name} is read to its end");
    let paths = AtomicU64::new(0);
    cores::for_each(&suite, |known| {
        let position = position(known.fen);
        let affordable = known.counts.iter().filter(|(_, count)| *count <= budget());
        // The deepest affordable count implies the shallower ones; if all are too dear, the
        // cheapest is still counted.
        let chosen = affordable.max().or(known.counts.iter().min());
        let (depth, count) =
            *chosen.unwrap_or_else(|| panic!("{name}: {} has no count", known.fen));
        assert_eq!(perft(&position, depth), count, "{name}: {} depth {depth}", known.fen);
        paths.fetch_add(count, Ordering::Relaxed);
    });
    println!("NOTE: {name}: {} positions, {} move paths", suite.len(), paths.into_inner());
}

/// `fen ;D1 20 ;D2 400` and `fen; D4 20`.
fn read_epd(text: &str) -> Vec<Known<'_>> {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines
        .map(|line| {
            let mut parts = line.split(';');
            let fen = parts.next().unwrap_or_default().trim();
            let counts = parts.filter_map(|part| {
                let (depth, count) = part.trim().strip_prefix('D')?.split_once(' ')?;
                Some((depth.parse().ok()?, count.trim().parse().ok()?))
            });
            Known { fen, counts: counts.collect() }
        })
        .collect()
}

/// Blocks of `id`, `epd` and `perft` lines.
fn read_blocks(text: &str) -> Vec<Known<'_>> {
    let mut suite: Vec<Known> = Vec::new();
    for line in text.lines() {
        if let Some(fen) = line.strip_prefix("epd ") {
            suite.push(Known { fen: fen.trim(), counts: Vec::new() });
        } else if let Some(rest) = line.strip_prefix("perft ")
            && let Some((depth, count)) = rest.trim().split_once(' ')
            && let (Some(last), Ok(depth), Ok(count)) =
                (suite.last_mut(), depth.parse(), count.trim().parse())
        {
            last.counts.push((depth, count));
        }
    }
    suite
}

#[test]
fn suite_standard() {
    run_suite("standard.epd", read_epd, 128);
}

#[test]
fn suite_fischer() {
    run_suite("fischer.epd", read_epd, 960);
}

#[test]
fn suite_chess960() {
    run_suite("chess960.perft", read_blocks, 960);
}

#[test]
fn suite_tricky() {
    run_suite("tricky.perft", read_blocks, 19);
}

#[test]
fn suite_random() {
    run_suite("random.perft", read_blocks, 6838);
}

#[test]
fn suite_single_check_1() {
    run_suite("ferdy_perft_single_check_1.epd", read_epd, 5000);
}

#[test]
fn suite_single_check_2() {
    run_suite("ferdy_perft_single_check_2.epd", read_epd, 5000);
}

#[test]
fn suite_single_check_3() {
    run_suite("ferdy_perft_single_check_3.epd", read_epd, 5000);
}

#[test]
fn suite_double_checks() {
    run_suite("ferdy_perft_double_checks.epd", read_epd, 184);
}
