// SPDX-License-Identifier: GPL-3.0-or-later
//! The search behind a report: every position of a game.

use chess::{Color, Game, Outcome};
use engine::flagship;
use explain::{
    AnalysedLine, Effort, Evidence, Explainer, Language, Proof, Quality, Section, Sentence,
    Sources, Told,
};
use formats::pgn::Record;
use journal::StopFlag;
use play::{Fault, FaultKind};
use search::{Control, Event, Job, Limits, Score, Search};
use serde::Serialize;
use std::collections::BTreeSet;

use crate::Error;
use crate::judge::{Searched, judge};
use crate::other_engine::{OtherEngine, OtherSearch};
use crate::report::{MoveExplanation, MoveReport, Report, Side};
use crate::settings::Settings;

/// How far an analysis is.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case", tag = "stage")]
pub enum Progress {
    /// A position has been searched. The last position comes first, so that the transposition
    /// table already holds what follows.
    Judged {
        /// Plies from the start of the game to the position.
        ply: usize,
        /// The score, from White's view.
        score: Score,
        /// White's winning chances in per mille.
        win_chance: u16,
        /// Positions searched so far.
        done: usize,
        /// Positions of the game.
        total: usize,
    },
    /// A bad move has been explained, if it could be.
    Explained {
        /// Which move.
        ply: usize,
        /// Moves explained so far.
        done: usize,
        /// Moves to explain.
        total: usize,
    },
}

/// Analyses one game.
///
/// # Errors
/// When `stop` is raised, or there is no memory for the hash table.
pub fn analyse_game(
    record: &Record,
    settings: &Settings,
    stop: &StopFlag,
    progress: &mut dyn FnMut(Progress),
) -> Result<Report, Error> {
    Analyst::new(settings.clone())?.analyse(record, stop, progress)
}

/// Analyses game after game. The search is cleared before each: a report depends on its game
/// and the settings alone.
pub struct Analyst {
    settings: Settings,
    search: Box<dyn Search>,
    /// Who evaluates positions in place of it.
    other: Option<OtherSearch>,
}

impl Analyst {
    /// An analyst with the engine's own search, or another engine.
    ///
    /// # Errors
    /// When there is no memory for the hash table, or the other engine does not start.
    pub fn new(settings: Settings) -> Result<Analyst, Error> {
        let search = make_search(&settings)?;
        let start = |other: &OtherEngine| {
            OtherSearch::start(other, limits(settings.effort))
                .map_err(|fault| failed(other, &fault))
        };
        let other = settings.engine.as_ref().map(start).transpose()?;
        Ok(Analyst { settings, search, other })
    }

    /// Analyses a game.
    ///
    /// # Errors
    /// When `stop` is raised.
    pub fn analyse(
        &mut self,
        record: &Record,
        stop: &StopFlag,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Report, Error> {
        self.search.new_game();
        let mut game = Game::new(record.start);
        record.moves.iter().for_each(|played| game.play(played.mv));
        if let (Some(other), Some(engine)) = (&mut self.other, &self.settings.engine) {
            other.new_game(&game, stop).map_err(|fault| failed(engine, &fault))?;
        }
        let total = record.moves.len() + 1;
        let mut searched = Vec::with_capacity(total);
        loop {
            let found = self.search_position(&game, searched.is_empty(), stop)?;
            let (score, win_chance) = (found.score, found.chance);
            searched.push(found);
            let (ply, done) = (total - searched.len(), searched.len());
            progress(Progress::Judged { ply, score, win_chance, done, total });
            if game.undo().is_none() {
                break;
            }
        }
        searched.reverse();
        let mut report = judge(record, &searched, &self.settings);
        if self.settings.words.is_some() {
            self.explain(record, &searched, &mut report, stop, progress)?;
        }
        Ok(report)
    }

    /// Searches the current position. Draws that have to be claimed count only where the game
    /// `ended` with them.
    fn search_position(
        &mut self,
        game: &Game,
        ended: bool,
        stop: &StopFlag,
    ) -> Result<Searched, Error> {
        let decided = |score, chance| Searched { score, chance, depth: 0, line: Vec::new() };
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
        if let (Some(other), Some(engine)) = (&mut self.other, &self.settings.engine) {
            return other.judge(game, stop).map_err(|fault| failed(engine, &fault));
        }
        let mut job = Job::new(game.clone(), limits(self.settings.effort));
        job.tables = self.settings.tables.clone();
        let control = Control::default();
        let mut last = None;
        self.search.think(&job, &control, &mut |event| {
            if stop.is_raised() {
                control.stop();
            }
            if let Event::Depth(depth) = event {
                last = Some(depth);
            }
        });
        if stop.is_raised() {
            return Err(Error::Stopped);
        }
        let turn = game.position().turn();
        Ok(match last {
            Some(depth) => {
                let info = depth.best();
                let score = info.score.pov(turn);
                let chance = score.win_chance().per_mille();
                Searched { score, chance, depth: info.depth, line: info.pv.clone() }
            }
            // Every search reports a line; without one the position counts as even.
            None => decided(Score::Cp(0), 500),
        })
    }

    /// Explains bad moves, each by the lines that were searched before and after it.
    fn explain(
        &mut self,
        record: &Record,
        searched: &[Searched],
        report: &mut Report,
        stop: &StopFlag,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<(), Error> {
        let Some(level) = self.settings.words else { return Ok(()) };
        let is_told =
            |entry: &MoveReport| entry.judgement >= Quality::Inaccuracy || misses_mate(entry);
        let total = report.moves.iter().filter(|entry| is_told(entry)).count();
        if total == 0 {
            return Ok(());
        }
        let settings = explain::Settings {
            effort: self.settings.effort,
            thresholds: self.settings.thresholds,
            ..explain::Settings::default()
        };
        let sources = Sources { tables: self.settings.tables.clone(), openings: None };
        let search = make_search(&self.settings)?;
        let mut explainer = Explainer::with_search(settings, search).consulting(sources);
        let mut game = Game::new(record.start);
        let mut done = 0;
        let moves = record.moves.iter().zip(&mut report.moves);
        for ((played, entry), pair) in moves.zip(searched.windows(2)) {
            if stop.is_raised() {
                return Err(Error::Stopped);
            }
            if is_told(entry) {
                let turn = game.position().turn();
                let [before, after] = pair else { continue };
                let best = AnalysedLine {
                    score: before.score.pov(turn),
                    depth: before.depth,
                    pv: before.line.clone(),
                };
                let line = AnalysedLine::after(
                    played.mv,
                    after.score.pov(!turn),
                    after.depth,
                    &after.line,
                );
                if entry.judgement < Quality::Inaccuracy {
                    let found = explainer.of_analysed_move(&game, &best, &best);
                    let told = found.map(|found| found.summary(level, Language::English));
                    let told = told.unwrap_or_default();
                    entry.motifs = motifs(&told);
                    entry.remarks = missed_chance(told);
                } else if let Ok(found) = explainer.of_analysed_move(&game, &best, &line) {
                    let sentences = found.sentences(level, Language::English);
                    let told = found.summary(level, Language::English);
                    entry.motifs = motifs(&told);
                    entry.remarks = remarks(sentences, told, entry);
                }
                done += 1;
                progress(Progress::Explained { ply: entry.ply, done, total });
            }
            game.play(played.mv);
        }
        Ok(())
    }
}

/// Mates up to so many moves are a chance that a player could have seen.
const SHORT_MATE: i32 = 5;

/// Did the move miss a short mate, and keep the game won all the same?
fn misses_mate(entry: &MoveReport) -> bool {
    let white = entry.color == Side::White;
    let mates = |score: Score| match score {
        // The mate itself is neither side's.
        Score::Mate(0) => true,
        Score::Mate(n) => (n > 0) == white,
        _ => false,
    };
    let short = matches!(entry.best_score, Score::Mate(n) if n.abs() <= SHORT_MATE);
    short && mates(entry.best_score) && !mates(entry.score) && entry.judgement != Quality::Best
}

/// What could have been played: one sentence, with its line.
fn missed_chance(told: Vec<Told>) -> Vec<MoveExplanation> {
    let verdict = told.into_iter().find(|told| matches!(told.evidence, Evidence::Gain { .. }));
    let remark = verdict.map(short).map(|remark| MoveExplanation {
        text: format!("A missed chance: {}", remark.text),
        ..remark
    });
    remark.into_iter().collect()
}

/// Sentences about one move.
const REMARKS: usize = 2;

/// Whether a sentence adds something about the move and does not contradict the report.
fn adds_to_report(sentence: &Sentence, entry: &MoveReport) -> bool {
    let other =
        |score: Score, moves: u32| matches!(score, Score::Mate(n) if n.unsigned_abs() != moves);
    sentence.section == Section::Played
        && match &sentence.evidence {
            Evidence::Judgement { .. } => false,
            Evidence::Refutation { proof: Proof::AllowsMate(mate), .. } => {
                !other(entry.score, mate.moves)
            }
            Evidence::Refutation { proof: Proof::MissesMate(mate), .. } => {
                !other(entry.best_score, mate.moves)
            }
            _ => true,
        }
}

/// What is wrong with the move, and who does what to whom: two sentences. What the move does for
/// its side is never the first of them: it would praise a blunder.
fn remarks(sentences: Vec<Sentence>, told: Vec<Told>, entry: &MoveReport) -> Vec<MoveExplanation> {
    let refutes = |sentence: &Sentence| matches!(sentence.evidence, Evidence::Refutation { .. });
    let answer = sentences.iter().find_map(answered);
    let mut new: Vec<Sentence> =
        sentences.into_iter().filter(|sentence| adds_to_report(sentence, entry)).collect();
    let first = match new.iter().position(refutes) {
        Some(index) => Some(naming(remark(new.remove(index)), &told)),
        // What the better move stops or wins, or else what the move is answered with.
        None => told
            .iter()
            .find(|told| matches!(told.evidence, Evidence::Threat { .. } | Evidence::Gain { .. }))
            .cloned()
            .map(short)
            .or(answer),
    };
    let idea = told.into_iter().find(|told| matches!(told.evidence, Evidence::Idea { .. }));
    let idea = idea.map(short);
    let mut remarks: Vec<MoveExplanation> = first.into_iter().collect();
    remarks.extend(new.into_iter().map(remark));
    remarks.truncate(REMARKS - usize::from(idea.is_some()));
    remarks.extend(idea);
    remarks
}

/// A missed chance by the name of its motif.
fn naming(remark: MoveExplanation, told: &[Told]) -> MoveExplanation {
    let missed = told.iter().find(|told| {
        let proof = match &told.evidence {
            Evidence::Refutation { proof, .. } => proof,
            _ => return false,
        };
        matches!(proof, Proof::MissesMate(_) | Proof::MissesMaterial { .. })
    });
    let motif = missed
        .and_then(|told| told.themes.iter().find_map(|theme| theme.in_words(Language::English)));
    match motif {
        Some(motif) => {
            MoveExplanation { text: format!("{} The motif: {motif}.", remark.text), ..remark }
        }
        None => remark,
    }
}

/// With what a bad move is answered, where nothing else is known against it.
fn answered(sentence: &Sentence) -> Option<MoveExplanation> {
    let Evidence::Judgement { line, .. } = &sentence.evidence else { return None };
    let [played, answer, ..] = line.san.as_slice() else { return None };
    let text = format!("{played} is answered by {answer}.");
    let moves = sentence.evidence.lines().into_iter().map(Into::into).collect();
    Some(MoveExplanation { text, lines: sentence.lines.clone(), moves })
}

fn short(told: Told) -> MoveExplanation {
    let moves = told.evidence.lines().into_iter().map(Into::into).collect();
    MoveExplanation { text: told.text, lines: told.lines, moves }
}

/// The motifs that the short answer names, in the order of the alphabet.
fn motifs(told: &[Told]) -> Vec<String> {
    let named = told.iter().flat_map(|told| &told.themes);
    let names: BTreeSet<&str> = named.map(|theme| theme.name()).collect();
    names.into_iter().map(str::to_owned).collect()
}

fn remark(sentence: Sentence) -> MoveExplanation {
    let moves = sentence.evidence.lines().into_iter().map(Into::into).collect();
    MoveExplanation { text: sentence.text, lines: sentence.lines, moves }
}

fn make_search(settings: &Settings) -> Result<Box<dyn Search>, Error> {
    let mut search = flagship(&settings.setup);
    search.set_hash(settings.hash.max(1))?;
    search.set_threads(settings.threads.max(1));
    Ok(search)
}

/// Why another engine has no answer: it was stopped by us, or it failed.
fn failed(engine: &OtherEngine, fault: &Fault) -> Error {
    match fault.kind() {
        FaultKind::Cancelled => Error::Stopped,
        _ => Error::Engine { name: engine.name(), why: fault.to_string() },
    }
}

fn limits(effort: Effort) -> Limits {
    match effort {
        Effort::Nodes(n) => Limits { nodes: Some(n), ..Limits::default() },
        Effort::Depth(n) => Limits { depth: Some(n), ..Limits::default() },
        Effort::Time(time) => Limits { movetime: Some(time), ..Limits::default() },
    }
}
