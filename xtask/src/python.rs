// SPDX-License-Identifier: GPL-3.0-or-later
//! The engine driven by python-chess, a client that shares no line with it.

use crate::machine::{quietly, root, target};
use crate::steps::build_engine;
use crate::summary::{Counts, Summary};
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Makes the environment, builds the engine and runs the scripts in `tests/python`.
pub fn conformance(summary: &mut Summary) {
    let folder = root().join("tests").join("python");
    let python = match environment() {
        Ok(python) => python,
        Err(why) => return summary.skip("python", why),
    };
    summary.counted("python", || {
        let Some(engine) = build_engine() else {
            println!("the engine could not be built");
            return Counts { failed: 1, ..Counts::default() };
        };
        let mut tests = Command::new(python);
        tests.current_dir(folder).env("XANTHOS", engine);
        tests.args(["-W", "error::ResourceWarning", "-m", "unittest", "--verbose"]);
        run(&mut tests)
    });
}

/// Runs `unittest`, which reports on standard error.
pub fn run(tests: &mut Command) -> Counts {
    let child = tests.stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) => {
            println!("{error}");
            return Counts { failed: 1, ..Counts::default() };
        }
    };
    let mut report = String::new();
    if let Some(stderr) = child.stderr.take() {
        for line in BufReader::new(stderr).lines().map_while(Result::ok) {
            println!("{line}");
            report.push_str(&line);
            report.push('\n');
        }
    }
    let success = child.wait().is_ok_and(|status| status.success());
    counts(&report, success)
}

/// Reads `Ran 45 tests in 19.5s` and `FAILED (failures=1, errors=2, skipped=3)`.
fn counts(report: &str, success: bool) -> Counts {
    let number = |text: &str| {
        let digits = text.split(|c: char| !c.is_ascii_digit()).find(|part| !part.is_empty());
        digits.and_then(|digits| digits.parse::<usize>().ok()).unwrap_or(0)
    };
    let ran = report.lines().rev().find_map(|line| line.strip_prefix("Ran ")).map_or(0, number);
    let verdict = report.lines().next_back().unwrap_or_default();
    let share = |word: &str| verdict.split_once(word).map_or(0, |(_, rest)| number(rest));
    let failed = share("failures=") + share("errors=");
    let skipped = share("skipped=");
    Counts {
        passed: ran.saturating_sub(failed + skipped),
        // Failing without a failed test means that it did not come to testing.
        failed: if success { failed } else { failed.max(1) },
        skipped: (0..skipped).map(|_| "a test in tests/python; see above".to_owned()).collect(),
    }
}

/// A virtual environment with the required packages, made once and kept with the build.
pub fn environment() -> Result<PathBuf, String> {
    let requirements = root().join("tests").join("python").join("requirements.txt");
    let folder = target().join("python");
    let python = folder.join("bin").join("python");
    if !python.is_file() && !quietly(Command::new("python3").args(["-m", "venv"]).arg(&folder)) {
        return Err("python3 cannot make a virtual environment".to_owned());
    }
    let mut pip = Command::new(&python);
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"]);
    if quietly(pip.arg(requirements)) {
        Ok(python)
    } else {
        Err("python-chess could not be installed".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_of_unittest_are_counted() {
        let sound = counts("a ... ok\n\nRan 45 tests in 19.491s\n\nOK\n", true);
        assert_eq!((sound.passed, sound.failed, sound.skipped.len()), (45, 0, 0));
        let mixed = "Ran 9 tests in 1.0s\n\nFAILED (failures=1, errors=2, skipped=3)\n";
        let mixed = counts(mixed, false);
        assert_eq!((mixed.passed, mixed.failed, mixed.skipped.len()), (3, 3, 3));
        let broken = counts("ModuleNotFoundError: no module\n", false);
        assert_eq!((broken.passed, broken.failed), (0, 1));
    }
}
