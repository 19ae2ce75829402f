// SPDX-License-Identifier: GPL-3.0-or-later
//! What the command line decides; nothing of it can be changed from a page.

use engine::Persona;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

/// Where nobody else listens, usually.
pub const PORT: u16 = 8047;

/// How the server is set up.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen; loopback unless told otherwise.
    pub listen: SocketAddr,
    /// What must be shown to be let in. Off loopback there always is one.
    pub token: Option<String>,
    /// Further names under which the server is reached, for the check of `Host`.
    pub hosts: Vec<String>,
    /// Threads for all searches together.
    pub threads: usize,
    /// Memory for all hash tables together, in MiB.
    pub hash_mib: usize,
    /// An opening book or trie.
    pub book: Option<PathBuf>,
    /// Folders with tablebases.
    pub syzygy: Option<String>,
    /// A network.
    pub eval_file: Option<String>,
    /// Who plays where a page names nobody; the engine itself if this does not either.
    pub persona: Option<Persona>,
    /// Other engines that pages may use.
    pub engines: Vec<AllowedEngine>,
    /// How much there may be of everything.
    pub limits: Limits,
}

/// Another engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllowedEngine {
    /// What pages call it.
    pub name: String,
    /// The program.
    pub command: String,
    /// Its arguments.
    pub args: Vec<String>,
}

/// How much there may be of everything: with these the memory of the server is bounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Pages connected.
    pub sockets: usize,
    /// Analyses.
    pub analyses: usize,
    /// Games against the engine.
    pub games: usize,
    /// Games between engines.
    pub watches: usize,
    /// Explanations that are being made.
    pub explanations: usize,
    /// Reports that are being made.
    pub reports: usize,
    /// Games in a PGN that is shown.
    pub pgn_games: usize,
    /// Who does not take a message within this time is too slow.
    pub send_timeout: Duration,
    /// Who has connected and asks nothing for so long is let go.
    pub patience: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            sockets: 512,
            analyses: 128,
            games: 64,
            watches: 2,
            explanations: 16,
            reports: 2,
            pgn_games: 200,
            send_timeout: Duration::from_secs(15),
            patience: Duration::from_secs(10),
        }
    }
}

impl Default for Config {
    fn default() -> Config {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Config {
            listen: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), PORT),
            token: None,
            hosts: Vec::new(),
            threads,
            hash_mib: 256,
            book: None,
            syzygy: None,
            eval_file: None,
            persona: None,
            engines: Vec::new(),
            limits: Limits::default(),
        }
    }
}

impl AllowedEngine {
    /// Reads `NAME=COMMAND ARGS…` or `COMMAND`, whose name is the file's.
    pub fn read(text: &str) -> Option<AllowedEngine> {
        let (name, line) = match text.split_once('=') {
            Some((name, line)) if !name.contains(['/', '\\', ' ']) => (Some(name), line),
            _ => (None, text),
        };
        let mut words = line.split_whitespace().map(str::to_owned);
        let command = words.next()?;
        let stem = std::path::Path::new(&command).file_stem()?.to_string_lossy().into_owned();
        let name = name.filter(|name| !name.is_empty()).map_or(stem, str::to_owned);
        Some(AllowedEngine { name, command, args: words.collect() })
    }
}

impl Config {
    /// Makes sure that nobody gets in from outside without a token: makes one up where
    /// one is needed and none is given.
    pub fn guarded(mut self) -> Config {
        if self.token.is_none() && !self.listen.ip().is_loopback() {
            self.token = Some(crate::secret::key());
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_listens_to_this_machine_alone_unless_told() {
        assert!(Config::default().listen.ip().is_loopback());
        assert_eq!(Config::default().guarded().token, None);
    }

    #[test]
    fn off_loopback_there_is_a_token() {
        let open = Config { listen: ([0, 0, 0, 0], 0).into(), ..Config::default() };
        let token = open.clone().guarded().token.unwrap();
        assert!(token.len() >= 32);
        let chosen = Config { token: Some("mine".into()), ..open };
        assert_eq!(chosen.guarded().token.as_deref(), Some("mine"));
    }

    #[test]
    fn engines_by_name_or_by_path() {
        let read = |text| AllowedEngine::read(text).unwrap();
        assert_eq!(read("/usr/games/stockfish").name, "stockfish");
        let fish = read("fish=/usr/games/stockfish --quiet 1");
        assert_eq!((fish.name.as_str(), fish.args.len()), ("fish", 2));
        assert_eq!(AllowedEngine::read(" "), None);
    }
}
