// SPDX-License-Identifier: GPL-3.0-or-later
//! A Polyglot book out of an opening trie.

use super::{Entry, fitting};
use crate::trie::{Trie, TrieMove};
use chess::{Color, Position};
use std::collections::{HashSet, VecDeque};

/// The entries of a Polyglot book with the moves of a trie, weighed as [`make`](super::make()) weighs
/// those of games: two points for a win of the side that played them, one for a draw or a game
/// without a result. Left out are moves that never brought a point, and positions to which more than
/// one unknown move in a row leads.
///
/// ```
/// use xanthos_formats::book::{Kind, library};
/// use xanthos_formats::polyglot::from_trie;
///
/// let Kind::Trie(trie) = library().unwrap().kind() else { unreachable!() };
/// let start = chess::Position::startpos().polyglot_key();
/// assert!(from_trie(trie).iter().filter(|entry| entry.key == start).count() > 4);
/// ```
pub fn from_trie(trie: &Trie) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut seen = HashSet::new();
    let mut queue = VecDeque::from([Position::startpos()]);
    while let Some(position) = queue.pop_front() {
        let key = position.polyglot_key();
        let Some(node) = trie.find(&position).filter(|_| seen.insert(key)) else { continue };
        let moves = node.moves(&position);
        let mut weights: Vec<u64> = moves.iter().map(points).collect();
        fitting(&mut weights);
        for (known, weight) in moves.into_iter().zip(weights) {
            let weight = u16::try_from(weight).unwrap_or(u16::MAX);
            if weight > 0 {
                entries.push(Entry { key, mv: known.mv.into(), weight, learn: 0 });
            }
        }
        // A rare move may lead back to what is known.
        let children =
            position.legal_moves().iter().map(|&mv| position.after(mv)).collect::<Vec<_>>();
        queue.extend(children.into_iter().filter(|child| trie.find(child).is_some()));
    }
    entries
}

fn points(known: &TrieMove) -> u64 {
    let wins = match known.mover {
        Color::White => known.white,
        Color::Black => known.black,
    };
    2 * u64::from(wins) + u64::from(known.draws) + u64::from(known.unknown)
}
