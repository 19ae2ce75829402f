// SPDX-License-Identifier: GPL-3.0-or-later
//! Where two searches disagree, by messages.

use crate::support;

use serde_json::json;
use support::{config, start};

#[tokio::test(flavor = "multi_thread")]
async fn two_searches_are_compared_with_their_lines() {
    let server = start(config()).await;
    let mut page = server.page().await;
    let at = json!({ "moves": ["e4", "c5", "Nf3"] });
    let body = json!({ "at": at, "effort": { "nodes": 4000 } });
    let told = page.ask("understand.searches", body.clone()).await;
    assert_eq!(told["type"], "understand.searches", "{told}");
    let opinions = &told["opinions"];
    let best = |search: &str| opinions[search]["best"]["san"].as_str().unwrap().to_owned();
    let (one, two) = (best("alphabeta"), best("mcts"));
    assert_eq!(opinions["agree"], one == two);
    let sentences = told["sentences"].as_array().unwrap();
    assert_eq!(sentences.len(), 3);
    for (sentence, name) in sentences[1..].iter().zip([one, two]) {
        assert!(sentence["text"].as_str().unwrap().contains(&name), "{sentence}");
        let line = &sentence["lines"][0];
        assert_eq!((&line["fen"], &line["san"][0]), (&told["fen"], &json!(name)));
    }
    // A newer question takes the place of this one, too.
    let long = json!({ "at": at, "effort": { "nodes": 10_000_000 } });
    let given_up = page.send("understand.searches", long).await;
    assert_eq!(page.ask("understand.searches", body).await["fen"], told["fen"]);
    assert_eq!(page.answer(given_up).await["code"], "busy");
    let mated = json!({ "at": { "moves": ["f3", "e5", "g4", "Qh4"] } });
    page.refused("understand.searches", mated, "game_over").await;
    server.stop().await;
}
