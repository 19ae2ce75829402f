// SPDX-License-Identifier: GPL-3.0-or-later
//! The little linear algebra that a rating list needs.

/// A square matrix, row by row.
pub type Matrix = Vec<Vec<f64>>;

/// A matrix of zeros.
pub fn zeros(size: usize) -> Matrix {
    vec![vec![0.0; size]; size]
}

/// The inverse, by elimination with row exchanges; `None` if singular.
pub fn inverse(matrix: &Matrix) -> Option<Matrix> {
    let size = matrix.len();
    let mut left = matrix.clone();
    let mut right = zeros(size);
    for (i, row) in right.iter_mut().enumerate() {
        row[i] = 1.0;
    }
    for column in 0..size {
        let pivot = (column..size)
            .max_by(|&a, &b| left[a][column].abs().total_cmp(&left[b][column].abs()))?;
        let value = left[pivot][column];
        if value == 0.0 || !value.is_finite() {
            return None;
        }
        left.swap(column, pivot);
        right.swap(column, pivot);
        for row in 0..size {
            if row == column {
                continue;
            }
            let factor = left[row][column] / value;
            if factor != 0.0 {
                subtract_row(&mut left, row, column, factor);
                subtract_row(&mut right, row, column, factor);
            }
        }
        left[column].iter_mut().for_each(|x| *x /= value);
        right[column].iter_mut().for_each(|x| *x /= value);
    }
    Some(right)
}

fn subtract_row(matrix: &mut Matrix, row: usize, from: usize, factor: f64) {
    let (low, high) = matrix.split_at_mut(row.max(from));
    let (target, source) =
        if row < from { (&mut low[row], &high[0]) } else { (&mut high[0], &low[from]) };
    for (t, s) in target.iter_mut().zip(source) {
        *t -= factor * s;
    }
}

/// Matrix times vector.
pub fn apply(matrix: &Matrix, vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum()).collect()
}

/// Matrix times matrix.
pub fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let columns = b.first().map_or(0, Vec::len);
    a.iter()
        .map(|row| (0..columns).map(|j| row.iter().zip(b).map(|(x, r)| x * r[j]).sum()).collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverse_undoes() {
        let matrix = vec![vec![0.0, 2.0, 1.0], vec![4.0, 1.0, -3.0], vec![2.0, 2.0, 8.0]];
        let unit = product(&matrix, &inverse(&matrix).unwrap());
        for (i, row) in unit.iter().enumerate() {
            for (j, x) in row.iter().enumerate() {
                assert!((x - f64::from(u8::from(i == j))).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn singular_is_told() {
        assert_eq!(inverse(&vec![vec![1.0, 2.0], vec![2.0, 4.0]]), None);
    }
}
