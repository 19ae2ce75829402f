// SPDX-License-Identifier: GPL-3.0-or-later
//! Which known name a mistyped one was meant to be.

/// A name as it is compared: case, dashes and underscores do not matter, so
/// `roundrobin`, `round-robin` and `round_robin` are one.
pub fn plain(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '-' | '_')).flat_map(char::to_lowercase).collect()
}

/// Whether two names are the same.
pub fn same(a: &str, b: &str) -> bool {
    plain(a) == plain(b)
}

/// The known name with the fewest typing errors, if few enough.
pub fn nearest(name: &str, known: impl IntoIterator<Item = &'static str>) -> Option<&'static str> {
    let name: Vec<char> = plain(name).chars().collect();
    let allowed = (name.len() / 3).clamp(1, 3);
    known
        .into_iter()
        .map(|candidate| {
            (typing_errors(&name, &plain(candidate).chars().collect::<Vec<_>>()), candidate)
        })
        .min_by_key(|(errors, _)| *errors)
        .filter(|(errors, _)| *errors <= allowed)
        .map(|(_, candidate)| candidate)
}

/// Insertions, deletions, substitutions and swaps of neighbours between two
/// words (optimal string alignment).
fn typing_errors(a: &[char], b: &[char]) -> usize {
    let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            table[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let replace = table[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let mut best = replace.min(table[i - 1][j] + 1).min(table[i][j - 1] + 1);
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    best = best.min(table[i - 2][j - 2] + 1);
                }
                best
            };
        }
    }
    table[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_meant() {
        let known = ["concurrency", "openings", "rounds", "repeat", "resign"];
        assert_eq!(nearest("concurency", known), Some("concurrency"));
        assert_eq!(nearest("opneings", known), Some("openings"));
        assert_eq!(nearest("round", known), Some("rounds"));
        assert_eq!(nearest("zzz", known), None);
        assert_eq!(nearest("", known), None);
    }

    #[test]
    fn spellings_are_one() {
        assert!(same("round-robin", "RoundRobin"));
        assert!(same("rating_interval", "ratinginterval"));
    }
}
