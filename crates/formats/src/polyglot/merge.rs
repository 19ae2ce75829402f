// SPDX-License-Identifier: GPL-3.0-or-later
//! Merging books.

use super::{Book, Entry, fitting};

/// All entries of some books: a move that several of them know gets the sum of their weights and
/// the first one's note.
///
/// ```
/// use xanthos_formats::polyglot::{Book, CodedMove, Entry, merge, write};
///
/// let book = |weight| {
///     let mut file = Vec::new();
///     write(&mut [Entry { key: 7, mv: CodedMove(796), weight, learn: 0 }], &mut file)?;
///     Book::from_bytes(file)
/// };
/// let both = merge(&[book(5)?, book(6)?]);
/// assert_eq!((both.len(), both[0].weight), (1, 11));
/// # Ok::<(), xanthos_formats::polyglot::PolyglotError>(())
/// ```
pub fn merge(books: &[Book]) -> Vec<Entry> {
    let mut all: Vec<Entry> = books.iter().flat_map(Book::entries).collect();
    // Stable: what comes from an earlier book stays before what comes from a later one.
    all.sort_by_key(|entry| entry.key);
    let mut merged = Vec::with_capacity(all.len());
    for position in all.chunk_by(|a, b| a.key == b.key) {
        let mut moves: Vec<Entry> = Vec::with_capacity(position.len());
        let mut weights: Vec<u64> = Vec::with_capacity(position.len());
        for entry in position {
            match moves.iter().position(|known| known.mv == entry.mv) {
                Some(index) => weights[index] += u64::from(entry.weight),
                None => {
                    moves.push(*entry);
                    weights.push(u64::from(entry.weight));
                }
            }
        }
        fitting(&mut weights);
        for (entry, weight) in moves.into_iter().zip(weights) {
            merged.push(Entry { weight: u16::try_from(weight).unwrap_or(u16::MAX), ..entry });
        }
    }
    merged
}
