// SPDX-License-Identifier: GPL-3.0-or-later
//! How long a limited player would look at the board, for those who show its moves to
//! people.
//!
//! The player has made up its mind within milliseconds, and the engine says so at once:
//! whoever tests engines wants nothing else. But a person with a running clock who is
//! answered at a glance, move after move, plays against a machine and in a hurry. So the
//! tables at which people sit wait a little before they play the engine's move. The clock
//! is never in danger: the wait is a small part of what is left, and none when little is.

use chess::{Game, Move};
use papers::achilles;
use search::ClockState;
use std::time::Duration;

/// Below this nobody thinks.
const HURRY: Duration = Duration::from_secs(10);

/// No wait costs more of what is left than this part.
const PART: u32 = 30;

/// The longest look at a board that matters to people.
const LONGEST: Duration = Duration::from_secs(20);

/// Moves that need no thought: taking back, the only move, the book.
const AT_ONCE: Duration = Duration::from_millis(600);

/// From when the player was asked until its move should stand on the board. The same
/// game, move and clock, the same time.
pub fn pace(game: &Game, best: Move, left: Duration, increment: Duration, book: bool) -> Duration {
    if left < HURRY {
        return Duration::ZERO;
    }
    let position = game.position();
    let share = achilles::PLY.allot(&ClockState::at(position, left, increment)).recommended;
    let takes_back = game
        .moves()
        .last()
        .is_some_and(|last| last.is_capture() && best.is_capture() && last.to() == best.to());
    let plain = book || takes_back || position.legal_moves().len() == 1;
    // Most moves come quickly and some take long, as people's do: 0.1 to 1.3 shares, half
    // of them less than 0.4.
    let lot = (position.key() ^ u64::from(left.subsec_nanos())).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let chance = (lot >> 40) as f64 / (1u64 << 24) as f64;
    let wait = share.mul_f64(0.1 + 1.2 * chance * chance);
    let wait = if plain { wait.min(AT_ONCE) } else { wait };
    wait.min(left / PART).min(LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(moves: &[&str]) -> Game {
        let mut game = Game::default();
        for text in moves {
            let m = game.position().parse_san(text).expect("legal");
            game.play(m);
        }
        game
    }

    fn seconds(game: &Game, san: &str, left: u64, increment: u64) -> f64 {
        let best = game.position().parse_san(san).expect("legal");
        let time = Duration::from_secs;
        pace(game, best, time(left), time(increment), false).as_secs_f64()
    }

    #[test]
    fn it_looks_at_the_board_and_not_for_long() {
        let game = after(&["e4", "e5"]);
        let blitz = seconds(&game, "Nf3", 300, 3);
        assert!((0.3..=10.0).contains(&blitz), "{blitz}");
        assert!(seconds(&game, "Nf3", 9, 0) == 0.0);
    }

    #[test]
    fn taking_back_needs_no_thought() {
        let game = after(&["e4", "d5", "exd5"]);
        assert!(seconds(&game, "Qxd5", 3600, 30) <= 0.6);
    }

    #[test]
    fn the_clock_is_never_in_danger() {
        let game = after(&["e4", "e5", "Nf3"]);
        let best = game.position().parse_san("Nc6").expect("legal");
        let time = Duration::from_millis;
        for left in (0..2_000).map(|n| time(n * n)) {
            for increment in [0, 100, 3_000, 60_000].map(time) {
                let wait = pace(&game, best, left, increment, false);
                assert!(wait <= left / 30 && wait <= LONGEST, "{left:?} {increment:?}: {wait:?}");
            }
        }
        // Three hundred moves without any increment end with time on the clock.
        for base in [10, 60, 300, 5_400] {
            let mut left = Duration::from_secs(base);
            for _ in 0..300 {
                left -= pace(&game, best, left, Duration::ZERO, false);
            }
            assert!(left > Duration::from_secs(9), "{base}: {left:?}");
        }
    }
}
