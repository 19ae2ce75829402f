// SPDX-License-Identifier: GPL-3.0-or-later
//! Measures a server under a crowd: so many pages analyse, and one more asks for answers.
//!
//! ```console
//! $ xanthos serve --port 9000 &
//! $ cargo run --release -p xanthos-web --example crowd -- 9000 100 20
//! ```
//!
//! Prints how long `ping` and `hello` take beside the crowd (median and 99th percentile), how
//! many reports of lines arrive each second, and how evenly they are spread.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::error::Error;
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::protocol::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

type Socket = WebSocketStream<TcpStream>;
type Failure = Box<dyn Error + Send + Sync>;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let number = |index: usize, usual: u64| {
        std::env::args().nth(index).and_then(|text| text.parse().ok()).unwrap_or(usual)
    };
    let (port, pages, seconds) = (number(1, 8047), number(2, 100), number(3, 20));
    let time = Duration::from_secs(seconds);
    let mut crowd = Vec::new();
    for index in 0..pages {
        let mut socket = connect(port).await?;
        let fen = chess::Position::chess960(index as u16).fen();
        let body = json!({ "id": 1, "type": "analyse.start", "at": { "fen": fen }, "lines": 2 });
        socket.send(Message::text(body.to_string())).await?;
        crowd.push(tokio::spawn(follow(socket, Instant::now() + time)));
    }
    let mut guest = connect(port).await?;
    let ends = Instant::now() + time;
    let (mut pings, mut hellos) = (Vec::new(), Vec::new());
    let mut id = 0;
    while Instant::now() < ends {
        for (kind, times) in [("ping", &mut pings), ("hello", &mut hellos)] {
            id += 1;
            let began = Instant::now();
            guest.send(Message::text(json!({ "id": id, "type": kind }).to_string())).await?;
            read(&mut guest).await?;
            times.push(began.elapsed());
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let mut counts = Vec::new();
    let mut nodes = Vec::new();
    for page in crowd {
        let (infos, seen) = page.await??;
        counts.push(infos);
        nodes.push(seen);
    }
    let infos: u64 = counts.iter().sum();
    counts.sort_unstable();
    nodes.sort_unstable();
    println!("{pages} pages for {seconds} s");
    for (name, mut times) in [("ping", pings), ("hello", hellos)] {
        times.sort_unstable();
        let at = |share: usize| times[(times.len() - 1) * share / 100].as_secs_f64() * 1000.0;
        println!("{name}: {} answers, p50 {:.1} ms, p99 {:.1} ms", times.len(), at(50), at(99));
    }
    println!(
        "reports: {:.0} a second; each page {} to {}",
        infos as f64 / seconds as f64,
        counts.first().unwrap_or(&0),
        counts.last().unwrap_or(&0)
    );
    println!(
        "nodes of a page: {} to {}, median {}",
        nodes.first().unwrap_or(&0),
        nodes.last().unwrap_or(&0),
        nodes.get(nodes.len() / 2).unwrap_or(&0)
    );
    Ok(())
}

async fn connect(port: u64) -> Result<Socket, Failure> {
    let stream = TcpStream::connect(("127.0.0.1", u16::try_from(port)?)).await?;
    Ok(client_async(format!("ws://127.0.0.1:{port}/ws"), stream).await?.0)
}

async fn read(socket: &mut Socket) -> Result<Value, Failure> {
    loop {
        match socket.next().await {
            Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(&text)?),
            Some(Ok(_)) => {}
            Some(Err(error)) => return Err(error.into()),
            None => return Err("the server has closed".into()),
        }
    }
}

/// Counts reports until then; how many, and how many nodes the last one told.
async fn follow(mut socket: Socket, until: Instant) -> Result<(u64, u64), Failure> {
    let (mut infos, mut nodes) = (0, 0);
    while let Ok(message) = tokio::time::timeout_at(until.into(), read(&mut socket)).await {
        let message = message?;
        if message["type"] == "analyse.info" {
            infos += 1;
            nodes = message["nodes"].as_u64().unwrap_or(nodes);
        }
    }
    Ok((infos, nodes))
}
