// SPDX-License-Identifier: GPL-3.0-or-later
//! Groups of evaluation terms that can be switched off, to see what they are worth.

use std::fmt;
use std::str::FromStr;

use crate::Term;
use crate::classical::Slot;

macro_rules! groups {
    ($($(#[doc = $doc:literal])* $group:ident: $name:literal;)*) => {
        /// A group of terms that belong together.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Group { $($(#[doc = $doc])* $group),* }

        impl Group {
            /// All groups, in the order in which a table shows them.
            pub const ALL: &[Group] = &[$(Group::$group),*];

            /// The name that is typed and shown.
            pub const fn name(self) -> &'static str {
                match self { $(Group::$group => $name),* }
            }

            /// What it is about, in a line.
            pub const fn description(self) -> &'static str {
                match self { $(Group::$group => concat!($($doc),*).trim_ascii()),* }
            }
        }
    };
}

groups! {
    /// Products of numbers of pieces, the bishop pair aside.
    Imbalance: "imbalance";
    /// Trading pieces when ahead, pawns when behind (Axon §2.A).
    Trade: "trade";
    /// Two bishops (Axon §3.A).
    BishopPair: "bishop-pair";
    /// Squares the pieces stand on: centralisation matrices, piece-square tables (Axon §3.C).
    Placement: "placement";
    /// Doubled, isolated, backward and connected pawns, islands (Axon §4).
    Structure: "pawn-structure";
    /// Passed pawns (Axon §4).
    Passed: "passed-pawns";
    /// Squares in reach; pieces without any (Axon §3.A).
    Mobility: "mobility";
    /// Pieces masked by a pin (Axon §3.A).
    Masked: "masked";
    /// Outposts and the way there.
    Outposts: "outposts";
    /// Rooks on open files, on the seventh, shut in.
    Rooks: "rook-files";
    /// Other good and bad posts of bishops, knights and queens.
    Posts: "posts";
    /// Development and the plan of the opening (Axon §3.D).
    Development: "development";
    /// Pieces that are attacked, or about to be.
    Threats: "threats";
    /// Pawns before the king and those coming at it, castling (Axon §3.B).
    Shelter: "shelter";
    /// The attack on the king and its defenders (Axon §3.B).
    KingSafety: "king-safety";
    /// The king's way to the middle in the endgame (Axon §3.B).
    KingCentre: "king-centre";
    /// Room behind the pawns.
    Space: "space";
    /// How much there is to play for.
    Initiative: "initiative";
    /// Advantages that are hard to win with.
    Scaling: "scaling";
    /// Endings known better than by adding up, Table II among them (Axon §2.B).
    Endings: "known-endings";
    /// Driving the enemy king into a corner (COMP4121 §3.2).
    MopUp: "mop-up";
    /// The right to move.
    Tempo: "tempo";
}

impl Group {
    /// The group of weight `index` of a table; none for plain material and
    /// for the phase, which cannot be switched off.
    pub fn of(slot: &Slot, index: usize) -> Option<Group> {
        // In both tables of products the first number of each row is the pair's.
        let of_pair = |mut row_start: usize, mut length: usize| {
            while row_start < index {
                row_start += length;
                length += 1;
            }
            row_start == index
        };
        let group = match (slot.name, slot.term) {
            ("PHASE", _)
            | (
                _,
                Term::Material
                | Term::Cap
                | Term::Granularity
                | Term::NetworkPiece
                | Term::Interplay,
            ) => {
                return None;
            }
            ("IMBALANCE_OWN" | "IMBALANCE_ENEMY", _) if of_pair(0, 1) => Group::BishopPair,
            (_, Term::Imbalance) => Group::Imbalance,
            ("PINNED" | "QUEEN_PINNED", _) | (_, Term::Masked) => Group::Masked,
            ("KNIGHT_OUTPOST" | "KNIGHT_REACHES_OUTPOST" | "BISHOP_OUTPOST", _) => Group::Outposts,
            ("ROOK_FILE" | "ROOK_ON_QUEEN" | "ROOK_SEVENTH" | "ROOK_TRAPPED", Term::Pieces) => {
                Group::Rooks
            }
            (_, Term::Trade) => Group::Trade,
            (_, Term::BishopPair) => Group::BishopPair,
            (_, Term::Placement) => Group::Placement,
            (_, Term::Pawns) => Group::Structure,
            (_, Term::Passed) => Group::Passed,
            (_, Term::Mobility) => Group::Mobility,
            (_, Term::Pieces) => Group::Posts,
            (_, Term::Development) => Group::Development,
            (_, Term::Threats) => Group::Threats,
            (_, Term::Shelter) => Group::Shelter,
            (_, Term::King) => Group::KingSafety,
            (_, Term::KingCentre) => Group::KingCentre,
            (_, Term::Space) => Group::Space,
            (_, Term::Complexity) => Group::Initiative,
            (_, Term::Scaling) => Group::Scaling,
            (_, Term::Endgame) => Group::Endings,
            (_, Term::MopUp) => Group::MopUp,
            (_, Term::Tempo) => Group::Tempo,
        };
        Some(group)
    }
}

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no group has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no group of terms is called '{0}'")]
pub struct UnknownGroup(pub String);

impl FromStr for Group {
    type Err = UnknownGroup;

    fn from_str(text: &str) -> Result<Self, UnknownGroup> {
        let wanted = text.trim();
        let found = Group::ALL.iter().find(|group| group.name().eq_ignore_ascii_case(wanted));
        found.copied().ok_or_else(|| UnknownGroup(wanted.to_owned()))
    }
}

/// Any number of groups.
///
/// ```
/// use xanthos_eval::{Group, Groups};
///
/// let some: Groups = "mobility, king-safety".parse().unwrap();
/// assert!(some.has(Group::Mobility) && !some.has(Group::Tempo));
/// assert_eq!(some.to_string(), "mobility,king-safety");
/// assert!("mobilty".parse::<Groups>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Groups(u32);

impl Groups {
    /// No group.
    pub const NONE: Groups = Groups(0);
    /// Every group.
    pub const ALL: Groups = Groups((1 << Group::ALL.len()) - 1);

    /// Just the given ones.
    pub fn of(groups: &[Group]) -> Groups {
        groups.iter().fold(Groups::NONE, |set, &group| set.with(group))
    }

    /// These and one more.
    #[must_use]
    pub const fn with(self, group: Group) -> Groups {
        Groups(self.0 | 1 << group as u32)
    }

    /// These but one.
    #[must_use]
    pub const fn without(self, group: Group) -> Groups {
        Groups(self.0 & !(1 << group as u32))
    }

    /// Whether one is among them.
    pub const fn has(self, group: Group) -> bool {
        self.0 >> group as u32 & 1 == 1
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// One after the other.
    pub fn iter(self) -> impl Iterator<Item = Group> {
        Group::ALL.iter().copied().filter(move |&group| self.has(group))
    }
}

impl fmt::Display for Groups {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.iter().map(Group::name).collect();
        f.pad(&names.join(","))
    }
}

impl FromStr for Groups {
    type Err = UnknownGroup;

    /// Names with commas between them; an empty text is none.
    fn from_str(text: &str) -> Result<Self, UnknownGroup> {
        let names = text.split(',').filter(|name| !name.trim().is_empty());
        names.map(Group::from_str).try_fold(Groups::NONE, |set, group| Ok(set.with(group?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classical::SLOTS;

    #[test]
    fn names_are_read_back() {
        for &group in Group::ALL {
            assert_eq!(group.name().parse(), Ok(group));
            assert!(!group.description().is_empty());
        }
        assert_eq!(Groups::ALL.to_string().parse(), Ok(Groups::ALL));
        assert_eq!("".parse(), Ok(Groups::NONE));
        assert_eq!("tempo,,".parse(), Ok(Groups::of(&[Group::Tempo])));
    }

    #[test]
    fn the_pair_is_told_from_other_products() {
        let find = |name| SLOTS.iter().find(|slot| slot.name == name).unwrap();
        let of_pair = |slot: &Slot| -> Vec<usize> {
            (0..slot.len).filter(|&i| Group::of(slot, i) == Some(Group::BishopPair)).collect()
        };
        assert_eq!(of_pair(find("IMBALANCE_OWN")), [0, 1, 3, 6, 10, 15]);
        assert_eq!(of_pair(find("IMBALANCE_ENEMY")), [0, 1, 3, 6, 10]);
    }

    #[test]
    fn everything_but_material_and_phase_can_be_switched_off() {
        for slot in SLOTS {
            let fixed = matches!(slot.name, "MATERIAL" | "PHASE");
            assert_eq!(Group::of(slot, 0).is_none(), fixed, "{}", slot.name);
        }
    }
}
