// SPDX-License-Identifier: GPL-3.0-or-later
//! The text of `position` and `go`.

use std::fmt::Write as _;
use std::time::Duration;

use chess::{Color, Game, Position};

use search::Limits;

/// The `position` line of a game, with all its moves (the engine must see
/// repetitions).
pub fn position(game: &Game, chess960: bool) -> String {
    let start = game.start();
    let mut line = if *start == Position::startpos() {
        "position startpos".to_owned()
    } else {
        format!("position fen {}", start.fen())
    };
    if !game.moves().is_empty() {
        line.push_str(" moves");
    }
    let mut position = *start;
    for &mv in game.moves() {
        let _ = if chess960 {
            write!(line, " {}", position.uci960(mv))
        } else {
            write!(line, " {}", position.uci(mv))
        };
        position.play(mv);
    }
    line
}

/// The `go` line for the side that is to move.
pub fn go(turn: Color, limits: &Limits) -> String {
    let mut line = "go".to_owned();
    let clock = &limits.clock;
    if let Some(own) = clock.remaining(turn) {
        // An opponent without a clock is shown as having the same: engines that
        // compare clocks then see no difference.
        let shown = |color| match clock.remaining(color) {
            Some(left) => (left, clock.increment(color)),
            None => (own, clock.increment(turn)),
        };
        let [(wtime, winc), (btime, binc)] = [Color::White, Color::Black].map(shown);
        let _ = write!(line, " wtime {} btime {}", millis(wtime), millis(btime));
        if !winc.is_zero() || !binc.is_zero() {
            let _ = write!(line, " winc {} binc {}", winc.as_millis(), binc.as_millis());
        }
        if let Some(moves) = clock.movestogo {
            let _ = write!(line, " movestogo {moves}");
        }
    }
    if let Some(time) = limits.movetime {
        let _ = write!(line, " movetime {}", millis(time));
    }
    if let Some(depth) = limits.depth {
        let _ = write!(line, " depth {depth}");
    }
    if let Some(nodes) = limits.nodes {
        let _ = write!(line, " nodes {nodes}");
    }
    if let Some(mate) = limits.mate {
        let _ = write!(line, " mate {mate}");
    }
    if line == "go" {
        line.push_str(" infinite");
    }
    line
}

/// The same for a search on the opponent's time.
pub fn go_ponder(turn: Color, limits: &Limits) -> String {
    go(turn, limits).replacen("go", "go ponder", 1)
}

/// Milliseconds; never 0, which some engines take for "no clock".
fn millis(time: Duration) -> u128 {
    time.as_millis().max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_and_other_limits_compose() {
        let ms = Duration::from_millis;
        let mut limits = Limits { nodes: Some(500), ..Limits::default() };
        limits.clock.time = [Some(ms(1000)), Some(ms(0))];
        limits.clock.inc = [ms(10), ms(5)];
        assert_eq!(go(Color::White, &limits), "go wtime 1000 btime 1 winc 10 binc 5 nodes 500");
        (limits.nodes, limits.clock.movestogo) = (None, Some(3));
        assert_eq!(go(Color::Black, &limits), "go wtime 1000 btime 1 winc 10 binc 5 movestogo 3");
        let mut only_black = Limits::default();
        only_black.clock.time[1] = Some(ms(700));
        assert_eq!(go(Color::Black, &only_black), "go wtime 700 btime 700");
        let depth = Limits { depth: Some(3), ..Limits::default() };
        assert_eq!(go(Color::White, &depth), "go depth 3");
        let short = Limits { movetime: Some(Duration::from_micros(10)), ..Limits::default() };
        assert_eq!(go(Color::White, &short), "go movetime 1");
        assert_eq!(go(Color::White, &Limits::default()), "go infinite");
        let depth = Limits { depth: Some(3), ..Limits::default() };
        assert_eq!(go_ponder(Color::White, &depth), "go ponder depth 3");
    }

    #[test]
    fn the_whole_game_is_told() {
        let mut game = Game::new(Position::startpos());
        assert_eq!(position(&game, false), "position startpos");
        for text in ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "e1g1"] {
            let mv = game.position().parse_uci(text).unwrap();
            game.play(mv);
        }
        let told = position(&game, false);
        assert_eq!(told, "position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1");
        assert!(position(&game, true).ends_with(" e1h1"));
    }

    #[test]
    fn other_starts_are_told_by_fen() {
        let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
        let game = Game::new(Position::from_fen(fen).unwrap());
        assert_eq!(position(&game, false), format!("position fen {fen}"));
    }
}
