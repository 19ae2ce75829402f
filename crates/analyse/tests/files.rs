// SPDX-License-Identifier: GPL-3.0-or-later
//! Files of games: interrupted, continued, damaged, changed.

use std::fs;
use std::path::Path;

use journal::StopFlag;
use xanthos_analyse::batch::{Batch, BatchError, Done, Event, JournalError, Output};
use xanthos_analyse::{Effort, Settings};

const GAMES: &str = include_str!("games/mixed.pgn");

fn batch(folder: &Path) -> Batch {
    let input = folder.join("games.pgn");
    if !input.exists() {
        fs::write(&input, GAMES).unwrap();
    }
    let settings = Settings { effort: Effort::Nodes(1_000), hash: 1, ..Settings::default() };
    Batch { settings, ..Batch::new(input, folder.join("journal")) }
}

/// Everything that comes out, as text.
fn written(done: &Done, folder: &Path) -> Vec<String> {
    let files = ["out.pgn", "out.json", "out.jsonl", "out.html"];
    let write = |name: &&str| {
        let path = folder.join(name);
        done.write(&Output::for_file(&path).unwrap()).unwrap();
        fs::read_to_string(path).unwrap()
    };
    files.iter().map(write).collect()
}

fn whole(folder: &Path) -> Vec<String> {
    let done = batch(folder).run(&StopFlag::new(), &mut |_| ()).unwrap();
    written(&done, folder)
}

#[test]
fn broken_games_are_counted_named_and_passed_over() {
    let folder = tempfile::tempdir().unwrap();
    let mut told = Vec::new();
    let batch = batch(folder.path());
    let done = batch
        .run(&StopFlag::new(), &mut |event| {
            if let Event::Broken { error } = event {
                told.push(error.to_owned());
            }
        })
        .unwrap();
    assert_eq!((done.games, done.broken, done.resumed, done.stopped), (4, 1, 0, false));
    assert_eq!(told.len(), 1);
    assert!(told[0].contains("game 3 (No - Body, Broken)") && told[0].contains("Ke3"), "{told:?}");
    let outputs = written(&done, folder.path());
    assert_eq!(outputs[0].matches("[Event ").count(), 4);
    let document: serde_json::Value = serde_json::from_str(&outputs[1]).unwrap();
    let numbers: Vec<_> =
        document["games"].as_array().unwrap().iter().map(|g| &g["number"]).collect();
    assert_eq!(numbers, [1, 2, 4, 5]);
    assert_eq!(document["broken"].as_array().unwrap().len(), 1);
    assert_eq!(outputs[2].lines().count(), 4);
    assert!(outputs[3].contains("Games that could not be read") && outputs[3].contains("Ke3"));
    let extent = batch.extent().unwrap().unwrap();
    assert_eq!((extent.games, extent.positions), (5, 8 + 9 + 4 + 5 + 1));
    done.remove_journal().unwrap();
    assert!(!batch.journal.exists());
}

#[test]
fn several_at_a_time_write_the_same() {
    let (one, four) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let batch = Batch { jobs: 4, ..batch(four.path()) };
    let done = batch.run(&StopFlag::new(), &mut |_| ()).unwrap();
    assert_eq!(written(&done, four.path()), whole(one.path()));
}

#[test]
fn an_interrupted_run_goes_on_where_it_stopped() {
    let (straight, broken_off) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let expected = whole(straight.path());
    for jobs in [1, 3] {
        let batch = Batch { jobs, restart: false, ..batch(broken_off.path()) };
        let stop = StopFlag::new();
        let mut finished = 0;
        let done = batch
            .run(&stop, &mut |event| {
                if let Event::Game { .. } = event {
                    finished += 1;
                    stop.raise();
                }
            })
            .unwrap();
        assert!(done.stopped && done.games >= 1 && done.games == finished);
        // The machine dies while a line is being written.
        let mut journal = fs::read(&batch.journal).unwrap();
        journal.extend(b"{\"number\":5,\"fingerprint\":\"00");
        fs::write(&batch.journal, journal).unwrap();

        let mut known = 0;
        let done = batch
            .run(&StopFlag::new(), &mut |event| {
                known += usize::from(matches!(event, Event::Resumed { .. }))
            })
            .unwrap();
        assert_eq!((done.games, done.resumed, known), (4, finished, finished));
        assert_eq!(written(&done, broken_off.path()), expected);
        done.remove_journal().unwrap();
    }
}

#[test]
fn other_settings_do_not_continue_a_journal() {
    let folder = tempfile::tempdir().unwrap();
    let mut batch = batch(folder.path());
    batch.run(&StopFlag::new(), &mut |_| ()).unwrap();
    batch.settings.effort = Effort::Nodes(2_000);
    let refused = batch.run(&StopFlag::new(), &mut |_| ());
    assert!(matches!(refused, Err(BatchError::Journal(JournalError::Different { .. }))));
    batch.restart = true;
    let done = batch.run(&StopFlag::new(), &mut |_| ()).unwrap();
    assert_eq!((done.games, done.resumed), (4, 0));
}

#[test]
fn a_game_that_has_changed_is_looked_at_again() {
    let folder = tempfile::tempdir().unwrap();
    let batch = batch(folder.path());
    batch.run(&StopFlag::new(), &mut |_| ()).unwrap();
    fs::write(
        &batch.input,
        GAMES
            .replace("2. Qd3 Nf6 3. Qxh7 Rxh7", "2. Qd3 Nf6 3. Qg3 Nc6")
            .replace("4. Nf3 Nc6 0-1", "0-1"),
    )
    .unwrap();
    let done = batch.run(&StopFlag::new(), &mut |_| ()).unwrap();
    assert_eq!((done.games, done.resumed), (4, 3));
    assert!(written(&done, folder.path())[0].contains("Qg3"));
}

#[test]
fn a_damaged_journal_is_not_believed() {
    let folder = tempfile::tempdir().unwrap();
    let batch = batch(folder.path());
    batch.run(&StopFlag::new(), &mut |_| ()).unwrap();
    let text = fs::read_to_string(&batch.journal).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let damaged = format!("{}\nnonsense\n{}\n", lines[0], lines[2]);
    fs::write(&batch.journal, damaged).unwrap();
    let refused = batch.run(&StopFlag::new(), &mut |_| ());
    assert!(matches!(refused, Err(BatchError::Journal(JournalError::Damaged { line: 2, .. }))));
}

#[test]
fn what_the_file_said_can_be_dropped() {
    let folder = tempfile::tempdir().unwrap();
    let batch = Batch { bare: true, ..batch(folder.path()) };
    let done = batch.run(&StopFlag::new(), &mut |_| ()).unwrap();
    let text = &written(&done, folder.path())[0];
    assert!(!text.contains("here it comes") && !text.contains("again"), "{text}");
    assert!(text.contains("[%clk 0:04:50]"), "{text}");
}

#[test]
fn outputs_are_known_by_their_endings() {
    for (name, known) in [
        ("a.pgn", true),
        ("a.HTML", true),
        ("a.jsonl", true),
        ("-", true),
        ("a.txt", false),
        ("a", false),
    ] {
        assert_eq!(Output::for_file(name.as_ref()).is_some(), known, "{name}");
    }
}
