// SPDX-License-Identifier: GPL-3.0-or-later
//! Which networks are built in: those in `nets/`; `EVALFILE` names another to
//! evaluate with.

use std::path::{Path, PathBuf};

fn main() {
    println!("cargo::rerun-if-env-changed=EVALFILE");
    let named = std::env::var_os("EVALFILE").filter(|name| !name.is_empty()).map(PathBuf::from);
    // Asked when it runs: a script that a build kept may have been compiled in another folder.
    let here = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default();
    let workspace = Path::new(&here).join("../..");
    let net = match named {
        Some(path) if path.is_absolute() => path,
        Some(path) => workspace.join(path),
        None => workspace.join("nets/xanthos.xnn"),
    };
    assert!(net.is_file(), "there is no network at {}", net.display());
    println!("cargo::rerun-if-changed={}", net.display());
    println!("cargo::rustc-env=XANTHOS_NET={}", net.display());
    let policy = workspace.join("nets/xanthos.xpn");
    assert!(policy.is_file(), "there is no policy at {}", policy.display());
    println!("cargo::rerun-if-changed={}", policy.display());
    println!("cargo::rustc-env=XANTHOS_POLICY={}", policy.display());
}
