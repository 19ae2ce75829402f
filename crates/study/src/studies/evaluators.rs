// SPDX-License-Identifier: GPL-3.0-or-later
//! How well every evaluator predicts results, and what each idea is worth: the ablation tables.

use charts::{Axis, Bar, Chart, Series, Tick};
use eval::{Explains, Group, Groups};
use papers::{Evaluation, Settings, Visitor};
use train::accuracy::GamePositions;
use train::positions::{Format, Source};

use crate::declare::Parameter;
use crate::games::{Score, Terms};
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
        nodes: [lab.whole("nodes"); 2],
        longest: lab.whole("longest"),
    };
    lab.expect(Evaluation::ALL.len() + ablated.len());
    let measure = |lab: &mut Lab<'_>,
                   evaluation: Evaluation,
                   without: Groups|
     -> Result<(f64, f64), StudyError> {
        lab.measure(format!("{evaluation} without [{without}]"), |_| {
            let settings = Settings { without, ..Settings::default() };
            let found = games.accuracy(&evaluation.build(&settings, Scores(&games)));
            Ok((found.error, found.width))
        })
    };
    let mut table = Table::new(
        "evaluators",
        format!("Error of the expected result in {} quiet positions", games.len()),
        [
            "evaluator",
            "squared error",
            "width of the sigmoid, centipawns",
            "Elo over placement",
            "games",
        ],
    );
    let mut errors = Vec::new();
    for &evaluation in Evaluation::ALL {
        let (error, width) = measure(lab, evaluation, Groups::NONE)?;
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
            Value::Real(error, 5),
            Value::Real(width, 0),
            elo,
            games,
        ]);
        errors.push((evaluation, error));
    }
    let of = |wanted: Evaluation| {
        errors
            .iter()
            .find(|(evaluation, _)| *evaluation == wanted)
            .map_or(f64::NAN, |found| found.1)
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
    let mut worst = Vec::new();
    for &(evaluation, group) in &ablated {
        let without: Groups =
            group.name().parse().map_err(|_| StudyError::failed("an idea without a name"))?;
        let (error, _) = measure(lab, evaluation, without)?;
        let more = 100.0 * (error / of(evaluation) - 1.0);
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
            Value::Real(error, 5),
            Value::Real(more, 2),
            elo,
            games,
        ]);
        worst.push((evaluation, group, more));
    }
    let bars = errors.iter().enumerate().map(|(i, (_, error))| Bar::new(i as f64, *error));
    let tick = |(i, name): (usize, &str)| Tick { value: i as f64, label: name.to_owned() };
    let ticks =
        errors.iter().map(|(evaluation, _)| evaluation.name()).enumerate().map(tick).collect();
    let chart = Chart::new(
        "Error of the expected result",
        Axis::new("evaluator").ticks(ticks),
        Axis::new("squared error"),
    )
    .series(Series::bars("error", bars, 0.7));
    let classical: Vec<&(Evaluation, Group, f64)> =
        worst.iter().filter(|row| row.0 == Evaluation::Classical).collect();
    let ticks = classical.iter().map(|row| row.1.name()).enumerate().map(tick).collect();
    let bars = classical.iter().enumerate().map(|(i, row)| Bar::new(i as f64, row.2));
    let idea_chart = Chart::new(
        "Classical evaluation: error without each idea",
        Axis::new("idea").ticks(ticks),
        Axis::new("more error").suffix(" %"),
    )
    .size(1100.0, 380.0)
    .series(Series::bars("more error", bars, 0.7));
    let large = games.len() >= 5000;
    let judge = |verdict: Verdict| if large { verdict } else { Verdict::Open };
    let [axon, placement, bannan, cnn] =
        [Evaluation::Axon, Evaluation::Placement, Evaluation::Bannan, Evaluation::Cnn].map(of);
    let most =
        worst.iter().filter(|row| row.0 == Evaluation::Axon).max_by(|a, b| a.2.total_cmp(&b.2));
    let mut claims = vec![
        Claim::new(
            "Axon §3",
            "the positional part makes the evaluation better than material and squares",
            format!("squared error {axon:.4} for axon, {placement:.4} for material and squares"),
            // A small difference on positions of the same games says nothing.
            match axon / placement {
                ratio if ratio < 0.97 => judge(Verdict::Holds),
                ratio if ratio > 1.03 => judge(Verdict::Differs),
                _ => Verdict::Open,
            },
        ),
        Claim::new(
            "Bannan §D.4",
            "a convolutional network evaluates positions better than the piece-square tables",
            format!(
                "squared error {cnn:.4} for the network that ships, {bannan:.4} for the tables"
            ),
            judge(Verdict::of(cnn < bannan)),
        ),
    ];
    if let Some((_, group, more)) = most {
        claims.push(Claim::new(
            "Axon §3, §4",
            "mobility, king, centralisation, development and pawns each count",
            format!("without {} the error grows most, by {more:.1} %", group.name()),
            judge(if worst.iter().filter(|row| row.0 == Evaluation::Axon).all(|row| row.2 > 0.0) {
                Verdict::Holds
            } else {
                Verdict::Partly
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
