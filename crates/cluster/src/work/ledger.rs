// SPDX-License-Identifier: GPL-3.0-or-later
//! Which part of the work is where.

/// A part that fails so often fails for good.
const ATTEMPTS: u32 = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Waiting,
    Dealt(usize),
    Done,
}

#[derive(Clone, Copy, Debug)]
struct Part {
    state: State,
    /// How often it was dealt.
    dealt: u32,
    /// How often it failed, other than by the loss of its rank.
    failed: u32,
}

/// The parts of a work, numbered from 1.
#[derive(Clone, Debug)]
pub struct Ledger {
    parts: Vec<Part>,
}

impl Ledger {
    /// So many parts, of which some are finished already.
    pub fn new(count: u32, finished: &[u32]) -> Ledger {
        let part = |number| {
            let state = if finished.contains(&number) { State::Done } else { State::Waiting };
            Part { state, dealt: 0, failed: 0 }
        };
        Ledger { parts: (1..=count).map(part).collect() }
    }

    /// A part for a rank, and which attempt it is; none if none waits.
    pub fn next(&mut self, rank: usize) -> Option<(u32, u32)> {
        let waiting = |part: &Part| part.state == State::Waiting;
        let index = self.parts.iter().position(waiting)?;
        let part = &mut self.parts[index];
        part.state = State::Dealt(rank);
        part.dealt += 1;
        Some((u32::try_from(index).ok()? + 1, part.dealt))
    }

    /// A part is finished. `false` if that is known, or no such part was dealt. An earlier attempt
    /// that comes in late counts as well: all do the same.
    pub fn done(&mut self, number: u32, attempt: u32) -> bool {
        let Some(part) = self.part(number, attempt) else { return false };
        let new = part.state != State::Done;
        part.state = State::Done;
        new
    }

    /// An attempt failed, and the part waits again. The number of failures if they are too many.
    pub fn failed(&mut self, number: u32, attempt: u32) -> Option<u32> {
        let part = self.part(number, attempt)?;
        if part.state == State::Done || attempt != part.dealt {
            return None;
        }
        part.failed += 1;
        part.state = State::Waiting;
        (part.failed >= ATTEMPTS).then_some(part.failed)
    }

    /// A rank is lost: its part waits again.
    pub fn lost(&mut self, rank: usize) {
        let held = |part: &&mut Part| part.state == State::Dealt(rank);
        self.parts.iter_mut().filter(held).for_each(|part| part.state = State::Waiting);
    }

    /// How many parts are finished.
    pub fn finished(&self) -> usize {
        self.parts.iter().filter(|part| part.state == State::Done).count()
    }

    /// Whether all are.
    pub fn is_finished(&self) -> bool {
        self.finished() == self.parts.len()
    }

    fn part(&mut self, number: u32, attempt: u32) -> Option<&mut Part> {
        let index = usize::try_from(number.checked_sub(1)?).ok()?;
        self.parts.get_mut(index).filter(|part| (1..=part.dealt).contains(&attempt))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_is_dealt_once_and_a_lost_one_again() {
        let mut ledger = Ledger::new(3, &[2]);
        assert_eq!(ledger.next(1), Some((1, 1)));
        assert_eq!(ledger.next(2), Some((3, 1)));
        assert_eq!(ledger.next(3), None);
        ledger.lost(1);
        assert_eq!(ledger.next(2), Some((1, 2)));
        assert!(ledger.done(1, 2) && ledger.done(3, 1));
        assert!(!ledger.done(1, 1), "the first attempt comes late and counts no second time");
        assert!(ledger.is_finished());
    }

    #[test]
    fn what_was_never_dealt_is_not_done() {
        let mut ledger = Ledger::new(2, &[]);
        assert!(!ledger.done(1, 1) && !ledger.done(0, 0) && !ledger.done(9, 1));
        assert_eq!(ledger.failed(7, 1), None);
    }

    #[test]
    fn a_part_that_always_fails_ends_the_work() {
        let mut ledger = Ledger::new(1, &[]);
        for attempt in 1..ATTEMPTS {
            assert_eq!(ledger.next(0), Some((1, attempt)));
            assert_eq!(ledger.failed(1, attempt), None);
        }
        assert_eq!(ledger.next(0), Some((1, ATTEMPTS)));
        assert_eq!(ledger.failed(1, ATTEMPTS), Some(ATTEMPTS));
    }
}
