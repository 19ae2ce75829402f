// SPDX-License-Identifier: GPL-3.0-or-later
//! The bot as a process of its own that can be killed: this test program, run again for the one
//! test that is the bot.

use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use lichess::log::Level;
use lichess::{Config, Log, Setup, Status, Timing, Token};
use lichess_server::{Day, Faults, Options, Server, Spec, Temper, Time, World};
use xanthos_lichess as lichess;

use crate::support::HURRY;

/// Where the process finds its token and its configuration.
const HOME: &str = "BOT_HOME";

#[test]
#[ignore = "the bot itself, for the other tests"]
fn the_bot() {
    let Some(home) = std::env::var_os(HOME).map(PathBuf::from) else { return };
    let token = Token::find(Some(&home.join("token.txt"))).expect("a token");
    let mut config = Config::load(&home.join("bot.toml")).expect("a configuration");
    config.pgn_directory = home.join("game_records");
    let ending = journal::StopFlag::new();
    journal::interrupt::listen(&ending, "ending");
    let setup = Setup {
        config,
        log: Log::new(Level::Warning, true, Some(token.clone())),
        token,
        timing: Timing::hurried(HURRY),
        status: Status::default(),
        upgrade: false,
        ending,
        sources: Default::default(),
    };
    lichess::run(setup).expect("it runs");
}

/// A bot that is killed with the test.
struct Bot(Child);

impl Drop for Bot {
    fn drop(&mut self) {
        // SIGKILL on Unix: it has no time to say good-bye.
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
    fn memory(&self) -> u64 {
        let text = std::fs::read_to_string(format!("/proc/{}/status", self.0.id()));
        let text = text.unwrap_or_default();
        let line = text.lines().find(|line| line.starts_with("VmRSS:")).unwrap_or_default();
        line.split_whitespace().nth(1).and_then(|word| word.parse().ok()).unwrap_or(0)
    }

    fn threads(&self) -> usize {
        std::fs::read_dir(format!("/proc/{}/task", self.0.id())).map_or(0, Iterator::count)
    }
}

/// A folder with a token and a configuration.
struct Home(tempfile::TempDir);

impl Home {
    /// For so many games at a time.
    fn new(server: &Server, games: usize) -> Home {
        let folder = tempfile::tempdir().expect("a folder");
        let config = format!(
            "url = \"{}\"\nmax_takebacks_accepted = 1\n[engine]\nponder = false\n\
             [engine.go_commands]\nnodes = 300\n[engine.uci_options]\nHash = 1\n\
             [challenge]\nconcurrency = {games}\nmax_waiting = 30\n\
             max_simultaneous_games_per_user = 0\nmax_daily_bot_games = 0\n",
            server.url()
        );
        std::fs::write(folder.path().join("token.txt"), server.token()).expect("written");
        std::fs::write(folder.path().join("bot.toml"), config).expect("written");
        Home(folder)
    }

    fn start(&self) -> Bot {
        let log = self.0.path().join("log.txt");
        let log = std::fs::OpenOptions::new().create(true).append(true).open(log).expect("a log");
        let mut command = Command::new(std::env::current_exe().expect("this program"));
        command.args(["--exact", "process::the_bot", "--ignored", "--nocapture"]);
        command.env(HOME, self.0.path()).stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        Bot(command.spawn().expect("it starts"))
    }

    fn log(&self) -> String {
        let text = std::fs::read_to_string(self.0.path().join("log.txt")).unwrap_or_default();
        let lines: Vec<&str> = text.lines().collect();
        lines[lines.len().saturating_sub(30)..].join("\n")
    }

    fn pgn(&self) -> String {
        let path = self.0.path().join("game_records/games.pgn");
        std::fs::read_to_string(path).unwrap_or_default()
    }
}

fn server(options: Options) -> Server {
    crate::support::server(options)
}

/// Eight games, a process that is killed in the middle of them, and another that goes on.
#[test]
fn eight_games_survive_kill_9() {
    // A slow wire: all eight are still played when the process is killed.
    let wire = [Duration::from_millis(50); 2];
    let server = server(Options { wire, ..Options::default() });
    let home = Home::new(&server, 8);
    let bot = home.start();
    let time = Time::Clock(Duration::from_secs(180), Duration::from_secs(1));
    let ids: Vec<String> = (0..8)
        .map(|n| {
            let user = format!("User{n}");
            server.challenge(Spec { user, time, temper: Temper::Resigns(40), ..Spec::default() })
        })
        .collect();
    let all = |world: &mut World, ply: usize| {
        ids.iter().all(|id| world.games.get(id).is_some_and(|game| game.ply() >= ply))
    };
    assert!(server.wait(|world| all(world, 3) && world.running() == 8), "{}", home.log());
    drop(bot);
    let killed = Instant::now();
    server.with(|world| world.note_kill(killed));
    let running = server.with(|world| world.running());
    let bot = home.start();
    let resumed = |world: &mut World| {
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
/// GAMES=1000 cargo test -p xanthos-lichess --test all process::a_day -- --ignored --nocapture
/// ```
#[test]
#[ignore = "takes minutes"]
fn a_day() {
    let (games, share) = (number("GAMES", 1000), number("PER_MILLE", 30) as f64 / 1000.0);
    let faults = Faults::everywhere(number("SEED", 1), share);
    let day = Day { games, open: 8, ..Day::default() };
    let server = server(Options { faults, day: Some(day), ..Options::default() });
    let home = Home::new(&server, 8);
    let began = Instant::now();
    for third in 1..=3 {
        let bot = home.start();
        let done = server
            .wait_for(Duration::from_secs(1800), |world| world.report.games() >= games * third / 3);
        assert!(done, "{}\n{}", server.report(), home.log());
        if third == 3 {
            bot.signal("-TERM");
            std::thread::sleep(Duration::from_secs(5));
        }
        // Otherwise it is killed in the middle of its games.
        drop(bot);
        server.with(|world| world.note_kill(Instant::now()));
    }
    let report = server.report();
    println!("{report}\n{:.0?}, {} moves of killed processes", began.elapsed(), report.orphans);
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

/// Killed with SIGKILL at so many random moments, among games with faults: every game is played to
/// its end, none is written twice and none is missing. As docs/reliability.md has it:
///
/// ```sh
/// KILLS=100 cargo test -p xanthos-lichess --test all process::kills -- --ignored --nocapture
/// ```
#[test]
#[ignore = "takes minutes"]
fn kills_at_random_moments() {
    use rand::{RngExt, SeedableRng};
    let kills = number("KILLS", 100);
    let mut chance = rand_xoshiro::SplitMix64::seed_from_u64(number("SEED", 1));
    // Clocks that a bot can be dead on for a while.
    let clock = (Duration::from_secs(300), Duration::from_secs(1));
    let day = Day { games: u64::MAX / 2, open: 6, clock, ..Day::default() };
    let faults = Faults::everywhere(number("SEED", 1), 0.01);
    let first_move = Duration::from_secs(300);
    let server = server(Options { faults, day: Some(day), first_move, ..Options::default() });
    let home = Home::new(&server, 6);
    for _ in 0..kills {
        let bot = home.start();
        std::thread::sleep(Duration::from_millis(chance.random_range(0..3000)));
        drop(bot);
        server.with(|world| world.note_kill(Instant::now()));
    }
    // No more challenges; the last process plays what is left.
    server.with(World::end_of_day);
    let bot = home.start();
    let done = server.wait_for(Duration::from_secs(600), |world| world.running() == 0);
    assert!(done, "{}\n{}", server.report(), home.log());
    // Those that ended while nobody was there are written when somebody looks at them.
    std::thread::sleep(Duration::from_secs(5));
    bot.signal("-TERM");
    std::thread::sleep(Duration::from_secs(3));
    let report = server.report();
    println!("{kills} kills\n{report}\n{} moves of killed processes", report.orphans);
    assert_eq!((report.lost_by_fault(), report.illegal, report.twice), (0, 0, 0), "{report}");
    assert_eq!(report.broken_silence, 0, "{report}");
    let pgn = home.pgn();
    let sites: Vec<&str> = pgn.lines().filter(|line| line.starts_with("[Site ")).collect();
    let different: std::collections::BTreeSet<&str> = sites.iter().copied().collect();
    assert_eq!(sites.len(), different.len(), "a game is written twice");
    // A game that ended before the bot had heard of it leaves nothing to write down.
    let lost = server.with(|world| {
        let played = world.games.iter().filter(|(_, game)| game.ply() >= 2);
        played.filter(|(id, _)| !pgn.contains(&format!("/{id}\"]"))).count()
    });
    println!("{} games in the PGN of {}, {lost} missing", sites.len(), report.games());
    assert_eq!(lost, 0);
}

/// Memory over many short games, as docs/lichess.md has it:
///
/// ```sh
/// GAMES=10000 cargo test -p xanthos-lichess --test all process::memory -- --ignored --nocapture
/// ```
#[test]
#[ignore = "takes minutes"]
fn memory_over_many_games() {
    let games = number("GAMES", 10_000);
    let day = Day { games, open: 10, short: true, ..Day::default() };
    let server = server(Options { day: Some(day), ..Options::default() });
    let home = Home::new(&server, 8);
    let bot = home.start();
    let began = Instant::now();
    let mut memory = Vec::new();
    for tenth in 1..=10 {
        let done = server.wait_for(Duration::from_secs(1800), |world| {
            world.report.games() >= games * tenth / 10
        });
        assert!(done, "{}\n{}", server.report(), home.log());
        println!(
            "{:>6} games {:>8} kB {:>3} threads {:>5.0?}",
            games * tenth / 10,
            bot.memory(),
            bot.threads(),
            began.elapsed()
        );
        memory.push(bot.memory());
    }
    println!("{}", server.report());
    // What grows with every game has doubled ten times over by now.
    assert!(memory[9] < memory[0] * 3 / 2, "{memory:?}");
}

/// The lag that the bot writes into its PGN, beside the delay that the server really made:
///
/// ```sh
/// cargo test -p xanthos-lichess --test all process::lag -- --ignored --nocapture
/// ```
#[test]
#[ignore = "prints a table"]
fn lag_beside_the_true_delay() {
    for (out, back) in [(0, 0), (10, 10), (20, 80), (100, 50), (200, 300)] {
        let wire = [out, back].map(Duration::from_millis);
        let server = server(Options { wire, ..Options::default() });
        let home = Home::new(&server, 1);
        let _bot = home.start();
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
