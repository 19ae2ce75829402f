// SPDX-License-Identifier: GPL-3.0-or-later
//! The steps of a full test run, cheapest first.

use crate::machine::{cargo, root, target};
use crate::summary::{Counts, Summary, Verdict};
use crate::tests_output::Listener;
use crate::{bench_trailer, cluster, fuzz, page, python};
use clap::ValueEnum;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

/// A step of `cargo xtask test`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Step {
    /// Every file is formatted
    Fmt,
    /// No lint has anything to say
    Clippy,
    /// The build whose search margins are options still compiles
    Tune,
    /// The documentation builds without a warning
    Doc,
    /// Unit, integration, property and documentation tests
    Tests,
    /// Each fuzz target for a bounded time
    Fuzz,
    /// `bench` of the built engine is what the newest `Bench:` trailer says
    Bench,
    /// The engine as python-chess sees it
    Python,
    /// The page: its types and its logic
    Page,
    /// The page in a real browser
    Browser,
    /// Ranks that a real mpirun starts
    Cluster,
}

impl Step {
    /// The steps of a whole run, in order.
    pub const ALL: [Self; 11] = [
        Self::Fmt,
        Self::Clippy,
        Self::Tune,
        Self::Doc,
        Self::Tests,
        Self::Bench,
        Self::Fuzz,
        Self::Python,
        Self::Page,
        Self::Browser,
        // Last: it builds the engine of the others anew, with MPI.
        Self::Cluster,
    ];

    /// Runs the step and adds what it found.
    pub fn run(self, fuzz_seconds: u32, summary: &mut Summary) {
        match self {
            Self::Fmt => summary.check("fmt", || passes(&mut cargo(&["fmt", "--all", "--check"]))),
            Self::Clippy => summary.check("clippy", || {
                let lints = ["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"];
                passes(&mut cargo(&lints))
            }),
            Self::Tune => summary.check("tune", || {
                passes(&mut cargo(&["check", "--package", "xanthos", "--features", "tune"]))
            }),
            Self::Doc => summary.check("doc", || {
                let mut doc =
                    cargo(&["doc", "--workspace", "--no-deps", "--document-private-items"]);
                passes(doc.env("RUSTDOCFLAGS", "-D warnings"))
            }),
            Self::Tests => summary.counted("tests", || {
                let mut tests =
                    cargo(&["test", "--workspace", "--no-fail-fast", "--", "--show-output"]);
                if std::env::var_os(RANDOM_SEED).is_none() {
                    tests.env(RANDOM_SEED, seed_of_the_sources().to_string());
                }
                let counts = listened(&mut tests);
                BUILT_BY_TESTS.store(counts.passed > 0, Ordering::Relaxed);
                counts
            }),
            Self::Bench => summary.check("bench", bench_trailer::check),
            Self::Fuzz => fuzz::run(fuzz_seconds, summary),
            Self::Python => python::conformance(summary),
            Self::Page => page::logic(summary),
            Self::Browser => page::browser(summary),
            Self::Cluster => cluster::run(summary),
        }
    }
}

/// The tests of the rules and of tablebases with every limit lifted, and those of the hash table in
/// every order of threads.
pub fn slow_tests(summary: &mut Summary) {
    summary.counted("interleavings", || {
        let model = [
            "test",
            "-p",
            "xanthos-search",
            "--features",
            "interleavings",
            "--lib",
            "interleavings",
        ];
        listened(cargo(&model).args(["--", "--show-output"]))
    });
    for package in ["xanthos-chess", "xanthos-syzygy"] {
        summary.counted("slow", || {
            let slow = ["test", "--release", "-p", package, "--", "--show-output"];
            listened(cargo(&slow).env("XANTHOS_SLOW", "1"))
        });
    }
}

/// Measurements; they fail only when they cannot run.
pub fn bench(summary: &mut Summary) {
    summary.check("perft", || {
        let compare = ["run", "--release", "-p", "xanthos-chess", "--example", "perft_compare"];
        passes(&mut cargo(&compare))
    });
    summary.check("bench", || passes(&mut cargo(&["run", "--release", "--", "bench"])));
}

/// Where property tests take their random numbers from.
const RANDOM_SEED: &str = "PROPTEST_RNG_SEED";

/// The same sources get the same random cases, so that a verdict on a commit stands; each change of
/// the sources draws new ones. Another draw: `PROPTEST_RNG_SEED=7 cargo xtask test`.
fn seed_of_the_sources() -> u64 {
    let mut git = Command::new("git");
    git.current_dir(root()).args(["rev-parse", "HEAD^{tree}"]);
    let tree = git.output().map(|output| output.stdout).unwrap_or_default();
    let digits = String::from_utf8_lossy(&tree);
    let seed =
        digits.get(..16).and_then(|digits| u64::from_str_radix(digits, 16).ok()).unwrap_or(1);
    println!("property tests: {RANDOM_SEED}={seed}");
    seed
}

/// Whether `cargo test` has just built the engine for its black-box tests.
static BUILT_BY_TESTS: AtomicBool = AtomicBool::new(false);

/// Builds the engine as the tests use it: optimised, with every check on. Where the tests ran
/// it is there already; `cargo build` alone would choose other features of libraries than
/// `cargo test --workspace` does, and build half of them anew.
pub fn build_engine() -> Option<std::path::PathBuf> {
    let built = BUILT_BY_TESTS.load(Ordering::Relaxed)
        || passes(&mut cargo(&["build", "--quiet", "--bin", "xanthos"])) == Verdict::Passed;
    let name = format!("xanthos{}", std::env::consts::EXE_SUFFIX);
    built.then(|| target().join("debug").join(name))
}

/// Runs a command in the open; anything but success is a failure.
pub fn passes(command: &mut Command) -> Verdict {
    match command.status() {
        Ok(status) if status.success() => Verdict::Passed,
        Ok(status) => Verdict::Failed(status.to_string()),
        Err(error) => Verdict::Failed(error.to_string()),
    }
}

/// Runs tests that report as cargo's do.
pub fn listened(command: &mut Command) -> Counts {
    let mut listener = Listener::default();
    let mut child = match command.stdout(Stdio::piped()).spawn() {
        Ok(child) => child,
        Err(error) => {
            println!("{error}");
            return listener.finish(false);
        }
    };
    if let Some(stdout) = child.stdout.take() {
        for line in BufReader::new(stdout).split(b'\n').map_while(Result::ok) {
            let line = String::from_utf8_lossy(&line);
            if listener.hear(&line) {
                println!("{line}");
            }
        }
    }
    let success = child.wait().is_ok_and(|status| status.success());
    listener.finish(success)
}
