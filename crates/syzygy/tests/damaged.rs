// SPDX-License-Identifier: GPL-3.0-or-later
//! Files that are missing, cut short or full of nonsense: a clear word, and
//! everything else goes on.

use crate::common;

use std::fs;
use std::path::Path;

use chess::Position;
use common::*;
use search::Wdl;
use syzygy::{ProbeError, Tables};

const ROOK: &str = "8/8/8/3k4/8/8/8/KR6 w - - 0 1";
const QUEEN: &str = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1";

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

/// A copy of the own tables.
fn copy() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(own_folder()).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, folder.path().join(path.file_name().unwrap())).unwrap();
    }
    folder
}

fn open(folder: &Path) -> (Tables, syzygy::Found) {
    Tables::open(&[folder.to_owned()])
}

#[test]
fn what_is_there_is_counted() {
    let (_, found) = Tables::open(&[own_folder()]);
    assert_eq!(found.to_string(), "5 WDL and 5 DTZ tables with up to 3 pieces");
    assert!(found.problems.is_empty());
    // The same folder twice is not twice as much.
    let (_, again) = Tables::open(&[own_folder(), own_folder()]);
    assert_eq!(again, found);
}

#[test]
fn a_missing_folder_does_not_hide_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("nowhere");
    let (tables, found) = Tables::open(&[missing.clone(), own_folder()]);
    assert_eq!(found.wdl, 5);
    assert_eq!(found.problems.len(), 1);
    assert!(found.problems[0].to_string().contains("nowhere"), "{:?}", found.problems);
    assert_eq!(tables.probe_wdl(&position(ROOK)), Ok(Wdl::Win));
    let error = Tables::open_all(&[missing, own_folder()]).err().unwrap().to_string();
    assert!(error.contains("nowhere"), "{error}");
}

#[test]
fn an_empty_folder_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let (tables, found) = open(folder.path());
    assert!(found.is_empty());
    assert_eq!(found.to_string(), "no tables");
    assert!(matches!(
        tables.probe_wdl(&position(ROOK)),
        Err(ProbeError::TooManyPieces { pieces: 3, most: 0 })
    ));
    let error = Tables::open_all(&[folder.path().to_owned()]).err().unwrap().to_string();
    assert!(error.contains(&folder.path().display().to_string()), "{error}");
}

#[test]
fn what_cannot_be_answered_says_why() {
    let tables = own();
    let why = |fen: &str| tables.probe_wdl(&position(fen)).unwrap_err().to_string();
    assert!(why("4k3/8/8/8/8/8/8/4K2R w K - 0 1").contains("castling"));
    let many = "4k3/8/8/8/8/8/PP6/4K3 w - - 0 1";
    assert_eq!(why(many), "4 pieces are on the board, the tables go up to 3");
    let folder = copy();
    fs::remove_file(folder.path().join("KRvK.rtbw")).unwrap();
    fs::remove_file(folder.path().join("KQvK.rtbz")).unwrap();
    let (tables, _) = open(folder.path());
    let missing = ProbeError::Missing { table: "KRvK.rtbw".into() };
    assert_eq!(tables.probe_wdl(&position(ROOK)), Err(missing));
    assert_eq!(tables.probe_wdl(&position(QUEEN)), Ok(Wdl::Win));
    let missing = ProbeError::Missing { table: "KQvK.rtbz".into() };
    assert_eq!(tables.probe_dtz(&position(QUEEN)), Err(missing));
    assert!(tables.take_errors().is_empty(), "a missing table is not reported");
}

#[test]
fn a_file_of_the_wrong_size_is_left_out() {
    let folder = copy();
    let path = folder.path().join("KRvK.rtbw");
    let bytes = fs::read(&path).unwrap();
    for length in [0, 1, bytes.len() - 1] {
        fs::write(&path, &bytes[..length]).unwrap();
        let (tables, found) = open(folder.path());
        assert_eq!(found.problems.len(), 1, "{length}");
        assert!(found.problems[0].to_string().contains("KRvK.rtbw"));
        assert!(tables.probe_wdl(&position(ROOK)).is_err());
        assert_eq!(tables.probe_wdl(&position(QUEEN)), Ok(Wdl::Win));
    }
}

#[test]
fn a_table_without_sense_is_told_once() {
    let folder = copy();
    let path = folder.path().join("KRvK.rtbw");
    let length = fs::metadata(&path).unwrap().len() as usize;
    fs::write(&path, vec![0x55; length]).unwrap();
    let (tables, found) = open(folder.path());
    assert!(found.problems.is_empty(), "it is looked into when it is needed");
    for _ in 0..3 {
        let error = tables.probe_wdl(&position(ROOK)).unwrap_err();
        assert!(matches!(&error, ProbeError::Damaged { table, .. } if table == "KRvK.rtbw"));
    }
    assert_eq!(tables.take_errors().len(), 1);
    assert!(tables.take_errors().is_empty());
    assert_eq!(tables.probe_wdl(&position(QUEEN)), Ok(Wdl::Win));
}

/// Random damage may change an answer; it never ends the program.
#[test]
fn random_damage_is_survived() {
    let folder = copy();
    let mut dice = Dice(77);
    for name in ["KRvK.rtbw", "KPvK.rtbw", "KRvK.rtbz", "KPvK.rtbz"] {
        let path = folder.path().join(name);
        let whole = fs::read(&path).unwrap();
        let table = &name[..4];
        for round in 0..60 {
            let mut bytes = whole.clone();
            // Headers are the more interesting part.
            let reach = if round % 2 == 0 { bytes.len().min(120) } else { bytes.len() };
            for _ in 0..1 + dice.roll(4) {
                bytes[dice.roll(reach)] = dice.roll(256) as u8;
            }
            if round % 5 == 0 {
                bytes.truncate(bytes.len() / 2 / 64 * 64 + 16);
            }
            fs::write(&path, &bytes).unwrap();
            let (tables, _) = open(folder.path());
            for _ in 0..200 {
                let position = dice.position(table);
                let _ = tables.probe_wdl(&position);
                let _ = tables.probe_dtz(&position);
            }
            assert!(tables.take_errors().len() <= 2);
        }
        fs::write(&path, whole).unwrap();
    }
}
