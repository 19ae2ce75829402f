// SPDX-License-Identifier: GPL-3.0-or-later
//! Slider lookup by magic multiplication: a number per square that hashes every
//! set of relevant blockers without a harmful collision. The numbers were found
//! by trial; a test visits every index.

use super::rays::{BISHOP_TABLE, Block, DIAGONAL, ROOK_TABLE, STRAIGHT, blocks, slide};
use crate::{Square, unchecked};

#[derive(Clone, Copy)]
struct Magic {
    block: Block,
    factor: u64,
    shift: u32,
}

impl Magic {
    #[inline(always)]
    const fn index(&self, occupied: u64) -> usize {
        let hash = (occupied & self.block.mask).wrapping_mul(self.factor) >> self.shift;
        self.block.offset + hash as usize
    }
}

const fn magics(factors: [u64; 64], directions: &[(i8, i8); 4]) -> [Magic; 64] {
    let (blocks, _) = blocks(directions);
    let mut magics = [Magic { block: blocks[0], factor: 0, shift: 0 }; 64];
    let mut i = 0;
    while i < 64 {
        let shift = 64 - blocks[i].mask.count_ones();
        magics[i] = Magic { block: blocks[i], factor: factors[i], shift };
        i += 1;
    }
    magics
}

const fn table<const N: usize>(magics: &[Magic; 64], directions: &[(i8, i8); 4]) -> [u64; N] {
    let mut table = [0; N];
    let mut i = 0;
    while i < 64 {
        let magic = magics[i];
        let mut blockers = 0u64;
        loop {
            table[magic.index(blockers)] = slide(i, blockers, directions);
            blockers = blockers.wrapping_sub(magic.block.mask) & magic.block.mask;
            if blockers == 0 {
                break;
            }
        }
        i += 1;
    }
    table
}

static BISHOP_MAGICS: [Magic; 64] = magics(BISHOP_FACTORS, &DIAGONAL);
static ROOK_MAGICS: [Magic; 64] = magics(ROOK_FACTORS, &STRAIGHT);
static BISHOP: [u64; BISHOP_TABLE] = table(&magics(BISHOP_FACTORS, &DIAGONAL), &DIAGONAL);
static ROOK: [u64; ROOK_TABLE] = table(&magics(ROOK_FACTORS, &STRAIGHT), &STRAIGHT);

#[inline(always)]
pub(super) fn bishop(square: Square, occupied: u64) -> u64 {
    unchecked::lookup(&BISHOP, BISHOP_MAGICS[square.index()].index(occupied))
}

#[inline(always)]
pub(super) fn rook(square: Square, occupied: u64) -> u64 {
    unchecked::lookup(&ROOK, ROOK_MAGICS[square.index()].index(occupied))
}

#[rustfmt::skip]
const BISHOP_FACTORS: [u64; 64] = [
    0x8008029802002200, 0x4291040808802804, 0x0008180040800300,
    0x00088a0202aa1050, 0x000410a800000000, 0x0009100804040009,
    0x0801140121080011, 0xa040808400824000, 0x000008a004040048,
    0x0600200440808114, 0x2020410401204403, 0x000404106200c001,
    0x0100011040800026, 0x00080088200a0820, 0x0008004804642080,
    0x4000004402981800, 0x0710002220020088, 0x2010808202020402,
    0x8010080844002820, 0x800c000124028000, 0x0002000422010040,
    0x6438402200422000, 0x0010a1004c0c2000, 0x000a00e109010190,
    0x08022010400414c0, 0x8428022220240101, 0x0008088004040010,
    0x0008080000220020, 0x0421010000104000, 0x219102082500a000,
    0x0018008042120150, 0x02108020a09c0402, 0x301c202000890208,
    0xa004022000080100, 0x100c024100881200, 0x8000080800460a00,
    0x1004010804440040, 0x420c920080041000, 0x05018c0114440100,
    0x00040100308a0080, 0x0020821042801000, 0x0202026120001c02,
    0x0002001044000800, 0x20aa844200800801, 0x0000012011001200,
    0x0860209008808042, 0x0008100080a80200, 0x0808020050420201,
    0x00051c0104c00000, 0x0000840108820022, 0x000a461842080004,
    0x2400400914880002, 0x00040040102481b4, 0x2104a14202020060,
    0x0004081041020060, 0x00a0840082005100, 0x0000412210101482,
    0x0108504208042210, 0x000020044c040405, 0x4140050206051401,
    0x0122008051820200, 0x0082800428109100, 0x9104042454440401,
    0x141e200c00820848,
];

#[rustfmt::skip]
const ROOK_FACTORS: [u64; 64] = [
    0x0280038860400010, 0x098020004000b080, 0x2100110008402002,
    0x0880080081041000, 0x0200020020041008, 0x2300040008010012,
    0x0c00283004008201, 0x0180010000407a80, 0x0168800080400020,
    0x0010400040201000, 0x1001002001001048, 0x1001002408100100,
    0x0801000408010012, 0x4001000209000400, 0x08a20004c8020001,
    0x2002801145002280, 0x0080860021004200, 0x001000c009402002,
    0x00b0002004002800, 0x100a808010020800, 0x8101010008000410,
    0x0244008002000480, 0x0000040010810208, 0x2000020000448534,
    0x4104400480008033, 0x0000810100204000, 0x0440430900200010,
    0x4600240900100100, 0x0060080080040080, 0x0001000300080400,
    0x0004084400011002, 0x0023040200008041, 0x0580050043002080,
    0x0400804002802008, 0x0001002001004010, 0x1000200901001000,
    0x4410800801800c00, 0xa012003806001004, 0x0020100104008802,
    0x0004808402000041, 0x0010400170898000, 0x0080500020004004,
    0x1040408012020020, 0x8010040008004040, 0x2001080100110004,
    0x0000020004008080, 0x0021010810040002, 0x0800008c43020024,
    0x0000800021005100, 0x0070201040008080, 0x0000d04282006a00,
    0x0010014400080240, 0x0001080110050100, 0x0012000810240600,
    0x0402000801040200, 0x028100108a004100, 0x0050800300102045,
    0x8208210040120882, 0x8010600101183441, 0x020b000910006045,
    0x0241001002480005, 0x0081000400880241, 0x0000009008024124,
    0x0048122980410402,
];
