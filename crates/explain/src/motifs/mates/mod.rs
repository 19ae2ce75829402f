// SPDX-License-Identifier: GPL-3.0-or-later
//! Patterns of mate, seen in the final position.
//!
//! Of the tagger's patterns the first that fits is taken, as lichess does; of those
//! that people labelled any number may fit.

mod anastasia;
mod arabian;
mod back_rank;
mod balestra;
mod bishops;
mod blind_swine;
mod corner;
mod dovetail;
mod epaulette;
mod hook;
mod kill_box;
mod morphys;
mod opera;
mod pillsburys;
mod smothered;
mod swallowstail;
mod triangle;
mod vukovic;

use chess::{Bitboard, Color, Position, Role, Setup, Square, attacks};

use super::attack::{attackers, offset, placed};
use super::variation::Step;
use super::{Finding, Parts, PieceOn, Standing, Theme, Variation};

/// A king that is mated.
struct Mate<'a> {
    position: &'a Position,
    /// Where it stands.
    king: Square,
    /// Whose it is.
    loser: Color,
    /// Who mates.
    winner: Color,
    /// The move that mates.
    last: &'a Step,
}

/// A pattern: its name, the squares of the pieces that make it, and what is to be
/// thought of it.
struct Pattern {
    theme: Theme,
    pieces: Bitboard,
    standing: Standing,
}

impl Pattern {
    fn new(theme: Theme, pieces: Bitboard) -> Pattern {
        Pattern { theme, pieces, standing: Standing::Full }
    }
}

impl Mate<'_> {
    /// The winner's pieces of a role.
    fn own(&self, role: Role) -> Bitboard {
        self.position.pieces(self.winner, role)
    }

    fn checkers(&self, role: Role) -> Bitboard {
        self.position.checkers() & self.position.by_role(role)
    }

    /// Who of the winner's pieces attacks a square.
    fn attackers(&self, square: Square) -> Bitboard {
        attackers(self.position, self.winner, square)
    }

    /// The squares round the king.
    fn neighbours(&self) -> Bitboard {
        attacks::king(self.king)
    }

    /// Does the loser's own piece stand there?
    fn is_blocked(&self, square: Square) -> bool {
        self.position.by_color(self.loser).contains(square)
    }

    /// The square so far from the king, if it is on the board.
    fn near_king(&self, files: i32, ranks: i32) -> Option<Square> {
        offset(self.king, files, ranks)
    }

    fn on_edge_file(&self) -> bool {
        matches!(self.king.file(), 0 | 7)
    }

    fn on_edge_rank(&self) -> bool {
        matches!(self.king.rank(), 0 | 7)
    }

    fn on_edge(&self) -> bool {
        self.on_edge_file() || self.on_edge_rank()
    }

    /// Would it be mate without the winner's piece on `square`?
    fn is_mate_without(&self, square: Square) -> bool {
        let mut setup = Setup::empty();
        setup.turn = self.loser;
        for other in self.position.occupied().without(square) {
            setup.pieces[other.index()] = self.position.piece_on(other);
        }
        setup
            .position_lenient()
            .map_or(true, |(without, _)| without.in_check() && !without.has_legal_move())
    }

    fn finding(&self, pattern: Pattern) -> Option<Finding> {
        let king = PieceOn::on(self.position, self.king)?;
        let pieces = placed(self.position, pattern.pieces);
        let own = self.neighbours() & self.position.by_color(self.loser);
        let parts = Parts::Pattern { king, pieces, blockers: placed(self.position, own) };
        Some(Finding::new(pattern.theme, self.last.ply, parts).standing(pattern.standing))
    }
}

/// Files and ranks from a to b.
fn apart(a: Square, b: Square) -> (i32, i32) {
    (b.file() as i32 - a.file() as i32, b.rank() as i32 - a.rank() as i32)
}

/// Are two squares neighbours on a file or rank?
fn is_beside(a: Square, b: Square) -> bool {
    let (files, ranks) = apart(a, b);
    files.abs() + ranks.abs() == 1
}

/// Are two squares neighbours on a diagonal?
fn is_diagonal(a: Square, b: Square) -> bool {
    let (files, ranks) = apart(a, b);
    files.abs() == 1 && ranks.abs() == 1
}

type Detector = fn(&Mate) -> Option<Pattern>;

/// In the order in which lichess asks.
const TAGGER: [Detector; 7] = [
    smothered::find,
    back_rank::find,
    anastasia::find,
    hook::find,
    arabian::find,
    bishops::find,
    dovetail::find,
];

const COMMUNITY: [Detector; 11] = [
    kill_box::find,
    triangle::find,
    vukovic::find,
    blind_swine::find,
    balestra::find,
    epaulette::find,
    swallowstail::find,
    opera::find,
    pillsburys::find,
    morphys::find,
    corner::find,
];

/// Mate, in how many moves, and its patterns.
pub fn find(line: &Variation) -> Vec<Finding> {
    let last = line.last();
    if !last.mates() {
        return Vec::new();
    }
    let count = match line.moves().len() {
        1 => Theme::MateIn1,
        2 => Theme::MateIn2,
        3 => Theme::MateIn3,
        4 => Theme::MateIn4,
        _ => Theme::MateIn5,
    };
    let mut found: Vec<Finding> =
        [Theme::Mate, count].map(|theme| Finding::new(theme, last.ply, Parts::None)).into();
    let winner = line.solver();
    let position = &last.after;
    let mate = Mate { position, king: position.king(!winner), loser: !winner, winner, last };
    let first = TAGGER.iter().find_map(|detector| detector(&mate));
    let others = COMMUNITY.iter().filter_map(|detector| detector(&mate));
    found.extend(first.into_iter().chain(others).filter_map(|pattern| mate.finding(pattern)));
    found
}

#[cfg(test)]
mod tests {
    use super::super::testing::tagged;
    use super::*;

    /// A move that mates, and the patterns that it makes. Those with a star are not
    /// labelled by lichess.
    const MATES: [(&str, &str, &str); 23] = [
        ("4k3/8/8/8/6n1/8/6PB/6NK b - - 0 1", "g4f2", "smotheredMate"),
        ("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", "e1e8", "backRankMate"),
        ("8/4N1pk/8/8/8/8/6K1/R7 w - - 0 1", "a1h1", "anastasiaMate"),
        ("8/4R3/6pk/6N1/5P2/2K5/8/8 w - - 0 1", "e7h7", "hookMate"),
        ("7k/R7/5N2/8/8/8/8/6K1 w - - 0 1", "a7h7", "arabianMate"),
        ("2kr4/3n4/2p5/8/5B2/8/8/5BK1 w - - 0 1", "f1a6", "bodenMate"),
        ("7k/7p/8/8/2B5/6B1/8/6K1 w - - 0 1", "g3e5", "doubleBishopMate"),
        ("8/1p6/pk6/8/3P4/8/8/2Q3K1 w - - 0 1", "c1c5", "dovetailMate"),
        ("k7/8/8/8/8/7q/8/4rRK1 b - - 0 1", "e1f1", "killBoxMate"),
        ("2k5/3q4/8/8/8/4p3/6K1/7r b - - 0 1", "d7h3", "triangleMate"),
        ("6k1/8/8/8/8/5nb1/7r/5K2 b - - 0 1", "h2f2", "vukovicMate operaMate"),
        ("7k/8/8/6p1/8/4KP2/3r2r1/8 b - - 0 1", "g2e2", "blindSwineMate"),
        ("2k5/8/1Q6/3B4/8/8/4K3/8 w - - 0 1", "d5e6", "balestraMate"),
        ("4Q2r/7k/7p/8/8/8/8/7K w - - 0 1", "e8f7", "epauletteMate"),
        ("3q4/4k3/3p4/5Q2/2B5/8/8/4K3 w - - 0 1", "f5f7", "swallowstailMate"),
        ("8/6k1/8/2p5/bn6/2K5/5r2/8 b - - 0 1", "f2c2", "hookMate operaMate"),
        ("1k6/8/8/8/6n1/7b/8/3rR1K1 b - - 0 1", "d1e1", "pillsburysMate"),
        ("8/8/8/5B2/6R1/6bk/8/6K1 w - - 0 1", "g4e4", "morphysMate"),
        ("1r4k1/6b1/8/8/8/8/Nr6/K7 b - - 0 1", "b2b1", "morphysMate*"),
        ("7k/R7/8/4N3/2B5/6K1/8/8 w - - 0 1", "e5g6", "cornerMate"),
        ("7k/7p/8/6N1/8/8/8/6RK w - - 0 1", "g5f7", "cornerMate"),
        ("k7/p7/8/1N6/8/8/8/1R4K1 w - - 0 1", "b5c7", "cornerMate*"),
        ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a8", ""),
    ];

    #[test]
    fn patterns_and_nothing_else() {
        for (fen, moves, wanted) in MATES {
            let found = tagged(fen, moves);
            let patterns: Vec<String> = found
                .iter()
                .filter(|finding| finding.theme.name().ends_with("Mate"))
                .map(|finding| {
                    let star = if finding.is_label() { "" } else { "*" };
                    format!("{}{star}", finding.theme)
                })
                .collect();
            assert_eq!(patterns.join(" "), wanted, "{fen} {moves}");
        }
    }

    #[test]
    fn every_pattern_has_its_position() {
        for theme in Theme::ALL.iter().filter(|theme| theme.name().ends_with("Mate")) {
            let is_shown = |wanted: &str| wanted.split(' ').any(|name| name == theme.name());
            assert!(MATES.iter().any(|(.., wanted)| is_shown(wanted)), "{theme}");
        }
    }

    #[test]
    fn mates_are_counted() {
        let fen = "6k1/5ppp/8/8/8/8/8/RR4K1 w - - 0 1";
        let has = |moves: &str, theme: Theme| {
            tagged(fen, moves).iter().any(|finding| finding.theme == theme)
        };
        assert!(has("a1a8", Theme::Mate) && has("a1a8", Theme::MateIn1));
        assert!(has("g1g2 h7h6 g2g1 h6h5 b1b2 h5h4 a1a8 g8h7 b2b1", Theme::VeryLong));
        assert!(has("g1g2 g8h8 b1b8", Theme::MateIn2) && !has("g1g2 h7h6 b1b8", Theme::Mate));
    }
}
