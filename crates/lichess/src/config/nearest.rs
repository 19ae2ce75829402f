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

/// Letters that were left out, added or replaced.
fn typing_errors(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = corner + usize::from(x != y);
            corner = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(corner + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_errors_are_counted_and_many_are_too_many() {
        let known = ["concurrency", "accept_bot", "max_base"];
        assert_eq!(nearest("concurency", known), Some("concurrency"));
        assert_eq!(nearest("acceptBots", known), Some("accept_bot"));
        assert_eq!(nearest("token", known), None);
    }
}
