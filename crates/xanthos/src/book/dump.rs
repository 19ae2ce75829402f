// SPDX-License-Identifier: GPL-3.0-or-later
//! Everything in a book, as a table.

use chess::{Move, Position};
use formats::book::{Book, Kind};
use formats::polyglot;
use formats::trie::Trie;
use std::collections::{HashMap, HashSet, VecDeque};
use std::io::{self, BufWriter, Write};

/// Prints a line for each move.
pub fn run(book: &Book, raw: bool) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    match book.kind() {
        Kind::Polyglot(book) => polyglot(book, raw, &mut out)?,
        Kind::Trie(trie) => dump_trie(trie, &mut out)?,
    }
    out.flush()
}

fn polyglot(book: &polyglot::Book, raw: bool, out: &mut impl Write) -> io::Result<()> {
    let known = if raw {
        HashMap::new()
    } else {
        reachable(&|position| {
            let moves = book.moves(position).unwrap_or_default();
            moves.iter().map(|known| known.mv).collect()
        })
    };
    for entry in book.entries() {
        let position = known.get(&entry.key);
        let mv = position.and_then(|position| Some((position, entry.mv.find(position)?)));
        let (fen, uci, san) = match mv {
            Some((position, mv)) => {
                (position.fen(), position.uci(mv).to_string(), position.san(mv))
            }
            None => ("?".to_owned(), entry.mv.to_string(), "?".to_owned()),
        };
        let (key, weight, learn) = (entry.key, entry.weight, entry.learn);
        writeln!(out, "{key:016x}\t{fen}\t{uci}\t{san}\t{weight}\t{learn}")?;
    }
    Ok(())
}

fn dump_trie(trie: &Trie, out: &mut impl Write) -> io::Result<()> {
    let mut positions: Vec<(u64, Position)> = reachable(&|position| {
        let moves = trie.find(position).map(|node| node.moves(position));
        moves.into_iter().flatten().map(|known| known.mv).collect()
    })
    .into_values()
    .map(|position| (position.key(), position))
    .collect();
    positions.sort_unstable_by_key(|(key, _)| *key);
    for (key, position) in positions {
        let Some(node) = trie.find(&position) else { continue };
        for known in node.moves(&position) {
            write!(
                out,
                "{key:016x}\t{}\t{}\t{}",
                position.fen(),
                position.uci(known.mv),
                position.san(known.mv)
            )?;
            for number in [known.games(), known.white, known.draws, known.black, known.unknown] {
                write!(out, "\t{number}")?;
            }
            let (mover, opponent) = (known.mover_rating, known.opponent_rating);
            writeln!(out, "\t{mover}\t{opponent}\t{}", known.last_year)?;
        }
    }
    Ok(())
}

/// The positions that can be reached within a book, by their Polyglot keys. `moves` gives what the
/// book knows in a position. A book may know only one side's moves, so behind a move out of the
/// book every answer is tried that leads back into it.
fn reachable(moves: &dyn Fn(&Position) -> Vec<Move>) -> HashMap<u64, Position> {
    let mut known: HashMap<u64, Position> = HashMap::new();
    let mut queue = VecDeque::from([Position::startpos()]);
    let answers = |position: &Position| {
        let legal = position.legal_moves();
        legal.iter().map(|&mv| position.after(mv)).collect::<Vec<Position>>()
    };
    let mut seen = HashSet::new();
    while let Some(position) = queue.pop_front() {
        let key = position.polyglot_key();
        if !seen.insert(key) {
            continue;
        }
        let own = moves(&position);
        if !own.is_empty() {
            known.insert(key, position);
        }
        let mut next = answers(&position);
        for mv in own {
            let child = position.after(mv);
            if moves(&child).is_empty() {
                next.extend(answers(&child));
            }
        }
        queue.extend(
            next.into_iter()
                .filter(|next| !seen.contains(&next.polyglot_key()) && !moves(next).is_empty()),
        );
    }
    known
}
