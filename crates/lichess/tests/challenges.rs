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

/// A place is kept for people: bots wait, or play one after the other.
#[test]
fn bots_leave_the_places_that_are_kept_for_people() {
    // A slow wire: the first game still runs when the person comes.
    let wire = [Duration::from_millis(20); 2];
    let server = server(Options { wire, ..Options::default() });
    let (_bot, _folder) = bot(
        &server,
        "[challenge]\nconcurrency = 2\ngames_reserved_for_humans = 1\nmax_waiting = 30\n\
         max_simultaneous_games_per_user = 0",
    );
    assert!(server.wait(|world| world.listeners() > 0));
    let long = Temper::Resigns(40);
    let bots: Vec<String> = (0..4)
        .map(|n| {
            let user = format!("Bot{n}");
            server.challenge(Spec { user, bot: true, temper: long, ..Spec::default() })
        })
        .collect();
    assert!(server.wait(|world| world.running() == 1 && world.pending() == 3));
    let person = server.challenge(Spec { temper: Temper::Resigns(2), ..Spec::default() });
    assert!(server.wait(|world| world.is_over(&person)));
    assert!(server.wait(|world| bots.iter().all(|id| world.is_over(id))));
    server.with(|world| {
        let before = |id: &&String| world.games[*id].begun < world.games[&person].begun;
        assert_eq!(bots.iter().filter(before).count(), 1, "the other place was the person's");
        assert!(world.report.most_games <= 2);
    });
}

/// Lichess lets bots play a hundred games a day among themselves, and says so with a 429 that is not
/// about requests: games go on, people are welcome, bots are told to come later.
#[test]
fn a_day_that_is_spent_with_bots_stops_no_game() {
    let server = server(Options::default());
    let (bot, _folder) = bot(&server, "[challenge]\nconcurrency = 3\n");
    assert!(server.wait(|world| world.listeners() > 0));
    let running = server.challenge(Spec { temper: Temper::Resigns(60), ..Spec::default() });
    assert!(server.wait(|world| world.games.get(&running).is_some_and(|game| game.ply() >= 2)));
    server.with(|world| world.bots_again = Some(80_000));
    let rival = |n: u32| Spec { user: format!("Bot{n}"), bot: true, ..Spec::default() };
    let refused = server.challenge(rival(1));
    assert!(server.wait(|world| world.report.declined.get("later") == Some(&1)));
    // The next one is told at once.
    server.challenge(rival(2));
    assert!(server.wait(|world| world.report.declined.get("later") == Some(&2)));
    let accepts = server.with(|world| world.report.paths["/api/challenge/ID/accept"]);
    assert_eq!(accepts, 2, "one for the person, one for the first bot");
    let person = Spec { user: "Bob".to_owned(), temper: Temper::Resigns(2), ..Spec::default() };
    let person = server.challenge(person);
    assert!(server.wait(|world| world.is_over(&person) && world.is_over(&running)));
    assert!(!server.with(|world| world.games.contains_key(&refused)));
    let said = format!("{:?}", bot.log.recent());
    assert!(!said.contains("silent for") && said.contains("no games against bots"), "{said}");
}

/// A game of the account that bots may not play takes no place and no requests.
#[test]
fn a_game_that_is_not_for_bots_is_left_alone() {
    let server = server(Options::default());
    let (bot, _folder) = bot(&server, "[challenge]\nconcurrency = 1\n");
    assert!(server.wait(|world| world.listeners() > 0));
    let odd = server.with(|world| {
        let id = world.challenge(Spec::default(), std::time::Instant::now());
        world.not_for_bots.insert(id.clone());
        id
    });
    assert!(server.wait(|world| world.games.contains_key(&odd)));
    let other = Spec { user: "Bob".to_owned(), temper: Temper::Resigns(2), ..Spec::default() };
    let other = server.challenge(other);
    assert!(server.wait(|world| world.is_over(&other)), "{:?}", bot.log.recent());
    assert!(!server.with(|world| world.is_over(&odd)));
    let said = bot.log.recent();
    let told = said.iter().filter(|(_, text)| text.contains("does not let bots play")).count();
    assert_eq!(told, 1, "{said:?}");
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
