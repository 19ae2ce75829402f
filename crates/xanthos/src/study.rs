// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos study`: the experiments of the papers.

use crate::progress::Progress;
use crate::show::WRONG_INPUT;
use clap::Args;
use journal::{StopFlag, interrupt};
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use study::{ALL, Files, Order, Study, StudyError, Written};

/// Arguments of `study`.
#[derive(Debug, Args)]
pub struct StudyArgs {
    /// The study, or 'all' [default: list them]
    name: Option<String>,
    /// Files that it reads
    files: Vec<PathBuf>,
    /// Set a parameter, as nodes=5000; may be given several times
    #[arg(short, long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// A small run that is over in a minute or two
    #[arg(long)]
    quick: bool,
    /// Where everything is written [default: study-NAME]
    #[arg(short, long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Write the chapter and the table of claims into this folder too
    #[arg(long, value_name = "FOLDER")]
    docs: Option<PathBuf>,
    /// Forget what an earlier run into the same folder measured
    #[arg(long)]
    restart: bool,
}

/// Runs a study, or all.
pub fn run(args: &StudyArgs) -> anyhow::Result<ExitCode> {
    let Some(name) = &args.name else {
        io::stdout().write_all(list().as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    };
    let mut set = Vec::new();
    for pair in &args.set {
        match pair.split_once('=') {
            Some((name, value)) => set.push((name.trim().to_owned(), value.trim().to_owned())),
            None => return refuse(&format!("--set {pair}: NAME=VALUE is wanted")),
        }
    }
    let studies: Vec<&'static Study> = match name.as_str() {
        "all" => ALL.to_vec(),
        name => match study::find(name) {
            Some(found) => vec![found],
            None => {
                let names: Vec<&str> = ALL.iter().map(|study| study.name).collect();
                return refuse(&format!(
                    "no study is called '{name}'; there are {} and all",
                    names.join(", ")
                ));
            }
        },
    };
    let is_all = name == "all";
    if is_all && !args.files.is_empty() {
        return refuse("'all' reads no files: name the study that shall read them");
    }
    // With all of them, a parameter belongs to those that have it.
    if let Some((unknown, _)) = set.iter().find(|(name, _)| {
        is_all && !studies.iter().any(|study| study.parameters.iter().any(|p| p.name == name))
    }) {
        return refuse(&format!("no study has a parameter '{unknown}'"));
    }
    let out = args.out.clone().unwrap_or_else(|| format!("study-{name}").into());
    let stop = StopFlag::new();
    interrupt::listen(
        &stop,
        "stopping: what is measured is kept, and the same command goes on; once more to leave at once",
    );
    for study in studies {
        let mut order = Order::new(out.clone(), std::env::current_exe()?);
        if is_all {
            order.folder = out.join(study.name);
        }
        order.files = args.files.clone();
        let known = |name: &str| study.parameters.iter().any(|parameter| parameter.name == name);
        order.set = set.iter().filter(|(name, _)| !is_all || known(name)).cloned().collect();
        order.quick = args.quick;
        // Of all of them together there is a table of claims too.
        order.docs = args.docs.clone().or_else(|| is_all.then(|| out.clone()));
        order.restart = args.restart;
        let progress = Progress::new("measurements");
        let done = study::run(study, &order, &stop, &mut |now| progress.at(now.done, now.total));
        drop(progress);
        match done {
            Ok(written) => io::stdout().write_all(told(study, &written).as_bytes())?,
            Err(StudyError::Interrupted) => {
                complain!("the same command goes on from here");
                return Ok(ExitCode::from(interrupt::EXIT_CODE));
            }
            Err(error @ (StudyError::Input(_) | StudyError::OtherRun(_))) => {
                return refuse(&error.to_string());
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn refuse(message: &str) -> anyhow::Result<ExitCode> {
    complain!("error: {message}");
    Ok(ExitCode::from(WRONG_INPUT))
}

/// The claims of a study, and where its page is.
fn told(study: &Study, written: &Written) -> String {
    let mut text = format!("{}: {}\n", study.name, study.question);
    for claim in &written.claims {
        let _ = writeln!(
            text,
            "  {} ({}): {}; {}",
            claim.claim,
            claim.source,
            claim.measured,
            claim.verdict.word()
        );
    }
    let _ = writeln!(text, "  {}", written.page.display());
    text
}

/// Every study with its question, files and parameters.
fn list() -> String {
    let mut text = String::new();
    for study in ALL {
        let _ = writeln!(text, "{} ({})\n  {}", study.name, study.source, study.question);
        if let Files::Optional(what) = study.files {
            let _ = writeln!(text, "  files: {what}");
        }
        for parameter in study.parameters {
            let _ = writeln!(
                text,
                "  --set {}={} ({} with --quick): {}",
                parameter.name, parameter.default, parameter.quick, parameter.help
            );
        }
        text.push('\n');
    }
    text
}
