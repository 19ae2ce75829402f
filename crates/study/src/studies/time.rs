// SPDX-License-Identifier: GPL-3.0-or-later
//! Seconds for each move of a game, with the score and the gap to the second line (Achilles §6,
//! Fig. 10).

use analyse::timing;
use charts::{Axis, Bar, Chart, Paint, Point, Series};
use engine::EngineSetup;
use formats::pgn;

use crate::declare::Parameter;
use crate::fit::{chance_of_being_above, rank_correlation};
use crate::positions::{ask, centipawns, nodes, searcher};
use crate::report::{Claim, Report, Table, Value, Verdict};
use crate::{Files, Lab, Study, StudyError};

/// The declaration.
pub(super) static STUDY: Study = Study {
    name: "time",
    question: "On which moves does an engine spend its time, and are they those with close rivals?",
    source: "Achilles §6, Fig. 10, App.",
    files: Files::Optional(
        "a PGN file, whose first game is looked at; without one, the game of the appendix of Achilles",
    ),
    parameters: &[
        Parameter::whole("nodes", 100..=1_000_000_000, "100000", "300", "nodes for each position"),
        Parameter::whole("moves", 1..=1000, "1000", "6", "moves that are looked at, at most"),
    ],
    measurements: &["moves", "by-gap"],
    charts: &["fig-10", "gaps"],
    run,
};

/// The game of the appendix: moves, scores, depths and seconds.
const APPENDIX: &str = include_str!("../../data/achilles.pgn");

/// The game of the appendix of Achilles.
pub(super) fn appendix() -> Result<pgn::Record, StudyError> {
    let game = pgn::read_games(APPENDIX.as_bytes()).next();
    game.ok_or_else(|| StudyError::failed("no game"))?.map_err(StudyError::failed)
}

/// Lines closer than this are close, and further apart than that clear, in centipawns: those of
/// the engine's own clock.
const CLOSE: i32 = 15;
const CLEAR: i32 = 120;

/// A move with its time.
struct Timed {
    number: u32,
    san: String,
    seconds: f64,
    pawns: Option<f64>,
    score: i32,
    gap: i32,
    best: bool,
}

fn mean(seconds: &[f64]) -> f64 {
    seconds.iter().sum::<f64>() / seconds.len() as f64
}

fn run(lab: &mut Lab<'_>) -> Result<Report, StudyError> {
    let game = match lab.files() {
        [] => pgn::read_games(APPENDIX.as_bytes()).next(),
        [path] => {
            let reader = formats::open_text(path).map_err(StudyError::input)?;
            pgn::read_games(reader).next()
        }
        _ => return Err(StudyError::Input("one file is wanted".to_owned())),
    };
    let game = game
        .ok_or_else(|| StudyError::Input("there is no game".to_owned()))?
        .map_err(StudyError::input)?;
    let times = timing::times(&game);
    if times.iter().all(|times| times.spent.is_none()) {
        return Err(StudyError::Input(
            "no move of the game has a time: [%emt], [%clk] or seconds in its comment".to_owned(),
        ));
    }
    let (effort, most) = (lab.whole("nodes"), lab.count("moves"));
    let timed = times.iter().filter(|times| times.spent.is_some()).count();
    lab.expect(timed.min(most));
    let mut found: Vec<Timed> = Vec::new();
    let mut position = game.start;
    for (played, times) in game.moves.iter().zip(&times) {
        if let Some(spent) = times.spent
            && found.len() < most
        {
            let key = format!("ply {}", position.ply());
            let (score, second, best): (i32, Option<i32>, bool) = lab.measure(key, |lab| {
                let mut search = searcher(&EngineSetup::default());
                let (outcome, depths) = ask(lab.stop(), &mut *search, &position, nodes(effort), 2);
                let lines = depths.last().map_or(&[][..], |depth| depth.lines());
                let value = |line: Option<&search::Info>| line.map(|line| centipawns(line.score));
                Ok((
                    value(lines.first()).unwrap_or(0),
                    value(lines.get(1)),
                    outcome.best == Some(played.mv),
                ))
            })?;
            found.push(Timed {
                number: position.fullmove_number(),
                san: position.san(played.mv),
                seconds: spent.as_secs_f64(),
                pawns: timing::pawns_in(played.comment.as_deref().unwrap_or("")),
                score,
                // An only move has no rival.
                gap: second.map_or(4000, |second| score - second),
                best,
            });
        }
        position.play(played.mv);
    }
    let is_appendix = lab.files().is_empty();
    let (white, black) = (game.tag("White").unwrap_or("?"), game.tag("Black").unwrap_or("?"));
    let mut table = Table::new(
        "moves",
        format!("{white} – {black}, move by move"),
        [
            "move",
            "played",
            "seconds",
            "score told, pawns",
            "score here, centipawns",
            "gap to the second line",
            "the engine's choice too",
        ],
    );
    for timed in &found {
        table.row([
            Value::from(timed.number),
            Value::from(timed.san.as_str()),
            Value::Real(timed.seconds, 1),
            timed.pawns.map_or(Value::Nothing, |pawns| Value::Real(pawns, 2)),
            Value::from(timed.score),
            Value::from(timed.gap),
            Value::from(if timed.best { "yes" } else { "no" }),
        ]);
    }
    let mut by_gap = Table::new(
        "by-gap",
        "Seconds by the gap to the second line",
        ["gap", "moves", "mean seconds"],
    );
    let mut group = |name: &str, fits: &dyn Fn(i32) -> bool| -> Vec<f64> {
        let seconds: Vec<f64> =
            found.iter().filter(|timed| fits(timed.gap)).map(|timed| timed.seconds).collect();
        by_gap.row([Value::from(name), Value::from(seconds.len()), Value::Real(mean(&seconds), 1)]);
        seconds
    };
    let close = group("close: below 15", &|gap| gap < CLOSE);
    group("between", &|gap| (CLOSE..CLEAR).contains(&gap));
    let clear = group("clear: 120 and more", &|gap| gap >= CLEAR);
    let by_chance = chance_of_being_above(&close, &clear);
    let pairs: Vec<(f64, f64)> =
        found.iter().map(|timed| (timed.seconds, f64::from(timed.gap))).collect();
    let correlation = rank_correlation(&pairs);

    let bars = found.iter().map(|timed| Bar::new(f64::from(timed.number), timed.seconds));
    let chart = Chart::new(
        format!("Seconds for each move: {white} – {black} (Fig. 10)"),
        Axis::new("move"),
        Axis::new("seconds"),
    )
    .series(Series::bars("seconds", bars, 0.8));
    let points =
        found.iter().map(|timed| Point::new(f64::from(timed.gap.clamp(0, 400)), timed.seconds));
    let gaps = Chart::new(
        "Seconds by the gap to the second line",
        Axis::new("gap (centipawns, 400 and more at the right)"),
        Axis::new("seconds"),
    )
    .series(Series::points("moves", points).paint(Paint::Series(0)));

    let mut claims = Vec::new();
    if is_appendix {
        let between =
            |low: f64, high: f64| found.iter().filter(|t| (low..high).contains(&t.seconds)).count();
        let peak = found.iter().max_by(|a, b| a.seconds.total_cmp(&b.seconds));
        let whole = found.len() == timed;
        let judge = |verdict: Verdict| if whole { verdict } else { Verdict::Open };
        if let Some(peak) = peak {
            claims.push(Claim::new(
                "Achilles §6",
                "one peak of 289 s at move 23",
                match whole {
                    true => format!("{:.0} s at move {}", peak.seconds, peak.number),
                    false => format!(
                        "{:.0} s at move {} among the first {} of {timed} moves",
                        peak.seconds,
                        peak.number,
                        found.len()
                    ),
                },
                judge(Verdict::of(peak.number == 23 && peak.seconds == 289.0)),
            ));
        }
        let (long, medium) = (between(100.0, 150.0), between(50.0, 100.0));
        claims.push(Claim::new(
            "Achilles §6",
            "four moves took 100 to 150 s and six 50 to 100 s",
            match whole {
                true => format!("{long} and {medium} in the log of the appendix"),
                false => format!(
                    "{long} and {medium} among the first {} of {timed} moves in the log of the appendix",
                    found.len()
                ),
            },
            judge(Verdict::of((long, medium) == (4, 6))),
        ));
    }
    let enough = found.len() >= 20 && close.len().min(clear.len()) >= 3;
    // Two standard deviations of the correlation of unrelated lists.
    let beyond_chance = 2.0 / (found.len() as f64).sqrt();
    claims.push(Claim::new(
        "Achilles §6",
        "close lines get more time, one clear line less",
        format!(
            "mean {:.0} s with a rival within {CLOSE} centipawns ({} moves), {:.0} s with none within {CLEAR} ({}), by chance in {:.1} %; rank correlation of seconds with the gap {correlation:+.2} (beyond chance: {beyond_chance:.2}), by this engine's lines",
            mean(&close),
            close.len(),
            mean(&clear),
            clear.len(),
            100.0 * by_chance,
        )
        .replace('-', "−")
        .replace("NaN", "–"),
        match (by_chance < 0.05, correlation < -beyond_chance) {
            _ if !enough => Verdict::Open,
            (true, true) => Verdict::Holds,
            (true, false) | (false, true) => Verdict::Partly,
            (false, false) if by_chance > 0.95 || correlation > beyond_chance => Verdict::Differs,
            (false, false) => Verdict::Open,
        },
    ));
    Ok(Report {
        claims,
        remarks: vec![format!(
            "This engine would have played {} of the {} moves. `adaptive` uses the same two signs, close and clear, with {CLOSE} and \
             {CLEAR} centipawns (docs/time.md).",
            found.iter().filter(|timed| timed.best).count(),
            found.len(),
        )],
        tables: vec![by_gap, table],
        charts: vec![("fig-10", chart), ("gaps", gaps)],
        ..Report::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As the appendix prints it: 57 moves of the engine with their seconds.
    #[test]
    fn the_game_of_the_appendix_has_its_times() {
        let game = pgn::read_games(APPENDIX.as_bytes()).next().unwrap().unwrap();
        assert_eq!((game.moves.len(), game.result), (113, pgn::GameResult::WhiteWins));
        let times = timing::times(&game);
        let white: Vec<u64> =
            times.iter().step_by(2).map(|t| t.spent.expect("a time").as_secs()).collect();
        assert_eq!((white.len(), white[22]), (57, 289));
        assert_eq!(white.iter().copied().max(), Some(289));
        assert!(times.iter().skip(1).step_by(2).all(|times| times.spent.is_none()));
        assert_eq!(timing::pawns_in(game.moves[0].comment.as_deref().unwrap()), Some(0.3));
    }
}
