// SPDX-License-Identifier: GPL-3.0-or-later
//! How the bot ends, and how the next one goes on.

use std::time::Duration;

use lichess_server::Options;

use crate::support::*;

#[test]
fn games_are_played_on_before_the_bot_ends() {
    let server = server(Options::default());
    let (bot, folder) = bot(&server, "");
    let id = server.challenge(Spec { temper: Temper::Resigns(60), ..Spec::default() });
    assert!(server.wait(|world| world.games.get(&id).is_some_and(|game| game.ply() > 3)));
    bot.ending.raise();
    let late = server.challenge(Spec { user: "Late".to_owned(), ..Spec::default() });
    bot.end().unwrap();
    assert!(server.with(|world| world.is_over(&id)));
    assert!(pgn(&folder).contains(&id));
    server.with(|world| assert!(!world.games.contains_key(&late)));
}

#[test]
fn games_that_are_left_are_resumed_with_all_that_was_known() {
    let server = server(Options::default());
    let folder = tempfile::tempdir().unwrap();
    let text = "quit_after_all_games_finish = false\n[challenge]\nconcurrency = 4\n\
                max_simultaneous_games_per_user = 0\n[engine.polyglot]\nenabled = false\n";
    let first = start_with(&server, config(&server, folder.path(), text), false);
    let long = Time::Clock(Duration::from_secs(120), Duration::from_secs(1));
    let spec = Spec { time: long, temper: Temper::Resigns(60), ..Spec::default() };
    let ids: Vec<String> = (0..4).map(|_| server.challenge(spec.clone())).collect();
    assert!(server.wait(|world| {
        ids.iter().all(|id| world.games.get(id).is_some_and(|game| game.ply() >= 6))
    }));
    first.end().unwrap();
    let second = start_with(&server, config(&server, folder.path(), text), false);
    assert!(server.wait(|world| ids.iter().all(|id| world.is_over(id))));
    ids.iter().for_each(|id| assert!(written(&folder, id)));
    let text = pgn(&folder);
    assert_eq!(text.matches("[Event ").count(), 4, "each once");
    for game in text.split("[Event ").skip(1) {
        // Each of our moves has a score and a depth, those of the first run too.
        let comments: Vec<&str> = game.split('{').skip(1).collect();
        let scores = comments.iter().filter(|comment| comment.contains('/')).count();
        assert!(scores >= comments.len() / 2, "{game}");
    }
    let hellos = server.with(|world| {
        let said = |id: &String| {
            let said = &world.games[id].said;
            said.iter().filter(|(room, text)| room == "player" && text.starts_with("Hi ")).count()
        };
        ids.iter().map(said).max()
    });
    assert_eq!(hellos, Some(1), "nobody is greeted twice");
    second.end().unwrap();
    assert_eq!(server.report().twice, 0);
}

#[test]
fn a_game_that_ended_while_we_were_away_is_written_down() {
    let server = server(Options::default());
    let folder = tempfile::tempdir().unwrap();
    let text = "quit_after_all_games_finish = false";
    let first = start_with(&server, config(&server, folder.path(), text), false);
    let short = Time::Clock(Duration::from_secs(2), Duration::ZERO);
    let id = server.challenge(Spec { time: short, shown: Some((60, 0)), ..Spec::default() });
    assert!(server.wait(|world| world.games.get(&id).is_some_and(|game| game.ply() >= 4)));
    first.end().unwrap();
    assert!(server.wait(|world| world.is_over(&id)), "its flag falls");
    let second = start_with(&server, config(&server, folder.path(), text), false);
    assert!(written(&folder, &id));
    second.end().unwrap();
}

/// The bot is told to end while a challenge comes, is accepted, becomes a game: whatever has begun
/// is played to its end.
#[test]
fn a_game_that_begins_while_the_bot_ends_is_played() {
    let mut begun = 0;
    for step in 0..12 {
        let server = server(Options::default());
        let (bot, _folder) = bot(&server, "");
        assert!(server.wait(|world| world.listeners() > 0));
        server.challenge(Spec { temper: Temper::Resigns(2), ..Spec::default() });
        std::thread::sleep(Duration::from_micros(500 * step));
        bot.end().unwrap();
        let (games, over) = server.with(|world| {
            (world.games.len(), world.games.keys().filter(|id| world.is_over(id)).count())
        });
        assert_eq!(games, over, "a game is left alone, {step}");
        begun += games;
    }
    println!("{begun} of 12 challenges became games");
}

/// No file can be made: the games are played all the same.
#[test]
fn a_full_disk_costs_no_game() {
    let server = server(Options::default());
    let folder = tempfile::tempdir().unwrap();
    let taken = folder.path().join("taken");
    std::fs::write(&taken, "this is no folder").unwrap();
    let bot = start_with(&server, config(&server, &taken, ""), false);
    let id = server.challenge(Spec { temper: Temper::Resigns(12), ..Spec::default() });
    assert!(server.wait(|world| world.is_over(&id)));
    assert_eq!(server.report().lost_by_fault(), 0, "{}", server.report());
    bot.ending.raise();
    let said = format!("{:?}", bot.log.recent());
    assert!(said.contains("no notes are kept"), "{said}");
    bot.end().unwrap();
}
