// SPDX-License-Identifier: GPL-3.0-or-later
//! Suites of positions.

use crate::{files_under, shared};
use proptest::prelude::*;
use xanthos_formats::epd::{Epd, EpdError, read};
use xanthos_formats::open_text;

fn parse(line: &str) -> Epd {
    line.parse().unwrap_or_else(|error| panic!("{line}: {error}"))
}

fn best(line: &str) -> Vec<String> {
    let epd = parse(line);
    let moves = epd.best_moves().unwrap_or_else(|error| panic!("{line}: {error}"));
    moves.iter().map(|mv| epd.position.san(*mv)).collect()
}

#[test]
fn every_dialect_of_the_suites() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    for behind in [
        "bm e4 Nf3;",
        "bm e2e4, g1f3;",
        "; bm e4 Nf3 ; id x",
        "0 1 ; bm e4 Nf3",
        "0 1; bm e4! Nf3;",
        "hmvc 0; fmvn 1; bm e4 Nf3",
    ] {
        assert_eq!(best(&format!("{start} {behind}")), ["e4", "Nf3"], "{behind}");
    }
}

#[test]
fn a_check_sign_apart_from_its_move_is_no_move() {
    let line = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - ; bm Qd1 + ; id BK.01 ";
    assert_eq!(best(line), ["Qd1+"]);
    assert_eq!(parse(line).id().as_deref(), Some("BK.01"));
}

#[test]
fn a_name_that_fits_two_moves_means_either() {
    let line = "r1bqk2r/ppp2ppp/2n5/4P3/2Bp2n1/5N1P/PP1N1PP1/R2Q1RK1 b kq - am Ne5;";
    assert_eq!(parse(line).avoid_moves().map(|moves| moves.len()).ok(), Some(2));
}

#[test]
fn counters_come_from_fields_or_operations() {
    let fen = |line: &str| parse(line).position.fen();
    let plain = "4k3/8/8/8/8/8/8/4K3 w - -";
    assert_eq!(fen(plain), format!("{plain} 0 1"));
    assert_eq!(fen(&format!("{plain} 13 40")), format!("{plain} 13 40"));
    assert_eq!(fen(&format!("{plain} hmvc 13; fmvn 40;")), format!("{plain} 13 40"));
}

#[test]
fn mate_distances_in_both_forms() {
    let distance = |ops: &str| parse(&format!("4k3/8/8/8/8/8/8/4K3 w - - {ops}")).mate_distance();
    assert_eq!(distance("dm 5;").ok(), Some(Some(5)));
    assert_eq!(distance("bm #12; PV: e1e2;").ok(), Some(Some(12)));
    assert_eq!(distance("bm #-3;").ok(), Some(Some(-3)));
    assert_eq!(distance("bm Ke2;").ok(), Some(None));
    assert!(distance("dm soon;").is_err());
}

#[test]
fn quoted_operands_keep_blanks_and_semicolons() {
    let epd = parse(r#"4k3/8/8/8/8/8/8/4K3 w - - c0 "one; two" "three"; id "a b";"#);
    assert_eq!(epd.op("c0"), Some(&["one; two".to_owned(), "three".to_owned()][..]));
    assert_eq!(epd.id().as_deref(), Some("a b"));
}

#[test]
fn errors_name_the_line_and_the_operation() {
    let text = "\n# comment\n4k3/8/8/8/8/8/8/4K3 w - - id \"open;\n8/8/8 w - -\n\
        4k3/8/8/8/8/8/8/4K3 w - - am Qd1;\n";
    let lines: Vec<_> = read(text.as_bytes()).collect();
    let error = lines[0].as_ref().expect_err("an open quotation");
    assert!(error.line == 3 && error.to_string().contains("id"), "{error}");
    let error = lines[1].as_ref().expect_err("three ranks");
    assert!(error.line == 4 && matches!(error.error, EpdError::Position(_)), "{error}");
    let error = lines[2].as_ref().expect("a position").avoid_moves().expect_err("no queen");
    assert!(error.to_string().starts_with("am: "), "{error}");
}

#[test]
fn a_missing_blank_before_the_counters() {
    let line = "r1bqrnk1/pp2bp1p/2p2np1/3p2B1/3P4/2NBPN2/PPQ2PPP/1R3RK1 w - -1 12 ; bm b4";
    assert_eq!(best(line), ["b4"]);
    let position = parse(line).position;
    assert_eq!((position.halfmove_clock(), position.fullmove_number()), (1, 12));
    assert!("4k3/8/8/8/8/8/8/4K3 w - -1 ; id x".parse::<Epd>().is_err());
}

#[test]
fn a_capture_with_its_sign_in_the_wrong_place() {
    let line = "rnbq1rk1/pppp1ppp/4pn2/8/1bPP4/P1N5/1PQ1PPPP/R1B1KBNR b KQ - bm Bcx3 + ;";
    assert_eq!(best(line), ["Bxc3+"]);
}

#[test]
fn the_operations_of_an_analysis() {
    let epd = parse(
        "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - acd 4; acn 20439; acs 3; ce 32765; \
         pv Rd8#; pm Rd8#; sm Rd8; eco A00; v0 x;",
    );
    let numbers = [epd.depth(), epd.nodes(), epd.seconds(), epd.centipawns()];
    assert_eq!(numbers.map(|number| number.ok().flatten()), [4, 20439, 3, 32765].map(Some));
    let mate = epd.position.parse_san("Rd8#").ok();
    assert_eq!(epd.line().ok().and_then(|line| line.first().copied()), mate);
    assert_eq!(epd.predicted_move().ok().flatten(), mate);
    assert_eq!(epd.moves("sm").ok().and_then(|moves| moves.first().copied()), mate);
    assert_eq!(parse("4k3/8/8/8/8/8/8/4K3 w - - acn many;").nodes().ok(), None);
}

/// Every position and every task of the suites.
#[test]
fn all_suites_are_read() {
    let Some(folder) = shared("suites") else { return };
    let (mut positions, mut tasks, mut lines, mut refused) = (0, 0, 0, 0);
    for path in files_under(&folder, ".epd") {
        let mut refuse = |error: &dyn std::fmt::Display| {
            println!("{}: {error}", path.display());
            refused += 1;
        };
        for epd in read(open_text(&path).expect("opens")) {
            match epd {
                Err(error) => refuse(&error),
                Ok(epd) => {
                    positions += 1;
                    for moves in [epd.best_moves(), epd.avoid_moves()] {
                        moves.map_or_else(|error| refuse(&error), |moves| tasks += moves.len());
                    }
                    epd.mate_distance()
                        .map_or_else(|error| refuse(&error), |mate| tasks += mate.iter().count());
                    epd.line().map_or_else(|error| refuse(&error), |line| lines += line.len());
                    for number in [epd.depth(), epd.nodes(), epd.seconds(), epd.centipawns()] {
                        number.map_or_else(|error| refuse(&error), |_| ());
                    }
                    let again: Epd = epd.to_string().parse().expect("what is written is read");
                    assert_eq!(again.position, epd.position, "{epd}");
                    assert_eq!(again.to_string(), epd.to_string());
                    assert_eq!(again.best_moves().ok(), epd.best_moves().ok(), "{epd}");
                }
            }
        }
    }
    println!(
        "NOTE: suites: {positions} positions, {tasks} moves and mates, {lines} moves of lines, \
         {refused} refused"
    );
    assert!(positions > 18_000 && tasks > 15_000 && lines > 100_000);
    assert_eq!(refused, 0);
}

#[test]
fn a_colon_alone_is_kept() {
    for text in [":", "::", ": 3", "bm: Kd1"] {
        let epd: Epd = format!("4k3/8/8/8/8/8/8/4K3 w - - {text}").parse().unwrap();
        let again: Epd = epd.to_string().parse().unwrap();
        assert_eq!(again.to_string(), epd.to_string(), "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_line_is_answered(line in ".{0,150}", fields in any::<bool>()) {
        let line = if fields { format!("4k3/8/8/8/8/8/8/4K3 w - - {line}") } else { line };
        if let Ok(epd) = line.parse::<Epd>() {
            let _ = (epd.best_moves().is_ok(), epd.mate_distance().is_ok(), epd.id());
            let _ = (epd.line().is_ok(), epd.depth().is_ok());
            let again: Epd = epd.to_string().parse().expect("what is written is read");
            prop_assert_eq!(again.position, epd.position);
            prop_assert_eq!(again.to_string(), epd.to_string());
        }
    }
}
