// SPDX-License-Identifier: GPL-3.0-or-later
//! What the policy head learns from: the moves of a position, and the one played.
//!
//! A sample has a board and no rights. So the moves are pseudo-legal ones: castling wherever
//! nothing stands between king and rook, en passant only if it was played. Moves that leave the
//! king in check are among them; the engine never asks about those.

use chess::{Bitboard, Color, Role, Square, attacks};
use eval::cnn::head::{Orientation, logit};
use eval::cnn::{POLICY_CHANNELS, Planes};
use eval::policy::soften;

use crate::data::Sample;
use crate::trainer::MoveTally;

/// Moves to choose from, the one played first; none if it is not known.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choice(Vec<[u8; 2]>);

impl Choice {
    /// The moves of a sample and its planes.
    pub fn of(sample: &Sample, planes: &Planes) -> Choice {
        let Some(played) = sample.played() else { return Choice::default() };
        let orientation = Orientation::of_king(sample.kings()[0]);
        let played = played.map(|square| orientation.seen(square) as u8);
        let mut moves = vec![played];
        for_each_move(planes, |from, to| {
            let mv = [from, to].map(|square| square.index() as u8);
            if mv != played {
                moves.push(mv);
            }
        });
        Choice(moves)
    }

    /// From and to of each move, the one played first.
    pub fn moves(&self) -> &[[u8; 2]] {
        &self.0
    }

    /// Their probabilities.
    fn probabilities(&self, words: &[f32]) -> Vec<f32> {
        let mut probabilities: Vec<f32> = self
            .0
            .iter()
            .map(|&[from, to]| logit(words, usize::from(from), usize::from(to)))
            .collect();
        soften(&mut probabilities, 1.0);
        probabilities
    }

    /// Adds the gradients of the played move's negative log-likelihood, times `weight`.
    pub fn gradients(&self, words: &[f32], weight: f32, gradients: &mut [f32]) {
        for (n, (&[from, to], probability)) in
            self.0.iter().zip(self.probabilities(words)).enumerate()
        {
            let gradient = weight * (probability - if n == 0 { 1.0 } else { 0.0 });
            let leaves = usize::from(from) * 2 * POLICY_CHANNELS;
            let comes = usize::from(to) * 2 * POLICY_CHANNELS + POLICY_CHANNELS;
            for word in 0..POLICY_CHANNELS {
                gradients[leaves + word] += gradient * words[comes + word];
                gradients[comes + word] += gradient * words[leaves + word];
            }
        }
    }

    /// Counts how well the head predicts the move played.
    pub(super) fn count(&self, words: &[f32], tally: &mut MoveTally) {
        if self.0.len() < 2 {
            return;
        }
        let probabilities = self.probabilities(words);
        let loss = -f64::from(probabilities[0].max(f32::MIN_POSITIVE)).ln();
        let better = probabilities[1..].iter().filter(|&&other| other >= probabilities[0]).count();
        tally.count(loss, better);
    }
}

/// Every pseudo-legal move of the side to move, which plays upwards.
fn for_each_move(planes: &Planes, mut tell: impl FnMut(Square, Square)) {
    let boards = |side: usize| planes.0[side * 6..][..6].iter().fold(0, |all, board| all | board);
    let [own, other] = [0, 1].map(|side| Bitboard(boards(side)));
    let occupied = own | other;
    for role in Role::ALL {
        for from in Bitboard(planes.0[role.index()]) {
            let targets = match role {
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
            (targets & !own).into_iter().for_each(|to| tell(from, to));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Outcome;
    use chess::Position;

    #[test]
    fn every_legal_move_is_among_the_choice() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
            "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
            "8/P5k1/8/8/8/8/6Kp/8 b - - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let orientation = Orientation::of(&position);
            let bare = Sample::new(&position, 0, Outcome::Draw);
            let planes = Planes::of(&position);
            assert_eq!(Choice::of(&bare, &planes), Choice::default());
            let moves = position.legal_moves();
            for &played in moves.iter() {
                let sample = bare.with_move(&position, played);
                let Choice(choice) = Choice::of(&sample, &planes);
                let squares =
                    |mv: chess::Move| [mv.from(), mv.to()].map(|s| orientation.seen(s) as u8);
                assert_eq!(choice[0], squares(played));
                for &mv in moves.iter().filter(|mv| !mv.is_en_passant()) {
                    assert_eq!(
                        choice.iter().filter(|&&c| c == squares(mv)).count(),
                        1,
                        "{fen} {mv:?}"
                    );
                }
            }
        }
    }
}
