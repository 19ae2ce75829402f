// SPDX-License-Identifier: GPL-3.0-or-later
//! Games against the engine, by messages alone.

use crate::support;

use chess::{Game, Position};
use serde_json::{Value, json};
use std::time::Duration;
use support::{Page, Running, config, is, start};

/// A game in which the engine answers at once.
fn quick() -> Value {
    json!({ "you": "white", "engine": { "options": { "Evaluation": "placement" } },
            "limit": { "depth": 1 }, "name": "Ada" })
}

async fn begin(page: &mut Page, setup: Value) -> Value {
    let state = page.ask("play.new", setup).await;
    assert_eq!(state["type"], "play.state", "{state}");
    state
}

/// The state once the person is to move, or the game is over.
async fn my_turn(page: &mut Page, mut state: Value) -> Value {
    while state["status"] == "thinking" {
        state = page.event(is("play.state")).await;
    }
    state
}

async fn play(page: &mut Page, state: &Value, mv: &str) -> Value {
    let body = json!({ "game": state["game"], "move": mv, "ply": state["ply"] });
    let answer = page.ask("play.move", body).await;
    assert_eq!(answer["type"], "play.state", "{answer}");
    my_turn(page, answer).await
}

/// Plays the moves of a state with our own rules and compares everything that
/// follows from them.
fn check(state: &Value) -> Game {
    let fen = state["setup"]["start"]["fen"].as_str().unwrap();
    let mut game = Game::new(Position::from_fen(fen).unwrap());
    for note in state["moves"].as_array().unwrap() {
        let m = game.position().parse_uci(note["uci"].as_str().unwrap()).unwrap();
        assert_eq!(game.position().san(m), note["san"].as_str().unwrap());
        game.play(m);
    }
    assert_eq!(state["fen"], game.position().fen());
    assert_eq!(state["ply"], game.moves().len());
    game
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_by_messages() {
    let server = start(config()).await;
    let mut page = server.page().await;
    let state = begin(&mut page, quick()).await;
    assert_eq!((&state["status"], &state["ply"]), (&json!("your_move"), &json!(0)));
    assert!(state["dests"]["e2"].as_array().unwrap().contains(&json!("e4")));
    let mut state = state;
    // The person plays the first legal move until somebody has won or nobody can.
    for _ in 0..400 {
        if state["status"] == "over" {
            break;
        }
        let game = check(&state);
        let m = game.position().legal_moves()[0];
        state = play(&mut page, &state, &game.position().uci(m).to_string()).await;
    }
    assert_eq!(state["status"], "over", "the game ends");
    let game = check(&state);
    let outcome = game.outcome().expect("by the rules");
    assert_eq!(state["outcome"]["winner"], json!(outcome.winner().map(|color| color.to_string())));
    assert!(state["dests"].as_object().unwrap().is_empty());
    page.refused("play.move", json!({ "game": state["game"], "move": "e2e4" }), "game_over").await;

    let pgn = page.ask("play.pgn", json!({ "game": state["game"] })).await;
    let text = pgn["pgn"].as_str().unwrap();
    let record = formats::pgn::read_games(text.as_bytes()).next().unwrap().unwrap();
    assert_eq!(record.moves.len(), game.moves().len());
    assert_eq!(record.tag("White"), Some("Ada"));
    assert_eq!(record.result.to_string(), state["outcome"]["result"]);
    assert!(record.moves[1].comment.as_ref().unwrap().contains("s"));

    let left = page.ask("play.leave", json!({ "game": state["game"] })).await;
    assert_eq!(left["type"], "play.left");
    page.refused("play.pgn", json!({ "game": state["game"] }), "no_game").await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_persona_sits_at_the_board() {
    let server = start(config()).await;
    let mut page = server.page().await;
    let mut setup = quick();
    setup["engine"] = json!({ "options": { "Persona": "achilles" } });
    let state = begin(&mut page, setup).await;
    let name = state["engine_name"].as_str().unwrap();
    assert!(name.contains("axon") && name.contains("2 lines compared"), "{name}");
    assert_eq!(play(&mut page, &state, "e4").await["ply"], 2);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_moves_are_refused_and_change_nothing() {
    let server = start(config()).await;
    let mut page = server.page().await;
    let state = begin(&mut page, quick()).await;
    let game = &state["game"];
    let error =
        page.refused("play.move", json!({ "game": game, "move": "e2e5" }), "illegal_move").await;
    assert_eq!(error["field"], "move");
    page.refused("play.move", json!({ "game": game, "move": "e4", "ply": 3 }), "not_your_turn")
        .await;
    page.refused("play.move", json!({ "game": "0".repeat(32), "move": "e4" }), "no_game").await;
    page.refused("play.takeback", json!({ "game": game }), "not_allowed").await;
    let state = play(&mut page, &state, "e4").await;
    assert_eq!(state["ply"], 2);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_are_taken_back_with_their_time() {
    let server = start(config()).await;
    let mut page = server.page().await;
    let mut setup = quick();
    setup["clock"] = json!({ "base_ms": 600_000, "inc_ms": 60_000 });
    let first = begin(&mut page, setup).await;
    let second = play(&mut page, &first, "e4").await;
    let third = play(&mut page, &second, "d4").await;
    assert_eq!(third["ply"], 4);
    let back = page.ask("play.takeback", json!({ "game": first["game"] })).await;
    assert_eq!((&back["ply"], &back["fen"]), (&json!(2), &second["fen"]));
    // The clocks stand where they stood after the moves that are left.
    let left = |state: &Value, index: usize| state["moves"][index]["left_ms"].as_u64().unwrap();
    let white = back["clock"]["white_ms"].as_u64().unwrap();
    assert!(white <= left(&second, 0) && white > 600_000, "{back}");
    assert_eq!(back["clock"]["black_ms"], left(&second, 1));
    // Also while the engine thinks, and when the game is over.
    page.ask("play.resign", json!({ "game": first["game"] })).await;
    let back = page.ask("play.takeback", json!({ "game": first["game"] })).await;
    assert_eq!((&back["ply"], &back["outcome"]), (&json!(0), &Value::Null));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_engine_rests_while_nobody_is_there_and_thinks_anew() {
    const AWAY: u64 = 3_000;
    let server = start(config()).await;
    let mut page = server.page().await;
    let mut setup = quick();
    (setup["you"], setup["limit"]) = (json!("black"), json!({ "ms": 3_600_000 }));
    setup["clock"] = json!({ "base_ms": 600_000, "inc_ms": 0 });
    let state = begin(&mut page, setup).await;
    page.event(is("play.info")).await;
    drop(page);
    tokio::time::sleep(Duration::from_millis(AWAY)).await;
    let mut page = server.page().await;
    let back = page.ask("play.resume", json!({ "game": state["game"] })).await;
    assert_eq!((&back["status"], &back["ply"]), (&json!("thinking"), &json!(0)));
    // The clock stood still, and what the lost search had cost was given back.
    let left = back["clock"]["white_ms"].as_u64().unwrap();
    assert!(left > 600_000 - AWAY, "{back}");
    // It is a new search that tells of itself, and it finds a move.
    let info = page.event(is("play.info")).await;
    assert!(info["ms"].as_u64().unwrap() < AWAY, "{info}");
    let hurried = page.ask("play.go", json!({ "game": state["game"] })).await;
    assert_eq!(my_turn(&mut page, hurried).await["ply"], 1);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_engine_begins_thinks_and_is_hurried() {
    let server = start(config()).await;
    let mut page = server.page().await;
    let mut setup = quick();
    (setup["you"], setup["limit"]) = (json!("black"), json!({ "ms": 3_600_000 }));
    let state = begin(&mut page, setup).await;
    assert_eq!(state["status"], "thinking");
    let info = page.event(is("play.info")).await;
    assert!(info["depth"].as_u64().unwrap() >= 1 && info["san"].is_array(), "{info}");
    let game = &state["game"];
    page.refused("play.move", json!({ "game": game, "move": "e5" }), "not_your_turn").await;
    page.refused("play.hint", json!({ "game": game }), "not_your_turn").await;
    let hurried = page.ask("play.go", json!({ "game": game })).await;
    let state = my_turn(&mut page, hurried).await;
    assert_eq!(state["ply"], 1);
    assert_eq!(state["moves"][0]["by"], "engine");
    assert!(state["moves"][0]["time"]["text"].is_string(), "{state}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_limited_player_with_a_clock_looks_at_the_board() {
    let server = start(config()).await;
    let mut page = server.page().await;
    let limited = json!({ "Evaluation": "placement", "UCI_LimitStrength": true, "UCI_Elo": 500 });
    // With so much time every move is looked at for longer than the test could take.
    let hours = json!({ "base_ms": 36_000_000, "inc_ms": 0 });
    let setup = json!({ "you": "white", "engine": { "options": limited },
                        "clock": { "you": hours, "engine": hours } });
    let state = begin(&mut page, setup.clone()).await;
    let game = state["game"].clone();
    let sent = page.ask("play.move", json!({ "game": game, "move": "e2e4", "ply": 0 })).await;
    assert_eq!(sent["status"], "thinking");
    // It has found its move: nothing is computed, and the move is not on the board.
    let found = page.event(is("play.info")).await;
    assert_eq!(found["game"], game);
    page.refused("play.hint", json!({ "game": game }), "not_your_turn").await;
    // Taken back while it waits: the move is forgotten with it.
    let state = page.ask("play.takeback", json!({ "game": game })).await;
    assert_eq!((&state["status"], &state["ply"]), (&json!("your_move"), &json!(0)));
    // Hurried, it moves.
    let sent = page.ask("play.move", json!({ "game": game, "move": "d2d4", "ply": 0 })).await;
    assert_eq!(sent["status"], "thinking");
    page.event(is("play.info")).await;
    let mut state = page.ask("play.go", json!({ "game": game })).await;
    while state["status"] == "thinking" {
        state = page.event(is("play.state")).await;
    }
    assert_eq!((&state["status"], &state["ply"]), (&json!("your_move"), &json!(2)));

    // Who sets a limit for each move gets just that, and is not waited for.
    let mut setup = setup;
    setup["limit"] = json!({ "depth": 1 });
    let state = begin(&mut page, setup).await;
    let state = play(&mut page, &state, "e2e4").await;
    assert_eq!(state["ply"], 2);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hints_draw_offers_and_resignation() {
    let server = start(config()).await;
    let mut page = server.page().await;
    let state = begin(&mut page, quick()).await;
    let body = json!({ "game": state["game"] });
    let hint = page.ask("play.hint", body.clone()).await;
    assert_eq!(hint["type"], "play.hint", "{hint}");
    assert!(Position::startpos().parse_uci(hint["uci"].as_str().unwrap()).is_ok());
    // Nobody knows yet what the position is worth.
    let offered = page.ask("play.draw", body.clone()).await;
    assert_eq!(offered["offer"]["answer"], "declined");
    // A move makes a hint that is under way worthless, and is played at once.
    let asked = page.send("play.hint", body.clone()).await;
    let state = play(&mut page, &offered, "e4").await;
    assert_eq!(page.answer(asked).await["code"], "busy");
    assert_eq!(state["ply"], 2);
    let over = page.ask("play.resign", body).await;
    assert_eq!(over["outcome"]["result"], "0-1");
    assert_eq!(over["outcome"]["reason"], "resignation");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_losing_engine_takes_a_draw() {
    let server = start(config()).await;
    let mut page = server.page().await;
    let mut setup = quick();
    // Black has nothing but a king, and needs no ten moves to know what that means.
    setup["start"] = json!({ "fen": "k7/8/8/8/8/8/5PPP/KR6 w - - 0 1" });
    let state = begin(&mut page, setup).await;
    let state = play(&mut page, &state, "f3").await;
    let drawn = page.ask("play.draw", json!({ "game": state["game"] })).await;
    assert_eq!(drawn["outcome"]["reason"], "agreement", "{drawn}");
    assert_eq!(drawn["offer"]["answer"], "accepted");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flag_falls() {
    let server = start(config()).await;
    let mut page = server.page().await;
    let mut setup = quick();
    setup["clock"] = json!({ "you": { "base_ms": 50 }, "engine": { "base_ms": 600_000 } });
    let state = begin(&mut page, setup).await;
    assert_eq!(state["clock"]["running"], "white");
    let over = page.event(|message| message["status"] == "over").await;
    assert_eq!(over["outcome"]["reason"], json!({ "failure": "time" }));
    assert_eq!(over["outcome"]["result"], "0-1");
    assert_eq!(over["clock"]["white_ms"], 0);
    page.refused("play.move", json!({ "game": state["game"], "move": "e4" }), "game_over").await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn chess960_castles_king_takes_rook() {
    let server = start(config()).await;
    let mut page = server.page().await;
    let mut setup = quick();
    setup["start"] = json!({ "chess960": 518 });
    let state = begin(&mut page, setup.clone()).await;
    assert_eq!(state["setup"]["start"]["chess960"], true);
    setup["start"] = json!({ "fen": "4k3/pppppppp/8/8/8/8/8/1R2K1R1 w BG - 0 1" });
    let state = begin(&mut page, setup).await;
    assert!(state["dests"]["e1"].as_array().unwrap().contains(&json!("g1")));
    let state = play(&mut page, &state, "e1g1").await;
    assert_eq!(state["moves"][0]["san"], "O-O");
    assert_eq!(state["moves"][0]["uci"], "e1g1", "the rook stands on g1");
    check(&state);
    server.stop().await;
}

/// A page that comes back: to the same server, and to one that was started anew.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_survives_connection_and_server() {
    let server = start(config()).await;
    let mut page = server.page().await;
    let mut setup = quick();
    setup["clock"] = json!({ "base_ms": 600_000, "inc_ms": 1_000 });
    let state = begin(&mut page, setup).await;
    let state = play(&mut page, &state, "e4").await;
    let key = state["game"].clone();
    drop(page);

    // The same server: it knows the game, and asks for no state.
    let mut page = server.page().await;
    let back = page.ask("play.resume", json!({ "game": key })).await;
    assert_eq!((&back["fen"], &back["game"]), (&state["fen"], &key));
    assert_eq!(back["moves"], state["moves"]);
    let state = play(&mut page, &back, "d4").await;
    // A stranger can't move without the key, nor without saying that he is there.
    let mut stranger = server.page().await;
    let mv = json!({ "game": key, "move": "Nf3" });
    stranger.refused("play.move", mv, "no_game").await;
    server.stop().await;
    assert!(page.read().await.is_none_or(|message| message["type"] != "error"));

    // Another server: it has only what the page remembers.
    let server: Running = start(config()).await;
    let mut page = server.page().await;
    page.refused("play.resume", json!({ "game": key }), "no_game").await;
    let back = page.ask("play.resume", json!({ "game": key, "state": state })).await;
    assert_eq!((&back["fen"], &back["game"]), (&state["fen"], &key), "{back}");
    assert_eq!(back["moves"], state["moves"]);
    let clock = |state: &Value| state["clock"]["white_ms"].as_u64().unwrap();
    assert!(clock(&back) <= clock(&state) && clock(&back) + 60_000 > clock(&state));
    let state = play(&mut page, &back, "Nf3").await;
    assert_eq!(check(&state).moves().len(), 6);

    // What was not a game is not made one.
    let mut forged = state.clone();
    forged["moves"][1]["uci"] = json!("e2e4");
    let other = "f".repeat(32);
    let body = json!({ "game": other, "state": forged });
    page.refused("play.resume", body, "illegal_move").await;
    page.refused("play.resume", json!({ "game": other, "state": 7 }), "bad_message").await;
    page.refused("play.resume", json!({ "game": "../x", "state": state }), "bad_message").await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn clocks_stand_still_while_nobody_is_there() {
    let server = start(config()).await;
    let mut page = server.page().await;
    let mut setup = quick();
    setup["clock"] = json!({ "base_ms": 1_500 });
    let state = begin(&mut page, setup).await;
    drop(page);
    // Longer than the clock would last.
    tokio::time::sleep(std::time::Duration::from_millis(2_000)).await;
    let mut page = server.page().await;
    let back = page.ask("play.resume", json!({ "game": state["game"] })).await;
    assert_eq!(back["status"], "your_move", "{back}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn options_files_and_numbers_are_checked() {
    let server = start(config()).await;
    let mut page = server.page().await;
    for (name, value) in
        [("EvalFile", "/etc/passwd"), ("Hash", "1"), ("Nonsense", "1"), ("UCI_Elo", "1")]
    {
        let mut setup = quick();
        setup["engine"] = json!({ "options": { name: value } });
        page.refused("play.new", setup, "bad_option").await;
    }
    let mut setup = quick();
    setup["start"] = json!({ "fen": "8/8/8/8/8/8/8/8 w - - 0 1" });
    page.refused("play.new", setup, "bad_fen").await;
    // One page may not take all the games.
    for _ in 0..8 {
        begin(&mut page, quick()).await;
    }
    page.refused("play.new", quick(), "busy").await;
    server.stop().await;
}

/// Plays 1. e4 e5 2. Nf3 against the full engine, so that it thinks on the person's time.
async fn until_it_ponders(page: &mut Page, ponder: bool) -> Value {
    let setup = json!({ "you": "white", "engine": { "ponder": ponder }, "limit": { "depth": 6 } });
    let state = begin(page, setup).await;
    play(page, &state, "e4").await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_engine_thinks_on_the_persons_time() {
    let server = start(config()).await;
    let mut page = server.page().await;
    let state = until_it_ponders(&mut page, true).await;
    // The line of its last move names the move that it expects.
    let expected = state["moves"][1]["line"][0].as_str().expect("a reply is expected").to_owned();
    let hit = play(&mut page, &state, &expected).await;
    assert_eq!(hit["moves"][3]["pondered"], true, "{hit}");
    let game = check(&hit);
    // Any other move is one that it did not think about.
    let line = hit["moves"][3]["line"][0].as_str().unwrap_or_default().to_owned();
    let moves = game.position().legal_moves();
    let other = moves.iter().map(|&m| game.position().san(m)).find(|san| *san != line).unwrap();
    let missed = play(&mut page, &hit, &other).await;
    assert_eq!(missed["moves"][5]["pondered"], false, "{missed}");
    check(&missed);
    let pgn = page.ask("play.pgn", json!({ "game": missed["game"] })).await;
    let text = pgn["pgn"].as_str().unwrap().replace('\n', " ");
    assert!(text.contains("ponder hit") && text.contains("ponder miss"), "{text}");
    // A hint takes the engine away from its thoughts; so does taking back.
    let hint = page.ask("play.hint", json!({ "game": missed["game"] })).await;
    assert_eq!(hint["type"], "play.hint", "{hint}");
    let back = page.ask("play.takeback", json!({ "game": missed["game"] })).await;
    assert_eq!(back["fen"], hit["fen"]);
    assert_eq!(play(&mut page, &back, &other).await["ply"], 6);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_does_not_think_on_the_persons_time_unless_asked() {
    let server = start(config()).await;
    let mut page = server.page().await;
    let state = until_it_ponders(&mut page, false).await;
    let expected = state["moves"][1]["line"][0].as_str().unwrap_or("d4").to_owned();
    let state = play(&mut page, &state, &expected).await;
    assert_eq!(state["moves"][3]["pondered"], json!(null));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_limited_player_without_a_clock_looks_at_the_board_too() {
    let server = start(config()).await;
    let mut page = server.page().await;
    let options = json!({ "UCI_LimitStrength": true, "UCI_Elo": 600 });
    let setup = json!({ "you": "white", "engine": { "options": options } });
    let state = begin(&mut page, setup).await;
    let state = play(&mut page, &state, "e4").await;
    // What the state says it took is what was waited, not what was searched.
    let used = state["moves"][1]["used_ms"].as_u64().unwrap();
    assert!(used >= 100, "{used}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pause_between_moves_costs_no_time_on_the_clock() {
    let server = start(config()).await;
    let mut page = server.page().await;
    let setup = json!({ "white": { "kind": "xanthos" }, "black": { "kind": "xanthos" },
        "limit": { "depth": 1 }, "clock": { "base_ms": 3_600_000 }, "pause_ms": 200 });
    let began = std::time::Instant::now();
    let mut state = page.ask("watch.start", setup).await;
    while state["ply"].as_u64().unwrap() < 5 {
        state = page.event(is("watch.state")).await;
    }
    // Four pauses have passed besides what the clocks counted.
    let used: u64 = (0..5).map(|ply| state["moves"][ply]["used_ms"].as_u64().unwrap()).sum();
    assert!(began.elapsed() >= Duration::from_millis(800 + used.saturating_sub(5)), "{state}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn stopped_games_and_those_of_closed_pages_make_room() {
    let server = start(config()).await;
    // A game that nobody ends would go on for hours.
    let setup = json!({ "white": { "kind": "xanthos" }, "black": { "kind": "xanthos" },
        "limit": { "ms": 3_600_000 } });
    let mut stopped = Vec::new();
    for _ in 0..3 {
        let mut page = server.page().await;
        let state = page.ask("watch.start", setup.clone()).await;
        assert_eq!(state["type"], "watch.state", "{state}");
        let over = page.ask("watch.stop", json!({ "watch": state["watch"] })).await;
        assert_eq!(over["status"], "over", "{over}");
        assert_eq!(over["white"], state["white"]);
        stopped.push((page, state["watch"].clone()));
    }
    // They can still be saved.
    for (page, watch) in &mut stopped {
        let pgn = page.ask("watch.pgn", json!({ "watch": watch })).await;
        assert!(pgn["pgn"].as_str().unwrap().contains("Xanthos"), "{pgn}");
    }
    let mut going = Vec::new();
    for _ in 0..2 {
        let mut page = server.page().await;
        assert_eq!(page.ask("watch.start", setup.clone()).await["type"], "watch.state");
        going.push(page);
    }
    let mut third = server.page().await;
    third.refused("watch.start", setup.clone(), "busy").await;
    going.pop();
    // A socket that is closed is noticed soon; the game must not outlive it by its clock.
    while third.ask("watch.start", setup.clone()).await["type"] != "watch.state" {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_is_paused_stands_still() {
    let server = start(config()).await;
    let mut page = server.page().await;
    let setup = json!({ "white": { "kind": "xanthos" }, "black": { "kind": "xanthos" },
        "limit": { "ms": 300 }, "clock": { "base_ms": 3_600_000 } });
    let state = page.ask("watch.start", setup).await;
    let watch = json!({ "watch": state["watch"] });
    page.event(is("watch.info")).await;
    // In the middle of a move: it is not played, and its time is given back.
    let paused = page.ask("watch.pause", watch.clone()).await;
    assert_eq!(paused["status"], "paused");
    assert_eq!(paused["clock"]["running"], json!(null), "{paused}");
    let (ply, clock) = (paused["ply"].clone(), paused["clock"].clone());
    let later = page.ask("watch.pause", watch.clone()).await;
    assert_eq!((&later["ply"], &later["clock"]), (&ply, &clock));
    // It goes on with the move that was put off.
    let mut state = page.ask("watch.continue", watch).await;
    assert_eq!(state["ply"], ply);
    while state["ply"].as_u64().unwrap() < ply.as_u64().unwrap() + 2 {
        state = page.event(is("watch.state")).await;
    }
    server.stop().await;
}
