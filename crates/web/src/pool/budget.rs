// SPDX-License-Identifier: GPL-3.0-or-later
//! Memory for hash tables, shared by everybody who searches.

use std::sync::{Arc, Mutex, PoisonError};

/// A search wants at least this much, in MiB.
const LEAST: usize = 1;

/// So many MiB, for all searches together. Whoever comes gets a quarter of what is left, so
/// that the first have much and the hundredth still has some; past the end everybody gets
/// one MiB, and how many that are is bounded by other limits.
pub struct HashBudget {
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
        Arc::new(HashBudget { left: Mutex::new(mib) })
    }

    /// A part of it, of `most` MiB at most.
    pub fn lease(self: &Arc<HashBudget>, most: usize) -> HashLease {
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let mib = (*left / 4).min(most).max(LEAST);
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
}
