// SPDX-License-Identifier: GPL-3.0-or-later
//! What the share of the clock depends on.

use std::time::Duration;

use chess::{Color, Position, Role};

use super::{Allotment, Opponent, TimeTables, duration};
use crate::Job;
use crate::tunables as t;

/// How much of each increment the models of Achilles count on, which know of
/// none. (Chosen: the rest makes up for moves that took longer than planned.)
const INCREMENT_SHARE: f64 = 0.75;

/// No model gets more of what is left than this for one move: a busy machine
/// may let a thread wait for some milliseconds just then. (With three quarters
/// one move in some hundreds came too late at 1+0.01 on an overloaded machine.)
const CEILING: f64 = 0.5;

/// What is left of a clock that is shorter than the reserve counts so much.
const SCARCE: f64 = 0.2;

/// Where moves are seen to stall, so many stalls are kept back.
const STALLS: f64 = 2.0;

/// A lag that the increment does not cover is kept back for so many moves.
const FORESEEN_MOVES: f64 = 50.0;

/// Less than this is time trouble, however slow the way is.
const TROUBLE: Duration = Duration::from_secs(3);

/// Of the time for a move the lag takes its part, but leaves this.
const LEAST_THOUGHT: f64 = 0.1;

/// All that a model may look at. Time that is not on the clock yet is no part of
/// what can be spent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClockState {
    /// Time on the own clock.
    pub own: Duration,
    /// What is added to it after the move.
    pub increment: Duration,
    /// Own moves until the next time control; `None` for the rest of the game.
    pub movestogo: Option<u32>,
    /// What the way to the opponent and back costs.
    pub overhead: Duration,
    /// What a move was seen to cost beyond its thought.
    pub lag: Duration,
    /// The longest of late.
    pub stall: Duration,
    /// Half-moves played since the beginning of the game.
    pub ply: u32,
    /// Material of the own side and of the other, Q 9, R 5, B 3, N 3, P 1.
    pub material: [u32; 2],
    /// What is known of the opponent, if that shall count.
    pub opponent: Opponent,
    /// How long games last.
    pub tables: TimeTables,
}

impl ClockState {
    /// The clock of a job; `None` if no clock runs.
    pub fn of(job: &Job) -> Option<ClockState> {
        let limits = &job.limits;
        let position = job.game.position();
        let turn = position.turn();
        // A GUI that tells only one clock has most likely mixed up the sides.
        let own = limits.clock.remaining(turn).or(limits.clock.remaining(!turn))?;
        if limits.infinite {
            return None;
        }
        Some(ClockState {
            movestogo: limits.clock.movestogo,
            overhead: job.latency.overhead,
            lag: job.latency.lag,
            stall: job.latency.stall,
            opponent: Opponent {
                clock: job.settings.opponent.clock.and(limits.clock.remaining(!turn)),
                ..job.settings.opponent
            },
            tables: job.settings.time_tables,
            ..ClockState::at(position, own, limits.clock.increment(turn))
        })
    }

    /// The clock of the side to move with so much left.
    pub fn at(position: &Position, own: Duration, increment: Duration) -> ClockState {
        let turn = position.turn();
        let full = position.fullmove_number().saturating_sub(1);
        ClockState {
            own,
            increment,
            ply: full.saturating_mul(2).saturating_add(turn.index() as u32),
            material: [material(position, turn), material(position, !turn)],
            ..ClockState::default()
        }
    }

    /// Seconds that may be planned with: not those that the lag of the moves to come will cost.
    pub fn left(&self) -> f64 {
        (self.on_clock() - self.drain()).max(0.0)
    }

    /// Seconds on the clock but for the way to the opponent.
    fn on_clock(&self) -> f64 {
        self.own.saturating_sub(self.overhead).as_secs_f64()
    }

    /// What increments don't make up for is gone on each of the moves to come.
    fn drain(&self) -> f64 {
        let lag = self.lag.as_secs_f64() - self.increment.as_secs_f64();
        FORESEEN_MOVES * lag.max(0.0)
    }

    /// Own moves played.
    pub fn moves_made(&self) -> f64 {
        f64::from(self.ply / 2)
    }

    /// What is left, in equal parts for so many own moves (no more than there
    /// are before the time control), and a share of the increment.
    pub fn share(&self, moves: f64) -> f64 {
        let control = self.movestogo.map_or(f64::INFINITY, |n| f64::from(n.max(1)));
        let moves = moves.min(control).max(1.0);
        self.left() / moves + INCREMENT_SHARE * self.increment.as_secs_f64()
    }

    /// What the opponent's clock and strength make of a recommendation (Achilles §1).
    pub(super) fn opponent_factor(&self) -> f64 {
        self.opponent.factor(self.own)
    }

    /// Whether so little is left that the manager had better be quick itself (Achilles §1):
    /// a hundred overheads, or three seconds.
    pub fn is_time_trouble(&self) -> bool {
        self.own < (self.overhead * 100).min(TROUBLE)
    }

    /// An allotment that keeps to the clock.
    pub(super) fn guard(&self, allotment: Allotment) -> Allotment {
        let (left, drain) = (self.on_clock(), self.drain());
        let lag = self.lag.as_secs_f64();
        let reserve = (f64::from(t::clock_reserve()) / 1e3).max(STALLS * self.stall.as_secs_f64());
        let spare = (left - reserve - drain).max(SCARCE * (left - drain).max(0.0));
        let limit = allotment.limit.min(duration(CEILING * spare));
        let recommended = allotment.recommended.as_secs_f64();
        let recommended = duration((recommended - lag).max(LEAST_THOUGHT * recommended));
        Allotment { recommended: recommended.min(limit), limit }
    }
}

fn material(position: &Position, color: Color) -> u32 {
    const WORTH: [(Role, u32); 5] =
        [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)];
    let own = position.by_color(color);
    WORTH.iter().map(|&(role, worth)| (position.by_role(role) & own).count() * worth).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Clock, Limits};
    use chess::Game;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn a_job_is_read_as_it_stands() {
        let fen = "4k3/pp6/8/8/8/8/8/R3K2R b KQ - 0 31";
        let mut game = Game::new(Position::from_fen(fen).unwrap());
        let clock = Clock {
            time: [Some(MS * 1_000), Some(MS * 2_000)],
            inc: [MS * 1, MS * 2],
            movestogo: Some(9),
        };
        let limits = Limits { clock, ..Limits::default() };
        let mut job = Job::new(game.clone(), limits.clone());
        job.latency.overhead = MS * 10;
        let state = ClockState::of(&job).unwrap();
        let expected = ClockState {
            own: MS * 2_000,
            increment: MS * 2,
            movestogo: Some(9),
            overhead: MS * 10,
            lag: Duration::ZERO,
            stall: Duration::ZERO,
            ply: 61,
            material: [2, 10],
            opponent: Opponent::default(),
            tables: TimeTables::default(),
        };
        assert_eq!(state, expected);
        game.play(game.position().parse_uci("a7a5").unwrap());
        let next = ClockState::of(&Job::new(game.clone(), limits.clone())).unwrap();
        assert_eq!((next.ply, next.own, next.material), (62, MS * 1_000, [10, 2]));
        // One clock serves both sides.
        let mut alone = limits;
        alone.clock.time[Color::White.index()] = None;
        assert_eq!(ClockState::of(&Job::new(game, alone)).unwrap().own, MS * 2_000);
    }
}
