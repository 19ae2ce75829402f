// SPDX-License-Identifier: GPL-3.0-or-later
//! Material and where it stands: the smallest evaluation that plays chess.

mod tables;

use chess::{Color, Piece, Position, Role, Square};

pub use tables::map;

use crate::{Evaluator, Explains, LIMIT, Ledger, Pair, Term, Trace, turned};

/// Two bishops cover both colours; the fewer pieces in their way, the better.
const BISHOP_PAIR: Pair = Pair::new(25, 45);

/// The right to move is worth a little while there is something to attack.
const TEMPO: Pair = Pair::new(15, 8);

/// Weight of each role in the game phase, by [`Role::index`].
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];

/// The phase of a full board.
pub const FULL_PHASE: i32 = 24;

/// Tapered material and piece-square values, the bishop pair, the tempo, and
/// enough endgame knowledge to mate a bare king.
#[derive(Clone, Copy, Debug, Default)]
pub struct Placement;

impl Evaluator for Placement {
    fn evaluate(&mut self, position: &Position) -> i32 {
        turned(position, evaluate(position, &mut ()))
    }
}

impl Explains for Placement {
    fn explain(&self, position: &Position) -> Ledger {
        Placement::explain(self, position)
    }
}

impl Placement {
    /// The evaluation with its reasons; the ledger adds up to it.
    ///
    /// ```
    /// use chess::Position;
    /// use xanthos_eval::{Evaluator, Pair, Placement, Term};
    ///
    /// let start = Position::startpos();
    /// let ledger = Placement.explain(&start);
    /// assert_eq!(ledger.total(), Placement.evaluate(&start));
    /// assert_eq!(ledger.balance(Term::Material), Pair::ZERO);
    /// ```
    pub fn explain(&self, position: &Position) -> Ledger {
        let mut ledger = Ledger { phase: phase(position), full: FULL_PHASE, ..Ledger::default() };
        evaluate(position, &mut ledger);
        ledger
    }
}

/// The evaluation from White's view.
fn evaluate<T: Trace>(position: &Position, trace: &mut T) -> i32 {
    let mut sum = Pair::ZERO;
    for color in Color::ALL {
        let mut own = pieces(position, color, trace);
        own += bishop_pair(position, color, trace);
        own += mop_up(position, color, trace);
        own += tempo(position, color, trace);
        sum = if color == Color::White { sum + own } else { sum - own };
    }
    sum.taper(phase(position), FULL_PHASE).clamp(-LIMIT, LIMIT)
}

fn pieces<T: Trace>(position: &Position, color: Color, trace: &mut T) -> Pair {
    let mut sum = Pair::ZERO;
    for role in Role::ALL {
        let piece = Piece::new(color, role);
        for square in position.pieces(color, role) {
            sum += tables::worth(piece, square);
            trace.credit(Term::Material, color, tables::MATERIAL[role.index()]);
            trace.credit(Term::Placement, color, tables::placement(piece, square));
        }
    }
    sum
}

fn bishop_pair<T: Trace>(position: &Position, color: Color, trace: &mut T) -> Pair {
    if !position.pieces(color, Role::Bishop).more_than_one() {
        return Pair::ZERO;
    }
    trace.credit(Term::BishopPair, color, BISHOP_PAIR);
    BISHOP_PAIR
}

/// Against a bare king, material alone gives no plan: a mate needs that king on
/// the edge and ours close to it (COMP4121 §3.2).
fn mop_up<T: Trace>(position: &Position, color: Color, trace: &mut T) -> Pair {
    let majors = position.by_role(Role::Rook) | position.by_role(Role::Queen);
    let bare = !position.by_color(!color).more_than_one();
    if !bare || majors.is_empty() {
        return Pair::ZERO;
    }
    let (hunter, prey) = (position.king(color), position.king(!color));
    let worth = Pair::new(0, 12 * off_centre(prey) + 5 * (14 - walk(hunter, prey)));
    trace.credit(Term::MopUp, color, worth);
    worth
}

fn tempo<T: Trace>(position: &Position, color: Color, trace: &mut T) -> Pair {
    if position.turn() != color {
        return Pair::ZERO;
    }
    trace.credit(Term::Tempo, color, TEMPO);
    TEMPO
}

/// How much of a middlegame is left, from [`FULL_PHASE`] down to 0. Promoted
/// queens do not make it more than full.
pub fn phase(position: &Position) -> i32 {
    let weigh = |role: Role| PHASE[role.index()] * position.by_role(role).count() as i32;
    let sum: i32 = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen].map(weigh).iter().sum();
    sum.min(FULL_PHASE)
}

/// Steps along files and ranks from the four middle squares: 0 to 6.
pub fn off_centre(square: Square) -> i32 {
    let off = |x: usize| if x < 4 { 3 - x as i32 } else { x as i32 - 4 };
    off(square.file()) + off(square.rank())
}

/// Steps along files and ranks between two squares: 0 to 14.
pub fn walk(a: Square, b: Square) -> i32 {
    (a.file().abs_diff(b.file()) + a.rank().abs_diff(b.rank())) as i32
}
