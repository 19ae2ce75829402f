// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions that there are, with the labels of another teacher.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use chess::{Position, Setup};
use serde::{Deserialize, Serialize};

use super::Progress;
use super::convert::{Groups, unlabelled};
use super::error::DataError;
use super::file::{Reader, Writer};
use super::filter::Filter;
use super::sample::Sample;
use crate::positions::{self, Source};
use crate::teacher::{Teacher, TeacherConfig, TeacherError};

/// Positions that each teacher is asked about between two looks at the files.
const ROUND: usize = 2048;

/// Where positions come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Positions {
    /// A file of samples: marks, results and numbers of games stay.
    Samples(PathBuf),
    /// Games, lines or text; labels need not be there.
    Source(Source),
}

impl Positions {
    fn path(&self) -> &Path {
        match self {
            Positions::Samples(path) => path,
            Positions::Source(source) => &source.path,
        }
    }
}

/// The teacher, and what is kept.
#[derive(Clone, Debug)]
pub struct Relabelling {
    /// Whom to ask.
    pub teacher: TeacherConfig,
    /// How many of it.
    pub teachers: usize,
    /// What is kept.
    pub filter: Filter,
    /// Ask about every so many positions only: the first, from 0, and of how many. The order of
    /// the parts together is that of the input, one position of each after the other.
    pub part: Option<(u64, u64)>,
}

/// What came of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Relabelled {
    /// Positions read, those of earlier runs too.
    pub read: u64,
    /// Samples written.
    pub kept: u64,
    /// Positions that a teacher died of or fell silent over.
    pub stumbled: u64,
    /// Whether the input has been read to its end; if not, the next run goes on.
    pub finished: bool,
}

/// Who is told how far it is, and may break off.
pub type Overseer<'a> = dyn FnMut(Progress) -> ControlFlow<()> + 'a;

/// Asks a teacher about every position that is not in check and writes samples in
/// the order of the input, until `overseer` breaks off. Called again, it goes on.
///
/// # Errors
/// When a file cannot be read or written or is damaged, when the unfinished output
/// belongs to another input, or when the teacher gives no answers.
pub fn relabel(
    input: &Positions,
    relabelling: &Relabelling,
    output: &Path,
    overseer: &mut Overseer<'_>,
) -> Result<Relabelled, DataError> {
    let mut desk = Desk::open(input, relabelling, output, overseer)?;
    let skip = desk.state.done.read;
    let ended = match input {
        Positions::Samples(path) => {
            let mut reader = Reader::open(path)?;
            desk.total = reader.len();
            reader.seek(skip)?;
            let mut ended = ControlFlow::Continue(());
            for sample in reader {
                let sample = sample?;
                ended = desk.take(position_of(&sample).map(|position| (position, sample)))?;
                if ended.is_break() {
                    break;
                }
            }
            ended
        }
        Positions::Source(source) => desk.read(source, skip)?,
    };
    desk.close(ended)
}

/// A board with what belongs to the side to move as White; what a sample does not
/// know of a position, castling and en passant, is left out.
fn position_of(sample: &Sample) -> Option<Position> {
    let mut setup = Setup::empty();
    sample.pieces().for_each(|(piece, square)| setup.pieces[square.index()] = Some(piece));
    setup.position_lenient().ok().map(|(position, _)| position)
}

/// What lies beside an unfinished file.
#[derive(Debug, Serialize, Deserialize)]
struct State {
    /// The file that is being read, and its length.
    input: PathBuf,
    bytes: u64,
    done: Relabelled,
}

/// Where that lies.
pub(super) fn state_file(output: &Path) -> PathBuf {
    let mut name = output.as_os_str().to_owned();
    name.push(".state");
    PathBuf::from(name)
}

struct Desk<'a, 'b> {
    relabelling: &'a Relabelling,
    overseer: &'a mut Overseer<'b>,
    teachers: Vec<Teacher>,
    writer: Writer,
    state: State,
    state_file: PathBuf,
    total: u64,
    /// Positions read since the last round, and those worth asking about.
    read: u64,
    questions: Vec<(Position, Sample)>,
}

impl<'a, 'b> Desk<'a, 'b> {
    fn open(
        input: &Positions,
        relabelling: &'a Relabelling,
        output: &Path,
        overseer: &'a mut Overseer<'b>,
    ) -> Result<Self, DataError> {
        let path = input.path();
        let bytes = std::fs::metadata(path).map_err(DataError::file(path))?.len();
        let state_file = state_file(output);
        let mut state = State { input: path.to_owned(), bytes, done: Relabelled::default() };
        if let Ok(text) = std::fs::read_to_string(&state_file) {
            let before: State = toml::from_str(&text).map_err(|reason| DataError::State {
                path: state_file.clone(),
                reason: reason.message().to_owned(),
            })?;
            if (&before.input, before.bytes) != (&state.input, bytes) {
                let (path, begun) = (output.to_owned(), before.input);
                return Err(DataError::AnotherInput { path, begun });
            }
            state = before;
        }
        let (mut writer, kept) = Writer::resume_at(output, state.done.kept)?;
        if kept < state.done.kept {
            // Samples are missing that the state counts: from the beginning then.
            writer = Writer::create(output)?;
            state.done = Relabelled::default();
        }
        let teachers = (0..relabelling.teachers.max(1))
            .map(|_| Teacher::start(relabelling.teacher.clone()))
            .collect::<Result<_, _>>()?;
        let (total, read, questions) = (0, 0, Vec::new());
        Ok(Desk {
            relabelling,
            overseer,
            teachers,
            writer,
            state,
            state_file,
            total,
            read,
            questions,
        })
    }

    fn read(&mut self, source: &Source, skip: u64) -> Result<ControlFlow<()>, DataError> {
        let (mut groups, mut seen, mut taken) = (Groups::default(), 0, 0);
        groups.begin_file();
        let mut last = Ok(ControlFlow::Continue(()));
        positions::read(source, &|_| source.limit > 0, &mut |entry| {
            seen += 1;
            let wanted = seen % source.every.max(1) as u64 == 0;
            let group = groups.of(source.format, entry.record);
            let sample = if wanted { unlabelled(entry, group) } else { None };
            taken += usize::from(sample.is_some());
            if seen > skip {
                last = self.take(sample.map(|sample| (*entry.position, sample)));
            }
            match &last {
                Ok(ControlFlow::Continue(())) if taken < source.limit => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            }
        })?;
        last
    }

    /// The next position of the input; nothing if it is not worth a question.
    fn take(&mut self, next: Option<(Position, Sample)>) -> Result<ControlFlow<()>, DataError> {
        let place = self.state.done.read + self.read;
        self.read += 1;
        let ours = self.relabelling.part.is_none_or(|(first, count)| place % count == first);
        let next = next.filter(|_| ours);
        let filter = &self.relabelling.filter;
        self.questions.extend(next.and_then(|(position, mut sample)| {
            sample.score = 0;
            filter.keeps(&sample).then_some((position, sample))
        }));
        if self.questions.len() < ROUND * self.teachers.len() {
            return Ok(ControlFlow::Continue(()));
        }
        self.round()
    }

    /// Asks about everything that has come together, and writes it down.
    fn round(&mut self) -> Result<ControlFlow<()>, DataError> {
        let share = self.questions.len().div_ceil(self.teachers.len()).max(1);
        let answers = std::thread::scope(|scope| {
            let shares = self.teachers.iter_mut().zip(self.questions.chunks(share));
            let work: Vec<_> = shares
                .map(|(teacher, share)| {
                    scope.spawn(move || {
                        let positions: Vec<Position> = share.iter().map(|each| each.0).collect();
                        teacher.label(&positions)
                    })
                })
                .collect();
            let answers: Vec<Result<Vec<Option<i16>>, TeacherError>> = work
                .into_iter()
                .map(|work| work.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect();
            answers.into_iter().collect::<Result<Vec<_>, _>>()
        });
        let answers = match answers {
            // The round is asked about again.
            Err(TeacherError::Stopped) => return Ok(ControlFlow::Break(())),
            answers => answers?,
        };
        for ((_, sample), score) in self.questions.iter().zip(answers.iter().flatten()) {
            let mut sample = *sample;
            let Some(score) = *score else { continue };
            sample.score = score;
            if self.relabelling.filter.keeps(&sample) {
                self.writer.push(&sample)?;
                self.state.done.kept += 1;
            }
        }
        self.writer.flush()?;
        self.questions.clear();
        self.state.done.read += std::mem::take(&mut self.read);
        self.save()?;
        let (done, total) = (self.state.done.read, self.total);
        Ok((self.overseer)(Progress { what: "labelling", done, total }))
    }

    fn stumbled(&self) -> u64 {
        self.teachers.iter().map(Teacher::stumbled).sum()
    }

    fn save(&self) -> Result<(), DataError> {
        let mut done = self.state.done;
        done.stumbled += self.stumbled();
        let state = State { input: self.state.input.clone(), done, ..self.state };
        // Three numbers and a path can always be written down.
        let text = toml::to_string(&state).unwrap_or_default();
        journal::write_atomic(&self.state_file, text.as_bytes())
            .map_err(DataError::file(&self.state_file))
    }

    fn close(mut self, ended: ControlFlow<()>) -> Result<Relabelled, DataError> {
        let whole = ended.is_continue() && {
            let questions = self.questions.len();
            // Whoever breaks off at the last round has everything all the same.
            let _ = self.round()?;
            questions == 0 || self.questions.is_empty()
        };
        let mut done = self.state.done;
        done.stumbled += self.stumbled();
        if whole {
            self.writer.finish()?;
            std::fs::remove_file(&self.state_file).map_err(DataError::file(&self.state_file))?;
            done.finished = true;
        }
        Ok(done)
    }
}
