// SPDX-License-Identifier: GPL-3.0-or-later
//! Themes by the names that lichess gives them.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

/// Who gives a theme to lichess's puzzles, and so how far its labels can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The tagger, by rule: every puzzle that it has seen is labelled.
    Tagger,
    /// The tagger with an engine's help.
    Engine,
    /// People, once, for the puzzles of that day: a missing label says little.
    Community,
}

macro_rules! themes {
    ($($variant:ident $name:literal $origin:ident $doc:literal)*) => {
        /// A theme of a line.
        ///
        /// ```
        /// use xanthos_explain::motifs::Theme;
        /// assert_eq!(Theme::XRayAttack.to_string(), "xRayAttack");
        /// assert_eq!("mateIn2".parse(), Ok(Theme::MateIn2));
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Theme {
            $(#[doc = $doc] $variant,)*
        }

        impl Theme {
            /// All themes: motifs, mates, what the line is about, how long it is.
            pub const ALL: [Theme; [$($name),*].len()] = [$(Theme::$variant),*];

            /// The name in lichess's files.
            pub const fn name(self) -> &'static str {
                match self { $(Theme::$variant => $name,)* }
            }

            /// Who labels it.
            pub const fn origin(self) -> Origin {
                match self { $(Theme::$variant => Origin::$origin,)* }
            }

            /// What it means, in a few words.
            pub const fn meaning(self) -> &'static str {
                match self { $(Theme::$variant => $doc,)* }
            }
        }
    };
}

themes! {
    Fork "fork" Tagger "One piece attacks several."
    Pin "pin" Tagger "A piece may not leave the line to its king."
    Skewer "skewer" Tagger "A piece has to leave the line, and the one behind it falls."
    XRayAttack "xRayAttack" Tagger "A piece is recaptured through the one that took."
    DiscoveredAttack "discoveredAttack" Tagger "A piece moves away and another behind it attacks."
    DiscoveredCheck "discoveredCheck" Community "A piece moves away and another behind it gives check."
    DoubleCheck "doubleCheck" Tagger "Two pieces give check at once."
    HangingPiece "hangingPiece" Tagger "An undefended piece is taken."
    TrappedPiece "trappedPiece" Tagger "A piece has no safe square and falls."
    CapturingDefender "capturingDefender" Tagger "The defender of a piece is taken first."
    Deflection "deflection" Tagger "A piece is drawn away from what it guards."
    Attraction "attraction" Tagger "A piece is drawn onto a square where it is hit."
    Interference "interference" Tagger "A defender's line is blocked."
    Intermezzo "intermezzo" Tagger "A stronger move comes before the expected recapture."
    Clearance "clearance" Tagger "A piece makes way for another."
    QuietMove "quietMove" Tagger "A move without check, capture or attack that leads to more."
    DefensiveMove "defensiveMove" Tagger "An exact move that holds."
    Sacrifice "sacrifice" Tagger "Material is given up for more."
    AdvancedPawn "advancedPawn" Tagger "A pawn reaches the last two ranks."
    Promotion "promotion" Tagger "A pawn promotes."
    UnderPromotion "underPromotion" Tagger "A pawn becomes something else than a queen."
    EnPassant "enPassant" Tagger "A pawn is taken in passing."
    Castling "castling" Tagger "The solver castles."
    CollinearMove "collinearMove" Tagger "A piece slides along the line of its opponent without taking it."
    ExposedKing "exposedKing" Tagger "The king has few pawns before it."
    AttackingF2F7 "attackingF2F7" Tagger "The weak square beside the uncastled king is taken."
    KingsideAttack "kingsideAttack" Tagger "The king is attacked after castling short."
    QueensideAttack "queensideAttack" Tagger "The king is attacked after castling long."
    Zugzwang "zugzwang" Engine "Every move makes it worse; passing would not."
    Mate "mate" Tagger "The line ends in mate."
    MateIn1 "mateIn1" Tagger "Mate in one move."
    MateIn2 "mateIn2" Tagger "Mate in two moves."
    MateIn3 "mateIn3" Tagger "Mate in three moves."
    MateIn4 "mateIn4" Tagger "Mate in four moves."
    MateIn5 "mateIn5" Tagger "Mate in five moves or more."
    SmotheredMate "smotheredMate" Tagger "A knight mates a king walled in by its own pieces."
    BackRankMate "backRankMate" Tagger "Mate on the back rank behind the king's own pawns."
    AnastasiaMate "anastasiaMate" Tagger "Knight and rook or queen mate a king at the side of the board."
    HookMate "hookMate" Tagger "Rook, knight and pawn mate, each guarding the next."
    ArabianMate "arabianMate" Tagger "Knight and rook mate in the corner."
    BodenMate "bodenMate" Tagger "Two bishops mate on crossing diagonals."
    DoubleBishopMate "doubleBishopMate" Tagger "Two bishops mate on neighbouring diagonals."
    DovetailMate "dovetailMate" Tagger "A queen mates diagonally beside a king whose flight squares are blocked."
    KillBoxMate "killBoxMate" Community "Queen and rook box the king in."
    TriangleMate "triangleMate" Community "Queen and rook form a triangle with the king."
    VukovicMate "vukovicMate" Community "Rook and knight behind it mate a king at the edge."
    BlindSwineMate "blindSwineMate" Community "Two rooks on the seventh rank mate."
    BalestraMate "balestraMate" Community "A bishop mates while the queen holds the flight squares."
    EpauletteMate "epauletteMate" Community "Both squares beside the king are occupied."
    SwallowstailMate "swallowstailMate" Community "A queen mates a king whose retreats hold its own pieces."
    OperaMate "operaMate" Community "A rook guarded by a bishop mates beside the king."
    PillsburysMate "pillsburysMate" Community "A rook mates while a bishop holds a flight square."
    MorphysMate "morphysMate" Community "A bishop mates while a rook holds the neighbouring line."
    CornerMate "cornerMate" Community "A knight mates while a rook or queen holds the neighbouring line."
    Crushing "crushing" Engine "The solver is winning outright."
    Advantage "advantage" Engine "The solver gets an advantage."
    Equality "equality" Engine "The solver comes back to equality."
    Opening "opening" Tagger "A position of the opening."
    Middlegame "middlegame" Tagger "A position of the middlegame."
    Endgame "endgame" Tagger "A position of the endgame."
    PawnEndgame "pawnEndgame" Tagger "Only kings and pawns."
    QueenEndgame "queenEndgame" Tagger "Only queens beside kings and pawns."
    RookEndgame "rookEndgame" Tagger "Only rooks beside kings and pawns."
    BishopEndgame "bishopEndgame" Tagger "Only bishops beside kings and pawns."
    KnightEndgame "knightEndgame" Tagger "Only knights beside kings and pawns."
    QueenRookEndgame "queenRookEndgame" Tagger "One queen and rooks beside kings and pawns."
    OneMove "oneMove" Tagger "One move to find."
    Short "short" Tagger "Two moves to find."
    Long "long" Tagger "Three moves to find."
    VeryLong "veryLong" Tagger "Four moves to find, or more."
}

impl Theme {
    /// What players call it, after "by" or a colon; none for what has no such name.
    pub fn in_words(self, language: crate::Language) -> Option<&'static str> {
        (language.wording().theme)(self)
    }

    /// A place in the order of ideas, the lowest first: what a reader wants to hear
    /// of before the rest. None for what only describes: phase, length, modifiers.
    pub const fn idea(self) -> Option<u8> {
        use Theme::*;
        Some(match self {
            SmotheredMate | BackRankMate | AnastasiaMate | HookMate | ArabianMate | BodenMate
            | DoubleBishopMate | DovetailMate | KillBoxMate | TriangleMate | VukovicMate
            | BlindSwineMate | BalestraMate | EpauletteMate | SwallowstailMate | OperaMate
            | PillsburysMate | MorphysMate | CornerMate => 0,
            Zugzwang => 1,
            Interference => 2,
            XRayAttack => 3,
            Intermezzo => 4,
            Clearance => 5,
            Deflection => 6,
            Attraction => 7,
            CapturingDefender => 8,
            TrappedPiece => 9,
            DoubleCheck => 10,
            DiscoveredCheck => 11,
            DiscoveredAttack => 12,
            Skewer => 13,
            Fork => 14,
            Pin => 15,
            HangingPiece => 16,
            _ => return None,
        })
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Serialize for Theme {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.name())
    }
}

/// The text names no theme that can be seen on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a theme of a line")]
pub struct NoTheme;

impl FromStr for Theme {
    type Err = NoTheme;

    fn from_str(text: &str) -> Result<Theme, NoTheme> {
        Theme::ALL.into_iter().find(|theme| theme.name() == text).ok_or(NoTheme)
    }
}
