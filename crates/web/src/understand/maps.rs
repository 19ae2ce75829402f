// SPDX-License-Identifier: GPL-3.0-or-later
//! Colours for the board: piece values, mobility, king attacks, pins, passed pawns.

use super::judged;
use analyse::Side;
use chess::{Bitboard, Color, Position, Role, Setup, Square, attacks};
use explain::{Feature, Kind, Motif, PositionFacts};
use serde::Serialize;
use std::collections::BTreeMap;

/// Numbers by square.
type Map = BTreeMap<String, i32>;

/// A map for each side.
#[derive(Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Sides<T> {
    white: T,
    black: T,
}

impl<T> Sides<T> {
    fn of(make: impl Fn(Color) -> T) -> Sides<T> {
        Sides { white: make(Color::White), black: make(Color::Black) }
    }
}

/// Numbers and squares to colour the board by.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Maps {
    /// What each piece adds to the static evaluation, its owner's view.
    values: Sides<Map>,
    /// How much the network's evaluation drops for its owner without the piece.
    network: Sides<Map>,
    mobility: Mobility,
    king: Sides<KingMap>,
    pinned: Vec<Pinned>,
    passed: Vec<Passed>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Mobility {
    /// Squares that each piece can move to.
    pieces: Map,
    /// White's attackers minus Black's.
    control: Map,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct KingMap {
    king: String,
    zone: Vec<String>,
    attacked: Map,
    attackers: Vec<String>,
    /// What the static evaluation gives the attacker for it.
    danger_cp: Option<i32>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Pinned {
    square: String,
    side: Side,
    by: String,
    to: String,
    ray: Vec<String>,
    /// Behind it is the king: it may not move at all, except along the line.
    absolute: bool,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Passed {
    square: String,
    side: Side,
    worth: i32,
    path: Vec<String>,
}

/// The maps of a position.
pub fn maps(position: &Position, facts: &PositionFacts, in_check: bool) -> Maps {
    let quiet = !in_check;
    let nothing = || Sides::<Map>::default();
    Maps {
        values: if quiet { Sides::of(|side| values(position, facts, side)) } else { nothing() },
        network: if quiet { Sides::of(|side| network(position, side)) } else { nothing() },
        mobility: mobility(position),
        king: Sides::of(|side| king(position, facts, side, quiet)),
        pinned: facts.motifs.iter().filter_map(pinned).collect(),
        passed: facts.features.iter().filter_map(passed).collect(),
    }
}

fn names(squares: Bitboard) -> Vec<String> {
    squares.into_iter().map(|square| square.to_string()).collect()
}

/// What the static evaluation gives for each piece: an entry for several squares is shared.
fn values(position: &Position, facts: &PositionFacts, side: Color) -> Map {
    let own = names(position.by_color(side));
    let mut map = Map::new();
    for credit in facts.account.credits.iter().filter(|credit| credit.side == side) {
        let share = credit.mixed / i32::try_from(credit.squares.len()).unwrap_or(1).max(1);
        for square in credit.squares.iter().filter(|square| own.contains(square)) {
            *map.entry(square.clone()).or_default() += share;
        }
    }
    map.retain(|_, worth| *worth != 0);
    map
}

/// How much the network's evaluation drops for the owner without each piece. What would not
/// be a legal position is left out.
fn network(position: &Position, side: Color) -> Map {
    let own_view = |cp: i32| if side == Color::White { cp } else { -cp };
    let Ok(setup) = Setup::parse(&position.fen()) else { return Map::new() };
    let whole = own_view(judged(engine::Evaluation::Nnue, position));
    let pieces = position.by_color(side) & !position.by_role(Role::King);
    let worth = |square: Square| {
        let mut without = setup.clone();
        without.pieces[square.index()] = None;
        without.en_passant = None;
        let (rest, _) = without.position_lenient().ok()?;
        let fall = whole - own_view(judged(engine::Evaluation::Nnue, &rest));
        (!rest.in_check()).then(|| (square.to_string(), fall))
    };
    pieces.into_iter().filter_map(worth).collect()
}

fn mobility(position: &Position) -> Mobility {
    let occupied = position.occupied();
    let goals = |square: Square| {
        let own = position.piece_on(square).map(|piece| position.by_color(piece.color()));
        let count = (position.attacks_from(square) & !own.unwrap_or(occupied)).count();
        (square.to_string(), i32::try_from(count).unwrap_or(0))
    };
    let pieces = occupied & !position.by_role(Role::Pawn);
    let balance = |square: Square| {
        let attackers = position.attackers_to(square, occupied);
        let [white, black] =
            Color::ALL.map(|side| (attackers & position.by_color(side)).count() as i32);
        (white != black).then(|| (square.to_string(), white - black))
    };
    Mobility {
        pieces: pieces.into_iter().map(goals).collect(),
        control: (0..64).filter_map(Square::from_index).filter_map(balance).collect(),
    }
}

fn king(position: &Position, facts: &PositionFacts, side: Color, quiet: bool) -> KingMap {
    let king = position.king(side);
    let zone = attacks::king(king).with(king);
    let occupied = position.occupied();
    let enemies =
        |square: Square| position.attackers_to(square, occupied) & position.by_color(!side);
    let mut attackers = Bitboard::EMPTY;
    let mut attacked = Map::new();
    for square in zone {
        let here = enemies(square);
        attackers |= here;
        if here.any() {
            attacked.insert(square.to_string(), here.count() as i32);
        }
    }
    KingMap {
        king: king.to_string(),
        zone: names(zone),
        attacked,
        attackers: names(attackers),
        danger_cp: quiet.then(|| facts.account.share(eval::Term::King, !side)),
    }
}

fn pinned(motif: &Motif) -> Option<Pinned> {
    let Motif::Pin { by, pinned, behind } = motif else { return None };
    let between = attacks::between(by.square, behind.square);
    Some(Pinned {
        square: pinned.square.to_string(),
        side: pinned.side.into(),
        by: by.square.to_string(),
        to: behind.square.to_string(),
        ray: names(between.with(by.square).with(behind.square)),
        absolute: behind.role == Role::King,
    })
}

fn passed(feature: &Feature) -> Option<Passed> {
    if feature.feature != Kind::PassedPawn {
        return None;
    }
    let (file, rank) = (feature.square.file(), feature.square.rank());
    let ranks: Vec<usize> = match feature.side {
        Color::White => (rank + 1..8).collect(),
        Color::Black => (0..rank).rev().collect(),
    };
    Some(Passed {
        square: feature.square.to_string(),
        side: feature.side.into(),
        worth: feature.worth,
        path: ranks.into_iter().map(|rank| Square::new(file, rank).to_string()).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Game;
    use eval::Classical;

    fn look(fen: &str) -> Maps {
        let position = Position::from_fen(fen).unwrap();
        let facts = PositionFacts::at_a_glance(&Classical::default(), &Game::new(position));
        maps(&position, &facts, position.in_check())
    }

    #[test]
    fn the_start_is_balanced() {
        let maps = look(&Position::startpos().fen());
        assert_eq!(maps.mobility.pieces["b1"], 2);
        assert_eq!(maps.mobility.control["e3"], 2, "two pawns");
        assert_eq!(maps.mobility.control["e6"], -2);
        assert!(maps.pinned.is_empty() && maps.passed.is_empty());
        assert_eq!(maps.king.white.zone.len(), 6);
        assert!(maps.king.white.attacked.is_empty());
        let mirrored = |square: &str| {
            let rank = 9 - square[1..].parse::<u32>().unwrap();
            format!("{}{rank}", &square[..1])
        };
        for (square, worth) in &maps.values.white {
            assert_eq!(maps.values.black.get(&mirrored(square)), Some(worth), "{square}");
        }
        assert!(maps.network.white["d1"] > maps.network.white["a2"], "a queen is worth more");
    }

    #[test]
    fn pins_and_passed_pawns() {
        // The knight on c6 is pinned to its king; the pawn on a6 is passed.
        let maps = look("4k3/8/P1n5/1B6/8/8/8/4K3 w - - 0 1");
        let pin = &maps.pinned[0];
        assert_eq!((pin.square.as_str(), pin.by.as_str(), pin.absolute), ("c6", "b5", true));
        assert_eq!(pin.ray, ["b5", "c6", "d7", "e8"]);
        assert_eq!(maps.passed[0].path, ["a7", "a8"]);
    }

    #[test]
    fn an_attacked_king_shows_by_whom() {
        let maps = look("6k1/5ppp/8/8/8/6Q1/8/4K1R1 w - - 0 1");
        assert!(maps.king.black.attackers.contains(&"g3".to_owned()));
        assert!(maps.king.black.attacked["g7"] >= 1);
    }
}
