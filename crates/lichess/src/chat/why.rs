// SPDX-License-Identifier: GPL-3.0-or-later
//! `!why`: the explainer's sentence about our last move, with the line that shows it.

use chess::{Game, Move};
use explain::{Effort, Explainer, Language, Level, Settings, Sources};

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
    // The first sentence gives the verdict; the next one that shows something, the reason.
    if let Some(reason) = told.iter().skip(1).find(|told| !told.lines.is_empty()) {
        text += " ";
        text += &reason.text;
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
