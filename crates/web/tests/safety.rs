// SPDX-License-Identifier: GPL-3.0-or-later
//! Every rule about who is let in and what he can do, tried over real sockets.

use crate::support;

use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use std::time::Duration;
use support::{config, is, start, status};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::protocol::Message;
use xanthos_web::{Config, MESSAGE_BYTES, Server};

#[tokio::test(flavor = "multi_thread")]
async fn it_listens_to_this_machine_alone() {
    let server = Server::bind(Config { listen: ([127, 0, 0, 1], 0).into(), ..Config::default() });
    assert!(server.await.unwrap().address().ip().is_loopback());
    assert!(Config::default().listen.ip().is_loopback());
}

#[tokio::test(flavor = "multi_thread")]
async fn off_loopback_a_token_is_needed() {
    let server = start(Config { listen: ([0, 0, 0, 0], 0).into(), ..config() }).await;
    let (_, token) = server.url.split_once("?token=").expect("a token was made up");
    assert!(token.len() >= 32);
    assert_eq!(status(&server.get("/", "").await), 401);
    assert_eq!(status(&server.get("/?token=wrong", "").await), 401);
    assert_eq!(server.page_with(&[]).await.err(), Some(401));

    // The token in the address becomes a cookie, and the address is clean again.
    let answer = server.get(&format!("/?token={token}"), "").await;
    assert_eq!(status(&answer), 303);
    assert!(answer.contains("location: /\r\n"), "{answer}");
    let cookie = answer.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let pair = cookie.split(';').next().unwrap();
    assert_eq!(status(&server.get("/", &format!("Cookie: {pair}\r\n")).await), 200);

    let bearer = format!("Bearer {token}");
    for headers in [("cookie", pair), ("authorization", &bearer)] {
        assert!(server.page_with(&[headers]).await.is_ok(), "{headers:?}");
    }
    assert!(server.page_at(&format!("/ws?token={token}"), &[]).await.is_ok());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn foreign_names_and_pages_are_refused() {
    let server = start(config()).await;
    let port = server.address.port();
    let ask = async |host: String| {
        let request = format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        status(&server.raw(&request).await)
    };
    assert_eq!(ask(format!("localhost:{port}")).await, 200);
    // A foreign name that was made to point here (DNS rebinding).
    assert_eq!(ask(format!("evil.example:{port}")).await, 403);
    assert_eq!(ask("evil.example".into()).await, 403);
    assert_eq!(ask("127.0.0.1:1".into()).await, 403);
    assert_eq!(status(&server.raw("GET / HTTP/1.1\r\nConnection: close\r\n\r\n").await), 400);

    let ours = format!("http://127.0.0.1:{port}");
    assert!(server.page_with(&[("origin", &ours)]).await.is_ok());
    for origin in ["http://evil.example", "null", "https://127.0.0.1", "http://localhost:1"] {
        assert_eq!(server.page_with(&[("origin", origin)]).await.err(), Some(403), "{origin}");
    }
    let answer = server.get("/", "Origin: http://evil.example\r\n").await;
    assert_eq!(status(&answer), 403);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_is_hardened() {
    let server = start(config()).await;
    for path in ["/", "/nothing", "/ws"] {
        let answer = server.get(path, "Accept-Encoding: gzip, br\r\n").await.to_ascii_lowercase();
        for header in [
            "content-security-policy: default-src 'self'",
            "frame-ancestors 'none'",
            "object-src 'none'",
            "x-content-type-options: nosniff",
            "x-frame-options: deny",
            "referrer-policy: no-referrer",
            "cross-origin-resource-policy: same-origin",
        ] {
            assert!(answer.contains(header), "{path}: {header} is not in\n{answer}");
        }
        assert!(!answer.contains("access-control-allow-origin"), "{path}");
        // Nothing is fetched from anywhere else.
        assert!(!answer.split("\r\n\r\n").nth(1).unwrap_or("").contains("https://"), "{path}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn there_is_no_way_to_files() {
    let server = start(config()).await;
    for path in [
        "/../Cargo.toml",
        "/..%2f..%2fCargo.toml",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/assets/../../Cargo.toml",
        "//etc/passwd",
        "/etc/passwd",
        "/.git/config",
        "/C:\\boot.ini",
        "/index.html/..",
    ] {
        let answer = server.get(path, "Accept-Encoding: gzip, br\r\n").await;
        assert!(matches!(status(&answer), 400 | 404), "{path}: {answer}");
        assert!(!answer.contains("root:") && !answer.contains("[package]"), "{path}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_reading_and_nothing_large() {
    let server = start(config()).await;
    let host = server.address;
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"] {
        let request = format!("{method} / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        assert_eq!(status(&server.raw(&request).await), 405, "{method}");
    }
    let body = format!(
        "GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: 3\r\n\r\nabc"
    );
    assert_eq!(status(&server.raw(&body).await), 413);
    let long = format!("/{}", "a".repeat(1 << 20));
    assert!(matches!(status(&server.get(&long, "").await), 0 | 404 | 414 | 431));

    // A frame that is too large ends the connection, and only that.
    let mut page = server.page().await;
    let text = format!(r#"{{"id":1,"type":"pgn.read","pgn":"{}"}}"#, "x".repeat(MESSAGE_BYTES));
    let _ = page.socket.send(Message::text(text)).await;
    assert!(page.read().await.is_none());
    let mut page = server.page().await;
    assert_eq!(page.ask("ping", json!({})).await["type"], "pong");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_understood_is_answered_or_closed() {
    let server = start(config()).await;
    let mut page = server.page().await;
    for (text, code) in [
        ("{", "bad_json"),
        ("", "bad_json"),
        ("[]", "bad_json"),
        ("\"hello\"", "bad_json"),
        ("{}", "bad_message"),
        (r#"{"id":"x","type":"hello"}"#, "bad_message"),
        (r#"{"id":1.5,"type":"hello"}"#, "bad_message"),
        (r#"{"id":9,"type":"no such thing"}"#, "bad_message"),
        (r#"{"id":9,"type":"play.move","game":7}"#, "bad_message"),
        (r#"{"id":9,"type":"position","at":{"fen":"x"}}"#, "bad_fen"),
        (r#"{"id":9,"type":"position","at":{"moves":["e9"]}}"#, "illegal_move"),
    ] {
        page.send_text(text).await;
        let answer = page.read().await.expect("an answer");
        assert_eq!((&answer["type"], &answer["code"]), (&json!("error"), &json!(code)), "{text}");
        let re = if text.contains(r#""id":9"#) { json!(9) } else { json!(null) };
        assert_eq!(answer["re"], re, "{text}");
    }
    // Deep nesting is refused by the reader, not by the stack.
    page.send_text(&"[".repeat(100_000)).await;
    assert_eq!(page.read().await.unwrap()["code"], "bad_json");
    // The connection has survived all of it.
    assert_eq!(page.ask("ping", json!({})).await["type"], "pong");

    page.socket.send(Message::binary(vec![1, 2, 3])).await.unwrap();
    let last = page.socket.next().await;
    match last {
        Some(Ok(Message::Close(Some(frame)))) => assert_eq!(u16::from(frame.code), 1003),
        other => panic!("{other:?}"),
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn engines_and_files_only_by_command_line() {
    let server = start(config()).await;
    let mut page = server.page().await;
    let hello = page.ask("hello", json!({ "protocol": 1 })).await;
    // The built-in openings have no path.
    assert_eq!(hello["engines"], json!([]));
    assert_eq!(hello["book"], json!({ "name": "openings.trie", "kind": "trie" }));
    let watch = |name: &str| json!({ "white": { "kind": "xanthos" }, "black": { "kind": "engine", "name": name } });
    for name in ["stockfish", "/bin/sh", "../xanthos", ""] {
        page.refused("watch.start", watch(name), "unknown_engine").await;
    }
    let body = json!({ "options": { "SyzygyPath": "/" } });
    page.refused("analyse.start", body, "bad_option").await;
    page.refused("tb.probe", json!({}), "no_tablebase").await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_are_counted() {
    let mut few = config();
    few.limits.sockets = 2;
    few.limits.analyses = 1;
    let server = start(few).await;
    let mut first = server.page().await;
    let mut second = server.page().await;
    assert_eq!(server.page_with(&[]).await.err(), Some(503));
    let started = first.ask("analyse.start", json!({})).await;
    assert_eq!(started["type"], "analyse.started");
    second.refused("analyse.start", json!({}), "busy").await;
    // Who goes makes room.
    first.event(is("analyse.info")).await;
    drop(first);
    loop {
        if second.ask("analyse.start", json!({})).await["type"] == "analyse.started" {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    assert!(server.page_with(&[]).await.is_ok());
    server.stop().await;
}

/// Nobody keeps a place by being silent, and an open page is not taken for silent.
#[tokio::test(flavor = "multi_thread")]
async fn who_connects_and_asks_nothing_is_let_go() {
    let mut hasty = config();
    hasty.limits.patience = Duration::from_millis(300);
    let server = start(hasty).await;
    let mut page = server.page().await;
    let whole = format!("GET /robots.txt HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    for said in ["", "GET / HTTP/1.1\r\nHo", &whole] {
        // Reads to the end, which comes only if the server hangs up.
        let answer = server.raw(said).await;
        assert_eq!(answer.is_empty(), said != whole, "{said:?}: {answer}");
    }
    // Letter by letter is no better.
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    while stream.write_all(b"G").await.is_ok() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(page.ask("ping", json!({})).await["type"], "pong");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn goodbye_is_said() {
    let server = start(config()).await;
    let mut page = server.page().await;
    page.ask("analyse.start", json!({})).await;
    let watching = tokio::spawn(async move {
        while let Some(Ok(frame)) = page.socket.next().await {
            if let Message::Close(Some(frame)) = frame {
                return Some(u16::from(frame.code));
            }
        }
        None
    });
    server.stop().await;
    assert_eq!(watching.await.unwrap(), Some(1001));
}
