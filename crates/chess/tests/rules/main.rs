// SPDX-License-Identifier: GPL-3.0-or-later
//! The rules against what others know about them: published counts, other people's move
//! generators, and definitions so plain that they can be read off the rule book.
//!
//! One program rather than many, because linking is what costs. Suites that are not part of the
//! project are used when they lie beside it, and named as skipped when they do not.

mod cores;
mod dice;
mod differential;
mod draws;
mod exchange;
mod material;
mod notation;
mod perft;
mod polyglot;
mod properties;
mod rampart;
mod twin;
mod validity;
