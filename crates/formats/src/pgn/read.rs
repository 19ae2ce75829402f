// SPDX-License-Identifier: GPL-3.0-or-later
//! A stream of games.

use super::Record;
use super::error::{PgnError, PgnReason};
use super::split::{Batch, GameText, Splitter};
use super::tree::Keep;
use std::io::Read;

/// Reads the games of a PGN text one by one.
///
/// A game that cannot be read is handed over as an error, and reading goes on with the next one.
/// Only a failing reader ends the iteration early, after its error has been handed over. The
/// memory needed is that of some games, however long the text is.
///
/// ```
/// use xanthos_formats::pgn;
///
/// let text = "1. e4 e5 2. Ke3 * \n\n 1. d4 d5 1/2-1/2";
/// let games: Vec<_> = pgn::read_games(text.as_bytes()).collect();
/// assert_eq!(games.len(), 2);
/// let error = games[0].as_ref().unwrap_err();
/// assert_eq!((error.game, error.line), (1, 1));
/// assert!(error.to_string().contains("Ke3"));
/// assert!(games[1].is_ok());
/// ```
pub fn read_games<R: Read>(reader: R) -> Games<R> {
    Games {
        splitter: Splitter::new(reader),
        batch: Batch::default(),
        next: 0,
        keep: Keep::default(),
        failed: false,
    }
}

/// The games of a PGN text; made by [`read_games`].
#[derive(Debug)]
pub struct Games<R> {
    splitter: Splitter<R>,
    batch: Batch,
    next: usize,
    keep: Keep,
    failed: bool,
}

impl<R: Read> Games<R> {
    /// Sets what is kept of each game.
    pub fn keep(mut self, keep: Keep) -> Games<R> {
        self.keep = keep;
        self
    }

    /// The text of the next game, for those who do not want all of it.
    ///
    /// ```
    /// use xanthos_formats::pgn;
    ///
    /// let text = "[WhiteElo \"2700\"]\n\n1. e4 1-0\n\n[WhiteElo \"1200\"]\n\n1. h4 *\n";
    /// let mut games = pgn::read_games(text.as_bytes());
    /// let mut strong = 0;
    /// while let Some(game) = games.next_text() {
    ///     let game = game?;
    ///     strong += u32::from(game.tag("WhiteElo").is_some_and(|elo| *elo > *"2500"));
    /// }
    /// assert_eq!(strong, 1);
    /// # Ok::<(), pgn::PgnError>(())
    /// ```
    pub fn next_text(&mut self) -> Option<Result<GameText<'_>, PgnError>> {
        while self.next >= self.batch.len() {
            if self.failed {
                return None;
            }
            self.next = 0;
            match self.splitter.next_batch(&mut self.batch) {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => {
                    self.failed = true;
                    let (game, line) = (self.splitter.count() + 1, self.splitter.line());
                    let reason = PgnReason::Io(error);
                    return Some(Err(PgnError { game, line, tags: Vec::new(), reason }));
                }
            }
        }
        self.next += 1;
        self.batch.game(self.next - 1).map(Ok)
    }
}

impl<R: Read> Iterator for Games<R> {
    type Item = Result<Record, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        let keep = self.keep;
        self.next_text().map(|text| text?.record(keep))
    }
}
