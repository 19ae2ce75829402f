// SPDX-License-Identifier: GPL-3.0-or-later
//! Which search and which evaluation play when nobody asks for another.

use eval::Classical;
use search::{AlphaBeta, Search};

/// The engine at its strongest.
pub fn flagship() -> Box<dyn Search> {
    Box::new(AlphaBeta::new(evaluator()))
}

/// Its evaluation: what plays is also what explains.
pub(crate) fn evaluator() -> Classical {
    Classical::default()
}
