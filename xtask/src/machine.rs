// SPDX-License-Identifier: GPL-3.0-or-later
//! The machine under the tests: where things are, and how missing parts get there.

use crate::steps::Step;
use crate::summary::Summary;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A Debian package, the program that shows it is there, and who needs it.
struct Part {
    package: &'static str,
    program: &'static str,
    needed_by: &'static [Step],
}

/// Opponents for real matches are played by the tests of the arena.
const PARTS: &[Part] = &[
    Part { package: "g++", program: "c++", needed_by: &[Step::Fuzz] },
    Part { package: "python3", program: "python3", needed_by: &[Step::Python] },
    Part { package: "python3-venv", program: "", needed_by: &[Step::Python] },
    Part { package: "stockfish", program: "stockfish", needed_by: &[Step::Tests] },
    Part { package: "toga2", program: "toga2", needed_by: &[Step::Tests] },
    Part { package: "openmpi-bin", program: "mpirun", needed_by: &[Step::Cluster] },
    Part { package: "libopenmpi-dev", program: "mpicc", needed_by: &[Step::Cluster] },
    Part { package: "libclang-dev", program: "", needed_by: &[Step::Cluster] },
    Part { package: "chromium", program: "chromium", needed_by: &[Step::Browser] },
    Part { package: "firefox-esr", program: "firefox-esr", needed_by: &[Step::Browser] },
    Part { package: "glaurung", program: "glaurung", needed_by: &[Step::Tests] },
];

/// The folder that holds the workspace.
pub fn root() -> PathBuf {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().unwrap_or(xtask).to_owned()
}

/// The folder of build results: this very program lies two floors above its ground.
pub fn target() -> PathBuf {
    let built = std::env::current_exe().ok();
    let floor = |exe: PathBuf| exe.parent().and_then(Path::parent).map(Path::to_owned);
    built.and_then(floor).unwrap_or_else(|| root().join("target"))
}

/// A cargo of the same toolchain, in the workspace.
pub fn cargo(arguments: &[&str]) -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.current_dir(root()).args(arguments);
    // Steps run once, from nothing on a new machine: what incremental builds keep for the next
    // time, and debugging data, would only fill its disk and take time.
    let lean = ["CARGO_INCREMENTAL", "CARGO_PROFILE_DEV_DEBUG", "CARGO_PROFILE_TEST_DEBUG"];
    for name in lean.into_iter().filter(|name| std::env::var_os(name).is_none()) {
        command.env(name, "0");
    }
    command
}

/// Whether a program can be found; games live in a folder of their own on Debian.
pub fn has(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .chain([PathBuf::from("/usr/games")])
        .any(|folder| folder.join(program).is_file())
}

/// Installs what the steps need and the machine lacks, and notes what stays missing.
pub fn install_missing(steps: &[Step], summary: &mut Summary) {
    let missing: Vec<&Part> = PARTS
        .iter()
        .filter(|part| part.needed_by.iter().any(|step| steps.contains(step)))
        .filter(|part| !part.is_there())
        .collect();
    if missing.is_empty() {
        return;
    }
    let packages: Vec<&str> = missing.iter().map(|part| part.package).collect();
    println!("\n-- missing on this machine: {}", packages.join(" "));
    install(&packages);
    for part in missing.iter().filter(|part| !part.is_there()) {
        summary.skip("set-up", format!("Debian package {} could not be installed", part.package));
    }
}

/// Installs Debian packages, where that is possible; true when all are there.
pub fn install(packages: &[&str]) -> bool {
    if !is_root() || !has("apt-get") {
        return false;
    }
    if apt_install(packages) {
        return true;
    }
    // Package lists may be old or empty on a fresh machine: ask for new ones only then. What is
    // missing must not keep out what is there.
    if !quietly(Command::new("apt-get").arg("update")) {
        return false;
    }
    let missing = packages.iter().filter(|package| !apt_install(&[package])).count();
    missing == 0
}

impl Part {
    fn is_there(&self) -> bool {
        match self.package {
            "python3-venv" => {
                quietly(Command::new("python3").args(["-c", "import venv, ensurepip"]))
            }
            "libclang-dev" => quietly(Command::new("dpkg").args(["-s", self.package])),
            _ => has(self.program),
        }
    }
}

fn apt_install(packages: &[&str]) -> bool {
    let mut command = Command::new("apt-get");
    command.env("DEBIAN_FRONTEND", "noninteractive");
    command.args(["install", "-y", "-qq", "--no-install-recommends"]).args(packages);
    quietly(&mut command)
}

/// Whether this is root.
pub fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.starts_with(b"0\n"))
}

/// Runs a command without its output; true when it went well.
pub fn quietly(command: &mut Command) -> bool {
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}
