// SPDX-License-Identifier: GPL-3.0-or-later
//! Files of samples: a header of 32 bytes and nothing but samples.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::error::DataError;
use super::sample::Sample;

const MAGIC: &[u8; 8] = b"XANTHSMP";
const VERSION: u32 = 1;

/// Bytes before the first sample.
pub const HEADER: usize = 32;

const BUFFER: usize = 1 << 18;

/// Whether a file begins like a file of samples.
pub fn is_sample_file(path: &Path) -> Result<bool, DataError> {
    let mut magic = [0; 8];
    let mut file = File::open(path).map_err(DataError::file(path))?;
    match file.read_exact(&mut magic) {
        Ok(()) => Ok(&magic == MAGIC),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(DataError::file(path)(error)),
    }
}

/// Reads samples one after the other.
#[derive(Debug)]
pub struct Reader {
    input: BufReader<File>,
    path: PathBuf,
    at: u64,
    len: u64,
}

impl Reader {
    /// Opens a file, and refuses what is something else.
    pub fn open(path: &Path) -> Result<Reader, DataError> {
        let file = File::open(path).map_err(DataError::file(path))?;
        let bytes = file.metadata().map_err(DataError::file(path))?.len();
        let mut input = BufReader::with_capacity(BUFFER, file);
        let mut header = [0; HEADER];
        let whole = input.read_exact(&mut header);
        if whole.is_err() || &header[..8] != MAGIC {
            return Err(DataError::NotSamples { path: path.to_owned() });
        }
        let found = u32::from_le_bytes([header[8], header[9], header[10], header[11]]);
        if found != VERSION {
            return Err(DataError::Version { path: path.to_owned(), found, wanted: VERSION });
        }
        let (len, rest) = {
            let bytes = bytes.saturating_sub(HEADER as u64);
            (bytes / Sample::SIZE as u64, (bytes % Sample::SIZE as u64) as usize)
        };
        let at = HEADER as u64;
        if rest > 0 {
            let at = at + len * Sample::SIZE as u64;
            return Err(DataError::CutOff { path: path.to_owned(), at, bytes: rest });
        }
        Ok(Reader { input, path: path.to_owned(), at, len })
    }

    /// Samples in the file.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Goes to the sample of this number, from 0.
    pub fn seek(&mut self, number: u64) -> Result<(), DataError> {
        self.at = HEADER as u64 + number * Sample::SIZE as u64;
        self.input.seek(SeekFrom::Start(self.at)).map_err(DataError::file(&self.path))?;
        Ok(())
    }

    fn read(&mut self) -> Result<Option<Sample>, DataError> {
        if self.at >= HEADER as u64 + self.len * Sample::SIZE as u64 {
            return Ok(None);
        }
        let mut bytes = [0; Sample::SIZE];
        self.input.read_exact(&mut bytes).map_err(DataError::file(&self.path))?;
        let at = self.at;
        self.at += Sample::SIZE as u64;
        match Sample::from_bytes(&bytes) {
            Ok(sample) => Ok(Some(sample)),
            Err(fault) => Err(DataError::Sample { path: self.path.clone(), at, fault }),
        }
    }
}

impl Iterator for Reader {
    type Item = Result<Sample, DataError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}

/// Writes samples; the file has its name only when it is whole.
#[derive(Debug)]
pub struct Writer {
    out: BufWriter<File>,
    path: PathBuf,
    beside: PathBuf,
}

impl Writer {
    /// Begins a file, under another name at first.
    pub fn create(path: &Path) -> Result<Writer, DataError> {
        let beside = part(path);
        let file = File::create(&beside).map_err(DataError::file(&beside))?;
        let mut header = [0; HEADER];
        header[..8].copy_from_slice(MAGIC);
        header[8..12].copy_from_slice(&VERSION.to_le_bytes());
        let mut out = BufWriter::with_capacity(BUFFER, file);
        out.write_all(&header).map_err(DataError::file(&beside))?;
        Ok(Writer { out, path: path.to_owned(), beside })
    }

    /// Goes on with a file that was not finished, or begins it. Of what is there,
    /// samples count as long as `keep` says so; gives how many those are.
    ///
    /// # Errors
    /// When the unfinished file is something else, is damaged, or can't be read or
    /// written.
    pub fn resume(path: &Path, keep: &dyn Fn(&Sample) -> bool) -> Result<(Writer, u64), DataError> {
        let (mut writer, there) = Writer::resume_at(path, u64::MAX)?;
        let mut kept = 0;
        for sample in Reader::open(&writer.beside)? {
            if !keep(&sample?) {
                break;
            }
            kept += 1;
        }
        if kept < there {
            writer = Writer::resume_at(path, kept)?.0;
        }
        Ok((writer, kept))
    }

    /// Goes on after so many samples of a file that was not finished, or after all
    /// that it has; gives how many those are.
    ///
    /// # Errors
    /// When the unfinished file is something else, or can't be read or written.
    pub fn resume_at(path: &Path, samples: u64) -> Result<(Writer, u64), DataError> {
        let beside = part(path);
        let (header, size) = (HEADER as u64, Sample::SIZE as u64);
        let bytes = match std::fs::metadata(&beside) {
            Ok(data) if data.len() >= header => data.len() - header,
            _ => {
                let mut writer = Writer::create(path)?;
                writer.flush()?;
                return Ok((writer, 0));
            }
        };
        let file =
            OpenOptions::new().write(true).open(&beside).map_err(DataError::file(&beside))?;
        let samples = samples.min(bytes / size);
        // The last sample may not be whole: nobody counts it.
        file.set_len(header + samples * size).map_err(DataError::file(&beside))?;
        Reader::open(&beside)?;
        let mut out = BufWriter::with_capacity(BUFFER, file);
        out.seek(SeekFrom::End(0)).map_err(DataError::file(&beside))?;
        Ok((Writer { out, path: path.to_owned(), beside }, samples))
    }

    /// Gives everything so far to the system.
    pub fn flush(&mut self) -> Result<(), DataError> {
        self.out.flush().map_err(DataError::file(&self.beside))
    }

    /// Adds a sample.
    pub fn push(&mut self, sample: &Sample) -> Result<(), DataError> {
        self.out.write_all(&sample.to_bytes()).map_err(DataError::file(&self.beside))
    }

    /// Throws the file away.
    pub fn discard(self) -> Result<(), DataError> {
        drop(self.out);
        std::fs::remove_file(&self.beside).map_err(DataError::file(&self.beside))
    }

    /// Ends the file and gives it its name.
    pub fn finish(mut self) -> Result<(), DataError> {
        self.out.flush().map_err(DataError::file(&self.beside))?;
        std::fs::rename(&self.beside, &self.path).map_err(DataError::file(&self.path))
    }
}

/// The name of a file that is not finished.
fn part(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    name.into()
}
