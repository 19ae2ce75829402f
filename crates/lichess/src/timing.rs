// SPDX-License-Identifier: GPL-3.0-or-later
//! How long the bot waits for what. One table, so that a simulated day can be played faster.

use std::time::Duration;

/// Waits of the client. The clocks of games are not among them: those are the server's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timing {
    /// No request at all for so long after a 429. Lichess asks for a full minute.
    pub silence: Duration,
    /// Before the first attempt to reconnect; doubled each time,
    pub retry: Duration,
    /// up to this.
    pub longest_retry: Duration,
    /// A stream that says nothing for so long, not even an empty line, is dead: lichess sends
    /// one every seven seconds.
    pub stream_silence: Duration,
    /// The most that a request may take.
    pub request: Duration,
    /// The most that a move may take on its way.
    pub move_request: Duration,
    /// How often the running games are compared with the server's list.
    pub check: Duration,
    /// An accepted challenge that has not become a game after this long is asked about.
    pub reservation: Duration,
    /// How often something is looked at that is due at some time.
    pub tick: Duration,
    /// How long the last messages of a game may take when the bot ends.
    pub farewell: Duration,
    /// By how much all of it is shortened.
    pub factor: f64,
}

impl Default for Timing {
    fn default() -> Timing {
        Timing {
            silence: Duration::from_secs(60),
            retry: Duration::from_millis(500),
            longest_retry: Duration::from_secs(60),
            stream_silence: Duration::from_secs(20),
            request: Duration::from_secs(10),
            move_request: Duration::from_secs(5),
            check: Duration::from_secs(30),
            reservation: Duration::from_secs(10),
            tick: Duration::from_millis(500),
            farewell: Duration::from_secs(3),
            factor: 1.0,
        }
    }
}

impl Timing {
    /// The same, so many times faster: for a server on this machine that plays a day in minutes.
    /// What a request needs does not shrink with it.
    #[must_use]
    pub fn hurried(factor: f64) -> Timing {
        let usual = Timing::default();
        let quick = |time: Duration| time.div_f64(factor.max(1.0));
        Timing {
            silence: quick(usual.silence),
            retry: quick(usual.retry),
            longest_retry: quick(usual.longest_retry),
            stream_silence: quick(usual.stream_silence).max(Duration::from_millis(500)),
            request: quick(usual.request).max(Duration::from_secs(2)),
            move_request: quick(usual.move_request).max(Duration::from_secs(2)),
            check: quick(usual.check),
            reservation: quick(usual.reservation).max(Duration::from_millis(500)),
            tick: quick(usual.tick).max(Duration::from_millis(20)),
            farewell: usual.farewell,
            factor: factor.max(1.0),
        }
    }

    /// A wait of the configuration in seconds.
    pub fn seconds(&self, seconds: f64) -> Duration {
        Duration::try_from_secs_f64((seconds / self.factor).max(0.0)).unwrap_or(Duration::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_429_means_a_full_minute() {
        assert!(Timing::default().silence >= Duration::from_secs(60));
        assert_eq!(Timing::hurried(60.0).silence, Duration::from_secs(1));
        assert_eq!(Timing::hurried(0.1), Timing::hurried(1.0), "never slower");
    }
}
