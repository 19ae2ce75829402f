// SPDX-License-Identifier: GPL-3.0-or-later
//! Engines that do everything wrong, as real processes. None of them may stop
//! a tournament, hurt its opponent or go unnoticed.

use crate::match_support;

use std::time::Duration;

use arena::options::EngineConfig;
use arena::report::{DoneReason, MatchEvent};
use arena::stats::{Ending, Failure, Wdl};
use match_support::{dummy, game_clock, games, run, tournament};

/// Plays two games of a broken engine against a healthy one.
struct Trial {
    summary: arena::Summary,
    events: Vec<MatchEvent>,
    games: Vec<formats::pgn::Record>,
}

fn trial(broken: EngineConfig) -> Trial {
    let dir = tempfile::tempdir().unwrap();
    let mut config = tournament(vec![broken, dummy("healthy", "seed=5")], 1, dir.path());
    // Long enough for a healthy engine on a busy machine.
    config.startup_timeout = Duration::from_secs(2);
    config.ping_timeout = Duration::from_secs(2);
    config.recover = true;
    let (summary, events) = run(&config);
    let games = games(&dir.path().join("games.pgn"));
    Trial { summary, events, games }
}

impl Trial {
    /// The broken engine lost both games for this reason, and both the events
    /// and the PGN say why.
    fn lost_by(self, failure: Failure, words: &str) {
        let record = self.summary.tally.between(0, 1);
        assert_eq!(record.wdl, Wdl::new(0, 0, 2), "{:?}", self.events);
        assert_eq!(record.pairs.counts, [1, 0, 0, 0, 0]);
        assert_eq!(self.summary.tally.failures(0).get(failure), 2, "{:?}", self.events);
        assert_eq!(self.summary.tally.failures(0).total(), 2, "{:?}", self.events);
        assert_eq!(self.summary.tally.failures(1).total(), 0, "{:?}", self.events);
        assert_eq!(self.summary.reason, DoneReason::Complete);
        let told = self.events.iter().any(|event| match event {
            MatchEvent::Failed { engine: 0, failure: what, text } => {
                *what == failure && text.contains(words)
            }
            _ => false,
        });
        assert!(told, "nobody says `{words}`: {:?}", self.events);
        assert_eq!(self.games.len(), 2);
        for game in &self.games {
            let last = game.moves.last().map_or(&game.comment, |played| &played.comment);
            let last = last.as_deref().unwrap_or_default().to_owned();
            assert!(last.contains(words), "{last}");
        }
    }
}

fn faulty(fault: &str) -> EngineConfig {
    dummy("broken", &format!("fault={fault} at=3 seed=9"))
}

/// With little time, so that a hang is noticed soon.
fn hasty(fault: &str) -> EngineConfig {
    let mut engine = faulty(fault);
    engine.limits.clock = game_clock(600, 0);
    engine
}

#[test]
fn crash() {
    trial(faulty("crash")).lost_by(Failure::Crash, "SIGABRT");
}

#[test]
fn exit_in_the_middle() {
    trial(faulty("exit")).lost_by(Failure::Crash, "exit code 7");
}

#[test]
fn hang() {
    trial(hasty("hang")).lost_by(Failure::Stall, "no move within");
}

#[test]
fn illegal_move() {
    trial(faulty("illegal")).lost_by(Failure::IllegalMove, "illegal move `a1a8`");
}

#[test]
fn no_move_at_all() {
    trial(faulty("none")).lost_by(Failure::IllegalMove, "bestmove (none)");
}

#[test]
fn garbage() {
    trial(hasty("garbage")).lost_by(Failure::Stall, "no move within");
}

#[test]
fn closed_output() {
    trial(faulty("close")).lost_by(Failure::Crash, "closed its standard output");
}

#[test]
fn ten_megabytes_without_a_line_end() {
    trial(faulty("flood")).lost_by(Failure::Protocol, "without a line end");
}

#[test]
fn endless_chatter() {
    trial(hasty("chatter")).lost_by(Failure::Stall, "no move within");
}

#[test]
fn too_late() {
    trial(hasty("late")).lost_by(Failure::Time, "loses on time");
}

#[test]
fn exit_at_the_start() {
    trial(faulty("exits-at-start")).lost_by(Failure::Startup, "cannot find my network");
}

#[test]
fn no_uciok() {
    trial(faulty("no-uciok")).lost_by(Failure::Startup, "no `uciok` within");
}

#[test]
fn no_readyok() {
    trial(faulty("no-readyok")).lost_by(Failure::Stall, "no `readyok` within");
}

#[test]
fn deaf() {
    trial(faulty("deaf")).lost_by(Failure::Startup, "no `uciok` within");
}

#[test]
fn no_such_program() {
    let trial = trial(EngineConfig::new("broken", "./no-such-engine"));
    trial.lost_by(Failure::Startup, "cannot start");
}

#[test]
fn option_out_of_range() {
    let mut engine = dummy("broken", "");
    engine.options.push(("Hash".to_owned(), "4096".to_owned()));
    trial(engine).lost_by(Failure::Startup, "4096 is not between 1 and 64");
}

#[test]
fn unknown_option_is_only_a_warning() {
    let mut engine = dummy("odd", "");
    engine.options.push(("Contempt".to_owned(), "5".to_owned()));
    let trial = trial(engine);
    assert_eq!(trial.summary.tally.failures(0).total(), 0);
    let warnings: Vec<_> = trial
        .events
        .iter()
        .filter(|event| matches!(event, MatchEvent::Warning { engine: Some(0), text } if text.contains("Contempt")))
        .collect();
    assert_eq!(warnings.len(), 1, "said once, not once per process");
}

#[test]
fn bestmove_twice_is_counted_and_the_game_goes_on() {
    let trial = trial(faulty("twice"));
    assert_eq!(trial.summary.tally.failures(0).get(Failure::Protocol), 2, "{:?}", trial.events);
    assert_eq!(trial.summary.tally.endings(Ending::Failure(Failure::Protocol)), 0);
    assert_eq!(trial.summary.tally.failures(1).total(), 0);
    assert!(trial.games.iter().all(|game| game.moves.len() > 6));
}

#[test]
fn a_flood_of_complaints_is_drained() {
    let trial = trial(faulty("noisy"));
    assert_eq!(trial.summary.tally.failures(0).total(), 0, "{:?}", trial.events);
    assert_eq!(trial.summary.tally.games(), 2);
}

#[test]
fn an_engine_that_cannot_be_asked_to_go_is_made_to() {
    let mut engine = faulty("stubborn");
    engine.limits.clock = game_clock(600, 0);
    trial(engine).lost_by(Failure::Stall, "no move within");
    #[cfg(target_os = "linux")]
    assert_eq!(own_children("sh"), Vec::<String>::new());
}

/// Child processes of this one by this name, dead ones included.
#[cfg(target_os = "linux")]
fn own_children(name: &str) -> Vec<String> {
    let own = format!("PPid:\t{}", std::process::id());
    std::fs::read_dir("/proc")
        .unwrap()
        .flatten()
        .filter_map(|entry| std::fs::read_to_string(entry.path().join("status")).ok())
        .filter(|status| status.lines().any(|line| line == own))
        .filter(|status| status.lines().any(|line| line == format!("Name:\t{name}")))
        .collect()
}

#[test]
fn xboard_engines_fail_the_same_way() {
    let faulty = |fault: &str| dummy("broken", &format!("xboard fault={fault} at=3 seed=9"));
    trial(faulty("crash")).lost_by(Failure::Crash, "SIGABRT");
    trial(faulty("illegal")).lost_by(Failure::IllegalMove, "illegal move `a1a8`");
    trial(faulty("claim")).lost_by(Failure::FalseClaim, "1/2-1/2");
    let mut hang = faulty("hang");
    hang.limits.clock = game_clock(600, 0);
    trial(hang).lost_by(Failure::Stall, "no move within");
}

#[test]
fn resignation_is_no_failure() {
    let trial = trial(dummy("polite", "xboard fault=resign at=3 seed=9"));
    assert_eq!(trial.summary.tally.endings(Ending::Resignation), 2);
    assert_eq!(trial.summary.tally.between(0, 1).wdl, Wdl::new(0, 0, 2));
    assert_eq!(trial.summary.tally.failures(0).total(), 0);
}

#[test]
fn an_engine_that_never_starts_is_out_and_the_others_play_on() {
    let dir = tempfile::tempdir().unwrap();
    let engines =
        vec![dummy("a", "seed=1"), dummy("b", "seed=2"), dummy("ruin", "fault=exits-at-start")];
    let mut config = tournament(engines, 12, dir.path());
    config.concurrency = 2;
    config.recover = true;
    let (summary, events) = run(&config);
    assert_eq!(summary.reason, DoneReason::Failure);
    assert_eq!(summary.tally.between(0, 1).wdl.games(), 24);
    let forfeits = summary.tally.total(2).wdl;
    // Two workers may be at it when the tenth start in a row fails.
    assert!((10..=11).contains(&forfeits.losses), "{forfeits:?}");
    assert_eq!(summary.skipped, 48 - forfeits.games());
    let out = events.iter().any(|event| {
        matches!(event, MatchEvent::Warning { engine: Some(2), text } if text.contains("remaining games"))
    });
    assert!(out, "{events:?}");
}

#[test]
fn without_recovery_the_match_stops_after_a_crash() {
    for (fault, failure) in [("crash", Failure::Crash), ("exits-at-start", Failure::Startup)] {
        let dir = tempfile::tempdir().unwrap();
        let mut config = tournament(vec![faulty(fault), dummy("healthy", "")], 20, dir.path());
        config.startup_timeout = Duration::from_secs(5);
        let (summary, _) = run(&config);
        assert_eq!(summary.reason, DoneReason::Failure, "{fault}");
        assert_eq!(summary.tally.games(), 1, "{fault}");
        assert_eq!(summary.tally.failures(0).get(failure), 1, "{fault}");
    }
    // An illegal move, a loss on time or a false claim leaves a process that can play on.
    let dir = tempfile::tempdir().unwrap();
    let config = tournament(vec![faulty("illegal"), dummy("healthy", "")], 2, dir.path());
    assert_eq!(run(&config).0.reason, DoneReason::Complete);
}

#[test]
fn strict_matches_stop_at_the_first_warning() {
    let dir = tempfile::tempdir().unwrap();
    let mut config = tournament(vec![faulty("twice"), dummy("healthy", "")], 20, dir.path());
    config.strict = true;
    config.recover = true;
    let (summary, _) = run(&config);
    assert_eq!(summary.reason, DoneReason::Failure);
    // A line behind the last move of a game may be heard in the next one only.
    let games = summary.tally.games();
    assert!((1..=4).contains(&games), "{games} of 40");
}
