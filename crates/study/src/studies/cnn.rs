// SPDX-License-Identifier: GPL-3.0-or-later
//! Layers and filters of the convolutional network (Bannan §E.2): error, cost and strength.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use charts::{Axis, Chart, Series, Tick};
use chess::Game;
use engine::{EngineSetup, Network};
use eval::Evaluator;
use eval::cnn::{Cnn, Net, Shape};
use papers::Evaluation;
use search::{Control, Job};
use train::data::{Conversion, convert, is_sample_file, split};
use train::positions::{Format, Source};
use train::trainer::Config;

use crate::declare::Parameter;
use crate::games::{ENOUGH, Effort, Score, Terms, wider};
use crate::positions::{self, searcher, usual};
use crate::report::{Claim, Report, Table, Value, Verdict};
use crate::{Files, Lab, Study, StudyError};

/// The declaration.
pub(super) static STUDY: Study = Study {
    name: "cnn",
    question: "What do more layers and more filters of the convolutional network gain, and what do they cost?",
    source: "Bannan §E.2, §G, §H",
    files: Files::Optional(
        "training samples (.xts), then validation samples; without them, games of its own are played and split",
    ),
    parameters: &[
        Parameter::reals("layers", 1.0..=64.0, "1,2,3,4", "1", "convolutions"),
        Parameter::reals("filters", 1.0..=256.0, "8,16,32", "2,4", "channels of each"),
        Parameter::whole(
            "samples",
            1..=1_000_000_000,
            "200000",
            "500",
            "samples that a network learns from",
        ),
        Parameter::whole("batch", 1..=100_000, "512", "50", "samples of a step"),
        Parameter::whole(
            "games",
            2..=1_000_000,
            "400",
            "6",
            "games of its own, if no files are named",
        ),
        Parameter::whole("own-nodes", 1..=1_000_000, "2000", "60", "nodes for a move of these"),
        Parameter::whole(
            "rounds",
            0..=100_000,
            "0",
            "0",
            "pairs of games of each network against the first; 0: none",
        ),
        Parameter::whole("nodes", 1..=10_000_000, "1000", "10", "nodes for a move of these"),
        Parameter::whole("longest", 1..=1000, "200", "10", "moves after which a game is drawn"),
    ],
    measurements: &["shapes", "tables"],
    charts: &["errors", "cost"],
    run,
};

/// How many times as many nodes a second one search visits as another. The machine may do other
/// things too: both are looked at by turns, and of each position the quickest look counts.
fn speed_ratio(lab: &Lab<'_>, setups: &[EngineSetup; 2]) -> Result<f64, StudyError> {
    const LOOKS: usize = 40;
    // A look has to be over before another process gets its turn.
    const NODES: u64 = 200;
    let positions = usual(8);
    let mut searches = setups.each_ref().map(searcher);
    let mut quickest = [vec![f64::MAX; positions.len()], vec![f64::MAX; positions.len()]];
    for _ in 0..LOOKS {
        for (number, position) in positions.iter().enumerate() {
            if lab.stop().is_raised() {
                return Err(StudyError::Interrupted);
            }
            for (search, quickest) in searches.iter_mut().zip(&mut quickest) {
                let job = Job::new(Game::new(*position), positions::nodes(NODES));
                search.new_game();
                let began = Instant::now();
                let done = search.think(&job, &Control::default(), &mut |_| {});
                let each = began.elapsed().as_secs_f64() / done.nodes.max(1) as f64;
                quickest[number] = quickest[number].min(each);
            }
        }
    }
    let [one, other] = quickest.map(|each| each.iter().sum::<f64>());
    Ok(other / one)
}

/// Multiplications for a position: the first layer has 14 planes, each other as many as filters;
/// then 64 neurons and one.
fn multiplications(layers: usize, filters: usize) -> u64 {
    let (layers, filters) = (layers as u64, filters as u64);
    64 * 9 * (14 * filters + (layers - 1) * filters * filters) + 64 * 64 * filters + 64
}

/// Training and validation samples.
fn samples(lab: &mut Lab<'_>) -> Result<[PathBuf; 2], StudyError> {
    if let [training, validation] = lab.files() {
        for path in [training, validation] {
            if !is_sample_file(path).map_err(StudyError::input)? {
                return Err(StudyError::Input(format!(
                    "{}: not a file of samples (.xts)",
                    path.display()
                )));
            }
        }
        return Ok([training.clone(), validation.clone()]);
    }
    if !lab.files().is_empty() {
        return Err(StudyError::Input(
            "two files are wanted: training samples and validation samples".to_owned(),
        ));
    }
    let (games, nodes) = (lab.whole("games"), lab.whole("own-nodes"));
    let path = lab.own_games(games, nodes)?;
    let [all, training, validation] =
        ["all.xts", "training.xts", "validation.xts"].map(|name| lab.folder().join(name));
    let source = Source { path, format: Format::Games, limit: usize::MAX, every: 1 };
    convert(&[source], &Conversion::default(), &all, &mut |_| {}).map_err(StudyError::failed)?;
    split(&all, &training, &validation, 4, &mut |_| {}).map_err(StudyError::failed)?;
    Ok([training, validation])
}

fn run(lab: &mut Lab<'_>) -> Result<Report, StudyError> {
    let whole = |values: Vec<f64>| {
        values.into_iter().map(|value| value.round() as usize).collect::<Vec<_>>()
    };
    let (layers, filters) = (whole(lab.reals("layers")), whole(lab.reals("filters")));
    let [training, validation] = samples(lab)?;
    let effort = lab.whole("nodes");
    let terms = Terms {
        rounds: lab.whole("rounds"),
        nodes: Effort::Move([effort; 2]),
        longest: lab.whole("longest"),
    };
    let (count, batch) = (lab.whole("samples"), lab.count("batch"));
    lab.expect(2 * layers.len() * filters.len());
    let mut table = Table::new(
        "shapes",
        format!("Networks after {count} samples"),
        [
            "layers",
            "filters",
            "validation loss",
            "multiplications a position",
            "evaluations a second here",
            "Elo over the first",
            "games",
        ],
    );
    let mut found: Vec<(usize, usize, f64, f64)> = Vec::new();
    let mut by_layers: Vec<(usize, Score)> = Vec::new();
    let mut first: Option<(String, [(&str, String); 2])> = None;
    for &depth in &layers {
        for &width in &filters {
            let shape = Shape { layers: depth, filters: width, residual: false, policy: false };
            let most = Shape::MOST;
            if depth > most.layers || width > most.filters {
                return Err(StudyError::Input(format!(
                    "{} layers of {} filters are the most",
                    most.layers, most.filters
                )));
            }
            let net = lab.folder().join(format!("cnn-{depth}-{width}.xcn"));
            let loss: f64 = lab.measure(format!("train {depth} {width}"), |lab| {
                let config = Config {
                    training: training.clone(),
                    validation: Some(validation.clone()),
                    output: Some(net.clone()),
                    batch,
                    superbatch: count,
                    superbatches: 1,
                    warm_up: 10,
                    note: "study cnn".to_owned(),
                    ..train::cnn::default_config()
                };
                let stop = lab.stop();
                let report = train::cnn::train(&config, shape, &mut |_| match stop.is_raised() {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                });
                let report = report.map_err(StudyError::failed)?;
                report
                    .losses
                    .last()
                    .map(|losses| losses.1)
                    .ok_or_else(|| StudyError::failed("no loss"))
            })?;
            let speed: f64 = lab.measure(format!("speed {depth} {width}"), |_| {
                let bytes = std::fs::read(&net).map_err(StudyError::file(&net))?;
                let net = Arc::new(Net::from_bytes(&bytes).map_err(StudyError::failed)?);
                let positions = usual(40);
                let (mut spent, mut done) = (Duration::ZERO, 0_usize);
                while spent.as_millis() < 50 {
                    // A new one each time: an evaluator remembers what it has seen.
                    let mut evaluator = Cnn::new(Arc::clone(&net));
                    let began = Instant::now();
                    for position in &positions {
                        std::hint::black_box(evaluator.evaluate(position));
                    }
                    spent += began.elapsed();
                    done += positions.len();
                }
                Ok(done as f64 / spent.as_secs_f64())
            })?;
            let name = format!("cnn {depth}x{width}");
            let plays = [("Evaluation", "cnn".to_owned()), ("EvalFile", net.display().to_string())];
            let score = match &first {
                Some((known, options)) => {
                    lab.play(&name, [(&name, &plays), (known, options)], terms)?
                }
                None => None,
            };
            if let (Some(score), true) = (score, width == filters[0]) {
                by_layers.push((depth, score));
            }
            first.get_or_insert((name, plays));
            let [elo, games] = Score::cells(score);
            let cost = multiplications(depth, width);
            table.row([
                Value::from(depth),
                Value::from(width),
                Value::Real(loss, 5),
                Value::from(cost),
                Value::Real(speed, 0),
                elo,
                games,
            ]);
            found.push((depth, width, loss, cost as f64));
        }
    }
    let tick = |&depth: &usize| Tick { value: depth as f64, label: depth.to_string() };
    let mut chart = Chart::new(
        "Validation loss by layers",
        Axis::new("layers").ticks(layers.iter().map(tick).collect()),
        Axis::new("validation loss"),
    );
    for &width in &filters {
        let curve = found.iter().filter(|row| row.1 == width).map(|row| (row.0 as f64, row.2));
        chart = chart.series(Series::line(format!("{width} filters"), curve));
    }
    let mut by_cost: Vec<(f64, f64)> = found.iter().map(|row| (row.3, row.2)).collect();
    by_cost.sort_by(|a, b| a.0.total_cmp(&b.0));
    let cost = Chart::new(
        "Validation loss by cost",
        Axis::new("multiplications a position").log(),
        Axis::new("validation loss"),
    )
    .series(Series::line("networks", by_cost));
    let mut claims = Vec::new();
    let decided = |score: &Score| {
        let clear = |(elo, error): (f64, f64)| elo.abs() > error * wider(by_layers.len());
        score.games >= ENOUGH && score.elo.zip(score.error).is_none_or(clear)
    };
    let distance = |score: &Score| score.elo.map_or(f64::INFINITY, f64::abs);
    if let Some((depth, score)) =
        by_layers.iter().max_by(|a, b| distance(&a.1).total_cmp(&distance(&b.1)))
    {
        claims.push(Claim::new(
            "Bannan §H",
            "the outcome does not depend on the number of layers",
            format!(
                "of {} filters, {depth} layers against {}: {} in {} games",
                filters[0],
                layers[0],
                score.text(),
                score.games
            ),
            if decided(score) { Verdict::Differs } else { Verdict::Open },
        ));
    }
    // The best network against the tables that it shall replace, at equal nodes and at equal time.
    let mut against = Table::new(
        "tables",
        "The network of least loss against material and squares (`bannan`), both in the engine's search",
        [
            "comparison",
            "nodes a move: network",
            "nodes a move: tables",
            "Elo of the network",
            "games",
        ],
    );
    if let Some(best) = found.iter().min_by(|a, b| a.2.total_cmp(&b.2)) {
        let net = lab.folder().join(format!("cnn-{}-{}.xcn", best.0, best.1));
        let ratio: f64 = lab.measure("speed of the search", |lab| {
            let bytes = std::fs::read(&net).map_err(StudyError::file(&net))?;
            let network = Network::from_bytes(&bytes).map_err(StudyError::failed)?;
            let [cnn, tables] = [(Evaluation::Cnn, Some(network)), (Evaluation::Bannan, None)]
                .map(|(evaluation, net)| EngineSetup { evaluation, net, ..EngineSetup::default() });
            speed_ratio(lab, &[tables, cnn])
        })?;
        let plays = [("Evaluation", "cnn".to_owned()), ("EvalFile", net.display().to_string())];
        let tables = [("Evaluation", "bannan".to_owned())];
        let equal_time = (effort as f64 * ratio).round() as u64;
        let mut last = None;
        for (what, nodes) in [("equal nodes", effort), ("equal time", equal_time.max(1))] {
            let terms = Terms { nodes: Effort::Move([effort, nodes]), ..terms };
            last = lab.play(what, [("cnn", &plays), ("tables", &tables)], terms)?;
            let [elo, games] = Score::cells(last);
            let [own, other] = [effort, nodes].map(Value::from);
            against.row([Value::from(what), own, other, elo, games]);
        }
        claims.push(Claim::new(
            "Bannan §G",
            "the network is at least two times more efficient, with no performance penalty",
            format!(
                "the search visits {ratio:.1} times as many nodes a second with the tables as with {} × {} filters{}",
                best.0,
                best.1,
                last.map_or_else(String::new, |score| format!(
                    "; at equal time the network is {} ({} games)",
                    score.text(),
                    score.games
                ))
            ),
            match last.filter(|score| score.games >= ENOUGH) {
                Some(Score { elo: Some(elo), error: Some(error), .. }) => match elo {
                    _ if elo - error > 0.0 => Verdict::Holds,
                    _ if elo + error < 0.0 => Verdict::Differs,
                    _ => Verdict::Open,
                },
                _ if ratio > 1.0 && count >= 100_000 => Verdict::Differs,
                _ => Verdict::Open,
            },
        ));
    }
    Ok(Report {
        claims,
        remarks: vec![
            "Evaluations a second are of this machine and whatever else it was doing; multiplications are not. Losses of networks that \
             learnt from few samples say which shape learns fastest, not which is best in the end."
                .to_owned(),
        ],
        tables: vec![table, against],
        charts: vec![("errors", chart), ("cost", cost)],
        ..Report::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: one layer of one filter is 14 planes × 9 weights at 64 squares, then 64 × 64, then 64.
    #[test]
    fn multiplications_are_those_of_the_layers() {
        assert_eq!(multiplications(1, 1), 14 * 9 * 64 + 64 * 64 + 64);
        assert_eq!(multiplications(2, 3), 64 * 9 * (14 * 3 + 9) + 64 * 64 * 3 + 64);
    }
}
