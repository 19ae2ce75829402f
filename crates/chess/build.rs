// SPDX-License-Identifier: GPL-3.0-or-later
//! Decides how sliding attacks are looked up: `cfg(pext)` on x86-64 with BMI2,
//! but not on the AMD families whose PEXT is microcoded and slower than a
//! magic multiplication. `XANTHOS_SLIDERS=pext|magic` overrules the choice.

use std::env;
use std::fs;

fn main() {
    println!("cargo::rustc-check-cfg=cfg(pext)");
    println!("cargo::rerun-if-env-changed=XANTHOS_SLIDERS");
    println!("cargo::rerun-if-changed=build.rs");
    let x86 = env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "x86_64");
    let bmi2 = env::var("CARGO_CFG_TARGET_FEATURE")
        .is_ok_and(|features| features.split(',').any(|feature| feature == "bmi2"));
    let wanted = match env::var("XANTHOS_SLIDERS").as_deref() {
        Ok("magic") => false,
        Ok("pext") => true,
        _ => !(native_build() && slow_pext()),
    };
    if x86 && bmi2 && wanted {
        println!("cargo::rustc-cfg=pext");
    }
}

/// Is the program built for the very CPU that builds it?
fn native_build() -> bool {
    env::var("CARGO_ENCODED_RUSTFLAGS").is_ok_and(|flags| flags.contains("target-cpu=native"))
}

/// AMD before Zen 3 (family 25) has BMI2 but a slow PEXT.
fn slow_pext() -> bool {
    let Ok(cpu) = fs::read_to_string("/proc/cpuinfo") else { return false };
    let field = |name: &str| {
        cpu.lines().find(|line| line.starts_with(name)).and_then(|line| line.split(": ").nth(1))
    };
    field("vendor_id") == Some("AuthenticAMD")
        && field("cpu family").and_then(|family| family.parse().ok()).is_some_and(|f: u32| f < 25)
}
