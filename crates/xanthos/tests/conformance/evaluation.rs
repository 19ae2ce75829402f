// SPDX-License-Identifier: GPL-3.0-or-later
//! The evaluation: which one, its settings, and what `eval` prints.

use crate::driver::{Gui, errors, run};
use crate::info;

const POSITIONS: [&str; 6] = [
    "startpos moves e2e4 c7c5",
    "fen r1bq1rk1/pp3ppp/2n1pn2/3p4/1bPP4/2NB1N2/PP3PPP/R1BQ1RK1 w - - 0 8",
    "fen 8/5pk1/6p1/7p/3R3P/5PP1/r7/6K1 b - - 0 1",
    "fen 8/8/8/4k3/8/8/4P3/4K3 w - - 0 1",
    "fen 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
    "fen 7k/5Q2/8/8/8/8/8/K7 b - - 0 1",
];

/// The king of one side is under fire, and the other has castled away from it.
const UNDER_FIRE: &str = "fen r1b2rk1/ppq2p1p/2p2p2/4n2Q/4P3/2N4R/PPP3PP/2KR4 w - - 0 1";

/// The choices of an option, out of its line.
fn choices(option: &str) -> Vec<String> {
    let mut gui = Gui::start();
    gui.send("uci");
    let lines = gui.until("uciok");
    let head = format!("option name {option} type combo default ");
    let line = lines.iter().find_map(|line| line.strip_prefix(&head)).expect("the option");
    line.split(" var ").skip(1).map(str::to_owned).collect()
}

/// A gui with an option set.
fn with(option: &str, value: &str) -> Gui {
    let mut gui = Gui::ready();
    gui.send(&format!("setoption name {option} value {value}"));
    assert!(gui.sync().is_empty(), "{option} {value} is refused");
    gui
}

/// The same with the evaluation that is made by hand and has such options.
fn by_hand(option: &str, value: &str) -> Gui {
    let mut gui = with("Evaluation", "classical");
    gui.send(&format!("setoption name {option} value {value}"));
    assert!(gui.sync().is_empty(), "{option} {value} is refused");
    gui
}

/// The answer to `eval`: rows of terms with their worth here, and the total.
fn table(gui: &mut Gui, position: &str) -> (Vec<(String, i64)>, i64) {
    gui.send(&format!("position {position}"));
    gui.send("eval");
    let lines = gui.sync();
    let total = lines.last().and_then(|line| line.strip_prefix("Final evaluation: ")).expect("it");
    let total: f64 = total.split(' ').next().and_then(|number| number.parse().ok()).expect("it");
    let head = lines.iter().position(|line| line.starts_with("term ")).expect("the head");
    let rows = lines[head + 1..]
        .iter()
        .take_while(|line| !line.starts_with("phase: "))
        .map(|line| {
            let worth = line.split_whitespace().next_back().and_then(|worth| worth.parse().ok());
            let term = line.split_at(line.len().min(12)).0.trim();
            (term.to_owned(), worth.unwrap_or_else(|| panic!("{line}")))
        })
        .collect();
    (rows, (total * 100.0).round() as i64)
}

#[test]
fn every_evaluation_plays_legal_moves() {
    let all = choices("Evaluation");
    assert!(all.len() >= 2 && all[0] == "nnue", "{all:?}");
    for name in all {
        let mut gui = with("Evaluation", &name);
        for position in POSITIONS {
            info::check(position, &gui.search(position, "depth 5"));
        }
    }
}

#[test]
fn the_table_of_every_evaluation_adds_up() {
    for name in choices("Evaluation") {
        let mut gui = with("Evaluation", &name);
        for position in &POSITIONS[..5] {
            let (rows, total) = table(&mut gui, position);
            assert_eq!(rows.iter().map(|row| row.1).sum::<i64>(), total, "{name}, {position}");
        }
    }
}

#[test]
fn evaluations_differ() {
    let all = choices("Evaluation");
    let scores: Vec<Vec<i64>> = all
        .iter()
        .map(|name| {
            let mut gui = with("Evaluation", name);
            POSITIONS[..5].iter().map(|position| table(&mut gui, position).1).collect()
        })
        .collect();
    for (index, own) in scores.iter().enumerate() {
        assert!(!scores[..index].contains(own), "{} says what another one says", all[index]);
    }
}

#[test]
fn style_changes_the_score_of_an_attack() {
    let score = |style: &str| table(&mut by_hand("Style", style), UNDER_FIRE).1;
    let [cautious, usual, attacking] = ["-100", "0", "100"].map(score);
    assert!(cautious < usual && usual < attacking, "{cautious} {usual} {attacking}");
    let mut gui = by_hand("Style", "100");
    info::check(UNDER_FIRE, &gui.search(UNDER_FIRE, "depth 5"));
}

#[test]
fn granularity_is_settable() {
    let mut gui = with("Granularity", "25");
    for position in &POSITIONS[..5] {
        let (rows, total) = table(&mut gui, position);
        assert_eq!(total % 25, 0, "{position}");
        assert_eq!(rows.iter().map(|row| row.1).sum::<i64>(), total, "{position}");
    }
}

#[test]
fn the_positional_part_can_be_capped() {
    let total = |gui: &mut Gui| table(gui, UNDER_FIRE).1;
    let free = total(&mut with("Evaluation", "classical"));
    let capped = total(&mut by_hand("PositionalCap", "20"));
    assert!(capped != free, "{free} is not capped");
}

#[test]
fn contempt_is_what_a_draw_costs() {
    let drawn = ["fen 8/8/8/4k3/8/8/8/4K3 w - - 0 1", "fen 8/8/8/4k3/8/8/8/4K3 b - - 0 1"];
    // One engine throughout: what it remembers of another contempt must not count.
    let mut gui = Gui::ready();
    for (contempt, wanted) in [("0", 0), ("40", -40), ("-25", 25), ("0", 0)] {
        gui.send(&format!("setoption name Contempt value {contempt}"));
        for position in drawn {
            let lines = gui.search(position, "depth 4");
            info::check(position, &lines);
            let last = info::all(&lines).last().expect("a score").clone();
            assert_eq!((last.unit.as_str(), last.score), ("cp", wanted), "{contempt}: {position}");
        }
    }
}

#[test]
fn what_serves_developers_is_hidden_and_works() {
    let mut gui = Gui::start();
    gui.send("uci");
    assert!(!gui.until("uciok").iter().any(|line| line.contains("EvalWithout")));
    gui.send("ucifull");
    let lines = gui.until("uciok");
    assert!(lines.iter().any(|line| line == "option name EvalWithout type string default <empty>"));

    gui.send("setoption name Evaluation value classical");
    let has =
        |gui: &mut Gui, term: &str| table(gui, POSITIONS[1]).0.iter().any(|(name, _)| name == term);
    assert!(has(&mut gui, "mobility") && has(&mut gui, "threats"));
    gui.send("setoption name EvalWithout value threats,mobility");
    assert!(!has(&mut gui, "mobility") && !has(&mut gui, "threats"));
    gui.send("setoption name EvalWithout value mobility nonsense");
    assert_eq!(errors(&gui.sync()).len(), 1);
    assert!(!has(&mut gui, "threats"), "a refused value changed something");
    gui.send("setoption name EvalWithout value <empty>");
    assert!(has(&mut gui, "mobility") && has(&mut gui, "threats"));
}

#[test]
fn only_another_evaluator_forgets() {
    let second_search = |between: &[&str]| {
        let mut gui = Gui::ready();
        gui.search("startpos", "depth 9");
        gui.send_all(between);
        info::all(&gui.go("depth 9")).last().expect("a score").nodes
    };
    let fresh = {
        let mut gui = Gui::ready();
        info::all(&gui.search("startpos", "depth 9")).last().expect("a score").nodes
    };
    let remembering = second_search(&[]);
    assert_ne!(fresh, remembering, "the test would not notice a cleared table");
    let same = [
        "setoption name Evaluation value NNUE",
        "setoption name Style value 0",
        "setoption name Granularity value 1",
        "setoption name PositionalCap value 0",
        "setoption name EvalWithout value <empty>",
    ];
    assert_eq!(second_search(&same), remembering, "something was done for nothing");
    let back_and_forth = [
        "setoption name Evaluation value placement",
        "isready",
        "setoption name Evaluation value nnue",
    ];
    assert_eq!(second_search(&back_and_forth), fresh, "scores of another evaluator are left");
}

#[test]
fn the_evaluation_changes_between_searches() {
    // The same question to one engine that changes its mind and to fresh ones.
    let answer = |gui: &mut Gui| {
        let last = info::all(&gui.search(POSITIONS[1], "nodes 20000"));
        let last = last.last().expect("a score").clone();
        (last.score, last.nodes, last.pv)
    };
    let mut gui = Gui::ready();
    for name in choices("Evaluation") {
        gui.send(&format!("setoption name Evaluation value {name}"));
        assert_eq!(answer(&mut gui), answer(&mut with("Evaluation", &name)), "{name}");
    }
}

#[test]
fn the_signature_does_not_hang_on_options() {
    let signature = |arguments: &[&str]| {
        let run = run(arguments);
        assert_eq!(run.code, Some(0));
        let last = run.stdout.lines().rfind(|line| line.ends_with(" nps")).expect("it").to_owned();
        last.split(' ').next().map(str::to_owned)
    };
    let usual = signature(&["bench", "3", "--quiet"]);
    assert_eq!(signature(&["setoption name Evaluation value placement", "bench 3"]), usual);
    assert_eq!(signature(&["bench", "3", "--quiet", "--evaluation", "nnue"]), usual);
    assert_ne!(signature(&["bench", "3", "--quiet", "--evaluation", "placement"]), usual);
    assert_eq!(run(&["bench", "3", "--evaluation", "nonsense"]).code, Some(2));
}
