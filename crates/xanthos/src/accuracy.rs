// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos data accuracy`: how well evaluations predict the results of games.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use eval::Explains;
use eval::nnue::{Network, Nnue};
use papers::{Evaluation, Settings, Visitor};
use train::accuracy::GamePositions;
use train::data::Progress;
use train::positions::Source;
use train::teacher::{Teacher, TeacherConfig};

/// Scores of an evaluator.
struct Scores<'a>(&'a GamePositions);

impl Visitor for Scores<'_> {
    type Out = Vec<f64>;

    fn with<E: Explains>(self, mut evaluator: E) -> Vec<f64> {
        self.0.scores(&mut evaluator)
    }
}

/// The table of errors.
pub fn measure(
    sources: &[&Source],
    evaluations: &[Evaluation],
    nets: &[PathBuf],
    teacher: Option<TeacherConfig>,
    watch: &mut dyn FnMut(Progress),
) -> anyhow::Result<String> {
    // What cannot be opened is told before the work begins.
    let nets: Vec<(String, Network)> =
        nets.iter().map(|path| read(path)).collect::<Result<_, _>>()?;
    let mut engine = teacher
        .map(|config| {
            Ok::<_, anyhow::Error>((config.launch.command.clone(), Teacher::start(config)?))
        })
        .transpose()?;
    let mut games = GamePositions::default();
    for source in sources {
        games.add(source)?;
    }
    if games.is_empty() {
        bail!("no quiet position of a game with a result");
    }
    let mut names: Vec<String> = Vec::new();
    let mut scores: Vec<Vec<f64>> = Vec::new();
    for evaluation in evaluations {
        names.push(evaluation.name().to_owned());
        scores.push(evaluation.build(&Settings::default(), Scores(&games)));
    }
    for (name, net) in nets {
        names.push(name);
        scores.push(games.scores(&mut Nnue::new(net)));
    }
    if let Some((name, teacher)) = &mut engine {
        let total = games.len() as u64;
        let asked = games.ask(teacher, &mut scores, &mut |done| {
            watch(Progress { what: "asking", done: done as u64, total });
        })?;
        names.push(name.clone());
        scores.push(asked);
    }
    let found: Vec<_> = scores.iter().map(|scores| games.accuracy(scores)).collect();
    let mut table = format!("{} positions\n\n", games.len());
    let way = match (&engine, found.as_slice()) {
        (Some((name, _)), [first, .., last]) => {
            let _ = write!(
                table,
                "| evaluation | squared error | width | way from {} to {name} |\n|---|---|---|---|\n",
                names[0]
            );
            Some((first.error, last.error))
        }
        _ => {
            table.push_str("| evaluation | squared error | width |\n|---|---|---|\n");
            None
        }
    };
    for (name, found) in names.iter().zip(&found) {
        let _ = write!(table, "| {name} | {:.5} | {:.0} |", found.error, found.width);
        if let Some((from, to)) = way {
            // Adding 0 takes the sign off a zero.
            let way = (100.0 * (from - found.error) / (from - to)).round() + 0.0;
            let _ = write!(table, " {way} % |");
        }
        table.push('\n');
    }
    Ok(table)
}

fn read(path: &Path) -> anyhow::Result<(String, Network)> {
    let name = path.display().to_string();
    let bytes = std::fs::read(path).with_context(|| name.clone())?;
    let net = Network::from_bytes(&bytes).with_context(|| name.clone())?;
    Ok((name, net))
}
