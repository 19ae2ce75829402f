// SPDX-License-Identifier: GPL-3.0-or-later
//! Challenges that the bot makes itself.

use lichess_server::{Options, Reply};

use crate::support::*;

const IDLE: &str = "[matchmaking]\nallow_matchmaking = true\nchallenge_timeout = 0.02\n\
    challenge_initial_time = [180]\nchallenge_increment = [2]\nchallenge_mode = \"casual\"\n";

#[test]
fn an_idle_bot_challenges_somebody_of_its_strength() {
    let server = server(Options::default());
    let (_bot, _folder) = bot(&server, IDLE);
    assert!(server.wait(|world| world.report.games() >= 2));
    server.with(|world| {
        assert!(world.made.iter().all(|(name, _)| name == "Rival"), "{:?}", world.made);
        let form = &world.made[0].1;
        for part in ["rated=false", "clock.limit=180", "clock.increment=2", "variant=standard"] {
            assert!(form.contains(part), "{part} is not in {form}");
        }
        assert_eq!(world.report.most_games, 1);
    });
}

#[test]
fn whoever_declines_is_left_alone() {
    let server = server(Options::default());
    server.with(|world| world.reply = Reply::Decline("noBot"));
    let (bot, _folder) = bot(&server, IDLE);
    assert!(server.wait(|world| !world.made.is_empty()));
    // Several looks at the list of bots, and no second challenge.
    assert!(server.wait(|world| {
        world.report.paths.get("/api/bot/online").is_some_and(|&count| count >= 4)
    }));
    assert_eq!(server.with(|world| world.made.len()), 1);
    bot.end().unwrap();
}

/// Rival has played enough today; so have we, after the next challenge.
#[test]
fn games_that_are_spent_are_not_asked_for() {
    let server = server(Options::default());
    server.with(|world| world.spent.insert("Rival".to_owned(), 80_000));
    let (bot, _folder) = bot(&server, IDLE);
    let looks = |world: &mut lichess_server::World| {
        world.report.paths.get("/api/bot/online").copied().unwrap_or(0)
    };
    assert!(server.wait(|world| !world.made.is_empty() && looks(world) >= 3));
    assert_eq!(server.with(|world| world.made.len()), 1, "Rival is left alone");
    server.with(|world| {
        world.online.push(("Other".to_owned(), 2000));
        world.bots_again = Some(80_000);
    });
    assert!(server.wait(|world| world.made.len() == 2));
    let asked = server.with(looks);
    std::thread::sleep(std::time::Duration::from_secs(2));
    assert_eq!(server.with(|world| (world.made.len(), looks(world))), (2, asked));
    // The place is free for somebody else.
    let id = server.challenge(Spec { temper: Temper::Resigns(2), ..Spec::default() });
    assert!(server.wait(|world| world.is_over(&id)), "{:?}", bot.log.recent());
}

#[test]
fn a_challenge_without_an_answer_is_taken_back() {
    let server = server(Options::default());
    server.with(|world| world.reply = Reply::Silence);
    let (_bot, _folder) = bot(&server, IDLE);
    assert!(server.wait(|world| world.report.paths.contains_key("/api/challenge/ID/cancel")));
    // The place is free again for somebody who wants to play.
    let id = server.challenge(Spec { temper: Temper::Resigns(2), ..Spec::default() });
    assert!(server.wait(|world| world.is_over(&id)));
}

/// The answer to a challenge of ours is lost. It may be accepted all the same, so nobody else gets
/// its place meanwhile.
#[test]
fn a_challenge_whose_answer_is_lost_keeps_its_place() {
    let server = server(Options { mute_challenges: true, ..Options::default() });
    server.with(|world| world.reply = Reply::Silence);
    let (_bot, _folder) = bot(&server, &format!("{IDLE}[challenge]\nconcurrency = 1\n"));
    assert!(server.wait(|world| !world.made.is_empty()));
    let id = server.challenge(Spec { temper: Temper::Resigns(30), ..Spec::default() });
    // Time for the bot to accept it, if it would.
    std::thread::sleep(std::time::Duration::from_millis(150));
    server.with(|world| world.reply = Reply::Accept);
    assert!(server.wait(|world| world.is_over(&id)));
    assert_eq!(server.report().most_games, 1);
}
