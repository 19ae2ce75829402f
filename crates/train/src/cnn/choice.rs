// SPDX-License-Identifier: GPL-3.0-or-later
//! What the policy head learns from: the moves of a position, and the one played.
//!
//! A sample has a board and no rights. So the moves are those that the board allows:
//! every way of a man that its own men do not block, castling wherever king and rook
//! see each other, en passant only if it was played. Moves that would leave the king in
//! check are among them; the engine never asks about those.

use chess::{Bitboard, Color, Role, Square, attacks};
use eval::cnn::head::{Glass, logit};
use eval::cnn::{Planes, WORDS};
use eval::policy::soften;

use crate::data::Sample;
use crate::nnue::Guesses;

/// Moves to choose from, the chosen one first; none if nobody knows which it was.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choice(Vec<[u8; 2]>);

impl Choice {
    /// The choice of this position, which looks like that.
    pub fn of(sample: &Sample, planes: &Planes) -> Choice {
        let Some(played) = sample.played() else { return Choice::default() };
        let glass = Glass::of_king(sample.kings()[0]);
        let played = played.map(|square| glass.seen(square) as u8);
        let mut ways = vec![played];
        for_each_way(planes, |from, to| {
            let way = [from, to].map(|square| square.index() as u8);
            if way != played {
                ways.push(way);
            }
        });
        Choice(ways)
    }

    /// From and to of each move, the chosen one first.
    pub fn ways(&self) -> &[[u8; 2]] {
        &self.0
    }

    /// What the head says to each of them, as chances.
    fn chances(&self, words: &[f32]) -> Vec<f32> {
        let ways = self.0.iter();
        let mut chances: Vec<f32> =
            ways.map(|&[from, to]| logit(words, usize::from(from), usize::from(to))).collect();
        soften(&mut chances, 1.0);
        chances
    }

    /// Adds the slopes of the chosen move's negative log-likelihood, times `weight`.
    pub fn slopes(&self, words: &[f32], weight: f32, slopes: &mut [f32]) {
        for (n, (&[from, to], chance)) in self.0.iter().zip(self.chances(words)).enumerate() {
            let slope = weight * (chance - if n == 0 { 1.0 } else { 0.0 });
            let leaves = usize::from(from) * 2 * WORDS;
            let comes = usize::from(to) * 2 * WORDS + WORDS;
            for word in 0..WORDS {
                slopes[leaves + word] += slope * words[comes + word];
                slopes[comes + word] += slope * words[leaves + word];
            }
        }
    }

    /// Adds to what is known about guesses.
    pub(super) fn judge(&self, words: &[f32], guesses: &mut Guesses) {
        if self.0.len() < 2 {
            return;
        }
        let chances = self.chances(words);
        guesses.positions += 1;
        guesses.loss -= f64::from(chances[0].max(f32::MIN_POSITIVE)).ln();
        let better = chances[1..].iter().filter(|&&chance| chance >= chances[0]).count();
        guesses.first += f64::from(u8::from(better == 0));
        guesses.five += f64::from(u8::from(better < 5));
    }
}

/// Every way that a man of the side to move, who plays upwards, could take.
fn for_each_way(planes: &Planes, mut tell: impl FnMut(Square, Square)) {
    let boards = |side: usize| planes.0[side * 6..][..6].iter().fold(0, |all, board| all | board);
    let [own, other] = [0, 1].map(|side| Bitboard(boards(side)));
    let occupied = own | other;
    for role in Role::ALL {
        for from in Bitboard(planes.0[role.index()]) {
            let ways = match role {
                Role::Pawn => {
                    let one = Bitboard(1 << from.index() << 8 & !occupied.0);
                    let two = Bitboard(one.0 << 8 & !occupied.0 & 0xFF00_0000);
                    attacks::pawn(Color::White, from) & other | one | two
                }
                Role::Knight => attacks::knight(from),
                Role::Bishop => attacks::bishop(from, occupied),
                Role::Rook => attacks::rook(from, occupied),
                Role::Queen => attacks::queen(from, occupied),
                Role::King if from.rank() == 0 => {
                    let rooks = planes.0[Role::Rook.index()] & 0xFF;
                    let castles = attacks::rook(from, occupied) & Bitboard(rooks);
                    castles.into_iter().for_each(|rook| tell(from, rook));
                    attacks::king(from)
                }
                Role::King => attacks::king(from),
            };
            (ways & !own).into_iter().for_each(|to| tell(from, to));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Outcome;
    use chess::Position;

    #[test]
    fn every_legal_move_is_among_the_ways() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
            "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
            "8/P5k1/8/8/8/8/6Kp/8 b - - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let glass = Glass::of(&position);
            let bare = Sample::new(&position, 0, Outcome::Draw);
            let planes = Planes::of(&position);
            assert_eq!(Choice::of(&bare, &planes), Choice::default());
            let moves = position.legal_moves();
            for &played in moves.iter() {
                let sample = bare.with_move(&position, played);
                let Choice(ways) = Choice::of(&sample, &planes);
                let way = |mv: chess::Move| [mv.from(), mv.to()].map(|s| glass.seen(s) as u8);
                assert_eq!(ways[0], way(played));
                for &mv in moves.iter().filter(|mv| !mv.is_en_passant()) {
                    assert_eq!(ways.iter().filter(|&&w| w == way(mv)).count(), 1, "{fen} {mv:?}");
                }
            }
        }
    }
}
