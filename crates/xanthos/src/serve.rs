// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos serve`: the arguments read, the server started, the browser opened.

use crate::cli::ServeArgs;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::process::{Command, ExitCode, Stdio};
use web::{AllowedEngine, Config};

/// Where tables are if nobody says where.
const VARIABLE: &str = "SYZYGY_PATH";

/// A token that is shorter can be guessed.
const SHORTEST_TOKEN: usize = 8;

/// Serves until Ctrl-C.
pub fn run(persona: Option<engine::Persona>, args: ServeArgs) -> anyhow::Result<ExitCode> {
    let usual = Config::default();
    let address = args.listen.unwrap_or(usual.listen.ip());
    let config = Config {
        listen: SocketAddr::new(address, args.port),
        token: args.token,
        hosts: args.host,
        threads: args.threads.map_or(usual.threads, usize::from),
        hash_mib: args.hash as usize,
        book: args.book,
        syzygy: args.syzygy.or_else(|| std::env::var(VARIABLE).ok()),
        eval_file: args.eval_file,
        engines: args.engine,
        persona,
        ..usual
    };
    let open = args.open;
    web::serve(config, move |url| {
        let mut out = io::stdout().lock();
        // Whoever started the server may not read what it says.
        let _ = writeln!(out, "Xanthos is at {url} (Ctrl-C ends it)");
        let _ = out.flush();
        if open && let Err(error) = browse(url) {
            let _ = writeln!(io::stderr(), "warning: no browser could be opened: {error}");
        }
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Opens the page in the browser of the desktop.
fn browse(url: &str) -> io::Result<()> {
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        let mut command = Command::new("cmd");
        command.args(["/c", "start", ""]);
        command
    } else {
        Command::new("xdg-open")
    };
    command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().map(drop)
}

/// Reads a token.
pub fn token(text: &str) -> Result<String, String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '~');
    match text {
        _ if text.len() < SHORTEST_TOKEN => {
            Err(format!("a token has {SHORTEST_TOKEN} characters or more"))
        }
        _ if !text.chars().all(plain) => {
            Err("a token has letters, digits and - _ . ~, because it is part of an address".into())
        }
        _ => Ok(text.to_owned()),
    }
}

/// Reads an engine.
pub fn engine(text: &str) -> Result<AllowedEngine, String> {
    AllowedEngine::read(text).ok_or_else(|| "a program, or NAME=PROGRAM ARGUMENTS".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_fit_into_an_address() {
        assert!(token("Abc-1234_x.~").is_ok());
        for bad in ["short", "with space 1", "a&b=c?d#eee", "ünïcödé1"] {
            assert!(token(bad).is_err(), "{bad}");
        }
    }
}
