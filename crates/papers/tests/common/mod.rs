// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions and settings for all tests of evaluators; the positions are those of `eval`.
#![allow(dead_code)] // each test takes what it needs

#[path = "../../../eval/tests/common/mod.rs"]
mod positions;

use eval::{Group, Groups, LIMIT};
pub use positions::{random_games, white_view};
use xanthos_papers::Settings;

/// Settings that between them touch everything that can be set.
pub fn set_ups() -> Vec<Settings> {
    let plain = Settings::default();
    let odd = Groups::of(&[Group::Mobility, Group::Masked, Group::Endings, Group::Scaling]);
    vec![
        plain,
        Settings { style: 77, granularity: 7, cap: Some(30), ..plain },
        Settings { style: -100, without: odd, cap: Some(LIMIT), material_limit: 1500, ..plain },
    ]
}
