// SPDX-License-Identifier: GPL-3.0-or-later
//! Finished games as PGN, with our scores, times and lag in the comments.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use chess::{Color, Game};
use formats::pgn::GameResult;
use journal::{Appender, Timestamp, write_atomic};
use play::{
    CommentFields, Ending, Failure, GameOver, GameRecord, MoveRecord, Thinking, TimeControl,
    pgn_text,
};

use super::notes::Notes;
use crate::api::model::{GameFull, GameState};
use crate::config::{Config, Grouping};

/// Two games may end at the same moment; a file is written by one at a time.
static WRITING: Mutex<()> = Mutex::new(());

/// How a game ended, from what the server says; `None` while it runs.
pub fn over(game: &Game, state: &GameState) -> Option<GameOver> {
    if state.is_running() {
        return None;
    }
    let winner = match state.winner.as_deref() {
        Some("white") => Some(Color::White),
        Some("black") => Some(Color::Black),
        _ => None,
    };
    let ending = match state.status.as_str() {
        "aborted" | "noStart" | "unknownFinish" if winner.is_none() => {
            return Some(GameOver::interrupted(format!("Game {}", state.status)));
        }
        "mate" => Ending::Checkmate,
        "resign" => Ending::Resignation,
        "stalemate" => Ending::Stalemate,
        "outoftime" => Ending::Failure(Failure::Time),
        "timeout" | "noStart" => Ending::Failure(Failure::Crash),
        "insufficientMaterialClaim" => Ending::InsufficientMaterial,
        "draw" => match GameOver::by_rules(game).filter(|over| over.result == GameResult::Draw) {
            Some(over) => return Some(over),
            None => Ending::Agreement,
        },
        _ => Ending::Adjudication,
    };
    let result = match winner {
        Some(color) => GameResult::won_by(Some(color)),
        None => GameResult::Draw,
    };
    Some(GameOver { result, ending, reason: ending.sentence(result) })
}

/// Everything that is written about a game.
pub struct Finished<'a> {
    /// What the server told at the beginning.
    pub full: &'a GameFull,
    /// The moves.
    pub game: &'a Game,
    /// Time left after each half-move in milliseconds, as far as it was told.
    pub clocks: &'a [Option<u64>],
    /// Our notes.
    pub notes: &'a Notes,
    /// How it ended.
    pub over: &'a GameOver,
    /// Who played for us.
    pub who: String,
    /// The address of the server.
    pub url: &'a str,
}

impl Finished<'_> {
    /// The game as PGN.
    pub fn pgn(&self) -> String {
        let full = self.full;
        let control = full.clock.map(|clock| TimeControl {
            moves: None,
            base: Duration::from_millis(clock.initial),
            increment: Duration::from_millis(clock.increment),
        });
        let moves: Vec<MoveRecord> = (0..self.game.moves().len()).map(|ply| self.of(ply)).collect();
        let began = SystemTime::UNIX_EPOCH + Duration::from_millis(full.created_at);
        let names = [full.white.name(), full.black.name()];
        let record = GameRecord {
            game: self.game,
            opening_moves: 0,
            moves: &moves,
            names: [&names[0], &names[1]],
            controls: [control; 2],
            chess960: full.variant.key == "chess960",
            date: Timestamp::of(began).pgn_date(),
            over: Some(self.over),
        };
        let fields = CommentFields { clock: true, ..CommentFields::default() };
        let mut pgn = record.to_pgn(Some(&fields));
        let kind = if full.rated { "rated" } else { "casual" };
        pgn.set_tag("Event", format!("{kind} {} game", full.speed));
        pgn.set_tag("Site", site(self.url, &full.id));
        pgn.set_tag("UTCTime", Timestamp::of(began).time_of_day());
        for (tag, player) in [("White", &full.white), ("Black", &full.black)] {
            if let Some(rating) = player.rating {
                pgn.set_tag(&format!("{tag}Elo"), rating.to_string());
            }
            if let Some(title) = &player.title {
                pgn.set_tag(&format!("{tag}Title"), title.clone());
            }
        }
        if let Some(days) = full.days_per_turn {
            pgn.set_tag("TimeControl", format!("1/{}", days * 24 * 3600));
        }
        pgn.set_tag("Termination", self.over.termination());
        pgn.set_tag("Annotator", self.who.clone());
        for (ply, note) in &self.notes.moves {
            if let (Some(lag), Some(played)) = (note.lag, pgn.moves.get_mut(*ply)) {
                let lag = format!(", lag={:.3}s", lag as f64 / 1000.0);
                played.comment = Some(played.comment.take().unwrap_or_default() + &lag);
            }
        }
        String::from_utf8_lossy(&pgn_text(&pgn)).into_owned()
    }

    /// What is known about a half-move.
    fn of(&self, ply: usize) -> MoveRecord {
        let clock = |ply: usize| self.clocks.get(ply).copied().flatten();
        let left = clock(ply).map(Duration::from_millis);
        let increment = self.full.clock.map_or(0, |clock| clock.increment);
        let used = ply.checked_sub(2).and_then(clock).zip(clock(ply));
        let used = used.map(|(before, after)| (before + increment).saturating_sub(after));
        let Some(note) = self.notes.moves.get(&ply) else {
            let elapsed = Duration::from_millis(used.unwrap_or(0));
            return MoveRecord { elapsed, left, ..MoveRecord::default() };
        };
        MoveRecord {
            elapsed: Duration::from_millis(note.ms),
            left,
            thinking: Thinking {
                score: note.score,
                depth: note.depth,
                nodes: note.nodes,
                pv: note.pv.clone(),
                ..Thinking::default()
            },
            book: note.book,
            ..MoveRecord::default()
        }
    }

    /// Writes the game down where the configuration wants it.
    ///
    /// # Errors
    /// What the system said.
    pub fn write(&self, config: &Config, opponent: &str) -> io::Result<()> {
        let directory = &config.pgn_directory;
        let text = self.pgn();
        let _one = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
        fs::create_dir_all(directory)?;
        let path = match config.pgn_file_grouping {
            Grouping::Game => {
                let path = directory.join(format!("{}.pgn", file_name(&self.full.id)));
                return write_atomic(&path, text.as_bytes());
            }
            Grouping::Opponent => directory.join(format!("{}.pgn", file_name(opponent))),
            Grouping::All => directory.join("games.pgn"),
        };
        // A crash between writing the game and forgetting its notes must not write it twice.
        if self.notes.resumed && holds(&path, &site(self.url, &self.full.id))? {
            return Ok(());
        }
        let mut file = Appender::open(&path, None).map_err(io::Error::other)?;
        file.separate().map_err(io::Error::other)?;
        file.append(text.as_bytes()).map_err(io::Error::other)?;
        Ok(())
    }
}

fn site(url: &str, id: &str) -> String {
    format!("{}/{id}", url.trim_end_matches('/'))
}

fn file_name(text: &str) -> String {
    text.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')).collect()
}

fn holds(path: &PathBuf, site: &str) -> io::Result<bool> {
    match fs::read_to_string(Path::new(path)) {
        Ok(text) => Ok(text.contains(&format!("[Site \"{site}\"]"))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::model::{ClockSetting, Player};
    use crate::game::notes::MoveNote;
    use search::Score;

    fn state(status: &str, winner: Option<&str>) -> GameState {
        GameState {
            status: status.into(),
            winner: winner.map(str::to_owned),
            ..GameState::default()
        }
    }

    #[test]
    fn every_status_of_lichess_has_its_ending() {
        let game = Game::default();
        let over = |status, winner| over(&game, &state(status, winner));
        assert_eq!(over("started", None), None);
        assert_eq!(over("created", None), None);
        for (status, winner, result, ending) in [
            ("mate", Some("white"), "1-0", Ending::Checkmate),
            ("resign", Some("black"), "0-1", Ending::Resignation),
            ("outoftime", Some("white"), "1-0", Ending::Failure(Failure::Time)),
            ("outoftime", None, "1/2-1/2", Ending::Failure(Failure::Time)),
            ("timeout", Some("white"), "1-0", Ending::Failure(Failure::Crash)),
            ("stalemate", None, "1/2-1/2", Ending::Stalemate),
            ("draw", None, "1/2-1/2", Ending::Agreement),
            ("insufficientMaterialClaim", None, "1/2-1/2", Ending::InsufficientMaterial),
            ("aborted", None, "*", Ending::Interrupted),
            ("noStart", None, "*", Ending::Interrupted),
            ("noStart", Some("white"), "1-0", Ending::Failure(Failure::Crash)),
            ("cheat", Some("black"), "0-1", Ending::Adjudication),
        ] {
            let over = over(status, winner).unwrap();
            assert_eq!(
                (over.result.to_string().as_str(), over.ending),
                (result, ending),
                "{status}"
            );
        }
    }

    #[test]
    fn a_game_is_written_once_with_scores_times_and_lag() {
        let folder = tempfile::tempdir().unwrap();
        let mut game = Game::default();
        for san in ["e4", "e5", "Nf3"] {
            game.play(game.position().parse_san(san).unwrap());
        }
        let player = |name: &str| Player {
            name: Some(name.into()),
            rating: Some(2000),
            ..Player::default()
        };
        let full = GameFull {
            id: "abcd1234".into(),
            clock: Some(ClockSetting { initial: 180_000, increment: 2000 }),
            speed: "blitz".into(),
            rated: true,
            created_at: 1_700_000_000_000,
            white: player("Xanthos"),
            black: player("Ada"),
            ..GameFull::default()
        };
        let mut notes = Notes::open(folder.path(), "abcd1234").unwrap();
        notes.add(MoveNote {
            ply: 2,
            uci: "g1f3".into(),
            score: Some(Score::Cp(31)),
            depth: Some(12),
            nodes: None,
            ms: 1500,
            book: false,
            pv: vec!["g1f3".into(), "b8c6".into()],
            lag: Some(83),
        });
        drop(notes);
        // As after a restart.
        let notes = Notes::open(folder.path(), "abcd1234").unwrap();
        let finished = Finished {
            full: &full,
            game: &game,
            clocks: &[Some(180_000), Some(180_000), Some(180_417)],
            notes: &notes,
            over: &GameOver::resignation(Color::Black),
            who: "xanthos".into(),
            url: "https://lichess.org/",
        };
        let config = Config { pgn_directory: folder.path().to_owned(), ..Config::default() };
        finished.write(&config, "Ada").unwrap();
        finished.write(&config, "Ada").unwrap();
        let text = fs::read_to_string(folder.path().join("games.pgn")).unwrap();
        assert_eq!(text.matches("[Event ").count(), 1, "once");
        for part in [
            "[Site \"https://lichess.org/abcd1234\"]",
            "[WhiteElo \"2000\"]",
            "[TimeControl \"180+2\"]",
            "2. Nf3 {+0.31/12 1.500s (Nc6) [%clk 0:03:00.417], Black resigns, lag=0.083s}",
        ] {
            assert!(text.replace('\n', " ").contains(part), "{part} is not in\n{text}");
        }
    }
}
