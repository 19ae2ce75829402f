// SPDX-License-Identifier: GPL-3.0-or-later
//! Polyglot books to the byte.

use crate::{GAMES, Game, after, counted, gather, gathered, random_games, shared};
use chess::{Color, Position};
use pgn_reader::shakmaty::zobrist::Zobrist64;
use pgn_reader::shakmaty::{Chess, Color as Side, EnPassantMode, Position as _, san::San};
use proptest::prelude::*;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::process::Command;
use xanthos_formats::book::{Book as AnyBook, Kind};
use xanthos_formats::move_stats::{GameFilter, Keys};
use xanthos_formats::polyglot::{
    Book, BookFilter, CodedMove, Entry, PolyglotError, make, merge, save, write,
};

const ALL: BookFilter =
    BookFilter { min_games: 1, min_score: 0.0, min_weight: 1, only: None, uniform: false };

fn book(entries: &mut [Entry]) -> Book {
    let mut bytes = Vec::new();
    write(entries, &mut bytes).expect("memory takes everything");
    Book::from_bytes(bytes).unwrap_or_else(|error| panic!("{error}"))
}

fn made(games: &str, filter: &BookFilter) -> Book {
    book(&mut make(&mut gathered(games, Keys::Polyglot), filter).expect("all in memory"))
}

fn listed(book: &Book, moves: &str) -> Vec<(String, u16)> {
    let position = after(moves);
    let moves = book.moves(&position).expect("no Chess960");
    moves.iter().map(|known| (position.san(known.mv), known.weight)).collect()
}

#[test]
fn weights_are_two_for_a_win_and_one_for_a_draw() {
    let book = made(GAMES, &ALL);
    let list = |moves: &str| {
        let words: Vec<String> =
            listed(&book, moves).iter().map(|(san, weight)| format!("{san} {weight}")).collect();
        words.join(", ")
    };
    // White won with one e4 and lost with the other; a game without a result counts as a draw.
    assert_eq!(list(""), "e4 2, Nf3 1, d4 1");
    assert_eq!(list("e4"), "d5 2", "1... e5 was lost");
    // Both orders of moves meet.
    assert_eq!(list("e4 e5 Nf3 Nc6"), "Bc4 3");
}

#[test]
fn castling_and_promotion_as_the_format_has_them() {
    let book = made(GAMES, &ALL);
    let codes = |moves: &str| -> Vec<u16> {
        book.entries_of(after(moves).polyglot_key()).map(|entry| entry.mv.0).collect()
    };
    let code = |from: u16, to: u16, promotion: u16| to | from << 6 | promotion << 12;
    assert_eq!(codes("e4 e5 Nf3 Nc6 Bc4 Bc5"), [code(4, 7, 0)], "e1h1");
    assert_eq!(codes("d4 d5 Nc3 Nc6 Bf4 Bf5 Qd2 Qd7 O-O-O"), [code(60, 56, 0)], "e8a8");
    let line = "e4 d5 e5 f5 exf6 d4 fxg7 d3 gxh8=Q dxc2 Nc3";
    assert_eq!(codes(line), [code(10, 3, 1)], "c2d1, a knight");
    for moves in ["e4 e5 Nf3 Nc6 Bc4 Bc5", "d4 d5 Nc3 Nc6 Bf4 Bf5 Qd2 Qd7 O-O-O"] {
        let list = listed(&book, moves);
        assert!(list[0].0.starts_with("O-O"), "{list:?}");
    }
}

#[test]
fn the_kings_steps_are_understood_as_castling() {
    let position = after("e4 e5 Nf3 Nc6 Bc4 Bc5");
    let steps = CodedMove(6 | 4 << 6);
    assert_eq!(steps.find(&position).map(|mv| position.san(mv)).as_deref(), Some("O-O"));
    assert_eq!(CodedMove(2 | 4 << 6).find(&position), None, "the queen is in the way");
    assert_eq!(CodedMove(0).find(&position), None);
    assert_eq!(CodedMove(7 << 12 | 28 | 12 << 6).find(&Position::startpos()), None);
}

#[test]
fn filters_leave_out_what_they_say() {
    let count = |filter: &BookFilter| made(GAMES, filter).len();
    let all = count(&ALL);
    let white = count(&BookFilter { only: Some(Color::White), ..ALL });
    let black = count(&BookFilter { only: Some(Color::Black), ..ALL });
    assert_eq!(white + black, all);
    assert!(white > 0 && black > 0);
    let often = made(GAMES, &BookFilter { min_games: 2, ..ALL });
    assert_eq!(listed(&often, ""), [("e4".to_owned(), 2)]);
    let good = made(GAMES, &BookFilter { min_score: 60.0, ..ALL });
    assert!(listed(&good, "").is_empty());
    assert_eq!(listed(&good, "e4"), [("d5".to_owned(), 2)]);
    let heavy = made(GAMES, &BookFilter { min_weight: 3, ..ALL });
    assert_eq!(listed(&heavy, "e4 e5 Nf3 Nc6"), [("Bc4".to_owned(), 3)]);
    let same = made(GAMES, &BookFilter { uniform: true, ..ALL });
    assert!(same.entries().all(|entry| entry.weight == 1));
    assert_eq!(same.len(), all);
}

#[test]
fn games_are_chosen_by_rating_year_and_depth() {
    let tally = |wanted: &GameFilter| *gather(GAMES, Keys::Polyglot, wanted, 1, 1 << 20).tally();
    let all = tally(&GameFilter::default());
    assert_eq!((all.games, all.used, all.broken, all.chess960, all.set_up), (7, 4, 1, 1, 1));
    let strong = tally(&GameFilter { min_rating: Some(2650), ..GameFilter::default() });
    assert_eq!((strong.used, strong.weak), (2, 5));
    let late = tally(&GameFilter { years: Some(2000..=2020), ..GameFilter::default() });
    assert_eq!((late.used, late.other_years), (1, 6));
    // The mistake stands behind the half-moves that are looked at.
    let short = GameFilter { plies: 2, ..GameFilter::default() };
    let mut stats = gather(GAMES, Keys::Polyglot, &short, 1, 1 << 20);
    assert_eq!((stats.tally().used, stats.tally().broken), (5, 0));
    let book = book(&mut make(&mut stats, &ALL).expect("all in memory"));
    assert!(book.entries_of(after("e4 e5").polyglot_key()).next().is_none());
}

#[test]
fn weights_beyond_sixteen_bits_are_scaled_within_their_position() {
    let often = "1. e4 1-0\n".repeat(40_000) + &"1. d4 1-0\n".repeat(20_000) + "1. c4 1/2-1/2\n";
    let book = made(&often, &ALL);
    let list = [("e4".to_owned(), 65_535), ("d4".to_owned(), 32_767), ("c4".to_owned(), 1)];
    assert_eq!(listed(&book, ""), list);
}

#[test]
fn files_that_are_no_books_are_refused_with_a_reason() {
    let refused = |bytes: &[u8]| match Book::from_bytes(bytes.to_vec()) {
        Ok(_) => panic!("a book"),
        Err(error) => error.to_string(),
    };
    assert_eq!(refused(b""), "the file is empty");
    assert!(refused(&[1; 17]).contains("17 bytes"));
    let entry = |key| Entry { key, mv: CodedMove(796), weight: 1, learn: 0 }.to_bytes();
    assert!(refused(&[entry(9), entry(8)].concat()).contains("entry 2 is out of order"));
    assert!(refused(b"[Event \"xyzz\"]\n\n").contains("entry 1 has no move"));
    let start = Position::chess960(17);
    let mv = start.legal_moves()[0].into();
    let other = Entry { key: start.polyglot_key(), mv, weight: 1, learn: 0 }.to_bytes();
    assert!(matches!(Book::from_bytes(other.to_vec()), Err(PolyglotError::Chess960(17))));
    let path = std::path::Path::new("no/such/book.bin");
    let error = AnyBook::open(path).err().map(|error| error.to_string()).unwrap_or_default();
    assert!(error.starts_with("no/such/book.bin: "), "{error}");
}

#[test]
fn positions_of_chess960_are_not_looked_up() {
    let book = made(GAMES, &ALL);
    assert!(matches!(book.moves(&Position::chess960(17)), Err(PolyglotError::Castling)));
}

#[test]
fn books_are_merged_by_adding_weights() {
    let entry = |key, mv, weight, learn| Entry { key, mv: CodedMove(mv), weight, learn };
    let one = book(&mut [entry(1, 796, 60_000, 7), entry(1, 731, 100, 0), entry(5, 796, 1, 0)]);
    let two = book(&mut [entry(1, 796, 10_000, 9), entry(3, 731, 4, 4)]);
    let both = book(&mut merge(&[one, two]));
    let entries: Vec<Entry> = both.entries().collect();
    let scaled = entry(1, 731, 93, 0);
    assert_eq!(
        entries,
        [entry(1, 796, 65_535, 7), scaled, entry(3, 731, 4, 4), entry(5, 796, 1, 0)]
    );
}

#[test]
fn a_book_is_replaced_whole_while_somebody_reads_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("book.bin");
    let entry = |weight| {
        let start = Position::startpos();
        let mv = start.parse_san("e4").expect("a move").into();
        Entry { key: start.polyglot_key(), mv, weight, learn: 0 }
    };
    save(&mut [entry(1), entry(2)], &path).expect("writes");
    let old = AnyBook::open(&path).expect("a book");
    save(&mut [entry(3)], &path).expect("writes");
    let Kind::Polyglot(old) = old.kind() else { panic!("a Polyglot book") };
    assert_eq!(old.entries().map(|entry| entry.weight).collect::<Vec<_>>(), [2, 1]);
    assert_eq!(AnyBook::open(&path).expect("a book").moves(&Position::startpos())[0].weight, 3);
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn books_are_what_another_library_counts(games in random_games(), min_games in 1..3u32) {
        compare_with_the_other_library(&games, min_games);
    }

    #[test]
    fn threads_and_memory_make_no_difference(games in random_games()) {
        let text: String = games.iter().map(|game| game.pgn()).collect();
        let with = |threads, memory| {
            let wanted = GameFilter::default();
            let mut stats = gather(&text, Keys::Polyglot, &wanted, threads, memory);
            make(&mut stats, &ALL).expect("what was put aside is read again")
        };
        let plenty = with(1, 64 << 20);
        prop_assert_eq!(&with(1, 0), &plenty);
        prop_assert_eq!(&with(3, 0), &plenty);
    }
}

/// Makes a book of some games and counts its entries again with the other library.
fn compare_with_the_other_library(games: &[Game], min_games: u32) {
    let text: String = games.iter().map(Game::pgn).collect();
    let kept = BookFilter { min_games, ..ALL };
    let mut entries = make(&mut gathered(&text, Keys::Polyglot), &kept).expect("all in memory");
    let mut bytes = Vec::new();
    write(&mut entries, &mut bytes).expect("memory takes everything");

    let sides = sides(games);
    let mut expected: Vec<(u64, u16, u32)> = Vec::new();
    for ((key, code), count) in counted(games, EnPassantMode::PseudoLegal, 1024) {
        let wins = if sides[&key].is_white() { count.white } else { count.black };
        let weight = 2 * wins + count.draws + count.unknown;
        let seen = count.white + count.draws + count.black + count.unknown;
        if weight > 0 && seen >= min_games {
            expected.push((key, code, weight));
        }
    }
    expected.sort_unstable_by_key(|&(key, code, weight)| (key, Reverse(weight), code));
    let mut found: Vec<(u64, u16, u32)> =
        entries.iter().map(|entry| (entry.key, entry.mv.0, u32::from(entry.weight))).collect();
    assert!(found.is_sorted_by_key(|&(key, _, weight)| (key, Reverse(weight))));
    assert_eq!(bytes.len(), 16 * found.len());
    found.sort_unstable_by_key(|&(key, code, weight)| (key, Reverse(weight), code));
    assert_eq!(found, expected);
}

/// The pawn on e5 stands between queen and king: it attacks d6 but may not capture there, and
/// Polyglot's key knows the square all the same.
#[test]
fn en_passant_that_a_pin_forbids_is_in_the_key() {
    let moves = "e4 e5 f4 exf4 e5 Qe7 Nf3 d5 Be2".split(' ').map(String::from).collect();
    let game = Game { moves, result: "1-0", ratings: [None; 2], year: None };
    compare_with_the_other_library(&[game], 1);
}

/// Whose turn it is in each position of some games, by the key of the other library alone: a FEN of
/// ours leaves out an en passant square where the capture is not legal, Polyglot's key does not.
fn sides(games: &[Game]) -> HashMap<u64, Side> {
    let mut sides = HashMap::new();
    for game in games {
        let mut board = Chess::default();
        for text in &game.moves {
            let key: Zobrist64 = board.zobrist_hash(EnPassantMode::PseudoLegal);
            sides.insert(key.0, board.turn());
            let san: San = text.trim_end_matches(['+', '#']).parse().expect("SAN");
            board.play_unchecked(san.to_move(&board).expect("a legal move"));
        }
    }
    sides
}

#[test]
fn the_books_of_other_projects_are_read_to_the_last_entry() {
    let Some(folder) = shared("books") else { return };
    let mut moves = 0;
    for file in std::fs::read_dir(folder).expect("a folder") {
        let path = file.expect("a file").path();
        let book = Book::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut again = Vec::new();
        write(&mut book.entries().collect::<Vec<_>>(), &mut again).expect("memory");
        assert_eq!(again.len(), book.len() * 16);
        // Walk where the book leads, and find only legal moves.
        let mut queue = vec![Position::startpos()];
        let mut seen = std::collections::HashSet::new();
        while let Some(position) = queue.pop() {
            if !seen.insert(position.polyglot_key()) || seen.len() > 3_000 {
                continue;
            }
            let known = book.moves(&position).expect("no Chess960");
            assert_eq!(
                known.len(),
                book.entries_of(position.polyglot_key()).count(),
                "{}: {}",
                path.display(),
                position.fen()
            );
            moves += known.len();
            queue.extend(known.iter().map(|known| position.after(known.mv)));
        }
    }
    println!("NOTE: {moves} moves of other projects' books, all legal");
    assert!(moves > 1_000);
}

/// Debian's polyglot, where it is installed, makes and merges the same books.
#[test]
fn the_program_polyglot_makes_the_same_books() {
    let program = ["/usr/games/polyglot", "/usr/bin/polyglot"];
    let Some(program) = program.into_iter().find(|path| std::path::Path::new(path).exists()) else {
        println!("SKIPPED: polyglot is not installed");
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let run = |arguments: &[&str]| {
        let done = Command::new(program).args(arguments).current_dir(folder.path()).output();
        assert!(done.is_ok_and(|done| done.status.success()), "{arguments:?}");
    };
    // It knows neither other starts nor broken games.
    let games: Vec<&str> = GAMES.split("\n\n[").collect();
    let part = |indices: &[usize]| {
        indices
            .iter()
            .map(|&index| format!("[{}\n\n", games[index].trim_start_matches('[')))
            .collect::<String>()
    };
    let text = [part(&[0, 1, 2, 3]), part(&[1, 2])];
    let mut ours = Vec::new();
    for (index, text) in text.iter().enumerate() {
        let name = |kind: &str| format!("{index}.{kind}");
        std::fs::write(folder.path().join(name("pgn")), text).expect("writes");
        run(&["make-book", "-pgn", &name("pgn"), "-bin", &name("bin"), "-min-game", "1"]);
        let theirs = std::fs::read(folder.path().join(name("bin"))).expect("a book");
        let mut bytes = Vec::new();
        let mut entries = make(&mut gathered(text, Keys::Polyglot), &ALL).expect("in memory");
        write(&mut entries, &mut bytes).expect("memory takes everything");
        assert_eq!(bytes, theirs, "book {index}");
        ours.push(Book::from_bytes(bytes).expect("a book"));
    }
    run(&["merge-book", "-in1", "0.bin", "-in2", "1.bin", "-out", "both.bin"]);
    let theirs = std::fs::read(folder.path().join("both.bin")).expect("a book");
    let mut bytes = Vec::new();
    write(&mut merge(&ours), &mut bytes).expect("memory takes everything");
    assert_eq!(bytes, theirs, "the merged book");
}
