// SPDX-License-Identifier: GPL-3.0-or-later
//! Fuzzing on the stable compiler: coverage by plain LLVM flags, no nightly sanitizers.

use crate::machine::{cargo, has, root, target};
use crate::steps::passes;
use crate::summary::{Summary, Verdict};
use std::path::PathBuf;
use std::process::Command;

/// The targets, by the name of their file in `fuzz/fuzz_targets`.
const TARGETS: [&str; 3] = ["fen", "uci_line", "pgn_movetext"];

/// Coverage for libFuzzer, and every assertion of the code under test.
const FLAGS: &str = "-Cpasses=sancov-module \
    -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares \
    -Cdebug-assertions --cfg=fuzzing";

/// Builds and runs every target for so many seconds.
pub fn run(seconds: u32, summary: &mut Summary) {
    if !has("c++") {
        return summary.skip("fuzz", "no C++ compiler to build libFuzzer with".to_owned());
    }
    let Some(host) = host() else {
        return summary.skip("fuzz", "rustc does not say what machine this is".to_owned());
    };
    summary.check("fuzz build", || build(&host));
    let folder = folder().join(host).join("release");
    for name in TARGETS {
        summary.check(&format!("fuzz {name}"), || {
            // What earlier runs found interesting lies beside the build; the seeds stay as they are.
            let found = target().join("fuzz-corpus").join(name);
            let crashes = target().join("fuzz-crashes");
            for folder in [&found, &crashes] {
                if let Err(error) = std::fs::create_dir_all(folder) {
                    return Verdict::Failed(format!("{}: {error}", folder.display()));
                }
            }
            let mut fuzzer = Command::new(folder.join(name));
            fuzzer
                .arg(format!("-max_total_time={seconds}"))
                .args(["-timeout=10", "-rss_limit_mb=2048", "-print_final_stats=1", "-verbosity=0"])
                .arg(format!("-artifact_prefix={}/{name}-", crashes.display()))
                .arg(found)
                .arg(root().join("fuzz/seeds").join(name));
            report(&mut fuzzer)
        });
    }
}

/// Runs a fuzzer, of whose many words only the last count when nothing is wrong.
fn report(fuzzer: &mut Command) -> Verdict {
    let output = match fuzzer.output() {
        Ok(output) => output,
        Err(error) => return Verdict::Failed(error.to_string()),
    };
    let words = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        println!("{words}");
        return Verdict::Failed(output.status.to_string());
    }
    for line in words.lines().filter(|line| line.starts_with("stat::number_of_executed_units")) {
        println!("{line}");
    }
    Verdict::Passed
}

fn folder() -> PathBuf {
    target().join("fuzz")
}

fn build(host: &str) -> Verdict {
    let mut build = cargo(&["build", "--release", "--locked", "--quiet"]);
    build.args(["--manifest-path", "fuzz/Cargo.toml"]);
    // With an explicit target the flags keep away from build scripts.
    build.args(["--target", host]).arg("--target-dir").arg(folder()).env("RUSTFLAGS", FLAGS);
    passes(&mut build)
}

fn host() -> Option<String> {
    let output = Command::new("rustc").arg("-vV").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    text.lines().find_map(|line| line.strip_prefix("host: ")).map(str::to_owned)
}
