// SPDX-License-Identifier: GPL-3.0-or-later
//! Command lines as they are found in the wild, and how mistakes are told.

use std::path::Path;
use std::time::Duration;

use arena::options::*;

fn run(line: &str) -> (TournamentConfig, Vec<String>) {
    match parse(split(line)) {
        Ok(Request::Run { config, warnings }) => (*config, warnings),
        other => panic!("{line}: {other:?}"),
    }
}

/// Words of a line; a word may be quoted.
fn split(line: &str) -> Vec<String> {
    engine::split_words(line)
}

fn refused(line: &str) -> String {
    parse(split(line)).expect_err(line).to_string()
}

const TWO: &str = "-engine cmd=a -engine cmd=b -each tc=1+0.01";

#[test]
fn a_fastchess_line() {
    let (config, warnings) = run("-engine cmd=./sf name=New option.Threads=1 nodes=2000000 \
         -engine cmd=./sf name=Old option.Threads=2 nodes=1000000 \
         -openings file=UHO_Lichess_4852_v1.epd format=epd order=random start=17 \
         -each tc=300+5 proto=uci option.Hash=64 -resign movecount=3 score=600 twosided=true \
         -draw movenumber=34 movecount=8 score=20 \
         -sprt elo0=0 elo1=2 alpha=0.05 beta=0.1 model=logistic \
         -rounds 1000 -repeat -concurrency 1 -recover -ratinginterval 20 -srand 99 \
         -pgnout file=out.pgn notation=san nodes=true append=false seldepth=on \
         -report penta=true -output format=cutechess -maxmoves 200 -variant fischerandom \
         -log file=log.txt level=info engine=true -event Test -site Here -wait 50");
    assert_eq!(warnings, Vec::<String>::new());
    assert_eq!(config.engines.len(), 2);
    let new = &config.engines[0];
    assert_eq!((new.name.as_str(), new.limits.nodes), ("New", Some(2_000_000)));
    assert_eq!(new.options, [("Hash".into(), "64".into()), ("Threads".into(), "1".into())]);
    let clock = TimeControl {
        moves: None,
        base: Duration::from_secs(300),
        increment: Duration::from_secs(5),
    };
    assert_eq!(new.limits.clock, ClockRule::Game(clock));
    let openings = config.openings.as_ref().unwrap();
    assert_eq!(
        (openings.format, openings.order, openings.start),
        (BookFormat::Epd, BookOrder::Random, 17)
    );
    assert_eq!(config.resign, Some(ResignRule { moves: 3, score: 600, two_sided: true }));
    assert_eq!(
        config.draw,
        Some(DrawRule { from_move: 34, moves: 8, score: 20, counted: MoveNumbers::Played })
    );
    let sprt = config.sprt.unwrap();
    assert_eq!((sprt.elo0, sprt.elo1, sprt.alpha, sprt.beta), (0.0, 2.0, 0.05, 0.1));
    assert_eq!(sprt.model, SprtModel::Logistic);
    // It asks for the output of cutechess-cli, so a round is a game.
    assert_eq!((config.rounds, config.games_per_encounter, config.total_games()), (1000, 1, 1000));
    assert!(config.recover && config.is_paired());
    assert_eq!((config.seed, config.max_moves), (99, Some(200)));
    let pgn = config.pgn.as_ref().unwrap();
    assert!(pgn.comments.nodes && pgn.comments.seldepth && !pgn.comments.pv && pgn.truncate);
    assert_eq!(config.report.format, OutputFormat::Cutechess);
    assert_eq!(config.report.rating_interval, 20);
    assert_eq!(config.variant, Variant::Fischerandom);
    assert_eq!(config.wait, Duration::from_millis(50));
    let log = config.log.as_ref().unwrap();
    assert!(log.engine && log.level == LogLevel::Info);
}

#[test]
fn a_cutechess_line() {
    let (config, _) =
        run("-engine name=A cmd=gnuchess dir=/tmp arg=--xboard proto=xboard whitepov \
         initstr=hard\\neasy -engine name=B cmd=toga2 stderr=err.txt ponder trust restart=on \
         -each tc=40/1:30+0.5 timemargin=50 -games 2 -rounds 50 -repeat 2 -tournament round-robin \
         -pgnout games.pgn min fi -epdout end.epd -openings file=book.pgn plies=16 \
         -srand 7 -concurrency 1 -tb /a:/b -tbpieces 5 -tbignore50");
    let [a, b] = &config.engines[..] else { panic!() };
    assert_eq!((a.protocol, a.white_pov), (Protocol::Xboard, true));
    assert_eq!((a.args.as_slice(), a.init_lines.len()), (&["--xboard".to_owned()][..], 2));
    assert_eq!(a.directory.as_deref(), Some(Path::new("/tmp")));
    assert!(b.ponder && b.trust && b.restart == Restart::On);
    assert_eq!(b.limits.margin, Duration::from_millis(50));
    let pgn = config.pgn.as_ref().unwrap();
    assert_eq!(pgn.file, Path::new("games.pgn"));
    assert!(pgn.minimal && pgn.finished_only && !pgn.truncate);
    assert_eq!(config.epd.as_ref().unwrap().file, Path::new("end.epd"));
    let openings = config.openings.as_ref().unwrap();
    assert_eq!((openings.format, openings.plies), (BookFormat::Pgn, Some(16)));
    let tb = config.tablebases.as_ref().unwrap();
    assert_eq!((tb.paths.len(), tb.pieces, tb.ignore_fifty_moves), (2, Some(5), true));
}

#[test]
fn an_openbench_line() {
    let (config, _) = run("-repeat -recover -variant standard -concurrency 1 -games 32 \
         -resign movecount=3 score=400 -draw movenumber=40 movecount=8 score=10 \
         -engine dir=Engines/ cmd=./Dev proto=uci tc=8.00+0.08 option.Threads=1 option.Hash=8 name=Dev \
         -engine dir=Engines/ cmd=./Base proto=uci tc=8.00+0.08 option.Threads=1 option.Hash=8 name=Base \
         -openings file=Books/8moves_v3.epd format=epd order=random start=1 -srand 12 \
         -pgnout PGNs/Dev_vs_Base");
    assert_eq!((config.games_per_encounter, config.opening_repeats), (32, 2));
    assert!(config.is_paired());
    assert_eq!(config.slot(0, 5).opening, 2);
    assert_eq!(config.pgn.unwrap().file, Path::new("PGNs/Dev_vs_Base"));
}

#[test]
fn names_with_spaces_dashes_and_doubles() {
    let (config, _) = run("--engine cmd=a 'option.Move Overhead=20' option.Clear= \
         --engine cmd=dir/a args='-x \"b c\"' --each st=0.5 --startup-ms 5000 --use-affinity 0,2-4");
    assert_eq!(config.engines[0].options[0], ("Move Overhead".into(), "20".into()));
    assert_eq!(config.engines[0].options[1], ("Clear".into(), String::new()));
    assert_eq!(config.engines[1].args, ["-x", "b c"]);
    assert_eq!(config.engines[1].name, "a_2", "made-up names are made unique");
    assert_eq!(config.engines[0].limits.clock, ClockRule::PerMove(Duration::from_millis(500)));
    assert_eq!(config.startup_timeout, Duration::from_secs(5));
    assert_eq!(config.affinity, Affinity::Cpus(vec![0, 2, 3, 4]));
}

#[test]
fn engines_of_one_name_are_told_apart() {
    let (config, warnings) = run("-engine cmd=a name=x -engine cmd=b name=x -each depth=3");
    assert_eq!(config.engines[1].name, "x_2", "as fastchess does");
    assert_eq!(warnings[0], "two engines are named `x`: the second is x_2");
}

#[test]
fn games_of_a_still_machine_count_unless_told_otherwise() {
    assert_eq!(run(TWO).0.stalls, Stalls::Count);
    let (config, _) = run(&format!("{TWO} -stalls replay"));
    assert_eq!(config.stalls, Stalls::Replay);
    assert_eq!(config.fingerprint(), run(TWO).0.fingerprint(), "the same tournament");
    assert!(refused(&format!("{TWO} -stalls forgive")).contains("count or replay"));
}

#[test]
fn spellings_of_pairings() {
    for word in ["roundrobin", "round-robin", "round_robin"] {
        assert_eq!(run(&format!("{TWO} -tournament {word}")).0.pairing, Pairing::RoundRobin);
    }
    let (config, _) =
        run(&format!("{TWO} -engine cmd=c -engine cmd=d -tournament gauntlet -seeds 2"));
    assert_eq!(config.pairing, Pairing::Gauntlet { seeds: 2 });
    assert_eq!(config.encounters(), [(0, 2), (0, 3), (1, 2), (1, 3)]);
}

#[test]
fn pairs_depend_on_games_repeat_and_swap() {
    let slots = |line: &str| {
        let (config, _) = run(&format!("{TWO} {line}"));
        let slots: Vec<(u32, bool)> = (0..config.rounds.min(4))
            .flat_map(|r| (0..config.games_per_encounter).map(move |g| (r, g)))
            .map(|(r, g)| config.slot(r, g))
            .map(|s| (s.opening, s.swapped))
            .take(4)
            .collect();
        (slots, config.is_paired())
    };
    let paired = vec![(0, false), (0, true), (1, false), (1, true)];
    assert_eq!(slots("-rounds 4"), (paired.clone(), true));
    assert_eq!(slots("-rounds 4 -games 1 -repeat"), (paired.clone(), true));
    assert_eq!(slots("-rounds 1 -games 4"), (paired, true));
    let single = vec![(0, false), (1, true), (2, false), (3, true)];
    assert_eq!(slots("-rounds 4 -games 1"), (single, false));
    let fixed = vec![(0, false), (0, false), (1, false), (1, false)];
    assert_eq!(slots("-rounds 4 -noswap"), (fixed, false));
    let reversed = vec![(0, true), (0, false), (1, true), (1, false)];
    assert_eq!(slots("-rounds 4 -reverse"), (reversed, true));
}

#[test]
fn an_engine_wins_over_each() {
    let (config, _) = run(
        "-each tc=10+0.1 option.Hash=16 -engine cmd=a -engine cmd=b st=1 option.Hash=64 -engine cmd=c timeodds=0.5",
    );
    assert_eq!(config.engines[1].limits.clock, ClockRule::PerMove(Duration::from_secs(1)));
    assert_eq!(config.engines[1].options, [("Hash".into(), "64".into())]);
    let ClockRule::Game(half) = config.engines[2].limits.clock else { panic!() };
    assert_eq!((half.base, half.increment), (Duration::from_secs(5), Duration::from_millis(50)));
}

#[test]
fn an_open_sprt_runs_until_it_decides() {
    let (config, _) = run(&format!("{TWO} -sprt elo0=-3 elo1=1"));
    assert!(config.total_games() >= 100_000);
    assert_eq!(config.sprt.unwrap().model, SprtModel::Normalized);
}

#[test]
fn quick_is_a_whole_match() {
    let (config, _) = run("-quick cmd=a cmd=b book=noob_3moves.epd");
    assert_eq!(config.engines.len(), 2);
    assert!(config.sprt.is_none() && config.recover && config.openings.is_some());
    assert_eq!(config.total_games(), 50_000);
    let draw = config.draw.unwrap();
    assert_eq!((draw.from_move, draw.moves, draw.score), (30, 8, 8));
    assert_eq!(draw.counted, MoveNumbers::Position);
    assert_eq!(config.report.format, OutputFormat::Cutechess);
    let (shorter, _) = run("-quick cmd=a cmd=b -rounds 5");
    assert_eq!(shorter.total_games(), 10);
    let (slower, _) = run("-quick cmd=a cmd=b -each tc=60+0.6");
    let ClockRule::Game(tc) = slower.engines[0].limits.clock else { panic!() };
    assert_eq!(tc.base, Duration::from_secs(60));
}

#[test]
fn what_is_ignored_is_told() {
    for (words, expected) in [
        ("-autosaveinterval 20", "autosaveinterval"),
        ("-bookmode disk", "bookmode"),
        ("-testEnv", "testEnv"),
        ("-crc32 pgn=true", "crc32"),
        ("-livepgnout a.pgn min", "livepgnout"),
        ("-resultformat wide2", "resultformat"),
        ("-log file=a compress=true", "compress"),
        ("-seeds 1", "seeds"),
        ("-tbpieces 5", "tbpieces"),
        ("-compat cutechess -concurrency 100000", "processors"),
        ("-games 4", "pair"),
        ("-sprt elo0=0 elo1=5 -games 1", "pairs"),
    ] {
        let (_, warnings) = run(&format!("{TWO} {words}"));
        assert!(warnings.iter().any(|w| w.contains(expected)), "{words}: {warnings:?}");
    }
    let forced = run(&format!("{TWO} -concurrency 100000 -force-concurrency")).1;
    assert!(forced.iter().all(|warning| warning.contains("opening book")), "{forced:?}");
    let booked = run(&format!("{TWO} -openings file=a.epd")).1;
    assert!(booked.is_empty(), "{booked:?}");
}

/// The same words mean what they mean in fastchess, or with its output in cutechess-cli.
#[test]
fn compatibility_decides_what_words_mean() {
    let games = |words: &str| run(&format!("{TWO} {words}")).0.total_games();
    assert_eq!(games("-rounds 10 -repeat"), 20);
    assert_eq!(games("-rounds 10 -repeat -output format=cutechess"), 10);
    assert_eq!(games("-rounds 10 -repeat -output format=cutechess -compat fastchess"), 20);
    assert_eq!(games("-rounds 10 -games 2 -compat cutechess"), 20);
    assert_eq!(games("-games 1 -rounds 10 -repeat"), 20, "-repeat is -games 2 in fastchess");
    assert_eq!(games("-repeat -games 1 -rounds 10"), 10);
    let cute = run(&format!("{TWO} -rounds 10 -repeat -compat cutechess")).0;
    assert!(cute.is_paired());
    let counted = |words: &str| {
        let draw = "-draw movenumber=1 movecount=1 score=1";
        run(&format!("{TWO} {draw} {words}")).0.draw.unwrap().counted
    };
    assert_eq!(counted(""), MoveNumbers::Position);
    assert_eq!(counted("-output format=cutechess"), MoveNumbers::Played);
}

#[test]
fn spellings_in_use_elsewhere() {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    assert_eq!(run(&format!("{TWO} -concurrency 0")).0.concurrency, cores);
    if cores > 1 {
        assert_eq!(run(&format!("{TWO} -concurrency -1")).0.concurrency, cores - 1);
    }
    assert!(refused(&format!("{TWO} -concurrency -100000")).contains("leaves none of"));
    assert!(refused(&format!("{TWO} -concurrency 100000")).contains("-force-concurrency"));
    let pgn = |words: &str| run(&format!("{TWO} {words}")).0.pgn.unwrap();
    assert_eq!(pgn("-pgnout FILE.pgn min").file, Path::new("FILE.pgn"));
    assert_eq!(pgn("-pgnout").file, Path::new("xanthos-match.pgn"));
    assert!(pgn("-pgnout a.pgn -crc32 pgn=true").crc32);
    assert_eq!(pgn("-pgnout file=a match_line=^info.string").match_lines, ["^info.string"]);
    assert!(refused(&format!("{TWO} -pgnout file=a match_line=(")).contains("regular expression"));
    let (config, _) = run("-engine cmd=a tc=1s+0.1s -engine cmd=b tc=2 tscale=3 trust");
    let ClockRule::Game(tc) = config.engines[0].limits.clock else { panic!() };
    assert_eq!((tc.base.as_secs(), tc.increment.as_millis()), (1, 100));
    let ClockRule::Game(tc) = config.engines[1].limits.clock else { panic!() };
    assert_eq!(tc.base.as_secs(), 2, "tscale is no matter of the clock");
    assert_eq!((config.engines[1].timeout_scale, config.engines[1].trust), (3.0, true));
    for system in ["knockout", "swiss"] {
        assert!(refused(&format!("{TWO} -tournament {system}")).contains("pairs by results"));
    }
    let three = "-engine cmd=a -engine cmd=b -engine cmd=c -each depth=1";
    let pyramid = run(&format!("{three} -tournament pyramid")).0;
    assert_eq!(pyramid.encounters(), [(0, 1), (0, 2), (1, 2)]);
    assert!(run(&format!("{TWO} -strict")).0.strict);
}

#[test]
fn every_game_has_processors_of_its_own_or_is_refused() {
    let two = "-engine cmd=a option.Threads=2 -engine cmd=b -each depth=1 -force-concurrency";
    assert!(run(&format!("{two} -concurrency 2 -use-affinity 0-3")).0.affinity != Affinity::Off);
    let refusal = refused(&format!("{two} -concurrency 2 -use-affinity 0-2"));
    assert!(
        refusal.contains("needs 4 processors") && refusal.contains("3 are listed"),
        "{refusal}"
    );
}

#[test]
fn parts_of_a_tournament_have_their_own_files() {
    let (config, _) = run(&format!("{TWO} -shard 2/4 -pgnout g.pgn -json r.json -journal j"));
    assert_eq!(config.shard, Some(Shard { index: 2, count: 4 }));
    assert_eq!(config.pgn.unwrap().file, Path::new("g.2-of-4.pgn"));
    assert_eq!(config.report.json.unwrap(), Path::new("r.2-of-4.json"));
    assert_eq!(config.journal.unwrap(), Path::new("j.2-of-4"));
    assert!(refused(&format!("{TWO} -shard 5/4")).contains("I/N"));
}

/// Every mistake names its argument and, where one is near, the word meant.
#[test]
fn mistakes_are_told_where_they_are() {
    for (line, expected) in [
        ("-engin cmd=a", "argument 1 (-engin): unknown option `engin`; did you mean `engine`?"),
        ("-engine cmd=a tcc=5", "argument 3 (-engine): unknown key `tcc`; did you mean `tc`?"),
        (
            "-engine cmd=a tc=5x",
            "argument 3 (-engine): `5x` is not a time control such as 8+0.08, 40/60, 0:30+0.5 or inf",
        ),
        ("-engine cmd=a tc=5 st=1", "argument 4 (-engine): tc= and st= exclude each other"),
        ("-engine", "argument 1 (-engine): needs a value: KEY=VALUE ..."),
        ("-engine cmd=", "argument 2 (-engine): `cmd=` needs a value"),
        (
            "-engine cmd=a book=x.bin",
            "argument 3 (-engine): book= would let the arena play moves from a Polyglot book, which is not supported; use -openings, or the engine's own book option",
        ),
        (
            "-engine cmd=a tscale=0",
            "argument 3 (-engine): `0` is not a factor between 0.001 and 1000",
        ),
        (
            "-engine cmd=a proto=usi",
            "argument 3 (-engine): `usi` is not one of uci, xboard, winboard, cecp; did you mean `uci`?",
        ),
        ("-rounds", "argument 1 (-rounds): needs a value: N"),
        ("-rounds 0", "argument 2 (-rounds): `0` is not a whole number of at least 1"),
        ("-rounds 5 6", "argument 3 (-rounds): takes no value `6`"),
        ("-recover maybe", "argument 2 (-recover): `maybe` is not true or false"),
        ("-sprt elo0=0", "argument 1 (-sprt): needs a value: both elo0= and elo1="),
        ("-sprt elo0=5 elo1=0", "argument 1 (-sprt): elo0=5 must be less than elo1=0"),
        (
            "-sprt elo0=0 elo1=2 alpha=2",
            "argument 4 (-sprt): `2` is not a probability between 0 and 1",
        ),
        (
            "-sprt elo0=0 elo1=2 model=normal",
            "argument 4 (-sprt): `normal` is not one of normalized, normalised, logistic, bayesian",
        ),
        (
            "-openings file=book.txt",
            "argument 1 (-openings): cannot tell the format of book.txt: add format=epd or format=pgn",
        ),
        (
            "-tournament swiss",
            "argument 2 (-tournament): a swiss tournament pairs by results, so its games cannot be known in advance, continued or shared between machines; choose roundrobin, gauntlet or pyramid",
        ),
        (
            "-variant atomic",
            "argument 2 (-variant): `atomic` is not one of standard, fischerandom, chess960",
        ),
        ("-resign movecount=3", "argument 1 (-resign): needs a value: score=CP"),
        (
            "-use-affinity 3-1",
            "argument 2 (-use-affinity): `3-1` is not a list of processors such as 0,2-5",
        ),
        (
            "-config file=config.json",
            "argument 2 (-config): the JSON state of another program cannot be read; give the settings as options or as a TOML file (a stopped match continues from its journal by itself)",
        ),
        ("stray -rounds 5", "argument 1: `stray` does not belong to any option"),
        (
            "-engine cmd=a tc=1",
            "a match needs at least two engines, and only one was given: add -engine cmd=PROGRAM ...",
        ),
        (
            "-rounds 5",
            "a match needs at least two engines, and none was given: add -engine cmd=PROGRAM ...",
        ),
        (
            "-engine cmd=a -engine cmd=b",
            "argument 1 (-engine): engine `a` has no limit: give tc=, st=, nodes= or depth=",
        ),
        (
            "-engine cmd=a -engine cmd=b -each tc=inf",
            "argument 1 (-engine): engine `a` would think for ever: tc=inf needs nodes= or depth=",
        ),
        (
            "-engine cmd=a -engine name=b -each depth=3",
            "argument 3 (-engine): an engine needs cmd=PROGRAM",
        ),
        (
            "-engine cmd=a -engine cmd=b -each depth=3 name=z",
            "argument 5 (-each): name= belongs to an -engine: names are unique",
        ),
        (
            "-engine cmd=a -engine cmd=b -each depth=3 -tournament gauntlet -seeds 2",
            "a gauntlet of 2 leaves no opponents among 2 engines",
        ),
        (
            "-engine cmd=a -engine cmd=b -engine cmd=c -each depth=3 -sprt elo0=0 elo1=1",
            "-sprt compares two engines, not 3",
        ),
        (
            "-engine cmd=a -engine cmd=b -each depth=3 -anchor c",
            "no engine is named `c`, the anchor",
        ),
        (
            "-engine cmd=a -engine cmd=b -each depth=3 -rounds 4000000000",
            "8000000000 games per encounter are more than can be counted",
        ),
    ] {
        assert_eq!(refused(line), expected, "{line}");
    }
}

#[test]
fn help_and_version() {
    assert_eq!(parse(Vec::<String>::new()), Ok(Request::Help));
    assert_eq!(parse(["-engine", "cmd=a", "--help"]), Ok(Request::Help));
    assert_eq!(parse(["-version"]), Ok(Request::Version));
    let text = help::text();
    for flag in flags::FLAGS {
        assert!(text.contains(&format!("-{}", flag.name)), "{}", flag.name);
    }
}

#[test]
fn names_of_options_are_unique() {
    let mut names: Vec<&str> = flags::FLAGS
        .iter()
        .flat_map(|f| std::iter::once(f.name).chain(f.aliases.iter().copied()))
        .collect();
    names.sort_unstable();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count);
}

#[test]
fn the_same_tournament_has_the_same_journal() {
    let journal = |words: &str| run(&format!("{TWO} {words}")).0.journal;
    let plain = journal("");
    assert!(plain.is_some());
    assert_eq!(journal("-rounds 50 -concurrency 1 -json x.json -pgnout y.pgn -recover"), plain);
    assert_ne!(journal("-seed 5"), plain);
    assert_ne!(journal("-each option.Hash=5"), plain);
    assert_ne!(journal("-resign movecount=3 score=500"), plain);
    assert_eq!(journal("-journal none"), None);
    assert_eq!(journal("-journal here.journal").as_deref(), Some(Path::new("here.journal")));
    assert_eq!(journal("-config outname=state").as_deref(), Some(Path::new("state")));
    assert!(run(&format!("{TWO} -config discard=true outname=x")).0.discard_journal);
}

proptest::proptest! {
    /// No words make the parser panic.
    #[test]
    fn any_words_are_survived(
        words in proptest::collection::vec(
            proptest::prop_oneof![
                proptest::sample::select(flags::FLAGS.iter().map(|f| format!("-{}", f.name)).collect::<Vec<_>>()),
                "[a-z]{1,8}=[-0-9a-z./+:]{0,8}",
                "(tc|st|nodes|elo0|elo1|file|score|movecount)=[-0-9.+/:einfa]{0,10}",
                "\\PC{0,12}",
                "[0-9]{1,25}",
            ],
            0..12,
        )
    ) {
        let _ = parse_with(words, &|_| Err(std::io::Error::other("no files")));
    }
}
