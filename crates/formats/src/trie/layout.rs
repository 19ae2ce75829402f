// SPDX-License-Identifier: GPL-3.0-or-later
//! How a trie lies in its file. Numbers are little-endian.
//!
//! ```text
//! header   96 bytes: magic, version, sizes, checksums
//! nodes    24 bytes each, ascending by key: key, first edge, name, edges, ply
//! edges    28 bytes each, the most played of a node first: child, move, year, results, ratings
//! names    8 bytes each: where in the text, length of the ECO code, length of the whole
//! text     UTF-8
//! ```

use crate::polyglot::CodedMove;
use std::io::{self, Write};

/// What every trie begins with.
pub const MAGIC: [u8; 8] = *b"XANTRIE\n";
/// The layout described here.
pub const VERSION: u32 = 1;

pub(super) const HEADER: usize = 96;
pub(super) const NODE: usize = 24;
pub(super) const EDGE: usize = 28;
pub(super) const NAME: usize = 8;

/// No index: an edge that leaves the trie, a node without a name.
pub(super) const NONE: u32 = u32::MAX;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Header {
    /// The key of the start position: other keys, other trie.
    pub start: u64,
    pub games: u64,
    pub nodes: u32,
    pub edges: u32,
    pub names: u32,
    pub text: u32,
    /// Plies of each game that were counted.
    pub plies: u32,
    /// Games that a move needed.
    pub min_games: u32,
}

/// An error in a header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HeaderError {
    Magic,
    Version(u32),
    Damaged,
}

impl Header {
    pub fn body(&self) -> u64 {
        let size = |count: u32, of: usize| u64::from(count) * of as u64;
        size(self.nodes, NODE)
            + size(self.edges, EDGE)
            + size(self.names, NAME)
            + u64::from(self.text)
    }

    pub fn to_bytes(self, body_checksum: u32) -> [u8; HEADER] {
        let mut out = Vec::with_capacity(HEADER);
        out.extend(MAGIC);
        out.extend(VERSION.to_le_bytes());
        out.extend((HEADER as u32).to_le_bytes());
        for number in [self.start, self.games, HEADER as u64 + self.body()] {
            out.extend(number.to_le_bytes());
        }
        for number in [
            self.nodes,
            self.edges,
            self.names,
            self.text,
            self.plies,
            self.min_games,
            body_checksum,
        ] {
            out.extend(number.to_le_bytes());
        }
        out.resize(HEADER - 4, 0);
        out.extend(checksum(&out).to_le_bytes());
        let mut bytes = [0; HEADER];
        bytes.copy_from_slice(&out);
        bytes
    }

    /// The header, the length that the file should have, and the checksum of what follows.
    pub fn read(bytes: &[u8]) -> Result<(Header, u64, u32), HeaderError> {
        if !bytes.starts_with(&MAGIC) {
            return Err(HeaderError::Magic);
        }
        let bytes = bytes.first_chunk::<HEADER>().ok_or(HeaderError::Damaged)?;
        let version = number(bytes, 8);
        if version != VERSION {
            return Err(HeaderError::Version(version));
        }
        if number(bytes, HEADER - 4) != checksum(&bytes[..HEADER - 4]) {
            return Err(HeaderError::Damaged);
        }
        let long = |at| u64::from(number(bytes, at)) | u64::from(number(bytes, at + 4)) << 32;
        let header = Header {
            start: long(16),
            games: long(24),
            nodes: number(bytes, 40),
            edges: number(bytes, 44),
            names: number(bytes, 48),
            text: number(bytes, 52),
            plies: number(bytes, 56),
            min_games: number(bytes, 60),
        };
        let length = long(32);
        if length != HEADER as u64 + header.body() {
            return Err(HeaderError::Damaged);
        }
        Ok((header, length, number(bytes, 64)))
    }
}

fn number(bytes: &[u8], at: usize) -> u32 {
    let bytes = bytes.get(at..).and_then(|rest| rest.first_chunk::<4>());
    bytes.map_or(0, |bytes| u32::from_le_bytes(*bytes))
}

fn short(bytes: &[u8], at: usize) -> u16 {
    let bytes = bytes.get(at..).and_then(|rest| rest.first_chunk::<2>());
    bytes.map_or(0, |bytes| u16::from_le_bytes(*bytes))
}

/// CRC-32.
pub(super) fn checksum(bytes: &[u8]) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RawNode {
    pub key: u64,
    pub first_edge: u32,
    pub name: u32,
    pub edges: u16,
    pub ply: u16,
}

impl RawNode {
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(&self.key.to_le_bytes())?;
        out.write_all(&self.first_edge.to_le_bytes())?;
        out.write_all(&self.name.to_le_bytes())?;
        out.write_all(&self.edges.to_le_bytes())?;
        out.write_all(&self.ply.to_le_bytes())?;
        out.write_all(&[0; 4])
    }

    pub fn key(bytes: &[u8; NODE]) -> u64 {
        u64::from(number(bytes, 0)) | u64::from(number(bytes, 4)) << 32
    }

    pub fn read(bytes: &[u8; NODE]) -> RawNode {
        RawNode {
            key: RawNode::key(bytes),
            first_edge: number(bytes, 8),
            name: number(bytes, 12),
            edges: short(bytes, 16),
            ply: short(bytes, 18),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RawEdge {
    pub child: u32,
    pub mv: CodedMove,
    pub last_year: u16,
    pub white: u32,
    pub draws: u32,
    pub black: u32,
    pub unknown: u32,
    pub mover_rating: u16,
    pub opponent_rating: u16,
}

impl RawEdge {
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(&self.child.to_le_bytes())?;
        out.write_all(&self.mv.0.to_le_bytes())?;
        out.write_all(&self.last_year.to_le_bytes())?;
        for number in [self.white, self.draws, self.black, self.unknown] {
            out.write_all(&number.to_le_bytes())?;
        }
        out.write_all(&self.mover_rating.to_le_bytes())?;
        out.write_all(&self.opponent_rating.to_le_bytes())
    }

    pub fn read(bytes: &[u8; EDGE]) -> RawEdge {
        RawEdge {
            child: number(bytes, 0),
            mv: CodedMove(short(bytes, 4)),
            last_year: short(bytes, 6),
            white: number(bytes, 8),
            draws: number(bytes, 12),
            black: number(bytes, 16),
            unknown: number(bytes, 20),
            mover_rating: short(bytes, 24),
            opponent_rating: short(bytes, 26),
        }
    }
}

/// Where a name stands in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RawName {
    pub at: u32,
    pub code: u16,
    pub length: u16,
}

impl RawName {
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(&self.at.to_le_bytes())?;
        out.write_all(&self.code.to_le_bytes())?;
        out.write_all(&self.length.to_le_bytes())
    }

    pub fn read(bytes: &[u8; NAME]) -> RawName {
        RawName { at: number(bytes, 0), code: short(bytes, 4), length: short(bytes, 6) }
    }
}
