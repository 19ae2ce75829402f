// SPDX-License-Identifier: GPL-3.0-or-later
//! Whether the lines that an engine announces can be played.
//!
//! A line with a move that is not legal, or that goes on after the game is over, is a bug of the
//! engine that its author wants to know of; the game goes on. The words are those that programs
//! around fastchess, such as the worker of fishtest, look for.

use chess::{Game, Outcome, Position};
use play::uci::info::InfoLine;
use search::{Bound, Score};

/// What is wrong with the lines that an engine gave before its move `played`, in words: the
/// first thing only. `said` is everything that it printed, `mates` whether lines to a mate must
/// be whole.
pub fn problem(game: &Game, said: &[String], played: &str, mates: bool) -> Option<String> {
    let lines = said.iter().filter(|line| line.starts_with("info ") && line.contains(" pv "));
    let mut last = None;
    for line in lines {
        let info = InfoLine::parse(line);
        if let Some(wrong) = line_problem(game, &info, mates) {
            return Some(told(&wrong, game.position(), line));
        }
        if info.multipv.is_none_or(|rank| rank == 1) {
            last = Some((line, info));
        }
    }
    let (line, info) = last?;
    let bound = info.thinking.bound.is_some_and(|bound| bound != Bound::Exact);
    let first = info.thinking.pv.first()?;
    let same = |position: &Position| position.parse_uci(first) == position.parse_uci(played);
    (!bound && !same(game.position())).then(|| {
        let wrong = format!("Bestmove {played} does not match the beginning of the last PV");
        told(&wrong, game.position(), line)
    })
}

fn told(wrong: &str, position: &Position, line: &str) -> String {
    let line: String = line.chars().take(400).collect();
    format!("{wrong}; position {}; `{line}`", position.fen())
}

fn line_problem(game: &Game, info: &InfoLine, mates: bool) -> Option<String> {
    let thinking = &info.thinking;
    let mut game = game.clone();
    for text in &thinking.pv {
        if let Some(outcome) = game.outcome() {
            return after_the_end(outcome)
                .map(|what| format!("PV continues after {what} with {text}"));
        }
        match game.position().parse_uci(text) {
            Ok(mv) => game.play(mv),
            Err(_) => return Some(format!("Illegal PV move {text}")),
        }
    }
    let Some(Score::Mate(moves)) = thinking.score.filter(|_| mates) else { return None };
    if thinking.pv.is_empty() || thinking.bound.is_some_and(|bound| bound != Bound::Exact) {
        return None;
    }
    let plies = if moves > 0 { 2 * i64::from(moves) - 1 } else { -2 * i64::from(moves) };
    match (thinking.pv.len() as i64).cmp(&plies) {
        std::cmp::Ordering::Less => Some("Incomplete mating PV".to_owned()),
        std::cmp::Ordering::Greater => Some("Too long mating PV".to_owned()),
        std::cmp::Ordering::Equal => {
            let mate = matches!(game.outcome(), Some(Outcome::Checkmate { .. }));
            (!mate).then(|| "Mating PV does not end with checkmate".to_owned())
        }
    }
}

/// What has ended the game; `None` for endings that engines need not see.
fn after_the_end(outcome: Outcome) -> Option<&'static str> {
    Some(match outcome {
        Outcome::Checkmate { .. } => "checkmate",
        Outcome::Stalemate => "stalemate",
        Outcome::Threefold => "threefold repetition",
        Outcome::FiftyMoves => "fifty-move rule",
        _ => return None,
    })
}
