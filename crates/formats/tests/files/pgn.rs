// SPDX-License-Identifier: GPL-3.0-or-later
//! Games written and read.

use crate::{files_under, shared};
use chess::Position;
use pgn_reader::{Reader, SanPlus, Visitor};
use proptest::prelude::*;
use std::io::{self, Read};
use std::ops::ControlFlow;
use xanthos_formats::open_text;
use xanthos_formats::pgn::{
    GameResult, GameText, Keep, Line, PgnError, PgnReason, PlayedMove, Record, read_games,
    read_in_parallel, write,
};

fn written(game: &Record) -> String {
    let mut text = Vec::new();
    write(game, &mut text).expect("memory takes everything");
    String::from_utf8(text).expect("PGN is text")
}

fn read_one(text: &str) -> Record {
    let mut games = read_games(text.as_bytes()).keep(Keep::ALL);
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
    let text = "1. e4 (1. d4 {not (this} d5 (1... f5 1-0)) 1... e5 $1 ! {yes} {and yes} *";
    let game = read_games(text.as_bytes()).next().expect("a game").expect("a sound one");
    assert_eq!(game.moves.len(), 2);
    assert!(game.moves[0].variations.is_empty());
    assert_eq!(game.moves[1].nags, [1, 1]);
    assert_eq!(game.moves[1].comment.as_deref(), Some("yes and yes"));
}

#[test]
fn variations_are_kept_where_they_are_wanted() {
    let text = "1. e4 ({or} 1. d4 d5 $6 (1... f5 {Dutch}) 2. -- -- 3. c4) (1. c4) 1... e5 2. Nf3 *";
    let game = read_one(text);
    let [first, second] = &game.moves[0].variations[..] else { panic!("two variations") };
    assert_eq!(first.comment.as_deref(), Some("or"));
    assert_eq!((first.moves.len(), second.moves.len()), (5, 1));
    assert_eq!(first.moves[1].nags, [6]);
    assert_eq!(first.moves[1].variations[0].moves[0].comment.as_deref(), Some("Dutch"));
    assert!(first.moves[2].mv.is_null() && first.moves[3].mv.is_null());
    let body = written(&game);
    let body = body.split_once("\n\n").map(|(_, body)| body.trim_end().replace('\n', " "));
    assert_eq!(
        body.as_deref(),
        Some("1. e4 ({or} 1. d4 d5 $6 (1... f5 {Dutch}) 2. -- -- 3. c4) (1. c4) 1... e5 2. Nf3 *")
    );
}

#[test]
fn a_bad_move_in_a_variation_breaks_the_game_only_where_variations_are_wanted() {
    let text = "1. e4 e5 (1... Ke7) 2. Nf3 *";
    assert!(read_games(text.as_bytes()).next().expect("a game").is_ok());
    let error = read_games(text.as_bytes()).keep(Keep::ALL).next().expect("a game").unwrap_err();
    assert!(error.to_string().contains("move 1…Ke7 of a variation"), "{error}");
}

#[test]
fn variations_without_end_are_refused_and_cost_no_stack() {
    let text = format!("1. e4 {} *\n\n[Event \"next\"]\n\n1. d4 *\n", "(1. d4 ".repeat(200_000));
    for keep in [Keep::ALL, Keep::MOVES] {
        let games: Vec<_> = read_games(text.as_bytes()).keep(keep).collect();
        assert_eq!(games.len(), 2);
        let deep = games[0].as_ref().map_err(|error| &error.reason);
        assert_eq!(matches!(deep, Err(PgnReason::TooDeep)), keep.variations, "{keep:?}");
        assert!(games[1].is_ok());
    }
}

#[test]
fn words_behind_the_result_belong_to_the_game() {
    let text = "1. e4 1-0 {White\nforfeits} ; really\n\n{before} 1. d4 *\n";
    let games: Vec<Record> = read_games(text.as_bytes()).map(|game| game.expect("sound")).collect();
    let comments: Vec<_> = games.iter().map(|game| game.moves[0].comment.as_deref()).collect();
    assert_eq!(comments, [Some("White forfeits really"), None]);
    assert_eq!(games[1].comment.as_deref(), Some("before"));
    assert_eq!(games[0].result, GameResult::WhiteWins);
}

#[test]
fn errors_show_the_tags_that_find_the_game_again() {
    let text = "[Event \"Riga\"]\n[Date \"1923.??.??\"]\n[Black \"B\"]\n\n1. e5 *\n";
    let error = read_games(text.as_bytes()).next().expect("a game").unwrap_err();
    assert!(error.to_string().starts_with("game 1 (? - B, Riga, 1923.??.??), line 5: "), "{error}");
}

/// A game that never ends, and one behind it.
struct Endless {
    left: usize,
    last: &'static [u8],
}

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            return self.last.read(buffer);
        }
        let size = buffer.len().min(self.left);
        let line = b"and so on and so on and so on\n";
        buffer[..size].iter_mut().zip(line.iter().cycle()).for_each(|(to, from)| *to = *from);
        self.left -= size;
        Ok(size)
    }
}

#[test]
fn a_game_without_end_is_refused_and_the_next_one_is_read() {
    let head = &b"[White \"A\"]\n\n1. e4 {"[..];
    let tail = Endless { left: 100 << 20, last: b"\n[Event \"next\"]\n\n1. d4 *\n" };
    let games: Vec<_> = read_games(head.chain(tail)).collect();
    assert_eq!(games.len(), 2);
    let error = games[0].as_ref().unwrap_err();
    assert!(matches!(error.reason, PgnReason::TooLong), "{error}");
    assert_eq!((error.game, error.tags.len()), (1, 1));
    let next = games[1].as_ref().expect("a sound game");
    assert_eq!(next.tag("Event"), Some("next"));
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

type Said = (Option<String>, Vec<u8>, Vec<usize>);

/// What is said about a move: a comment, glyphs, and the seed of a variation.
fn annotations() -> impl Strategy<Value = Said> {
    let nags = proptest::collection::vec(any::<u8>(), 0..3);
    let aside = prop_oneof![
        4 => Just(Vec::new()),
        1 => proptest::collection::vec(any::<usize>(), 1..8),
    ];
    (proptest::option::of(texts()), nags, aside)
}

/// A variation by chance, with a pass and a variation of its own now and then.
fn variation(before: &Position, picks: &[usize]) -> Line {
    let mut line = Line::default();
    let mut position = *before;
    for (index, &pick) in picks.iter().enumerate() {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        if pick % 8 == 0 && !position.in_check() {
            line.moves.push(PlayedMove::from(chess::Move::NULL));
            position.play_null();
            continue;
        }
        let mut played = PlayedMove::from(legal[pick % legal.len()]);
        if pick % 8 == 1 {
            played.variations.push(variation(&position, &picks[index + 1..]));
            played.variations.retain(|line| !line.is_empty());
        }
        position.play(played.mv);
        line.moves.push(played);
    }
    line
}

fn records() -> impl Strategy<Value = Record> {
    let moves = proptest::collection::vec((any::<usize>(), annotations()), 0..120);
    let tags = proptest::collection::btree_map("[A-Z][A-Za-z0-9_]{0,9}", texts(), 0..6);
    (0..960u16, 0..960u16, tags, proptest::option::of(texts()), moves, 0..4usize).prop_map(
        |(white, black, tags, comment, picks, result)| {
            let mut game = Record::new(Position::double_chess960(white, black));
            game.tags = tags.into_iter().filter(|(name, _)| name != "Variant").collect();
            game.comment = comment;
            let mut position = game.start;
            for (pick, (comment, nags, aside)) in picks {
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                let mv = legal[pick % legal.len()];
                let variations = [variation(&position, &aside)];
                let variations = variations.into_iter().filter(|line| !line.is_empty()).collect();
                game.moves.push(PlayedMove { mv, comment, nags, variations });
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
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

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
            prop_assert_eq!(&read.variations, &wrote.variations);
        }
        for (name, value) in &game.tags {
            prop_assert_eq!(back.tag(name), Some(value.as_str()), "{}", text);
        }
        prop_assert_eq!(written(&back), text, "written twice");
    }

    #[test]
    fn another_reader_sees_the_same_variations(game in records()) {
        let text = written(&game);
        let mut theirs = Whole::default();
        Reader::new(text.as_bytes()).read_game(&mut theirs).expect("sound").expect("a game");
        let mut ours = Vec::new();
        spell(&game.start, &game.moves, 0, &mut ours);
        prop_assert_eq!(theirs.0, ours, "{}", text);
    }

    #[test]
    fn the_size_of_what_is_read_does_not_matter(text in odd_texts(), size in 1..40usize) {
        let whole: Vec<_> = read_games(text.as_bytes()).keep(Keep::ALL).map(told).collect();
        let drops = Drops { text: text.as_bytes(), size };
        let parts: Vec<_> = read_games(drops).keep(Keep::ALL).map(told).collect();
        prop_assert_eq!(whole, parts);
    }

    #[test]
    fn threads_see_every_game_once(text in odd_texts(), threads in 1..4usize) {
        let see = |seen: &mut Vec<_>, game: &GameText| {
            seen.push((game.number(), game.record(Keep::ALL)?));
            Ok(())
        };
        let mut broken = Vec::new();
        let (seen, tally) =
            read_in_parallel(text.as_bytes(), threads, Vec::new, see, |error| broken.push(error));
        let mut parallel: Vec<_> = seen.into_iter().flatten().collect();
        parallel.sort_by_key(|(number, _)| *number);
        broken.sort_by_key(|error| error.game);
        let mut sound = Vec::new();
        let mut errors = Vec::new();
        for (index, game) in read_games(text.as_bytes()).keep(Keep::ALL).enumerate() {
            match game {
                Ok(game) => sound.push((index + 1, game)),
                Err(error) => errors.push(error.to_string()),
            }
        }
        prop_assert_eq!((tally.games, tally.broken), (sound.len() + errors.len(), errors.len()));
        prop_assert_eq!(parallel, sound);
        prop_assert_eq!(broken.iter().map(ToString::to_string).collect::<Vec<_>>(), errors);
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

/// Texts with whole games, parts of games and nonsense in them.
fn odd_texts() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        3 => records().prop_map(|game| written(&game)),
        1 => "([ -~\n]|[\\[\\]{}();$\"\\\\\n]|e4 |e5 |Nf3 |1-0 |\\*|\n\\[Event \"a\"\\]\n\n?){0,80}",
    ];
    proptest::collection::vec(part, 0..4).prop_map(|parts| parts.concat())
}

/// What reading gave, in a form that can be compared.
fn told(game: Result<Record, PgnError>) -> Result<Record, String> {
    game.map_err(|error| error.to_string())
}

/// A text that arrives in small portions.
struct Drops<'a> {
    text: &'a [u8],
    size: usize,
}

impl Read for Drops<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let size = buffer.len().min(self.size);
        self.text.read(&mut buffer[..size])
    }
}

/// Everything that another reader finds: depth of variation and word.
#[derive(Default)]
struct Whole(Vec<(usize, String)>);

impl Visitor for Whole {
    type Tags = ();
    type Movetext = usize;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<(), usize> {
        ControlFlow::Continue(0)
    }

    fn san(&mut self, depth: &mut usize, san: SanPlus) -> ControlFlow<()> {
        self.0.push((*depth, san.san.to_string()));
        ControlFlow::Continue(())
    }

    fn nag(&mut self, depth: &mut usize, nag: pgn_reader::Nag) -> ControlFlow<()> {
        self.0.push((*depth, nag.to_string()));
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, depth: &mut usize) -> ControlFlow<(), pgn_reader::Skip> {
        *depth += 1;
        ControlFlow::Continue(pgn_reader::Skip(false))
    }

    fn end_variation(&mut self, depth: &mut usize) -> ControlFlow<()> {
        *depth -= 1;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, _: usize) {}
}

/// The same from a record.
fn spell(start: &Position, moves: &[PlayedMove], depth: usize, words: &mut Vec<(usize, String)>) {
    let mut position = *start;
    for played in moves {
        let null = played.mv.is_null();
        let san = if null { "--".to_owned() } else { position.san(played.mv) };
        words.push((depth, san.trim_end_matches(['+', '#']).to_owned()));
        words.extend(played.nags.iter().map(|nag| (depth, format!("${nag}"))));
        for line in &played.variations {
            spell(&position, &line.moves, depth + 1, words);
        }
        if null { position.play_null() } else { position.play(played.mv) }
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
