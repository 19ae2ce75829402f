// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos explain`: the arguments read, the explanation printed.

use crate::cli::ExplainArgs;
use crate::show::{self, WRONG_INPUT};
use chess::{Game, Move, MoveError, Position, Square};
use explain::{
    Effort, Error, Explainer, Explanation, Language, Level, Opening, Opinions, Page, Sentence,
    Settings, Sources, Told,
};
use formats::book::library;
use search::Tablebase;
use serde::Serialize;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
use syzygy::Tables;

/// Where tables are if nobody says where.
const SYZYGY_PATH: &str = "SYZYGY_PATH";

/// What is printed as JSON. The number grows when a reader would have to change.
#[derive(Serialize)]
struct Document<'a> {
    format: u32,
    level: Level,
    language: Language,
    #[serde(flatten)]
    explanation: &'a Explanation,
    /// The short answer.
    summary: Vec<Told>,
    sentences: Vec<Sentence>,
    /// What two searches say, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    searches: Option<&'a Opinions>,
}

/// Explains the position of the arguments.
pub fn run(args: &ExplainArgs) -> anyhow::Result<ExitCode> {
    let (fen, asked) = split(&args.words);
    let start = match fen.as_str() {
        "startpos" => Position::startpos(),
        text => match Position::from_fen(text) {
            Ok(position) => position,
            Err(error) => return show::explain(text, &error),
        },
    };
    let mut game = Game::new(start);
    for (index, text) in args.moves.as_deref().unwrap_or("").split_ascii_whitespace().enumerate() {
        match game.position().parse_move(text) {
            Ok(m) => game.play(m),
            Err(error) => return refuse(&format!("move {} of --moves: {error}", index + 1)),
        }
    }
    let position = game.position();
    let mut moves = Vec::new();
    for text in asked.iter().chain(&args.against) {
        if let Some(outcome) = game.outcome() {
            return refuse(&Error::GameOver(outcome).to_string());
        }
        match position.parse_move(text) {
            Ok(m) => moves.push(m),
            Err(error) => return refuse(&reason(position, text, &error)),
        }
    }
    let (played, against): (Option<Move>, &[Move]) = match (&asked[..], &moves[..]) {
        ([], against) => (None, against),
        ([_], [first, against @ ..]) => (Some(*first), against),
        ([_, surplus, ..], _) => {
            return refuse(&format!("one move at a time, not also {surplus:?}"));
        }
        _ => (None, &[]),
    };

    let path = args.syzygy.clone().or_else(|| std::env::var(SYZYGY_PATH).ok());
    let tables = match path.as_deref().map(tables).transpose() {
        Ok(tables) => tables,
        Err(error) => return refuse(&error.to_string()),
    };
    let sources = Sources { tables, openings: Some(Arc::new(opening)) };
    let mut explainer = Explainer::new(settings(args)).consulting(sources);
    let explanation = match explainer.explain(&game, played, against) {
        Ok(explanation) => explanation,
        Err(error) => return refuse(&error.to_string()),
    };
    let opinions = args.searches.then(|| Opinions::of(&game, settings(args).effort)).flatten();
    print(args, &explanation, opinions.as_ref())?;
    Ok(ExitCode::SUCCESS)
}

/// The opening of a game by the built-in book.
pub fn opening(game: &Game) -> Option<Opening> {
    let (found, moves) = library()?.known_opening(game)?;
    Some(Opening { eco: found.eco, name: found.name, moves })
}

fn tables(folders: &str) -> Result<Arc<dyn Tablebase>, syzygy::OpenError> {
    Ok(Arc::new(Tables::open_all(&syzygy::split(folders))?))
}

fn settings(args: &ExplainArgs) -> Settings {
    let usual = Settings::default();
    let effort = match (args.depth, args.nodes, args.time) {
        (Some(depth), ..) => Effort::Depth(depth),
        (_, Some(nodes), _) => Effort::Nodes(nodes),
        (.., Some(time)) => Effort::Time(time),
        _ => usual.effort,
    };
    Settings { effort, lines: args.lines.into(), ..usual }
}

fn print(
    args: &ExplainArgs,
    explanation: &Explanation,
    searches: Option<&Opinions>,
) -> anyhow::Result<()> {
    let level = args.level.level();
    let language = args.language.language();
    let mut stdout = io::stdout().lock();
    if args.json {
        let document = Document {
            format: 1,
            level,
            language,
            explanation,
            summary: explanation.summary(level, language),
            sentences: explanation.sentences(level, language),
            searches,
        };
        let text = serde_json::to_string_pretty(&document)?;
        writeln!(stdout, "{text}")?;
    } else {
        let width = if stdout.is_terminal() {
            crossterm::terminal::size().map_or(80, |(columns, _)| usize::from(columns)).min(100)
        } else {
            80
        };
        let page = Page::new(explanation, level).language(language).width(width).more(args.more);
        write!(stdout, "{}", page.coloured(args.color.applies()))?;
        if let Some(searches) = searches {
            write!(stdout, "\n{searches}")?;
        }
    }
    Ok(())
}

fn refuse(message: &str) -> anyhow::Result<ExitCode> {
    writeln!(io::stderr(), "error: {message}")?;
    Ok(ExitCode::from(WRONG_INPUT))
}

/// The words of a FEN, quoted or not, and the words behind it.
pub fn split(words: &[String]) -> (String, Vec<String>) {
    if let [first, rest @ ..] = words
        && (first.contains(' ') || first == "startpos")
    {
        return (first.trim().to_owned(), rest.to_vec());
    }
    let is_number = |word: &&String| word.bytes().all(|byte| byte.is_ascii_digit());
    let numbers = words.iter().skip(4).take(2).take_while(is_number).count();
    let (fen, rest) = words.split_at(words.len().min(4 + numbers));
    (fen.join(" "), rest.to_vec())
}

/// Why a move can't be played, as exactly as its text allows.
fn reason(position: &Position, text: &str, error: &MoveError) -> String {
    let squares = match text.as_bytes() {
        [a, b, c, d, ..] => Square::from_letters(*a, *b).zip(Square::from_letters(*c, *d)),
        _ => None,
    };
    let (MoveError::Illegal(_), Some((from, to))) = (error, squares) else {
        return error.to_string();
    };
    let why = match position.piece_on(from) {
        None => format!("there is no piece on {from}"),
        Some(piece) if piece.color() != position.turn() => {
            format!(
                "the {} on {from} is {}'s, and it is {}'s turn",
                piece.role(),
                piece.color(),
                position.turn()
            )
        }
        Some(_) if position.by_color(position.turn()).contains(to) => {
            format!("{to} is occupied by a piece of the same side")
        }
        Some(_) if position.in_check() => "it does not end the check".to_owned(),
        Some(_) if position.pinned().contains(from) => {
            format!("the piece on {from} is pinned to its king")
        }
        Some(piece) => format!("the {} on {from} can't go to {to}", piece.role()),
    };
    format!("{error}: {why}")
}

/// Reads `800ms`, `2s`, `1.5s`; a bare number is seconds.
pub fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 0.001),
        None => (text.strip_suffix('s').unwrap_or(text), 1.0),
    };
    let seconds = number.trim().parse::<f64>().map(|n| n * unit).map_err(|e| e.to_string())?;
    Duration::try_from_secs_f64(seconds)
        .ok()
        .filter(|time| !time.is_zero() && *time <= Duration::from_secs(86_400))
        .ok_or_else(|| "a time between 1ms and a day".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn a_fen_needs_no_quotes() {
        let full = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
        assert_eq!(split(&words(&format!("{full} e4"))), (full.to_owned(), vec!["e4".to_owned()]));
        assert_eq!(split(&[full.to_owned()]), (full.to_owned(), vec![]));
        let short = "4k3/8/8/8/8/8/4P3/4K3 w - -";
        assert_eq!(split(&words(&format!("{short} e2e4"))), (short.to_owned(), words("e2e4")));
        assert_eq!(split(&words("startpos Nf3")), ("startpos".to_owned(), words("Nf3")));
    }

    #[test]
    fn durations() {
        assert_eq!(duration("800ms"), Ok(Duration::from_millis(800)));
        assert_eq!(duration("1.5s"), Ok(Duration::from_millis(1500)));
        assert_eq!(duration("2"), Ok(Duration::from_secs(2)));
        assert!(duration("soon").is_err() && duration("-1").is_err() && duration("0").is_err());
    }
}
