// SPDX-License-Identifier: GPL-3.0-or-later
//! The docs page about options, made from the table.

use super::{Kind, TABLE};
use std::fmt::Write;

/// The page `docs/options.md`.
pub fn markdown() -> String {
    let mut page = String::from(
        "# Options\n\n\
         Every option of `setoption name … value …`, made from the table in \
         `crates/engine/src/options/table.rs` by `xanthos options --markdown`.\n\n\
         | name | type | default | range | what it changes |\n|---|---|---|---|---|\n",
    );
    for option in TABLE {
        let (default, range) = match option.kind {
            Kind::Spin { default, min, max } => (default.to_string(), format!("{min} to {max}")),
            Kind::Check { default } => (default.to_string(), "true, false".to_owned()),
            Kind::Text { default: "", .. } => ("empty".to_owned(), "any text".to_owned()),
            Kind::Text { default, fixed } => {
                (default.to_owned(), if fixed { "fixed" } else { "any text" }.to_owned())
            }
            Kind::Words { choices } => {
                ("empty".to_owned(), format!("any of {}", choices.join(", ")))
            }
            Kind::Combo { default, choices } => (default.to_owned(), choices.join(", ")),
            Kind::Button => ("–".to_owned(), "–".to_owned()),
        };
        let aliases = match option.aliases {
            [] => String::new(),
            names => format!(" Also understood as {}.", names.join(", ")),
        };
        let hidden = if option.hidden { " Shown by `ucifull` only." } else { "" };
        // Writing to a String can't fail.
        let _ = writeln!(
            page,
            "| {} | {} | {default} | {range} | {}{aliases}{hidden} |",
            option.name,
            option.kind.word(),
            option.help,
        );
    }
    page
}
