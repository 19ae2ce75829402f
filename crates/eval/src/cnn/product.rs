// SPDX-License-Identifier: GPL-3.0-or-later
//! Products of matrices, which is what convolutions are made of.
//!
//! The work is done by the crate `matrixmultiply`, which picks the instructions
//! of the processor at run time. It takes pointers; this is the room that checks
//! the lengths before it hands them over.

#![allow(unsafe_code)]

/// A matrix in a slice: rows and columns, and how far apart their elements lie.
#[derive(Clone, Copy, Debug)]
pub struct Matrix<'a> {
    numbers: &'a [f32],
    rows: usize,
    columns: usize,
    steps: [usize; 2],
}

impl<'a> Matrix<'a> {
    /// Row after row.
    ///
    /// # Panics
    /// If there are not so many numbers.
    pub fn new(numbers: &'a [f32], rows: usize, columns: usize) -> Self {
        assert_eq!(numbers.len(), rows * columns, "a matrix of {rows} x {columns}");
        Matrix { numbers, rows, columns, steps: [columns, 1] }
    }

    /// Rows and columns exchanged.
    pub fn turned(self) -> Self {
        let [row, column] = self.steps;
        Matrix { rows: self.columns, columns: self.rows, steps: [column, row], ..self }
    }
}

/// Adds the product of two matrices to a third, which lies row after row.
///
/// # Panics
/// If the sizes do not fit.
pub fn add_product(a: Matrix<'_>, b: Matrix<'_>, sum: &mut [f32]) {
    assert_eq!(a.columns, b.rows, "inner sizes of a product");
    assert_eq!(sum.len(), a.rows * b.columns, "the size of a product");
    if a.numbers.is_empty() || b.numbers.is_empty() {
        return;
    }
    // SAFETY: `Matrix` holds slices of exactly rows x columns numbers, and its steps
    // reach all of them and no others; `sum` has the size of the product, by the
    // assertion, and is borrowed by nobody else.
    unsafe {
        matrixmultiply::sgemm(
            a.rows,
            a.columns,
            b.columns,
            1.0,
            a.numbers.as_ptr(),
            a.steps[0] as isize,
            a.steps[1] as isize,
            b.numbers.as_ptr(),
            b.steps[0] as isize,
            b.steps[1] as isize,
            1.0,
            sum.as_mut_ptr(),
            b.columns as isize,
            1,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_those_of_the_schoolbook() {
        let a: Vec<f32> = (0..6).map(|x| x as f32).collect();
        let b: Vec<f32> = (0..12).map(|x| (x * x % 7) as f32).collect();
        for (a, b) in [
            (Matrix::new(&a, 2, 3), Matrix::new(&b, 3, 4)),
            (Matrix::new(&a, 3, 2).turned(), Matrix::new(&b, 3, 4)),
            (Matrix::new(&a, 2, 3), Matrix::new(&b, 4, 3).turned()),
        ] {
            let at = |m: &Matrix, i, j| m.numbers[i * m.steps[0] + j * m.steps[1]];
            let mut sum = vec![1.0; 8];
            add_product(a, b, &mut sum);
            for i in 0..2 {
                for j in 0..4 {
                    let wanted: f32 = (0..3).map(|k| at(&a, i, k) * at(&b, k, j)).sum();
                    assert_eq!(sum[i * 4 + j], 1.0 + wanted);
                }
            }
        }
    }
}
