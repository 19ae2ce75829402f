// SPDX-License-Identifier: GPL-3.0-or-later
//! Searches: how a move is found, and when to stop looking.
#![forbid(unsafe_code)]
