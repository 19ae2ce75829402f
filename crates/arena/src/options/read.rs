// SPDX-License-Identifier: GPL-3.0-or-later
//! The reading of each option, in the order of the table.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::config::{
    Affinity, BookFormat, BookOrder, ClockRule, CommentFields, Compat, DrawRule, EpdOutput, Live,
    LogLevel, LogOutput, MoveNumbers, Notation, OpeningPolicy, Openings, OutputFormat, PgnOutput,
    ResignRule, Shard, SprtConfig, SprtModel, Stalls, TablebaseResults, TimeControl, Variant,
};
use super::draft::{Draft, Journal, System};
use super::engine::EngineDraft;
use super::error::{OptionError, Problem};
use super::setting::{Pair, Setting};

type Done = Result<(), OptionError>;

// ---- Engines ----

pub fn engine(draft: &mut Draft, setting: &Setting) -> Done {
    let mut engine = EngineDraft::default();
    engine.read(setting)?;
    draft.engines.push(engine);
    Ok(())
}

pub fn each(draft: &mut Draft, setting: &Setting) -> Done {
    draft.each.read(setting)
}

pub fn quick(draft: &mut Draft, setting: &Setting) -> Done {
    for pair in setting.some_pairs("cmd=A cmd=B [book=FILE]")? {
        match pair.key {
            "cmd" => draft.engines.push(EngineDraft::of_command(pair.place, pair.text()?)),
            "book" => {
                let file = PathBuf::from(pair.text()?);
                let format = format_of(&file).ok_or_else(|| pair.bad("an .epd or .pgn file"))?;
                draft.config.openings =
                    Some(Openings { order: BookOrder::Random, ..openings_of(file, format) });
            }
            _ => return Err(pair.unknown(&["cmd", "book"])),
        }
    }
    draft.each.default_clock(ClockRule::Game(TimeControl {
        moves: None,
        base: Duration::from_secs(10),
        increment: Duration::from_millis(100),
    }));
    draft.rounds.get_or_insert(25_000);
    draft.games.get_or_insert(2);
    draft.compat.get_or_insert(Compat::Fastchess);
    let config = &mut draft.config;
    config.recover = true;
    let counted = MoveNumbers::Position;
    config.draw = Some(DrawRule { from_move: 30, moves: 8, score: 8, counted });
    config.report.format = OutputFormat::Cutechess;
    config.concurrency =
        std::thread::available_parallelism().map_or(1, usize::from).saturating_sub(2).max(1);
    Ok(())
}

// ---- Tournament ----

pub fn tournament(draft: &mut Draft, setting: &Setting) -> Done {
    let pair = setting.only("roundrobin|gauntlet")?;
    let text = pair.text()?;
    if ["knockout", "swiss"].contains(&text) {
        return Err(pair.error(Problem::Unsupported(format!(
            "a {text} tournament pairs by results, so its games cannot be known in advance, \
             continued or shared between machines; choose roundrobin, gauntlet or pyramid"
        ))));
    }
    draft.system = pair.choice(&[
        ("roundrobin", System::RoundRobin),
        ("gauntlet", System::Gauntlet),
        ("pyramid", System::Pyramid),
    ])?;
    Ok(())
}

pub fn seeds(draft: &mut Draft, setting: &Setting) -> Done {
    draft.seeds = Some(setting.only("N")?.at_least(1)?);
    Ok(())
}

pub fn rounds(draft: &mut Draft, setting: &Setting) -> Done {
    draft.rounds = Some(setting.only("N")?.at_least(1)?);
    Ok(())
}

pub fn games(draft: &mut Draft, setting: &Setting) -> Done {
    draft.games = Some(setting.only("N")?.at_least(1)?);
    Ok(())
}

pub fn repeat(draft: &mut Draft, setting: &Setting) -> Done {
    draft.repeat_after_games = draft.games.is_some();
    draft.repeat = match setting.values.as_slice() {
        [] => Some(2),
        [value] if value.text == "true" => Some(2),
        [value] if value.text == "false" => Some(1),
        _ => Some(setting.only("[N]")?.at_least(1)?),
    };
    Ok(())
}

pub fn noswap(draft: &mut Draft, setting: &Setting) -> Done {
    draft.config.swap_colours = !setting.switch()?;
    Ok(())
}

pub fn reverse(draft: &mut Draft, setting: &Setting) -> Done {
    draft.config.reverse = setting.switch()?;
    Ok(())
}

pub fn sprt(draft: &mut Draft, setting: &Setting) -> Done {
    let (mut elo0, mut elo1) = (None, None);
    let (mut alpha, mut beta, mut model) = (0.05, 0.05, SprtModel::Normalized);
    for pair in setting.some_pairs("elo0=E elo1=E ...")? {
        match pair.key {
            "elo0" => elo0 = Some(pair.decimal()?),
            "elo1" => elo1 = Some(pair.decimal()?),
            "alpha" => alpha = probability(&pair)?,
            "beta" => beta = probability(&pair)?,
            "model" => {
                model = pair.choice(&[
                    ("normalized", SprtModel::Normalized),
                    ("normalised", SprtModel::Normalized),
                    ("logistic", SprtModel::Logistic),
                    ("bayesian", SprtModel::Bayesian),
                ])?;
            }
            _ => return Err(pair.unknown(&["elo0", "elo1", "alpha", "beta", "model"])),
        }
    }
    let (Some(elo0), Some(elo1)) = (elo0, elo1) else {
        return Err(setting.error(Problem::MissingValue("both elo0= and elo1=")));
    };
    if elo0 >= elo1 {
        let text = format!("elo0={elo0} must be less than elo1={elo1}");
        return Err(setting.error(Problem::Inconsistent(text)));
    }
    if alpha + beta >= 1.0 {
        let text = format!("alpha={alpha} and beta={beta} must add up to less than 1");
        return Err(setting.error(Problem::Inconsistent(text)));
    }
    draft.config.sprt = Some(SprtConfig { elo0, elo1, alpha, beta, model });
    Ok(())
}

fn probability(pair: &Pair<'_>) -> Result<f64, OptionError> {
    let value = pair.decimal()?;
    let inside = value > 0.0 && value < 1.0;
    inside.then_some(value).ok_or_else(|| pair.bad("a probability between 0 and 1"))
}

pub fn variant(draft: &mut Draft, setting: &Setting) -> Done {
    draft.config.variant = setting.only("standard|fischerandom")?.choice(&[
        ("standard", Variant::Standard),
        ("fischerandom", Variant::Fischerandom),
        ("chess960", Variant::Fischerandom),
    ])?;
    Ok(())
}

pub fn seed(draft: &mut Draft, setting: &Setting) -> Done {
    draft.config.seed = setting.only("N")?.at_least(0)?;
    Ok(())
}

pub fn event(draft: &mut Draft, setting: &Setting) -> Done {
    draft.config.event = setting.only("NAME")?.text()?.to_owned();
    Ok(())
}

pub fn site(draft: &mut Draft, setting: &Setting) -> Done {
    draft.config.site = setting.only("NAME")?.text()?.to_owned();
    Ok(())
}

// ---- Openings ----

fn openings_of(file: PathBuf, format: BookFormat) -> Openings {
    Openings {
        file,
        format,
        order: BookOrder::Sequential,
        plies: None,
        start: 1,
        policy: OpeningPolicy::Default,
    }
}

/// The format that a file's name tells, also of a compressed one.
fn format_of(file: &Path) -> Option<BookFormat> {
    let name = file.file_name()?.to_string_lossy().to_ascii_lowercase();
    let mut parts: Vec<&str> = name.split('.').collect();
    if parts.last().is_some_and(|last| ["gz", "zst", "zip", "bz2", "xz"].contains(last)) {
        parts.pop();
    }
    match parts.last()? {
        &"epd" | &"fen" => Some(BookFormat::Epd),
        &"pgn" => Some(BookFormat::Pgn),
        _ => None,
    }
}

pub fn openings(draft: &mut Draft, setting: &Setting) -> Done {
    let mut file = None;
    let mut format = None;
    let mut rest = openings_of(PathBuf::new(), BookFormat::Epd);
    for pair in setting.some_pairs("file=FILE ...")? {
        match pair.key {
            "file" => file = Some(PathBuf::from(pair.text()?)),
            "format" => {
                format = Some(pair.choice(&[("epd", BookFormat::Epd), ("pgn", BookFormat::Pgn)])?);
            }
            "order" => {
                rest.order = pair.choice(&[
                    ("sequential", BookOrder::Sequential),
                    ("random", BookOrder::Random),
                ])?;
            }
            "plies" => rest.plies = Some(pair.at_least(0)?),
            "start" => rest.start = pair.at_least(1)?,
            "policy" => {
                rest.policy = pair.choice(&[
                    ("default", OpeningPolicy::Default),
                    ("encounter", OpeningPolicy::Encounter),
                    ("round", OpeningPolicy::Round),
                ])?;
            }
            _ => {
                return Err(pair.unknown(&["file", "format", "order", "plies", "start", "policy"]));
            }
        }
    }
    let Some(file) = file else { return Err(setting.error(Problem::MissingValue("file=FILE"))) };
    let Some(format) = format.or_else(|| format_of(&file)) else {
        let text =
            format!("cannot tell the format of {}: add format=epd or format=pgn", file.display());
        return Err(setting.error(Problem::Inconsistent(text)));
    };
    draft.config.openings = Some(Openings { file, format, ..rest });
    Ok(())
}

// ---- Adjudication ----

pub fn resign(draft: &mut Draft, setting: &Setting) -> Done {
    let mut rule = ResignRule { moves: 1, score: 0, two_sided: false };
    let mut scored = false;
    for pair in setting.some_pairs("movecount=N score=CP")? {
        match pair.key {
            "movecount" | "count" => rule.moves = pair.at_least(1)?,
            "score" => (rule.score, scored) = (pair.at_least(0)?, true),
            "twosided" => rule.two_sided = pair.boolean()?,
            _ => return Err(pair.unknown(&["movecount", "score", "twosided"])),
        }
    }
    if !scored {
        return Err(setting.error(Problem::MissingValue("score=CP")));
    }
    draft.config.resign = Some(rule);
    Ok(())
}

pub fn draw(draft: &mut Draft, setting: &Setting) -> Done {
    let mut rule = DrawRule { from_move: 0, moves: 1, score: 0, counted: MoveNumbers::Position };
    for pair in setting.some_pairs("movenumber=N movecount=N score=CP")? {
        match pair.key {
            "movenumber" | "number" => rule.from_move = pair.at_least(0)?,
            "movecount" | "count" => rule.moves = pair.at_least(1)?,
            "score" => rule.score = pair.at_least(0)?,
            _ => return Err(pair.unknown(&["movenumber", "movecount", "score"])),
        }
    }
    draft.config.draw = Some(rule);
    Ok(())
}

pub fn max_moves(draft: &mut Draft, setting: &Setting) -> Done {
    let moves: u32 = setting.only("N")?.at_least(0)?;
    draft.config.max_moves = (moves > 0).then_some(moves);
    Ok(())
}

pub fn tablebases(draft: &mut Draft, setting: &Setting) -> Done {
    let text = setting.only("PATHS")?.text()?;
    // Semicolons everywhere, colons too where paths do not hold them.
    let separators: &[char] = if cfg!(windows) { &[';'] } else { &[';', ':'] };
    draft.tablebase_paths =
        text.split(separators).filter(|p| !p.is_empty()).map(PathBuf::from).collect();
    Ok(())
}

pub fn tablebase_pieces(draft: &mut Draft, setting: &Setting) -> Done {
    draft.tablebase_pieces = Some(setting.only("N")?.at_least(2)?);
    Ok(())
}

pub fn tablebase_ignore_fifty(draft: &mut Draft, setting: &Setting) -> Done {
    draft.tablebase_ignore_fifty = setting.switch()?;
    Ok(())
}

pub fn tablebase_results(draft: &mut Draft, setting: &Setting) -> Done {
    draft.tablebase_results = Some(setting.only("BOTH|WIN_LOSS|DRAW")?.choice(&[
        ("BOTH", TablebaseResults::Both),
        ("WIN_LOSS", TablebaseResults::WinLoss),
        ("DRAW", TablebaseResults::Draw),
    ])?);
    Ok(())
}

// ---- Output ----

pub fn pgn(draft: &mut Draft, setting: &Setting) -> Done {
    let mut pgn = PgnOutput {
        file: PathBuf::new(),
        notation: Notation::San,
        truncate: false,
        minimal: false,
        finished_only: false,
        comments: CommentFields { clock: true, ..CommentFields::default() },
        match_lines: Vec::new(),
        crc32: false,
    };
    for (index, pair) in setting.pairs().enumerate() {
        let comments = &mut pgn.comments;
        match pair.key {
            // `-pgnout games.pgn min`, as cutechess-cli has it.
            name if pair.value.is_none() && index == 0 && !matches!(name, "min" | "fi") => {
                pgn.file = name.into();
            }
            "file" => pgn.file = pair.text()?.into(),
            "notation" => {
                pgn.notation = pair.choice(&[
                    ("san", Notation::San),
                    ("lan", Notation::Lan),
                    ("uci", Notation::Uci),
                ])?;
            }
            "append" => pgn.truncate = !pair.boolean()?,
            "min" => pgn.minimal = pair.boolean()?,
            "fi" => pgn.finished_only = pair.boolean()?,
            "nodes" => comments.nodes = pair.boolean()?,
            "seldepth" => comments.seldepth = pair.boolean()?,
            "nps" => comments.nps = pair.boolean()?,
            "hashfull" => comments.hashfull = pair.boolean()?,
            "tbhits" => comments.tbhits = pair.boolean()?,
            "clk" => comments.clock = pair.boolean()?,
            "timeleft" => comments.timeleft = pair.boolean()?,
            "latency" => comments.latency = pair.boolean()?,
            "pv" => comments.pv = pair.boolean()?,
            "crc" => pgn.crc32 = pair.boolean()?,
            "match_line" => {
                let pattern = pair.text()?;
                if let Err(error) = regex_lite::Regex::new(pattern) {
                    return Err(pair.bad(format_args!("a regular expression ({error})")));
                }
                pgn.match_lines.push(pattern.to_owned());
            }
            _ => {
                return Err(pair.unknown(&[
                    "file",
                    "notation",
                    "append",
                    "min",
                    "fi",
                    "nodes",
                    "seldepth",
                    "nps",
                    "hashfull",
                    "tbhits",
                    "clk",
                    "timeleft",
                    "latency",
                    "pv",
                    "crc",
                    "match_line",
                ]));
            }
        }
    }
    // A name with the date in it would be another file for every run that continues.
    if pgn.file.as_os_str().is_empty() {
        pgn.file = "xanthos-match.pgn".into();
    }
    draft.config.pgn = Some(pgn);
    Ok(())
}

pub fn epd(draft: &mut Draft, setting: &Setting) -> Done {
    let mut epd = EpdOutput { file: PathBuf::new(), truncate: false };
    for (index, pair) in setting.some_pairs("file=FILE")?.enumerate() {
        match pair.key {
            name if pair.value.is_none() && index == 0 => epd.file = name.into(),
            "file" => epd.file = pair.text()?.into(),
            "append" => epd.truncate = !pair.boolean()?,
            _ => return Err(pair.unknown(&["file", "append"])),
        }
    }
    if epd.file.as_os_str().is_empty() {
        return Err(setting.error(Problem::MissingValue("file=FILE")));
    }
    draft.config.epd = Some(epd);
    Ok(())
}

pub fn output(draft: &mut Draft, setting: &Setting) -> Done {
    for pair in setting.some_pairs("format=fastchess|cutechess")? {
        if pair.key != "format" {
            return Err(pair.unknown(&["format"]));
        }
        draft.config.report.format = pair.choice(&[
            ("fastchess", OutputFormat::Fastchess),
            ("cutechess", OutputFormat::Cutechess),
        ])?;
    }
    Ok(())
}

pub fn compat(draft: &mut Draft, setting: &Setting) -> Done {
    draft.compat = Some(
        setting
            .only("fastchess|cutechess")?
            .choice(&[("fastchess", Compat::Fastchess), ("cutechess", Compat::Cutechess)])?,
    );
    Ok(())
}

pub fn live_pgn(draft: &mut Draft, setting: &Setting) -> Done {
    for (index, pair) in setting.some_pairs("FILE")?.enumerate() {
        match pair.key {
            name if pair.value.is_none() && index == 0 => {
                draft.config.live_pgn = Some(name.into());
            }
            "file" => draft.config.live_pgn = Some(pair.text()?.into()),
            "min" | "fi" => {
                let why = "games in progress are written with their comments";
                draft.warn(format!("-livepgnout {} is ignored: {why}", pair.key));
            }
            _ => return Err(pair.unknown(&["file", "min", "fi"])),
        }
    }
    Ok(())
}

pub fn crc32(draft: &mut Draft, setting: &Setting) -> Done {
    for pair in setting.some_pairs("pgn=true|false")? {
        if pair.key != "pgn" {
            return Err(pair.unknown(&["pgn"]));
        }
        draft.crc32 = pair.boolean()?;
    }
    Ok(())
}

pub fn show_latency(draft: &mut Draft, setting: &Setting) -> Done {
    draft.config.report.latency = setting.switch()?;
    Ok(())
}

pub fn outcome_interval(draft: &mut Draft, setting: &Setting) -> Done {
    draft.config.report.outcome_interval = setting.only("N")?.at_least(0)?;
    Ok(())
}

pub fn report(draft: &mut Draft, setting: &Setting) -> Done {
    for pair in setting.some_pairs("penta=true|false")? {
        if pair.key != "penta" {
            return Err(pair.unknown(&["penta"]));
        }
        draft.config.report.penta = pair.boolean()?;
    }
    Ok(())
}

pub fn rating_interval(draft: &mut Draft, setting: &Setting) -> Done {
    draft.config.report.rating_interval = setting.only("N")?.at_least(0)?;
    Ok(())
}

pub fn score_interval(draft: &mut Draft, setting: &Setting) -> Done {
    draft.config.report.score_interval = setting.only("N")?.at_least(0)?;
    Ok(())
}

pub fn json(draft: &mut Draft, setting: &Setting) -> Done {
    draft.config.report.json = Some(file_of(setting)?);
    Ok(())
}

pub fn html(draft: &mut Draft, setting: &Setting) -> Done {
    draft.config.report.html = Some(file_of(setting)?);
    Ok(())
}

/// `FILE` or `file=FILE`.
fn file_of(setting: &Setting) -> Result<PathBuf, OptionError> {
    setting.only("FILE")?;
    let mut pairs = setting.pairs();
    match pairs.next() {
        Some(Pair { key, value: None, .. }) => Ok(key.into()),
        Some(pair @ Pair { key: "file", .. }) => Ok(pair.text()?.into()),
        _ => Ok(setting.only("FILE")?.text()?.into()),
    }
}

pub fn anchor(draft: &mut Draft, setting: &Setting) -> Done {
    for (index, pair) in setting.some_pairs("NAME [rating=ELO]")?.enumerate() {
        match pair.key {
            name if pair.value.is_none() && index == 0 => {
                draft.config.report.anchor = Some(name.to_owned());
            }
            "name" => draft.config.report.anchor = Some(pair.text()?.to_owned()),
            "rating" => draft.config.report.anchor_rating = pair.decimal()?,
            _ => return Err(pair.unknown(&["name", "rating"])),
        }
    }
    Ok(())
}

pub fn live(draft: &mut Draft, setting: &Setting) -> Done {
    draft.config.report.live = setting.only("auto|never")?.choice(&[
        ("auto", Live::Auto),
        ("never", Live::Never),
        ("true", Live::Auto),
        ("false", Live::Never),
    ])?;
    Ok(())
}

pub fn log(draft: &mut Draft, setting: &Setting) -> Done {
    let mut log = LogOutput { file: None, level: LogLevel::Warn, append: true, engine: false };
    for pair in setting.some_pairs("file=FILE ...")? {
        match pair.key {
            "file" => log.file = Some(pair.text()?.into()),
            "level" => {
                log.level = pair.choice(&[
                    ("trace", LogLevel::Trace),
                    ("info", LogLevel::Info),
                    ("warn", LogLevel::Warn),
                    ("err", LogLevel::Error),
                    ("error", LogLevel::Error),
                    ("fatal", LogLevel::Fatal),
                ])?;
            }
            "append" => log.append = pair.boolean()?,
            "engine" => log.engine = pair.boolean()?,
            "compress" => {
                if pair.boolean()? {
                    draft.warn("-log compress=true is ignored: the log is plain text");
                }
            }
            "realtime" => {
                if !pair.boolean()? {
                    draft.warn("-log realtime=false is ignored: the log is written as it happens");
                }
            }
            _ => {
                return Err(
                    pair.unknown(&["file", "level", "append", "engine", "compress", "realtime"])
                );
            }
        }
    }
    draft.config.log = Some(log);
    Ok(())
}

pub fn debug(draft: &mut Draft, setting: &Setting) -> Done {
    // cutechess-cli also knows `-debug all`.
    let on = setting.values.iter().any(|v| v.text == "all") || setting.switch()?;
    if on {
        draft.config.log =
            Some(LogOutput { file: None, level: LogLevel::Trace, append: true, engine: true });
    }
    Ok(())
}

// ---- Running ----

pub fn concurrency(draft: &mut Draft, setting: &Setting) -> Done {
    let pair = setting.only("N")?;
    let asked: i64 = pair.text()?.parse().map_err(|_| pair.bad("a whole number"))?;
    let available = std::thread::available_parallelism().map_or(1, usize::from) as i64;
    // None, or less: all processors but so many.
    let games = if asked > 0 { asked } else { available + asked };
    match usize::try_from(games) {
        Ok(games) if games > 0 => draft.config.concurrency = games,
        _ => {
            let text = format!("{asked} leaves none of {available} processors for games");
            return Err(pair.error(Problem::Inconsistent(text)));
        }
    }
    Ok(())
}

pub fn strict(draft: &mut Draft, setting: &Setting) -> Done {
    draft.config.strict = setting.switch()?;
    Ok(())
}

pub fn check_mate_lines(draft: &mut Draft, setting: &Setting) -> Done {
    draft.config.check_mate_lines = setting.switch()?;
    Ok(())
}

pub fn shard(draft: &mut Draft, setting: &Setting) -> Done {
    let pair = setting.only("I/N|auto")?;
    draft.config.shard = Some(Shard::read(pair.text()?).map_err(|why| pair.bad(why))?);
    Ok(())
}

pub fn force_concurrency(draft: &mut Draft, setting: &Setting) -> Done {
    draft.force_concurrency = setting.switch()?;
    Ok(())
}

pub fn recover(draft: &mut Draft, setting: &Setting) -> Done {
    draft.config.recover = setting.switch()?;
    Ok(())
}

pub fn stalls(draft: &mut Draft, setting: &Setting) -> Done {
    let pair = setting.only("count|replay")?;
    draft.config.stalls = match pair.text()? {
        "count" => Stalls::Count,
        "replay" => Stalls::Replay,
        _ => return Err(pair.bad("count or replay")),
    };
    Ok(())
}

pub fn wait(draft: &mut Draft, setting: &Setting) -> Done {
    draft.config.wait = setting.only("MS")?.milliseconds()?;
    Ok(())
}

pub fn startup(draft: &mut Draft, setting: &Setting) -> Done {
    draft.config.startup_timeout = setting.only("MS")?.milliseconds()?;
    Ok(())
}

pub fn ping(draft: &mut Draft, setting: &Setting) -> Done {
    draft.config.ping_timeout = setting.only("MS")?.milliseconds()?;
    Ok(())
}

pub fn affinity(draft: &mut Draft, setting: &Setting) -> Done {
    draft.config.affinity = match setting.values.as_slice() {
        [] => Affinity::On,
        [value] if value.text == "true" => Affinity::On,
        [value] if value.text == "false" => Affinity::Off,
        _ => {
            let pair = setting.only("[CPUS]")?;
            let cpus = cpu_list(pair.text()?);
            Affinity::Cpus(cpus.ok_or_else(|| pair.bad("a list of processors such as 0,2-5"))?)
        }
    };
    Ok(())
}

/// `3,5,7-11`.
fn cpu_list(text: &str) -> Option<Vec<usize>> {
    let mut cpus = Vec::new();
    for part in text.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last): (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
        if first > last || last >= 65_536 {
            return None;
        }
        cpus.extend(first..=last);
    }
    Some(cpus)
}

/// All but `file=`, which has been followed by the time this is called.
pub fn config(draft: &mut Draft, setting: &Setting) -> Done {
    for pair in setting.some_pairs("file=FILE.toml ...")? {
        match pair.key {
            "file" => {}
            _ if pair.value.is_none() => {}
            "outname" => draft.journal = Journal::File(pair.text()?.into()),
            "discard" => draft.config.discard_journal |= pair.boolean()?,
            "stats" => draft.config.discard_journal |= !pair.boolean()?,
            _ => return Err(pair.unknown(&["file", "outname", "discard", "stats"])),
        }
    }
    Ok(())
}

pub fn journal(draft: &mut Draft, setting: &Setting) -> Done {
    let file = file_of(setting)?;
    let off = ["none", "off", "false"].iter().any(|word| file == Path::new(word));
    draft.journal = if off { Journal::Off } else { Journal::File(file) };
    Ok(())
}

pub fn discard(draft: &mut Draft, setting: &Setting) -> Done {
    draft.config.discard_journal = setting.switch()?;
    Ok(())
}

// ---- Understood and not followed ----

fn ignored(draft: &mut Draft, setting: &Setting, why: &str) -> Done {
    draft.warn(format!("-{} is ignored: {why}", setting.name));
    Ok(())
}

pub fn ignored_autosave(draft: &mut Draft, setting: &Setting) -> Done {
    setting.only("N")?.at_least::<u32>(0)?;
    ignored(draft, setting, "every finished game is kept in the journal at once")
}

pub fn ignored_book_mode(draft: &mut Draft, setting: &Setting) -> Done {
    ignored(draft, setting, "books are read as they need to be")
}

pub fn ignored_berger(draft: &mut Draft, setting: &Setting) -> Done {
    ignored(draft, setting, "encounters follow the order of the engines")
}

pub fn ignored_result_format(draft: &mut Draft, setting: &Setting) -> Done {
    ignored(draft, setting, "result tables have one form")
}

pub fn ignored_test_env(draft: &mut Draft, setting: &Setting) -> Done {
    ignored(draft, setting, "output is the same in every environment")
}

pub fn ignored_random_seed(draft: &mut Draft, setting: &Setting) -> Done {
    ignored(draft, setting, "the same command always plays the same openings; choose with -seed N")
}
