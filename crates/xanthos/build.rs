// SPDX-License-Identifier: GPL-3.0-or-later
//! Tells the program where it comes from: commit, compiler, target. Packagers who build from an
//! archive give `XANTHOS_COMMIT`.

use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-env-changed=XANTHOS_COMMIT");
    for name in ["HEAD", "logs/HEAD"] {
        if let Some(path) = output("git", &["rev-parse", "--git-path", name])
            && Path::new(&path).exists()
        {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    println!("cargo::rerun-if-changed=build.rs");
    // Whether the sources are those of the commit is asked again whenever one of them changes.
    println!("cargo::rerun-if-changed=..");
    println!("cargo::rerun-if-changed=../../Cargo.lock");
    println!("cargo::rerun-if-env-changed=EVALFILE");
    // The networks that crate eval builds in.
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let named = std::env::var_os("EVALFILE").filter(|name| !name.is_empty());
    let net = workspace.join(named.map_or_else(|| "nets/xanthos.xnn".into(), PathBuf::from));
    let mut sums = Vec::new();
    for file in [net, workspace.join("nets/xanthos.xpn"), workspace.join("nets/bannan.xcn")] {
        println!("cargo::rerun-if-changed={}", file.display());
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let sum =
            std::fs::read(&file).map_or_else(|_| "unknown".to_owned(), |bytes| sha256(&bytes));
        sums.push(format!("{name} {sum}"));
    }
    println!("cargo::rustc-env=BUILD_NETS={}", sums.join(";"));
    let given = std::env::var("XANTHOS_COMMIT").ok().filter(|text| !text.is_empty());
    let commit = given.or_else(|| {
        let commit = output("git", &["rev-parse", "--short=12", "HEAD"])?;
        let changed = output("git", &["status", "--porcelain", "--untracked-files=no", ".."]);
        Some(if changed.is_some() { format!("{commit}-dirty") } else { commit })
    });
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    for (name, value) in [
        ("BUILD_COMMIT", commit.unwrap_or_else(|| "unknown".to_owned())),
        ("BUILD_COMPILER", output(&rustc, &["--version"]).unwrap_or_default()),
        ("BUILD_TARGET", variable("TARGET")),
        ("BUILD_PROFILE", variable("PROFILE")),
        ("BUILD_CPU_FEATURES", variable("CARGO_CFG_TARGET_FEATURE")),
    ] {
        println!("cargo::rustc-env={name}={value}");
    }
}

fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let done = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(done.stdout).ok()?.trim().to_owned();
    (done.status.success() && !text.is_empty()).then_some(text)
}

/// The checksum that `sha256sum` prints (FIPS 180-4). A build script needs no library for it.
fn sha256(bytes: &[u8]) -> String {
    // Fractional parts of roots of the first primes.
    let primes: Vec<u64> =
        (2..312u64).filter(|n| (2..*n).take_while(|d| d * d <= *n).all(|d| n % d != 0)).collect();
    let fraction = |root: f64| ((root - root.floor()) * 4_294_967_296.0) as u32;
    let k: Vec<u32> = primes.iter().map(|&p| fraction((p as f64).cbrt())).collect();
    let mut hash: Vec<u32> = primes[..8].iter().map(|&p| fraction((p as f64).sqrt())).collect();
    let mut padded = bytes.to_vec();
    padded.push(0x80);
    while padded.len() % 64 != 56 {
        padded.push(0);
    }
    padded.extend((bytes.len() as u64 * 8).to_be_bytes());
    for block in padded.chunks_exact(64) {
        let mut w: Vec<u32> = block
            .chunks_exact(4)
            .map(|word| word.iter().fold(0, |sum, &byte| sum << 8 | u32::from(byte)))
            .collect();
        for i in 16..64 {
            let s0 = w[i - 15].rotate_right(7) ^ w[i - 15].rotate_right(18) ^ (w[i - 15] >> 3);
            let s1 = w[i - 2].rotate_right(17) ^ w[i - 2].rotate_right(19) ^ (w[i - 2] >> 10);
            w.push(w[i - 16].wrapping_add(s0).wrapping_add(w[i - 7]).wrapping_add(s1));
        }
        let mut v = hash.clone();
        for i in 0..64 {
            let s1 = v[4].rotate_right(6) ^ v[4].rotate_right(11) ^ v[4].rotate_right(25);
            let choice = (v[4] & v[5]) ^ (!v[4] & v[6]);
            let first =
                v[7].wrapping_add(s1).wrapping_add(choice).wrapping_add(k[i]).wrapping_add(w[i]);
            let s0 = v[0].rotate_right(2) ^ v[0].rotate_right(13) ^ v[0].rotate_right(22);
            let majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
            v.rotate_right(1);
            v[4] = v[4].wrapping_add(first);
            v[0] = first.wrapping_add(s0).wrapping_add(majority);
        }
        hash.iter_mut().zip(v).for_each(|(h, v)| *h = h.wrapping_add(v));
    }
    hash.iter().map(|word| format!("{word:08x}")).collect()
}
