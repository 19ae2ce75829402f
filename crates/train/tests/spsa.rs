// SPDX-License-Identifier: GPL-3.0-or-later
//! SPSA on an engine whose best settings are known.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::SplitMix64;
use std::path::PathBuf;

use xanthos_train::spsa::{self, Parameter, Plan, Record, Trial};

/// An engine that loses Elo with the square of the distance from its best
/// settings. It plays pairs of games that end as Elo says, half of them drawn.
struct Simulated {
    best: Vec<f64>,
    /// Distance that costs 40 Elo.
    scale: Vec<f64>,
}

impl Simulated {
    fn elo(&self, values: &[i64]) -> f64 {
        let each = self.best.iter().zip(&self.scale).zip(values);
        each.map(|((best, scale), &value)| -40.0 * ((value as f64 - best) / scale).powi(2)).sum()
    }

    fn pair(&self, trial: &Trial<'_>) -> f64 {
        let gap = self.elo(trial.plus) - self.elo(trial.minus);
        let expected = 1.0 / (1.0 + 10f64.powf(-gap / 400.0));
        let mut random =
            SplitMix64::seed_from_u64(0x9E37_79B9_7F4A_7C15 ^ ((trial.iteration as u64 + 1) << 20));
        (0..3).for_each(|_| _ = random.random::<f64>());
        let draw = 0.5f64.min(2.0 * expected.min(1.0 - expected));
        let mut game = || match random.random::<f64>() {
            roll if roll < draw => 0.0,
            roll if roll < draw + expected - draw / 2.0 => 1.0,
            _ => -1.0,
        };
        game() + game()
    }
}

fn simulated() -> (Simulated, Vec<Parameter>) {
    let words = ["Reach,20,0,100,8,0.02", "Depth Share,150,50,250,15,0.02", "Small,2,0,12,1,0.02"];
    let parameters = words.map(|text| Parameter::read(text).unwrap()).to_vec();
    let engine = Simulated { best: vec![60.0, 110.0, 7.0], scale: vec![20.0, 30.0, 2.5] };
    (engine, parameters)
}

#[test]
fn it_finds_the_best_settings_through_the_noise() {
    let (engine, parameters) = simulated();
    let start: Vec<i64> = parameters.iter().map(|p| p.start as i64).collect();
    for seed in [1, 2] {
        let plan = Plan { iterations: 6_000, seed, ..Plan::new(parameters.clone()) };
        let report =
            spsa::run(&plan, None, &mut |trial| Ok(Some(engine.pair(trial))), &mut |_| {}).unwrap();
        let found: Vec<i64> = report.values.iter().map(|value| value.round() as i64).collect();
        let (before, after) = (engine.elo(&start), engine.elo(&found));
        // It began 391 Elo below its best.
        assert!(before < -390.0 && after > -25.0, "{before} {after}: {:?}", report.values);
        assert_eq!(report.course.len(), 6_001);
    }
}

#[test]
fn noise_alone_leads_nowhere_far() {
    let (_, parameters) = simulated();
    let nobody = Simulated { best: vec![0.0; 3], scale: vec![1e9; 3] };
    let plan = Plan { iterations: 2_000, ..Plan::new(parameters.clone()) };
    let report =
        spsa::run(&plan, None, &mut |trial| Ok(Some(nobody.pair(trial))), &mut |_| {}).unwrap();
    for (parameter, value) in parameters.iter().zip(&report.values) {
        let steps = (value - parameter.start).abs() / parameter.c_end;
        assert!(steps < 6.0, "{} went {steps} steps astray", parameter.name);
    }
}

#[test]
fn values_stay_in_range_and_on_both_sides() {
    let (engine, parameters) = simulated();
    let plan = Plan { iterations: 300, ..Plan::new(parameters.clone()) };
    let mut differ = 0;
    spsa::run(
        &plan,
        None,
        &mut |trial| {
            for (i, parameter) in parameters.iter().enumerate() {
                for value in [trial.plus[i], trial.minus[i]] {
                    assert!((parameter.min..=parameter.max).contains(&(value as f64)));
                }
                differ += usize::from(trial.plus[i] != trial.minus[i]);
            }
            Ok(Some(engine.pair(trial)))
        },
        &mut |_| {},
    )
    .unwrap();
    assert!(differ > 850, "{differ} of 900 differ");
}

fn record(dir: &tempfile::TempDir, name: &str) -> (PathBuf, Record) {
    let path = dir.path().join(name);
    (path.clone(), Record { path, resume: true })
}

#[test]
fn a_run_that_was_broken_off_ends_in_the_same_bits() {
    let (engine, parameters) = simulated();
    let plan = Plan { iterations: 200, ..Plan::new(parameters) };
    let dir = tempfile::tempdir().unwrap();
    let (whole_path, whole) = record(&dir, "whole");
    let mut play = |trial: &Trial<'_>| Ok(Some(engine.pair(trial)));
    let at_once = spsa::run(&plan, Some(&whole), &mut play, &mut |_| {}).unwrap();

    let (path, pieces) = record(&dir, "pieces");
    let mut runs = 0;
    let in_pieces = loop {
        runs += 1;
        let mut games = 0;
        let mut play = |trial: &Trial<'_>| {
            games += 1;
            Ok((games <= 37).then(|| engine.pair(trial)))
        };
        let report = spsa::run(&plan, Some(&pieces), &mut play, &mut |_| {}).unwrap();
        if report.done == 200 {
            break report;
        }
        // As if the machine had died in the middle of a line.
        let mut text = std::fs::read_to_string(&path).unwrap();
        text.push_str("999 0.5 12.2");
        std::fs::write(&path, text).unwrap();
    };
    assert_eq!(runs, 6);
    assert_eq!(at_once, in_pieces);
    let text = |path| std::fs::read_to_string(path).unwrap();
    assert_eq!(text(&whole_path), text(&path));

    // Another seed is another run; nonsense is none.
    let other = Plan { seed: 2, ..plan.clone() };
    let mut play = |trial: &Trial<'_>| Ok(Some(engine.pair(trial)));
    let error = spsa::run(&other, Some(&pieces), &mut play, &mut |_| {}).unwrap_err();
    assert!(error.to_string().contains("seed 1', not"), "{error}");
    for nonsense in ["", "nonsense\n"] {
        std::fs::write(&path, nonsense).unwrap();
        let error = spsa::run(&plan, Some(&pieces), &mut play, &mut |_| {}).unwrap_err();
        assert!(error.to_string().ends_with("line 1: not the record of a run"), "{error}");
    }
}

#[test]
fn the_course_is_drawn() {
    let (_, parameters) = simulated();
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("course.svg");
    let course = vec![vec![20.0, 150.0, 2.0], vec![21.0, 140.0, 2.5], vec![25.0, 130.0, 3.0]];
    spsa::draw(&parameters, &course, &path).unwrap();
    let svg = std::fs::read_to_string(&path).unwrap();
    for parameter in &parameters {
        assert!(svg.contains(&parameter.name), "{}", parameter.name);
    }
}
