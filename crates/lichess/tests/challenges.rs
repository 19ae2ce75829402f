// SPDX-License-Identifier: GPL-3.0-or-later
//! Which challenges become games, and how many at a time.

use std::time::Duration;

use lichess_server::Options;

use crate::support::*;

#[test]
fn challenges_that_do_not_fit_are_declined_with_the_reason() {
    let server = server(Options::default());
    let (_bot, _folder) =
        bot(&server, "[challenge]\nblock_list = [\"Mallory\"]\nmodes = [\"casual\"]");
    let seconds =
        |base, increment| Time::Clock(Duration::from_secs(base), Duration::from_secs(increment));
    let fast = Spec { time: seconds(15, 0), ..Spec::default() };
    let other = Spec { variant: "atomic".to_owned(), ..Spec::default() };
    let rated = Spec { rated: true, ..Spec::default() };
    let blocked = Spec { user: "mallory".to_owned(), ..Spec::default() };
    for spec in [fast, other, rated, blocked] {
        server.challenge(spec);
    }
    assert!(server.wait(|world| world.report.declined.values().sum::<u64>() == 4));
    let declined = server.report().declined;
    for reason in ["tooFast", "variant", "casual", "generic"] {
        assert_eq!(declined.get(reason), Some(&1), "{declined:?}");
    }
    assert_eq!(server.with(|world| world.games.len()), 0);
}

#[test]
fn the_limit_is_never_exceeded_not_even_between_accept_and_start() {
    let server = server(Options::default());
    let (_bot, _folder) = bot(
        &server,
        "[challenge]\nconcurrency = 3\nmax_waiting = 30\nmax_simultaneous_games_per_user = 0",
    );
    assert!(server.wait(|world| world.listeners() > 0));
    let ids: Vec<String> = (0..24)
        .map(|n| {
            let temper = Temper::Resigns(2 + n % 5);
            server.challenge(Spec { user: format!("User{n}"), temper, ..Spec::default() })
        })
        .collect();
    assert!(server.wait(|world| ids.iter().all(|id| world.is_over(id))));
    let report = server.report();
    assert_eq!(report.most_games, 3, "{report}");
}

#[test]
fn more_than_the_queue_holds_are_told_to_come_later() {
    let server = server(Options::default());
    let (_bot, _folder) = bot(&server, "[challenge]\nmax_waiting = 2");
    assert!(server.wait(|world| world.listeners() > 0));
    let long = |n: usize| Spec {
        user: format!("User{n}"),
        temper: Temper::Resigns(30),
        ..Spec::default()
    };
    (0..8).for_each(|n| drop(server.challenge(long(n))));
    assert!(server.wait(|world| world.report.declined.get("later").is_some_and(|&n| n >= 4)));
}
