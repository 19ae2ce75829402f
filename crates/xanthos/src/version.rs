// SPDX-License-Identifier: GPL-3.0-or-later
//! Where this program comes from: for `--version --verbose` and the word `compiler` of UCI.

use std::fmt::Write;

/// Version, commit, compiler, what the processor offers, the networks inside: a line each.
pub fn text() -> String {
    let mut out = format!("Xanthos {}\n", env!("CARGO_PKG_VERSION"));
    let mut line = |name: &str, value: &str| {
        let _ = writeln!(out, "{name:<10} {value}");
    };
    line("commit", env!("BUILD_COMMIT"));
    line("compiler", env!("BUILD_COMPILER"));
    line("target", env!("BUILD_TARGET"));
    line("profile", env!("BUILD_PROFILE"));
    line("features", if cfg!(feature = "tune") { "tune" } else { "none" });
    line("built for", env!("BUILD_CPU_FEATURES"));
    let kernels: Vec<&str> = eval::nnue::Kernel::available().iter().map(|k| k.name()).collect();
    line(
        "kernels",
        &format!("{} (used: {})", kernels.join(" "), eval::nnue::Kernel::best().name()),
    );
    for net in env!("BUILD_NETS").split(';') {
        line("net", net);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_told() {
        let text = text();
        for word in ["commit", "compiler", "rustc", "target", "kernels", "portable", "xanthos.xnn "]
        {
            assert!(text.contains(word), "{word}: {text}");
        }
    }
}
