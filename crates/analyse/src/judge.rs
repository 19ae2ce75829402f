// SPDX-License-Identifier: GPL-3.0-or-later
//! From search results to a report.

use chess::{Color, Game, Move};
use explain::Quality;
use formats::pgn::{self, Record};

use crate::accuracy;
use crate::report::{FORMAT, MoveReport, PlayerReport, Report, Side};
use crate::settings::Settings;
use crate::timing::times;
use crate::turning::turning_points;
use search::Score;

/// The search result of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Searched {
    pub score: Score,
    /// White's winning chances in per mille.
    pub chance: u16,
    pub depth: u32,
    /// The best line; empty where the game is over.
    pub line: Vec<Move>,
}

/// The report on a game whose positions were all searched, the first and the last included.
pub(crate) fn judge(record: &Record, searched: &[Searched], settings: &Settings) -> Report {
    let chess960 = !record.start.is_standard_castling();
    let times = times(record);
    let mut game = Game::new(record.start);
    let mut moves = Vec::with_capacity(record.moves.len());
    for (index, ((played, time), pair)) in
        record.moves.iter().zip(&times).zip(searched.windows(2)).enumerate()
    {
        let [before, after] = pair else { continue };
        let position = *game.position();
        let mover = position.turn();
        let own = |white: u16| if mover == Color::White { white } else { 1000 - white };
        let best = before.line.first().copied();
        let is_best = best.is_none_or(|best| best == played.mv);
        let loss = match is_best {
            true => 0,
            false => own(before.chance).saturating_sub(own(after.chance)),
        };
        let judgement = match best {
            Some(best) if best == played.mv => Quality::Best,
            _ => settings.thresholds.quality(loss),
        };
        let move_accuracy = if is_best { 100.0 } else { move_accuracy(before, after, mover) };
        let (best_line, best_line_uci) = notation(&game, &before.line, settings.plies);
        game.play(played.mv);
        let remark = pgn::Remark::read(played.comment.as_deref().unwrap_or(""));
        let milliseconds = |time: std::time::Duration| time.as_millis() as u64;
        moves.push(MoveReport {
            ply: index + 1,
            number: position.fullmove_number(),
            color: mover.into(),
            san: position.san(played.mv),
            uci: uci(&position, played.mv),
            fen: game.position().fen(),
            score: after.score,
            win_chance: after.chance,
            depth: after.depth,
            loss,
            judgement,
            accuracy: round(move_accuracy),
            best_san: best_line.first().cloned(),
            best_uci: best_line_uci.first().cloned(),
            best_score: before.score,
            best_line,
            best_line_uci,
            clock: time.clock.map(milliseconds),
            spent: time.spent.map(milliseconds),
            advised: time.advised.map(milliseconds),
            why_then: time.why.clone(),
            comment: Some(remark.text).filter(|text| !text.is_empty()),
            motifs: Vec::new(),
            remarks: Vec::new(),
        });
    }
    let start = searched.first();
    let (score, win_chance) =
        start.map_or((Score::Cp(0), 500), |searched| (searched.score, searched.chance));
    let [white, black] = players(record, &moves, score, win_chance);
    Report {
        format: FORMAT,
        how: settings.how(),
        tags: record.tags.iter().cloned().collect(),
        start: record.start.fen(),
        chess960,
        score,
        win_chance,
        result: record.result.to_string(),
        comment: record.comment.clone(),
        turning_points: turning_points(win_chance, &moves),
        moves,
        white,
        black,
    }
}

fn move_accuracy(before: &Searched, after: &Searched, mover: Color) -> f64 {
    let [before, after] =
        [before, after].map(|searched| accuracy::percent(searched.score, searched.chance));
    match mover {
        Color::White => accuracy::of_move(before, after),
        Color::Black => accuracy::of_move(100.0 - before, 100.0 - after),
    }
}

/// A line in SAN and UCI notation, cut to length.
fn notation(game: &Game, line: &[Move], plies: usize) -> (Vec<String>, Vec<String>) {
    let mut position = *game.position();
    let both = line.iter().take(plies).map(|&m| {
        let words = (position.san(m), uci(&position, m));
        position.play(m);
        words
    });
    both.unzip()
}

fn uci(position: &chess::Position, m: Move) -> String {
    match position.is_standard_castling() {
        true => position.uci(m).to_string(),
        false => position.uci960(m).to_string(),
    }
}

fn players(record: &Record, moves: &[MoveReport], score: Score, chance: u16) -> [PlayerReport; 2] {
    let start = accuracy::percent(score, chance);
    let percents = moves.iter().map(|m| accuracy::percent(m.score, m.win_chance));
    let percents: Vec<f64> = std::iter::once(start).chain(percents).collect();
    let exact: Vec<f64> = moves.iter().map(|m| m.accuracy).collect();
    let accuracies = accuracy::of_game(&percents, &exact, record.start.turn());
    [Color::White, Color::Black].map(|color| {
        let own = || moves.iter().filter(move |m| m.color == Side::from(color));
        let count = |quality| own().filter(|m| m.judgement == quality).count();
        let (name, elo) = match color {
            Color::White => ("White", "WhiteElo"),
            Color::Black => ("Black", "BlackElo"),
        };
        let known = |tag: &str| !matches!(tag, "" | "?" | "-" | "0");
        let total: u64 = own().map(|m| u64::from(m.loss)).sum();
        let spent: Vec<u64> = own().filter_map(|m| m.spent).collect();
        PlayerReport {
            name: record.tag(name).filter(|tag| known(tag)).unwrap_or("?").to_owned(),
            elo: record.tag(elo).filter(|tag| known(tag)).map(str::to_owned),
            moves: own().count(),
            accuracy: accuracies[color.index()].map(round),
            inaccuracies: count(Quality::Inaccuracy),
            mistakes: count(Quality::Mistake),
            blunders: count(Quality::Blunder),
            average_loss: round(total as f64 / own().count().max(1) as f64),
            spent: (!spent.is_empty()).then(|| spent.iter().sum()),
        }
    })
}

/// To tenths; more digits would be noise.
fn round(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}
