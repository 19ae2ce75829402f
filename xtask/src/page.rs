// SPDX-License-Identifier: GPL-3.0-or-later
//! The page: its types, the tests of its own logic, and the whole of it in a real browser.

use crate::machine::{has, quietly, root, target};
use crate::steps::{build_engine, passes};
use crate::summary::{Counts, Summary};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{fs, io};

/// Debian's browser; the tests know it under this name too.
const CHROMIUM: &str = "chromium";

/// What runs Node in a copy of `web/` with all packages; `None` where that can't be.
fn node(summary: &mut Summary) -> Option<impl Fn(&[&str]) -> Command + use<>> {
    if !has("node") || !has("npm") {
        summary.skip("page", "Node.js with npm is not installed".to_owned());
        return None;
    }
    match prepared() {
        Ok(work) => Some(move |arguments: &[&str]| {
            let mut command = Command::new("node");
            command.current_dir(&work).env("NO_COLOR", "1").args(arguments);
            command
        }),
        Err(why) => {
            summary.skip("page", why);
            None
        }
    }
}

/// Checks the page's types and tests its own logic.
pub fn logic(summary: &mut Summary) {
    let Some(tool) = node(summary) else { return };
    summary.check("page types", || passes(&mut tool(&["node_modules/typescript/bin/tsc"])));
    summary.counted("page logic", || {
        listened(&mut tool(&["node_modules/vitest/vitest.mjs", "run", "--reporter=tap-flat"]))
    });
}

/// Drives the page in a real browser.
pub fn browser(summary: &mut Summary) {
    let Some(tool) = node(summary) else { return };
    if !has(CHROMIUM) {
        return summary
            .skip("browser", "Debian package chromium could not be installed".to_owned());
    }
    summary.counted("browser", || {
        let Some(engine) = build_engine() else {
            println!("the engine could not be built");
            return Counts { failed: 1, ..Counts::default() };
        };
        let mut tests = tool(&["--test-reporter=tap", "tests/browser/page.test.mjs"]);
        listened(tests.env("XANTHOS", engine))
    });
}

/// A copy of `web/` with all packages, kept with the build; the tree stays as it is.
fn prepared() -> Result<PathBuf, String> {
    let work = target().join("page");
    let copied = copy(&root().join("web"), &work);
    copied.map_err(|error| format!("web/ could not be copied: {error}"))?;
    let lock = fs::read(work.join("package-lock.json")).map_err(|error| error.to_string())?;
    let installed = work.join("installed");
    if fs::read(&installed).is_ok_and(|known| known == lock) {
        return Ok(work);
    }
    let mut npm = Command::new("npm");
    npm.args(["ci", "--prefer-offline", "--no-audit", "--no-fund"]).current_dir(&work);
    if !quietly(&mut npm) {
        return Err("the packages of web/package-lock.json could not be installed".to_owned());
    }
    fs::write(installed, lock).map_err(|error| error.to_string())?;
    Ok(work)
}

/// Copies the sources over what an earlier run left, without packages and built files.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for source in ["src", "tests", "public"] {
        if to.join(source).exists() {
            fs::remove_dir_all(to.join(source))?;
        }
    }
    copy_folder(from, to)
}

fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name();
        if name == "node_modules" || name == "dist" {
            continue;
        }
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &to.join(name))?;
        } else {
            fs::copy(entry.path(), to.join(name))?;
        }
    }
    Ok(())
}

/// Runs tests that report in TAP and shows what they say.
fn listened(command: &mut Command) -> Counts {
    let mut child = match command.stdout(Stdio::piped()).spawn() {
        Ok(child) => child,
        Err(error) => {
            println!("{error}");
            return Counts { failed: 1, ..Counts::default() };
        }
    };
    let mut counts = Counts::default();
    if let Some(stdout) = child.stdout.take() {
        for line in BufReader::new(stdout).split(b'\n').map_while(Result::ok) {
            let line = String::from_utf8_lossy(&line);
            println!("{line}");
            hear(&line, &mut counts);
        }
    }
    let success = child.wait().is_ok_and(|status| status.success());
    if !success {
        // Failing without a failed test means that it did not come to testing.
        counts.failed = counts.failed.max(1);
    }
    counts
}

/// A line of TAP that is a test of its own: not indented, `ok` or `not ok`.
fn hear(line: &str, counts: &mut Counts) {
    let skipped = line.contains("# SKIP");
    if line.starts_with("not ok ") {
        counts.failed += 1;
    } else if line.starts_with("ok ") && skipped {
        counts.skipped.push(line.to_owned());
    } else if line.starts_with("ok ") {
        counts.passed += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_tap_are_counted() {
        let report = "TAP version 13\n# Subtest: a game\nok 1 - a game\n  ---\n  ok 9 - inner\n\
                      not ok 2 - another\nok 3 - third # SKIP no browser\n1..3\n# pass 1\n";
        let mut counts = Counts::default();
        report.lines().for_each(|line| hear(line, &mut counts));
        assert_eq!((counts.passed, counts.failed, counts.skipped.len()), (1, 1, 1));
    }
}
