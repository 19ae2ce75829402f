// SPDX-License-Identifier: GPL-3.0-or-later
//! Reports on games whose mistakes everybody knows.

use std::collections::BTreeSet;

use analyse::{Effort, Error, Progress, Quality, Report, Settings, Side, Turn, analyse_game};
use formats::pgn::{self, Evaluation, Keep, Record, Remark};
use journal::StopFlag;
use search::Score;
use xanthos_analyse as analyse;

const MIXED: &str = include_str!("games/mixed.pgn");
const ACHILLES: &str = include_str!("games/achilles.pgn");

fn games(text: &str) -> Vec<Record> {
    pgn::read_games(text.as_bytes()).keep(Keep::ALL).filter_map(Result::ok).collect()
}

fn settings() -> Settings {
    Settings { effort: Effort::Nodes(3_000), hash: 4, ..Settings::default() }
}

fn report(game: &Record) -> Report {
    analyse_game(game, &settings(), &StopFlag::new(), &mut |_| ()).expect("nobody stops it")
}

fn report_on(text: &str) -> Report {
    report(&games(text)[0])
}

/// The half-moves with a name at least as bad.
fn named(report: &Report, quality: Quality) -> Vec<usize> {
    report.moves.iter().filter(|m| m.judgement >= quality).map(|m| m.ply).collect()
}

#[test]
fn the_move_that_loses_gets_two_question_marks() {
    for (text, ply, best_was_not) in [
        ("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0", 6, "Nf6"),
        ("1. d4 d5 2. Qd3 Nf6 3. Qxh7 Rxh7 4. Nf3 Nc6 0-1", 5, "Qxh7"),
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Qg5 5. Nxg5 h6 *", 8, "Qg5"),
        // Black moves first, and overlooks the back rank.
        ("[FEN \"6k1/p4ppp/8/8/8/8/r4PPP/3R2K1 b - - 0 1\"]\n\n1... a6 2. Rd8# 1-0", 1, "a6"),
    ] {
        let report = report_on(text);
        let blunders = named(&report, Quality::Blunder);
        assert_eq!(blunders, [ply], "{text}");
        let blunder = &report.moves[ply - 1];
        assert_eq!(blunder.sign(), "??");
        assert_ne!(blunder.best_san.as_deref(), Some(best_was_not));
        assert!(blunder.loss >= 200 && blunder.accuracy < 50.0, "{text}: {blunder:?}");
    }
}

#[test]
fn a_mate_on_the_board_is_the_end_of_all_doubt() {
    let report = report_on("1. f3 e5 2. g4 Qh4# 0-1");
    let last = report.moves.last().unwrap();
    assert_eq!((last.score, last.win_chance, last.judgement), (Score::Mate(0), 0, Quality::Best));
    assert_eq!(last.best_score, Score::Mate(-1));
    assert_eq!(last.accuracy, 100.0);
    let turns: Vec<(usize, Turn)> = report.turning_points.iter().map(|t| (t.ply, t.turn)).collect();
    assert_eq!(turns, [(3, Turn::LostBalance)]);
    assert!(report.white.accuracy < report.black.accuracy);
}

#[test]
fn draws_by_the_rules_are_draws() {
    let stalemate = "[FEN \"7k/8/6Q1/8/8/8/8/K7 b - - 0 1\"]\n\n1/2-1/2";
    let report = report_on(stalemate);
    assert_eq!((report.score, report.win_chance), (Score::Cp(0), 500));
    assert!(report.moves.is_empty());
    assert_eq!((report.white.accuracy, report.black.moves), (None, 0));
}

#[test]
fn the_annotated_game_is_the_game() {
    for game in games(MIXED).iter().chain(&games(ACHILLES)) {
        let told = report(game);
        for text in [told.to_pgn(), written(&told.annotate(game.clone()))] {
            let back = games(&text).pop().expect("a sound game");
            let moves = |record: &Record| record.moves.iter().map(|m| m.mv).collect::<Vec<_>>();
            assert_eq!(moves(&back), moves(game), "{text}");
            assert_eq!((back.start, back.result), (game.start, game.result));
            for ((played, told), given) in back.moves.iter().zip(&told.moves).zip(&game.moves) {
                let remark = Remark::read(played.comment.as_deref().unwrap_or(""));
                let before = Remark::read(given.comment.as_deref().unwrap_or(""));
                assert_eq!(remark.clock, before.clock, "{text}");
                assert!(remark.text.ends_with(&before.text), "{text}");
                match told.score {
                    Score::Cp(n) => assert_eq!(remark.eval, Some(Evaluation::Centipawns(n))),
                    Score::Mate(0) => assert_eq!(remark.eval, None),
                    Score::Mate(n) => assert_eq!(remark.eval, Some(Evaluation::Mate(n))),
                    Score::Tablebase(_) => {}
                }
                let nag = match told.judgement {
                    Quality::Best | Quality::Good => None,
                    Quality::Inaccuracy => Some(&6),
                    Quality::Mistake => Some(&2),
                    Quality::Blunder => Some(&4),
                };
                assert_eq!(played.nags.first(), nag, "{text}");
                if nag.is_some() {
                    let line = &played.variations[0].moves;
                    assert_eq!(line.len(), told.best_line.len(), "{text}");
                    assert_ne!(line[0].mv, played.mv);
                }
            }
        }
    }
}

#[test]
fn what_an_annotator_said_is_kept() {
    let game = &games(MIXED)[0];
    let back = games(&written(&report(game).annotate(game.clone()))).pop().unwrap();
    assert!(back.moves[4].comment.as_ref().unwrap().ends_with("here it comes"));
    let variations = &back.moves[5].variations;
    assert_eq!(variations.len(), 2, "the best line, and the annotator's own");
    assert_eq!(variations[1].moves.len(), 2);
}

fn written(record: &Record) -> String {
    let mut text = Vec::new();
    pgn::write(record, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

#[test]
fn a_report_is_the_same_in_every_run_and_survives_json() {
    let game = &games(MIXED)[0];
    let first = report(game);
    assert_eq!(first.to_json(), report(game).to_json());
    let back: Report = serde_json::from_str(&first.to_json()).unwrap();
    assert_eq!(back, first);
}

#[test]
fn the_keys_of_the_json_do_not_change_unnoticed() {
    let value: serde_json::Value =
        serde_json::from_str(&report(&games(MIXED)[0]).to_json()).unwrap();
    let keys = |value: &serde_json::Value| -> Vec<String> {
        let keys: BTreeSet<&String> = value.as_object().expect("an object").keys().collect();
        keys.into_iter().cloned().collect()
    };
    assert_eq!(value["format"], 1);
    assert_eq!(
        keys(&value).join(" "),
        "black chess960 format how moves result score start tags turning_points white win_chance"
    );
    assert_eq!(
        keys(&value["moves"][4]).join(" "),
        "accuracy advised best_line best_line_uci best_san best_score best_uci clock color comment \
         depth fen judgement loss number ply san score spent uci win_chance"
    );
    assert_eq!(
        keys(&value["white"]).join(" "),
        "accuracy average_loss blunders elo inaccuracies mistakes moves name spent"
    );
    assert_eq!(keys(&value["turning_points"][0]).join(" "), "after before color ply turn");
    assert_eq!(
        keys(&value["how"]).join(" "),
        "effort engine evaluation hash plies tablebases threads thresholds"
    );
    assert_eq!(value["moves"][5]["judgement"], "blunder");
    assert_eq!(value["moves"][5]["color"], "black");
}

#[test]
fn words_are_given_when_asked_for_and_speak_of_the_move() {
    let game = &games("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0")[0];
    let settings = Settings { words: Some(analyse::Level::Beginner), ..settings() };
    let mut explained = Vec::new();
    let report = analyse_game(game, &settings, &StopFlag::new(), &mut |progress| {
        if let Progress::Explained { ply, .. } = progress {
            explained.push(ply);
        }
    })
    .unwrap();
    assert!(explained.contains(&6));
    let remarks = &report.moves[5].remarks;
    assert!(remarks.iter().any(|remark| remark.text.contains("checkmate")), "{remarks:?}");
    assert!(report.to_pgn().contains("checkmate"));
    assert!(report.moves[0].remarks.is_empty());
}

#[test]
fn what_is_wrong_comes_before_what_a_bad_move_does_for_its_side() {
    // The knight on f7 forks queen and rook, and loses: no praise for a blunder.
    let game =
        &games("1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 0-1")[0];
    for (nodes, level) in [
        (3_000, analyse::Level::Beginner),
        (20_000, analyse::Level::Club),
        (60_000, analyse::Level::Club),
    ] {
        let settings = Settings { effort: Effort::Nodes(nodes), words: Some(level), ..settings() };
        let report = analyse_game(game, &settings, &StopFlag::new(), &mut |_| ()).unwrap();
        let blunder = &report.moves[8];
        assert!(blunder.judgement >= Quality::Mistake, "{blunder:?}");
        let first = &blunder.remarks[0];
        assert!(!first.text.contains("forks") && !first.text.contains("threatens"), "{first:?}");
        let names = |san: &str| first.text.contains(san);
        assert!(names("Qxg2") || blunder.best_san.as_deref().is_some_and(names), "{first:?}");
    }
}

#[test]
fn a_mistake_has_one_price() {
    let game = &games("1. d4 d5 2. Qd3 Nf6 3. Qxh7 Rxh7 4. Nf3 Nc6 0-1")[0];
    for level in [analyse::Level::Club, analyse::Level::Expert] {
        let settings = Settings { words: Some(level), ..settings() };
        let report = analyse_game(game, &settings, &StopFlag::new(), &mut |_| ()).unwrap();
        let blunder = &report.moves[4];
        let texts: Vec<&str> = blunder.remarks.iter().map(|remark| &*remark.text).collect();
        let price = format!("{} %", (blunder.loss + 5) / 10);
        let priced: Vec<&&str> = texts.iter().filter(|text| text.contains(" %")).collect();
        assert!(!priced.is_empty(), "{texts:?}");
        assert!(priced.iter().all(|text| text.contains(&price)), "{price}: {texts:?}");
        // The verdict itself is the report's to give.
        assert!(!texts.iter().any(|text| text.contains("blunder")), "{texts:?}");
        // Every line that is told can also be played.
        for remark in &blunder.remarks {
            assert_eq!(remark.lines.len(), remark.moves.len(), "{remark:?}");
            assert!(remark.moves.iter().all(|line| line.uci.len() == line.san.len()));
        }
    }
}

#[test]
fn times_come_from_the_clock_and_from_engines() {
    let report = report(&games(MIXED)[0]);
    let spent: Vec<Option<u64>> = report.moves.iter().map(|m| m.spent).collect();
    let seconds = [0, 5, 10, 11, 6, 33, 2].map(|s| Some(s * 1000));
    assert_eq!(spent, seconds);
    assert_eq!(report.white.spent, Some(18_000));

    // The paper on Achilles: one peak, of 289 seconds, on the 23rd move.
    let game = &games(ACHILLES)[0];
    let quick = Settings { effort: Effort::Nodes(200), hash: 1, ..settings() };
    let report = analyse_game(game, &quick, &StopFlag::new(), &mut |_| ()).unwrap();
    let peak = report.moves.iter().max_by_key(|m| m.spent).unwrap();
    assert_eq!((peak.number, peak.color, peak.spent), (23, Side::White, Some(289_000)));
    let long = report.moves.iter().filter(|m| (100_000..150_000).contains(&m.spent.unwrap_or(0)));
    assert_eq!(long.map(|m| m.number).collect::<Vec<_>>(), [14, 20, 22]);
    assert!(report.moves.iter().all(|m| m.color == Side::White || m.spent.is_none()));
}

#[test]
fn an_analysis_can_be_stopped_and_tells_how_far_it_is() {
    let game = &games(ACHILLES)[0];
    let (stop, mut seen) = (StopFlag::new(), Vec::new());
    let result = analyse_game(game, &settings(), &stop, &mut |progress| {
        if let Progress::Judged { ply, done, total, .. } = progress {
            seen.push((ply, done, total));
            if done == 3 {
                stop.raise();
            }
        }
    });
    assert_eq!(result, Err(Error::Stopped));
    let total = game.moves.len() + 1;
    let expected: Vec<_> = (1..=3).map(|done| (total - done, done, total)).collect();
    assert_eq!(seen, expected);
}

#[test]
fn thresholds_can_be_moved() {
    let game = &games("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0")[0];
    let never = analyse::Thresholds { inaccuracy: 1001, mistake: 1001, blunder: 1001 };
    let settings = Settings { thresholds: never, ..settings() };
    let report = analyse_game(game, &settings, &StopFlag::new(), &mut |_| ()).unwrap();
    assert!(named(&report, Quality::Inaccuracy).is_empty());
    assert!(!report.to_pgn().contains('$'));
}

#[test]
fn a_missed_mate_is_told_even_if_the_game_stays_won() {
    // White could mate at once on the back rank and takes a pawn instead.
    let game = "[FEN \"6k1/5ppp/p7/8/8/8/5PPP/RQ4K1 w - - 0 1\"]\n\n1. Rxa6 h6 2. Qb8+ Kh7 *";
    let settings = Settings { words: Some(analyse::Level::Club), ..settings() };
    let report = analyse_game(&games(game)[0], &settings, &StopFlag::new(), &mut |_| ()).unwrap();
    let missed = &report.moves[0];
    let texts: Vec<&str> = missed.remarks.iter().map(|remark| &*remark.text).collect();
    assert!(missed.judgement < Quality::Inaccuracy, "{missed:?}");
    assert!(texts[0].starts_with("A missed chance: Qb8# is mate"), "{texts:?}");
    assert!(missed.motifs.iter().any(|motif| motif == "backRankMate"), "{missed:?}");
    assert!(report.to_pgn().contains("A missed chance"));
    // Nothing was missed where the mate was played.
    let played = game.replace("1. Rxa6 h6 2. Qb8+ Kh7 *", "1. Qb8# 1-0");
    let report =
        analyse_game(&games(&played)[0], &settings, &StopFlag::new(), &mut |_| ()).unwrap();
    assert!(report.moves[0].remarks.is_empty());
}

#[test]
fn a_missed_motif_has_its_name() {
    // The knight could fork king and rook.
    let game = "[FEN \"r3k3/6pp/8/3N4/8/8/5PPP/4K3 w - - 0 1\"]\n\n1. h3 Kd7 *";
    let effort = Effort::Nodes(20_000);
    let settings = Settings { effort, words: Some(analyse::Level::Club), ..settings() };
    let report = analyse_game(&games(game)[0], &settings, &StopFlag::new(), &mut |_| ()).unwrap();
    let missed = &report.moves[0];
    let texts: Vec<&str> = missed.remarks.iter().map(|remark| &*remark.text).collect();
    assert!(missed.judgement >= Quality::Inaccuracy, "{missed:?}");
    assert!(texts[0].contains("Nc7+") && texts[0].contains("The motif: a fork."), "{texts:?}");
    assert!(!missed.remarks[0].lines.is_empty());
}
