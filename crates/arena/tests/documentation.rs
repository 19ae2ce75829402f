// SPDX-License-Identifier: GPL-3.0-or-later
//! What docs/match.md says about options is what the declarations say.

use std::path::Path;

use arena::options::{compat, flags};

const BEGIN: &str = "<!-- options: written by `XANTHOS_WRITE_TABLE=1 cargo test -p xanthos-arena documentation` -->\n";
const END: &str = "<!-- end of options -->";

#[test]
fn the_table_of_options_is_not_stale() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/match.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = text.split_once(BEGIN).expect("the table has a beginning");
    let (_, after) = rest.split_once(END).expect("the table has an end");
    let fresh = format!("{before}{BEGIN}{}{END}{after}", compat::table());
    if std::env::var_os("XANTHOS_WRITE_TABLE").is_some() {
        std::fs::write(&path, &fresh).unwrap();
    }
    assert!(
        text == fresh || std::env::var_os("XANTHOS_WRITE_TABLE").is_some(),
        "docs/match.md is stale"
    );
}

/// Every option of fastchess 1.8.2 and of cutechess-cli 1.4 is known here: it does something, says
/// that it does not, or is refused with a reason.
#[test]
fn every_option_of_the_other_programs_is_known() {
    let fastchess = "engine each pgnout epdout openings sprt draw resign maxmoves tb tbpieces \
        tbignore50 tbadjudicate autosaveinterval log config report output concurrency crc32 \
        force-concurrency event site games rounds wait noswap reverse ratinginterval scoreinterval \
        srand seeds recover repeat variant tournament quick use-affinity check-mate-pvs \
        show-latency debug testEnv strict startup-ms ucinewgame-ms ping-ms";
    let cutechess = "engine each variant concurrency draw resign maxmoves tb tbpieces tbignore50 \
        tournament event games rounds sprt ratinginterval outcomeinterval debug openings bookmode \
        pgnout epdout recover repeat noswap reverse seeds site srand wait resultformat";
    for name in fastchess.split_whitespace().chain(cutechess.split_whitespace()) {
        assert!(flags::find(name).is_some(), "-{name}");
    }
}
