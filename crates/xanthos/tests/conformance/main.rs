// SPDX-License-Identifier: GPL-3.0-or-later
//! The real binary, driven through pipes as a GUI drives it. Each test is named
//! for the convention it holds the engine to; `docs/uci.md` lists them.

mod a_handshake;
mod b_position;
mod c_go;
mod d_info;
mod driver;
mod e_bestmove;
mod f_life_cycle;
mod h_testers;
mod i_chess960;
mod info;
mod k_evaluation;
mod l_network;
mod m_book;
mod m_tablebases;
mod n_levels;
mod n_personas;
mod o_playouts;
