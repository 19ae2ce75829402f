// SPDX-License-Identifier: GPL-3.0-or-later
//! What an xboard engine may say, in all the dialects seen in the wild.

use chess::Color;

use crate::reply::Claim;

/// A line of an engine, understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said<'a> {
    /// Plays this move (as text).
    Move(&'a str),
    /// Claims a result.
    Claim(Claim),
    /// Gives up.
    Resign,
    /// Offers a draw.
    OfferDraw,
    /// Answers a ping.
    Pong(u64),
    /// Tells features.
    Feature,
    /// Complains about something it was sent.
    Complaint(&'a str),
    /// Anything else, thinking included.
    Other,
}

/// Understands a line.
pub fn understand(line: &str) -> Said<'_> {
    let line = line.trim();
    let first = line.split_whitespace().next().unwrap_or_default();
    match first {
        "move" => return one_word(&line[4..]).map_or(Said::Other, Said::Move),
        "feature" => return Said::Feature,
        "pong" => {
            return line[4..].trim().parse().map_or(Said::Other, Said::Pong);
        }
        "resign" => return Said::Resign,
        "offer" if line[5..].trim() == "draw" => return Said::OfferDraw,
        "1-0" => return claim(Some(Color::White), line),
        "0-1" => return claim(Some(Color::Black), line),
        "1/2-1/2" => return claim(None, line),
        _ => {}
    }
    if let Some(rest) = strip_prefix_ignoring_case(line, "my move is") {
        return one_word(rest.trim_start().trim_start_matches(':')).map_or(Said::Other, Said::Move);
    }
    if let Some(text) = numbered_black_move(line) {
        return Said::Move(text);
    }
    let is_complaint = ["illegal move", "invalid move", "illegal position", "error"]
        .iter()
        .any(|start| strip_prefix_ignoring_case(line, start).is_some())
        || line.starts_with("tellusererror");
    if is_complaint { Said::Complaint(line) } else { Said::Other }
}

fn claim(winner: Option<Color>, line: &str) -> Said<'static> {
    Said::Claim(Claim { winner, text: line.chars().take(120).collect() })
}

/// The move of `12. ... Nf6`, the way engines of the first protocol version
/// announce their moves. (`12. Nf3` is an echo of what they were sent.)
fn numbered_black_move(line: &str) -> Option<&str> {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() == line.len() {
        return None;
    }
    let rest = rest.strip_prefix('.').unwrap_or(rest).trim_start();
    one_word(rest.strip_prefix("...")?)
}

fn one_word(text: &str) -> Option<&str> {
    let mut words = text.split_whitespace();
    let word = words.next()?;
    words.next().is_none().then_some(word)
}

fn strip_prefix_ignoring_case<'a>(line: &'a str, prefix: &str) -> Option<&'a str> {
    let head = line.get(..prefix.len())?;
    head.eq_ignore_ascii_case(prefix).then(|| &line[prefix.len()..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_in_every_dialect() {
        for line in
            ["move e7e5", "My move is: e7e5", "My move is : e7e5", "1. ... e7e5", "1 ... e7e5"]
        {
            assert_eq!(understand(line), Said::Move("e7e5"), "{line}");
        }
        assert_eq!(understand("move O-O"), Said::Move("O-O"));
    }

    #[test]
    fn echoes_and_variations_are_no_moves() {
        for line in
            ["1. e2e4", "9 12 174 1804 Nf3 !", "move", "moved e2e4", "1. ...", "", "# move e2e4"]
        {
            assert_eq!(understand(line), Said::Other, "{line}");
        }
        assert_eq!(understand("  2   -34      0       199  1. ...  d5 2. Nc3"), Said::Other);
    }

    #[test]
    fn results_offers_and_complaints() {
        let Said::Claim(claim) = understand("1/2-1/2 {Draw by repetition}") else { panic!() };
        assert_eq!((claim.winner, claim.text.as_str()), (None, "1/2-1/2 {Draw by repetition}"));
        assert_eq!(understand("offer draw"), Said::OfferDraw);
        assert_eq!(understand("resign"), Said::Resign);
        assert_eq!(understand("pong 12"), Said::Pong(12));
        for line in
            ["Illegal move: e2e4", "Error (unknown command): usermove", "Invalid move: a1a1"]
        {
            assert_eq!(understand(line), Said::Complaint(line));
        }
    }
}
