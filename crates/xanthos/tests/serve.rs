// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos serve`, the real program: it starts, says where it is, answers and ends.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

fn xanthos(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xanthos"));
    command.arg("serve").args(args).env_remove("SYZYGY_PATH").stdin(Stdio::null());
    command
}

/// A server that is ended with the test.
struct Serving {
    child: Child,
    /// What it printed.
    url: String,
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn serve(args: &[&str]) -> Serving {
    let mut child = xanthos(args).stdout(Stdio::piped()).spawn().expect("the program starts");
    let mut line = String::new();
    let stdout = child.stdout.take().expect("a pipe");
    BufReader::new(stdout).read_line(&mut line).expect("a line");
    let url = line.split_whitespace().find(|word| word.starts_with("http://"));
    Serving { url: url.expect("an address").to_owned(), child }
}

impl Serving {
    fn port(&self) -> &str {
        let rest = self.url.rsplit(':').next().expect("a port");
        rest.split('/').next().expect("a port")
    }

    fn get(&self, path: &str) -> String {
        let port = self.port();
        let address = format!("127.0.0.1:{port}");
        let mut stream = TcpStream::connect(&address).expect("it listens");
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nHost: {address}\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n"
        )
        .expect("it reads");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("it answers");
        String::from_utf8_lossy(&answer).into_owned()
    }
}

#[test]
fn the_page_is_there_and_ctrl_c_ends_it() {
    let mut server = serve(&["--port", "0"]);
    assert!(server.url.starts_with("http://127.0.0.1:"), "{}", server.url);
    assert!(!server.url.contains("token"), "this machine needs none");
    let page = server.get("/");
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    assert!(page.contains("text/html"), "{page}");
    assert!(server.get("/../Cargo.toml").starts_with("HTTP/1.1 40"));
    #[cfg(unix)]
    {
        let pid = server.child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill").success());
        let ended = server.child.wait().expect("it ends");
        assert_eq!(ended.code(), Some(0), "gracefully");
    }
}

#[test]
fn for_others_there_is_a_token() {
    let server = serve(&["--port", "0", "--listen", "0.0.0.0"]);
    let (_, token) = server.url.split_once("/?token=").expect("a token is made up");
    assert!(token.len() >= 32);
    assert!(server.get("/").starts_with("HTTP/1.1 401"));
    assert!(server.get(&format!("/?token={token}")).starts_with("HTTP/1.1 303"));
    let server = serve(&["--port", "0", "--token", "mine-alone"]);
    assert!(server.url.ends_with("?token=mine-alone"));
    assert!(server.get("/").starts_with("HTTP/1.1 401"));
}

#[test]
fn wrong_arguments_are_told() {
    for (args, word) in [
        (&["--token", "short"][..], "8 characters"),
        (&["--threads", "0"], "1..=1024"),
        (&["--listen", "nowhere"], "invalid"),
        (&["--port", "0", "--book", "no/such/book.bin"], "no/such/book.bin"),
        (&["--port", "0", "--syzygy", "no/such/folder"], "Syzygy"),
    ] {
        let output = xanthos(args).output().expect("the program runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains(word), "{args:?}: {said}");
    }
}

#[test]
fn a_port_that_is_taken_is_told() {
    let server = serve(&["--port", "0"]);
    let output = xanthos(&["--port", server.port()]).output().expect("the program runs");
    assert!(!output.status.success());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("can't listen on 127.0.0.1"), "{said}");
}
