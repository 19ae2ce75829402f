// SPDX-License-Identifier: GPL-3.0-or-later
//! The cluster: ranks that a real mpirun starts.

use crate::machine::{cargo, has, root, target};
use crate::python;
use crate::steps::{listened, passes};
use crate::summary::{Counts, Summary, Verdict};
use std::process::Command;

/// What of the conformance tests is run through rank 0 of two ranks. Not all of it: mpirun takes its
/// time, and a test may want the same nodes twice, which ranks that help each other never have.
const THROUGH_RANK_0: [&str; 3] = ["bestmove::", "go::", "position::"];

/// Builds the engine with MPI and tests it, where there is an MPI.
pub fn run(summary: &mut Summary) {
    if !has("mpirun") || !has("mpicc") {
        return summary.skip("cluster", "OpenMPI could not be installed".to_owned());
    }
    // The same resolution of features as in the step `tests`: little is built anew. Only the binary
    // itself is, and in a hurry: what takes time at play lies in the crates below it.
    let build = [
        "test",
        "--workspace",
        "--features",
        "xanthos/cluster",
        "--config",
        "profile.dev.package.xanthos.opt-level=0",
        "--config",
        "profile.test.package.xanthos.opt-level=0",
        "--test",
        "conformance",
    ];
    let mut built = false;
    summary.check("cluster build", || {
        let verdict = passes(cargo(&build).arg("--no-run"));
        built = verdict == Verdict::Passed;
        verdict
    });
    if !built {
        return;
    }
    summary.counted("cluster", || {
        let mut tests = cargo(&build);
        tests.env("XANTHOS_RANKS", "2").args(["--", "--show-output"]).args(THROUGH_RANK_0);
        listened(&mut tests)
    });
    let python = match python::environment() {
        Ok(python) => python,
        Err(why) => return summary.skip("cluster", why),
    };
    summary.counted("cluster", || -> Counts {
        let engine = target().join("debug").join("xanthos");
        let mut tests = Command::new(python);
        tests.current_dir(root().join("tests").join("cluster")).env("XANTHOS", engine);
        tests.args(["-m", "unittest", "--verbose"]);
        python::run(&mut tests)
    });
}
