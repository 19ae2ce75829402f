// SPDX-License-Identifier: GPL-3.0-or-later
//! One game on the page.

use std::fmt::Write;

use charts::html::{Cell, Column, Table, escape};
use charts::{Arrow, ArrowKind, Board};
use chess::{Color, Position};
use explain::Quality;

use crate::plot;
use crate::report::{MoveReport, PlayerReport, Report, Side};

/// The line for a game in a page of several.
pub(super) fn summary(report: &Report) -> String {
    let accuracy = |player: &PlayerReport| {
        player.accuracy.map_or_else(String::new, |accuracy| format!(" ({accuracy:.1})"))
    };
    let text = format!(
        "{}{} – {}{}, {}",
        report.white.name,
        accuracy(&report.white),
        report.black.name,
        accuracy(&report.black),
        report.result
    );
    escape(&text)
}

/// The whole game.
pub(super) fn article(report: &Report, number: usize) -> String {
    let mut out = format!("<article class=\"game\" aria-labelledby=\"game-{number}\">\n");
    let _ = writeln!(
        out,
        "<h2 id=\"game-{number}\">{} – {} <span class=\"result\">{}</span></h2>\n\
         <p class=\"sub\">{}</p>",
        escape(&report.white.name),
        escape(&report.black.name),
        escape(&report.result),
        escape(&occasion(report))
    );
    out += &players(report);
    let _ = writeln!(out, "<figure>{}</figure>", plot::evaluation(report).to_inline_svg());
    if let Some(times) = plot::times(report) {
        let _ = writeln!(out, "<figure>{}</figure>", times.to_inline_svg());
    }
    out += &turning_points(report);
    out += &study(report);
    out += &notes(report);
    out + "</article>\n"
}

fn occasion(report: &Report) -> String {
    let tag = |name: &str| report.tags.get(name).filter(|value| !value.starts_with('?'));
    let tags = ["Event", "Site", "Date", "Round", "TimeControl", "Termination"];
    let values: Vec<&str> = tags.iter().filter_map(|name| tag(name)).map(String::as_str).collect();
    values.join(" · ")
}

fn players(report: &Report) -> String {
    let is_timed = report.has_times();
    let numbers = ["Accuracy", "Inaccuracies", "Mistakes", "Blunders", "Average loss"];
    let mut columns = vec![Column::text("Player")];
    columns.extend(numbers.map(Column::number));
    columns.extend(is_timed.then(|| Column::number("Time")));
    let mut table = Table::new(columns);
    for (player, sign) in [(&report.white, "○"), (&report.black, "●")] {
        let elo = player.elo.as_ref().map_or_else(String::new, |elo| format!(" ({elo})"));
        let accuracy = player.accuracy.map_or("–".to_owned(), |value| format!("{value:.1} %"));
        let mut cells = vec![
            Cell::new(format!("{sign} {}{elo}", player.name)),
            Cell::new(accuracy).class("strong"),
            Cell::new(player.inaccuracies.to_string()),
            Cell::new(player.mistakes.to_string()),
            Cell::new(player.blunders.to_string()),
            Cell::new(format!("{:.1} %", player.average_loss / 10.0)),
        ];
        cells.extend(is_timed.then(|| Cell::new(player.spent.map_or("–".to_owned(), clock))));
        table.row(cells);
    }
    format!("<div class=\"scroll\">{table}</div>\n")
}

/// `1:02:03`, `4:05`
fn clock(milliseconds: u64) -> String {
    let seconds = milliseconds / 1000;
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, minutes, seconds) => format!("{minutes}:{seconds:02}"),
        (hours, minutes, seconds) => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

fn turning_points(report: &Report) -> String {
    let found = report.turning_points.iter().filter_map(|turn| {
        let entry = report.moves.get(turn.ply.checked_sub(1)?)?;
        let name = &report.player(turn.color.into()).name;
        let percent = |chance: u16| (f64::from(chance) / 10.0).round();
        Some(format!(
            "<li><strong>{} {}{}</strong> {} {} (White's winning chances {} %, then {} %).</li>\n",
            entry.numbering(),
            escape(&entry.san),
            entry.sign(),
            escape(if name == "?" { side_name(turn.color) } else { name }),
            turn.turn.words(),
            percent(turn.before),
            percent(turn.after)
        ))
    });
    let found: String = found.collect();
    match found.is_empty() {
        true => String::new(),
        false => format!("<h3>Turning points</h3>\n<ul>\n{found}</ul>\n"),
    }
}

fn side_name(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
    }
}

/// The board that follows the moves, and the moves.
fn study(report: &Report) -> String {
    let last = report.moves.last().map_or(report.start.as_str(), |m| m.fen.as_str());
    let board = position(last).map(|position| {
        Board::new(&position, format!("Board: {}", position.fen())).to_inline_svg()
    });
    let mut out = format!(
        "<div class=\"study\"><div class=\"viewer\" tabindex=\"0\" role=\"group\" \
         aria-label=\"Board; arrow keys move through the game, F flips it\">{}\n\
         <p class=\"now\" aria-live=\"polite\"></p>\
         <p class=\"keys\"><button type=\"button\" data-go=\"first\" aria-label=\"Start\">«</button>\
         <button type=\"button\" data-go=\"back\" aria-label=\"One move back\">‹</button>\
         <button type=\"button\" data-go=\"next\" aria-label=\"One move on\">›</button>\
         <button type=\"button\" data-go=\"last\" aria-label=\"End\">»</button>\
         <button type=\"button\" data-go=\"flip\" aria-label=\"Flip board\">⇅</button></p>\
         </div>\n<div class=\"moves\" data-start=\"{}\">\n",
        board.unwrap_or_default(),
        escape(&report.start)
    );
    for m in &report.moves {
        if m.color == Side::White || m.ply == 1 {
            let _ = write!(out, "<span class=\"number\">{}</span> ", m.numbering());
        }
        let class = class(m.judgement);
        let _ = writeln!(
            out,
            "<button type=\"button\" class=\"move {class}\" data-ply=\"{}\" data-fen=\"{}\" \
             data-uci=\"{}\" title=\"{}\">{}{}</button>",
            m.ply,
            escape(&m.fen),
            escape(&m.uci),
            escape(&hint(m)),
            escape(&m.san),
            m.sign()
        );
    }
    let _ = write!(out, "<span class=\"result\">{}</span>", escape(&report.result));
    out + "</div></div>\n"
}

fn hint(m: &MoveReport) -> String {
    let mut text = m.score.to_string();
    if let Some(time) = m.time_text() {
        text += &format!(", {time}");
    }
    if m.judgement >= Quality::Inaccuracy
        && let Some(best) = &m.best_san
    {
        text += &format!(", better: {best}");
    }
    text
}

fn class(quality: Quality) -> &'static str {
    match quality {
        Quality::Best | Quality::Good => "",
        Quality::Inaccuracy => "inaccuracy",
        Quality::Mistake => "mistake",
        Quality::Blunder => "blunder",
    }
}

/// Every bad move with a better one; blunders and turning points with a diagram.
fn notes(report: &Report) -> String {
    let mut out = String::new();
    let mut before = report.start.as_str();
    for m in &report.moves {
        if m.judgement >= Quality::Inaccuracy {
            let turned = report.turning_points.iter().any(|turn| turn.ply == m.ply);
            let drawn = turned || m.judgement == Quality::Blunder;
            out += &note(m, position(before).filter(|_| drawn));
        }
        before = &m.fen;
    }
    match out.is_empty() {
        true => String::new(),
        false => format!("<h3>What was better</h3>\n<div class=\"notes\">\n{out}</div>\n"),
    }
}

fn note(m: &MoveReport, before: Option<Position>) -> String {
    let san = escape(&m.san);
    let mut out = format!(
        "<section class=\"note {}\"><h4>{} {san}{}</h4>\n<div>",
        class(m.judgement),
        m.numbering(),
        m.sign()
    );
    if let Some(text) = crate::annotate::judgement_text(m) {
        let _ = writeln!(out, "<p>{}</p>", escape(&text));
    }
    let best = numbered(m);
    if !best.is_empty() {
        let _ = writeln!(
            out,
            "<p class=\"line\"><span class=\"score\">{}</span> {}</p>",
            m.best_score,
            escape(&best)
        );
    }
    for remark in &m.remarks {
        let _ = writeln!(out, "<p>{}</p>", escape(&remark.text));
        for line in &remark.lines {
            let _ = writeln!(out, "<p class=\"line\">{}</p>", escape(line));
        }
    }
    if let Some(comment) = &m.comment {
        let _ = writeln!(out, "<p class=\"said\">{}</p>", escape(comment));
    }
    out += "</div>";
    if let Some(before) = before {
        let better = m.best_uci.as_deref().unwrap_or("");
        let arrows = [
            Arrow::from_uci(better, ArrowKind::Better),
            Arrow::from_uci(&m.uci, ArrowKind::Played),
        ];
        let board = Board {
            position: &before,
            orientation: m.color.into(),
            arrows: arrows.into_iter().flatten().collect(),
            description: format!("Diagram before {} {}: {}", m.numbering(), m.san, before.fen()),
        };
        out += &board.to_inline_svg();
    }
    out + "</section>\n"
}

/// The best line with move numbers.
fn numbered(m: &MoveReport) -> String {
    let (mut number, mut turn) = (m.number, Color::from(m.color));
    let mut words: Vec<String> = Vec::new();
    for (index, san) in m.best_line.iter().enumerate() {
        match turn {
            Color::White => words.push(format!("{number}. {san}")),
            Color::Black if index == 0 => words.push(format!("{number}... {san}")),
            Color::Black => words.push(san.clone()),
        }
        if turn == Color::Black {
            number += 1;
        }
        turn = !turn;
    }
    words.join(" ")
}

fn position(fen: &str) -> Option<Position> {
    Position::from_fen(fen).ok()
}
