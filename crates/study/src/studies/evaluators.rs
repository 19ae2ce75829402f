// SPDX-License-Identifier: GPL-3.0-or-later
//! How well every evaluator predicts results, and what each idea is worth: the ablation tables.

use charts::{Axis, Bar, Chart, Series, Tick};
use eval::{Explains, Group, Groups};
use papers::{Evaluation, Settings, Visitor};
use serde::{Deserialize, Serialize};
use train::accuracy::GamePositions;
use train::positions::{Format, Source};

use crate::declare::Parameter;
use crate::fit::mean_with_error;
use crate::games::{Effort, Score, Terms};
use crate::report::{Claim, Report, Table, Value, Verdict};
use crate::{Files, Lab, Study, StudyError};

/// The declaration.
pub(super) static STUDY: Study = Study {
    name: "evaluators",
    question: "How well does each evaluator predict results, what is it worth in games, and what is each of its ideas worth?",
    source: "Axon §2 to §4, Bannan §D, Baguette §5.2, COMP4121 §3",
    files: Files::Optional(
        "labelled positions in any format of xanthos data; without any, games of its own are played",
    ),
    parameters: &[
        Parameter::whole(
            "positions",
            10..=100_000_000,
            "20000",
            "300",
            "quiet positions of each file at most",
        ),
        Parameter::whole(
            "games",
            2..=1_000_000,
            "200",
            "6",
            "games of its own, if no files are named",
        ),
        Parameter::whole("own-nodes", 1..=1_000_000, "2000", "60", "nodes for a move of these"),
        Parameter::whole(
            "rounds",
            0..=100_000,
            "0",
            "0",
            "pairs of games for each evaluator and each idea; 0: none",
        ),
        Parameter::whole("nodes", 1..=10_000_000, "2000", "10", "nodes for a move of these"),
        Parameter::whole("longest", 1..=1000, "200", "10", "moves after which a game is drawn"),
    ],
    measurements: &["evaluators", "ideas"],
    charts: &["errors", "ideas"],
    run,
};

/// Positions are dealt out into so many groups of neighbours at most, each of many games: their
/// means are independent where positions of one game are not.
const GROUPS: usize = 200;

/// How well an evaluator does.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Found {
    error: f64,
    width: f64,
    /// Mean squared errors of the groups.
    groups: Vec<f64>,
}

impl Found {
    /// How much larger its error is than that of another, in per cent of that, with the 95 % of
    /// chance.
    fn more_than(&self, other: &Found) -> (f64, f64) {
        let pairs = self.groups.iter().zip(&other.groups);
        let differences: Vec<f64> = pairs.map(|(own, other)| own - other).collect();
        let (_, error) = mean_with_error(&differences);
        (100.0 * (self.error / other.error - 1.0), 100.0 * error / other.error)
    }
}

/// Whether a difference is smaller than nothing by more than chance, larger, or neither.
fn is_less((more, error): (f64, f64)) -> Verdict {
    match more {
        _ if more + error < 0.0 => Verdict::Holds,
        _ if more - error > 0.0 => Verdict::Differs,
        _ => Verdict::Open,
    }
}

/// `+1.20 ±0.30`
fn with_error((value, error): (f64, f64)) -> Value {
    Value::Text(format!("{value:+.2} ±{error:.2}").replace('-', "−"))
}

/// Scores of an evaluator.
struct Scores<'a>(&'a GamePositions);

impl Visitor for Scores<'_> {
    type Out = Vec<f64>;

    fn with<E: Explains>(self, mut evaluator: E) -> Vec<f64> {
        self.0.scores(&mut evaluator)
    }
}

fn run(lab: &mut Lab<'_>) -> Result<Report, StudyError> {
    let limit = lab.count("positions");
    let own = match lab.files() {
        [] => {
            let (games, nodes) = (lab.whole("games"), lab.whole("own-nodes"));
            vec![(lab.own_games(games, nodes)?, Format::Games)]
        }
        files => {
            let each = files
                .iter()
                .map(|path| Ok((path.clone(), Format::guess(path).map_err(StudyError::input)?)));
            each.collect::<Result<Vec<_>, StudyError>>()?
        }
    };
    let mut games = GamePositions::default();
    for (path, format) in own {
        games.add(&Source { path, format, limit, every: 4 }).map_err(StudyError::failed)?;
    }
    if games.is_empty() {
        return Err(StudyError::Input("no quiet position of a game with a result".to_owned()));
    }
    let ablated: Vec<(Evaluation, Group)> = [Evaluation::Classical, Evaluation::Axon]
        .into_iter()
        .flat_map(|evaluation| {
            let has = evaluation.groups();
            Group::ALL
                .iter()
                .copied()
                .filter(move |group| has.has(*group))
                .map(move |group| (evaluation, group))
        })
        .collect();
    let terms = Terms {
        rounds: lab.whole("rounds"),
        nodes: Effort::Move([lab.whole("nodes"); 2]),
        longest: lab.whole("longest"),
    };
    lab.expect(Evaluation::ALL.len() + ablated.len());
    let measure =
        |lab: &mut Lab<'_>, evaluation: Evaluation, without: Groups| -> Result<Found, StudyError> {
            lab.measure(format!("{evaluation} without [{without}]"), |_| {
                let settings = Settings { without, ..Settings::default() };
                let scores = evaluation.build(&settings, Scores(&games));
                let found = games.accuracy(&scores);
                let squares = games.squares(&scores, found.width);
                let groups = squares.chunks(squares.len().div_ceil(GROUPS));
                let mean = |group: &[f64]| group.iter().sum::<f64>() / group.len() as f64;
                let (error, width, groups) = (found.error, found.width, groups.map(mean).collect());
                Ok(Found { error, width, groups })
            })
        };
    let mut table = Table::new(
        "evaluators",
        format!("Error of the expected result in {} quiet positions", games.len()),
        [
            "evaluator",
            "squared error",
            "more than placement, %",
            "width of the sigmoid, centipawns",
            "Elo over placement",
            "games",
        ],
    );
    let mut errors: Vec<(Evaluation, Found)> = Vec::new();
    let placement = measure(lab, Evaluation::Placement, Groups::NONE)?;
    for &evaluation in Evaluation::ALL {
        let found = measure(lab, evaluation, Groups::NONE)?;
        let score = match evaluation {
            Evaluation::Placement => None,
            _ => {
                let options = |name: &str| [("Evaluation", name.to_owned())];
                let (this, other) = (options(evaluation.name()), options("placement"));
                lab.play(
                    evaluation.name(),
                    [(evaluation.name(), &this), ("placement", &other)],
                    terms,
                )?
            }
        };
        let [elo, games] = Score::cells(score);
        table.row([
            Value::from(evaluation.name()),
            Value::Real(found.error, 5),
            match evaluation {
                Evaluation::Placement => Value::Nothing,
                _ => with_error(found.more_than(&placement)),
            },
            Value::Real(found.width, 0),
            elo,
            games,
        ]);
        errors.push((evaluation, found));
    }
    let of = |wanted: Evaluation| {
        let found = errors.iter().find(|(evaluation, _)| *evaluation == wanted);
        found.map(|(_, found)| found).ok_or_else(|| StudyError::failed("an evaluator is missing"))
    };
    let mut ideas = Table::new(
        "ideas",
        "What each idea is worth: the error without it, and games with it against games without",
        [
            "evaluator",
            "idea",
            "error without it",
            "more than with it, %",
            "Elo of having it",
            "games",
        ],
    );
    let mut worst: Vec<(Evaluation, Group, (f64, f64))> = Vec::new();
    for &(evaluation, group) in &ablated {
        let without: Groups =
            group.name().parse().map_err(|_| StudyError::failed("an idea without a name"))?;
        let found = measure(lab, evaluation, without)?;
        let more = found.more_than(of(evaluation)?);
        let name = format!("{evaluation} without {}", group.name());
        let whole = [("Evaluation", evaluation.name().to_owned())];
        let less = [
            ("Evaluation", evaluation.name().to_owned()),
            ("EvalWithout", group.name().to_owned()),
        ];
        let score = lab.play(&name, [(evaluation.name(), &whole), (&name, &less)], terms)?;
        let [elo, games] = Score::cells(score);
        ideas.row([
            Value::from(evaluation.name()),
            Value::from(group.name()),
            Value::Real(found.error, 5),
            with_error(more),
            elo,
            games,
        ]);
        worst.push((evaluation, group, more));
    }
    let bars = errors.iter().enumerate().map(|(i, (_, found))| Bar::new(i as f64, found.error));
    let tick = |(i, name): (usize, &str)| Tick { value: i as f64, label: name.to_owned() };
    let ticks =
        errors.iter().map(|(evaluation, _)| evaluation.name()).enumerate().map(tick).collect();
    let chart = Chart::new(
        "Error of the expected result",
        Axis::new("evaluator").ticks(ticks),
        Axis::new("squared error"),
    )
    .series(Series::bars("error", bars, 0.7));
    let classical: Vec<&(Evaluation, Group, (f64, f64))> =
        worst.iter().filter(|row| row.0 == Evaluation::Classical).collect();
    let ticks = classical.iter().map(|row| row.1.name()).enumerate().map(tick).collect();
    let bars = classical.iter().enumerate().map(|(i, row)| Bar::new(i as f64, row.2.0));
    let idea_chart = Chart::new(
        "Classical evaluation: error without each idea",
        Axis::new("idea").ticks(ticks),
        Axis::new("more error").suffix(" %"),
    )
    .size(1100.0, 380.0)
    .series(Series::bars("more error", bars, 0.7));
    let large = games.len() >= 5000;
    let judge = |verdict: Verdict| if large { verdict } else { Verdict::Open };
    let [axon, bannan, cnn] =
        [of(Evaluation::Axon)?, of(Evaluation::Bannan)?, of(Evaluation::Cnn)?];
    let against = |this: &Found, other: &Found| {
        let (more, error) = this.more_than(other);
        format!("{:.4} and {:.4}, {more:+.1} ±{error:.1} %", this.error, other.error)
            .replace('-', "−")
    };
    let mut claims = vec![
        Claim::new(
            "Axon §3",
            "the positional part makes the evaluation better than material and squares",
            format!(
                "squared errors of axon and of material and squares {}",
                against(axon, &placement)
            ),
            judge(is_less(axon.more_than(&placement))),
        ),
        Claim::new(
            "Bannan §D.4",
            "a convolutional network evaluates positions better than the piece-square tables",
            format!(
                "squared errors of the network that ships and of the tables {}",
                against(cnn, bannan)
            ),
            judge(is_less(cnn.more_than(bannan))),
        ),
    ];
    let axons: Vec<_> = worst.iter().filter(|row| row.0 == Evaluation::Axon).collect();
    // Without an idea that counts the error is larger by more than chance.
    let of_axon = |verdict: Verdict| -> Vec<&str> {
        let flipped = |(more, error): (f64, f64)| (-more, error);
        let fits = axons.iter().filter(|row| is_less(flipped(row.2)) == verdict);
        fits.map(|row| row.1.name()).collect()
    };
    let (helps, harms) = (of_axon(Verdict::Holds), of_axon(Verdict::Differs));
    if !axons.is_empty() {
        let listed = |names: &[&str]| {
            if names.is_empty() { "none".to_owned() } else { names.join(", ") }
        };
        claims.push(Claim::new(
            "Axon §3, §4",
            "mobility, king, centralisation, development and pawns each count",
            format!(
                "axon predicts results worse without {}; better without {}; the others make no difference beyond chance",
                listed(&helps),
                listed(&harms)
            ),
            judge(match (helps.len(), harms.len()) {
                (0, _) => Verdict::Differs,
                (n, 0) if n == axons.len() => Verdict::Holds,
                _ => Verdict::Partly,
            }),
        ));
    }
    Ok(Report {
        claims,
        remarks: vec![
            "Each evaluator gets the width of the sigmoid that suits it, so that its scale is not held against it. An idea can predict \
             results and still cost more time than it is worth; games at equal nodes do not see that."
                .to_owned(),
        ],
        tables: vec![table, ideas],
        charts: vec![("errors", chart), ("ideas", idea_chart)],
        ..Report::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(groups: &[f64]) -> Found {
        let error = groups.iter().sum::<f64>() / groups.len() as f64;
        Found { error, width: 100.0, groups: groups.to_vec() }
    }

    #[test]
    fn what_both_find_hard_says_nothing_about_their_difference() {
        // Groups differ a lot, the two evaluators by a hundredth everywhere.
        let [hard, easier] = [0.0, 0.01]
            .map(|less| found(&[0.1, 0.3, 0.2, 0.15].map(|error: f64| error * (1.0 - less))));
        let (more, error) = easier.more_than(&hard);
        assert!((more + 1.0).abs() < 1e-9 && error < 0.5, "{more} {error}");
        assert_eq!(is_less((more, error)), Verdict::Holds);
        assert_eq!(is_less(hard.more_than(&easier)), Verdict::Differs);
        let other = found(&[0.3, 0.1, 0.15, 0.2]);
        assert_eq!(is_less(other.more_than(&hard)), Verdict::Open);
    }
}
