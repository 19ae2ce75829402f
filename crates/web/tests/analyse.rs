// SPDX-License-Identifier: GPL-3.0-or-later
//! Analysing and understanding positions, reading and writing games, by messages.

use crate::support;

use chess::{Game, Position};
use engine::{Engine, Event, Persona, Request};
use search::Limits;
use serde_json::{Value, json};
use support::{config, is, start};
use xanthos_web::Config;

/// Plays a line of the server by the rules and compares both notations.
fn check_line(fen: &str, line: &Value) -> usize {
    let mut position = Position::from_fen(fen).unwrap();
    let (uci, san) = (line["uci"].as_array().unwrap(), line["san"].as_array().unwrap());
    assert_eq!(uci.len(), san.len());
    for (uci, san) in uci.iter().zip(san) {
        let m = position.parse_uci(uci.as_str().unwrap()).expect("a legal move");
        assert_eq!(position.san(m), san.as_str().unwrap());
        position.play(m);
    }
    uci.len()
}

#[tokio::test(flavor = "multi_thread")]
async fn hello_says_what_there_is() {
    let server = start(config()).await;
    let mut page = server.page().await;
    let hello = page.ask("hello", json!({ "protocol": 1 })).await;
    assert_eq!(hello["protocol"], 1);
    assert!(hello["evaluations"].as_array().unwrap().iter().any(|e| e["name"] == "classical"));
    let personas = hello["personas"].as_array().unwrap();
    assert_eq!(personas.len() + 1, Persona::ALL.len(), "all but the engine itself");
    let achilles = personas.iter().find(|persona| persona["name"] == "achilles").unwrap();
    assert_eq!(achilles["settings"]["Search"], "documented");
    assert!(hello["elo"]["min"].as_i64() < hello["elo"]["max"].as_i64());
    assert!(!hello["searches"].as_array().unwrap().is_empty());
    assert_eq!(hello["threads"], 2);
    let mut other = server.page().await;
    assert_eq!(other.ask("hello", json!({})).await["boot"], hello["boot"]);
    server.stop().await;
    let server = start(config()).await;
    let again = server.page().await.ask("hello", json!({})).await;
    assert_ne!(again["boot"], hello["boot"], "a page can tell that the server was restarted");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn positions_are_described() {
    let server = start(config()).await;
    let mut page = server.page().await;
    let at = json!({ "fen": "startpos", "moves": ["f3", "e5", "g4", "Qh4"] });
    let mated = page.ask("position", json!({ "at": at })).await;
    assert_eq!(mated["outcome"]["reason"], "checkmate");
    assert_eq!(mated["check"], true);
    assert_eq!(mated["last"], json!(["d8", "h4"]));
    assert_eq!(mated["moves"][3]["san"], "Qh4#");
    assert!(mated["legal"].as_array().unwrap().is_empty());
    let start_position = page.ask("position", json!({})).await;
    assert_eq!(start_position["legal"].as_array().unwrap().len(), 20);
    assert_eq!(start_position["dests"].as_object().unwrap().len(), 10);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_grow_and_end_at_their_limit() {
    let server = start(config()).await;
    let mut page = server.page().await;
    let at = json!({ "moves": ["e4", "e5", "Nf3"] });
    let body = json!({ "at": at, "lines": 3, "limit": { "depth": 7 } });
    let started = page.ask("analyse.start", body).await;
    assert_eq!(started["type"], "analyse.started", "{started}");
    let fen = started["fen"].as_str().unwrap();
    let mut depth = 0;
    loop {
        let message = page.event(|m| m["analysis"] == started["analysis"]).await;
        if message["type"] == "analyse.done" {
            assert_eq!(message["reason"], "limit");
            assert!(
                Position::from_fen(fen)
                    .unwrap()
                    .parse_uci(message["best"]["uci"].as_str().unwrap())
                    .is_ok()
            );
            break;
        }
        let reached = message["depth"].as_u64().unwrap();
        assert!(reached >= depth, "depths never fall");
        depth = reached;
        let lines = message["lines"].as_array().unwrap();
        assert_eq!(lines.len(), 3);
        for (index, line) in lines.iter().enumerate() {
            assert_eq!(line["rank"], index + 1);
            assert!(check_line(fen, line) >= 1);
            let wdl = line["wdl"].as_array().unwrap();
            assert_eq!(wdl.iter().map(|n| n.as_u64().unwrap()).sum::<u64>(), 1000);
        }
        let firsts: Vec<&Value> = lines.iter().map(|line| &line["uci"][0]).collect();
        assert!(firsts[0] != firsts[1] && firsts[1] != firsts[2]);
    }
    assert_eq!(depth, 7);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn threads_and_memory_are_the_pages_wish_within_what_the_server_allows() {
    let server = start(config()).await;
    let mut page = server.page().await;
    let hello = page.ask("hello", json!({})).await;
    assert_eq!((&hello["threads"], &hello["limits"]["hash_mib"]), (&json!(2), &json!(16)));
    for (wish, threads, hash) in [
        (json!({}), 2, 8),
        (json!({ "threads": 1 }), 1, 8),
        (json!({ "threads": 1, "hash_mib": 16 }), 1, 16),
        (json!({ "hash_mib": 1 }), 2, 1),
        (json!({}), 2, 8),
    ] {
        let mut body = wish.clone();
        body["limit"] = json!({ "depth": 4 });
        let started = page.ask("analyse.start", body).await;
        let mine = |m: &Value| m["analysis"] == started["analysis"];
        let info = page.event(|m| mine(m) && m["type"] == "analyse.info").await;
        assert_eq!(
            (&info["threads"], &info["hash_mib"]),
            (&json!(threads), &json!(hash)),
            "{wish}"
        );
        page.event(|m| mine(m) && m["type"] == "analyse.done").await;
        page.forget();
    }
    for (field, wish) in [("threads", 0), ("threads", 3), ("hash_mib", 0), ("hash_mib", 17)] {
        let refused = page.refused("analyse.start", json!({ field: wish }), "bad_message").await;
        assert_eq!(refused["field"], field);
        let told = refused["message"].as_str().unwrap();
        assert!(told.contains(&wish.to_string()) && told.contains("allows 1 to"), "{told}");
    }
    // What one page takes another can not have, but everybody has something.
    let body = json!({ "hash_mib": 16 });
    for _ in 0..2 {
        let mut other = server.page().await;
        other.ask("analyse.start", body.clone()).await;
        let info = other.event(is("analyse.info")).await;
        assert!((1..=16).contains(&info["hash_mib"].as_u64().unwrap()), "{info}");
    }
    server.stop().await;
}

/// Nodes and line of an engine that was set up as UCI does it.
fn by_uci(persona: &str, depth: u32) -> (u64, Vec<String>) {
    let (tell, told) = std::sync::mpsc::channel();
    let mut engine = Engine::new(engine::flagship, move |event| _ = tell.send(event)).unwrap();
    engine.set_option("Hash", Some("32")).unwrap();
    engine.set_option("Persona", Some(persona)).unwrap();
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    engine.go(Request::analysis(Game::default(), limits, 1)).unwrap();
    let mut last = None;
    for event in told {
        match event {
            Event::Search(search::Event::Depth(depth)) => last = Some(depth),
            Event::Done(_) => break,
            _ => {}
        }
    }
    let last = last.expect("a depth");
    let info = last.best();
    (info.nodes, info.pv.iter().map(|&m| Position::startpos().uci(m).to_string()).collect())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_persona_searches_as_it_does_by_uci() {
    let server = start(Config { threads: 1, ..config() }).await;
    let mut page = server.page().await;
    let mut lines = Vec::new();
    for persona in ["bannan", "achilles", "xanthos"] {
        let options = json!({ "Persona": persona });
        let body = json!({ "options": options, "limit": { "depth": 4 } });
        let started = page.ask("analyse.start", body).await;
        assert_eq!(started["type"], "analyse.started", "{started}");
        let of_this = |message: &Value| message["analysis"] == started["analysis"];
        let mut last = Value::Null;
        loop {
            let message = page.event(of_this).await;
            if message["type"] == "analyse.done" {
                break;
            }
            last = message;
        }
        let (nodes, line) = by_uci(persona, 4);
        assert_eq!((&last["nodes"], &last["lines"][0]["uci"]), (&json!(nodes), &json!(line)));
        lines.push((nodes, line));
    }
    assert!(lines[0] != lines[1] && lines[1] != lines[2], "each is an engine of its own");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn scores_are_whites_view() {
    let server = start(config()).await;
    let mut page = server.page().await;
    // Black is to move and a queen up.
    let body =
        json!({ "at": { "fen": "3qk3/8/8/8/8/8/8/4K3 b - - 0 1" }, "limit": { "depth": 5 } });
    page.ask("analyse.start", body).await;
    let info = page.event(is("analyse.info")).await;
    let score = &info["lines"][0]["score"];
    assert!(score["cp"].as_i64().or(score["mate"].as_i64()).unwrap() < 0, "{info}");
    assert!(info["lines"][0]["wdl"][2].as_u64().unwrap() > 900, "{info}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_position_takes_the_place_of_the_first() {
    let server = start(config()).await;
    let mut page = server.page().await;
    page.ask("analyse.start", json!({ "at": { "moves": ["e4"] } })).await;
    page.event(is("analyse.info")).await;
    let second = page.ask("analyse.start", json!({ "at": { "moves": ["d4"] } })).await;
    page.forget();
    for _ in 0..3 {
        let info = page.event(is("analyse.info")).await;
        assert_eq!(info["analysis"], second["analysis"], "nothing of the first any more");
        assert_eq!(info["fen"], second["fen"]);
    }
    assert_eq!(page.ask("analyse.stop", json!({})).await["type"], "analyse.stopped");
    page.forget();
    assert_eq!(page.ask("ping", json!({})).await["type"], "pong");
    // A finished game is told as such.
    let at = json!({ "moves": ["f3", "e5", "g4", "Qh4"] });
    page.ask("analyse.start", json!({ "at": at })).await;
    let done = page.event(is("analyse.done")).await;
    assert_eq!((&done["reason"], &done["best"]), (&json!("finished"), &json!(null)));
    // So is a limit of time, counted as time computed on.
    page.ask("analyse.start", json!({ "limit": { "ms": 30 } })).await;
    assert_eq!(page.event(is("analyse.done")).await["reason"], "limit");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_ledger_adds_up() {
    let server = start(config()).await;
    let mut page = server.page().await;
    let fen = "r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 5 4";
    let ledger = page.ask("understand.ledger", json!({ "at": { "fen": fen } })).await;
    assert_eq!(ledger["type"], "understand.ledger", "{ledger}");
    let account = &ledger["account"];
    let number = |value: &Value| value.as_i64().unwrap();
    let terms: i64 =
        account["terms"].as_array().unwrap().iter().map(|t| number(&t["balance"])).sum();
    let total = number(&account["total"]);
    assert_eq!(terms + number(&account["rounding"]), total, "{account}");
    assert_eq!(ledger["scores"]["classical"]["cp"], account["total"]);
    let difference = number(&ledger["scores"]["nnue"]["cp"]) - total;
    assert_eq!(number(&ledger["scores"]["difference_cp"]), difference);
    assert!(
        ledger["maps"]["king"]["black"]["attackers"].as_array().unwrap().contains(&json!("g5"))
    );
    // In check nothing is said that would mean nothing.
    let check =
        page.ask("understand.ledger", json!({ "at": { "moves": ["e4", "f6", "Qh5"] } })).await;
    assert_eq!((&check["in_check"], &check["account"]), (&json!(true), &json!(null)));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_are_explained_at_three_levels() {
    let server = start(config()).await;
    let mut page = server.page().await;
    let at = json!({ "moves": ["e4", "e5", "Qh5", "Nc6", "Bc4"] });
    let body = json!({ "at": at, "move": "Nf6", "effort": { "nodes": 4000 } });
    let told = page.ask("understand.explain", body.clone()).await;
    assert_eq!(told["type"], "understand.explanation", "{told}");
    for level in ["beginner", "club", "expert"] {
        let sentences = told["sentences"][level].as_array().unwrap();
        let texts: Vec<&str> = sentences.iter().map(|s| s["text"].as_str().unwrap()).collect();
        assert!(texts.iter().any(|text| text.contains("Qxf7#")), "{level}: {texts:?}");
        assert!(sentences.iter().any(|s| s["lines"][0]["uci"].is_array()), "{sentences:?}");
    }
    assert_eq!(told["explanation"]["played"]["rated"]["san"], "Nf6");
    // The same search says the same.
    let again = page.ask("understand.explain", body.clone()).await;
    assert_eq!(again["sentences"], told["sentences"]);
    let wrong = json!({ "at": at, "move": "Ke6" });
    page.refused("understand.explain", wrong, "illegal_move").await;
    // A newer question takes the place of an older one.
    let mut long = body.clone();
    long["effort"] = json!({ "nodes": 10_000_000 });
    let given_up = page.send("understand.explain", long).await;
    let answered = page.ask("understand.explain", body).await;
    assert_eq!(answered["type"], "understand.explanation");
    assert_eq!(page.answer(given_up).await["code"], "busy");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn scores_are_whites_view_with_black_to_move_too() {
    let server = start(config()).await;
    let mut page = server.page().await;
    let at = json!({ "fen": "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 0 4" });
    let body = json!({ "at": at, "effort": { "nodes": 2000 } });
    let told = page.ask("understand.explain", body).await;
    for kind in ["classical", "nnue", "search"] {
        let cp = told["scores"][kind]["cp"].as_i64().unwrap();
        assert!(cp < -300, "White has no queen, {kind}: {cp}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn in_check_there_is_no_static_evaluation() {
    let server = start(config()).await;
    let mut page = server.page().await;
    let at = json!({ "fen": "rnbqkbnr/ppppp1pp/8/5p1Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 1 2" });
    let ledger = page.ask("understand.ledger", json!({ "at": at })).await;
    assert_eq!(ledger["in_check"], true);
    assert!(ledger["account"].is_null() && ledger["scores"].is_null(), "{ledger}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_are_read_and_written() {
    let server = start(config()).await;
    let mut page = server.page().await;
    let text = "[White \"A\"]\n\n1. e4 {good} (1. d4 d5) 1... e5 2. Nf3 *";
    let games = page.ask("pgn.read", json!({ "pgn": text })).await;
    let game = &games["games"][0];
    assert_eq!(game["line"][0]["variations"][0][1]["san"], "d5");
    let body = json!({ "tags": game["tags"], "start": game["start"], "line": game["line"] });
    let written = page.ask("pgn.write", body).await;
    let pgn = written["pgn"].as_str().unwrap();
    assert!(pgn.contains("1. e4 {good} (1. d4 d5) 1... e5 2. Nf3 *"), "{pgn}");
    page.refused("pgn.read", json!({ "pgn": "" }), "bad_pgn").await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn books_are_opened_by_the_command_line_and_shown() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("small.bin");
    // One entry of a Polyglot book: key, move e2e4, weight, learn.
    let mut entry = Position::startpos().polyglot_key().to_be_bytes().to_vec();
    entry.extend((4_u16 | 3 << 3 | 4 << 6 | 1 << 9).to_be_bytes());
    entry.extend(7_u16.to_be_bytes());
    entry.extend(0_u32.to_be_bytes());
    std::fs::write(&path, entry).unwrap();
    let server = start(xanthos_web::Config { book: Some(path), ..config() }).await;
    let mut page = server.page().await;
    let hello = page.ask("hello", json!({})).await;
    assert_eq!(hello["book"], json!({ "name": "small.bin", "kind": "polyglot" }));
    let book = page.ask("book.moves", json!({})).await;
    assert_eq!(book["candidates"][0]["san"], "e4");
    assert_eq!((&book["total"], &book["candidates"][0]["share"]), (&json!(7), &json!(1.0)));
    // The engine plays from it.
    let setup = json!({ "you": "black", "engine": { "book": true }, "limit": { "ms": 3_600_000 } });
    let mut state = page.ask("play.new", setup).await;
    while state["status"] == "thinking" {
        state = page.event(is("play.state")).await;
    }
    assert_eq!(
        (&state["moves"][0]["san"], &state["moves"][0]["book"]),
        (&json!("e4"), &json!(true))
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_is_made_told_and_had_as_a_file() {
    let server = start(config()).await;
    let mut page = server.page().await;
    let pgn = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0";
    let body = json!({ "pgn": pgn, "effort": { "nodes": 1000 } });
    let started = page.ask("report.start", body).await;
    assert_eq!((&started["type"], &started["games"]), (&json!("report.started"), &json!(1)));
    let report = started["report"].clone();
    let done = page.event(is("report.done")).await;
    assert_eq!(done["report"], report);
    let moves = done["data"][0]["moves"].as_array().unwrap();
    assert_eq!((moves.len(), &moves[3]["san"]), (5, &json!("Ke7")));
    for (format, inside) in [("html", "<html"), ("pgn", "Ke7 $4"), ("json", "turning_points")] {
        let body = json!({ "report": report, "format": format });
        let file = page.ask("report.export", body).await;
        assert_eq!(file["type"], "report.file", "{file}");
        // PGN breaks its lines between any two words.
        let words: Vec<&str> = file["text"].as_str().unwrap().split_whitespace().collect();
        assert!(words.join(" ").contains(inside), "{format}");
    }
    page.refused("report.export", json!({ "report": 999, "format": "pgn" }), "no_report").await;
    // Another socket, or another server: the page gives back what it has kept.
    let mut other = server.page().await;
    for format in ["html", "pgn", "json"] {
        let kept = json!({ "report": null, "format": format, "data": done["data"] });
        let known = json!({ "report": report, "format": format });
        let [kept, known] =
            [other.ask("report.export", kept).await, page.ask("report.export", known).await];
        assert_eq!((&kept["name"], &kept["text"]), (&known["name"], &known["text"]));
    }
    let mut wrong = done["data"].clone();
    wrong[0]["moves"][0]["win_chance"] = json!(2000);
    for data in [json!([]), json!("text"), json!([{}]), wrong] {
        let body = json!({ "format": "pgn", "data": data });
        other.refused("report.export", body, "bad_message").await;
    }
    page.refused("report.start", json!({ "pgn": "1. e9" }), "bad_pgn").await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_broken_game_does_not_cost_the_report_on_the_others() {
    let server = start(config()).await;
    let mut page = server.page().await;
    let pgn = "[White \"A\"]\n\n1. e9 *\n\n[White \"B\"]\n\n1. e4 e5 *\n";
    let body = json!({ "pgn": pgn, "effort": { "nodes": 100 } });
    let started = page.ask("report.start", body).await;
    assert_eq!((&started["games"], &started["left_out"]), (&json!(1), &json!(0)), "{started}");
    assert!(started["broken"][0].as_str().unwrap().contains("e9"), "{started}");
    let done = page.event(is("report.done")).await;
    assert_eq!(done["data"][0]["white"]["name"], "B");
    server.stop().await;
}

/// A game of our engine against itself, and one against an engine that breaks.
#[tokio::test(flavor = "multi_thread")]
async fn engines_play_each_other_and_may_break() {
    let mut allowed = config();
    for (name, command) in [("broken", "/bin/false"), ("silent", "/nonexistent/engine")] {
        allowed.engines.push(xanthos_web::AllowedEngine {
            name: name.into(),
            command: command.into(),
            args: vec![],
        });
    }
    let server = start(allowed).await;
    let mut page = server.page().await;
    let xanthos = json!({ "kind": "xanthos", "options": { "Evaluation": "placement" } });
    let start_at = json!({ "fen": "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1" });
    let body = json!({ "white": xanthos, "black": xanthos, "start": start_at, "limit": { "depth": 3 },
                       "clock": { "base_ms": 600_000 } });
    let mut state = page.ask("watch.start", body).await;
    assert_eq!(state["type"], "watch.state", "{state}");
    while state["status"] != "over" {
        state = page.event(is("watch.state")).await;
    }
    assert_eq!(state["outcome"]["result"], "1-0", "the back rank: {state}");
    let mut game = Game::new(Position::from_fen(start_at["fen"].as_str().unwrap()).unwrap());
    for note in state["moves"].as_array().unwrap() {
        game.play(game.position().parse_uci(note["uci"].as_str().unwrap()).unwrap());
        assert!(note["score"].is_object() && note["left_ms"].is_u64(), "{note}");
    }
    assert!(game.outcome().is_some());
    let pgn = page.ask("watch.pgn", json!({ "watch": state["watch"] })).await;
    assert!(pgn["pgn"].as_str().unwrap().contains("1-0"));

    for name in ["broken", "silent"] {
        let guest = json!({ "kind": "engine", "name": name });
        let body = json!({ "white": xanthos, "black": guest, "limit": { "depth": 1 } });
        let mut state = page.ask("watch.start", body).await;
        assert_eq!(state["type"], "watch.state", "{state}");
        while state["status"] != "over" {
            state = page.event(is("watch.state")).await;
        }
        assert!(state["outcome"]["reason"]["failure"].is_string(), "{state}");
        // It is the engine that broke, not the server.
        assert_eq!(page.ask("ping", json!({})).await["type"], "pong");
        page.ask("watch.stop", json!({ "watch": state["watch"] })).await;
    }
    server.stop().await;
}
