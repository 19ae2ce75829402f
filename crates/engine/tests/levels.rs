// SPDX-License-Identifier: GPL-3.0-or-later
//! Players of limited strength, through the engine's front door.

use std::sync::mpsc::{Receiver, channel};

use chess::{Color, Game, Move, Outcome, Position};
use search::{Info, Limits, Score};
use xanthos_engine::{Engine, Event, Request, flagship};

struct Board {
    engine: Engine,
    told: Receiver<Event>,
}

impl Board {
    fn new(settings: &[(&str, &str)]) -> Board {
        let (tell, told) = channel();
        let mut engine = Engine::new(flagship, move |event| _ = tell.send(event)).unwrap();
        engine.set_option("Hash", Some("1")).unwrap();
        for (name, value) in settings {
            engine.set_option(name, Some(value)).unwrap();
        }
        Board { engine, told }
    }

    /// A player of this rating, whose mistakes hang on the seed.
    fn level(elo: i64, seed: u64) -> Board {
        let (elo, seed) = (elo.to_string(), seed.to_string());
        Board::new(&[("UCI_LimitStrength", "true"), ("UCI_Elo", &elo), ("LevelSeed", &seed)])
    }

    /// The answer to a `go`, and the exact lines before it.
    fn ask(&mut self, game: &Game, limits: Limits) -> (search::Outcome, Vec<Info>) {
        self.engine.go(Request::new(game.clone(), limits)).unwrap();
        let mut lines = Vec::new();
        for event in &self.told {
            self.engine.note(&event);
            match event {
                Event::Search(search::Event::Depth(depth)) => lines.extend(depth.into_lines()),
                Event::Done(outcome) => return (outcome, lines),
                _ => {}
            }
        }
        panic!("the engine went away without an answer");
    }

    fn best(&mut self, game: &Game, limits: Limits) -> Move {
        self.ask(game, limits).0.best.expect("the game goes on")
    }
}

/// For a limited player: it ends by itself.
fn unlimited() -> Limits {
    Limits::default()
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn game(fen: &str) -> Game {
    Game::new(Position::from_fen(fen).unwrap())
}

/// Positions of the opening, the middlegame and the ending.
const POSITIONS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3",
    "r2q1rk1/pp2bppp/2n1bn2/2pp4/3P1B2/2N1PN2/PPQ1BPPP/R4RK1 w - - 0 11",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
];

#[test]
fn the_same_seed_makes_the_same_mistakes() {
    for fen in POSITIONS {
        let answer = |seed| Board::level(700, seed).best(&game(fen), unlimited());
        assert_eq!(answer(5), answer(5), "{fen}");
    }
    let mut moves: Vec<Move> =
        (1..9).map(|seed| Board::level(700, seed).best(&game(POSITIONS[2]), unlimited())).collect();
    moves.sort();
    moves.dedup();
    assert!(moves.len() > 2, "eight games, and always {moves:?}");
}

#[test]
fn the_last_line_is_that_of_the_move_played() {
    let mut surprises = 0;
    for fen in POSITIONS {
        for seed in 1..6 {
            let game = game(fen);
            let (outcome, lines) = Board::level(600, seed).ask(&game, unlimited());
            let (best, last) = (outcome.best.unwrap(), lines.last().unwrap());
            assert_eq!((last.multipv, last.pv[0]), (1, best), "{fen}");
            assert!(game.position().is_legal(best));
            assert!(outcome.ponder.is_none_or(|m| game.position().after(best).is_legal(m)));
            assert!(lines.is_sorted_by_key(|line| line.nodes), "{fen}");
            surprises += usize::from(lines.len() > 1 && lines[lines.len() - 2].pv[0] != best);
        }
    }
    assert!(surprises > 5, "a beginner who always plays the best move");
}

#[test]
fn several_lines_are_shown_whole() {
    let mut board = Board::level(900, 2);
    board.engine.set_option("MultiPV", Some("3")).unwrap();
    for fen in POSITIONS {
        let game = game(fen);
        let (outcome, lines) = board.ask(&game, unlimited());
        let last = &lines[lines.len() - 3..];
        assert_eq!(last.iter().map(|line| line.multipv).collect::<Vec<_>>(), [1, 2, 3]);
        assert!(last.iter().all(|line| line.depth == last[0].depth));
        assert_eq!(Some(last[0].pv[0]), outcome.best);
    }
}

#[test]
fn a_finished_game_has_a_verdict_at_every_level() {
    for (fen, score) in [
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Score::Mate(0)),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Score::Cp(0)),
    ] {
        let (outcome, lines) = Board::level(500, 1).ask(&game(fen), unlimited());
        assert_eq!((outcome.best, lines.len(), lines[0].score), (None, 1, score), "{fen}");
    }
}

#[test]
fn limits_hold_for_limited_players_too() {
    for fen in POSITIONS {
        let game = game(fen);
        for most in [1, 50, 700] {
            let (outcome, _) = Board::level(800, 3).ask(&game, nodes(most));
            assert!(outcome.nodes <= most, "{} nodes of {most}", outcome.nodes);
            assert!(game.position().is_legal(outcome.best.unwrap()));
        }
        let (_, lines) =
            Board::level(2600, 3).ask(&game, Limits { depth: Some(2), ..Limits::default() });
        assert!(lines.iter().all(|line| line.depth <= 2));
        let only = game.position().legal_moves()[..2].to_vec();
        let limits = Limits { searchmoves: Some(only.clone()), ..Limits::default() };
        assert!(only.contains(&Board::level(500, 4).best(&game, limits)));
    }
}

#[test]
fn every_evaluation_can_be_played_weakly() {
    for &kind in xanthos_engine::Evaluation::ALL {
        let mut board = Board::level(600, 7);
        board.engine.set_option("Evaluation", Some(kind.name())).unwrap();
        let game = game(POSITIONS[2]);
        assert!(game.position().is_legal(board.best(&game, unlimited())), "{kind}");
    }
}

#[test]
fn full_strength_does_not_hear_of_it() {
    let search = |settings: &[(&str, &str)]| {
        let (outcome, lines) = Board::new(settings).ask(&game(POSITIONS[3]), nodes(20_000));
        (outcome, lines.into_iter().map(|line| (line.score, line.pv)).collect::<Vec<_>>())
    };
    let full = search(&[]);
    assert_eq!(search(&[("UCI_Elo", "500"), ("LevelSeed", "9")]), full);
    let analysis = [("UCI_LimitStrength", "true"), ("UCI_AnalyseMode", "true")];
    assert_eq!(search(&analysis), full);
    assert_ne!(search(&[("UCI_LimitStrength", "true")]), full);
}

#[test]
fn a_mate_that_is_asked_for_is_found_at_any_level() {
    let fen = "r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 1";
    let limits = Limits { mate: Some(2), ..Limits::default() };
    let best = Board::level(500, 1).best(&game(fen), limits);
    assert_eq!(game(fen).position().san(best), "Nf6+");
}

/// Plays to the end; the players answer to `limits` each.
fn play(mut game: Game, mut players: [(Board, Limits); 2]) -> Option<Outcome> {
    while game.outcome().is_none() && game.moves().len() < 300 {
        let (board, limits) = &mut players[game.position().turn().index()];
        let best = board.best(&game, limits.clone());
        game.play(best);
    }
    game.outcome()
}

#[test]
fn a_beginner_mates_with_a_rook_and_with_a_queen() {
    for (number, fen) in [
        "8/8/8/3k4/8/8/8/KR6 w - - 0 1",
        "8/8/8/8/3k4/8/8/R3K3 w - - 0 1",
        "7R/8/8/4k3/8/8/8/K7 b - - 0 1",
        "8/8/8/8/8/4k3/8/4K2R w - - 0 1",
        "8/8/8/3k4/8/8/8/KQ6 w - - 0 1",
        "4k3/8/8/8/8/8/8/Q3K3 b - - 0 1",
    ]
    .into_iter()
    .enumerate()
    {
        let beginner = (Board::level(500, number as u64 + 1), unlimited());
        let defender = (Board::new(&[]), nodes(3_000));
        let end = play(game(fen), [beginner, defender]);
        assert_eq!(end, Some(Outcome::Checkmate { winner: Color::White }), "{fen}");
    }
}

#[test]
fn a_beginner_loses_to_somebody_better() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let mut points = 0.0;
    for seed in 1..=3 {
        for weak in [Color::White, Color::Black] {
            let beginner = (Board::level(500, seed), unlimited());
            let better = (Board::level(1100, seed), unlimited());
            let white_is_weak = weak == Color::White;
            let players = if white_is_weak { [beginner, better] } else { [better, beginner] };
            points += match play(game(start), players) {
                Some(Outcome::Checkmate { winner }) if winner == weak => 0.0,
                Some(Outcome::Checkmate { .. }) => 1.0,
                _ => 0.5,
            };
        }
    }
    assert!(points >= 5.0, "{points} of 6");
}
