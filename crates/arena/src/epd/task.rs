// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions with a question.
//!
//! ```
//! use arena::epd::Task;
//! let task = Task::parse("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id \"rank\";").unwrap();
//! let right = task.position.parse_san("Rd8#").unwrap();
//! assert!(task.is_solved_by(right, None));
//! ```

use std::path::{Path, PathBuf};

use chess::{Move, Position};
use formats::epd::Epd;
use play::Score;

/// One question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    /// The position's name, or its number.
    pub id: String,
    /// The position.
    pub position: Position,
    /// `bm`: one of these is right.
    pub best: Vec<Move>,
    /// `am`: all of these are wrong.
    pub avoid: Vec<Move>,
    /// `dm`, or `bm #n`: the mate to be seen.
    pub mate: Option<i32>,
    /// Moves that earn points, as in the Strategic Test Suite.
    pub points: Vec<(Move, u32)>,
}

/// A file of questions.
#[derive(Debug, Clone, Default)]
pub struct Suite {
    /// Those that can be asked.
    pub tasks: Vec<Task>,
    /// What is wrong with the other lines.
    pub warnings: Vec<String>,
}

/// The file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SuiteError {
    /// It cannot be read.
    #[error("cannot read {path}: {source}")]
    Open {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// It asks nothing.
    #[error("{path} holds no position with bm, am, dm or points{}", first_of(warnings))]
    Empty {
        /// The file.
        path: PathBuf,
        /// What is wrong with its lines.
        warnings: Vec<String>,
    },
}

fn first_of(warnings: &[String]) -> String {
    warnings.first().map_or_else(String::new, |warning| format!(" ({warning})"))
}

impl Suite {
    /// Reads a suite, packed or plain. Lines that ask nothing or make no sense
    /// become warnings.
    pub fn load(path: &Path) -> Result<Suite, SuiteError> {
        Suite::load_first(path, usize::MAX)
    }

    /// The same for the first few questions; the rest of the file is not read.
    pub fn load_first(path: &Path, most: usize) -> Result<Suite, SuiteError> {
        let reader = formats::open_text(path)
            .map_err(|error| SuiteError::Open { path: path.to_owned(), source: Box::new(error) })?;
        let mut suite = Suite::default();
        for (index, epd) in formats::epd::read(reader).enumerate() {
            let task = epd.map_err(|error| error.to_string()).and_then(|epd| {
                Task::of(&epd, index + 1).map_err(|why| format!("position {}: {why}", index + 1))
            });
            match task {
                Ok(task) => suite.tasks.push(task),
                Err(why) => suite.warnings.push(why),
            }
            if suite.tasks.len() == most {
                break;
            }
        }
        if suite.tasks.is_empty() {
            let (path, warnings) = (path.to_owned(), suite.warnings);
            return Err(SuiteError::Empty { path, warnings });
        }
        Ok(suite)
    }
}

impl Task {
    /// Reads a line of EPD.
    pub fn parse(line: &str) -> Result<Task, String> {
        let epd: Epd = line.parse().map_err(|error| format!("{error}"))?;
        Task::of(&epd, 1)
    }

    fn of(epd: &Epd, number: usize) -> Result<Task, String> {
        let words = |error: formats::epd::EpdError| error.to_string();
        let task = Task {
            id: epd.id().unwrap_or_else(|| format!("#{number}")),
            position: epd.position,
            best: epd.best_moves().map_err(words)?,
            avoid: epd.avoid_moves().map_err(words)?,
            mate: epd.mate_distance().map_err(words)?,
            points: points(epd),
        };
        let asks = !task.best.is_empty()
            || !task.avoid.is_empty()
            || task.mate.is_some()
            || !task.points.is_empty();
        if !asks {
            return Err("asks nothing (no bm, am, dm or points)".to_owned());
        }
        if !task.position.has_legal_move() {
            return Err("has no legal move".to_owned());
        }
        Ok(task)
    }

    /// Whether this answer is right. A mate must be announced, and be at least
    /// as short; where moves are named too, either will do.
    pub fn is_solved_by(&self, mv: Move, score: Option<Score>) -> bool {
        if self.avoid.contains(&mv) {
            return false;
        }
        let sees_mate = self.mate.is_some_and(|wanted| match score {
            Some(Score::Mate(found)) => {
                found.signum() == wanted.signum() && found.abs() <= wanted.abs()
            }
            _ => false,
        });
        if !self.best.is_empty() {
            return self.best.contains(&mv) || sees_mate;
        }
        if self.mate.is_some() {
            return sees_mate;
        }
        // Only moves to avoid, or only points: then the most is the best.
        !self.avoid.is_empty() || self.points_for(mv) == self.most_points()
    }

    /// Points that a move earns.
    pub fn points_for(&self, mv: Move) -> u32 {
        self.points.iter().find(|(known, _)| *known == mv).map_or(0, |(_, points)| *points)
    }

    /// Points that the best move earns.
    pub fn most_points(&self) -> u32 {
        self.points.iter().map(|(_, points)| *points).max().unwrap_or(0)
    }

    /// The question in words.
    pub fn question(&self) -> String {
        let list = |moves: &[Move]| {
            moves.iter().map(|&mv| self.position.san(mv)).collect::<Vec<_>>().join(" ")
        };
        let mut parts = Vec::new();
        if !self.best.is_empty() {
            parts.push(format!("bm {}", list(&self.best)));
        }
        if !self.avoid.is_empty() {
            parts.push(format!("am {}", list(&self.avoid)));
        }
        parts.extend(self.mate.map(|moves| format!("dm {moves}")));
        if parts.is_empty() {
            let best: Vec<Move> = self
                .points
                .iter()
                .filter(|(_, points)| *points == self.most_points())
                .map(|(mv, _)| *mv)
                .collect();
            parts.push(format!("bm {}", list(&best)));
        }
        parts.join(", ")
    }
}

/// Points from `c0 "f5=10, Be5+=2"`, or from moves in `c9` (or `c7`) and
/// numbers in `c8`. Other suites use these operations for remarks: what does
/// not fit wholly is none of ours.
fn points(epd: &Epd) -> Vec<(Move, u32)> {
    let text = |code: &str| epd.op(code).map(|operands| operands.join(" "));
    let listed = text("c0").and_then(|text| {
        text.split(',')
            .map(|part| {
                let (mv, points) = part.trim().rsplit_once('=')?;
                let mv = epd.position.parse_move(mv.trim()).ok()?;
                Some((mv, points.trim().parse().ok()?))
            })
            .collect::<Option<Vec<_>>>()
    });
    listed
        .or_else(|| {
            let numbers = text("c8")?;
            let numbers: Option<Vec<u32>> =
                numbers.split_whitespace().map(|word| word.parse().ok()).collect();
            let moves = text("c9").or_else(|| text("c7"))?;
            let moves: Option<Vec<Move>> =
                moves.split_whitespace().map(|word| epd.position.parse_move(word).ok()).collect();
            let (numbers, moves) = (numbers?, moves?);
            (numbers.len() == moves.len()).then(|| moves.into_iter().zip(numbers).collect())
        })
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const STS: &str = "1kr5/3n4/q3p2p/p2n2p1/PppB1P2/5BP1/1P2Q2P/3R2K1 w - - bm f5;";

    fn find(task: &Task, san: &str) -> Move {
        task.position.parse_san(san).unwrap()
    }

    #[test]
    fn points_in_both_dialects() {
        for tail in [
            r#" c0 "f5=10, Be5+=2, Bf2=3, Bg4=2";"#,
            r#" c7 "f5 Be5+ Bf2 Bg4"; c8 "10 2 3 2"; c9 "f4f5 d4e5 d4f2 f3g4";"#,
            r#" c8 "10 2 3 2"; c9 "f4f5 d4e5 d4f2 f3g4";"#,
        ] {
            let task = Task::parse(&format!("{STS}{tail}")).unwrap();
            assert_eq!(task.most_points(), 10, "{tail}");
            assert_eq!(task.points_for(find(&task, "Bf2")), 3);
            assert_eq!(task.points_for(find(&task, "h4")), 0);
            assert!(task.is_solved_by(find(&task, "f5"), None));
            assert!(!task.is_solved_by(find(&task, "Bf2"), None));
        }
    }

    #[test]
    fn remarks_are_not_points() {
        let task =
            Task::parse(&format!("{STS} c0 \"a classic, by Nimzowitsch = genius\";")).unwrap();
        assert!(task.points.is_empty());
    }

    #[test]
    fn mates_must_be_seen_and_short_enough() {
        let task = Task::parse("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - dm 1;").unwrap();
        let mate = find(&task, "Rd8#");
        assert!(task.is_solved_by(mate, Some(Score::Mate(1))));
        assert!(!task.is_solved_by(mate, Some(Score::Mate(2))));
        assert!(!task.is_solved_by(mate, Some(Score::Cp(30_000))));
        assert!(!task.is_solved_by(mate, Some(Score::Mate(-1))));
        let same = Task::parse("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm #1;").unwrap();
        assert_eq!((same.mate, same.best.len()), (Some(1), 0));
    }

    #[test]
    fn wrong_moves_are_avoided() {
        let task = Task::parse("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - am Rd7 Rd6;").unwrap();
        assert!(!task.is_solved_by(find(&task, "Rd7"), None));
        assert!(task.is_solved_by(find(&task, "Rd8#"), None));
        assert_eq!(task.question(), "am Rd7 Rd6");
    }

    #[test]
    fn a_position_without_a_question_is_no_task() {
        assert!(Task::parse("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - id \"x\";").is_err());
        assert!(Task::parse("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Qh5;").is_err());
    }
}
