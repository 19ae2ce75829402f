// SPDX-License-Identifier: GPL-3.0-or-later
//! An evaluation as the tuner sees it: which weights it used, and how often.

use chess::{Bitboard, Color};

use crate::{LIMIT, Pair, Place, Term, Trace};

use super::Weights;
use super::balance::{self, FULL_SCALE};
use super::king;
use super::material::FULL_PHASE;
use super::schema::{COUNT, Kind, SLOTS};

/// The counts behind one evaluation. With the weights they give its score again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coefficients {
    counts: [Box<[i16; COUNT]>; 2],
    /// Index of the weight that scales the endgame half if White is ahead, and
    /// if Black is.
    pub scale: [u16; 2],
    /// Whether a known ending or the cap had the last word, which no weight
    /// explains.
    pub adjusted: bool,
}

impl Default for Coefficients {
    fn default() -> Self {
        let counts = || Box::new([0; COUNT]);
        Coefficients { counts: [counts(), counts()], scale: [0; 2], adjusted: false }
    }
}

/// A weight's index and how often it counts.
pub type Counted = (u16, i16);

impl Coefficients {
    /// Forgets everything, to be used again.
    pub fn clear(&mut self) {
        self.counts.iter_mut().for_each(|side| side.fill(0));
        self.scale = [0; 2];
        self.adjusted = false;
    }

    /// Weights of `kind` with White's count minus Black's, where that is not zero.
    pub fn balance(&self, kind: Kind) -> impl Iterator<Item = Counted> + '_ {
        indices(kind).filter_map(|i| {
            let count = self.counts[0][i] - self.counts[1][i];
            (count != 0).then_some((i as u16, count))
        })
    }

    /// Weights of `kind` that `color` has counts of.
    pub fn side(&self, kind: Kind, color: Color) -> impl Iterator<Item = Counted> + '_ {
        indices(kind).filter_map(move |i| {
            let count = self.counts[color.index()][i];
            (count != 0).then_some((i as u16, count))
        })
    }

    /// The score by `weights`, from White's view, before any adjustment: what
    /// the evaluation computes, in the same whole numbers.
    pub fn score(&self, weights: &Weights) -> i32 {
        let flat = weights.flat();
        let dot = |counts: &mut dyn Iterator<Item = Counted>| {
            counts.fold(Pair::ZERO, |sum, (i, n)| sum + flat[usize::from(i)] * i32::from(n))
        };
        let mut sum = dot(&mut self.balance(Kind::Linear));
        sum += king::worth(dot(&mut self.side(Kind::Danger, Color::White)));
        sum -= king::worth(dot(&mut self.side(Kind::Danger, Color::Black)));
        sum.eg += balance::apply(dot(&mut self.balance(Kind::Complexity)).eg, sum.eg);
        let scale = flat[usize::from(self.scale[usize::from(sum.eg < 0)])].eg;
        sum.eg = sum.eg * scale / FULL_SCALE;
        let phase = dot(&mut self.balance(Kind::Phase)).mg.clamp(0, FULL_PHASE);
        sum.taper(phase, FULL_PHASE).clamp(-LIMIT, LIMIT)
    }
}

fn indices(kind: Kind) -> impl Iterator<Item = usize> {
    let of_kind = SLOTS.iter().filter(move |slot| slot.kind == kind);
    of_kind.flat_map(|slot| slot.start..slot.start + slot.len)
}

impl Trace for Coefficients {
    const LISTENS: bool = true;

    fn credit(&mut self, _: Term, _: Color, _: Pair) {}

    fn count(&mut self, place: Place, color: Color, count: i32, _: Pair, _: Bitboard) {
        self.counts[color.index()][place.slot.start + place.index] += count as i16;
    }

    fn scale(&mut self, white: Place, black: Place) {
        self.scale = [white, black].map(|place| (place.slot.start + place.index) as u16);
    }

    fn adjust(&mut self, _: Term, by: i32) {
        self.adjusted |= by != 0;
    }
}
