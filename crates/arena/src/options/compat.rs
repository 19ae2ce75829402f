// SPDX-License-Identifier: GPL-3.0-or-later
//! How every option stands to fastchess's and cutechess-cli's: a table for the documentation, made
//! from the declarations.

use super::engine::KEYS;
use super::flags::{FLAGS, Section};

/// How an option stands to that of another program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Elsewhere {
    /// It means the same there.
    Same,
    /// It is there, and differs.
    Differs(&'static str),
    /// It is not there.
    Absent,
}

use Elsewhere::{Absent, Differs, Same};

/// How the option stands to fastchess 1.8 and to cutechess-cli 1.4.
fn elsewhere(name: &str) -> (Elsewhere, Elsewhere) {
    match name {
        "engine" | "each" | "seeds" | "noswap" | "reverse" | "tb" | "tbpieces" | "tbignore50"
        | "event" | "site" | "recover" | "wait" => (Same, Same),
        "debug" => (Differs("refused there: `-log engine=true`"), Same),
        "quick" => (Differs("`book=` may be left out"), Absent),
        "tbadjudicate" | "report" | "scoreinterval" | "force-concurrency" | "strict"
        | "check-mate-pvs" | "show-latency" | "crc32" | "startup-ms" | "use-affinity" => {
            (Same, Absent)
        }
        "log" => (Differs("`compress=true` is ignored with a warning"), Absent),
        "ping-ms" => (Differs("`-ucinewgame-ms` sets the same wait"), Absent),
        "tournament" => {
            (Differs("`pyramid` besides"), Differs("`knockout` is refused: it pairs by results"))
        }
        "games" => (
            Differs("more than two are not exchanged with `-rounds`: pairs, each with its opening"),
            Differs("as there with `-compat cutechess`"),
        ),
        "rounds" | "repeat" => (Same, Differs("as there with `-compat cutechess`")),
        "sprt" => (Same, Differs("pairs and `model=normalized` unless told otherwise")),
        "draw" => (Same, Differs("move numbers as there with `-compat cutechess`")),
        "resign" => (Same, Same),
        "maxmoves" => (Same, Differs("moves of the opening are not counted")),
        "variant" => (
            Differs("without a book all 960 positions are drawn from, where it is refused there"),
            Differs("`standard` and `fischerandom` only"),
        ),
        "seed" => (Differs("`-srand` there"), Differs("`-srand` there")),
        "openings" => (Differs("`policy=` besides"), Differs("the format is told by the name too")),
        "pgnout" => (
            Differs("both spellings; without a name the file is `xanthos-match.pgn`"),
            Differs("both spellings; `append=` and more fields"),
        ),
        "epdout" => (Same, Same),
        "output" => (Differs("chooses the meaning of words too, unless `-compat` does"), Absent),
        "ratinginterval" => (Same, Differs("counts games there, complete pairs here")),
        "outcomeinterval" => (Absent, Same),
        "livepgnout" => (Absent, Differs("the games in progress only, replaced after every move")),
        "concurrency" => {
            (Same, Differs("more games than processors are refused without `-force-concurrency`"))
        }
        "config" => {
            (Differs("TOML; a JSON state of fastchess is refused: the journal continues"), Absent)
        }
        "autosaveinterval" => (Differs("ignored: every game is kept at once"), Absent),
        "bookmode" => (Absent, Differs("ignored: books are read as they need to be")),
        "resultformat" => (Absent, Differs("ignored: one form of tables")),
        "testEnv" => (Differs("ignored: makes no difference here"), Absent),
        "randomseed" => (Differs("ignored: `-seed N`"), Absent),
        "bergerschedule" => (Absent, Differs("ignored: encounters follow the order of engines")),
        "compat" | "shard" | "stalls" | "json" | "html" | "anchor" | "live" | "journal"
        | "discard" => (Absent, Absent),
        _ => (Absent, Absent),
    }
}

/// The same for the keys of `-engine`.
fn key_elsewhere(key: &str) -> (Elsewhere, Elsewhere) {
    match key {
        "cmd" | "name" | "dir" | "tc" | "st" | "timemargin" | "nodes" | "option.NAME" => {
            (Same, Same)
        }
        "proto" => (Differs("`xboard` besides"), Same),
        "args" => (Same, Absent),
        "arg" | "initstr" | "stderr" | "ponder" | "whitepov" | "tscale" | "debug" => (Absent, Same),
        "trust" => (Absent, Differs("mate scores; claims are always checked")),
        "conf" => (Absent, Differs("looks for `engines.json` here, then in the user's folder")),
        "depth" => (Same, Same),
        "restart" => (Differs("`auto` besides"), Same),
        _ => (Absent, Absent),
    }
}

/// Options of the other programs that are refused, with the reason.
pub const REFUSED: &[(&str, &str)] = &[
    (
        "-tournament knockout, swiss",
        "they pair by results: games could not be known in advance, continued or shared",
    ),
    ("-config file=X.json", "the state of another program; the journal continues by itself"),
    (
        "book=, bookdepth= (Polyglot)",
        "the arena plays no moves for engines; use `-openings` or the engine's book",
    ),
    ("-engines", "lists cutechess's engines; `conf=NAME` uses one"),
    ("proto= other than uci, xboard", "not known"),
];

/// The table, in Markdown.
pub fn table() -> String {
    let mut out = String::from("| option | fastchess | cutechess-cli |\n|---|---|---|\n");
    let mut row = |name: String, (fast, cute): (Elsewhere, Elsewhere), ignored: bool| {
        let cell = |status: Elsewhere| match status {
            Same => "same".to_owned(),
            Differs(note) => note.to_owned(),
            Absent => "—".to_owned(),
        };
        let name = match (fast, cute) {
            (Absent, Absent) if !ignored => format!("{name} (extension)"),
            _ => name,
        };
        out += &format!("| {name} | {} | {} |\n", cell(fast), cell(cute));
    };
    for flag in FLAGS {
        let names: Vec<String> = std::iter::once(&flag.name)
            .chain(flag.aliases)
            .map(|name| format!("`-{name}`"))
            .collect();
        row(names.join(", "), elsewhere(flag.name), flag.section == Section::Ignored);
    }
    for (key, _) in KEYS {
        row(format!("`{key}=`").replace("NAME=", "NAME="), key_elsewhere(key), false);
    }
    for mode in ["`--compliance`", "`--merge`"] {
        let fast = if mode.contains("compliance") { Differs("stricter") } else { Absent };
        row(mode.to_owned(), (fast, Absent), false);
    }
    out += "\nRefused, with the reason:\n\n";
    for (what, why) in REFUSED {
        out += &format!("- `{what}`: {why}\n");
    }
    out
}
