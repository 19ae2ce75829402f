// SPDX-License-Identifier: GPL-3.0-or-later
//! The arena alone, without the other crates: `arena match ...` and
//! `arena epd ...`.

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    match args.next().as_deref() {
        Some("match") => arena::cli::main(args.collect()),
        Some("epd") => arena::epd::cli::main(args.collect()),
        _ => {
            eprintln!("usage: arena match|epd ...");
            ExitCode::from(2)
        }
    }
}
