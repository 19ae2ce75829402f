// SPDX-License-Identifier: GPL-3.0-or-later
//! The time trap (Achilles §5): an opponent who guesses our moves thinks about his replies while our
//! clock runs, and answers at once. The paper's counter-measure is not to play the strongest move:
//! his thought was in vain, at the price of a somewhat worse position.
//!
//! ```
//! use std::time::Duration;
//! use xanthos_search::{MovePair, TimeTrap};
//!
//! let ms = Duration::from_millis;
//! let mut trap = TimeTrap::default();
//! for _ in 0..3 {
//!     trap.observe(Some(MovePair { own: ms(900), reply: ms(20) }));
//! }
//! assert!(trap.is_sprung());
//! trap.observe(Some(MovePair { own: ms(900), reply: ms(700) }));
//! assert!(!trap.is_sprung());
//! ```

use std::time::Duration;

use super::lag::MovePair;

/// A reply is at once if it took less than this part of the thought before it.
const AT_ONCE: u32 = 5;

/// A thought shorter than this tells nothing: everybody answers it as fast.
const LEAST_THOUGHT: Duration = Duration::from_millis(30);

/// So many replies at once, one after the other, are no coincidence.
const REPLIES: u32 = 3;

/// Whether the opponent thinks on our time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TimeTrap {
    at_once: u32,
}

impl TimeTrap {
    /// What the last two moves cost; `None` if nobody knows, as at the beginning of a game.
    pub fn observe(&mut self, moves: Option<MovePair>) {
        match moves {
            None => self.at_once = 0,
            Some(moves) if moves.own < LEAST_THOUGHT => {}
            Some(moves) if moves.reply * AT_ONCE < moves.own => self.at_once += 1,
            Some(_) => self.at_once = 0,
        }
    }

    /// Whether he has answered at once for some moves now.
    pub fn is_sprung(&self) -> bool {
        self.at_once >= REPLIES
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Clock, Lag};
    use chess::Color;

    /// Plays moves of both sides on a clock of ten seconds; whether the trap is noticed then.
    fn noticed(moves: &[(u64, u64)]) -> bool {
        let ms = Duration::from_millis;
        let (mut lag, mut trap) = (Lag::default(), TimeTrap::default());
        let mut left = [ms(10_000); 2];
        for (number, &(own, reply)) in moves.iter().enumerate() {
            let clock = Clock { time: left.map(Some), inc: [ms(100); 2], movestogo: None };
            lag.told(Color::White, 2 * number as u32, &clock);
            trap.observe(lag.last_moves());
            lag.answered(ms(own));
            left = [left[0] + ms(100) - ms(own), left[1] + ms(100) - ms(reply)];
        }
        let clock = Clock { time: left.map(Some), inc: [ms(100); 2], movestogo: None };
        lag.told(Color::White, 2 * moves.len() as u32, &clock);
        trap.observe(lag.last_moves());
        trap.is_sprung()
    }

    #[test]
    fn three_replies_at_once_are_a_trap() {
        assert!(noticed(&[(400, 300), (400, 10), (300, 40), (500, 90)]));
        assert!(!noticed(&[(400, 10), (300, 40)]), "too few");
        assert!(!noticed(&[(400, 10), (300, 40), (500, 110)]), "he thought about the last");
        assert!(noticed(&[(400, 10), (300, 40), (5, 90), (500, 90)]), "a recapture tells nothing");
    }
}
