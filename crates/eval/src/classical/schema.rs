// SPDX-License-Identifier: GPL-3.0-or-later
//! Every weight of the evaluation, declared once.
//!
//! A line of the list below gives a table of weights its name, its length, what
//! it does to the score and the term it belongs to. The compiled-in values
//! (`weights.rs`), the tuner's vector, the weights file and the ledger's
//! names all follow from it.

use crate::{Pair, Term};

use super::weights;

/// What a weight does to the score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Times its count it is a credit.
    Linear,
    /// Attack units on the enemy king: summed for each side; the middlegame half
    /// counts by its square, the endgame half as it is.
    Danger,
    /// Makes the endgame more or less worth playing, for whoever is ahead.
    Complexity,
    /// How much of the endgame half is left, in 128ths.
    Scale,
    /// Weight of a role in the game phase.
    Phase,
}

/// A table of weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Its name in the weights file.
    pub name: &'static str,
    /// What its weights do.
    pub kind: Kind,
    /// The term it belongs to.
    pub term: Term,
    /// Index of its first weight in the flat vector.
    pub start: usize,
    /// How many weights it has.
    pub len: usize,
}

impl Slot {
    /// Whether its weights are plain credits.
    pub const fn is_linear(&self) -> bool {
        matches!(self.kind, Kind::Linear)
    }
}

/// Index of the first weight of table `table`, the tables having these lengths.
pub const fn first(lengths: &[usize], table: usize) -> usize {
    let mut total = 0;
    let mut i = 0;
    while i < table {
        total += lengths[i];
        i += 1;
    }
    total
}

macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident: $len:expr, $kind:ident, $term:ident;)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Id { $($name),* }

        const LENGTHS: &[usize] = &[$($len),*];

        $($(#[$doc])* pub const $name: Slot = Slot {
            name: stringify!($name),
            kind: Kind::$kind,
            term: Term::$term,
            start: first(LENGTHS, Id::$name as usize),
            len: $len,
        };)*

        /// All tables in the order of the flat vector.
        pub const SLOTS: &[Slot] = &[$($name),*];

        /// How many weights there are.
        pub const COUNT: usize = first(LENGTHS, LENGTHS.len());

        /// The compiled-in values, flat.
        pub const TUNED: [Pair; COUNT] = {
            let mut flat = [Pair::ZERO; COUNT];
            $({
                let values: [[i32; 2]; $len] = weights::$name;
                let mut i = 0;
                while i < $len {
                    flat[$name.start + i] = Pair::new(values[i][0], values[i][1]);
                    i += 1;
                }
            })*
            flat
        };
    };
}

weights! {
    /// Worth of pawn, knight, bishop, rook, queen.
    MATERIAL: 5, Linear, Material;
    /// Products of own counts: pair, pawn, knight, bishop, rook, queen with each up to itself.
    IMBALANCE_OWN: 21, Linear, Imbalance;
    /// Products of own counts with the enemy's lesser ones.
    IMBALANCE_ENEMY: 15, Linear, Imbalance;
    /// Squares by rank from the own side, files a to d (mirrored beyond).
    PAWN_SQUARE: 32, Linear, Placement;
    /// As for pawns.
    KNIGHT_SQUARE: 32, Linear, Placement;
    /// As for pawns.
    BISHOP_SQUARE: 32, Linear, Placement;
    /// As for pawns.
    ROOK_SQUARE: 32, Linear, Placement;
    /// As for pawns.
    QUEEN_SQUARE: 32, Linear, Placement;
    /// As for pawns.
    KING_SQUARE: 32, Linear, Placement;

    /// No own pawn on the neighbouring files; opposed by an enemy pawn, or not.
    ISOLATED: 2, Linear, Pawns;
    /// An own pawn stands before it; defended by a pawn, or not.
    DOUBLED: 2, Linear, Pawns;
    /// Cannot be helped by its neighbours nor advance safely; opposed, or not.
    BACKWARD: 2, Linear, Pawns;
    /// Beside an own pawn, by rank.
    PHALANX: 8, Linear, Pawns;
    /// Defended by an own pawn, by rank.
    SUPPORTED: 8, Linear, Pawns;
    /// Nothing but pawns it can trade off keeps it from being passed, by rank.
    CANDIDATE: 8, Linear, Pawns;
    /// Attacks an enemy pawn, by rank.
    LEVER: 8, Linear, Pawns;
    /// Faces an enemy pawn, by rank.
    RAM: 8, Linear, Pawns;
    /// Groups of neighbouring files with pawns.
    ISLAND: 1, Linear, Pawns;

    /// The king's own pawn on its file (first half) or a neighbouring one, by file from
    /// the edge and ranks from the king; 7 for none.
    SHELTER: 64, Linear, Shelter;
    /// The enemy's foremost pawn there: free (first half) or blocked by the shelter.
    STORM: 64, Linear, Shelter;
    /// No pawn at all on the king's side of the board.
    PAWNLESS_FLANK: 1, Linear, Shelter;
    /// A right to castle.
    CASTLING: 1, Linear, Shelter;
    /// Ranks and files from the king to its nearest own pawn.
    KING_PAWN_DISTANCE: 8, Linear, Shelter;

    /// By number of squares in reach.
    KNIGHT_MOBILITY: 9, Linear, Mobility;
    /// By number of squares in reach.
    BISHOP_MOBILITY: 14, Linear, Mobility;
    /// By number of squares in reach.
    ROOK_MOBILITY: 15, Linear, Mobility;
    /// By number of squares in reach.
    QUEEN_MOBILITY: 28, Linear, Mobility;

    /// A knight where no pawn can drive it off: undefended, defended by a pawn.
    KNIGHT_OUTPOST: 2, Linear, Pieces;
    /// A knight that can go to such a square.
    KNIGHT_REACHES_OUTPOST: 1, Linear, Pieces;
    /// A bishop where no pawn can drive it off: undefended, defended by a pawn.
    BISHOP_OUTPOST: 2, Linear, Pieces;
    /// Knight, bishop just behind a pawn.
    BEHIND_PAWN: 2, Linear, Pieces;
    /// Steps from knight, bishop to the own king.
    KING_DISTANCE: 2, Linear, Pieces;
    /// Own pawns on the bishop's colour; all, and those that are blocked.
    BAD_BISHOP: 2, Linear, Pieces;
    /// Enemy pawns on the bishop's lines.
    BISHOP_XRAY: 1, Linear, Pieces;
    /// A bishop that sees both central squares of a long diagonal.
    LONG_DIAGONAL: 1, Linear, Pieces;
    /// A rook on a file without own pawns, without any.
    ROOK_FILE: 2, Linear, Pieces;
    /// A rook on the file of an enemy queen.
    ROOK_ON_QUEEN: 1, Linear, Pieces;
    /// A rook on the seventh with pawns or the king to bother.
    ROOK_SEVENTH: 1, Linear, Pieces;
    /// A rook shut in by its own king; the king cannot castle any more, still can.
    ROOK_TRAPPED: 2, Linear, Pieces;
    /// A queen with an enemy slider behind one piece.
    QUEEN_PINNED: 1, Linear, Pieces;
    /// A queen in the enemy's half that no pawn can drive off.
    QUEEN_INSIDE: 1, Linear, Pieces;
    /// Knight, bishop, rook, queen masked by a pin on the king.
    PINNED: 4, Linear, Pieces;

    /// Minor piece attacks pawn, knight, bishop, rook, queen.
    MINOR_ATTACKS: 5, Linear, Threats;
    /// Rook attacks pawn, knight, bishop, rook, queen that are not well defended.
    ROOK_ATTACKS: 5, Linear, Threats;
    /// King attacks a weak piece.
    KING_ATTACKS: 1, Linear, Threats;
    /// Safe pawn attacks knight, bishop, rook, queen.
    PAWN_ATTACKS: 4, Linear, Threats;
    /// A safe push would attack a piece.
    PUSH_ATTACKS: 1, Linear, Threats;
    /// Weak and undefended, or attacked twice: pawn, piece.
    HANGING: 2, Linear, Threats;
    /// Attacked and defended by the queen alone.
    QUEEN_DEFENDS: 1, Linear, Threats;
    /// Contested squares that we control.
    RESTRICTED: 1, Linear, Threats;
    /// Safe squares from which knight, bishop, rook would attack the queen.
    QUEEN_HARASSED: 3, Linear, Threats;

    /// Steps of each attack on the king: knights, bishops, rooks, queens in its zone.
    DANGER_ATTACKER: 4, Danger, King;
    /// Attacks on squares next to the king.
    DANGER_ADJACENT: 1, Danger, King;
    /// Squares of the zone attacked and not held.
    DANGER_WEAK: 1, Danger, King;
    /// Safe checks by knight, bishop, rook, queen: one, several.
    DANGER_CHECK: 8, Danger, King;
    /// Checks that would cost the checking piece.
    DANGER_UNSAFE_CHECK: 1, Danger, King;
    /// The attacker has no queen.
    DANGER_NO_QUEEN: 1, Danger, King;
    /// Pieces pinned to the king.
    DANGER_PINNED: 1, Danger, King;
    /// Attacked squares on the king's flank; once, twice, held by the defender.
    DANGER_FLANK: 3, Danger, King;
    /// Defending knights next to the king.
    DANGER_KNIGHT_GUARD: 1, Danger, King;
    /// Own pawn before the king, by ranks away: on its file, beside.
    DANGER_SHELTER: 16, Danger, King;
    /// Enemy pawn before the king, by ranks away: free, blocked.
    DANGER_STORM: 16, Danger, King;
    /// Where every king starts.
    DANGER_BASE: 1, Danger, King;

    /// By rank.
    PASSED_RANK: 8, Linear, Passed;
    /// By file from the edge.
    PASSED_FILE: 4, Linear, Passed;
    /// Steps of the own king to the square before it, by rank.
    PASSED_OWN_KING: 8, Linear, Passed;
    /// Steps of the enemy king, by rank.
    PASSED_ENEMY_KING: 8, Linear, Passed;
    /// The square before it is occupied by the enemy, by rank.
    PASSED_BLOCKED: 8, Linear, Passed;
    /// It can advance without being attacked there, by rank.
    PASSED_SAFE: 8, Linear, Passed;
    /// Nothing attacks its whole path, by rank.
    PASSED_FREE_PATH: 8, Linear, Passed;
    /// The square before it is defended, by rank.
    PASSED_DEFENDED: 8, Linear, Passed;
    /// With another passed pawn beside it or behind, by rank.
    PASSED_CONNECTED: 8, Linear, Passed;
    /// A rook or queen behind it: own, the enemy's.
    PASSED_ROOK_BEHIND: 2, Linear, Passed;
    /// The enemy, without pieces, comes too late, by rank.
    PASSED_UNSTOPPABLE: 8, Linear, Passed;

    /// Safe squares behind the pawns, times pieces squared.
    SPACE: 1, Linear, Space;
    /// The right to move.
    TEMPO: 1, Linear, Tempo;

    /// Pawns on the board.
    COMPLEXITY_PAWNS: 1, Complexity, Complexity;
    /// Pawns on both flanks.
    COMPLEXITY_FLANKS: 1, Complexity, Complexity;
    /// Passed pawns on the board.
    COMPLEXITY_PASSED: 1, Complexity, Complexity;
    /// How much more the kings are apart on files than on ranks.
    COMPLEXITY_OUTFLANK: 1, Complexity, Complexity;
    /// A king past the middle.
    COMPLEXITY_INFILTRATION: 1, Complexity, Complexity;
    /// Pawns and kings alone.
    COMPLEXITY_PAWN_ENDING: 1, Complexity, Complexity;
    /// Always.
    COMPLEXITY_BASE: 1, Complexity, Complexity;

    /// By pawns of the stronger side.
    SCALE_PAWNS: 9, Scale, Scaling;
    /// Opposite bishops alone, by pawns of the stronger side.
    SCALE_OPPOSITE_BISHOPS: 9, Scale, Scaling;
    /// Opposite bishops with other pieces, by pawns of the stronger side.
    SCALE_OPPOSITE_AND_PIECES: 9, Scale, Scaling;
    /// One rook each, the pawns on one flank, by pawns of the stronger side.
    SCALE_ROOKS_ONE_FLANK: 9, Scale, Scaling;
    /// No pawns and no more than a minor piece up; at most a minor piece in all.
    SCALE_NO_PAWNS: 2, Scale, Scaling;
    /// One queen against pieces, by pawns of the stronger side.
    SCALE_LONE_QUEEN: 9, Scale, Scaling;

    /// Knight, bishop, rook, queen.
    PHASE: 4, Phase, Scaling;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_follow_each_other_without_gaps() {
        let mut next = 0;
        for slot in SLOTS {
            assert_eq!(slot.start, next, "{}", slot.name);
            next += slot.len;
        }
        assert_eq!(next, COUNT);
    }
}
