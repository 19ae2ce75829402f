// SPDX-License-Identifier: GPL-3.0-or-later
//! The one table of options. A row yields the `option` line, the checks of
//! `setoption`, the line in the help of the command line and the row of the
//! docs page; nothing about an option is written anywhere else.

use super::kind::Kind;
use crate::level::Level;
use eval::Group;
use papers::list::{TIME_ADJUSTS, TIME_MODEL_NAMES};
use papers::{Evaluation, Features, Method, Persona, Settings};

/// Which option, for the program. The order is the order of [`TABLE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "each one is described by its row in the table")]
pub enum Id {
    Hash,
    Threads,
    MultiPv,
    Ponder,
    ClearHash,
    MoveOverhead,
    TimeModel,
    TimeSafety,
    TimeAdjust,
    TimeOpponent,
    TimeTrapMargin,
    TimeReport,
    TimeTables,
    SyzygyPath,
    SyzygyProbeDepth,
    SyzygyProbeLimit,
    Syzygy50MoveRule,
    Chess960,
    ShowWdl,
    Persona,
    Evaluation,
    Style,
    Search,
    UctExploration,
    Contempt,
    LimitStrength,
    Elo,
    AnalyseMode,
    Opponent,
    EngineAbout,
    SkillLevel,
    OwnBook,
    BookFile,
    BookDepth,
    BookVariety,
    EvalFile,
    DebugLogFile,
    Granularity,
    PositionalCap,
    MaterialLimit,
    EvalWithout,
    LevelSeed,
    NodesTime,
}

/// A row of the table.
#[derive(Debug)]
pub struct UciOption {
    /// Which option.
    pub id: Id,
    /// The name GUIs know. It matches in any letter case.
    pub name: &'static str,
    /// Other names that are understood but not announced.
    pub aliases: &'static [&'static str],
    /// Type, default and range.
    pub kind: Kind,
    /// What it changes, in a sentence or two.
    pub help: &'static str,
    /// For engine developers: left out of `uci`, shown by `ucifull`.
    pub hidden: bool,
}

/// Largest hash table, in MiB (one TiB).
pub const MAX_HASH_MIB: i64 = 1 << 20;

/// What `UCI_EngineAbout` tells. It avoids the words that the `option` syntax reserves.
pub const ABOUT: &str =
    concat!("Xanthos ", env!("CARGO_PKG_VERSION"), ", a free chess engine, GPL-3.0-or-later");

const fn option(id: Id, name: &'static str, kind: Kind, help: &'static str) -> UciOption {
    UciOption { id, name, aliases: &[], kind, help, hidden: false }
}

impl UciOption {
    const fn for_developers(mut self) -> UciOption {
        self.hidden = true;
        self
    }

    const fn or(mut self, aliases: &'static [&'static str]) -> UciOption {
        self.aliases = aliases;
        self
    }
}

const fn spin(default: i64, min: i64, max: i64) -> Kind {
    Kind::Spin { default, min, max }
}

const fn check(default: bool) -> Kind {
    Kind::Check { default }
}

/// A spin whose range another crate declares.
const fn within(default: i32, range: std::ops::RangeInclusive<i32>) -> Kind {
    spin(default as i64, *range.start() as i64, *range.end() as i64)
}

/// The evaluators by name.
const EVALUATIONS: [&str; Evaluation::ALL.len()] = {
    let mut names = [""; Evaluation::ALL.len()];
    let mut i = 0;
    while i < names.len() {
        names[i] = Evaluation::ALL[i].name();
        i += 1;
    }
    names
};

/// The ideas of an evaluation by name.
const GROUPS: [&str; Group::ALL.len()] = {
    let mut names = [""; Group::ALL.len()];
    let mut i = 0;
    while i < names.len() {
        names[i] = Group::ALL[i].name();
        i += 1;
    }
    names
};

/// One of `choices`, of which the first is the default.
const fn combo(choices: &'static [&'static str]) -> Kind {
    Kind::Combo { default: choices[0], choices }
}

const EMPTY: Kind = Kind::Text { default: "", fixed: false };

/// Every option of the engine.
pub static TABLE: &[UciOption] = &[
    option(
        Id::Hash,
        "Hash",
        spin(16, 1, MAX_HASH_MIB),
        "Size of the transposition table in MiB. A new size starts with an empty table; if the \
         memory is not there, the old table stays.",
    ),
    option(Id::Threads, "Threads", spin(1, 1, 1024), "Search threads. The hash table is kept when the number changes."),
    option(Id::MultiPv, "MultiPV", spin(1, 1, 256), "How many best lines are searched and shown."),
    option(
        Id::Ponder,
        "Ponder",
        check(false),
        "Tells the engine that the GUI may let it think on the opponent's time. 'go ponder' works either way.",
    ),
    option(Id::ClearHash, "Clear Hash", Kind::Button, "Empties the transposition table and everything learnt from the game so far."),
    option(
        Id::MoveOverhead,
        "Move Overhead",
        spin(10, 0, 5000),
        "Milliseconds lost on each move between engine, GUI and server; they are kept in reserve.",
    )
    .or(&["MoveOverhead", "MoveOverheadMs"]),
    option(
        Id::TimeModel,
        "TimeModel",
        combo(&TIME_MODEL_NAMES),
        "The model of time management: see docs/time.md. All but 'adaptive' are documented models, kept as they are written.",
    ),
    option(
        Id::TimeSafety,
        "TimeSafety",
        Kind::Combo { default: "95", choices: &papers::achilles::LEVELS },
        "For the model 'safety': how many per cent of games shall be over before the clock is.",
    ),
    option(
        Id::TimeAdjust,
        "TimeAdjust",
        combo(&TIME_ADJUSTS),
        "Whether what the search sees shortens or extends the time of a move, with any TimeModel: forced moves and recaptures \
         at once, less for a clear best move, more for close lines. auto: on with 'adaptive' and off with the others.",
    ),
    option(
        Id::TimeOpponent,
        "TimeOpponent",
        check(false),
        "Whether the opponent's clock and his rating, as UCI_Opponent tells it, count for the time of a move.",
    ),
    option(
        Id::TimeTrapMargin,
        "TimeTrapMargin",
        spin(0, 0, 200),
        "What a move may cost, in centipawns, that the opponent does not expect. It is played instead of the best one while \
         he answers at once, move after move, since he thinks on the engine's time. 0: always the best move. Search alphabeta only.",
    ),
    option(
        Id::TimeReport,
        "TimeReport",
        check(false),
        "Says at the end of each search how much time was recommended, what the search saw and why it ended. 'debug on' does so too.",
    ),
    option(
        Id::TimeTables,
        "TimeTables",
        EMPTY,
        "A file with the length of games, as 'xanthos study length' writes it, for TimeModel adaptive. Empty: the built-in \
         tables. A file that is none is refused, and the old tables stay.",
    ),
    option(
        Id::SyzygyPath,
        "SyzygyPath",
        EMPTY,
        "Folders with Syzygy tablebases, separated by ; on Windows and by : elsewhere. What was found is said after the \
         next 'go'.",
    ),
    option(
        Id::SyzygyProbeDepth,
        "SyzygyProbeDepth",
        spin(1, 1, 100),
        "Least remaining depth at which the search probes tablebases.",
    ),
    option(
        Id::SyzygyProbeLimit,
        "SyzygyProbeLimit",
        spin(7, 0, 7),
        "Most pieces on the board, kings included, at which tablebases are probed. 0: never.",
    ),
    option(
        Id::Syzygy50MoveRule,
        "Syzygy50MoveRule",
        check(true),
        "Whether tablebase wins that the fifty-move rule spoils count as draws. A new value empties the hash table.",
    ),
    option(
        Id::Chess960,
        "UCI_Chess960",
        check(false),
        "Castling is written as king takes own rook. Nothing else changes: Chess960 positions are understood either way.",
    ),
    option(Id::ShowWdl, "UCI_ShowWDL", check(false), "Shows the chances of win, draw and loss, in per mille, behind each score."),
    option(
        Id::Persona,
        "Persona",
        combo(&Persona::NAMES),
        "The engine to play as: xanthos, or an engine of the literature as its document describes it, see docs/personas.md. Sets \
         Evaluation, Search, TimeModel, TimeAdjust, OwnBook and BookVariety, which may be set otherwise afterwards.",
    ),
    option(
        Id::Evaluation,
        "Evaluation",
        Kind::Combo { default: EVALUATIONS[0], choices: &EVALUATIONS },
        "The evaluation: nnue, a network, is the strongest; classical is hand-crafted and gives reasons; placement is material and piece-square tables alone; cnn is a convolutional network; the others belong to personas. A new one starts with an empty hash table.",
    ),
    option(
        Id::Style,
        "Style",
        within(0, Settings::STYLES),
        "From cautious (-100) to attacking (100): how much attacks on kings and pawn shelters weigh. Networks, which have no such weights, get the difference that it makes to the classical evaluation; evaluators without a style say so.",
    ),
    option(
        Id::Search,
        "Search",
        combo(&Method::NAMES),
        "The search: alphabeta is the strongest; mcts is a Monte Carlo tree search guided by a policy network, see docs/mcts.md; uct is the tree search of COMP4121bot; documented is the plain search of the chosen Persona. Hash bounds the memory of each.",
    ),
    option(
        Id::UctExploration,
        "UctExploration",
        spin(Features::PLAIN.exploration as i64, 0, 1000),
        "The exploration constant c of Search uct, in hundredths: the more, the more evenly moves are tried. 141 is √2, the usual value.",
    ),
    option(
        Id::Contempt,
        "Contempt",
        spin(0, -100, 100),
        "Centipawns that the engine would give to avoid a draw: to it a draw is worth minus this. Negative: it would \
         pay to get one.",
    ),
    option(
        Id::LimitStrength,
        "UCI_LimitStrength",
        check(false),
        "Plays with the strength given by UCI_Elo: see docs/levels.md. Tablebases are not probed then, and one thread searches.",
    ),
    option(
        Id::Elo,
        "UCI_Elo",
        spin(1500, Level::LOWEST.elo(), Level::HIGHEST.elo()),
        "The rating aimed at. Only used together with UCI_LimitStrength.",
    ),
    option(
        Id::AnalyseMode,
        "UCI_AnalyseMode",
        check(false),
        "Tells the engine that it analyses and does not play: it then uses no book and its full strength.",
    ),
    option(
        Id::Opponent,
        "UCI_Opponent",
        EMPTY,
        "Title, rating, kind and name of the opponent, as GUIs send them. It goes into the log; with TimeOpponent the rating \
         counts for the clock.",
    ),
    option(
        Id::EngineAbout,
        "UCI_EngineAbout",
        Kind::Text { default: ABOUT, fixed: true },
        "Tells the GUI about the engine; it can't be changed.",
    ),
    option(
        Id::SkillLevel,
        "Skill Level",
        spin(Level::SKILLS, 0, Level::SKILLS),
        "Plays weaker on purpose: 20 is full strength, 0 a beginner, with equal steps of rating between. UCI_LimitStrength \
         goes before it.",
    ),
    option(
        Id::OwnBook,
        "OwnBook",
        check(false),
        "Plays opening moves out of BookFile, or out of the built-in openings if that names none. Analysis, searchmoves, \
         MultiPV and mate searches do without.",
    ),
    option(
        Id::BookFile,
        "BookFile",
        EMPTY,
        "The book for OwnBook: a Polyglot book or an opening trie, see docs/books.md. Empty: the built-in openings. A file \
         that is neither is refused, and the old book stays.",
    ),
    option(Id::BookDepth, "BookDepth", spin(20, 1, 255), "The last move number at which the book is used."),
    option(
        Id::BookVariety,
        "BookVariety",
        spin(50, 0, 100),
        "How often, in per cent, a book move is drawn at random by its weight; otherwise the best by score is played. 0: always \
         the best; 100: always by weight.",
    ),
    option(
        Id::EvalFile,
        "EvalFile",
        EMPTY,
        "A network for Evaluation nnue or cnn (the file tells which), in place of the built-in one. A file that does not fit is refused, and the old one stays.",
    ),
    option(
        Id::DebugLogFile,
        "Debug Log File",
        EMPTY,
        "A file to which every line read and written is appended, with time stamps. Empty: no log.",
    ),
    option(
        Id::Granularity,
        "Granularity",
        within(1, Settings::GRANULARITIES),
        "Static evaluations are rounded to multiples of this many centipawns.",
    ),
    option(
        Id::PositionalCap,
        "PositionalCap",
        within(0, Settings::CAPS),
        "The most, in centipawns, that everything but material may count for. 0: as the evaluator has it.",
    ),
    option(
        Id::MaterialLimit,
        "MaterialLimit",
        within(1300, Settings::MATERIAL_LIMITS),
        "All that a side has but the king, pawns included, in centipawns: above this the persona axon assumes a middlegame.",
    )
    .for_developers(),
    option(
        Id::EvalWithout,
        "EvalWithout",
        Kind::Words { choices: &GROUPS },
        "Terms that the evaluation leaves out, to measure what they are worth; names with spaces or commas between.",
    )
    .for_developers(),
    option(
        Id::LevelSeed,
        "LevelSeed",
        spin(0, 0, i32::MAX as i64),
        "What a player of limited strength overlooks in a game: the same seed, the same mistakes. 0: another with each game.",
    )
    .for_developers(),
    option(
        Id::NodesTime,
        "NodesTime",
        spin(0, 0, 10_000),
        "So many nodes count as a millisecond of the clock, so that games by a clock are the same on any machine, whatever else it does. \
         The engine keeps its own clock from the first move of a game on, as of the time told then. 0: time is time.",
    )
    .for_developers(),
];

impl Id {
    /// The row of this option.
    pub fn option(self) -> &'static UciOption {
        &TABLE[self as usize]
    }
}

/// Finds an option by its name or alias, in any letter case.
pub fn find(name: &str) -> Option<&'static UciOption> {
    let is = |known: &&str| known.eq_ignore_ascii_case(name);
    TABLE.iter().find(|option| is(&option.name) || option.aliases.iter().any(is))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_point_at_their_rows() {
        for (index, option) in TABLE.iter().enumerate() {
            assert_eq!(option.id as usize, index, "{}", option.name);
            assert!(std::ptr::eq(option.id.option(), option));
        }
    }

    #[test]
    fn every_default_is_a_value_of_its_kind() {
        for option in TABLE {
            match option.kind {
                Kind::Spin { default, min, max } => {
                    assert!(min <= default && default <= max, "{}", option.name)
                }
                Kind::Combo { default, choices } => {
                    assert!(choices.contains(&default), "{}", option.name)
                }
                _ => {}
            }
        }
    }

    #[test]
    fn names_are_unique_and_free_of_syntax_words() {
        let reserved = ["name", "type", "default", "min", "max", "var", "value"];
        let mut seen = std::collections::HashSet::new();
        for option in TABLE {
            for name in std::iter::once(&option.name).chain(option.aliases) {
                assert!(seen.insert(name.to_ascii_lowercase()), "{name} twice");
                assert!(
                    name.split(' ')
                        .all(|word| !reserved.contains(&word.to_ascii_lowercase().as_str())),
                    "{name}"
                );
            }
        }
        assert!(ABOUT.split(' ').all(|word| !reserved.contains(&word)));
    }

    #[test]
    fn names_match_in_any_case_and_by_alias() {
        assert_eq!(find("hASH").unwrap().id, Id::Hash);
        assert_eq!(find("clear hash").unwrap().id, Id::ClearHash);
        assert_eq!(find("moveoverheadms").unwrap().id, Id::MoveOverhead);
        assert!(find("Hash ").is_none());
    }
}
