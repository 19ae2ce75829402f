// SPDX-License-Identifier: GPL-3.0-or-later
//! What the shell says to people: the board, the evaluation, the help.

use chess::{Bitboard, Game, Position};
use engine::diagram::Diagram;
use engine::{EngineSetup, evaluation};
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
    let mut text = format!(
        "Evaluation: {setup}\n\nterm           middlegame   endgame      here   (White's view, centipawns)"
    );
    for row in &table.rows {
        let (term, mg, eg) = (row.term, row.middlegame, row.endgame);
        let _ = write!(text, "\n{term:<12} {mg:>12} {eg:>9} {:>9}", row.mixed);
    }
    if table.rounding != 0 {
        let _ = write!(text, "\n{:<12} {:>32}", "rounding", table.rounding);
    }
    let _ = write!(text, "\nphase: {} of {}", table.phase, table.full);
    let _ =
        write!(text, "\nFinal evaluation: {:+.2} (White's view)", f64::from(table.total) / 100.0);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

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
