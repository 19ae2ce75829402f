// SPDX-License-Identifier: GPL-3.0-or-later
//! Keeping lines inside a range of values.

/// Cuts a line into the pieces whose values lie between `low` and `high`. Points that are not
/// finite end a piece.
pub(crate) fn pieces(points: &[(f64, f64)], low: f64, high: f64) -> Vec<Vec<(f64, f64)>> {
    let mut pieces: Vec<Vec<(f64, f64)>> = Vec::new();
    for run in runs(points) {
        let mut piece: Vec<(f64, f64)> = Vec::new();
        for (from, to) in steps(&with_crossings(run, low, high)) {
            let middle = (from.1 + to.1) / 2.0;
            if (low..=high).contains(&middle) {
                if piece.is_empty() {
                    piece.push(from);
                }
                piece.push(to);
            } else if !piece.is_empty() {
                pieces.push(std::mem::take(&mut piece));
            }
        }
        if !piece.is_empty() {
            pieces.push(piece);
        }
    }
    pieces
}

/// Runs of a line with what lies outside pressed to the edges: the outline of an area.
pub(crate) fn pressed(points: &[(f64, f64)], low: f64, high: f64) -> Vec<Vec<(f64, f64)>> {
    let press = |(x, y): (f64, f64)| (x, y.clamp(low, high));
    runs(points)
        .map(|run| with_crossings(run, low, high).into_iter().map(press).collect())
        .collect()
}

/// The longest stretches of finite points.
pub(crate) fn runs(points: &[(f64, f64)]) -> impl Iterator<Item = &[(f64, f64)]> {
    points
        .split(|(x, y)| !x.is_finite() || !y.is_finite())
        .filter(|run: &&[(f64, f64)]| !run.is_empty())
}

fn steps(points: &[(f64, f64)]) -> impl Iterator<Item = ((f64, f64), (f64, f64))> {
    points.windows(2).map(|pair| (pair[0], pair[1]))
}

/// The line with points added where it crosses an edge.
fn with_crossings(points: &[(f64, f64)], low: f64, high: f64) -> Vec<(f64, f64)> {
    let mut out: Vec<(f64, f64)> = points.first().copied().into_iter().collect();
    for (from, to) in steps(points) {
        let edges = if from.1 <= to.1 { [low, high] } else { [high, low] };
        for edge in edges {
            if (from.1 < edge) != (to.1 < edge) && from.1 != edge && to.1 != edge {
                let share = (edge - from.1) / (to.1 - from.1);
                out.push((from.0 + (to.0 - from.0) * share, edge));
            }
        }
        out.push(to);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_peak_is_cut_off() {
        let line = [(0.0, 0.0), (2.0, 4.0), (4.0, 0.0)];
        let cut = pieces(&line, 0.0, 2.0);
        assert_eq!(cut, [vec![(0.0, 0.0), (1.0, 2.0)], vec![(3.0, 2.0), (4.0, 0.0)]]);
        let flat = pressed(&line, 0.0, 2.0);
        assert_eq!(flat, [vec![(0.0, 0.0), (1.0, 2.0), (2.0, 2.0), (3.0, 2.0), (4.0, 0.0)]]);
    }

    #[test]
    fn gaps_break_lines() {
        let line = [(0.0, 1.0), (1.0, 1.0), (2.0, f64::NAN), (3.0, 1.0), (4.0, 1.0)];
        assert_eq!(pieces(&line, 0.0, 2.0).len(), 2);
    }

    proptest! {
        #[test]
        fn nothing_leaves_the_range(ys in proptest::collection::vec(-10.0..10.0f64, 0..30)) {
            let line: Vec<(f64, f64)> = ys.iter().enumerate().map(|(i, y)| (i as f64, *y)).collect();
            let all = pieces(&line, -3.0, 2.0).into_iter().chain(pressed(&line, -3.0, 2.0));
            for (_, y) in all.flatten() {
                prop_assert!((-3.0 - 1e-9..=2.0 + 1e-9).contains(&y));
            }
        }
    }
}
