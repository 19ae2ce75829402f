// SPDX-License-Identifier: GPL-3.0-or-later
//! A set of tables: opening, probing, best play.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use chess::{Color, Game, Move, Position, Role};
use search::{Dtz, RankedMove, Ranking, Tablebase, Wdl};
use shakmaty::{Bitboard, Board, ByColor, ByRole, CastlingMode, Chess, FromSetup, Setup, Square};
use shakmaty::{Color as LibraryColor, Position as _};
use shakmaty_syzygy::{Material, MaybeRounded, Metric, SyzygyError};

use crate::files::{Files, lock, paths_in};
use crate::{Found, OpenError, Problem};

/// The reason given for a table whose bytes can't be what the format says.
const NONSENSE: &str = "its contents make no sense";

/// Why tables have no answer for a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProbeError {
    /// There are castling rights.
    #[error("tablebases have no positions with castling rights")]
    Castling,
    /// There are more pieces than in any table.
    #[error("{pieces} pieces are on the board, the tables go up to {most}")]
    TooManyPieces {
        /// Pieces on the board.
        pieces: u32,
        /// Pieces of the largest table.
        most: u32,
    },
    /// A table is missing, perhaps one that a capture or a promotion leads to.
    #[error("the table {table} is missing")]
    Missing {
        /// Its file name.
        table: String,
    },
    /// A table can't be used.
    #[error("the table {table} is damaged: {reason}")]
    Damaged {
        /// Its file name.
        table: String,
        /// What was found.
        reason: String,
    },
}

/// The tables of some folders. A file is opened when a position needs it; a damaged one is
/// reported once and not used again.
pub struct Tables {
    tables: shakmaty_syzygy::Tablebase<Chess>,
    files: Arc<Files>,
    pieces: u32,
    errors: Mutex<Vec<ProbeError>>,
}

impl Tables {
    /// Looks for tables in `folders`. What can't be used is reported and left out; of two
    /// tables for the same material the first counts.
    pub fn open(folders: &[PathBuf]) -> (Tables, Found) {
        let files = Arc::new(Files::default());
        let mut tables = shakmaty_syzygy::Tablebase::with_filesystem(files.clone());
        let mut found = Found::default();
        let mut names = std::collections::HashSet::new();
        for folder in folders {
            match paths_in(folder) {
                Err(error) => found.problems.push(Problem::new(folder, error)),
                Ok(paths) => {
                    for (path, is_wdl) in paths {
                        if !names.insert(path.file_name().map(ToOwned::to_owned)) {
                            continue;
                        }
                        match tables.add_file(&path) {
                            Ok(()) if is_wdl => found.wdl += 1,
                            Ok(()) => found.dtz += 1,
                            Err(error) => found.problems.push(Problem::new(&path, error)),
                        }
                    }
                }
            }
        }
        let pieces = tables.max_pieces() as u32;
        found.pieces = pieces;
        (Tables { tables, files, pieces, errors: Mutex::default() }, found)
    }

    /// As [`Tables::open`], for callers that need every folder to be usable.
    ///
    /// # Errors
    /// When anything can't be used, or there is no table at all.
    pub fn open_all(folders: &[PathBuf]) -> Result<Tables, OpenError> {
        let (tables, found) = Tables::open(folders);
        match found.problems.first() {
            Some(problem) => Err(OpenError::Problem(problem.clone())),
            None if found.is_empty() => Err(OpenError::Empty(folders.to_vec())),
            None => Ok(tables),
        }
    }

    /// How the game ends if a capture or a pawn move has just been made.
    ///
    /// # Errors
    /// When no table has the position.
    pub fn probe_wdl(&self, position: &Position) -> Result<Wdl, ProbeError> {
        let wdl =
            self.probe(position, |tables, position| tables.probe_wdl_after_zeroing(position))?;
        Ok(match wdl {
            shakmaty_syzygy::Wdl::Loss => Wdl::Loss,
            shakmaty_syzygy::Wdl::BlessedLoss => Wdl::BlessedLoss,
            shakmaty_syzygy::Wdl::Draw => Wdl::Draw,
            shakmaty_syzygy::Wdl::CursedWin => Wdl::CursedWin,
            shakmaty_syzygy::Wdl::Win => Wdl::Win,
        })
    }

    /// How far the next capture, pawn move or mate is. Needs WDL and DTZ tables.
    ///
    /// # Errors
    /// When no table has the position.
    pub fn probe_dtz(&self, position: &Position) -> Result<Dtz, ProbeError> {
        Ok(match self.probe(position, |tables, position| tables.probe_dtz(position))? {
            MaybeRounded::Precise(dtz) => Dtz { plies: dtz.0, rounded: false },
            MaybeRounded::Rounded(dtz) => Dtz { plies: dtz.0, rounded: true },
        })
    }

    /// The damaged tables found since the last call, each once.
    pub fn take_errors(&self) -> Vec<ProbeError> {
        std::mem::take(&mut lock(&self.errors))
    }

    fn probe<T>(
        &self,
        position: &Position,
        query: impl FnOnce(&shakmaty_syzygy::Tablebase<Chess>, &Chess) -> Result<T, SyzygyError>,
    ) -> Result<T, ProbeError> {
        let pieces = position.occupied().count();
        if pieces > self.pieces.max(2) {
            return Err(ProbeError::TooManyPieces { pieces, most: self.pieces });
        }
        let converted = converted(position).ok_or(ProbeError::Castling)?;
        // The library checks what it reads; should damage get past that, it costs
        // a table and not the game.
        let result = catch_unwind(AssertUnwindSafe(|| query(&self.tables, &converted)));
        match result {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(error)) => Err(self.probe_error(error, pieces)),
            Err(_) => {
                let material = Material::from_board(converted.board());
                Err(self.damaged(file_name(Metric::Wdl, &material), NONSENSE.into()))
            }
        }
    }

    /// The library's error in our terms; a damaged table is noted.
    #[cold]
    fn probe_error(&self, error: SyzygyError, pieces: u32) -> ProbeError {
        match error {
            SyzygyError::Castling => ProbeError::Castling,
            SyzygyError::TooManyPieces => ProbeError::TooManyPieces { pieces, most: self.pieces },
            SyzygyError::MissingTable { metric, material } => {
                ProbeError::Missing { table: file_name(metric, &material) }
            }
            SyzygyError::ProbeFailed { metric, material, error } => {
                let table = file_name(metric, &material);
                let reason = match *error {
                    shakmaty_syzygy::ProbeError::CorruptedTable { .. } => NONSENSE.to_owned(),
                    other => other.to_string(),
                };
                self.damaged(table, reason)
            }
        }
    }

    #[cold]
    fn damaged(&self, table: String, reason: String) -> ProbeError {
        let is_new = self.files.mark_damaged(&table);
        let error = ProbeError::Damaged { table, reason };
        if is_new {
            lock(&self.errors).push(error.clone());
        }
        error
    }
}

impl Tablebase for Tables {
    fn max_pieces(&self) -> u32 {
        self.pieces
    }

    fn wdl(&self, position: &Position) -> Option<Wdl> {
        self.probe_wdl(position).ok()
    }

    fn dtz(&self, position: &Position) -> Option<Dtz> {
        self.probe_dtz(position).ok()
    }
}

/// The result of a position and of each of its moves.
#[derive(Debug)]
pub struct Answer {
    /// How the game ends with best play on both sides.
    pub outcome: Wdl,
    /// The distance to zeroing, if there are DTZ tables.
    pub dtz: Option<Dtz>,
    /// The moves with a known result, the best first.
    pub moves: Vec<RankedMove>,
    /// The others, and which table is missing.
    pub unknown: Vec<(Move, ProbeError)>,
    /// Best play to the end, or as far as the tables go; empty for a draw.
    pub line: Vec<Move>,
}

impl Tables {
    /// Looks up the current position of a game and all its moves. The line of best play ends
    /// after `longest` plies. May read from disk.
    ///
    /// # Errors
    /// When no table has the position.
    pub fn answer(
        &self,
        game: &Game,
        fifty_moves: bool,
        longest: usize,
    ) -> Result<Answer, ProbeError> {
        let position = *game.position();
        let clock = if fifty_moves { position.halfmove_clock() } else { 0 };
        let wdl = self.probe_wdl(&position)?;
        let dtz = self.probe_dtz(&position).ok();
        let (mut moves, mut unknown) = (Vec::new(), Vec::new());
        for mv in &position.legal_moves() {
            match Ranking::of(game, &[mv], self, fifty_moves) {
                Some(ranking) => moves.extend(ranking.moves),
                // A move is unranked only if the position after it is not known.
                None => unknown.extend(self.probe_wdl(&position.after(mv)).err().map(|e| (mv, e))),
            }
        }
        moves.sort_by_key(|verdict| (-verdict.rank, !verdict.mates, verdict.dtz));
        let best = moves.first().map(|verdict| verdict.outcome).filter(|_| unknown.is_empty());
        let outcome = best.unwrap_or_else(|| dtz.map_or(wdl, |dtz| dtz.outcome(clock)));
        let line = match outcome {
            Wdl::Draw => Vec::new(),
            _ => self.best_play(game, fifty_moves, longest),
        };
        Ok(Answer { outcome, dtz, moves, unknown, line })
    }

    /// The winner takes the shortest way to each capture and pawn move, the loser the
    /// longest; so this is not the shortest mate.
    fn best_play(&self, game: &Game, fifty_moves: bool, longest: usize) -> Vec<Move> {
        let mut game = game.clone();
        let mut line = Vec::new();
        while line.len() < longest && (game.outcome().is_none() || line.is_empty()) {
            let moves = game.position().legal_moves();
            let Some(ranking) = Ranking::of(&game, &moves, self, fifty_moves) else { break };
            let Some(best) = ranking.moves.first() else { break };
            game.play(best.mv);
            line.push(best.mv);
        }
        line
    }
}

fn file_name(metric: Metric, material: &Material) -> String {
    let extension = match metric {
        Metric::Wdl => "rtbw",
        Metric::Dtz => "rtbz",
    };
    format!("{material}.{extension}")
}

/// The position as a type of the library, straight from its bitboards. `None` if it has
/// castling rights, which no table has.
fn converted(position: &Position) -> Option<Chess> {
    if !position.castling().is_empty() {
        return None;
    }
    let role = |role: Role| Bitboard(position.by_role(role).0);
    let by_role = ByRole {
        pawn: role(Role::Pawn),
        knight: role(Role::Knight),
        bishop: role(Role::Bishop),
        rook: role(Role::Rook),
        queen: role(Role::Queen),
        king: role(Role::King),
    };
    let by_color = ByColor {
        white: Bitboard(position.by_color(Color::White).0),
        black: Bitboard(position.by_color(Color::Black).0),
    };
    let mut setup = Setup::empty();
    setup.board = Board::try_from_bitboards(by_role, by_color).ok()?;
    setup.turn = LibraryColor::from_white(position.turn() == Color::White);
    setup.ep_square = position.en_passant().map(|square| Square::new(square.index() as u32));
    setup.halfmoves = position.halfmove_clock();
    // The library refuses positions that no game leads to; tables have them.
    match Chess::from_setup(setup, CastlingMode::Chess960) {
        Ok(converted) => Some(converted),
        Err(doubt) => match doubt.ignore_too_much_material() {
            Ok(converted) => Some(converted),
            Err(doubt) => doubt.ignore_impossible_check().ok(),
        },
    }
}
