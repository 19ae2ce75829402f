// SPDX-License-Identifier: GPL-3.0-or-later
//! What more ranks would bring: a small model, calibrated by what was measured on few.
//!
//! It counts what the exchange of entries costs each rank and the network, and takes from
//! measurement how much of added nodes shows up as time saved. It knows nothing of chess: where its
//! assumptions end, docs/cluster.md says so.

use crate::batch::{MOST, neighbours};
use crate::sharing::Sharing;

/// What the model takes for granted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Calibration {
    /// Entries that leave a rank in a second.
    pub entries: f64,
    /// Bytes of an entry.
    pub entry_bytes: f64,
    /// Processor time to take in an entry, in seconds: unpacking, checking, storing.
    pub entry_cost: f64,
    /// Processor time of a message, in seconds, beside its entries.
    pub message_cost: f64,
    /// Batches of a rank in a second.
    pub batches: f64,
    /// What the network carries to a rank, in bytes a second.
    pub bandwidth: f64,
    /// How much of a doubling of nodes is left as time to depth: the speed-up is nodes to this power.
    pub power: f64,
    /// The share of rank 0's nodes that helpers with other lines do not save.
    pub best_share: f64,
    /// How often the expected reply is played.
    pub hits: f64,
    /// Threads of a rank.
    pub threads: f64,
}

impl Default for Calibration {
    fn default() -> Self {
        Calibration {
            entries: 10_000.0,
            entry_bytes: 48.0,
            entry_cost: 4e-6,
            message_cost: 3e-6,
            batches: 100.0,
            bandwidth: 1.25e8,
            power: 0.3,
            best_share: 0.87,
            hits: 0.55,
            threads: 1.0,
        }
    }
}

/// What the model says about so many ranks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prediction {
    /// How many ranks.
    pub ranks: usize,
    /// Ranks that send to a rank.
    pub senders: usize,
    /// Bytes that arrive at a rank in a second.
    pub bytes: f64,
    /// The share of a thread that a rank spends on what arrives.
    pub load: f64,
    /// How many times faster it gets as deep.
    pub speed_up: f64,
}

/// Computes what `ranks` would bring.
pub fn predict(sharing: Sharing, ranks: usize, by: &Calibration) -> Prediction {
    let all: Vec<usize> = (0..ranks).collect();
    let senders = neighbours(0, &all).len();
    // More than the network carries is thrown away by the senders.
    let offered = senders as f64 * by.entries;
    let carried = offered.min(by.bandwidth / by.entry_bytes);
    let messages = senders as f64 * by.batches.max(by.entries / MOST as f64);
    let load = carried * by.entry_cost + messages * by.message_cost;
    let left = (1.0 - load / by.threads).max(0.0);
    // Beyond those who reach it directly, a rank profits from another only by way of third ones.
    let reached = 1.0 + senders as f64;
    let knowledge = |count: f64| (count * left).max(1.0).powf(by.power);
    let speed_up = match sharing {
        Sharing::Knowledge => knowledge(reached),
        Sharing::Lines => {
            let helpers = (ranks - 1) as f64;
            let rest = (1.0 - by.best_share) / (1.0 + helpers);
            (1.0 / (by.best_share + rest) * left).max(1.0)
        }
        // A hit adds the opponent's time, which is as long as our own.
        Sharing::Ahead => {
            let ahead = if ranks > 1 { 2f64.powf(by.power) * by.hits + 1.0 - by.hits } else { 1.0 };
            knowledge(reached) * ahead
        }
    };
    Prediction { ranks, senders, bytes: carried * by.entry_bytes, load, speed_up }
}

/// The predictions as a table in Markdown.
pub fn table(ranks: &[usize], by: &Calibration) -> String {
    let mut text = String::from(
        "| ranks | senders | kB/s to a rank | load | knowledge | lines | ahead |\n|---|---|---|---|---|---|---|\n",
    );
    for &count in ranks {
        let [knowledge, lines, ahead] = Sharing::ALL.map(|sharing| predict(sharing, count, by));
        text += &format!(
            "| {count} | {} | {:.0} | {:.1} % | {:.2} | {:.2} | {:.2} |\n",
            knowledge.senders,
            knowledge.bytes / 1000.0,
            100.0 * knowledge.load,
            knowledge.speed_up,
            lines.speed_up,
            ahead.speed_up
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_rank_gains_and_costs_nothing() {
        for sharing in Sharing::ALL {
            let one = predict(sharing, 1, &Calibration::default());
            assert_eq!((one.senders, one.load, one.speed_up), (0, 0.0, 1.0), "{sharing}");
        }
    }

    #[test]
    fn a_narrow_network_carries_less_and_helps_no_more() {
        let wide = Calibration::default();
        let narrow = Calibration { bandwidth: 1e5, ..wide };
        let (wide, narrow) =
            (predict(Sharing::Knowledge, 8, &wide), predict(Sharing::Knowledge, 8, &narrow));
        assert!(narrow.bytes < wide.bytes && narrow.load < wide.load);
    }

    #[test]
    fn lines_end_at_the_share_of_the_best_move() {
        let by = Calibration { entry_cost: 0.0, message_cost: 0.0, ..Calibration::default() };
        let many = predict(Sharing::Lines, 1024, &by);
        assert!(many.speed_up < 1.0 / by.best_share && many.speed_up > 1.1);
    }
}
