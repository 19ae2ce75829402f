// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos lichess`: the arguments read, the bot started and shown.

mod screen;

use crate::explain::opening;
use crate::show::WRONG_INPUT;
use anyhow::Context;
use clap::{Args, Subcommand};
use explain::Sources;
use journal::StopFlag;
use lichess::{Config, Log, Setup, Status, Timing, Token, config, dry_run, log::Level};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use syzygy::Tables;

/// Arguments of `xanthos lichess`.
#[derive(Debug, Args)]
pub struct LichessArgs {
    #[command(subcommand)]
    task: Option<LichessTask>,
    /// A file with the API token alone in it (or set LICHESS_BOT_TOKEN)
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// The configuration, in TOML
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The server, if not the configured one
    #[arg(long)]
    url: Option<String>,
    /// Make the account a bot account if it is none; this can't be undone
    #[arg(long)]
    upgrade: bool,
    /// Show which challenges would be accepted, and end
    #[arg(long)]
    dry_run: bool,
    /// Challenges for --dry-run, one JSON object a line, as the event stream has them
    #[arg(long, value_name = "FILE", requires = "dry_run")]
    challenges: Option<PathBuf>,
    /// Show games, queue, ratings and errors live in the terminal
    #[arg(long)]
    tui: bool,
    /// How much to say on standard error: error, warning, info, debug
    #[arg(long, default_value = "info")]
    log: Level,
    /// All waits so many times shorter, for a server on this machine that plays a day in minutes
    #[arg(long, hide = true, value_name = "FACTOR")]
    hurry: Option<f64>,
}

/// What else `xanthos lichess` does.
#[derive(Debug, Subcommand)]
enum LichessTask {
    /// Convert a config.yml of lichess-bot; what has no place here is listed with the reason
    Import {
        /// The file
        file: PathBuf,
        /// Where the configuration goes, if not to standard output
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Print the configuration with all its defaults
    Config,
}

/// Runs the bot until it is told to end.
pub fn run(persona: Option<engine::Persona>, args: LichessArgs) -> anyhow::Result<ExitCode> {
    match &args.task {
        Some(LichessTask::Import { file, output }) => return import(file, output.as_deref()),
        Some(LichessTask::Config) => {
            write!(io::stdout(), "{}\n{}", Config::default().to_toml(), Config::WITHOUT_DEFAULT)?;
            return Ok(ExitCode::SUCCESS);
        }
        None => {}
    }
    let mut config = match &args.config {
        None => Config::default(),
        Some(path) => match Config::load(path) {
            Ok(config) => config,
            Err(error) => return refuse(&format!("{}: {error}", path.display())),
        },
    };
    if let Some(persona) = persona {
        config.engine.persona = persona.name.to_owned();
        config.engine.persona_of_the_day.clear();
    }
    if let Some(url) = args.url {
        if let Some(what) = lichess::config::url_fault(&url) {
            return refuse(&format!("--url {url}: {what}"));
        }
        config.url = url;
    }
    let sources = match sources(&config) {
        Ok(sources) => sources,
        Err(why) => return refuse(&why),
    };
    if args.dry_run {
        let lines = match &args.challenges {
            Some(path) => std::fs::read_to_string(path)
                .with_context(|| format!("cannot read {}", path.display()))?,
            None => String::new(),
        };
        write!(io::stdout(), "{}", dry_run::table(&config, &lines))?;
        return Ok(ExitCode::SUCCESS);
    }
    let timing = match args.hurry {
        None => Timing::default(),
        Some(_) if !is_local(&config.url) => {
            return refuse("--hurry is for a server on this machine");
        }
        Some(factor) => Timing::hurried(factor),
    };
    let token = match Token::find(args.token_file.as_deref()) {
        Ok(token) => token,
        Err(error) => return refuse(&error.to_string()),
    };
    let log = Log::new(args.log, !args.tui, Some(token.clone()));
    let (status, ending) = (Status::default(), StopFlag::new());
    let setup = Setup {
        config,
        token,
        timing,
        log: log.clone(),
        status: status.clone(),
        upgrade: args.upgrade,
        ending: ending.clone(),
        sources,
    };
    let notice = "ending: no new games (interrupt again to leave at once)";
    journal::interrupt::listen(&ending, notice);
    let ended =
        if args.tui { screen::run(setup, &status, &log, &ending)? } else { lichess::run(setup) };
    match ended {
        Ok(()) => Ok(ExitCode::SUCCESS),
        // Whoever starts programs again need not start this one again.
        Err(error) if error.is_final() => refuse(&error.to_string()),
        Err(error) => Err(error.into()),
    }
}

/// What the bot looks up, and whether all that the configuration names is there: a book that can't
/// be read is to be known now and not in the first game.
fn sources(config: &Config) -> Result<Sources, String> {
    lichess::persona::check(config)?;
    let explorer = &config.engine.online_moves.lichess_opening_explorer;
    if let Some(file) = explorer.token_file.as_deref().filter(|_| explorer.enabled) {
        Token::find(Some(file)).map_err(|error| format!("lichess_opening_explorer: {error}"))?;
    }
    let tables = &config.engine.lichess_bot_tbs.syzygy;
    let tables = if tables.enabled && !tables.paths.is_empty() {
        let folders: Vec<PathBuf> = tables.paths.iter().map(PathBuf::from).collect();
        let opened =
            Tables::open_all(&folders).map_err(|error| format!("syzygy.paths: {error}"))?;
        Some(Arc::new(opened) as Arc<dyn search::Tablebase>)
    } else {
        None
    };
    Ok(Sources { tables, openings: Some(Arc::new(opening)) })
}

fn import(file: &Path, output: Option<&Path>) -> anyhow::Result<ExitCode> {
    let text =
        std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let imported = match config::import(&text) {
        Ok(imported) => imported,
        Err(error) => return refuse(&format!("{}: {error}", file.display())),
    };
    let mut errors = io::stderr().lock();
    for (key, why) in &imported.left_out {
        writeln!(errors, "left out: {key}: {why}")?;
    }
    let text = imported.config.to_toml();
    match output {
        Some(path) => journal::write_atomic(path, text.as_bytes())
            .with_context(|| format!("cannot write {}", path.display()))?,
        None => write!(io::stdout(), "{text}")?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Whether a server is on this machine.
fn is_local(url: &str) -> bool {
    let host = url.strip_prefix("http://").unwrap_or("");
    ["127.0.0.1", "localhost", "[::1]"].iter().any(|local| {
        host.strip_prefix(local).is_some_and(|rest| rest.is_empty() || rest.starts_with([':', '/']))
    })
}

fn refuse(message: &str) -> anyhow::Result<ExitCode> {
    writeln!(io::stderr(), "error: {message}")?;
    Ok(ExitCode::from(WRONG_INPUT))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_hurries_on_the_real_server() {
        assert!(is_local("http://127.0.0.1:9000") && is_local("http://localhost/"));
        for url in ["https://lichess.org", "http://localhost.evil.org", "http://127.0.0.1.org"] {
            assert!(!is_local(url), "{url}");
        }
    }
}
