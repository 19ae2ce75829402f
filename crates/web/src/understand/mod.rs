// SPDX-License-Identifier: GPL-3.0-or-later
//! Understanding: the ledger with its maps at once, explanations after a search.

mod gate;
mod maps;

use crate::host::Host;
use crate::protocol::{Code, EffortChoice, Place, Refusal};
use chess::{Color, Position};
use eval::Classical;
use explain::{Effort, Explainer, Language, Level, Opinions, PositionFacts, Settings};
use gate::Gated;
use serde::Serialize;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// From here on, in centipawns, the network and the ledger are said to disagree.
const DISAGREEMENT: i32 = 75;
/// What an explanation may cost at most, in nodes of its main search.
const MOST_NODES: u64 = 10_000_000;

/// What the evaluators say about a position, from White's view.
#[derive(Serialize)]
pub struct Verdicts {
    classical: Value,
    nnue: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    search: Option<Value>,
    /// The network's minus the ledger's.
    difference_cp: i32,
    disagree: bool,
}

/// Centipawns of the side to move as White sees them.
fn seen_by_white(position: &Position, cp: i32) -> i32 {
    if position.turn() == Color::White { cp } else { -cp }
}

fn judged(kind: engine::Evaluation, position: &Position) -> i32 {
    seen_by_white(position, kind.evaluate(&papers::Settings::default(), position))
}

fn verdicts(position: &Position) -> Verdicts {
    let [classical, nnue] = [engine::Evaluation::Classical, engine::Evaluation::Nnue]
        .map(|kind| judged(kind, position));
    let difference_cp = nnue - classical;
    Verdicts {
        classical: json!({ "cp": classical }),
        nnue: json!({ "cp": nnue }),
        search: None,
        difference_cp,
        disagree: difference_cp.abs() >= DISAGREEMENT,
    }
}

/// The answer to `understand.ledger`.
pub fn ledger(place: &Place) -> Value {
    let position = place.game.position();
    let facts = PositionFacts::at_a_glance(&Classical::default(), &place.game);
    let in_check = position.in_check();
    let mut account = serde_json::to_value(&facts.account).unwrap_or_default();
    // Each side's share, mixed by the phase, is what a bar shows.
    if let Some(rows) = account["terms"].as_array_mut() {
        for (row, term) in rows.iter_mut().zip(&facts.account.terms) {
            row["white_cp"] = json!(facts.account.share(term.term, Color::White));
            row["black_cp"] = json!(facts.account.share(term.term, Color::Black));
        }
    }
    json!({
        "fen": facts.fen,
        "turn": position.turn().to_string(),
        "in_check": in_check,
        "outcome": facts.outcome,
        "points": facts.points,
        // In check the ledger means nothing: much of it is about to change by force.
        "account": if in_check { Value::Null } else { account },
        "features": facts.features,
        "motifs": facts.motifs,
        "verdicts": if in_check { Value::Null } else { json!(verdicts(position)) },
        "maps": maps::maps(position, &facts, in_check),
    })
}

/// What is to be explained.
pub struct Question {
    place: Place,
    played: Option<chess::Move>,
    against: Vec<chess::Move>,
    settings: Settings,
}

impl Question {
    /// Checks a request.
    ///
    /// # Errors
    /// If a move is not legal.
    pub fn new(
        place: Place,
        played: Option<&str>,
        against: &[String],
        effort: Option<EffortChoice>,
        lines: Option<usize>,
    ) -> Result<Question, Refusal> {
        let position = place.game.position();
        let read = |text: &str, field| {
            position
                .parse_move(text)
                .map_err(|error| Refusal::new(Code::IllegalMove, error.to_string()).at(field))
        };
        let played = played.map(|text| read(text, "move")).transpose()?;
        let against =
            against.iter().take(5).map(|text| read(text, "against")).collect::<Result<_, _>>()?;
        let usual = Settings::default();
        let settings = Settings {
            effort: effort.and_then(effort_of).unwrap_or(usual.effort),
            lines: lines.unwrap_or(usual.lines).clamp(2, 10),
            ..usual
        };
        Ok(Question { place, played, against, settings })
    }

    /// Searches and explains; it may take seconds. `None` if it was given up.
    pub fn answer(&self, host: &Arc<Host>, given_up: &Arc<AtomicBool>) -> Result<Value, Refusal> {
        let search = Gated::new(Arc::clone(host), Arc::clone(given_up));
        let mut explainer = Explainer::with_search(self.settings, Box::new(search));
        let explained = explainer.explain(&self.place.game, self.played, &self.against);
        still_wanted(given_up)?;
        let explanation = explained.map_err(|error| match error {
            explain::Error::GameOver(_) => Refusal::new(Code::GameOver, error.to_string()),
            explain::Error::Illegal(_) => Refusal::new(Code::IllegalMove, error.to_string()),
            explain::Error::Silent => Refusal::new(Code::Internal, error.to_string()),
        })?;
        let position = self.place.game.position();
        let told = |level| explanation.sentences(level, Language::English);
        let verdicts = (!position.in_check()).then(|| Verdicts {
            search: explanation
                .position
                .lines
                .first()
                .and_then(|line| serde_json::to_value(line.score).ok()),
            ..verdicts(position)
        });
        Ok(json!({
            "fen": position.fen(),
            "explanation": explanation,
            "sentences": {
                "beginner": told(Level::Beginner),
                "club": told(Level::Club),
                "expert": told(Level::Expert),
            },
            "verdicts": verdicts,
        }))
    }
}

/// Where the two searches disagree.
pub struct Comparison {
    place: Place,
    effort: Effort,
}

impl Comparison {
    /// What is to be compared.
    pub fn new(place: Place, effort: Option<EffortChoice>) -> Comparison {
        let effort = effort.and_then(effort_of).unwrap_or(Settings::default().effort);
        Comparison { place, effort }
    }

    /// Searches twice; it may take seconds.
    pub fn answer(&self, host: &Arc<Host>, given_up: &Arc<AtomicBool>) -> Result<Value, Refusal> {
        let gated = Opinions::searches().map(|search| -> Box<dyn search::Search> {
            Box::new(Gated::around(search, Arc::clone(host), Arc::clone(given_up)))
        });
        let opinions = Opinions::between(&self.place.game, self.effort, gated);
        still_wanted(given_up)?;
        let over = || Refusal::new(Code::GameOver, "the game is over");
        let opinions = opinions.ok_or_else(over)?;
        let sentences: Vec<Value> = opinions
            .said()
            .into_iter()
            .map(|said| {
                let evidence = json!({ "kind": "searches", "lines": said.lines });
                json!({ "section": "searches", "text": said.text, "evidence": evidence })
            })
            .collect();
        Ok(json!({
            "fen": self.place.game.position().fen(),
            "opinions": opinions,
            "sentences": sentences,
        }))
    }
}

/// What nobody waits for any more is not told.
fn still_wanted(given_up: &AtomicBool) -> Result<(), Refusal> {
    if given_up.load(Ordering::Relaxed) {
        return Err(Refusal::new(Code::Busy, "another explanation was asked for"));
    }
    Ok(())
}

/// How long to search, bounded.
pub fn effort_of(choice: EffortChoice) -> Option<Effort> {
    match choice {
        EffortChoice { nodes: Some(nodes), .. } => {
            Some(Effort::Nodes(nodes.clamp(100, MOST_NODES)))
        }
        EffortChoice { depth: Some(depth), .. } => Some(Effort::Depth(depth.clamp(1, 30))),
        EffortChoice { ms: Some(ms), .. } => {
            Some(Effort::Time(Duration::from_millis(ms.clamp(10, 60_000))))
        }
        EffortChoice { .. } => None,
    }
}
