// SPDX-License-Identifier: GPL-3.0-or-later
//! The clock at work in a search: reasons are told, pondering counts (Achilles §5).
//! Nothing here looks at a stopwatch: what is asserted holds however slow the
//! machine is.

use crate::common;

use std::time::{Duration, Instant};

use common::*;
use xanthos_search::{
    Adjust, Clock, Control, Event, Info, Job, Limits, Search, StopReason, TimeModel, TimeReport,
};

const MIDDLEGAME: &str = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";

fn clock(ms: u64) -> Limits {
    let clock = Clock { time: [Some(Duration::from_millis(ms)); 2], ..Clock::default() };
    Limits { clock, ..Limits::default() }
}

/// Runs a job; calls `at_depth` with the depth of each line.
fn watched(job: &Job, control: &Control, at_depth: impl Fn(u32)) -> (Vec<Info>, Vec<TimeReport>) {
    let (mut infos, mut reports) = (Vec::new(), Vec::new());
    let outcome = engine().think(job, control, &mut |event| match event {
        Event::Depth(depth) => {
            at_depth(depth.best().depth);
            infos.extend(depth.into_lines());
        }
        Event::Time(report) => reports.push(report),
        _ => {}
    });
    check_answer(job, &outcome, &infos);
    (infos, reports)
}

#[test]
fn a_search_on_the_clock_says_once_why_it_ended() {
    for adapts in [true, false] {
        for multipv in [1, 2] {
            let mut job = Job::new(game(MIDDLEGAME), clock(600));
            let adjust = if adapts { Adjust::Signals } else { Adjust::Off };
            let model = TimeModel::ADAPTIVE.adjusted(adjust);
            job.settings.time_model = model;
            job.settings.multipv = multipv;
            let (_, reports) = watched(&job, &Control::default(), |_| {});
            let [report] = reports.as_slice() else { panic!("{adapts}: {reports:?}") };
            assert_eq!(report.model, Some(model));
            let known =
                [StopReason::Settled, StopReason::Spent, StopReason::Extended, StopReason::Limit];
            assert!(known.contains(&report.why), "{report:?}");
            assert!(report.target <= report.allotment.limit);
        }
    }
    for limits in [depth(5), nodes(2_000)] {
        let (_, reports) =
            watched(&Job::new(game(MIDDLEGAME), limits), &Control::default(), |_| {});
        assert!(reports.is_empty(), "nothing to say about time: {reports:?}");
    }
}

#[test]
fn stopping_and_limits_of_another_kind_are_named() {
    let job = Job::new(game(MIDDLEGAME), clock(3_600_000));
    let control = Control::default();
    let stop = |depth| {
        if depth == 3 {
            control.stop();
        }
    };
    assert_eq!(watched(&job, &control, stop).1[0].why, StopReason::Stopped);
    let job = Job::new(game(MIDDLEGAME), Limits { depth: Some(2), ..clock(3_600_000) });
    assert_eq!(watched(&job, &Control::default(), |_| {}).1[0].why, StopReason::Asked);
    let mate = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
    let job = Job::new(game(mate), clock(3_600_000));
    assert_eq!(watched(&job, &Control::default(), |_| {}).1[0].why, StopReason::Solved);
}

#[test]
fn ponderhit_keeps_the_tree() {
    let job = Job::new(game(MIDDLEGAME), Limits { ponder: true, ..clock(2_000) });
    let control = Control::new(true);
    let hit = |depth| {
        if depth == 6 {
            control.ponderhit();
        }
    };
    let (infos, _) = watched(&job, &control, hit);
    // It goes on where it was: no depth comes again.
    let depths: Vec<u32> = infos.iter().map(|info| info.depth).collect();
    assert!(depths.windows(2).all(|pair| pair[0] <= pair[1]), "{depths:?}");
    assert!(infos.windows(2).all(|pair| pair[0].nodes <= pair[1].nodes));
}

/// Time on the opponent's clock is thought all the same: who has pondered for
/// longer than the move is worth answers at once, with a minute left.
#[test]
fn a_hit_after_long_pondering_is_answered_at_once() {
    let mut job = Job::new(game(MIDDLEGAME), Limits { ponder: true, ..clock(60_000) });
    job.started = Instant::now() - Duration::from_secs(100);
    let control = Control::new(true);
    let hit = |depth| {
        if depth == 7 {
            control.ponderhit();
        }
    };
    let (infos, reports) = watched(&job, &control, hit);
    assert!(infos.last().unwrap().depth <= 8, "it went on");
    assert!(
        [StopReason::Settled, StopReason::Spent, StopReason::Extended].contains(&reports[0].why),
        "{reports:?}"
    );
}

#[test]
fn a_fixed_time_is_not_used_up_by_pondering() {
    let movetime = Some(Duration::from_millis(50));
    let mut job =
        Job::new(game(MIDDLEGAME), Limits { ponder: true, movetime, ..Limits::default() });
    job.started = Instant::now() - Duration::from_secs(100);
    let control = Control::new(true);
    let hit = |depth| {
        if depth == 5 {
            control.ponderhit();
        }
    };
    let (_, reports) = watched(&job, &control, hit);
    assert!(reports[0].used >= Duration::from_millis(50), "{reports:?}");
}
