// SPDX-License-Identifier: GPL-3.0-or-later
//! Jobs on several threads.

/// Does every job, on so many threads. Which thread does a job depends on its number alone.
pub(crate) fn for_each<J: Send>(
    jobs: impl ExactSizeIterator<Item = J>,
    threads: usize,
    work: impl Fn(J) + Sync,
) {
    let threads = threads.clamp(1, jobs.len().max(1));
    if threads == 1 {
        return jobs.for_each(work);
    }
    let mut shares: Vec<Vec<J>> = (0..threads).map(|_| Vec::new()).collect();
    for (number, job) in jobs.enumerate() {
        shares[number % threads].push(job);
    }
    let work = &work;
    std::thread::scope(|scope| {
        for share in shares {
            scope.spawn(move || share.into_iter().for_each(work));
        }
    });
}
