// SPDX-License-Identifier: GPL-3.0-or-later
//! Evaluators: what a position is worth, and why.
#![forbid(unsafe_code)]
