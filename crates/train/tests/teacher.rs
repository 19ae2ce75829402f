// SPDX-License-Identifier: GPL-3.0-or-later
//! Teachers: a made-up one whose answers are known, its failures, and a real one
//! if there is any.
#![cfg(unix)]

use crate::common;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use chess::{Color, Position};
use common::fake::{self, DIES_OF, FALLS_SILENT_OVER, MATE};
use xanthos_train::data::{
    self, DataError, Filter, Positions, Reader, Relabelled, Relabelling, Sample, Writer,
};
use xanthos_train::positions::{Format, Source};
use xanthos_train::teacher::{Teacher, TeacherConfig, TeacherError};

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

/// Positions that a teacher can be asked about.
fn questions() -> Vec<Position> {
    let mut positions = common::positions(8, 12);
    positions.retain(|position| !position.in_check());
    assert!(positions.len() > 60);
    positions
}

fn read(path: &Path) -> Vec<Sample> {
    Reader::open(path).unwrap().collect::<Result<_, _>>().unwrap()
}

#[test]
fn answers_belong_to_their_questions_however_far_ahead() {
    let dir = tempfile::tempdir().unwrap();
    let positions = questions();
    for ahead in [1, 2, 7, 64, 1000] {
        for (ask, white) in [("go depth 1", false), ("eval", true), ("eval Net", true)] {
            let scale = if ahead == 7 { 2.0 } else { 1.0 };
            let ask = ask.parse().unwrap();
            let config =
                TeacherConfig { look_ahead: ahead, ask, scale, ..fake::config(dir.path()) };
            let mut teacher = Teacher::start(config).unwrap();
            let labels = teacher.label(&positions).unwrap();
            for (position, label) in positions.iter().zip(labels) {
                let mut score = fake::score(position);
                if white && position.turn() == Color::Black {
                    score = -score;
                }
                assert_eq!(label, Some(score * scale as i16), "{}", position.fen());
            }
            assert_eq!(teacher.stumbled(), 0);
        }
    }
}

#[test]
fn a_teacher_that_dies_costs_one_position() {
    let dir = tempfile::tempdir().unwrap();
    for ahead in [1, 2, 5, 16, 100] {
        let mut positions = questions();
        positions.insert(3, position(DIES_OF));
        positions.insert(21, position(MATE));
        positions.insert(40, position(DIES_OF));
        let config = TeacherConfig { look_ahead: ahead, ..fake::config(dir.path()) };
        let mut teacher = Teacher::start(config).unwrap();
        let labels = teacher.label(&positions).unwrap();
        assert_eq!(teacher.stumbled(), 2, "{ahead}");
        for (i, (position, label)) in positions.iter().zip(labels).enumerate() {
            let wanted = (![3, 21, 40].contains(&i)).then(|| fake::score(position));
            assert_eq!(label, wanted, "{i} {ahead}");
        }
        // One that dies of everything is given up.
        let error = teacher.label(&[position(DIES_OF); 9]).unwrap_err();
        assert!(matches!(error, TeacherError::Useless { failures: 3, .. }), "{error}");
        assert!(error.to_string().contains(DIES_OF), "{error}");
    }
}

#[test]
fn a_teacher_that_falls_silent_is_not_waited_for() {
    let dir = tempfile::tempdir().unwrap();
    let mut positions = questions();
    positions.insert(7, position(FALLS_SILENT_OVER));
    // Long enough for an honest answer on a busy machine.
    let patience = Duration::from_secs(4);
    let config = TeacherConfig { look_ahead: 5, patience, ..fake::config(dir.path()) };
    let mut teacher = Teacher::start(config).unwrap();
    let labels = teacher.label(&positions).unwrap();
    assert_eq!(teacher.stumbled(), 1);
    let silent: Vec<usize> = (0..labels.len()).filter(|&i| labels[i].is_none()).collect();
    assert_eq!(silent, [7]);
}

#[test]
fn what_is_no_teacher_is_refused_in_words() {
    let start = |command: &str, patience| {
        let mut config = TeacherConfig { patience, ..TeacherConfig::default() };
        config.launch.command = command.to_owned();
        Teacher::start(config).unwrap_err().to_string()
    };
    let long = TeacherConfig::default().patience;
    assert!(start("/no/such/engine", long).contains("/no/such/engine"));
    assert!(start("true", long).contains("ended"));
    assert!(start("cat", Duration::from_millis(300)).contains("uciok"));
}

fn relabelling(dir: &Path, teachers: usize) -> Relabelling {
    let filter = Filter { min_pieces: 2, ..Filter::default() };
    let teacher = TeacherConfig { look_ahead: 16, ..fake::config(dir) };
    Relabelling { teacher, teachers, filter, part: None }
}

#[test]
fn relabelling_keeps_everything_but_the_label() {
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str| dir.path().join(name);
    let mut samples = common::samples(20, 20);
    samples.retain(|sample| {
        // What a sample does not say can't be asked about either.
        common::board(sample).is_some_and(|position| !position.in_check())
    });
    for (i, sample) in samples.iter_mut().enumerate() {
        sample.marks = (i % 4) as u8;
    }
    let mut writer = Writer::create(&file("old.xts")).unwrap();
    samples.iter().for_each(|sample| writer.push(sample).unwrap());
    writer.finish().unwrap();
    let wanted: Vec<Sample> = samples
        .iter()
        .map(|sample| {
            let mut sample = *sample;
            sample.score = fake::score(&common::board(&sample).unwrap());
            sample
        })
        .collect();
    for teachers in [1, 3] {
        let input = Positions::Samples(file("old.xts"));
        let done = data::relabel(
            &input,
            &relabelling(dir.path(), teachers),
            &file("new.xts"),
            &mut |_| ControlFlow::Continue(()),
        )
        .unwrap();
        let count = samples.len() as u64;
        assert_eq!(done, Relabelled { read: count, kept: count, stumbled: 0, finished: true });
        assert_eq!(read(&file("new.xts")), wanted);
    }
    // Three parts are the whole, one sample of each after the other.
    let parts: Vec<Vec<Sample>> = (0..3)
        .map(|first| {
            let work = Relabelling { part: Some((first, 3)), ..relabelling(dir.path(), 1) };
            let output = file(&format!("part-{first}.xts"));
            let input = Positions::Samples(file("old.xts"));
            data::relabel(&input, &work, &output, &mut |_| ControlFlow::Continue(())).unwrap();
            read(&output)
        })
        .collect();
    let together: Vec<Sample> = (0..wanted.len()).map(|i| parts[i % 3][i / 3]).collect();
    assert_eq!(together, wanted);
}

#[test]
fn an_interrupted_relabelling_goes_on_to_the_same_file() {
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str| dir.path().join(name);
    common::write_games(&file("games.vf"), 60);
    let source = |name: &str| {
        let (path, limit, every) = (file(name), usize::MAX, 1);
        Positions::Source(Source { path, format: Format::Games, limit, every })
    };
    let (games, work) = (source("games.vf"), relabelling(dir.path(), 1));
    let whole =
        data::relabel(&games, &work, &file("whole.xts"), &mut |_| ControlFlow::Continue(()));
    let whole = whole.unwrap();
    assert!(whole.finished && whole.read > 5000 && whole.kept > whole.read / 2, "{whole:?}");
    let wanted = read(&file("whole.xts"));
    assert_eq!(wanted.len() as u64, whole.kept);
    assert!(wanted.iter().all(|sample| sample.group >= 1 && sample.group <= 60));

    let (out, state) = (file("cut.xts"), file("cut.xts.state"));
    let broken = data::relabel(&games, &work, &out, &mut |_| ControlFlow::Break(())).unwrap();
    assert!(!broken.finished && broken.read < whole.read && state.exists() && !out.exists());
    // The power went after samples had been written that nobody counted.
    let part = file("cut.xts.part");
    let mut bytes = std::fs::read(&part).unwrap();
    bytes.extend([7; 47]);
    std::fs::write(&part, bytes).unwrap();

    common::write_games(&file("other.vf"), 61);
    let error = data::relabel(&source("other.vf"), &work, &out, &mut |_| ControlFlow::Break(()));
    let error = error.unwrap_err();
    assert!(matches!(error, DataError::AnotherInput { .. }), "{error}");

    let done = data::relabel(&games, &work, &out, &mut |_| ControlFlow::Continue(())).unwrap();
    assert_eq!(done, whole);
    assert_eq!(std::fs::read(&out).unwrap(), std::fs::read(file("whole.xts")).unwrap());
    let left: Vec<PathBuf> = [state, part].into_iter().filter(|path| path.exists()).collect();
    assert!(left.is_empty(), "{left:?}");
}

/// What Stockfish says about a position must not depend on how it is asked.
#[test]
fn a_real_teacher_agrees_with_itself() {
    let Some(stockfish) = fake::stockfish() else {
        println!("SKIPPED: no stockfish here");
        return;
    };
    let positions = &questions()[..40];
    let label = |ask: &str, look_ahead| {
        let mut config = TeacherConfig { look_ahead, ..TeacherConfig::default() };
        config.launch.command = stockfish.clone();
        config.ask = ask.parse().unwrap();
        let mut teacher = Teacher::start(config).unwrap();
        teacher.label(positions).unwrap()
    };
    let apart = label("eval", 1);
    assert!(apart.iter().filter(|label| label.is_some()).count() > 30, "{apart:?}");
    assert_eq!(label("eval", 64), apart);
    // A search of one half-move and the bare evaluation are two opinions of one mind.
    let searched = label("go depth 1", 32);
    let agreed = apart.iter().zip(&searched).filter(|pair| {
        matches!(pair, (Some(a), Some(b)) if a.signum() == b.signum() || (a - b).abs() < 150)
    });
    assert!(agreed.count() > 20, "{apart:?} {searched:?}");
}
