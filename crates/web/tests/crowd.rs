// SPDX-License-Identifier: GPL-3.0-or-later
//! Many pages at once: everybody is served, nobody more than others, and who does not read
//! is given up.

use crate::support;

use futures_util::SinkExt;
use serde_json::{Value, json};
use std::time::Duration;
use support::{Page, config, is, start};
use tokio_tungstenite::tungstenite::protocol::Message;

const CROWD: usize = 100;

/// Positions that differ, so that nobody profits from another.
fn place(index: usize) -> Value {
    json!({ "fen": chess::Position::chess960(index as u16).fen(), "chess960": true })
}

/// Reads until the analysis has had its turn so often; the nodes it has seen by then.
async fn until_slices(page: &mut Page, slices: u64) -> u64 {
    loop {
        let info = page.event(is("analyse.info")).await;
        page.forget();
        if info["slices"].as_u64().unwrap() >= slices {
            assert!(info["sharing"].as_u64().unwrap() >= 1);
            return info["nodes"].as_u64().unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_analyse_and_all_get_on() {
    let server = start(config()).await;
    let mut pages = Vec::new();
    for index in 0..CROWD {
        let mut page = server.page().await;
        let body = json!({ "at": place(index), "options": { "Evaluation": "placement" } });
        assert_eq!(page.ask("analyse.start", body).await["type"], "analyse.started");
        pages.push(page);
    }
    // Another page is answered while they all compute.
    let mut guest = server.page().await;
    assert_eq!(guest.ask("hello", json!({})).await["type"], "hello");
    // Everybody has lines, and then more: all of them have had several turns.
    let watching: Vec<_> = pages
        .into_iter()
        .map(|mut page| {
            tokio::spawn(async move {
                let first = until_slices(&mut page, 1).await;
                let later = until_slices(&mut page, 2).await;
                (first, later, page)
            })
        })
        .collect();
    let mut pages = Vec::new();
    for watched in watching {
        let (first, later, page) = watched.await.unwrap();
        assert!(first > 0 && later > first, "{first} {later}");
        pages.push(page);
    }
    // A game is played in the middle of it, on a clock.
    let setup = json!({ "clock": { "base_ms": 600_000 }, "limit": { "depth": 3 } });
    let mut state = guest.ask("play.new", setup).await;
    let body = json!({ "game": state["game"], "move": "e4" });
    state = guest.ask("play.move", body).await;
    while state["status"] == "thinking" {
        state = guest.event(is("play.state")).await;
    }
    assert_eq!(state["ply"], 2, "{state}");
    // Those who leave make room for those who stay.
    drop(pages);
    let body = json!({ "limit": { "depth": 4 }, "options": { "Evaluation": "placement" } });
    guest.ask("analyse.start", body).await;
    assert_eq!(guest.event(is("analyse.done")).await["reason"], "limit");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_read_is_dropped_and_others_do_not_notice() {
    let mut hasty = config();
    hasty.limits.send_timeout = Duration::from_millis(300);
    let server = start(hasty).await;
    let mut slow = server.page().await;
    let mut other = server.page().await;
    // Answers pile up that are never read. The server stops to read, then to write, and
    // in the end gives the page up; until then it holds a bounded number of answers.
    let flood = tokio::spawn(async move {
        let at = json!({ "fen": "startpos" });
        for id in 0..200_000_u64 {
            let text = json!({ "id": id, "type": "position", "at": at }).to_string();
            let sent = tokio::time::timeout(
                Duration::from_secs(60),
                slow.socket.send(Message::text(text)),
            );
            match sent.await {
                Ok(Ok(())) => {}
                _ => return true,
            }
        }
        false
    });
    for _ in 0..50 {
        assert_eq!(other.ask("ping", json!({})).await["type"], "pong");
    }
    assert!(flood.await.unwrap(), "the flood was stopped");
    assert_eq!(other.ask("ping", json!({})).await["type"], "pong");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_vanishes_leaves_nothing_behind() {
    let mut tight = config();
    tight.limits.analyses = 1;
    let server = start(tight).await;
    for round in 0..20 {
        let mut page = server.page().await;
        loop {
            let answer = page.ask("analyse.start", json!({ "at": place(round) })).await;
            if answer["type"] == "analyse.started" {
                break;
            }
            assert_eq!(answer["code"], "busy");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        // Without a goodbye.
        drop(page);
    }
    server.stop().await;
}
