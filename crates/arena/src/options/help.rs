// SPDX-License-Identifier: GPL-3.0-or-later
//! The help text, made from the table of options.

use super::engine::KEYS;
use super::flags::{FLAGS, Section};

/// The whole help.
pub fn text() -> String {
    let mut out = String::from(
        "Plays engines against each other.\n\n\
         Usage:\n  \
         xanthos match -engine cmd=A ... -engine cmd=B ... -each tc=8+0.08 [options]\n  \
         xanthos match TOURNAMENT.toml [options]\n",
    );
    for (section, title) in [
        (Section::Engines, "Engines"),
        (Section::Tournament, "Tournament"),
        (Section::Openings, "Openings"),
        (Section::Adjudication, "Adjudication"),
        (Section::Output, "Output"),
        (Section::Running, "Running"),
        (Section::Ignored, "Understood and ignored, with a warning"),
    ] {
        out += &format!("\n{title}:\n");
        for flag in FLAGS.iter().filter(|flag| flag.section == section) {
            let names: Vec<String> = std::iter::once(&flag.name)
                .chain(flag.aliases)
                .map(|name| format!("-{name}"))
                .collect();
            out += format!("  {} {}", names.join(", "), flag.usage).trim_end();
            out += &format!("\n        {}\n", flag.help);
        }
        if section == Section::Engines {
            out += "\n  Keys of -engine and -each:\n";
            for (key, help) in KEYS {
                out += &format!("    {key:<12} {help}\n");
            }
        }
    }
    out += "\nOptions may also be written with two dashes. In a TOML file every option is a\n\
            key: switches are true, key=value words are tables, [[engine]] is repeated.\n";
    out
}
