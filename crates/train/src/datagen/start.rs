// SPDX-License-Identifier: GPL-3.0-or-later
//! The position that a game begins from.

use chess::{Game, Position, Role, Setup};
use rand::RngExt;
use rand_xoshiro::SplitMix64;
use search::{Control, Score, Search};

use super::game::{Rules, think};
use super::openings::Openings;

/// Starts that are tried for one game: after so many even a lopsided one is played.
const STARTS: usize = 100;

/// Pieces taken off the board for unequal material, at most.
const MOST_REMOVED: usize = 4;

/// A position after random moves, not finished, not in check, and balanced unless it is
/// meant not to be.
pub(super) fn start(
    search: &mut dyn Search,
    rules: &Rules,
    openings: &Openings,
    number: u64,
    random: &mut SplitMix64,
    control: &Control,
) -> Position {
    let shuffled = rules.chess960_every > 0 && number.is_multiple_of(rules.chess960_every);
    // Drawn only if it matters, so that other runs keep their games.
    let unbalanced = rules.unbalanced > 0.0 && random.random_bool(rules.unbalanced.min(1.0));
    // A start that is won already teaches little: the game would end at once.
    let limit = if unbalanced { rules.win } else { rules.balanced };
    let mut last = Position::startpos();
    for _ in 0..STARTS {
        let (mut start, plies) = if shuffled {
            let [white, black] = [random.random_range(..960), random.random_range(..960)];
            let start = Position::double_chess960(white, black);
            (start, rules.random_plies..=rules.random_plies + 1)
        } else if let Some(opening) = openings.draw(random) {
            (opening, 0..=rules.opening_plies)
        } else {
            (Position::startpos(), rules.random_plies..=rules.random_plies + 1)
        };
        if unbalanced {
            let Some(fewer) = without_some(&start, random) else { continue };
            start = fewer;
        }
        let mut game = Game::new(start);
        for _ in 0..random.random_range(plies) {
            let legal = game.position().legal_moves();
            if legal.is_empty() {
                break;
            }
            game.play(legal[random.random_range(..legal.len())]);
        }
        let position = *game.position();
        if game.outcome().is_some() || position.in_check() {
            continue;
        }
        last = position;
        let verdict = think(search, &Game::new(position), rules.nodes, control);
        if matches!(verdict, Some((_, Score::Cp(score))) if score.abs() <= limit) {
            break;
        }
    }
    last
}

/// The position without one to four pieces, any but the kings; `None` if the side that is
/// not to move would stand in check.
fn without_some(position: &Position, random: &mut SplitMix64) -> Option<Position> {
    let mut setup = Setup::parse(&position.fen()).ok()?;
    for _ in 0..random.random_range(1..=MOST_REMOVED) {
        let mut removable: Vec<&mut Option<_>> = setup
            .pieces
            .iter_mut()
            .filter(|square| square.is_some_and(|piece| piece.role() != Role::King))
            .collect();
        if removable.is_empty() {
            break;
        }
        let drawn = random.random_range(..removable.len());
        *removable[drawn] = None;
    }
    // Castling rights of a rook that is gone, and the like, are dropped.
    setup.position_lenient().ok().map(|(position, _)| position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    #[test]
    fn one_to_four_pieces_are_removed_and_never_a_king() {
        let mut random = SplitMix64::seed_from_u64(1);
        let mut removed = [0; 6];
        for _ in 0..500 {
            let all = Position::startpos();
            let fewer = without_some(&all, &mut random).unwrap();
            let missing = all.occupied().count() - fewer.occupied().count();
            removed[missing as usize] += 1;
            assert_eq!(fewer.by_role(Role::King).count(), 2);
            assert_eq!(Position::from_fen(&fewer.fen()), Ok(fewer), "nothing is left behind");
        }
        // 125 expected each, standard deviation 10.
        assert!(removed[1..5].iter().all(|&times| (80..170).contains(&times)), "{removed:?}");
        assert_eq!((removed[0], removed[5]), (0, 0));
        let bare = Position::from_fen("8/8/4k3/8/8/4K3/8/8 w - - 0 1").unwrap();
        assert_eq!(without_some(&bare, &mut random), Some(bare));
    }

    #[test]
    fn nobody_may_take_a_king() {
        // Without the knight Black stands in check and White is to move.
        let position = Position::from_fen("4k3/4n3/8/8/8/8/4R3/4K3 w - - 0 1").unwrap();
        let mut random = SplitMix64::seed_from_u64(1);
        let starts: Vec<_> = (0..100).map(|_| without_some(&position, &mut random)).collect();
        assert!(starts.iter().any(Option::is_none));
        for position in starts.into_iter().flatten() {
            assert!(position.is_ok());
        }
    }
}
