// SPDX-License-Identifier: GPL-3.0-or-later
//! How long to think: the server's clocks as limits of a search.

use std::time::Duration;

use chess::Color;
use search::{Clock, Limits};

use crate::api::model::{GameFull, GameState};
use crate::config::Config;

/// The clocks stand until both have moved; the server wants the first move within half a
/// minute all the same.
const FIRST_MOVE: Duration = Duration::from_secs(5);

/// Whether the clock of the side to move runs.
pub fn clock_runs(full: &GameFull, ply: usize) -> bool {
    full.clock.is_some() && ply >= 2
}

/// Time left and increment of a side.
pub fn left(state: &GameState, color: Color) -> (Duration, Duration) {
    let (time, increment) = match color {
        Color::White => (state.wtime, state.winc),
        Color::Black => (state.btime, state.binc),
    };
    (Duration::from_millis(time), Duration::from_millis(increment))
}

/// The limits of our next search. `already` has passed on our clock since it was told.
pub fn limits(
    config: &Config,
    full: &GameFull,
    state: &GameState,
    me: Color,
    ply: usize,
) -> Limits {
    let go = &config.engine.go_commands;
    let mut limits = Limits {
        nodes: go.nodes,
        depth: go.depth,
        movetime: go.movetime.map(Duration::from_millis),
        ..Limits::default()
    };
    let (own, increment) = left(state, me);
    let bounded = |limits: &mut Limits, time: Duration| {
        limits.movetime = Some(limits.movetime.map_or(time, |given| given.min(time)));
    };
    match full.clock {
        None => {
            let time = Duration::try_from_secs_f64(config.correspondence.move_time);
            bounded(&mut limits, time.unwrap_or(FIRST_MOVE));
        }
        // No clock is told, so that nobody takes what it does not lose for a gain.
        Some(_) if ply < 2 => {
            bounded(&mut limits, (own / 40 + increment / 2).clamp(FIRST_MOVE / 100, FIRST_MOVE));
        }
        Some(_) => {
            let both = Color::ALL.map(|color| left(state, color));
            limits.clock = Clock {
                // A flag that is about to fall is no reason to play without a clock.
                time: both.map(|(time, _)| Some(time.max(Duration::from_millis(1)))),
                inc: both.map(|(_, increment)| increment),
                movestogo: None,
            };
        }
    }
    limits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::model::ClockSetting;

    fn state() -> GameState {
        GameState {
            wtime: 60_000,
            btime: 50_000,
            winc: 1000,
            binc: 1000,
            status: "started".into(),
            ..GameState::default()
        }
    }

    #[test]
    fn the_clock_is_told_once_it_runs() {
        let clock = Some(ClockSetting { initial: 60_000, increment: 1000 });
        let full = GameFull { clock, ..GameFull::default() };
        let config = Config::default();
        let limits = |ply| limits(&config, &full, &state(), Color::Black, ply);
        assert_eq!(limits(2).clock.remaining(Color::Black), Some(Duration::from_secs(50)));
        assert_eq!(limits(2).movetime, None);
        assert_eq!(limits(1).clock.time, [None; 2]);
        assert!(limits(1).movetime.unwrap() <= FIRST_MOVE);
        assert!(!clock_runs(&full, 1) && clock_runs(&full, 2));
    }

    #[test]
    fn days_are_not_spent_on_a_move() {
        let full = GameFull { days_per_turn: Some(3), ..GameFull::default() };
        let config = Config::default();
        let limits = limits(&config, &full, &state(), Color::White, 30);
        assert_eq!(limits.movetime, Some(Duration::from_secs(60)));
        assert!(!clock_runs(&full, 30));
    }
}
