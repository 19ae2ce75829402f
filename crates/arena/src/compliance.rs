// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos match --compliance PROGRAM [ARGS]`: whether an engine speaks UCI well enough for
//! match programs and GUIs.
//!
//! Every step of fastchess's check is one here, with more: moves must be legal, lines playable,
//! options well-formed, and the engine must hear while it searches and end when it is told to or
//! its input ends. What GUIs can live without is reported as advice and does not fail.

use std::io::{self, Write};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use chess::{Game, Position};
use journal::StopFlag;
use play::process::{EngineProcess, Launch};
use play::uci::DeclaredOption;

use crate::game::pv_check;

/// How long an answer may take where no clock says it.
const ANSWER_WITHIN: Duration = Duration::from_secs(10);

/// Runs the check; `args` are the program and its arguments.
pub fn main(args: &[String]) -> ExitCode {
    let Some((program, args)) = args.split_first() else {
        journal::complain!(
            "error: --compliance wants a program: xanthos match --compliance PROGRAM [ARGS]"
        );
        return ExitCode::from(2);
    };
    // One word with several arguments, as fastchess takes them, or several words.
    let args = match args {
        [one] => crate::options::engine::split_words(one),
        several => several.to_vec(),
    };
    let mut out = io::stdout();
    match check(program, &args, &mut out) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        // Nobody reads the report any more.
        Err(_) => ExitCode::FAILURE,
    }
}

/// Whether a step must hold, or had better.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Weight {
    Required,
    Advice,
}

type Step = (Weight, &'static str, fn(&mut Talk) -> Result<(), String>);

/// The steps, in order.
const STEPS: &[Step] = &[
    (Weight::Required, "starts and answers uci with uciok", Talk::handshake),
    (Weight::Required, "gives its name and author", Talk::names),
    (Weight::Required, "declares options that can be read", Talk::options),
    (Weight::Required, "answers isready", Talk::is_ready),
    (Weight::Required, "takes ucinewgame", |talk| talk.say_and_be_ready("ucinewgame")),
    (Weight::Required, "takes Hash and Threads", Talk::set_options),
    (Weight::Required, "takes position startpos", |talk| {
        talk.say_and_be_ready("position startpos")
    }),
    (Weight::Required, "takes position fen", |talk| {
        talk.say_and_be_ready(&format!("position fen {MIDDLEGAME}"))
    }),
    (Weight::Required, "moves on go wtime 100", |talk| talk.search(MIDDLEGAME, "", "go wtime 100")),
    (Weight::Required, "moves for Black on go btime 100", |talk| {
        talk.search(BLACK, "", "go btime 100")
    }),
    (Weight::Required, "moves on go with clocks and increments", |talk| {
        talk.search(BLACK, "", "go wtime 100 winc 100 btime 100 binc 100")
    }),
    (Weight::Required, "takes the clocks in any order", |talk| {
        talk.search(BLACK, "", "go btime 100 binc 100 wtime 100 winc 100")
    }),
    (Weight::Required, "takes movestogo", |talk| {
        talk.search(BLACK, "", "go wtime 1000 btime 1000 movestogo 10")
    }),
    (Weight::Required, "plays on after moves", |talk| {
        talk.say_and_be_ready("ucinewgame")?;
        talk.search(START, "", "go wtime 100 btime 100")?;
        talk.search(START, "e2e4 e7e5", "go wtime 100 btime 100")
    }),
    (Weight::Required, "castles, promotes and takes en passant where told", |talk| {
        talk.search(SPECIAL, "e1g1 b2b1q f1b1 d7d5 e5d6", "go wtime 100 btime 100")
    }),
    (Weight::Required, "plays a game of 40 moves against itself", Talk::game),
    (Weight::Required, "moves on go depth 1", |talk| talk.search(MIDDLEGAME, "", "go depth 1")),
    (Weight::Required, "moves on go movetime 100", |talk| {
        talk.search(MIDDLEGAME, "", "go movetime 100")
    }),
    (
        Weight::Required,
        "searches until stop on go infinite, and answers isready meanwhile",
        Talk::infinite,
    ),
    (Weight::Required, "ignores words that it does not know", |talk| {
        talk.say_and_be_ready("unknown words of a GUI")
    }),
    (Weight::Required, "takes a game of 300 moves", Talk::long_game),
    (Weight::Advice, "moves on go nodes 1000", |talk| talk.search(MIDDLEGAME, "", "go nodes 1000")),
    (Weight::Advice, "finds a mate in one and says so", Talk::mate),
    (Weight::Advice, "answers go when there is no legal move", Talk::no_move),
    (Weight::Required, "ends on quit with exit code 0", |talk| {
        talk.ends_on("uci\nisready\nquit\n")
    }),
    (Weight::Required, "ends on quit during a search", |talk| {
        talk.ends_on("uci\nisready\nposition startpos\ngo infinite\nquit\n")
    }),
    (Weight::Advice, "ends when its input ends", |talk| talk.ends_on("uci\nisready\n")),
];

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const MIDDLEGAME: &str = "r2q1rk1/pp2bppp/2n1bn2/2pp4/4p3/1P1PP1P1/PBPNNPBP/R2Q1RK1 w - - 0 11";
const BLACK: &str = "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1";
const SPECIAL: &str = "4k3/3p4/8/4P3/8/8/1p6/4K2R w K - 0 1";
const MATE: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
const STALEMATE: &str = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";

/// Checks a program and writes what it finds; answers whether all that is required holds.
pub fn check(program: &str, args: &[String], out: &mut dyn Write) -> io::Result<bool> {
    let mut talk = Talk {
        launch: Launch { command: program.to_owned(), args: args.to_vec(), ..Launch::default() },
        process: None,
        heard: Vec::new(),
        cancel: StopFlag::new(),
    };
    let mut advice = 0;
    for (number, (weight, what, step)) in (1..).zip(STEPS) {
        talk.heard.clear();
        match (step(&mut talk), weight) {
            (Ok(()), _) => writeln!(out, "passed {number:2} {what}")?,
            (Err(why), Weight::Advice) => {
                advice += 1;
                writeln!(out, "advice {number:2} {what}: {why}")?;
                // It may be silent for good: the next step gets a fresh process.
                talk.process = None;
            }
            (Err(why), Weight::Required) => {
                writeln!(out, "FAILED {number:2} {what}: {why}")?;
                let from = talk.heard.len().saturating_sub(20);
                for line in &talk.heard[from..] {
                    writeln!(out, "       | {line}")?;
                }
                return Ok(false);
            }
        }
        out.flush()?;
    }
    let rest =
        if advice > 0 { format!("; {advice} pieces of advice above") } else { String::new() };
    writeln!(out, "The engine passed all {} checks{rest}.", STEPS.len() - advice)?;
    Ok(true)
}

/// A conversation.
struct Talk {
    launch: Launch,
    process: Option<EngineProcess>,
    /// What the engine said in this step.
    heard: Vec<String>,
    cancel: StopFlag,
}

impl Talk {
    fn process(&mut self) -> Result<&mut EngineProcess, String> {
        if self.process.is_none() {
            let started = EngineProcess::start(&self.launch, "stop\nquit", Duration::from_secs(1));
            self.process = Some(started.map_err(|fault| fault.to_string())?);
            self.say("uci")?;
            self.hear(ANSWER_WITHIN, "uciok", |line| line == "uciok")?;
        }
        self.process.as_mut().ok_or_else(|| "the engine is gone".to_owned())
    }

    fn say(&mut self, line: &str) -> Result<(), String> {
        self.process()?.send(line).map_err(|fault| fault.to_string())
    }

    /// Reads up to the line that is waited for.
    fn hear(
        &mut self,
        limit: Duration,
        expected: &str,
        is_it: impl Fn(&str) -> bool,
    ) -> Result<String, String> {
        let deadline = Instant::now() + limit;
        let cancel = self.cancel.clone();
        loop {
            let process = self.process.as_mut().ok_or("the engine is gone")?;
            match process.receive(deadline, &cancel).map_err(|fault| fault.to_string())? {
                Some(line) => {
                    let text = line.text.trim().to_owned();
                    self.heard.push(text.clone());
                    if is_it(&text) {
                        return Ok(text);
                    }
                }
                None => return Err(format!("no {expected} within {limit:?}")),
            }
        }
    }

    fn say_and_be_ready(&mut self, line: &str) -> Result<(), String> {
        self.say(line)?;
        self.is_ready()
    }

    fn is_ready(&mut self) -> Result<(), String> {
        self.say("isready")?;
        self.hear(ANSWER_WITHIN, "readyok", |line| line == "readyok").map(drop)
    }

    fn handshake(&mut self) -> Result<(), String> {
        self.process().map(drop)
    }

    /// What it said between `uci` and `uciok`.
    fn introduction(&mut self) -> Result<Vec<String>, String> {
        self.process = None;
        self.heard.clear();
        self.process()?;
        Ok(self.heard.clone())
    }

    fn names(&mut self) -> Result<(), String> {
        let lines = self.introduction()?;
        for wanted in ["id name ", "id author "] {
            if !lines
                .iter()
                .any(|line| line.strip_prefix(wanted).is_some_and(|rest| !rest.is_empty()))
            {
                return Err(format!("no `{}` line", wanted.trim()));
            }
        }
        Ok(())
    }

    fn options(&mut self) -> Result<(), String> {
        let lines = self.introduction()?;
        let mut names: Vec<String> = Vec::new();
        for line in lines.iter().filter(|line| line.starts_with("option")) {
            let fail = |why: &str| Err(format!("{why}: `{line}`"));
            let Some(option) = DeclaredOption::parse(line) else {
                return fail("an option without a name");
            };
            let name = option.name.to_ascii_lowercase();
            if names.contains(&name) {
                return fail("an option twice");
            }
            names.push(name);
            let words: Vec<&str> = line.split_whitespace().collect();
            let after = |key: &str| {
                words.iter().position(|word| *word == key).and_then(|at| words.get(at + 1)).copied()
            };
            let number = |key: &str| after(key).and_then(|text| text.parse::<i64>().ok());
            match after("type") {
                Some("spin") => match (number("min"), number("default"), number("max")) {
                    (Some(min), Some(default), Some(max)) if min <= default && default <= max => {}
                    _ => return fail("a spin wants whole numbers default, min and max in order"),
                },
                Some("check") => {
                    if !matches!(after("default"), Some("true" | "false")) {
                        return fail("a check wants default true or false");
                    }
                }
                Some("combo") => {
                    let default = option_default(&words);
                    let fits = |word: &String| *word == default;
                    let play::uci::OptionKind::Combo(words) = &option.kind else { continue };
                    if !words.iter().any(fits) {
                        return fail("the default of a combo is none of its values");
                    }
                }
                Some("button" | "string") => {}
                _ => return fail("an option of no known type"),
            }
        }
        Ok(())
    }

    fn set_options(&mut self) -> Result<(), String> {
        let lines = self.introduction()?;
        let options: Vec<_> = lines.iter().filter_map(|line| DeclaredOption::parse(line)).collect();
        for (name, value) in [("Hash", "16"), ("Threads", "1")] {
            if let Some(option) =
                options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
            {
                option.check(value).map_err(|why| format!("{name} {value}: {why}"))?;
                let command = option.command(value);
                self.say(&command)?;
            }
        }
        self.is_ready()
    }

    /// Asks for a move and checks all that is said.
    fn search(&mut self, fen: &str, moves: &str, go: &str) -> Result<(), String> {
        self.best_move(fen, moves, go).map(drop)
    }

    fn best_move(&mut self, fen: &str, moves: &str, go: &str) -> Result<String, String> {
        let game = game_of(fen, moves)?;
        self.is_ready()?;
        self.heard.clear();
        let position = if fen == START { "startpos".to_owned() } else { format!("fen {fen}") };
        let tail = if moves.is_empty() { String::new() } else { format!(" moves {moves}") };
        self.say(&format!("position {position}{tail}\n{go}"))?;
        let line = self.hear(ANSWER_WITHIN, "bestmove", |line| line.starts_with("bestmove"))?;
        self.check_answer(&game, &line)
    }

    fn check_answer(&mut self, game: &Game, line: &str) -> Result<String, String> {
        let mut words = line.split_whitespace().skip(1);
        let best = words.next().ok_or("bestmove without a move")?;
        let position = game.position();
        let mv = position.parse_uci(best).map_err(|_| format!("illegal bestmove {best}"))?;
        if words.next() == Some("ponder") {
            let reply = words.next().ok_or("ponder without a move")?;
            let after = position.after(mv);
            after.parse_uci(reply).map_err(|_| format!("illegal ponder move {reply}"))?;
        }
        let infos: Vec<&String> =
            self.heard.iter().filter(|line| line.starts_with("info ")).collect();
        let is_verdict =
            |line: &&String| !line.starts_with("info string") && line.contains(" score ");
        if !infos.iter().any(is_verdict) {
            return Err("no info line with a score before bestmove".to_owned());
        }
        infos.iter().try_for_each(|line| check_info(line))?;
        match pv_check::problem(game, &self.heard, best, false) {
            Some(problem) => Err(problem),
            None => Ok(best.to_owned()),
        }
    }

    /// A game against itself, with the clock of a short game.
    fn game(&mut self) -> Result<(), String> {
        self.say_and_be_ready("ucinewgame")?;
        let mut moves: Vec<String> = Vec::new();
        while moves.len() < 80 {
            let text = moves.join(" ");
            if game_of(START, &text)?.outcome().is_some() {
                break;
            }
            moves.push(self.best_move(START, &text, "go wtime 500 btime 500 winc 20 binc 20")?);
        }
        Ok(())
    }

    fn infinite(&mut self) -> Result<(), String> {
        let game = game_of(MIDDLEGAME, "")?;
        self.is_ready()?;
        self.heard.clear();
        self.say(&format!("position fen {MIDDLEGAME}\ngo infinite"))?;
        let early = self.hear(Duration::from_millis(300), "", |line| line.starts_with("bestmove"));
        if let Ok(line) = early {
            return Err(format!("`{line}` before stop"));
        }
        self.say("isready")?;
        let heard = |line: &str| line == "readyok" || line.starts_with("bestmove");
        let line = self.hear(Duration::from_secs(1), "readyok during a search", heard)?;
        if line != "readyok" {
            return Err(format!("`{line}` before stop"));
        }
        self.say("stop")?;
        let line = self.hear(Duration::from_secs(2), "bestmove after stop", |line| {
            line.starts_with("bestmove")
        })?;
        self.check_answer(&game, &line).map(drop)
    }

    fn long_game(&mut self) -> Result<(), String> {
        // Pawn moves in between keep the game going by every rule.
        let mut moves = Vec::new();
        let pawns =
            ["a2a3", "a7a6", "b2b3", "b7b6", "c2c3", "c7c6", "d2d3", "d7d6", "g2g3", "g7g6"];
        for pair in pawns.chunks(2).cycle().take(5) {
            moves.extend(pair.iter().map(|text| (*text).to_owned()));
            for _ in 0..29 {
                moves.extend(["g1f3", "g8f6", "f3g1", "f6g8"].map(str::to_owned));
            }
        }
        let text = moves.join(" ");
        self.say_and_be_ready(&format!("position startpos moves {text}"))?;
        self.heard.clear();
        self.say("go wtime 100 btime 100")?;
        let line = self.hear(ANSWER_WITHIN, "bestmove", |line| line.starts_with("bestmove"))?;
        let position = *game_of(START, &text)?.position();
        let best = line.split_whitespace().nth(1).unwrap_or_default();
        position.parse_uci(best).map(drop).map_err(|_| format!("illegal bestmove {best}"))
    }

    fn mate(&mut self) -> Result<(), String> {
        let best = self.best_move(MATE, "", "go depth 4")?;
        let said = self.heard.iter().any(|line| line.contains("score mate 1"));
        match (best.as_str(), said) {
            ("a1a8", true) => Ok(()),
            ("a1a8", false) => Err("no `score mate 1`".to_owned()),
            (other, _) => Err(format!("plays {other} instead of a1a8")),
        }
    }

    fn no_move(&mut self) -> Result<(), String> {
        self.is_ready()?;
        self.say(&format!("position fen {STALEMATE}\ngo wtime 100 btime 100"))?;
        let line =
            self.hear(Duration::from_secs(2), "bestmove", |line| line.starts_with("bestmove"))?;
        match line.split_whitespace().nth(1) {
            Some("(none)" | "0000" | "NULL" | "none") => self.is_ready(),
            _ => Err(format!("`{line}` where (none) or 0000 is meant")),
        }
    }

    /// Starts it anew, writes `input`, closes the pipe and waits for its end.
    fn ends_on(&mut self, input: &str) -> Result<(), String> {
        self.process = None;
        let mut command = Command::new(&self.launch.command);
        command.args(&self.launch.args).stdin(Stdio::piped());
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|error| error.to_string())?;
        if let Some(mut stdin) = child.stdin.take() {
            stdin.write_all(input.as_bytes()).map_err(|error| error.to_string())?;
        }
        let deadline = Instant::now() + Duration::from_secs(5);
        while Instant::now() < deadline {
            match child.try_wait() {
                Ok(Some(status)) if status.success() => return Ok(()),
                Ok(Some(status)) => return Err(format!("{status}")),
                Ok(None) => std::thread::sleep(Duration::from_millis(5)),
                Err(error) => return Err(error.to_string()),
            }
        }
        let _ = child.kill();
        let _ = child.wait();
        Err("still there after 5 s".to_owned())
    }
}

/// The words behind `default`, up to the next keyword.
fn option_default(words: &[&str]) -> String {
    let from = words.iter().skip_while(|word| **word != "default").skip(1);
    let value = from.take_while(|word| !matches!(**word, "var" | "min" | "max"));
    value.copied().collect::<Vec<_>>().join(" ")
}

fn game_of(fen: &str, moves: &str) -> Result<Game, String> {
    let position = Position::from_fen(fen).map_err(|error| error.to_string())?;
    let mut game = Game::new(position);
    for text in moves.split_whitespace() {
        let mv = game.position().parse_uci(text).map_err(|error| error.to_string())?;
        game.play(mv);
    }
    Ok(game)
}

/// Whether an info line can be read: keywords with whole numbers behind them.
fn check_info(line: &str) -> Result<(), String> {
    let mut words = line.split_whitespace().skip(1);
    while let Some(word) = words.next() {
        match word {
            "depth" | "seldepth" | "time" | "nodes" | "nps" | "hashfull" | "tbhits" | "multipv"
            | "currmovenumber" | "cpuload" => {
                let value =
                    words.next().ok_or_else(|| format!("{word} without a value: `{line}`"))?;
                if value.parse::<i64>().is_err() {
                    return Err(format!("{word} {value} is not a whole number: `{line}`"));
                }
            }
            "score" => {
                let (kind, value) = (words.next(), words.next());
                let number = value.and_then(|value| value.parse::<i64>().ok());
                if !matches!(kind, Some("cp" | "mate")) || number.is_none() {
                    return Err(format!(
                        "a score is `cp N` or `mate N` in whole numbers: `{line}`"
                    ));
                }
            }
            "pv" | "string" | "refutation" | "currline" => break,
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_info_lines_are_whole() {
        for good in [
            "info depth 3 seldepth 5 score cp -12 lowerbound nodes 12 nps 100 time 3 pv e2e4",
            "info string score cp 1.5",
            "info depth 1 score mate -3 wdl 0 0 1000",
            "info currmove e2e4 currmovenumber 1",
        ] {
            assert_eq!(check_info(good), Ok(()), "{good}");
        }
        for bad in [
            "info depth 3 score 1.5",
            "info score cp 1.5",
            "info time 0.5",
            "info nps",
            "info depth x",
        ] {
            assert!(check_info(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_positions_of_the_steps_are_legal() {
        for fen in [START, MIDDLEGAME, BLACK, SPECIAL, MATE, STALEMATE] {
            assert!(game_of(fen, "").is_ok(), "{fen}");
        }
        let game = game_of(SPECIAL, "e1g1 b2b1q f1b1 d7d5 e5d6").unwrap();
        assert_eq!(game.position().fen(), "4k3/8/3P4/8/8/8/8/1R4K1 b - - 0 3");
    }
}
