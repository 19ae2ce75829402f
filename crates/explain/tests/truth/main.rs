// SPDX-License-Identifier: GPL-3.0-or-later
//! Is it true? Every sentence about every position of a collection, at every level,
//! taken as JSON and checked by other means: shakmaty for the rules, counting for
//! material, trying everything for mates and exchanges.

mod concepts;
mod ideas;
mod many;
mod oracle;
mod patterns;
mod sentences;
mod signs;

use std::collections::BTreeMap;

use chess::{Game, Position};
use oracle::{int, replay, text};
use serde_json::{Value, json};
use xanthos_explain::{Effort, Explainer, Explanation, Language, Level, Settings};

const LEVELS: [Level; 3] = [Level::Beginner, Level::Club, Level::Expert];

fn positions() -> Vec<&'static str> {
    let lines = include_str!("positions.txt").lines();
    lines.filter(|line| !line.starts_with('#') && !line.is_empty()).collect()
}

fn as_json(explanation: &Explanation, level: Level) -> Value {
    let mut root = serde_json::to_value(explanation).expect("facts are plain values");
    root["sentences"] = json!(explanation.sentences(level, Language::English));
    root
}

/// Replays every line in the document, wherever it is.
fn walk(value: &Value, lines: &mut usize) {
    match value {
        Value::Object(map) => {
            if map.contains_key("uci") && map.contains_key("captures") {
                replay(value);
                *lines += 1;
            }
            if map.contains_key("line") && map.contains_key("score") && map.contains_key("nodes") {
                sentences::rating(value);
            }
            map.values().for_each(|value| walk(value, lines));
        }
        Value::Array(list) => list.iter().for_each(|value| walk(value, lines)),
        _ => {}
    }
}

/// The ledger adds up: terms and rounding to the total, credits and corrections too.
fn adds_up(account: &Value) {
    let list = |key: &str| account[key].as_array().cloned().unwrap_or_default();
    let total = int(account, "total");
    let terms: i64 = list("terms").iter().map(|row| int(row, "balance")).sum();
    assert_eq!(terms + int(account, "rounding"), total, "{account}");
    let mut sum = [0, 0];
    for credit in list("credits") {
        let sign = if text(&credit, "side") == "white" { 1 } else { -1 };
        sum[0] += sign * int(&credit["worth"], "middlegame");
        sum[1] += sign * int(&credit["worth"], "endgame");
    }
    let (phase, full) = (int(account, "phase"), int(account, "full"));
    let mixed = (sum[0] * phase + sum[1] * (full - phase)) / full;
    let corrections: i64 = list("corrections").iter().map(|row| int(row, "by")).sum();
    assert_eq!(mixed + corrections, total, "{account}");
}

/// Sums of changes are changes of sums.
fn changes_add_up(changes: &Value) {
    let rows = changes["terms"].as_array().cloned().unwrap_or_default();
    let sum: i64 = rows.iter().map(|row| int(row, "change")).sum();
    let whole = int(changes, "after") - int(changes, "before");
    assert_eq!(sum + int(changes, "rounding"), whole, "{changes}");
}

/// A move that is neither first nor last in the list, so that all sorts are asked about.
fn some_move(position: &Position, salt: usize) -> chess::Move {
    let legal = position.legal_moves();
    legal[(salt * 7 + 3) % legal.len()]
}

#[test]
fn every_sentence_is_true() {
    let settings = Settings { effort: Effort::Nodes(4_000), ..Settings::default() };
    let mut explainer = Explainer::new(settings);
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    let mut phrases: BTreeMap<String, usize> = BTreeMap::new();
    let mut lines = 0;
    let mut wrong = Vec::new();
    let all = positions();
    assert!(all.len() >= 180);
    for (index, fen) in all.iter().enumerate() {
        let game = Game::new(Position::from_fen(fen).expect(fen));
        let explanation = if game.outcome().is_some() {
            explainer.position(&game)
        } else {
            explainer.of_move(&game, some_move(game.position(), index))
        }
        .expect(fen);
        let root = as_json(&explanation, Level::Expert);
        walk(&root, &mut lines);
        adds_up(&root["position"]["account"]);
        for facts in [&root["best"], &root["played"]] {
            sentences::believed(facts);
            for changes in [&facts["changes"], &facts["at_end"]["changes"]] {
                if changes.is_object() {
                    changes_add_up(changes);
                }
            }
        }
        for level in LEVELS {
            // The evidence is the same for all levels: once is enough for most.
            if level != Level::Expert && index % 4 != 0 {
                continue;
            }
            let told = json!(explanation.sentences(level, Language::English));
            let summary = json!(explanation.summary(level, Language::English));
            let most = if level == Level::Beginner { 2 } else { 5 };
            assert!((1..=most).contains(&summary.as_array().map_or(0, Vec::len)), "{fen}");
            let both = [&told, &summary].into_iter().filter_map(Value::as_array);
            for sentence in both.flatten() {
                let checked = std::panic::catch_unwind(|| {
                    sentences::check(&root, sentence);
                    signs::check(&root, sentence);
                });
                if checked.is_err() {
                    wrong.push(format!("{fen}: {}", text(sentence, "text")));
                }
                *kinds.entry(text(&sentence["evidence"], "kind").to_owned()).or_default() += 1;
                *phrases.entry(text(sentence, "phrase").to_owned()).or_default() += 1;
            }
        }
    }
    // What is said of a position whose best move nobody asked about.
    for fen in all.iter().step_by(3) {
        let game = Game::new(Position::from_fen(fen).expect(fen));
        let explanation = explainer.position(&game).expect(fen);
        let root = as_json(&explanation, Level::Expert);
        let summary = json!(explanation.summary(Level::Club, Language::English));
        for sentence in summary.as_array().into_iter().flatten() {
            let checked = std::panic::catch_unwind(|| {
                sentences::check(&root, sentence);
                signs::check(&root, sentence);
            });
            if checked.is_err() {
                wrong.push(format!("{fen}: {}", text(sentence, "text")));
            }
            *kinds.entry(text(&sentence["evidence"], "kind").to_owned()).or_default() += 1;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    println!("{lines} lines replayed; sentences by kind: {kinds:#?}\n{phrases:#?}");
    // The collection is rich enough to have made the checker work.
    for kind in [
        "change",
        "change_at_end",
        "check",
        "concept",
        "created",
        "deed",
        "feature",
        "gain",
        "idea",
        "judgement",
        "loss",
        "material",
        "motif",
        "near",
        "needed",
        "only_good",
        "only_legal",
        "outcome",
        "plan",
        "refutation",
        "sacrifice",
        "score",
        "sum",
        "term",
        "threat",
    ] {
        assert!(kinds.contains_key(kind), "nothing was said of the kind {kind}");
    }
}

#[test]
fn a_knight_that_is_sacrificed_is_not_won() {
    // The line that the search expects here has White give a knight for an attack, and
    // its score is even: "d5 wins a knight" would be untrue.
    let fen = "r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 5 4";
    let game = Game::new(Position::from_fen(fen).expect(fen));
    for nodes in [20_000, 100_000, 200_000] {
        let settings = Settings { effort: Effort::Nodes(nodes), ..Settings::default() };
        let explanation = Explainer::new(settings).position(&game).expect(fen);
        let root = as_json(&explanation, Level::Club);
        sentences::believed(&root["best"]);
        for sentence in root["sentences"].as_array().into_iter().flatten() {
            sentences::check(&root, sentence);
        }
    }
}

#[test]
fn beginners_hear_no_numbers_but_of_pieces() {
    let settings = Settings { effort: Effort::Nodes(1_000), ..Settings::default() };
    let mut explainer = Explainer::new(settings);
    for fen in positions().into_iter().step_by(10) {
        let game = Game::new(Position::from_fen(fen).expect(fen));
        let explanation = explainer.position(&game).expect(fen);
        let short = explanation.summary(Level::Beginner, Language::English);
        let short = short.into_iter().map(|told| told.text);
        let long = explanation.sentences(Level::Beginner, Language::English);
        for text in long.into_iter().map(|sentence| sentence.text).chain(short) {
            let numbers = ["%", "depth", "nodes", ".0", ".1", ".2", ".3", ".4", ".5", "#1", "−"];
            let found = numbers.iter().find(|number| text.contains(*number));
            // "Qxf7#." is a move, not a number.
            assert_eq!(found, None, "{text}");
        }
    }
}

#[test]
fn the_same_question_gets_the_same_answer() {
    let settings = Settings { effort: Effort::Nodes(3_000), ..Settings::default() };
    let mut asked_before = Explainer::new(settings);
    for fen in positions().into_iter().skip(20).step_by(40) {
        let game = Game::new(Position::from_fen(fen).expect(fen));
        let again = asked_before.position(&game).expect(fen);
        let afresh = Explainer::new(settings).position(&game).expect(fen);
        assert_eq!(as_json(&again, Level::Expert), as_json(&afresh, Level::Expert), "{fen}");
    }
}

#[test]
fn a_move_that_cannot_be_played_is_an_error() {
    let mut explainer = Explainer::new(Settings::default());
    let game = Game::new(Position::startpos());
    let black = Position::from_fen("4k3/8/8/8/8/8/8/4K2R b K - 0 1").expect("a FEN");
    let m = black.parse_uci("e8e7").expect("legal there");
    assert!(explainer.of_move(&game, m).is_err());
    let mated = Game::new(
        Position::from_fen("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")
            .expect("a FEN"),
    );
    assert!(explainer.of_move(&mated, m).is_err());
    assert!(explainer.position(&mated).is_ok());
}

/// The short answer about positions of the collections beside the project: some, or thousands, which
/// takes an hour:
///
/// `XANTHOS_TRUTH=20000 cargo test -p xanthos-explain --test truth -- --nocapture many`
///
/// `XANTHOS_SHARED` is the folder with the collections, `XANTHOS_TRUTH_NODES` the effort of each
/// (1,000), `XANTHOS_TRUTH_PART=1/4` a part of them.
#[test]
fn many_positions_are_explained_truly() {
    let number = |name: &str, usual: usize| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
    };
    let part = std::env::var("XANTHOS_TRUTH_PART").unwrap_or_else(|_| "1/1".to_owned());
    let part = part.split_once('/').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    let (part, parts): (usize, usize) = part.expect("a part, such as 1/4");
    let all = many::positions(number("XANTHOS_TRUTH", 200));
    if all.is_empty() {
        println!("SKIPPED: the collections are not beside the project");
        return;
    }
    let nodes = number("XANTHOS_TRUTH_NODES", 1_000) as u64;
    let settings = Settings { effort: Effort::Nodes(nodes), ..Settings::default() };
    let mut explainer = Explainer::new(settings);
    let mut phrases: BTreeMap<String, usize> = BTreeMap::new();
    let (mut count, mut said, mut wrong) = (0, 0, Vec::new());
    for (index, position) in all.iter().enumerate().skip(part - 1).step_by(parts) {
        let game = Game::new(*position);
        if game.outcome().is_some() {
            continue;
        }
        // Every third time a move is asked about, good or bad.
        let explanation = if index % 3 == 0 {
            explainer.of_move(&game, some_move(position, index))
        } else {
            explainer.position(&game)
        };
        let explanation = explanation.expect("an explanation");
        let root = as_json(&explanation, Level::Club);
        count += 1;
        let mut here = std::collections::BTreeSet::new();
        for sentence in json!(explanation.summary(Level::Club, Language::English))
            .as_array()
            .into_iter()
            .flatten()
        {
            said += 1;
            here.insert(text(sentence, "phrase").to_owned());
            let checked = std::panic::catch_unwind(|| {
                sentences::check(&root, sentence);
                signs::check(&root, sentence);
            });
            if let Err(cause) = checked {
                let cause = cause.downcast_ref::<String>().map_or("", String::as_str);
                let cause: String = cause.chars().take(200).collect();
                wrong.push(format!("{}: {} [{cause}]", position.fen(), text(sentence, "text")));
            }
        }
        for phrase in here {
            *phrases.entry(phrase).or_default() += 1;
        }
    }
    let common = phrases.iter().filter(|(_, n)| 5 * **n > count);
    println!("{count} positions, {said} sentences, {} wrong", wrong.len());
    println!("in more than a fifth of the positions: {:?}", common.collect::<Vec<_>>());
    println!("{phrases:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
