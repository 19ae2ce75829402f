// SPDX-License-Identifier: GPL-3.0-or-later
//! Which known word a mistyped one was meant to be.

/// The known word with the fewest typing errors, if few enough.
pub(super) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let plain = |text: &str| -> Vec<char> {
        let letters = text.chars().filter(|c| !matches!(c, '-' | '_' | ' '));
        letters.flat_map(char::to_lowercase).collect()
    };
    let word = plain(word);
    let allowed = (word.len() / 3).clamp(1, 4);
    let counted = known.into_iter().map(|known| (typing_errors(&word, &plain(known)), known));
    let (errors, found) = counted.min_by_key(|(errors, _)| *errors)?;
    (errors <= allowed).then_some(found)
}

/// Letters that were left out, added, replaced or swapped with a neighbour.
fn typing_errors(a: &[char], b: &[char]) -> usize {
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = replaced.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_errors_are_counted_and_many_are_too_many() {
        let known = ["concurrency", "accept_bot", "max_base"];
        assert_eq!(nearest("concurency", known), Some("concurrency"));
        assert_eq!(nearest("acceptBots", known), Some("accept_bot"));
        assert_eq!(nearest("max_bsae", known), Some("max_base"));
        assert_eq!(nearest("token", known), None);
    }
}
