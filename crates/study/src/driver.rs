// SPDX-License-Identifier: GPL-3.0-or-later
//! Runs a study and writes down what it found.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use journal::{StopFlag, write_atomic};

use crate::page::Chapter;
use crate::{Claim, Files, Lab, Progress, Study, StudyError};

/// What is to be done, and where.
#[derive(Clone, Debug)]
pub struct Order {
    /// The files that the study reads.
    pub files: Vec<PathBuf>,
    /// Parameters that are set, with their values.
    pub set: Vec<(String, String)>,
    /// Whether parameters that are not set have the values of a quick run.
    pub quick: bool,
    /// Where everything is written.
    pub folder: PathBuf,
    /// Where the chapter is written besides, and the table of claims.
    pub docs: Option<PathBuf>,
    /// Whether what was measured before is forgotten.
    pub restart: bool,
    /// The program that plays games, as `xanthos`.
    pub program: PathBuf,
}

impl Order {
    /// An ordinary run into a folder.
    pub fn new(folder: PathBuf, program: PathBuf) -> Order {
        Order {
            files: Vec::new(),
            set: Vec::new(),
            quick: false,
            folder,
            docs: None,
            restart: false,
            program,
        }
    }

    /// The value of every parameter.
    pub(crate) fn values(
        &self,
        study: &Study,
    ) -> Result<BTreeMap<&'static str, String>, StudyError> {
        if study.files == Files::None && !self.files.is_empty() {
            return Err(StudyError::Input(format!("study {} reads no files", study.name)));
        }
        let usual = |parameter: &crate::Parameter| {
            (if self.quick { parameter.quick } else { parameter.default }).to_owned()
        };
        let mut values: BTreeMap<&'static str, String> =
            study.parameters.iter().map(|parameter| (parameter.name, usual(parameter))).collect();
        for (name, value) in &self.set {
            let found = study.parameters.iter().find(|parameter| parameter.name == name);
            let Some(parameter) = found else {
                let names: Vec<&str> = study.parameters.iter().map(|known| known.name).collect();
                let names = names.join(", ");
                let text =
                    format!("study {} has no parameter '{name}'; it has {names}", study.name);
                return Err(StudyError::Input(text));
            };
            parameter.check(value)?;
            values.insert(parameter.name, value.trim().to_owned());
        }
        Ok(values)
    }

    /// The command that does it again.
    pub(crate) fn command(&self, study: &Study) -> String {
        let mut words = vec!["xanthos".to_owned(), "study".to_owned(), study.name.to_owned()];
        words.extend(self.files.iter().map(|path| path.display().to_string()));
        if self.quick {
            words.push("--quick".to_owned());
        }
        words.extend(self.set.iter().map(|(name, value)| format!("--set {name}={value}")));
        words.join(" ")
    }
}

/// What a study left.
#[derive(Clone, Debug)]
pub struct Written {
    /// What it says about the papers.
    pub claims: Vec<Claim>,
    /// The page to read.
    pub page: PathBuf,
}

/// Runs a study to its end, or until `stop` is raised; the same order goes on from there.
///
/// # Errors
/// When the order makes no sense, a file cannot be read or written, an engine fails, or the
/// study was interrupted.
pub fn run(
    study: &'static Study,
    order: &Order,
    stop: &StopFlag,
    tell: &mut dyn FnMut(Progress),
) -> Result<Written, StudyError> {
    // What is wrong with the order is told before a folder is made.
    let values = order.values(study)?;
    std::fs::create_dir_all(&order.folder).map_err(StudyError::file(&order.folder))?;
    let mut lab = Lab::open(study, order, stop, tell)?;
    let report = (study.run)(&mut lab)?;
    as_declared(study, &report)?;
    let chapter =
        Chapter { study, report: &report, values: &values, command: order.command(study) };
    let write = |path: &Path, text: &str| {
        write_atomic(path, text.as_bytes()).map_err(StudyError::file(path))
    };
    let page = order.folder.join("index.html");
    write(&page, &chapter.html())?;
    for table in &report.tables {
        write(&order.folder.join(format!("{}.csv", table.name)), &table.csv())?;
    }
    for (name, text) in &report.files {
        write(&order.folder.join(name), text)?;
    }
    for folder in std::iter::once(&order.folder).chain(&order.docs) {
        std::fs::create_dir_all(folder).map_err(StudyError::file(folder))?;
        write(&folder.join(format!("{}.md", study.name)), &chapter.markdown())?;
        write(&folder.join(format!("{}.json", study.name)), &chapter.json()?)?;
        for (name, chart) in &report.charts {
            write(&folder.join(format!("{}-{name}.svg", study.name)), &chart.to_svg())?;
        }
    }
    if let Some(docs) = &order.docs {
        crate::write_claims(docs)?;
    }
    Ok(Written { claims: report.claims, page })
}

/// Whether a report has the tables and charts of the declaration, and no others.
fn as_declared(study: &Study, report: &crate::Report) -> Result<(), StudyError> {
    let check = |what: &str, declared: &[&str], made: Vec<&str>| {
        let [declared, made] = [declared.to_vec(), made].map(BTreeSet::from_iter);
        match declared.symmetric_difference(&made).next() {
            Some(name) => Err(StudyError::Failed(format!(
                "study {}: the {what} {name} is made or declared, and not both",
                study.name
            ))),
            None => Ok(()),
        }
    };
    check("table", study.measurements, report.tables.iter().map(|table| table.name).collect())?;
    check("chart", study.charts, report.charts.iter().map(|(name, _)| *name).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Kind, Parameter, Report, Table, Value};
    use std::sync::atomic::{AtomicUsize, Ordering};

    static WORKED: AtomicUsize = AtomicUsize::new(0);

    /// Squares of numbers: every number is a measurement.
    static SQUARES: Study = Study {
        name: "squares",
        question: "What are the squares?",
        source: "Nobody §1",
        files: Files::None,
        parameters: &[Parameter {
            name: "to",
            kind: Kind::Whole { least: 1, most: 99 },
            default: "9",
            quick: "3",
            help: "the last number",
        }],
        measurements: &["squares"],
        charts: &[],
        run: |lab| {
            let to = lab.whole("to");
            lab.expect(to as usize);
            let mut table = Table::new("squares", "Squares", ["n", "n²"]);
            for n in 1..=to {
                let square = lab.measure(format!("{n}"), |_| {
                    WORKED.fetch_add(1, Ordering::Relaxed);
                    Ok(n * n)
                })?;
                table.row([Value::from(n), Value::from(square)]);
            }
            Ok(Report { tables: vec![table], ..Report::default() })
        },
    };

    #[test]
    fn an_interrupted_study_goes_on_and_other_settings_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let mut order = Order::new(folder.path().join("out"), "xanthos".into());
        let stop = StopFlag::new();
        let ended = run(&SQUARES, &order, &stop, &mut |progress| {
            if progress.done == 4 {
                stop.raise();
            }
        });
        assert!(matches!(ended, Err(StudyError::Interrupted)), "{ended:?}");
        assert_eq!(WORKED.load(Ordering::Relaxed), 4);
        // A torn line is measured again.
        let journal = order.folder.join("journal");
        let mut text = std::fs::read_to_string(&journal).unwrap();
        text.truncate(text.len() - 3);
        std::fs::write(&journal, text).unwrap();
        let mut seen = Vec::new();
        run(&SQUARES, &order, &StopFlag::new(), &mut |progress| seen.push(progress)).unwrap();
        assert_eq!(WORKED.load(Ordering::Relaxed), 4 + 6);
        assert_eq!(seen.last(), Some(&Progress { done: 9, total: 9 }));
        let csv = std::fs::read_to_string(order.folder.join("squares.csv")).unwrap();
        assert_eq!(csv.lines().last(), Some("9,81"));
        assert_eq!(csv.lines().count(), 10);
        // Nothing is left to do.
        run(&SQUARES, &order, &StopFlag::new(), &mut |_| {}).unwrap();
        assert_eq!(WORKED.load(Ordering::Relaxed), 10);
        order.set = vec![("to".to_owned(), "3".to_owned())];
        let refused = run(&SQUARES, &order, &StopFlag::new(), &mut |_| {});
        assert!(matches!(refused, Err(StudyError::OtherRun(_))), "{refused:?}");
        order.restart = true;
        run(&SQUARES, &order, &StopFlag::new(), &mut |_| {}).unwrap();
        assert_eq!(WORKED.load(Ordering::Relaxed), 13);
        assert_eq!(order.command(&SQUARES), "xanthos study squares --set to=3");
    }

    /// A line for each file: its first one.
    static LINES: Study = Study {
        name: "lines",
        files: Files::Optional("any"),
        parameters: &[],
        measurements: &["lines"],
        run: |lab| {
            let mut table = Table::new("lines", "Lines", ["line"]);
            for path in lab.files() {
                let line = lab.measure("line", |_| {
                    std::fs::read_to_string(path).map_err(StudyError::file(path))
                })?;
                table.row([Value::Text(line)]);
            }
            Ok(Report { tables: vec![table], ..Report::default() })
        },
        ..SQUARES
    };

    #[test]
    fn a_mistyped_file_blocks_nothing_and_a_changed_one_is_another_run() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, "one").unwrap();
        let mut order = Order::new(folder.path().join("out"), "xanthos".into());
        order.files = vec![folder.path().join("flie")];
        let error = run(&LINES, &order, &StopFlag::new(), &mut |_| {}).unwrap_err();
        assert!(error.to_string().contains("flie"), "{error}");
        order.files = vec![file.clone()];
        run(&LINES, &order, &StopFlag::new(), &mut |_| {}).unwrap();
        // The same name and size, other contents.
        std::fs::write(&file, "two").unwrap();
        let refused = run(&LINES, &order, &StopFlag::new(), &mut |_| {});
        assert!(matches!(refused, Err(StudyError::OtherRun(_))), "{refused:?}");
        // Another build of the engine.
        std::fs::write(&file, "one").unwrap();
        run(&LINES, &order, &StopFlag::new(), &mut |_| {}).unwrap();
        order.program = file;
        let refused = run(&LINES, &order, &StopFlag::new(), &mut |_| {});
        assert!(matches!(refused, Err(StudyError::OtherRun(_))), "{refused:?}");
    }

    #[test]
    fn wrong_orders_are_refused_before_anything_is_made() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out");
        for (set, named) in [(("from", "3"), "it has to"), (("to", "0"), "from 1 to 99")] {
            let mut order = Order::new(out.clone(), "xanthos".into());
            order.set = vec![(set.0.to_owned(), set.1.to_owned())];
            let error = run(&SQUARES, &order, &StopFlag::new(), &mut |_| {}).unwrap_err();
            assert!(error.to_string().contains(named), "{error}");
        }
        let mut order = Order::new(out.clone(), "xanthos".into());
        order.files = vec!["games.pgn".into()];
        let error = run(&SQUARES, &order, &StopFlag::new(), &mut |_| {}).unwrap_err();
        assert!(error.to_string().contains("reads no files"), "{error}");
        assert!(!out.exists());
    }
}
