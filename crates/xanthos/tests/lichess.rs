// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos lichess`, the real program, against a server of this project.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use lichess_server::{Faults, Options, Server, Spec, Temper};

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

/// Files that are not there are known before the first game, also to a dry run.
#[test]
fn files_that_can_not_be_read_are_told_at_the_start() {
    for (config, word) in [
        ("[engine.polyglot]\nbook = \"nowhere.bin\"\n", "nowhere.bin"),
        ("[engine.uci_options]\nEvalFile = \"no.nnue\"\n", "no.nnue"),
        ("[engine.lichess_bot_tbs.syzygy]\nenabled = true\npaths = [\"no-tables\"]\n", "no-tables"),
        (
            "[engine.online_moves.lichess_opening_explorer]\nenabled = true\ntoken_file = \"none\"\n",
            "none",
        ),
    ] {
        let home = Home::new(config);
        for more in [&["--dry-run"][..], &["--token-file", "token.txt"]] {
            let mut command = xanthos(&["--config", "bot.toml", "--url", "http://127.0.0.1:1"]);
            let output = command.args(more).current_dir(home.0.path()).output().expect("it runs");
            let told = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{told}");
            assert!(told.contains(word) && told.lines().count() == 1, "{told}");
        }
    }
}

/// What no restart mends ends with the code that systemd does not restart after.
#[test]
fn a_token_that_is_refused_ends_the_program_for_good() {
    let server = server(Options::default());
    let home = Home::new("");
    std::fs::write(home.path("token.txt"), "lip_anotherToken").expect("written");
    let mut bot = home.start(&server, "info");
    assert_eq!(bot.0.wait().expect("it ends").code(), Some(2), "{}", home.log());
    assert!(home.log().contains("401") && !home.log().contains("lip_"), "{}", home.log());
    let unit =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packaging/xanthos-lichess.service");
    let unit = std::fs::read_to_string(unit).expect("the unit");
    assert!(unit.contains("RestartPreventExitStatus=2"));
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
