// SPDX-License-Identifier: GPL-3.0-or-later
//! The tree search of COMP4121 §4: by its exploration constant, by iterations, and against
//! alpha-beta.

use charts::{Axis, Chart, Series};
use chess::{Move, Position};
use engine::EngineSetup;
use papers::{Features, Method, Persona};

use crate::declare::Parameter;
use crate::fit::mean_with_error;
use crate::games::{Effort, Score, Terms, best_of};
use crate::positions::{ask, centipawns, nodes, only, searcher, wanted};
use crate::report::{Claim, Report, Table, Value, Verdict};
use crate::{Files, Lab, Study, StudyError};

/// The declaration.
pub(super) static STUDY: Study = Study {
    name: "mcts",
    question: "What do the exploration constant and more iterations gain, and who is right where tree search and alpha-beta differ?",
    source: "COMP4121 §4",
    files: Files::Optional(
        "positions as FEN or EPD, or games, each in the position before White's 30th move; without any, the positions of the benchmark",
    ),
    parameters: &[
        Parameter::reals(
            "c",
            0.01..=10.0,
            "0.02,0.05,0.1,0.2,0.4,0.7,1.41,2.8",
            "0.1,1.41",
            "exploration constants",
        ),
        Parameter::reals(
            "iterations",
            1.0..=1_000_000.0,
            "50,200,800",
            "10,20",
            "iterations of the documented form",
        ),
        Parameter::reals(
            "visits",
            1.0..=10_000_000.0,
            "100,400,1600",
            "20",
            "nodes of the strong form",
        ),
        Parameter::whole(
            "alphabeta",
            1..=100_000_000,
            "5000",
            "200",
            "nodes of alpha-beta that it is compared with",
        ),
        Parameter::whole(
            "reference",
            1..=1_000_000_000,
            "200000",
            "1000",
            "nodes of the search that says who is right",
        ),
        Parameter::whole("positions", 1..=100_000, "24", "2", "positions at most"),
        Parameter::whole(
            "rounds",
            0..=100_000,
            "0",
            "0",
            "pairs of games for each constant against 1.41; 0: none",
        ),
        Parameter::whole(
            "steps",
            0..=100_000,
            "0",
            "0",
            "pairs of games for each effort against the one before; 0: none",
        ),
        Parameter::whole("nodes", 1..=10_000_000, "100", "10", "iterations for a move of these"),
        Parameter::whole("longest", 1..=1000, "200", "10", "moves after which a game is drawn"),
    ],
    measurements: &["forms", "differences"],
    charts: &["constant", "iterations"],
    run,
};

/// A form of the search with an effort: what it chose, what that is worth by the reference.
struct Row {
    name: String,
    c: Option<f64>,
    effort: u64,
    /// Centipawns lost against the reference's best move, at each position.
    losses: Vec<i32>,
    moves: Vec<Move>,
}

impl Row {
    /// The first word of its name, if it is about effort.
    fn kind(&self) -> &str {
        if self.c.is_some() { "constant" } else { self.name.split(',').next().unwrap_or_default() }
    }

    fn mean(&self) -> f64 {
        f64::from(self.losses.iter().sum::<i32>()) / self.losses.len() as f64
    }

    /// How much more it loses than another at the same positions, with the 95 % of chance.
    fn more_than(&self, other: &Row) -> (f64, f64) {
        let pairs = self.losses.iter().zip(&other.losses);
        mean_with_error(&pairs.map(|(own, other)| f64::from(own - other)).collect::<Vec<_>>())
    }

    fn agreed(&self) -> usize {
        self.losses.iter().filter(|&&loss| loss == 0).count()
    }
}

/// Whether it is the usual constant, √2.
fn is_root_two(c: f64) -> bool {
    (c - std::f64::consts::SQRT_2).abs() < 0.01
}

/// Losses beyond this are all alike: the game is lost.
const MOST_LOST: i32 = 500;

fn documented(c: f64) -> EngineSetup {
    let persona: Persona = "comp4121-mcts".parse().unwrap_or_default();
    let features = Features { exploration: (100.0 * c).round() as u32, ..persona.features };
    EngineSetup {
        evaluation: persona.evaluation,
        method: Method::Uct,
        features,
        ..EngineSetup::default()
    }
}

/// What a move is worth by the reference search, remembered.
fn worth(
    lab: &mut Lab<'_>,
    number: usize,
    position: &Position,
    mv: Option<Move>,
    effort: u64,
) -> Result<(i32, Option<String>), StudyError> {
    let key = mv.map_or_else(
        || format!("best of {number}"),
        |mv| format!("{} of {number}", position.uci(mv)),
    );
    lab.measure(key, |lab| {
        let mut search = searcher(&EngineSetup::default());
        let limits = mv.map_or_else(|| nodes(effort), |mv| only(nodes(effort), mv));
        let (outcome, depths) = ask(lab.stop(), &mut *search, position, limits, 1);
        let score = depths.last().map_or(0, |depth| centipawns(depth.best().score));
        Ok((score, outcome.best.map(|mv| position.uci(mv).to_string())))
    })
}

fn run(lab: &mut Lab<'_>) -> Result<Report, StudyError> {
    let positions = wanted(lab)?;
    let (constants, iterations) = (lab.reals("c"), lab.reals("iterations"));
    let usual_c = std::f64::consts::SQRT_2;
    let most = iterations.iter().copied().fold(1.0, f64::max) as u64;
    let mut forms: Vec<(String, Option<f64>, u64, EngineSetup)> = Vec::new();
    for &c in &constants {
        forms.push((format!("uct, c = {c}"), Some(c), most, documented(c)));
    }
    for &effort in &iterations {
        forms.push((format!("uct, {effort} iterations"), None, effort as u64, documented(usual_c)));
    }
    for effort in lab.reals("visits") {
        let setup = EngineSetup { method: Method::Mcts, ..EngineSetup::default() };
        forms.push((format!("mcts, {effort} nodes"), None, effort as u64, setup));
    }
    let alphabeta = lab.whole("alphabeta");
    forms.push((format!("alphabeta, {alphabeta} nodes"), None, alphabeta, EngineSetup::default()));
    let reference = lab.whole("reference");
    lab.expect(forms.len() * positions.len() + positions.len());
    let mut rows = Vec::new();
    for (name, c, effort, setup) in &forms {
        let mut row = Row {
            name: name.clone(),
            c: *c,
            effort: *effort,
            losses: Vec::new(),
            moves: Vec::new(),
        };
        for (number, position) in positions.iter().enumerate() {
            let text: String = lab.measure(format!("{name} at {number}"), |lab| {
                let (outcome, _) =
                    ask(lab.stop(), &mut *searcher(setup), position, nodes(*effort), 1);
                let best = outcome.best.ok_or_else(|| StudyError::failed("no move"))?;
                Ok(position.uci(best).to_string())
            })?;
            let chosen = position.parse_uci(&text).map_err(StudyError::failed)?;
            let (best, best_move) = worth(lab, number, position, None, reference)?;
            let loss = match best_move.as_deref() == Some(text.as_str()) {
                true => 0,
                false => {
                    lab.expect(1);
                    let (value, _) = worth(lab, number, position, Some(chosen), reference)?;
                    (best - value).clamp(1, MOST_LOST)
                }
            };
            row.losses.push(loss);
            row.moves.push(chosen);
        }
        rows.push(row);
    }
    // Elo of each constant, and of each step of the effort.
    let (plays, longest) = (lab.whole("nodes"), lab.whole("longest"));
    let terms = Terms { rounds: lab.whole("rounds"), nodes: Effort::Move([plays; 2]), longest };
    let steps = Terms { rounds: lab.whole("steps"), ..terms };
    let mut forms_table = Table::new(
        "forms",
        format!(
            "Choices in {} positions, judged by alpha-beta with {reference} nodes",
            positions.len()
        ),
        [
            "search",
            "iterations or nodes",
            "its choice is the judge's",
            "mean loss, centipawns",
            "more than c = 1.41 loses",
            "Elo over c = 1.41, or over the effort before",
            "games",
        ],
    );
    let uct = |c: f64| {
        [("Persona", "comp4121-mcts".to_owned()), ("UctExploration", format!("{:.0}", 100.0 * c))]
    };
    let strong = [("Search", "mcts".to_owned())];
    let mut before: Option<&Row> = None;
    let root_two = rows.iter().find(|row| row.c.is_some_and(is_root_two));
    let mut matches: Vec<(f64, Score)> = Vec::new();
    for row in &rows {
        // A constant plays against the usual one, an effort against the one before it.
        let step = before.filter(|last| last.kind() == row.kind()).map(|last| last.effort);
        before = Some(row);
        let score = match (row.c, step) {
            (Some(c), _) if !is_root_two(c) => {
                let name = format!("c {c}");
                lab.play(&name, [(&name, &uct(c)), ("c 1.41", &uct(1.41))], terms)?
            }
            (None, Some(fewer)) => {
                let terms = Terms { nodes: Effort::Move([row.effort, fewer]), ..steps };
                let names = [row.effort, fewer].map(|effort| format!("{} {effort}", row.kind()));
                let options = uct(usual_c);
                let options = if row.kind() == "uct" { &options[..] } else { &strong[..] };
                lab.play(&names[0], [(&names[0], options), (&names[1], options)], terms)?
            }
            _ => None,
        };
        if let (Some(c), Some(score)) = (row.c, score) {
            matches.push((c, score));
        }
        let more = match root_two {
            Some(usual) if row.c.is_some_and(|c| !is_root_two(c)) => {
                let (more, error) = row.more_than(usual);
                Value::Text(format!("{more:+.1} ±{error:.1}").replace('-', "−"))
            }
            _ => Value::Nothing,
        };
        let [elo, games] = Score::cells(score);
        forms_table.row([
            Value::from(row.name.as_str()),
            Value::from(row.effort),
            Value::from(row.agreed()),
            Value::Real(row.mean(), 1),
            more,
            elo,
            games,
        ]);
    }
    // Who is right where they differ?
    let mut differences = Table::new(
        "differences",
        format!("Where the choice differs from that of alpha-beta with {alphabeta} nodes"),
        ["search", "differs", "it is better", "alpha-beta is better", "equal"],
    );
    let Some((judged, others)) = rows.split_last() else {
        return Err(StudyError::failed("no searches"));
    };
    let mut told = Vec::new();
    for row in others.iter().filter(|row| row.c.is_none()) {
        let mut counts = [0_u64; 4];
        for i in 0..positions.len() {
            if row.moves[i] != judged.moves[i] {
                counts[0] += 1;
                counts[match row.losses[i].cmp(&judged.losses[i]) {
                    std::cmp::Ordering::Less => 1,
                    std::cmp::Ordering::Greater => 2,
                    std::cmp::Ordering::Equal => 3,
                }] += 1;
            }
        }
        differences
            .row(std::iter::once(Value::from(row.name.as_str())).chain(counts.map(Value::from)));
        told.push((row.name.clone(), counts));
    }
    let by_constant = rows.iter().filter_map(|row| Some((row.c?, row.mean())));
    let constant = Chart::new(
        format!("Loss by the exploration constant, {most} iterations"),
        Axis::new("c").log(),
        Axis::new("mean loss (centipawns)").include(0.0),
    )
    .series(Series::line("uct", by_constant));
    let by_effort = |word: &str| -> Vec<(f64, f64)> {
        let rows = rows.iter().filter(|row| row.c.is_none() && row.name.starts_with(word));
        rows.map(|row| (row.effort as f64, row.mean())).collect()
    };
    let effort = Chart::new(
        "Loss by iterations",
        Axis::new("iterations or nodes").log(),
        Axis::new("mean loss (centipawns)").include(0.0),
    )
    .series(Series::line("documented (uct)", by_effort("uct")))
    .series(Series::line("strong (mcts)", by_effort("mcts")));
    let large = positions.len() >= 12;
    let judge = |verdict: Verdict| if large { verdict } else { Verdict::Open };
    let mut claims = Vec::new();
    let by_loss: Vec<&Row> = rows.iter().filter(|row| row.c.is_some()).collect();
    if let Some(least) = by_loss.iter().min_by(|a, b| a.mean().total_cmp(&b.mean())) {
        let mut told = vec![format!(
            "mean loss {:.0} centipawns at c = {}",
            least.mean(),
            least.c.unwrap_or_default()
        )];
        told.extend(root_two.map(|usual| format!("{:.0} at c = 1.41", usual.mean())));
        let best = best_of(&matches);
        told.extend(best.map(|(c, score, _)| {
            format!("in games c = {c} is {} over 1.41 ({} games)", score.text(), score.games)
        }));
        claims.push(Claim::new(
            "COMP4121 §4.1",
            "the constant c may be tuned to make the engine behave better",
            told.join(", "),
            // Positions alone don't tell who wins.
            match best {
                Some((.., true)) => Verdict::Holds,
                _ => Verdict::Open,
            },
        ));
    }
    let mut uct = rows.iter().filter(|row| row.c.is_none() && row.name.starts_with("uct"));
    if let (Some(few), Some(many)) = (uct.next(), uct.next_back()) {
        let (less, chance) = few.more_than(many);
        claims.push(Claim::new(
            "COMP4121 §4",
            "more iterations choose better moves",
            format!(
                "mean loss {:.0} centipawns with {} iterations, {:.0} with {}: {less:.0} ±{chance:.0} less",
                few.mean(),
                few.effort,
                many.mean(),
                many.effort
            ),
            if less.abs() <= chance { Verdict::Open } else { judge(Verdict::of(less > 0.0)) },
        ));
    }
    if let Some((name, [differs, right, wrong, _])) =
        told.iter().rev().find(|(name, _)| name.starts_with("uct"))
    {
        claims.push(Claim::new(
            "COMP4121 §4.5",
            "untuned, the tree search is weaker than minimax with alpha-beta",
            format!("{name} differs from alpha-beta with {alphabeta} nodes in {differs} of {} positions: better in {right}, worse in {wrong}", positions.len()),
            judge(Verdict::of(wrong > right)),
        ));
    }
    Ok(Report {
        claims,
        remarks: vec![format!(
            "An iteration of the documented form is a minimax of depth 3, so {most} of them are far more work than {most} nodes. The strong form \
             (docs/mcts.md) has a policy network and expected results of the evaluation in their place."
        )],
        tables: vec![forms_table, differences],
        charts: vec![("constant", constant), ("iterations", effort)],
        ..Report::default()
    })
}
