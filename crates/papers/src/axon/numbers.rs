// SPDX-License-Identifier: GPL-3.0-or-later
//! Every number of Axon. The paper prints the material, the knight's matrix,
//! the cap and the range of the material limit, and gives no weights on purpose;
//! its rules are all here, and the weights are chosen in the scale of what is
//! printed.

use crate::numbers::{
    Source::{Chosen, Printed},
    by_phase, endgame, matrix, middlegame, numbers, same,
};

/// Rules with no number in print.
const RULE: &str = "the rule is the paper's, the number is not";
/// Matrices but the knight's.
const SHAPE: &str = "made like Table III, smaller for pieces that need the middle less";

numbers! {
    /// Pawn, knight, bishop, rook, queen.
    MATERIAL: 5, Material, same([100, 300, 300, 500, 900]), Printed("Table I");
    /// To the side ahead for each piece gone from the board (§2.A).
    TRADE_PIECE: 1, Trade, same([3]), Chosen(RULE);
    /// To the side ahead for each own pawn gone (§2.A).
    TRADE_PAWN: 1, Trade, same([-5]), Chosen(RULE);

    /// A pawn's square.
    PAWN_SQUARE: 64, Placement, same(matrix(PAWN)), Chosen(SHAPE);
    /// A knight's square (§3.C).
    KNIGHT_SQUARE: 64, Placement, same(matrix(KNIGHT)), Printed("Table III");
    /// A bishop's square.
    BISHOP_SQUARE: 64, Placement, same(matrix(BISHOP)), Chosen(SHAPE);
    /// A rook's square.
    ROOK_SQUARE: 64, Placement, same(matrix(ROOK)), Chosen(SHAPE);
    /// A queen's square.
    QUEEN_SQUARE: 64, Placement, same(matrix(QUEEN)), Chosen(SHAPE);
    /// A king's square while it has to hide.
    KING_SQUARE: 64, Placement, middlegame(matrix(KING)), Chosen(SHAPE);

    /// Each square that a knight, bishop, rook, queen controls and no enemy does, own pieces aside (§3.A).
    MOBILITY: 4, Mobility, by_phase([4, 4, 2, 1], [4, 4, 4, 2]), Chosen(RULE);
    /// A knight, bishop, rook, queen without any such square (§3.A).
    BLOCKED: 4, Mobility, same([-12, -12, -8, -6]), Chosen(RULE);
    /// A piece that stands between two enemies and king and queen (§3.A); masked once, it loses its placement bonus.
    DOUBLY_MASKED: 1, Masked, same([-40]), Chosen(RULE);
    /// Two bishops (§3.A).
    BISHOP_PAIR: 1, BishopPair, same([20]), Chosen(RULE);
    /// The same for each pawn gone, of sixteen: the board opens (§3.A).
    BISHOP_PAIR_OPEN: 1, BishopPair, same([3]), Chosen(RULE);

    /// The king has castled, by hand or by move (§3.B).
    CASTLED: 1, Shelter, middlegame([30]), Chosen(RULE);
    /// It has not and no longer can.
    BROKEN_CASTLING: 1, Shelter, middlegame([-30]), Chosen(RULE);
    /// On each file before a castled king: an own pawn one step away, two steps, none.
    SHIELD: 3, Shelter, middlegame([10, 5, -12]), Chosen(RULE);
    /// An own piece within two steps of the king.
    DEFENDER: 1, Shelter, middlegame([6]), Chosen(RULE);
    /// A piece that controls squares next to the enemy king.
    ATTACKER: 1, King, middlegame([10]), Chosen(RULE);
    /// A queen against a king with fewer than three pawns and pieces around it.
    QUEEN_AND_BARE_KING: 1, King, middlegame([30]), Chosen(RULE);
    /// Each step of the king towards the middle, six at most: in a pawn ending, then with 0, 1, 2, more enemy pieces (§3.B).
    KING_CENTRE: 5, KingCentre, endgame([12, 9, 6, 4, 2]), Chosen(RULE);

    /// A centre pawn that has not moved (§3.D).
    CENTRE_PAWN_AT_HOME: 1, Development, middlegame([-12]), Chosen(RULE);
    /// A knight or bishop on the first rank (§3.D).
    MINOR_AT_HOME: 1, Development, middlegame([-14]), Chosen(RULE);
    /// A rook on a file without own pawns, without any (§3.D).
    ROOK_FILE: 2, Development, middlegame([8, 16]), Chosen(RULE);
    /// A queen off the first rank, for each minor piece still there (§3.D).
    QUEEN_EARLY: 1, Development, middlegame([-8]), Chosen(RULE);

    /// A passed pawn by rank: twice as much with every step (§4).
    PASSED: 8, Passed, by_phase([0, 3, 5, 10, 20, 40, 80, 0], [0, 5, 10, 20, 40, 80, 160, 0]), Chosen(RULE);
    /// The same with a passed pawn on a neighbouring file (§4).
    CONNECTED_PASSED: 8, Passed, by_phase([0, 2, 3, 5, 10, 20, 40, 0], [0, 3, 5, 10, 20, 40, 80, 0]), Chosen(RULE);
    /// Two connected ones on the sixth or beyond, against no more than a rook, the king four steps away or more; with the bonuses of both: seven pawns (§4).
    PAIR_ON_SIXTH: 1, Passed, by_phase([580], [460]), Printed("Fig. 2: -3.00 by material, +4.00 in truth");
    /// A second pawn on a file.
    DOUBLED: 1, Pawns, by_phase([-8], [-14]), Chosen(RULE);
    /// A third one and each further one, on top of that.
    TRIPLED: 1, Pawns, by_phase([-12], [-18]), Chosen(RULE);
    /// No own pawn on the neighbouring files.
    ISOLATED: 1, Pawns, by_phase([-10], [-14]), Chosen(RULE);
    /// Each island but the first.
    ISLAND: 1, Pawns, by_phase([-4], [-8]), Chosen(RULE);
}

#[rustfmt::skip]
const PAWN: [i32; 64] = [
     0,   0,   0,   0,   0,   0,   0,   0,
    24,  28,  32,  40,  40,  32,  28,  24,
    12,  16,  20,  28,  28,  20,  16,  12,
     4,   8,  12,  24,  24,  12,   8,   4,
     0,   4,   8,  20,  20,   8,   4,   0,
     0,   0,   4,   8,   8,   4,   0,   0,
     0,   0,   0,   0,   0,   0,   0,   0,
     0,   0,   0,   0,   0,   0,   0,   0,
];

#[rustfmt::skip]
const KNIGHT: [i32; 64] = [
    -16,  -8,  -4,   0,   0,  -4,  -8, -16,
      8,  16,  32,  32,  32,  32,  16,   8,
     24,  40,  56,  62,  62,  56,  40,  24,
     32,  48,  60,  64,  64,  60,  48,  32,
     16,  32,  56,  60,  60,  56,  32,  16,
     -8,   8,  24,  20,  20,  24,   8,  -8,
    -20, -16,  -8,  16,  16,  -8, -16, -20,
    -48, -32, -24, -16, -16, -24, -32, -48,
];

#[rustfmt::skip]
const BISHOP: [i32; 64] = [
     -8,  -4,  -4,   0,   0,  -4,  -4,  -8,
      4,   8,  12,  12,  12,  12,   8,   4,
      8,  16,  20,  24,  24,  20,  16,   8,
      8,  20,  24,  28,  28,  24,  20,   8,
      8,  16,  24,  24,  24,  24,  16,   8,
      4,  12,  16,  16,  16,  16,  12,   4,
      0,  12,   8,   8,   8,   8,  12,   0,
    -20, -16, -16, -12, -12, -16, -16, -20,
];

#[rustfmt::skip]
const ROOK: [i32; 64] = [
      4,   8,   8,  12,  12,   8,   8,   4,
     16,  16,  20,  20,  20,  20,  16,  16,
      4,   4,   8,   8,   8,   8,   4,   4,
      0,   4,   4,   8,   8,   4,   4,   0,
     -4,   0,   4,   8,   8,   4,   0,  -4,
     -8,   0,   4,   8,   8,   4,   0,  -8,
     -8,   0,   4,   8,   8,   4,   0,  -8,
     -8,  -4,   4,   8,   8,   4,  -4,  -8,
];

#[rustfmt::skip]
const QUEEN: [i32; 64] = [
     -4,   0,   0,   4,   4,   0,   0,  -4,
      4,   8,   8,   8,   8,   8,   8,   4,
      4,   8,  12,  12,  12,  12,   8,   4,
      4,   8,  12,  16,  16,  12,   8,   4,
      0,   8,  12,  12,  12,  12,   8,   0,
      0,   4,   8,   8,   8,   8,   4,   0,
     -4,   0,   4,   4,   4,   4,   0,  -4,
    -12,  -8,  -4,   0,   0,  -4,  -8, -12,
];

#[rustfmt::skip]
const KING: [i32; 64] = [
    -64, -64, -64, -64, -64, -64, -64, -64,
    -64, -64, -64, -64, -64, -64, -64, -64,
    -56, -56, -64, -64, -64, -64, -56, -56,
    -48, -48, -56, -64, -64, -56, -48, -48,
    -40, -40, -48, -56, -56, -48, -40, -40,
    -24, -24, -32, -40, -40, -32, -24, -24,
     -8,  -8, -16, -24, -24, -16,  -8,  -8,
      8,  12,   4,  -4,  -4,   4,  12,   8,
];
