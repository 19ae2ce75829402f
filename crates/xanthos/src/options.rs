// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos options`

use engine::options::{Kind, TABLE, markdown};
use std::io::{self, Write};
use std::process::ExitCode;

/// Prints the table of options.
pub fn run(as_markdown: bool) -> anyhow::Result<ExitCode> {
    let mut stdout = io::stdout().lock();
    if as_markdown {
        stdout.write_all(markdown().as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    for option in TABLE {
        let values = match option.kind {
            Kind::Spin { default, min, max } => format!("{default} ({min} to {max})"),
            Kind::Check { default } => default.to_string(),
            Kind::Text { default: "", .. } => "empty".into(),
            Kind::Text { default, .. } => format!("\"{default}\""),
            Kind::Words { choices } => format!("empty (any of {})", choices.join(", ")),
            Kind::Combo { default, choices } => format!("{default} ({})", choices.join(", ")),
            Kind::Button => "press".into(),
        };
        writeln!(stdout, "{} = {values}", option.name)?;
        writeln!(stdout, "    {}", option.help)?;
    }
    Ok(ExitCode::SUCCESS)
}
