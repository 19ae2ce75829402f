// SPDX-License-Identifier: GPL-3.0-or-later
//! Who was played today and is being played now, for limits by user and by day. Today's games are
//! in a file too: whoever starts the bot again does not start the day again.

use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use journal::{Appender, write_atomic};
use serde::{Deserialize, Serialize};

/// What is counted.
pub const DAY: Duration = Duration::from_secs(24 * 3600);
/// A file with so many lines more than games is written anew.
const OLD_LINES: usize = 1000;

/// Games of the last 24 hours.
#[derive(Debug, Default)]
pub struct Tally {
    /// Opponents, and whether they are bots.
    running: BTreeMap<String, (String, bool)>,
    begun: VecDeque<Begun>,
    file: Option<(PathBuf, Appender)>,
    lines: usize,
}

#[derive(Clone, Debug)]
struct Begun {
    at: Instant,
    id: String,
    opponent: String,
    bot: bool,
}

/// A line of the file.
#[derive(Serialize, Deserialize)]
struct Line {
    /// When, in seconds since 1970.
    at: u64,
    id: String,
    opponent: String,
    bot: bool,
    /// It never became a game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    undone: bool,
}

fn seconds_since_1970() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs()
}

impl Tally {
    /// A tally that goes on with what an earlier process left in this file. Without a disk it
    /// counts from now.
    pub fn kept(path: &Path, now: Instant) -> Tally {
        let mut tally = Tally::default();
        let (text, today) = (fs::read_to_string(path).unwrap_or_default(), seconds_since_1970());
        for line in text.lines().filter_map(|line| serde_json::from_str::<Line>(line).ok()) {
            let age = Duration::from_secs(today.saturating_sub(line.at));
            if line.undone {
                tally.begun.retain(|game| game.id != line.id);
            } else if age < DAY && !tally.begun.iter().any(|game| game.id == line.id) {
                let at = now.checked_sub(age).unwrap_or(now);
                let Line { id, opponent, bot, .. } = line;
                tally.begun.push_back(Begun { at, id, opponent, bot });
            }
        }
        let _ = path.parent().map(fs::create_dir_all);
        tally.rewrite(path, now);
        tally
    }

    /// Writes the file with today's games only.
    fn rewrite(&mut self, path: &Path, now: Instant) {
        let today = seconds_since_1970();
        let lines = self.begun.iter().map(|game| {
            let age = now.saturating_duration_since(game.at).as_secs();
            let (id, opponent) = (game.id.clone(), game.opponent.clone());
            line(&Line { at: today - age.min(today), id, opponent, bot: game.bot, undone: false })
        });
        let text: String = lines.collect();
        self.file = None;
        if write_atomic(path, text.as_bytes()).is_ok() {
            self.file = Appender::open(path, None).ok().map(|file| (path.to_owned(), file));
        }
        self.lines = self.begun.len();
    }

    fn write(&mut self, game: &Begun, undone: bool, now: Instant) {
        let Some((path, file)) = &mut self.file else { return };
        let (id, opponent) = (game.id.clone(), game.opponent.clone());
        let text = line(&Line { at: seconds_since_1970(), id, opponent, bot: game.bot, undone });
        // A full disk costs what the next process would have known.
        let _ = file.append(text.as_bytes());
        self.lines += 1;
        if self.lines > self.begun.len() * 2 + OLD_LINES {
            let path = path.clone();
            self.rewrite(&path, now);
        }
    }

    /// A game against `opponent` has begun, or will.
    pub fn started(&mut self, id: &str, opponent: &str, bot: bool, now: Instant) {
        let opponent = opponent.to_ascii_lowercase();
        // Who challenged says what it is; the stream of games does not.
        let known = self.begun.iter().find(|game| game.id == id).map(|game| game.bot);
        let is_bot = known.unwrap_or(bot);
        let running = self.running.insert(id.to_owned(), (opponent.clone(), is_bot)).is_some();
        if !running && known.is_none() {
            let game = Begun { at: now, id: id.to_owned(), opponent, bot };
            self.begun.push_back(game.clone());
            self.write(&game, false, now);
        }
    }

    /// It is over.
    pub fn ended(&mut self, id: &str) {
        self.running.remove(id);
    }

    /// It never began: it does not count.
    pub fn undone(&mut self, id: &str) {
        self.running.remove(id);
        if let Some(index) = self.begun.iter().rposition(|game| game.id == id)
            && let Some(game) = self.begun.remove(index)
        {
            self.write(&game, true, Instant::now());
        }
    }

    /// Games that began before this moment do not count any more.
    pub fn forget_before(&mut self, moment: Instant) {
        while self.begun.front().is_some_and(|game| game.at < moment) {
            self.begun.pop_front();
        }
    }

    /// Games that run against somebody.
    pub fn running_against(&self, opponent: &str) -> usize {
        self.running.values().filter(|(name, _)| name == opponent).count()
    }

    /// Whether a game that runs is one against a bot.
    pub fn is_against_bot(&self, id: &str) -> bool {
        self.running.get(id).is_some_and(|(_, bot)| *bot)
    }

    /// Games today against somebody.
    pub fn today_against(&self, opponent: &str) -> usize {
        self.begun.iter().filter(|game| game.opponent == opponent).count()
    }

    /// Games that a bot has begun against us since this moment.
    pub fn against_since(&self, opponent: &str, moment: Option<Instant>) -> usize {
        let since = |game: &&Begun| moment.is_none_or(|moment| game.at >= moment);
        self.begun.iter().filter(since).filter(|game| game.opponent == opponent).count()
    }

    /// Games today against bots.
    pub fn bots_today(&self) -> usize {
        self.begun.iter().filter(|game| game.bot).count()
    }

    /// Games today.
    pub fn today(&self) -> usize {
        self.begun.len()
    }
}

fn line(line: &Line) -> String {
    serde_json::to_string(line).map_or_else(|_| String::new(), |text| text + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_process_goes_on_counting() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("records/today.jsonl");
        let now = Instant::now();
        let mut tally = Tally::kept(&path, now);
        assert_eq!(tally.today(), 0);
        tally.started("g1", "Ada", false, now);
        tally.started("g2", "Bot", true, now);
        tally.started("g3", "Bot", true, now);
        tally.undone("g3");
        drop(tally);
        // Killed in the middle of a line.
        let mut text = fs::read_to_string(&path).unwrap();
        text += "{\"at\":17";
        fs::write(&path, text).unwrap();
        let mut tally = Tally::kept(&path, now);
        assert_eq!((tally.today(), tally.bots_today(), tally.today_against("ada")), (2, 1, 1));
        assert_eq!(tally.running_against("ada"), 0, "nothing runs before it is heard of");
        // It is heard of again, and is the same game.
        tally.started("g2", "Bot", false, now);
        assert_eq!((tally.today(), tally.running_against("bot")), (2, 1));
    }

    #[test]
    fn yesterday_is_forgotten_and_the_file_does_not_grow_for_ever() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("today.jsonl");
        let old = seconds_since_1970() - 25 * 3600;
        fs::write(
            &path,
            format!("{{\"at\":{old},\"id\":\"a\",\"opponent\":\"b\",\"bot\":true}}\n"),
        )
        .unwrap();
        let now = Instant::now();
        let mut tally = Tally::kept(&path, now);
        assert_eq!(tally.today(), 0);
        for n in 0..5000 {
            let then = now + Duration::from_secs(n);
            tally.started(&n.to_string(), "b", false, then);
            tally.ended(&n.to_string());
            tally.forget_before(then);
        }
        assert!(fs::read_to_string(&path).unwrap().lines().count() < 2000);
    }
}
