// SPDX-License-Identifier: GPL-3.0-or-later
//! The opening trie: everything that it says, and files that are none.

use crate::{GAMES, after, counted, gather, gathered, random_games};
use chess::{Color, Position};
use pgn_reader::shakmaty::EnPassantMode;
use proptest::prelude::*;
use xanthos_formats::book::Book;
use xanthos_formats::move_stats::{GameFilter, Keys};
use xanthos_formats::polyglot::{self, BookFilter, CodedMove};
use xanthos_formats::trie::{Names, Trie, TrieError, TrieMove, build};

const NAMES: &str = "eco\tname\tpgn\n\
    B00\tKing's Pawn Game\t1. e4\n\
    C50\tItalian Game\t1. e4 e5 2. Nf3 Nc6 3. Bc4\n\
    A00\tNobody's Opening\t1. a4 a5 2. h4\n";

fn names() -> Names {
    Names::read(NAMES.as_bytes()).expect("a table of names")
}

fn bytes(games: &str, min_games: u32) -> Vec<u8> {
    let mut stats = gathered(games, Keys::Rules);
    build(&mut stats, min_games, 1024, &names()).expect("all in memory").to_bytes()
}

fn trie(games: &str, min_games: u32) -> Trie {
    Trie::from_bytes(bytes(games, min_games)).unwrap_or_else(|error| panic!("{error}"))
}

fn moves(trie: &Trie, position: &Position) -> Vec<TrieMove> {
    trie.find(position).map(|node| node.moves(position)).unwrap_or_default()
}

#[test]
fn it_knows_results_ratings_years_and_names() {
    let trie = trie(GAMES, 1);
    assert_eq!(trie.games(), 4);
    let position = after("e4 e5 Nf3 Nc6");
    let [bishop] = moves(&trie, &position)[..] else { panic!("one move") };
    assert_eq!(position.san(bishop.mv), "Bc4");
    assert_eq!((bishop.white, bishop.draws, bishop.black, bishop.unknown), (1, 1, 0, 0));
    assert_eq!((bishop.games(), bishop.score()), (2, Some(0.75)));
    assert_eq!((bishop.mover_rating, bishop.opponent_rating, bishop.last_year), (2675, 2675, 2021));
    let name = bishop.child(&trie).and_then(|node| node.name()).map(|name| name.to_string());
    assert_eq!(name.as_deref(), Some("C50 Italian Game"));
    let reply = &moves(&trie, &after("e4"))[0];
    assert_eq!((reply.mover, reply.games(), reply.score()), (Color::Black, 1, Some(0.0)));
    // The most played first.
    let first: Vec<u32> = moves(&trie, &Position::startpos()).iter().map(TrieMove::games).collect();
    assert_eq!(first, [2, 1, 1]);
    let unfinished = &moves(&trie, &after("d4"))[0];
    assert_eq!((unfinished.unknown, unfinished.score(), unfinished.last_year), (1, None, 0));
}

#[test]
fn positions_are_found_in_whatever_order_their_moves_came() {
    let trie = trie(GAMES, 1);
    for line in ["e4 e5 Nf3 Nc6 Bc4", "Nf3 Nc6 e4 e5 Bc4", "e4 Nc6 Bc4 e5 Nf3"] {
        let [answer] = moves(&trie, &after(line))[..] else { panic!("{line}") };
        assert_eq!(answer.games(), 2, "{line}");
    }
}

#[test]
fn as_a_polyglot_book_it_is_the_one_of_the_same_games() {
    let sorted = |entries: Vec<polyglot::Entry>| {
        let mut entries: Vec<_> = entries.iter().map(|e| (e.key, e.mv, e.weight)).collect();
        entries.sort_unstable();
        entries
    };
    let book = |min_games| {
        let filter = BookFilter { min_games, ..BookFilter::default() };
        let made = polyglot::make(&mut gathered(GAMES, Keys::Polyglot), &filter);
        sorted(made.expect("all in memory"))
    };
    assert_eq!(sorted(polyglot::from_trie(&trie(GAMES, 1))), book(1));
    // What only rare moves lead to is not found again.
    let converted = sorted(polyglot::from_trie(&trie(GAMES, 2)));
    let of_games = book(2);
    assert!(!converted.is_empty() && converted.iter().all(|entry| of_games.contains(entry)));
}

#[test]
fn a_name_that_nobody_played_is_still_known() {
    let trie = trie(GAMES, 1);
    let node = trie.find(&after("h4 a5 a4")).expect("it has a name");
    assert_eq!(node.name().map(|name| name.eco).as_deref(), Some("A00"));
    assert!(node.moves(&after("h4 a5 a4")).is_empty());
    assert!(trie.find(&Position::chess960(17)).is_none());
}

#[test]
fn rare_moves_are_left_out_and_nothing_dangles() {
    let trie = trie(GAMES, 2);
    let position = Position::startpos();
    let [only] = moves(&trie, &position)[..] else { panic!("one move") };
    assert_eq!(position.san(only.mv), "e4");
    // 1. e4 is named, so it is there; but nobody played on often enough.
    let child = only.child(&trie).expect("a name");
    assert!(child.moves(&position.after(only.mv)).is_empty());
}

#[test]
fn names_that_make_no_sense_are_refused_with_their_line() {
    let refused = |table: &str| match Names::read(table.as_bytes()) {
        Ok(_) => panic!("{table}"),
        Err(error) => error.to_string(),
    };
    assert!(refused("A00\tno moves").starts_with("line 1: "));
    let error = refused("eco\tname\tpgn\nA00\tx\t1. e4\nB00\ty\t1. e5\n");
    assert!(error.starts_with("line 3: ") && error.contains("e5"), "{error}");
}

#[test]
fn other_files_and_other_versions_are_refused() {
    let whole = bytes(GAMES, 1);
    let refused = |bytes: &[u8]| Trie::from_bytes(bytes.to_vec()).err().map(|e| e.to_string());
    assert!(matches!(Trie::from_bytes(vec![7; 500]), Err(TrieError::Magic)));
    assert!(matches!(Trie::from_bytes(Vec::new()), Err(TrieError::Magic)));
    for length in [8, 40, 95] {
        let error = refused(&whole[..length]).unwrap_or_default();
        assert!(error.contains("damaged") || error.contains("version 0"), "{error}");
    }
    for length in [96, whole.len() - 1] {
        let error = refused(&whole[..length]).unwrap_or_default();
        assert!(error.contains(&format!("has {length}")), "{error}");
    }
    let mut longer = whole.clone();
    longer.push(0);
    assert!(matches!(Trie::from_bytes(longer), Err(TrieError::Length { .. })));
    let mut newer = whole;
    newer[8] = 9;
    assert!(refused(&newer).unwrap_or_default().contains("version 9"));
}

#[test]
fn either_kind_of_book_is_known_by_its_first_bytes() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("anything.bin");
    let mut stats = gathered(GAMES, Keys::Rules);
    let built = build(&mut stats, 1, 1024, &names()).expect("all in memory");
    built.save(&path).expect("writes");
    let book = Book::open(&path).unwrap_or_else(|error| panic!("{error}"));
    let candidates = book.moves(&Position::startpos());
    assert_eq!((candidates.len(), candidates[0].weight, candidates[0].games), (3, 2, 2));
    assert_eq!(book.name(&after("e4")).map(|name| name.name).as_deref(), Some("King's Pawn Game"));
    let mut damaged = std::fs::read(&path).expect("a file");
    let last = damaged.len() - 1;
    damaged[last] ^= 1;
    std::fs::write(&path, damaged).expect("writes");
    let error = Book::open(&path).err().map(|error| error.to_string()).unwrap_or_default();
    assert!(error.contains("anything.bin: a damaged opening trie"), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 30, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_number_is_what_another_library_counts(games in random_games(), plies in 1..20u16) {
        let text: String = games.iter().map(|game| game.pgn()).collect();
        let wanted = GameFilter { plies, ..GameFilter::default() };
        let mut stats = gather(&text, Keys::Rules, &wanted, 2, 64 << 20);
        let built = build(&mut stats, 1, plies, &Names::default()).expect("in memory");
        let trie = Trie::from_bytes(built.to_bytes()).expect("a trie");
        let counts = counted(&games, EnPassantMode::Legal, usize::from(plies));
        prop_assert_eq!(trie.edges(), counts.len());
        let average = |ratings: &[u16]| match ratings.len() as u64 {
            0 => 0,
            count => (ratings.iter().map(|&rating| u64::from(rating)).sum::<u64>() + count / 2) / count,
        };
        for game in &games {
            let mut position = Position::startpos();
            for san in game.moves.iter().take(usize::from(plies)) {
                let mv = position.parse_san(san).expect("a legal move");
                let node = trie.find(&position).expect("a position of the games");
                let known = node.moves(&position).into_iter().find(|known| known.mv == mv);
                let known = known.expect("a move of the games");
                let count = &counts[&(position.key(), CodedMove::from(mv).0)];
                prop_assert_eq!(
                    (known.white, known.draws, known.black, known.unknown),
                    (count.white, count.draws, count.black, count.unknown)
                );
                prop_assert_eq!(u64::from(known.mover_rating), average(&count.mover));
                prop_assert_eq!(u64::from(known.opponent_rating), average(&count.opponent));
                prop_assert_eq!(known.last_year, count.year);
                position.play(mv);
                if let Some(child) = known.child(&trie) {
                    prop_assert_eq!(child.key(), position.key());
                }
            }
        }
    }

    #[test]
    fn a_changed_byte_is_noticed_wherever_it_is(place in any::<prop::sample::Index>(), bit in 0..8u32) {
        let mut bytes = bytes(GAMES, 1);
        let index = place.index(bytes.len());
        bytes[index] ^= 1 << bit;
        let error = Trie::from_bytes(bytes).err();
        prop_assert!(error.is_some(), "byte {}", index);
    }

    /// A checksum is no proof: whoever makes files by hand makes it right.
    #[test]
    fn nonsense_with_the_right_checksum_does_no_harm(
        nonsense in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..60),
    ) {
        let mut bytes = bytes(GAMES, 1);
        for (place, byte) in nonsense {
            let index = 96 + place.index(bytes.len() - 96);
            bytes[index] = byte;
        }
        let sum = |bytes: &[u8]| {
            let mut crc = flate2::Crc::new();
            crc.update(bytes);
            crc.sum().to_le_bytes()
        };
        let body = sum(&bytes[96..]);
        bytes[64..68].copy_from_slice(&body);
        let header = sum(&bytes[..92]);
        bytes[92..96].copy_from_slice(&header);
        let trie = Trie::from_bytes(bytes).expect("the checksum is right");
        let position = Position::startpos();
        for index in 0..=trie.len() as u32 {
            let Some(node) = trie.node(index) else { continue };
            let _ = node.name();
            for known in node.moves(&position) {
                let _ = (known.games(), known.score(), known.child(&trie).map(|node| node.name()));
            }
        }
        let _ = trie.find(&position);
    }
}
