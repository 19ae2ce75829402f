// SPDX-License-Identifier: GPL-3.0-or-later
//! The network in `nets/` is the one its record describes, and is built in.

use std::path::Path;

use xanthos_eval::nnue::{Network, shipped};

#[test]
fn net_and_record_belong_together() {
    let nets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../nets");
    let bytes = std::fs::read(nets.join("xanthos.xnn")).unwrap();
    let net = Network::from_bytes(&bytes).expect("it fits this engine");
    let record = std::fs::read_to_string(nets.join("xanthos.xnn.toml")).unwrap();
    // FNV-1a over words of eight bytes, begun with the length.
    let print = bytes.chunks(8).fold(0xCBF2_9CE4_8422_2325 ^ bytes.len() as u64, |hash, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        (hash ^ u64::from_le_bytes(word)).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(23)
    });
    assert!(record.contains(&format!("checksum = \"{print:016x}\"")), "{print:016x}\n{record}");
    if option_env!("EVALFILE").is_none_or(str::is_empty) {
        assert!(shipped().to_bytes() == net.to_bytes(), "another net is built in");
    }
}
