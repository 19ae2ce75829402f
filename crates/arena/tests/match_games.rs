// SPDX-License-Identifier: GPL-3.0-or-later
//! Whole tournaments of healthy engines.

use crate::match_support;

use std::collections::BTreeMap;

use arena::options::{
    BookFormat, BookOrder, EngineConfig, Notation, OpeningPolicy, Openings, Protocol,
    TablebaseResults, TablebaseRule, Variant,
};
use arena::report::{DoneReason, MatchEvent};
use arena::stats::{Failure, Tally};
use journal::StopFlag;
use match_support::{dummy, games, run, tournament};

#[test]
fn a_round_robin_over_both_protocols() {
    let dir = tempfile::tempdir().unwrap();
    let engines = vec![
        dummy("a", "seed=1"),
        dummy("b", "xboard seed=2"),
        dummy("c", "seed=3"),
        dummy("d", "xboard seed=4"),
    ];
    let mut config = tournament(engines, 3, dir.path());
    config.concurrency = 3;
    config.max_moves = None;
    let (summary, _) = run(&config);
    assert_eq!(summary.reason, DoneReason::Complete);
    assert_eq!(summary.tally.games(), 36);
    for engine in 0..4 {
        assert_eq!(summary.tally.failures(engine).total(), 0);
        assert_eq!(summary.tally.total(engine).wdl.games(), 18);
        assert_eq!(summary.tally.total(engine).pairs.pairs(), 9);
    }
    for game in games(&dir.path().join("games.pgn")) {
        assert_eq!(game.tag("Termination"), Some("normal"));
        assert_eq!(game.tag("PlyCount"), Some(game.moves.len().to_string().as_str()));
    }
}

#[test]
fn every_opening_is_played_with_both_colours() {
    let dir = tempfile::tempdir().unwrap();
    let book = dir.path().join("book.pgn");
    std::fs::write(&book, "1. e4 e5 2. Nf3 *\n\n1. d4 d5 *\n\n1. c4 *\n\n1. Nf3 *\n").unwrap();
    let mut config =
        tournament(vec![dummy("a", "seed=1"), dummy("b", "xboard seed=2")], 4, dir.path());
    config.openings = Some(Openings {
        file: book,
        format: BookFormat::Pgn,
        order: BookOrder::Random,
        plies: None,
        start: 1,
        policy: OpeningPolicy::Default,
    });
    run(&config);
    let mut seen: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for game in games(&dir.path().join("games.pgn")) {
        let book: Vec<String> = game
            .moves
            .iter()
            .take_while(|played| played.comment.as_deref() == Some("book"))
            .map(|played| format!("{:?}", played.mv))
            .collect();
        seen.entry(book.join(" ")).or_default().push(game.tag("White").unwrap().to_owned());
    }
    assert_eq!(seen.len(), 4);
    for whites in seen.values_mut() {
        whites.sort();
        assert_eq!(whites, &["a", "b"]);
    }
}

#[test]
fn chess960_castles_its_own_way() {
    let dir = tempfile::tempdir().unwrap();
    let mut config = tournament(vec![dummy("a", "seed=1"), dummy("b", "seed=2")], 20, dir.path());
    config.variant = Variant::Fischerandom;
    config.max_moves = Some(60);
    let (summary, _) = run(&config);
    assert_eq!(summary.tally.failures(0).total() + summary.tally.failures(1).total(), 0);
    let games = games(&dir.path().join("games.pgn"));
    assert!(games.iter().all(|game| game.tag("Variant") == Some("Chess960")));
    let castled =
        games.iter().filter(|game| game.moves.iter().any(|played| played.mv.is_castle())).count();
    assert!(castled > 0, "forty random games without castling test nothing");
}

#[test]
fn an_engine_without_chess960_says_so() {
    let dir = tempfile::tempdir().unwrap();
    let engines = vec![dummy("a", "seed=1"), dummy("old", "xboard seed=2")];
    let mut config = tournament(engines, 1, dir.path());
    config.variant = Variant::Fischerandom;
    let (_, events) = run(&config);
    let said = events.iter().any(|event| {
        matches!(event, MatchEvent::Failed { engine: 1, text, .. } if text.contains("Chess960"))
    });
    assert!(said, "{events:?}");
}

#[test]
fn other_notations_on_request() {
    let dir = tempfile::tempdir().unwrap();
    let mut config = tournament(vec![dummy("a", "seed=1"), dummy("b", "seed=2")], 1, dir.path());
    if let Some(pgn) = &mut config.pgn {
        pgn.notation = Notation::Uci;
    }
    run(&config);
    let text = std::fs::read_to_string(dir.path().join("games.pgn")).unwrap();
    assert!(text.lines().all(|line| line.len() <= 79 || line.starts_with('[')), "{text}");
    // Moves in long form are still read.
    assert_eq!(games(&dir.path().join("games.pgn")).len(), 2);
}

#[test]
fn a_folder_without_tablebases_is_refused_in_words() {
    let dir = tempfile::tempdir().unwrap();
    let mut config = tournament(vec![dummy("a", ""), dummy("b", "")], 1, dir.path());
    config.tablebases = Some(TablebaseRule {
        paths: vec![dir.path().to_owned()],
        pieces: None,
        ignore_fifty_moves: false,
        adjudicate: TablebaseResults::Both,
    });
    let mut quiet = |_: &MatchEvent, _: &Tally| {};
    let error = arena::run(&config, &mut quiet, &StopFlag::new()).unwrap_err();
    assert!(error.to_string().contains("table"), "{error}");
}

#[cfg(target_os = "linux")]
#[test]
fn engines_stay_on_their_processors() {
    let dir = tempfile::tempdir().unwrap();
    let mut config = tournament(vec![dummy("a", ""), dummy("b", "")], 1, dir.path());
    config.affinity = arena::options::Affinity::Cpus(vec![0]);
    let log = arena::log::Log::default();
    let launcher = arena::launcher::Launcher { config: &config, log: &log };
    let started = launcher.seat(1, 3, &StopFlag::new()).unwrap();
    let status = format!("/proc/{}/status", started.player.process_id());
    let status = std::fs::read_to_string(status).unwrap();
    assert!(status.contains("Cpus_allowed_list:\t0\n"), "{status}");
}

/// The engines of Debian, each with its quirks, play whole games.
#[test]
fn real_engines() {
    let known = [
        ("stockfish", "", Protocol::Uci),
        ("ethereal-chess", "", Protocol::Uci),
        ("toga2", "", Protocol::Uci),
        ("glaurung", "", Protocol::Uci),
        ("fairy-stockfish", "", Protocol::Uci),
        ("gnuchess", "--uci", Protocol::Uci),
        ("sjeng", "", Protocol::Xboard),
        ("phalanx", "", Protocol::Xboard),
        ("hoichess", "--xboard", Protocol::Xboard),
        ("fairymax", "", Protocol::Xboard),
        ("sjaakii", "", Protocol::Xboard),
    ];
    let mut engines = Vec::new();
    for (name, arguments, protocol) in known {
        let path = format!("/usr/games/{name}");
        if !std::path::Path::new(&path).exists() {
            println!("SKIPPED: {name} is not installed");
            continue;
        }
        let mut engine = EngineConfig::new(name, &path);
        engine.args = arguments.split_whitespace().map(str::to_owned).collect();
        engine.protocol = protocol;
        // One of them does not know depths.
        engine.limits.clock = match_support::game_clock(10_000, 100);
        engine.limits.depth = Some(1);
        engines.push(engine);
    }
    if engines.len() < 2 {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let mut config = tournament(engines, 1, dir.path());
    config.pairing = arena::options::Pairing::Gauntlet { seeds: 1 };
    config.startup_timeout = std::time::Duration::from_secs(30);
    config.max_moves = Some(20);
    let (summary, events) = run(&config);
    for (index, engine) in config.engines.iter().enumerate() {
        let failures = summary.tally.failures(index);
        // A busy machine may cost time, but nothing else.
        let others = failures.total() - failures.get(Failure::Time);
        assert_eq!(others, 0, "{}: {events:?}", engine.name);
    }
    assert_eq!(summary.tally.games(), config.total_games());
}

/// Lines that cannot be played are told and cost nothing; so are lines to a mate of the wrong
/// length, if somebody asks.
#[test]
fn lines_that_cannot_be_played_are_told() {
    let warnings = |arguments: &str, mates: bool| {
        let dir = tempfile::tempdir().unwrap();
        let mut config = tournament(vec![dummy("a", arguments), dummy("b", "")], 1, dir.path());
        config.check_mate_lines = mates;
        let (summary, events) = run(&config);
        assert_eq!(summary.reason, DoneReason::Complete);
        assert_eq!(summary.tally.failures(0).total(), 0);
        let texts = events.into_iter().filter_map(|event| match event {
            MatchEvent::Warning { engine: Some(0), text } => Some(text),
            _ => None,
        });
        texts.collect::<Vec<_>>()
    };
    let told = warnings("fault=bad-line at=3", false);
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told[0].contains("Illegal PV move a1a1"), "{told:?}");
    assert!(warnings("fault=mate-score at=3", false).is_empty());
    let told = warnings("fault=mate-score at=3", true);
    assert!(told.len() == 2 && told[0].contains("Incomplete mating PV"), "{told:?}");
}

#[test]
fn a_trusted_mate_score_ends_the_game() {
    let dir = tempfile::tempdir().unwrap();
    let mut prophet = dummy("a", "fault=mate-score at=3");
    prophet.trust = true;
    let config = tournament(vec![prophet, dummy("b", "")], 1, dir.path());
    let (summary, _) = run(&config);
    assert_eq!(summary.tally.between(0, 1).wdl.wins, 2);
    for game in games(&dir.path().join("games.pgn")) {
        assert!((5..=6).contains(&game.moves.len()), "{}", game.moves.len());
    }
}

/// Lines of the engine that the user wants stand in the comments, the checksum is that of the
/// file, and the games in progress could be seen.
#[test]
fn wanted_lines_checksum_and_live_games() {
    let dir = tempfile::tempdir().unwrap();
    let mut config = tournament(vec![dummy("a", ""), dummy("b", "")], 1, dir.path());
    config.max_moves = Some(4);
    let pgn = config.pgn.as_mut().unwrap();
    pgn.match_lines = vec!["^info depth 1 .*nodes".to_owned()];
    pgn.crc32 = true;
    config.live_pgn = Some(dir.path().join("live.pgn"));
    let (_, events) = run(&config);
    let file = dir.path().join("games.pgn");
    for game in games(&file) {
        for played in &game.moves {
            let comment = played.comment.as_deref().unwrap_or_default();
            assert!(comment.contains("line=\"info depth 1 score cp 0 nodes "), "{comment}");
        }
    }
    // CRC-32 bit by bit.
    let sum = !std::fs::read(&file).unwrap().iter().fold(u32::MAX, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| {
            (sum >> 1) ^ (0xedb8_8320 & (sum & 1).wrapping_neg())
        })
    });
    let told = events.iter().any(
        |event| matches!(event, MatchEvent::Note(text) if text.ends_with(&format!("games.pgn has CRC32: {sum:#x}"))),
    );
    assert!(told, "{events:?}");
    assert!(dir.path().join("live.pgn").exists());
}
