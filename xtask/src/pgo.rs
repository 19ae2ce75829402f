// SPDX-License-Identifier: GPL-3.0-or-later
//! Profile-guided optimisation: a build that counts, the bench, and a build that knows the counts.
//!
//! The counts are merged by `llvm-profdata`, which must be of the compiler's LLVM: from rustup's
//! `llvm-tools`, from the path, or from Debian's package `llvm-N`, which is installed where it may be.

use crate::machine::{cargo, install, root, target};
use crate::steps::passes;
use crate::summary::{Summary, Verdict};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds the engine with a profile of its own bench; it lies in `target/pgo/release`.
pub fn run(summary: &mut Summary) {
    let tool = match find_tool() {
        Ok(tool) => tool,
        Err(missing) => return summary.check("pgo", || Verdict::Failed(missing)),
    };
    let folder = target().join("pgo");
    let (raw, merged) = (folder.join("raw"), folder.join("merged.profdata"));
    let engine = folder.join("release").join("xanthos");
    // Counts of an earlier compiler or source would be mixed in.
    let _ = std::fs::remove_dir_all(&raw);
    let steps: [(&str, Command); 5] = [
        ("build that counts", build(&folder, &format!("-Cprofile-generate={}", raw.display()))),
        ("bench for the counts", bench(&engine)),
        ("merge", merge(&tool, &raw, &merged)),
        ("build by the counts", build(&folder, &format!("-Cprofile-use={}", merged.display()))),
        ("bench", bench(&engine)),
    ];
    for (name, mut command) in steps {
        summary.check(name, || passes(&mut command));
        if !summary.is_sound() {
            return;
        }
    }
    println!("{}", engine.display());
}

fn build(folder: &Path, flag: &str) -> Command {
    let mut build = cargo(&["build", "--release", "--package", "xanthos"]);
    build.arg("--target-dir").arg(folder).env("RUSTFLAGS", format!("-Ctarget-cpu=native {flag}"));
    build
}

fn bench(engine: &Path) -> Command {
    let mut bench = Command::new(engine);
    bench.arg("bench").current_dir(root());
    bench
}

fn merge(tool: &Path, raw: &Path, merged: &Path) -> Command {
    let mut merge = Command::new(tool);
    merge.arg("merge").arg("-o").arg(merged).arg(raw);
    merge
}

/// The tool of the tool chain, or one on the path that is new enough, or Debian's; else what is
/// missing.
fn find_tool() -> Result<PathBuf, String> {
    let about = output("rustc", &["-vV"]).ok_or("rustc does not answer")?;
    let wanted = major(&about).ok_or("rustc does not name its LLVM")?;
    let host = about.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or_default();
    let sysroot = output("rustc", &["--print", "sysroot"]).unwrap_or_default();
    let own = Path::new(sysroot.trim()).join("lib/rustlib").join(host).join("bin/llvm-profdata");
    if own.exists() {
        return Ok(own);
    }
    let versioned = format!("llvm-profdata-{wanted}");
    let mut there = None;
    for name in ["llvm-profdata", &versioned] {
        let found = version_of(name);
        if found.is_some_and(|found| found >= wanted) {
            return Ok(name.into());
        }
        there = there.or(found);
    }
    let package = format!("llvm-{wanted}");
    if install(&[&package]) && version_of(&versioned).is_some() {
        return Ok(versioned.into());
    }
    let there = there.map_or_else(
        || "there is none on the path".to_owned(),
        |found| format!("the one on the path is of LLVM {found}"),
    );
    Err(format!(
        "an llvm-profdata of LLVM {wanted} is missing ({there}): \
         try 'rustup component add llvm-tools', or the package {package} of a Debian"
    ))
}

fn version_of(tool: &str) -> Option<u32> {
    output(tool, &["--version"]).as_deref().and_then(major)
}

fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    String::from_utf8(output.stdout).ok()
}

/// The first number of `LLVM version 22.1.2` or `LLVM version: 22.1.2`.
fn major(text: &str) -> Option<u32> {
    let (_, rest) = text.split_once("LLVM version")?;
    let digits = rest.trim_start_matches([':', ' ']);
    digits.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read() {
        assert_eq!(major("rustc 1.95.0\nhost: x\nLLVM version: 22.1.2\n"), Some(22));
        assert_eq!(major("LLVM (http://llvm.org/):\n  LLVM version 14.0.6\n  Optimized"), Some(14));
        assert_eq!(major("Debian LLVM version 9\n"), Some(9));
        assert_eq!(major("gcc 12"), None);
        assert_eq!(major("LLVM version"), None);
    }

    #[test]
    fn a_tool_that_is_not_there_has_no_version() {
        assert_eq!(version_of("llvm-profdata-of-nobody"), None);
    }
}
