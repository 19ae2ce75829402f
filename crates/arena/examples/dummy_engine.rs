// SPDX-License-Identifier: GPL-3.0-or-later
//! An engine that plays at random and misbehaves on request, for tests and
//! measurements of the arena.
//!
//! ```text
//! dummy_engine [uci|xboard] [think=MILLISECONDS] [seed=N] [fault=NAME] [at=MOVE]
//! ```
//!
//! `fault` happens at the engine's own move number `at` (default 10) of every
//! game: crash, exit, hang, illegal, none, garbage, close, flood, chatter,
//! twice, late, resign, claim, bad-line (a principal variation that cannot be
//! played), mate-score (announces a mate in three). Others concern its whole life: exits-at-start,
//! no-uciok, no-readyok, stubborn (ignores quit, end of input and SIGTERM),
//! noisy (floods its standard error), deaf (never reads).

use std::io::{BufRead, Write};
use std::time::{Duration, Instant};

use chess::{Game, Move, Position};

struct Dummy {
    think: Duration,
    random: u64,
    fault: String,
    at: u32,
    moves: u32,
    game: Game,
    /// Time spent on the last `position`.
    setup: Duration,
}

fn main() {
    let mut dummy = Dummy {
        think: Duration::ZERO,
        random: 1,
        fault: String::new(),
        at: 10,
        moves: 0,
        game: Game::new(Position::startpos()),
        setup: Duration::ZERO,
    };
    let mut xboard = false;
    for word in std::env::args().skip(1) {
        match word.split_once('=') {
            Some(("think", value)) => {
                dummy.think = Duration::from_secs_f64(value.parse::<f64>().unwrap_or(0.0) / 1000.0);
            }
            Some(("seed", value)) => dummy.random = value.parse().unwrap_or(1),
            Some(("fault", value)) => dummy.fault = value.to_owned(),
            Some(("at", value)) => dummy.at = value.parse().unwrap_or(10),
            _ => xboard |= word == "xboard",
        }
    }
    match dummy.fault.as_str() {
        "exits-at-start" => {
            eprintln!("cannot find my network");
            std::process::exit(3);
        }
        "deaf" => loop {
            std::thread::sleep(Duration::from_secs(1));
        },
        "noisy" => {
            std::thread::spawn(|| {
                while writeln!(std::io::stderr(), "warning: everything is fine").is_ok() {}
            });
        }
        // The shell's `trap` is the only safe way to ignore a signal.
        "stubborn" => stubborn(),
        _ => {}
    }
    if xboard { dummy.xboard() } else { dummy.uci() }
}

/// Becomes a shell that answers the handshake and then cannot be moved.
fn stubborn() -> ! {
    let script = "trap '' TERM INT HUP; while read line; do case $line in \
                  uci) echo uciok;; isready) echo readyok;; esac; done; \
                  while :; do sleep 1; done";
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        let error = std::process::Command::new("/bin/sh").args(["-c", script]).exec();
        eprintln!("{error}");
    }
    #[cfg(not(unix))]
    let _ = script;
    std::process::exit(1)
}

fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}

fn sleep_for_ever() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(3600));
    }
}

impl Dummy {
    fn uci(&mut self) {
        let mut chess960 = false;
        for line in std::io::stdin().lock().lines() {
            let Ok(line) = line else { return };
            let heard = Instant::now();
            let mut words = line.split_whitespace();
            match words.next().unwrap_or_default() {
                "uci" if self.fault == "no-uciok" => {}
                "uci" => say("id name Dummy\nid author nobody\n\
                     option name Hash type spin default 16 min 1 max 64\n\
                     option name UCI_Chess960 type check default false\nuciok"),
                "isready" if self.fault == "no-readyok" && self.moves + 1 >= self.at => {}
                "isready" => say("readyok"),
                "ucinewgame" => self.moves = 0,
                "setoption" => chess960 = line.contains("UCI_Chess960 value true"),
                "position" => {
                    self.set_position(&line);
                    self.setup = heard.elapsed();
                }
                "go" => self.answer_uci(heard, chess960),
                "quit" => return,
                _ => {}
            }
        }
    }

    fn set_position(&mut self, line: &str) {
        let (setup, moves) = line.split_once(" moves ").unwrap_or((line, ""));
        let start = match setup.strip_prefix("position fen ") {
            Some(fen) => Position::from_fen(fen).unwrap_or_default(),
            None => Position::startpos(),
        };
        self.game = Game::new(start);
        for text in moves.split_whitespace() {
            if let Ok(mv) = self.game.position().parse_uci(text) {
                self.game.play(mv);
            }
        }
    }

    fn answer_uci(&mut self, heard: Instant, chess960: bool) {
        let position = *self.game.position();
        let Some(mv) = self.choose() else { return say("bestmove (none)") };
        let text =
            if chess960 { position.uci960(mv).to_string() } else { position.uci(mv).to_string() };
        self.moves += 1;
        let due = self.moves == self.at;
        match self.fault.as_str() {
            "illegal" if due => return say("bestmove a1a8"),
            "none" if due => return say("bestmove (none)"),
            "bad-line" if due => say(&format!("info depth 1 score cp 0 pv {text} a1a1")),
            "mate-score" if due => {
                return say(&format!("info depth 9 score mate 3 pv {text}\nbestmove {text}"));
            }
            "twice" if due => say(&format!("bestmove {text}")),
            _ if due => self.misbehave(),
            _ => {}
        }
        self.sleep(heard);
        // Its own work, in nanoseconds, so that the arena's share of a move
        // can be told from the engine's.
        let own = (self.setup + heard.elapsed()).as_nanos();
        say(&format!("info depth 1 score cp 0 nodes {own} pv {text}\nbestmove {text}"));
    }

    fn xboard(&mut self) {
        let mut playing = false;
        for line in std::io::stdin().lock().lines() {
            let Ok(line) = line else { return };
            let heard = Instant::now();
            let mut words = line.split_whitespace();
            match words.next().unwrap_or_default() {
                "protover" => say("feature ping=1 setboard=1 usermove=1 myname=\"Dummy\" done=1"),
                "new" => {
                    (self.game, self.moves, playing) = (Game::default(), 0, false);
                }
                "force" => playing = false,
                "ping" => say(&format!("pong {}", words.next().unwrap_or("0"))),
                "setboard" => {
                    let fen = line.trim_start_matches("setboard ");
                    self.game = Game::new(Position::from_fen(fen).unwrap_or_default());
                }
                "usermove" => {
                    let text = words.next().unwrap_or_default();
                    match self.game.position().parse_move(text) {
                        Ok(mv) => self.game.play(mv),
                        Err(_) => say(&format!("Illegal move: {text}")),
                    }
                    if playing {
                        self.answer_xboard(heard);
                    }
                }
                "go" => {
                    playing = true;
                    self.answer_xboard(heard);
                }
                "quit" => return,
                _ => {}
            }
        }
    }

    fn answer_xboard(&mut self, heard: Instant) {
        let position = *self.game.position();
        let Some(mv) = self.choose() else { return };
        self.moves += 1;
        match self.fault.as_str() {
            "resign" if self.moves == self.at => return say("resign"),
            "claim" if self.moves == self.at => return say("1/2-1/2 {Draw by fiat}"),
            "illegal" if self.moves == self.at => return say("move a1a8"),
            "twice" if self.moves == self.at => say(&format!("move {}", position.uci(mv))),
            _ if self.moves == self.at => self.misbehave(),
            _ => {}
        }
        self.sleep(heard);
        say(&format!("1 0 0 1 {}\nmove {}", position.san(mv), position.uci(mv)));
        self.game.play(mv);
    }

    fn sleep(&self, heard: Instant) {
        if !self.think.is_zero() {
            std::thread::sleep(self.think.saturating_sub(heard.elapsed()));
        }
    }

    fn misbehave(&self) {
        match self.fault.as_str() {
            "crash" => std::process::abort(),
            "exit" => std::process::exit(7),
            "hang" => sleep_for_ever(),
            "garbage" => {
                for _ in 0..1000 {
                    say("\u{1b}[31m%$#@! bestmoov e2e4 \0\u{fffd}");
                }
                sleep_for_ever();
            }
            "close" => close_output(),
            "flood" => {
                let block = vec![b'x'; 1 << 20];
                for _ in 0..10 {
                    let mut out = std::io::stdout().lock();
                    if out.write_all(&block).is_err() {
                        std::process::exit(0);
                    }
                }
                sleep_for_ever();
            }
            "chatter" => loop {
                say("info string still thinking");
            },
            "late" => std::thread::sleep(Duration::from_secs(1)),
            _ => {}
        }
    }

    /// A legal move by chance.
    fn choose(&mut self) -> Option<Move> {
        let moves = self.game.position().legal_moves();
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        let count = moves.len() as u64;
        (count > 0).then(|| moves[(self.random % count) as usize])
    }
}

/// Closes standard output and lives on. The standard library keeps its own
/// copy open, so a shell does it.
fn close_output() {
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        let mut shell = std::process::Command::new("/bin/sh");
        let _ = shell.args(["-c", "exec >&-; while :; do sleep 1; done"]).exec();
    }
    std::process::exit(1);
}
