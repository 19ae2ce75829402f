// SPDX-License-Identifier: GPL-3.0-or-later
//! What every time model promises, and the papers' own figures.

use std::time::Duration;

use search::{Adjust, Allotment, ClockState, Opponent, TimeModel, TimeTables};
use xanthos_papers::list::{TIME_MODEL_NAMES, TIME_MODELS};
use xanthos_papers::{achilles, baguette, time_model};

const MS: Duration = Duration::from_millis(1);

fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or(Duration::MAX)
}

fn every_model(check: impl Fn(TimeModel)) {
    for adjust in [Adjust::Off, Adjust::Signals, Adjust::Achilles] {
        TIME_MODELS.into_iter().for_each(|model| check(model.adjusted(adjust)));
    }
    achilles::LEVELS.into_iter().filter_map(achilles::safety).for_each(check);
}

/// Clocks at the edges of everything.
fn states() -> Vec<ClockState> {
    let mut all = Vec::new();
    for own in [0, 1, 5, 10, 11, 20, 100, 1_000, 60_000, 10_000_000] {
        for increment in [0, 10, 1_000, 100_000] {
            for movestogo in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                for (ply, material) in
                    [(0, [39, 39]), (77, [20, 11]), (200, [0, 1]), (u32::MAX, [103, 103])]
                {
                    for lag in [0, 3, 40] {
                        all.push(ClockState {
                            own: MS * own,
                            increment: MS * increment,
                            movestogo,
                            overhead: MS * 10,
                            lag: MS * lag,
                            stall: MS * 3 * lag,
                            ply,
                            material,
                            opponent: Opponent::default(),
                            tables: TimeTables::default(),
                        });
                    }
                }
            }
        }
    }
    all
}

#[test]
fn no_model_goes_beyond_the_clock() {
    every_model(|model| {
        for state in states() {
            let Allotment { recommended, limit } = model.allot(&state);
            let left = state.own.saturating_sub(state.overhead);
            assert!(recommended <= limit, "{model:?} {state:?}");
            assert!(limit <= left / 2, "{model:?} {state:?}: {limit:?}");
        }
    });
}

#[test]
fn more_time_is_never_less_thought() {
    every_model(|model| {
        for state in states() {
            let allot = |own| model.allot(&ClockState { own: MS * own, ..state });
            let all: Vec<Allotment> = (0..60).map(|t| allot(17 * t * t)).collect();
            for pair in all.windows(2) {
                assert!(pair[0].recommended <= pair[1].recommended, "{model:?} {state:?}");
                assert!(pair[0].limit <= pair[1].limit, "{model:?} {state:?}");
            }
        }
    });
}

/// A crowded machine: each move loses 20 ms on the way, twice what the increment brings.
#[test]
fn a_lag_that_is_known_does_not_lose_the_game() {
    let last = |model: TimeModel, known: u32| {
        let mut own = MS * 1_000;
        (0..70).find(|&number| {
            let state = ClockState {
                own,
                increment: MS * 10,
                lag: MS * known,
                overhead: MS * 10,
                ply: 2 * number,
                material: [39_u32.saturating_sub(number / 2); 2],
                ..ClockState::default()
            };
            let cost = model.allot(&state).recommended + MS * 20;
            own = (own + MS * 10).saturating_sub(cost);
            own.is_zero()
        })
    };
    every_model(|model| assert_eq!(last(model, 20), None, "{model:?}"));
    assert!(last(TimeModel::ADAPTIVE, 0).is_some(), "no danger, no test");
}

#[test]
fn a_minute_lasts_many_moves() {
    every_model(|model| {
        let start = ClockState { own: MS * 60_000, material: [39, 39], ..ClockState::default() };
        let Allotment { recommended, limit } = model.allot(&start);
        assert!(recommended > MS * 300 && recommended < MS * 3_000, "{model:?} {recommended:?}");
        assert!(limit < MS * 10_000, "{model:?} {limit:?}");
    });
}

/// Playing exactly as recommended, no clock runs out in 400 moves, and without an
/// increment most of it is used in 150.
#[test]
fn no_model_starves_or_hoards() {
    every_model(|model| {
        for increment in [0, 10] {
            let mut own = 60_000.0;
            for number in 0..400 {
                let material = 39u32.saturating_sub(number / 2);
                let state = ClockState {
                    own: duration(own / 1000.0),
                    increment: MS * increment,
                    ply: 2 * number,
                    material: [material; 2],
                    ..ClockState::default()
                };
                let time = model.allot(&state).recommended.as_secs_f64() * 1000.0;
                assert!(time > 0.0 || own < 10.0, "{model:?} move {number}: {own} left");
                own += f64::from(increment) - time;
                assert!(own > 0.0, "{model:?} move {number}");
                if number == 150 && increment == 0 {
                    assert!(own < 20_000.0, "{model:?}: {own} unused");
                }
            }
        }
    });
}

/// Even if every move costs as much as it may, an increment of 10 ms keeps a
/// tenth of a second on the clock, and without one there is always something
/// left.
#[test]
fn a_reserve_is_kept_for_a_busy_machine() {
    every_model(|model| {
        for (increment, least) in [(10, 0.1), (0, 0.0)] {
            let mut own = 1.0;
            for number in 0..300 {
                let state = ClockState {
                    own: duration(own),
                    increment: MS * increment,
                    overhead: MS * 10,
                    ply: 2 * number,
                    material: [20, 20],
                    ..ClockState::default()
                };
                own += f64::from(increment) / 1000.0;
                own -= model.allot(&state).limit.as_secs_f64();
                assert!(own > least, "{model:?} move {number}: {own}");
            }
        }
    });
}

#[test]
fn huge_values_do_not_overflow() {
    every_model(|model| {
        for movestogo in [None, Some(1)] {
            let state = ClockState {
                own: Duration::MAX,
                increment: Duration::MAX,
                movestogo,
                ..ClockState::default()
            };
            let allotment = model.allot(&state);
            assert!(allotment.recommended <= allotment.limit);
        }
    });
}

#[test]
fn the_last_move_before_the_control_keeps_half() {
    every_model(|model| {
        let state = ClockState {
            own: MS * 1_000,
            movestogo: Some(1),
            ply: 78,
            material: [30, 30],
            ..ClockState::default()
        };
        let Allotment { recommended, limit } = model.allot(&state);
        assert!(recommended >= MS * 400 && limit <= MS * 500, "{model:?} {recommended:?}");
    });
}

fn recommended(model: TimeModel, state: ClockState) -> f64 {
    model.allot(&state).recommended.as_secs_f64()
}

fn hours_2_5() -> ClockState {
    ClockState {
        own: Duration::from_secs(9_000),
        increment: Duration::ZERO,
        movestogo: None,
        overhead: Duration::ZERO,
        lag: Duration::ZERO,
        stall: Duration::ZERO,
        ply: 0,
        material: [39, 39],
        opponent: Opponent { clock: None, ahead: None },
        tables: TimeTables::default(),
    }
}

/// Achilles §2: 9000 s over 84.7 half-moves, ours every second one: 212.5 s. After ten
/// moves as planned 6875 s are left for 32.35 moves: the same.
#[test]
fn fixed_shares_out_an_average_game() {
    let at_start = recommended(achilles::FIXED, hours_2_5());
    assert!((at_start - 9_000.0 / 42.35).abs() < 1e-6, "{at_start}");
    let own = Duration::from_secs_f64(9_000.0 - 10.0 * at_start);
    let later = recommended(achilles::FIXED, ClockState { own, ply: 20, ..hours_2_5() });
    assert!((later - at_start).abs() < 1e-6, "{later}");
}

/// The example of Achilles §2. 2.5 hours at 99 % are 94.7 s a move (it says a
/// minute and 36 seconds), at 90 % 138.5 s (two minutes and 19 seconds).
#[test]
fn safety_gives_the_times_of_the_example() {
    for (level, seconds) in [("99", 94.736_8), ("90", 138.461_5)] {
        let time = recommended(achilles::safety(level).unwrap(), hours_2_5());
        assert!((time - seconds).abs() < 1e-3, "{level}: {time}");
    }
}

/// Achilles §3: 70 half-moves to come at the start, 48.5 after forty.
#[test]
fn ply_follows_figure_3() {
    assert!((recommended(achilles::PLY, hours_2_5()) - 9_000.0 / 35.0).abs() < 1e-6);
    let later = recommended(achilles::PLY, ClockState { ply: 40, ..hours_2_5() });
    assert!((later - 9_000.0 / 24.25).abs() < 1e-6, "{later}");
}

/// Achilles §4: 67.5 half-moves to come with 78 on the board; §4.1: a piece down, 75 on
/// the board, 63.75 less 8.
#[test]
fn material_follows_formula_1() {
    let full = recommended(achilles::MATERIAL, hours_2_5());
    assert!((full - 9_000.0 / 33.75).abs() < 1e-6, "{full}");
    let down = recommended(achilles::MATERIAL, ClockState { material: [36, 39], ..hours_2_5() });
    assert!((down - 9_000.0 / 27.875).abs() < 1e-6, "{down}");
}

/// Baguette §4.2: five minutes are 3.75 s a move for forty moves, less 5 ms; at move forty
/// half is left and the next moves get a fortieth of what there is.
#[test]
fn blitz_spends_half_on_the_first_forty_moves() {
    let five = ClockState { own: MS * 300_000, ..hours_2_5() };
    assert!((recommended(baguette::BLITZ, five) - 3.745).abs() < 1e-6);
    let mut own = 300.0;
    for number in 0..60 {
        let state = ClockState { own: duration(own), ply: 2 * number, ..five };
        let time = recommended(baguette::BLITZ, state) + 0.005;
        if number < 40 {
            assert!((time - 3.75).abs() < 1e-6, "move {number}: {time}");
        } else {
            assert!((time - own / 40.0).abs() < 1e-6, "move {number}: {time}");
        }
        own -= time;
    }
    let increment = ClockState { increment: MS * 2_000, ..five };
    assert!((recommended(baguette::BLITZ, increment) - 4.745).abs() < 1e-6);
}

#[test]
fn models_are_found_by_name() {
    for (model, name) in TIME_MODELS.into_iter().zip(TIME_MODEL_NAMES) {
        assert_eq!((model.name, time_model(name, "95")), (name, Some(model)));
    }
    assert_eq!(TimeModel::default().name, TIME_MODEL_NAMES[0]);
    assert_eq!(time_model("safety", "99"), achilles::safety("99"));
    assert_eq!(time_model("hourglass", "95"), None);
}
