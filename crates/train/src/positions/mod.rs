// SPDX-License-Identifier: GPL-3.0-or-later
//! Labelled positions out of training files: the quiet ones, in centipawns.

mod source;
mod text;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::SplitMix64;
use std::ops::ControlFlow;

use chess::{MoveList, Position, Role};

pub use source::{Entry, Format, Source, SourceError, Visit, read};
pub use text::TextFault;

/// Labels beyond this (in the file's units) are mates, or mean "no label".
const MATE_LABEL: i16 = 31_000;

/// Stands where a position has no label, or one that is a mate.
pub const NO_LABEL: i16 = 32_001;

/// Which part of the records is read: they are dealt out by their number, so
/// that no game has positions in both parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// One record in `Part::HELD_OUT`.
    HeldOut,
    /// The others.
    Training,
}

impl Part {
    /// One record of this many is held out.
    pub const HELD_OUT: usize = 16;

    pub(crate) fn has(self, record: usize) -> bool {
        (self == Part::HeldOut) == record.is_multiple_of(Part::HELD_OUT)
    }
}

/// A position with what is known about it.
#[derive(Clone, Copy, Debug)]
pub struct Labelled<'a> {
    /// The position; quiet, and not in check.
    pub position: &'a Position,
    /// Its score in centipawns, White's view.
    pub score: f64,
    /// The result for White, 0 to 1, if known.
    pub result: Option<f64>,
}

/// Calls `visit` with the quiet positions of one part of a source, until it has
/// seen enough; gives how many there were.
///
/// # Errors
/// When the file cannot be opened or is damaged.
pub fn visit(
    source: &Source,
    part: Part,
    visit: &mut dyn FnMut(Labelled<'_>) -> ControlFlow<()>,
) -> Result<usize, SourceError> {
    // A generator of its own decides which positions: the same ones every time.
    let mut random = SplitMix64::seed_from_u64(0x2545_F491_4F6C_DD1D);
    let mut taken = 0;
    if source.limit == 0 {
        return Ok(0);
    }
    source::read(source, &|record| part.has(record), &mut |entry| {
        let wanted = random.random_range(..source.every.max(1)) == 0;
        if let Some(score) = entry.score
            && wanted
            && is_quiet(entry.position)
        {
            taken += 1;
            let result = entry.result.map(|result| f64::from(result as u8) / 2.0);
            if visit(Labelled { position: entry.position, score, result }).is_break()
                || taken >= source.limit
            {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    })?;
    Ok(taken)
}

/// Not in check, and no capture or promotion that wins anything.
pub fn is_quiet(position: &Position) -> bool {
    if position.in_check() {
        return false;
    }
    let mut noisy = MoveList::default();
    position.noisy_moves(&mut noisy);
    !noisy.iter().any(|&m| m.is_promotion() || position.see_at_least(m, 1))
}

/// A label as centipawns such that one pawn up means even chances to win: the
/// files keep the internal unit of the engine that made them, whose worth
/// depends on the material left.
pub fn centipawns(position: &Position, label: i16) -> f64 {
    f64::from(label) * 100.0 / unit(position)
}

/// The label of a score in centipawns: what [`centipawns`] turns back. Scores
/// beyond everything that is a matter of opinion are cut off there.
pub fn label(position: &Position, centipawns: f64) -> i16 {
    let most = f64::from(MATE_LABEL) - 1.0;
    (centipawns * unit(position) / 100.0).round().clamp(-most, most) as i16
}

/// What a pawn is worth in the files' unit, with this material on the board.
fn unit(position: &Position) -> f64 {
    let count = |role| f64::from(position.by_role(role).count());
    let minors = count(Role::Knight) + count(Role::Bishop);
    let material =
        count(Role::Pawn) + 3.0 * minors + 5.0 * count(Role::Rook) + 9.0 * count(Role::Queen);
    let m = material.clamp(17.0, 78.0) / 58.0;
    ((-72.325_658_36 * m + 185.938_320_38) * m - 144.588_621_93) * m + 416.449_504_46
}
