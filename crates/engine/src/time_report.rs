// SPDX-License-Identifier: GPL-3.0-or-later
//! The reasons for the time of a move, in words: what this engine says of its own moves, and
//! how the reason is found again where it was said.

use search::{Gap, Signals, StopReason, TimeReport};
use std::fmt::Write;

/// What was recommended, what was seen, why it ended.
pub fn text(report: &TimeReport) -> String {
    let TimeReport { model, allotment, target, used, signals, why } = report;
    let model_name = model.map_or("time a move", |model| model.name);
    let [recommended, limit, target, used] =
        [allotment.recommended, allotment.limit, *target, *used].map(|time| time.as_millis());
    let mut text = format!(
        "time: {model_name} recommended {recommended} ms, limit {limit} ms, \
         aimed at {target} ms, used {used} ms;"
    );
    if model.is_some_and(|model| model.adjust.is_on()) {
        let _ = write!(text, " {};", seen(signals));
    }
    let _ = write!(text, " {BECAUSE}{}", reason(*why));
    text
}

/// What stands before the reason, in an engine's `info string` and in comments of games.
pub const BECAUSE: &str = "ended because ";

/// The reason in a report or a comment, up to the next comma.
///
/// ```
/// use xanthos_engine::time_report::reason_in;
///
/// let report = "info string time: adaptive used 168 ms; ended because the limit is reached";
/// assert_eq!(reason_in(report), Some("the limit is reached"));
/// assert_eq!(reason_in("nothing is said here"), None);
/// ```
pub fn reason_in(text: &str) -> Option<&str> {
    let (_, reason) = text.split_once(BECAUSE)?;
    let reason = reason.split([',', ';']).next().unwrap_or(reason).trim();
    (!reason.is_empty()).then_some(reason)
}

fn seen(signals: &Signals) -> String {
    let times = if signals.stable == 1 { "iteration" } else { "iterations" };
    let mut text = format!("best move stable for {} {times}", signals.stable);
    if let Some(effort) = signals.effort {
        let _ = write!(text, ", {effort} % of the nodes");
    }
    let _ = write!(text, ", score trend {:+}", signals.trend);
    text += match signals.gap {
        Gap::Unknown => "",
        Gap::Clear => ", others clearly worse",
        Gap::Close => ", another about as good",
    };
    if signals.recapture {
        text += ", takes back";
    }
    let _ = write!(text, ", chance of a change {:.0} %", 100.0 * signals.change_probability());
    text
}

/// The reason itself.
pub fn reason(why: StopReason) -> &'static str {
    match why {
        StopReason::OnlyMove => "there is only one move",
        StopReason::Recapture => "only taking back makes sense",
        StopReason::Settled => "the move is unlikely to change",
        StopReason::Spent => "the recommended time is used",
        StopReason::Extended => "the extended time is used",
        StopReason::Limit => "the limit is reached",
        StopReason::Solved => "the mate is certain",
        StopReason::Asked => "what was asked for is reached",
        StopReason::Stopped => "it was told to stop",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::{Allotment, TimeModel};
    use std::time::Duration;

    #[test]
    fn it_reads_well() {
        let ms = Duration::from_millis;
        let signals = Signals {
            stable: 6,
            effort: Some(82),
            trend: -3,
            gap: Gap::Clear,
            recapture: true,
            ..Signals::default()
        };
        let allotment = Allotment { recommended: ms(980), limit: ms(3920) };
        let report = TimeReport {
            model: Some(TimeModel::ADAPTIVE),
            allotment,
            target: ms(690),
            used: ms(512),
            signals,
            why: StopReason::Settled,
        };
        assert_eq!(
            text(&report),
            "time: adaptive recommended 980 ms, limit 3920 ms, aimed at 690 ms, \
             used 512 ms; best move stable for 6 iterations, 82 % of the nodes, score trend -3, \
             others clearly worse, takes back, chance of a change 1 %; ended because the move is \
             unlikely to change"
        );
        let fixed = TimeReport { model: None, why: StopReason::Spent, ..report };
        assert!(text(&fixed).ends_with("used 512 ms; ended because the recommended time is used"));
    }
}
