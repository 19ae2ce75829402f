// SPDX-License-Identifier: GPL-3.0-or-later
//! P: what the papers ask of the engine as a GUI sees it.

use crate::driver::{Gui, best, run};
use chess::Position;

/// Words with which an engine begins a line.
const COMMANDS: [&str; 8] =
    ["info", "bestmove", "id", "option", "uciok", "readyok", "copyprotection", "registration"];

fn texts(lines: &[String]) -> Vec<&str> {
    lines.iter().filter_map(|line| line.strip_prefix("info string ")).collect()
}

fn scores(lines: &[String]) -> Vec<&str> {
    lines
        .iter()
        .filter_map(|line| {
            let at = line.find(" score ")? + 7;
            let mut words = line[at..].splitn(3, ' ');
            let (kind, number) = (words.next()?, words.next()?);
            Some(&line[at..at + kind.len() + 1 + number.len()])
        })
        .collect()
}

/// Baguette §3.4.4: what a text quotes can't be taken for a command.
#[test]
fn an_info_string_has_no_command_in_it() {
    let mut gui = Gui::ready();
    gui.send("debug on");
    for nonsense in [
        "foo bestmove e2e4 ponder e7e5",
        "setoption name BookFile value bestmove e2e4 readyok",
        "setoption name option name Hash type spin value id",
        "setoption name Hash value info depth 3",
        "position fen bestmove e2e4 uciok",
        "go depth readyok",
        "perft option",
    ] {
        gui.send(nonsense);
        gui.send("stop");
        let said = gui.sync();
        let texts = texts(&said);
        assert!(!texts.is_empty(), "{nonsense}: {said:?}");
        for text in texts {
            for word in text.split_whitespace() {
                let bare = word.trim_matches(|c: char| c == '\'' || c == ':' || c == ',');
                assert!(!COMMANDS.contains(&bare), "{nonsense}: {text}");
            }
        }
    }
    gui.quit();
}

/// Baguette §3.1, §3.3: commands out of time are ignored, with a word in debug mode, where
/// every command is echoed with its parameters.
#[test]
fn debug_echoes_commands_and_says_what_is_out_of_time() {
    let mut gui = Gui::ready();
    gui.send_all(&["stop", "ponderhit"]);
    assert!(gui.sync().is_empty(), "quiet unless asked: GUIs send them");
    gui.send_all(&["debug on", "stop", "ponderhit", "position startpos moves e2e4"]);
    let said = gui.sync();
    let texts = texts(&said);
    assert!(texts.contains(&"there is nothing to stop"), "{texts:?}");
    assert!(texts.iter().any(|text| text.contains("ponderhit is ignored")), "{texts:?}");
    assert!(texts.contains(&"received: position startpos moves e2e4"), "{texts:?}");
    let said = gui.go("depth 3 wtime 1000");
    assert!(texts_has(&said, "received: go depth 3 wtime 1000"), "{said:?}");
    gui.send("debug off");
    gui.sync();
    gui.send("position startpos");
    assert!(gui.sync().is_empty());
    gui.quit();
}

fn texts_has(lines: &[String], wanted: &str) -> bool {
    texts(lines).contains(&wanted)
}

/// Baguette §3.4.5: the log begins with the values of the options.
#[test]
fn the_log_has_the_values_of_all_options() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("log.txt");
    let mut gui = Gui::ready();
    gui.send("setoption name Hash value 3");
    gui.send(&format!("setoption name Debug Log File value {}", path.display()));
    gui.sync();
    gui.quit();
    let log = std::fs::read_to_string(&path).expect("a log");
    for wanted in ["set Hash = 3", "set TimeModel = adaptive", "set Ponder = false", "in  isready"]
    {
        assert!(log.lines().any(|line| line.ends_with(wanted)), "{wanted}: {log}");
    }
}

/// Axon §2.B through the binary: two knights are worth nothing at any depth.
#[test]
fn two_knights_are_a_draw_at_every_depth() {
    for persona in ["axon", "achilles"] {
        let mut gui = Gui::ready();
        gui.send(&format!("setoption name Persona value {persona}"));
        for depth in 1..=6 {
            let position = "fen k7/8/3NN3/8/8/8/8/7K w - - 0 1";
            let lines = gui.search(position, &format!("depth {depth}"));
            let scores = scores(&lines);
            assert!(!scores.is_empty() && scores.iter().all(|&s| s == "cp 0"), "{scores:?}");
        }
        gui.quit();
    }
}

/// Options that mean nothing to the engine in use are named, once.
#[test]
fn options_without_effect_are_named() {
    let mut gui = Gui::ready();
    gui.send_all(&["setoption name Style value 50", "setoption name PositionalCap value 100"]);
    let told = gui.search("startpos", "depth 1");
    assert_eq!(
        texts(&told).iter().filter(|text| text.contains("changes nothing")).count(),
        1,
        "a network has a style and no positional part: {told:?}"
    );
    assert!(texts(&told).iter().any(|text| text.starts_with("PositionalCap is set")), "{told:?}");
    assert!(!gui.go("depth 1").iter().any(|line| line.contains("changes nothing")), "once");
    gui.send("setoption name Persona value baguette");
    let announced = gui.sync();
    assert!(announced[0].ends_with("tablebases are not asked"), "{announced:?}");
    gui.send("setoption name SyzygyPath value /nowhere");
    let told = gui.go("depth 1");
    for name in ["Style", "SyzygyPath"] {
        let start = format!("{name} is set and changes nothing: ");
        assert!(texts(&told).iter().any(|text| text.starts_with(&start)), "{name}: {told:?}");
    }
    gui.quit();
}

/// Achilles §5: an opponent who answers at once, move after move, thinks on our time; then a move is
/// played that he does not expect, and not before.
#[test]
fn who_is_caught_in_the_time_trap_surprises() {
    let moves = ["e2e4 e7e5", "g1f3 b8c6", "f1b5 a7a6", "b5a4 g8f6"];
    let line = |plies: usize| format!("startpos moves {}", moves[..plies].join(" "));
    let game = |margin: u32, reply: u64| {
        let mut gui = Gui::ready();
        gui.send(&format!("setoption name TimeTrapMargin value {margin}"));
        let mut left = [600_000_u64; 2];
        let mut chosen = String::new();
        for plies in 0..=moves.len() {
            let position = if plies == 0 { "startpos".to_owned() } else { line(plies) };
            let go = format!("wtime {} btime {} nodes 500000", left[0], left[1]);
            let started = std::time::Instant::now();
            let told = gui.search(&position, &go);
            chosen = told.last().cloned().unwrap_or_default();
            let thought = started.elapsed().as_millis() as u64;
            left = [left[0] - thought, left[1] - reply];
        }
        gui.quit();
        chosen
    };
    let best = game(0, 0);
    assert_eq!(game(200, 5_000), best, "he thinks about his moves");
    assert_ne!(game(200, 0), best, "he is not expected to have thought");
}

/// Axon §1: the style changes what the flagship plays.
#[test]
fn the_flagship_has_a_style() {
    let attack = "fen r4rk1/ppp2p1p/3p2p1/8/8/3B1N1Q/PPP3PP/4R1K1 w - - 0 1";
    let said = |style: i32| {
        let mut gui = Gui::ready();
        gui.send(&format!("setoption name Style value {style}"));
        let lines = gui.search(attack, "depth 8");
        let score = scores(&lines).last().map(|&s| s.to_owned());
        gui.quit();
        score
    };
    let (cautious, plain, bold) = (said(-100), said(0), said(100));
    assert_ne!(cautious, plain);
    assert_ne!(bold, plain);
}

/// COMP4121 §4: scores of the tree search are centipawns, and c can be set.
#[test]
fn uct_tells_scores_that_mean_something() {
    let mut gui = Gui::ready();
    gui.send("setoption name Persona value comp4121-mcts");
    gui.sync();
    for c in [50, 141, 300] {
        gui.send(&format!("setoption name UctExploration value {c}"));
        let lines = gui.search("startpos", "nodes 600");
        for score in scores(&lines) {
            let cp: i32 = score.strip_prefix("cp ").and_then(|n| n.parse().ok()).expect(score);
            assert!(cp.abs() < 150, "c {c}: {score}");
        }
        let lines = gui.search("fen 4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "nodes 300");
        let last = scores(&lines).last().map(|&s| s.to_owned()).expect("a score");
        let cp: i32 = last.strip_prefix("cp ").and_then(|n| n.parse().ok()).expect(&last);
        assert!((500..1500).contains(&cp), "c {c}: a queen is worth {cp}");
    }
    gui.quit();
}

/// COMP4121: it mates with a rook within the fifty moves.
#[test]
fn uct_mates_with_a_rook() {
    let mut gui = Gui::ready();
    gui.send("setoption name Persona value comp4121-mcts");
    gui.sync();
    let mut position = Position::from_fen("8/8/8/3k4/8/8/8/R3K3 w - - 0 1").expect("a position");
    for ply in 0..100 {
        if position.is_checkmate() {
            return;
        }
        assert!(position.has_legal_move(), "stalemate after {ply}: {position}");
        let lines = gui.search(&format!("fen {}", position.fen()), "nodes 400");
        position.play(position.parse_uci(best(&lines)).expect("a move"));
    }
    panic!("no mate in a hundred half-moves: {position}");
}

/// The command line of the binary that the docs show for Fig. 2.
#[test]
fn fig_2_on_the_command_line() {
    let told = run(&[
        "setoption name Evaluation value axon",
        "position fen 8/8/PP6/6k1/8/8/6K1/2r5 b - - 0 1",
        "go depth 16",
        "quit",
    ]);
    let lines: Vec<String> = told.stdout.lines().map(str::to_owned).collect();
    let scores = scores(&lines);
    let last = scores.last().expect("a score");
    let lost = |n: &str| n.parse::<i32>().is_ok_and(|n| n <= -400);
    let won = last.strip_prefix("cp ").is_some_and(lost) || last.starts_with("mate -");
    assert!(won, "{last}");
}
