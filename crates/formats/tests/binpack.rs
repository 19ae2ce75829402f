// SPDX-License-Identifier: GPL-3.0-or-later
//! The same games as text and as a binpack, both written by others.

use std::path::PathBuf;

use xanthos_formats::binpack::{self, BinpackError, BinpackFault, Entry};
use xanthos_formats::{open_text, plain};

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/games").join(name)
}

fn bytes() -> Vec<u8> {
    std::fs::read(file("games.binpack")).unwrap()
}

#[test]
fn a_binpack_says_what_its_text_says() {
    let chains: Vec<Vec<Entry>> =
        binpack::read(bytes().as_slice()).collect::<Result<_, _>>().unwrap();
    assert_eq!(chains.len(), 8, "one chain for each game");
    let blocks = plain::read(open_text(&file("games.plain.gz")).unwrap());
    let wanted: Vec<Entry> = blocks
        .map(|block| block.unwrap())
        .map(|block| Entry {
            position: block.position,
            played: Some(block.played),
            score: block.score,
            ply: block.ply as u16,
            result: block.result,
        })
        .collect();
    let found = chains.concat();
    assert_eq!(found.len(), wanted.len());
    for (found, wanted) in found.iter().zip(&wanted) {
        assert_eq!(found, wanted, "{}", wanted.position.fen());
    }
    let special = |is: fn(chess::Move) -> bool| {
        wanted.iter().filter(|entry| entry.played.is_some_and(is)).count()
    };
    assert!(special(chess::Move::is_castle) >= 4);
    assert!(special(chess::Move::is_en_passant) >= 1);
    assert!(special(chess::Move::is_promotion) >= 6);
}

#[test]
fn blocks_follow_each_other() {
    let once: Vec<_> = binpack::read(bytes().as_slice()).map(Result::unwrap).collect();
    let empty = b"BINP\0\0\0\0".to_vec();
    let three = [bytes(), empty, bytes()].concat();
    let all: Vec<_> = binpack::read(three.as_slice()).map(Result::unwrap).collect();
    assert_eq!(all, [once.clone(), once].concat());
    assert_eq!(binpack::read(&b""[..]).count(), 0);
}

#[test]
fn every_cut_is_noticed_and_where() {
    let bytes = bytes();
    let first = binpack::read(bytes.as_slice());
    let at: Vec<u64> = {
        let mut chains = first;
        let mut at = Vec::new();
        while let Some(Ok(_)) = chains.next() {
            at.push(chains.offset());
        }
        at
    };
    assert_eq!(at.last(), Some(&(bytes.len() as u64)));
    for end in 1..bytes.len() {
        let last = binpack::read(&bytes[..end]).last().unwrap();
        assert!(matches!(last, Err(BinpackError { fault: BinpackFault::CutOff, .. })), "{end}");
    }
    // A block that ends inside its second chain: the error says where that begins.
    let mut short = bytes.clone();
    let length = at[0] as u32 + 20;
    short.truncate(length as usize);
    short[4..8].copy_from_slice(&(length - 8).to_le_bytes());
    let error = binpack::read(short.as_slice()).last().unwrap().unwrap_err();
    assert_eq!(error.at, at[0], "{error}");
}

#[test]
fn nonsense_is_refused_not_played() {
    let bytes = bytes();
    // All of the first chain's head, some of the rest.
    let places = (0..60).chain((60..bytes.len()).step_by(9));
    for (at, value) in places.flat_map(|at| [(at, 0), (at, 0x77), (at, 0xFF)]) {
        let mut damaged = bytes.clone();
        damaged[at] = value;
        for chain in binpack::read(damaged.as_slice()).flatten() {
            assert!(!chain.is_empty());
        }
    }
    let refused = |at: usize, with: &[u8]| {
        let mut damaged = bytes.clone();
        damaged[at..at + with.len()].copy_from_slice(with);
        binpack::read(damaged.as_slice()).find_map(Result::err).unwrap().to_string()
    };
    assert!(refused(0, b"BIMP").contains("no block"));
    assert!(refused(4, &[255; 4]).contains("bytes"));
    assert!(refused(8, &[255; 8]).contains("64 pieces"));
    assert!(refused(8 + 24, &[1, 1]).contains("move 0"));
    assert!(refused(8 + 28, &[0xC0, 0]).contains("result"));
}
