// SPDX-License-Identifier: GPL-3.0-or-later
//! UCI on standard input and output, or from the arguments.

use crate::progress::Output;
use anyhow::Context;
use clap::CommandFactory;
use clap::error::ErrorKind;
use engine::{Persona, SearchWrap};
use std::io::{self, IsTerminal, Read};
use std::process::ExitCode;
use uci::command::is_command;
use uci::{ExitStatus, Identity, Shell, Source};

const NAME: &str = concat!("Xanthos ", env!("CARGO_PKG_VERSION"));

/// Commands from standard input.
pub fn on_stdin(persona: Option<Persona>) -> anyhow::Result<ExitCode> {
    let person = io::stdin().is_terminal() && io::stdout().is_terminal();
    beside(persona, person, None)
}

/// Commands from standard input, with something around the search that plays.
pub fn beside(
    persona: Option<Persona>,
    person: bool,
    wrap: Option<SearchWrap>,
) -> anyhow::Result<ExitCode> {
    // A GUI reads what is written, and a person at a terminal may not know what to type.
    let banner = person.then(|| {
        format!(
            "{NAME} by {}, speaking UCI: type 'help' for commands, 'quit' to leave.\n\
             To play: xanthos serve --open (in the browser), xanthos play --elo 1500 (here).\n\
             To learn: xanthos explain FEN, xanthos analyse GAMES.pgn; all of it: xanthos --help",
            env!("CARGO_PKG_AUTHORS")
        )
    });
    let first = persona.map_or_else(String::new, |persona| choice(persona) + "\n");
    let input = io::Cursor::new(first).chain(io::stdin());
    run(Source::Stream(Box::new(input)), banner, wrap)?;
    Ok(ExitCode::SUCCESS)
}

/// Commands from the arguments, each done before the next begins.
pub fn script(persona: Option<Persona>, words: Vec<String>) -> anyhow::Result<ExitCode> {
    let first = words.iter().flat_map(|word| word.split_ascii_whitespace()).next().unwrap_or("");
    if !is_command(first) {
        let meant = meant(first)
            .map_or_else(String::new, |name| format!(". Did you mean 'xanthos {name}'?"));
        let message = format!("'{first}' is neither a subcommand nor a UCI command{meant}");
        crate::cli::Cli::command().error(ErrorKind::InvalidSubcommand, message).exit();
    }
    let all = persona.map(choice).into_iter().chain(commands(&words)).collect();
    match run(Source::Script(all), None, None)? {
        ExitStatus::Clean => Ok(ExitCode::SUCCESS),
        ExitStatus::Refused => Ok(ExitCode::FAILURE),
    }
}

/// The subcommand that was probably meant: the nearest name, if it is near.
fn meant(word: &str) -> Option<String> {
    let command = crate::cli::Cli::command();
    let names = command.get_subcommands().flat_map(|task| task.get_name_and_visible_aliases());
    let near = names.map(|name| (edits(word, name), name.to_owned())).min()?;
    (near.0 <= 1 + word.len() / 4).then_some(near.1)
}

/// How many letters are added, left out, changed or exchanged with their neighbour between two
/// words.
fn edits(one: &str, other: &str) -> usize {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=other.len()).collect()];
    for i in 1..=one.len() {
        let mut row = vec![i];
        for j in 1..=other.len() {
            let changed = rows[i - 1][j - 1] + usize::from(one[i - 1] != other[j - 1]);
            let mut least = changed.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[one.len()][other.len()]
}

/// The command that chooses a persona.
fn choice(persona: Persona) -> String {
    format!("setoption name Persona value {persona}")
}

fn run(
    source: Source,
    banner: Option<String>,
    wrap: Option<SearchWrap>,
) -> anyhow::Result<ExitStatus> {
    let identity = Identity {
        name: NAME.to_owned(),
        author: env!("CARGO_PKG_AUTHORS").to_owned(),
        banner,
        build: crate::version::text(),
        search: engine::flagship,
        wrap,
    };
    let shell = Shell::new(identity, source, Box::new(Output)).context("no threads to be had")?;
    let interrupter = shell.interrupter();
    // Without a handler Ctrl-C still ends the program, only less politely.
    let _ = journal::interrupt::on_signal(move || interrupter.interrupt());
    Ok(shell.run())
}

/// Arguments as commands: quoted ones stand for themselves, loose words belong
/// to the last word that begins a command (`go depth 5 quit` is two of them).
fn commands(words: &[String]) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    for word in words {
        let is_whole = word.contains(char::is_whitespace);
        match commands.last_mut() {
            Some(last) if !is_whole && (!is_command(word) || (last == "go" && word == "perft")) => {
                last.push(' ');
                last.push_str(word);
            }
            _ => commands.push(word.clone()),
        }
    }
    commands
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(words: &[&str]) -> Vec<String> {
        commands(&words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn quoted_and_loose_words_make_the_same_commands() {
        assert_eq!(split(&["go depth 5", "quit"]), ["go depth 5", "quit"]);
        assert_eq!(split(&["go", "depth", "5", "quit"]), ["go depth 5", "quit"]);
        assert_eq!(split(&["go", "perft", "3"]), ["go perft 3"]);
        assert_eq!(
            split(&["position", "startpos", "moves", "e2e4", "d", "eval"]),
            ["position startpos moves e2e4", "d", "eval"]
        );
        assert_eq!(split(&["genfens 8 seed 1 book None", "quit"]).len(), 2);
    }
}
