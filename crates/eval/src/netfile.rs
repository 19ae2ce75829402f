// SPDX-License-Identifier: GPL-3.0-or-later
//! What the files of all networks have in common.
//!
//! Little-endian throughout: eight bytes that say which kind of network it is, a
//! version (u32), words that say how it is built (u32 each), a checksum of what
//! follows (u64), and the numbers.

/// Why a file is not a network that fits this engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetError {
    /// Not such a file at all.
    #[error("not a {kind}: the file does not begin with {magic}")]
    Magic {
        /// What was expected.
        kind: &'static str,
        /// How it would begin.
        magic: &'static str,
    },
    /// A newer or older format.
    #[error("format {found} of a {kind}, but this engine reads format {wanted}")]
    Version {
        /// What was expected.
        kind: &'static str,
        /// What the file says.
        found: u32,
        /// What this engine reads.
        wanted: u32,
    },
    /// Another shape.
    #[error("the network has {what} {found}, but this engine is built for {wanted}")]
    Shape {
        /// Which number differs.
        what: &'static str,
        /// What the file says.
        found: u32,
        /// What this engine has.
        wanted: u32,
    },
    /// An outline that no network can have.
    #[error("a network of {layers} layers and {filters} filters cannot be")]
    Outline {
        /// What the file says.
        layers: u32,
        /// What the file says.
        filters: u32,
    },
    /// Too short or too long.
    #[error("the network file has {found} bytes instead of {wanted}")]
    Size {
        /// How long it is.
        found: usize,
        /// How long it ought to be.
        wanted: usize,
    },
    /// The numbers were damaged, or are none.
    #[error("the network file is damaged: its checksum does not match")]
    Checksum,
}

/// One kind of file, whose header has `WORDS` words about the shape.
pub(crate) struct Format<const WORDS: usize> {
    /// What it is, for people.
    pub kind: &'static str,
    /// How it begins: eight letters.
    pub magic: &'static str,
    /// The version that this engine reads and writes.
    pub version: u32,
    /// Whether the checksum is of the words too; the version before had one of the numbers alone,
    /// and is read as well. Needed where words say more than the shape, which the length betrays.
    pub guards_words: bool,
}

/// A file whose header has been read.
pub(crate) struct NetFile<'a, const WORDS: usize> {
    /// What the header says about the shape.
    pub words: [u32; WORDS],
    checksum: u64,
    guards_words: bool,
    numbers: &'a [u8],
}

impl<const WORDS: usize> Format<WORDS> {
    /// Bytes before the numbers.
    pub const HEADER: usize = 8 + 4 + 4 * WORDS + 8;

    /// Reads the header.
    pub fn open<'a>(&self, bytes: &'a [u8]) -> Result<NetFile<'a, WORDS>, NetError> {
        let Format { kind, magic, version, guards_words } = *self;
        let mut rest =
            bytes.strip_prefix(magic.as_bytes()).ok_or(NetError::Magic { kind, magic })?;
        let short = NetError::Size { found: bytes.len(), wanted: Self::HEADER };
        let mut next = || {
            let (word, after) = rest.split_first_chunk()?;
            rest = after;
            Some(u32::from_le_bytes(*word))
        };
        let found = next().ok_or_else(|| short.clone())?;
        let before = guards_words && found + 1 == version;
        if found != version && !before {
            return Err(NetError::Version { kind, found, wanted: version });
        }
        let mut words = [0; WORDS];
        for word in &mut words {
            *word = next().ok_or_else(|| short.clone())?;
        }
        let (low, high) = next().zip(next()).ok_or(short)?;
        let checksum = u64::from(high) << 32 | u64::from(low);
        Ok(NetFile { words, checksum, guards_words: guards_words && !before, numbers: rest })
    }

    /// The file of these words and numbers.
    pub fn file(&self, words: [u32; WORDS], numbers: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(Self::HEADER + numbers.len());
        bytes.extend(self.magic.as_bytes());
        bytes.extend(self.version.to_le_bytes());
        words.iter().for_each(|word| bytes.extend(word.to_le_bytes()));
        bytes.extend(checksum_of(self.guards_words, &words, numbers).to_le_bytes());
        bytes.extend(numbers);
        bytes
    }
}

impl<'a, const WORDS: usize> NetFile<'a, WORDS> {
    /// Refuses another shape than the one this engine is built for.
    pub fn expect(&self, shape: &[(&'static str, u32); WORDS]) -> Result<(), NetError> {
        for (&found, &(what, wanted)) in self.words.iter().zip(shape) {
            if found != wanted {
                return Err(NetError::Shape { what, found, wanted });
            }
        }
        Ok(())
    }

    /// The numbers, of which there must be so many bytes, undamaged.
    pub fn numbers(&self, size: usize) -> Result<&'a [u8], NetError> {
        if self.numbers.len() != size {
            let header = Format::<WORDS>::HEADER;
            let (found, wanted) = (header + self.numbers.len(), header + size);
            return Err(NetError::Size { found, wanted });
        }
        if checksum_of(self.guards_words, &self.words, self.numbers) != self.checksum {
            return Err(NetError::Checksum);
        }
        Ok(self.numbers)
    }
}

/// FNV-1a over words of eight bytes: enough to notice damage, and quick.
fn checksum_of(guards_words: bool, words: &[u32], numbers: &[u8]) -> u64 {
    let step =
        |hash: u64, word: u64| (hash ^ word).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(23);
    let hash = match guards_words {
        true => words.iter().fold(BASIS, |hash, &word| step(hash, u64::from(word))),
        false => BASIS,
    };
    numbers.chunks(8).fold(hash, |hash, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        step(hash, u64::from_le_bytes(word))
    })
}

/// What a checksum begins with.
const BASIS: u64 = 0xCBF2_9CE4_8422_2325;

#[cfg(test)]
mod tests {
    use super::*;

    const FORMAT: Format<2> =
        Format { kind: "toy network", magic: "XANTHTOY", version: 3, guards_words: false };
    const SHAPE: [(&str, u32); 2] = [("layers", 5), ("units", 7)];

    fn read(bytes: &[u8]) -> Result<Vec<u8>, NetError> {
        let file = FORMAT.open(bytes)?;
        file.expect(&SHAPE)?;
        file.numbers(11).map(<[u8]>::to_vec)
    }

    #[test]
    fn what_does_not_fit_is_refused_with_a_reason() {
        let numbers: Vec<u8> = (0..11).collect();
        let good = FORMAT.file([5, 7], &numbers);
        assert_eq!(read(&good), Ok(numbers));
        let refuse = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut bytes = good.clone();
            change(&mut bytes);
            read(&bytes).unwrap_err()
        };
        assert!(matches!(refuse(&|bytes| bytes[0] = b'Y'), NetError::Magic { .. }));
        assert!(matches!(refuse(&|bytes| bytes.clear()), NetError::Magic { .. }));
        assert!(matches!(refuse(&|bytes| bytes[8] = 9), NetError::Version { found: 9, .. }));
        assert!(matches!(refuse(&|bytes| bytes[16] ^= 1), NetError::Shape { what: "units", .. }));
        for length in [8, 11, 19, 27, 28, good.len() - 1] {
            assert!(matches!(refuse(&|bytes| bytes.truncate(length)), NetError::Size { .. }));
        }
        assert!(matches!(refuse(&|bytes| bytes.push(0)), NetError::Size { .. }));
        for byte in [20, 27, 28, good.len() - 1] {
            assert_eq!(refuse(&|bytes| bytes[byte] ^= 1), NetError::Checksum);
        }
    }
}
