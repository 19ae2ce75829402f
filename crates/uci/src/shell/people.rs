// SPDX-License-Identifier: GPL-3.0-or-later
//! What the shell says to people: the board, the evaluation, the help.

use chess::{Bitboard, Game, Position, Square};
use engine::diagram::Diagram;
use engine::evaluation::EvaluationTable;
use engine::{EngineSetup, Evaluation, evaluation};
use std::fmt::Write;

/// The answer to `help`.
pub(super) const HELP: &str = "\
Xanthos is a chess engine that speaks UCI, the protocol between engines and GUIs.

  uci                                 name, author and options of the engine
  isready                             answers readyok once all commands before it are done
  setoption name NAME value VALUE     sets an option; 'uci' lists them
  ucinewgame                          clears the hash table and histories for a new game
  position startpos [moves ...]       sets up a position
  position fen FEN [moves ...]
  go [depth N] [nodes N] [movetime MS] [mate N] [infinite] [ponder]
     [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N]
     [searchmoves ...]                searches; the first limit reached ends it
  stop, ponderhit, quit

  d                                   draws the board, with FEN and keys
  eval                                static evaluation, term by term
  perft N, go perft N                 counts the leaves of the move tree
  flip                                swaps the colours of the position
  bench [DEPTH]                       node count and speed on fixed positions
  genfens N seed S book <None|FILE>   start positions for test games
  ucifull                             like uci, with options for developers
  debug on|off                        more, or fewer, info strings

'xanthos --help', in a shell, shows what else the program can do.";

/// The answer to `d`.
pub(super) fn display(game: &Game) -> String {
    let position = game.position();
    let mut text = Diagram::new(position).to_string();
    let squares =
        |set: Bitboard| set.into_iter().map(|square| format!(" {square}")).collect::<String>();
    // Writing to a String can't fail.
    let _ = write!(text, "\n\nFen: {}", position.fen());
    let _ = write!(text, "\nKey: {:016X}", position.key());
    let _ = write!(text, "\nPawn key: {:016X}", position.pawn_key());
    let _ = write!(text, "\nPolyglot key: {:016X}", position.polyglot_key());
    let _ = write!(text, "\nCheckers:{}", squares(position.checkers()));
    let _ = write!(text, "\nLegal moves: {}", position.legal_moves().len());
    if game.repetitions() > 0 {
        let _ = write!(text, "\nRepetitions: {}", game.repetitions());
    }
    if let Some(outcome) = game.outcome() {
        let _ = write!(text, "\nGame over: {outcome}");
    }
    text
}

/// The answer to `eval`.
pub(super) fn evaluate(setup: &EngineSetup, position: &Position) -> String {
    if position.in_check() {
        return "The side to move is in check: a static evaluation would mean nothing.".into();
    }
    let table = evaluation::explain(setup, position);
    let mut text = format!("Evaluation: {setup}\n");
    if table.pieces.is_empty() {
        terms(&mut text, &table);
    } else {
        // A network has no terms: what each piece is worth to it, what they are worth
        // together, and the classical evaluation for those who want reasons.
        board_of_worth(&mut text, position, &table);
        terms(&mut text, &table);
        let classical = EngineSetup { evaluation: Evaluation::Classical, ..setup.clone() };
        let beside = evaluation::explain(&classical, position);
        let total = f64::from(beside.total) / 100.0;
        let _ = write!(text, "\n\nBeside it the classical evaluation, {total:+.2}:\n");
        terms(&mut text, &beside);
    }
    let _ =
        write!(text, "\nFinal evaluation: {:+.2} (White's view)", f64::from(table.total) / 100.0);
    text
}

/// What each piece is worth to the network, where it stands.
fn board_of_worth(text: &mut String, position: &Position, table: &EvaluationTable) {
    let _ = write!(text, "\nWhat each piece is worth to the network, in pawns (White's view):\n");
    for rank in (0..8).rev() {
        let _ = write!(text, "\n{}", rank + 1);
        for file in 0..8 {
            let square = Square::new(file, rank);
            let worth = table.pieces.iter().find(|(at, _)| *at == square);
            let cell = match (position.piece_on(square), worth) {
                (Some(piece), Some((_, worth))) => {
                    format!("{}{:+.1}", piece.letter(), f64::from(*worth) / 100.0)
                }
                (Some(piece), None) => piece.letter().to_string(),
                (None, _) => ".".to_owned(),
            };
            let _ = write!(text, "{cell:>8}");
        }
    }
    let _ = write!(text, "\n ");
    ('a'..='h').for_each(|file| {
        let _ = write!(text, "{file:>8}");
    });
    text.push('\n');
}

/// The terms of an evaluation, one below the other.
fn terms(text: &mut String, table: &EvaluationTable) {
    text.push_str("\nterm           middlegame   endgame      here   (White's view, centipawns)");
    for row in &table.rows {
        let (term, mg, eg) = (row.term, row.middlegame, row.endgame);
        let _ = write!(text, "\n{term:<12} {mg:>12} {eg:>9} {:>9}", row.mixed);
    }
    if table.rounding != 0 {
        let _ = write!(text, "\n{:<12} {:>32}", "rounding", table.rounding);
    }
    let _ = write!(text, "\nphase: {} of {}", table.phase, table.full);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_shows_what_each_piece_is_worth_beside_the_classical_terms() {
        let fen = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
        let position = Position::from_fen(fen).unwrap();
        let text = evaluate(&EngineSetup::default(), &position);
        let board: Vec<&str> = text.lines().filter(|l| l.starts_with(char::is_numeric)).collect();
        assert_eq!(board.len(), 8, "{text}");
        assert!(board[0].contains("q-") && board[7].contains("Q+"), "{text}");
        assert!(text.contains("mobility") && text.contains("classical evaluation"), "{text}");
        assert!(text.lines().last().is_some_and(|l| l.starts_with("Final evaluation: ")));
    }

    #[test]
    fn the_display_has_what_scripts_look_for() {
        let text = display(&Game::default());
        for line in [
            "Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "Polyglot key: 463B96181691FC9C",
            "Checkers:",
        ] {
            assert!(text.lines().any(|l| l == line), "{line} is missing in {text}");
        }
    }
}
