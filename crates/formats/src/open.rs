// SPDX-License-Identifier: GPL-3.0-or-later
//! Opening text files that may be packed.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};

/// A file that could not be opened or unpacked.
#[derive(Debug, thiserror::Error)]
#[error("{}: {reason}", path.display())]
pub struct OpenError {
    /// The file as it was named.
    pub path: PathBuf,
    /// The error.
    #[source]
    pub reason: io::Error,
}

const GZIP: &[u8] = &[0x1f, 0x8b];
const ZSTD: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];
const ZIP: &[u8] = b"PK\x03\x04";
/// `BZh`, the size of a block as a digit, and the first mark of a block.
const BZIP2: (&[u8], &[u8]) = (b"BZh", &[0x31, 0x41, 0x59, 0x26, 0x53, 0x59]);
const READ_AHEAD: usize = 1 << 16;

/// Opens a text file for reading, unpacking gzip, bzip2, Zstandard and zip on the way; `-` is the
/// standard input.
///
/// The packing is recognised by content, so a renamed or downloaded file needs no particular
/// ending. All but zip are streamed; of a zip archive the first file is read into memory.
///
/// ```no_run
/// use std::io::BufRead;
///
/// for line in xanthos_formats::open_text("suite.epd.zst".as_ref())?.lines() {
///     println!("{}", line?);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the file cannot be read or is not a whole archive of its kind. Damage further inside a
/// streamed file is reported by the reader when it gets there.
pub fn open_text(path: &Path) -> Result<Box<dyn BufRead + Send>, OpenError> {
    let opened = match path.as_os_str() == "-" {
        true => unpack(io::stdin()),
        false => File::open(path).and_then(unpack),
    };
    opened.map_err(|reason| OpenError { path: path.to_owned(), reason })
}

fn unpack(source: impl Read + Send + 'static) -> io::Result<Box<dyn BufRead + Send>> {
    let mut source = BufReader::with_capacity(READ_AHEAD, source);
    let head = first_bytes(&mut source)?;
    let plain: Box<dyn Read + Send> = if head.starts_with(GZIP) {
        Box::new(flate2::bufread::MultiGzDecoder::new(source))
    } else if head.starts_with(ZSTD) {
        Box::new(zstd::Decoder::with_buffer(source)?)
    } else if head.starts_with(BZIP2.0) && head.get(4..10) == Some(BZIP2.1) {
        Box::new(bzip2::bufread::MultiBzDecoder::new(source))
    } else if head.starts_with(ZIP) {
        return first_of_archive(source).map(|plain| Box::new(plain) as _);
    } else {
        return Ok(Box::new(source));
    };
    Ok(Box::new(BufReader::with_capacity(READ_AHEAD, plain)))
}

/// What the source begins with, as far as it can be seen without waiting for more.
fn first_bytes(source: &mut impl BufRead) -> io::Result<&[u8]> {
    loop {
        match source.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
            Ok(_) => return source.fill_buf(),
        }
    }
}

fn first_of_archive(mut source: impl Read) -> io::Result<Cursor<Vec<u8>>> {
    // The list of contents stands at the end of an archive, and standard input has no end yet.
    let mut packed = Vec::new();
    source.read_to_end(&mut packed)?;
    let mut archive = zip::ZipArchive::new(Cursor::new(packed))?;
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index)?;
        if entry.is_file() {
            let mut plain = Vec::new();
            entry.read_to_end(&mut plain)?;
            return Ok(Cursor::new(plain));
        }
    }
    Err(io::Error::new(io::ErrorKind::InvalidData, "the zip archive holds no file"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    const TEXT: &str = "8/8/8/8/8/8/8/K1k5 w - - bm Ka2;\n";

    fn read_back(name: &str, bytes: &[u8]) -> Result<String, String> {
        let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
        let path = dir.path().join(name);
        std::fs::write(&path, bytes).map_err(|e| e.to_string())?;
        let mut text = String::new();
        open_text(&path)
            .map_err(|e| e.to_string())?
            .read_to_string(&mut text)
            .map_err(|e| e.to_string())?;
        Ok(text)
    }

    #[test]
    fn unpacks_by_content_whatever_the_name() {
        let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gz.write_all(TEXT.as_bytes()).unwrap();
        let gz = gz.finish().unwrap();

        let zst = zstd::encode_all(TEXT.as_bytes(), 1).unwrap();

        let mut bz2 = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
        bz2.write_all(TEXT.as_bytes()).unwrap();
        let bz2 = bz2.finish().unwrap();

        let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
        let options = zip::write::SimpleFileOptions::default();
        zip.add_directory("books/", options).unwrap();
        zip.start_file("books/a.epd", options).unwrap();
        zip.write_all(TEXT.as_bytes()).unwrap();
        let zip = zip.finish().unwrap().into_inner();

        for bytes in [gz, zst, bz2, zip, TEXT.as_bytes().to_vec()] {
            for name in ["a.epd", "a.epd.gz", "a.zip"] {
                assert_eq!(read_back(name, &bytes).as_deref(), Ok(TEXT));
            }
        }
    }

    #[test]
    fn joined_streams_are_read_to_the_last() {
        let mut two = zstd::encode_all(TEXT.as_bytes(), 1).unwrap();
        two.extend(zstd::encode_all(TEXT.as_bytes(), 1).unwrap());
        assert_eq!(read_back("two.zst", &two), Ok(TEXT.repeat(2)));

        let mut two = Vec::new();
        for _ in 0..2 {
            let mut bz2 = bzip2::write::BzEncoder::new(&mut two, bzip2::Compression::fast());
            bz2.write_all(TEXT.as_bytes()).unwrap();
            bz2.finish().unwrap();
        }
        assert_eq!(read_back("two.bz2", &two), Ok(TEXT.repeat(2)));
    }

    #[test]
    fn damage_is_an_error_not_a_short_text() {
        let packed = zstd::encode_all(TEXT.repeat(100).as_bytes(), 1).unwrap();
        assert!(read_back("half.zst", &packed[..packed.len() / 2]).is_err());
        assert!(read_back("half.zip", b"PK\x03\x04 and nothing more").is_err());
    }

    #[test]
    fn a_missing_file_is_named() {
        let error = open_text("no/such/file.pgn".as_ref()).err().unwrap();
        assert!(error.to_string().contains("no/such/file.pgn"), "{error}");
    }

    #[test]
    fn an_empty_file_is_an_empty_text() {
        assert_eq!(read_back("empty.pgn", b"").as_deref(), Ok(""));
    }
}
