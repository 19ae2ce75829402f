// SPDX-License-Identifier: GPL-3.0-or-later
//! Games as text, read and written for the page.

use crate::protocol::{At, Code, Pen, Refusal, TreeMove};
use chess::{Move, Position};
use formats::pgn::{
    self, Evaluation, GameResult, Keep, Line, PgnError, PlayedMove, Record, Remark,
};
use serde_json::{Value, json};

/// Variations nest no deeper than this.
const DEEPEST: usize = 32;
/// Moves of one game, variations included.
const MOST_MOVES: usize = 20_000;

/// The answer to `pgn.read`: up to `most` games.
///
/// # Errors
/// If there is no game in it.
pub fn read(text: &str, most: usize) -> Result<Value, Refusal> {
    let mut games = Vec::new();
    let mut left_out = 0;
    let mut texts = pgn::read_games(text.as_bytes());
    while let Some(text) = texts.next_text() {
        if games.len() >= most {
            left_out += 1;
            continue;
        }
        games.push(match text.and_then(|text| text.readable(Keep::ALL)) {
            Ok((record, Some(error))) if record.moves.is_empty() => unreadable(&error),
            Ok((record, error)) => shown(&record, error.as_ref()),
            Err(error) => unreadable(&error),
        });
    }
    if games.is_empty() {
        return Err(Refusal::new(Code::BadPgn, "there is no game in this text").at("pgn"));
    }
    Ok(json!({ "games": games, "left_out": left_out }))
}

/// What is said of a game that has not even a first move.
fn unreadable(error: &PgnError) -> Value {
    json!({ "tags": [], "line": [], "errors": [error.to_string()] })
}

/// A game, and what is wrong with what comes behind it.
fn shown(record: &Record, error: Option<&PgnError>) -> Value {
    let variant = record.tag("Variant").unwrap_or_default().to_ascii_lowercase();
    let chess960 = variant.contains("960") || variant.contains("fischer");
    let pen = Pen { chess960: chess960 || !record.start.is_standard_castling() };
    let repairs = record.repairs.iter().map(ToString::to_string);
    let errors: Vec<String> = error.map(ToString::to_string).into_iter().chain(repairs).collect();
    json!({
        "tags": record.tags,
        "start": record.start.fen(),
        "chess960": pen.chess960,
        "result": record.result.to_string(),
        "comment": record.comment,
        "line": line(pen, record.start, &record.moves),
        "errors": errors,
    })
}

fn line(pen: Pen, mut position: Position, moves: &[PlayedMove]) -> Vec<Value> {
    let mut line = Vec::new();
    for played in moves {
        let before = position;
        let null = played.mv == Move::NULL;
        let (uci, san) = match null {
            true => ("0000".to_owned(), "--".to_owned()),
            false => (pen.uci(&before, played.mv), before.san(played.mv)),
        };
        if null {
            position.play_null();
        } else {
            position.play(played.mv);
        }
        let mut entry = json!({ "uci": uci, "san": san, "fen": position.fen() });
        if !played.nags.is_empty() {
            entry["nags"] = json!(played.nags);
        }
        if let Some(comment) = &played.comment {
            let remark = Remark::read(comment);
            if !remark.text.is_empty() {
                entry["comment"] = json!(remark.text);
            }
            if let Some(eval) = remark.eval {
                entry["eval"] = match eval {
                    Evaluation::Centipawns(cp) => json!({ "cp": cp }),
                    Evaluation::Mate(moves) => json!({ "mate": moves }),
                };
            }
            if let Some(clock) = remark.clock {
                entry["clock_ms"] = json!(u64::try_from(clock.as_millis()).unwrap_or(u64::MAX));
            }
        }
        if !played.variations.is_empty() {
            let shown = |variation: &Line| {
                let mut line = self::line(pen, before, &variation.moves);
                if let (Some(first), Some(comment)) = (line.first_mut(), &variation.comment) {
                    first["before"] = json!(comment);
                }
                line
            };
            entry["variations"] = played.variations.iter().map(shown).collect();
        }
        line.push(entry);
    }
    line
}

/// A game that is to be written.
pub struct Draft {
    /// Tags in any order.
    pub tags: Vec<(String, String)>,
    /// Where it begins.
    pub start: Option<String>,
    /// Whether it is Chess960.
    pub chess960: bool,
    /// As in PGN.
    pub result: Option<String>,
    /// Before the first move.
    pub comment: Option<String>,
    /// The moves.
    pub line: Vec<TreeMove>,
}

/// The answer to `pgn.write`.
///
/// # Errors
/// If a move is not legal.
pub fn write(draft: Draft) -> Result<Value, Refusal> {
    let start = *At::fen(draft.start).place()?.game.start();
    let mut record = Record::new(start);
    for (name, value) in draft.tags {
        let good = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if !good || name.len() > 255 {
            let message = format!("{name:?} is not the name of a tag");
            return Err(Refusal::new(Code::BadMessage, message).at("tags"));
        }
        record.set_tag(&name, value);
    }
    if draft.chess960 && record.tag("Variant").is_none() {
        record.set_tag("Variant", "Chess960");
    }
    record.result = draft.result.as_deref().and_then(GameResult::parse).unwrap_or_default();
    let mut budget = MOST_MOVES;
    let line = build(start, draft.line, 0, &mut budget)?;
    (record.comment, record.moves) = (joined(draft.comment, line.comment), line.moves);
    let mut text = Vec::new();
    // Writing to memory can't fail.
    let _ = pgn::write(&record, &mut text);
    Ok(json!({ "pgn": String::from_utf8_lossy(&text), "file": "game.pgn" }))
}

fn build(
    mut position: Position,
    moves: Vec<TreeMove>,
    depth: usize,
    budget: &mut usize,
) -> Result<Line, Refusal> {
    let refuse = |code, message: String| Refusal::new(code, message).at("line");
    if depth > DEEPEST {
        return Err(refuse(Code::BadMessage, "variations nest too deep".into()));
    }
    let mut line = Line::default();
    for entry in moves {
        // In a PGN words before a move are words behind the one before it.
        let said = match line.moves.last_mut() {
            Some(last) => &mut last.comment,
            None => &mut line.comment,
        };
        *said = joined(said.take(), entry.before);
        *budget = budget
            .checked_sub(1)
            .ok_or_else(|| refuse(Code::BadMessage, "too many moves".into()))?;
        let Some(text) = entry.mv.or(entry.uci).or(entry.san) else {
            return Err(refuse(Code::BadMessage, "a move needs move, uci or san".into()));
        };
        let null = matches!(text.as_str(), "0000" | "--") && depth > 0 && !position.in_check();
        let mv = match null {
            true => Move::NULL,
            false => position
                .parse_move(&text)
                .map_err(|error| refuse(Code::IllegalMove, error.to_string()))?,
        };
        let mut variations = Vec::new();
        for variation in entry.variations {
            variations.push(build(position, variation, depth + 1, budget)?);
        }
        if null {
            position.play_null();
        } else {
            position.play(mv);
        }
        line.moves.push(PlayedMove { mv, comment: entry.comment, nags: entry.nags, variations });
    }
    Ok(line)
}

/// Both, one behind the other.
fn joined(first: Option<String>, second: Option<String>) -> Option<String> {
    match (first, second) {
        (Some(first), Some(second)) => Some(format!("{first} {second}")),
        (first, second) => first.or(second),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "[Event \"?\"]\n[White \"A\"]\n\n1. e4 $1 {[%eval 0.2] [%clk 0:01:00] good} \
                        ({the other way} 1. d4 d5 (1... Nf6)) 1... e5 *";

    #[test]
    fn what_is_read_can_be_written_back() {
        let games = read(TEXT, 10).unwrap();
        let game = &games["games"][0];
        assert_eq!(game["line"][0]["nags"], json!([1]));
        assert_eq!(game["line"][0]["eval"], json!({ "cp": 20 }));
        assert_eq!(game["line"][0]["clock_ms"], 60_000);
        assert_eq!(game["line"][0]["comment"], "good");
        let variation = &game["line"][0]["variations"][0];
        assert_eq!(variation[1]["variations"][0][0]["san"], "Nf6");
        let draft = Draft {
            tags: vec![("White".into(), "A".into())],
            start: game["start"].as_str().map(str::to_owned),
            chess960: false,
            result: Some("*".into()),
            comment: None,
            line: serde_json::from_value(game["line"].clone()).unwrap(),
        };
        let written = write(draft).unwrap();
        let text = written["pgn"].as_str().unwrap();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let moves = "1. e4 $1 {good} ({the other way} 1. d4 d5 (1... Nf6)) 1... e5 *";
        assert!(text.contains(moves), "{text}");
    }

    #[test]
    fn words_before_a_move_that_was_raised_are_kept() {
        let line = json!([
            { "move": "e4", "comment": "good", "before": "first" },
            { "move": "c5", "before": "sharper" },
        ]);
        let draft = Draft {
            tags: vec![],
            start: None,
            chess960: false,
            result: None,
            comment: Some("a game".into()),
            line: serde_json::from_value(line).unwrap(),
        };
        let written = write(draft).unwrap();
        let text = written["pgn"].as_str().unwrap();
        assert!(text.contains("{a game first} 1. e4 {good sharper} 1... c5 *"), "{text}");
    }

    #[test]
    fn a_game_with_a_bad_move_is_read_up_to_it() {
        let games = read("[White \"A\"]\n\n1. e4 {good} (1. d4) e5\n2. Ke3 Nf6 *", 2).unwrap();
        let game = &games["games"][0];
        assert_eq!(game["line"].as_array().unwrap().len(), 2);
        assert_eq!(game["line"][0]["comment"], "good");
        assert_eq!(game["line"][0]["variations"][0][0]["san"], "d4");
        let error = game["errors"][0].as_str().unwrap();
        assert!(error.contains("line 4") && error.contains("Ke3"), "{error}");
    }

    #[test]
    fn broken_games_are_told_and_many_are_left_out() {
        let text =
            "[White \"A\"]\n\n1. e9 *\n\n[White \"B\"]\n\n1. d4 *\n\n[White \"C\"]\n\n1. c4 *\n";
        let games = read(text, 2).unwrap();
        assert_eq!(games["left_out"], 1);
        assert_eq!(games["games"][0]["errors"].as_array().unwrap().len(), 1);
        assert_eq!(games["games"][0]["tags"], json!([]));
        assert_eq!(games["games"][1]["line"][0]["uci"], "d2d4");
        assert_eq!(read("", 2).unwrap_err().code, Code::BadPgn);
    }

    #[test]
    fn nonsense_is_refused() {
        let draft = |line: Value| Draft {
            tags: vec![],
            start: None,
            chess960: false,
            result: None,
            comment: None,
            line: serde_json::from_value(line).unwrap(),
        };
        assert_eq!(write(draft(json!([{ "move": "e9" }]))).unwrap_err().code, Code::IllegalMove);
        assert_eq!(write(draft(json!([{}]))).unwrap_err().code, Code::BadMessage);
        let tags = Draft { tags: vec![("a]b".into(), "x".into())], ..draft(json!([])) };
        assert_eq!(write(tags).unwrap_err().code, Code::BadMessage);
        let mut deep = json!([{ "move": "e4" }]);
        for _ in 0..40 {
            deep = json!([{ "move": "e4", "variations": [deep] }]);
        }
        assert_eq!(write(draft(deep)).unwrap_err().code, Code::BadMessage);
    }
}
