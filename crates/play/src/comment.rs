// SPDX-License-Identifier: GPL-3.0-or-later
//! Comments behind moves: `+0.31/12 0.123s (Nf6)` is the mover's score in pawns, its depth,
//! the seconds it took and the reply it expects; behind them, where the engine tells, why its
//! search ended then.

use std::fmt::Write as _;
use std::time::Duration;

use chess::{Move, Position};
use search::Score;
use serde::{Deserialize, Serialize};

use crate::record::MoveRecord;
use crate::reply::{Pondered, Thinking};
use engine::time_report::BECAUSE;

/// Additional fields of a move's comment.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CommentFields {
    /// Time left on the clock, as `[%clk 0:04:59]`.
    pub clock: bool,
    /// Nodes searched.
    pub nodes: bool,
    /// Selective depth.
    pub seldepth: bool,
    /// Nodes per second.
    pub nps: bool,
    /// Fill of the hash table.
    pub hashfull: bool,
    /// Tablebase hits.
    pub tbhits: bool,
    /// Time left on the clock, as `tl=`.
    pub timeleft: bool,
    /// Measured time minus the engine's own.
    pub latency: bool,
    /// Principal variation.
    pub pv: bool,
}

/// The comment of a move that was played in `position`.
pub fn move_comment(
    position: &Position,
    mv: Move,
    played: &MoveRecord,
    fields: &CommentFields,
) -> String {
    let thinking = &played.thinking;
    let mut text = match (thinking.score, thinking.depth) {
        _ if played.book => "book".to_owned(),
        (Some(score), depth) => format!("{}/{}", pawns(score), depth.unwrap_or(0)),
        (None, Some(depth)) => format!("?/{depth}"),
        (None, None) => String::new(),
    };
    if !text.is_empty() {
        text.push(' ');
    }
    let _ = write!(text, "{:.3}s", played.elapsed.as_secs_f64());
    if let Some(reply) = thinking.expected_reply(position, mv) {
        let _ = write!(text, " ({})", position.after(mv).san(reply));
    }
    extra(&mut text, position, played, fields);
    text
}

fn extra(text: &mut String, position: &Position, played: &MoveRecord, fields: &CommentFields) {
    let Thinking { nodes, seldepth, nps, hashfull, tbhits, time, .. } = &played.thinking;
    let mut field = |wanted: bool, name: &str, value: Option<String>| {
        if let (true, Some(value)) = (wanted, value) {
            let _ = write!(text, ", {name}={value}");
        }
    };
    let seconds = |time: Duration| format!("{:.3}s", time.as_secs_f64());
    field(fields.timeleft, "tl", played.left.map(seconds));
    field(fields.latency, "latency", time.map(|own| seconds(played.elapsed.saturating_sub(own))));
    field(fields.nodes, "n", nodes.map(|n| n.to_string()));
    field(fields.seldepth, "sd", seldepth.map(|n| n.to_string()));
    field(fields.nps, "nps", nps.map(|n| n.to_string()));
    field(fields.hashfull, "hashfull", hashfull.map(|n| n.to_string()));
    field(fields.tbhits, "tbhits", tbhits.map(|n| n.to_string()));
    if fields.pv {
        let mut board = *position;
        let line: Vec<String> = played
            .thinking
            .line(position)
            .into_iter()
            .map(|mv| {
                let san = board.san(mv);
                board.play(mv);
                san
            })
            .collect();
        field(!line.is_empty(), "pv", Some(format!("\"{}\"", line.join(" "))));
    }
    text.push_str(match played.pondered {
        Pondered::No => "",
        Pondered::Hit => ", ponder hit",
        Pondered::Miss => ", ponder miss",
    });
    if let Some(why) = &played.thinking.why {
        let _ = write!(text, ", {BECAUSE}{why}");
    }
    for line in &played.thinking.lines {
        // What ends a comment, or a quotation in it, must not stand inside.
        let _ = write!(text, ", line=\"{}\"", line.replace(['{', '}', '"'], "'"));
    }
}

/// What a move in brackets means in the comment of another program: in the log of Achilles
/// (App.) it is mostly the move that was played, in our own games the reply that the mover
/// expects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bracket {
    /// The mover's own move.
    Own,
    /// Another move that the mover could have played.
    Other(Move),
    /// A reply to it.
    Reply(Move),
}

impl Bracket {
    /// Reads the first move in brackets behind `mv`, which was played in `position`: short or
    /// long algebraic, or as UCI has it.
    ///
    /// ```
    /// use chess::Position;
    /// use play::Bracket;
    ///
    /// let start = Position::startpos();
    /// let e4 = start.parse_san("e4").unwrap();
    /// let d4 = start.parse_san("d4").unwrap();
    /// let e5 = start.after(e4).parse_san("e5").unwrap();
    /// let read = |text| Bracket::read(&start, e4, text);
    /// assert_eq!(read("(e2e4) 0.30/13 10"), Some(Bracket::Own));
    /// assert_eq!(read("(d2d4) 0.30/13 10"), Some(Bracket::Other(d4)));
    /// assert_eq!(read("+0.31/12 0.123s (e5)"), Some(Bracket::Reply(e5)));
    /// assert_eq!(read("a good move"), None);
    /// ```
    pub fn read(position: &Position, mv: Move, comment: &str) -> Option<Bracket> {
        let (_, rest) = comment.split_once('(')?;
        let text = rest.split_once(')')?.0.trim();
        match (long(position, text), long(&position.after(mv), text)) {
            (Some(own), _) if own == mv => Some(Bracket::Own),
            (_, Some(reply)) => Some(Bracket::Reply(reply)),
            (Some(other), None) => Some(Bracket::Other(other)),
            (None, None) => None,
        }
    }
}

/// A move in any notation, `Nf3xd4` and `Be2b5+` included.
fn long(position: &Position, text: &str) -> Option<Move> {
    let squares: String = text
        .trim_start_matches(['K', 'Q', 'R', 'B', 'N'])
        .chars()
        .filter(|c| !matches!(c, 'x' | '-' | '+' | '#'))
        .collect();
    position.parse_san(text).ok().or_else(|| position.parse_uci(&squares).ok())
}

/// A score as comments write it: `+0.31`, `-M4`, `0.00`.
pub fn pawns(score: Score) -> String {
    match score {
        Score::Cp(0) => "0.00".to_owned(),
        Score::Cp(points) => format!("{:+.2}", f64::from(points) / 100.0),
        Score::Mate(moves) if moves > 0 => format!("+M{moves}"),
        Score::Mate(moves) => format!("-M{}", moves.unsigned_abs()),
        Score::Tablebase(plies) => {
            format!("{}TB{}", if plies > 0 { '+' } else { '-' }, plies.abs())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(thinking: Thinking) -> MoveRecord {
        MoveRecord {
            elapsed: Duration::from_micros(123_456),
            left: Some(Duration::from_millis(900)),
            thinking,
            ..MoveRecord::default()
        }
    }

    fn comment(thinking: Thinking, fields: CommentFields) -> String {
        let position = Position::startpos();
        let e4 = position.parse_san("e4").unwrap();
        move_comment(&position, e4, &played(thinking), &fields)
    }

    fn thinking() -> Thinking {
        Thinking {
            score: Some(Score::Cp(31)),
            depth: Some(12),
            nodes: Some(5000),
            time: Some(Duration::from_millis(120)),
            pv: ["e2e4", "g8f6", "e4e5"].map(str::to_owned).to_vec(),
            ..Thinking::default()
        }
    }

    #[test]
    fn score_depth_seconds_and_the_expected_reply() {
        assert_eq!(comment(thinking(), CommentFields::default()), "+0.31/12 0.123s (Nf6)");
        let told = Thinking { why: Some("the limit is reached".to_owned()), ..thinking() };
        let because = "+0.31/12 0.123s (Nf6), ended because the limit is reached";
        assert_eq!(comment(told, CommentFields::default()), because);
    }

    #[test]
    fn what_was_pondered_is_said() {
        let position = Position::startpos();
        let e4 = position.parse_san("e4").unwrap();
        for (pondered, words) in
            [(Pondered::Hit, ", ponder hit"), (Pondered::Miss, ", ponder miss")]
        {
            let played = MoveRecord { pondered, ..played(thinking()) };
            let text = move_comment(&position, e4, &played, &CommentFields::default());
            assert_eq!(text, format!("+0.31/12 0.123s (Nf6){words}"));
        }
    }

    #[test]
    fn a_silent_engine_still_has_a_clock() {
        assert_eq!(comment(Thinking::default(), CommentFields::default()), "0.123s");
    }

    #[test]
    fn a_line_about_another_move_predicts_nothing() {
        let mut other = thinking();
        other.pv[0] = "d2d4".to_owned();
        assert_eq!(comment(other, CommentFields::default()), "+0.31/12 0.123s");
    }

    #[test]
    fn more_on_request() {
        let fields = CommentFields {
            nodes: true,
            seldepth: true,
            timeleft: true,
            latency: true,
            pv: true,
            ..CommentFields::default()
        };
        assert_eq!(
            comment(thinking(), fields),
            "+0.31/12 0.123s (Nf6), tl=0.900s, latency=0.003s, n=5000, pv=\"e4 Nf6 e5\""
        );
    }

    #[test]
    fn mates_count_moves() {
        assert_eq!(pawns(Score::Mate(3)), "+M3");
        assert_eq!(pawns(Score::Mate(-12)), "-M12");
        assert_eq!(pawns(Score::Cp(-5)), "-0.05");
    }
}
