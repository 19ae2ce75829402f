// SPDX-License-Identifier: GPL-3.0-or-later
//! The table of claims: what every study in a folder says about the papers.

use std::fmt::Write as _;
use std::path::Path;

use serde::Deserialize;

use crate::page::cell;
use crate::{ALL, Claim, StudyError};

/// The part of a study's JSON file that the table needs.
#[derive(Deserialize)]
struct Told {
    command: String,
    claims: Vec<Claim>,
}

/// The page, made of the JSON files of a folder.
///
/// # Errors
/// When a file cannot be read or is not what a study writes.
pub fn claims_page(folder: &Path) -> Result<String, StudyError> {
    let mut out = "# Studies\n\nThe papers make claims; `xanthos study NAME` measures them, shows progress, goes on after an \
        interruption, and writes a page with charts, Markdown, CSV and JSON. `xanthos study` lists all studies and \
        what can be set. This page and the chapters are written by these commands (with `--docs docs/studies`); no number in \
        them was typed by hand. Larger sizes are parameters.\n\n\
        Errors are those of 95 %. In games each opening (eight half-moves as masters play them) is played twice, at fixed nodes, so that the load of the \
        machine does not matter; a game ends when both sides see ten pawns of difference four times.\n\n\
        | claim | source | measured | verdict | command |\n|---|---|---|---|---|\n"
        .to_owned();
    let mut commands = String::new();
    for study in ALL {
        let path = folder.join(format!("{}.json", study.name));
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
            Err(error) => return Err(StudyError::file(&path)(error)),
        };
        let told: Told = serde_json::from_str(&text)
            .map_err(|error| StudyError::Failed(format!("{}: {error}", path.display())))?;
        for claim in &told.claims {
            let cells = [&claim.claim, &claim.source, &claim.measured].map(|text| cell(text));
            let name = study.name;
            let _ = writeln!(
                out,
                "| {} | {} | [`xanthos study {name}`]({name}.md) |",
                cells.join(" | "),
                claim.verdict.word()
            );
        }
        let _ = writeln!(
            commands,
            "| [{}]({}.md) | {} | `{}` |",
            study.name,
            study.name,
            study.question,
            cell(&told.command)
        );
    }
    let _ =
        write!(out, "\n## Commands\n\n| study | question | command |\n|---|---|---|\n{commands}");
    Ok(out)
}

/// Writes it as README.md of the folder.
///
/// # Errors
/// As [`claims_page`], and when the file cannot be written.
pub fn write_claims(folder: &Path) -> Result<(), StudyError> {
    let page = claims_page(folder)?;
    let path = folder.join("README.md");
    journal::write_atomic(&path, page.as_bytes()).map_err(StudyError::file(&path))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The chapters and the table of claims are those of the data beside them.
    #[test]
    fn the_table_of_claims_in_the_docs_is_not_stale() {
        let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/studies"));
        let page = std::fs::read_to_string(folder.join("README.md")).unwrap();
        assert!(page == claims_page(folder).unwrap(), "run a study with --docs docs/studies");
        for study in ALL {
            let chapter = std::fs::read_to_string(folder.join(format!("{}.md", study.name)));
            let chapter = chapter.unwrap_or_else(|error| panic!("{}: {error}", study.name));
            let text =
                std::fs::read_to_string(folder.join(format!("{}.json", study.name))).unwrap();
            let told: Told = serde_json::from_str(&text).unwrap();
            assert!(chapter.contains(&told.command), "{}", study.name);
            for claim in told.claims {
                assert!(
                    chapter.contains(&cell(&claim.measured)),
                    "{}: {}",
                    study.name,
                    claim.measured
                );
            }
        }
    }
}
