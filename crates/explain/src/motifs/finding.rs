// SPDX-License-Identifier: GPL-3.0-or-later
//! What a detector has found: the theme, the move, and who plays which part.

use chess::Square;
use serde::Serialize;

use super::{PieceOn, Theme};
use crate::piece::shown;

/// A theme in a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Which.
    pub theme: Theme,
    /// The move that shows it, as an index into the line.
    pub ply: usize,
    /// Whether lichess would label it and a reader should hear of it.
    #[serde(skip_serializing_if = "Standing::is_full")]
    pub standing: Standing,
    /// Who plays which part.
    #[serde(skip_serializing_if = "Parts::is_none")]
    pub parts: Parts,
}

/// Labels follow fixed rules, and these are not always what a player means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Standing {
    /// A label, and worth a sentence.
    Full,
    /// A label by the letter of the rule; a player would not say so.
    LabelOnly,
    /// On the board, but the rule behind the labels misses it.
    BoardOnly,
}

impl Standing {
    fn is_full(&self) -> bool {
        *self == Standing::Full
    }
}

/// What a pin does to the pinned piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum PinEffect {
    /// It may not take this piece.
    CannotTake(PieceOn),
    /// It may not get away from this attacker.
    CannotLeave(PieceOn),
}

/// Who plays which part in a motif. Pieces stand where they stood when it mattered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Parts {
    /// Nothing to add to the name.
    None,
    /// A fork.
    Fork {
        /// Who attacks.
        forker: PieceOn,
        /// Whom.
        targets: Vec<PieceOn>,
    },
    /// A pin to the king.
    Pin {
        /// Who pins.
        pinner: PieceOn,
        /// Who is pinned.
        pinned: PieceOn,
        /// What the pinned piece may no longer do.
        effect: PinEffect,
    },
    /// A skewer.
    Skewer {
        /// Who attacks along the line.
        attacker: PieceOn,
        /// Who stood in front and left.
        front: PieceOn,
        /// Who stood behind and falls.
        behind: PieceOn,
    },
    /// An X-ray.
    XRay {
        /// Who takes last.
        attacker: PieceOn,
        /// The piece through which it looked, where that stood before it took.
        front: PieceOn,
        /// Where everyone takes.
        #[serde(serialize_with = "shown")]
        square: Square,
    },
    /// A discovered attack or check.
    Discovered {
        /// Who moved out of the way, on its new square.
        mover: PieceOn,
        /// Whose line was opened.
        opened: PieceOn,
        /// What stands on that line.
        target: PieceOn,
        /// What the piece that moved took or attacks besides.
        #[serde(skip_serializing_if = "Option::is_none")]
        second: Option<PieceOn>,
    },
    /// A double check.
    DoubleCheck {
        /// Who gives it.
        checkers: Vec<PieceOn>,
        /// To whom.
        king: PieceOn,
    },
    /// A piece that hangs.
    Hanging {
        /// Which.
        piece: PieceOn,
        /// Who takes it, on its new square.
        taker: PieceOn,
    },
    /// A piece that can't get away.
    Trapped {
        /// Which.
        piece: PieceOn,
        /// Where it could go and would be lost.
        #[serde(serialize_with = "squares")]
        denied: Vec<Square>,
    },
    /// A defender that is taken.
    Defender {
        /// The guard.
        guard: PieceOn,
        /// The square that it guarded.
        #[serde(serialize_with = "shown")]
        guarded: Square,
        /// What falls there.
        #[serde(skip_serializing_if = "Option::is_none")]
        falls: Option<PieceOn>,
    },
    /// A piece drawn away.
    Deflection {
        /// Which, where it stood.
        lured: PieceOn,
        /// Where it went.
        #[serde(serialize_with = "shown")]
        to: Square,
        /// The square it guarded.
        #[serde(serialize_with = "shown")]
        guarded: Square,
        /// What falls there; none where a pawn promotes.
        #[serde(skip_serializing_if = "Option::is_none")]
        falls: Option<PieceOn>,
    },
    /// A piece drawn onto a square.
    Attraction {
        /// Which, where it stands then.
        lured: PieceOn,
        /// Who hits it there.
        striker: PieceOn,
    },
    /// A line that is blocked.
    Interference {
        /// Whose line.
        guard: PieceOn,
        /// Who blocks it.
        blocker: PieceOn,
        /// What falls.
        falls: PieceOn,
    },
    /// A move in between.
    Intermezzo {
        /// What could have been recaptured at once.
        expected: PieceOn,
        /// The piece that made the move in between.
        first: PieceOn,
    },
    /// A square or line that is cleared.
    Clearance {
        /// Who made way, on its new square.
        mover: PieceOn,
        /// The square that it left.
        #[serde(serialize_with = "shown")]
        freed: Square,
        /// Who uses it.
        user: PieceOn,
    },
    /// Material given up.
    Sacrifice {
        /// Points behind where the line began.
        points: i32,
        /// What was taken last by the opponent.
        #[serde(skip_serializing_if = "Option::is_none")]
        given: Option<PieceOn>,
    },
    /// A move that is a motif by itself.
    Mover {
        /// Who moved, on its new square.
        mover: PieceOn,
    },
    /// A move along the line of an enemy piece.
    Collinear {
        /// Who moved, on its new square.
        mover: PieceOn,
        /// The piece that it could have taken.
        facing: PieceOn,
    },
    /// An attack on a king.
    King {
        /// The king.
        king: PieceOn,
    },
    /// A pattern of mate.
    Pattern {
        /// The king.
        king: PieceOn,
        /// The pieces that make the pattern.
        pieces: Vec<PieceOn>,
        /// The king's own pieces that take squares from it.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        blockers: Vec<PieceOn>,
    },
}

impl Parts {
    fn is_none(&self) -> bool {
        *self == Parts::None
    }
}

fn squares<S: serde::Serializer>(squares: &[Square], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(squares.iter().map(Square::to_string))
}

impl Finding {
    pub(super) fn new(theme: Theme, ply: usize, parts: Parts) -> Finding {
        Finding { theme, ply, standing: Standing::Full, parts }
    }

    pub(super) fn standing(self, standing: Standing) -> Finding {
        Finding { standing, ..self }
    }

    /// Would lichess label it?
    pub fn is_label(&self) -> bool {
        self.standing != Standing::BoardOnly
    }

    /// Would a player say so?
    pub fn is_said(&self) -> bool {
        self.standing != Standing::LabelOnly
    }
}
