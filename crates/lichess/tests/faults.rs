// SPDX-License-Identifier: GPL-3.0-or-later
//! A bad connection: every fault that the server can make, by chance from a seed.

use std::time::Duration;

use lichess_server::{Day, Faults, Options};

use crate::support::*;

/// Plays games over a bad line, and looks at what the server saw.
fn day(seed: u64, games: u64) -> lichess_server::Report {
    let day = Day { games, open: 5, ..Day::default() };
    let server = server(Options {
        faults: Faults::everywhere(seed, 0.03),
        day: Some(day),
        ..Options::default()
    });
    let (bot, folder) = bot(
        &server,
        "max_takebacks_accepted = 1\n[challenge]\nconcurrency = 4\nmax_waiting = 20\n\
         [engine.draw_or_resign]\nresign_enabled = true\n",
    );
    let done = server.wait_for(Duration::from_secs(240), |world| world.report.games() >= games);
    let report = server.report();
    assert!(done, "{report}\n{:?}", bot.log.recent());
    bot.end().unwrap();
    let written = pgn(&folder).matches("[Event ").count() as u64;
    assert!(written <= report.games(), "no game is written twice");
    report
}

#[test]
fn no_fault_costs_a_game() {
    let report = day(7, 40);
    println!("{report}");
    assert_eq!(report.lost_by_fault(), 0, "{report}");
    assert_eq!((report.illegal, report.twice), (0, 0), "{report}");
    assert!(report.most_games <= 4, "{report}");
    assert_eq!((report.helped, report.leaked, report.broken_silence), (0, 0, 0), "{report}");
    assert!(report.faults.len() >= 15, "{report}");
}

/// The same over a bad line with challenges that the bot makes: whatever is lost on the way, there is
/// never a game too many, and the places do not run out.
#[test]
fn no_fault_costs_a_place() {
    let server = server(Options { faults: Faults::everywhere(11, 0.1), ..Options::default() });
    let rivals = (0..50).map(|n| (format!("Rival{n}"), 2000));
    server.with(|world| world.online.extend(rivals));
    let (bot, _folder) = bot(
        &server,
        "[challenge]\nconcurrency = 2\n[matchmaking]\nallow_matchmaking = true\n\
         allow_during_games = true\nchallenge_timeout = 1.0\nchallenge_filter = \"none\"\n",
    );
    let done = server.wait_for(Duration::from_secs(120), |world| world.report.games() >= 5);
    let report = server.report();
    assert!(done, "{report}\n{:?}", bot.log.recent());
    assert!(report.most_games <= 2, "{report}");
    assert_eq!((report.lost_by_fault(), report.illegal, report.twice), (0, 0, 0), "{report}");
    bot.end().unwrap();
}

#[test]
fn after_a_429_there_is_silence() {
    let mut faults = Faults::none();
    faults.too_many = 0.02;
    let day = Day { games: 10, ..Day::default() };
    let server = server(Options { faults, day: Some(day), ..Options::default() });
    let (bot, _folder) = bot(&server, "[challenge]\nconcurrency = 2");
    let done = server.wait_for(Duration::from_secs(120), |world| world.report.games() >= 10);
    let report = server.report();
    assert!(done && report.faults.contains_key("429"), "{report}");
    assert_eq!((report.broken_silence, report.lost_by_fault()), (0, 0), "{report}");
    bot.end().unwrap();
}
