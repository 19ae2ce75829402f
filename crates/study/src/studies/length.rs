// SPDX-License-Identifier: GPL-3.0-or-later
//! How long games last (Achilles §2 to §4.1), and the tables that the engine's clock uses.
//!
//! A collection is a file of games, or a folder with `remaining_by_ply.csv` and
//! `remaining_by_material.csv` of a collection that is too large to pass on.

use std::fs;
use std::path::Path;

use charts::{Axis, Bar, Chart, Mark, Series};
use chess::{Color, Position, Role};
use formats::pgn::{self, GameResult};
use formats::viriformat;
use papers::achilles;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::SplitMix64;
use search::TimeTables;
use serde::{Deserialize, Serialize};

use crate::declare::Parameter;
use crate::fit::{Bent, Sample};
use crate::report::{Claim, Report, Table, Value, Verdict, thousands};
use crate::{Files, Lab, Study, StudyError};

/// The declaration.
pub(super) static STUDY: Study = Study {
    name: "length",
    question: "How long do games last, and how long do they still last after so many half-moves or with so much material?",
    source: "Achilles §2, Table 1, Figs 1 to 5, formula (1), §4.1",
    files: Files::Optional(
        "collections: PGN files (packed or not), or folders with remaining_by_ply.csv and remaining_by_material.csv; \
         without any, games of its own are played",
    ),
    parameters: &[
        Parameter::whole("limit", 1..=100_000_000, "1000000", "1000", "games of a file at most"),
        Parameter::whole(
            "games",
            2..=1_000_000,
            "200",
            "6",
            "games of its own, if no files are named",
        ),
        Parameter::whole("nodes", 1..=1_000_000, "2000", "60", "nodes for a move of these"),
        Parameter::whole(
            "bootstrap",
            2..=10_000,
            "200",
            "10",
            "samples for the uncertainty of the bends",
        ),
        Parameter::whole(
            "tables",
            1..=1000,
            "1",
            "1",
            "of which collection the time tables are made",
        ),
        Parameter::real(
            "scale",
            0.1..=10.0,
            "1",
            "1",
            "how many times as long the engine's games last as these",
        ),
    ],
    measurements: &["collections", "percentiles", "by-ply", "by-material", "bends", "lengths"],
    charts: &["lengths", "by-ply", "by-material"],
    run,
};

/// The longest game that is told apart.
const LONGEST: usize = 600;
/// All material of both sides, Q 9, R 5, B 3, N 3, P 1.
const FULL: usize = 78;
/// More comes only of promotions.
const MOST: usize = 100;
/// Games are dealt out into so many groups, which the bootstrap draws from.
const GROUPS: usize = 32;
/// Differences of material that are told apart.
const DIFFERENCES: usize = 10;
/// Means of fewer are not shown and not used.
const FEWEST: u64 = 20;

/// Lines are fitted to what so many games had: of arenas that adjudicate by tablebases only the
/// endings that nobody could win are left at the low end.
const ENOUGH: u64 = 200;

/// A count and a sum.
type Cell = (u64, f64);

/// What is counted of a collection.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Counts {
    name: String,
    games: u64,
    unfinished: u64,
    broken: u64,
    /// Games by half-moves, the last place for longer ones.
    lengths: Vec<u64>,
    /// Sum of the lengths of those.
    longer: f64,
    /// Games that go on and their mean rest by half-moves, where somebody else counted.
    told: Vec<Cell>,
    /// Remaining half-moves by group and material.
    material: Vec<Vec<Cell>>,
    /// Games that had such material; none where somebody else counted.
    met: Vec<u64>,
    /// Remaining half-moves by material in steps of six, and difference.
    difference: Vec<Vec<Cell>>,
}

impl Counts {
    fn new(name: String) -> Counts {
        Counts {
            name,
            games: 0,
            unfinished: 0,
            broken: 0,
            lengths: vec![0; LONGEST + 1],
            longer: 0.0,
            told: Vec::new(),
            material: vec![vec![(0, 0.0); MOST + 1]; GROUPS],
            met: vec![0; MOST + 1],
            difference: vec![vec![(0, 0.0); DIFFERENCES + 1]; MOST / 6 + 1],
        }
    }

    /// Takes a whole game in.
    fn add(&mut self, positions: &[Position]) {
        let (Some(first), Some(last)) = (positions.first(), positions.last()) else { return };
        let length = last.ply() as usize;
        if length <= first.ply() as usize {
            return;
        }
        let group = (self.games % GROUPS as u64) as usize;
        self.games += 1;
        self.lengths[length.min(LONGEST)] += 1;
        if length >= LONGEST {
            self.longer += length as f64;
        }
        let mut here = vec![false; MOST + 1];
        for position in &positions[..positions.len() - 1] {
            let [white, black] = Color::ALL.map(|color| material(position, color));
            let remaining = (length - position.ply() as usize) as f64;
            let add = |cell: &mut Cell| *cell = (cell.0 + 1, cell.1 + remaining);
            add(&mut self.material[group][(white + black).min(MOST)]);
            here[(white + black).min(MOST)] = true;
            let place = (white + black).min(MOST) / 6;
            add(&mut self.difference[place][white.abs_diff(black).min(DIFFERENCES)]);
        }
        for (games, met) in self.met.iter_mut().zip(here) {
            *games += u64::from(met);
        }
    }

    /// Whether enough games had such material: one that was played on for hundreds of moves says
    /// little, however many positions it had.
    fn is_known(&self, x: usize, positions: u64) -> bool {
        let told = self.met.iter().all(|&games| games == 0);
        positions >= FEWEST && (told || self.met[x] >= FEWEST)
    }

    /// Mean length.
    fn mean(&self) -> f64 {
        let known = self.lengths[..LONGEST].iter().enumerate();
        let sum: f64 = known.map(|(length, &count)| length as f64 * count as f64).sum();
        (sum + self.longer) / self.games as f64
    }

    /// Half-moves within which so many per cent of the games are over.
    fn percentile(&self, percent: f64) -> Option<usize> {
        let wanted = percent / 100.0 * self.games as f64;
        // So rare an event must have been seen.
        if self.games as f64 * (1.0 - percent / 100.0) < 1.0 {
            return None;
        }
        let mut sum = 0;
        // Longer games are not told apart.
        self.lengths[..LONGEST].iter().position(|&count| {
            sum += count;
            sum as f64 >= wanted
        })
    }

    /// Games that go on after so many half-moves, and how long on average.
    fn after(&self, ply: usize) -> Cell {
        if let Some(&told) = self.told.get(ply) {
            return told;
        }
        let rest = self.lengths.iter().enumerate().skip(ply + 1);
        let (count, sum) = rest.fold((0, 0.0), |(count, sum), (length, &games)| {
            let length = if length == LONGEST { 0.0 } else { length as f64 };
            (count + games, sum + games as f64 * length)
        });
        let sum = if ply < LONGEST { sum + self.longer } else { sum };
        (count, sum / count.max(1) as f64 - ply as f64)
    }

    /// Positions with material near `x`, and how long games still lasted on average.
    fn near(&self, x: usize, apart: usize) -> Cell {
        let all = self.material.iter().flat_map(|group| {
            group.iter().enumerate().filter(move |(at, _)| *at <= FULL && at.abs_diff(x) <= apart)
        });
        let (count, sum) =
            all.fold((0, 0.0), |sum: Cell, (_, cell)| (sum.0 + cell.0, sum.1 + cell.1));
        (count, sum / count.max(1) as f64)
    }

    /// What a piece of difference changes in the remaining half-moves, at equal material.
    fn piece(&self) -> Option<f64> {
        let (mut weights, mut sum) = (0.0, 0.0);
        for row in &self.difference {
            let total = |cells: &[Cell]| {
                cells.iter().fold((0, 0.0), |sum: Cell, cell| (sum.0 + cell.0, sum.1 + cell.1))
            };
            let (even, ahead) = (total(&row[0..1]), total(&row[3..=4]));
            if even.0 >= FEWEST && ahead.0 >= FEWEST {
                let weight = ahead.0.min(even.0) as f64;
                weights += weight;
                sum += weight * (ahead.1 / ahead.0 as f64 - even.1 / even.0 as f64);
            }
        }
        (weights > 0.0).then(|| sum / weights)
    }

    /// The means by material; the groups as they are drawn. A mean counts by its uncertainty: that
    /// of the groups, and half a move anyway, since lines are not the whole truth.
    fn means(&self, groups: &[usize]) -> Vec<Sample> {
        let mean = |x: usize| -> Option<Sample> {
            let cells = groups.iter().map(|&group| self.material[group][x]);
            let (count, sum) =
                cells.fold((0, 0.0), |sum: Cell, cell| (sum.0 + cell.0, sum.1 + cell.1));
            let y = sum / count as f64;
            // How far the groups' sums are from what the mean expects of them.
            let off = |cell: &Cell| (cell.1 - y * cell.0 as f64).powi(2);
            let squares: f64 = self.material.iter().map(|group| off(&group[x])).sum();
            let variance = if self.is_told() { 0.0 } else { squares / (count as f64).powi(2) };
            let sample = Sample { x: x as f64, y, weight: 1.0 / (1.0 + variance) };
            let fits = self.is_told() || self.met[x] >= ENOUGH;
            (fits && self.is_known(x, count)).then_some(sample)
        };
        (0..=FULL).filter_map(mean).collect()
    }

    /// Whether somebody else counted, and there are no games to draw.
    fn is_told(&self) -> bool {
        !self.told.is_empty()
    }

    /// Three lines through the means by material, with the interval of 90 % for each bend: by the
    /// same fit to games that are drawn anew, or, where only means are known, to the lines with
    /// their deviations drawn anew.
    fn bends(&self, bootstrap: usize) -> Option<(Bent, [[f64; 2]; 2])> {
        let places: Vec<f64> = (4..FULL - 3).map(|x| x as f64).collect();
        let fit = |samples: &[Sample]| Bent::fit(samples, &places, 8.0);
        let samples = self.means(&Vec::from_iter(0..GROUPS));
        let bent = (samples.len() > 8).then(|| fit(&samples)).flatten()?;
        let mut random = SplitMix64::seed_from_u64(1);
        let mut drawn = [Vec::new(), Vec::new()];
        for _ in 0..bootstrap {
            let again = match self.is_told() {
                true => bent.drawn_anew(&samples, &mut random),
                false => {
                    let draw = (0..GROUPS).map(|_| random.random_range(0..GROUPS));
                    self.means(&draw.collect::<Vec<_>>())
                }
            };
            if let Some(found) = fit(&again) {
                drawn[0].push(found.bends[0]);
                drawn[1].push(found.bends[1]);
            }
        }
        let range = |mut values: Vec<f64>, middle: f64| {
            values.sort_by(f64::total_cmp);
            let at = |share: f64| values.get((share * values.len() as f64) as usize).copied();
            [at(0.05).unwrap_or(middle), at(0.95).unwrap_or(middle)]
        };
        let [first, second] = drawn;
        let ranges = [range(first, bent.bends[0]), range(second, bent.bends[1])];
        Some((bent, ranges))
    }

    /// The tables for the engine's clock.
    fn tables(&self, scale: f64) -> TimeTables {
        // Where too few games are left, what was known last goes on.
        let mut known = 40.0;
        let by_ply = std::array::from_fn(|i| {
            let (count, mean) = self.after(i * TimeTables::PLY_STEP as usize);
            if count >= FEWEST {
                known = mean;
            }
            known
        });
        let mut known = 40.0;
        let mut by_material = [40.0; TimeTables::MATERIALS];
        for (i, entry) in by_material.iter_mut().enumerate() {
            let x = i * TimeTables::MATERIAL_STEP as usize;
            // The full board is a case of its own: nothing has been traded yet.
            let (count, mean) = self.near(x, if x == FULL { 0 } else { 3 });
            if self.is_known(x, count) {
                known = mean;
            }
            *entry = known;
        }
        TimeTables::new(by_ply, by_material, scale)
    }
}

fn material(position: &Position, color: Color) -> usize {
    const WORTH: [(Role, usize); 5] =
        [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)];
    let own = position.by_color(color);
    WORTH.iter().map(|&(role, worth)| (position.by_role(role) & own).count() as usize * worth).sum()
}

/// Counts a file of games.
fn count_pgn(path: &Path, limit: u64, lab: &Lab<'_>) -> Result<Counts, StudyError> {
    let mut counts = Counts::new(name_of(path));
    let reader = formats::open_text(path).map_err(StudyError::input)?;
    for game in pgn::read_games(reader) {
        match game {
            Ok(game) if game.result == GameResult::Unknown => counts.unfinished += 1,
            Ok(game) => {
                let mut positions = vec![game.start];
                for played in &game.moves {
                    let next = positions[positions.len() - 1].after(played.mv);
                    positions.push(next);
                }
                counts.add(&positions);
            }
            Err(_) => counts.broken += 1,
        }
        if counts.games >= limit || lab.stop().is_raised() {
            break;
        }
    }
    Ok(counts)
}

/// Counts games of its own.
fn count_own(path: &Path) -> Result<Counts, StudyError> {
    let mut counts = Counts::new("own games".to_owned());
    let file = fs::File::open(path).map_err(StudyError::file(path))?;
    for record in viriformat::read(std::io::BufReader::new(file)) {
        let record = record.map_err(StudyError::failed)?;
        let mut positions = Vec::new();
        let mut last = None;
        let visited = record.visit(|position, mv, _| {
            positions.push(*position);
            last = Some(position.after(mv));
        });
        visited.map_err(StudyError::failed)?;
        positions.extend(last);
        counts.add(&positions);
    }
    Ok(counts)
}

/// Takes over what somebody else counted.
fn count_folder(folder: &Path) -> Result<Counts, StudyError> {
    let rows = |name: &str| -> Result<Vec<Vec<f64>>, StudyError> {
        let path = folder.join(name);
        let text = fs::read_to_string(&path).map_err(StudyError::file(&path))?;
        let mut rows = Vec::new();
        for (number, line) in text.lines().enumerate().skip(1) {
            let row: Result<Vec<f64>, _> = line.split(',').map(str::parse).collect();
            let row = row.ok().filter(|row| row.len() >= 3 && row.iter().all(|n| *n >= 0.0));
            rows.push(row.ok_or_else(|| {
                StudyError::Input(format!(
                    "{}: line {}: three numbers are wanted",
                    path.display(),
                    number + 1
                ))
            })?);
        }
        Ok(rows)
    };
    let (by_ply, by_material) = (rows("remaining_by_ply.csv")?, rows("remaining_by_material.csv")?);
    let mut counts = Counts::new(name_of(folder));
    let going_on: Vec<(u64, f64)> = by_ply.iter().map(|row| (row[1] as u64, row[2])).collect();
    if by_ply.iter().enumerate().any(|(ply, row)| row[0] != ply as f64) || going_on.is_empty() {
        return Err(StudyError::Input(format!(
            "{}: half-moves from 0 on are wanted",
            folder.display()
        )));
    }
    counts.games = going_on[0].0;
    counts.told = going_on.clone();
    // Games that go on after n half-moves and not after n + 1 have n + 1.
    for (ply, pair) in going_on.windows(2).enumerate().take(LONGEST) {
        counts.lengths[ply + 1] = pair[0].0.saturating_sub(pair[1].0);
    }
    // Those that are longer than the table are told by their mean.
    let (left, mean) = going_on[going_on.len() - 1];
    counts.lengths[LONGEST] = left;
    counts.longer = left as f64 * (mean + (going_on.len() - 1) as f64);
    for row in by_material.iter().filter(|row| row[0] <= MOST as f64) {
        counts.material[0][row[0] as usize] = (row[1] as u64, row[1] * row[2]);
    }
    Ok(counts)
}

fn name_of(path: &Path) -> String {
    path.file_name().map_or_else(|| "games".to_owned(), |name| name.to_string_lossy().into_owned())
}

fn run(lab: &mut Lab<'_>) -> Result<Report, StudyError> {
    let limit = lab.whole("limit");
    let mut all: Vec<Counts> = Vec::new();
    lab.expect(lab.files().len().max(1));
    for (number, path) in lab.files().iter().enumerate() {
        all.push(lab.measure(format!("collection {number}"), |lab| match path.is_dir() {
            true => count_folder(path),
            false => count_pgn(path, limit, lab),
        })?);
    }
    if lab.files().is_empty() {
        let (games, nodes) = (lab.whole("games"), lab.whole("nodes"));
        all.push(lab.measure("own games", |lab| count_own(&lab.own_games(games, nodes)?))?);
    }
    if let Some(empty) = all.iter().find(|counts| counts.games == 0) {
        return Err(StudyError::Input(format!("{}: no game with a result", empty.name)));
    }
    let chosen = lab.count("tables");
    let Some(source) = all.get(chosen - 1) else {
        return Err(StudyError::Input(format!(
            "tables={chosen}: there are {} collections",
            all.len()
        )));
    };
    let mut report = Report::default();

    let mut collections = Table::new(
        "collections",
        "Collections",
        [
            "collection",
            "games",
            "unfinished, left out",
            "broken, left out",
            "mean half-moves",
            "a piece of difference, half-moves",
        ],
    );
    for counts in &all {
        collections.row([
            Value::from(counts.name.as_str()),
            Value::from(counts.games),
            Value::from(counts.unfinished),
            Value::from(counts.broken),
            Value::Real(counts.mean(), 1),
            counts.piece().map_or(Value::Nothing, |piece| Value::Real(piece, 1)),
        ]);
    }

    let names: Vec<&str> = all.iter().map(|counts| counts.name.as_str()).collect();
    let columns = |first: &'static str, rest: &[&'static str]| -> Vec<String> {
        let own = std::iter::once(first.to_owned());
        own.chain(rest.iter().map(|name| (*name).to_owned()))
            .chain(names.iter().map(|name| (*name).to_owned()))
            .collect()
    };
    let mut percentiles =
        Table::new("percentiles", "Games are over within so many half-moves (Table 1)", []);
    percentiles.columns = columns("of games, %", &["paper"]);
    for level in achilles::LEVELS {
        let paper = achilles::safety(level)
            .map_or(Value::Nothing, |model| Value::Real(model.game_length, 0));
        let percent: f64 = level.parse().unwrap_or(100.0);
        let here =
            all.iter().map(|counts| counts.percentile(percent).map_or(Value::Nothing, Value::from));
        percentiles.row([Value::from(level), paper].into_iter().chain(here));
    }

    let mean =
        |(count, mean): Cell| if count >= FEWEST { Value::Real(mean, 1) } else { Value::Nothing };
    let mut by_ply = Table::new("by-ply", "Remaining half-moves by half-moves played (Fig. 3)", []);
    by_ply.columns = columns("played", &["paper"]);
    for ply in (0..=300).step_by(20) {
        let paper = Value::Real(achilles::remaining_by_ply(ply), 1);
        let here = all.iter().map(|counts| mean(counts.after(ply as usize)));
        by_ply.row([Value::from(ply), paper].into_iter().chain(here));
    }
    let mut by_material =
        Table::new("by-material", "Remaining half-moves by material (Fig. 5, formula 1)", []);
    by_material.columns = columns("material", &["paper"]);
    for x in (0..=FULL).step_by(6) {
        let paper = Value::Real(achilles::remaining_by_material(x as u32), 1);
        let here = all.iter().map(|counts| match counts.near(x, if x == FULL { 0 } else { 3 }) {
            (count, mean) if counts.is_known(x, count) => Value::Real(mean, 1),
            _ => Value::Nothing,
        });
        by_material.row([Value::from(x), paper].into_iter().chain(here));
    }

    // The bends, and what they are drawn again from other games.
    let mut bends = Table::new(
        "bends",
        "Three lines through the means by material: where they bend (with the interval of 90 %), and what they are",
        ["collection", "first bend", "second bend", "below", "between", "above"],
    );
    bends.row(["paper", "20", "60", "x + 10", "0.375x + 22", "1.25x − 30"].map(Value::from));
    let bootstrap = lab.count("bootstrap");
    lab.expect(all.len());
    let mut found = Vec::new();
    for counts in &all {
        type Bends = Option<([f64; 2], [(f64, f64); 3], [[f64; 2]; 2])>;
        let bent: Bends = lab.measure(format!("bends of {}", counts.name), |_| {
            let found = counts.bends(bootstrap);
            Ok(found.map(|(bent, ranges)| (bent.bends, bent.lines(), ranges)))
        })?;
        let Some((at, lines, ranges)) = bent else { continue };
        let place = |i: usize| {
            let [low, high] = ranges[i];
            format!("{} ({low} to {high})", at[i])
        };
        let line = |(gradient, start): (f64, f64)| {
            let sign = if start < 0.0 { "−" } else { "+" };
            format!("{gradient:.2}x {sign} {:.1}", start.abs()).replace('-', "−")
        };
        let cells = [
            counts.name.clone(),
            place(0),
            place(1),
            line(lines[0]),
            line(lines[1]),
            line(lines[2]),
        ];
        bends.row(cells.map(Value::from));
        found.push((counts.name.clone(), at));
    }

    let mut lengths = Table::new(
        "lengths",
        "Games by half-moves (Figs 1 and 2)",
        ["collection", "half-moves", "games"],
    )
    .hidden();
    let mut fig_1 = Chart::new(
        "Games by length (Fig. 1)",
        Axis::new("half-moves").range(0.0, 300.0),
        Axis::new("games").suffix(" %"),
    );
    let mut fig_3 = Chart::new(
        "Remaining half-moves by half-moves played (Fig. 3)",
        Axis::new("half-moves played"),
        Axis::new("remaining"),
    )
    .series(Series::line(
        "paper",
        (0..=300).map(|ply| (f64::from(ply), achilles::remaining_by_ply(ply))),
    ));
    let mut fig_5 = Chart::new(
        "Remaining half-moves by material (Fig. 5)",
        Axis::new("material"),
        // A few endless endings of engines would press all else to the ground.
        Axis::new("remaining").range(0.0, 150.0),
    )
    .series(Series::line(
        "paper",
        (0..=78).map(|x| (f64::from(x), achilles::remaining_by_material(x))),
    ));
    for counts in &all {
        for (length, &games) in counts.lengths.iter().enumerate().filter(|(_, games)| **games > 0) {
            lengths.row([
                Value::from(counts.name.as_str()),
                Value::from(length),
                Value::from(games),
            ]);
        }
        let share = |from: usize| {
            let games: u64 = counts.lengths[from..(from + 4).min(LONGEST)].iter().sum();
            100.0 * games as f64 / counts.games as f64
        };
        let bars = (0..300).step_by(4).map(|from| Bar::new(from as f64 + 2.0, share(from)));
        fig_1 = fig_1.series(Series::bars(counts.name.as_str(), bars, 4.0));
        let going_on =
            (0..=300).map(|ply| (ply, counts.after(ply))).filter(|(_, cell)| cell.0 >= FEWEST);
        fig_3 = fig_3.series(Series::line(
            counts.name.as_str(),
            going_on.map(|(ply, cell)| (ply as f64, cell.1)),
        ));
        let on_board = (0..=FULL)
            .map(|x| (x, counts.near(x, 0)))
            .filter(|&(x, cell)| counts.is_known(x, cell.0));
        fig_5 = fig_5.series(Series::line(
            counts.name.as_str(),
            on_board.map(|(x, cell)| (x as f64, cell.1)),
        ));
    }
    // Those of the others would only hide the curves.
    if let Some((_, bends)) = found.first() {
        for &x in bends {
            fig_5 = fig_5.mark(Mark::Vertical { x, label: String::new() });
        }
    }

    let tables = source.tables(lab.real("scale"));
    let head = "# Expected remaining half-moves, written by `xanthos study length`: see docs/studies/length.md\n";
    report.files = vec![("time-tables.txt".to_owned(), format!("{head}{tables}"))];
    claims(&mut report, &all);
    report.remarks = vec![
        format!(
            "The file `time-tables.txt` beside the data has the tables of {} ({} games, scale {:.2}); `setoption name TimeTables value FILE` \
             makes `adaptive` use them. {}",
            source.name,
            thousands(i64::try_from(source.games).unwrap_or(i64::MAX)),
            tables.scale(),
            if tables == TimeTables::default() { "They are the tables that ship." } else { "They are not the tables that ship." },
        ),
        "The intervals of the bends are of the same fit to games drawn anew; where only means are known, to the lines with \
         their deviations drawn anew, so that they tell how sharply the curve bends there and not how many games there are."
            .to_owned(),
        "Games that arenas adjudicate are shorter than games that are played out: lengths of engine games are those of the \
         rules they were played under."
            .to_owned(),
    ];
    report.tables = vec![collections, percentiles, by_ply, by_material, bends, lengths];
    report.charts = vec![("lengths", fig_1), ("by-ply", fig_3), ("by-material", fig_5)];
    Ok(report)
}

/// Within a thirtieth it is so, within a tenth in part.
fn near(found: f64, told: f64) -> Verdict {
    match (found / told - 1.0).abs() {
        off if off < 1.0 / 30.0 => Verdict::Holds,
        off if off < 0.1 => Verdict::Partly,
        _ => Verdict::Differs,
    }
}

/// What the collections say about the paper; the first counts, the second is compared with it.
fn claims(report: &mut Report, all: &[Counts]) {
    let first = &all[0];
    let enough = |verdict: Verdict| if first.games >= 1000 { verdict } else { Verdict::Open };
    report.claims.push(Claim::new(
        "Achilles §2",
        "an average game has 84.7 half-moves",
        format!("{:.1} ({})", first.mean(), first.name),
        enough(near(first.mean(), 84.7)),
    ));
    if let Some(at) = first.percentile(95.0) {
        report.claims.push(Claim::new(
            "Achilles §2, Table 1",
            "95 % of games are over within 149 half-moves",
            format!("{at} ({})", first.name),
            enough(near(at as f64, 149.0)),
        ));
    }
    let late = (first.after(120), first.after(180), first.after(240));
    if late.2.0 >= FEWEST {
        report.claims.push(Claim::new(
            "Achilles §3, Fig. 3",
            "after half-move 180 the expected rest falls rapidly",
            format!(
                "{:.1} after 120, {:.1} after 180, {:.1} after 240 ({})",
                late.0.1, late.1.1, late.2.1, first.name
            ),
            enough(Verdict::of(late.2.1 < 0.8 * late.1.1)),
        ));
    }
    let told: Vec<String> = all
        .iter()
        .filter_map(|counts| {
            Some(format!("{:+.1} ({})", counts.piece()?, counts.name).replace('-', "−"))
        })
        .collect();
    if !told.is_empty() {
        let pieces: Vec<f64> = all.iter().filter_map(Counts::piece).collect();
        let verdict = if pieces.iter().all(|piece| (-12.0..=-4.0).contains(piece)) {
            Verdict::Holds
        } else if pieces.iter().all(|piece| *piece < 0.0) {
            Verdict::Partly
        } else {
            Verdict::Differs
        };
        report.claims.push(Claim::new(
            "Achilles §4.1",
            "a piece of difference shortens the game by 8 half-moves",
            told.join(", "),
            enough(verdict),
        ));
    }
    if let [people, engines, ..] = all {
        report.claims.push(Claim::new(
            "docs/time.md",
            "engine games last 1.7 times as long as games of people",
            format!(
                "{:.2} times ({:.1} half-moves in {} against {:.1} in {})",
                engines.mean() / people.mean(),
                engines.mean(),
                engines.name,
                people.mean(),
                people.name
            ),
            enough(Verdict::of((engines.mean() / people.mean() - 1.7).abs() < 0.15)),
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game of the rook against nothing, counted by hand.
    #[test]
    fn a_game_is_counted_ply_by_ply() {
        let start = Position::from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 40").unwrap();
        let mut positions = vec![start];
        for text in ["Ra2", "Kd8", "Ra8+"] {
            let last = positions[positions.len() - 1];
            positions.push(last.after(last.parse_san(text).unwrap()));
        }
        let mut counts = Counts::new("one".to_owned());
        counts.add(&positions);
        assert_eq!((counts.games, counts.lengths[81]), (1, 1));
        assert_eq!(counts.mean(), 81.0);
        // Three positions with five points, 3 + 2 + 1 half-moves to come.
        assert_eq!(counts.near(5, 0), (3, 2.0));
        assert_eq!(counts.difference[0][5], (3, 6.0));
        assert_eq!(counts.after(80), (1, 1.0));
        assert_eq!(counts.after(81).0, 0);
    }

    #[test]
    fn percentiles_and_means_are_those_of_the_list() {
        let mut counts = Counts::new("list".to_owned());
        let list: Vec<usize> = (1..=200).map(|i| i * 4).collect();
        for &length in &list {
            counts.games += 1;
            counts.lengths[length.min(LONGEST)] += 1;
            counts.longer += if length >= LONGEST { length as f64 } else { 0.0 };
        }
        assert_eq!(counts.mean(), list.iter().sum::<usize>() as f64 / 200.0);
        assert_eq!(counts.percentile(50.0), Some(400));
        assert_eq!(counts.percentile(99.9), None);
        let rest: Vec<f64> = list.iter().filter(|&&n| n > 302).map(|&n| n as f64 - 302.0).collect();
        let (count, mean) = counts.after(302);
        assert_eq!(count, rest.len() as u64);
        assert!((mean - rest.iter().sum::<f64>() / rest.len() as f64).abs() < 1e-9);
    }

    /// The tables that ship are those of the collection they claim to be of.
    #[test]
    fn the_tables_that_ship_are_generated() {
        let folder =
            Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/spec/time-statistics"));
        if !folder.exists() {
            println!("SKIPPED: no statistics beside the workspace");
            return;
        }
        let counts = count_folder(folder).unwrap();
        assert_eq!(counts.tables(1.7), TimeTables::default());
        assert!((counts.mean() - 84.23).abs() < 0.02, "{}", counts.mean());
    }
}
