// SPDX-License-Identifier: GPL-3.0-or-later
//! The same games in every format, written by others: the same samples must come
//! out, and the same file when we write it.

use std::path::{Path, PathBuf};

use formats::{open_text, plain};
use xanthos_train::data::{self, Census, Conversion, DataError, Filter, Reader, Sample};
use xanthos_train::positions::{Format, Source};

const FILES: [(&str, Format); 3] = [
    ("games.plain.gz", Format::Plain),
    ("games.binpack", Format::Binpack),
    ("games.vf", Format::Games),
];

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../formats/tests/games").join(name)
}

fn source(path: &Path, format: Format) -> Source {
    Source { path: path.to_owned(), format, limit: usize::MAX, every: 1 }
}

fn samples(source: Source, out: &Path) -> Vec<Sample> {
    let filter = Filter { max_score: u16::MAX, min_pieces: 2, ..Filter::default() };
    let conversion = Conversion { games: filter, lines: filter, scale: 1.0 };
    let tally = data::convert(&[source], &conversion, out, &mut |_| {}).unwrap();
    let samples: Vec<Sample> = Reader::open(out).unwrap().map(Result::unwrap).collect();
    assert_eq!(tally.kept as usize, samples.len());
    samples
}

#[test]
fn samples_do_not_depend_on_the_format() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("out.xts");
    let all = FILES.map(|(name, format)| samples(source(&file(name), format), &out));
    assert!(all[0].len() > 250, "{}", all[0].len());
    assert_eq!(all[0], all[1]);
    assert_eq!(all[0], all[2]);
    // And they say what the text says.
    let blocks = plain::read(open_text(&file("games.plain.gz")).unwrap()).map(Result::unwrap);
    let wanted: Vec<(u32, i16, u8)> = blocks
        .filter(|block| !block.position.in_check() && block.score.abs() < 31_000)
        .map(|block| {
            let pieces = block.position.occupied().count();
            (pieces, block.score.signum(), (block.result + 1) as u8)
        })
        .collect();
    // A score below half a centipawn is none.
    let sign = |score: i16, found: i16| if found == 0 { 0 } else { score };
    assert_eq!(all[0].len(), wanted.len());
    for (sample, (pieces, score, result)) in all[0].iter().zip(wanted) {
        assert_eq!((sample.count(), sample.result as u8), (pieces, result));
        assert_eq!(sample.score.signum(), sign(score, sample.score));
    }
}

#[test]
fn what_is_repacked_is_what_others_would_have_packed() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("out.vf");
    let wanted = std::fs::read(file("games.vf")).unwrap();
    for (name, format) in FILES {
        let tally = data::repack(&[source(&file(name), format)], &out, &mut |_| {}).unwrap();
        assert_eq!((tally.read, tally.kept), (537, 537), "{name}");
        assert_eq!(std::fs::read(&out).unwrap(), wanted, "{name}");
        let census = data::census(&file(name), &mut |_| {}).unwrap();
        assert_eq!(census, Census::Games { format, records: 8, positions: 537 }, "{name}");
    }
    // What is read first stands first; a limit ends a game where it is.
    let few = Source { limit: 3, ..source(&file("games.vf"), Format::Games) };
    let tally = data::repack(&[few.clone(), few], &out, &mut |_| {}).unwrap();
    assert_eq!(tally.kept, 6);
    assert_eq!(std::fs::metadata(&out).unwrap().len(), 2 * (32 + 3 * 4 + 4));
}

#[test]
fn text_has_no_moves_and_says_so() {
    let dir = tempfile::tempdir().unwrap();
    let (text, out) = (dir.path().join("a.txt"), dir.path().join("out.vf"));
    std::fs::write(&text, "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1 | 35 | 0.5\n").unwrap();
    let error = data::repack(&[source(&text, Format::Text)], &out, &mut |_| {}).unwrap_err();
    assert!(matches!(error, DataError::NoMoves { .. }) && !out.exists(), "{error}");
    let census = data::census(&text, &mut |_| {}).unwrap();
    assert_eq!(census, Census::Games { format: Format::Text, records: 1, positions: 1 });
    let [sample] = samples(source(&text, Format::Text), &out)[..] else { panic!("one sample") };
    assert_eq!((sample.score, sample.result.worth()), (35, Some(0.5)));
}
