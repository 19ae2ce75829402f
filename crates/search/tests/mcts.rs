// SPDX-License-Identifier: GPL-3.0-or-later
//! The Monte-Carlo tree search from outside: limits, mates, draws, lines, stopping.

use std::sync::Arc;
use std::time::Duration;

use chess::{Game, Move, Position};
use eval::nnue::{Nnue, shipped};
use xanthos_search::{
    Clock, Control, Dtz, Event, Info, Job, Limits, Mcts, MctsVariant, Outcome, Score, Search,
    Tablebase, Wdl,
};

fn game(fen: &str) -> Game {
    Game::new(Position::from_fen(fen).unwrap())
}

fn mcts() -> Mcts<Nnue> {
    Mcts::new(Nnue::new(shipped()))
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn think(search: &mut dyn Search, job: &Job) -> (Outcome, Vec<Info>) {
    let mut infos = Vec::new();
    let outcome = search.think(job, &Control::default(), &mut |event| {
        if let Event::Depth(depth) = event {
            infos.extend(depth.into_lines());
        }
    });
    (outcome, infos)
}

fn uci(job: &Job, mv: Option<Move>) -> String {
    job.game.position().uci(mv.expect("a move")).to_string()
}

#[test]
fn a_node_limit_is_met_exactly() {
    for variant in [MctsVariant::Puct, MctsVariant::Uct { exploration: std::f64::consts::SQRT_2 }] {
        for threads in [1, 2, 5] {
            for limit in [0, 1, 2, 31, 1000] {
                let mut search = Mcts::with_variant(Nnue::new(shipped()), variant);
                search.set_threads(threads);
                let job = Job::new(Game::default(), nodes(limit));
                let (outcome, infos) = think(&mut search, &job);
                assert_eq!(outcome.nodes, limit);
                let last = infos.last().expect("an info");
                assert_eq!(last.nodes, limit);
                assert_eq!(last.pv.first().copied(), outcome.best);
            }
        }
    }
}

#[test]
fn a_depth_that_no_line_can_have_ends_the_search_all_the_same() {
    for threads in [1, 2] {
        let mut search = mcts();
        search.set_threads(threads);
        // The nodes are there for a search that would never end.
        let limits = Limits { depth: Some(6), ..nodes(500_000) };
        // Two kings alone, and a king that takes the last pawn.
        for fen in ["8/8/8/3k4/8/3K4/8/8 w - - 0 1", "8/8/8/4k3/4P3/8/8/4K3 b - - 1 1"] {
            let job = Job::new(game(fen), limits.clone());
            let (outcome, _) = think(&mut search, &job);
            assert!(outcome.best.is_some() && outcome.nodes < 500_000, "{}", outcome.nodes);
        }
    }
}

#[test]
fn mates_are_found_and_proven() {
    for (fen, moves, best) in [
        ("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", 1, "d1d8"),
        ("r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 1", 2, "d5f6"),
        ("r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", 3, "f8c5"),
    ] {
        let job = Job::new(game(fen), Limits { mate: Some(moves), ..nodes(60_000) });
        let (outcome, infos) = think(&mut mcts(), &job);
        assert_eq!(infos.last().unwrap().score, Score::Mate(moves as i32), "{fen}");
        assert_eq!(uci(&job, outcome.best), best);
        assert!(outcome.nodes < 60_000, "{fen}");
    }
}

#[test]
fn being_mated_is_proven_too() {
    // Every move of the king walks into a mate on the back rank.
    let job = Job::new(game("7k/8/8/8/8/1r6/r7/7K w - - 0 1"), nodes(50_000));
    let (outcome, infos) = think(&mut mcts(), &job);
    assert_eq!(infos.last().unwrap().score, Score::Mate(-1));
    assert!(outcome.best.is_some());
}

#[test]
fn a_stalemate_is_a_draw_and_is_avoided() {
    // Qb6 would be stalemate; anything that keeps the king moving wins.
    let job = Job::new(game("k7/8/2K5/8/8/8/1Q6/8 w - - 0 1"), nodes(3_000));
    let (outcome, infos) = think(&mut mcts(), &job);
    assert_ne!(uci(&job, outcome.best), "b2b6");
    assert!(matches!(infos.last().unwrap().score, Score::Mate(1..)));
    let over = Job::new(game("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), nodes(100));
    let (outcome, infos) = think(&mut mcts(), &over);
    assert_eq!((outcome.best, infos[0].score, infos[0].depth), (None, Score::Cp(0), 0));
}

#[test]
fn a_lost_side_takes_the_repetition() {
    // A queen down, Black has nothing but the perpetual check.
    let mut game = game("6k1/6p1/8/6KQ/1r6/q2b4/8/8 w - - 0 32");
    for text in ["h5e8", "g8h7", "e8h5", "h7g8", "h5e8", "g8h7"] {
        game.play(game.position().parse_uci(text).unwrap());
    }
    let job = Job::new(game, nodes(4_000));
    let (outcome, infos) = think(&mut mcts(), &job);
    assert_eq!(uci(&job, outcome.best), "e8h5");
    let Score::Cp(cp) = infos.last().unwrap().score else { panic!("a draw is no mate") };
    assert!(cp.abs() < 60, "{cp}");
}

#[test]
fn fifty_moves_without_progress_are_a_draw() {
    let job = Job::new(game("8/8/8/4k3/8/8/4K3/7R w - - 99 100"), nodes(2_000));
    let (_, infos) = think(&mut mcts(), &job);
    let Score::Cp(cp) = infos.last().unwrap().score else { panic!("no mate in one") };
    assert!(cp.abs() < 30, "{cp}");
}

#[test]
fn one_thread_is_deterministic() {
    for variant in [MctsVariant::Puct, MctsVariant::Uct { exploration: std::f64::consts::SQRT_2 }] {
        let run = || {
            let mut search = Mcts::with_variant(Nnue::new(shipped()), variant);
            let job = Job::new(Game::default(), Limits { nodes: Some(2_000), ..Limits::default() });
            let (outcome, infos) = think(&mut search, &job);
            let infos: Vec<_> = infos
                .into_iter()
                .map(|info| (info.depth, info.score, info.nodes, info.pv))
                .collect();
            (outcome, infos)
        };
        assert_eq!(run(), run());
    }
}

#[test]
fn lines_are_legal_distinct_and_in_order() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let mut job = Job::new(game(fen), nodes(3_000));
    job.settings.multipv = 4;
    job.settings.show_wdl = true;
    let (outcome, infos) = think(&mut mcts(), &job);
    let last = &infos[infos.len() - 4..];
    let mut firsts = Vec::new();
    for (index, info) in last.iter().enumerate() {
        assert_eq!(info.multipv, index + 1);
        assert_eq!(info.wdl.unwrap().iter().sum::<u16>(), 1000);
        let mut game = job.game.clone();
        for &mv in &info.pv {
            assert!(game.position().is_legal(mv) && game.outcome().is_none());
            game.play(mv);
        }
        assert!(!firsts.contains(&info.pv[0]));
        firsts.push(info.pv[0]);
    }
    assert_eq!(outcome.best, Some(firsts[0]));
    assert_eq!(outcome.ponder, last[0].pv.get(1).copied());
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let start = Position::startpos();
    let wanted: Vec<Move> = ["a2a3", "h2h4"].map(|text| start.parse_uci(text).unwrap()).to_vec();
    let limits = Limits { searchmoves: Some(wanted.clone()), ..nodes(800) };
    let mut job = Job::new(Game::default(), limits);
    job.settings.multipv = 5;
    let mut search = mcts();
    // A tree from before, in which other moves were searched, changes nothing.
    think(&mut search, &Job::new(Game::default(), nodes(500)));
    let (outcome, infos) = think(&mut search, &job);
    assert!(wanted.contains(&outcome.best.unwrap()));
    assert!(infos.iter().all(|info| info.multipv <= 2 && wanted.contains(&info.pv[0])));
}

#[test]
fn stop_ends_it_at_once() {
    // Told to stop from the first report: not one look more is taken.
    let control = Control::default();
    let job = Job::new(Game::default(), Limits { infinite: true, ..Limits::default() });
    let mut reports = 0;
    let outcome = mcts().think(&job, &control, &mut |event| {
        if let Event::Depth(_) = event {
            reports += 1;
            control.stop();
        }
    });
    assert!(outcome.best.is_some() && reports <= 2, "{reports}");
    // Told before it began: one iteration, so that there is a score.
    let control = Control::default();
    control.stop();
    let outcome = mcts().think(&job, &control, &mut |_| {});
    assert_eq!(outcome.nodes, 1);
}

#[test]
fn pondering_goes_on_until_the_hit_and_then_minds_the_clock() {
    let clock = Clock { time: [Some(Duration::from_millis(30)); 2], ..Clock::default() };
    let limits = Limits { clock, ponder: true, ..Limits::default() };
    let job = Job::new(Game::default(), limits);
    let control = Control::new(true);
    let mut heartbeats = 0;
    let mut reported = Vec::new();
    let outcome = mcts().think(&job, &control, &mut |event| match event {
        // Far beyond the clock, it still thinks.
        Event::Heartbeat { .. } => {
            heartbeats += 1;
            control.ponderhit();
        }
        Event::Time(report) => reported.push(report),
        _ => {}
    });
    assert_eq!((heartbeats, reported.len()), (1, 1));
    assert!(outcome.best.is_some());
}

#[test]
fn depth_is_the_mean_length_of_iterations() {
    let limits = Limits { depth: Some(3), ..Limits::default() };
    let (_, infos) = think(&mut mcts(), &Job::new(Game::default(), limits));
    let last = infos.last().unwrap();
    assert!(last.depth >= 3 && last.seldepth >= last.depth);
    assert!(infos[..infos.len() - 1].iter().all(|info| info.depth < 3));
}

#[test]
fn contempt_changes_what_a_draw_is_worth() {
    let fen = "8/8/8/4k3/8/8/4K3/7R w - - 99 100";
    let score = |contempt| {
        let mut job = Job::new(game(fen), nodes(500));
        job.settings.contempt = contempt;
        let (_, infos) = think(&mut mcts(), &job);
        match infos.last().unwrap().score {
            Score::Cp(cp) => cp,
            other => panic!("{other}"),
        }
    };
    assert!(score(80) < -40 && score(-80) > 40, "{} {}", score(80), score(-80));
}

/// Whoever has a rook wins.
struct Rooks;

impl Tablebase for Rooks {
    fn max_pieces(&self) -> u32 {
        4
    }

    fn wdl(&self, position: &Position) -> Option<Wdl> {
        let own = position.pieces(position.turn(), chess::Role::Rook).count();
        let other = position.pieces(!position.turn(), chess::Role::Rook).count();
        Some(match own.cmp(&other) {
            std::cmp::Ordering::Less => Wdl::Loss,
            std::cmp::Ordering::Equal => Wdl::Draw,
            std::cmp::Ordering::Greater => Wdl::Win,
        })
    }

    fn dtz(&self, position: &Position) -> Option<Dtz> {
        Some(Dtz::before_zeroing(self.wdl(position)?))
    }
}

#[test]
fn tablebases_are_asked_at_leaves_and_at_the_root() {
    // Five pieces: taking the rook leads into the tables with a win.
    let mut job = Job::new(game("4k3/8/8/8/8/1r6/1R1K4/7N w - - 3 1"), nodes(4_000));
    job.tables = Some(Arc::new(Rooks));
    let (outcome, infos) = think(&mut mcts(), &job);
    assert_eq!(uci(&job, outcome.best), "b2b3");
    assert_eq!(infos.last().unwrap().score, Score::Tablebase(2));
    assert!(infos.last().unwrap().tbhits > 0);
    // Four pieces: the root itself is in the tables.
    let mut job = Job::new(game("4k3/8/8/8/8/1r6/1R1K4/8 w - - 0 1"), nodes(500));
    job.tables = Some(Arc::new(Rooks));
    let (outcome, infos) = think(&mut mcts(), &job);
    assert_eq!(uci(&job, outcome.best), "b2b3");
    assert!(matches!(infos.last().unwrap().score, Score::Tablebase(1..)));
}

#[test]
fn the_second_search_builds_on_the_first() {
    let mut search = mcts();
    let job = Job::new(Game::default(), nodes(2_000));
    let (outcome, _) = think(&mut search, &job);
    let mut game = job.game.clone();
    game.play(outcome.best.unwrap());
    game.play(outcome.ponder.unwrap());
    // One iteration, and yet a line of several moves: it was there before.
    let (_, infos) = think(&mut search, &Job::new(game, nodes(1)));
    assert!(infos.last().unwrap().pv.len() >= 3, "{:?}", infos.last());
}
