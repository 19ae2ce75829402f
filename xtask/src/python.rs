// SPDX-License-Identifier: GPL-3.0-or-later
//! The engine driven by python-chess, a client that shares no line with it.

use crate::machine::{quietly, root, target};
use crate::steps::{build_engine, passes};
use crate::summary::{Summary, Verdict};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Makes the environment, builds the engine and runs the scripts in `tests/python`.
pub fn conformance(summary: &mut Summary) {
    let folder = root().join("tests").join("python");
    let python = match environment(&folder.join("requirements.txt")) {
        Ok(python) => python,
        Err(why) => return summary.skip("python", why),
    };
    summary.check("python", || {
        let Some(engine) = build_engine() else {
            return Verdict::Failed("the engine could not be built".to_owned());
        };
        let mut tests = Command::new(python);
        tests.current_dir(folder).env("XANTHOS", engine);
        tests.args(["-W", "error::ResourceWarning", "-m", "unittest", "--verbose"]);
        passes(&mut tests)
    });
}

/// A virtual environment with the required packages, made once and kept with the build.
fn environment(requirements: &Path) -> Result<PathBuf, String> {
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
