// SPDX-License-Identifier: GPL-3.0-or-later
//! The chat: greetings, commands, and no help for the opponent.

use lichess_server::Options;

use crate::support::*;

const QUICK: &str = "[chat]\npause = 0.0\n";

fn said(server: &lichess_server::Server, id: &str, room: &str, part: &str) -> bool {
    server.with(|world| {
        let said = &world.games[id].said;
        said.iter().any(|(where_, text)| where_ == room && text.contains(part))
    })
}

#[test]
fn the_opponent_gets_answers_but_no_help() {
    let server = server(Options::default());
    let (_bot, _folder) = bot(&server, QUICK);
    let id = server.challenge(Spec { temper: Temper::Chats, ..Spec::default() });
    assert!(server.wait(|world| world.is_over(&id)));
    for (room, part) in [
        ("player", "Hi Ada! I am TestBot"),
        ("spectator", "Hi! Type !help"),
        ("player", "I will tell that after the game."),
        ("spectator", "I will tell that after the game."),
        ("player", "!help !name"),
        ("player", "TestBot plays as xanthos"),
        ("player", "From my next move on I play as xanthos at level 900."),
        ("player", "Nobody waits"),
        ("player", "Xanthos 0."),
    ] {
        let came = server.wait(|world| {
            let said = &world.games[&id].said;
            said.iter().any(|(place, text)| place == room && text.contains(part))
        });
        let told = server.with(|world| world.games[&id].said.clone());
        assert!(came, "{part} in {room} is not in {told:?}");
    }
    assert_eq!(server.report().helped, 0);
}

#[test]
fn those_who_watch_get_the_evaluation_and_the_reason() {
    let server = server(Options::default());
    let (_bot, _folder) = bot(&server, "[chat]\npause = 0.0\n[engine.polyglot]\nenabled = false");
    // An opponent that thinks for long: it never moves after its first ones.
    let id = server.challenge(Spec { side: Some(0), temper: Temper::Leaves(4), ..Spec::default() });
    assert!(server.wait(|world| world.games.get(&id).is_some_and(|game| game.ply() >= 3)));
    let asked = server.wait(|world| {
        world.spectator_says(&id, "Watcher", "!eval");
        world.spectator_says(&id, "Watcher", "!why");
        let said = &world.games[&id].said;
        let has =
            |part: &str| said.iter().any(|(room, text)| room == "spectator" && text.contains(part));
        has("at depth") && said.iter().filter(|(room, _)| room == "spectator").count() >= 3
            || world.is_over(&id)
    });
    assert!(asked);
    assert!(said(&server, &id, "spectator", "at depth"));
}

#[test]
fn a_rated_game_is_played_as_configured() {
    let server = server(Options::default());
    let (_bot, _folder) =
        bot(&server, &format!("[engine]\npersona = \"bannan\"\nelo = 1500\n{QUICK}"));
    let id = server.challenge(Spec { rated: true, temper: Temper::Chats, ..Spec::default() });
    assert!(server.wait(|world| world.is_over(&id)));
    for part in ["TestBot plays as bannan at level 1500", "Not in this game, sorry"] {
        let came = server.wait(|world| {
            let said = &world.games[&id].said;
            said.iter().any(|(room, text)| room == "player" && text.contains(part))
        });
        assert!(came, "{part}");
    }
}
