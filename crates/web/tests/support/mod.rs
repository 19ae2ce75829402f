// SPDX-License-Identifier: GPL-3.0-or-later
//! A server on a free port, and pages that are programs.
#![allow(dead_code, reason = "every test file uses a part of it")]

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::Message;
use tokio_tungstenite::{WebSocketStream, client_async};
use xanthos_web::{Config, Server};

/// Longer than anything takes on a machine that does ten things at once: a test that waits
/// so long has hung.
const HUNG: Duration = Duration::from_secs(120);

pub struct Running {
    pub address: SocketAddr,
    pub url: String,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

/// A configuration for tests: a free port, two threads, little memory.
pub fn config() -> Config {
    Config { listen: ([127, 0, 0, 1], 0).into(), threads: 2, hash_mib: 32, ..Config::default() }
}

pub async fn start(config: Config) -> Running {
    let server = Server::bind(config).await.expect("the server starts");
    let (address, url) = (server.address(), server.url());
    let (stop, stopped) = oneshot::channel::<()>();
    let task = tokio::spawn(server.run(async { _ = stopped.await }));
    Running { address, url, stop, task }
}

impl Running {
    pub async fn stop(self) {
        let _ = self.stop.send(());
        tokio::time::timeout(HUNG, self.task).await.expect("the server ends").expect("no panic");
    }

    pub async fn page(&self) -> Page {
        self.page_with(&[]).await.expect("the page is let in")
    }

    /// Connects with these headers; the status if that is refused.
    pub async fn page_with(&self, headers: &[(&'static str, &str)]) -> Result<Page, u16> {
        self.page_at("/ws", headers).await
    }

    pub async fn page_at(&self, path: &str, headers: &[(&'static str, &str)]) -> Result<Page, u16> {
        use tokio_tungstenite::tungstenite::Error;
        let mut request =
            format!("ws://{}{path}", self.address).into_client_request().expect("an address");
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().expect("a header"));
        }
        let stream = TcpStream::connect(self.address).await.expect("the server listens");
        match client_async(request, stream).await {
            Ok((socket, _)) => Ok(Page { socket, next: 1, kept: Vec::new() }),
            Err(Error::Http(response)) => Err(response.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    }

    /// Sends bytes and returns everything that comes back.
    pub async fn raw(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(self.address).await.expect("the server listens");
        stream.write_all(request.as_bytes()).await.expect("the server reads");
        let mut answer = Vec::new();
        let read = tokio::time::timeout(HUNG, stream.read_to_end(&mut answer)).await;
        read.expect("the server answers").ok();
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// A GET with these headers besides a right `Host`.
    pub async fn get(&self, path: &str, headers: &str) -> String {
        let host = self.address;
        self.raw(&format!(
            "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{headers}\r\n"
        ))
        .await
    }
}

/// The status of an HTTP answer.
pub fn status(answer: &str) -> u16 {
    answer.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0)
}

pub struct Page {
    pub socket: WebSocketStream<TcpStream>,
    next: u64,
    /// Events that came while something else was waited for.
    kept: Vec<Value>,
}

impl Page {
    pub async fn send_text(&mut self, text: &str) {
        self.socket.send(Message::text(text)).await.expect("the server reads");
    }

    /// Sends a request and says under which number.
    pub async fn send(&mut self, kind: &str, mut body: Value) -> u64 {
        let id = self.next;
        self.next += 1;
        body["id"] = json!(id);
        body["type"] = json!(kind);
        self.send_text(&body.to_string()).await;
        id
    }

    /// The next message; `None` when the server has closed.
    pub async fn read(&mut self) -> Option<Value> {
        loop {
            let frame = tokio::time::timeout(HUNG, self.socket.next()).await.expect("no silence");
            match frame {
                Some(Ok(Message::Text(text))) => {
                    return Some(serde_json::from_str(&text).expect("JSON"));
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// Sends a request and waits for its answer; events are kept. The answer is of the type
    /// that the page expects.
    pub async fn ask(&mut self, kind: &str, body: Value) -> Value {
        let id = self.send(kind, body).await;
        let answer = self.answer(id).await;
        let given = answer["type"].as_str().unwrap_or_default();
        let known = given == "error" || xanthos_web::ANSWERS.contains(&(kind, given));
        assert!(known, "{kind} is answered by {given}");
        answer
    }

    pub async fn answer(&mut self, id: u64) -> Value {
        let is_it = |message: &Value| message["re"] == json!(id);
        if let Some(index) = self.kept.iter().position(is_it) {
            return self.kept.remove(index);
        }
        loop {
            let message = self.read().await.expect("an answer");
            if is_it(&message) {
                return message;
            }
            self.kept.push(message);
        }
    }

    /// Waits for an event (or takes one that came before).
    pub async fn event(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        if let Some(index) = self.kept.iter().position(&wanted) {
            return self.kept.remove(index);
        }
        loop {
            let message = self.read().await.expect("an event");
            if wanted(&message) {
                return message;
            }
            self.kept.push(message);
        }
    }

    /// Forgets events that nobody waited for.
    pub fn forget(&mut self) {
        self.kept.clear();
    }

    /// Asks and expects an error with this code.
    pub async fn refused(&mut self, kind: &str, body: Value, code: &str) -> Value {
        let answer = self.ask(kind, body).await;
        assert_eq!(answer["type"], "error", "{kind}: {answer}");
        assert_eq!(answer["code"], code, "{kind}: {answer}");
        answer
    }
}

/// Whether a message is of this type.
pub fn is(kind: &'static str) -> impl Fn(&Value) -> bool {
    move |message| message["type"] == kind
}
