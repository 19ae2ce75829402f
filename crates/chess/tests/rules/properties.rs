// SPDX-License-Identifier: GPL-3.0-or-later
//! What holds in every position, tried on positions that nobody chose.

use crate::dice::Dice;
use crate::twin::{lively_move, random_start};
use crate::validity::read_in_every_way;
use proptest::prelude::*;
use xanthos_chess::{Game, Move, Position, Square};

/// A game of random moves from a random start.
fn games() -> impl Strategy<Value = Game> {
    (any::<u64>(), 0usize..200).prop_map(|(seed, length)| {
        let mut dice = Dice::new(seed);
        let mut game = Game::new(random_start(&mut dice));
        for _ in 0..length {
            let position = *game.position();
            match lively_move(&position, &position.legal_moves(), &mut dice) {
                Some(m) => game.play(m),
                None => break,
            }
        }
        game
    })
}

fn positions() -> impl Strategy<Value = Position> {
    games().prop_map(|game| *game.position())
}

/// From, to and promotion of all legal moves, seen through a mirror.
fn seen(position: &Position, mirror: fn(Square) -> Square) -> Vec<(Square, Square, Option<char>)> {
    let plain = |m: &Move| (mirror(m.from()), mirror(m.to()), m.promotion().map(|r| r.letter()));
    let mut moves: Vec<_> = position.legal_moves().iter().map(plain).collect();
    moves.sort();
    moves
}

fn unmirrored(square: Square) -> Square {
    square
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn fen_says_everything(position in positions()) {
        prop_assert_eq!(&Position::from_fen(&position.fen()), &Ok(position));
        prop_assert_eq!(&Position::from_fen(&position.shredder_fen()), &Ok(position));
        prop_assert_eq!(position.to_string().parse::<Position>(), Ok(position));
    }

    #[test]
    fn every_notation_leads_back_to_its_move(position in positions()) {
        for m in position.legal_moves() {
            let shuffled = position.uci960(m).to_string();
            let texts = [position.san(m), position.lan(m), shuffled.clone(), shuffled.to_uppercase()];
            for text in &texts[..3] {
                prop_assert_eq!(position.parse_move(text), Ok(m), "{} in {}", text, position);
            }
            prop_assert_eq!(position.parse_uci(&texts[3]), Ok(m), "{} in {}", &texts[3], position);
            if position.is_standard_castling() {
                let text = position.uci(m).to_string();
                prop_assert_eq!(position.parse_uci(&text), Ok(m), "{} in {}", text, position);
            }
        }
    }

    #[test]
    fn no_two_moves_have_the_same_name(position in positions()) {
        let mut names: Vec<String> =
            position.legal_moves().iter().map(|m| position.san(*m)).collect();
        let all = names.len();
        names.sort();
        names.dedup();
        prop_assert_eq!(names.len(), all, "{}", position);
    }

    #[test]
    fn swapped_colours_change_nothing(position in positions()) {
        let flipped = position.flipped();
        prop_assert_eq!(seen(&position, Square::flip), seen(&flipped, unmirrored), "{}", position);
        prop_assert_eq!(flipped.flipped(), position);
        prop_assert_eq!(&Position::from_fen(&flipped.fen()), &Ok(flipped));
        prop_assert_eq!(flipped.in_check(), position.in_check());
        for m in position.legal_moves() {
            let there = flipped.legal_moves();
            let twin = there.iter().find(|n| {
                (n.from(), n.to(), n.promotion()) == (m.from().flip(), m.to().flip(), m.promotion())
            });
            let twin = *twin.expect("moves correspond");
            prop_assert_eq!(position.after(m).flipped().key(), flipped.after(twin).key());
            for threshold in [-300, 0, 1, 200] {
                prop_assert_eq!(
                    position.see_at_least(m, threshold),
                    flipped.see_at_least(twin, threshold),
                    "{} in {}", position.san(m), position
                );
            }
        }
    }

    #[test]
    fn left_and_right_are_alike_without_castling(position in positions()) {
        match position.mirrored() {
            Some(mirrored) => {
                let there = seen(&mirrored, unmirrored);
                prop_assert_eq!(seen(&position, Square::mirror), there, "{}", position);
                prop_assert_eq!(mirrored.mirrored(), Some(position));
                prop_assert_eq!(&Position::from_fen(&mirrored.fen()), &Ok(mirrored));
            }
            None => prop_assert!(position.fen().split(' ').nth(2) != Some("-"), "{}", position),
        }
    }

    #[test]
    fn a_passed_turn_leaves_a_position(position in positions()) {
        prop_assume!(!position.in_check());
        let passed = position.after_null();
        prop_assert_eq!(passed.turn(), !position.turn());
        prop_assert_eq!(passed.en_passant(), None);
        prop_assert_eq!(&Position::from_fen(&passed.fen()), &Ok(passed), "{}", position);
        let mut board = position;
        board.play_null();
        prop_assert_eq!(board, passed);
    }

    #[test]
    fn the_key_after_a_move_is_known_before_it(position in positions()) {
        if !position.in_check() {
            prop_assert_eq!(position.key_after(Move::NULL), position.after_null().key());
        }
        for m in position.legal_moves() {
            let after = position.after(m);
            let castling = |position: &Position| {
                position.fen().split(' ').nth(2).map(str::to_owned)
            };
            let exact = !m.is_castle()
                && !m.is_en_passant()
                && after.en_passant().is_none()
                && castling(&after) == castling(&position);
            if exact {
                prop_assert_eq!(position.key_after(m), after.key(), "{} in {}", position.san(m), position);
            }
        }
    }

    #[test]
    fn games_are_taken_back_to_their_start(game in games()) {
        let mut game = game;
        let start = *game.start();
        let mut moves = game.moves().to_vec();
        prop_assert_eq!(game.keys().len(), moves.len() + 1);
        while let Some(m) = game.undo() {
            prop_assert_eq!(Some(m), moves.pop());
        }
        prop_assert!(moves.is_empty());
        prop_assert_eq!(*game.position(), start);
    }

    #[test]
    fn attacks_are_what_attackers_say(position in positions()) {
        let occupied = position.occupied();
        for to in Square::ALL {
            for from in occupied {
                prop_assert_eq!(
                    position.attackers_to(to, occupied).contains(from),
                    position.attacks_from(from).contains(to),
                    "{} to {} in {}", from, to, position
                );
            }
        }
    }

    #[test]
    fn any_text_is_answered(text in ".{0,120}") {
        read_in_every_way(&text);
    }

    #[test]
    fn a_fen_with_mistakes_is_answered(position in positions(), edits in edits()) {
        read_in_every_way(&edited(&position.fen(), &edits));
    }

    #[test]
    fn a_move_with_mistakes_is_answered(position in positions(), pick in any::<usize>(), edits in edits()) {
        let moves = position.legal_moves();
        prop_assume!(!moves.is_empty());
        let m = moves[pick % moves.len()];
        for text in [position.san(m), position.lan(m), position.uci(m).to_string()] {
            let text = edited(&text, &edits);
            match position.parse_move(&text) {
                Ok(read) => prop_assert!(position.is_legal(read), "{:?} in {}", text, position),
                Err(error) => prop_assert!(!error.to_string().is_empty()),
            }
        }
    }
}

/// Where, what to do, and with which letter.
fn edits() -> impl Strategy<Value = Vec<(usize, u8, char)>> {
    let letter = prop_oneof![
        4 => proptest::char::ranges(vec!['1'..='8', 'a'..='h', 'A'..='H'].into()),
        4 => proptest::sample::select("pnbrqkPNBRQKw-/ 09=+#xO".chars().collect::<Vec<_>>()),
        1 => any::<char>(),
    ];
    proptest::collection::vec((any::<usize>(), 0u8..4, letter), 1..4)
}

fn edited(text: &str, edits: &[(usize, u8, char)]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for (place, kind, letter) in edits {
        let place = place % (letters.len() + 1);
        match kind {
            0 => letters.insert(place, *letter),
            1 if place < letters.len() => letters[place] = *letter,
            2 if place < letters.len() => drop(letters.remove(place)),
            3 if place < letters.len() => letters.truncate(place),
            _ => {}
        }
    }
    letters.into_iter().collect()
}
