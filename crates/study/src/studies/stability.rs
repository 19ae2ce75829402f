// SPDX-License-Identifier: GPL-3.0-or-later
//! How often a chosen move is replaced when the search goes on (Achilles §5, the Fritz experiment),
//! for any UCI engine.

use std::time::Duration;

use charts::{Axis, Chart, Series};
use chess::{Game, Position, Role};
use engine::EngineSetup;
use play::uci::info::InfoLine;
use play::{GameStart, Launch, Player, Timeouts, Turn};
use search::{Bound, Gap, Iteration, Limits, Watch};
use serde::{Deserialize, Serialize};

use crate::declare::{Kind, Parameter};
use crate::fit::{chance, logistic};
use crate::games::{ENOUGH, Effort, Score, Terms};
use crate::positions::{self, centipawns};
use crate::report::{Claim, Report, Table, Value, Verdict};
use crate::{Files, Lab, Study, StudyError};

/// Whether a sample, as numbers, has a certain sign.
type Sign<'a> = &'a dyn Fn(&[f64; 5]) -> bool;

/// The declaration.
pub(super) static STUDY: Study = Study {
    name: "stability",
    question: "How often is the move that was chosen after t₁ replaced before t₂, and what tells that it will be?",
    source: "Achilles §3, §5",
    files: Files::Optional(
        "positions as FEN or EPD, or games, each in the position before White's 30th move; without any, the positions of the benchmark",
    ),
    parameters: &[
        Parameter {
            name: "engine",
            kind: Kind::Text,
            default: "xanthos",
            quick: "xanthos",
            help: "the program to ask; xanthos is this one",
        },
        Parameter::whole("positions", 1..=100_000, "40", "3", "positions at most"),
        Parameter::whole(
            "nodes",
            1..=10_000_000_000,
            "400000",
            "3000",
            "nodes of each search, unless milliseconds are set",
        ),
        Parameter::whole(
            "milliseconds",
            0..=100_000_000,
            "0",
            "0",
            "time of each search; 0: nodes count",
        ),
        Parameter::whole(
            "own-nodes",
            1..=10_000_000_000,
            "200000",
            "3000",
            "nodes of each search of this engine's own signals",
        ),
        Parameter::whole(
            "rounds",
            0..=100_000,
            "0",
            "1",
            "pairs of games of `adaptive` against itself without what the search sees; 0: none",
        ),
        Parameter::whole(
            "clock",
            1000..=10_000_000_000,
            "200000",
            "20000",
            "nodes on the clock of each side in these, and a hundredth of that more for each move",
        ),
        Parameter::whole("longest", 1..=1000, "200", "6", "moves after which a game is drawn"),
        Parameter::whole("lines", 1..=10, "2", "2", "lines that are asked for: two tell the gap"),
        Parameter::whole("hash", 1..=100_000, "32", "4", "hash table of the engine, MiB"),
    ],
    measurements: &["changes", "signs", "fit", "own", "games", "series"],
    charts: &["changes", "signs"],
    run,
};

/// A finished depth of a search, as the engine told it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Step {
    depth: u32,
    /// Nodes, or milliseconds.
    effort: u64,
    best: String,
    score: i32,
    /// Centipawns to the second line, if it was told.
    gap: Option<i32>,
}

/// The finished depths in the lines of an engine; `by_time` says what effort is.
fn steps(said: &[String], by_time: bool) -> Vec<Step> {
    let mut all: Vec<Step> = Vec::new();
    for line in said.iter().filter(|line| line.starts_with("info ")) {
        let info = InfoLine::parse(line);
        let thinking = info.thinking;
        let (Some(score), Some(depth), Some(best)) =
            (thinking.score, thinking.depth, thinking.pv.first())
        else {
            continue;
        };
        if thinking.bound != Some(Bound::Exact) {
            continue;
        }
        let score = centipawns(score);
        if info.multipv.unwrap_or(1) > 1 {
            if info.multipv == Some(2)
                && let Some(last) = all.last_mut().filter(|last| last.depth == depth)
            {
                last.gap = Some(last.score - score);
            }
            continue;
        }
        let millis = thinking.time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
        let effort = if by_time { millis } else { thinking.nodes };
        let step =
            Step { depth, effort: effort.unwrap_or(0), best: best.clone(), score, gap: None };
        // A depth that is told twice counts once: the last word.
        match all.last_mut().filter(|last| last.depth == depth) {
            Some(last) => *last = step,
            None => all.push(step),
        }
    }
    all
}

/// What stood after so much effort.
fn after(steps: &[Step], effort: f64) -> Option<usize> {
    steps.iter().rposition(|step| step.effort as f64 <= effort)
}

/// What was seen at a step, for telling whether the move will change: a constant, a move that
/// has just changed (half as much with each depth since), the score's fall in pawns, the gap in
/// pawns, the middlegame.
fn signs(steps: &[Step], at: usize, phase: f64) -> [f64; 5] {
    let mut changes = 0.0;
    for pair in steps[..=at].windows(2) {
        changes = if pair[0].best == pair[1].best { changes / 2.0 } else { 1.0 };
    }
    let before = if at > 0 { steps[at - 1].score } else { steps[at].score };
    let fall = f64::from((before - steps[at].score).clamp(-200, 200)) / 100.0;
    let gap = f64::from(steps[at].gap.unwrap_or(50).clamp(0, 300)) / 100.0;
    [1.0, changes, fall, gap, phase]
}

/// 1 with all pieces, 0 with kings and pawns.
fn phase(position: &Position) -> f64 {
    let count = |role| f64::from(position.by_role(role).count());
    let pieces = count(Role::Knight)
        + count(Role::Bishop)
        + 2.0 * count(Role::Rook)
        + 4.0 * count(Role::Queen);
    (pieces / 24.0).min(1.0)
}

/// The engine's own search, which sees more than UCI tells: what `adaptive` sees after each depth
/// (its signs), and the nodes and the best move then.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Seen {
    nodes: u64,
    best: String,
    signs: [f64; 3],
    /// The chance of a change by the weights that play.
    chance: f64,
}

fn own_series(lab: &Lab<'_>, position: &Position, limits: &Limits) -> Vec<Seen> {
    let mut search = positions::searcher(&EngineSetup::default());
    let (_, depths) = positions::ask(lab.stop(), &mut *search, position, limits.clone(), 1);
    let mut watch = Watch::default();
    let mut seen: Vec<Seen> = Vec::new();
    for depth in &depths {
        let line = depth.best();
        let Some(&best) = line.pv.first() else { continue };
        let effort = depth.effort().map(|share| f64::from(share) / 100.0);
        let (value, gap) = (centipawns(line.score), Gap::Unknown);
        watch.observe(&Iteration { depth: line.depth as i32, best, value, effort, gap }, None);
        seen.push(Seen {
            nodes: line.nodes,
            best: position.uci(best).to_string(),
            signs: watch.signals.signs(),
            chance: watch.signals.change_probability(),
        });
    }
    seen
}

/// After each depth with at least so many nodes: what was seen, and whether the move is another
/// after twice the nodes. A search that ended before that tells nothing.
fn own_samples(series: &[Vec<Seen>], least: u64) -> Vec<(&Seen, bool)> {
    let mut samples = Vec::new();
    for seen in series {
        let Some(end) = seen.last().map(|last| last.nodes) else { continue };
        for now in seen.iter().filter(|now| now.nodes >= least && 2 * now.nodes <= end) {
            let then = seen.iter().rev().find(|later| later.nodes <= 2 * now.nodes);
            samples.push((now, then.is_some_and(|then| then.best != now.best)));
        }
    }
    samples
}

/// What the engine's own search tells, and how well the weights that play use it.
fn own_fit(series: &[Vec<Seen>], whole: u64) -> (Table, String) {
    let cases = own_samples(series, whole / 64);
    let samples: Vec<([f64; 4], bool)> = cases
        .iter()
        .map(|(seen, replaced)| {
            let [changes, elsewhere, fall] = seen.signs;
            ([1.0, changes, elsewhere, fall], *replaced)
        })
        .collect();
    let weights = logistic(&samples).unwrap_or([0.0; 4]);
    let mut table = Table::new(
        "own",
        format!("The same by what `adaptive` sees in {} cases, z the sum of", samples.len()),
        ["sign", "coefficient"],
    );
    let names = [
        "constant",
        "changes of mind (1, halved with each depth)",
        "share of the nodes that went into other moves",
        "fall of the score below its average, in half pawns",
    ];
    for (name, weight) in names.into_iter().zip(weights) {
        table.row([Value::from(name), Value::Real(weight, 2)]);
    }
    let square = |chance: f64, happened: bool| (chance - f64::from(u8::from(happened))).powi(2);
    let count = samples.len().max(1) as f64;
    let mean = samples.iter().filter(|(_, happened)| *happened).count() as f64 / count;
    let fitted = samples.iter().map(|(x, y)| square(chance(&weights, x), *y)).sum::<f64>() / count;
    let playing = cases.iter().map(|(seen, y)| square(seen.chance, *y)).sum::<f64>() / count;
    let alone = samples.iter().map(|(_, y)| square(mean, *y)).sum::<f64>() / count;
    let remark = format!(
        "The engine's own search, which knows the share of nodes of the best move besides: the move changed in {:.0} % of {} cases. \
         Squared error of the fit {fitted:.4}, of the chance by which `adaptive` plays {playing:.4}, of the mean chance alone {alone:.4}. \
         The weights by which it plays are such a fit (docs/time.md), and were tried in games (docs/log).",
        100.0 * mean,
        samples.len()
    );
    (table, remark)
}

/// Efforts are compared in these parts of the whole.
const PARTS: [f64; 7] = [1.0 / 64.0, 1.0 / 32.0, 1.0 / 16.0, 1.0 / 8.0, 1.0 / 4.0, 1.0 / 2.0, 1.0];

fn run(lab: &mut Lab<'_>) -> Result<Report, StudyError> {
    let all = positions::wanted(lab)?;
    let millis = lab.whole("milliseconds");
    let by_time = millis > 0;
    let limits = match by_time {
        true => Limits { movetime: Some(Duration::from_millis(millis)), ..Limits::default() },
        false => Limits { nodes: Some(lab.whole("nodes")), ..Limits::default() },
    };
    let named = lab.text("engine").to_owned();
    let command =
        if named == "xanthos" { lab.program().display().to_string() } else { named.clone() };
    let options: Vec<(String, String)> =
        [("Hash", lab.text("hash")), ("MultiPV", lab.text("lines"))]
            .map(|(a, b)| (a.to_owned(), b.to_owned()))
            .into();
    lab.expect(2 * all.len());
    let mut player: Option<Player> = None;
    let mut series: Vec<Vec<Step>> = Vec::new();
    for (number, position) in all.iter().enumerate() {
        series.push(lab.measure(format!("position {number}"), |lab| {
            if player.is_none() {
                let mut started =
                    Player::uci(&Launch::new(&command), &Timeouts::default(), lab.stop()).map_err(
                        |fault| StudyError::Failed(format!("engine {command}: {fault}")),
                    )?;
                started.set_options(&options).map_err(StudyError::failed)?;
                player = Some(started);
            }
            let Some(player) = &mut player else { return Err(StudyError::failed("no engine")) };
            let game = Game::new(*position);
            player
                .new_game(&GameStart::standard(&game, &limits), lab.stop())
                .map_err(StudyError::failed)?;
            let reply = player
                .think(&Turn::new(&game, &limits, Duration::from_secs(24 * 3600)), lab.stop());
            let reply = match reply {
                Ok(reply) => reply,
                Err(_) if lab.stop().is_raised() => return Err(StudyError::Interrupted),
                Err(fault) => return Err(StudyError::failed(fault)),
            };
            Ok(steps(&reply.said, by_time))
        })?);
    }
    let own_nodes = lab.whole("own-nodes");
    let own_limits = Limits { nodes: Some(own_nodes), ..Limits::default() };
    let mut own: Vec<Vec<Seen>> = Vec::new();
    for (number, position) in all.iter().enumerate() {
        own.push(
            lab.measure(format!("own {number}"), |lab| Ok(own_series(lab, position, &own_limits)))?,
        );
    }
    let (own_table, own_remark) = own_fit(&own, own_nodes);
    let clock = lab.whole("clock");
    let terms = Terms {
        rounds: lab.whole("rounds"),
        nodes: Effort::Game(clock),
        longest: lab.whole("longest"),
    };
    let without = [("TimeAdjust", "off".to_owned())];
    let layer = lab.play("layer", [("sees", &[]), ("does not look", &without)], terms)?;
    let mut games = Table::new(
        "games",
        format!(
            "`adaptive` with what the search sees against the same without it, {clock} nodes on the clock and a hundredth more for each move"
        ),
        ["Elo", "games"],
    );
    games.row(Score::cells(layer));
    let kept: Vec<(&Vec<Step>, f64)> = series
        .iter()
        .zip(&all)
        .filter(|(steps, _)| steps.len() >= 2)
        .map(|(steps, at)| (steps, phase(at)))
        .collect();
    if kept.is_empty() {
        return Err(StudyError::Input("the engine told no series of depths with lines".to_owned()));
    }
    let whole = if by_time { millis as f64 } else { lab.whole("nodes") as f64 };

    // The Fritz experiment: the choice after t1 against those after later times.
    let unit = if by_time { "ms" } else { "nodes" };
    let mut changes = Table::new(
        "changes",
        format!(
            "Of {} positions: the move after t₁ is not that of t₂ = {whole} {unit}",
            kept.len()
        ),
        [
            "t₁, part of t₂",
            "positions with a move by then",
            "replaced at the end",
            "%",
            "changed more than once",
        ],
    );
    let mut curve = Vec::new();
    let mut shares = Vec::new();
    for part in &PARTS[..PARTS.len() - 1] {
        let (mut known, mut replaced, mut often) = (0_usize, 0_usize, 0_usize);
        for (steps, _) in &kept {
            let Some(at) = after(steps, part * whole) else { continue };
            known += 1;
            let last = &steps[steps.len() - 1].best;
            replaced += usize::from(*last != steps[at].best);
            let turns = steps[at..].windows(2).filter(|pair| pair[0].best != pair[1].best).count();
            often += usize::from(turns > 1);
        }
        let share = 100.0 * replaced as f64 / known as f64;
        changes.row([
            Value::Text(format!("1/{:.0}", 1.0 / part)),
            Value::from(known),
            Value::from(replaced),
            Value::Real(share, 1),
            Value::from(often),
        ]);
        curve.push((*part, share));
        shares.push((share, often, known));
    }

    // What tells it: at each doubling, whether the move is another after twice the effort.
    let mut samples: Vec<([f64; 5], bool)> = Vec::new();
    for (steps, phase) in &kept {
        for pair in PARTS.windows(2) {
            if let (Some(at), Some(then)) =
                (after(steps, pair[0] * whole), after(steps, pair[1] * whole))
            {
                samples.push((signs(steps, at, *phase), steps[at].best != steps[then].best));
            }
        }
    }
    let mut table = Table::new(
        "signs",
        "Chance that the move is another after twice the effort",
        ["sign", "cases", "replaced, %"],
    );
    let mut bars = Vec::new();
    let kinds: [(&str, Sign); 10] = [
        ("any", &|_| true),
        ("changed with the last depth", &|x| x[1] >= 1.0),
        ("stood for one or two depths", &|x| (0.25..1.0).contains(&x[1])),
        ("stood longer", &|x| x[1] < 0.25),
        ("score fell by 30 or more", &|x| x[2] >= 0.3),
        ("score rose by 30 or more", &|x| x[2] <= -0.3),
        ("second line within 15", &|x| x[3] < 0.15),
        ("second line 120 or more behind", &|x| x[3] >= 1.2),
        ("middlegame", &|x| x[4] > 0.5),
        ("endgame", &|x| x[4] <= 0.5),
    ];
    let mut told = Vec::new();
    for (name, fits) in kinds {
        let cases: Vec<bool> =
            samples.iter().filter(|(x, _)| fits(x)).map(|(_, happened)| *happened).collect();
        let share =
            100.0 * cases.iter().filter(|happened| **happened).count() as f64 / cases.len() as f64;
        table.row([Value::from(name), Value::from(cases.len()), Value::Real(share, 1)]);
        bars.push(charts::Bar::new(bars.len() as f64, if share.is_finite() { share } else { 0.0 }));
        told.push(share);
    }
    let weights = logistic(&samples).unwrap_or([0.0; 5]);
    let mut fit = Table::new(
        "fit",
        "The chance v of a change as 1/(1 + e^−z), z the sum of",
        ["sign", "coefficient"],
    );
    let names = [
        "constant",
        "changes (1, halved with each depth)",
        "fall of the score, pawns",
        "gap to the second line, pawns",
        "phase (1: all pieces)",
    ];
    for (name, weight) in names.into_iter().zip(weights) {
        fit.row([Value::from(name), Value::Real(weight, 2)]);
    }
    let quality = |predict: &dyn Fn(&[f64; 5]) -> f64| {
        let squares = samples.iter().map(|(x, y)| (predict(x) - f64::from(u8::from(*y))).powi(2));
        squares.sum::<f64>() / samples.len().max(1) as f64
    };
    let base = samples.iter().filter(|(_, happened)| *happened).count() as f64
        / samples.len().max(1) as f64;
    let (fitted, constant) = (quality(&|x| chance(&weights, x)), quality(&|_| base));

    let mut data = Table::new(
        "series",
        "Every depth",
        ["position", "depth", "effort", "best", "score", "gap"],
    )
    .hidden();
    for (number, steps) in series.iter().enumerate() {
        for step in steps {
            let gap = step.gap.map_or(Value::Nothing, Value::from);
            let best = Value::from(step.best.as_str());
            data.row([
                Value::from(number),
                Value::from(step.depth),
                Value::from(step.effort),
                best,
                Value::from(step.score),
                gap,
            ]);
        }
    }
    let chart = Chart::new(
        "Chosen moves that are replaced by the end",
        Axis::new("part of the effort").log(),
        Axis::new("replaced").suffix(" %").include(0.0),
    )
    .series(Series::line("replaced", curve));
    let label = |(i, (name, _)): (usize, &(&str, Sign))| charts::Tick {
        value: i as f64,
        label: (*name).to_owned(),
    };
    let ticks = kinds.iter().enumerate().map(label).collect();
    let sign_chart = Chart::new(
        "Replaced after twice the effort",
        Axis::new("sign").ticks(ticks),
        Axis::new("replaced").suffix(" %"),
    )
    .size(1200.0, 380.0)
    .series(Series::bars("replaced", bars, 0.7));
    let large = kept.len() >= 20;
    let long = if by_time { millis >= 60_000 } else { whole >= 1e8 };
    let judge = |verdict: Verdict| if large { verdict } else { Verdict::Open };
    let (share, often, known) = shares[0];
    let by_games = layer.map(|score| {
        Claim::new(
            "Achilles §3",
            "more time where the best move may still change, and less where it will not, is worth games",
            format!("{} in {} games", score.text(), score.games),
            match score.elo.zip(score.error) {
                Some((elo, error)) if score.games >= ENOUGH && elo - error > 0.0 => Verdict::Holds,
                Some((elo, error)) if score.games >= ENOUGH && elo + error < 0.0 => Verdict::Differs,
                _ => Verdict::Open,
            },
        )
    });
    Ok(Report {
        claims: vec![
            Claim::new(
                "Achilles §5",
                "of 30 positions, the move found in a sixtieth of the time was replaced in two, and never twice",
                format!("{share:.0} % of {known} after a 64th of {whole} {unit} ({named}); changed more than once in {often}"),
                // Ten minutes of the paper are not to be had with less than this.
                if long { judge(Verdict::of(share < 12.0 && often == 0)) } else { Verdict::Open },
            ),
            Claim::new(
                "Achilles §3, §6",
                "what the search sees tells whether more time will change the move",
                format!(
                    "{:.0} % after a change in the last depth, {:.0} % after standing longer; {:.0} % with a rival within 15 centipawns, {:.0} % with none within 120",
                    told[1], told[3], told[6], told[7]
                )
                .replace("NaN", "–"),
                judge(Verdict::of(told[1] > told[3] && told[6] > told[7])),
            ),
        ]
        .into_iter()
        .chain(by_games)
        .collect(),
        remarks: vec![
            format!(
                "The squared error of the fitted chance is {fitted:.4}, that of the mean chance alone {constant:.4}."
            ),
            own_remark,
        ],
        tables: vec![changes, table, fit, own_table, games, data],
        charts: vec![("changes", chart), ("signs", sign_chart)],
        ..Report::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(lines: &[&str]) -> Vec<String> {
        lines.iter().map(|line| (*line).to_owned()).collect()
    }

    #[test]
    fn a_series_is_read_depth_by_depth() {
        let lines = said(&[
            "info depth 1 multipv 1 score cp 20 nodes 30 time 1 pv e2e4 e7e5",
            "info depth 1 multipv 2 score cp 5 nodes 30 time 1 pv d2d4",
            "info depth 2 multipv 1 score cp 40 lowerbound nodes 50 time 2 pv d2d4",
            "info depth 2 multipv 1 score cp 31 nodes 90 time 3 pv d2d4 d7d5",
            "info depth 2 multipv 2 score cp 30 nodes 90 time 3 pv e2e4",
            "info nodes 99 nps 1000",
            "info depth 3 score mate 2 nodes 200 time 9 pv d2d4",
            "bestmove d2d4",
        ]);
        let found = steps(&lines, false);
        let step = |depth, effort, best: &str, score, gap| Step {
            depth,
            effort,
            best: best.to_owned(),
            score,
            gap,
        };
        assert_eq!(
            found,
            [
                step(1, 30, "e2e4", 20, Some(15)),
                step(2, 90, "d2d4", 31, Some(1)),
                step(3, 200, "d2d4", 2000, None)
            ]
        );
        assert_eq!(steps(&lines, true)[1].effort, 3);
        assert_eq!(after(&found, 29.0), None);
        assert_eq!(after(&found, 90.0), Some(1));
        assert_eq!(after(&found, 1e9), Some(2));
        let [_, changes, fall, gap, phase] = signs(&found, 1, 0.5);
        assert_eq!((changes, phase), (1.0, 0.5));
        assert!((fall + 0.11).abs() < 1e-9 && (gap - 0.01).abs() < 1e-9, "{fall} {gap}");
        assert_eq!(signs(&found, 2, 0.5)[1], 0.5);
    }

    #[test]
    fn a_case_needs_twice_its_nodes() {
        let seen =
            |nodes, best: &str| Seen { nodes, best: best.to_owned(), signs: [0.0; 3], chance: 0.5 };
        let series =
            [vec![seen(10, "a"), seen(40, "b"), seen(70, "c"), seen(85, "b"), seen(150, "c")]];
        let found: Vec<(u64, bool)> = own_samples(&series, 20)
            .iter()
            .map(|(seen, replaced)| (seen.nodes, *replaced))
            .collect();
        // After 80 nodes c stands; after 140 b, and what follows is never doubled.
        assert_eq!(found, [(40, true), (70, true)]);
        let (table, remark) = own_fit(&series, 20 * 64);
        assert_eq!(table.rows.len(), 4);
        assert!(remark.contains("100 % of 2 cases"), "{remark}");
    }

    #[test]
    fn the_phase_runs_from_one_to_nothing() {
        assert_eq!(phase(&Position::startpos()), 1.0);
        assert_eq!(phase(&Position::from_fen("4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1").unwrap()), 0.0);
    }
}
