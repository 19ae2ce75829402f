// SPDX-License-Identifier: GPL-3.0-or-later
//! The text of `position` and `go`.

use std::fmt::Write as _;
use std::time::Duration;

use chess::{Color, Game, Position};

use crate::turn::{Budget, Clocks, SideClock};

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

/// The `go` line.
pub fn go(turn: Color, clocks: &Clocks, budget: &Budget) -> String {
    let mut line = "go".to_owned();
    if let Some(own) = clocks.of(turn) {
        // An opponent without a clock is shown as having the same: engines that
        // compare clocks then see no difference.
        let other = clocks.of(!turn).unwrap_or(own);
        let (white, black) = if turn == Color::White { (own, other) } else { (other, own) };
        let _ = write!(line, " wtime {} btime {}", left(&white), left(&black));
        if !white.increment.is_zero() || !black.increment.is_zero() {
            let (winc, binc) = (white.increment.as_millis(), black.increment.as_millis());
            let _ = write!(line, " winc {winc} binc {binc}");
        }
        if let Some(moves) = own.moves_to_go {
            let _ = write!(line, " movestogo {moves}");
        }
    }
    if let Some(time) = budget.movetime {
        let _ = write!(line, " movetime {}", time.max(Duration::from_millis(1)).as_millis());
    }
    if let Some(depth) = budget.depth {
        let _ = write!(line, " depth {depth}");
    }
    if let Some(nodes) = budget.nodes {
        let _ = write!(line, " nodes {nodes}");
    }
    if let Some(mate) = budget.mate {
        let _ = write!(line, " mate {mate}");
    }
    if line == "go" {
        line.push_str(" infinite");
    }
    line
}

/// Milliseconds left; never 0, which some engines take for "no clock".
fn left(clock: &SideClock) -> u128 {
    clock.left.as_millis().max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(left: u64, increment: u64, moves_to_go: Option<u32>) -> Option<SideClock> {
        Some(SideClock {
            left: Duration::from_millis(left),
            increment: Duration::from_millis(increment),
            moves_to_go,
        })
    }

    #[test]
    fn clocks_and_budgets_compose() {
        let clocks = Clocks { white: clock(1000, 10, None), black: clock(0, 5, Some(3)) };
        assert_eq!(
            go(Color::White, &clocks, &Budget::nodes(500)),
            "go wtime 1000 btime 1 winc 10 binc 5 nodes 500"
        );
        assert_eq!(
            go(Color::Black, &clocks, &Budget::default()),
            "go wtime 1000 btime 1 winc 10 binc 5 movestogo 3"
        );
        let only_black = Clocks { white: None, black: clock(700, 0, None) };
        assert_eq!(go(Color::Black, &only_black, &Budget::default()), "go wtime 700 btime 700");
        assert_eq!(go(Color::White, &Clocks::NONE, &Budget::depth(3)), "go depth 3");
        assert_eq!(
            go(Color::White, &Clocks::NONE, &Budget::movetime(Duration::from_micros(10))),
            "go movetime 1"
        );
        assert_eq!(go(Color::White, &Clocks::NONE, &Budget::default()), "go infinite");
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
