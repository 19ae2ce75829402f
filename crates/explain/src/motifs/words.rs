// SPDX-License-Identifier: GPL-3.0-or-later
//! A finding in one sentence: which one, and what stands in its blanks.

use std::cmp::Reverse;

use chess::Role;

use super::attack::attacks;
use super::{Finding, Parts, PieceOn, PinEffect, Theme, Variation};
use crate::phrases::{Blank, Language, Level, Phrase, said};

type Blanks = Vec<(&'static str, Blank)>;

impl Finding {
    /// What it is, in one sentence: who does what to whom.
    ///
    /// ```
    /// # use chess::{Color, Position};
    /// # use xanthos_explain::motifs::{Variation, main_idea, tag};
    /// let start = Position::from_fen("q3k3/8/8/3N4/8/8/8/4K3 w - - 0 1").unwrap();
    /// let line = Variation::read(start, ["Nc7+", "Kd8", "Nxa8"], Color::White).unwrap();
    /// let found = tag(&line);
    /// assert_eq!(
    ///     main_idea(&found).unwrap().sentence(&line),
    ///     "The knight on c7 attacks the king on e8 and the queen on a8."
    /// );
    /// ```
    pub fn sentence(&self, line: &Variation) -> String {
        let told = self
            .told(line)
            .and_then(|(phrase, blanks)| said(Language::English, Level::Club, phrase, &blanks));
        told.unwrap_or_else(|| self.theme.meaning().to_owned())
    }

    /// The sentence about it, in any language; none for what is nothing but its name.
    pub(crate) fn told(&self, line: &Variation) -> Option<(Phrase, Blanks)> {
        let piece = |name, piece: &PieceOn| (name, Blank::Piece(*piece));
        let goes = |mover: &PieceOn| {
            vec![("mover", Blank::Kind(mover.role)), ("square", Blank::Square(mover.square))]
        };
        Some(match &self.parts {
            Parts::None => return None,
            Parts::Fork { forker, targets } => {
                let mut targets = targets.clone();
                targets.sort_by_key(|target| Reverse(target.role));
                (
                    Phrase::MotifFork,
                    vec![piece("forker", forker), ("targets", Blank::Pieces(targets))],
                )
            }
            Parts::Pin { pinner, pinned, effect } => {
                let mut blanks = vec![piece("pinner", pinner), piece("pinned", pinned)];
                let phrase = match effect {
                    PinEffect::CannotTake(saved) => {
                        blanks.push(piece("saved", saved));
                        Phrase::MotifPinTake
                    }
                    PinEffect::CannotLeave(by) if by == pinner => Phrase::MotifPinHeld,
                    PinEffect::CannotLeave(by) => {
                        blanks.push(piece("by", by));
                        Phrase::MotifPinLeave
                    }
                };
                (phrase, blanks)
            }
            Parts::Skewer { attacker, front, behind } => (
                Phrase::MotifSkewer,
                vec![piece("attacker", attacker), piece("front", front), piece("behind", behind)],
            ),
            Parts::XRay { attacker, front, square } => (
                Phrase::MotifXRay,
                vec![
                    piece("attacker", attacker),
                    piece("front", front),
                    ("square", Blank::Square(*square)),
                ],
            ),
            Parts::Discovered { mover, opened, target, second } => {
                let mut blanks = goes(mover);
                blanks.extend([piece("opened", opened), piece("target", target)]);
                let still = second.filter(|second| {
                    line.steps()
                        .get(self.ply)
                        .is_some_and(|step| attacks(&step.after, mover.square, second.square))
                });
                blanks.extend(still.as_ref().map(|second| piece("second", second)));
                let phrase = match (self.theme, still) {
                    (Theme::DiscoveredCheck, None) => Phrase::MotifDiscoveredCheck,
                    (Theme::DiscoveredCheck, Some(_)) => Phrase::MotifDiscoveredCheckTwo,
                    (_, None) => Phrase::MotifDiscovered,
                    (_, Some(_)) => Phrase::MotifDiscoveredTwo,
                };
                (phrase, blanks)
            }
            Parts::DoubleCheck { checkers, king } => (
                Phrase::MotifDoubleCheck,
                vec![("checkers", Blank::Pieces(checkers.clone())), piece("king", king)],
            ),
            Parts::Hanging { piece: hanging, .. } => {
                (Phrase::MotifHanging, vec![piece("piece", hanging)])
            }
            Parts::Trapped { piece: stuck, denied } => {
                let blanks =
                    vec![piece("piece", stuck), ("denied", Blank::Squares(denied.clone()))];
                let phrase =
                    if denied.is_empty() { Phrase::MotifStuck } else { Phrase::MotifTrapped };
                (phrase, blanks)
            }
            Parts::Defender { guard, guarded, falls } => {
                let mut blanks = vec![piece("guard", guard), ("square", Blank::Square(*guarded))];
                blanks.extend(falls.as_ref().map(|falls| piece("falls", falls)));
                let phrase = match falls {
                    Some(_) => Phrase::MotifDefender,
                    None => Phrase::MotifDefenderOfSquare,
                };
                (phrase, blanks)
            }
            Parts::Deflection { lured, to, guarded, falls } => {
                let mut blanks = vec![
                    piece("lured", lured),
                    ("to", Blank::Square(*to)),
                    ("square", Blank::Square(*guarded)),
                ];
                blanks.extend(falls.as_ref().map(|falls| piece("falls", falls)));
                let phrase = match falls {
                    Some(_) => Phrase::MotifDeflection,
                    None => Phrase::MotifDeflectionFromSquare,
                };
                (phrase, blanks)
            }
            Parts::Attraction { lured, striker } => (
                Phrase::MotifAttraction,
                vec![
                    ("lured", Blank::Kind(lured.role)),
                    ("square", Blank::Square(lured.square)),
                    piece("striker", striker),
                ],
            ),
            Parts::Interference { guard, blocker, falls } => (
                Phrase::MotifInterference,
                vec![piece("guard", guard), piece("blocker", blocker), piece("falls", falls)],
            ),
            Parts::Intermezzo { expected, first } => (
                Phrase::MotifIntermezzo,
                vec![
                    piece("expected", expected),
                    ("first", Blank::Kind(first.role)),
                    ("square", Blank::Square(first.square)),
                ],
            ),
            Parts::Clearance { mover, freed, user } => (
                Phrase::MotifClearance,
                vec![
                    ("mover", Blank::Kind(mover.role)),
                    ("freed", Blank::Square(*freed)),
                    ("user", Blank::Kind(user.role)),
                    ("square", Blank::Square(user.square)),
                ],
            ),
            Parts::Sacrifice { points, given } => {
                let mut blanks = vec![("points", Blank::Points(*points))];
                blanks.extend(given.as_ref().map(|given| piece("given", given)));
                let phrase = match given {
                    Some(_) => Phrase::MotifSacrifice,
                    None => Phrase::MotifSacrificeMaterial,
                };
                (phrase, blanks)
            }
            Parts::Collinear { mover, facing } => {
                let mut blanks = goes(mover);
                blanks.push(piece("facing", facing));
                (Phrase::MotifCollinear, blanks)
            }
            Parts::Mover { mover } => (self.of_mover(*mover), goes(mover)),
            Parts::King { king } => {
                let exposed = self.theme == Theme::ExposedKing;
                let phrase =
                    if exposed { Phrase::MotifExposedKing } else { Phrase::MotifKingAttack };
                (phrase, vec![piece("king", king)])
            }
            Parts::Pattern { king, pieces, blockers } => {
                let phrase = match (pieces.len(), blockers.is_empty()) {
                    (1, true) => Phrase::MotifMateOne,
                    (1, false) => Phrase::MotifMateOneBlocked,
                    (_, true) => Phrase::MotifMateMany,
                    (_, false) => Phrase::MotifMateManyBlocked,
                };
                let blanks = vec![
                    ("pieces", Blank::Pieces(pieces.clone())),
                    piece("king", king),
                    ("blockers", Blank::Pieces(blockers.clone())),
                ];
                (phrase, blanks)
            }
        })
    }

    fn of_mover(&self, mover: PieceOn) -> Phrase {
        match self.theme {
            Theme::Castling => Phrase::MotifCastling,
            Theme::Promotion | Theme::UnderPromotion | Theme::AdvancedPawn
                if mover.role != Role::Pawn =>
            {
                Phrase::MotifPromotion
            }
            Theme::EnPassant => Phrase::MotifEnPassant,
            Theme::QuietMove => Phrase::MotifQuiet,
            Theme::DefensiveMove => Phrase::MotifDefensive,
            Theme::Zugzwang => Phrase::MotifZugzwang,
            _ => Phrase::MotifReaches,
        }
    }
}
