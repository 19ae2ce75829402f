// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos manual`: manual pages, made from the declarations of the command line.

use crate::cli::Cli;
use anyhow::{Context, bail};
use clap::{Arg, Args, Command, CommandFactory};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `manual`.
#[derive(Debug, Args)]
pub struct ManualArgs {
    /// The subcommand [default: the program as a whole]
    command: Option<String>,
    /// Write all pages into this folder
    #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
    folder: Option<PathBuf>,
}

/// Prints a page, or writes all.
pub fn run(args: &ManualArgs) -> anyhow::Result<ExitCode> {
    let mut program = Cli::command();
    program.build();
    if let Some(folder) = &args.folder {
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        let mut count = 0;
        for (name, text) in pages(&program) {
            write(&folder.join(format!("{name}.1")), &text)?;
            count += 1;
        }
        writeln!(io::stdout(), "{count} pages: {}", folder.display())?;
        return Ok(ExitCode::SUCCESS);
    }
    let wanted = match &args.command {
        None => "xanthos".to_owned(),
        Some(command) => format!("xanthos-{command}"),
    };
    let Some((_, text)) = pages(&program).into_iter().find(|(name, _)| *name == wanted) else {
        bail!("there is no command {}", args.command.as_deref().unwrap_or_default());
    };
    io::stdout().write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    journal::write_atomic(path, text.as_bytes()).with_context(|| path.display().to_string())
}

/// Every page with its name.
fn pages(program: &Command) -> Vec<(String, String)> {
    let mut pages = vec![("xanthos".to_owned(), page("xanthos", program))];
    for command in visible(program) {
        let name = format!("xanthos-{}", command.get_name());
        pages.push((name.clone(), page(&name, command)));
    }
    pages
}

fn visible(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|sub| !sub.is_hide_set() && sub.get_name() != "help")
}

/// One page in the language of man(7).
fn page(name: &str, command: &Command) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let title = name.to_uppercase();
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let mut out = format!(
        ".TH \"{}\" 1 \"\" \"Xanthos {version}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n",
        escaped(&title),
        escaped(name),
        escaped(&about)
    );
    out += ".SH SYNOPSIS\n";
    let usage = command.clone().render_usage().to_string();
    out += &format!("{}\n", escaped(usage.trim_start_matches("Usage: ").trim()));
    // Two commands read their options themselves and have the whole text of their help.
    let own = match name {
        "xanthos-match" => Some(arena::options::help::text()),
        "xanthos-epd" => Some(arena::epd::cli::HELP.to_owned()),
        _ => None,
    };
    if let Some(text) = own {
        out += &format!(".SH DESCRIPTION\n.nf\n{}\n.fi\n", lines(&text));
    } else {
        out += ".SH DESCRIPTION\n";
        let long = command.get_long_about().map(ToString::to_string).unwrap_or(about);
        out += &format!("{}\n", lines(&long));
        out += &arguments(command, ".SH OPTIONS");
        let subcommands: Vec<&Command> = visible(command).collect();
        if !subcommands.is_empty() {
            out += ".SH COMMANDS\n";
        }
        for sub in subcommands {
            let about = sub.get_about().map(ToString::to_string).unwrap_or_default();
            out += &format!(".TP\n\\fB{}\\fR\n{}\n", escaped(sub.get_name()), lines(&about));
            if name != "xanthos" {
                out += &arguments(sub, &format!(".SS {}", escaped(sub.get_name())));
            }
        }
    }
    if let Some(more) = command.get_after_help() {
        out += &format!(
            ".SH EXAMPLES\n.nf\n{}\n.fi\n",
            lines(more.to_string().trim_start_matches("Examples:"))
        );
    }
    if name != "xanthos" {
        out += ".SH SEE ALSO\n.BR xanthos (1)\n";
    }
    out
}

fn arguments(command: &Command, heading: &str) -> String {
    let shown: Vec<&Arg> = command.get_arguments().filter(|arg| !arg.is_hide_set()).collect();
    if shown.is_empty() {
        return String::new();
    }
    let mut out = format!("{heading}\n");
    for arg in shown {
        let mut names = Vec::new();
        names.extend(arg.get_short().map(|short| format!("-{short}")));
        names.extend(arg.get_long().map(|long| format!("--{long}")));
        let takes = arg.get_action().takes_values();
        let values: Vec<String> = arg
            .get_value_names()
            .map(|names| names.iter().map(ToString::to_string).collect())
            .unwrap_or_else(|| vec![arg.get_id().to_string().to_uppercase()]);
        let value = if takes { values.join(" ") } else { String::new() };
        let head = match (names.is_empty(), value.is_empty()) {
            (true, _) => format!("\\fI{}\\fR", escaped(&value)),
            (false, true) => format!("\\fB{}\\fR", escaped(&names.join(", "))),
            (false, false) => {
                format!("\\fB{}\\fR \\fI{}\\fR", escaped(&names.join(", ")), escaped(&value))
            }
        };
        let help = arg.get_long_help().or(arg.get_help()).map(ToString::to_string);
        out += &format!(".TP\n{head}\n{}\n", lines(&help.unwrap_or_default()));
        let defaults: Vec<String> =
            arg.get_default_values().iter().map(|v| v.to_string_lossy().into_owned()).collect();
        if takes && !defaults.is_empty() {
            out += &format!("Default: {}\n", escaped(&defaults.join(", ")));
        }
    }
    out
}

/// Text in which nothing is an order to the formatter.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\e").replace('-', "\\-")
}

/// The same for several lines: none may begin like an order.
fn lines(text: &str) -> String {
    let line = |line: &str| {
        let line = escaped(line);
        if line.starts_with(['.', '\'']) { format!("\\&{line}") } else { line }
    };
    text.trim_matches('\n').lines().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_page_with_its_options() {
        let mut program = Cli::command();
        program.build();
        let pages = pages(&program);
        let page = |name: &str| &pages.iter().find(|(known, _)| known == name).unwrap().1;
        for command in visible(&program) {
            assert!(page(&format!("xanthos-{}", command.get_name())).contains(".SH NAME"));
        }
        assert!(
            page("xanthos-play").contains("\\fB\\-e, \\-\\-elo\\fR \\fIELO\\fR"),
            "{}",
            page("xanthos-play")
        );
        assert!(page("xanthos-match").contains("\\-sprt elo0=E"));
        assert!(page("xanthos-book").contains(".SS make"));
        assert!(page("xanthos").contains("\\fBserve\\fR"));
        for (name, text) in &pages {
            let known = ["TH", "SH", "SS", "TP", "BR", "nf", "fi"];
            for line in text.lines().filter(|line| line.starts_with('.')) {
                let order = line[1..].split(' ').next().unwrap_or_default();
                assert!(known.contains(&order), "{name}: {line}");
            }
        }
    }
}
