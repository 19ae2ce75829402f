// SPDX-License-Identifier: GPL-3.0-or-later
//! The secret that makes us the bot. It comes out of a file or the environment, goes into one
//! header, and has no other way out: its `Debug` shows nothing, and it has no `Display`.

use std::fmt;
use std::path::Path;

/// Where a token may stand in the environment; lichess-bot has the same name.
pub const VARIABLE: &str = "LICHESS_BOT_TOKEN";

/// An API token.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

/// Why there is no token.
#[derive(Debug, thiserror::Error)]
pub enum TokenError {
    /// The file can't be read.
    #[error("token file {path}: {source}")]
    File {
        /// Its name.
        path: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// It was looked for and not there.
    #[error("no token: give --token-file FILE or set {VARIABLE}")]
    Missing,
    /// Not one word of visible ASCII characters. What it is instead is not told.
    #[error("{0} holds no token: one word such as lip_… is wanted, and nothing else")]
    Malformed(String),
}

impl Token {
    /// The token in a file, or else in the environment.
    ///
    /// # Errors
    /// If there is none, or it can't be one.
    pub fn find(file: Option<&Path>) -> Result<Token, TokenError> {
        match file {
            Some(path) => {
                let name = path.display().to_string();
                let text = std::fs::read_to_string(path)
                    .map_err(|source| TokenError::File { path: name.clone(), source })?;
                Token::read(&text).ok_or(TokenError::Malformed(name))
            }
            None => {
                let text = std::env::var(VARIABLE).map_err(|_| TokenError::Missing)?;
                Token::read(&text).ok_or_else(|| TokenError::Malformed(VARIABLE.to_owned()))
            }
        }
    }

    /// Reads a token, with white space around it.
    pub fn read(text: &str) -> Option<Token> {
        let word = text.trim();
        let fits = (8..=512).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_graphic());
        fits.then(|| Token(word.to_owned()))
    }

    /// What goes into the header `Authorization`. Nothing else may ask.
    pub(crate) fn bearer(&self) -> String {
        format!("Bearer {}", self.0)
    }

    /// The token for the one question that has it in its body: what it is good for.
    pub(crate) fn secret(&self) -> &str {
        &self.0
    }

    /// A text from elsewhere without the token, should it ever hold it.
    pub(crate) fn hide_in(&self, text: &str) -> String {
        text.replace(&self.0, "***")
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(***)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_shows_itself_to_nobody() {
        let token = Token::read(" lip_abcdefgh \n").unwrap();
        assert_eq!(format!("{token:?}"), "Token(***)");
        assert_eq!(token.bearer(), "Bearer lip_abcdefgh");
        assert_eq!(token.hide_in("GET with lip_abcdefgh failed"), "GET with *** failed");
    }

    #[test]
    fn what_can_be_no_token_is_refused_without_being_told() {
        for bad in ["", "short", "two words here", "ümlaut_token"] {
            assert!(Token::read(bad).is_none(), "{bad}");
        }
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "a secret of two words").unwrap();
        let error = Token::find(Some(file.path())).unwrap_err().to_string();
        assert!(error.contains("holds no token") && !error.contains("secret of"), "{error}");
    }
}
