// SPDX-License-Identifier: GPL-3.0-or-later
//! Texts in messages that lichess takes: at most 140 characters, cut between words.

/// The longest message.
pub const LONGEST: usize = 140;
/// The most messages that an answer may have.
const MOST: usize = 4;

/// A text in one message or several.
pub fn messages(text: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let letters: Vec<char> = word.chars().collect();
        // A word that fits into no message is cut; all others stay whole.
        for piece in letters.chunks(LONGEST) {
            let length = line.chars().count();
            if length > 0 && length + 1 + piece.len() > LONGEST {
                all.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.extend(piece);
        }
    }
    if !line.is_empty() {
        all.push(line);
    }
    all.truncate(MOST);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn no_message_is_too_long_and_no_letter_is_lost(text in "([a-zé]{1,30} ?){0,9}") {
            let parts = messages(&text);
            prop_assert!(parts.iter().all(|part| part.chars().count() <= LONGEST));
            let letters = |text: &str| text.replace(' ', "");
            prop_assert_eq!(letters(&parts.concat()), letters(&text));
            let whole = text.split_whitespace().filter(|word| word.chars().count() <= LONGEST);
            for word in whole {
                prop_assert!(parts.iter().any(|part| part.split(' ').any(|other| other == word)));
            }
        }
    }

    #[test]
    fn an_endless_text_has_an_end() {
        assert_eq!(messages(&"word ".repeat(1000)).len(), MOST);
        assert!(messages("  ").is_empty());
    }
}
