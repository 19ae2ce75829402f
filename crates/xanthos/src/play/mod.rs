// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos play`: a game against the engine, on a board in the terminal or line by line.

mod command;
mod draw;
mod lines;
mod screen;
mod session;

use crate::cli::ColourChoice;
use crate::show::{self, WRONG_INPUT};
use ::play::{OwnEngine, Setup, TimeControl};
use chess::{Color, Position};
use clap::{Args, ValueEnum};
use engine::Persona;
use journal::StopFlag;
use rand::RngExt;
use rand_xoshiro::SplitMix64;
use search::Limits;
use session::Session;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Arguments of `play`.
#[derive(Debug, Args)]
pub struct PlayArgs {
    /// Your side
    #[arg(short, long, value_enum, default_value_t = SideChoice::White)]
    side: SideChoice,
    /// Play no stronger than this (options UCI_LimitStrength and UCI_Elo)
    #[arg(short, long)]
    elo: Option<u32>,
    /// Evaluation of the engine
    #[arg(long, value_name = "NAME")]
    evaluation: Option<engine::Evaluation>,
    /// Time for each side: minutes, and seconds added for each move, such as 5+3
    #[arg(long, value_name = "M+S", value_parser = time_control)]
    tc: Option<TimeControl>,
    /// Search depth of the engine, in plies
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: Option<u32>,
    /// Nodes that the engine searches for a move
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Time of the engine for a move, without a clock: 500ms, 2s [default: 1s]
    #[arg(long, value_parser = crate::explain::duration, conflicts_with = "tc")]
    time: Option<Duration>,
    /// Let the engine think on your time too
    #[arg(long)]
    ponder: bool,
    /// Starting position
    #[arg(long)]
    fen: Option<String>,
    /// Chess960 starting position, by number or at random
    #[arg(
        long,
        value_name = "NUMBER",
        num_args = 0..=1,
        default_missing_value = "-1",
        conflicts_with = "fen",
        allow_negative_numbers = true,
        value_parser = clap::value_parser!(i16).range(-1..960)
    )]
    chess960: Option<i16>,
    /// Add the game to this PGN file when it ends
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Your name, for the PGN
    #[arg(long, default_value = "Player")]
    name: String,
    /// Any other engine option, such as Style=40; may be given several times
    #[arg(long, value_name = "NAME=VALUE")]
    option: Vec<String>,
    /// A remark on each of your moves, and hints in words
    #[arg(long)]
    coach: bool,
    /// Line mode, also on a terminal
    #[arg(long)]
    plain: bool,
    /// Draw pieces as letters
    #[arg(short, long)]
    ascii: bool,
    /// Colour the board
    #[arg(long, value_enum, default_value_t = ColourChoice::Auto)]
    color: ColourChoice,
}

/// Which side a person plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SideChoice {
    /// White
    White,
    /// Black
    Black,
    /// At random
    Random,
}

/// The engine's time for a move by default.
const USUAL: Duration = Duration::from_secs(1);

/// Plays.
pub fn run(persona: Option<Persona>, args: &PlayArgs) -> anyhow::Result<ExitCode> {
    let mut chance: SplitMix64 = rand::make_rng();
    let start = match (&args.fen, args.chess960) {
        (Some(fen), _) => match Position::from_fen(fen) {
            Ok(position) => position,
            Err(error) => return show::explain(fen, &error),
        },
        (None, Some(number)) => {
            let drawn = chance.random_range(..960);
            Position::chess960(u16::try_from(number).unwrap_or(drawn).min(959))
        }
        (None, None) => Position::startpos(),
    };
    let options = match options(persona, args, &start) {
        Ok(options) => options,
        Err(error) => return refuse(&error),
    };
    let engine = match OwnEngine::new(&options) {
        Ok(engine) => engine,
        Err(error) => return refuse(&error.to_string()),
    };
    let human = match args.side {
        SideChoice::White => Color::White,
        SideChoice::Black => Color::Black,
        SideChoice::Random if chance.random() => Color::White,
        SideChoice::Random => Color::Black,
    };
    let bounded = args.tc.is_some() || args.depth.is_some() || args.nodes.is_some();
    let limits = Limits {
        depth: args.depth,
        nodes: args.nodes,
        movetime: args.time.or((!bounded).then_some(USUAL)),
        ..Limits::default()
    };
    let setup = Setup {
        start,
        human,
        name: args.name.clone(),
        engine_name: engine_name(persona, args),
        control: args.tc,
        limits,
        ponder: args.ponder,
    };
    let session = Session::new(setup, engine, args.pgn.clone());
    let session = if args.coach { session.coached() } else { session };
    let on_screen = !args.plain && io::stdin().is_terminal() && io::stdout().is_terminal();
    let ending = Ending::listen();
    match on_screen {
        true => screen::run(session, args.color.applies(), args.ascii, &ending.stop)?,
        false => {
            let look = lines::Look { coloured: args.color.applies(), ascii: args.ascii };
            let prompt = io::stdin().is_terminal();
            let input = lines::typed(&ending.stop);
            lines::run(session, &input, &mut io::stdout().lock(), look, prompt, &ending.stop)?;
        }
    }
    ending.is_near();
    Ok(if ending.signalled.is_raised() {
        ExitCode::from(journal::interrupt::EXIT_CODE)
    } else {
        ExitCode::SUCCESS
    })
}

/// How a game ends from outside: by a signal, or because its terminal is gone. The game is saved
/// then; should anything be in its way, the program ends all the same.
struct Ending {
    /// The game must end.
    stop: StopFlag,
    /// Because of a signal or a lost terminal.
    signalled: StopFlag,
    near: Arc<AtomicBool>,
}

/// How long leaving may take.
const LEAVING: Duration = Duration::from_millis(700);

impl Ending {
    /// Listens to signals and, where input is a terminal, to its end.
    fn listen() -> Ending {
        let (stop, signalled) = (StopFlag::new(), StopFlag::new());
        let near = Arc::new(AtomicBool::new(false));
        let leave = {
            let (stop, signalled, near) = (stop.clone(), signalled.clone(), Arc::clone(&near));
            move || {
                signalled.raise();
                stop.raise();
                std::thread::sleep(LEAVING);
                if !near.load(Ordering::Acquire) {
                    std::process::exit(i32::from(journal::interrupt::EXIT_CODE));
                }
            }
        };
        #[cfg(unix)]
        if io::stdin().is_terminal() {
            let leave = leave.clone();
            std::thread::spawn(move || {
                hang_up();
                leave();
            });
        }
        // Keys arrive as keys on the board; this is for signals of others. Without it they would
        // end the program with the terminal as it is and the game unsaved.
        let _ = journal::interrupt::on_signal(leave);
        Ending { stop, signalled, near }
    }

    /// Everything is saved.
    fn is_near(&self) {
        self.near.store(true, Ordering::Release);
    }
}

/// Waits until the terminal is gone. A program that reads on would read nothing for ever.
#[cfg(unix)]
fn hang_up() {
    use rustix::event::{PollFd, PollFlags, poll};
    let stdin = io::stdin();
    loop {
        let mut wait = [PollFd::new(&stdin, PollFlags::empty())];
        match poll(&mut wait, None) {
            Err(rustix::io::Errno::INTR) => {}
            _ => return,
        }
    }
}

fn refuse(message: &str) -> anyhow::Result<ExitCode> {
    complain!("error: {message}");
    Ok(ExitCode::from(WRONG_INPUT))
}

fn engine_name(persona: Option<Persona>, args: &PlayArgs) -> String {
    let name = concat!("Xanthos ", env!("CARGO_PKG_VERSION"));
    let mut about = Vec::new();
    about.extend(persona.map(|persona| persona.to_string()));
    about.extend(args.evaluation.map(|kind| kind.to_string()));
    about.extend(args.elo.map(|elo| elo.to_string()));
    if about.is_empty() { name.to_owned() } else { format!("{name} ({})", about.join(", ")) }
}

/// The engine's options in the order in which they are set.
fn options(
    persona: Option<Persona>,
    args: &PlayArgs,
    start: &Position,
) -> Result<Vec<(String, String)>, String> {
    let mut options: Vec<(String, String)> = Vec::new();
    let mut set = |name: &str, value: String| options.push((name.to_owned(), value));
    if let Some(persona) = persona {
        set("Persona", persona.to_string());
    }
    if let Some(kind) = args.evaluation {
        set("Evaluation", kind.name().to_owned());
    }
    if let Some(elo) = args.elo {
        set("UCI_Elo", elo.to_string());
        set("UCI_LimitStrength", "true".to_owned());
    }
    if !start.is_standard_castling() {
        set("UCI_Chess960", "true".to_owned());
    }
    for option in &args.option {
        match option.split_once('=') {
            Some((name, value)) => set(name.trim(), value.trim().to_owned()),
            None => return Err(format!("--option {option}: NAME=VALUE is wanted")),
        }
    }
    Ok(options)
}

/// Reads `5+3`, `3`, `0.5+1`: minutes for the game, seconds for each move.
fn time_control(text: &str) -> Result<TimeControl, String> {
    TimeControl::from_minutes(text)
        .ok_or_else(|| "minutes and seconds a move, such as 5+3".to_owned())
}
