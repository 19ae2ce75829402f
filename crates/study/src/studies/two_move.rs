// SPDX-License-Identifier: GPL-3.0-or-later
//! The two-move game of Achilles §5.1, and what the paper left open: a game of n moves.
//!
//! Thinking for t leaves an error with probability p·e^(−kt); an error loses at once. White
//! moves first and last, Black has μT for each of his moves.

use std::time::Duration;

use charts::{Axis, Chart, Mark, Series};
use search::{ClockState, TimeModel, TimeTables};

use crate::declare::Parameter;
use crate::report::{Claim, Report, Table, Value, Verdict};
use crate::{Files, Lab, StopFlag, Study, StudyError};

/// The declaration.
pub(super) static STUDY: Study = Study {
    name: "two-move",
    question: "In a game where an error loses, how much of the clock belongs to which move?",
    source: "Achilles §5.1, Figs 6 to 9",
    files: Files::None,
    parameters: &[
        Parameter::real("p", 0.0..=1.0, "0.7", "0.7", "chance of an error without thought"),
        Parameter::real("k", 0.001..=100.0, "0.3", "0.3", "how fast thought takes errors away"),
        Parameter::real("mu", 0.0..=10.0, "0.3", "0.3", "Black's time for a move, in parts of T"),
        Parameter::real("time", 0.1..=10000.0, "35", "35", "T: White's time for both moves"),
        Parameter::whole("moves", 2..=200, "60", "12", "own moves of the longer game at most"),
        Parameter::real(
            "black",
            0.0..=10.0,
            "1",
            "1",
            "Black's time for a move of the longer game, in parts of White's mean",
        ),
        Parameter::real(
            "end",
            0.0..=0.5,
            "0.025",
            "0.1",
            "chance that the longer game ends after a move",
        ),
        Parameter::whole(
            "steps",
            20..=20_000,
            "3000",
            "120",
            "steps of the clock in the dynamic programme",
        ),
    ],
    measurements: &["optimum", "surface", "shares", "eagerness", "adaptive"],
    charts: &["surface", "fig-8", "fig-9", "shares", "adaptive"],
    run,
};

/// The two-move game.
#[derive(Clone, Copy, Debug)]
struct Game {
    p: f64,
    k: f64,
    mu: f64,
}

impl Game {
    /// The chance of an error after `t`.
    fn error(&self, t: f64) -> f64 {
        self.p * (-self.k * t).exp()
    }

    /// The expected result by the paper's tree, its q, r and s.
    fn by_the_tree(&self, alpha: f64, time: f64) -> f64 {
        let q = self.error(alpha * time);
        let r = (1.0 - q) * self.error(self.mu * time);
        let s = (1.0 - q) * (1.0 - r) * self.error(time - alpha * time);
        -q + r - s
    }

    /// The game as it would be played: the last error needs that Black made none, where the paper
    /// multiplies with 1 − r.
    fn as_played(&self, alpha: f64, time: f64) -> f64 {
        let (q, black) = (self.error(alpha * time), self.error(self.mu * time));
        -q + (1.0 - q) * black - (1.0 - q) * (1.0 - black) * self.error(time - alpha * time)
    }
}

/// Where a function of 0 to 1 is greatest: a grid, then a search by the golden ratio around its
/// best place.
fn greatest(f: impl Fn(f64) -> f64) -> f64 {
    const GRID: u32 = 1000;
    let at = |i: u32| f64::from(i) / f64::from(GRID);
    let best = (0..=GRID).max_by(|&a, &b| f(at(a)).total_cmp(&f(at(b)))).unwrap_or(0);
    let (mut low, mut high) = (at(best.saturating_sub(1)), at((best + 1).min(GRID)));
    let ratio = (5f64.sqrt() - 1.0) / 2.0;
    for _ in 0..60 {
        let (a, b) = (high - ratio * (high - low), low + ratio * (high - low));
        if f(a) < f(b) { low = a } else { high = b }
    }
    (low + high) / 2.0
}

/// The game of n own moves, by dynamic programming over what is left of the clock.
struct Plan {
    /// Best part of the whole clock for the first of `m + 1` moves to come, by steps left.
    first: Vec<Vec<usize>>,
    /// Expected result, likewise.
    value: Vec<Vec<f64>>,
}

/// `black` is the chance that Black errs at a move, `end` that the game is over after one.
fn plan(
    error: impl Fn(f64) -> f64,
    time: f64,
    moves: usize,
    steps: usize,
    black: f64,
    end: f64,
    stop: &StopFlag,
) -> Result<Plan, StudyError> {
    let errors: Vec<f64> = (0..=steps).map(|i| error(time * i as f64 / steps as f64)).collect();
    // One move to come: everything is spent.
    let mut first = vec![(0..=steps).collect::<Vec<usize>>()];
    let mut value = vec![errors.iter().map(|error| -error).collect::<Vec<f64>>()];
    for m in 1..moves {
        let after = &value[m - 1];
        let result = |left: usize, spent: usize| {
            let survived = 1.0 - errors[spent];
            -errors[spent] + survived * (black + (1.0 - black) * (1.0 - end) * after[left - spent])
        };
        let best = |left: usize| {
            let all = (0..=left).map(|spent| (spent, result(left, spent)));
            // Of equal results the one that spends more: time left over is worth nothing.
            all.max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((left, -1.0))
        };
        let mut row: Vec<(usize, f64)> = Vec::with_capacity(steps + 1);
        for left in 0..=steps {
            if stop.is_raised() {
                return Err(StudyError::Interrupted);
            }
            row.push(best(left));
        }
        first.push(row.iter().map(|&(spent, _)| spent).collect());
        value.push(row.iter().map(|&(_, value)| value).collect());
    }
    Ok(Plan { first, value })
}

impl Plan {
    /// Parts of the whole clock for each move of a game of `moves`, from the first.
    fn shares(&self, moves: usize) -> Vec<f64> {
        let steps = self.first[0].len() - 1;
        let mut left = steps;
        let mut spend = |m: usize| {
            let spent = self.first[m][left];
            left -= spent;
            spent as f64 / steps as f64
        };
        (0..moves).rev().map(&mut spend).collect()
    }
}

/// Own moves that the game lasts on average under a plan: errors of either side and other ends
/// cut it short.
fn expected_moves(parts: &[f64], error: impl Fn(f64) -> f64, black: f64, end: f64) -> f64 {
    let mut going_on = 1.0;
    let mut expected = 0.0;
    for &part in parts {
        expected += going_on;
        going_on *= (1.0 - error(part)) * (1.0 - black) * (1.0 - end);
    }
    expected
}

/// A game of n own moves, solved.
#[derive(Debug, serde::Serialize, serde::Deserialize)]
struct Longer {
    /// Parts of the clock, from the first move on.
    parts: Vec<f64>,
    /// Own moves that it lasts on average.
    expected: f64,
    /// The expected result.
    value: f64,
}

impl Longer {
    /// The first move in even shares of the expected game.
    fn eagerness(&self) -> f64 {
        self.parts[0] * self.expected
    }
}

impl Game {
    /// The game of `moves` own moves with `per_move` for each on average, Black having `black`
    /// times as much for his: plan and length are of one and the same game.
    fn longer(
        &self,
        per_move: f64,
        moves: usize,
        steps: usize,
        black: f64,
        end: f64,
        stop: &StopFlag,
    ) -> Result<Longer, StudyError> {
        let whole = per_move * moves as f64;
        let black = self.error(black * per_move);
        let plan = plan(|t| self.error(t), whole, moves, steps, black, end, stop)?;
        let parts = plan.shares(moves);
        let expected = expected_moves(&parts, |part| self.error(part * whole), black, end);
        Ok(Longer { parts, expected, value: plan.value[moves - 1][steps] })
    }
}

/// How many even shares `adaptive` gives to a move at the start: what it recommends, times the
/// own moves that it expects.
fn eagerness_of_adaptive() -> f64 {
    let own = Duration::from_secs(600);
    let state = ClockState::at(&chess::Position::startpos(), own, Duration::ZERO);
    let tables = TimeTables::default();
    let [white, black] = state.material;
    let moves = tables.scale() * tables.remaining(state.ply, white + black) / 2.0;
    let recommended = TimeModel::ADAPTIVE.allot(&state).recommended;
    recommended.as_secs_f64() / own.as_secs_f64() * moves
}

/// The parts of a clock that `adaptive` recommends, move by move, in White's moves of the game of
/// the appendix, if each costs what is recommended.
fn adaptive_parts() -> Result<Vec<f64>, StudyError> {
    let whole = Duration::from_secs(600);
    let game = super::time::appendix()?;
    let (mut position, mut left, mut parts) = (game.start, whole, Vec::new());
    for played in &game.moves {
        if position.turn() == chess::Color::White {
            let state = ClockState::at(&position, left, Duration::ZERO);
            let spent = TimeModel::ADAPTIVE.allot(&state).recommended;
            parts.push(spent.as_secs_f64() / whole.as_secs_f64());
            left = left.saturating_sub(spent);
        }
        position.play(played.mv);
    }
    Ok(parts)
}

/// The model's plans and `adaptive` beside each other, move by move.
fn beside(plans: &[Vec<f64>], adaptive: &[f64], end: f64) -> Table {
    let ends = format!("model, ends of {:.1} %, %", 100.0 * end);
    let spent_ends = format!("spent: {ends}");
    let mut table = Table::new(
        "adaptive",
        "Parts of the clock: the model's plan and `adaptive` in the game of the appendix, if each move costs what is recommended",
        [
            "move",
            "model, %",
            &ends,
            "adaptive, %",
            "spent: model, %",
            &spent_ends,
            "spent: adaptive, %",
        ],
    );
    let columns: Vec<&[f64]> =
        plans.iter().map(Vec::as_slice).chain(std::iter::once(adaptive)).collect();
    let shown = std::iter::once(1).chain((5..=adaptive.len()).step_by(5));
    for number in shown {
        let part = |column: &&[f64]| match column.get(number - 1) {
            Some(part) => Value::Real(100.0 * part, 2),
            None => Value::Nothing,
        };
        let spent =
            |column: &&[f64]| Value::Real(100.0 * column.iter().take(number).sum::<f64>(), 1);
        let cells = columns.iter().map(part).chain(columns.iter().map(spent));
        table.row(std::iter::once(Value::from(number)).chain(cells));
    }
    table
}

fn run(lab: &mut Lab<'_>) -> Result<Report, StudyError> {
    let game = Game { p: lab.real("p"), k: lab.real("k"), mu: lab.real("mu") };
    let time = lab.real("time");
    let mut report = Report::default();

    let mut optimum = Table::new(
        "optimum",
        "The best part of the clock for the first of two moves",
        ["T", "by the paper's formula, %", "expected result", "as played, %"],
    );
    let mut times = vec![2.0, 5.0, 10.0, 20.0, 35.0, 60.0];
    if !times.contains(&time) {
        times.push(time);
        times.sort_by(f64::total_cmp);
    }
    for &t in &times {
        let tree = greatest(|alpha| game.by_the_tree(alpha, t));
        let played = greatest(|alpha| game.as_played(alpha, t));
        optimum.row([
            Value::Real(t, 0),
            Value::Real(100.0 * tree, 1),
            Value::Real(game.by_the_tree(tree, t), 3),
            Value::Real(100.0 * played, 1),
        ]);
    }

    let mut surface =
        Table::new("surface", "Expected result (Fig. 7)", ["T", "alpha", "result"]).hidden();
    let alphas: Vec<f64> = (0..=50).map(|i| f64::from(i) / 50.0).collect();
    let mut fig_7 = Chart::new(
        "Expected result by the share of the first move (Fig. 7)",
        Axis::new("share of the first move"),
        Axis::new("expected result"),
    );
    for &t in &times {
        for &alpha in &alphas {
            let result = game.by_the_tree(alpha, t);
            surface.row([Value::Real(t, 0), Value::Real(alpha, 2), Value::Real(result, 4)]);
        }
        let curve = alphas.iter().map(|&alpha| (alpha, game.by_the_tree(alpha, t)));
        fig_7 = fig_7.series(Series::line(format!("T = {t}"), curve));
    }
    let rising = (1..=60).map(|i| (f64::from(i), game.by_the_tree(0.8, f64::from(i))));
    let fig_8 =
        Chart::new("Share 0.8 by time (Fig. 8)", Axis::new("T"), Axis::new("expected result"))
            .series(Series::line("expected result", rising));
    let best = greatest(|alpha| game.by_the_tree(alpha, time));
    let curve = alphas.iter().map(|&alpha| (alpha, game.by_the_tree(alpha, time)));
    let fig_9 = Chart::new(
        format!("T = {time} by share (Fig. 9)"),
        Axis::new("share of the first move"),
        Axis::new("expected result"),
    )
    .series(Series::line("expected result", curve))
    .mark(Mark::Vertical { x: best, label: format!("{:.1} %", 100.0 * best) });

    // The game of n moves, with and without the chance that it ends earlier.
    let (moves, steps, end) = (lab.count("moves"), lab.count("steps"), lab.real("end"));
    let mut shares =
        Table::new("shares", "Parts of the clock, move by move", ["n", "end", "move", "share, %"])
            .hidden();
    let mut eagerness = Table::new(
        "eagerness",
        "The first move against an even share of the expected game",
        [
            "own moves",
            "chance of an end, %",
            "expected own moves",
            "first move, % of the clock",
            "in even shares",
            "expected result",
        ],
    );
    let mut chart = Chart::new(
        "Parts of the clock in a game of n moves",
        Axis::new("move"),
        Axis::new("part of the clock").suffix(" %"),
    );
    let sizes: Vec<usize> = [2, 5, 10, 20, 40, moves].into_iter().filter(|&n| n <= moves).collect();
    let sizes = sizes.into_iter().collect::<std::collections::BTreeSet<_>>();
    // A clock with the same time for each move at every length, and Black's in proportion.
    let per_move = time / 2.0;
    let black = lab.real("black");
    lab.expect(2 * sizes.len());
    let (mut factors, mut plans) = (Vec::new(), Vec::new());
    for end in [0.0, end] {
        for &n in &sizes {
            let longer: Longer = lab.measure(format!("n {n} end {end}"), |lab| {
                game.longer(per_move, n, steps, black, end, lab.stop())
            })?;
            let (factor, parts) = (longer.eagerness(), &longer.parts);
            eagerness.row([
                Value::from(n),
                Value::Real(100.0 * end, 1),
                Value::Real(longer.expected, 1),
                Value::Real(100.0 * parts[0], 2),
                Value::Real(factor, 2),
                Value::Real(longer.value, 3),
            ]);
            for (i, &part) in parts.iter().enumerate() {
                shares.row([
                    Value::from(n),
                    Value::Real(end, 3),
                    Value::from(i + 1),
                    Value::Real(100.0 * part, 3),
                ]);
            }
            if n >= 5 {
                let curve =
                    parts.iter().enumerate().map(|(i, part)| ((i + 1) as f64, 100.0 * part));
                chart = chart
                    .series(Series::line(format!("{n} moves, end {:.1} %", 100.0 * end), curve));
            }
            if n == moves {
                factors.push(factor);
                plans.push(longer.parts.clone());
            }
        }
    }
    let adaptive_parts = adaptive_parts()?;
    let comparison = beside(&plans, &adaptive_parts, end);
    let mut compared = Chart::new(
        "The model's plan and the model adaptive",
        Axis::new("move"),
        Axis::new("part of the clock").suffix(" %").include(0.0),
    );
    let names = [format!("model, {moves} moves"), format!("model, end {:.1} %", 100.0 * end)];
    let curves = names.into_iter().zip(&plans);
    for (name, parts) in curves.chain([("adaptive".to_owned(), &adaptive_parts)]) {
        let curve = parts.iter().enumerate().map(|(i, part)| ((i + 1) as f64, 100.0 * part));
        compared = compared.series(Series::line(name, curve));
    }
    let adaptive = eagerness_of_adaptive();
    let last = factors.last().copied().unwrap_or(1.0);

    // What the paper reads off its plots, at its own parameters.
    let paper = Game { p: 0.7, k: 0.3, mu: 0.3 };
    let at = |t: f64| 100.0 * greatest(|alpha| paper.by_the_tree(alpha, t));
    let played = 100.0 * greatest(|alpha| paper.as_played(alpha, 35.0));
    report.claims = vec![
        Claim::new(
            "Achilles §5.1",
            "with p = 0.7, k = 0.3, μ = 0.3 and T = 35 White's best share for the first move is around 60 %",
            format!("{:.1} % by its own formula; {:.1} % belongs to T = 10", at(35.0), at(10.0)),
            Verdict::of((at(35.0) - 60.0).abs() < 5.0),
        ),
        Claim::new(
            "Achilles §5.1",
            "the tree of outcomes (Fig. 6) is that of the game",
            format!(
                "it takes 1 − r for Black making no error; played out properly the best share at T = 35 is {played:.1} %, so nothing changes"
            ),
            Verdict::Partly,
        ),
        Claim::new(
            "Achilles §5.1",
            "the best share depends on the parameters; the general game is left open",
            format!(
                "solved by dynamic programming: in {moves} moves the first gets {:.2} even shares, {last:.2} if each move may be the last with {:.1} %",
                factors.first().copied().unwrap_or(1.0),
                100.0 * end,
            ),
            Verdict::Holds,
        ),
    ];
    let provides = match last < 1.0 {
        true => "less, since a game that goes on must be provided for",
        false => "more, since late moves may never come",
    };
    let against = match adaptive / last {
        times if times > 1.25 => format!(
            ", {times:.1} times as much, and nothing in this model asks for it: what speaks for an eager start is outside of it"
        ),
        times if times < 0.8 => {
            format!(", {times:.1} times as much: less than this model asks for")
        }
        _ => ", about the same".to_owned(),
    };
    report.remarks = vec![
        format!(
            "Errors fall exponentially with time, so the best plan leaves nearly the same chance of one at every move: the more time \
             there is, the more even the shares. With a chance of {:.1} % that a move is the last, the first of {moves} gets {last:.2} even \
             shares of the expected game: {provides}. `adaptive` gives {adaptive:.2}{against}.",
            100.0 * end
        ),
        "The model counts every move as equally hard, so it knows nothing of moves that need more thought than others, of what is learnt from earlier searches, or of an increment. \
         Whether another factor wins games is for a match to say."
            .to_owned(),
    ];
    report.tables = vec![optimum, eagerness, comparison, surface, shares];
    report.charts = vec![
        ("surface", fig_7),
        ("fig-8", fig_8),
        ("fig-9", fig_9),
        ("shares", chart),
        ("adaptive", compared),
    ];
    Ok(report)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAPER: Game = Game { p: 0.7, k: 0.3, mu: 0.3 };

    /// Against the paper's polynomial on a grid of a hundredth of a per cent.
    #[test]
    fn the_optimum_is_that_of_brute_force_on_the_polynomial() {
        let polynomial = |alpha: f64, time: f64| {
            let z = |exponent: f64| (-0.3 * time * exponent).exp();
            let p: f64 = 0.7;
            p.powi(2) * z(1.0) - p * z(1.0 - alpha) - p * z(alpha) + p * z(0.3)
                - 2.0 * p.powi(3) * z(1.3)
                + p.powi(2) * z(1.3 - alpha)
                - p.powi(2) * z(alpha + 0.3)
                + p.powi(4) * z(1.3 + alpha)
        };
        for time in [5.0, 10.0, 20.0, 35.0] {
            let brute = (0..=10_000)
                .map(|i| f64::from(i) / 10_000.0)
                .max_by(|&a, &b| polynomial(a, time).total_cmp(&polynomial(b, time)))
                .unwrap();
            let found = greatest(|alpha| PAPER.by_the_tree(alpha, time));
            assert!((found - brute).abs() < 1.1e-4, "{time}: {found} {brute}");
        }
    }

    /// The dynamic programme against trying every way to share out the clock.
    #[test]
    fn the_programme_finds_what_brute_force_finds() {
        let (steps, black, end) = (24, 0.15, 0.1);
        for time in [3.0, 12.0] {
            let error = |t: f64| PAPER.error(t);
            let e = |i: usize| error(time * i as f64 / steps as f64);
            let go = |i: usize, rest: f64| {
                -e(i) + (1.0 - e(i)) * (black + (1.0 - black) * (1.0 - end) * rest)
            };
            let mut best = f64::NEG_INFINITY;
            for a in 0..=steps {
                for b in 0..=steps - a {
                    for c in 0..=steps - a - b {
                        best = best.max(go(a, go(b, go(c, -e(steps - a - b - c)))));
                    }
                }
            }
            let plan = plan(error, time, 4, steps, black, end, &StopFlag::new()).unwrap();
            assert!((plan.value[3][steps] - best).abs() < 1e-12, "{time}");
            let shares = plan.shares(4);
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            let steps_of = |share: f64| (share * steps as f64).round() as usize;
            let [a, b, c, d] = [0, 1, 2, 3].map(|i| steps_of(shares[i]));
            assert!((go(a, go(b, go(c, -e(d)))) - best).abs() < 1e-12);
        }
    }

    /// By hand: 1 + 0.9·0.8·0.5 with an error of 0.1, Black's of 0.2 and an end in half of the cases.
    #[test]
    fn expected_moves_count_every_end() {
        let expected = expected_moves(&[0.5, 0.5], |_| 0.1, 0.2, 0.5);
        assert!((expected - 1.36).abs() < 1e-12, "{expected}");
        assert!((expected_moves(&[0.2; 5], |_| 0.0, 0.0, 0.0) - 5.0).abs() < 1e-12);
    }

    /// Two moves of the programme are the two-move game.
    #[test]
    fn two_moves_of_the_programme_are_the_two_move_game() {
        for time in [10.0, 35.0] {
            let black = PAPER.error(0.3 * time);
            let plan =
                plan(|t| PAPER.error(t), time, 2, 2000, black, 0.0, &StopFlag::new()).unwrap();
            let share = greatest(|alpha| PAPER.as_played(alpha, time));
            assert!((plan.shares(2)[0] - share).abs() < 1e-3, "{time}");
        }
    }

    /// Plan, length and result belong to one Black: his time, and not that of the two-move game.
    #[test]
    fn the_longer_game_has_one_black() {
        let solve = |game: Game, black: f64| {
            game.longer(17.5, 20, 600, black, 0.025, &StopFlag::new()).unwrap()
        };
        let [hasty, careful] = [0.3, 1.0].map(|black| solve(PAPER, black));
        assert!(hasty.value > careful.value + 0.1, "{} {}", hasty.value, careful.value);
        assert!(hasty.expected < careful.expected, "{} {}", hasty.expected, careful.expected);
        // Against a Black who errs early, late moves are rarely needed.
        assert!(hasty.parts[0] > careful.parts[0], "{} {}", hasty.parts[0], careful.parts[0]);
        // The two-move game's μ plays no part.
        let other = solve(Game { mu: 3.0, ..PAPER }, 1.0);
        assert_eq!((other.value, other.expected), (careful.value, careful.expected));
        assert_eq!(other.parts, careful.parts);
    }

    /// The gain of a little more time, p·k·e^(−kt), falls as the chance that a move is reached: by
    /// hand the first of sixty gets 1.74 % of the clock, 1.97 % with ends, of 49 and 27 moves. A
    /// programme written independently, in coarser steps, has 0.81 and 0.55.
    #[test]
    fn sixty_moves_get_less_than_even_shares_at_first() {
        for (end, wanted) in [(0.0, 0.85), (0.025, 0.54)] {
            let found = PAPER.longer(17.5, 60, 1500, 1.0, end, &StopFlag::new()).unwrap();
            assert!((found.eagerness() - wanted).abs() < 0.03, "{end}: {}", found.eagerness());
        }
    }

    #[test]
    fn a_raised_flag_ends_the_programme() {
        let stop = StopFlag::new();
        stop.raise();
        let ended = PAPER.longer(17.5, 200, 20_000, 1.0, 0.0, &stop);
        assert!(matches!(ended, Err(StudyError::Interrupted)), "{ended:?}");
    }
}
