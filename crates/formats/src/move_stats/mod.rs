// SPDX-License-Identifier: GPL-3.0-or-later
//! Statistics of opening moves: every move of every position, with its results.
//!
//! ```
//! use std::path::Path;
//! use xanthos_formats::move_stats::{MoveStats, Keys, GameFilter};
//!
//! let games = "1. e4 e5 1-0\n\n1. e4 c5 1/2-1/2\n\n1. e5 *\n";
//! let mut stats = MoveStats::new(Keys::Polyglot, 64 << 20, Path::new("book.bin"));
//! let mut complaints = Vec::new();
//! let complain = |error: xanthos_formats::pgn::PgnError| complaints.push(error.to_string());
//! stats.add(games.as_bytes(), &GameFilter::default(), 1, complain, &|_| {})?;
//! assert_eq!((stats.tally().used, complaints.len()), (2, 1));
//! let mut most = 0;
//! stats.for_each_part(
//!     |_| true,
//!     |moves| most = moves.iter().map(|count| count.games()).fold(most, u32::max),
//! )?;
//! assert_eq!(most, 2, "1. e4");
//! # Ok::<(), std::io::Error>(())
//! ```

mod count;
mod store;
mod table;

pub use count::MoveCount;

use crate::pgn::{GameText, PgnError, read_in_parallel};
use crate::polyglot::CodedMove;
use chess::{Color, Position};
use count::Sighting;
use std::io::{self, Read};
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Mutex;
use store::{PARTS, Store, part};

/// Which games are counted, and how far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameFilter {
    /// Plies of each game.
    pub plies: u16,
    /// Least rating of both players.
    pub min_rating: Option<u16>,
    /// Games of these years; with any bound, games without a date are left out.
    pub years: Option<RangeInclusive<u16>>,
}

impl Default for GameFilter {
    fn default() -> GameFilter {
        GameFilter { plies: 1024, min_rating: None, years: None }
    }
}

/// Counts of games read, used and left out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games read.
    pub games: usize,
    /// Games whose moves were counted.
    pub used: usize,
    /// Games that could not be read.
    pub broken: usize,
    /// Games of players below the rating that is wanted, or without a rating.
    pub weak: usize,
    /// Games of other years, or without a date.
    pub other_years: usize,
    /// Games that begin at another position than the usual one.
    pub set_up: usize,
    /// Games of Chess960, which neither kind of book can hold.
    pub chess960: usize,
}

impl Tally {
    fn add(&mut self, other: &Tally) {
        self.used += other.used;
        self.weak += other.weak;
        self.other_years += other.other_years;
        self.set_up += other.set_up;
        self.chess960 += other.chess960;
    }
}

/// The hash key of positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keys {
    /// [`Position::polyglot_key`], which tells positions apart whose only difference is a pinned
    /// pawn that could take en passant.
    Polyglot,
    /// [`Position::key`], the same for positions that are the same by the rules.
    Rules,
}

impl Keys {
    fn of(self, position: &Position) -> u64 {
        match self {
            Keys::Polyglot => position.polyglot_key(),
            Keys::Rules => position.key(),
        }
    }
}

/// Statistics of the moves of many games.
#[derive(Debug)]
pub struct MoveStats {
    keys: Keys,
    store: Store,
    tally: Tally,
}

impl MoveStats {
    /// Empty statistics that use about `memory` bytes; the rest goes to temporary files whose
    /// names begin with `scratch`.
    pub fn new(keys: Keys, memory: usize, scratch: &Path) -> MoveStats {
        MoveStats { keys, store: Store::new(memory, scratch), tally: Tally::default() }
    }

    /// The games so far.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Counts the games of a PGN text on several threads. Errors of games that
    /// can't be read go to `broken`; `progress` is called now and then with the number of games
    /// read since.
    ///
    /// # Errors
    /// When the disk does not take what memory can't hold.
    pub fn add<R: Read>(
        &mut self,
        pgn: R,
        wanted: &GameFilter,
        threads: usize,
        broken: impl FnMut(PgnError) + Send,
        progress: &(dyn Fn(usize) + Sync),
    ) -> io::Result<()> {
        let failed: Mutex<Option<io::Error>> = Mutex::new(None);
        let (keys, before) = (self.keys, self.tally.games);
        let store = &self.store;
        let begin = || Reaper::new(store, wanted, keys, before, progress);
        let see = |reaper: &mut Reaper, game: &GameText| {
            reaper.game(game)?.unwrap_or_else(|error| {
                failed.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).get_or_insert(error);
            });
            Ok(())
        };
        let (reapers, tally) = read_in_parallel(pgn, threads, begin, see, broken);
        let mut sums = Tally { games: tally.games, broken: tally.broken, ..Tally::default() };
        for mut reaper in reapers {
            for index in 0..PARTS {
                reaper.hand_over(index)?;
            }
            sums.add(&reaper.tally);
        }
        self.tally.games += sums.games;
        self.tally.broken += sums.broken;
        self.tally.add(&sums);
        match failed.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    /// Hands over the moves that are wanted, in parts: ascending by key, all moves of a position
    /// in one part. Nothing is left afterwards.
    ///
    /// # Errors
    /// When what was put on the disk can't be read again.
    pub fn for_each_part(
        &mut self,
        wanted: impl Fn(&MoveCount) -> bool,
        mut take: impl FnMut(&mut [MoveCount]),
    ) -> io::Result<()> {
        for index in 0..PARTS {
            take(&mut self.store.take(index, &wanted)?);
        }
        Ok(())
    }
}

/// Moves that wait for their part to be handed over.
const HANDFUL: usize = 256;

/// One thread's part of the work.
struct Reaper<'a> {
    store: &'a Store,
    wanted: &'a GameFilter,
    keys: Keys,
    /// Games of earlier files.
    before: usize,
    progress: &'a (dyn Fn(usize) + Sync),
    tally: Tally,
    seen: usize,
    /// The moves of the present game.
    line: Vec<Sighting>,
    /// Moves that wait, part by part.
    waiting: Vec<Vec<Sighting>>,
}

impl<'a> Reaper<'a> {
    fn new(
        store: &'a Store,
        wanted: &'a GameFilter,
        keys: Keys,
        before: usize,
        progress: &'a (dyn Fn(usize) + Sync),
    ) -> Reaper<'a> {
        Reaper {
            store,
            wanted,
            keys,
            before,
            progress,
            tally: Tally::default(),
            seen: 0,
            line: Vec::new(),
            waiting: vec![Vec::new(); PARTS],
        }
    }

    /// Counts the moves of a game, all or none.
    fn game(&mut self, game: &GameText) -> Result<io::Result<()>, PgnError> {
        const NEWS: usize = 2048;
        self.seen += 1;
        if self.seen.is_multiple_of(NEWS) {
            (self.progress)(NEWS);
        }
        let [white, black, date] = game.these_tags(["WhiteElo", "BlackElo", "Date"]);
        let rating = |tag: Option<&str>| tag.and_then(|tag| tag.trim().parse::<u16>().ok());
        let ratings = [rating(white.as_deref()), rating(black.as_deref())];
        let year = date.as_deref().and_then(|date| date.get(..4)?.parse::<u16>().ok());
        let strong =
            |rating: &Option<u16>| rating.unwrap_or(0) >= self.wanted.min_rating.unwrap_or(0);
        if !ratings.iter().all(strong) {
            self.tally.weak += 1;
            return Ok(Ok(()));
        }
        let in_time = |years: &RangeInclusive<u16>| year.is_some_and(|year| years.contains(&year));
        if !self.wanted.years.as_ref().is_none_or(in_time) {
            self.tally.other_years += 1;
            return Ok(Ok(()));
        }
        let start = game.start()?;
        if start != Position::startpos() {
            let is_960 = !start.is_standard_castling()
                || game.tag("Variant").is_some_and(|name| name.contains("960"));
            *(if is_960 { &mut self.tally.chess960 } else { &mut self.tally.set_up }) += 1;
            return Ok(Ok(()));
        }
        self.line.clear();
        let number = u32::try_from(self.before + game.number()).unwrap_or(u32::MAX);
        let (keys, plies, line) = (self.keys, self.wanted.plies, &mut self.line);
        let result = game.result();
        let last = game.play(start, usize::from(plies), |position, mv| {
            let ply = line.len() as u16;
            let key = keys.of(position);
            if let Some(before) = line.last_mut() {
                before.child = key;
            }
            let [mover, opponent] = match position.turn() {
                Color::White => ratings,
                Color::Black => [ratings[1], ratings[0]],
            };
            line.push(Sighting {
                key,
                child: 0,
                mv: CodedMove::from(mv),
                mover: mover.unwrap_or(0),
                opponent: opponent.unwrap_or(0),
                year: year.unwrap_or(0),
                game: number,
                ply,
                result,
            });
        })?;
        if let Some(before) = self.line.last_mut() {
            before.child = keys.of(&last);
        }
        self.tally.used += 1;
        for index in 0..self.line.len() {
            let count = self.line[index];
            let part = part(count.key);
            self.waiting[part].push(count);
            if self.waiting[part].len() >= HANDFUL
                && let Err(error) = self.hand_over(part)
            {
                return Ok(Err(error));
            }
        }
        Ok(Ok(()))
    }

    fn hand_over(&mut self, part: usize) -> io::Result<()> {
        self.store.add(part, &self.waiting[part])?;
        self.waiting[part].clear();
        Ok(())
    }
}
