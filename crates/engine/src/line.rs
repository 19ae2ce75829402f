// SPDX-License-Identifier: GPL-3.0-or-later
//! A line of play as it may be shown: every move legal, nothing after the end of the game.

use chess::{Game, Move};

/// The longest part of `line` that can be played from `game` and does not go on
/// after mate, stalemate or a draw by rule. The first move is kept even if the
/// game could be claimed drawn before it: somebody asked for a move.
///
/// A search should never need this; it makes sure that no hash collision and
/// no bug of a new search reaches a GUI that checks lines.
pub fn playable(game: &Game, line: &[Move]) -> Vec<Move> {
    let mut game = game.clone();
    let mut shown = Vec::with_capacity(line.len());
    for &m in line {
        if !game.position().is_legal(m) || (!shown.is_empty() && game.outcome().is_some()) {
            break;
        }
        game.play(m);
        shown.push(m);
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Position;

    fn line(game: &Game, text: &str) -> Vec<Move> {
        let mut game = game.clone();
        text.split(' ')
            .map(|word| {
                let m = game.position().parse_uci(word).unwrap();
                game.play(m);
                m
            })
            .collect()
    }

    #[test]
    fn ends_with_the_threefold_repetition() {
        let game = Game::new(Position::startpos());
        let shuffle = line(&game, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3");
        assert_eq!(playable(&game, &shuffle).len(), 8);
    }

    #[test]
    fn ends_before_an_illegal_move() {
        let game = Game::new(Position::startpos());
        let mut moves = line(&game, "e2e4 e7e5");
        moves.push(moves[0]);
        assert_eq!(playable(&game, &moves).len(), 2);
        assert!(playable(&game, &[Move::NULL]).is_empty());
    }

    #[test]
    fn keeps_a_first_move_after_fifty_moves() {
        let game = Game::new(Position::from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 100 90").unwrap());
        let moves = line(&game, "a1a2 e8e7");
        assert_eq!(playable(&game, &moves).len(), 1);
    }
}
