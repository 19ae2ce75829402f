// SPDX-License-Identifier: GPL-3.0-or-later
//! Files that are there whole or not at all.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, TempPath};

/// A file that is written beside its place and put there when it is complete and on disk.
/// Dropped before that, it leaves no trace.
#[derive(Debug)]
pub struct AtomicFile {
    out: BufWriter<File>,
    beside: TempPath,
    path: PathBuf,
}

impl AtomicFile {
    /// Begins a file that will stand at `path`.
    ///
    /// # Errors
    /// What the system said.
    pub fn create(path: &Path) -> io::Result<AtomicFile> {
        let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        let mut prefix = path.file_name().unwrap_or_default().to_owned();
        prefix.push(".");
        let mut builder = Builder::new();
        builder.prefix(&prefix).suffix(".part");
        // Temporary files are private; a result is as readable as any file of the user.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let (file, beside) = builder.tempfile_in(folder.unwrap_or(Path::new(".")))?.into_parts();
        let out = BufWriter::with_capacity(1 << 20, file);
        Ok(AtomicFile { out, beside, path: path.to_owned() })
    }

    /// Puts the file in its place.
    ///
    /// # Errors
    /// What the system said; what stood there before still does then.
    pub fn commit(self) -> io::Result<()> {
        self.out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        self.beside.persist(self.path)?;
        Ok(())
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Writes a whole file. Whoever has the old file open keeps it, and after a failure the old one
/// is still there.
///
/// # Errors
/// What the system or `write` said.
pub fn replace(
    path: &Path,
    write: impl FnOnce(&mut AtomicFile) -> io::Result<()>,
) -> io::Result<()> {
    let mut file = AtomicFile::create(path)?;
    write(&mut file)?;
    file.commit()
}

/// Like [`replace`], with bytes that are all there.
///
/// # Errors
/// What the system said.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace(path, |out| out.write_all(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("result");
        write_atomic(&path, b"old").unwrap();
        write_atomic(&path, b"new").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"new");
        assert_eq!(names(folder.path()), ["result"]);
    }

    #[test]
    fn a_failure_leaves_the_old_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("result");
        write_atomic(&path, b"old").unwrap();
        let failed = replace(&path, |out| {
            out.write_all(b"half of the n")?;
            Err(io::Error::other("interrupted"))
        });
        assert_eq!(failed.unwrap_err().to_string(), "interrupted");
        assert_eq!(std::fs::read(&path).unwrap(), b"old");
        assert_eq!(names(folder.path()), ["result"]);
    }

    #[cfg(unix)]
    #[test]
    fn others_may_read_it_as_they_may_any_new_file() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let (plain, atomic) = (folder.path().join("plain"), folder.path().join("atomic"));
        std::fs::write(&plain, b"").unwrap();
        write_atomic(&atomic, b"").unwrap();
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(&atomic), mode(&plain));
    }
}
