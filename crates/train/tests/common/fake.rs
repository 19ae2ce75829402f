// SPDX-License-Identifier: GPL-3.0-or-later
//! An engine made of a few lines of shell: its scores are known, and so are the
//! positions that it can't bear.

use std::path::Path;

use chess::Position;
use xanthos_train::teacher::TeacherConfig;

pub const DIES_OF: &str = "4k3/8/8/8/8/8/8/4KR2 w - - 66 90";
pub const FALLS_SILENT_OVER: &str = "4k3/8/8/8/8/8/8/4KR2 w - - 77 90";
pub const MATE: &str = "4k3/8/8/8/8/8/8/4KR2 w - - 88 90";

const SCRIPT: &str = r#"#!/bin/sh
while read -r word rest; do
    case "$word" in
    uci) echo "id name Fake"; echo "option name UCI_Chess960 type check default false"; echo uciok ;;
    isready) echo readyok ;;
    position) fen="${rest#fen }" ;;
    go)
        case "$fen" in
        *" 66 90") echo "I can't bear it" >&2; exit 3 ;;
        *" 77 90") sleep 30 ;;
        *" 88 90") echo "info depth 1 score mate 3" ;;
        *) echo "info depth 1 score cp 9999"; echo "info depth 1 score cp $((10 * ${#fen} - 500))" ;;
        esac
        echo "bestmove e2e4" ;;
    eval)
        score=$((10 * ${#fen} - 500))
        sign=+; [ $score -lt 0 ] && { sign=-; score=$((-score)); }
        cents=$((score % 100)); [ $cents -lt 10 ] && cents=0$cents
        echo "a line that means nothing"
        echo "Net evaluation   $sign$((score / 100)).$cents (white side)"
        echo "Final evaluation $sign$((score / 100)).$cents (white side)" ;;
    quit) exit ;;
    esac
done
"#;

/// Its opinion: the length of the FEN.
pub fn score(position: &Position) -> i16 {
    10 * position.fen().len() as i16 - 500
}

/// How to start it; its script lies in `dir`.
pub fn config(dir: &Path) -> TeacherConfig {
    let path = dir.join("fake.sh");
    std::fs::write(&path, SCRIPT).unwrap();
    let mut config = TeacherConfig::default();
    config.launch.command = "sh".to_owned();
    config.launch.args = vec![path.to_str().unwrap().to_owned()];
    config
}

/// A Stockfish, if one is installed.
#[allow(dead_code)]
pub fn stockfish() -> Option<String> {
    ["/usr/games/stockfish", "/usr/bin/stockfish", "/usr/local/bin/stockfish"]
        .into_iter()
        .find(|path| Path::new(path).exists())
        .map(str::to_owned)
}
