// SPDX-License-Identifier: GPL-3.0-or-later
//! The lines that other programs read, letter by letter.

use std::time::Duration;

use arena::options::*;
use arena::report::*;
use arena::stats::{Ending, Failure, GameResult, Played, Tally};

fn config(words: &str) -> TournamentConfig {
    match parse(engine::split_words(words)) {
        Ok(Request::Run { config, .. }) => *config,
        other => panic!("{other:?}"),
    }
}

const DUEL: &str = "-engine cmd=a name=New option.Hash=16 -engine cmd=b name=Old option.Hash=16 \
                    -each tc=8+0.08 -rounds 100 -sprt elo0=0 elo1=5 \
                    -openings file=books/8moves.epd";

/// Pairs of games whose points of the first engine are given in half-points.
fn played(pairs: &[(u8, u8)]) -> Tally {
    let mut tally = Tally::new(2);
    for (number, &(first, second)) in pairs.iter().enumerate() {
        let white = [GameResult::BlackWins, GameResult::Draw, GameResult::WhiteWins];
        let black = [GameResult::WhiteWins, GameResult::Draw, GameResult::BlackWins];
        let number = number as u32;
        tally.record(&Played::new(0, 1, number, white[usize::from(first)], Ending::Checkmate));
        tally.record(&Played::new(1, 0, number, black[usize::from(second)], Ending::Checkmate));
    }
    tally
}

/// 34 losses of a pair, 54 of a point and a half, 31 + 32 level, 64, 75: the
/// numbers of a published example.
fn published() -> Tally {
    let mut pairs = Vec::new();
    for (times, pair) in
        [(34, (0, 0)), (54, (1, 0)), (31, (2, 0)), (32, (1, 1)), (64, (2, 1)), (75, (2, 2))]
    {
        pairs.extend(std::iter::repeat_n(pair, times));
    }
    played(&pairs)
}

#[test]
fn fastchess_results() {
    let text = fastchess::results(&config(DUEL), &published());
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[..6],
        [
            "--------------------------------------------------",
            "Results of New vs Old (8+0.08, NULL, 16MB, 8moves.epd):",
            "Elo: 55.58 +/- 27.65, nElo: 57.94 +/- 28.28",
            "LOS: 100.00 %, DrawRatio: 21.72 %, PairsRatio: 1.58",
            "Games: 580, Wins: 245, Losses: 153, Draws: 182, Points: 336.0 (57.93 %)",
            "Ptnml(0-2): [34, 54, 63, 64, 75], WL/DD Ratio: 0.97",
        ]
    );
    assert!(lines[6].starts_with("LLR: ") && lines[6].ends_with("(-2.94, 2.94) [0.00, 5.00]"));
    assert_eq!(lines.len(), 8);
}

#[test]
fn fastchess_results_by_games() {
    let tally = published();
    let text = fastchess::results(&config(&format!("{DUEL} -report penta=false")), &tally);
    assert!(text.contains("\nLOS: 100.00 %, DrawRatio: 31.38 %\n"), "{text}");
    assert!(!text.contains("Ptnml"));
}

#[test]
fn odds_and_missing_books_are_told() {
    let config =
        config("-engine cmd=a name=A option.Threads=2 st=0.5 -engine cmd=b name=B nodes=1000");
    let text = fastchess::results(&config, &played(&[(2, 1)]));
    assert!(
        text.contains("Results of A vs B (0.5/move - 1000 nodes, 2t - NULL, NULL):\n"),
        "{text}"
    );
    // One pair has no spread: the interval has no width.
    assert!(text.contains("Elo: 190.85 +/- 0.00, nElo: inf +/- 481.51\n"), "{text}");
}

#[test]
fn cutechess_results() {
    let config = config(&format!("{DUEL} -output format=cutechess"));
    let tally = published();
    assert_eq!(
        cutechess::score(&config, &tally).unwrap(),
        "Score of New vs Old: 245 - 153 - 182  [0.579] 580\n"
    );
    let text = cutechess::results(&config, &tally);
    let lines: Vec<&str> = text.lines().collect();
    // With White: 34·0 + 54·½ + 31·1 + 32·½ + 64·1 + 75·1.
    assert_eq!(lines[0], "...      New playing White: 170 - 34 - 86  [0.734] 290");
    assert_eq!(lines[1], "...      New playing Black: 75 - 119 - 96  [0.424] 290");
    assert_eq!(lines[2], "...      White vs Black: 289 - 109 - 182  [0.655] 580");
    assert_eq!(lines[3], "Elo difference: 55.6 +/- 27.7, LOS: 100.0 %, DrawRatio: 31.4 %");
    assert!(
        lines[4].starts_with("SPRT: llr ") && lines[4].contains("%), lbound -2.94, ubound 2.94")
    );
}

fn run(config: &TournamentConfig, games: &[(Played, u32)]) -> (String, Tally) {
    let mut out = Vec::new();
    let mut tally = Tally::new(config.engines.len());
    {
        let mut lines = Lines::new(config, &mut out);
        let total = config.total_games();
        lines.event(&MatchEvent::Begin { total, resumed: 0 }, &tally);
        for (index, (played, plies)) in games.iter().enumerate() {
            let number = index as u64 + 1;
            let (white, black) = (played.white, played.black);
            lines.event(&MatchEvent::Started(GameStarted { number, white, black }), &tally);
            tally.record(played);
            let finished = GameFinished {
                number,
                played: played.clone(),
                plies: *plies,
                duration: Duration::from_secs(1),
            };
            lines.event(&MatchEvent::Finished(finished), &tally);
        }
        lines.event(&MatchEvent::Done(DoneReason::Complete), &tally);
    }
    (String::from_utf8(out).unwrap(), tally)
}

#[test]
fn a_whole_match_in_cutechess_lines() {
    let config = config(
        "-engine cmd=a name=A -engine cmd=b name=B -each depth=1 -rounds 1 \
         -games 2 -output format=cutechess -ratinginterval 0",
    );
    let games = [
        (Played::new(0, 1, 0, GameResult::WhiteWins, Ending::Failure(Failure::Time)), 80),
        (Played::new(1, 0, 0, GameResult::Draw, Ending::Threefold), 61),
    ];
    let (text, _) = run(&config, &games);
    assert_eq!(
        text,
        "Started game 1 of 2 (A vs B)\n\
         Finished game 1 (A vs B): 1-0 {Black loses on time}\n\
         Score of A vs B: 1 - 0 - 0  [1.000] 1\n\
         Started game 2 of 2 (B vs A)\n\
         Finished game 2 (B vs A): 1/2-1/2 {Draw by 3-fold repetition}\n\
         Score of A vs B: 1 - 0 - 1  [0.750] 2\n\
         Score of A vs B: 1 - 0 - 1  [0.750] 2\n\
         ...      A playing White: 1 - 0 - 0  [1.000] 1\n\
         ...      A playing Black: 0 - 0 - 1  [0.500] 1\n\
         ...      White vs Black: 1 - 0 - 1  [0.750] 2\n\
         Elo difference: 190.8 +/- 0.0, LOS: 100.0 %, DrawRatio: 50.0 %\n\
         Failures      startup        crash         hang         time illegal move  false claim     protocol\n\
         B                   0            0            0            1            0            0            0\n\
         Finished match\n"
    );
}

#[test]
fn results_come_at_their_interval() {
    let config = config("-engine cmd=a -engine cmd=b -each depth=1 -rounds 8 -ratinginterval 4");
    let games: Vec<(Played, u32)> = (0..16)
        .map(|n| {
            (Played::new(n % 2, 1 - n % 2, n as u32 / 2, GameResult::Draw, Ending::Stalemate), 9)
        })
        .collect();
    let (text, _) = run(&config, &games);
    assert_eq!(text.matches("Results of").count(), 2, "after 4 and 8 pairs, once\n{text}");
    assert!(text.ends_with("Finished match\n"));
}

/// fishtest's worker checks of every block that its games are those of its pairs.
#[test]
fn games_and_pairs_fit_together_in_every_block() {
    let config = config("-engine cmd=a -engine cmd=b -each depth=1 -rounds 30 -ratinginterval 1");
    // Games as they come from several workers: pairs are completed late and out of order.
    let mut games = Vec::new();
    for block in 0..10u32 {
        let results = [GameResult::WhiteWins, GameResult::Draw, GameResult::BlackWins];
        for (index, &(pair, swapped)) in
            [(0, false), (1, false), (0, true), (2, false), (2, true), (1, true)].iter().enumerate()
        {
            let (white, black) = if swapped { (1, 0) } else { (0, 1) };
            let result = results[(block as usize * 5 + index * 7) % 3];
            games
                .push((Played::new(white, black, 3 * block + pair, result, Ending::Checkmate), 40));
        }
    }
    let (text, _) = run(&config, &games);
    let number = |line: &str, key: &str| -> u64 {
        let rest = &line[line.find(key).unwrap() + key.len()..];
        rest.split(|c: char| !c.is_ascii_digit())
            .find(|part| !part.is_empty())
            .unwrap()
            .parse()
            .unwrap()
    };
    let counts: Vec<u64> = text
        .lines()
        .filter(|line| line.starts_with("Games: "))
        .map(|line| {
            let sum: u64 = ["Wins:", "Losses:", "Draws:"].iter().map(|key| number(line, key)).sum();
            assert_eq!(sum, number(line, "Games:"));
            sum
        })
        .collect();
    let pairs: Vec<u64> = text
        .lines()
        .filter(|line| line.starts_with("Ptnml(0-2): "))
        .map(|line| {
            let list = &line[line.find('[').unwrap() + 1..line.find(']').unwrap()];
            list.split(", ").map(|n| n.parse::<u64>().unwrap()).sum()
        })
        .collect();
    assert_eq!(pairs, (1..=30).collect::<Vec<_>>(), "a block for each pair, none twice");
    assert_eq!(counts, pairs.iter().map(|pairs| 2 * pairs).collect::<Vec<_>>());
}

#[test]
fn a_decided_test_is_told() {
    let mut tally = Tally::new(2);
    for pair in 0..3000 {
        let second = if pair % 3 == 0 { GameResult::Draw } else { GameResult::WhiteWins };
        tally.record(&Played::new(0, 1, pair, GameResult::WhiteWins, Ending::Checkmate));
        tally.record(&Played::new(1, 0, pair, second, Ending::Checkmate));
    }
    let fast = lines::finale(&config(DUEL), &tally, DoneReason::Sprt, None);
    assert!(fast.ends_with("SPRT ([0.00, 5.00]) completed - H1 was accepted\nFinished match\n"));
    let cute = config(&format!("{DUEL} -output format=cutechess"));
    assert!(cutechess::results(&cute, &tally).ends_with(" - H1 was accepted\n"));
}

#[test]
fn many_engines_get_tables() {
    let config = config(
        "-engine cmd=a name=alpha -engine cmd=b name=beta -engine cmd=c name=gamma -each depth=1 \
         -rounds 2 -anchor beta rating=2000",
    );
    let mut games = Vec::new();
    for pair in 0..20 {
        for (w, b, result) in [
            (0, 1, GameResult::WhiteWins),
            (1, 0, if pair % 2 == 0 { GameResult::WhiteWins } else { GameResult::Draw }),
            (0, 2, GameResult::WhiteWins),
            (2, 0, if pair % 4 == 0 { GameResult::WhiteWins } else { GameResult::Draw }),
            (1, 2, GameResult::Draw),
            (2, 1, if pair % 5 == 0 { GameResult::WhiteWins } else { GameResult::BlackWins }),
        ] {
            games.push((Played::new(w, b, pair, result, Ending::Adjudication), 50));
        }
    }
    let (text, tally) = run(&config, &games);
    assert!(
        text.contains("Rank Name                             Elo        +/-       nElo"),
        "{text}"
    );
    let list = tables::rating_list(&config, &tally);
    let rows: Vec<&str> = list.lines().collect();
    assert!(
        rows[0].starts_with("   # PLAYER       :   RATING  ERROR   POINTS  PLAYED    (%)  CFS(%)"),
        "{list}"
    );
    assert!(rows[1].starts_with("   1 alpha "), "{list}");
    assert!(list.contains("2000.0   ----"), "the anchor has no error\n{list}");
    let cross = tables::crosstable(&config, &tally);
    assert!(cross.contains("1 alpha               *"), "{cross}");
    assert!(text.contains(&list) && text.contains(&cross));
}

#[test]
fn a_reader_that_goes_away_is_survived() {
    struct Closed;
    impl std::io::Write for Closed {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let config = config(DUEL);
    let mut lines = Lines::new(&config, Closed);
    for _ in 0..3 {
        let warning = MatchEvent::Warning { engine: Some(0), text: "odd".to_owned() };
        lines.event(&warning, &Tally::new(2));
    }
}
