// SPDX-License-Identifier: GPL-3.0-or-later
//! Axon, rule by rule: small positions whose numbers were worked out by hand.

use chess::{Color, Piece, Position, Role, Square};
use eval::{Evaluator, Explains, Ledger, Pair, Term};
use xanthos_papers::axon::Axon;
use xanthos_papers::{Evaluation, Settings};

const WHITE: Color = Color::White;
const BLACK: Color = Color::Black;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|e| panic!("{fen}: {e}"))
}

fn ledger(fen: &str) -> Ledger {
    Axon::default().explain(&position(fen))
}

/// How often a number was counted for a side, and what that gave.
fn counted(ledger: &Ledger, name: &str, color: Color) -> (i32, Pair) {
    let of_name = |slot: &str| slot == name;
    let entries = ledger.entries.iter().filter(|entry| {
        entry.color == color && entry.weight.is_some_and(|place| of_name(place.slot.name))
    });
    entries.fold((0, Pair::ZERO), |(n, sum), entry| (n + entry.count, sum + entry.worth))
}

fn times(ledger: &Ledger, name: &str, color: Color) -> i32 {
    counted(ledger, name, color).0
}

#[test]
fn table_one_makes_3900_a_side() {
    let start = Axon::default().explain(&Position::startpos());
    for color in Color::ALL {
        assert_eq!(start.share(Term::Material, color), Pair::new(3900, 3900));
    }
    assert_eq!(start.total(), 0, "no tempo: the start is even");
}

#[test]
fn table_three_to_the_digit() {
    // As printed, the eighth rank first; the e- to h-files repeat the d- to a-files.
    let printed = [
        [-16, -8, -4, 0],
        [8, 16, 32, 32],
        [24, 40, 56, 62],
        [32, 48, 60, 64],
        [16, 32, 56, 60],
        [-8, 8, 24, 20],
        [-20, -16, -8, 16],
        [-48, -32, -24, -16],
    ];
    let mut seen = 0;
    for square in Square::ALL {
        let file = if square.file() < 4 { square.file() } else { 7 - square.file() };
        let wanted = printed[7 - square.rank()][file];
        for (color, square) in [(WHITE, square), (BLACK, square.flip())] {
            let Some(alone) = knight_alone(color, square) else { continue };
            let ledger = Axon::default().explain(&alone);
            let found = counted(&ledger, "KNIGHT_SQUARE", color);
            assert_eq!(found, (1, Pair::new(wanted, wanted)), "{color:?} {square}");
            seen += 1;
        }
    }
    assert_eq!(seen, 128);
}

/// Two kings out of the way and a knight that masks nothing.
fn knight_alone(color: Color, square: Square) -> Option<Position> {
    let kings = [[Square::A1, Square::H8], [Square::H1, Square::A8], [Square::A3, Square::H6]];
    let [white, black] = kings.into_iter().find(|pair| !pair.contains(&square))?;
    let mut board: [Option<Piece>; 64] = [None; 64];
    board[white.index()] = Some(Piece::new(WHITE, Role::King));
    board[black.index()] = Some(Piece::new(BLACK, Role::King));
    board[square.index()] = Some(Piece::new(color, Role::Knight));
    let rows: Vec<String> = (0..8)
        .rev()
        .map(|rank| {
            let letter = |file: usize| board[rank * 8 + file].map_or('1', Piece::letter);
            (0..8).map(letter).collect()
        })
        .collect();
    // Whoever does not have the knight has nothing to do; it may be in check.
    let turn = if color == WHITE { 'b' } else { 'w' };
    Some(position(&format!("{} {turn} - - 0 1", rows.join("/"))))
}

#[test]
fn the_thirteen_of_table_two_are_drawn_with_swapped_colours_too() {
    let sides = ["", "N", "B", "NN"];
    for white in sides {
        for black in sides {
            let rank = |pieces: &str| format!("{pieces}{}", 5 - pieces.len());
            let fen = format!(
                "k7/8/3{}/8/8/3{}/8/7K w - - 0 1",
                rank(&black.to_lowercase()),
                rank(white)
            );
            let ledger = ledger(&fen);
            assert_eq!(ledger.total(), 0, "{fen}");
            assert_eq!(Axon::default().evaluate(&position(&fen)), 0, "{fen}");
        }
    }
}

#[test]
fn table_two_needs_calm_with_four_pieces_and_never_a_pawn() {
    let verdict = |fen: &str| {
        ledger(fen).adjustments.iter().any(|&(term, _)| term == Term::Endgame)
            || ledger(fen).total() == 0
    };
    assert!(verdict("k7/8/2N5/8/8/8/3n4/7K w - - 0 1"));
    assert!(!verdict("k7/8/1N6/8/8/8/4n3/7K b - - 0 1"), "four pieces, in check");
    assert!(verdict("k7/2N5/8/8/8/8/8/7K b - - 0 1"), "three pieces, in check");
    assert!(!verdict("k7/8/2N5/8/8/3p4/8/7K w - - 0 1"), "a pawn");
    assert!(!verdict("k7/8/8/8/8/8/8/3BN2K w - - 0 1"), "bishop and knight are not in the table");
}

#[test]
fn who_is_ahead_trades_pieces_and_keeps_pawns() {
    // A knight ahead with five pawns; one piece of fourteen is left.
    let ahead = ledger("4k3/ppppp3/8/8/8/8/PPPPP3/1N2K3 w - - 0 1");
    assert_eq!(counted(&ahead, "TRADE_PIECE", WHITE), (13, Pair::new(39, 39)));
    assert_eq!(counted(&ahead, "TRADE_PAWN", WHITE), (3, Pair::new(-15, -15)));
    assert_eq!(ahead.share(Term::Trade, BLACK), Pair::ZERO);
    let even = ledger("4k3/ppppp3/8/8/8/8/PPPPP3/4K3 w - - 0 1");
    assert_eq!(even.balance(Term::Trade), Pair::ZERO);
    // Trading rooks helps, losing a pawn each does not.
    let trade = |fen: &str| ledger(fen).balance(Term::Trade).eg;
    let before = trade("r3k3/ppppp3/8/8/8/8/PPPPP3/RN2K3 w - - 0 1");
    let rooks_off = trade("4k3/ppppp3/8/8/8/8/PPPPP3/1N2K3 w - - 0 1");
    let pawns_off = trade("r3k3/pppp4/8/8/8/8/PPPP4/RN2K3 w - - 0 1");
    assert!(rooks_off == before + 6 && pawns_off == before - 5, "{before} {rooks_off} {pawns_off}");
}

#[test]
fn the_positional_part_is_worth_two_pawns_at_most() {
    // Everything of White's works, nothing of Black's does; material is even.
    let fen = "rnbqkbnr/p1p1p1p1/8/p1p1p1p1/3PP3/2NB1N2/PPPQ1PPP/R1B2RK1 w - - 0 12";
    let ledger = ledger(fen);
    assert_eq!(ledger.balance(Term::Material), Pair::ZERO);
    assert_eq!(ledger.total(), 200);
    assert!(ledger.adjustments.iter().any(|&(term, by)| term == Term::Cap && by < 0));
    let with_cap = |cap| {
        let settings = Settings { cap: Some(cap), ..Settings::default() };
        Evaluation::Axon.evaluate(&settings, &position(fen))
    };
    assert_eq!(with_cap(50), 50);
    assert_eq!(with_cap(0), 0);
    assert!(with_cap(10_000) > 200);
}

#[test]
fn mobility_leaves_out_what_the_enemy_controls() {
    let free = ledger("7k/8/8/8/4N3/8/8/K7 w - - 0 1");
    assert_eq!(counted(&free, "MOBILITY", WHITE), (8, Pair::new(32, 32)));
    // The pawn on e7 guards d6 and f6; an own pawn stands on g3.
    let less = ledger("7k/4p3/8/8/4N3/6P1/8/K7 w - - 0 1");
    assert_eq!(times(&less, "MOBILITY", WHITE), 5);
}

#[test]
fn a_piece_without_squares_is_blocked() {
    let shut_in = ledger("7k/8/8/8/8/8/1P6/B6K w - - 0 1");
    assert_eq!(counted(&shut_in, "BLOCKED", WHITE), (1, Pair::new(-12, -12)));
    let start = Axon::default().explain(&Position::startpos());
    // Bishops, rooks and the queen; knights have two squares each.
    assert_eq!(times(&start, "BLOCKED", WHITE), 5);
    assert_eq!(times(&start, "MOBILITY", WHITE), 4);
}

#[test]
fn the_bishop_pair_grows_as_the_board_opens() {
    let pair = |fen: &str| ledger(fen).share(Term::BishopPair, WHITE).mg;
    assert_eq!(pair("4k3/pppppppp/8/8/8/8/PPPPPPPP/2B1KB2 w - - 0 1"), 20);
    assert_eq!(pair("4k3/pppp4/8/8/8/8/PPPP4/2B1KB2 w - - 0 1"), 20 + 8 * 3);
    assert_eq!(pair("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1"), 20 + 16 * 3);
    assert_eq!(pair("4k3/pppp4/8/8/8/8/PPPP4/4KB2 w - - 0 1"), 0);
}

#[test]
fn a_masked_piece_loses_its_bonus_and_a_doubly_masked_one_is_a_minus() {
    // The knight on e5 (+64): free, before its king, before king and queen.
    let free = ledger("4k3/8/8/4N3/8/8/8/4K3 w - - 0 1");
    assert_eq!(counted(&free, "KNIGHT_SQUARE", WHITE).1.mg, 64);
    let masked = ledger("4r1k1/8/8/4N3/8/8/8/4K3 w - - 0 1");
    assert_eq!(times(&masked, "KNIGHT_SQUARE", WHITE), 0);
    assert_eq!(times(&masked, "MOBILITY", WHITE), 0, "pinned: it cannot move at all");
    assert_eq!(masked.balance(Term::Masked), Pair::ZERO);
    let doubly = ledger("4r1k1/6b1/8/4N3/8/2Q5/8/4K3 w - - 0 1");
    assert_eq!(times(&doubly, "KNIGHT_SQUARE", WHITE), 0);
    assert_eq!(counted(&doubly, "DOUBLY_MASKED", WHITE), (1, Pair::new(-40, -40)));
    // A bad square stays bad behind a mask: d1 is -16.
    let bad = ledger("6k1/8/8/8/8/8/8/r2N2K1 w - - 0 1");
    assert_eq!(counted(&bad, "KNIGHT_SQUARE", WHITE).1.mg, -16);
}

#[test]
fn the_switch_is_hard_and_hangs_on_the_limit() {
    // A rook, a bishop and five pawns each: 1300.
    let fen = "r1b1k3/ppppp3/8/8/8/8/PPPPP3/R1B1K3 w - - 0 1";
    let phase = |limit| {
        let settings = Settings { material_limit: limit, ..Settings::default() };
        Evaluation::Axon.explain(&settings, &position(fen)).phase
    };
    assert_eq!((phase(1200), phase(1300), phase(1500)), (1, 0, 0));
    // One side above is enough for a middlegame.
    assert_eq!(ledger("4k3/ppppp3/8/8/8/8/PPPPPP2/R1B1K3 w - - 0 1").phase, 1);
    let middle = ledger("r1b1k3/pppppp2/8/8/8/8/PPPPPP2/R1B1K3 w - - 0 1");
    assert_eq!(middle.balance(Term::KingCentre), Pair::ZERO);
    assert_eq!(times(&middle, "BROKEN_CASTLING", WHITE), 1);
    let end = ledger(fen);
    assert_eq!(times(&end, "BROKEN_CASTLING", WHITE), 0);
    assert_eq!(end.share(Term::Development, WHITE), Pair::ZERO);
}

/// Twelve pawns and all pieces, so that it is a middlegame; `king` is White's
/// first rank.
fn opening(king: &str, shield: &str, rights: &str) -> Ledger {
    ledger(&format!("r1bqk2r/pppp1ppp/2n2n2/8/8/2N2N2/{shield}/{king} w {rights} - 0 8"))
}

#[test]
fn castling_and_shield() {
    let castled = opening("R1BQ1RK1", "PPPP1PPP", "kq");
    assert_eq!(counted(&castled, "CASTLED", WHITE), (1, Pair::new(30, 0)));
    assert_eq!(counted(&castled, "SHIELD", WHITE), (3, Pair::new(30, 0)));
    assert_eq!(times(&castled, "CASTLED", BLACK) + times(&castled, "BROKEN_CASTLING", BLACK), 0);
    let holes = opening("R1BQ1RK1", "PPPP1P2", "kq");
    assert_eq!(counted(&holes, "SHIELD", WHITE), (3, Pair::new(10 - 12 - 12, 0)));
    let broken = opening("R1BQK2R", "PPPP1PPP", "kq");
    assert_eq!(counted(&broken, "BROKEN_CASTLING", WHITE), (1, Pair::new(-30, 0)));
    // A king that stepped aside and shut its rook in has not castled; without
    // the rook, and on the other wing, it has.
    assert_eq!(times(&opening("R1BQ1K1R", "PPPP1PPP", "kq"), "CASTLED", WHITE), 0);
    assert_eq!(times(&opening("R1RQBK2", "PPPP1PPP", "kq"), "CASTLED", WHITE), 1);
    assert_eq!(times(&opening("2KRBQ1R", "PPPP1PPP", "kq"), "CASTLED", WHITE), 1);
    let far = "r1bqk2r/pppp1ppp/2n2n2/8/8/2N2NP1/PPPP1P1P/R1BQ1RK1 w kq - 0 8";
    assert_eq!(counted(&ledger(far), "SHIELD", WHITE), (3, Pair::new(10 + 5 + 10, 0)));
}

#[test]
fn attackers_defenders_and_the_queen() {
    // White's queen, rook and bishop look at the squares around g8; Black's
    // knight on f6 is near, no pawn is.
    let fen = "3q2k1/ppp5/5n2/8/8/3B4/PPP3Q1/1K5R b - - 0 1";
    let ledger = ledger(fen);
    assert_eq!(ledger.phase, 1);
    assert_eq!(counted(&ledger, "ATTACKER", WHITE), (3, Pair::new(30, 0)));
    assert_eq!(counted(&ledger, "DEFENDER", BLACK), (1, Pair::new(6, 0)));
    assert_eq!(counted(&ledger, "QUEEN_AND_BARE_KING", WHITE), (1, Pair::new(30, 0)));
    // a2, b2, c2 are enough for White's king.
    assert_eq!(times(&ledger, "QUEEN_AND_BARE_KING", BLACK), 0);
}

#[test]
fn the_king_goes_to_the_middle_most_of_all_in_pawn_endings() {
    let centre = |fen: &str| counted(&ledger(fen), "KING_CENTRE", WHITE);
    assert_eq!(centre("k7/p7/8/8/3K4/8/P7/8 w - - 0 1"), (6, Pair::new(0, 72)));
    assert_eq!(centre("k7/p7/8/8/8/2K5/P7/8 w - - 0 1"), (4, Pair::new(0, 48)));
    assert_eq!(centre("k7/p7/8/8/8/8/P7/K7 w - - 0 1"), (0, Pair::ZERO));
    let with_enemies = |pieces: &str| centre(&format!("k{pieces}/p7/8/8/3K4/8/P7/6N1 w - - 0 1"));
    assert_eq!(with_enemies("7").1.eg, 6 * 9);
    assert_eq!(with_enemies("n6").1.eg, 6 * 6);
    assert_eq!(with_enemies("nb5").1.eg, 6 * 4);
    assert_eq!(with_enemies("nbb4").1.eg, 6 * 2);
}

#[test]
fn the_plan_of_the_opening() {
    let start = Axon::default().explain(&Position::startpos());
    assert_eq!(counted(&start, "MINOR_AT_HOME", WHITE), (4, Pair::new(-56, 0)));
    assert_eq!(counted(&start, "CENTRE_PAWN_AT_HOME", WHITE), (2, Pair::new(-24, 0)));
    assert_eq!(times(&start, "QUEEN_EARLY", WHITE), 0);
    let early = ledger("rnbqkbnr/pppp1ppp/8/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 1 2");
    assert_eq!(counted(&early, "QUEEN_EARLY", WHITE), (4, Pair::new(-32, 0)));
    let files = ledger("r2qk2r/pppp2pp/8/8/8/8/PPP1PPP1/3RK1QR w - - 0 1");
    // d1 has Black's pawn before it, h1 too.
    assert_eq!(counted(&files, "ROOK_FILE", WHITE), (2, Pair::new(16, 0)));
    let open = ledger("r2qk2r/ppp2ppp/8/8/8/8/PPP1PPPP/3RK1QR w - - 0 1");
    assert_eq!(counted(&open, "ROOK_FILE", WHITE), (1, Pair::new(16, 0)));
    // Step by step along the plan White's worth grows.
    let plan = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 0 1",
    ];
    let worth = plan.map(|fen| {
        let settings = Settings { cap: Some(10_000), ..Settings::default() };
        Evaluation::Axon.explain(&settings, &position(fen)).total()
    });
    assert!(worth.is_sorted_by(|a, b| a < b), "{worth:?}");
}

#[test]
fn passed_pawns_double_with_every_step() {
    let passed = |fen: &str| counted(&ledger(fen), "PASSED", WHITE);
    for (rank, wanted) in [(2, 5), (3, 10), (4, 20), (5, 40), (6, 80), (7, 160)] {
        let mut rows = ["8"; 8];
        rows[0] = "7k";
        rows[7] = "7K";
        rows[8 - rank] = "2P5";
        let fen = format!("{} w - - 0 1", rows.join("/"));
        assert_eq!(passed(&fen), (1, Pair::new(if rank == 2 { 3 } else { wanted / 2 }, wanted)));
    }
    // A pawn on a neighbouring file stops it, one behind it does not.
    assert_eq!(passed("7k/8/3p4/2P5/8/8/8/7K w - - 0 1").0, 0);
    assert_eq!(passed("7k/8/8/2P5/3p4/8/8/7K w - - 0 1").0, 1);
}

#[test]
fn connected_passed_pawns_on_the_sixth_beat_a_rook() {
    let fen = "8/8/PP6/6k1/8/8/6K1/2r5 b - - 0 1";
    let ledger = ledger(fen);
    assert_eq!(ledger.balance(Term::Material).eg, -300);
    // Twice 80 and 40, and the rest of the seven pawns.
    assert_eq!(ledger.share(Term::Passed, WHITE).eg, 700);
    // The side ahead has traded 13 pieces and lost eight pawns: -1 for Black.
    let positional = ledger.total() - (-300 + 700 - 39 + 40);
    assert!((-200..=200).contains(&positional), "{positional}");
    assert!(ledger.total() >= 200, "White wins: {}", ledger.total());
    // With the king near, against more than a rook, or apart, it is no such pair.
    for other in [
        "8/8/PP1k4/8/8/r7/8/7K b - - 0 1",
        "8/8/PP6/8/8/r5k1/8/6bK b - - 0 1",
        "8/8/P1P5/8/8/r5k1/8/7K b - - 0 1",
        "8/8/P7/1P6/8/r5k1/8/7K b - - 0 1",
    ] {
        let ledger = self::ledger(other);
        assert_eq!(times(&ledger, "PAIR_ON_SIXTH", WHITE), 0, "{other}");
    }
    assert_eq!(
        times(&self::ledger("8/8/P1P5/8/8/r5k1/8/7K b - - 0 1"), "CONNECTED_PASSED", WHITE),
        0
    );
}

#[test]
fn doubled_tripled_isolated_and_islands() {
    let ledger = ledger("4k3/ppp5/8/8/P7/P1P3P1/P1P5/4K3 w - - 0 1");
    // a: three, c: two, g: one; all isolated; three islands.
    assert_eq!(counted(&ledger, "DOUBLED", WHITE), (2, Pair::new(-16, -28)));
    assert_eq!(counted(&ledger, "TRIPLED", WHITE), (1, Pair::new(-12, -18)));
    assert_eq!(counted(&ledger, "ISOLATED", WHITE), (6, Pair::new(-60, -84)));
    assert_eq!(counted(&ledger, "ISLAND", WHITE), (2, Pair::new(-8, -16)));
    assert_eq!(ledger.share(Term::Pawns, BLACK), Pair::ZERO);
}

#[test]
fn style_moves_attack_and_safety_against_each_other() {
    let fen = "3q2k1/ppp5/5n2/8/8/3B4/PPP3Q1/1K5R b - - 0 1";
    let term = |style, term| {
        let settings = Settings { style, ..Settings::default() };
        Evaluation::Axon.explain(&settings, &position(fen)).share(term, WHITE).mg
    };
    assert_eq!(term(0, Term::King), 60);
    assert_eq!((term(100, Term::King), term(-100, Term::King)), (90, 30));
    let [cautious, plain, bold] = [-100, 0, 100].map(|style| term(style, Term::Shelter));
    assert!(cautious > plain && plain > bold, "{cautious} {plain} {bold}");
    for other in [Term::Material, Term::Placement, Term::Mobility, Term::Pawns] {
        assert_eq!(term(100, other), term(-100, other), "{other}");
    }
}

#[test]
fn granularity_is_the_least_difference() {
    for (fen, grain) in
        [("4k3/8/8/4N3/8/8/4P3/4K3 w - - 0 1", 16), ("8/8/PP6/8/8/r5k1/8/7K b - - 0 1", 25)]
    {
        let settings = Settings { granularity: grain, ..Settings::default() };
        let (fine, coarse) =
            (ledger(fen).total(), Evaluation::Axon.explain(&settings, &position(fen)));
        assert_eq!(coarse.total() % grain, 0);
        assert!((coarse.total() - fine).abs() * 2 <= grain);
    }
}
