// SPDX-License-Identifier: GPL-3.0-or-later
//! `!why`: the explainer's sentence about our last move, with the line that shows it.

use chess::{Game, Move};
use explain::{Effort, Evidence, Explainer, Language, Level, Settings, Sources};

/// A question in the chat is worth this much of a machine that plays.
const EFFORT: Effort = Effort::Nodes(20_000);

/// Somebody who explains moves, and may look things up in these sources.
pub(crate) fn explainer(sources: Sources) -> Explainer {
    Explainer::new(Settings { effort: EFFORT, ..Settings::default() }).consulting(sources)
}

/// Why `mv` was played in `game`, in one or two sentences.
pub(crate) fn explain_move(explainer: &mut Explainer, game: &Game, mv: Move) -> Option<String> {
    let explanation = explainer.of_move(game, mv).ok()?;
    let told = explanation.summary(Level::Club, Language::English);
    let first = told.first()?;
    let mut text = first.text.clone();
    let is_known =
        |evidence: &Evidence| matches!(evidence, Evidence::Opening { .. } | Evidence::Table { .. });
    // The first sentence gives the verdict; the next one that shows something, the reason.
    if let Some(reason) = told.iter().skip(1).find(|told| !told.lines.is_empty()) {
        text += " ";
        text += &reason.text;
    }
    // What is known without searching, if that was not the first.
    if let Some(known) = told.iter().skip(1).find(|told| is_known(&told.evidence))
        && !text.contains(&known.text)
    {
        text += " ";
        text += &known.text;
    }
    let line = told.iter().find_map(|told| told.lines.first());
    if let Some(line) = line.filter(|line| !text.contains(line.as_str())) {
        text += &format!(" ({line})");
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Position;
    use explain::Opening;
    use search::{Dtz, Tablebase, Wdl};
    use std::sync::Arc;

    #[test]
    fn openings_are_called_by_their_names() {
        let opening = |game: &Game| {
            let (found, moves) = formats::book::library()?.known_opening(game)?;
            Some(Opening { eco: found.eco, name: found.name, moves })
        };
        let sources = Sources { openings: Some(Arc::new(opening)), ..Sources::default() };
        let mut game = Game::default();
        for san in ["e4", "e5", "Nf3", "Nc6"] {
            game.play(game.position().parse_san(san).unwrap());
        }
        let mv = game.position().parse_san("Bb5").unwrap();
        let why = |sources| explain_move(&mut explainer(sources), &game, mv).unwrap();
        let name = opening(&game).unwrap().name;
        let (alone, text) = (why(Sources::default()), why(sources));
        assert!(text.contains(&name) && !alone.contains(&name), "{name}: {text}");
    }

    /// Tables of one ending: the side with the rook wins.
    struct Rook;

    impl Tablebase for Rook {
        fn max_pieces(&self) -> u32 {
            3
        }

        fn wdl(&self, position: &Position) -> Option<Wdl> {
            let white = position.turn() == chess::Color::White;
            Some(if white { Wdl::Win } else { Wdl::Loss })
        }

        fn dtz(&self, position: &Position) -> Option<Dtz> {
            let plies = if self.wdl(position) == Some(Wdl::Win) { 21 } else { -20 };
            Some(Dtz { plies, rounded: false })
        }
    }

    #[test]
    fn tables_are_believed() {
        let game = Game::new(Position::from_fen("8/8/8/3k4/8/8/8/KR6 w - - 0 1").unwrap());
        let mv = game.position().parse_san("Kb2").unwrap();
        let why = |sources| explain_move(&mut explainer(sources), &game, mv).unwrap();
        let (alone, tables) = (why(Sources::default()), Some(Arc::new(Rook) as Arc<dyn Tablebase>));
        let text = why(Sources { tables, ..Sources::default() });
        assert!(text.contains("(1-0)") && !alone.contains("1-0"), "{text}\n{alone}");
    }

    #[test]
    fn a_mating_move_is_explained_with_its_line() {
        let scholar = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
        let game = Game::new(Position::from_fen(scholar).unwrap());
        let mv = game.position().parse_san("Qxf7#").unwrap();
        let text = explain_move(&mut explainer(Sources::default()), &game, mv).unwrap();
        assert!(text.contains("mate"), "{text}");
        assert!(super::super::messages(&text).len() <= 4);
    }
}
