// SPDX-License-Identifier: GPL-3.0-or-later
//! Prophylaxis: a quiet move after which what the opponent wanted to do is no longer good.

use chess::Game;
use serde::Serialize;

use crate::ask::Asker;
use crate::evidence_line::Rated;
use crate::settings::Share;
use crate::threat::Threat;

/// Chances, in per mille, that the opponent would gain with a free move.
const WANTED: u16 = 100;
/// Chances that the same move gives away once it has been prevented.
const SPOILT: u16 = 50;

/// What the opponent wanted, and what becomes of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Prevented {
    /// What he would do with a free move; it wins nothing that can be counted.
    pub wanted: Threat,
    /// The same move after ours; none if it can't be played any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub now: Option<Rated>,
}

/// Does the move whose worth is `rated`, after which `next` is on the board, prevent what the
/// opponent wanted?
pub(crate) fn prevented(
    asker: &mut Asker,
    next: &Game,
    rated: &Rated,
    wanted: &Threat,
) -> Option<Prevented> {
    let free = &wanted.free_move;
    let gains = rated.chance.opposite().short_of(free.chance) >= WANTED;
    let loud = free.first().is_capture() || free.line.san[0].ends_with(['+', '#']);
    if wanted.gain.is_some() || loud || !gains || next.outcome().is_some() {
        return None;
    }
    if !next.position().is_legal(free.first()) {
        return Some(Prevented { wanted: wanted.clone(), now: None });
    }
    let now = asker.rate(next, free.first(), Share::Quarter, Some(rated.depth))?;
    let spoilt = now.chance.short_of(rated.chance.opposite()) >= SPOILT;
    spoilt.then(|| Prevented { wanted: wanted.clone(), now: Some(now) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Effort;
    use chess::Position;
    use eval::nnue::{Nnue, shipped};
    use search::AlphaBeta;

    #[test]
    fn what_wins_something_is_a_threat_and_no_prophylaxis() {
        let fen = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 4 4";
        let game = Game::new(Position::from_fen(fen).unwrap());
        let search = Box::new(AlphaBeta::new(Nnue::new(shipped())));
        let mut asker = Asker::new(search, Effort::Nodes(2_000));
        let m = game.position().parse_san("Qe7").unwrap();
        let rated = asker.rate(&game, m, Share::Whole, None).unwrap();
        let threat = crate::threat::threat(&mut asker, &game, rated.chance).unwrap();
        assert!(threat.gain.is_some());
        let mut next = game.clone();
        next.play(m);
        assert_eq!(prevented(&mut asker, &next, &rated, &threat), None);
    }
}
