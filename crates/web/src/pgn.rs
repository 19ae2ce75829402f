// SPDX-License-Identifier: GPL-3.0-or-later
//! Games as text, read and written for the page.

use crate::protocol::{At, Message, Notation, Refusal, RefusalCode, TreeMove};
use chess::{Move, Position};
use formats::pgn::{
    self, Evaluation, GameResult, Keep, Line, PgnError, PlayedMove, Record, Remark,
};
use search::Score;
use serde::Serialize;

/// Variations nest no deeper than this.
const DEEPEST: usize = 32;
/// Moves of one game, variations included.
const MOST_MOVES: usize = 20_000;

/// Moves of all games that are read at once.
const MOST_READ: usize = 50_000;

/// Games of a PGN.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PgnGames {
    games: Vec<PgnGame>,
    /// Games beyond the limit.
    left_out: usize,
}

/// A game, up to the first move that can't be played.
#[derive(Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct PgnGame {
    tags: Vec<(String, String)>,
    /// The position before the first move; empty if the game could not be read at all.
    start: String,
    chess960: bool,
    result: String,
    /// Before the first move.
    comment: Option<String>,
    line: Vec<PgnMove>,
    /// What is wrong with it.
    errors: Vec<String>,
}

/// A move with its annotations.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
struct PgnMove {
    uci: String,
    san: String,
    /// The position after it.
    fen: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<_>"))]
    nags: Vec<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
    /// The comment before the first move of a variation.
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<String>,
    /// `%eval`.
    #[serde(skip_serializing_if = "Option::is_none")]
    eval: Option<Score>,
    /// `%clk`.
    #[serde(skip_serializing_if = "Option::is_none")]
    clock_ms: Option<u64>,
    /// Alternatives to this move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<_>"))]
    variations: Vec<Vec<PgnMove>>,
}

/// The answer to `pgn.read`: up to `most` games.
///
/// # Errors
/// If there is no game in it.
pub fn read(text: &str, most: usize) -> Result<PgnGames, Refusal> {
    let mut games = Vec::new();
    let mut left_out = 0;
    let mut moves = 0;
    let mut texts = pgn::read_games(text.as_bytes());
    while let Some(text) = texts.next_text() {
        if games.len() >= most {
            left_out += 1;
            continue;
        }
        // Every move becomes a position: a text of a megabyte must not become a gigabyte.
        moves += text.as_ref().map_or(0, |text| text.count_moves());
        if moves > MOST_READ {
            let errors = vec![format!("more than {MOST_READ} moves are not read at once")];
            games.push(PgnGame { errors, ..PgnGame::default() });
            break;
        }
        games.push(match text.and_then(|text| text.readable(Keep::ALL)) {
            Ok((record, Some(error))) if record.moves.is_empty() => unreadable(&error),
            Ok((record, error)) => shown(&record, error.as_ref()),
            Err(error) => unreadable(&error),
        });
    }
    if games.is_empty() {
        return Err(Refusal::new(RefusalCode::BadPgn, "no game found").at("pgn"));
    }
    Ok(PgnGames { games, left_out })
}

/// Games in which a position occurs.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PgnFound {
    found: Vec<FoundGame>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct FoundGame {
    /// Which of the games.
    game: usize,
    /// After how many half-moves of its main line.
    ply: usize,
    /// The move that was played then.
    next: Option<String>,
}

/// The answer to `pgn.find`: where `wanted` occurs for the first time in each game, however it came about.
/// A game that can't be read to its end is searched up to there.
pub fn find(games: &[String], wanted: &Position) -> PgnFound {
    let found = games.iter().enumerate();
    let found = found.filter_map(|(game, text)| {
        let (ply, next) = occurs(text, wanted.key())?;
        Some(FoundGame { game, ply, next })
    });
    PgnFound { found: found.collect() }
}

/// After how many half-moves a position occurs, and what was played in it.
fn occurs(text: &str, key: u64) -> Option<(usize, Option<String>)> {
    let mut games = pgn::read_games(text.as_bytes());
    let text = games.next_text()?.ok()?;
    let start = text.start().ok()?;
    let mut found = (start.key() == key).then_some((0, None));
    let mut ply = 0;
    // What is wrong with the game is told when it is opened.
    let _ = text.play(start, usize::MAX, |before, mv| {
        match &mut found {
            Some((at, next)) if *at == ply => *next = Some(before.san(mv)),
            Some(_) => {}
            None => found = (before.after(mv).key() == key).then_some((ply + 1, None)),
        }
        ply += 1;
    });
    found
}

/// A game without even a first move.
fn unreadable(error: &PgnError) -> PgnGame {
    PgnGame { errors: vec![error.to_string()], ..PgnGame::default() }
}

/// A game, and what is wrong with what comes after it.
fn shown(record: &Record, error: Option<&PgnError>) -> PgnGame {
    let variant = record.tag("Variant").unwrap_or_default().to_ascii_lowercase();
    let chess960 = variant.contains("960") || variant.contains("fischer");
    let notation = Notation { chess960: chess960 || !record.start.is_standard_castling() };
    let repairs = record.repairs.iter().map(ToString::to_string);
    let errors: Vec<String> = error.map(ToString::to_string).into_iter().chain(repairs).collect();
    PgnGame {
        tags: record.tags.clone(),
        start: record.start.fen(),
        chess960: notation.chess960,
        result: record.result.to_string(),
        comment: record.comment.clone(),
        line: line(notation, record.start, &record.moves),
        errors,
    }
}

fn line(notation: Notation, mut position: Position, moves: &[PlayedMove]) -> Vec<PgnMove> {
    let mut line = Vec::new();
    for played in moves {
        let before = position;
        let null = played.mv == Move::NULL;
        let (uci, san) = match null {
            true => ("0000".to_owned(), "--".to_owned()),
            false => (notation.uci(&before, played.mv), before.san(played.mv)),
        };
        if null {
            position.play_null();
        } else {
            position.play(played.mv);
        }
        let remark = played.comment.as_deref().map(Remark::read).unwrap_or_default();
        let variation = |variation: &Line| {
            let mut line = self::line(notation, before, &variation.moves);
            if let Some(first) = line.first_mut() {
                first.before = variation.comment.clone();
            }
            line
        };
        let entry = PgnMove {
            uci,
            san,
            fen: position.fen(),
            nags: played.nags.clone(),
            comment: Some(remark.text).filter(|text| !text.is_empty()),
            before: None,
            eval: remark.eval.map(|eval| match eval {
                Evaluation::Centipawns(cp) => Score::Cp(cp),
                Evaluation::Mate(moves) => Score::Mate(moves),
            }),
            clock_ms: remark
                .clock
                .map(|clock| u64::try_from(clock.as_millis()).unwrap_or(u64::MAX)),
            variations: played.variations.iter().map(variation).collect(),
        };
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
pub fn write(draft: Draft) -> Result<Message, Refusal> {
    let start = *At::fen(draft.start).place()?.game.start();
    let mut record = Record::new(start);
    for (name, value) in draft.tags {
        let good = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if !good || name.len() > 255 {
            let message = format!("{name:?} is not the name of a tag");
            return Err(Refusal::new(RefusalCode::BadMessage, message).at("tags"));
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
    let pgn = String::from_utf8_lossy(&text).into_owned();
    Ok(Message::PgnText { pgn, file: "game.pgn".to_owned() })
}

fn build(
    mut position: Position,
    moves: Vec<TreeMove>,
    depth: usize,
    budget: &mut usize,
) -> Result<Line, Refusal> {
    let refuse = |code, message: String| Refusal::new(code, message).at("line");
    if depth > DEEPEST {
        return Err(refuse(RefusalCode::BadMessage, "variations are nested too deeply".into()));
    }
    let mut line = Line::default();
    for entry in moves {
        // In a PGN a comment before a move is one after the move before it.
        let said = match line.moves.last_mut() {
            Some(last) => &mut last.comment,
            None => &mut line.comment,
        };
        *said = joined(said.take(), entry.before);
        *budget = budget
            .checked_sub(1)
            .ok_or_else(|| refuse(RefusalCode::BadMessage, "too many moves".into()))?;
        let Some(text) = entry.mv.or(entry.uci).or(entry.san) else {
            return Err(refuse(RefusalCode::BadMessage, "a move needs move, uci or san".into()));
        };
        let null = matches!(text.as_str(), "0000" | "--") && depth > 0 && !position.in_check();
        let mv = match null {
            true => Move::NULL,
            false => position
                .parse_move(&text)
                .map_err(|error| refuse(RefusalCode::IllegalMove, error.to_string()))?,
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

/// Both, joined.
fn joined(first: Option<String>, second: Option<String>) -> Option<String> {
    match (first, second) {
        (Some(first), Some(second)) => Some(format!("{first} {second}")),
        (first, second) => first.or(second),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn games(text: &str, most: usize) -> Value {
        serde_json::to_value(read(text, most).unwrap()).unwrap()
    }

    fn written(draft: Draft) -> String {
        match write(draft) {
            Ok(Message::PgnText { pgn, .. }) => pgn,
            _ => panic!("not written"),
        }
    }

    fn refused<T>(result: Result<T, Refusal>) -> RefusalCode {
        result.err().map(|refusal| refusal.code).unwrap()
    }

    const TEXT: &str = "[Event \"?\"]\n[White \"A\"]\n\n1. e4 $1 {[%eval 0.2] [%clk 0:01:00] good} \
                        ({the other way} 1. d4 d5 (1... Nf6)) 1... e5 *";

    #[test]
    fn a_text_of_moves_without_end_is_not_read() {
        let mut text = String::from("[Event \"x\"]\n\n");
        for number in 0..20_000 {
            text += &format!("{}. Nf3 Nf6 {}. Ng1 Ng8 ", 2 * number + 1, 2 * number + 2);
        }
        let games = games(&text, 10);
        let error = games["games"][0]["errors"][0].as_str().unwrap().to_owned();
        assert!(error.contains("50000 moves"), "{error}");
        assert_eq!(games["games"][0]["line"], json!([]));
    }

    #[test]
    fn what_is_read_can_be_written_back() {
        let games = games(TEXT, 10);
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
        let text = written(draft);
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let moves = "1. e4 $1 {good} ({the other way} 1. d4 d5 (1... Nf6)) 1... e5 *";
        assert!(text.contains(moves), "{text}");
    }

    #[test]
    fn a_comment_before_a_promoted_variation_is_kept() {
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
        let text = written(draft);
        assert!(text.contains("{a game first} 1. e4 {good sharper} 1... c5 *"), "{text}");
    }

    #[test]
    fn a_game_with_a_bad_move_is_read_up_to_it() {
        let games = games("[White \"A\"]\n\n1. e4 {good} (1. d4) e5\n2. Ke3 Nf6 *", 2);
        let game = &games["games"][0];
        assert_eq!(game["line"].as_array().unwrap().len(), 2);
        assert_eq!(game["line"][0]["comment"], "good");
        assert_eq!(game["line"][0]["variations"][0][0]["san"], "d4");
        let error = game["errors"][0].as_str().unwrap();
        assert!(error.contains("line 4") && error.contains("Ke3"), "{error}");
    }

    #[test]
    fn a_position_is_found_however_it_came_about() {
        let games = [
            "[White \"A\"]\n\n1. d4 d5 (1... Nf6 2. c4) 2. c4 e6 3. Nc3 *",
            "1. c4 e6 2. d4 d5 3. cxd5 *",
            "1. e4 e5 *",
            // Up to its error a game is searched.
            "1. c4 d5 2. d4 e6 3. Qh9 *",
            // The same pieces, but White has lost the right to castle.
            "1. c4 e6 2. Nf3 Nf6 3. Rg1 Ng8 4. Rh1 d5 5. d4 h6 6. Ng1 *",
            "[FEN \"rnbqkbnr/ppp2ppp/4p3/3p4/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 0 3\"]\n\n*",
            "",
        ]
        .map(str::to_owned);
        let wanted = "rnbqkbnr/ppp2ppp/4p3/3p4/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 0 3";
        let found = find(&games, &Position::from_fen(wanted).unwrap());
        let found = serde_json::to_value(found).unwrap();
        let expected = json!([
            { "game": 0, "ply": 4, "next": "Nc3" },
            { "game": 1, "ply": 4, "next": "cxd5" },
            { "game": 3, "ply": 4, "next": null },
            { "game": 5, "ply": 0, "next": null },
        ]);
        assert_eq!(found["found"], expected);
    }

    #[test]
    fn broken_games_are_told_and_many_are_left_out() {
        let text =
            "[White \"A\"]\n\n1. e9 *\n\n[White \"B\"]\n\n1. d4 *\n\n[White \"C\"]\n\n1. c4 *\n";
        let games = games(text, 2);
        assert_eq!(games["left_out"], 1);
        assert_eq!(games["games"][0]["errors"].as_array().unwrap().len(), 1);
        assert_eq!(games["games"][0]["tags"], json!([]));
        assert_eq!(games["games"][1]["line"][0]["uci"], "d2d4");
        assert_eq!(refused(read("", 2)), RefusalCode::BadPgn);
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
        assert_eq!(refused(write(draft(json!([{ "move": "e9" }])))), RefusalCode::IllegalMove);
        assert_eq!(refused(write(draft(json!([{}])))), RefusalCode::BadMessage);
        let tags = Draft { tags: vec![("a]b".into(), "x".into())], ..draft(json!([])) };
        assert_eq!(refused(write(tags)), RefusalCode::BadMessage);
        let mut deep = json!([{ "move": "e4" }]);
        for _ in 0..40 {
            deep = json!([{ "move": "e4", "variations": [deep] }]);
        }
        assert_eq!(refused(write(draft(deep))), RefusalCode::BadMessage);
    }
}
