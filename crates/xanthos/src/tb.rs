// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos tb`: what tablebases say about a position and each of its moves.

use crate::cli::TbArgs;
use crate::show::{self, WRONG_INPUT};
use chess::{Color, Game, Move, Position};
use search::{Dtz, Wdl};
use serde::Serialize;
use std::io::{self, Write};
use std::process::ExitCode;
use syzygy::{Answer, Tables};

/// Where tables are if nobody says where.
const VARIABLE: &str = "SYZYGY_PATH";

/// A line of best play ends here at the latest.
const LONGEST: usize = 400;

/// Looks up the position of the arguments.
pub fn run(args: &TbArgs) -> anyhow::Result<ExitCode> {
    let fen = args.fen.join(" ");
    let position = match Position::from_fen(fen.trim()) {
        Ok(position) => position,
        Err(error) => return show::explain(fen.trim(), &error),
    };
    let Some(path) = args.path.clone().or_else(|| std::env::var(VARIABLE).ok()) else {
        return refuse(&format!("where are the tables? Say so with --path or {VARIABLE}"), true);
    };
    let (tables, found) = Tables::open(&syzygy::split(&path));
    for problem in &found.problems {
        writeln!(io::stderr(), "warning: {problem}")?;
    }
    if found.is_empty() {
        return refuse(&format!("there is no Syzygy table (*.rtbw) in {path}"), false);
    }
    let game = Game::new(position);
    match tables.answer(&game, !args.no_fifty_moves, LONGEST) {
        Ok(answer) if args.json => print_json(&game, &answer)?,
        Ok(answer) => print(&game, &answer)?,
        Err(error) => return refuse(&error.to_string(), false),
    }
    Ok(ExitCode::SUCCESS)
}

fn refuse(message: &str, wrong_input: bool) -> anyhow::Result<ExitCode> {
    writeln!(io::stderr(), "error: {message}")?;
    Ok(if wrong_input { ExitCode::from(WRONG_INPUT) } else { ExitCode::FAILURE })
}

fn print(game: &Game, answer: &Answer) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    let position = game.position();
    writeln!(out, "{}", headline(game, answer))?;
    for verdict in &answer.moves {
        let distance = match verdict.dtz {
            _ if verdict.mates => "mate".to_owned(),
            Some(0) | None => String::new(),
            Some(plies) => plies.abs().to_string(),
        };
        let text = format!(
            "  {:<7}{:<14}{distance:>4}",
            position.san(verdict.mv),
            verdict.outcome.to_string()
        );
        writeln!(out, "{}", text.trim_end())?;
    }
    for (mv, error) in &answer.unknown {
        writeln!(out, "  {:<7}unknown: {error}", position.san(*mv))?;
    }
    if !answer.line.is_empty() {
        let mut game = game.clone();
        let mut words = Vec::new();
        for &mv in &answer.line {
            words.push(game.position().san(mv));
            game.play(mv);
        }
        writeln!(out, "Line of {}: {}", half_moves(answer.line.len()), words.join(" "))?;
        if let Some(outcome) = game.outcome() {
            writeln!(out, "It ends: {outcome}")?;
        }
    }
    Ok(())
}

fn half_moves(count: usize) -> String {
    match count {
        1 => "1 half-move".to_owned(),
        n => format!("{n} half-moves"),
    }
}

fn headline(game: &Game, answer: &Answer) -> String {
    let position = game.position();
    let turn = position.turn();
    let name = |color: Color| if color == Color::White { "White" } else { "Black" };
    if let Some(outcome) = game.outcome().filter(|_| !position.has_legal_move()) {
        return format!("The game is over: {outcome}");
    }
    let text = match answer.outcome {
        Wdl::Win => format!("{} wins", name(turn)),
        Wdl::Loss => format!("{} wins", name(!turn)),
        Wdl::Draw => "Draw".to_owned(),
        Wdl::CursedWin => format!("Draw: {} wins, but the fifty-move rule is quicker", name(turn)),
        Wdl::BlessedLoss => {
            format!("Draw: {} wins, but the fifty-move rule is quicker", name(!turn))
        }
    };
    match answer.dtz {
        Some(Dtz { plies, rounded }) if plies != 0 => {
            let or = if rounded { ", perhaps one more" } else { "" };
            let distance = half_moves(plies.unsigned_abs() as usize);
            format!("{text}; capture, pawn move or mate in {distance}{or} (DTZ)")
        }
        Some(_) => text,
        None => format!("{text}; there is no table of distances"),
    }
}

/// What is printed as JSON. The number grows when a reader would have to change.
#[derive(Serialize)]
struct Document {
    format: u32,
    fen: String,
    outcome: String,
    dtz: Option<i32>,
    dtz_rounded: Option<bool>,
    moves: Vec<MoveDocument>,
    line: Vec<String>,
}

#[derive(Serialize)]
struct MoveDocument {
    uci: String,
    san: String,
    outcome: Option<String>,
    dtz: Option<i32>,
    mates: bool,
    error: Option<String>,
}

fn print_json(game: &Game, answer: &Answer) -> anyhow::Result<()> {
    let position = game.position();
    let entry = |mv: Move| MoveDocument {
        uci: position.uci(mv).to_string(),
        san: position.san(mv),
        outcome: None,
        dtz: None,
        mates: false,
        error: None,
    };
    let known = answer.moves.iter().map(|verdict| MoveDocument {
        outcome: Some(verdict.outcome.to_string()),
        dtz: verdict.dtz,
        mates: verdict.mates,
        ..entry(verdict.mv)
    });
    let unknown = answer
        .unknown
        .iter()
        .map(|(mv, error)| MoveDocument { error: Some(error.to_string()), ..entry(*mv) });
    let mut at = *position;
    let mut line = Vec::new();
    for &mv in &answer.line {
        line.push(at.uci(mv).to_string());
        at = at.after(mv);
    }
    let document = Document {
        format: 1,
        fen: position.fen(),
        outcome: answer.outcome.to_string(),
        dtz: answer.dtz.map(|dtz| dtz.plies),
        dtz_rounded: answer.dtz.map(|dtz| dtz.rounded),
        moves: known.chain(unknown).collect(),
        line,
    };
    writeln!(io::stdout().lock(), "{}", serde_json::to_string_pretty(&document)?)?;
    Ok(())
}
