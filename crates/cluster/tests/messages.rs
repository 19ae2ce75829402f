// SPDX-License-Identifier: GPL-3.0-or-later
//! Messages: what is sent arrives, and nonsense does no harm.

use chess::{Game, Move};
use cluster::batch::{Batch, neighbours};
use cluster::message::{Assignment, Order, Report, WireGame, decode, encode};
use proptest::prelude::*;
use search::{AlphaBeta, Control, Exchange, Job, Limits, Score, Search, SharedEntry};
use std::sync::Arc;
use xanthos_cluster as cluster;

fn game(choices: &[u8]) -> Game {
    let mut game = Game::default();
    for &choice in choices {
        let legal: Vec<Move> = game.position().legal_moves().iter().copied().collect();
        if legal.is_empty() {
            break;
        }
        game.play(legal[usize::from(choice) % legal.len()]);
    }
    game
}

fn entries() -> Vec<SharedEntry> {
    let exchange = Arc::new(Exchange::new(0));
    let limits = Limits { depth: Some(8), ..Limits::default() };
    let job = Job { exchange: Some(exchange.clone()), ..Job::new(Game::default(), limits) };
    AlphaBeta::new(eval::Placement).think(&job, &Control::default(), &mut |_| {});
    exchange.take_leaving()
}

#[test]
fn a_batch_arrives_whole_and_sound() {
    let sent = Batch::new(7, entries());
    assert_eq!(Batch::encode_all(7, &entries())[0].len(), sent.encode().len());
    assert!(!sent.entries.is_empty());
    let got = Batch::decode(&sent.encode()).expect("a batch");
    assert_eq!((got.epoch, got.sent, got.entries.len()), (7, sent.sent, sent.entries.len()));
    for (one, other) in got.entries.iter().zip(&sent.entries) {
        assert!(one.is_sound());
        assert_eq!((one.key, one.data), (other.key, other.data));
    }
    assert_eq!(Exchange::new(1).deliver(&got.entries), 0);
}

#[test]
fn a_cut_or_changed_batch_stores_no_nonsense() {
    let bytes = Batch::new(7, entries().into_iter().take(3).collect()).encode();
    for end in 0..bytes.len() {
        let whole = end >= 16 && (end - 16_usize).is_multiple_of(48);
        assert_eq!(Batch::decode(&bytes[..end]).is_ok(), whole, "{end}");
    }
    for at in 16..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 0x55;
        if let Ok(batch) = Batch::decode(&changed) {
            // Scores and depths may be changed within what can be; moves and keys may not.
            let sound = batch.entries.iter().filter(|entry| entry.is_sound());
            for entry in sound {
                assert!(batch.entries.len() == 3 && entry.depth() <= 246);
            }
        }
    }
}

#[test]
fn entries_reach_everybody_where_ranks_are_few() {
    assert_eq!(neighbours(1, &[0, 1, 2, 3]), [0, 2, 3]);
    let many: Vec<usize> = (0..64).collect();
    assert_eq!(neighbours(60, &many), [61, 62, 0, 4, 12, 28]);
}

proptest! {
    #[test]
    fn a_game_arrives_with_its_history(choices in prop::collection::vec(any::<u8>(), 0..60)) {
        let game = game(&choices);
        let assignment = Assignment {
            search: 3,
            epoch: 4,
            game: WireGame::of(&game),
            only: Vec::new(),
            peers: vec![0, 1],
            longest: Some(5),
        };
        let order = Order::Go(assignment.clone());
        prop_assert_eq!(decode::<Order>(&encode(&order)), Ok(order));
        let there = assignment.game.game().expect("a game");
        prop_assert_eq!(there.position().fen(), game.position().fen());
        prop_assert_eq!(there.keys(), game.keys());
    }

    #[test]
    fn an_illegal_move_is_refused(bits in any::<u16>(), choices in prop::collection::vec(any::<u8>(), 0..30)) {
        let game = game(&choices);
        let assignment = Assignment {
            search: 1,
            epoch: 1,
            game: WireGame::of(&game),
            only: vec![bits],
            peers: Vec::new(),
            longest: None,
        };
        let legal = game.position().is_legal(Move::from_bits(bits));
        prop_assert_eq!(assignment.only(&game).is_ok(), legal);
    }

    #[test]
    fn a_report_arrives(search in any::<u64>(), depth in any::<u32>(), cp in any::<i32>(), line in prop::collection::vec(any::<u16>(), 0..9), nodes in any::<u64>()) {
        let report = Report::Line { search, depth, score: Score::Cp(cp), line, nodes };
        prop_assert_eq!(decode::<Report>(&encode(&report)), Ok(report));
    }

    #[test]
    fn garbage_is_refused_without_harm(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = decode::<Order>(&bytes);
        let _ = decode::<Report>(&bytes);
        if let Ok(batch) = Batch::decode(&bytes) {
            Exchange::new(0).deliver(&batch.entries);
        }
    }

    #[test]
    fn garbage_of_the_right_length_is_no_entry(bytes in prop::collection::vec(any::<u8>(), 16 + 48)) {
        if let Ok(batch) = Batch::decode(&bytes) {
            prop_assert_eq!(Exchange::new(0).deliver(&batch.entries), 1);
        }
    }
}
