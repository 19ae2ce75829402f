// SPDX-License-Identifier: GPL-3.0-or-later
//! What every model promises, and the documents' own figures.

use super::*;
use crate::{Clock, Job, Limits};
use chess::{Color, Game, Position};

const MS: Duration = Duration::from_millis(1);

fn every_model(check: impl Fn(TimeModel, Safety)) {
    for model in TimeModel::ALL {
        for safety in Safety::NAMES {
            check(model, Safety::named(safety).unwrap());
        }
    }
}

/// Situations at the edges of everything.
fn situations(safety: Safety) -> Vec<Situation> {
    let mut all = Vec::new();
    for own in [0, 1, 5, 10, 11, 20, 100, 1_000, 60_000, 10_000_000] {
        for increment in [0, 10, 1_000, 100_000] {
            for movestogo in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                for (ply, material) in
                    [(0, [39, 39]), (77, [20, 11]), (200, [0, 1]), (u32::MAX, [103, 103])]
                {
                    for lag in [0, 3, 40] {
                        all.push(Situation {
                            own: MS * own,
                            increment: MS * increment,
                            movestogo,
                            overhead: MS * 10,
                            lag: MS * lag,
                            stall: MS * 3 * lag,
                            ply,
                            material,
                            safety,
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
    every_model(|model, safety| {
        for situation in situations(safety) {
            let Allotment { recommended, limit } = model.allot(&situation);
            let left = situation.own.saturating_sub(situation.overhead);
            assert!(recommended <= limit, "{model:?} {situation:?}");
            assert!(limit <= left / 2, "{model:?} {situation:?}: {limit:?}");
        }
    });
}

#[test]
fn more_time_is_never_less_thought() {
    every_model(|model, safety| {
        for situation in situations(safety) {
            let allot = |own| model.allot(&Situation { own: MS * own, ..situation });
            let all: Vec<Allotment> = (0..60).map(|t| allot(17 * t * t)).collect();
            for pair in all.windows(2) {
                assert!(pair[0].recommended <= pair[1].recommended, "{model:?} {situation:?}");
                assert!(pair[0].limit <= pair[1].limit, "{model:?} {situation:?}");
            }
        }
    });
}

/// A crowded machine: each move loses 20 ms on the way, twice what the increment brings.
#[test]
fn a_lag_that_is_known_does_not_lose_the_game() {
    let last = |model: TimeModel, safety, known: u32| {
        let mut own = MS * 1_000;
        (0..70).find(|&number| {
            let situation = Situation {
                own,
                increment: MS * 10,
                lag: MS * known,
                overhead: MS * 10,
                ply: 2 * number,
                material: [39_u32.saturating_sub(number / 2); 2],
                safety,
                ..Situation::default()
            };
            let cost = model.allot(&situation).recommended + MS * 20;
            own = (own + MS * 10).saturating_sub(cost);
            own.is_zero()
        })
    };
    every_model(|model, safety| assert_eq!(last(model, safety, 20), None, "{model:?} {safety:?}"));
    assert!(last(TimeModel::Adaptive, Safety::default(), 0).is_some(), "no danger, no test");
}

#[test]
fn a_minute_lasts_many_moves() {
    every_model(|model, safety| {
        let start =
            Situation { own: MS * 60_000, material: [39, 39], safety, ..Situation::default() };
        let Allotment { recommended, limit } = model.allot(&start);
        assert!(recommended > MS * 300 && recommended < MS * 3_000, "{model:?} {recommended:?}");
        assert!(limit < MS * 10_000, "{model:?} {limit:?}");
    });
}

/// Playing exactly as recommended, no clock runs out in 400 moves, and without an
/// increment most of it is used in 150.
#[test]
fn no_model_starves_or_hoards() {
    every_model(|model, safety| {
        for increment in [0, 10] {
            let mut own = 60_000.0;
            for number in 0..400 {
                let material = 39u32.saturating_sub(number / 2);
                let situation = Situation {
                    own: duration(own / 1000.0),
                    increment: MS * increment,
                    ply: 2 * number,
                    material: [material; 2],
                    safety,
                    ..Situation::default()
                };
                let time = model.allot(&situation).recommended.as_secs_f64() * 1000.0;
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
    every_model(|model, safety| {
        for (increment, least) in [(10, 0.1), (0, 0.0)] {
            let mut own = 1.0;
            for number in 0..300 {
                let situation = Situation {
                    own: duration(own),
                    increment: MS * increment,
                    overhead: MS * 10,
                    ply: 2 * number,
                    material: [20, 20],
                    safety,
                    ..Situation::default()
                };
                own += f64::from(increment) / 1000.0;
                own -= model.allot(&situation).limit.as_secs_f64();
                assert!(own > least, "{model:?} move {number}: {own}");
            }
        }
    });
}

#[test]
fn huge_values_do_not_overflow() {
    every_model(|model, safety| {
        for movestogo in [None, Some(1)] {
            let situation = Situation {
                own: Duration::MAX,
                increment: Duration::MAX,
                movestogo,
                safety,
                ..Situation::default()
            };
            let allotment = model.allot(&situation);
            assert!(allotment.recommended <= allotment.limit);
        }
    });
}

#[test]
fn the_last_move_before_the_control_keeps_half() {
    every_model(|model, safety| {
        let situation = Situation {
            own: MS * 1_000,
            movestogo: Some(1),
            ply: 78,
            material: [30, 30],
            safety,
            ..Situation::default()
        };
        let Allotment { recommended, limit } = model.allot(&situation);
        assert!(recommended >= MS * 400 && limit <= MS * 500, "{model:?} {recommended:?}");
    });
}

fn recommended(model: TimeModel, situation: Situation) -> f64 {
    model.allot(&situation).recommended.as_secs_f64()
}

const HOURS_2_5: Situation = Situation {
    own: Duration::from_secs(9_000),
    increment: Duration::ZERO,
    movestogo: None,
    overhead: Duration::ZERO,
    lag: Duration::ZERO,
    stall: Duration::ZERO,
    ply: 0,
    material: [39, 39],
    safety: Safety::NINETY_FIVE,
};

/// T1: 9000 s over 84.7 half-moves, ours every second one: 212.5 s. After ten
/// moves as planned 6875 s are left for 32.35 moves: the same.
#[test]
fn t1_an_average_game() {
    let at_start = recommended(TimeModel::Fixed, HOURS_2_5);
    assert!((at_start - 9_000.0 / 42.35).abs() < 1e-6, "{at_start}");
    let own = Duration::from_secs_f64(9_000.0 - 10.0 * at_start);
    let later = recommended(TimeModel::Fixed, Situation { own, ply: 20, ..HOURS_2_5 });
    assert!((later - at_start).abs() < 1e-6, "{later}");
}

/// T2: the document's example. 2.5 hours at 99 % are 94.7 s a move (it says a
/// minute and 36 seconds), at 90 % 138.5 s (two minutes and 19 seconds).
#[test]
fn t2_the_examples_of_the_document() {
    for (level, seconds) in [("99", 94.736_8), ("90", 138.461_5)] {
        let safety = Safety::named(level).unwrap();
        let time = recommended(TimeModel::Safety, Situation { safety, ..HOURS_2_5 });
        assert!((time - seconds).abs() < 1e-3, "{level}: {time}");
    }
}

/// T3: 70 half-moves to come at the start, 48.5 after forty.
#[test]
fn t3_by_half_moves() {
    assert!((recommended(TimeModel::Ply, HOURS_2_5) - 9_000.0 / 35.0).abs() < 1e-6);
    let later = recommended(TimeModel::Ply, Situation { ply: 40, ..HOURS_2_5 });
    assert!((later - 9_000.0 / 24.25).abs() < 1e-6, "{later}");
}

/// T4: 67.5 half-moves to come with 78 on the board; T5: a piece down, 75 on
/// the board, 63.75 less 8.
#[test]
fn t4_t5_by_material() {
    let full = recommended(TimeModel::Material, HOURS_2_5);
    assert!((full - 9_000.0 / 33.75).abs() < 1e-6, "{full}");
    let down = recommended(TimeModel::Material, Situation { material: [36, 39], ..HOURS_2_5 });
    assert!((down - 9_000.0 / 27.875).abs() < 1e-6, "{down}");
}

/// B6: five minutes are 3.75 s a move for forty moves, less 5 ms; at move forty
/// half is left and the next moves get a fortieth of what there is.
#[test]
fn b6_half_for_the_first_forty() {
    let five = Situation { own: MS * 300_000, ..HOURS_2_5 };
    assert!((recommended(TimeModel::Blitz, five) - 3.745).abs() < 1e-6);
    let mut own = 300.0;
    for number in 0..60 {
        let situation = Situation { own: duration(own), ply: 2 * number, ..five };
        let time = recommended(TimeModel::Blitz, situation) + 0.005;
        if number < 40 {
            assert!((time - 3.75).abs() < 1e-6, "move {number}: {time}");
        } else {
            assert!((time - own / 40.0).abs() < 1e-6, "move {number}: {time}");
        }
        own -= time;
    }
    let increment = Situation { increment: MS * 2_000, ..five };
    assert!((recommended(TimeModel::Blitz, increment) - 4.745).abs() < 1e-6);
}

#[test]
fn a_job_is_read_as_it_stands() {
    let fen = "4k3/pp6/8/8/8/8/8/R3K2R b KQ - 0 31";
    let mut game = Game::new(Position::from_fen(fen).unwrap());
    let clock = Clock {
        time: [Some(MS * 1_000), Some(MS * 2_000)],
        inc: [MS * 1, MS * 2],
        movestogo: Some(9),
    };
    let limits = Limits { clock, move_overhead: MS * 10, ..Limits::default() };
    let situation = Situation::of(&Job::new(game.clone(), limits.clone())).unwrap();
    let expected = Situation {
        own: MS * 2_000,
        increment: MS * 2,
        movestogo: Some(9),
        overhead: MS * 10,
        lag: Duration::ZERO,
        stall: Duration::ZERO,
        ply: 61,
        material: [2, 10],
        safety: Safety::default(),
    };
    assert_eq!(situation, expected);
    game.play(game.position().parse_uci("a7a5").unwrap());
    let next = Situation::of(&Job::new(game.clone(), limits.clone())).unwrap();
    assert_eq!((next.ply, next.own, next.material), (62, MS * 1_000, [10, 2]));
    // One clock serves both sides.
    let mut alone = limits;
    alone.clock.time[Color::White.index()] = None;
    assert_eq!(Situation::of(&Job::new(game, alone)).unwrap().own, MS * 2_000);
}

#[test]
fn names_and_models_belong_together() {
    for (model, name) in TimeModel::ALL.into_iter().zip(TimeModel::NAMES) {
        assert_eq!((model.name(), TimeModel::named(name)), (name, Some(model)));
    }
    assert_eq!(TimeModel::default().name(), TimeModel::NAMES[0]);
    assert_eq!(TimeModel::named("hourglass"), None);
}
