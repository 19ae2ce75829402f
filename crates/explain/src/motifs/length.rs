// SPDX-License-Identifier: GPL-3.0-or-later
//! How many moves there are to find.

use super::{Finding, Parts, Theme, Variation};

/// One, two, three or more.
pub fn length(line: &Variation) -> Option<Finding> {
    let theme = match line.moves().len() {
        1 => Theme::OneMove,
        2 => Theme::Short,
        3 => Theme::Long,
        _ => Theme::VeryLong,
    };
    Some(Finding::new(theme, line.first().ply, Parts::None))
}

#[cfg(test)]
mod tests {
    use super::super::testing::solved;
    use super::*;

    #[test]
    fn moves_are_counted() {
        let fen = "6k1/8/8/8/8/8/8/R5K1 w - - 0 1";
        let moves = "a1a2 g8g7 a2a3 g7g8 a3a4 g8g7 a4a5";
        let upto = |plies: usize| moves.split(' ').take(plies).collect::<Vec<_>>().join(" ");
        let lengths = [Theme::OneMove, Theme::Short, Theme::Long, Theme::VeryLong];
        for (index, theme) in lengths.into_iter().enumerate() {
            assert!(solved(fen, &upto(2 * index + 1), theme).is_some(), "{theme}");
            assert_eq!(
                solved(fen, &upto(2 * index + 3), theme).is_some(),
                theme == Theme::VeryLong
            );
        }
    }
}
