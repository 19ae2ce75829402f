// SPDX-License-Identifier: GPL-3.0-or-later
//! A million positions, told by this crate and by shakmaty, and not one difference.
//!
//! In every position: the legal moves with all their properties, SAN and UCI of each of them both
//! ways, the FEN, checks, the end of the game, every key against a position read afresh from that
//! FEN, and that the move played next can be taken back without a trace. In a sample, whose size
//! is printed: every move made and unmade, `gives_check`, and the legality of all 65,536 values
//! that a move can have.

use crate::cores;
use crate::dice::Dice;
use crate::material::{is_slow_run, shared};
use crate::twin::{PlainMove, Twin, lively_move, random_start};
use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use shakmaty::fen::Fen;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};
use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use xanthos_chess::{Move, MoveList, Position};

/// What must be reached whether or not there are real games to read.
const POSITIONS: u64 = 1_000_000;
/// A random game is broken off here.
const LONGEST_GAME: usize = 240;

#[derive(Default)]
struct Tally {
    positions: AtomicU64,
    moves: AtomicU64,
    closely: AtomicU64,
    bits: AtomicU64,
}

impl Tally {
    /// Compares everything about a position, and returns its moves.
    fn compare(&self, twin: &Twin) -> Vec<(Move, shakmaty::Move)> {
        let number = self.positions.fetch_add(1, Ordering::Relaxed);
        let moves = twin.moves();
        same_position(twin);
        same_stages(&twin.ours);
        same_notation(twin, &moves);
        self.moves.fetch_add(moves.len() as u64, Ordering::Relaxed);
        if number.is_multiple_of(4) || is_slow_run() {
            self.closely.fetch_add(1, Ordering::Relaxed);
            for (ours, theirs) in &moves {
                same_move(twin, *ours, *theirs);
            }
        }
        if number.is_multiple_of(512) {
            self.bits.fetch_add(1, Ordering::Relaxed);
            legality_of_every_value(&twin.ours);
        }
        moves
    }
}

fn same_position(twin: &Twin) {
    let (ours, theirs) = (&twin.ours, &twin.theirs);
    let fen = ours.fen();
    assert_eq!(fen, twin.their_fen());
    assert_eq!(ours.checkers().0, u64::from(theirs.checkers()), "checkers of {fen}");
    assert_eq!(ours.in_check(), theirs.is_check(), "check in {fen}");
    assert_eq!(ours.is_checkmate(), theirs.is_checkmate(), "mate in {fen}");
    assert_eq!(ours.is_stalemate(), theirs.is_stalemate(), "stalemate in {fen}");
    assert_eq!(ours.has_legal_move(), !theirs.legal_moves().is_empty(), "legal move in {fen}");
    assert_eq!(
        ours.is_insufficient_material(),
        theirs.is_insufficient_material(),
        "material of {fen}"
    );
    // Polyglot books look at en passant pseudo-legally.
    let polyglot: Zobrist64 = theirs.zobrist_hash(EnPassantMode::PseudoLegal);
    assert_eq!(ours.polyglot_key(), polyglot.0, "Polyglot key of {fen}");

    for text in [fen.clone(), ours.shredder_fen()] {
        let afresh = Position::from_fen(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(*ours, afresh, "{text} and the position it was written from");
        assert_eq!(keys(ours), keys(&afresh), "keys carried along and computed afresh: {text}");
    }
}

fn keys(position: &Position) -> [u64; 6] {
    let [white, black] = xanthos_chess::Color::ALL.map(|color| position.nonpawn_key(color));
    let (pawn, minor, major) = (position.pawn_key(), position.minor_key(), position.major_key());
    [position.key(), pawn, white, black, minor, major]
}

/// Noisy and quiet moves together are the legal moves, each once and each in its place.
fn same_stages(position: &Position) {
    let (mut noisy, mut quiet) = (MoveList::default(), MoveList::default());
    position.noisy_moves(&mut noisy);
    position.quiet_moves(&mut quiet);
    assert!(noisy.iter().all(|m| m.is_capture() || m.is_promotion()), "noisy moves of {position}");
    assert!(quiet.iter().all(|m| !m.is_capture() && !m.is_promotion()), "quiet of {position}");
    let mut staged: Vec<u16> = noisy.iter().chain(quiet.iter()).map(|m| m.bits()).collect();
    let mut legal: Vec<u16> = position.legal_moves().iter().map(|m| m.bits()).collect();
    staged.sort_unstable();
    legal.sort_unstable();
    assert_eq!(staged, legal, "stages of {position}");
}

/// Every legal move has the same SAN in both tellings, and both read it back as the same move.
fn same_notation(twin: &Twin, moves: &[(Move, shakmaty::Move)]) {
    let (ours, theirs) = (&twin.ours, &twin.theirs);
    for (our_move, their_move) in moves {
        let san = ours.san(*our_move);
        let their_san = shakmaty::san::SanPlus::from_move(theirs.clone(), *their_move);
        assert_eq!(san, their_san.to_string(), "SAN in {ours}");
        assert_eq!(ours.parse_san(&san).as_ref(), Ok(our_move), "reading {san} in {ours}");
        let read = san.parse::<shakmaty::san::SanPlus>().map(|plus| plus.san.to_move(theirs));
        assert!(matches!(read, Ok(Ok(m)) if m == *their_move), "shakmaty reading {san} in {ours}");

        let standard = their_move.to_uci(CastlingMode::Standard).to_string();
        let shuffled = their_move.to_uci(CastlingMode::Chess960).to_string();
        assert_eq!(ours.uci960(*our_move).to_string(), shuffled, "UCI in {ours}");
        assert_eq!(ours.parse_uci(&shuffled).as_ref(), Ok(our_move), "{shuffled} in {ours}");
        if ours.is_standard_castling() {
            assert_eq!(ours.uci(*our_move).to_string(), standard, "UCI in {ours}");
            assert_eq!(ours.parse_uci(&standard).as_ref(), Ok(our_move), "{standard} in {ours}");
        }
    }
}

/// A move does the same in every way of making it, and leaves nothing behind when taken back.
fn same_move(twin: &Twin, ours: Move, theirs: shakmaty::Move) {
    let before = &twin.ours;
    let after = before.after(ours);
    let mut board = *before;
    let undo = board.make(ours);
    assert_eq!(board, after, "make and after of {ours:?} in {before}");
    assert_eq!(board.polyglot_key(), after.polyglot_key(), "{ours:?} in {before}");
    board.unmake(ours, &undo);
    assert_eq!(board, *before, "taking back {ours:?} in {before}");
    assert_eq!(board.polyglot_key(), before.polyglot_key(), "taking back {ours:?} in {before}");
    assert_eq!(before.gives_check(ours), after.in_check(), "check by {ours:?} in {before}");

    let mut their_board = twin.theirs.clone();
    their_board.play_unchecked(theirs);
    assert_eq!(after.in_check(), their_board.is_check(), "check by {ours:?} in {before}");
}

/// Of all values a move can have, exactly the legal moves are legal.
fn legality_of_every_value(position: &Position) {
    let legal = position.legal_moves();
    for bits in 0..=u16::MAX {
        let m = Move::from_bits(bits);
        assert_eq!(position.is_legal(m), legal.contains(&m), "{m:?} ({bits:#06x}) in {position}");
    }
}

fn random_game(seed: u64, tally: &Tally) {
    let mut dice = Dice::new(seed);
    let mut twin = Twin::new(random_start(&mut dice));
    for _ in 0..LONGEST_GAME {
        let moves = tally.compare(&twin);
        let ours: Vec<Move> = moves.iter().map(|(ours, _)| *ours).collect();
        let Some(chosen) = lively_move(&twin.ours, &ours, &mut dice) else { return };
        let theirs = moves.iter().find(|(ours, _)| *ours == chosen).map(|(_, theirs)| *theirs);
        let Some(theirs) = theirs else { return };
        same_move(&twin, chosen, theirs);
        twin.play(chosen, theirs);
        if twin.ours.is_insufficient_material() {
            tally.compare(&twin);
            return;
        }
    }
}

/// A game of people or engines, read by others.
struct RealGame {
    start: Chess,
    moves: Vec<shakmaty::Move>,
}

struct Collector;

impl Visitor for Collector {
    type Tags = Chess;
    type Movetext = (RealGame, Chess);
    type Output = RealGame;

    fn begin_tags(&mut self) -> ControlFlow<RealGame, Chess> {
        ControlFlow::Continue(Chess::default())
    }

    fn tag(&mut self, start: &mut Chess, name: &[u8], value: RawTag<'_>) -> ControlFlow<RealGame> {
        if name == b"FEN" {
            let fen = Fen::from_ascii(value.as_bytes()).expect("games of the sample begin well");
            *start = fen.into_position(CastlingMode::Chess960).expect("and in legal positions");
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, start: Chess) -> ControlFlow<RealGame, Self::Movetext> {
        ControlFlow::Continue((RealGame { start: start.clone(), moves: Vec::new() }, start))
    }

    fn san(&mut self, (game, board): &mut Self::Movetext, san: SanPlus) -> ControlFlow<RealGame> {
        let m = san.san.to_move(board).expect("games of the sample are legal");
        board.play_unchecked(m);
        game.moves.push(m);
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (game, _): Self::Movetext) -> RealGame {
        game
    }
}

fn real_games() -> Vec<RealGame> {
    let Some(path) = shared("pgn/tcec_sample.pgn.zst") else { return Vec::new() };
    let file = std::fs::File::open(path).expect("a file that is there can be read");
    let text = zstd::Decoder::new(file).expect("a packed file");
    let games: io::Result<Vec<RealGame>> = Reader::new(text).read_games(&mut Collector).collect();
    games.expect("the sample is whole")
}

fn replay(game: &RealGame, tally: &Tally) {
    let start = Fen::from_position(&game.start, EnPassantMode::Legal).to_string();
    let mut twin = Twin {
        ours: Position::from_fen(&start).expect("start of a real game"),
        theirs: game.start.clone(),
    };
    for played in &game.moves {
        let moves = tally.compare(&twin);
        let word = PlainMove::from(*played);
        let pair = moves.iter().find(|(ours, _)| PlainMove::from(*ours) == word);
        let Some((ours, theirs)) = pair else { panic!("{played:?} is not legal in {}", twin.ours) };
        same_move(&twin, *ours, *theirs);
        twin.play(*ours, *theirs);
    }
    tally.compare(&twin);
}

#[test]
fn a_million_positions_without_a_difference() {
    let tally = Tally::default();
    let games = real_games();
    cores::for_each(&games, |game| replay(game, &tally));
    let real = tally.positions.load(Ordering::Relaxed);

    let goal = if is_slow_run() { 10 * POSITIONS } else { POSITIONS };
    // Enough games of the shortest kind; each stops at once when the goal is reached.
    let seeds: Vec<u64> = (1..=goal).collect();
    cores::for_each(&seeds, |seed| {
        if tally.positions.load(Ordering::Relaxed) < goal {
            random_game(*seed, &tally);
        }
    });

    let positions = tally.positions.load(Ordering::Relaxed);
    assert!(positions >= goal);
    println!(
        "NOTE: {positions} positions ({real} of {} real games) with {} moves compared, every move \
         made and unmade in {}, every move value tried in {}: no difference",
        games.len(),
        tally.moves.into_inner(),
        tally.closely.into_inner(),
        tally.bits.into_inner()
    );
}
