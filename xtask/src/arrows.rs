// SPDX-License-Identifier: GPL-3.0-or-later
//! Which crate may use which: one table, checked against what cargo says and printed in
//! ARCHITECTURE.md.
//!
//! Only what ships counts. Tests may use what they like, as oracles and drivers do.

use crate::machine::{cargo, root};
use crate::summary::Verdict;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// A crate, what it keeps, and the crates of this workspace it may name.
struct Layer {
    name: &'static str,
    keeps: &'static str,
    may_use: &'static [&'static str],
}

/// From the rules of chess upwards. Every arrow points to an earlier row.
const LAYERS: &[Layer] = &[
    Layer { name: "chess", keeps: "the rules", may_use: &[] },
    Layer { name: "journal", keeps: "files that survive a crash, dates, Ctrl-C", may_use: &[] },
    Layer {
        name: "formats",
        keeps: "PGN, EPD, books, puzzles, training data",
        may_use: &["chess", "journal"],
    },
    Layer { name: "charts", keeps: "plots, board pictures, HTML parts", may_use: &["chess"] },
    Layer {
        name: "eval",
        keeps: "what a position is worth: classical with its ledger, NNUE, CNN, policy",
        may_use: &["chess"],
    },
    Layer {
        name: "search",
        keeps: "alpha-beta, MCTS, the transposition table, the clock, the score, events",
        may_use: &["chess", "eval"],
    },
    Layer {
        name: "papers",
        keeps: "the engines of five papers: evaluator, search, clock model, opening habit",
        may_use: &["chess", "eval", "search"],
    },
    Layer { name: "syzygy", keeps: "tablebases", may_use: &["chess", "search"] },
    Layer {
        name: "engine",
        keeps: "the façade: a request in, events out; options, levels",
        may_use: &["chess", "formats", "eval", "search", "papers", "syzygy"],
    },
    Layer {
        name: "explain",
        keeps: "why: evidence, motifs, words",
        may_use: &["chess", "eval", "search"],
    },
    Layer {
        name: "play",
        keeps: "a game and its players: time control, clock, referee, record, drivers of engines",
        may_use: &["chess", "journal", "formats", "search", "engine"],
    },
    Layer {
        name: "uci",
        keeps: "the engine's side of UCI",
        may_use: &["chess", "journal", "search", "engine"],
    },
    Layer {
        name: "arena",
        keeps: "matches: schedule, adjudication, statistics, reports; test suites",
        may_use: &["chess", "journal", "formats", "charts", "search", "syzygy", "play"],
    },
    Layer {
        name: "train",
        keeps: "data, teachers, trainers, tuning",
        may_use: &[
            "chess", "journal", "formats", "charts", "eval", "search", "papers", "play", "arena",
        ],
    },
    Layer {
        name: "analyse",
        keeps: "reports on games",
        may_use: &["chess", "journal", "formats", "charts", "search", "engine", "explain", "play"],
    },
    Layer {
        name: "study",
        keeps: "the papers' experiments: declared once, one driver, chapters and claims",
        may_use: &[
            "chess", "journal", "formats", "charts", "eval", "search", "papers", "engine", "play",
            "arena", "train", "analyse",
        ],
    },
    Layer {
        name: "web",
        keeps: "the page's server: games, analyses, explanations",
        may_use: &[
            "chess", "journal", "formats", "eval", "search", "papers", "syzygy", "engine",
            "explain", "play", "analyse",
        ],
    },
    Layer {
        name: "lichess",
        keeps: "the bot on lichess.org: challenges, games, chat, matchmaking",
        may_use: &["chess", "journal", "formats", "search", "engine", "explain", "play"],
    },
    Layer {
        name: "lichess-server",
        keeps: "a lichess of our own for tests, with faults on request; does not ship",
        may_use: &[],
    },
    Layer {
        name: "cluster",
        keeps: "Achilles: one engine, and one workshop, on many machines",
        may_use: &["chess", "journal", "formats", "search", "engine"],
    },
    Layer {
        name: "xanthos",
        keeps: "the binary: subcommands",
        may_use: &[
            "chess", "journal", "formats", "eval", "search", "papers", "syzygy", "engine",
            "explain", "play", "uci", "arena", "train", "analyse", "study", "web", "lichess",
            "cluster",
        ],
    },
];

/// Where the table stands in ARCHITECTURE.md.
const BEGIN: &str = "<!-- crates: written by `cargo xtask arrows` -->\n";
const END: &str = "<!-- end of crates -->\n";

/// Writes the table into ARCHITECTURE.md and checks it.
pub fn write_and_check() -> Verdict {
    let path = root().join("ARCHITECTURE.md");
    let written = std::fs::read_to_string(&path)
        .map_err(|error| error.to_string())
        .and_then(|text| with_table(&text).ok_or(format!("no line {:?}", BEGIN.trim_end())))
        .and_then(|text| std::fs::write(&path, text).map_err(|error| error.to_string()));
    if let Err(why) = written {
        return Verdict::Failed(format!("ARCHITECTURE.md: {why}"));
    }
    match used().map(|used| faults(&used)) {
        Ok(faults) if faults.is_empty() => Verdict::Passed,
        Ok(faults) => Verdict::Failed(faults.join("; ")),
        Err(why) => Verdict::Failed(why),
    }
}

/// The document with the table of today between its marks.
fn with_table(document: &str) -> Option<String> {
    let (before, rest) = document.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{BEGIN}{}{END}{after}", table()))
}

/// The table as Markdown.
fn table() -> String {
    let mut text = "| crate | what it keeps | may use |\n|---|---|---|\n".to_owned();
    for layer in LAYERS {
        let names = match layer.may_use {
            [] => "nothing".to_owned(),
            all if all.len() + 1 == LAYERS.len() => "all of them".to_owned(),
            some => some.join(", "),
        };
        let _ = writeln!(text, "| `{}` | {} | {names} |", layer.name, layer.keeps);
    }
    text
}

/// What each crate of the workspace really names in `[dependencies]`.
fn used() -> Result<BTreeMap<String, BTreeSet<String>>, String> {
    let mut command = cargo(&["metadata", "--no-deps", "--offline", "--format-version", "1"]);
    let output = command.output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let metadata: Value =
        serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
    let entries = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let packages = entries(&metadata["packages"]);
    let name = |package: &Value| short(package["name"].as_str().unwrap_or_default());
    let ours: BTreeSet<String> = packages.iter().map(name).collect();
    let shipped = |dependency: &&Value| dependency["kind"] != "dev";
    Ok(packages
        .iter()
        .filter(|package| package["name"] != "xtask")
        .map(|package| {
            let dependencies = entries(&package["dependencies"]);
            let named = dependencies.iter().filter(shipped).map(name);
            (name(package), named.filter(|used| ours.contains(used)).collect())
        })
        .collect())
}

/// `xanthos-chess` is `chess` in the table; the binary keeps its name.
fn short(package: &str) -> String {
    package.strip_prefix("xanthos-").unwrap_or(package).to_owned()
}

/// Every difference between the table and the workspace.
fn faults(used: &BTreeMap<String, BTreeSet<String>>) -> Vec<String> {
    let mut faults = Vec::new();
    let mut below = BTreeSet::new();
    for layer in LAYERS {
        let allowed: BTreeSet<&str> = layer.may_use.iter().copied().collect();
        for name in allowed.difference(&below) {
            faults.push(format!("{} may use {name}, which stands above it", layer.name));
        }
        below.insert(layer.name);
        let Some(found) = used.get(layer.name) else {
            faults.push(format!("there is no crate {}", layer.name));
            continue;
        };
        for name in found.iter().filter(|name| !allowed.contains(name.as_str())) {
            faults.push(format!("{} uses {name} and may not", layer.name));
        }
        for name in allowed.iter().filter(|&&name| !found.contains(name)) {
            faults.push(format!("{} may use {name} and does not", layer.name));
        }
    }
    for name in used.keys().filter(|name| !below.contains(name.as_str())) {
        faults.push(format!("crate {name} is not in the table"));
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_crate_uses_what_the_table_allows_and_nothing_else() {
        assert_eq!(faults(&used().unwrap()), Vec::<String>::new());
    }

    #[test]
    fn the_table_in_architecture_md_is_the_one_that_is_checked() {
        let document = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
        let current = with_table(&document).expect("ARCHITECTURE.md has the marks of the table");
        assert!(document == current, "stale table: run `cargo xtask arrows`");
    }

    #[test]
    fn every_path_in_architecture_md_exists() {
        let document = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
        let paths: Vec<&str> =
            document.split('`').filter(|quoted| quoted.contains("/src/")).collect();
        assert!(paths.len() > 60, "only {} paths found", paths.len());
        let missing = paths.iter().filter(|path| {
            let path = path.trim_start_matches("crates/");
            path.contains(char::is_whitespace) || !root().join("crates").join(path).exists()
        });
        assert_eq!(missing.collect::<Vec<_>>(), Vec::<&&str>::new());
    }

    #[test]
    fn an_arrow_that_points_upwards_is_a_fault() {
        let mut used = used().unwrap();
        used.get_mut("chess").unwrap().insert("search".to_owned());
        assert_eq!(faults(&used), ["chess uses search and may not"]);
    }
}
