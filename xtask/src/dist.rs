// SPDX-License-Identifier: GPL-3.0-or-later
//! Packages: a portable binary with its manual pages, completions, desktop file, icon and unit, as
//! a tar file and as a Debian package, with checksums.
//!
//! Two runs on one commit make the same bytes: times are that of the commit, owners are root, and
//! names are sorted.

use crate::machine::{cargo, has, is_root, root, target};
use crate::steps::passes;
use crate::summary::{Summary, Verdict};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Makes the packages in `target/dist`; with `check`, builds them a second time elsewhere and
/// installs them into a clean Debian.
pub fn run(profile: &str, check: bool, summary: &mut Summary) {
    let folder = target().join("dist");
    let build = folder.join("build");
    summary.check("build", || passes(&mut portable_build(profile, &root(), &build)));
    if !summary.is_sound() {
        return;
    }
    let inside = if profile == "dev" { "debug" } else { profile };
    let binary = build.join(inside).join("xanthos");
    summary.check("packages", || match pack(&binary, &folder) {
        Ok(files) => {
            files.iter().for_each(|file| println!("{}", file.display()));
            Verdict::Passed
        }
        Err(error) => Verdict::Failed(error.to_string()),
    });
    if check && summary.is_sound() {
        build_again(profile, &folder, &binary, inside, summary);
        install(&folder, summary);
    }
}

/// The same commit in another folder makes the same program.
fn build_again(profile: &str, folder: &Path, binary: &Path, inside: &str, summary: &mut Summary) {
    let changed = output(Command::new("git").args(["status", "--porcelain"]).current_dir(root()));
    if !changed.is_ok_and(|text| text.is_empty()) {
        return summary.skip("build again", "the tree is not a commit".to_owned());
    }
    let again = folder.join("again");
    let _ = fs::remove_dir_all(&again);
    summary.check("build again", || {
        let clone = Command::new("git").arg("clone").arg("-q").arg(root()).arg(&again).status();
        if !clone.is_ok_and(|status| status.success()) {
            return Verdict::Failed("no clone".to_owned());
        }
        let target = again.join("target");
        let built = passes(&mut portable_build(profile, &again, &target));
        if built != Verdict::Passed {
            return built;
        }
        let second = target.join(inside).join("xanthos");
        match (fs::read(binary), fs::read(second)) {
            (Ok(one), Ok(other)) if one == other => Verdict::Passed,
            (Ok(one), Ok(other)) => {
                Verdict::Failed(format!("{} and {} bytes differ", one.len(), other.len()))
            }
            _ => Verdict::Failed("no binary".to_owned()),
        }
    });
}

/// Installs the packages into a clean Debian and plays there.
fn install(folder: &Path, summary: &mut Summary) {
    if !has("debootstrap") || !is_root() {
        return summary.skip("install", "needs root and debootstrap".to_owned());
    }
    summary
        .check("install", || passes(Command::new(root().join("packaging/check.sh")).arg(folder)));
}

/// A build for any x86-64 processor, whatever `.cargo/config.toml` says for everyday builds. Paths
/// of this machine stay out of it.
fn portable_build(profile: &str, tree: &Path, folder: &Path) -> Command {
    let mut build = cargo(&["build", "--locked", "--package", "xanthos", "--profile", profile]);
    build.current_dir(tree);
    let mut flags = "-Ctarget-cpu=x86-64".to_owned();
    flags += &format!(" --remap-path-prefix={}=.", tree.display());
    if let Some(home) = std::env::var_os("CARGO_HOME").or_else(|| {
        std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cargo").into_os_string())
    }) {
        flags += &format!(" --remap-path-prefix={}=cargo", PathBuf::from(home).display());
    }
    build.arg("--target-dir").arg(folder).env("RUSTFLAGS", flags);
    build
}

fn pack(binary: &Path, folder: &Path) -> io::Result<Vec<PathBuf>> {
    let name = format!("xanthos-{VERSION}-x86_64-linux");
    let tree = folder.join(&name);
    let _ = fs::remove_dir_all(&tree);
    lay_out(binary, &tree)?;
    let tar = folder.join(format!("{name}.tar.gz"));
    pack_tar(folder, &[&name], &tar)?;
    let deb = folder.join(format!("xanthos_{VERSION}_amd64.deb"));
    pack_deb(&tree, folder, &deb)?;
    let sums = folder.join("SHA256SUMS");
    let text: Result<String, io::Error> = [&tar, &deb]
        .iter()
        .map(|file| {
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            output(Command::new("sha256sum").arg(&name).current_dir(folder))
        })
        .collect();
    fs::write(&sums, text?)?;
    Ok(vec![tar, deb, sums])
}

/// The files as they lie below `/usr`.
fn lay_out(binary: &Path, tree: &Path) -> io::Result<()> {
    let put = |bytes: &[u8], place: &str| -> io::Result<()> {
        let path = tree.join(place);
        fs::create_dir_all(path.parent().unwrap_or(tree))?;
        fs::write(path, bytes)
    };
    fs::create_dir_all(tree.join("bin"))?;
    fs::copy(binary, tree.join("bin/xanthos"))?;
    let strip = Command::new("strip").arg(tree.join("bin/xanthos")).status();
    if !strip.is_ok_and(|status| status.success()) {
        println!("strip is not there: the binary keeps its symbols");
    }
    for (shell, place) in [
        ("bash", "share/bash-completion/completions/xanthos"),
        ("zsh", "share/zsh/vendor-completions/_xanthos"),
        ("fish", "share/fish/vendor_completions.d/xanthos.fish"),
    ] {
        let text = output(Command::new(binary).args(["completions", shell]))?;
        put(text.as_bytes(), place)?;
    }
    let manual = tree.join("share/man/man1");
    output(Command::new(binary).arg("manual").arg("--folder").arg(&manual))?;
    for entry in fs::read_dir(&manual)? {
        output(Command::new("gzip").args(["-9", "-n"]).arg(entry?.path()))?;
    }
    for (file, place) in [
        ("packaging/xanthos.desktop", "share/applications/xanthos.desktop"),
        ("web/public/mark.svg", "share/icons/hicolor/scalable/apps/xanthos.svg"),
        ("packaging/xanthos-page.service", "lib/systemd/user/xanthos-page.service"),
        ("packaging/xanthos-lichess.service", "lib/systemd/system/xanthos-lichess.service"),
        ("README.md", "share/doc/xanthos/README.md"),
        ("CHANGELOG.md", "share/doc/xanthos/CHANGELOG.md"),
        ("LICENSE", "share/doc/xanthos/copyright"),
    ] {
        put(&fs::read(root().join(file))?, place)?;
    }
    Ok(())
}

/// The moment of the commit, for everything that has a time.
fn commit_time() -> String {
    let time = output(Command::new("git").args(["log", "-1", "--format=%ct"]).current_dir(root()));
    time.map_or_else(|_| "0".to_owned(), |text| text.trim().to_owned())
}

fn pack_tar(folder: &Path, names: &[&str], target: &Path) -> io::Result<()> {
    let mut tar = Command::new("tar");
    tar.args([
        "--sort=name",
        "--owner=0",
        "--group=0",
        "--numeric-owner",
        "--mode=u+rw,go+rX,go-w",
    ]);
    tar.arg(format!("--mtime=@{}", commit_time()));
    // A packer that writes its own time would make every package another one.
    tar.args(["--use-compress-program=gzip -9 -n", "-cf"]).arg(target);
    tar.arg("-C").arg(folder).args(names);
    output(&mut tar).map(drop)
}

/// A Debian package is an archive of three files.
fn pack_deb(tree: &Path, folder: &Path, target: &Path) -> io::Result<()> {
    let work = folder.join("deb");
    let _ = fs::remove_dir_all(&work);
    let (data, control) = (work.join("data"), work.join("control"));
    fs::create_dir_all(&data)?;
    fs::create_dir_all(&control)?;
    output(Command::new("cp").arg("-r").arg(tree).arg(data.join("usr")))?;
    let size = output(Command::new("du").args(["-sk", "--apparent-size"]).arg(&data))?;
    let size = size.split_whitespace().next().unwrap_or("0").to_owned();
    fs::write(control.join("control"), control_text(&size, &needs(&tree.join("bin/xanthos"))))?;
    pack_tar(&control, &["./control"], &work.join("control.tar.gz"))?;
    pack_tar(&data, &["./usr"], &work.join("data.tar.gz"))?;
    let mut members = vec![("debian-binary", b"2.0\n".to_vec())];
    members.push(("control.tar.gz", fs::read(work.join("control.tar.gz"))?));
    members.push(("data.tar.gz", fs::read(work.join("data.tar.gz"))?));
    fs::write(target, archive(&members, &commit_time()))
}

fn control_text(size: &str, needs: &str) -> String {
    format!(
        "Package: xanthos\nVersion: {VERSION}\nArchitecture: amd64\n\
         Maintainer: The Xanthos authors <xanthos@localhost>\nInstalled-Size: {size}\n\
         Depends: {needs}\nSection: games\nPriority: optional\n\
         Description: chess engine that plays well and says why\n \
         UCI engine, a local page to play and analyse, explanations with the lines that prove\n \
         them, and a workbench for matches, books, tuning and training.\n"
    )
}

/// The C library that the binary asks for: the newest of its versions that is named.
fn needs(binary: &Path) -> String {
    let text = fs::read(binary).unwrap_or_default();
    let newest = versions(&text).into_iter().max();
    newest.map_or("libc6".to_owned(), |(a, b)| format!("libc6 (>= {a}.{b}), libgcc-s1"))
}

/// Every `GLIBC_2.17` in a file.
fn versions(bytes: &[u8]) -> Vec<(u32, u32)> {
    const NAME: &[u8] = b"GLIBC_2.";
    bytes
        .windows(NAME.len() + 3)
        .filter(|window| window.starts_with(NAME))
        .filter_map(|window| {
            let digits: Vec<u8> =
                window[NAME.len()..].iter().copied().take_while(u8::is_ascii_digit).collect();
            Some((2, std::str::from_utf8(&digits).ok()?.parse().ok()?))
        })
        .collect()
}

/// The archive format of `ar`.
fn archive(members: &[(&str, Vec<u8>)], time: &str) -> Vec<u8> {
    let mut out = b"!<arch>\n".to_vec();
    for (name, bytes) in members {
        let head =
            format!("{name:<16}{time:<12}{:<6}{:<6}{:<8}{:<10}`\n", 0, 0, 100_644, bytes.len());
        out.extend_from_slice(head.as_bytes());
        out.extend_from_slice(bytes);
        if bytes.len() % 2 == 1 {
            out.push(b'\n');
        }
    }
    out
}

/// Runs a command that must succeed; answers with what it says.
fn output(command: &mut Command) -> io::Result<String> {
    let done = command.output().map_err(|error| {
        io::Error::new(error.kind(), format!("{}: {error}", command.get_program().display()))
    })?;
    if !done.status.success() {
        let why = String::from_utf8_lossy(&done.stderr).trim().to_owned();
        let program = command.get_program().to_string_lossy().into_owned();
        return Err(io::Error::other(format!("{program}: {} {why}", done.status)));
    }
    String::from_utf8(done.stdout).map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_of_an_archive_begin_at_even_places() {
        let bytes = archive(&[("a", b"odd".to_vec()), ("b", b"even".to_vec())], "7");
        assert_eq!(&bytes[..8], b"!<arch>\n");
        assert_eq!(bytes.len(), 8 + 60 + 3 + 1 + 60 + 4);
        assert_eq!(&bytes[8..10], b"a ");
        assert_eq!(&bytes[72..74], b"b ");
        assert_eq!(&bytes[66..68], b"`\n");
    }

    #[test]
    fn versions_of_the_library_are_found() {
        let text = b"..GLIBC_2.17\0GLIBC_2.4\0GLIBC_2.34\0GLIBCXX_3";
        assert_eq!(versions(text).into_iter().max(), Some((2, 34)));
    }

    #[test]
    fn the_control_file_has_its_fields() {
        let text = control_text("12", "libc6 (>= 2.34)");
        for field in ["Package: xanthos\n", "Architecture: amd64\n", "Depends: libc6 (>= 2.34)\n"] {
            assert!(text.contains(field), "{text}");
        }
        assert!(text.lines().all(|line| !line.is_empty()));
    }

    /// Units name the program where the package puts it, and the container file asks for code that
    /// runs on every processor, not only on that of the builder.
    #[test]
    fn units_and_container_fit_the_packages() {
        let read = |file: &str| fs::read_to_string(root().join("packaging").join(file)).unwrap();
        for unit in ["xanthos-page.service", "xanthos-lichess.service"] {
            assert!(read(unit).contains("\nExecStart=/usr/bin/xanthos "), "{unit}");
        }
        let container = read("Containerfile");
        assert!(container.contains("RUSTFLAGS=-Ctarget-cpu=x86-64"), "{container}");
        // A stage that builds on a newer Debian than the other runs on has a newer C library.
        let images = container.lines().filter_map(|line| line.strip_prefix("FROM "));
        assert!(images.map(|image| image.contains("trixie")).eq([true, true]), "{container}");
    }

    /// What goes into the packages is there.
    #[test]
    fn files_of_the_packages_exist() {
        for file in [
            "packaging/xanthos.desktop",
            "packaging/xanthos-page.service",
            "packaging/xanthos-lichess.service",
            "packaging/check.sh",
            "web/public/mark.svg",
            "CHANGELOG.md",
        ] {
            assert!(root().join(file).is_file(), "{file}");
        }
    }
}
