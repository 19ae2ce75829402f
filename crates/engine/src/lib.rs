// SPDX-License-Identifier: GPL-3.0-or-later
//! The engine behind every face: options, position, threads, events.
#![forbid(unsafe_code)]
