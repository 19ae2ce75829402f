// SPDX-License-Identifier: GPL-3.0-or-later
//! What books and tablebases know about a position.

use crate::hello::{kind, opening};
use crate::host::Host;
use crate::protocol::{Code, Line, Place, Refusal};
use chess::Move;
use formats::book::Kind;
use formats::trie::{Name, TrieMove};
use search::{Ranking, Verdict, Wdl};
use serde_json::{Value, json};

/// A line of best play ends here at the latest.
const LONGEST: usize = 100;

/// The answer to `book.moves`.
///
/// # Errors
/// If there is no book.
pub fn book(host: &Host, place: &Place) -> Result<Value, Refusal> {
    let Some(book) = &host.book else {
        return Err(Refusal::new(Code::NoBook, "the server was started without a book"));
    };
    let position = place.game.position();
    let entry = |m: Move, weight: u64| json!({ "uci": place.pen.uci(position, m), "san": position.san(m), "weight": weight });
    let mut rows: Vec<(u64, Value)> = match book.kind() {
        Kind::Polyglot(book) => {
            let known = book.moves(position).unwrap_or_default().into_iter();
            let row = known.map(|known| {
                let mut row = entry(known.mv, known.weight.into());
                row["learn"] = json!(known.learn);
                (known.weight.into(), row)
            });
            row.collect()
        }
        Kind::Trie(trie) => {
            let known = trie.find(position).map(|node| node.moves(position));
            let row = known.into_iter().flatten().map(|known| {
                let mut row = entry(known.mv, known.games().into());
                results(&mut row, &known);
                row["opening"] = json!(known.child(trie).and_then(|node| node.name()).map(named));
                (known.games().into(), row)
            });
            row.collect()
        }
    };
    let total: u64 = rows.iter().map(|(weight, _)| weight).sum();
    for (weight, row) in &mut rows {
        row["share"] = json!(*weight as f64 / total.max(1) as f64);
    }
    Ok(json!({
        "book": book.file_name(),
        "kind": kind(book),
        "fen": position.fen(),
        "opening": opening(host, place),
        "total": total,
        "candidates": rows.into_iter().map(|(_, row)| row).collect::<Vec<_>>(),
    }))
}

fn named(name: Name) -> Value {
    json!({ "eco": name.eco, "name": name.name })
}

fn results(row: &mut Value, known: &TrieMove) {
    let some = |number: u16| Some(number).filter(|&number| number > 0);
    row["games"] = json!(known.games());
    row["white"] = json!(known.white);
    row["draws"] = json!(known.draws);
    row["black"] = json!(known.black);
    row["unknown"] = json!(known.unknown);
    row["score"] = json!(known.score());
    row["rating"] = json!(some(known.mover_rating));
    row["opponent_rating"] = json!(some(known.opponent_rating));
    row["last_year"] = json!(some(known.last_year));
}

fn word(outcome: Wdl) -> &'static str {
    match outcome {
        Wdl::Win => "win",
        Wdl::CursedWin => "cursed_win",
        Wdl::Draw => "draw",
        Wdl::BlessedLoss => "blessed_loss",
        Wdl::Loss => "loss",
    }
}

/// The answer to `tb.probe`. It may read from disk.
///
/// # Errors
/// If there are no tables, or they do not know the position.
pub fn tablebase(host: &Host, place: &Place) -> Result<Value, Refusal> {
    let none = |message: String| Refusal::new(Code::NoTablebase, message);
    let Some(tables) = &host.tablebases else {
        return Err(none("the server was started without tablebases".into()));
    };
    let game = &place.game;
    let position = game.position();
    let wdl = tables.probe_wdl(position).map_err(|error| none(error.to_string()))?;
    let dtz = tables.probe_dtz(position).ok();
    let mut verdicts: Vec<Verdict> = Vec::new();
    let mut unknown = Vec::new();
    for m in &position.legal_moves() {
        match Ranking::of(game, &[m], tables, true) {
            Some(ranking) => verdicts.extend(ranking.verdicts),
            None => unknown.push(place.pen.uci(position, m)),
        }
    }
    verdicts.sort_by_key(|verdict| (-verdict.rank, !verdict.mates, verdict.dtz));
    let best = verdicts.first().map(|verdict| verdict.outcome).filter(|_| unknown.is_empty());
    let counted = dtz.map_or(wdl, |dtz| dtz.outcome(position.halfmove_clock()));
    let outcome = best.unwrap_or(counted);
    let moves: Vec<Value> = verdicts
        .iter()
        .map(|verdict| {
            json!({
                "uci": place.pen.uci(position, verdict.mv),
                "san": position.san(verdict.mv),
                "outcome": word(verdict.outcome),
                "dtz": verdict.dtz,
                "mates": verdict.mates,
                "zeroes": position.after(verdict.mv).halfmove_clock() == 0,
            })
        })
        .collect();
    let mut line = Vec::new();
    let mut at = game.clone();
    while outcome != Wdl::Draw && line.len() < LONGEST && at.outcome().is_none() {
        let legal = at.position().legal_moves();
        let ranking = Ranking::of(&at, &legal, tables, true);
        let Some(best) = ranking.and_then(|ranking| ranking.verdicts.first().copied()) else {
            break;
        };
        at.play(best.mv);
        line.push(best.mv);
    }
    Ok(json!({
        "fen": position.fen(),
        "outcome": word(outcome),
        "dtz": dtz.map(|dtz| dtz.plies),
        "moves": moves,
        "unknown": unknown,
        "line": Line::of(place.pen, game, &line),
    }))
}
