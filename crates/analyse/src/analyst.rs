// SPDX-License-Identifier: GPL-3.0-or-later
//! The one who looks at every position of a game.

use chess::{Color, Game, Outcome};
use engine::flagship;
use explain::{
    Effort, Evidence, Explainer, Judgement, Language, Proof, Quality, Section, Sentence,
};
use formats::pgn::Record;
use journal::StopFlag;
use search::{Bound, Control, Event, Info, Job, Limits, Score, Search};
use serde::Serialize;

use crate::Error;
use crate::judge::{Seen, judge};
use crate::report::{MoveReport, Remark, Report};
use crate::settings::Settings;

/// What an analyst tells while at work.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case", tag = "stage")]
pub enum Progress {
    /// A position has been judged. The last positions come first: what is known about
    /// the end of a line helps to judge its beginning.
    Judged {
        /// Half-moves from the start of the game to the position.
        ply: usize,
        /// What it is worth to White.
        score: Score,
        /// White's chances in per mille.
        win_chance: u16,
        /// Positions judged so far.
        done: usize,
        /// Positions of the game.
        total: usize,
    },
    /// A bad move has been explained, or could not be.
    Explained {
        /// Which move.
        ply: usize,
        /// Moves explained so far.
        done: usize,
        /// Moves to explain.
        total: usize,
    },
}

/// Looks at one game with an analyst of its own.
///
/// # Errors
/// When `stop` is raised, or there is no memory for the search's table.
pub fn analyse_game(
    record: &Record,
    settings: &Settings,
    stop: &StopFlag,
    tell: &mut dyn FnMut(Progress),
) -> Result<Report, Error> {
    Analyst::new(settings.clone())?.analyse(record, stop, tell)
}

/// Looks at game after game. What one game taught is forgotten before the next: a report
/// depends on its game and the settings alone.
pub struct Analyst {
    settings: Settings,
    search: Box<dyn Search>,
}

impl Analyst {
    /// With the search that plays.
    ///
    /// # Errors
    /// If there is no memory for the table.
    pub fn new(settings: Settings) -> Result<Analyst, Error> {
        let search = make_search(&settings)?;
        Ok(Analyst { settings, search })
    }

    /// Looks at a game.
    ///
    /// # Errors
    /// When `stop` is raised.
    pub fn analyse(
        &mut self,
        record: &Record,
        stop: &StopFlag,
        tell: &mut dyn FnMut(Progress),
    ) -> Result<Report, Error> {
        self.search.new_game();
        let mut game = Game::new(record.start);
        record.moves.iter().for_each(|played| game.play(played.mv));
        let total = record.moves.len() + 1;
        let mut seen = Vec::with_capacity(total);
        loop {
            let found = self.look(&game, seen.is_empty(), stop)?;
            let (score, win_chance) = (found.score, found.chance);
            seen.push(found);
            let (ply, done) = (total - seen.len(), seen.len());
            tell(Progress::Judged { ply, score, win_chance, done, total });
            if game.undo().is_none() {
                break;
            }
        }
        seen.reverse();
        let mut report = judge(record, &seen, &self.settings);
        if self.settings.words.is_some() {
            self.explain(record, &mut report, stop, tell)?;
        }
        Ok(report)
    }

    /// What the position on the board is worth. Draws that have to be claimed count only
    /// where the game `ended` with them.
    fn look(&mut self, game: &Game, ended: bool, stop: &StopFlag) -> Result<Seen, Error> {
        let decided = |score, chance| Seen { score, chance, depth: 0, line: Vec::new() };
        match game.outcome() {
            Some(Outcome::Checkmate { winner }) => {
                let chance = if winner == Color::White { 1000 } else { 0 };
                return Ok(decided(Score::Mate(0), chance));
            }
            Some(Outcome::Stalemate | Outcome::InsufficientMaterial) => {
                return Ok(decided(Score::Cp(0), 500));
            }
            Some(Outcome::FiftyMoves | Outcome::Threefold) if ended => {
                return Ok(decided(Score::Cp(0), 500));
            }
            _ => {}
        }
        let mut job = Job::new(game.clone(), limits(self.settings.effort));
        job.tables = self.settings.tables.clone();
        let control = Control::default();
        let mut last: Option<Info> = None;
        self.search.think(&job, &control, &mut |event| {
            if stop.is_raised() {
                control.stop();
            }
            if let Event::Info(info) = event
                && info.bound == Bound::Exact
                && info.multipv == 1
            {
                last = Some(info);
            }
        });
        if stop.is_raised() {
            return Err(Error::Stopped);
        }
        let turn = game.position().turn();
        Ok(match last {
            Some(info) => {
                let score = info.score.pov(turn);
                let chance = score.win_chance().per_mille();
                Seen { score, chance, depth: info.depth, line: info.pv }
            }
            // Every search reports a line; one that did not would have no opinion.
            None => decided(Score::Cp(0), 500),
        })
    }

    /// Says why bad moves are bad. An explainer that finds a move good after all is
    /// silent.
    fn explain(
        &mut self,
        record: &Record,
        report: &mut Report,
        stop: &StopFlag,
        tell: &mut dyn FnMut(Progress),
    ) -> Result<(), Error> {
        let Some(level) = self.settings.words else { return Ok(()) };
        let total = report.moves.iter().filter(|m| m.judgement >= Quality::Inaccuracy).count();
        if total == 0 {
            return Ok(());
        }
        let settings = explain::Settings {
            effort: self.settings.effort,
            thresholds: self.settings.thresholds,
            ..explain::Settings::default()
        };
        let mut explainer = Explainer::with_search(settings, make_search(&self.settings)?);
        let mut game = Game::new(record.start);
        let mut done = 0;
        for (played, told) in record.moves.iter().zip(&mut report.moves) {
            if stop.is_raised() {
                return Err(Error::Stopped);
            }
            if told.judgement >= Quality::Inaccuracy {
                if let Ok(found) = explainer.of_move(&game, played.mv)
                    && let Some(facts) = &found.played
                    && facts.judgement.quality >= Quality::Inaccuracy
                {
                    let found = found.judged(|judgement| agree(judgement, told));
                    let sentences = found.sentences(level, Language::English);
                    let new = sentences.into_iter().filter(|sentence| is_news(sentence, told));
                    told.remarks = new.map(remark).collect();
                }
                done += 1;
                tell(Progress::Explained { ply: told.ply, done, total });
            }
            game.play(played.mv);
        }
        Ok(())
    }
}

/// Gives an explanation, which has searched for itself, the numbers of the report: one
/// move has one price.
fn agree(judgement: &mut Judgement, told: &MoveReport) {
    let own = |score: Score| score.pov(told.color.into());
    (judgement.quality, judgement.lost) = (told.judgement, told.loss);
    judgement.played.score = own(told.score);
    judgement.played.chance = judgement.played.score.win_chance();
    judgement.best.score = own(told.best_score);
    judgement.best.chance = judgement.best.score.win_chance();
}

/// Whether a sentence tells something about the move that the report does not tell
/// itself, and nothing else than the report does.
fn is_news(sentence: &Sentence, told: &MoveReport) -> bool {
    let other =
        |score: Score, moves: u32| matches!(score, Score::Mate(n) if n.unsigned_abs() != moves);
    sentence.section == Section::Played
        && match &sentence.evidence {
            Evidence::Judgement { .. } => false,
            Evidence::Refutation { proof: Proof::AllowsMate(mate), .. } => {
                !other(told.score, mate.moves)
            }
            Evidence::Refutation { proof: Proof::MissesMate(mate), .. } => {
                !other(told.best_score, mate.moves)
            }
            _ => true,
        }
}

fn remark(sentence: Sentence) -> Remark {
    let moves = sentence.evidence.lines().into_iter().map(Into::into).collect();
    Remark { text: sentence.text, lines: sentence.lines, moves }
}

fn make_search(settings: &Settings) -> Result<Box<dyn Search>, Error> {
    let mut search = flagship(&settings.mind);
    search.set_hash(settings.hash.max(1))?;
    search.set_threads(settings.threads.max(1));
    Ok(search)
}

fn limits(effort: Effort) -> Limits {
    match effort {
        Effort::Nodes(n) => Limits { nodes: Some(n), ..Limits::default() },
        Effort::Depth(n) => Limits { depth: Some(n), ..Limits::default() },
        Effort::Time(time) => Limits { movetime: Some(time), ..Limits::default() },
    }
}
