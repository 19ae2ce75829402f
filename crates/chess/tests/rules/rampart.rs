// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions with all their moves in SAN and all the positions these lead to.

use crate::material::shared;
use std::collections::BTreeMap;
use xanthos_chess::Position;

#[test]
fn every_move_and_every_position_it_leads_to() {
    let Some(folder) = shared("perft/rampart") else { return };
    let mut cases = 0;
    for entry in std::fs::read_dir(folder).expect("a folder that is there") {
        let path = entry.expect("an entry of the folder").path();
        let text = std::fs::read_to_string(&path).expect("a file that is there");
        let json: serde_json::Value = serde_json::from_str(&text).expect("well-formed JSON");
        for case in json["testCases"].as_array().expect("test cases") {
            cases += 1;
            check(case);
        }
    }
    assert_eq!(cases, 129);
}

fn check(case: &serde_json::Value) {
    let fen = case["start"]["fen"].as_str().expect("a start");
    let start = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let expected: BTreeMap<String, String> = case["expected"]
        .as_array()
        .expect("expected moves")
        .iter()
        .map(|step| {
            let (san, fen) = (step["move"].as_str(), step["fen"].as_str());
            (san.expect("a move").to_owned(), normalised(fen.expect("a position")))
        })
        .collect();
    let found: BTreeMap<String, String> =
        start.legal_moves().iter().map(|m| (start.san(*m), start.after(*m).fen())).collect();
    assert_eq!(found, expected, "{fen}");
}

/// The suite writes an en passant square after every double step; here it is written when the
/// capture is possible.
fn normalised(fen: &str) -> String {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}")).fen()
}
