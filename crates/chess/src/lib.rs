// SPDX-License-Identifier: GPL-3.0-or-later
//! Every rule of chess: bitboards, legal moves, FEN, SAN, keys, draws, exchange evaluation, perft.

