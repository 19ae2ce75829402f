// SPDX-License-Identifier: GPL-3.0-or-later
//! Searches that have tables: at the root and inside the tree.

use crate::common;

use std::sync::Arc;

use chess::{Game, Move, Position};
use common::*;
use eval::Classical;
use search::{
    AlphaBeta, Control, Dtz, Event, Info, Job, Limits, Outcome, Ranking, Score, Search, Tablebase,
    Wdl,
};

fn game(fen: &str) -> Game {
    Game::new(Position::from_fen(fen).unwrap())
}

fn job(fen: &str, limits: Limits) -> Job {
    let mut job = Job::new(game(fen), limits);
    job.tables = Some(Arc::new(own()));
    job
}

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn think(job: &Job) -> (Outcome, Vec<Info>) {
    let mut infos = Vec::new();
    let mut search = AlphaBeta::new(Classical::default());
    let outcome = search.think(job, &Control::default(), &mut |event| {
        if let Event::Depth(depth) = event {
            infos.extend(depth.into_lines());
        }
    });
    (outcome, infos)
}

fn mv(game: &Game, san: &str) -> Move {
    game.position().parse_san(san).unwrap()
}

/// The same without distances, as if only tables of outcomes were there.
struct OutcomesOnly<T>(T);

impl<T: Tablebase> Tablebase for OutcomesOnly<T> {
    fn max_pieces(&self) -> u32 {
        self.0.max_pieces()
    }
    fn wdl(&self, position: &Position) -> Option<Wdl> {
        self.0.wdl(position)
    }
    fn dtz(&self, _: &Position) -> Option<Dtz> {
        None
    }
}

#[test]
fn a_won_root_is_shown_as_won_and_counted() {
    let (outcome, infos) = think(&job("8/8/8/3k4/8/8/8/KR6 w - - 0 1", depth(2)));
    let last = infos.last().unwrap();
    assert_eq!(last.score, Score::Tablebase(1));
    assert_eq!(last.tbhits, 15, "every move of the root");
    assert_eq!(last.pv.first().copied(), outcome.best);
    let (_, infos) = think(&job("8/8/8/3k4/8/8/8/KR6 b - - 0 1", depth(2)));
    assert_eq!(infos.last().unwrap().score, Score::Tablebase(-1));
}

#[test]
fn only_moves_that_keep_the_win_are_searched() {
    let fen = "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1";
    for limits in [nodes(1), nodes(50), depth(9)] {
        let (outcome, _) = think(&job(fen, limits));
        let san = game(fen).position().san(outcome.best.unwrap());
        assert!(["Kd6", "Kf6"].contains(&san.as_str()), "{san}");
    }
    // And a draw is not given away: only one square keeps the opposition.
    let fen = "8/8/4k3/8/4P3/4K3/8/8 b - - 0 1";
    let (outcome, infos) = think(&job(fen, nodes(1)));
    assert_eq!(game(fen).position().san(outcome.best.unwrap()), "Ke5");
    assert_eq!(infos.last().unwrap().score, Score::Cp(0));
}

#[test]
fn a_mate_is_announced_where_it_is_proven() {
    let (_, infos) = think(&job("7k/8/5K2/8/8/8/8/R7 w - - 0 1", depth(8)));
    assert_eq!(infos.last().unwrap().score, Score::Mate(2));
    let mut limits = depth(12);
    limits.mate = Some(2);
    let (_, infos) = think(&job("7k/8/5K2/8/8/8/8/R7 w - - 0 1", limits));
    let last = infos.last().unwrap();
    assert_eq!((last.score, last.tbhits), (Score::Mate(2), 0), "a search for a mate asks nobody");
}

#[test]
fn the_clock_may_spoil_a_win() {
    // A rook needs more than five moves from here.
    let fen = |clock: u32| format!("8/8/8/3k4/8/8/8/KR6 w - - {clock} 90");
    let shown = |job: &Job| think(job).1.last().unwrap().score;
    assert_eq!(shown(&job(&fen(40), depth(2))), Score::Tablebase(1));
    assert_eq!(shown(&job(&fen(90), depth(2))), Score::Cp(1), "cursed: the least above a draw");
    let mut without_the_rule = job(&fen(90), depth(2));
    without_the_rule.settings.tables.fifty_moves = false;
    assert_eq!(shown(&without_the_rule), Score::Tablebase(1));
}

#[test]
fn several_lines_come_in_the_order_of_the_tables() {
    let fen = "8/8/8/8/8/2k5/8/KR6 b - - 0 1";
    let mut asked = job(fen, depth(5));
    asked.settings.multipv = 5;
    let (outcome, infos) = think(&asked);
    let last = &infos[infos.len() - 5..];
    assert!(last.iter().enumerate().all(|(index, info)| info.multipv == index + 1));
    assert_eq!(last[0].pv.first().copied(), outcome.best);
    let size = |info: &Info| match info.score {
        Score::Cp(n) => n,
        Score::Tablebase(n) => 20_000 * n.signum() - n,
        Score::Mate(n) => 30_000 * n.signum() - n,
    };
    assert!(last.windows(2).all(|pair| size(&pair[0]) >= size(&pair[1])), "{last:?}");
    // The only move that takes the rook's square draws; the others lose.
    let first = last[0].pv[0];
    let tables = own();
    let ranking =
        Ranking::of(&asked.game, &asked.game.position().legal_moves(), &tables, true).unwrap();
    assert_eq!(ranking.moves[0].rank, {
        ranking.moves.iter().find(|verdict| verdict.mv == first).unwrap().rank
    });
}

#[test]
fn only_the_moves_asked_for() {
    let fen = "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1";
    let mut asked = job(fen, depth(4));
    let drawing = mv(&asked.game, "Kd5");
    asked.limits.searchmoves = Some(vec![drawing]);
    let (outcome, infos) = think(&asked);
    assert_eq!(outcome.best, Some(drawing));
    assert_eq!(infos.last().unwrap().score, Score::Cp(0));
}

#[test]
fn inside_the_tree_tables_end_lines() {
    // Four pieces, tables for three: taking the knight wins, and is seen at once.
    let fen = "8/8/8/3k4/8/8/n7/KQ6 w - - 0 1";
    let (outcome, infos) = think(&job(fen, depth(3)));
    let last = infos.last().unwrap();
    assert_eq!(game(fen).position().san(outcome.best.unwrap()), "Kxa2");
    assert_eq!(last.score, Score::Tablebase(2));
    assert!(last.tbhits > 0);
    // Not if the depth or the number of pieces is forbidden.
    let mut limited = job(fen, depth(3));
    limited.settings.tables.max_pieces = 2;
    assert_eq!(think(&limited).1.last().unwrap().tbhits, 0);
    let mut limited = job(fen, depth(3));
    limited.settings.tables.depth = 50;
    assert_eq!(think(&limited).1.last().unwrap().tbhits, 0);
}

#[test]
fn outcomes_alone_still_keep_the_result() {
    let fen = "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1";
    let mut asked = Job::new(game(fen), nodes(1));
    asked.tables = Some(Arc::new(OutcomesOnly(own())));
    let (outcome, infos) = think(&asked);
    let san = game(fen).position().san(outcome.best.unwrap());
    assert!(["Kd6", "Kf6"].contains(&san.as_str()), "{san}");
    assert_eq!(infos.last().unwrap().score, Score::Tablebase(1));
}

#[test]
fn threads_count_their_hits_together() {
    let mut asked = job("8/8/8/3k4/8/1n6/8/KQ6 w - - 0 1", depth(8));
    asked.settings.multipv = 2;
    let mut search = AlphaBeta::new(Classical::default());
    search.set_threads(2);
    let mut hits = 0;
    search.think(&asked, &Control::default(), &mut |event| {
        if let Event::Depth(depth) = event {
            assert!(depth.best().tbhits >= hits);
            hits = depth.best().tbhits;
        }
    });
    assert!(hits > 0);
}

mod ranks {
    use super::*;

    fn ranking(game: &Game, fifty_moves: bool) -> Ranking {
        Ranking::of(game, &game.position().legal_moves(), &own(), fifty_moves).unwrap()
    }

    #[test]
    fn wins_are_equal_while_there_is_time() {
        let game = game("8/8/8/3k4/8/8/8/KR6 w - - 0 1");
        let ranking = ranking(&game, true);
        let won = ranking.moves.iter().filter(|verdict| verdict.outcome == Wdl::Win);
        let ranks: Vec<i32> = won.map(|verdict| verdict.rank).collect();
        assert!(ranks.len() > 10 && ranks.iter().all(|&rank| rank == ranks[0]));
        assert!(ranking.by_distance);
    }

    #[test]
    fn after_a_repetition_the_shortest_way_is_taken() {
        let mut game = game("8/8/8/3k4/8/8/8/KR6 w - - 0 1");
        for san in ["Rb2", "Kd4", "Rb1", "Kd5"] {
            let next = mv(&game, san);
            game.play(next);
        }
        let verdicts = ranking(&game, true).moves;
        let best = verdicts[0].dtz.unwrap();
        assert!(
            verdicts.iter().all(|verdict| verdict.dtz.unwrap() >= best || verdict.dtz == Some(0))
        );
        assert!(verdicts[0].rank > verdicts.last().unwrap().rank);
        let slower = verdicts.iter().find(|verdict| verdict.dtz.unwrap() > best).unwrap();
        assert!(slower.rank < verdicts[0].rank);
    }

    #[test]
    fn the_shortest_way_where_the_clock_runs_out() {
        let game = game("8/8/8/3k4/8/8/8/KR6 w - - 68 90");
        let verdicts = ranking(&game, true).moves;
        let best = verdicts[0];
        assert_eq!(best.outcome, Wdl::Win, "{best:?}");
        let spoilt = verdicts.iter().filter(|verdict| verdict.outcome == Wdl::CursedWin);
        assert!(spoilt.count() > 0);
        assert!(verdicts.iter().all(|v| v.outcome != Wdl::Win || v.dtz.unwrap() <= 32));
    }

    #[test]
    fn a_third_repetition_is_a_draw() {
        let mut game = game("8/8/8/3k4/8/8/8/KR6 w - - 0 1");
        for san in ["Rb2", "Kd4", "Rb1", "Kd5", "Rb2", "Kd4", "Rb1"] {
            let next = mv(&game, san);
            game.play(next);
        }
        let verdicts = ranking(&game, true).moves;
        assert_eq!(game.position().san(verdicts[0].mv), "Kd5");
        assert_eq!(verdicts[0].outcome, Wdl::Draw);
        assert!(verdicts[1..].iter().all(|verdict| verdict.outcome == Wdl::Loss));
    }

    #[test]
    fn a_mate_comes_first() {
        let game = game("7k/8/6K1/8/8/8/8/R7 w - - 99 90");
        let verdicts = ranking(&game, true).moves;
        assert_eq!(game.position().san(verdicts[0].mv), "Ra8#");
        assert!(verdicts[0].mates && verdicts[0].outcome == Wdl::Win);
        assert!(verdicts[1..].iter().all(|verdict| verdict.outcome != Wdl::Win));
    }

    #[test]
    fn a_move_into_the_unknown_leaves_no_ranking() {
        let game = game("8/8/8/3k4/8/8/n7/KQ6 w - - 0 1");
        let legal = game.position().legal_moves();
        assert_eq!(Ranking::of(&game, &legal, &own(), true), None);
    }
}
