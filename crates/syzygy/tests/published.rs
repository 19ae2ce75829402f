// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions with published outcomes and distances, where the larger tables are.

use crate::common;

use chess::Position;
use common::*;
use search::Wdl;

#[test]
fn outcomes_and_distances_as_published() {
    let (Some(folder), Some(tables)) = (shared_folder(), shared()) else { return };
    let list = std::fs::read_to_string(folder.join("chess.csv")).unwrap();
    let mut known = 0;
    for line in list.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [fen, wdl, dtz] = fields[..] else { panic!("{line}") };
        let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let expected = match wdl {
            "-2" => Wdl::Loss,
            "-1" => Wdl::BlessedLoss,
            "0" => Wdl::Draw,
            "1" => Wdl::CursedWin,
            "2" => Wdl::Win,
            other => panic!("{other}"),
        };
        let Ok(wdl) = tables.probe_wdl(&position) else { continue };
        assert_eq!(wdl, expected, "{fen}");
        let Ok(found) = tables.probe_dtz(&position) else { continue };
        assert_eq!(found.plies, dtz.parse::<i32>().unwrap(), "{fen}");
        known += 1;
    }
    assert!(known > 100, "{known}");
}
