// SPDX-License-Identifier: GPL-3.0-or-later
//! Every option of a match: its names, its use, its meaning and its reading,
//! declared once. The command line, the TOML file, the help text and the
//! suggestions for typing errors all come from this table.

use super::draft::Draft;
use super::error::OptionError;
use super::nearest::{nearest, same};
use super::read;
use super::setting::Setting;

/// One option.
pub struct Flag {
    /// Its name without dashes.
    pub name: &'static str,
    /// Other names in use elsewhere.
    pub aliases: &'static [&'static str],
    /// What follows it.
    pub usage: &'static str,
    /// What it does, in a sentence.
    pub help: &'static str,
    /// Where it stands in the help.
    pub section: Section,
    pub(super) read: fn(&mut Draft, &Setting) -> Result<(), OptionError>,
}

/// Headings of the help.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Section {
    /// Who plays.
    Engines,
    /// How much is played.
    Tournament,
    /// Where games begin.
    Openings,
    /// When games end early.
    Adjudication,
    /// What is written.
    Output,
    /// How it runs.
    Running,
    /// Understood and not followed.
    Ignored,
}

/// The option of this name.
pub fn find(name: &str) -> Option<&'static Flag> {
    FLAGS.iter().find(|f| same(f.name, name) || f.aliases.iter().any(|a| same(a, name)))
}

/// The option whose name looks most like this.
pub fn nearest_name(name: &str) -> Option<&'static str> {
    nearest(
        name,
        FLAGS.iter().flat_map(|f| std::iter::once(f.name).chain(f.aliases.iter().copied())),
    )
}

macro_rules! flag {
    ($section:ident, $name:literal $(| $alias:literal)*, $usage:literal, $help:literal, $read:path) => {
        Flag {
            name: $name,
            aliases: &[$($alias),*],
            usage: $usage,
            help: $help,
            section: Section::$section,
            read: $read,
        }
    };
}

/// The table.
pub const FLAGS: &[Flag] = &[
    flag!(Engines, "engine", "KEY=VALUE ...", "Adds an engine.", read::engine),
    flag!(
        Engines,
        "each",
        "KEY=VALUE ...",
        "Settings for every engine; an engine's own settings take precedence.",
        read::each
    ),
    flag!(
        Engines,
        "quick",
        "cmd=A cmd=B [book=FILE]",
        "25,000 pairs of two programs at 10+0.1, draws adjudicated, on all processors but two, with -recover and the output of cutechess-cli; what is said besides holds.",
        read::quick
    ),
    flag!(
        Tournament,
        "tournament",
        "roundrobin|gauntlet|pyramid",
        "Pairing; round-robin by default.",
        read::tournament
    ),
    flag!(
        Tournament,
        "seeds",
        "N",
        "The first N engines (default 1) run the gauntlet.",
        read::seeds
    ),
    flag!(
        Tournament,
        "rounds",
        "N",
        "Rounds: how often every pairing is repeated (default 2; with -sprt, until it is decided).",
        read::rounds
    ),
    flag!(Tournament, "games", "N", "Games per encounter and round (default 2).", read::games),
    flag!(
        Tournament,
        "repeat",
        "[N]",
        "Play each opening N times (default 2) with colours swapped.",
        read::repeat
    ),
    flag!(
        Tournament,
        "noswap",
        "",
        "Keep colours: the first engine always has White.",
        read::noswap
    ),
    flag!(Tournament, "reverse", "", "Let the second engine begin with White.", read::reverse),
    flag!(
        Tournament,
        "sprt",
        "elo0=E elo1=E [alpha=0.05] [beta=0.05] [model=normalized|logistic|bayesian]",
        "Stop when a sequential probability ratio test has decided.",
        read::sprt
    ),
    flag!(Tournament, "variant", "standard|fischerandom", "Chess variant.", read::variant),
    flag!(Tournament, "seed" | "srand", "N", "Seed of everything random (default 0).", read::seed),
    flag!(Tournament, "event", "NAME", "Event name of the PGN.", read::event),
    flag!(Tournament, "site", "NAME", "Site of the PGN.", read::site),
    flag!(
        Openings,
        "openings",
        "file=FILE [format=epd|pgn] [order=sequential|random] [plies=N] [start=N] [policy=default|encounter|round]",
        "Opening book.",
        read::openings
    ),
    flag!(
        Adjudication,
        "resign",
        "movecount=N score=CP [twosided=true|false]",
        "Adjudicate a loss after N moves with a score of -CP or worse.",
        read::resign
    ),
    flag!(
        Adjudication,
        "draw",
        "movenumber=N movecount=N score=CP",
        "Adjudicate a draw once N full moves are over, after so many moves of both sides with scores within CP of zero; captures and pawn moves begin the count anew. Moves are numbered as in the FEN; with -compat cutechess, from the first move of the opening.",
        read::draw
    ),
    flag!(
        Adjudication,
        "maxmoves",
        "N",
        "A game in which the engines have made N moves each is a draw; 0 is no limit.",
        read::max_moves
    ),
    flag!(
        Adjudication,
        "tb",
        "PATHS",
        "Adjudicate by Syzygy tablebases in these directories.",
        read::tablebases
    ),
    flag!(Adjudication, "tbpieces", "N", "Only with at most N pieces.", read::tablebase_pieces),
    flag!(
        Adjudication,
        "tbignore50",
        "",
        "Ignore the fifty-move rule in tablebase adjudication.",
        read::tablebase_ignore_fifty
    ),
    flag!(
        Adjudication,
        "tbadjudicate",
        "BOTH|WIN_LOSS|DRAW",
        "Which tablebase results end a game.",
        read::tablebase_results
    ),
    flag!(
        Output,
        "pgnout" | "pgn",
        "FILE | file=FILE [notation=san|lan|uci] [append=true|false] [min] [fi] [nodes|seldepth|nps|hashfull|tbhits|timeleft|latency|pv=true] [clk=false] [match_line=REGEX]",
        "PGN file of the games (xanthos-match.pgn without a name); match_line= adds the last line of the engine that fits to the comment of its move.",
        read::pgn
    ),
    flag!(
        Output,
        "livepgnout",
        "FILE",
        "PGN file of the games in progress, rewritten after every move.",
        read::live_pgn
    ),
    flag!(Output, "crc32", "pgn=true", "Print the CRC-32 of the PGN file at the end.", read::crc32),
    flag!(
        Output,
        "epdout",
        "FILE | file=FILE [append=true|false]",
        "EPD file of final positions.",
        read::epd
    ),
    flag!(
        Output,
        "output",
        "format=fastchess|cutechess",
        "Whose result lines are printed, and whose meaning of -rounds, -repeat and -draw holds.",
        read::output
    ),
    flag!(
        Output,
        "compat",
        "fastchess|cutechess",
        "Whose meaning holds where the two differ (default: that of -output): games per round (2 or 1), move numbers of -draw, more games than processors (refused or warned of).",
        read::compat
    ),
    flag!(
        Output,
        "show-latency",
        "",
        "At the end, how much longer each engine's moves took than it says.",
        read::show_latency
    ),
    flag!(
        Output,
        "outcomeinterval",
        "N",
        "How games ended, every N games; 0 never (default).",
        read::outcome_interval
    ),
    flag!(
        Output,
        "report",
        "penta=true|false",
        "Report pentanomial results (pairs of games).",
        read::report
    ),
    flag!(
        Output,
        "ratinginterval",
        "N",
        "Full results every N complete pairs, or games without pair statistics (default 10); 0 only at the end.",
        read::rating_interval
    ),
    flag!(
        Output,
        "scoreinterval",
        "N",
        "Score line of the cutechess format every N games (default 1); 0 never.",
        read::score_interval
    ),
    flag!(Output, "json", "FILE", "Results for programs.", read::json),
    flag!(
        Output,
        "html",
        "FILE",
        "HTML report: crosstable, rating list, failures, Elo plot.",
        read::html
    ),
    flag!(
        Output,
        "anchor",
        "NAME [rating=ELO]",
        "The engine whose rating is fixed in lists (at 0).",
        read::anchor
    ),
    flag!(Output, "live", "auto|never", "Whether a table is drawn on a terminal.", read::live),
    flag!(
        Output,
        "log",
        "file=FILE [level=trace|info|warn|err|fatal] [append=true|false] [engine=true|false]",
        "Log file; with engine=true also engine input and output.",
        read::log
    ),
    flag!(Output, "debug", "", "Print engine input and output to standard error.", read::debug),
    flag!(
        Running,
        "concurrency",
        "N",
        "Games played at once (default 1); 0 for all processors, -1 for all but one.",
        read::concurrency
    ),
    flag!(
        Running,
        "force-concurrency",
        "",
        "Play more games at once than there are processors.",
        read::force_concurrency
    ),
    flag!(
        Running,
        "recover",
        "",
        "Restart engines that crashed or hang and play on; without it, the match stops with exit code 1.",
        read::recover
    ),
    flag!(
        Running,
        "strict",
        "",
        "Stop with exit code 1 at the first warning or failure of an engine.",
        read::strict
    ),
    flag!(
        Running,
        "check-mate-pvs",
        "",
        "Warn of lines to a mate that are too short, too long or end without mate.",
        read::check_mate_lines
    ),
    flag!(
        Running,
        "shard",
        "I/N|auto",
        "Play only part I of N (every N-th pair); auto takes both from Slurm, Open MPI or MPICH. With -sprt, the journals of the other parts beside this one count too.",
        read::shard
    ),
    flag!(
        Running,
        "stalls",
        "count|replay",
        "Whether a game counts that was lost on time because the machine stood still (default), or is played again.",
        read::stalls
    ),
    flag!(Running, "wait", "MS", "Pause between games.", read::wait),
    flag!(
        Running,
        "startup-ms",
        "MS",
        "How long an engine may take to start (default 10000).",
        read::startup
    ),
    flag!(
        Running,
        "ping-ms" | "ucinewgame-ms",
        "MS",
        "How long an engine may take to report ready (default 60000).",
        read::ping
    ),
    flag!(
        Running,
        "use-affinity" | "affinity",
        "[CPUS]",
        "Give each game processors of its own, as many as its engines have threads, out of a list such as 0,2-5.",
        read::affinity
    ),
    flag!(
        Running,
        "config",
        "[file=FILE.toml] [outname=FILE] [discard=true|false] [stats=true|false]",
        "More settings from a TOML file; outname= names the journal, discard=true or stats=false forgets it.",
        read::config
    ),
    flag!(
        Running,
        "journal",
        "FILE|none",
        "Where finished games are kept, so that the same command continues or adds rounds (by default in ~/.local/state/xanthos/matches).",
        read::journal
    ),
    flag!(Running, "discard", "", "Forget an earlier journal and begin anew.", read::discard),
    flag!(
        Ignored,
        "autosaveinterval",
        "N",
        "Every finished game is kept at once.",
        read::ignored_autosave
    ),
    flag!(
        Ignored,
        "bookmode",
        "ram|disk",
        "Books are read as they need to be.",
        read::ignored_book_mode
    ),
    flag!(
        Ignored,
        "bergerschedule",
        "",
        "Encounters follow the order of engines.",
        read::ignored_berger
    ),
    flag!(
        Ignored,
        "resultformat",
        "FORMAT",
        "Result tables have one form.",
        read::ignored_result_format
    ),
    flag!(Ignored, "testEnv", "", "Makes no difference here.", read::ignored_test_env),
    flag!(Ignored, "randomseed", "", "Give -seed N.", read::ignored_random_seed),
];
