// SPDX-License-Identifier: GPL-3.0-or-later
//! A report written into its game as PGN: glyphs, evaluations, best lines, explanations.

use chess::{Color, Position};
use explain::Quality;
use formats::pgn::{self, Evaluation, GameResult, Line, PlayedMove, Record, Remark};
use search::Score;
use std::time::Duration;

use crate::report::{MoveReport, Report};

/// The NAGs for the quality of a move, `!` to `?!`.
const QUALITY_NAGS: std::ops::RangeInclusive<u8> = 1..=6;

/// The command in a comment that names motifs: `[%motifs fork,mate]`.
const MOTIFS: &str = "motifs";

impl Report {
    /// The annotated game as PGN text.
    pub fn to_pgn(&self) -> String {
        let mut text = Vec::new();
        // Writing to memory cannot fail, and what is written is UTF-8.
        let _ = pgn::write(&self.annotate(self.record()), &mut text);
        String::from_utf8(text).unwrap_or_default()
    }

    /// Adds the report to a game. What was there is kept, except earlier evaluations, and
    /// glyphs of moves that get one.
    pub fn annotate(&self, mut record: Record) -> Record {
        record.set_tag("Annotator", self.how.engine.clone());
        let mut position = record.start;
        for (played, entry) in record.moves.iter_mut().zip(&self.moves) {
            let mut remark = Remark::read(played.comment.as_deref().unwrap_or(""));
            remark.eval = evaluation(entry.score);
            remark.depth = Some(entry.depth).filter(|&depth| depth > 0);
            remark.others.retain(|(name, _)| name != MOTIFS);
            if !entry.motifs.is_empty() {
                remark.others.push((MOTIFS.to_owned(), entry.motifs.join(",")));
            }
            let mut words: Vec<String> = Vec::new();
            words.extend(judgement_text(entry));
            words.extend(entry.remarks.iter().map(|remark| remark.text.clone()));
            if !remark.text.is_empty() {
                words.push(std::mem::take(&mut remark.text));
            }
            remark.text = words.join(" ");
            played.comment = Some(remark.to_string()).filter(|text| !text.is_empty());
            if let Some(nag) = nag(entry.judgement) {
                played.nags.retain(|nag| !QUALITY_NAGS.contains(nag));
                played.nags.insert(0, nag);
                let line = best_line(position, entry);
                if !line.is_empty() {
                    played.variations.insert(0, line);
                }
            }
            position.play(played.mv);
        }
        record
    }

    /// The game as far as the report has it.
    fn record(&self) -> Record {
        let start = Position::from_fen(&self.start).unwrap_or_else(|_| Position::startpos());
        let mut record = Record::new(start);
        record.tags = self.tags.iter().map(|(n, v)| (n.clone(), v.clone())).collect();
        record.comment = self.comment.clone();
        record.result = GameResult::parse(&self.result).unwrap_or_default();
        let mut position = start;
        for entry in &self.moves {
            let Ok(mv) = position.parse_uci(&entry.uci) else { break };
            let clock = entry.clock.map(Duration::from_millis);
            let elapsed = entry.spent.filter(|_| clock.is_none()).map(Duration::from_millis);
            let text = entry.comment.clone().unwrap_or_default();
            let remark = Remark { clock, elapsed, text, ..Remark::default() };
            let comment = Some(remark.to_string()).filter(|text| !text.is_empty());
            record.moves.push(PlayedMove { comment, ..PlayedMove::from(mv) });
            position.play(mv);
        }
        record
    }
}

fn nag(quality: Quality) -> Option<u8> {
    match quality {
        Quality::Best | Quality::Good => None,
        Quality::Inaccuracy => Some(6),
        Quality::Mistake => Some(2),
        Quality::Blunder => Some(4),
    }
}

/// `Mistake: Nf3 was better (winning chances 48 %, now 31 %).`
pub(crate) fn judgement_text(entry: &MoveReport) -> Option<String> {
    let name = match entry.judgement {
        Quality::Best | Quality::Good => return None,
        Quality::Inaccuracy => "Inaccuracy",
        Quality::Mistake => "Mistake",
        Quality::Blunder => "Blunder",
    };
    let best = entry.best_san.as_ref()?;
    let now = match Color::from(entry.color) {
        Color::White => entry.win_chance,
        Color::Black => 1000 - entry.win_chance,
    };
    let percent = |chance: u16| (f64::from(chance) / 10.0).round();
    let before = percent(now.saturating_add(entry.loss));
    Some(format!("{name}: {best} was better (winning chances {before} %, now {} %).", percent(now)))
}

fn best_line(mut position: Position, entry: &MoveReport) -> Line {
    let mut line = Line::default();
    for text in &entry.best_line_uci {
        let Ok(mv) = position.parse_uci(text) else { break };
        line.moves.push(PlayedMove::from(mv));
        position.play(mv);
    }
    if let Some(first) = line.moves.first_mut() {
        let eval = evaluation(entry.best_score);
        let comment = Remark { eval, ..Remark::default() }.to_string();
        first.comment = Some(comment).filter(|text| !text.is_empty());
    }
    line
}

/// A score as `%eval` writes it. A mate that is on the board needs no number.
fn evaluation(score: Score) -> Option<Evaluation> {
    /// What a won tablebase position is worth where only pawns are understood.
    const TABLEBASE_WIN: i32 = 10_000;
    match score {
        Score::Cp(n) => Some(Evaluation::Centipawns(n)),
        Score::Mate(0) => None,
        Score::Mate(n) => Some(Evaluation::Mate(n)),
        Score::Tablebase(n) => Some(Evaluation::Centipawns(n.signum() * TABLEBASE_WIN)),
    }
}
