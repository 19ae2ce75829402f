// SPDX-License-Identifier: GPL-3.0-or-later
//! F: life cycle.

use crate::driver::{Gui, XANTHOS, best, errors, run};
use crate::info;
use std::process::{Command, Stdio};

#[test]
fn isready_does_not_disturb_a_search() {
    let mut gui = Gui::ready();
    gui.send_all(&["position startpos", "go infinite"]);
    for _ in 0..20 {
        assert!(gui.sync().iter().all(|line| line.starts_with("info ")));
    }
    gui.send("stop");
    gui.until("bestmove");
}

#[test]
fn an_idle_engine_is_ready_after_everything_before_took_effect() {
    let mut gui = Gui::ready();
    gui.send_all(&[
        "setoption name Hash value 512",
        "ucinewgame",
        "setoption name Hash value 8",
        "isready",
        "d",
        "isready",
    ]);
    let first = gui.until("readyok");
    assert_eq!(first.len(), 1, "{first:?}");
    assert!(gui.until("readyok").len() > 10, "answers come in the order of the questions");
}

#[test]
fn the_end_of_input_ends_the_engine() {
    for start in [
        "",
        "uci\n",
        "position startpos\ngo infinite\n",
        "go ponder wtime 1 btime 1\n",
        "go movetime 100000\n",
    ] {
        let mut gui = Gui::start();
        gui.send_bytes(start.as_bytes());
        gui.hang_up();
        let (status, lines) = gui.wait();
        assert_eq!(status.code(), Some(0), "after {start:?}");
        let searches = usize::from(start.contains("go "));
        assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove ")).count(), searches);
    }
}

#[test]
fn half_a_line_at_the_end_is_still_a_line() {
    let mut gui = Gui::start();
    gui.send_bytes(b"isready");
    gui.hang_up();
    let (status, lines) = gui.wait();
    assert_eq!((status.code(), lines), (Some(0), vec!["readyok".to_owned()]));
}

#[test]
fn a_reader_that_is_gone_ends_the_engine() {
    let mut child = Command::new(XANTHOS)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    use std::io::Write;
    let _ = input.write_all(b"uci\nposition startpos\ngo infinite\n");
    // The input stays open: the broken output alone has to be noticed.
    let status = child.wait().unwrap();
    drop(input);
    assert_eq!(status.code(), Some(0));
    let mut complaints = String::new();
    use std::io::Read;
    child.stderr.take().unwrap().read_to_string(&mut complaints).unwrap();
    assert!(complaints.is_empty(), "{complaints}");
}

#[test]
fn quit_during_a_search() {
    for threads in [1, 3] {
        let mut gui = Gui::ready();
        gui.send(&format!("setoption name Threads value {threads}"));
        gui.send_all(&["position startpos", "go infinite"]);
        gui.listen();
        let (status, lines) = gui.quit();
        assert_eq!(status.code(), Some(0));
        assert!(lines.last().unwrap().starts_with("bestmove "), "{lines:?}");
    }
}

#[test]
fn quit_answers_what_was_asked_before() {
    let mut gui = Gui::start();
    gui.send_bytes(b"uci\nisready\nposition startpos\ngo depth 30\nquit\n");
    let (status, lines) = gui.wait();
    assert_eq!(status.code(), Some(0));
    for word in ["uciok", "readyok", "bestmove"] {
        assert!(lines.iter().any(|line| line.starts_with(word)), "{word} is missing in {lines:?}");
    }
}

#[test]
fn a_new_game_forgets_everything() {
    let mut gui = Gui::ready();
    let mut first = None;
    for _ in 0..3 {
        gui.send("ucinewgame");
        assert!(gui.sync().is_empty());
        let lines = gui.search("startpos moves e2e4", "depth 9");
        let nodes: Vec<u64> = info::all(&lines).iter().map(|info| info.nodes).collect();
        assert_eq!(*first.get_or_insert_with(|| nodes.clone()), nodes);
    }
}

#[test]
fn commands_as_arguments() {
    for arguments in [
        vec!["go depth 5", "quit"],
        vec!["go", "depth", "5"],
        vec!["position startpos moves e2e4", "go depth 4"],
    ] {
        let run = run(&arguments);
        assert_eq!(run.code, Some(0), "{arguments:?}");
        let lines: Vec<String> = run.stdout.lines().map(str::to_owned).collect();
        let position =
            if arguments[0].starts_with("position") { "startpos moves e2e4" } else { "startpos" };
        info::check(position, &lines);
    }
    let depths = run(&["go depth 5", "quit"]).stdout;
    assert!(depths.contains("info depth 5 "), "the search is finished before quit: {depths}");
    assert_eq!(run(&["go infinite", "quit"]).code, Some(0));
}

#[test]
fn a_refused_command_is_a_failure() {
    assert_eq!(run(&["position fen 8/8/8/8/8/8/8/8 w - - 0 1", "quit"]).code, Some(1));
    assert_eq!(run(&["setoption name Nonsense value 1", "go depth 1"]).code, Some(1));
    assert_eq!(run(&["make me a sandwich"]).code, Some(2));
}

#[test]
fn words_without_effect() {
    let mut gui = Gui::ready();
    gui.send_all(&["debug on", "debug off", "register later", "register name somebody code 4711"]);
    assert!(gui.sync().is_empty());
    gui.send("an unknown command");
    let lines = gui.sync();
    assert_eq!((lines.len(), errors(&lines).len()), (1, 1));
    gui.send("joho debug on");
    assert!(gui.sync().is_empty());
    assert!(gui.search("startpos", "depth 3").iter().any(|line| line.contains("quiescence")));
}

#[cfg(unix)]
#[test]
fn signals_end_the_engine_politely() {
    for signal in ["-INT", "-TERM"] {
        let mut gui = Gui::ready();
        gui.send_all(&["position startpos", "go infinite"]);
        gui.listen();
        let killed = Command::new("kill").args([signal, &gui.id().to_string()]).status();
        assert!(killed.is_ok_and(|status| status.success()), "kill {signal}");
        let (status, lines) = gui.wait();
        assert_eq!(status.code(), Some(0), "{signal}");
        assert_ne!(best(&lines), "(none)");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_table_that_does_not_fit_is_refused_and_the_old_one_kept() {
    // With two GiB of address space, a TiB can't be had on any machine.
    let mut limited = Command::new("sh");
    limited.args(["-c", "ulimit -v 2000000 && exec \"$0\"", XANTHOS]);
    let mut gui = Gui::start_as(&mut limited);
    gui.send_all(&["uci", "setoption name Hash value 1048576"]);
    gui.until("uciok");
    let lines = gui.sync();
    assert_eq!((lines.len(), errors(&lines).len()), (1, 1), "{lines:?}");
    info::check("startpos", &gui.search("startpos", "depth 6"));
    // The option holds what is really there: 16 is no change.
    gui.send("setoption name Hash value 16");
    assert!(gui.sync().is_empty());
}
