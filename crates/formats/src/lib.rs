// SPDX-License-Identifier: GPL-3.0-or-later
//! Files of the chess world: PGN, EPD, opening suites.
#![forbid(unsafe_code)]
