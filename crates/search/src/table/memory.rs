// SPDX-License-Identifier: GPL-3.0-or-later
//! The memory of the table: the only room of this crate with `unsafe` in it.
//!
//! It comes straight from the system, as zeros that cost nothing until they are
//! touched, and in huge pages where the system gives them: a table is read at
//! random, and with small pages most reads would miss the processor's page
//! cache as well.

#![allow(unsafe_code)]

use memmap2::MmapMut;

use super::Cluster;

/// Clusters that begin as zeros, which is what an empty cluster is.
pub struct Memory {
    map: MmapMut,
}

impl Memory {
    /// Memory for `count` clusters; `None` if the system has not so much.
    pub fn new(count: usize) -> Option<Self> {
        let bytes = count.checked_mul(size_of::<Cluster>()).filter(|&bytes| bytes > 0)?;
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
}
