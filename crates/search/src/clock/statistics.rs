// SPDX-License-Identifier: GPL-3.0-or-later
//! How long games still last, recomputed from 2.17 million games of masters.
//!
//! The questions of Achilles §3 and §4 with newer answers: games are longer at
//! the end than its figure says (who plays on in a long game plays
//! on for long).

/// Mean remaining half-moves after 0, 10, 20 … half-moves.
const BY_PLY: [f64; 31] = [
    84.23, 74.26, 64.36, 54.71, 46.41, 40.11, 35.41, 32.13, 29.82, 28.46, 26.88, 25.70, 25.93,
    25.47, 25.86, 26.64, 28.27, 29.33, 30.39, 31.14, 31.99, 32.85, 34.02, 35.02, 36.81, 38.24,
    39.92, 42.41, 44.85, 45.84, 48.32,
];

/// Half-moves between two of them.
const STEP: f64 = 10.0;

/// Mean remaining half-moves with 0, 6, 12 … 78 of material on the board, each
/// averaged over those at most 3 away (even and odd totals differ by the habit of
/// trading in pairs, not by length); the last is the full board alone.
const BY_MATERIAL: [f64; 14] =
    [10.8, 17.9, 24.8, 29.9, 32.6, 33.5, 35.1, 36.6, 37.8, 39.0, 42.3, 48.6, 57.7, 76.4];

/// Material between two of them.
const MATERIAL_STEP: f64 = 6.0;

/// Half-moves that a game of masters still lasts on average, by both clues.
pub(super) fn remaining(ply: u32, material: u32) -> f64 {
    let by_ply = between(&BY_PLY, f64::from(ply) / STEP);
    let by_material = between(&BY_MATERIAL, f64::from(material) / MATERIAL_STEP);
    (by_ply + by_material) / 2.0
}

/// The value of a table at `x`, on straight lines between its entries.
fn between(table: &[f64], x: f64) -> f64 {
    let last = table.len() - 1;
    let x = x.clamp(0.0, last as f64);
    let low = (x as usize).min(last - 1);
    table[low] + (table[low + 1] - table[low]) * (x - low as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_and_what_lies_between() {
        assert!((between(&BY_PLY, 0.0) - 84.23).abs() < 1e-9);
        assert!((between(&BY_PLY, 0.5) - 79.245).abs() < 1e-9);
        assert!((between(&BY_PLY, 30.0) - 48.32).abs() < 1e-9);
        assert!((between(&BY_PLY, 1e9) - 48.32).abs() < 1e-9);
        assert!((remaining(0, 78) - (84.23 + 76.4) / 2.0).abs() < 1e-9);
    }

    #[test]
    fn where_the_collection_is_at_hand_the_tables_are_its_own() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/spec/time-statistics/");
        let rows = |name: &str| -> Option<Vec<Vec<f64>>> {
            let text = std::fs::read_to_string(format!("{folder}{name}.csv")).ok()?;
            let row = |line: &str| line.split(',').map(|word| word.parse().unwrap()).collect();
            Some(text.lines().skip(1).map(row).collect())
        };
        let (Some(by_ply), Some(by_material)) =
            (rows("remaining_by_ply"), rows("remaining_by_material"))
        else {
            println!("SKIPPED: no statistics beside the workspace");
            return;
        };
        for row in by_ply.iter().filter(|row| row[0] % STEP == 0.0) {
            assert_eq!(between(&BY_PLY, row[0] / STEP), row[2], "half-move {}", row[0]);
        }
        for (i, &entry) in BY_MATERIAL.iter().enumerate() {
            let at = MATERIAL_STEP * i as f64;
            let near =
                by_material.iter().filter(|row| row[0] <= 78.0 && (row[0] - at).abs() <= 3.0);
            let (sum, count) =
                near.fold((0.0, 0.0), |(sum, count), row| (sum + row[1] * row[2], count + row[1]));
            let mean = sum / count;
            assert!(i == 13 || (mean - entry).abs() < 0.06, "material {at}: {mean}");
        }
    }
}
