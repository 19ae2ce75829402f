// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos data` and `xanthos train nnue` of the real binary: from games written
//! here to a net that loads.

use crate::games;

use std::path::Path;
use std::process::{Command, Output, Stdio};

use eval::nnue::{Network, SingleLayerNet};
use games::write_games;

fn command(dir: &Path, line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xanthos"));
    command.args(line.split_whitespace()).current_dir(dir).stdin(Stdio::null());
    command
}

fn run(dir: &Path, line: &str) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = command(dir, line).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    (status.code(), text(stdout), text(stderr))
}

/// Runs what must succeed, and gives what it said.
fn told(dir: &Path, line: &str) -> String {
    let (code, stdout, stderr) = run(dir, line);
    assert_eq!((code, stderr.as_str()), (Some(0), ""), "{line}: {stdout}");
    stdout
}

fn prepare(dir: &Path) {
    write_games(&dir.join("games.vf"), 40);
    told(dir, "data convert lines:games.vf -o all.xts");
    // Few lines count as one game, which can't be split.
    told(dir, "data convert games:games.vf --quiet-games any -o games.xts");
    told(dir, "data split games.xts --training part.xts --validation val.xts --every 2");
    told(dir, "data shuffle all.xts -o train.xts --memory 1 --seed 3");
}

const SMALL: &str = "--validation val.xts --batch 64 --superbatch 640 --warm-up 2 --superbatches 2";

/// The shape with one layer behind the first.
const SINGLE: &str = "--shape single";

#[test]
fn from_games_to_a_net_that_loads() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    prepare(dir);
    let counted = told(dir, "data count games.vf train.xts");
    assert!(counted.contains("40 games or lines, 3200 positions"), "{counted}");
    assert!(counted.contains("unknown 100.0 %"), "{counted}");
    told(dir, "data dedup train.xts train.xts -o once.xts");
    told(dir, "data filter once.xts -o quiet.xts --quiet exchange --max-score 500");

    let stdout =
        told(dir, &format!("train nnue train.xts {SMALL} {SINGLE} --note random -o net.xnn"));
    assert_eq!(
        stdout.lines().filter(|line| line.starts_with("superbatch ")).count(),
        2,
        "{stdout}"
    );
    let bytes = std::fs::read(dir.join("net.xnn")).unwrap();
    assert_ne!(SingleLayerNet::from_bytes(&bytes).unwrap(), SingleLayerNet::zero());
    for file in ["net.xnn.checkpoint", "net.xnn.svg", "net.xnn.toml"] {
        assert!(dir.join(file).exists(), "{file}");
    }

    // An earlier run is not written over by accident; on two threads the same
    // comes out.
    let (code, _, stderr) = run(dir, &format!("train nnue train.xts {SMALL} {SINGLE} -o net.xnn"));
    assert_eq!(code, Some(1));
    assert!(stderr.contains("--resume") && stderr.contains("net.xnn.checkpoint"), "{stderr}");
    told(dir, &format!("train nnue train.xts {SMALL} {SINGLE} -o two.xnn --threads 2"));
    assert_eq!(std::fs::read(dir.join("two.xnn")).unwrap(), bytes);

    // The shape with three layers, and the engine that plays with it.
    let multi = format!("train nnue train.xts {SMALL} --hidden 512 -o multi.xnn");
    let stdout = told(dir, &multi);
    assert!(stdout.contains("superbatch 2/2"), "{stdout}");
    let bytes = std::fs::read(dir.join("multi.xnn")).unwrap();
    assert!(matches!(Network::from_bytes(&bytes), Ok(Network::Multi512(_))));
    let output = Command::new(env!("CARGO_BIN_EXE_xanthos"))
        .args(["setoption name Evaluation value nnue", "setoption name EvalFile value multi.xnn"])
        .args(["go depth 3", "quit"])
        .current_dir(dir)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    assert!(stdout.contains("bestmove"), "{stdout}");

    // Both nets and an engine asked about games with results.
    let pgn = "[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n\
               [Event \"b\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
    std::fs::write(dir.join("games.pgn"), pgn).unwrap();
    let teacher = format!("--teacher {} --teacher-option Hash=1", env!("CARGO_BIN_EXE_xanthos"));
    let nets = "data accuracy pgn:games.pgn --net net.xnn --net multi.xnn";
    let stdout = told(dir, &format!("{nets} {teacher}"));
    let rows: Vec<&str> = stdout.lines().filter(|line| line.starts_with("| ")).collect();
    assert!(rows.len() == 6 && rows[0].contains("way from classical to"), "{stdout}");
    assert!(rows[1].starts_with("| classical |") && rows[1].ends_with(" 0 % |"), "{stdout}");
    assert!(rows[3].starts_with("| net.xnn |") && rows[5].ends_with(" 100 % |"), "{stdout}");
    assert!(!told(dir, nets).contains("way"));
    let (code, _, stderr) = run(dir, "data accuracy pgn:games.pgn --net games.pgn");
    assert!(code == Some(1) && stderr.contains("games.pgn"), "{stderr}");
}

#[test]
fn datagen_plays_games_and_continues() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let line = "datagen own.vf --nodes 50 --hash 1 --threads 2";
    let first = told(dir, &format!("{line} --games 3"));
    assert!(first.contains("3 games in own.vf: 3 played now"), "{first}");
    let more = told(dir, &format!("{line} --games 5"));
    assert!(more.contains("5 games in own.vf: 2 played now"), "{more}");
    assert!(told(dir, "data count own.vf").contains("5 games"));
    told(dir, "data convert games:own.vf -o own.xts");
}

/// Nobody is a better example of a UCI engine that does as it is told.
#[test]
fn the_engine_labels_positions_for_itself() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let teacher = format!("--teacher {}", env!("CARGO_BIN_EXE_xanthos"));
    let line = format!("datagen own.vf --nodes 50 --hash 1 --tree 2 --shard 300 {teacher}");
    let first = told(dir, &format!("{line} --games 2"));
    assert!(first.contains("stumbled over 0"), "{first}");
    let more = told(dir, &format!("{line} --games 4"));
    assert!(more.contains("4 games in own.vf: 2 played now"), "{more}");
    assert!(dir.join("own-0002.xts").exists());
    let counted = told(dir, "data count own-0001.xts");
    assert!(counted.contains("unknown") && !counted.contains("unknown 100.0 %"), "{counted}");

    let ask = format!("{teacher} --teacher-option Hash=1 --teacher-timeout 60 -j 2");
    let new = told(dir, &format!("data relabel own-0001.xts -o new.xts {ask}"));
    let positions =
        |text: &str| -> u64 { text.split_whitespace().find_map(|word| word.parse().ok()).unwrap() };
    assert!(positions(&new) > 250, "{new}");
    // In two parts, which are put together only when both are there.
    told(dir, &format!("data relabel own-0001.xts -o parts.xts {ask} --shard 2/2"));
    let merge = "data relabel own-0001.xts -o parts.xts --merge 2";
    let (code, _, said) = run(dir, merge);
    assert!(code == Some(1) && said.contains("parts.1-of-2.xts"), "{said}");
    told(dir, &format!("data relabel own-0001.xts -o parts.xts {ask} --shard 1/2"));
    std::fs::write(dir.join("parts.1-of-2.xts.state"), "").unwrap();
    let (code, _, said) = run(dir, merge);
    assert!(code == Some(1) && said.contains("parts.1-of-2.xts: not finished"), "{said}");
    std::fs::remove_file(dir.join("parts.1-of-2.xts.state")).unwrap();
    assert_eq!(positions(&told(dir, merge)), positions(&new), "as many as one machine labels");

    let text = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n4k3/8/8/8/8/8/4P3/4K3 b - - 0 1 | 90 | 1-0\n";
    std::fs::write(dir.join("two.txt"), text).unwrap();
    let new = told(dir, &format!("data relabel text:two.txt -o two.xts {ask}"));
    assert!(new.contains("2 of 2 positions: two.xts"), "{new}");
    told(dir, "data convert text:two.txt plain:/dev/null -o one.xts --scale 2");
    assert!(told(dir, "data count one.xts").contains("score  100 on 100.0 %"));
}

#[test]
fn errors_name_the_file_and_the_place() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    std::fs::write(dir.join("bad.vf"), [7; 40]).unwrap();
    write_games(&dir.join("games.vf"), 2);
    told(dir, "data convert games:games.vf -o good.xts");
    let mut bytes = std::fs::read(dir.join("good.xts")).unwrap();
    // A piece of a role that does not exist.
    bytes[32 + 64 + 8] = 0x77;
    std::fs::write(dir.join("damaged.xts"), &bytes).unwrap();
    std::fs::write(dir.join("cut.xts"), &bytes[..bytes.len() - 1]).unwrap();
    std::fs::write(dir.join("empty.xts"), &bytes[..32]).unwrap();
    for (line, code, said) in [
        ("data convert games:bad.vf -o x.xts", 1, &["bad.vf", "at byte 0"][..]),
        ("data convert games:missing.vf -o x.xts", 1, &["missing.vf"]),
        ("data convert bad.vf -o x.xts", 2, &["KIND:FILE", "games, lines"]),
        ("data relabel nothing -o x.xts --teacher sh", 1, &["nothing", "KIND:FILE"]),
        ("data relabel good.xts -o x.xts --teacher /no/such", 1, &["/no/such"]),
        ("data relabel good.xts -o x.xts", 1, &["--teacher"]),
        ("datagen x.vf --tree 3", 2, &["--teacher"]),
        ("data shuffle bad.vf -o x.xts", 1, &["bad.vf", "not a file of samples"]),
        ("data count damaged.xts", 1, &["damaged.xts", "byte 96", "number 7"]),
        ("data count cut.xts", 1, &["cut.xts", "cut off"]),
        ("train nnue damaged.xts", 1, &["damaged.xts", "byte 96"]),
        ("train nnue empty.xts", 1, &["empty.xts", "no positions"]),
        ("train nnue missing.xts", 1, &["missing.xts"]),
        ("train nnue good.xts --hidden 12", 1, &["12", "multiple of 64"]),
        ("train nnue good.xts --blend 2", 2, &["from 0 to 1"]),
        ("train nnue good.xts --threads 0", 2, &["from 1"]),
        ("datagen bad.vf", 1, &["bad.vf", "byte 0"]),
        ("datagen x.vf --nodes 0", 2, &["nodes"]),
        ("data split good.xts --training a --validation b --every 1", 2, &["every"]),
    ] {
        let (found, _, stderr) = run(dir, line);
        assert_eq!(found, Some(code), "{line}: {stderr}");
        for part in said {
            assert!(stderr.contains(part), "{line}: {stderr}");
        }
    }
    assert!(!dir.join("x.xts").exists());
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_resumes_to_the_same_net() {
    use std::io::{BufRead, BufReader};

    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    prepare(dir);
    // So many superbatches that there is time to interrupt it.
    let long = "train nnue train.xts --shape single --hidden 16 --batch 64 --superbatch 640 --superbatches 60";
    let mut child = command(dir, &format!("{long} -o cut.xnn"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().starts_with("superbatch 1/60")));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    lines.for_each(drop);
    assert_eq!(child.wait().unwrap().code(), Some(130));

    let (code, stdout, _) = run(dir, &format!("{long} -o cut.xnn --resume"));
    assert_eq!(code, Some(0));
    assert!(stdout.contains("resumed after"), "{stdout}");
    let (code, ..) = run(dir, &format!("{long} -o whole.xnn"));
    assert_eq!(code, Some(0));
    let bytes = |name: &str| std::fs::read(dir.join(name)).unwrap();
    assert_eq!(bytes("cut.xnn.checkpoint"), bytes("whole.xnn.checkpoint"));
}
