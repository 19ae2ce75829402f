// SPDX-License-Identifier: GPL-3.0-or-later
//! What a detector has found: the theme, the move, and who plays which part.

use chess::Square;
use serde::Serialize;

use super::{Placed, Theme};
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
    CannotTake(Placed),
    /// It may not get away from this attacker.
    CannotLeave(Placed),
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
        forker: Placed,
        /// Whom.
        targets: Vec<Placed>,
    },
    /// A pin to the king.
    Pin {
        /// Who pins.
        pinner: Placed,
        /// Who is pinned.
        pinned: Placed,
        /// What the pinned piece may no longer do.
        effect: PinEffect,
    },
    /// A skewer.
    Skewer {
        /// Who attacks along the line.
        attacker: Placed,
        /// Who stood in front and left.
        front: Placed,
        /// Who stood behind and falls.
        behind: Placed,
    },
    /// An X-ray.
    XRay {
        /// Who takes last.
        attacker: Placed,
        /// The piece through which it looked, where that stood before it took.
        front: Placed,
        /// Where everyone takes.
        #[serde(serialize_with = "shown")]
        square: Square,
    },
    /// A discovered attack or check.
    Discovered {
        /// Who moved out of the way, on its new square.
        mover: Placed,
        /// Whose line was opened.
        opened: Placed,
        /// What stands on that line.
        target: Placed,
        /// What the piece that moved took or attacks besides.
        #[serde(skip_serializing_if = "Option::is_none")]
        second: Option<Placed>,
    },
    /// A double check.
    DoubleCheck {
        /// Who gives it.
        checkers: Vec<Placed>,
        /// To whom.
        king: Placed,
    },
    /// A piece that hangs.
    Hanging {
        /// Which.
        piece: Placed,
        /// Who takes it, on its new square.
        taker: Placed,
    },
    /// A piece that can't get away.
    Trapped {
        /// Which.
        piece: Placed,
        /// Where it could go and would be lost.
        #[serde(serialize_with = "squares")]
        denied: Vec<Square>,
    },
    /// A defender that is taken.
    Defender {
        /// The guard.
        guard: Placed,
        /// The square that it guarded.
        #[serde(serialize_with = "shown")]
        guarded: Square,
        /// What falls there.
        #[serde(skip_serializing_if = "Option::is_none")]
        falls: Option<Placed>,
    },
    /// A piece drawn away.
    Deflection {
        /// Which, where it stood.
        lured: Placed,
        /// Where it went.
        #[serde(serialize_with = "shown")]
        to: Square,
        /// The square it guarded.
        #[serde(serialize_with = "shown")]
        guarded: Square,
        /// What falls there; none where a pawn promotes.
        #[serde(skip_serializing_if = "Option::is_none")]
        falls: Option<Placed>,
    },
    /// A piece drawn onto a square.
    Attraction {
        /// Which, where it stands then.
        lured: Placed,
        /// Who hits it there.
        striker: Placed,
    },
    /// A line that is blocked.
    Interference {
        /// Whose line.
        guard: Placed,
        /// Who blocks it.
        blocker: Placed,
        /// What falls.
        falls: Placed,
    },
    /// A move in between.
    Intermezzo {
        /// What could have been recaptured at once.
        expected: Placed,
        /// The piece that made the move in between.
        first: Placed,
    },
    /// A square or line that is cleared.
    Clearance {
        /// Who made way, on its new square.
        mover: Placed,
        /// The square that it left.
        #[serde(serialize_with = "shown")]
        freed: Square,
        /// Who uses it.
        user: Placed,
    },
    /// Material given up.
    Sacrifice {
        /// Points behind where the line began.
        points: i32,
        /// What was taken last by the opponent.
        #[serde(skip_serializing_if = "Option::is_none")]
        given: Option<Placed>,
    },
    /// A move that is a motif by itself.
    Mover {
        /// Who moved, on its new square.
        mover: Placed,
    },
    /// A move along the line of an enemy piece.
    Collinear {
        /// Who moved, on its new square.
        mover: Placed,
        /// The piece that it could have taken.
        facing: Placed,
    },
    /// An attack on a king.
    King {
        /// The king.
        king: Placed,
    },
    /// A pattern of mate.
    Pattern {
        /// The king.
        king: Placed,
        /// The pieces that make the pattern.
        pieces: Vec<Placed>,
        /// The king's own pieces that take squares from it.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        blockers: Vec<Placed>,
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
