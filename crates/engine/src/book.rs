// SPDX-License-Identifier: GPL-3.0-or-later
//! Moves out of an opening book.
//!
//! The book is asked when the engine plays, and never when somebody wants to
//! know what the engine thinks: not while it analyses (`go infinite`,
//! `UCI_AnalyseMode`, several lines), not when it is given the moves to choose
//! from, and not when it looks for a mate.

use crate::event::{BookMove, Notice};
use crate::options::{Id, Options};
use crate::setup::EngineSetup;
use chess::{Game, Move, Position};
use eval::Explains;
use formats::book::{Book, Candidate, Choice, library};
use papers::Visitor;
use rand::RngExt;
use rand_xoshiro::SplitMix64;
use search::{Bound, FinishedDepth, Info, Job, Outcome, Score};
use std::path::Path;
use std::time::Duration;

/// How many plies of the book's main line are shown.
const SHOWN: usize = 12;

/// The book that the engine plays from, if there is one.
#[derive(Debug)]
pub(crate) struct OwnBook {
    book: Option<Book>,
    random: SplitMix64,
    /// That there is none has been said.
    told: bool,
}

/// A move out of the book, and what is told about it.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) depth: FinishedDepth,
    pub(crate) book_move: BookMove,
    pub(crate) outcome: Outcome,
}

impl Default for OwnBook {
    fn default() -> OwnBook {
        OwnBook { book: None, random: rand::make_rng(), told: false }
    }
}

impl OwnBook {
    /// Opens the book at `path`, or closes it if that is empty. On an error the
    /// old one stays.
    pub(crate) fn load(&mut self, path: &str) -> Result<(), String> {
        self.told = false;
        self.book = match path {
            "" => None,
            path => {
                let path = Path::new(path);
                crate::setup::regular(path).map_err(|error| error.to_string())?;
                Some(Book::open(path).map_err(|error| error.reason.to_string())?)
            }
        };
        Ok(())
    }

    /// The book of `BookFile`, or the one that is built in.
    fn book(&self) -> Option<&Book> {
        self.book.as_ref().or_else(|| library())
    }

    /// Whether a book is wanted and not there; said once for each change.
    pub(crate) fn notice(&mut self, options: &Options) -> Option<Notice> {
        let missing = options.flag(Id::OwnBook) && self.book().is_none();
        let news = missing && !self.told;
        self.told = missing;
        news.then_some(Notice::NoBook)
    }

    /// The book's move, if it is asked here and has one.
    pub(crate) fn answer(
        &mut self,
        job: &Job,
        analysis: bool,
        options: &Options,
        setup: &EngineSetup,
    ) -> Option<Answer> {
        if analysis || !is_asked(job, options) {
            return None;
        }
        let book = self.book.as_ref().or_else(|| library())?;
        let game = &job.game;
        let position = game.position();
        let candidates = book.moves(position);
        let variety = u8::try_from(options.number(Id::BookVariety)).unwrap_or(0);
        let choice = Choice { variety, ..Choice::default() };
        let chosen = candidates[choice.choose(&candidates, || self.random.random())?];

        let pv = main_line(book, game, chosen.mv);
        let score = score(&chosen, position, setup);
        let info = Info {
            depth: 1,
            seldepth: pv.len() as u32,
            multipv: 1,
            score,
            bound: Bound::Exact,
            wdl: job.settings.show_wdl.then(|| search::chances(score)),
            nodes: 0,
            time: Duration::ZERO,
            hashfull: 0,
            tbhits: 0,
            pv: pv.clone(),
        };
        let outcome =
            Outcome { best: Some(chosen.mv), ponder: pv.get(1).copied(), nodes: 0, qnodes: 0 };
        let depth = FinishedDepth::new(info, []);
        let book_move = book_move(book, position, chosen, &candidates);
        Some(Answer { depth, book_move, outcome })
    }
}

/// Whether the engine is to play here, and may do so from a book.
fn is_asked(job: &Job, options: &Options) -> bool {
    let Job { game, limits, settings, .. } = job;
    let analyses = limits.infinite
        || limits.mate.is_some()
        || limits.searchmoves.is_some()
        || options.flag(Id::AnalyseMode)
        || settings.multipv > 1;
    // Where a game comes back to the same position a book would repeat it for ever.
    options.flag(Id::OwnBook)
        && !analyses
        && i64::from(game.position().fullmove_number()) <= options.number(Id::BookDepth)
        && game.repetitions() == 0
        && game.outcome().is_none()
}

/// The move, and how the book would go on most likely.
fn main_line(book: &Book, game: &Game, first: Move) -> Vec<Move> {
    let mut line = game.clone();
    line.play(first);
    let mut pv = vec![first];
    while pv.len() < SHOWN && line.outcome().is_none() {
        let Some(next) = book.moves(line.position()).first().copied() else { break };
        if next.weight == 0 {
            break;
        }
        line.play(next.mv);
        pv.push(next.mv);
    }
    pv
}

/// What the move is worth: by the results of the games in the book, or where it
/// does not know them by a look at the position behind it.
fn score(chosen: &Candidate, position: &Position, setup: &EngineSetup) -> Score {
    let Some(share) = chosen.score else {
        let after = position.after(chosen.mv);
        return Score::Cp(-setup.build(Look(&after)));
    };
    // A few games prove little: four imaginary draws keep scores near the middle.
    let games = f64::from(chosen.games);
    Score::Cp(centipawns((share * games + 2.0) / (games + 4.0)))
}

struct Look<'a>(&'a Position);

impl Visitor for Look<'_> {
    type Out = i32;

    fn with<E: Explains>(self, mut evaluator: E) -> i32 {
        evaluator.evaluate(self.0)
    }
}

/// The score whose chances give this share of the points.
fn centipawns(share: f64) -> i32 {
    let expected = |cp: i32| {
        let [win, draw, _] = search::chances(Score::Cp(cp));
        (f64::from(win) + 0.5 * f64::from(draw)) / 1000.0
    };
    let (mut low, mut high): (i32, i32) = (-1000, 1000);
    while low < high {
        let middle = (low + high).div_euclid(2);
        if expected(middle) < share {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

fn book_move(book: &Book, position: &Position, chosen: Candidate, all: &[Candidate]) -> BookMove {
    let sum: u64 = all.iter().map(|candidate| candidate.weight).sum();
    BookMove {
        book: book.file_name(),
        candidate: chosen,
        share: chosen.weight as f64 / sum.max(1) as f64,
        opening: book.name(&position.after(chosen.mv)).map(|name| name.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::Request;
    use search::Limits;

    fn job(game: &Game, limits: &Limits, options: &Options) -> Job {
        Request::new(game.clone(), limits.clone()).job(game, options)
    }

    #[test]
    fn results_become_scores_and_back() {
        assert_eq!(centipawns(0.5), 0);
        for share in [0.31, 0.45, 0.54, 0.55, 0.7, 0.9] {
            let [win, draw, _] = search::chances(Score::Cp(centipawns(share)));
            let back = (f64::from(win) + 0.5 * f64::from(draw)) / 1000.0;
            assert!((back - share).abs() < 0.004, "{share} {back}");
        }
        assert!(centipawns(0.0) < -300 && centipawns(1.0) > 300);
    }

    #[test]
    fn those_who_want_to_know_get_no_book() {
        let mut options = Options::default();
        let asked = |limits: &Limits, options: &Options| {
            is_asked(&job(&Game::default(), limits, options), options)
        };
        let play = Limits { depth: Some(5), ..Limits::default() };
        assert!(!asked(&play, &options), "off by default");
        options.set("OwnBook", Some("true")).unwrap();
        assert!(asked(&play, &options));
        assert!(asked(&Limits { ponder: true, ..play.clone() }, &options));
        for limits in [
            Limits { infinite: true, ..Limits::default() },
            Limits { mate: Some(3), ..Limits::default() },
            Limits { searchmoves: Some(Vec::new()), ..play.clone() },
        ] {
            assert!(!asked(&limits, &options), "{limits:?}");
        }
        for (name, value) in [("UCI_AnalyseMode", "true"), ("MultiPV", "2")] {
            let mut options = options.clone();
            options.set(name, Some(value)).unwrap();
            assert!(!asked(&play, &options), "{name}");
        }
    }

    #[test]
    fn a_book_is_left_at_its_depth_and_where_the_game_repeats() {
        let mut options = Options::default();
        options.set("OwnBook", Some("true")).unwrap();
        options.set("BookDepth", Some("4")).unwrap();
        let play = Limits { depth: Some(5), ..Limits::default() };
        let mut game = Game::default();
        let mut asked = Vec::new();
        for uci in ["g1f3", "g8f6", "f3g1", "f6g8", "e2e4", "e7e5", "d2d4", "d7d6", "a2a3"] {
            asked.push(is_asked(&job(&game, &play, &options), &options));
            let mv = game.position().parse_uci(uci).unwrap();
            game.play(mv);
        }
        assert_eq!(asked, [true, true, true, true, false, true, true, true, false]);
    }
}
