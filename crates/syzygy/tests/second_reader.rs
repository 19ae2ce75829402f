// SPDX-License-Identifier: GPL-3.0-or-later
//! Another library reads the same files and says the same. It keeps one set of
//! tables for the whole process, hence one test.

use crate::common;
use crate::second;

use common::*;
use second::Second;
use syzygy::Tables;

#[test]
fn two_readers_agree() {
    let folder = shared_folder().unwrap_or_else(own_folder);
    let tables = Tables::open_all(std::slice::from_ref(&folder)).unwrap();
    let second = Second::open(&folder);
    let mut dice = Dice(20_260_101);
    let names = names(&folder);
    let each = 120_000 / names.len();
    let (mut compared, mut distances) = (0, 0);
    for name in &names {
        for number in 0..each {
            let position = dice.position(name);
            let theirs = second.wdl(&position);
            if theirs.is_some() {
                assert_eq!(tables.probe_wdl(&position).ok(), theirs, "{position:?}");
                compared += 1;
            }
            if number % 8 == 0
                && let Some(theirs) = second.distance(&position)
                && let Ok(own) = tables.probe_dtz(&position)
            {
                assert_eq!(own.plies.unsigned_abs(), u32::from(theirs), "{position:?}");
                distances += 1;
            }
        }
    }
    assert!(compared > 80_000 && distances > 5_000, "{compared} {distances}");
}
