// SPDX-License-Identifier: GPL-3.0-or-later
//! The signature of the search does not depend on the processor's instructions.

use eval::nnue::{Kernel, Nnue, shipped};
use search::{AlphaBeta, Control};
use xanthos_engine::bench;

#[test]
fn the_bench_has_one_signature_on_every_kernel() {
    let signature = |kernel: Kernel| {
        let mut search = AlphaBeta::new(Nnue::with_kernel(shipped(), kernel));
        let report = bench::run(&mut search, Some(5), &Control::default(), &mut |_| ());
        report.expect("nobody stops it").nodes
    };
    let plain = signature(Kernel::Portable);
    assert!(plain > 10_000, "{plain} nodes");
    for kernel in Kernel::available() {
        assert_eq!(signature(kernel), plain, "{}", kernel.name());
    }
}
