// SPDX-License-Identifier: GPL-3.0-or-later
//! A finding in words.

use std::fmt;

use chess::Role;

use super::attack::attacks;
use super::{Finding, Parts, PieceOn, PinEffect, Theme, Variation};

/// A piece as a sentence names it.
struct The(PieceOn);

impl fmt::Display for The {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} on {}", self.0.role, self.0.square)
    }
}

fn all(pieces: &[PieceOn]) -> String {
    listed(&pieces.iter().map(|&piece| The(piece).to_string()).collect::<Vec<_>>())
}

/// One, two and three.
fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

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
        capital(&match &self.parts {
            Parts::None => return self.theme.meaning().to_owned(),
            Parts::Fork { forker, targets } => {
                let mut targets = targets.clone();
                targets.sort_by_key(|target| std::cmp::Reverse(target.role));
                format!("{} attacks {}.", The(*forker), all(&targets))
            }
            Parts::Pin { pinner, pinned, effect } => {
                let (pinner, pinned) = (The(*pinner), The(*pinned));
                match effect {
                    PinEffect::CannotTake(saved) => {
                        format!("{pinner} pins {pinned}, which can't take {}.", The(*saved))
                    }
                    PinEffect::CannotLeave(by) if The(*by).to_string() == pinner.to_string() => {
                        format!("{pinner} pins {pinned}, which can't get away.")
                    }
                    PinEffect::CannotLeave(by) => {
                        format!("{pinner} pins {pinned}, which can't get away from {}.", The(*by))
                    }
                }
            }
            Parts::Skewer { attacker, front, behind } => format!(
                "{} has to leave the line of {}, and {} behind it falls.",
                The(*front),
                The(*attacker),
                The(*behind)
            ),
            Parts::XRay { attacker, front, square } => {
                format!("{} takes on {square} through {}.", The(*attacker), The(*front))
            }
            Parts::Discovered { mover, opened, target, second } => {
                let verb = if self.theme == Theme::DiscoveredCheck { "checks" } else { "attacks" };
                let mut text = format!(
                    "the {} goes to {} and {} {verb} {}",
                    mover.role,
                    mover.square,
                    The(*opened),
                    The(*target)
                );
                let still = second.filter(|second| {
                    line.steps()
                        .get(self.ply)
                        .is_some_and(|step| attacks(&step.after, mover.square, second.square))
                });
                if let Some(second) = still {
                    text += &format!("; {} is attacked too", The(second));
                }
                text + "."
            }
            Parts::DoubleCheck { checkers, king } => {
                format!("{} give check to {} at once.", all(checkers), The(*king))
            }
            Parts::Hanging { piece, .. } => format!("{} is undefended.", The(*piece)),
            Parts::Trapped { piece, denied } if denied.is_empty() => {
                format!("{} is attacked and can't move.", The(*piece))
            }
            Parts::Trapped { piece, denied } => {
                let squares: Vec<String> = denied.iter().map(ToString::to_string).collect();
                format!("{} is lost wherever it goes ({}).", The(*piece), squares.join(", "))
            }
            Parts::Defender { guard, guarded, falls } => {
                let duty = falls.map_or(guarded.to_string(), |falls| The(falls).to_string());
                format!("{} guarded {duty} and is taken first.", The(*guard))
            }
            Parts::Deflection { lured, to, guarded, falls } => {
                let duty = falls.map_or(guarded.to_string(), |falls| The(falls).to_string());
                format!("{} is drawn to {to} and no longer guards {duty}.", The(*lured))
            }
            Parts::Attraction { lured, striker } => format!(
                "the {} is drawn to {}, where {} attacks it.",
                lured.role,
                lured.square,
                The(*striker)
            ),
            Parts::Interference { guard, blocker, falls } => {
                format!("{} comes between {} and {}.", The(*blocker), The(*guard), The(*falls))
            }
            Parts::Intermezzo { expected, first } => format!(
                "before {} is recaptured, the {} goes to {}.",
                The(*expected),
                first.role,
                first.square
            ),
            Parts::Clearance { mover, freed, user } => format!(
                "the {} leaves {freed} so that the {} can go to {}.",
                mover.role, user.role, user.square
            ),
            Parts::Sacrifice { points, given: Some(given) } => {
                format!("{} is given up; the price is {points} points.", The(*given))
            }
            Parts::Sacrifice { points, given: None } => {
                format!("material is given up; the price is {points} points.")
            }
            Parts::Collinear { mover, facing } => format!(
                "the {} goes to {} along the line of {} instead of taking it.",
                mover.role,
                mover.square,
                The(*facing)
            ),
            Parts::Mover { mover } => self.by_mover(*mover),
            Parts::King { king } => match self.theme {
                Theme::ExposedKing => format!("{} has no pawns before it.", The(*king)),
                _ => format!("{} is under attack.", The(*king)),
            },
            Parts::Pattern { king, pieces, blockers } => {
                let verb = if pieces.len() == 1 { "mates" } else { "mate" };
                let mut text = format!("{} {verb} {}", all(pieces), The(*king));
                if !blockers.is_empty() {
                    text += &format!(", hemmed in by {}", all(blockers));
                }
                text + "."
            }
        })
    }

    fn by_mover(&self, mover: PieceOn) -> String {
        let PieceOn { role, square, .. } = mover;
        match self.theme {
            Theme::Castling => "castling is part of the idea.".to_owned(),
            Theme::Promotion | Theme::UnderPromotion | Theme::AdvancedPawn
                if role != Role::Pawn =>
            {
                format!("a pawn becomes a {role} on {square}.")
            }
            Theme::EnPassant => format!("the pawn takes in passing and stands on {square}."),
            Theme::QuietMove => {
                format!("the {role} goes to {square} quietly; the threat is stronger than a check.")
            }
            Theme::DefensiveMove => format!("the {role} goes to {square} and holds."),
            Theme::Zugzwang => {
                format!("after the move of the {role} to {square} every move makes it worse.")
            }
            _ => format!("the {role} reaches {square}."),
        }
    }
}
