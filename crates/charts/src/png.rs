// SPDX-License-Identifier: GPL-3.0-or-later
//! The PNG file format, as much of it as charts need: eight bits for red, green and blue.

use std::io::{self, Write};

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};

const SIGNATURE: [u8; 8] = [0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a];

/// A PNG file: `rows` from top to bottom, three bytes for each pixel.
pub(crate) fn encode(width: u32, rows: &[Vec<u8>]) -> io::Result<Vec<u8>> {
    let mut header = Vec::new();
    header.extend(width.to_be_bytes());
    header.extend(u32::try_from(rows.len()).unwrap_or(u32::MAX).to_be_bytes());
    // Eight bits a colour, colours without palette, and the only methods there are.
    header.extend([8, 2, 0, 0, 0]);

    let mut packed = ZlibEncoder::new(Vec::new(), Compression::default());
    for row in rows {
        // No filter: flat colours pack well without.
        packed.write_all(&[0])?;
        packed.write_all(row)?;
    }
    let mut file = SIGNATURE.to_vec();
    chunk(&mut file, *b"IHDR", &header);
    chunk(&mut file, *b"IDAT", &packed.finish()?);
    chunk(&mut file, *b"IEND", &[]);
    Ok(file)
}

fn chunk(file: &mut Vec<u8>, name: [u8; 4], data: &[u8]) {
    file.extend(u32::try_from(data.len()).unwrap_or(u32::MAX).to_be_bytes());
    file.extend(name);
    file.extend(data);
    let mut crc = Crc::new();
    crc.update(&name);
    crc.update(data);
    file.extend(crc.sum().to_be_bytes());
}
