// SPDX-License-Identifier: GPL-3.0-or-later
//! King and pawn against king, solved: one bit for each position.
//!
//! The pawn is White's and on files a to d (the rest is their mirror image):
//! 2 sides to move × 24 pawn squares × 64 × 64 kings. The table is computed on
//! first use by asking every undecided position whether its successors decide
//! it, until nothing changes.

use std::sync::OnceLock;

use chess::{Bitboard, Color, Square, attacks};

const SIZE: usize = 2 * 24 * 64 * 64;

/// Is a position with White's king on `strong`, its pawn on `pawn` and Black's
/// king on `weak` won, with `turn` to move? The position must be a legal one.
pub fn is_won(strong: Square, pawn: Square, weak: Square, turn: Color) -> bool {
    let (strong, pawn, weak) = match pawn.file() {
        0..=3 => (strong, pawn, weak),
        _ => (strong.mirror(), pawn.mirror(), weak.mirror()),
    };
    let index = index(strong, pawn, weak, turn);
    table()[index / 64] >> (index % 64) & 1 != 0
}

fn index(strong: Square, pawn: Square, weak: Square, turn: Color) -> usize {
    let pawn = (pawn.rank() - 1) * 4 + pawn.file();
    ((turn.index() * 24 + pawn) * 64 + strong.index()) * 64 + weak.index()
}

fn table() -> &'static [u64] {
    static TABLE: OnceLock<Vec<u64>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let solved = solve();
        solved.chunks(64).map(pack).collect()
    })
}

fn pack(states: &[State]) -> u64 {
    states.iter().enumerate().fold(0, |bits, (i, &s)| bits | u64::from(s == State::Won) << i)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Impossible,
    Open,
    Drawn,
    Won,
}

fn positions() -> impl Iterator<Item = (Square, Square, Square, Color)> {
    Color::ALL.into_iter().flat_map(|turn| {
        (0..24).flat_map(move |p| {
            let pawn = Square::new(p % 4, p / 4 + 1);
            Square::ALL.into_iter().flat_map(move |strong| {
                Square::ALL.into_iter().map(move |weak| (strong, pawn, weak, turn))
            })
        })
    })
}

fn solve() -> Vec<State> {
    let mut states: Vec<State> =
        positions().map(|(s, p, w, turn)| first_look(s, p, w, turn)).collect();
    debug_assert_eq!(states.len(), SIZE);
    loop {
        let mut changed = false;
        for (i, (strong, pawn, weak, turn)) in positions().enumerate() {
            if states[i] == State::Open {
                states[i] = match turn {
                    Color::White => white_to_move(&states, strong, pawn, weak),
                    Color::Black => black_to_move(&states, strong, pawn, weak),
                };
                changed |= states[i] != State::Open;
            }
        }
        if !changed {
            return states;
        }
    }
}

/// What can be said without looking further: impossible positions, a safe
/// promotion, a captured pawn, stalemate.
fn first_look(strong: Square, pawn: Square, weak: Square, turn: Color) -> State {
    let pawn_attacks = attacks::pawn(Color::White, pawn);
    let overlap = strong == weak || strong == pawn || weak == pawn;
    if overlap || strong.distance(weak) <= 1 || turn == Color::White && pawn_attacks.contains(weak)
    {
        return State::Impossible;
    }
    match turn {
        Color::White => {
            let goal = Square::new(pawn.file(), 7);
            let promotes = pawn.rank() == 6
                && strong != goal
                && weak != goal
                && (weak.distance(goal) > 1 || strong.distance(goal) == 1);
            if promotes { State::Won } else { State::Open }
        }
        Color::Black => {
            let steps = attacks::king(weak) & !attacks::king(strong);
            let stalemate = (steps & !pawn_attacks).is_empty() && !pawn_attacks.contains(weak);
            if steps.contains(pawn) || stalemate { State::Drawn } else { State::Open }
        }
    }
}

fn white_to_move(states: &[State], strong: Square, pawn: Square, weak: Square) -> State {
    let mut best = State::Drawn;
    let mut see = |state: State| match state {
        State::Won => best = State::Won,
        State::Open if best != State::Won => best = State::Open,
        _ => {}
    };
    for step in attacks::king(strong).without(pawn) & !attacks::king(weak) {
        see(states[index(step, pawn, weak, Color::Black)]);
    }
    let blockers = Bitboard::of(strong).with(weak);
    let stop = Square::new(pawn.file(), pawn.rank() + 1);
    if pawn.rank() < 6 && !blockers.contains(stop) {
        see(states[index(strong, stop, weak, Color::Black)]);
        let jump = Square::new(pawn.file(), 3);
        if pawn.rank() == 1 && !blockers.contains(jump) {
            see(states[index(strong, jump, weak, Color::Black)]);
        }
    }
    best
}

fn black_to_move(states: &[State], strong: Square, pawn: Square, weak: Square) -> State {
    let forbidden = attacks::king(strong) | attacks::pawn(Color::White, pawn);
    let mut worst = State::Won;
    for step in attacks::king(weak) & !forbidden {
        match states[index(strong, pawn, step, Color::White)] {
            State::Drawn => return State::Drawn,
            State::Open => worst = State::Open,
            _ => {}
        }
    }
    worst
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Position;

    /// The well-known totals for files a to d.
    #[test]
    fn counts_of_wins() {
        let states = solve();
        let wins = |half: &[State]| half.iter().filter(|&&s| s == State::Won).count();
        let (white, black) = states.split_at(SIZE / 2);
        assert_eq!((wins(white), wins(black)), (62_480, 48_802));
    }

    #[test]
    fn textbook_positions() {
        for (fen, won) in [
            ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", true),
            ("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", true),
            ("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1", false),
            ("8/4k3/8/4K3/4P3/8/8/8 b - - 0 1", true),
            ("7k/8/8/6K1/7P/8/8/8 w - - 0 1", false),
            ("8/8/8/8/8/k7/7P/K7 w - - 0 1", true),
            ("8/8/8/8/5k2/8/7P/K7 b - - 0 1", false),
        ] {
            let p = Position::from_fen(fen).unwrap();
            let pawn = p.by_role(chess::Role::Pawn).first().unwrap();
            let (strong, weak) = (p.king(Color::White), p.king(Color::Black));
            assert_eq!(is_won(strong, pawn, weak, p.turn()), won, "{fen}");
        }
    }

    /// Every verdict agrees with those of its successors by the rules of chess.
    #[test]
    fn verdicts_follow_from_the_moves() {
        let mut seen = 0;
        for (i, (strong, pawn, weak, turn)) in positions().enumerate() {
            if i % 7 != 0 || first_look(strong, pawn, weak, turn) == State::Impossible {
                continue;
            }
            let mut setup = chess::Setup::empty();
            setup.pieces[strong.index()] = chess::Piece::from_letter('K');
            setup.pieces[pawn.index()] = chess::Piece::from_letter('P');
            setup.pieces[weak.index()] = chess::Piece::from_letter('k');
            setup.turn = turn;
            let Ok(position) = setup.position() else { continue };
            let won = |m: &chess::Move| {
                let next = position.after(*m);
                let (king, other) = (next.king(Color::White), next.king(Color::Black));
                match next.by_role(chess::Role::Pawn).first() {
                    Some(pawn) => is_won(king, pawn, other, next.turn()),
                    // A queen or rook wins unless it is taken or stalemates.
                    None => {
                        let piece = next.by_color(Color::White).without(king).first();
                        let safe = |s: Square| {
                            !attacks::king(other).contains(s) || attacks::king(king).contains(s)
                        };
                        let heavy =
                            matches!(m.promotion(), Some(chess::Role::Queen | chess::Role::Rook));
                        heavy && piece.is_some_and(safe) && !next.is_stalemate()
                    }
                }
            };
            let moves = position.legal_moves();
            let by_moves = match turn {
                Color::White => moves.iter().any(won),
                Color::Black if moves.is_empty() => position.is_checkmate(),
                Color::Black => moves.iter().all(won),
            };
            assert_eq!(is_won(strong, pawn, weak, turn), by_moves, "{position}");
            seen += 1;
        }
        assert!(seen > 20_000, "only {seen}");
    }
}
