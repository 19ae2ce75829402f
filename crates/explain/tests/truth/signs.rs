// SPDX-License-Identifier: GPL-3.0-or-later
//! A reason speaks for the verdict: what is called an asset belongs to the side that stands
//! better, and a weakness to the other one.

use serde_json::Value;

use crate::oracle::{int, text};

/// Concepts that are good for their owner.
const ASSETS: [&str; 14] = [
    "king_attack",
    "outside_passer",
    "connected_passers",
    "protected_passer",
    "passed_pawn",
    "rook_behind",
    "blockade",
    "seventh_rank",
    "outpost",
    "open_file",
    "development",
    "bishop_pair",
    "space",
    "majority",
];
/// Concepts that are bad for him.
const WEAKNESSES: [&str; 10] = [
    "king_in_centre",
    "broken_shelter",
    "back_rank",
    "weak_squares",
    "bad_bishop",
    "backward_pawn",
    "isolated_pawn",
    "doubled_pawns",
    "rim_knight",
    "loose_pieces",
];

pub fn check(root: &Value, sentence: &Value) {
    let evidence = &sentence["evidence"];
    let turn = text(&root["position"], "turn");
    let other = if turn == "white" { "black" } else { "white" };
    // The verdict of the short answer is about the move in question.
    let facts = if root["played"].is_object() { &root["played"] } else { &root["best"] };
    if !facts.is_object() {
        return;
    }
    let chance = int(&facts["rated"], "chance");
    let better = if chance >= 500 { turn } else { other };
    if text(evidence, "kind") == "concept" && sentence["part"] == "idea" {
        let (concept, side) =
            (text(&evidence["found"], "concept"), text(&evidence["found"], "side"));
        if ASSETS.contains(&concept) {
            assert_eq!(side, better, "an asset of the side that stands worse: {sentence}");
        }
        if WEAKNESSES.contains(&concept) {
            assert_ne!(side, better, "a weakness of the side that stands better: {sentence}");
        }
    }
    let phrase = text(sentence, "phrase");
    let good = facts["judgement"]["lost"].as_i64().unwrap_or(0) < 50;
    // A move that loses its chances is not praised, one that keeps them not blamed.
    if sentence.get("part").is_some() {
        assert!(!phrase.starts_with("bad_") || !good, "a good move is blamed: {sentence}");
        assert!(!phrase.starts_with("idea_wins") || good, "a bad move is praised: {sentence}");
    }
    let said_worse = match phrase {
        "idea_slight" | "idea_clear" | "idea_winning" => Some(better),
        _ => None,
    };
    if let Some(side) = said_worse {
        let name = if side == "white" { "White" } else { "Black" };
        assert!(text(sentence, "text").starts_with(name), "{sentence}");
    }
}
