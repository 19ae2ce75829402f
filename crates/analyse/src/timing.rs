// SPDX-License-Identifier: GPL-3.0-or-later
//! Times of moves, from whatever the file has.
//!
//! In this order: `[%emt]`; the mover's `[%clk]` before and after, with the increment of
//! the `TimeControl` tag; what engines and arenas write into comments: seconds behind score
//! and depth, as in `+0.31/12 0.123s (Nf6)` or `(d2d4) 0.30/13 10` (Achilles App.). The
//! engine's reason for the time follows them if it reports one (`TimeReport`). Where the clock
//! is known, the recommendation of our own time manager is too.

use std::time::Duration;

use chess::Color;
use formats::pgn::{self, Record};
use play::{ClockRule, parse_seconds, reason_in};
use search::{ClockState, TimeModel};

/// The times of one move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// Time left on the mover's clock.
    pub clock: Option<Duration>,
    /// Time taken by the move.
    pub spent: Option<Duration>,
    /// Recommendation of our own time manager for that clock.
    pub advised: Option<Duration>,
    /// The engine's reason for taking that long.
    pub why: Option<String>,
}

/// The times of all moves.
pub fn times(record: &Record) -> Vec<Times> {
    let control = record.tag("TimeControl").and_then(first_stage);
    let increment = control.map_or(Duration::ZERO, |(_, increment)| increment);
    let mut last = [control.map(|(base, _)| base); 2];
    let mut untouched = [true; 2];
    let mut position = record.start;
    let mut all = Vec::with_capacity(record.moves.len());
    for played in &record.moves {
        let remark = pgn::Remark::read(played.comment.as_deref().unwrap_or(""));
        let side = side(position.turn());
        let by_clock = || match (last[side], remark.clock) {
            // Many servers start a clock, and grant increments, with the second move.
            (Some(before), Some(now)) if untouched[side] && now == before => Some(Duration::ZERO),
            (Some(before), Some(now)) => (before + increment).checked_sub(now),
            _ => None,
        };
        let spent = remark.elapsed.or_else(by_clock).or_else(|| seconds_in(&remark.text));
        let advised = last[side].filter(|_| spent.is_some()).map(|own| {
            TimeModel::ADAPTIVE.allot(&ClockState::at(&position, own, increment)).recommended
        });
        let why = reason_in(&remark.text).map(str::to_owned);
        all.push(Times { clock: remark.clock, spent, advised, why });
        // Where no clock is told, it is what is left after the time taken.
        let reckoned = || Some((last[side]? + increment).saturating_sub(spent?));
        last[side] = remark.clock.or_else(reckoned);
        untouched[side] = false;
        position.play(played.mv);
    }
    all
}

fn side(color: Color) -> usize {
    color.index()
}

/// Base and increment of `300+3`, `40/7200:3600`; none of `-` and `?`.
fn first_stage(tag: &str) -> Option<(Duration, Duration)> {
    let stage = tag.split(':').next()?.trim();
    let control = stage.parse::<ClockRule>().ok()?.control()?;
    Some((control.base, control.increment))
}

/// The seconds in an engine's comment.
fn seconds_in(text: &str) -> Option<Duration> {
    let words = || text.split([' ', ',']).filter(|word| !word.is_empty());
    let behind = words().zip(words().skip(1)).find(|(word, _)| is_score_and_depth(word));
    let behind = behind.and_then(|(_, word)| seconds(word.strip_suffix('s').unwrap_or(word)));
    let behind = behind.or_else(|| words().find_map(run_together));
    // Alone, only what no writer of prose would write: the 1980s are no time for a move.
    let measured = |word: &str| seconds(word.strip_suffix('s').filter(|text| text.contains('.'))?);
    behind.or_else(|| words().find_map(measured))
}

/// The score in an engine's comment, in pawns: the 0.30 of `(d2d4) 0.30/13 10`.
pub fn pawns_in(text: &str) -> Option<f64> {
    let word = text.split([' ', ',']).find(|word| is_score_and_depth(word))?;
    word.split('/').next()?.parse().ok()
}

fn seconds(text: &str) -> Option<Duration> {
    (!text.is_empty()).then(|| parse_seconds(text)).flatten()
}

/// `0.20/176`, as the appendix of Achilles has it once: depth 17 and 6 seconds without a
/// space. No search of its day was deeper than 99 plies.
fn run_together(word: &str) -> Option<Duration> {
    let (_, digits) = word.split_once('/').filter(|_| is_score_and_depth(word))?;
    seconds(digits.get(2..)?)
}

/// `+0.31/12`, `-M4/30`, `0.90/15`
fn is_score_and_depth(word: &str) -> bool {
    let Some((score, depth)) = word.split_once('/') else { return false };
    let score = score.trim_start_matches(['+', '-']).trim_start_matches('M');
    let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    number(depth) && number(&score.replacen('.', "", 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use play::Bracket;

    fn spent(text: &str) -> Vec<Option<u128>> {
        let record = pgn::read_games(text.as_bytes()).next().unwrap().unwrap();
        times(&record).iter().map(|t| t.spent.map(|s| s.as_millis())).collect()
    }

    /// The three notations of the appendix of Achilles.
    #[test]
    fn the_log_of_achilles_is_read_as_printed() {
        let text = "1.e4 {(d2d4) 0.30/13 10} c5 2.Nf3 {(d2d4) 0.40/13 1} d6 3.d4 {(d2d4) 0.20/176} \
                    cxd4 4.Nxd4 {(Nf3xd4) 0.30/12 6} 1:0";
        let record = pgn::read_games(text.as_bytes()).next().unwrap().unwrap();
        assert_eq!(record.result, pgn::GameResult::WhiteWins);
        let times = [Some(10_000), None, Some(1_000), None, Some(6_000), None, Some(6_000)];
        assert_eq!(spent(text), times);
    }

    /// Achilles App., the whole game: time for every move that the engine played, which is
    /// what Fig. 10 shows.
    #[test]
    fn the_appendix_of_achilles_is_read_as_printed() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/seeds");
        let Ok(files) = std::fs::read_dir(folder) else {
            eprintln!("skipped: no {folder}");
            return;
        };
        let texts = files.flatten().filter_map(|file| std::fs::read_to_string(file.path()).ok());
        let game = texts.into_iter().find_map(|text| {
            let from = text.find("1.e4 {(d2d4) 0.30/13 10}")?;
            let to = text[from..].find("1:0")? + 3;
            Some(text[from..from + to].to_owned())
        });
        let Some(game) = game else { return };
        let record = pgn::read_games(game.as_bytes()).next().unwrap().unwrap();
        assert_eq!((record.moves.len(), record.result), (113, pgn::GameResult::WhiteWins));
        let times = times(&record);
        let white: Vec<u64> =
            times.iter().step_by(2).map(|t| t.spent.expect("a time").as_secs()).collect();
        assert_eq!(white.len(), 57);
        // As §6 reads its own chart: one peak of 289 s at move 23, four moves of 100 to 150 s.
        let most = white.iter().max().copied();
        assert_eq!((most, white.iter().position(|&t| Some(t) == most)), (Some(289), Some(22)));
        // The move in brackets is the engine's own in 50 of 57 cases.
        let mut position = record.start;
        let mut own = 0;
        for played in &record.moves {
            let comment = played.comment.as_deref().unwrap_or("");
            own += usize::from(Bracket::read(&position, played.mv, comment) == Some(Bracket::Own));
            position.play(played.mv);
        }
        assert_eq!(own, 50);
        // The text counts four moves of 100 to 150 s and six of 50 to 100; its own log has
        // three (101, 118, 128) and nine.
        let between =
            |range: std::ops::Range<u64>| white.iter().filter(|t| range.contains(t)).count();
        assert_eq!((between(100..150), between(50..100)), (3, 9));
    }

    #[test]
    fn what_is_left_is_reckoned_where_no_clock_is_told() {
        let text = "[TimeControl \"60+1\"]\n\n1. e4 {+0.31/12 2.000s} e5 {0.00/9 1.500s} \
                    2. Nf3 {+0.31/12 1.000s} Nc6 {0.00/9 1.000s} 3. Bb5 {+0.3/10 1.000s} *";
        let record = pgn::read_games(text.as_bytes()).next().unwrap().unwrap();
        assert!(times(&record).iter().all(|times| times.advised.is_some()), "{:?}", times(&record));
    }

    #[test]
    fn clocks_with_increment() {
        let text = "[TimeControl \"300+3\"]\n\n1. e4 {[%clk 0:05:00]} e5 {[%clk 0:04:58]} \
                    2. Nf3 {[%clk 0:04:53]} Nc6 {[%clk 0:05:01]} *";
        assert_eq!(spent(text), [Some(0), Some(5_000), Some(10_000), Some(0)]);
        // No tag: only differences, and those that are none are not known.
        let text = "1. e4 {[%clk 0:01:00]} e5 {[%clk 0:01:00]} 2. Nf3 {[%clk 0:00:50.5]} \
                    Nc6 {[%clk 1:00:00]} *";
        assert_eq!(spent(text), [None, None, Some(9_500), None]);
    }

    #[test]
    fn advice_and_reasons() {
        let text = "[TimeControl \"300+3\"]\n\n1. e4 {[%clk 0:04:55] +0.31/12 8s (Nf6), ended \
                    because the move is unlikely to change, and so on} e5 *";
        let record = pgn::read_games(text.as_bytes()).next().unwrap().unwrap();
        let found = times(&record);
        assert_eq!(found[0].why.as_deref(), Some("the move is unlikely to change"));
        let advised = found[0].advised.expect("there is a clock").as_secs_f64();
        // A fair share of five minutes: more than a hundredth, less than a tenth.
        assert!((3.0..30.0).contains(&advised), "{advised}");
        assert_eq!((found[1].advised, found[1].why.as_deref()), (None, None));
    }

    #[test]
    fn scores_of_engines() {
        assert_eq!(pawns_in("(d2d4) 0.30/13 10"), Some(0.3));
        assert_eq!(pawns_in("-1.25/9 0.1s"), Some(-1.25));
        assert_eq!(pawns_in("-M4/30 1.5s"), None);
        assert_eq!(pawns_in("1/2 a point"), Some(1.0));
        assert_eq!(pawns_in("book"), None);
    }

    #[test]
    fn words_of_engines() {
        for (comment, milliseconds) in [
            ("+0.31/12 0.123s (Nf6)", Some(123)),
            ("-M4/30 1.5s, black mates", Some(1_500)),
            ("(d2d4) 0.30/13 10", Some(10_000)),
            ("[%emt 0:00:07] +0.31/12 9s", Some(7_000)),
            ("0.250s", Some(250)),
            ("(Rc1c5) 0.20/176", Some(6_000)),
            ("a move of the 1980s, better than 12. Nf3", None),
            ("book", None),
            ("s", None),
        ] {
            let expected = [milliseconds];
            assert_eq!(spent(&format!("1. e4 {{{comment}}} *")), expected, "{comment}");
        }
    }
}
