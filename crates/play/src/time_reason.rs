// SPDX-License-Identifier: GPL-3.0-or-later
//! Why an engine took the time it took, where it says so.

/// What stands before the reason, in an engine's `info string` and in comments of games.
pub const BECAUSE: &str = "ended because ";

/// The reason in a report or a comment, up to the next comma.
///
/// ```
/// let report = "info string time: adaptive used 168 ms; ended because the limit is reached";
/// assert_eq!(play::reason_in(report), Some("the limit is reached"));
/// assert_eq!(play::reason_in("nothing is said here"), None);
/// ```
pub fn reason_in(text: &str) -> Option<&str> {
    let (_, reason) = text.split_once(BECAUSE)?;
    let reason = reason.split([',', ';']).next().unwrap_or(reason).trim();
    (!reason.is_empty()).then_some(reason)
}
