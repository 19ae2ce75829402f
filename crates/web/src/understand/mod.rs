// SPDX-License-Identifier: GPL-3.0-or-later
//! Understanding: the evaluation breakdown at once, explanations after a search.

mod maps;
mod pooled;

use crate::host::Host;
use crate::protocol::{EffortChoice, Place, Refusal, RefusalCode};
use analyse::{ShownLine, Side};
use chess::{Color, Game, Position};
use eval::Classical;
use explain::{
    Effort, Explainer, Language, Level, Opening, Opinions, PositionFacts, Settings, Sources,
};
use formats::book::library;
use pooled::PooledSearch;
use search::{Score, Tablebase};
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// From this difference on, in centipawns, network and static evaluation disagree.
const DISAGREEMENT: i32 = 75;
/// What an explanation may cost at most, in nodes of its main search.
const MOST_NODES: u64 = 10_000_000;

/// What evaluations and search say about a position, from White's view.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Scores {
    /// The static evaluation.
    classical: Score,
    /// The network.
    nnue: Score,
    /// The engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    search: Option<Score>,
    /// The network's minus the static evaluation.
    difference_cp: i32,
    /// Whether the difference is worth mentioning.
    disagree: bool,
}

/// The static evaluation, term by term.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Ledger {
    fen: String,
    turn: Side,
    in_check: bool,
    /// None in check: much of it is about to change by force.
    account: Option<Account>,
    scores: Option<Scores>,
    maps: maps::Maps,
}

/// Terms whose balances and the rounding add up to the total, White's view, in centipawns.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Account {
    /// How much of the middlegame is left, of `full`.
    phase: i32,
    full: i32,
    terms: Vec<TermRow>,
    credits: Vec<Credit>,
    rounding: i32,
    total: i32,
}

/// A term: what each side has, mixed by the phase.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct TermRow {
    term: &'static str,
    white_cp: i32,
    black_cp: i32,
    balance: i32,
}

/// An entry of a term, from its owner's view.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Credit {
    term: &'static str,
    side: Side,
    /// The weight behind it, if it is one.
    weight: Option<String>,
    count: i32,
    mixed: i32,
    squares: Vec<String>,
}

impl Account {
    fn of(account: &explain::Account) -> Account {
        let terms = account.terms.iter().map(|row| TermRow {
            term: row.term.name(),
            white_cp: account.share(row.term, Color::White),
            black_cp: account.share(row.term, Color::Black),
            balance: row.balance,
        });
        let credits = account.credits.iter().map(|credit| Credit {
            term: credit.term.name(),
            side: credit.side.into(),
            weight: credit.weight.clone(),
            count: credit.count,
            mixed: credit.mixed,
            squares: credit.squares.clone(),
        });
        Account {
            phase: account.phase,
            full: account.full,
            terms: terms.collect(),
            credits: credits.collect(),
            rounding: account.rounding,
            total: account.total,
        }
    }
}

/// Centipawns of the side to move as White sees them.
fn seen_by_white(position: &Position, cp: i32) -> i32 {
    if position.turn() == Color::White { cp } else { -cp }
}

fn judged(kind: engine::Evaluation, position: &Position) -> i32 {
    seen_by_white(position, kind.evaluate(&papers::Settings::default(), position))
}

fn scores(position: &Position) -> Scores {
    let [classical, nnue] = [engine::Evaluation::Classical, engine::Evaluation::Nnue]
        .map(|kind| judged(kind, position));
    let difference_cp = nnue - classical;
    Scores {
        classical: Score::Cp(classical),
        nnue: Score::Cp(nnue),
        search: None,
        difference_cp,
        disagree: difference_cp.abs() >= DISAGREEMENT,
    }
}

/// The answer to `understand.ledger`.
pub fn ledger(place: &Place) -> Ledger {
    let position = place.game.position();
    let facts = PositionFacts::at_a_glance(&Classical::default(), &place.game);
    let in_check = position.in_check();
    Ledger {
        fen: position.fen(),
        turn: position.turn().into(),
        in_check,
        account: (!in_check).then(|| Account::of(&facts.account)),
        scores: (!in_check).then(|| scores(position)),
        maps: maps::maps(position, &facts, in_check),
    }
}

/// A sentence, and the lines that show that it is true.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Sentence {
    section: Section,
    text: String,
    squares: Vec<String>,
    lines: Vec<ShownLine>,
}

/// What a sentence is about.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
enum Section {
    Summary,
    Position,
    Threat,
    Best,
    Played,
    WhyNot,
    Searches,
}

impl From<explain::Section> for Section {
    fn from(section: explain::Section) -> Section {
        match section {
            explain::Section::Position => Section::Position,
            explain::Section::Threat => Section::Threat,
            explain::Section::Best => Section::Best,
            explain::Section::Played => Section::Played,
            explain::Section::WhyNot => Section::WhyNot,
        }
    }
}

/// The same explanation for three kinds of readers.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Levels {
    beginner: Vec<Sentence>,
    club: Vec<Sentence>,
    expert: Vec<Sentence>,
}

/// A position or a move, explained.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Explanation {
    fen: String,
    /// The explanation of `xanthos explain --json`.
    #[cfg_attr(test, ts(type = "Record<string, unknown>"))]
    explanation: explain::Explanation,
    sentences: Levels,
    /// The move that it takes for the best, as UCI.
    best: Option<String>,
    /// What that is worth, from White's view; in check too.
    score: Option<Score>,
    /// None in check.
    scores: Option<Scores>,
}

/// Alpha-beta and MCTS, compared.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SearchComparison {
    fen: String,
    #[cfg_attr(test, ts(type = "Record<string, unknown>"))]
    opinions: Opinions,
    sentences: Vec<Sentence>,
}

/// What is to be explained.
pub struct Question {
    place: Place,
    played: Option<chess::Move>,
    against: Vec<chess::Move>,
    settings: Settings,
}

impl Question {
    /// Checks a request.
    ///
    /// # Errors
    /// If a move is not legal.
    pub fn new(
        place: Place,
        played: Option<&str>,
        against: &[String],
        effort: Option<EffortChoice>,
        lines: Option<usize>,
    ) -> Result<Question, Refusal> {
        let position = place.game.position();
        let read = |text: &str, field| {
            position.parse_move(text).map_err(|error| {
                Refusal::new(RefusalCode::IllegalMove, error.to_string()).at(field)
            })
        };
        let played = played.map(|text| read(text, "move")).transpose()?;
        let against =
            against.iter().take(5).map(|text| read(text, "against")).collect::<Result<_, _>>()?;
        let usual = Settings::default();
        let settings = Settings {
            effort: effort.and_then(effort_of).unwrap_or(usual.effort),
            lines: lines.unwrap_or(usual.lines).clamp(2, 10),
            ..usual
        };
        Ok(Question { place, played, against, settings })
    }

    /// Searches and explains; it may take seconds. `None` if it was given up.
    pub fn answer(
        &self,
        host: &Arc<Host>,
        given_up: &Arc<AtomicBool>,
    ) -> Result<Explanation, Refusal> {
        let search = PooledSearch::new(Arc::clone(host), Arc::clone(given_up));
        let sources = Sources {
            tables: host.tablebases.clone().map(|tables| -> Arc<dyn Tablebase> { tables }),
            openings: Some(Arc::new(opening)),
        };
        let mut explainer =
            Explainer::with_search(self.settings, Box::new(search)).consulting(sources);
        let explained = explainer.explain(&self.place.game, self.played, &self.against);
        still_wanted(given_up)?;
        let explanation = explained.map_err(|error| match error {
            explain::Error::GameOver(_) => Refusal::new(RefusalCode::GameOver, error.to_string()),
            explain::Error::Illegal(_) => Refusal::new(RefusalCode::IllegalMove, error.to_string()),
            explain::Error::Silent => Refusal::new(RefusalCode::Internal, error.to_string()),
        })?;
        let position = self.place.game.position();
        let told = |level| {
            let short = explanation.summary(level, Language::English);
            let long = explanation.sentences(level, Language::English);
            short.iter().map(Sentence::told).chain(long.iter().map(Sentence::of)).collect()
        };
        let best = explanation.position.lines.first();
        let score = best.map(|line| line.score.pov(position.turn()));
        let scores = (!position.in_check()).then(|| Scores { search: score, ..scores(position) });
        let best = best.map(|line| line.uci.clone());
        let sentences = Levels {
            beginner: told(Level::Beginner),
            club: told(Level::Club),
            expert: told(Level::Expert),
        };
        Ok(Explanation { fen: position.fen(), explanation, sentences, best, score, scores })
    }
}

/// The opening of a game by the built-in book.
fn opening(game: &Game) -> Option<Opening> {
    let (found, moves) = library()?.known_opening(game)?;
    Some(Opening { eco: found.eco, name: found.name, moves })
}

impl Sentence {
    /// A sentence of the short answer.
    fn told(told: &explain::Told) -> Sentence {
        Sentence {
            section: Section::Summary,
            text: told.text.clone(),
            squares: told.squares.clone(),
            lines: told.evidence.lines().into_iter().map(ShownLine::from).collect(),
        }
    }

    fn of(sentence: &explain::Sentence) -> Sentence {
        Sentence {
            section: sentence.section.into(),
            text: sentence.text.clone(),
            squares: sentence.squares.clone(),
            lines: sentence.evidence.lines().into_iter().map(ShownLine::from).collect(),
        }
    }
}

/// Where the two searches disagree.
pub struct Comparison {
    place: Place,
    effort: Effort,
}

impl Comparison {
    /// What is to be compared.
    pub fn new(place: Place, effort: Option<EffortChoice>) -> Comparison {
        let effort = effort.and_then(effort_of).unwrap_or(Settings::default().effort);
        Comparison { place, effort }
    }

    /// Searches twice; it may take seconds.
    pub fn answer(
        &self,
        host: &Arc<Host>,
        given_up: &Arc<AtomicBool>,
    ) -> Result<SearchComparison, Refusal> {
        let gated = Opinions::searches().map(|search| -> Box<dyn search::Search> {
            Box::new(PooledSearch::around(search, Arc::clone(host), Arc::clone(given_up)))
        });
        let opinions = Opinions::between(&self.place.game, self.effort, gated);
        still_wanted(given_up)?;
        let over = || Refusal::new(RefusalCode::GameOver, "the game is over");
        let opinions = opinions.ok_or_else(over)?;
        let sentences = opinions.said().into_iter().map(|said| Sentence {
            section: Section::Searches,
            text: said.text,
            squares: Vec::new(),
            lines: said.lines.iter().map(ShownLine::from).collect(),
        });
        let sentences = sentences.collect();
        Ok(SearchComparison { fen: self.place.game.position().fen(), opinions, sentences })
    }
}

/// An answer that nobody waits for is not sent.
fn still_wanted(given_up: &AtomicBool) -> Result<(), Refusal> {
    if given_up.load(Ordering::Relaxed) {
        return Err(Refusal::new(RefusalCode::Busy, "replaced by a newer request"));
    }
    Ok(())
}

/// How long to search, bounded.
pub fn effort_of(choice: EffortChoice) -> Option<Effort> {
    match choice {
        EffortChoice { nodes: Some(nodes), .. } => {
            Some(Effort::Nodes(nodes.clamp(100, MOST_NODES)))
        }
        EffortChoice { depth: Some(depth), .. } => Some(Effort::Depth(depth.clamp(1, 30))),
        EffortChoice { ms: Some(ms), .. } => {
            Some(Effort::Time(Duration::from_millis(ms.clamp(10, 60_000))))
        }
        EffortChoice { .. } => None,
    }
}
