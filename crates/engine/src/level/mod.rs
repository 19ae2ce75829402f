// SPDX-License-Identifier: GPL-3.0-or-later
//! Playing like somebody weaker.
//!
//! ```
//! use xanthos_engine::level::Level;
//! use xanthos_engine::options::Options;
//!
//! let mut options = Options::default();
//! options.set("UCI_Elo", Some("900")).unwrap();
//! assert_eq!(Level::of(&options), None, "a rating alone limits nothing");
//! options.set("UCI_LimitStrength", Some("true")).unwrap();
//! let level = Level::of(&options).unwrap();
//! assert_eq!(level, Level::new(900));
//! assert!(level.settings().blindness > Level::new(1500).settings().blindness);
//! ```
//!
//! A weak player is not a strong one who sometimes plays a random move. It looks
//! less far, it overlooks moves that are hard to see (`sight.rs`), above all the
//! opponent's replies, and it does not judge finely between moves that look alike.
//! How much of each belongs to a rating stands in one table (`ratings.rs`); how a move
//! is found with it, in `player.rs`. What everybody learns first, mating a bare king
//! with a rook or a queen, is done at every level (`technique.rs`).
//!
//! All this happens around the search, before and after it: at full strength none
//! of it is there.

mod chance;
mod pace;
mod player;
mod ratings;
mod sight;
mod technique;

pub use pace::pace;
pub(crate) use player::Player;
pub use ratings::LevelSettings;
pub use sight::difficulty;

use crate::options::{Id, Options};

/// A strength below the full one, as a rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u16);

impl Level {
    /// A beginner.
    pub const LOWEST: Level = Level(500);

    /// The strongest that is still limited.
    pub const HIGHEST: Level = Level(3000);

    /// `Skill Level` counts up to this, which is full strength.
    pub const SKILLS: i64 = 20;

    /// The level of this rating, or the nearest that there is.
    pub fn new(elo: i64) -> Level {
        let [lowest, highest] = [Level::LOWEST, Level::HIGHEST].map(|level| i64::from(level.0));
        Level(elo.clamp(lowest, highest) as u16)
    }

    /// What the options ask for; `None` for full strength, and for those who
    /// analyse and want to know rather than to play.
    pub fn of(options: &Options) -> Option<Level> {
        if options.flag(Id::AnalyseMode) {
            return None;
        }
        if options.flag(Id::LimitStrength) {
            return Some(Level::new(options.number(Id::Elo)));
        }
        let skill = options.number(Id::SkillLevel);
        (skill < Level::SKILLS).then(|| Level::of_skill(skill))
    }

    /// `Skill Level` in equal steps of rating.
    fn of_skill(skill: i64) -> Level {
        let [lowest, highest] = [Level::LOWEST, Level::HIGHEST].map(Level::elo);
        Level::new(lowest + (highest - lowest) * skill / (Level::SKILLS - 1))
    }

    /// The rating.
    pub const fn elo(self) -> i64 {
        self.0 as i64
    }

    /// What the rating comes to.
    pub fn settings(self) -> LevelSettings {
        ratings::settings(f64::from(self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(settings: &[(&str, &str)]) -> Options {
        let mut options = Options::default();
        for (name, value) in settings {
            options.set(name, Some(value)).unwrap();
        }
        options
    }

    #[test]
    fn a_rating_counts_only_with_limit_strength() {
        assert_eq!(Level::of(&options(&[])), None);
        assert_eq!(Level::of(&options(&[("UCI_Elo", "700")])), None);
        let limited = options(&[("UCI_Elo", "700"), ("UCI_LimitStrength", "true")]);
        assert_eq!(Level::of(&limited), Some(Level::new(700)));
    }

    #[test]
    fn skills_go_from_beginner_to_full_strength() {
        let skill = |n: i64| Level::of(&options(&[("Skill Level", &n.to_string())]));
        assert_eq!(skill(0), Some(Level::LOWEST));
        assert_eq!(skill(19), Some(Level::HIGHEST));
        assert_eq!(skill(20), None);
        assert!((0..19).all(|n| skill(n) < skill(n + 1)));
        // A rating is the more precise wish.
        let both = [("Skill Level", "2"), ("UCI_LimitStrength", "true"), ("UCI_Elo", "2000")];
        assert_eq!(Level::of(&options(&both)), Some(Level::new(2000)));
    }

    #[test]
    fn those_who_analyse_get_the_truth() {
        let limited = [("UCI_LimitStrength", "true"), ("UCI_AnalyseMode", "true")];
        assert_eq!(Level::of(&options(&limited)), None);
    }

    #[test]
    fn ratings_outside_of_the_range_are_the_nearest_level() {
        assert_eq!(Level::new(-5), Level::LOWEST);
        assert_eq!(Level::new(9999), Level::HIGHEST);
    }
}
