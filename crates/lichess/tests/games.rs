// SPDX-License-Identifier: GPL-3.0-or-later
//! Games from the challenge to the PGN.

use std::time::Duration;

use lichess_server::{Options, Status};

use crate::support::*;

fn spec(temper: Temper) -> Spec {
    Spec { temper, ..Spec::default() }
}

#[test]
fn a_game_is_played_to_mate_and_written_down() {
    let server = server(Options::default());
    let (bot, folder) = bot(&server, "");
    for side in [0, 1] {
        let id = server.challenge(Spec { side: Some(side), ..Spec::default() });
        assert!(server.wait(|world| world.is_over(&id)), "{:?}", bot.log.recent());
        assert!(written(&folder, &id));
        server.with(|world| {
            let game = &world.games[&id];
            assert_eq!(game.winner, Some(side), "{:?} after {:?}", game.status, game.moves);
        });
    }
    let text = pgn(&folder);
    assert!(text.contains("lag=") && text.contains("[%clk"), "{text}");
    assert!(text.contains("[Event \"casual bullet game\"]"), "{text}");
    let report = server.report();
    assert_eq!((report.illegal, report.twice, report.leaked), (0, 0, 0), "{report}");
    bot.end().unwrap();
    let running = folder.path().join("running");
    assert_eq!(std::fs::read_dir(running).unwrap().count(), 0, "nothing is left of them");
}

#[test]
fn every_variant_is_played_without_an_illegal_move() {
    let server = server(Options::default());
    let (_bot, _folder) = bot(&server, "[challenge]\nconcurrency = 2");
    let castled = "bbrnnkqr/pppppppp/8/8/8/8/PPPPPPPP/BBRNNKQR w KQkq - 0 1";
    let ids = [
        ("chess960", castled),
        ("fromPosition", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"),
        ("fromPosition", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"),
    ]
    .map(|(variant, fen)| {
        let (user, fen) = (fen[..3].to_owned(), Some(fen.to_owned()));
        server.challenge(Spec { user, variant: variant.to_owned(), fen, ..Spec::default() })
    });
    assert!(server.wait(|world| ids.iter().all(|id| world.is_over(id))));
    let report = server.report();
    assert_eq!((report.illegal, report.lost_by_fault()), (0, 0), "{report}");
}

#[test]
fn an_opponent_who_left_has_lost() {
    let server = server(Options::default());
    let (_bot, folder) = bot(&server, "");
    let id = server.challenge(spec(Temper::Leaves(6)));
    assert!(server.wait(|world| world.is_over(&id)));
    server.with(|world| {
        let game = &world.games[&id];
        assert_eq!((game.status, game.winner), (Status::Timeout, Some(game.bot)));
    });
    assert!(written(&folder, &id));
}

/// Some games are not to be claimed: a few refusals, and the clock decides.
#[test]
fn a_win_that_is_not_to_be_claimed_is_not_claimed_for_ever() {
    let server = server(Options::default());
    let (_bot, _folder) = bot(&server, "");
    let time = Time::Clock(Duration::from_secs(3), Duration::ZERO);
    let id = server.challenge(Spec {
        time,
        shown: Some((60, 0)),
        unclaimable: true,
        ..spec(Temper::Leaves(6))
    });
    assert!(server.wait(|world| world.is_over(&id)));
    server.with(|world| {
        let game = &world.games[&id];
        assert_eq!((game.status, game.winner), (Status::Outoftime, Some(game.bot)));
        assert_eq!(game.claims, 3);
    });
}

/// A cage for both sides: our king has one move each time, and stands lost. The opponent claims
/// nothing.
#[test]
fn the_third_repetition_is_claimed_where_a_draw_is_welcome() {
    let caged = "2r4k/8/8/8/8/p7/P7/K7 w - - 0 1".to_owned();
    for (text, plies) in [("", 8), ("[engine.draw_or_resign]\noffer_draw_enabled = false", 16)] {
        let server = server(Options::default());
        let (_bot, _folder) = bot(&server, text);
        let id = server.challenge(Spec {
            variant: "fromPosition".to_owned(),
            fen: Some(caged.clone()),
            side: Some(0),
            ..spec(Temper::Shuffles)
        });
        assert!(server.wait(|world| world.is_over(&id)));
        server.with(|world| {
            let game = &world.games[&id];
            assert_eq!((game.status, game.ply()), (Status::Draw, plies), "{:?}", game.moves);
        });
    }
}

#[test]
fn a_game_that_nobody_begins_is_aborted() {
    let server = server(Options::default());
    let (_bot, _folder) = bot(&server, "");
    for side in [0, 1] {
        let id = server.challenge(Spec { side: Some(side), ..spec(Temper::NeverComes) });
        assert!(server.wait(|world| world.is_over(&id)));
        assert_eq!(server.with(|world| world.games[&id].status), Status::Aborted);
    }
}

#[test]
fn takebacks_are_given_as_often_as_configured() {
    for (allowed, answer) in [(1, "takeback yes"), (0, "takeback no")] {
        let server = server(Options::default());
        let (_bot, _folder) = bot(&server, &format!("max_takebacks_accepted = {allowed}"));
        let id = server.challenge(spec(Temper::TakesBack));
        assert!(server.wait(|world| world.is_over(&id)));
        server.with(|world| assert_eq!(world.games[&id].answers, [answer]));
        let report = server.report();
        assert_eq!((report.illegal, report.twice), (0, 0), "{report}");
    }
}

#[test]
fn a_lost_game_is_given_up_only_if_that_is_wanted() {
    let lost = "6k1/5ppp/8/8/8/8/q4PPP/6K1 w - - 0 1".to_owned();
    let text =
        "[engine.draw_or_resign]\nresign_enabled = true\nresign_score = -300\nresign_moves = 2";
    let server = server(Options::default());
    let (_bot, _folder) = bot(&server, text);
    let id = server.challenge(Spec {
        variant: "fromPosition".to_owned(),
        fen: Some(lost),
        side: Some(0),
        ..Spec::default()
    });
    assert!(server.wait(|world| world.is_over(&id)));
    server.with(|world| {
        let game = &world.games[&id];
        assert_eq!((game.status, game.winner), (Status::Resign, Some(1)));
        assert!(game.ply() >= 2);
    });
}

#[test]
fn draws_are_offered_with_a_move_and_accepted_where_they_are_good() {
    // King and bishop of the same side each can't win: any score is near 0.
    let level = "4k3/4b3/8/3p4/3P4/8/4B3/4K3 w - - 0 1".to_owned();
    let text = "[engine.draw_or_resign]\noffer_draw_score = 100\noffer_draw_moves = 2\n";
    let server = server(Options::default());
    let (_bot, _folder) = bot(&server, text);
    let even = |temper| Spec {
        variant: "fromPosition".to_owned(),
        fen: Some(level.clone()),
        ..spec(temper)
    };
    let id = server.challenge(even(Temper::OffersDraws));
    assert!(server.wait(|world| world.is_over(&id)));
    server.with(|world| assert_eq!(world.games[&id].status, Status::Draw));
    // In the usual position nothing is drawn: an offer is declined.
    let id = server.challenge(spec(Temper::OffersDraws));
    assert!(server.wait(|world| world.is_over(&id)));
    server.with(|world| {
        let game = &world.games[&id];
        assert!(!game.answers.contains(&"draw yes".to_owned()), "{:?}", game.answers);
    });
}

/// A book of one entry that nobody would play otherwise: a2a3 in the first position.
#[test]
fn the_book_of_the_configuration_is_played_from() {
    let server = server(Options::default());
    let books = tempfile::tempdir().unwrap();
    let file = books.path().join("odd.bin");
    let mut entry = 0x463b_9618_1691_fc9c_u64.to_be_bytes().to_vec();
    // From row 1 to row 2 of the first file, with a weight, and nothing learned.
    entry.extend((1u16 << 9 | 2 << 3).to_be_bytes());
    entry.extend([0, 1, 0, 0, 0, 0]);
    std::fs::write(&file, entry).unwrap();
    let text = format!("[engine.polyglot]\nbook = {:?}\n", file.to_str().unwrap());
    let (_bot, _folder) = bot(&server, &text);
    let id = server.challenge(Spec { side: Some(0), ..spec(Temper::Resigns(2)) });
    assert!(server.wait(|world| world.is_over(&id)));
    assert_eq!(server.with(|world| world.games[&id].moves[0].clone()), "a2a3");
}

/// A bare king against a rook gives up at once where tables say that it is lost; scores alone would
/// have to be bad three times.
#[test]
fn local_tables_are_asked() {
    let tables = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../syzygy/tests/tables");
    let tables = format!("[engine.lichess_bot_tbs.syzygy]\nenabled = true\npaths = [{tables:?}]\n");
    for (more, at_once) in [(tables.as_str(), true), ("", false)] {
        let server = server(Options::default());
        let text = format!("[engine.draw_or_resign]\nresign_enabled = true\n{more}");
        let (_bot, _folder) = bot(&server, &text);
        let id = server.challenge(Spec {
            variant: "fromPosition".to_owned(),
            fen: Some("8/8/8/3k4/8/8/8/KR6 w - - 0 1".to_owned()),
            side: Some(1),
            ..spec(Temper::Resigns(30))
        });
        assert!(server.wait(|world| world.is_over(&id)));
        server.with(|world| {
            let game = &world.games[&id];
            let gave_up = game.status == Status::Resign && game.winner == Some(0);
            assert_eq!(gave_up && game.ply() <= 3, at_once, "{:?} {:?}", game.status, game.moves);
        });
    }
}

#[test]
fn public_servers_give_moves_where_they_are_allowed_and_never_see_the_token() {
    let server = server(Options::default());
    let url = server.url();
    let text = format!(
        "[engine.online_moves.online_egtb]\nenabled = true\nmin_time = 0\nurl = \"{url}\"\n\
         [engine.online_moves.lichess_opening_explorer]\nenabled = true\nmin_time = 0\nmax_depth = 2\nurl = \"{url}\"\n"
    );
    let (_bot, _folder) = bot(&server, &text);
    let opening = server.challenge(Spec { side: Some(0), ..spec(Temper::Resigns(6)) });
    let ending = server.challenge(Spec {
        variant: "fromPosition".to_owned(),
        fen: Some("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".to_owned()),
        side: Some(0),
        ..spec(Temper::Resigns(4))
    });
    assert!(server.wait(|world| world.is_over(&opening) && world.is_over(&ending)));
    server.with(|world| {
        // The first in the alphabet is the best for both servers.
        assert_eq!(world.games[&opening].moves[0], "a2a3");
        assert_eq!(world.games[&ending].moves[0], "e1d1");
    });
    assert_eq!(server.report().leaked, 0);
}

#[test]
fn an_account_becomes_a_bot_only_on_request() {
    let server = server(Options { bot: false, ..Options::default() });
    let (mut refused, folder) = bot(&server, "");
    let error = refused.wait().unwrap_err().to_string();
    assert!(error.contains("TestBot is not a bot account"), "{error}");
    assert!(!server.with(|world| world.is_bot));
    let upgraded = start_with(&server, config(&server, folder.path(), ""), true);
    assert!(server.wait(|world| world.is_bot && world.listeners() > 0));
    upgraded.end().unwrap();
}

#[test]
fn a_token_for_something_else_is_refused_before_the_first_game() {
    let scopes = "challenge:read,preference:read".to_owned();
    let server = server(Options { scopes, ..Options::default() });
    let (mut refused, _folder) = bot(&server, "");
    let error = refused.wait().unwrap_err().to_string();
    assert!(error.contains("bot:play") && error.contains("preference:read"), "{error}");
    assert_eq!(server.report().leaked, 0);
}

/// Two bots in one folder would write over each other's notes.
#[test]
fn a_second_bot_in_the_same_folder_is_refused() {
    let server = server(Options::default());
    let (_first, folder) = bot(&server, "");
    assert!(server.wait(|world| world.listeners() > 0));
    let mut second = start_with(&server, config(&server, folder.path(), ""), false);
    let error = second.wait().unwrap_err().to_string();
    assert!(error.contains("another bot"), "{error}");
}

#[test]
fn the_measured_lag_follows_the_wire() {
    let (out, back) = (Duration::from_millis(40), Duration::from_millis(60));
    let server = server(Options { wire: [out, back], ..Options::default() });
    let (bot, folder) = bot(&server, "");
    let id = server.challenge(spec(Temper::Resigns(16)));
    assert!(server.wait(|world| world.is_over(&id)));
    assert!(written(&folder, &id));
    // No upper bound: a busy machine adds to it. Below the wire it can't be.
    let lag = bot.status.get().lag.expect("it was measured");
    assert!(lag >= Duration::from_millis(98), "{lag:?}");
}
