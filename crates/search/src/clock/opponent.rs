// SPDX-License-Identifier: GPL-3.0-or-later
//! The opponent as an input of the clock: what is left to him and how strong he is
//! (Achilles §1 names both and gives no rule; the numbers here are chosen).

use std::time::Duration;

/// What is known of the opponent. The default knows nothing and changes nothing.
///
/// ```
/// use std::time::Duration;
/// use xanthos_search::Opponent;
///
/// let (minute, second) = (Duration::from_secs(60), Duration::from_secs(1));
/// assert_eq!(Opponent::default().factor(minute), 1.0);
/// let in_trouble = Opponent { clock: Some(second), ..Opponent::default() };
/// assert!(in_trouble.factor(minute) > 1.0);
/// let stronger = Opponent { ahead: Some(200), ..Opponent::default() };
/// assert!(stronger.factor(minute) > 1.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Opponent {
    /// Time on his clock. In the settings of a job any value asks for the clock that the
    /// limits tell.
    pub clock: Option<Duration>,
    /// By how many points of rating he is ahead of the engine; negative if behind.
    pub ahead: Option<i32>,
}

/// Who has twice the opponent's time spends so much more on a move, and who has half of it
/// so much less: a lead on the clock is worth something only while it is used.
const DOUBLE: f64 = 1.1;

/// The clocks shift the time no further than so many doublings.
const DOUBLINGS: f64 = 2.0;

/// Two hundred points of rating shift it by so much: a stronger opponent punishes what a
/// weaker one does not see.
const CLASS: f64 = 1.05;
const CLASS_POINTS: f64 = 200.0;

/// The ratings shift the time no further than so many classes.
const CLASSES: f64 = 4.0;

impl Opponent {
    /// What a recommended time is multiplied with, for a side that has `own` left.
    pub fn factor(&self, own: Duration) -> f64 {
        let clock = self.clock.map_or(0.0, |other| {
            let seconds = |time: Duration| time.as_secs_f64().max(1e-3);
            (seconds(own) / seconds(other)).log2().clamp(-DOUBLINGS, DOUBLINGS)
        });
        let strength = self
            .ahead
            .map_or(0.0, |points| (f64::from(points) / CLASS_POINTS).clamp(-CLASSES, CLASSES));
        DOUBLE.powf(clock) * CLASS.powf(strength)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_and_ratings_shift_the_time_within_bounds() {
        let second = Duration::from_secs(1);
        let clock = |other| Opponent { clock: Some(other), ahead: None };
        assert_eq!(clock(second).factor(second), 1.0);
        assert!((clock(second).factor(2 * second) - 1.1).abs() < 1e-9);
        assert!((clock(2 * second).factor(second) - 1.0 / 1.1).abs() < 1e-9);
        assert!((clock(Duration::ZERO).factor(600 * second) - 1.21).abs() < 1e-9);
        let rated = |points| Opponent { clock: None, ahead: Some(points) };
        assert!((rated(200).factor(second) - 1.05).abs() < 1e-9);
        assert!(rated(-3000).factor(second) > 0.8);
        assert!(rated(3000).factor(second) < 1.25);
    }
}
