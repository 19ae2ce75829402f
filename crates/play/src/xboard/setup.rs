// SPDX-License-Identifier: GPL-3.0-or-later
//! Lines that prepare a game: time controls, and positions for engines that
//! do not know `setboard`.

use std::time::Duration;

use chess::{Color, Piece, Position, Role, Square};
use search::Limits;

use crate::fault::Fault;
use crate::time_control::TimeControl;

use super::feature::Features;

/// A day: "as long as you like".
const AMPLE_SECONDS: u64 = 86_400;

/// How an engine is told what it may spend.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimePlan {
    /// Sent before the game.
    pub lines: Vec<String>,
    /// What `time` says before each move, if it is always the same.
    pub constant: Option<Duration>,
}

/// Plans a game.
pub fn plan(
    control: Option<TimeControl>,
    limits: &Limits,
    features: &Features,
) -> Result<TimePlan, Fault> {
    let mut lines = Vec::new();
    let mut constant = None;
    if let Some(time) = limits.movetime {
        if time.subsec_nanos() == 0 && !time.is_zero() {
            lines.push(format!("st {}", time.as_secs()));
        } else {
            // `st` takes whole seconds. One move per session with the exact
            // centiseconds on the clock says the same and is understood.
            lines.push(format!("level 1 {} 0", minutes(time)));
        }
        constant = Some(time);
    } else if let Some(control) = control {
        let moves = control.moves.unwrap_or(0);
        let increment = seconds(control.increment);
        lines.push(format!("level {moves} {} {increment}", minutes(control.base)));
    } else if limits.nodes.is_none() {
        lines.push(format!("st {AMPLE_SECONDS}"));
    }
    if let Some(nodes) = limits.nodes {
        if !features.nps {
            let why = "cannot be limited by nodes: the xboard protocol knows no such \
                       command, and the engine does not declare nps=1";
            return Err(Fault::Unsupported(why.to_owned()));
        }
        lines.push(format!("nps {nodes}"));
        if control.is_none() && limits.movetime.is_none() {
            lines.push("st 1".to_owned());
        }
    }
    if let Some(depth) = limits.depth {
        lines.push(format!("sd {depth}"));
    }
    Ok(TimePlan { lines, constant })
}

/// `5` or `0:30`, rounded up to a second so that it is never nothing.
fn minutes(time: Duration) -> String {
    let seconds = time.as_secs() + u64::from(time.subsec_nanos() > 0);
    let seconds = seconds.max(1);
    match seconds % 60 {
        0 => format!("{}", seconds / 60),
        rest => format!("{}:{rest:02}", seconds / 60),
    }
}

/// `2` or `0.05`. Old engines read whole seconds and see the rest on the clock.
fn seconds(time: Duration) -> String {
    if time.subsec_nanos() == 0 {
        time.as_secs().to_string()
    } else {
        format!("{}", time.as_secs_f64())
    }
}

/// The lines that put up a position by `edit`, from the initial position with
/// White to move. The editor knows pieces and the side to move alone: castling
/// rights follow from kings and rooks at home, and there is no en passant.
pub fn edit(position: &Position) -> Result<Vec<String>, Fault> {
    let lost = |what: &str| {
        Err(Fault::Unsupported(format!(
            "has no setboard, and {what} of {} cannot be told otherwise",
            position.fen()
        )))
    };
    if position.en_passant().is_some() {
        return lost("the en-passant capture");
    }
    if !has_all_rights_of_its_squares(position) {
        return lost("the castling rights");
    }
    let mut lines = Vec::new();
    if position.turn() == Color::Black {
        lines.push("a2a3".to_owned());
    }
    lines.push("edit".to_owned());
    lines.push("#".to_owned());
    for color in Color::ALL {
        if color == Color::Black {
            lines.push("c".to_owned());
        }
        for square in Square::ALL {
            if let Some(piece) = position.piece_on(square)
                && piece.color() == color
            {
                let letter = piece.role().letter().to_ascii_uppercase();
                lines.push(format!("{letter}{square}"));
            }
        }
    }
    lines.push(".".to_owned());
    Ok(lines)
}

fn has_all_rights_of_its_squares(position: &Position) -> bool {
    let holds = |square, color, role| position.piece_on(square) == Some(Piece::new(color, role));
    Color::ALL.into_iter().all(|color| {
        let rank = if color == Color::White { 0 } else { 7 };
        let at_home = holds(Square::new(4, rank), color, Role::King);
        [(chess::Side::King, 7), (chess::Side::Queen, 0)].into_iter().all(|(side, file)| {
            let rook = Square::new(file, rank);
            position.castling().has(color, side) == (at_home && holds(rook, color, Role::Rook))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan_lines(
        control: Option<TimeControl>,
        limits: Limits,
        features: &Features,
    ) -> Vec<String> {
        plan(control, &limits, features).unwrap().lines
    }

    #[test]
    fn time_controls() {
        let features = Features::default();
        let clock = |moves, base, increment| {
            Some(TimeControl {
                moves,
                base: Duration::from_millis(base),
                increment: Duration::from_millis(increment),
            })
        };
        let none = Limits::default;
        assert_eq!(plan_lines(clock(None, 300_000, 2000), none(), &features), ["level 0 5 2"]);
        assert_eq!(
            plan_lines(clock(Some(40), 90_500, 50), none(), &features),
            ["level 40 1:31 0.05"]
        );
        assert_eq!(plan_lines(clock(None, 200, 0), none(), &features), ["level 0 0:01 0"]);
        let movetime =
            |ms| Limits { movetime: Some(Duration::from_millis(ms)), ..Limits::default() };
        assert_eq!(plan_lines(None, movetime(3000), &features), ["st 3"]);
        assert_eq!(plan_lines(None, movetime(100), &features), ["level 1 0:01 0"]);
        assert_eq!(
            plan_lines(None, Limits { depth: Some(4), ..none() }, &features),
            ["st 86400", "sd 4"]
        );
    }

    #[test]
    fn nodes_need_a_feature() {
        let mut features = Features::default();
        let nodes = Limits { nodes: Some(1000), ..Limits::default() };
        assert!(plan(None, &nodes, &features).is_err());
        features.nps = true;
        assert_eq!(plan_lines(None, nodes, &features), ["nps 1000", "st 1"]);
    }

    #[test]
    fn a_position_by_hand() {
        let position = Position::from_fen("4k3/p7/8/8/8/8/4P3/R3K3 b Q - 0 1").unwrap();
        let lines = edit(&position).unwrap();
        assert_eq!(lines, ["a2a3", "edit", "#", "Ra1", "Ke1", "Pe2", "c", "Pa7", "Ke8", "."]);
    }

    #[test]
    fn what_the_editor_cannot_say_is_an_error() {
        for fen in ["4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "4k3/8/8/8/Pp6/8/8/4K3 b - a3 0 1"] {
            assert!(edit(&Position::from_fen(fen).unwrap()).is_err(), "{fen}");
        }
        assert!(edit(&Position::startpos()).is_ok());
    }
}
