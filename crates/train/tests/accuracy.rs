// SPDX-License-Identifier: GPL-3.0-or-later
//! How well evaluations predict results, against plain arithmetic.

use chess::Position;
use eval::{Evaluator, Placement};
use xanthos_train::accuracy::GamePositions;
use xanthos_train::positions::{Format, Source, SourceError, is_quiet};

/// A game that White wins, one that Black wins and one without a result.
const GAMES: &str = r#"[Event "one"]
[Result "1-0"]

1. e4 {a comment} e5 (1... c5 2. Nf3) 2. Nf3 Nc6 3. Bc4 Nd4 4. O-O d6 5. c3 Nxf3+ 6. Qxf3 a6 7. Qxf7# 1-0

[Event "two"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1

[Event "three"]
[Result "*"]

1. d4 d5 2. c4 e6 3. Nc3 Nf6 *
"#;

fn source(text: &str, limit: usize, every: usize) -> (tempfile::TempDir, Source) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("games.pgn");
    std::fs::write(&path, text).unwrap();
    let source = Source { path, format: Format::Pgn, limit, every };
    (dir, source)
}

/// The quiet positions of the first two games with White's results, played through here.
fn expected() -> Vec<(Position, f64)> {
    let games =
        [("e4 e5 Nf3 Nc6 Bc4 Nd4 O-O d6 c3 Nxf3+ Qxf3 a6 Qxf7#", 1.0), ("f3 e5 g4 Qh4#", 0.0)];
    let mut positions = Vec::new();
    for (moves, result) in games {
        let mut position = Position::startpos();
        for san in moves.split(' ') {
            if is_quiet(&position) {
                positions.push((position, result));
            }
            let mv = position.parse_san(san).unwrap();
            position.play(mv);
        }
    }
    positions
}

#[test]
fn the_error_is_the_smallest_that_any_width_gives() {
    let (_dir, source) = source(GAMES, usize::MAX, 1);
    let mut games = GamePositions::default();
    let expected = expected();
    assert_eq!(games.add(&source).unwrap(), expected.len());
    assert!((8..17).contains(&games.len()), "{}", games.len());

    let scores = games.scores(&mut Placement);
    for (&(position, _), &score) in expected.iter().zip(&scores) {
        let own = f64::from(Placement.evaluate(&position));
        let white = if position.fen().contains(" w ") { own } else { -own };
        assert_eq!(score, white, "{}", position.fen());
    }
    let found = games.accuracy(&scores);
    let error = |width: f64| {
        let each = expected.iter().zip(&scores);
        let squares = each
            .map(|((_, result), score)| (1.0 / (1.0 + (-score / width).exp()) - result).powi(2));
        squares.sum::<f64>() / scores.len() as f64
    };
    assert!((found.error - error(found.width)).abs() < 1e-12);
    let best = (21..1000).map(|width| error(width.into())).fold(f64::MAX, f64::min);
    assert!(found.error <= best + 1e-6, "{} instead of {best}", found.error);
}

#[test]
fn limits_and_samples_are_kept_to() {
    let many = GAMES.repeat(40);
    let (_dir, mut all) = source(&many, usize::MAX, 1);
    let count = |source: &Source| GamePositions::default().add(source).unwrap();
    let whole = count(&all);
    all.every = 4;
    let some = count(&all);
    assert!((whole / 8..whole / 2).contains(&some), "{some} of {whole}");
    all.limit = 7;
    assert_eq!(count(&all), 7);
}

#[test]
fn a_bad_game_is_named_with_its_place() {
    let (_dir, source) = source(&GAMES.replace("Qh4#", "Qh5#"), usize::MAX, 1);
    let error = GamePositions::default().add(&source).unwrap_err();
    assert!(matches!(error, SourceError::Pgn { .. }));
    let text = error.to_string();
    assert!(text.contains("games.pgn") && text.contains("Qh5"), "{text}");
}
