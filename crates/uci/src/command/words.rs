// SPDX-License-Identifier: GPL-3.0-or-later
//! A line cut into words, with the rest of the line still at hand.

/// Words between any ASCII white space: single blanks, tabs, runs of either.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words<'a> {
    rest: &'a str,
}

impl<'a> Words<'a> {
    pub(crate) fn new(line: &'a str) -> Words<'a> {
        Words { rest: line }
    }

    /// Everything not yet taken, without the white space around it.
    pub(crate) fn rest(self) -> &'a str {
        self.rest.trim_matches(|c: char| c.is_ascii_whitespace())
    }

    /// The next word, left where it is.
    pub(crate) fn peek(mut self) -> Option<&'a str> {
        self.next()
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let text = self.rest.trim_start_matches(|c: char| c.is_ascii_whitespace());
        let end = text.find(|c: char| c.is_ascii_whitespace()).unwrap_or(text.len());
        let (word, rest) = text.split_at(end);
        self.rest = rest;
        (!word.is_empty()).then_some(word)
    }
}

/// Foreign text made fit for an answer: one line, no control characters, not too long.
pub(crate) fn quoted(text: &str) -> String {
    shortened(text, 60)
}

/// The same with `longest` characters at most.
pub(crate) fn shortened(text: &str, longest: usize) -> String {
    let mut shown: String = text
        .chars()
        .take(longest + 1)
        .map(|c| if c.is_control() || c == '\u{2028}' || c == '\u{2029}' { '?' } else { c })
        .collect();
    if shown.chars().count() > longest {
        shown = shown.chars().take(longest).collect();
        shown.push_str("...");
    }
    shown.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_white_space_separates() {
        let words: Vec<_> = Words::new("  go \t depth\t\t5 \r\n").collect();
        assert_eq!(words, ["go", "depth", "5"]);
    }

    #[test]
    fn the_rest_keeps_its_inner_spaces() {
        let mut words = Words::new("value   /my  tables/a b \r");
        words.next();
        assert_eq!(words.rest(), "/my  tables/a b");
        assert_eq!(words.peek(), Some("/my"));
    }

    #[test]
    fn quotations_stay_short_and_on_one_line() {
        assert_eq!(quoted("a\u{7}b\u{2028}c"), "a?b?c");
        assert_eq!(quoted(&"x".repeat(1_000_000)).len(), 63);
    }
}
