// SPDX-License-Identifier: GPL-3.0-or-later
//! Baguette, Bannan and COMP4121bot by hand, and the page about all personas.

use std::path::Path;

use chess::{Color, Position, Square};
use eval::{Evaluator, Explains, Pair, Term};
use xanthos_papers::baguette::Baguette;
use xanthos_papers::bannan::Bannan;
use xanthos_papers::comp4121::Comp4121;
use xanthos_papers::{Evaluation, list, numbers};

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|e| panic!("{fen}: {e}"))
}

#[test]
fn baguette_by_hand() {
    // Ke1 (0) with a pawn on e2 (-20) beside it (+50); Black's king on e8 (0)
    // with nothing: 100 - 20 + 50.
    assert_eq!(Baguette::default().evaluate(&position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")), 130);
    // Both e-pawns (20 and 25 by their squares) are blocked by each other; the
    // kings, on a1 and a8, have no company.
    let blocked = position("k7/8/8/4p3/4P3/8/8/K7 w - - 0 1");
    let ledger = Baguette::default().explain(&blocked);
    assert_eq!(ledger.share(Term::Pawns, Color::White), Pair::new(-50, -50));
    assert_eq!(ledger.total(), 0);
    // With something to take it is not blocked.
    let lever = Baguette::default().explain(&position("k7/8/8/3pp3/4P3/8/8/K7 w - - 0 1"));
    assert_eq!(lever.share(Term::Pawns, Color::White), Pair::ZERO);
    assert_eq!(lever.share(Term::Pawns, Color::Black), Pair::new(-50, -50));
}

/// A rook that goes to and fro on the path costs its side a pawn each time.
#[test]
fn baguette_charges_repeated_moves() {
    let mut baguette = Baguette::default();
    let mut line = vec![position("7k/8/8/8/8/8/8/R3K3 w - - 0 1")];
    let mut plain = Vec::new();
    for text in ["a1b1", "h8h7", "b1a1", "h7h8", "a1b1", "h8h7", "b1a1", "h7h8", "a1b1"] {
        let before = *line.last().unwrap();
        let mv = before.parse_uci(text).unwrap();
        let after = before.after(mv);
        baguette.push(&before, mv, &after);
        line.push(after);
        plain.push(baguette.evaluate(&after) - Baguette::default().evaluate(&after));
    }
    // Good for the side to move: the other one repeats itself.
    assert_eq!(plain, [0, 0, 0, 0, 100, 100, 100, 100, 200]);
    line.iter().skip(1).for_each(|_| baguette.pop());
    assert_eq!(baguette.evaluate(&line[0]), Baguette::default().evaluate(&line[0]));
}

#[test]
fn the_pawn_table_that_is_printed() {
    // Files a to d of ranks two to seven.
    let printed = [
        [5, 10, 10, -20],
        [5, -5, -10, 0],
        [0, 0, 0, 20],
        [5, 5, 10, 25],
        [10, 10, 20, 30],
        [50; 4],
    ];
    for (row, numbers) in printed.iter().enumerate() {
        for (file, &wanted) in numbers.iter().enumerate() {
            let square = Square::new(file, row + 1);
            let kings = "7k/8/8/8/8/8/8/7K";
            let mut rows: Vec<String> = kings.split('/').map(str::to_owned).collect();
            let (before, after) = (file, 7 - file);
            let digit = |n: usize| if n == 0 { String::new() } else { n.to_string() };
            rows[7 - square.rank()] = format!("{}P{}", digit(before), digit(after));
            let position = position(&format!("{} w - - 0 1", rows.join("/")));
            for ledger in
                [Baguette::default().explain(&position), Bannan::default().explain(&position)]
            {
                let entry = ledger.entries.iter().find(|entry| {
                    entry.weight.is_some_and(|place| place.slot.name == "PAWN_SQUARE")
                });
                assert_eq!(entry.map(|entry| entry.worth.mg), Some(wanted), "{square}");
            }
        }
    }
}

#[test]
fn bannan_by_hand() {
    // A knight on f3 (10) against a bishop on c8 (-10): 320 + 10 - 330 + 10.
    assert_eq!(Bannan::default().evaluate(&position("2b1k3/8/8/8/8/5N2/8/4K3 w - - 0 1")), 10);
    // A rook on d1 (5) and a queen on d8 (-5).
    assert_eq!(Bannan::default().evaluate(&position("3qk3/8/8/8/8/8/8/3RK3 w - - 0 1")), -390);
}

#[test]
fn comp4121_drives_the_king_to_the_corner() {
    let corner = |fen: &str| {
        let ledger = Comp4121::default().explain(&position(fen));
        ledger.balance(Term::MopUp).eg
    };
    assert_eq!(corner("k7/8/8/8/8/8/8/3QK3 w - - 0 1"), 60);
    assert_eq!(corner("8/8/8/3k4/8/8/8/Q3K3 w - - 0 1"), 0);
    assert_eq!(corner("8/8/1k6/8/8/8/8/3QK3 w - - 0 1"), 30);
    assert_eq!(corner("3qk3/8/8/8/8/8/8/7K w - - 0 1"), -60);
    // A minor piece ahead is not won.
    assert_eq!(corner("k7/8/8/8/8/8/8/3BK3 w - - 0 1"), 0);
    let material = Comp4121::default().explain(&position("k7/8/8/8/8/8/P7/1NBRQK2 w - - 0 1"));
    assert_eq!(material.share(Term::Material, Color::White).mg, 100 + 300 + 325 + 500 + 900);
}

#[test]
fn names_are_read_back() {
    for &kind in Evaluation::ALL {
        assert_eq!(kind.name().parse(), Ok(kind));
        assert_eq!(kind.name().to_uppercase().parse(), Ok(kind));
    }
    assert_eq!(
        "deep blue".parse::<Evaluation>().unwrap_err().to_string(),
        "no evaluator is called 'deep blue'"
    );
}

#[test]
fn the_page_shows_the_numbers_in_use() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/personas.md");
    let page = std::fs::read_to_string(file).expect("docs/personas.md is there");
    for (name, numbers, values) in list::NUMBERS {
        let table = numbers::table(numbers, values);
        assert!(
            page.contains(&table),
            "docs/personas.md is out of date about {name}: \
             cargo run -p xanthos-papers --example numbers"
        );
    }
}
