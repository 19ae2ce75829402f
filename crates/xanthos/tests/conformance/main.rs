// SPDX-License-Identifier: GPL-3.0-or-later
//! The real binary, driven through pipes as a GUI drives it. Each test is named
//! for the convention it holds the engine to; `docs/uci.md` lists them.

mod bestmove;
mod book;
mod chess960;
mod driver;
mod evaluation;
mod go;
mod handshake;
mod info;
mod info_lines;
mod levels;
mod life_cycle;
mod mcts;
mod network;
mod papers;
mod personas;
mod position;
mod tablebases;
mod testers;
