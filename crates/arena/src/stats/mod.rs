// SPDX-License-Identifier: GPL-3.0-or-later
//! The numbers of a match: results, Elo, sequential tests and rating lists.

pub mod constrained;
pub mod distribution;
pub mod elo;
pub mod groups;
pub mod linear;
pub mod normal;
pub mod ratings;
pub mod results;
pub mod sprt;

pub use distribution::{Outcomes, Unit};
pub use elo::{Estimate, elo_of_score, score_of_elo};
pub use ratings::{Rating, RatingList};
pub use results::*;
pub use sprt::{Sprt, SprtDecision, SprtStatus};
