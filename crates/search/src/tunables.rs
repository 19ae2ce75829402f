// SPDX-License-Identifier: GPL-3.0-or-later
//! Every number of the search that games may tune, each declared once.
//!
//! ```
//! use xanthos_search::tunables;
//! let depth = tunables::all().iter().find(|t| t.name == "null_depth").unwrap();
//! assert!((depth.min..=depth.max).contains(&depth.default));
//! ```
//!
//! In an ordinary build they are constants. A build with the feature `tune`
//! turns each into a variable that can be set from outside (a UCI option of the
//! same name), for `xanthos tune spsa` and for measuring what a step is worth:
//! depths and weights have a value that switches the step off.
//!
//! Margins are in centipawns, reductions in 1/1024 of a ply.

/// A number that may be tuned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tunable {
    /// Its name, also as an option.
    pub name: &'static str,
    /// What it means.
    pub about: &'static str,
    /// The value of ordinary builds.
    pub default: i32,
    /// The least sensible value.
    pub min: i32,
    /// The greatest sensible value.
    pub max: i32,
}

macro_rules! tunables {
    ($($(#[doc = $doc:literal])+ $name:ident = $default:literal, $min:literal ..= $max:literal;)+) => {
        $(
            $(#[doc = $doc])+
            #[inline(always)]
            pub(crate) fn $name() -> i32 {
                #[cfg(feature = "tune")]
                return values::$name.load(std::sync::atomic::Ordering::Relaxed);
                #[cfg(not(feature = "tune"))]
                $default
            }
        )+

        #[cfg(feature = "tune")]
        #[allow(non_upper_case_globals)]
        mod values {
            $(pub static $name: std::sync::atomic::AtomicI32 =
                std::sync::atomic::AtomicI32::new($default);)+
        }

        const ALL: &[Tunable] = &[
            $(Tunable {
                name: stringify!($name),
                about: concat!($($doc),+),
                default: $default,
                min: $min,
                max: $max,
            }),+
        ];

        /// Sets a number by its name. `false` if there is none of that name, if
        /// the value is out of range, or if this build cannot be tuned.
        pub fn set(name: &str, value: i32) -> bool {
            let Some(tunable) = ALL.iter().find(|tunable| tunable.name == name) else {
                return false;
            };
            if !(tunable.min..=tunable.max).contains(&value) {
                return false;
            }
            #[cfg(feature = "tune")]
            match name {
                $(stringify!($name) => {
                    values::$name.store(value, std::sync::atomic::Ordering::Relaxed);
                })+
                _ => return false,
            }
            cfg!(feature = "tune")
        }
    };
}

/// All of them, in the order of the search.
pub fn all() -> &'static [Tunable] {
    ALL
}

/// A number that is given in 1/100.
pub(crate) fn hundredths(number: i32) -> f64 {
    f64::from(number) / 100.0
}

/// Whether this build's numbers can be set.
pub const fn tunable_build() -> bool {
    cfg!(feature = "tune")
}

tunables! {
    /// Clock: milliseconds that are kept back for moments when the machine stalls.
    clock_reserve = 100, 0..=2000;
    /// Clock: how much more than its even share a move gets now, in 1/100.
    clock_eagerness = 300, 80..=400;
    /// Clock: the most that a move may cost, in 1/100 of the recommended time.
    clock_patience = 375, 150..=1000;
    /// Clock: no iteration is begun past this part of the time aimed at, in 1/100: it costs about as much as all before it.
    clock_last_beginning = 80, 30..=100;
    /// Clock: the part of the recommended time that a move gets which is never in doubt, in 1/100.
    clock_least = 45, 10..=100;
    /// Clock: what the certainty of a change would add to that, in 1/100 of the recommended time.
    clock_gain = 350, 0..=1000;
    /// Clock: z, the chance of a change of mind being 1/(1+e^-z), in 1/100, by the study of stability: its constant,
    clock_constant = -423, -1000..=200;
    /// what a change just now adds,
    clock_restless = 0, -100..=300;
    /// what is added if all effort goes into other moves,
    clock_effort = 448, 0..=1000;
    /// and by a fall of the score.
    clock_falling = 51, 0..=300;

    /// Half the width of the first window around the last score.
    aspiration_width = 10, 4..=60;
    /// How much a failed window grows, in per cent of its width.
    aspiration_growth = 70, 20..=200;

    /// Once a move raised alpha, the others are searched this many plies less deeply; 0 is off.
    raise_reduction = 1, 0..=3;

    /// Null move and other pruning trust the score of the transposition table instead of the
    /// static evaluation where its bound says more: 0 is off.
    tt_estimate = 1, 0..=1;
    /// Hindsight: 0 is off.
    hindsight = 1, 0..=1;
    /// Hindsight: a reduction of at least this many plies may get a ply back.
    hindsight_reduction = 3, 1..=10;
    /// Hindsight: the sum of both evaluations that says nothing is left to find.
    hindsight_margin = 108, 0..=400;

    /// Razoring: the last depth; 0 is off.
    razor_depth = 4, 0..=10;
    /// Razoring: the margin, and the same again for each ply squared.
    razor_margin = 200, 50..=600;

    /// Reverse futility: the last depth; 0 is off.
    rfp_depth = 8, 0..=16;
    /// Reverse futility: the margin for each ply.
    rfp_margin = 47, 20..=200;
    /// Reverse futility: what the margin shrinks by when improving.
    rfp_improving = 40, 0..=200;

    /// Null move: the first depth; 99 is off.
    null_depth = 3, 1..=99;
    /// Null move: only where a cutoff is expected; 0 is off.
    null_cut_only = 1, 0..=1;
    /// Null move: plies of reduction at least.
    null_base = 5, 1..=8;
    /// Null move: a further ply for each of these plies of depth.
    null_divisor = 3, 2..=8;
    /// Null move: a further ply for each of these centipawns above beta, three at most.
    null_margin = 180, 60..=500;
    /// Null move: from this depth on a success is verified.
    null_verify = 14, 6..=99;

    /// Internal iterative reduction: the first depth; 99 is off.
    iir_depth = 3, 2..=99;

    /// ProbCut: the first depth; 99 is off.
    probcut_depth = 5, 3..=99;
    /// ProbCut: how far above beta a capture has to come out.
    probcut_margin = 170, 60..=500;
    /// ProbCut: how much less when improving.
    probcut_improving = 45, 0..=200;

    /// Late move pruning: moves that are always looked at; 200 is off.
    lmp_base = 3, 1..=200;
    /// Futility of quiet moves: the last depth; 0 is off.
    futility_depth = 9, 0..=16;
    /// Futility: the base margin.
    futility_base = 90, 0..=300;
    /// Futility: the margin for each ply.
    futility_margin = 75, 20..=200;
    /// Futility of captures: the last depth; 0 is off.
    capture_futility_depth = 7, 0..=16;
    /// Futility of captures: the base margin.
    capture_futility_base = 135, 0..=500;
    /// Futility of captures: the margin for each ply.
    capture_futility_margin = 102, 20..=300;
    /// History pruning: the last depth; 0 is off.
    history_pruning_depth = 4, 0..=10;
    /// History pruning: how bad a history is too bad, for each ply.
    history_pruning_margin = 3700, 500..=10000;
    /// SEE pruning of quiet moves: the last depth; 0 is off.
    see_quiet_depth = 10, 0..=16;
    /// SEE pruning of quiet moves: what may be lost, for each ply squared.
    see_quiet_margin = 22, 5..=80;
    /// SEE pruning of noisy moves: the last depth; 0 is off.
    see_noisy_depth = 10, 0..=16;
    /// SEE pruning of noisy moves: what may be lost, for each ply.
    see_noisy_margin = 98, 20..=200;

    /// Singular extensions: the first depth; 99 is off.
    singular_depth = 6, 4..=99;
    /// Singular extensions: how far below the score of the transposition table, in 1/16 for each ply.
    singular_margin = 25, 4..=64;
    /// Singular extensions: two plies when everything else is this much worse.
    singular_double_margin = 9, -40..=100;
    /// Singular extensions: three plies when everything else is this much worse.
    singular_triple_margin = 60, -20..=300;
    /// Singular extensions: how many double ones a line may have.
    singular_double_limit = 8, 0..=30;
    /// Negative extensions and multi-cut: 0 is off.
    multicut = 1, 0..=1;

    /// Late move reductions: the first depth; 99 is off.
    lmr_depth = 2, 1..=99;
    /// LMR of a quiet move: the base.
    lmr_quiet_base = 550, 0..=2048;
    /// LMR of a quiet move: divisor of log₂(depth) · log₂(number), in 1/100.
    lmr_quiet_divisor = 505, 200..=1000;
    /// LMR of a noisy move: the base.
    lmr_noisy_base = 0, 0..=2048;
    /// LMR of a noisy move: divisor, in 1/100.
    lmr_noisy_divisor = 530, 200..=1500;
    /// LMR: less for a node that was once on a principal line.
    lmr_pv = 1100, 0..=3072;
    /// LMR: more at a cut node without a move from the table.
    lmr_no_tt_move = 700, 0..=3072;
    /// LMR: more at a cut node.
    lmr_cut_node = 1700, 0..=4096;
    /// LMR: more when the transposition table's move is a capture.
    lmr_tt_capture = 420, 0..=3072;
    /// LMR: more when the position does not improve.
    lmr_not_improving = 820, 0..=3072;
    /// LMR: less for a move that gives check.
    lmr_check = 900, 0..=3072;
    /// LMR: more when the children had many cutoffs.
    lmr_cutoffs = 900, 0..=3072;
    /// LMR: less for a position whose evaluation needed a large correction, per centipawn.
    lmr_correction = 6, 0..=40;
    /// LMR: a history of this size is worth a ply.
    lmr_history = 9000, 2000..=40000;
    /// LMR: a reduced move that comes out this much better is searched a ply deeper.
    lmr_deeper_margin = 40, 0..=200;

    /// Histories: bonus for each ply.
    history_bonus_slope = 155, 40..=400;
    /// Histories: the largest bonus.
    history_bonus_max = 1600, 400..=4000;
    /// Histories: malus for each ply.
    history_malus_slope = 170, 40..=400;
    /// Histories: the largest malus.
    history_malus_max = 1300, 400..=4000;
    /// Order of captures: one that loses no more than its score, divided by this, comes before quiet moves; 0 is off.
    good_capture_divisor = 32, 8..=1000;
    /// Order of quiet moves: weight of butterfly history, in 1/64.
    order_butterfly = 92, 0..=256;
    /// Order of quiet moves: weight of pawn history, in 1/64.
    order_pawn_history = 82, 0..=256;
    /// Order of quiet moves: weight of continuation history, one ply back, in 1/64.
    order_continuation_1 = 64, 0..=256;
    /// Order of quiet moves: weight of continuation history, two plies back, in 1/64.
    order_continuation_2 = 64, 0..=256;
    /// Order of quiet moves: weight of continuation history, four and six plies back, in 1/64.
    order_continuation_4_6 = 18, 0..=256;
    /// Order of quiet moves: bonus of a check that loses nothing.
    order_check = 9500, 0..=20000;
    /// Order of quiet moves: bonus for leaving the attack of a less valuable piece, malus for entering it.
    order_escape = 8000, 0..=20000;
    /// Histories: weight of the change of the static evaluation for the opponent's last move; 0 is off.
    eval_history_weight = 12, 0..=40;
    /// Histories: bonus for the opponent's last move at a fail low, in per cent; 0 is off.
    prior_move_weight = 60, 0..=300;

    /// Correction by pawn structure, in 1/64; 0 is off.
    correction_pawns = 64, 0..=256;
    /// Correction by the pieces (without pawns) of each side, in 1/64; 0 is off.
    correction_nonpawns = 64, 0..=256;
    /// Correction by knights and bishops, in 1/64; 0 is off.
    correction_minors = 40, 0..=256;
    /// Correction by rooks and queens, in 1/64; 0 is off.
    correction_majors = 40, 0..=256;
    /// Correction by the last two moves, in 1/64; 0 is off.
    correction_continuation = 48, 0..=256;

    /// Quiescence: delta pruning: what a capture may win beyond the captured piece.
    qs_delta_margin = 70, 20..=500;
    /// Quiescence: captures tried at most, but for recaptures, promotions and checks; 99 is off.
    qs_captures = 3, 1..=99;
    /// Quiescence: quiet checks are tried at its first ply (Axon §1): 0 is off.
    qs_checks = 0, 0..=1;

    /// MCTS: the exploration constant of PUCT, in 1/1000.
    mcts_cpuct = 650, 50..=4000;
    /// MCTS: the same at the root.
    mcts_cpuct_root = 750, 50..=4000;
    /// MCTS: visits after which the constant grows by the logarithm.
    mcts_cpuct_growth = 8000, 100..=100000;
    /// MCTS: first-play urgency, how much worse than its node an unvisited move is, in 1/1000.
    mcts_fpu = 100, 0..=1000;
    /// MCTS: softmax temperature of the priors, in 1/100.
    mcts_temperature = 145, 50..=400;
    /// MCTS: softmax temperature of the priors at the root, in 1/100.
    mcts_root_temperature = 175, 50..=400;
    /// MCTS: share of the evaluator's own policy head in the priors, in 1/100.
    mcts_evaluator_policy = 0, 0..=100;
    /// MCTS: width of the sigmoid that turns centipawns into expected results.
    mcts_sigmoid_width = 190, 50..=800;
    /// MCTS: depth of the alpha-beta search at leaves; 0 is quiescence.
    mcts_leaf_depth = 0, 0..=6;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_lie_in_their_ranges_and_names_are_unique() {
        for tunable in all() {
            assert!((tunable.min..=tunable.max).contains(&tunable.default), "{}", tunable.name);
            assert!(all().iter().filter(|other| other.name == tunable.name).count() == 1);
            assert!(!tunable.about.trim().is_empty());
        }
    }

    #[test]
    fn nonsense_is_refused() {
        assert!(!set("no_such_number", 1));
        assert!(!set("null_depth", i32::MAX));
    }
}
