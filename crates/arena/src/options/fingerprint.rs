// SPDX-License-Identifier: GPL-3.0-or-later
//! When two commands are the same tournament.

use super::config::{ReportConfig, TournamentConfig};

impl TournamentConfig {
    /// A number that is equal for tournaments whose games may be counted
    /// together: same engines, limits, openings, pairing and adjudication.
    /// What only concerns speed, length or output is left out, so that a
    /// stopped tournament can go on with more rounds or other reports.
    pub fn fingerprint(&self) -> u64 {
        let core = TournamentConfig {
            rounds: 0,
            concurrency: 0,
            wait: Default::default(),
            sprt: None,
            recover: false,
            strict: false,
            check_mate_lines: false,
            shard: None,
            live_pgn: None,
            stalls: super::Stalls::Count,
            startup_timeout: Default::default(),
            ping_timeout: Default::default(),
            affinity: super::Affinity::Off,
            pgn: None,
            epd: None,
            journal: None,
            discard_journal: false,
            log: None,
            event: String::new(),
            site: String::new(),
            report: ReportConfig::default(),
            ..self.clone()
        };
        // The debug text names every field; FNV-1a is stable across builds,
        // which the standard library's hasher does not promise.
        fnv(format!("{core:?}").as_bytes())
    }
}

/// A hash of bytes.
pub(super) fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
