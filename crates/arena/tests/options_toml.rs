// SPDX-License-Identifier: GPL-3.0-or-later
//! Tournament files say the same things as command lines.

use std::io;
use std::path::Path;

use arena::options::*;

const EXAMPLE: &str = include_str!("options_example.toml");

fn with_file(text: &str, words: &[&str]) -> Result<Request, OptionError> {
    parse_with(words.iter().copied(), &|path| match path == Path::new("t.toml") {
        true => Ok(text.to_owned()),
        false => Err(io::Error::new(io::ErrorKind::NotFound, "no such file")),
    })
}

fn config(request: Result<Request, OptionError>) -> TournamentConfig {
    match request {
        Ok(Request::Run { config, .. }) => *config,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_example_means_the_same_as_its_words() {
    let words = [
        "-event",
        "Nightly",
        "-tournament",
        "roundrobin",
        "-rounds",
        "250",
        "-repeat",
        "-concurrency",
        "1",
        "-recover",
        "-srand",
        "42",
        "-maxmoves",
        "300",
        "-each",
        "tc=8+0.08",
        "timemargin=20",
        "option.Hash=16",
        "option.Threads=1",
        "-engine",
        "name=new",
        "cmd=./engine-new",
        "arg=--book",
        "arg=my book.bin",
        "-engine",
        "name=old",
        "cmd=./engine-old",
        "tc=16+0.16",
        "option.Move Overhead=25",
        "option.Ponder=false",
        "-openings",
        "file=books/8moves.epd",
        "order=random",
        "-sprt",
        "elo0=-1.75",
        "elo1=0.25",
        "model=normalized",
        "-resign",
        "movecount=3",
        "score=600",
        "twosided=true",
        "-draw",
        "movenumber=40",
        "movecount=8",
        "score=10",
        "-pgnout",
        "file=games.pgn",
        "nodes=true",
        "-report",
        "penta=true",
        "-log",
        "file=match.log",
        "level=warn",
    ];
    let from_words = config(parse(words));
    assert_eq!(config(with_file(EXAMPLE, &["t.toml"])), from_words);
    assert_eq!(config(with_file(EXAMPLE, &["-config", "file=t.toml"])), from_words);
    assert_eq!(config(with_file(EXAMPLE, &["-config", "t.toml"])), from_words);
}

#[test]
fn the_command_line_has_the_last_word() {
    let changed =
        config(with_file(EXAMPLE, &["t.toml", "-rounds", "7", "-each", "option.Hash=64"]));
    assert_eq!(changed.rounds, 7);
    assert!(changed.engines.iter().all(|e| e.options.contains(&("Hash".into(), "64".into()))));
}

#[test]
fn mistakes_name_the_line() {
    for (text, expected) in [
        (
            "rounds = 5\nroundz = 6\n",
            "t.toml line 2 (roundz): unknown option `roundz`; did you mean `rounds`?",
        ),
        (
            "[sprt]\nelo0 = 0\nelo2 = 5\n",
            "t.toml line 3 (sprt): unknown key `elo2`; did you mean `elo0`?",
        ),
        (
            "\n\nrounds = \"many\"\n",
            "t.toml line 3 (rounds): `many` is not a whole number of at least 1",
        ),
        (
            "[[engine]]\ncmd = \"a\"\ntc = [1]\n",
            "t.toml line 3 (engine): `[1]` is not a string, a decimal number, true or false",
        ),
        ("config = \"x\"\n", "t.toml line 1 (config): a file cannot name another file"),
        (
            "rounds = 0x10\n",
            "t.toml line 1 (rounds): `0x10` is not a string, a decimal number, true or false",
        ),
    ] {
        assert_eq!(with_file(text, &["t.toml"]).unwrap_err().to_string(), expected);
    }
    let syntax = with_file("rounds = 5\nrounds = \n", &["t.toml"]).unwrap_err().to_string();
    assert!(syntax.starts_with("t.toml line 2: "), "{syntax}");
    let missing = with_file("", &["other.toml"]).unwrap_err().to_string();
    assert_eq!(missing, "cannot read other.toml: no such file");
}

#[test]
fn switches_may_be_off() {
    let text = "recover = false\nnoswap = false\nuse-affinity = false\nrepeat = false\n\
                each = { depth = 3 }\nengine = [{ cmd = \"a\" }, { cmd = \"b\" }]\n";
    let config = config(with_file(text, &["t.toml"]));
    assert!(!config.recover && config.swap_colours);
    assert_eq!((config.affinity, config.opening_repeats), (Affinity::Off, 1));
    assert_eq!(config.engines.len(), 2);
}

proptest::proptest! {
    #[test]
    fn any_text_is_survived(text in "([a-z]{1,8} ?= ?[\"0-9a-z\\[\\]{},.]{0,12}\n|\\[{1,2}[a-z]{1,7}\\]{1,2}\n|\\PC{0,20}\n){0,8}") {
        let _ = with_file(&text, &["t.toml"]);
    }
}
