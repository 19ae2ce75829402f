// SPDX-License-Identifier: GPL-3.0-or-later
//! Endings that are known better than by adding up.

use chess::{Bitboard, Color, Position, Role, Square};

use super::kpk;
use super::material::{Counts, counts};

/// A kind of ending, told by the material alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endgame {
    /// Nothing special.
    None,
    /// A theoretical draw of Table II (Axon §2.B).
    Draw,
    /// King and pawn against king; the side with the pawn.
    Kpk(Color),
    /// Bishop and knight against the bare king.
    Kbnk(Color),
    /// Enough to mate a bare king.
    BareKing(Color),
    /// Pawns and at most bishops against a side without pawns: wrong corners.
    Corner(Color),
    /// Rook against pawn.
    Krkp(Color),
    /// Queen against pawn.
    Kqkp(Color),
    /// Rook and pawn against rook.
    Krpkr(Color),
}

impl Endgame {
    /// The ending of these numbers of pieces.
    pub fn of(counts: &Counts) -> Endgame {
        if is_table_two(counts) {
            return Endgame::Draw;
        }
        for strong in Color::ALL {
            let own = &counts[strong.index()];
            let enemy = &counts[(!strong).index()];
            let bare = enemy.iter().all(|&n| n == 0);
            let ending = match (own, enemy) {
                ([1, 0, 0, 0, 0], _) if bare => Endgame::Kpk(strong),
                ([0, 1, 1, 0, 0], _) if bare => Endgame::Kbnk(strong),
                ([0, 0, 0, 1, 0], [1, 0, 0, 0, 0]) => Endgame::Krkp(strong),
                ([0, 0, 0, 0, 1], [1, 0, 0, 0, 0]) => Endgame::Kqkp(strong),
                ([1, 0, 0, 1, 0], [0, 0, 0, 1, 0]) => Endgame::Krpkr(strong),
                ([1..=8, 0, _, 0, 0], [0, _, _, 0, 0]) => Endgame::Corner(strong),
                ([_, knights, bishops, rooks, queens], _)
                    if bare && (rooks + queens > 0 || *bishops > 1 || bishops + knights > 2) =>
                {
                    Endgame::BareKing(strong)
                }
                _ => continue,
            };
            return ending;
        }
        Endgame::None
    }

    /// The better score for a position with this material, given what the terms
    /// add up to; both from White's view.
    #[inline(never)]
    pub fn correct(self, position: &Position, score: i32) -> i32 {
        let (strong, score_strong) = match self {
            Endgame::None => return score,
            Endgame::Draw => return if is_calm(position) { 0 } else { score },
            Endgame::Kpk(c)
            | Endgame::Kbnk(c)
            | Endgame::BareKing(c)
            | Endgame::Corner(c)
            | Endgame::Krkp(c)
            | Endgame::Kqkp(c)
            | Endgame::Krpkr(c) => (c, if c == Color::White { score } else { -score }),
        };
        // Look at it with the strong side as White.
        let view = View::new(position, strong);
        let better = match self {
            Endgame::Kpk(_) => kpk_value(&view),
            Endgame::Kbnk(_) => 500 + 40 * view.cornered() + push_close(&view),
            Endgame::BareKing(_) => bare_king(&view, score_strong),
            Endgame::Corner(_) if view.fortress() => 0,
            Endgame::Krkp(_) => rook_against_pawn(&view, score_strong),
            Endgame::Kqkp(_) => queen_against_pawn(&view, score_strong),
            Endgame::Krpkr(_) => rook_and_pawn_against_rook(&view, score_strong),
            _ => score_strong,
        };
        if strong == Color::White { better } else { -better }
    }
}

/// Whether Table II (Axon §2.B) calls the position drawn.
pub fn is_drawn_by_table(position: &Position) -> bool {
    position.occupied().count() <= 6 && is_table_two(&counts(position)) && is_calm(position)
}

/// Four pieces may be a mate, so a side in check is excepted.
fn is_calm(position: &Position) -> bool {
    position.occupied().count() <= 3 || !position.in_check()
}

/// Table II: at most two knights or one bishop each, no pawns, and not knight
/// with bishop. Axon §2.B counts pieces, so bishop and knight are absent from it.
fn is_table_two(counts: &Counts) -> bool {
    let side = |c: &[i32; 5]| matches!(c, [0, 0..=2, 0, 0, 0] | [0, 0, 1, 0, 0]);
    side(&counts[0]) && side(&counts[1])
}

/// The board with the strong side moving up.
struct View {
    strong: Square,
    weak: Square,
    strong_moves: bool,
    own_pawns: Bitboard,
    enemy_pawns: Bitboard,
    bishops: Bitboard,
    own_rook: Option<Square>,
}

impl View {
    fn new(position: &Position, strong: Color) -> View {
        let turned = |set: Bitboard| if strong == Color::White { set } else { set.flip() };
        let square = |s: Square| if strong == Color::White { s } else { s.flip() };
        let of = |color, role| turned(position.pieces(color, role));
        View {
            strong: square(position.king(strong)),
            weak: square(position.king(!strong)),
            strong_moves: position.turn() == strong,
            own_pawns: of(strong, Role::Pawn),
            enemy_pawns: of(!strong, Role::Pawn),
            bishops: of(strong, Role::Bishop),
            own_rook: of(strong, Role::Rook).first(),
        }
    }

    /// How far the weak king is from the long diagonal between the two corners
    /// that the bishop does not control: 0 there, 7 in the corners where it can be
    /// mated. Along an edge it grows step by step, which is the way it is driven.
    fn cornered(&self) -> i32 {
        let light = (self.bishops & Bitboard::LIGHT).any();
        let square = if light { self.weak.mirror() } else { self.weak };
        (7 - square.rank() as i32 - square.file() as i32).abs()
    }

    /// Rook pawns that cannot get past a king in their corner: alone, or with
    /// bishops of the wrong colour.
    fn fortress(&self) -> bool {
        [0, 7].into_iter().any(|file| {
            let goal = Square::new(file, 7);
            let goal_light = Bitboard::LIGHT.contains(goal);
            let right = if goal_light { Bitboard::LIGHT } else { Bitboard::DARK };
            (self.own_pawns & !Bitboard::FILES[file]).is_empty()
                && (self.bishops & right).is_empty()
                && self.weak.distance(goal) <= 1
        })
    }
}

/// Steps along files and ranks from the four middle squares: 0 to 6.
fn off_centre(square: Square) -> i32 {
    let off = |x: usize| if x < 4 { 3 - x as i32 } else { x as i32 - 4 };
    off(square.file()) + off(square.rank())
}

/// The own king belongs close to its prey.
fn push_close(view: &View) -> i32 {
    8 * (7 - view.strong.distance(view.weak) as i32)
}

fn kpk_value(view: &View) -> i32 {
    let Some(pawn) = view.own_pawns.first() else { return 0 };
    let turn = if view.strong_moves { Color::White } else { Color::Black };
    if !kpk::is_won(view.strong, pawn, view.weak, turn) {
        return 0;
    }
    400 + 30 * pawn.rank() as i32
}

/// Drives the bare king to the edge and ours towards it (COMP4121 §3.2). Two bishops of one
/// colour are not enough.
fn bare_king(view: &View, score: i32) -> i32 {
    let one_coloured = view.bishops.any()
        && ((view.bishops & Bitboard::LIGHT).is_empty()
            || (view.bishops & Bitboard::DARK).is_empty());
    if score < 500 && one_coloured && view.own_pawns.is_empty() && view.own_rook.is_none() {
        return score.min(50);
    }
    score.max(300) + 250 + 15 * off_centre(view.weak) + push_close(view)
}

/// A pawn alone is lost to a rook unless it is far and the rook's king is farther.
fn rook_against_pawn(view: &View, score: i32) -> i32 {
    let (Some(pawn), Some(rook)) = (view.enemy_pawns.first(), view.own_rook) else { return score };
    let goal = Square::new(pawn.file(), 0);
    let tempo = usize::from(!view.strong_moves);
    let before_it = view.strong.file() == pawn.file() && view.strong.rank() < pawn.rank();
    let cut_off = view.weak.distance(pawn) >= 3 + tempo && view.weak.distance(rook) >= 3;
    if before_it || cut_off {
        return score.max(350);
    }
    // The race to the queening square, the pawn's steps included.
    let race = view.strong.distance(goal) as i32 + tempo as i32
        - view.weak.distance(goal).min(pawn.rank() + 1) as i32
        - pawn.rank() as i32;
    if race > 0 { score.min(30) } else { score.min(120 - 40 * race).max(30) }
}

/// A queen wins against a pawn, unless it is on the seventh, on a rook's or a
/// bishop's file, with its king beside it and the other king far.
fn queen_against_pawn(view: &View, score: i32) -> i32 {
    let Some(pawn) = view.enemy_pawns.first() else { return score };
    let drawish = pawn.rank() == 1
        && view.weak.distance(pawn) <= 1
        && matches!(pawn.file(), 0 | 2 | 5 | 7)
        && view.strong.distance(pawn) >= 4;
    if drawish { score.min(40) } else { score.max(500) + push_close(view) }
}

/// The third-rank defence, and rook pawns with the king in front.
fn rook_and_pawn_against_rook(view: &View, score: i32) -> i32 {
    let Some(pawn) = view.own_pawns.first() else { return score };
    let goal = Square::new(pawn.file(), 7);
    let in_front = view.weak.rank() > pawn.rank() && view.weak.file().abs_diff(pawn.file()) <= 1;
    let third_rank = view.weak.distance(goal) <= 1 && pawn.rank() <= 4 && view.strong.rank() <= 4;
    let rook_pawn = matches!(pawn.file(), 0 | 7) && view.weak.distance(goal) <= 2;
    if third_rank {
        score / 8
    } else if in_front && rook_pawn {
        score / 4
    } else if in_front {
        score / 2
    } else {
        score
    }
}
