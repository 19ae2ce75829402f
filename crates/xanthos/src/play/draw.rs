// SPDX-License-Identifier: GPL-3.0-or-later
//! The table as lines of text, for a window of any size.

use super::session::Session;
use chess::{Color, Piece, Square};
use play::Busy;
use std::time::Duration;

/// What is drawn beyond the game itself.
pub struct View<'a> {
    /// What has been typed.
    pub input: &'a str,
    /// The square that was clicked.
    pub selected: Option<Square>,
    /// Columns and rows of the window.
    pub size: (usize, usize),
    pub coloured: bool,
    pub ascii: bool,
}

/// Where things stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Columns and rows of a square.
    square: (usize, usize),
    /// Columns left of the board.
    left: usize,
    /// Rows above the board.
    top: usize,
    /// Where the score sheet begins, if there is room.
    sheet: Option<usize>,
}

const SMALL: (usize, usize) = (3, 1);
const LARGE: (usize, usize) = (6, 3);
/// Columns of a score sheet that is worth showing.
const SHEET: usize = 20;
/// Rows around the board: names, letters, words, input.
const AROUND: usize = 6;

const RESET: &str = "\x1b[0m";
const BOLD: &str = "\x1b[1m";

impl Layout {
    /// What fits into a window.
    pub fn new((width, height): (usize, usize)) -> Layout {
        let left = 3;
        let fits = |square: (usize, usize)| {
            width >= left + 8 * square.0 + 2 + SHEET && height >= 8 * square.1 + AROUND
        };
        let square = if fits(LARGE) { LARGE } else { SMALL };
        let right = left + 8 * square.0 + 2;
        Layout { square, left, top: 1, sheet: (width >= right + SHEET).then_some(right) }
    }

    /// The square under a place of the window.
    pub fn square_at(&self, column: usize, row: usize, flipped: bool) -> Option<Square> {
        let file = column.checked_sub(self.left)? / self.square.0;
        let rank = row.checked_sub(self.top)? / self.square.1;
        if file > 7 || rank > 7 {
            return None;
        }
        Some(if flipped { Square::new(7 - file, rank) } else { Square::new(file, 7 - rank) })
    }
}

/// The rows of the window; the last is where typing happens.
pub fn frame(session: &Session, view: &View) -> Vec<String> {
    let (width, height) = view.size;
    let layout = Layout::new(view.size);
    if width < layout.left + 8 * layout.square.0 || height < 8 + 4 {
        let words = ["The window is too small for a board.".to_owned(), session.notice.clone()];
        let mut rows: Vec<String> = words.iter().map(|text| cut(text, width)).collect();
        rows.truncate(height.saturating_sub(1));
        rows.push(prompt(view));
        return rows;
    }
    let below = if session.flipped { Color::Black } else { Color::White };
    let board_width = layout.left + 8 * layout.square.0;
    let line = |text: String| cut(&text, layout.sheet.map_or(width, |_| board_width));
    // Each row with the columns that it fills.
    let mut rows: Vec<(String, usize)> = Vec::new();
    let mut put = |text: String, columns: usize| rows.push((text, columns));
    let name = line(title(session, !below));
    let columns = name.chars().count();
    put(name, columns);
    for row in 0..8 {
        for part in 0..layout.square.1 {
            put(rank(session, view, &layout, row, part), board_width);
        }
    }
    let letters = files(&layout, session.flipped);
    let columns = letters.chars().count();
    put(letters, columns);
    let name = line(title(session, below));
    let columns = name.chars().count();
    put(name, columns);

    if let Some(at) = layout.sheet {
        let sheet = session.sheet();
        let room = rows.len();
        let first = sheet.len().saturating_sub(room);
        for (row, text) in rows.iter_mut().zip(&sheet[first..]) {
            row.0 += &" ".repeat(at.saturating_sub(row.1));
            row.0 += &cut(text, width - at);
        }
    } else if rows.len() + 3 <= height {
        let sheet = session.sheet();
        let last = sheet[sheet.len().saturating_sub(2)..].join(" ");
        rows.push((cut(&last, width), 0));
    }
    let mut rows: Vec<String> = rows.into_iter().map(|(text, _)| text).collect();
    let room = height.saturating_sub(rows.len() + 1);
    rows.extend(wrap(&words(session), width).into_iter().take(room));
    rows.truncate(height.saturating_sub(1));
    rows.push(prompt(view));
    rows
}

fn prompt(view: &View) -> String {
    let room = view.size.0.saturating_sub(3);
    // The end of a long line is what is being typed.
    let skipped = view.input.chars().count().saturating_sub(room);
    format!("> {}", view.input.chars().skip(skipped).collect::<String>())
}

fn words(session: &Session) -> String {
    match (session.busy, session.notice.as_str()) {
        (Busy::Thinking, "") => "The engine is thinking …".to_owned(),
        (Busy::Idle | Busy::Pondering, "") if session.is_humans_turn() => "Your move.".to_owned(),
        (_, notice) => notice.to_owned(),
    }
}

/// `● Xanthos 0.1.0  4:59` with a mark for the side to move.
fn title(session: &Session, color: Color) -> String {
    let sign = if color == Color::White { '○' } else { '●' };
    let turn =
        if session.over.is_none() && session.position().turn() == color { '▸' } else { ' ' };
    let clock =
        session.left(color).map_or_else(String::new, |left| format!("{}  ", clock_face(left)));
    format!("{turn}{sign} {clock}{}", session.name(color))
}

/// `1:02:03`, `4:59`, and tenths when they begin to matter: `9.4`.
pub fn clock_face(left: Duration) -> String {
    let seconds = left.as_secs();
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) if seconds < 10 => format!("{seconds}.{}", left.subsec_millis() / 100),
        (0, minutes, seconds) => format!("{minutes}:{seconds:02}"),
        (hours, minutes, seconds) => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

fn files(layout: &Layout, flipped: bool) -> String {
    let mut text = " ".repeat(layout.left);
    for column in 0..8 {
        let file = if flipped { 7 - column } else { column };
        let letter = Square::new(file, 0).file_letter();
        text += &format!("{letter:^width$}", width = layout.square.0);
    }
    text.trim_end().to_owned()
}

/// One row of text through a rank of the board.
fn rank(session: &Session, view: &View, layout: &Layout, row: usize, part: usize) -> String {
    let rank = if session.flipped { row } else { 7 - row };
    let middle = part == layout.square.1 / 2;
    let mut text = match middle {
        true => format!(" {} ", rank + 1),
        false => " ".repeat(layout.left),
    };
    for column in 0..8 {
        let file = if session.flipped { 7 - column } else { column };
        text += &cell(session, view, Square::new(file, rank), layout.square.0, middle);
    }
    if view.coloured {
        text += RESET;
    }
    text
}

fn cell(session: &Session, view: &View, square: Square, width: usize, middle: bool) -> String {
    let position = session.position();
    let piece = position.piece_on(square).filter(|_| middle);
    let dark = (square.file() + square.rank()).is_multiple_of(2);
    let selected = view.selected == Some(square);
    let last = session.game.moves().last();
    let touched = last.is_some_and(|m| m.from() == square || m.to() == square);
    if !view.coloured {
        let (open, close) = match (selected, touched) {
            _ if !middle => (' ', ' '),
            (true, _) => ('[', ']'),
            (_, true) => ('(', ')'),
            _ => (' ', ' '),
        };
        let empty = if dark { '·' } else { ' ' };
        let sign = piece.map_or(empty, |piece| glyph(piece, view));
        return format!("{open}{sign:^inner$}{close}", inner = width - 2);
    }
    let checked = position.in_check() && position.king(position.turn()) == square;
    let ground = match (selected, checked, touched, dark) {
        (true, ..) => 149,
        (_, true, ..) => 167,
        (.., true, true) => 136,
        (.., true, false) => 186,
        (.., true) => 137,
        _ => 180,
    };
    let ink = match piece.map(Piece::color) {
        Some(Color::White) => 231,
        _ => 16,
    };
    let sign = piece.map_or(' ', |piece| glyph(piece, view));
    format!("\x1b[48;5;{ground}m\x1b[38;5;{ink}m{BOLD}{sign:^width$}{RESET}")
}

fn glyph(piece: Piece, view: &View) -> char {
    match (view.ascii, view.coloured) {
        (true, _) => piece.letter(),
        // On coloured squares the ink tells the side; filled shapes are the ones to see.
        (false, true) => Piece::new(Color::Black, piece.role()).figurine(),
        (false, false) => piece.figurine(),
    }
}

fn cut(text: &str, width: usize) -> String {
    match text.chars().count() > width {
        true => text.chars().take(width.saturating_sub(1)).chain(['…']).collect(),
        false => text.to_owned(),
    }
}

/// Words on lines that are not too long.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(cut(word, width)),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Position;
    use play::{OwnEngine, Setup};
    use search::Limits;

    fn session(flipped: bool) -> Session {
        let setup = Setup {
            start: Position::startpos(),
            human: Color::White,
            name: "A person with a rather long name".to_owned(),
            engine_name: "Engine".to_owned(),
            control: None,
            limits: Limits { nodes: Some(100), ..Limits::default() },
            ponder: false,
        };
        let mut session = Session::new(setup, OwnEngine::new(&[]).unwrap(), None);
        for text in ["e4", "Nf3", "Bc4"] {
            session.obey(super::super::command::Command::Move(text.to_owned()));
            session.wait();
        }
        session.flipped = flipped;
        session
    }

    /// The text without its colours.
    fn bare(text: &str) -> String {
        let mut parts = text.split('\x1b');
        let first = parts.next().unwrap_or("").to_owned();
        parts.fold(first, |text, part| text + part.split_once('m').map_or("", |(_, rest)| rest))
    }

    #[test]
    fn every_window_gets_what_fits() {
        let session = session(false);
        for size in [(80, 24), (120, 40), (200, 60), (40, 16), (27, 12), (26, 24), (10, 5), (1, 1)]
        {
            for (coloured, ascii) in [(true, false), (false, true), (false, false)] {
                let view = View { input: "Nf", selected: None, size, coloured, ascii };
                let rows = frame(&session, &view);
                assert!(rows.len() <= size.1.max(1), "{size:?}");
                for row in &rows[..rows.len() - 1] {
                    let row = bare(row);
                    assert!(row.chars().count() <= size.0, "{size:?}: {row:?}");
                }
                assert!(rows.last().unwrap().starts_with("> "));
                assert!(coloured || !rows.concat().contains('\x1b'));
            }
        }
    }

    #[test]
    fn clicks_find_the_square_that_is_drawn_there() {
        for (size, flipped) in [((80, 24), false), ((80, 24), true), ((120, 40), true)] {
            let session = session(flipped);
            let layout = Layout::new(size);
            let view = View { input: "", selected: None, size, coloured: false, ascii: true };
            let rows = frame(&session, &view);
            let mut kings = Vec::new();
            for (y, row) in rows.iter().enumerate().skip(1).take(8 * layout.square.1) {
                for (x, letter) in row.chars().enumerate().skip(3).take(8 * layout.square.0) {
                    if letter.eq_ignore_ascii_case(&'k') {
                        kings.push(layout.square_at(x, y, flipped).unwrap());
                    }
                }
            }
            kings.sort_by_key(|square| square.index());
            let position = session.position();
            let mut expected = [position.king(Color::White), position.king(Color::Black)];
            expected.sort_by_key(|square| square.index());
            assert_eq!(kings, expected, "{size:?} {flipped}");
            assert_eq!(layout.square_at(0, 3, flipped), None);
            assert_eq!(layout.square_at(5, 0, flipped), None);
        }
    }

    #[test]
    fn clocks_show_tenths_at_the_end() {
        let face = |ms| clock_face(Duration::from_millis(ms));
        assert_eq!(face(9_430), "9.4");
        assert_eq!(face(10_000), "0:10");
        assert_eq!(face(299_999), "4:59");
        assert_eq!(face(3_723_000), "1:02:03");
    }
}
