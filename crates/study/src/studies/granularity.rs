// SPDX-License-Identifier: GPL-3.0-or-later
//! Nodes to a depth, and Elo, by how coarse the evaluation is (Axon §1).

use charts::{Axis, Chart, Series};
use engine::EngineSetup;
use papers::{Persona, Settings};

use crate::declare::Parameter;
use crate::games::{ENOUGH, Effort, Score, Terms, wider};
use crate::positions::{ask, depth, searcher, usual};
use crate::report::{Claim, Report, Table, Value, Verdict};
use crate::{Files, Lab, Study, StudyError};

/// The declaration.
pub(super) static STUDY: Study = Study {
    name: "granularity",
    question: "Does a coarser evaluation give more cutoffs, and what does it cost in strength?",
    source: "Axon §1",
    files: Files::None,
    parameters: &[
        Parameter::reals(
            "grains",
            1.0..=100.0,
            "1,5,10,25,50",
            "1,50",
            "centipawns that values are rounded to",
        ),
        Parameter::whole("depth", 1..=8, "4", "2", "depth of axon's own search"),
        Parameter::whole("own-depth", 1..=40, "12", "4", "depth of the engine's search"),
        Parameter::whole("positions", 1..=50, "24", "2", "positions of the benchmark"),
        Parameter::whole(
            "rounds",
            0..=100_000,
            "0",
            "1",
            "pairs of games for each grain against grain 1; 0: none",
        ),
        Parameter::whole("nodes", 1..=10_000_000, "5000", "20", "nodes for a move of these"),
        Parameter::whole("longest", 1..=1000, "200", "12", "moves after which a game is drawn"),
    ],
    measurements: &["grains"],
    charts: &["nodes"],
    run,
};

/// Whether coarse values cost strength, by the worst of so many matches: what chance could have
/// made is no verdict. The worst of several is low by chance alone, so its interval is widened
/// as if each match had the same claim to be it.
fn precision(worst: f64, error: f64, games: u64, matches: usize) -> Verdict {
    let error = error * wider(matches);
    match worst {
        _ if games < ENOUGH => Verdict::Open,
        _ if worst + error < 0.0 => Verdict::Holds,
        _ if worst - error > -10.0 => Verdict::Differs,
        _ => Verdict::Open,
    }
}

fn run(lab: &mut Lab<'_>) -> Result<Report, StudyError> {
    let grains: Vec<i32> =
        lab.reals("grains").into_iter().map(|grain| grain.round() as i32).collect();
    let positions = usual(lab.count("positions"));
    let axon: Persona = "axon".parse().map_err(StudyError::failed)?;
    let own = EngineSetup::default();
    let documented = EngineSetup {
        evaluation: axon.evaluation,
        method: axon.method,
        features: axon.features,
        ..EngineSetup::default()
    };
    let searches =
        [("axon", documented, lab.whole("depth")), ("engine", own, lab.whole("own-depth"))];
    let plays = lab.whole("nodes");
    let terms = Terms {
        rounds: lab.whole("rounds"),
        nodes: Effort::Move([plays; 2]),
        longest: lab.whole("longest"),
    };
    lab.expect(searches.len() * grains.len() + if terms.rounds > 0 { grains.len() - 1 } else { 0 });
    let mut counts: Vec<Vec<u64>> = Vec::new();
    for (name, setup, plies) in &searches {
        let mut row = Vec::new();
        for &granularity in &grains {
            let nodes: u64 = lab.measure(format!("{name} grain {granularity}"), |lab| {
                let settings = Settings { granularity, ..setup.settings };
                let mut search = searcher(&EngineSetup { settings, ..setup.clone() });
                let each = positions.iter().map(|position| {
                    ask(lab.stop(), &mut *search, position, depth(*plies), 1).0.nodes
                });
                Ok(each.sum())
            })?;
            row.push(nodes);
        }
        counts.push(row);
    }
    let mut table = Table::new(
        "grains",
        "Nodes to a depth, and strength, by grain",
        [
            "grain",
            "axon: nodes",
            "of grain 1, %",
            "engine: nodes",
            "of the first grain, %",
            "axon: Elo over the first grain",
            "games",
        ],
    );
    let mut worst: Option<(f64, f64, u64)> = None;
    let mut against = 0;
    for (i, &grain) in grains.iter().enumerate() {
        let score = match i {
            0 => None,
            _ => {
                let options = |grain: i32| {
                    [("Persona", "axon".to_owned()), ("Granularity", grain.to_string())]
                };
                let (coarse, fine) = (options(grain), options(grains[0]));
                let names = (format!("grain {grain}"), format!("grain {} (first)", grains[0]));
                lab.play(&names.0, [(&names.0, &coarse), (&names.1, &fine)], terms)?
            }
        };
        let found = score.and_then(|score| Some((score.elo?, score.error?, score.games)));
        if let Some(found) = found {
            against += 1;
            worst = Some(worst.filter(|worst| worst.0 <= found.0).unwrap_or(found));
        }
        let share = |row: &[u64]| Value::Real(100.0 * row[i] as f64 / row[0].max(1) as f64, 0);
        let [elo, games] = Score::cells(score);
        table.row([
            Value::from(grain),
            Value::from(counts[0][i]),
            share(&counts[0]),
            Value::from(counts[1][i]),
            share(&counts[1]),
            elo,
            games,
        ]);
    }
    let curve = |row: &[u64]| -> Vec<(f64, f64)> {
        let share = |nodes: u64| 100.0 * nodes as f64 / row[0].max(1) as f64;
        grains.iter().zip(row).map(|(&grain, &nodes)| (f64::from(grain), share(nodes))).collect()
    };
    let chart = Chart::new(
        "Nodes to the same depth",
        Axis::new("grain (centipawns)"),
        Axis::new("nodes").suffix(" %").include(0.0),
    )
    .series(Series::line("axon", curve(&counts[0])))
    .series(Series::line("engine", curve(&counts[1])));
    let last = |row: &[u64]| 100.0 * row[row.len() - 1] as f64 / row[0].max(1) as f64;
    let (coarsest, [axon, own]) = (grains[grains.len() - 1], [last(&counts[0]), last(&counts[1])]);
    let large = positions.len() >= 10;
    let mut claims = vec![Claim::new(
        "Axon §1",
        "a coarser evaluation gives more cutoffs",
        format!(
            "grain {coarsest} needs {axon:.0} % of the nodes in axon's own search, {own:.0} % in the engine's"
        ),
        if large {
            if axon < 90.0 && own < 90.0 {
                Verdict::Holds
            } else if axon < 90.0 {
                Verdict::Partly
            } else {
                Verdict::Differs
            }
        } else {
            Verdict::Open
        },
    )];
    if let Some((worst, error, games)) = worst {
        let text = format!(
            "{worst:+.0} ±{error:.0} Elo for the worst grain against grain {} at {} nodes a move",
            grains[0], plays
        );
        claims.push(Claim::new(
            "Axon §1",
            "and costs precision",
            text.replace('-', "−"),
            precision(worst, error, games, against),
        ));
    }
    Ok(Report {
        claims,
        remarks: vec![format!(
            "Rounding makes siblings equal, and equal moves cut off. The engine's own search gets its cutoffs by ordering and by the \
             table, and {} by rounding, so its granularity stays 1.",
            if own < 90.0 { "gains a little more" } else { "gains nothing that matters" }
        )],
        tables: vec![table],
        charts: vec![("nodes", chart)],
        ..Report::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_games_and_the_worst_of_many_decide_nothing() {
        assert_eq!(precision(0.0, 0.0, 2, 1), Verdict::Open);
        assert_eq!(precision(-50.0, 46.0, 200, 1), Verdict::Holds);
        assert_eq!(precision(-50.0, 46.0, 200, 4), Verdict::Open);
        assert_eq!(precision(-9.0, 46.0, 200, 4), Verdict::Open);
        assert_eq!(precision(2.0, 8.0, 5000, 4), Verdict::Differs);
    }
}
