// SPDX-License-Identifier: GPL-3.0-or-later
//! Games written and read.

use crate::{files_under, shared};
use chess::Position;
use pgn_reader::{Reader, SanPlus, Visitor};
use proptest::prelude::*;
use std::ops::ControlFlow;
use xanthos_formats::open_text;
use xanthos_formats::pgn::{GameResult, PgnReason, PlayedMove, Record, read_games, write};

fn written(game: &Record) -> String {
    let mut text = Vec::new();
    write(game, &mut text).expect("memory takes everything");
    String::from_utf8(text).expect("PGN is text")
}

fn read_one(text: &str) -> Record {
    let mut games = read_games(text.as_bytes());
    let game = games.next().expect("a game").unwrap_or_else(|error| panic!("{error}: {text}"));
    assert!(games.next().is_none(), "more than one game: {text}");
    game
}

#[test]
fn the_export_format_to_the_letter() {
    let mut game = Record::new(Position::startpos());
    game.set_tag("Zeal", "much");
    game.set_tag("White", r#"O'Neill, "Tip" \ Co"#);
    game.set_tag("ECO", "C20");
    game.result = GameResult::BlackWins;
    game.comment = Some("a {short} game".to_owned());
    let mut position = game.start;
    for san in ["f3", "e5", "g4", "Qh4#"] {
        let mv = position.parse_san(san).expect("a legal move");
        game.moves.push(PlayedMove::from(mv));
        position.play(mv);
    }
    game.moves[2].nags = vec![4, 139];
    game.moves[0].comment = Some(
        "a long remark, which has to be broken between its words \
        so that no line grows too wide for the standard"
            .to_owned(),
    );
    let expected = r#"[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "O'Neill, \"Tip\" \\ Co"]
[Black "?"]
[Result "0-1"]
[ECO "C20"]
[Zeal "much"]

{a {short) game} 1. f3 {a long remark, which has to be broken between its words
so that no line grows too wide for the standard} 1... e5 2. g4 $4 $139 2...
Qh4# 0-1

"#;
    assert_eq!(written(&game), expected);
}

#[test]
fn a_game_from_elsewhere_says_where_it_began() {
    let fen = "1r2k1r1/8/8/8/8/8/8/1R2K1R1 b GBgb - 3 17";
    let mut game = Record::new(Position::from_fen(fen).expect("a position"));
    game.moves.push(PlayedMove::from(game.start.parse_san("Kf7").expect("a legal move")));
    let text = written(&game);
    assert!(text.contains("[SetUp \"1\"]\n[Variant \"Chess960\"]\n"), "{text}");
    assert!(text.contains("\n17... Kf7 *\n"), "{text}");
    let back = read_one(&text);
    assert_eq!((back.start, &back.moves), (game.start, &game.moves));
}

#[test]
fn errors_say_which_game_which_line_and_why() {
    let text = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5\n2. Ke3 Ke7 1-0\n\n\
        [FEN \"8/8/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. Kb1 *\n\n\
        [Variant \"Crazyhouse\"]\n\n1. e4 *\n\n\
        [White \"C\"]\n\n1. d4 { never closed\n\n[Event \"last\"]\n\n1. c4 e7e5 1/2-1/2\n";
    let games: Vec<_> = read_games(text.as_bytes()).collect();
    assert_eq!(games.len(), 5);
    let errors: Vec<_> = games.iter().filter_map(|game| game.as_ref().err()).collect();
    let places: Vec<_> = errors.iter().map(|error| (error.game, error.line)).collect();
    assert_eq!(places, [(1, 5), (2, 7), (3, 11), (4, 17)]);
    assert!(matches!(errors[0].reason, PgnReason::Move { ply: 3, .. }), "{}", errors[0]);
    assert!(errors[0].to_string().contains("A - B"), "{}", errors[0]);
    assert!(matches!(errors[1].reason, PgnReason::Fen(_)), "{}", errors[1]);
    assert!(errors[1].to_string().contains("black has no king"), "{}", errors[1]);
    assert!(matches!(&errors[2].reason, PgnReason::Variant(name) if name == "Crazyhouse"));
    assert!(matches!(errors[3].reason, PgnReason::UnendedComment), "{}", errors[3]);
    let last = games[4].as_ref().expect("the last game is sound");
    assert_eq!((last.tag("Event"), last.moves.len()), (Some("last"), 2));
    assert_eq!(last.result, GameResult::Draw);
}

#[test]
fn moves_are_never_dropped_in_silence() {
    // Each of these has a token that some readers pass over, and so play on with the wrong side.
    for text in ["1. e4 xyz 2. Nf3 *", "1. e4 e5 2. -- Nc6 *", "1. e4 e5 2. Nf3 Kx"] {
        let game = read_games(text.as_bytes()).next().expect("a game");
        assert!(game.is_err(), "{text}: {game:?}");
    }
}

#[test]
fn squares_alone_are_moves_too() {
    for text in ["1. e2e4 d7-d5 2. e4xd5 d8xd5+ *", "1. e4 d5 2. exd5 Qxd5 *"] {
        let game = read_one(text);
        assert_eq!(
            game.last_position().fen(),
            read_one("1. e4 d5 2. exd5 Qxd5 *").last_position().fen()
        );
    }
}

#[test]
fn variations_and_their_comments_are_read_past() {
    let game =
        read_one("1. e4 (1. d4 {not (this} d5 (1... f5 1-0)) 1... e5 $1 ! {yes} {and yes} *");
    assert_eq!(game.moves.len(), 2);
    assert_eq!(game.moves[1].nags, [1, 1]);
    assert_eq!(game.moves[1].comment.as_deref(), Some("yes and yes"));
}

#[test]
fn games_without_moves_are_games() {
    let text = "[Event \"a\"]\n[Result \"1-0\"]\n\n[Event \"b\"]\n[Result \"*\"]\n\n*\n";
    let games: Vec<Record> = read_games(text.as_bytes()).map(|game| game.expect("sound")).collect();
    let seen: Vec<_> = games.iter().map(|game| (game.tag("Event"), game.result)).collect();
    assert_eq!(seen, [(Some("a"), GameResult::WhiteWins), (Some("b"), GameResult::Unknown)]);
}

#[test]
fn a_failing_reader_is_reported_once_and_ends_the_run() {
    let packed = zstd::encode_all("1. e4 e5 *\n\n".repeat(50_000).as_bytes(), 1).expect("packs");
    let broken = zstd::Decoder::new(&packed[..packed.len() / 2]).expect("the start is sound");
    let games: Vec<_> = read_games(broken).collect();
    let (last, before) = games.split_last().expect("something");
    assert!(matches!(last.as_ref().map_err(|e| &e.reason), Err(PgnReason::Io(_))));
    assert!(before.iter().all(Result::is_ok));
}

/// Text as people put it into tags and comments, and worse.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ -~äß♔]{0,200}",
        "([%a-z0-9.\\[\\]]{1,12} ){0,40}",
        Just("% ; $1 (1. e4) [Event \"x\"] 1-0 *".to_owned()),
    ]
}

fn records() -> impl Strategy<Value = Record> {
    let annotation = (proptest::option::of(texts()), proptest::collection::vec(any::<u8>(), 0..3));
    let moves = proptest::collection::vec((any::<usize>(), annotation), 0..120);
    let tags = proptest::collection::btree_map("[A-Z][A-Za-z0-9_]{0,9}", texts(), 0..6);
    (0..960u16, 0..960u16, tags, proptest::option::of(texts()), moves, 0..4usize).prop_map(
        |(white, black, tags, comment, picks, result)| {
            let mut game = Record::new(Position::double_chess960(white, black));
            game.tags = tags.into_iter().filter(|(name, _)| name != "Variant").collect();
            game.comment = comment;
            let mut position = game.start;
            for (pick, (comment, nags)) in picks {
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                let mv = legal[pick % legal.len()];
                game.moves.push(PlayedMove { mv, comment, nags });
                position.play(mv);
            }
            use GameResult::{BlackWins, Draw, Unknown, WhiteWins};
            game.result = [WhiteWins, BlackWins, Draw, Unknown][result];
            game
        },
    )
}

/// What a comment is after it went through a file: blanks folded, closing braces bent.
fn as_kept(comment: &Option<String>) -> Option<String> {
    let text = comment.as_ref()?.replace('}', ")");
    let words: Vec<&str> = text.split_whitespace().collect();
    (!words.is_empty()).then(|| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read_back(game in records()) {
        let text = written(&game);
        let back = read_one(&text);
        prop_assert_eq!(back.start, game.start);
        prop_assert_eq!(back.result, game.result);
        prop_assert_eq!(&back.comment, &as_kept(&game.comment));
        prop_assert_eq!(back.moves.len(), game.moves.len());
        for (read, wrote) in back.moves.iter().zip(&game.moves) {
            prop_assert_eq!(read.mv, wrote.mv);
            prop_assert_eq!(&read.nags, &wrote.nags);
            prop_assert_eq!(&read.comment, &as_kept(&wrote.comment));
        }
        for (name, value) in &game.tags {
            prop_assert_eq!(back.tag(name), Some(value.as_str()), "{}", text);
        }
        prop_assert_eq!(written(&back), text, "written twice");
    }

    #[test]
    fn lines_stay_narrow(game in records()) {
        let text = written(&game);
        let moves = text.split_once("\n\n").map_or("", |(_, moves)| moves);
        for line in moves.lines() {
            // Only a word that is itself too long, or may not start a line, goes over the edge.
            let words: Vec<&str> = line.split(' ').collect();
            let excused = words.len() == 1 || words.iter().any(|word| word.starts_with(['%', '[']));
            prop_assert!(line.chars().count() < 80 || excused, "{}", line);
        }
    }

    #[test]
    fn any_text_is_read_to_its_end(text in "([ -~\n]|[\\[\\]{}();$\"\\\\\n]|e4|e5|Nf3|1-0|\\[Event \"){0,200}") {
        let games = read_games(text.as_bytes()).count();
        prop_assert!(games <= text.len());
    }

    #[test]
    fn any_bytes_are_read_to_their_end(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let games = read_games(&bytes[..]).count();
        prop_assert!(games <= bytes.len());
    }
}

/// Reads moves with another reader, as texts.
struct Texts;

impl Visitor for Texts {
    type Tags = ();
    type Movetext = Vec<String>;
    type Output = Vec<String>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<Self::Output, Vec<String>> {
        ControlFlow::Continue(Vec::new())
    }

    fn san(&mut self, moves: &mut Vec<String>, san: SanPlus) -> ControlFlow<Self::Output> {
        moves.push(san.san.to_string());
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, moves: Vec<String>) -> Vec<String> {
        moves
    }
}

#[test]
fn three_thousand_games_as_another_reader_reads_them() {
    let Some(path) = shared("pgn/tcec_sample.pgn.zst") else { return };
    let mut theirs = Reader::new(open_text(&path).expect("opens"));
    let mut moves = 0;
    for game in read_games(open_text(&path).expect("opens")) {
        let game = game.unwrap_or_else(|error| panic!("{error}"));
        let expected = theirs.read_game(&mut Texts).expect("sound").expect("as many games");
        let mut position = game.start;
        let mut found = Vec::new();
        for played in &game.moves {
            found.push(position.san(played.mv).trim_end_matches(['+', '#']).to_owned());
            position.play(played.mv);
        }
        assert_eq!(found, expected, "{:?}", game.tags);
        let result = game.tag("Result").and_then(GameResult::parse);
        assert_eq!(result, Some(game.result), "{:?}", game.tags);
        moves += found.len();
    }
    assert!(theirs.read_game(&mut Texts).expect("sound").is_none(), "as many games");
    println!("NOTE: {moves} moves of real games read alike");
    assert!(moves > 300_000);
}

#[test]
fn odd_games_of_other_projects() {
    let Some(folder) = shared("edge") else { return };
    let (mut sound, mut broken) = (0, 0);
    for path in files_under(&folder, ".pgn") {
        for game in read_games(open_text(&path).expect("opens")) {
            match game {
                Ok(game) => {
                    sound += 1;
                    let text = written(&game);
                    assert_eq!(written(&read_one(&text)), text, "{}", path.display());
                }
                Err(error) => {
                    broken += 1;
                    println!("{}: {error}", path.display());
                    assert!(!matches!(error.reason, PgnReason::Io(_)), "{error}");
                }
            }
        }
    }
    println!("NOTE: odd files: {sound} games read, {broken} refused");
    assert!(sound > 500);
}
