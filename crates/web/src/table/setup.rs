// SPDX-License-Identifier: GPL-3.0-or-later
//! How games begin, and begin again: requests checked and turned into tables.

use super::Handle;
use super::actor::{Kind, Table};
use super::played_move::{Mover, PlayedMove, SearchSummary};
use super::seat::{self, Seat, SeatSender};
use super::state::{PlayedSetup, Setup, StoredState, WatchedSetup};
use crate::choice;
use crate::host::Host;
use crate::outbox::Outbox;
use crate::protocol::{
    EngineChoice, MoveLimit, Notation, Outcome, PlayClock, PlaySetup, PlayerChoice, Refusal,
    RefusalCode, TimeControlMs, WatchSetup, You,
};
use crate::secret;
use chess::{Color, Game};
use journal::Timestamp;
use play::{ChessClock, ClockRule, Ending, Failure, GameOver, Launch, PlayerSetup};
use serde_json::{Map, Value};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::unbounded_channel;

/// The longest name that goes into a PGN.
const LONGEST_NAME: usize = 80;
/// Longer than anybody plays: keeps sums from overflowing.
const LONGEST_MS: u64 = 30 * 24 * 3600 * 1000;
/// More half-moves than any game has.
const MOST_MOVES: usize = 2_000;

/// Begins a game of a person against the engine.
///
/// # Errors
/// If something about it is wrong, or there are too many games.
pub async fn play(
    host: &Arc<Host>,
    setup: PlaySetup,
    from: u64,
    outbox: Arc<Outbox>,
) -> Result<Handle, Refusal> {
    let fresh = StoredState { setup, moves: vec![], clock: None, outcome: None, started: None };
    seat_person(host, secret::key(), fresh, from, outbox).await
}

/// Goes on with a game that a page remembers.
///
/// # Errors
/// If what it remembers is not a game.
pub async fn resume(
    host: &Arc<Host>,
    key: &str,
    state: Value,
    from: u64,
    outbox: Arc<Outbox>,
) -> Result<Handle, Refusal> {
    let is_key = key.len() == 32 && key.bytes().all(|byte| byte.is_ascii_hexdigit());
    if !is_key {
        return Err(
            Refusal::new(RefusalCode::BadMessage, "this is not the key of a game").at("game")
        );
    }
    let stored: StoredState = serde_json::from_value(state)
        .map_err(|error| Refusal::new(RefusalCode::BadMessage, error.to_string()).at("state"))?;
    seat_person(host, key.to_owned(), stored, from, outbox).await
}

async fn seat_person(
    host: &Arc<Host>,
    key: String,
    stored: StoredState,
    from: u64,
    outbox: Arc<Outbox>,
) -> Result<Handle, Refusal> {
    let StoredState { setup, moves, clock, outcome, started } = stored;
    let (start, position, notation) = setup.start.decide()?;
    let you = match setup.you {
        You::White => Color::White,
        You::Black => Color::Black,
        You::Random if secret::below(2) == 0 => Color::White,
        You::Random => Color::Black,
    };
    let setup = PlayedSetup {
        you: you.into(),
        engine: setup.engine,
        start,
        clock: setup.clock,
        limit: setup.limit,
        name: setup.name.map(|name| tidy(&name)).filter(|name| !name.is_empty()),
    };

    let mut game = Game::new(position);
    let mut played = Vec::new();
    if moves.len() > MOST_MOVES {
        return Err(Refusal::new(RefusalCode::BadMessage, "too many moves").at("moves"));
    }
    for stored in moves {
        let position = *game.position();
        let m = position.parse_uci(&stored.uci).map_err(|error| {
            Refusal::new(RefusalCode::IllegalMove, error.to_string()).at("moves")
        })?;
        let by = if position.turn() == you { Mover::You } else { Mover::Engine };
        played.push(PlayedMove {
            uci: notation.uci(&position, m),
            san: position.san(m),
            by: Some(by),
            ..stored
        });
        game.play(m);
    }

    let mut rules = [ClockRule::Unlimited; 2];
    let (own, other) = match setup.clock {
        None => (None, None),
        Some(PlayClock::Both(rule)) => (Some(rule), Some(rule)),
        Some(PlayClock::Each { you, engine }) => (Some(you), Some(engine)),
    };
    rules[you.index()] = clock_rule(own.as_ref());
    rules[(!you).index()] = clock_rule(other.as_ref());
    let mut chess_clock = ChessClock::new(rules);
    if let Some(face) = clock {
        chess_clock.set([face.white_ms, face.black_ms].map(time_left), made(&game));
    }

    let (sender, heard) = unbounded_channel();
    let engine = Seat::own(host, !you, &setup.engine, notation, sender)?;
    let seats = if you == Color::White { [Seat::Person, engine] } else { [engine, Seat::Person] };
    // A result that the moves do not show (time, resignation) is taken from the page.
    let outcome =
        GameOver::by_rules(&game).as_ref().map(Outcome::of).or(outcome.filter(is_sensible));
    let (handle, orders) = host.games.open(&key)?;
    let table = Table::new(
        Arc::clone(host),
        Kind::Play { you, name: setup.name.clone() },
        key,
        Setup::Play(setup),
        (game, notation),
        (played, chess_clock),
        seats,
        started.unwrap_or_else(now),
    );
    let table = table.with_outcome(outcome);
    handle.attach(from, outbox).await;
    tokio::spawn(table.run(orders, heard));
    Ok(handle)
}

/// Begins a game between two engines.
///
/// # Errors
/// If something about it is wrong, an engine is not allowed, or there are too many games.
pub async fn watch(
    host: &Arc<Host>,
    setup: WatchSetup,
    from: u64,
    outbox: Arc<Outbox>,
) -> Result<Handle, Refusal> {
    let (start, position, notation) = setup.start.decide()?;
    let WatchSetup { white, black, moves, mut clock, limit, pause_ms, .. } = setup;
    let mut game = Game::new(position);
    let mut played = Vec::new();
    for text in moves.iter().take(MOST_MOVES) {
        let position = *game.position();
        let m = position.parse_move(text).map_err(|error| {
            Refusal::new(RefusalCode::IllegalMove, error.to_string()).at("moves")
        })?;
        let (uci, san) = (notation.uci(&position, m), position.san(m));
        played.push(PlayedMove {
            uci,
            san,
            search: SearchSummary::default(),
            ..PlayedMove::default()
        });
        game.play(m);
    }
    let control = clock.map(|clock| clock.control);
    let rule = clock_rule(control.as_ref());
    let mut chess_clock = ChessClock::new([rule; 2]);
    if let Some(left) = clock.as_mut().and_then(|clock| clock.left.take()) {
        chess_clock.set([left.white_ms, left.black_ms].map(|ms| time_left(Some(ms))), made(&game));
    }
    let (sender, heard) = unbounded_channel();
    let seat = |side, choice: &PlayerChoice| {
        seat_engine(host, side, choice, (&game, notation), (rule, limit.as_ref()), sender.clone())
    };
    let seats = [seat(Color::White, &white)?, seat(Color::Black, &black)?];
    let key = secret::key();
    let (handle, orders) = host.watches.open(&key)?;
    let outcome = GameOver::by_rules(&game).as_ref().map(Outcome::of);
    let table = Table::new(
        Arc::clone(host),
        Kind::Watch { names: [name(&white), name(&black)] },
        key,
        Setup::Watch(WatchedSetup { white, black, start, clock, limit, pause_ms }),
        (game, notation),
        (played, chess_clock),
        seats,
        now(),
    );
    handle.attach(from, outbox).await;
    tokio::spawn(table.with_outcome(outcome).run(orders, heard));
    Ok(handle)
}

fn seat_engine(
    host: &Host,
    side: Color,
    choice: &PlayerChoice,
    (game, notation): (&Game, Notation),
    (rule, limit): (ClockRule, Option<&MoveLimit>),
    sender: SeatSender,
) -> Result<Seat, Refusal> {
    match choice {
        PlayerChoice::Xanthos(choice) => Seat::own(host, side, choice, notation, sender),
        PlayerChoice::Engine { name, options } => {
            let known = host.config.engines.iter().find(|engine| engine.name == *name);
            let Some(engine) = known.cloned() else {
                let message = format!("{name:?} is not an engine that the command line allows");
                return Err(Refusal::new(RefusalCode::UnknownEngine, message).at("name"));
            };
            let setup = PlayerSetup {
                launch: Launch { args: engine.args, ..Launch::new(&engine.command) },
                options: process_options(options, host.config.hash_mib, host.config.threads)?,
                game: game.clone(),
                chess960: notation.chess960,
                control: rule.control(),
                limits: seat::limits(limit, rule.control().is_some()),
                opponent: "Xanthos".to_owned(),
            };
            Seat::process(side, setup, sender)
        }
    }
}

/// Options of other engines that a page may set: numbers, switches and plain words. A text
/// that could be a path or a command is refused, whatever the option is called, and so is more
/// memory or threads than the command line gives the page.
fn process_options(
    options: &Map<String, Value>,
    hash_mib: usize,
    threads: usize,
) -> Result<Vec<(String, String)>, Refusal> {
    let refuse = |message: String| Refusal::new(RefusalCode::BadOption, message).at("options");
    let mut read = Vec::new();
    for (name, value) in options {
        let text = choice::plain(value)
            .ok_or_else(|| refuse(format!("option {name} takes a text, a number or a switch")))?;
        let plain = |text: &str| {
            text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-' | '_' | '+'))
        };
        let lower = name.to_ascii_lowercase();
        let names_a_file = ["file", "path", "log", "dir"].iter().any(|word| lower.contains(word));
        if !plain(name) || !plain(&text) || names_a_file || name.len() + text.len() > 200 {
            return Err(refuse(format!("option {name} is not for the page to set")));
        }
        let most = match lower.as_str() {
            "threads" | "cores" | "max cpus" => Some(threads),
            _ if lower.contains("hash") || lower.contains("memory") => Some(hash_mib),
            _ => None,
        };
        let number = text.trim().parse::<u64>().ok();
        if let (Some(most), Some(number)) = (most, number)
            && number > most as u64
        {
            return Err(refuse(format!("option {name}: {most} is the most that a page may use")));
        }
        read.push((name.clone(), text));
    }
    Ok(read)
}

fn name(choice: &PlayerChoice) -> String {
    match choice {
        PlayerChoice::Xanthos(EngineChoice { .. }) => "Xanthos".to_owned(),
        PlayerChoice::Engine { name, .. } => name.clone(),
    }
}

/// A rule as pages write it, kept within what a clock can count.
fn clock_rule(control: Option<&TimeControlMs>) -> ClockRule {
    let millis = |ms: u64| Duration::from_millis(ms.min(LONGEST_MS));
    control.map_or(ClockRule::Unlimited, |control| {
        ClockRule::Game(play::TimeControl {
            moves: control.moves.filter(|&moves| moves > 0),
            base: millis(control.base_ms.max(1)),
            increment: millis(control.inc_ms),
        })
    })
}

fn time_left(ms: Option<u64>) -> Option<Duration> {
    ms.map(|ms| Duration::from_millis(ms.min(2 * LONGEST_MS)))
}

/// Moves that each side has made.
fn made(game: &Game) -> [u32; 2] {
    let all = u32::try_from(game.moves().len()).unwrap_or(u32::MAX);
    let first = all.div_ceil(2);
    match game.start().turn() {
        Color::White => [first, all - first],
        Color::Black => [all - first, first],
    }
}

fn is_sensible(outcome: &Outcome) -> bool {
    let beside_the_board = matches!(
        outcome.reason,
        Ending::Failure(Failure::Time)
            | Ending::Resignation
            | Ending::Agreement
            | Ending::Interrupted
    );
    beside_the_board && outcome.text.len() <= 200
}

/// Fit for a tag of a PGN.
fn tidy(name: &str) -> String {
    let visible = name.chars().filter(|c| !c.is_control());
    visible.take(LONGEST_NAME).collect::<String>().trim().to_owned()
}

fn now() -> String {
    Timestamp::now().iso()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    #[test]
    fn other_engines_get_no_paths() {
        let read = |text: &str| process_options(&serde_json::from_str(text).unwrap(), 256, 2);
        assert_eq!(read(r#"{"Hash":16,"Ponder":false,"Skill Level":"3"}"#).unwrap().len(), 3);
        for bad in [
            r#"{"SyzygyPath":"x"}"#,
            r#"{"Debug Log File":"x"}"#,
            r#"{"EvalFile":"net"}"#,
            r#"{"Style":"/etc/passwd"}"#,
            r#"{"Style":"a\nquit"}"#,
            r#"{"A\nquit":"1"}"#,
            r#"{"Style":["x"]}"#,
            r#"{"Hash":33554432}"#,
            r#"{"threads":"1024"}"#,
        ] {
            assert_eq!(read(bad).unwrap_err().code, RefusalCode::BadOption, "{bad}");
        }
    }

    #[test]
    fn no_number_breaks_a_clock() {
        let wild = TimeControlMs { base_ms: u64::MAX, inc_ms: u64::MAX, moves: Some(0) };
        let mut clock = ChessClock::new([clock_rule(Some(&wild)); 2]);
        clock.set([time_left(Some(u64::MAX)), None], [u32::MAX - 1; 2]);
        clock.start(Color::White, Instant::now());
        clock.press(Color::White, Instant::now());
        assert!(clock.left(Color::White, Instant::now()).is_some());
    }

    #[test]
    fn moves_made_from_any_start() {
        let mut game = Game::default();
        for san in ["e4", "e5", "Nf3"] {
            game.play(game.position().parse_san(san).unwrap());
        }
        assert_eq!(made(&game), [2, 1]);
        let mut black = Game::new(*game.position());
        black.play(black.position().parse_san("Nc6").unwrap());
        assert_eq!(made(&black), [0, 1]);
    }
}
