// SPDX-License-Identifier: GPL-3.0-or-later
//! Static exchange evaluation against an exchange played out on the board.

use crate::dice::Dice;
use crate::twin::{lively_move, random_start};
use xanthos_chess::see::VALUES;
use xanthos_chess::{Move, Position, Role, Square};

fn value(role: Role) -> i32 {
    VALUES[role.index()]
}

/// What a move wins at once.
fn gain(position: &Position, m: Move) -> i32 {
    let captured = if m.is_en_passant() {
        value(Role::Pawn)
    } else if m.is_capture() {
        position.piece_on(m.to()).map_or(0, |piece| value(piece.role()))
    } else {
        0
    };
    captured + m.promotion().map_or(0, |role| value(role) - value(Role::Pawn))
}

/// What the side to move wins by taking on `square`, least valuable piece first, both sides free
/// to stop. Nothing but legal moves on real boards.
///
/// `None` when a check by another piece than the one on the square interferes: an exchange on one
/// square knows nothing of it.
fn exchange(position: &Position, square: Square) -> Option<i32> {
    if position.checkers().without(square).any() {
        return None;
    }
    let legal = position.legal_moves();
    let takes = legal.iter().filter(|m| m.to() == square && m.is_capture());
    let least = takes.min_by_key(|m| {
        let role = position.piece_on(m.from()).map_or(Role::King, |piece| piece.role());
        // Of promotions the best.
        (role.index(), -gain(position, **m))
    });
    match least {
        Some(m) => Some((gain(position, *m) - exchange(&position.after(*m), square)?).max(0)),
        None => Some(0),
    }
}

fn outcome(position: &Position, m: Move) -> Option<i32> {
    if m.is_castle() {
        return Some(0);
    }
    Some(gain(position, m) - exchange(&position.after(m), m.to())?)
}

#[test]
fn exchanges_as_they_are_known() {
    let (pawn, knight, bishop, rook, queen) = (
        value(Role::Pawn),
        value(Role::Knight),
        value(Role::Bishop),
        value(Role::Rook),
        value(Role::Queen),
    );
    let cases = [
        ("a free pawn", "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - -", "Rxe5", pawn),
        (
            "a pawn that costs a knight",
            "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - -",
            "Nxe5",
            pawn - knight,
        ),
        ("a defended pawn", "4k3/8/4p3/3p4/8/8/8/3RK3 w - -", "Rxd5", pawn - rook),
        ("rooks behind each other", "3rk3/8/8/3p4/8/8/3R4/3RK3 w - -", "Rxd5", pawn),
        ("a pinned defender", "4k3/4n3/8/3p4/8/1B6/8/4RK2 w - -", "Bxd5", pawn),
        ("en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6", "exd6", pawn),
        ("en passant, taken back", "4k3/2p5/8/3pP3/8/8/8/4K3 w - d6", "exd6", 0),
        ("promotion", "4k3/P7/8/8/8/8/8/4K3 w - -", "a8=Q", queen - pawn),
        ("promotion into a rook", "r3k3/8/8/8/8/8/p7/R3K3 b - -", "Ra3", 0),
        ("promotion, taken back", "r3k3/1P6/8/8/8/8/8/4K3 w - -", "b8=Q", -pawn),
        ("capture and promotion", "r1b1k3/1P6/8/8/8/8/8/4K3 w - -", "bxa8=Q", rook + queen - pawn),
        (
            "a piece that a pawn takes and becomes a queen",
            "r7/k6B/p3p1p1/6K1/R3p2N/4N2P/2Q2Pp1/bR6 w - -",
            "Rh1",
            pawn - rook - queen,
        ),
        ("a quiet move into a pawn", "4k3/8/1p6/8/8/8/8/R3K3 w - -", "Ra5", -rook),
        ("the king may take", "4k3/8/8/8/8/8/3p4/4K3 w - -", "Kxd2", pawn),
        ("bishop for knight", "4k3/8/4p3/3n4/8/1B6/8/4K3 w - -", "Bxd5", knight - bishop),
    ];
    for (name, fen, san, expected) in cases {
        let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{name}: {error}"));
        let m = position.parse_san(san).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(outcome(&position, m), Some(expected), "{name}: played out on the board");
        assert!(position.see_at_least(m, expected), "{name}: wins {expected}");
        assert!(!position.see_at_least(m, expected + 1), "{name}: wins no more than {expected}");
    }
}

#[test]
fn exchanges_played_out_on_the_board() {
    let mut dice = Dice::new(2024);
    let (mut exchanges, mut different) = (0u32, 0u32);
    let mut example = String::new();
    while exchanges < 200_000 {
        let mut position = random_start(&mut dice);
        for _ in 0..120 {
            let moves = position.legal_moves();
            for m in moves.iter().copied() {
                if !m.is_capture() && !dice.one_in(8) {
                    continue;
                }
                let Some(expected) = outcome(&position, m) else { continue };
                exchanges += 1;
                let right =
                    position.see_at_least(m, expected) && !position.see_at_least(m, expected + 1);
                if !right {
                    different += 1;
                    example = format!("{} {} is worth {expected}", position.fen(), position.san(m));
                }
            }
            let Some(m) = lively_move(&position, &moves, &mut dice) else { break };
            position.play(m);
        }
    }
    assert_eq!(different, 0, "of {exchanges}, for example: {example}");
    println!("NOTE: {exchanges} exchanges played out on the board: no difference");
}

/// Of two equal pieces that could take, both sides use the one that corresponds.
#[test]
fn colours_take_alike_with_equal_pieces() {
    let fen = "1br1r2n/B1p2pk1/3pp1pp/P3P3/1NB4P/3qRK1b/1P6/2qR3N b - - 1 24";
    let position = Position::from_fen(fen).unwrap();
    let flipped = position.flipped();
    for m in position.legal_moves() {
        let there = flipped.legal_moves();
        let twin = there.iter().find(|n| (n.from(), n.to()) == (m.from().flip(), m.to().flip()));
        let twin = *twin.expect("moves correspond");
        for threshold in [-900, -500, -300, -100, 0, 1, 100, 300] {
            let both = [position.see_at_least(m, threshold), flipped.see_at_least(twin, threshold)];
            assert_eq!(both[0], both[1], "{} {threshold}", position.san(m));
        }
    }
}
