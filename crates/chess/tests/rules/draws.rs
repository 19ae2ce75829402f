// SPDX-License-Identifier: GPL-3.0-or-later
//! Draws, against definitions that need no cleverness.

use crate::dice::Dice;
use crate::twin::random_start;
use std::collections::HashMap;
use xanthos_chess::{Game, KeyHistory, Move, Outcome, Position};

/// What makes two positions the same: all of the FEN but the counters.
fn essence(position: &Position) -> String {
    position.fen().split(' ').take(4).collect::<Vec<_>>().join(" ")
}

/// Few pieces, no pawns: positions come back again and again.
const SHUFFLING: &[&str] = &[
    "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
    "r3k3/8/8/8/8/8/8/4K2R b Kq - 0 1",
    "k7/8/8/8/8/8/n7/K7 w - - 0 1",
    "kb6/8/8/8/8/8/8/6QK b - - 0 1",
    "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1",
    "k7/p7/P7/8/8/7p/7P/7K w - - 90 80",
    "1nk5/8/8/3pP3/8/8/8/5KN1 w - d6 0 1",
];

/// Mostly back and forth, so that there is something to find.
fn restless_move(game: &Game, dice: &mut Dice) -> Option<Move> {
    let position = game.position();
    let legal = position.legal_moves();
    let moves = game.moves();
    if moves.len() >= 2 && !dice.one_in(3) {
        let own_last = moves[moves.len() - 2];
        let back = legal.iter().find(|m| m.from() == own_last.to() && m.to() == own_last.from());
        if let Some(m) = back {
            return Some(*m);
        }
    }
    let quiet: Vec<Move> = legal.iter().copied().filter(|m| m.is_quiet()).collect();
    if dice.one_in(20) { dice.choose(&legal) } else { dice.choose(&quiet).or(dice.choose(&legal)) }
}

fn restless_games(count: u64, length: usize, mut visit: impl FnMut(&Game)) {
    for seed in 0..count {
        let mut dice = Dice::new(seed);
        let start = match dice.choose(SHUFFLING).filter(|_| !dice.one_in(4)) {
            Some(fen) => Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}")),
            None => random_start(&mut dice),
        };
        let mut game = Game::new(start);
        for _ in 0..length {
            visit(&game);
            let Some(m) = restless_move(&game, &mut dice) else { break };
            game.play(m);
        }
        visit(&game);
    }
}

#[test]
fn repetitions_are_counted_as_by_hand() {
    let (mut repeated, mut thrice) = (0, 0);
    let mut earlier: HashMap<String, usize> = HashMap::new();
    restless_games(300, 160, |game| {
        if game.moves().is_empty() {
            earlier.clear();
        }
        let count = earlier.entry(essence(game.position())).or_default();
        assert_eq!(game.repetitions(), *count, "{} after {:?}", game.position(), game.moves());
        repeated += usize::from(*count > 0);
        *count += 1;
        let claims = *count >= 3;
        thrice += usize::from(claims);
        let other_end = game.position().is_insufficient_material()
            || game.position().halfmove_clock() >= 100
            || !game.position().has_legal_move();
        let threefold = game.outcome() == Some(Outcome::Threefold);
        assert_eq!(threefold, claims && !other_end, "{}", game.position());
    });
    assert!(repeated > 1_000 && thrice > 500, "{repeated} repetitions, {thrice} threefold");
}

/// A search's view: a game up to its root, then a line below it.
#[test]
fn repetitions_inside_a_search() {
    let mut found = 0;
    let mut dice = Dice::new(7);
    restless_games(200, 60, |game| {
        let plies = dice.below(game.moves().len() + 1);
        let keys = game.keys();
        let root = keys.len() - 1 - plies;
        let mut before_root = Game::new(*game.start());
        for m in &game.moves()[..root] {
            before_root.play(*m);
        }
        let mut history = KeyHistory::from_game(&before_root);
        for key in &keys[root + 1..] {
            history.push(*key);
        }
        let essences: Vec<String> = game.positions().iter().map(essence).collect();
        let here = essences.len() - 1;
        let occurrences: Vec<usize> =
            (0..here).filter(|index| essences[*index] == essences[here]).collect();
        // Twice below the root, or three times altogether.
        let expected = occurrences.iter().any(|index| *index > root) || occurrences.len() >= 2;
        let clock = game.position().halfmove_clock();
        assert_eq!(
            history.is_repetition(clock, plies),
            expected,
            "{} at ply {plies} after {:?}",
            game.position(),
            game.moves()
        );
        found += usize::from(expected);
        for _ in 0..plies {
            history.pop();
        }
        let clock = before_root.position().halfmove_clock();
        assert_eq!(history.is_repetition(clock, 0), before_root.repetitions() >= 2);
    });
    assert!(found > 500, "{found} repetitions");
}

/// Whether some legal move leads to a position that a search would call a draw by repetition.
fn can_repeat(game: &Game, plies: usize) -> bool {
    let root = game.keys().len() - 1 - plies;
    let essences: Vec<String> = game.positions().iter().map(essence).collect();
    game.position().legal_moves().iter().any(|m| {
        let next = essence(&game.position().after(*m));
        let occurrences: Vec<usize> =
            (0..essences.len()).filter(|index| essences[*index] == next).collect();
        occurrences.iter().any(|index| *index > root) || occurrences.len() >= 2
    })
}

#[test]
fn upcoming_repetitions_are_those_that_a_move_can_bring() {
    let (mut found, mut asked) = (0, 0);
    let mut dice = Dice::new(11);
    restless_games(300, 80, |game| {
        let plies = dice.below(game.moves().len() + 1);
        let root = game.keys().len() - 1 - plies;
        let mut before_root = Game::new(*game.start());
        for m in &game.moves()[..root] {
            before_root.play(*m);
        }
        let mut history = KeyHistory::from_game(&before_root);
        for key in &game.keys()[root + 1..] {
            history.push(*key);
        }
        let claimed = history.upcoming_repetition(game.position(), plies);
        assert_eq!(
            claimed,
            can_repeat(game, plies),
            "{} at ply {plies} after {:?}",
            game.position(),
            game.moves()
        );
        asked += 1;
        found += usize::from(claimed);
    });
    assert!(found > 500, "{found} of {asked}");
}

#[test]
fn fifty_moves_and_mate_comes_first() {
    let position = |fen| Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let early = position("4k3/8/8/8/8/8/8/R3K3 w - - 99 80");
    assert!(!early.is_fifty_moves());
    let after = early.after(early.parse_san("Ra2").expect("a legal move"));
    assert!(after.is_fifty_moves());
    let mut game = Game::new(early);
    game.play(early.parse_san("Ra2").expect("a legal move"));
    assert_eq!(game.outcome(), Some(Outcome::FiftyMoves));

    let mate = position("6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 80");
    let mut game = Game::new(mate);
    game.play(mate.parse_san("Ra8#").expect("a legal move"));
    assert_eq!(game.position().halfmove_clock(), 100);
    assert!(!game.position().is_fifty_moves());
    assert_eq!(game.outcome().and_then(Outcome::winner), Some(mate.turn()));

    let capture = position("4k3/8/8/8/8/8/r7/R3K3 w - - 99 80");
    assert!(!capture.after(capture.parse_san("Rxa2").expect("legal")).is_fifty_moves());
}

#[test]
fn material_that_can_never_mate() {
    let drawn = [
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4KB2 w - - 0 1",
        "4kn2/8/8/8/8/8/8/4K3 w - - 0 1",
        "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1",
        // Bishops of both sides, all on light squares.
        "4k1b1/8/8/8/8/8/8/1B1BKB2 w - - 0 1",
    ];
    let alive = [
        "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1",
        "4kn2/8/8/8/8/8/8/4KB2 w - - 0 1",
        "4kn2/8/8/8/8/8/8/4KN2 w - - 0 1",
        "4k3/8/8/8/8/8/8/4KNN1 w - - 0 1",
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
        "4k3/8/8/8/8/8/8/4K2Q w - - 0 1",
    ];
    let told = |fen: &&str| {
        let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        position.is_insufficient_material()
    };
    for fen in drawn.iter() {
        assert!(told(fen), "{fen}");
    }
    for fen in alive.iter() {
        assert!(!told(fen), "{fen}");
    }
}
