// SPDX-License-Identifier: GPL-3.0-or-later
//! Memory for hash tables, shared by everybody who searches.

use std::sync::{Arc, Mutex, PoisonError};

/// A search wants at least this much, in MiB.
const LEAST: usize = 1;

/// So many MiB, for all searches together. Whoever comes gets a quarter of what is left, so
/// that the first have much and the hundredth still has some; past the end everybody gets
/// one MiB, and how many that are is bounded by other limits. Who asks for an amount gets it
/// as far as it is there, and never more than half of all: somebody else may come.
pub struct HashBudget {
    all: usize,
    left: Mutex<usize>,
}

/// A part of the budget, given back when dropped.
pub struct HashLease {
    budget: Arc<HashBudget>,
    taken: usize,
    mib: usize,
}

impl HashBudget {
    /// A budget of `mib`.
    pub fn new(mib: usize) -> Arc<HashBudget> {
        Arc::new(HashBudget { all: mib, left: Mutex::new(mib) })
    }

    /// The most that one search can ask for.
    pub fn most(&self) -> usize {
        (self.all / 2).max(LEAST)
    }

    /// A part of it, of `most` MiB at most.
    pub fn lease(self: &Arc<HashBudget>, most: usize) -> HashLease {
        self.take(|left| (left / 4).min(most))
    }

    /// So many MiB, if they are there.
    pub fn lease_wanted(self: &Arc<HashBudget>, mib: usize) -> HashLease {
        self.take(|left| mib.min(left).min(self.most()))
    }

    fn take(self: &Arc<HashBudget>, how_much: impl FnOnce(usize) -> usize) -> HashLease {
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let mib = how_much(*left).max(LEAST);
        let taken = mib.min(*left);
        *left -= taken;
        HashLease { budget: Arc::clone(self), taken, mib }
    }
}

impl HashLease {
    /// How much it is.
    pub fn mib(&self) -> usize {
        self.mib
    }
}

impl Drop for HashLease {
    fn drop(&mut self) {
        *self.budget.left.lock().unwrap_or_else(PoisonError::into_inner) += self.taken;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_leases_stay_within_the_budget_and_come_back() {
        let budget = HashBudget::new(256);
        let leases: Vec<HashLease> = (0..100).map(|_| budget.lease(64)).collect();
        assert_eq!(leases[0].mib(), 64);
        assert!(leases.iter().all(|lease| lease.mib() >= LEAST));
        let total: usize = leases.iter().map(HashLease::mib).sum();
        assert!(total <= 256 + 100, "{total}");
        assert!(leases.iter().map(|lease| lease.taken).sum::<usize>() <= 256);
        drop(leases);
        assert_eq!(budget.lease(64).mib(), 64);
    }

    #[test]
    fn who_asks_gets_what_is_there_and_half_of_all_at_most() {
        let budget = HashBudget::new(256);
        assert_eq!(budget.lease_wanted(1).mib(), 1);
        let first = budget.lease_wanted(4096);
        assert_eq!((first.mib(), budget.most()), (128, 128));
        let second = budget.lease_wanted(100);
        assert_eq!(second.mib(), 100);
        // 28 are left.
        assert_eq!(budget.lease_wanted(64).mib(), 28);
        assert_eq!(budget.lease(64).mib(), 7);
        drop(first);
        assert_eq!(budget.lease_wanted(128).mib(), 128);
    }
}
