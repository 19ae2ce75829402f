// SPDX-License-Identifier: GPL-3.0-or-later
//! Starting an engine as its settings ask.

use std::path::{Path, PathBuf};

use journal::StopFlag;
use play::{Fault, Launch, Player, Stream, Timeouts, Transcript};

use crate::log::Log;
use crate::options::{EngineConfig, Protocol, TournamentConfig};

/// Starts engines for a tournament.
#[derive(Debug, Clone, Copy)]
pub struct Launcher<'a> {
    /// The tournament.
    pub config: &'a TournamentConfig,
    /// Where conversations are written down.
    pub log: &'a Log,
}

/// A player at its seat, and what its start gave reason to say.
#[derive(Debug)]
pub struct Started {
    /// The player.
    pub player: Player,
    /// Violations of its options.
    pub warnings: Vec<String>,
}

impl Launcher<'_> {
    /// Starts engine `index` for worker `worker`.
    pub fn seat(&self, index: usize, worker: usize, cancel: &StopFlag) -> Result<Started, Fault> {
        let engine = &self.config.engines[index];
        let usual = Timeouts::default();
        let timeouts = Timeouts {
            startup: self.config.startup_timeout.mul_f64(engine.timeout_scale),
            ping: self.config.ping_timeout.mul_f64(engine.timeout_scale),
            quit: usual.quit.mul_f64(engine.timeout_scale),
        };
        let mut launch = launch(engine);
        launch.cpus = self.cpus(worker);
        launch.transcript = self.transcript(&engine.name, worker);
        start(engine, &launch, &timeouts, cancel)
    }

    /// The processors of a worker: as many as an engine has threads, and nobody else's.
    fn cpus(&self, worker: usize) -> Vec<usize> {
        let Some(cpus) = self.config.affinity_cpus() else { return Vec::new() };
        let each = self.config.threads();
        cpus.chunks_exact(each).nth(worker).unwrap_or(&cpus).to_vec()
    }

    fn transcript(&self, name: &str, worker: usize) -> Option<Transcript> {
        let log = self.log.for_conversations()?;
        let name = name.to_owned();
        Some(std::sync::Arc::new(move |stream, line: &str| {
            let arrow = match stream {
                Stream::Sent => '>',
                Stream::Received => '<',
            };
            log.write(&format!("{name}#{worker} {arrow} {line}"));
        }))
    }
}

/// Starts an engine, sets its options and sends its opening lines.
pub fn start(
    engine: &EngineConfig,
    launch: &Launch,
    timeouts: &Timeouts,
    cancel: &StopFlag,
) -> Result<Started, Fault> {
    let mut player = match engine.protocol {
        Protocol::Uci => Player::uci(launch, timeouts, cancel)?,
        Protocol::Xboard => Player::xboard(launch, timeouts, cancel)?,
    };
    for line in &engine.init_lines {
        player.send_raw(line)?;
    }
    let warnings = player.set_options(&engine.options)?;
    Ok(Started { player, warnings })
}

/// How the engine's program is run.
pub fn launch(engine: &EngineConfig) -> Launch {
    Launch {
        command: program(&engine.command, engine.directory.as_deref()),
        args: engine.args.clone(),
        directory: engine.directory.clone(),
        stderr: engine.stderr.clone(),
        ..Launch::default()
    }
}

/// The program, looked for the way testers write it: a name with a slash is
/// first tried in the engine's directory, then in the current one; a bare name
/// is tried in the engine's directory, then along the search path.
fn program(command: &str, directory: Option<&Path>) -> String {
    let absolute = |path: PathBuf| {
        std::path::absolute(path).ok().and_then(|path| path.to_str().map(str::to_owned))
    };
    if let Some(directory) = directory {
        let inside = directory.join(command);
        if inside.is_file() {
            return absolute(inside).unwrap_or_else(|| command.to_owned());
        }
    }
    if command.contains('/') {
        // The directory of the process must not change what a relative name
        // means.
        return absolute(PathBuf::from(command)).unwrap_or_else(|| command.to_owned());
    }
    command.to_owned()
}

/// The file that will be run, if it can be found.
pub fn program_file(engine: &EngineConfig) -> Option<PathBuf> {
    let command = program(&engine.command, engine.directory.as_deref());
    let path = PathBuf::from(&command);
    if command.contains('/') {
        return path.is_file().then_some(path);
    }
    let directories = std::env::var_os("PATH")?;
    std::env::split_paths(&directories)
        .map(|directory| directory.join(&command))
        .find(|candidate| candidate.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_has_as_many_processors_as_its_engines_threads_and_none_twice() {
        let mut engines = vec![EngineConfig::new("a", "a"), EngineConfig::new("b", "b")];
        engines[1].options.push(("Threads".into(), "2".into()));
        let mut config = TournamentConfig::between(engines);
        config.affinity = crate::options::Affinity::Cpus(vec![3, 4, 7, 8]);
        let launcher = Launcher { config: &config, log: &Log::default() };
        assert_eq!([launcher.cpus(0), launcher.cpus(1)], [[3, 4], [7, 8]]);
    }

    #[test]
    fn programs_are_found_where_testers_expect_them() {
        let dir = tempfile::tempdir().unwrap();
        let inside = dir.path().join("engine");
        std::fs::write(&inside, "").unwrap();
        let inside = inside.to_str().unwrap();
        assert_eq!(program("engine", Some(dir.path())), inside);
        assert_eq!(program(inside, None), inside);
        assert_eq!(program("stockfish", None), "stockfish");
        assert_eq!(program("stockfish", Some(dir.path())), "stockfish");
        let relative = program("./engine", None);
        assert!(Path::new(&relative).is_absolute(), "{relative}");
        let relative = program("./engine", Some(dir.path()));
        assert_eq!(Path::new(&relative), Path::new(inside));
    }
}
