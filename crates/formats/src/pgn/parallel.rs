// SPDX-License-Identifier: GPL-3.0-or-later
//! Many games on several threads, where their order does not matter.

use super::error::{PgnError, PgnReason};
use super::split::{Batch, GameText, Splitter};
use std::io::Read;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, channel, sync_channel};

/// Batches that wait for a thread, for each thread: enough to bridge a pause.
const QUEUE: usize = 4;

/// What came of reading.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games found, sound or not.
    pub games: usize,
    /// Those that could not be read.
    pub broken: usize,
}

/// Reads games on several threads; the calling thread cuts the text into games for them.
///
/// Each thread begins with what `begin` makes and lets `see` add game after game to it; the
/// threads' sums come back in no particular order. A game for which `see` returns an error is
/// passed to `broken` and counted, and reading goes on; an error of the reader ends it.
///
/// ```
/// use xanthos_formats::pgn;
///
/// let text = "1. e4 e5 2. Nf3 *\n\n1. Ke2 *\n\n1. d4 *\n";
/// let count = |moves: &mut u32, game: &pgn::GameText| {
///     game.play(game.start()?, usize::MAX, |_, _| *moves += 1)?;
///     Ok(())
/// };
/// let complain = |error: pgn::PgnError| assert_eq!(error.game, 2);
/// let (sums, tally) = pgn::read_in_parallel(text.as_bytes(), 2, || 0, count, complain);
/// assert_eq!(sums.iter().sum::<u32>(), 4);
/// assert_eq!((tally.games, tally.broken), (3, 1));
/// ```
pub fn read_in_parallel<R: Read, T: Send>(
    reader: R,
    threads: usize,
    begin: impl Fn() -> T + Sync,
    see: impl Fn(&mut T, &GameText) -> Result<(), PgnError> + Sync,
    broken: impl FnMut(PgnError) + Send,
) -> (Vec<T>, Tally) {
    let mut splitter = Splitter::new(reader);
    let errors = Mutex::new((broken, 0));
    let complain = |error: PgnError| {
        let mut errors = errors.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        errors.1 += 1;
        errors.0(error);
    };
    let look = |sum: &mut T, batch: &Batch| {
        for game in batch.games() {
            see(sum, &game).unwrap_or_else(&complain);
        }
    };
    let sums = if threads <= 1 {
        let (mut sum, mut batch) = (begin(), Batch::default());
        while next_batch(&mut splitter, &mut batch, &complain) {
            look(&mut sum, &batch);
        }
        vec![sum]
    } else {
        let (give, full) = sync_channel::<Batch>(threads * QUEUE);
        let (back, empty) = channel::<Batch>();
        let full = Mutex::new(full);
        std::thread::scope(|scope| {
            let work = || {
                let mut sum = begin();
                while let Some(batch) = take(&full) {
                    look(&mut sum, &batch);
                    // The receivers may be gone.
                    let _ = back.send(batch);
                }
                sum
            };
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            let mut batch = Batch::default();
            while next_batch(&mut splitter, &mut batch, &complain) {
                let next = empty.try_recv().unwrap_or_default();
                if give.send(std::mem::replace(&mut batch, next)).is_err() {
                    break;
                }
            }
            drop(give);
            let sums = workers.into_iter().map(|worker| worker.join());
            sums.map(|sum| sum.unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
        })
    };
    let broken = errors.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()).1;
    (sums, Tally { games: splitter.count(), broken })
}

fn take(queue: &Mutex<Receiver<Batch>>) -> Option<Batch> {
    queue.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).recv().ok()
}

/// The next games; false at the end or where the text can't be read any further.
fn next_batch<R: Read>(
    splitter: &mut Splitter<R>,
    batch: &mut Batch,
    complain: &impl Fn(PgnError),
) -> bool {
    splitter.next_batch(batch).unwrap_or_else(|error| {
        let (game, line) = (splitter.count() + 1, splitter.line());
        complain(PgnError { game, line, tags: Vec::new(), reason: PgnReason::Io(error) });
        false
    })
}
