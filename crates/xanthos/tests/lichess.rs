// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos lichess`, the real program, against a server of this project.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use lichess_server::{Day, Faults, Options, Server, Spec, Temper, Time};

/// All waits of the program are shorter by this.
const HURRY: &str = "60";

fn xanthos(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xanthos"));
    command.arg("lichess").args(args).env_remove("LICHESS_BOT_TOKEN").stdin(Stdio::null());
    command
}

/// A bot that is killed with the test.
struct Bot(Child);

impl Drop for Bot {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Bot {
    fn signal(&self, name: &str) {
        let pid = self.0.id().to_string();
        assert!(Command::new("kill").args([name, &pid]).status().expect("kill").success());
    }

    /// Resident memory in kB.
    fn memory(&self) -> Option<u64> {
        let text = std::fs::read_to_string(format!("/proc/{}/status", self.0.id())).ok()?;
        let line = text.lines().find(|line| line.starts_with("VmRSS:"))?;
        line.split_whitespace().nth(1)?.parse().ok()
    }

    fn threads(&self) -> usize {
        std::fs::read_dir(format!("/proc/{}/task", self.0.id())).map_or(0, Iterator::count)
    }
}

/// A folder with a token and a configuration.
struct Home(tempfile::TempDir);

impl Home {
    fn new(config: &str) -> Home {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("token.txt"), lichess_server::TOKEN).expect("written");
        std::fs::write(folder.path().join("bot.toml"), config).expect("written");
        Home(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn start(&self, server: &Server, log: &str) -> Bot {
        let url = server.url();
        let log_file = self.path("log.txt");
        let errors = std::fs::OpenOptions::new().create(true).append(true).open(log_file);
        let errors = errors.expect("a log");
        let mut command = xanthos(&["--token-file", "token.txt", "--config", "bot.toml"]);
        command.args(["--url", &url, "--hurry", HURRY, "--log", log]);
        Bot(command.current_dir(self.0.path()).stderr(errors).spawn().expect("it starts"))
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.path("log.txt")).unwrap_or_default()
    }

    fn pgn(&self) -> String {
        std::fs::read_to_string(self.path("game_records/games.pgn")).unwrap_or_default()
    }
}

fn server(options: Options) -> Server {
    Server::start(Options {
        silence: Duration::from_secs(1),
        keep_alive: Duration::from_millis(100),
        ..options
    })
}

const QUICK: &str = "[engine]\nponder = false\n[engine.go_commands]\nnodes = 300\n\
    [engine.uci_options]\nHash = 1\n";

fn with_games(count: usize) -> String {
    format!(
        "max_takebacks_accepted = 1\n{QUICK}[challenge]\nconcurrency = {count}\nmax_waiting = 30\n\
         max_simultaneous_games_per_user = 0\nmax_daily_bot_games = 0\n"
    )
}

#[test]
fn a_dry_run_shows_what_would_be_accepted() {
    let home = Home::new("[challenge]\naccept_bot = false\n");
    let config = home.path("bot.toml");
    let output = xanthos(&["--dry-run", "--config"]).arg(&config).output().expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("180+2      rated   accept"), "{text}");
    assert!(text.contains("decline (noBot)"), "{text}");
}

#[test]
fn wrong_input_is_told_with_its_place() {
    let home = Home::new("[challenge]\nconcurency = 2\n");
    let config = home.path("bot.toml");
    let run = |args: &[&str]| {
        let output = xanthos(args).output().expect("it runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let name = config.to_str().expect("a name");
    let (code, told) = run(&["--config", name]);
    assert_eq!(code, Some(2));
    assert!(
        told.contains("line 2: there is no key `concurency`; did you mean `concurrency`?"),
        "{told}"
    );
    let (code, told) = run(&[]);
    assert!(code == Some(2) && told.contains("--token-file"), "{told}");
    let (code, told) = run(&["--hurry", "60"]);
    assert!(code == Some(2) && told.contains("on this machine"), "{told}");
}

#[test]
fn a_configuration_of_lichess_bot_is_converted() {
    let home = Home::new("");
    let theirs = "token: lip_secretsecret\nengine:\n  name: x\n  ponder: false\nchallenge:\n  concurrency: 5\n";
    std::fs::write(home.path("config.yml"), theirs).expect("written");
    let mut command = xanthos(&["import"]);
    let output = command.arg(home.path("config.yml")).arg("-o").arg(home.path("new.toml"));
    let output = output.output().expect("it runs");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && told.contains("left out: token:"), "{told}");
    let text = std::fs::read_to_string(home.path("new.toml")).expect("written");
    assert!(text.contains("concurrency = 5") && text.contains("ponder = false"), "{text}");
    assert!(!text.contains("secret") && !told.contains("secret"), "the token stays where it was");
}

#[test]
fn the_token_is_in_no_log_and_no_process_title() {
    let server = server(Options { faults: Faults::everywhere(3, 0.05), ..Options::default() });
    let home = Home::new(&with_games(1));
    let bot = home.start(&server, "debug");
    let id = server.challenge(Spec { temper: Temper::Resigns(8), ..Spec::default() });
    assert!(server.wait(|world| world.is_over(&id)), "{}", home.log());
    let mut title = Vec::new();
    let read = std::fs::File::open(format!("/proc/{}/cmdline", bot.0.id()));
    if let Ok(mut file) = read {
        file.read_to_end(&mut title).expect("readable");
    }
    assert!(!String::from_utf8_lossy(&title).contains(lichess_server::TOKEN));
    let log = home.log();
    assert!(log.contains("debug") && !log.contains(lichess_server::TOKEN), "{log}");
    assert_eq!(server.report().leaked, 0);
}

#[cfg(unix)]
#[test]
fn sigterm_ends_it_when_its_games_are_over() {
    let server = server(Options::default());
    let home = Home::new(&with_games(2));
    let mut bot = home.start(&server, "info");
    let id = server.challenge(Spec { temper: Temper::Resigns(30), ..Spec::default() });
    assert!(server.wait(|world| world.games.get(&id).is_some_and(|game| game.ply() > 3)));
    bot.signal("-TERM");
    assert_eq!(bot.0.wait().expect("it ends").code(), Some(0), "{}", home.log());
    assert!(server.with(|world| world.is_over(&id)));
    assert!(home.pgn().contains(&id));
}

/// Eight games, a process that is killed in the middle of them, and another that goes on.
#[test]
fn eight_games_survive_kill_9() {
    let server = server(Options::default());
    let home = Home::new(&with_games(8));
    let bot = home.start(&server, "info");
    let time = Time::Clock(Duration::from_secs(180), Duration::from_secs(1));
    let ids: Vec<String> = (0..8)
        .map(|n| {
            let user = format!("User{n}");
            server.challenge(Spec { user, time, temper: Temper::Resigns(40), ..Spec::default() })
        })
        .collect();
    let all = |world: &mut lichess_server::World, ply: usize| {
        ids.iter().all(|id| world.games.get(id).is_some_and(|game| game.ply() >= ply))
    };
    assert!(server.wait(|world| all(world, 6)), "{}", home.log());
    drop(bot);
    let killed = Instant::now();
    let running = server.with(|world| world.running());
    let bot = home.start(&server, "info");
    let resumed = |world: &mut lichess_server::World| {
        let again = |id: &String| {
            let game = &world.games[id];
            game.opened_at.is_some_and(|at| at > killed) || !game.is_running()
        };
        ids.iter().all(again)
    };
    assert!(server.wait(resumed), "{}", home.log());
    println!("{running} games, all resumed {:.2?} after the restart", killed.elapsed());
    assert!(server.wait(|world| ids.iter().all(|id| world.is_over(id))), "{}", home.log());
    let report = server.report();
    println!("{report}");
    assert_eq!((report.lost_by_fault(), report.illegal, report.twice), (0, 0, 0), "{report}");
    bot.signal("-TERM");
    let until = Instant::now() + Duration::from_secs(20);
    while home.pgn().matches("[Event ").count() < 8 && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(20));
    }
    for id in &ids {
        assert_eq!(home.pgn().matches(id.as_str()).count(), 1, "{id} is written once");
    }
}

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// A day of games with faults at every point, and a kill -9 after each third of it. Its figures
/// are in docs/lichess.md:
///
/// ```sh
/// GAMES=1000 cargo test -p xanthos --test all lichess::a_day -- --ignored --nocapture
/// ```
#[test]
#[ignore = "takes minutes"]
fn a_day() {
    let (games, share) = (number("GAMES", 1000), number("PER_MILLE", 30) as f64 / 1000.0);
    let faults = Faults::everywhere(number("SEED", 1), share);
    let day = Day { games, open: 8, ..Day::default() };
    let server = server(Options { faults, day: Some(day), ..Options::default() });
    let home = Home::new(&with_games(8));
    let began = Instant::now();
    for third in 1..=3 {
        let bot = home.start(&server, "warning");
        let done = server
            .wait_for(Duration::from_secs(1800), |world| world.report.games() >= games * third / 3);
        assert!(done, "{}\n{}", server.report(), tail(&home.log()));
        if third == 3 {
            bot.signal("-TERM");
            std::thread::sleep(Duration::from_secs(5));
        }
        // Otherwise it is killed in the middle of its games.
    }
    let report = server.report();
    println!("{report}\n{:.0?}", began.elapsed());
    let paths: Vec<String> = report.paths.iter().map(|(path, n)| format!("{path} {n}")).collect();
    println!("requests: {}", paths.join(", "));
    assert_eq!((report.lost_by_fault(), report.illegal, report.twice), (0, 0, 0), "{report}");
    assert!(report.most_games <= 8, "{report}");
    assert_eq!((report.helped, report.leaked, report.broken_silence), (0, 0, 0), "{report}");
    let pgn = home.pgn();
    let written = pgn.matches("[Event ").count();
    let sites: std::collections::BTreeSet<&str> =
        pgn.lines().filter(|line| line.starts_with("[Site ")).collect();
    println!("{written} games in the PGN, {} of them different", sites.len());
    assert_eq!(written, sites.len(), "none is written twice");
}

/// Memory over many short games, as docs/lichess.md has it:
///
/// ```sh
/// GAMES=10000 cargo test -p xanthos --test all lichess::memory -- --ignored --nocapture
/// ```
#[test]
#[ignore = "takes minutes"]
fn memory_over_many_games() {
    let games = number("GAMES", 10_000);
    let day = Day { games, open: 10, short: true, ..Day::default() };
    let server = server(Options { day: Some(day), ..Options::default() });
    let home = Home::new(&with_games(8));
    let bot = home.start(&server, "warning");
    let began = Instant::now();
    for tenth in 1..=10 {
        let done = server.wait_for(Duration::from_secs(1800), |world| {
            world.report.games() >= games * tenth / 10
        });
        assert!(done, "{}\n{}", server.report(), tail(&home.log()));
        println!(
            "{:>6} games {:>8} kB {:>3} threads {:>5.0?}",
            games * tenth / 10,
            bot.memory().unwrap_or(0),
            bot.threads(),
            began.elapsed()
        );
    }
    println!("{}", server.report());
}

/// The lag that the bot writes into its PGN, beside the delay that the server really made:
///
/// ```sh
/// cargo test -p xanthos --test all lichess::lag -- --ignored --nocapture
/// ```
#[test]
#[ignore = "prints a table"]
fn lag_beside_the_true_delay() {
    for (out, back) in [(0, 0), (10, 10), (20, 80), (100, 50), (200, 300)] {
        let wire = [out, back].map(Duration::from_millis);
        let server = server(Options { wire, ..Options::default() });
        let home = Home::new(&with_games(1));
        let _bot = home.start(&server, "warning");
        let id = server.challenge(Spec { temper: Temper::Resigns(40), ..Spec::default() });
        assert!(server.wait(|world| world.is_over(&id)));
        std::thread::sleep(Duration::from_millis(500));
        let pgn = home.pgn();
        let mut lags: Vec<f64> = pgn
            .split("lag=")
            .skip(1)
            .filter_map(|rest| rest.split('s').next()?.parse::<f64>().ok())
            .map(|seconds| seconds * 1000.0)
            .collect();
        lags.sort_by(f64::total_cmp);
        let mean = lags.iter().sum::<f64>() / lags.len().max(1) as f64;
        println!(
            "true {:>4} ms: measured mean {mean:.1}, median {:.0}, from {:.0} to {:.0} ms over {} moves",
            out + back,
            lags.get(lags.len() / 2).unwrap_or(&0.0),
            lags.first().unwrap_or(&0.0),
            lags.last().unwrap_or(&0.0),
            lags.len()
        );
    }
}

fn tail(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(30)..].join("\n")
}

/// The unit and the container file name what the program really takes.
#[test]
fn the_packaging_uses_arguments_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packaging");
    let help = xanthos(&["--help"]).output().expect("it runs");
    let help = String::from_utf8_lossy(&help.stdout).into_owned();
    let mut seen = 0;
    for name in ["xanthos-lichess.service", "Containerfile"] {
        let text = std::fs::read_to_string(root.join(name)).expect(name);
        let commands = text
            .lines()
            .filter(|line| line.starts_with("ExecStart=") || line.starts_with("ENTRYPOINT"));
        for word in commands.flat_map(|line| line.split(['"', ' ', ','])) {
            if word.starts_with("--") {
                assert!(help.contains(word), "{name}: {word}");
                seen += 1;
            }
        }
    }
    assert!(seen >= 3);
}
