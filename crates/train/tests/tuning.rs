// SPDX-License-Identifier: GPL-3.0-or-later
//! The tuner's arithmetic against the evaluation and against differences, and a
//! small run from file to weights.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::SplitMix64;
use std::ops::ControlFlow;
use std::path::Path;

use chess::{Move, Position};
use eval::Classical;
use eval::classical::{COUNT, Coefficients, Weights};
use formats::viriformat::{Record, Wdl};
use xanthos_train::positions::{Format, Source, is_quiet};
use xanthos_train::texel::{self, Config, Ending, Progress, Samples, model};

/// Random games that like to capture, with each position's own evaluation as
/// the label.
fn random_games(games: usize) -> Vec<Record> {
    let mut random = SplitMix64::seed_from_u64(0x9E37_79B9_7F4A_7C15);
    let classical = Classical::default();
    let play = |_| {
        let start = Position::startpos();
        let (mut position, mut moves) = (start, Vec::new());
        for _ in 0..120 {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let captures: Vec<Move> = legal.iter().copied().filter(|m| m.is_capture()).collect();
            let choice: &[Move] = if captures.is_empty() { &legal } else { &captures };
            let m = choice[random.random_range(..choice.len())];
            let label = 4 * classical.explain(&position).total();
            moves.push((m, label.clamp(-20_000, 20_000) as i16));
            position.play(m);
        }
        let result = [Wdl::Loss, Wdl::Draw, Wdl::Win][random.random_range(..3_usize)];
        Record::new(start, result, moves)
    };
    (0..games).map(play).collect()
}

fn quiet_samples(games: usize) -> (Samples, Vec<i32>) {
    let classical = Classical::default();
    let (mut samples, mut scores) = (Samples::default(), Vec::new());
    let mut coefficients = Coefficients::default();
    for (n, record) in random_games(games).iter().enumerate() {
        let target = 0.1 + 0.8 * (n % 5) as f64 / 4.0;
        record
            .visit(|position, _, _| {
                classical.count(position, &mut coefficients);
                if is_quiet(position)
                    && !coefficients.adjusted
                    && samples.push(&coefficients, target)
                {
                    scores.push(coefficients.score(classical.weights()));
                }
            })
            .unwrap();
    }
    (samples, scores)
}

#[test]
fn the_model_is_the_evaluation_but_for_rounding() {
    let (samples, scores) = quiet_samples(20);
    let weights = model::vector(&Weights::default());
    assert!(samples.len() > 500, "{}", samples.len());
    for (number, &score) in scores.iter().enumerate() {
        let smooth = model::score(&weights, &samples, number);
        assert!((smooth - f64::from(score)).abs() < 4.0, "{smooth} {score}");
    }
}

#[test]
fn the_gradient_is_what_differences_of_the_loss_show() {
    let (samples, _) = quiet_samples(12);
    let numbers: Vec<u32> = (0..samples.len() as u32).collect();
    // Weights off the whole numbers, away from the kinks of the model.
    let mut random = SplitMix64::seed_from_u64(7);
    let mut weights = model::vector(&Weights::default());
    for pair in &mut weights {
        *pair = pair.map(|w| w + f64::from(random.random_range(..1000_u32)) / 400.0 + 0.013);
    }
    let k = 170.0;
    let loss = |weights: &[[f64; 2]]| model::loss(weights, &samples, k, 1) * samples.len() as f64;
    let (error, gradient) = model::batch(&weights, &samples, &numbers, k, 2);
    assert!((error - loss(&weights)).abs() < 1e-9 * error);

    let mut nonzero = 0;
    for i in 0..COUNT {
        for half in 0..2 {
            let step = 1e-5;
            let mut moved = weights.clone();
            moved[i][half] += step;
            let above = loss(&moved);
            moved[i][half] -= 2.0 * step;
            let difference = (above - loss(&moved)) / (2.0 * step);
            let claimed = gradient[i][half];
            let tolerance = 1e-5 + 1e-3 * difference.abs();
            assert!((difference - claimed).abs() < tolerance, "{i}/{half}: {difference} {claimed}");
            nonzero += usize::from(difference.abs() > 1e-7);
        }
    }
    assert!(nonzero > COUNT / 2, "only {nonzero} weights matter");
}

#[test]
fn threads_do_not_change_the_sum() {
    let (samples, _) = quiet_samples(40);
    let numbers: Vec<u32> = (0..samples.len() as u32).collect();
    let weights = model::vector(&Weights::default());
    let (one, many) = (
        model::batch(&weights, &samples, &numbers, 170.0, 1),
        model::batch(&weights, &samples, &numbers, 170.0, 3),
    );
    assert!(samples.len() > 1024, "{} positions are one piece only", samples.len());
    assert_eq!(one.0.to_bits(), many.0.to_bits());
    assert_eq!(one.1, many.1);
}

/// A small run in `dir` from weights that know material only.
fn small_run(dir: &Path) -> Config {
    let data = dir.join("games.vf.zst");
    if !data.exists() {
        let mut plain = Vec::new();
        random_games(64).iter().for_each(|record| record.write(&mut plain).unwrap());
        std::fs::write(&data, zstd_of(&plain)).unwrap();
    }
    Config {
        sources: vec![Source { path: data, format: Format::Games, limit: 100_000, every: 1 }],
        start: Weights::default().without(|slot| slot.name == "MATERIAL"),
        epochs: 4,
        batch: 256,
        rate: 6.0,
        blend: 0.0,
        width: Some(183.0),
        threads: 2,
        ..Config::default()
    }
}

#[test]
fn a_run_learns_and_writes_what_the_engine_compiles_in() {
    let dir = tempfile::tempdir().unwrap();
    let config = Config {
        output: Some(dir.path().join("weights.rs")),
        plot: Some(dir.path().join("loss.svg")),
        ..small_run(dir.path())
    };
    // From silence it must find what the labels know: material at least.
    let report = texel::run(&config, &mut |_| ControlFlow::Continue(())).unwrap();
    let losses: Vec<f64> = report.losses.iter().map(|&(_, validation)| validation).collect();
    assert_eq!(losses.len(), 4);
    assert!(losses[3] < losses[0] * 0.8, "{losses:?}");
    let written = std::fs::read_to_string(dir.path().join("weights.rs")).unwrap();
    assert_eq!(written, report.weights.source());
    assert_eq!(Weights::parse(&written), Ok(report.weights));
    let svg = std::fs::read_to_string(dir.path().join("loss.svg")).unwrap();
    assert!(svg.contains("<svg") && svg.contains("validation"));
}

#[test]
fn a_run_broken_off_anywhere_ends_in_the_same_bits() {
    let dir = tempfile::tempdir().unwrap();
    let whole = Config {
        checkpoint: Some(dir.path().join("whole.checkpoint")),
        threads: 1,
        ..small_run(dir.path())
    };
    texel::run(&whole, &mut |_| ControlFlow::Continue(())).unwrap();

    // Stopped after every third step, and each time taken up again.
    let path = dir.path().join("pieces.checkpoint");
    let pieces = Config { checkpoint: Some(path.clone()), resume: true, ..small_run(dir.path()) };
    let mut runs = 0;
    loop {
        let mut steps = 0;
        let report = texel::run(&pieces, &mut |progress| {
            steps += usize::from(matches!(progress, Progress::Batch { .. }));
            if steps >= 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        runs += 1;
        if report.unwrap().ending == Ending::Complete {
            break;
        }
    }
    assert!(runs > 4, "{runs} runs");
    let text = |name: &str| std::fs::read_to_string(dir.path().join(name)).unwrap();
    assert_eq!(text("whole.checkpoint"), text("pieces.checkpoint"));

    // Another seed is another run, and its checkpoint is not this one's.
    let other = Config { seed: 2, ..pieces.clone() };
    let error = texel::run(&other, &mut |_| ControlFlow::Continue(())).unwrap_err();
    assert!(error.to_string().contains("had seed 1, not 2"), "{error}");
    let fresh = Config { resume: false, ..other };
    texel::run(&fresh, &mut |_| ControlFlow::Continue(())).unwrap();
    assert_ne!(text("whole.checkpoint"), text("pieces.checkpoint"));
    std::fs::write(&path, "nonsense").unwrap();
    let error = texel::run(&pieces, &mut |_| ControlFlow::Continue(())).unwrap_err();
    assert!(error.to_string().ends_with("line 1: not a checkpoint of these weights"), "{error}");
}

fn zstd_of(plain: &[u8]) -> Vec<u8> {
    zstd::encode_all(plain, 1).unwrap()
}

#[test]
fn nothing_to_learn_from_is_an_error() {
    let error = texel::run(&Config::default(), &mut |_| ControlFlow::Continue(())).unwrap_err();
    assert_eq!(error.to_string(), "no quiet position in the sources");
    let source = Source { path: "no/such.vf".into(), format: Format::Games, limit: 1, every: 1 };
    let config = Config { sources: vec![source], ..Config::default() };
    let error = texel::run(&config, &mut |_| ControlFlow::Continue(())).unwrap_err();
    assert!(error.to_string().contains("no/such.vf"), "{error}");
}

#[test]
fn damage_is_reported_with_file_and_place() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("damaged.vf");
    let games = random_games(3);
    let (mut file, mut ends) = (Vec::new(), Vec::new());
    for game in &games {
        game.write(&mut file).unwrap();
        ends.push(file.len());
    }
    let source = Source { path: path.clone(), format: Format::Games, limit: usize::MAX, every: 1 };
    let config = Config { sources: vec![source], threads: 2, ..Config::default() };
    let refused = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        let error = texel::run(&config, &mut |_| ControlFlow::Continue(())).unwrap_err();
        let text = error.to_string();
        assert!(text.contains("damaged.vf"), "{text}");
        text
    };
    let cut = refused(&file[..file.len() - 2]);
    assert!(cut.contains(&format!("at byte {}", ends[1])), "{cut}");
    let mut illegal = file.clone();
    illegal[ends[0] + 32] ^= 0xff;
    let text = refused(&illegal);
    let place = format!("record 2 at byte {}", ends[0]);
    assert!(text.contains(&place) && text.contains("not legal"), "{text}");
    let mut position = file.clone();
    position[ends[0]] ^= 0x10; // no king on e1
    let text = refused(&position);
    assert!(text.contains(&format!("at byte {}", ends[0])), "{text}");
}
