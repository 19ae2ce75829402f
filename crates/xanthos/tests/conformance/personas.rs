// SPDX-License-Identifier: GPL-3.0-or-later
//! N: the engines of the literature play by the rules and within their limits.

use crate::driver::{Gui, XANTHOS, best, run};
use crate::info;
use chess::Game;
use engine::Persona;
use std::process::Command;

fn playing(persona: &str) -> Gui {
    let mut gui = Gui::ready();
    gui.send(&format!("setoption name Persona value {persona}"));
    let said = gui.sync();
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(
        said[0].starts_with(&format!("info string persona {persona}: Evaluation ")),
        "{said:?}"
    );
    // A book would be named by BookFile.
    gui.send("setoption name OwnBook value false");
    gui
}

#[test]
fn every_persona_plays_a_legal_game() {
    for persona in Persona::NAMES {
        let mut gui = playing(persona);
        let mut game = Game::default();
        let mut moves = String::new();
        while game.outcome().is_none() && game.moves().len() < 24 {
            let position = format!("startpos{moves}");
            let limits = if game.moves().len() % 2 == 0 { "nodes 400" } else { "depth 1" };
            let lines = gui.search(&position, limits);
            info::check(&position, &lines);
            let mv = game.position().parse_uci(best(&lines));
            game.play(mv.unwrap_or_else(|error| panic!("{persona}: {error}")));
            let separator = if moves.is_empty() { " moves " } else { " " };
            moves += &format!("{separator}{}", best(&lines));
        }
        gui.quit();
    }
}

#[test]
fn every_persona_obeys_its_limits() {
    for persona in Persona::NAMES {
        let mut gui = playing(persona);
        for limits in [
            "movetime 20",
            "wtime 100 btime 100",
            "wtime 60 btime 60 winc 5 binc 5 movestogo 3",
            "depth 2 searchmoves a2a3 h2h3",
            "nodes 50",
        ] {
            let position = "startpos moves e2e4 e7e5";
            let lines = gui.search(position, limits);
            info::check(position, &lines);
            if limits.contains("searchmoves") {
                assert!(["a2a3", "h2h3"].contains(&best(&lines)), "{persona}: {lines:?}");
            }
        }
        gui.send("go infinite");
        assert!(gui.listen().iter().all(|line| !line.starts_with("bestmove")), "{persona}");
        gui.send("stop");
        gui.until("bestmove");
        gui.quit();
    }
}

#[test]
fn a_persona_can_be_chosen_on_the_command_line() {
    let mut gui = Gui::start_as(Command::new(XANTHOS).args(["--persona", "baguette"]));
    let said = gui.until("info");
    assert!(
        said[0]
            .contains("persona baguette: Evaluation baguette, Search documented, TimeModel blitz"),
        "{said:?}"
    );
    gui.send("go depth 1");
    gui.until("bestmove");
    gui.quit();

    let told = run(&["--persona", "comp4121", "go depth 2", "quit"]);
    assert_eq!(told.code, Some(0));
    assert!(told.stdout.contains("persona comp4121") && told.stdout.contains("bestmove "));
    assert_eq!(run(&["--persona", "fritz", "quit"]).code, Some(2));
}

#[test]
fn the_opening_move_varies_with_a_book_by_weight() {
    // The engine of the paper always began with a knight. With a book it does not.
    let dir = tempfile::tempdir().expect("a folder");
    let pgn = dir.path().join("games.pgn");
    let games = "[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n[Result \"1-0\"]\n\n1. d4 d5 1-0\n\n\
                 [Result \"1-0\"]\n\n1. c4 e5 1-0\n\n";
    std::fs::write(&pgn, games.repeat(4)).expect("a file of games");
    let book = dir.path().join("book.bin");
    let made = run(&[
        "book",
        "make",
        pgn.to_str().expect("a name"),
        "-o",
        book.to_str().expect("a name"),
        "--min-games",
        "1",
    ]);
    assert_eq!(made.code, Some(0), "{}", made.stdout);
    let mut gui = Gui::ready();
    gui.send("setoption name Persona value bannan");
    gui.send(&format!("setoption name BookFile value {}", book.display()));
    gui.sync();
    let mut seen = std::collections::HashSet::new();
    for _ in 0..60 {
        let lines = gui.search("startpos", "depth 1");
        seen.insert(best(&lines).to_owned());
    }
    assert_eq!(seen.len(), 3, "{seen:?}");
}
