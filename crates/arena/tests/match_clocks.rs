// SPDX-License-Identifier: GPL-3.0-or-later
//! Clocks, measured with engines whose thinking time is known. Only lower
//! bounds and gross violations are tested: how late a busy machine is, is not
//! a matter of right and wrong.

use crate::match_support;

use std::time::Duration;

use arena::options::{ClockRule, EngineConfig};
use arena::stats::{Ending, Failure, Wdl};
use match_support::{dummy, game_clock, games, run, tournament};

fn with_clock(name: &str, arguments: &str, clock: ClockRule) -> EngineConfig {
    let mut engine = dummy(name, arguments);
    engine.limits.clock = clock;
    engine
}

const MOVETIME: fn(u64) -> ClockRule = |ms| ClockRule::PerMove(Duration::from_millis(ms));

#[test]
fn thinking_time_is_on_the_score_sheet() {
    for protocol in ["uci", "xboard"] {
        let dir = tempfile::tempdir().unwrap();
        let slow = dummy("slow", &format!("{protocol} think=20 seed=3"));
        let mut config = tournament(vec![slow, dummy("fast", "seed=4")], 1, dir.path());
        config.max_moves = Some(5);
        let (summary, _) = run(&config);
        assert_eq!(summary.tally.endings(Ending::MaxMoves), 2);
        for game in games(&dir.path().join("games.pgn")) {
            let slow_is_white = game.tag("White") == Some("slow");
            for (ply, played) in game.moves.iter().enumerate() {
                let seconds = seconds(played.comment.as_deref().unwrap());
                if (ply % 2 == 0) == slow_is_white {
                    assert!(seconds >= 0.020, "{seconds}");
                }
            }
        }
    }
}

/// The seconds of a comment such as `0.00/1 0.021s`.
fn seconds(comment: &str) -> f64 {
    let mut words = comment.split([' ', ',']);
    words.find_map(|word| word.strip_suffix('s')?.parse().ok()).unwrap()
}

#[test]
fn the_slower_side_runs_out_of_time() {
    let dir = tempfile::tempdir().unwrap();
    // 50 ms a move from 150 ms without increment: the third or fourth move.
    let slow = with_clock("slow", "think=50 seed=3", game_clock(150, 0));
    let config = tournament(vec![slow, dummy("fast", "seed=4")], 1, dir.path());
    let (summary, _) = run(&config);
    assert_eq!(summary.tally.between(0, 1).wdl, Wdl::new(0, 0, 2));
    assert_eq!(summary.tally.failures(0).get(Failure::Time), 2);
    for game in games(&dir.path().join("games.pgn")) {
        assert_eq!(game.tag("Termination"), Some("time forfeit"));
        assert!((2..=7).contains(&game.moves.len()), "{}", game.moves.len());
    }
}

#[test]
fn an_increment_keeps_a_slow_engine_alive() {
    let dir = tempfile::tempdir().unwrap();
    let slow = with_clock("slow", "think=5 seed=3", game_clock(2000, 1000));
    let mut config = tournament(vec![slow, dummy("fast", "seed=4")], 1, dir.path());
    config.max_moves = Some(10);
    let (summary, _) = run(&config);
    assert_eq!(summary.tally.failures(0).total(), 0);
}

#[test]
fn time_odds_are_told_apart() {
    let dir = tempfile::tempdir().unwrap();
    // The same engine twice; only one has the time for its moves.
    let engines = vec![
        with_clock("rich", "think=60 seed=3", game_clock(60_000, 0)),
        with_clock("poor", "think=60 seed=4", game_clock(30, 0)),
    ];
    let (summary, _) = run(&tournament(engines, 1, dir.path()));
    assert_eq!(summary.tally.failures(1).get(Failure::Time), 2);
    let games = games(&dir.path().join("games.pgn"));
    assert_eq!(games[0].tag("WhiteTimeControl"), Some("60"));
    assert_eq!(games[0].tag("BlackTimeControl"), Some("0.03"));
}

#[test]
fn a_fixed_time_per_move_is_a_limit() {
    for protocol in ["uci", "xboard"] {
        let dir = tempfile::tempdir().unwrap();
        let slow = with_clock("slow", &format!("{protocol} think=300 seed=3"), MOVETIME(100));
        let (summary, _) = run(&tournament(vec![slow, dummy("fast", "seed=4")], 1, dir.path()));
        assert_eq!(summary.tally.failures(0).get(Failure::Time), 2, "{protocol}");
    }
}

#[test]
fn the_margin_forgives() {
    let dir = tempfile::tempdir().unwrap();
    let mut slow = with_clock("slow", "think=60 seed=3", MOVETIME(10));
    slow.limits.margin = Duration::from_secs(20);
    let mut config = tournament(vec![slow, dummy("fast", "seed=4")], 1, dir.path());
    config.max_moves = Some(4);
    let (summary, _) = run(&config);
    assert_eq!(summary.tally.failures(0).total(), 0);
}

#[test]
fn moves_per_session() {
    let dir = tempfile::tempdir().unwrap();
    let mut slow = dummy("slow", "think=30 seed=3");
    // Three moves of 30 ms fit into a session of two seconds ten times over;
    // twelve moves do not fit into one session of 300 ms.
    let ClockRule::Game(mut control) = game_clock(2000, 0) else { unreachable!() };
    control.moves = Some(3);
    slow.limits.clock = ClockRule::Game(control);
    let mut config = tournament(vec![slow.clone(), dummy("fast", "seed=4")], 1, dir.path());
    config.max_moves = Some(12);
    let (summary, _) = run(&config);
    assert_eq!(summary.tally.failures(0).total(), 0);
    let games = games(&dir.path().join("games.pgn"));
    assert_eq!(games[0].tag("WhiteTimeControl"), Some("3/2"));
}

#[test]
fn nodes_and_depth_need_no_clock() {
    let dir = tempfile::tempdir().unwrap();
    let mut engines = vec![dummy("nodes", "seed=3"), dummy("depth", "seed=4")];
    engines[0].limits.clock = ClockRule::Unlimited;
    engines[0].limits.nodes = Some(500);
    engines[1].limits.clock = ClockRule::Unlimited;
    engines[1].limits.depth = Some(3);
    let (summary, _) = run(&tournament(engines, 1, dir.path()));
    assert_eq!(summary.tally.games(), 2);
    let games = games(&dir.path().join("games.pgn"));
    assert_eq!(games[0].tag("WhiteTimeControl"), Some("500 nodes"));
    assert_eq!(games[0].tag("BlackTimeControl"), Some("depth 3"));
}

/// With an increment and nothing else, the first move has its increment.
#[test]
fn a_clock_of_increments_alone_can_be_played() {
    let dir = tempfile::tempdir().unwrap();
    let engines = vec![
        with_clock("a", "seed=3", game_clock(0, 2000)),
        with_clock("b", "xboard seed=4", game_clock(0, 2000)),
    ];
    let (summary, _) = run(&tournament(engines, 2, dir.path()));
    assert_eq!(summary.tally.games(), 4);
    assert_eq!(summary.tally.failures(0).total() + summary.tally.failures(1).total(), 0);
}
