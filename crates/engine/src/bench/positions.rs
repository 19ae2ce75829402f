// SPDX-License-Identifier: GPL-3.0-or-later
//! The positions of the benchmark. A change here changes the signature.

/// Openings that people play, endings that books teach, Chess960, finished games.
#[rustfmt::skip]
pub const POSITIONS: &[&str] = &[
    // The start
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    // Ruy Lopez, Breyer
    "r2qrbk1/1bpn1p1p/p2p1np1/1p2p3/3PP3/2P2NNP/PPB2PP1/R1BQR1K1 w - - 0 15",
    // Marshall
    "r1b2rk1/5ppp/p1pb4/1p1n4/3P4/1BP3Pq/PP3P1P/RNBQR1K1 w - - 1 15",
    // Berlin
    "r1b1kb1r/ppp2pp1/2p5/4Pn1p/8/2N2N1P/PPP2PP1/R1B2RK1 w - - 0 11",
    // Italian
    "r2qr1k1/bpp2pp1/p1npbn1p/4p3/P1B1P3/2PP1N1P/1P3PP1/R1BQRNK1 w - - 4 12",
    // Evans
    "r1bqk2r/ppp2ppp/2n5/b2n4/2BP4/1Q3N2/P4PPP/RNB2RK1 b kq - 1 10",
    // Petroff
    "r2q1rk1/pp3ppp/n1pb4/3p4/2PPn1b1/P2B1N2/1PQ2PPP/RNB2RK1 w - - 1 11",
    // King's Gambit
    "rnbqk2r/ppp2p1p/3b4/3PN2n/2BP1ppP/8/PPP3P1/RNBQK2R w KQkq - 1 9",
    // Najdorf, English Attack
    "r2q1rk1/3nbppp/p2pbn2/4p1P1/1p2P3/1NN1BP2/PPPQ3P/2KR1B1R w - - 0 13",
    // Poisoned pawn
    "rnb1kb1r/1p1n1ppp/p3p3/4P1B1/3N4/q1N5/P1PQ2PP/1R2KB1R w Kkq - 1 12",
    // Dragon
    "3q1rk1/pp1bppb1/3p1np1/2r1n1Bp/3NP2P/1BN2P2/PPPQ2P1/2KR3R w - - 2 14",
    // Sveshnikov
    "r1bqk2r/5pbp/p1np4/1p1Npp2/4P3/N1P5/PP3PPP/R2QKB1R w KQkq - 1 12",
    // Maroczy
    "r2q1rk1/pp2ppbp/2bp1np1/8/2PBP3/2N5/PP2BPPP/2RQ1RK1 w - - 1 12",
    // Winawer
    "r1b1k1r1/ppq1np1Q/2n1p3/3pP3/5P2/P1p5/2P1N1PP/R1B1KB1R w KQq - 0 12",
    // Advance French
    "r3kb1r/pp1bnppp/1q2p3/n2pP3/2pP4/P1P2N2/1P1NBPPP/R1BQ1RK1 w kq - 6 10",
    // Caro-Kann
    "r2qkbnr/pp1n1pp1/2p1p2p/7P/3P1B2/3Q1NN1/PPP2PP1/R3K2R b KQkq - 1 11",
    // Alekhine
    "r2qk2r/ppp1bppp/1nn1p3/4Pb2/2PP4/2N1BN2/PP4PP/R2QKB1R w KQkq - 2 10",
    // Queen's Gambit
    "rn3rk1/p1p1qpp1/1p2b2p/3p4/3P4/4PN2/PP3PPP/2RQKB1R w K - 2 12",
    // Meran
    "r1bqkb1r/3n1ppp/p3pn2/1N2P3/3p4/3B1N2/PP3PPP/R1BQK2R b KQkq - 0 11",
    // Botvinnik
    "r2qkb1r/pb1n1p2/4pP2/1ppP2B1/2p5/2N3P1/PP3P1P/R2QKB1R b KQkq - 0 13",
    // Slav
    "r2q1rk1/pp1n1ppp/2p1pnb1/8/PbBPP3/2N2N2/1P2QPPP/R1B2RK1 w - - 1 11",
    // Mar del Plata
    "r1bq1rk1/pppnn1bp/3p4/3Pp1p1/2P1Pp2/2N2P2/PP2BBPP/R2QNRK1 w - - 0 13",
    // Saemisch
    "r1bq1rk1/ppp3bp/3p1np1/3Ppp1n/2P1P3/2NBBP2/PP1Q2PP/2KR2NR w - - 4 11",
    // Gruenfeld
    "r2q1rk1/pp2ppbp/4b1p1/n2P4/4P3/3BBP2/P3N1PP/R2Q1RK1 b - - 0 14",
    // Nimzo-Indian
    "r1b2rk1/ppq2ppp/2n1pn2/2p5/2BP4/P1P1PN2/5PPP/R1BQ1RK1 w - - 1 11",
    // Benoni
    "r1bq1rk1/pp1n1pbp/n2p2p1/1BpP4/P3PP2/2N2N2/1P4PP/R1BQK2R w KQ - 3 11",
    // Benko
    "r2q1rk1/3nppbp/3p1np1/2pP4/4P3/2N2NP1/PP3PKP/R1BQ3R w - - 5 12",
    // Dutch
    "rnb2rk1/pp2q1pp/2pbpn2/3pNp2/2PP4/1P4P1/P3PPBP/RNBQ1RK1 w - - 3 9",
    // English
    "r2q1rk1/1pp1bppp/1n2b3/pP2p3/3n4/P1NP1NP1/4PPBP/R1BQ1RK1 w - - 1 12",
    // Hedgehog
    "r1q1k2r/1b1nbppp/pp1ppn2/8/2PQP3/1PN2NP1/P4PBP/R1BR2K1 w kq - 1 12",
    // A crowded middlegame, full of special moves
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    // Queens everywhere
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    // A check to answer
    "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
    // King and rook
    "8/8/8/8/4k3/8/3RK3/8 w - - 0 1",
    // Bishop and knight
    "8/8/8/3k4/8/8/3BKN2/8 w - - 0 1",
    // Queen against rook
    "8/8/3r4/3k4/8/2K5/8/5Q2 w - - 0 1",
    // Rook ending with outside pawn
    "8/5pk1/R5p1/P6p/7P/r5P1/5PK1/8 w - - 3 40",
    // The bridge
    "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1",
    // Sixth rank defence
    "4k3/R7/7r/3KP3/8/8/8/8 w - - 0 1",
    // A king on two errands
    "7K/8/k1P5/7p/8/8/8/8 w - - 0 1",
    // An underpromotion wins
    "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1",
    // Corresponding squares
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
    // Opposite bishops
    "8/3k1p2/4p1p1/3b2Pp/5K1P/3BP3/8/8 b - - 0 1",
    // Knight against bad bishop
    "8/pp2kp2/2p1b1p1/3p2Pp/1P1P1N1P/P1K1P3/8/8 w - - 0 1",
    // A capture in passing
    "8/8/8/1k6/2Pp4/8/8/3K4 b - c3 0 1",
    // The fifty-move rule is near
    "8/8/3k4/8/3K4/8/3R4/8 w - - 92 130",
    // Mated
    "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
    // Stalemate
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    // Chess960, number 127
    "1qrnkrb1/ppp1pp1p/1n4p1/6P1/4p3/PPbPN3/2P1PP1P/NQR1KRB1 w KQkq - 3 8",
    // Chess960, number 402
    "brq3kr/ppp2np1/5n2/1B1p4/P3pPPp/7P/1PPP1P2/BRQN2KR w KQkq - 2 10",
    // Chess960, number 871
    "qrbkrn1b/pppp3p/8/3Npnp1/1PP2p2/3P4/P3PPPP/QRBKR1NB w KQkq - 1 7",
];
