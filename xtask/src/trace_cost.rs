// SPDX-License-Identifier: GPL-3.0-or-later
//! What the ledger costs when nobody listens: instructions of an evaluation, counted
//! beside the same evaluation with everything about the trace cut out of its source.
//!
//! The cut is made in a copy of the workspace, by rules that each must find something:
//! every statement that speaks to the trace goes, so does the argument that only the trace
//! wants (the squares concerned), so does the reference to the trace, and `T::LISTENS` is
//! written out as `false`.

use crate::machine::{cargo, has, root, target};
use crate::summary::{Summary, Verdict};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Rounds over the positions; what two runs differ by is evaluation alone.
const ROUNDS: [u64; 2] = [2, 12];

/// How the programs are compiled.
struct Build {
    name: &'static str,
    /// The newest instruction set that valgrind can follow, and what is switched off.
    flags: &'static str,
    /// Whether only a developer's compiler takes these flags.
    unstable: bool,
}

/// Two ways, because one alone does not tell a cost from a whim: the compiler's inliners go by the
/// size of functions, also by calls that will come to nothing, and a different decision moves
/// the count by a per cent up or down. What the trace really cost would show in both.
const BUILDS: [Build; 2] = [
    Build { name: "release", flags: "-C target-cpu=x86-64-v3", unstable: false },
    Build {
        name: "no-early-inlining",
        flags: "-C target-cpu=x86-64-v3 -Z inline-mir=no",
        unstable: true,
    },
];

/// More than this, in per cent and in every build, is a cost.
const NOISE: f64 = 1.0;

/// Counts for every evaluator and prints a table. Fails when the trace costs something.
pub fn run(evaluators: &[String], summary: &mut Summary) {
    summary.check("trace-cost", || {
        if !has("valgrind") {
            return Verdict::Skipped("valgrind is not installed".into());
        }
        match compare(evaluators) {
            Ok(true) => Verdict::Passed,
            Ok(false) => Verdict::Failed("the trace costs something although it is off".into()),
            Err(why) => Verdict::Failed(why),
        }
    });
}

fn compare(evaluators: &[String]) -> Result<bool, String> {
    let folder = target().join("trace-cost");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let copy = folder.join("source");
    strip_copy(&copy)?;

    println!("instructions of evaluations: {ROUNDS:?} rounds over the positions, the difference\n");
    println!("{:<18} {:<11} {:>12} {:>14}", "build", "evaluator", "trace off", "trace removed");
    let mut excesses = vec![f64::INFINITY; evaluators.len()];
    for build in &BUILDS {
        let with = make(build, &root(), &folder.join(build.name))?;
        let without = make(build, &copy, &folder.join(format!("{}-removed", build.name)))?;
        for (evaluator, least) in evaluators.iter().zip(&mut excesses) {
            let (off, evaluations) = instructions(&with, evaluator)?;
            let (removed, _) = instructions(&without, evaluator)?;
            let excess = 100.0 * (off as f64 / removed as f64 - 1.0);
            *least = least.min(excess);
            println!(
                "{:<18} {evaluator:<11} {off:>12} {removed:>14}   {:.1} each, {excess:+.2} %",
                build.name,
                off as f64 / evaluations as f64,
            );
        }
    }
    Ok(excesses.iter().all(|&excess| excess < NOISE))
}

/// Builds the example of `workspace` in a folder of its own: for cargo, the copy in the same
/// folder would be the same package, and by its date perhaps already built.
fn make(build: &Build, workspace: &Path, folder: &Path) -> Result<PathBuf, String> {
    let example = ["build", "--release", "-q", "-p", "xanthos-papers", "--example", "cost"];
    let mut command = cargo(&example);
    command.current_dir(workspace);
    command.env("RUSTFLAGS", build.flags).env("CARGO_TARGET_DIR", folder);
    if build.unstable {
        command.env("RUSTC_BOOTSTRAP", "1");
    }
    // The copy has parameters that nobody uses any more, and says so at length.
    let output = command.output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(format!(
            "cargo {} fails in {}:\n{said}",
            example.join(" "),
            workspace.display()
        ));
    }
    Ok(folder.join("release").join("examples").join("cost"))
}

/// Instructions that the rounds between differ by, and for how many evaluations.
fn instructions(program: &Path, evaluator: &str) -> Result<(u64, u64), String> {
    let mut counted = Vec::new();
    for rounds in ROUNDS {
        let mut valgrind = Command::new("valgrind");
        valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
        let output = valgrind.arg(program).arg(evaluator).arg(rounds.to_string()).output();
        let output = output.map_err(|error| format!("valgrind: {error}"))?;
        let said = String::from_utf8_lossy(&output.stdout);
        let evaluations = first_number(&said, "").ok_or(format!("{evaluator}: {said}"))?;
        let told = String::from_utf8_lossy(&output.stderr);
        let collected = first_number(&told, "Collected : ").ok_or(format!("valgrind: {told}"))?;
        counted.push((collected, evaluations));
    }
    let [(few, less), (many, more)] = counted[..] else { return Err("no counts".into()) };
    Ok((many - few, more - less))
}

/// The number behind `label`.
fn first_number(text: &str, label: &str) -> Option<u64> {
    let rest = &text[text.find(label)? + label.len()..];
    rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// Copies the workspace to `copy`, with the trace cut out of the evaluators.
fn strip_copy(copy: &Path) -> Result<(), String> {
    let fails = |error: io::Error| format!("{}: {error}", copy.display());
    if copy.exists() {
        fs::remove_dir_all(copy).map_err(fails)?;
    }
    for part in ["crates", "xtask"] {
        copy_folder(&root().join(part), &copy.join(part)).map_err(fails)?;
    }
    for file in ["Cargo.toml", "Cargo.lock"] {
        fs::copy(root().join(file), copy.join(file)).map_err(fails)?;
    }
    let source = copy.join("crates/eval/src");
    let mut statements = 0;
    for file in sources(&source).map_err(fails)? {
        if file.ends_with("trace.rs") {
            continue;
        }
        let text = fs::read_to_string(&file).map_err(fails)?;
        let (text, cut) = without_trace(&text);
        statements += cut;
        fs::write(&file, text).map_err(fails)?;
    }
    if statements == 0 {
        return Err("no statement speaks to the trace".into());
    }
    println!("{statements} statements that speak to the trace, removed");
    for (file, from, to) in RULES {
        let path = source.join(file);
        let text = fs::read_to_string(&path).map_err(fails)?;
        if !text.contains(from) {
            return Err(format!("{file} no longer has '{from}': the rules of the cut are old"));
        }
        fs::write(&path, text.replace(from, to)).map_err(fails)?;
    }
    Ok(())
}

/// What is more than a statement: file, text, replacement.
const RULES: &[(&str, &str, &str)] = &[
    ("tally.rs", "trace: &'a mut T,", "trace: std::marker::PhantomData<&'a mut T>,"),
    ("tally.rs", "weights, trace, sum", "weights, trace: std::marker::PhantomData, sum"),
    ("tally.rs", ", squares: Bitboard", ""),
    ("tally.rs", "        squares: Bitboard,\n", ""),
    (
        "personas/mod.rs",
        "    trace: &mut T,\n) -> i32 {",
        "    trace: std::marker::PhantomData<&mut T>,\n) -> i32 {",
    ),
];

/// The text without statements that speak to the trace and without the arguments that only it
/// wants; and how many statements there were.
fn without_trace(text: &str) -> (String, usize) {
    let mut text = text.replace("T::LISTENS", "false");
    let mut statements = 0;
    for call in ["trace.count(", "trace.credit(", "trace.adjust(", "trace.scale("] {
        while let Some(at) = text.find(call) {
            let start = text[..at].rfind(['\n', '{', ';']).map_or(0, |before| before + 1);
            let Some(end) = closing(&text, at + call.len()) else { break };
            // The semicolon goes with it.
            text.replace_range(start..(end + 2).min(text.len()), "");
            statements += 1;
        }
    }
    for call in ["tally.add(", "tally.threaten("] {
        let mut from = 0;
        while let Some(found) = text[from..].find(call) {
            let open = from + found + call.len();
            let Some(end) = closing(&text, open) else { break };
            if let Some(comma) = last_comma(&text[open..end]) {
                text.replace_range(open + comma..end, "");
            }
            from = open;
        }
    }
    (text, statements)
}

/// Where the bracket closes that was opened just before `from`.
fn closing(text: &str, from: usize) -> Option<usize> {
    let mut depth = 1;
    for (at, c) in text[from..].char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(from + at);
        }
    }
    None
}

/// The comma before the last argument.
fn last_comma(arguments: &str) -> Option<usize> {
    let mut depth = 0;
    let mut last = None;
    let body = arguments.trim_end().trim_end_matches(',');
    for (at, c) in body.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => last = Some(at),
            _ => {}
        }
    }
    last
}

fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let there = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &there)?;
        } else {
            fs::copy(entry.path(), there)?;
        }
    }
    Ok(())
}

/// Every Rust file of a folder and its folders.
fn sources(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(sources(&path)?);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_and_arguments_are_cut() {
        let source = "fn f() {\n    let a = g(1, 2);\n    tally.trace.count(Place { slot, i }, \
                      h(a),\n        b);\n    tally.add(us, A, i, 1, x(y, z));\n    if T::LISTENS \
                      && a { tally.trace.credit(a, b); }\n    tally.threaten(\n        us,\n        \
                      q,\n    );\n}\n";
        let wanted = "fn f() {\n    let a = g(1, 2);\n\n    tally.add(us, A, i, 1);\n    if false \
                      && a { }\n    tally.threaten(\n        us);\n}\n";
        let (text, statements) = without_trace(source);
        assert_eq!(statements, 2);
        assert_eq!(text.replace("\n\n", "\n"), wanted.replace("\n\n", "\n"));
    }

    #[test]
    fn what_valgrind_says_is_read() {
        assert_eq!(first_number("== 12 == Collected : 9876\n", "Collected : "), Some(9876));
        assert_eq!(first_number("118 evaluations, sum 3", ""), Some(118));
    }
}
