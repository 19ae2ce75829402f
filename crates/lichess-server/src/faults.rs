// SPDX-License-Identifier: GPL-3.0-or-later
//! What goes wrong, how often, by chance from a seed.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::SplitMix64;

/// A fault of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RequestFault {
    /// Refused with a 4xx, though there is no reason.
    Refused(u16),
    /// A 429.
    TooMany,
    /// A 5xx before anything was done.
    ServerBefore(u16),
    /// A 5xx after everything was done.
    ServerAfter(u16),
    /// The connection ends before anything was done.
    CutBefore,
    /// The connection ends after everything was done, without an answer.
    CutAfter,
    /// An answer that is no JSON.
    Garbage,
    /// Half of an answer, then the connection ends.
    HalfAnswer,
    /// The answer byte by byte.
    SlowBytes,
    /// The request is dealt with so many milliseconds later.
    Delay(u64),
    /// Nothing is answered, and the connection stays open; whether the deed was done.
    Swallowed(bool),
}

/// A fault of a line of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineFault {
    /// The connection ends instead.
    Cut,
    /// Half of it, then the connection ends.
    HalfLine,
    /// It comes with bytes that make it unreadable.
    Damaged,
    /// A line of garbage comes before it.
    Garbage,
    /// It comes twice.
    Twice,
    /// It comes after the next one.
    Reordered,
    /// It comes so many milliseconds later.
    Delay(u64),
    /// It comes byte by byte.
    SlowBytes,
    /// Nothing comes any more, and the connection stays open.
    Stalled,
}

/// How often things go wrong.
#[derive(Clone, Debug)]
pub struct Faults {
    /// The share of requests with a fault.
    pub requests: f64,
    /// The share of lines with a fault.
    pub lines: f64,
    /// Of all requests, those that are answered with a 429.
    pub too_many: f64,
    chance: SplitMix64,
}

impl Faults {
    /// Nothing ever goes wrong.
    pub fn none() -> Faults {
        Faults { requests: 0.0, lines: 0.0, too_many: 0.0, chance: SplitMix64::seed_from_u64(0) }
    }

    /// Everything goes wrong now and then.
    pub fn everywhere(seed: u64, share: f64) -> Faults {
        Faults {
            requests: share,
            lines: share,
            too_many: share / 100.0,
            chance: SplitMix64::seed_from_u64(seed),
        }
    }

    /// The names of all faults.
    pub const NAMES: [&str; 20] = [
        "request refused (4xx)",
        "429",
        "5xx before the deed",
        "5xx after the deed",
        "request cut before the deed",
        "request cut after the deed",
        "garbage for an answer",
        "half an answer",
        "answer in slow bytes",
        "request delayed",
        "stream cut",
        "half a line, then cut",
        "damaged line",
        "line of garbage",
        "line twice",
        "lines reordered",
        "line delayed",
        "line in slow bytes",
        "stream silent without an end",
        "request without an answer, before or after the deed",
    ];

    pub(crate) fn of_request(&mut self) -> Option<(usize, RequestFault)> {
        if self.too_many > 0.0 && self.chance.random_bool(self.too_many) {
            return Some((1, RequestFault::TooMany));
        }
        if self.requests <= 0.0 || !self.chance.random_bool(self.requests) {
            return None;
        }
        let index = [0, 2, 3, 4, 5, 6, 7, 8, 9, 19][self.chance.random_range(0..10)];
        let status = [500, 502, 503][self.chance.random_range(0..3)];
        let fault = match index {
            0 => RequestFault::Refused([400, 404, 408][self.chance.random_range(0..3)]),
            2 => RequestFault::ServerBefore(status),
            3 => RequestFault::ServerAfter(status),
            4 => RequestFault::CutBefore,
            5 => RequestFault::CutAfter,
            6 => RequestFault::Garbage,
            7 => RequestFault::HalfAnswer,
            8 => RequestFault::SlowBytes,
            19 => RequestFault::Swallowed(self.chance.random_bool(0.5)),
            _ => RequestFault::Delay(self.chance.random_range(5..150)),
        };
        Some((index, fault))
    }

    pub(crate) fn of_line(&mut self) -> Option<(usize, LineFault)> {
        if self.lines <= 0.0 || !self.chance.random_bool(self.lines) {
            return None;
        }
        let index = self.chance.random_range(10..19);
        let fault = match index {
            10 => LineFault::Cut,
            11 => LineFault::HalfLine,
            12 => LineFault::Damaged,
            13 => LineFault::Garbage,
            14 => LineFault::Twice,
            15 => LineFault::Reordered,
            16 => LineFault::Delay(self.chance.random_range(5..100)),
            17 => LineFault::SlowBytes,
            _ => LineFault::Stalled,
        };
        Some((index, fault))
    }
}
