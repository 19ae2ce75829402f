// SPDX-License-Identifier: GPL-3.0-or-later
//! The ideas of one line, in words or as JSON.

use super::scorer::Engine;
use super::{MotifsArgs, Solver, refuse};
use crate::{explain as explain_command, show};
use chess::{Color, Position};
use explain::motifs::{self, Finding, Step, Theme, Variation};
use serde::Serialize;
use std::io::{self, Write};
use std::process::ExitCode;

/// What is printed as JSON. The number grows when a reader would have to change.
#[derive(Serialize)]
struct Document<'a> {
    format: u32,
    fen: String,
    moves: Vec<String>,
    solver: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    idea: Option<Theme>,
    motifs: Vec<Entry<'a>>,
}

#[derive(Serialize)]
struct Entry<'a> {
    #[serde(flatten)]
    finding: &'a Finding,
    san: String,
    sentence: String,
}

pub fn run(args: &MotifsArgs, words: &[String]) -> anyhow::Result<ExitCode> {
    let (fen, rest) = explain_command::split(words);
    let start = match fen.as_str() {
        "startpos" => Position::startpos(),
        text => match Position::from_fen(text) {
            Ok(position) => position,
            Err(error) => return show::explain(text, &error),
        },
    };
    let solver = match args.solver {
        Some(Solver::White) => Color::White,
        Some(Solver::Black) => Color::Black,
        None => start.turn(),
    };
    let moves = rest.iter().flat_map(|word| word.split_ascii_whitespace());
    let line = match Variation::read(start, moves, solver) {
        Ok(line) => line,
        Err(error) => return refuse(&error.to_string()),
    };
    let found = match args.engine_themes {
        true => motifs::tag_with(&line, &mut Engine::new(args.nodes)),
        false => motifs::tag(&line),
    };
    let mut stdout = io::stdout().lock();
    if args.json {
        let document = document(&start, &line, &found);
        writeln!(stdout, "{}", serde_json::to_string_pretty(&document)?)?;
    } else {
        write!(stdout, "{}", text(&line, &found))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn document<'a>(start: &Position, line: &Variation, found: &'a [Finding]) -> Document<'a> {
    let entry = |finding: &'a Finding| Entry {
        finding,
        san: line.steps().get(finding.ply).map_or(String::new(), san),
        sentence: finding.sentence(line),
    };
    Document {
        format: 1,
        fen: start.fen(),
        moves: line.steps().iter().map(|step| step.before.uci(step.m).to_string()).collect(),
        solver: line.solver().to_string(),
        idea: motifs::main_idea(found).map(|finding| finding.theme),
        motifs: found.iter().map(entry).collect(),
    }
}

fn san(step: &Step) -> String {
    step.before.san(step.m).to_string()
}

/// A move with its number.
fn numbered(step: &Step) -> String {
    let dots = if step.side() == Color::White { "." } else { "..." };
    format!("{}{dots} {}", step.before.fullmove_number(), san(step))
}

/// The main idea first, then the others in the order of moves, then what the line is.
fn text(line: &Variation, found: &[Finding]) -> String {
    let idea = motifs::main_idea(found);
    let is_motif = |finding: &&Finding| finding.parts != motifs::Parts::None;
    let mut told: Vec<&Finding> =
        found.iter().filter(is_motif).filter(|finding| finding.is_said()).collect();
    told.sort_by_key(|finding| (Some(*finding) != idea, finding.ply));
    let mut text = String::new();
    for finding in told {
        let played = line.steps().get(finding.ply).map_or(String::new(), numbered);
        let sentence = finding.sentence(line);
        text += &format!("{:<18} {played:<12} {sentence}\n", finding.theme.name());
    }
    let names =
        |said: bool| -> Vec<&str> {
            found
                .iter()
                .filter(|finding| {
                    if said { finding.is_said() && !is_motif(finding) } else { !finding.is_said() }
                })
                .map(|finding| finding.theme.name())
                .collect()
        };
    text += &format!("{}\n", names(true).join(", "));
    if !names(false).is_empty() {
        text += &format!("by the letter of the rule only: {}\n", names(false).join(", "));
    }
    text
}
