// SPDX-License-Identifier: GPL-3.0-or-later
//! Without which piece would it not work? The piece is taken off the board and the move
//! searched again.

use chess::{Bitboard, Game, Position, Role, Setup, Square, attacks};
use serde::Serialize;

use crate::ask::Asker;
use crate::evidence_line::{EvidenceLine, Rated};
use crate::piece::PieceOn;
use crate::settings::Share;
use crate::threat::Gain;

/// Pieces that are tried.
const TRIED: usize = 3;

/// A piece that the move depends on although it does not move itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Needed {
    /// The piece.
    pub piece: PieceOn,
    /// The move without it: neither mate nor a gain.
    pub without: Rated,
}

/// The piece, the dearest first, whose absence takes all the gain from the move.
pub(crate) fn needed(asker: &mut Asker, game: &Game, rated: &Rated, gain: &Gain) -> Option<Needed> {
    let is_mate = matches!(gain, Gain::Mate(_));
    let mut pieces = helpers(gain.line());
    pieces.sort_by_key(|piece| -piece.price());
    pieces.into_iter().take(TRIED).find_map(|piece| {
        let bare = without(game.position(), piece.square)?;
        if !bare.is_legal(rated.first()) {
            return None;
        }
        asker.forget();
        let bare = Game::new(bare);
        let found = asker.rate(&bare, rated.first(), Share::Eighth, Some(rated.depth))?;
        let wins = found.line.settled().is_none_or(|line| line.material > 0);
        let mates = matches!(found.score, search::Score::Mate(1..));
        let lost = found.chance.short_of(rated.chance) >= 200;
        let fails = !mates && lost && (is_mate || !wins);
        fails.then_some(Needed { piece, without: found })
    })
}

/// Pieces of the side that begins which stay where they are and guard a square that
/// matters: where an own piece goes, or a flight square of the mated king.
fn helpers(line: &EvidenceLine) -> Vec<PieceOn> {
    let start = line.start();
    let us = start.turn();
    let mut moved = Bitboard::EMPTY;
    let mut goals = Bitboard::EMPTY;
    for (m, position) in line.moves().iter().zip(line.positions()) {
        if position.turn() == us {
            moved = moved.with(m.from()).with(m.to());
            goals = goals.with(m.to());
        } else if m.is_capture() {
            moved = moved.with(m.to());
        }
    }
    if line.end().is_checkmate() {
        goals |= attacks::king(line.end().king(!us));
    }
    let staying = start.by_color(us) & !start.by_role(Role::King) & !moved;
    staying
        .into_iter()
        .filter(|&square| {
            line.positions().iter().skip(1).any(|position| {
                position.piece_on(square) == start.piece_on(square)
                    && (position.attacks_from(square) & goals).any()
            })
        })
        .filter_map(|square| PieceOn::on(start, square))
        .collect()
}

/// The position without the piece on `square`, if that is a legal one.
pub(crate) fn without(position: &Position, square: Square) -> Option<Position> {
    let mut setup = Setup::parse(&position.fen()).ok()?;
    setup.pieces[square.index()] = None;
    setup.position_lenient().ok().map(|(position, _)| position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Effort, Explainer, Settings};

    #[test]
    fn the_bishop_that_guards_the_mating_queen_is_needed() {
        let fen = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
        let game = Game::new(Position::from_fen(fen).unwrap());
        let settings = Settings { effort: Effort::Nodes(4_000), ..Settings::default() };
        let explained = Explainer::new(settings).position(&game).unwrap();
        let needed = explained.best.unwrap().needed.expect("the bishop");
        assert_eq!(needed.piece.square, Square::C4);
    }
}
