// SPDX-License-Identifier: GPL-3.0-or-later
//! The tools for training data: nothing lost, nothing twice, and errors that say
//! where.

use crate::common;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use formats::open_text;
use formats::viriformat;
use xanthos_train::data::{self, Conversion, DataError, Filter, Quiet, Reader, Sample, Writer};
use xanthos_train::positions::{Format, Source, is_quiet};

fn write(path: &Path, samples: &[Sample]) {
    let mut writer = Writer::create(path).unwrap();
    samples.iter().for_each(|sample| writer.push(sample).unwrap());
    writer.finish().unwrap();
}

fn read(path: &Path) -> Vec<Sample> {
    Reader::open(path).unwrap().collect::<Result<_, _>>().unwrap()
}

fn sorted(samples: &[Sample]) -> Vec<[u8; 32]> {
    let mut bytes: Vec<_> = samples.iter().map(Sample::to_bytes).collect();
    bytes.sort_unstable();
    bytes
}

fn files_in(dir: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn conversion_keeps_what_it_says_and_turns_labels_to_the_mover() {
    let dir = tempfile::tempdir().unwrap();
    let (games, out) = (dir.path().join("games.vf"), dir.path().join("all.xts"));
    common::write_games(&games, 12);
    let source = |results| {
        let format = if results { Format::Games } else { Format::Lines };
        Source { path: games.clone(), format, limit: usize::MAX, every: 1 }
    };
    let any = Filter { min_pieces: 2, ..Filter::default() };
    for (conversion, results) in [
        (Conversion { games: any, lines: any, scale: 1.0 }, true),
        (Conversion { games: Filter { quiet: Quiet::Move, ..any }, lines: any, scale: 1.0 }, true),
        (
            Conversion { games: any, lines: Filter { quiet: Quiet::Exchange, ..any }, scale: 1.0 },
            false,
        ),
    ] {
        let tally = data::convert(&[source(results)], &conversion, &out, &mut |_| {}).unwrap();
        // The same by another way through the games.
        let quiet = if results { conversion.games.quiet } else { conversion.lines.quiet };
        let mut wanted = Vec::new();
        let mut positions = 0;
        for record in viriformat::read(open_text(&games).unwrap()) {
            let record = record.unwrap();
            let each = |position: &chess::Position, played: chess::Move, label: i16| {
                positions += 1;
                let fits = match quiet {
                    Quiet::Any => true,
                    Quiet::Move => played.is_quiet(),
                    Quiet::Exchange => played.is_quiet() && is_quiet(position),
                };
                if fits && !position.in_check() {
                    let sign = if position.turn() == chess::Color::White { 1 } else { -1 };
                    let result = (record.result as i8 - 1) * sign as i8 + 1;
                    let result = if results { result as u8 } else { 3 };
                    wanted.push((position.occupied().count(), (label * sign).signum(), result));
                }
            };
            record.visit(each).unwrap();
        }
        let samples = read(&out);
        assert_eq!((tally.read, tally.kept as usize), (positions, samples.len()));
        let found: Vec<_> = samples
            .iter()
            .map(|sample| (sample.count(), sample.score.signum(), sample.result as u8))
            .collect();
        assert_eq!(found, wanted);
        let groups: HashSet<u32> = samples.iter().map(|sample| sample.group).collect();
        assert_eq!(groups.len(), if results { 12 } else { 1 });
    }
    let few = Source { limit: 10, every: 3, ..source(true) };
    let tally = data::convert(&[few], &Conversion::default(), &out, &mut |_| {}).unwrap();
    assert_eq!((tally.kept, read(&out).len()), (10, 10));
}

#[test]
fn shuffling_loses_nothing_however_little_memory_there_is() {
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str| dir.path().join(name);
    let samples = common::samples(40, 20);
    write(&file("a.xts"), &samples[..300]);
    write(&file("b.xts"), &samples[300..]);
    let shuffled = |seed, memory| {
        let inputs = [file("a.xts"), file("b.xts")];
        let inputs: Vec<&Path> = inputs.iter().map(PathBuf::as_path).collect();
        let tally = data::shuffle(&inputs, &file("s.xts"), seed, memory, &mut |_| {}).unwrap();
        assert_eq!(tally.kept as usize, samples.len());
        assert_eq!(files_in(dir.path()).len(), 3, "temporary files are gone");
        read(&file("s.xts"))
    };
    for memory in [1 << 30, 4096, 1] {
        let once = shuffled(1, memory);
        assert_eq!(sorted(&once), sorted(&samples));
        assert_ne!(once, samples);
        assert_eq!(shuffled(1, memory), once, "the seed decides");
        assert_ne!(shuffled(2, memory), once);
        // Neighbours of one game are neighbours no more: one pair in 40 by chance.
        let pairs = once.windows(2).filter(|pair| pair[0].group == pair[1].group).count();
        assert!(pairs < samples.len() / 10, "{pairs} of {}", samples.len());
    }
}

#[test]
fn duplicates_go_and_everything_else_stays() {
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str| dir.path().join(name);
    let samples = common::samples(30, 10);
    let twice: Vec<Sample> = samples.iter().chain(&samples).copied().collect();
    write(&file("a.xts"), &twice);
    let boards = |samples: &[Sample]| -> HashSet<[u8; 24]> {
        samples.iter().map(|sample| sample.to_bytes()[..24].try_into().unwrap()).collect()
    };
    for memory in [1 << 30, 2048] {
        let tally = data::dedup(&[&file("a.xts")], &file("d.xts"), memory, &mut |_| {}).unwrap();
        let left = read(&file("d.xts"));
        assert_eq!(tally.kept as usize, left.len());
        assert_eq!(left.len(), boards(&left).len());
        assert_eq!(boards(&left), boards(&samples));
    }
}

#[test]
fn a_split_goes_between_games_and_a_filter_keeps_its_word() {
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str| dir.path().join(name);
    let mut samples = common::samples(200, 5);
    for (i, sample) in samples.iter_mut().enumerate() {
        sample.marks = i as u8 % 4;
    }
    write(&file("a.xts"), &samples);
    data::split(&file("a.xts"), &file("t.xts"), &file("v.xts"), 4, &mut |_| {}).unwrap();
    let (training, validation) = (read(&file("t.xts")), read(&file("v.xts")));
    assert_eq!(sorted(&[training.clone(), validation.clone()].concat()), sorted(&samples));
    let groups = |samples: &[Sample]| -> HashSet<u32> { samples.iter().map(|s| s.group).collect() };
    assert!(groups(&training).is_disjoint(&groups(&validation)));
    assert!((30..70).contains(&groups(&validation).len()), "about one game in four");

    for (quiet, marks) in [(Quiet::Any, 4), (Quiet::Move, 2), (Quiet::Exchange, 1)] {
        let filter = Filter { quiet, max_score: 300, min_pieces: 8 };
        data::filter(&file("a.xts"), &file("f.xts"), &filter, &mut |_| {}).unwrap();
        let kept = read(&file("f.xts"));
        let wanted = samples.iter().filter(|sample| {
            let calm = match marks {
                4 => true,
                2 => sample.marks & 1 == 0,
                _ => sample.marks == 0,
            };
            calm && sample.score.abs() <= 300 && sample.count() >= 8
        });
        assert_eq!(kept, wanted.copied().collect::<Vec<_>>());
    }
}

#[test]
fn what_is_wrong_with_a_file_is_said_and_where() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.xts");
    let samples = common::samples(4, 5);
    write(&path, &samples);
    let good = std::fs::read(&path).unwrap();
    let error = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        let all = Reader::open(&path).and_then(|reader| reader.collect::<Result<Vec<_>, _>>());
        all.unwrap_err()
    };
    assert!(matches!(error(b""), DataError::NotSamples { .. }));
    assert!(matches!(error(&good[1..]), DataError::NotSamples { .. }));
    let mut newer = good.clone();
    newer[8] = 9;
    assert!(error(&newer).to_string().contains("format 9"));
    let cut = error(&good[..good.len() - 5]).to_string();
    let at = data::HEADER + (samples.len() - 1) * 32;
    assert!(cut.contains("a.xts") && cut.contains(&format!("byte {at}: 27 bytes")), "{cut}");
    let mut damaged = good.clone();
    let at = data::HEADER + 3 * 32;
    // A piece of a role that does not exist.
    damaged[at + 8] = 0x77;
    let said = error(&damaged).to_string();
    for part in ["a.xts", &format!("byte {at}"), "number 7"] {
        assert!(said.contains(part), "{said}");
    }
    // Nothing half done is left under the name that was asked for.
    std::fs::write(&path, &damaged).unwrap();
    let out = dir.path().join("out.xts");
    assert!(data::shuffle(&[&path], &out, 1, 64, &mut |_| {}).is_err());
    assert!(data::dedup(&[&path], &out, 64, &mut |_| {}).is_err());
    assert!(data::filter(&path, &out, &Filter::default(), &mut |_| {}).is_err());
    assert!(!out.exists());
}
