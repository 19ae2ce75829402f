// SPDX-License-Identifier: GPL-3.0-or-later
//! The memory of the table: the only file of this crate with `unsafe` in it.
//!
//! It comes straight from the system, as zeros that cost nothing until they are
//! touched, and in huge pages where the system gives them: a table is read at
//! random, and with small pages most reads would miss the processor's page
//! cache as well.

#![allow(unsafe_code)]

use std::sync::atomic::AtomicU64;

use memmap2::MmapMut;

use super::Cluster;

/// Clusters that begin as zeros, which is what an empty cluster is.
pub struct Memory {
    map: MmapMut,
}

impl Memory {
    /// So many bytes, in whole clusters; `None` if the system has not so much.
    pub fn of_bytes(bytes: usize) -> Option<Self> {
        let bytes = bytes / size_of::<Cluster>() * size_of::<Cluster>();
        if bytes == 0 {
            return None;
        }
        let map = MmapMut::map_anon(bytes).ok()?;
        // Without huge pages the table is a little slower, not smaller.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Some(Memory { map })
    }

    /// All clusters.
    #[inline]
    pub fn clusters(&self) -> &[Cluster] {
        let count = self.map.len() / size_of::<Cluster>();
        // SAFETY: the map is at least this long, begins at a page and thereby on
        // a multiple of a cluster's alignment, and lives as long as `self`. A
        // cluster consists of atomic words only: every content is valid, zeros
        // included, and changing them through a shared reference is allowed.
        // Nobody else has a pointer to the map.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast::<Cluster>(), count) }
    }

    /// The same memory as words, for whoever has no clusters.
    #[inline]
    pub fn words(&self) -> &[AtomicU64] {
        let count = self.map.len() / size_of::<AtomicU64>();
        // SAFETY: as above; an atomic word needs a smaller alignment, and every
        // content is a valid one.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast::<AtomicU64>(), count) }
    }
}
