// SPDX-License-Identifier: GPL-3.0-or-later
//! Why a game ended, in the words that other programs look for.

use crate::stats::Played;

/// The comment of a finished game, such as `White mates` or `Black loses on
/// time`.
///
/// ```
/// use arena::report::reason;
/// use arena::stats::{Ending, Failure, GameResult, Played};
/// let game = Played::new(0, 1, 0, GameResult::WhiteWins, Ending::Failure(Failure::Time));
/// assert_eq!(reason(&game), "Black loses on time");
/// ```
pub fn reason(game: &Played) -> String {
    game.ending.sentence(game.result)
}
