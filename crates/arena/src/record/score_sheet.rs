// SPDX-License-Identifier: GPL-3.0-or-later
//! A finished game as PGN text.

use chess::{Color, Position};
use formats::pgn::{self, GameResult as PgnResult, PlayedMove, Record};
use journal::{Timestamp, hours};

use super::comment::move_comment;
use crate::game::FinishedGame;
use crate::options::{
    ClockRule, EngineConfig, EngineLimits, Notation, PgnOutput, TournamentConfig, Variant,
};
use crate::schedule::Appointment;
use crate::stats::{Ending, Failure, GameResult};

/// Who played.
#[derive(Debug, Clone, Copy)]
pub struct Players<'a> {
    /// With White.
    pub white: &'a EngineConfig,
    /// With Black.
    pub black: &'a EngineConfig,
}

/// The text of a game, an empty line at its end included.
pub fn pgn(
    game: &FinishedGame,
    when: &Appointment,
    config: &TournamentConfig,
    output: &PgnOutput,
) -> Vec<u8> {
    let players =
        Players { white: &config.engines[when.white], black: &config.engines[when.black] };
    let mut record = Record::new(*game.game.start());
    record.result = match game.verdict.result {
        GameResult::WhiteWins => PgnResult::WhiteWins,
        GameResult::BlackWins => PgnResult::BlackWins,
        GameResult::Draw => PgnResult::Draw,
        GameResult::Unfinished => PgnResult::Unknown,
    };
    let moment = Timestamp::of(game.started);
    for (name, value) in [
        ("Event", config.event.clone()),
        ("Site", config.site.clone()),
        ("Date", moment.pgn_date()),
        ("Round", when.round.to_string()),
        ("White", players.white.name.clone()),
        ("Black", players.black.name.clone()),
    ] {
        record.set_tag(name, value);
    }
    if config.variant == Variant::Fischerandom {
        record.set_tag("Variant", "Chess960");
    }
    if !output.minimal {
        tell_more(&mut record, game, when, players, &moment);
    }
    add_moves(&mut record, game, output);
    let mut text = Vec::new();
    // Writing to memory cannot fail.
    let _ = match output.notation {
        Notation::San => pgn::write(&record, &mut text),
        notation => write_other_notation(&record, notation, &mut text),
    };
    text
}

fn tell_more(
    record: &mut Record,
    game: &FinishedGame,
    when: &Appointment,
    players: Players<'_>,
    moment: &Timestamp,
) {
    let end = Timestamp::of(game.started + game.duration);
    let (white, black) = (limits(&players.white.limits), limits(&players.black.limits));
    if white == black {
        record.set_tag("TimeControl", white);
    } else {
        record.set_tag("WhiteTimeControl", white);
        record.set_tag("BlackTimeControl", black);
    }
    for (name, value) in [
        ("GameNumber", when.number.to_string()),
        ("Time", moment.time_of_day()),
        ("GameStartTime", moment.iso()),
        ("GameEndTime", end.iso()),
        ("GameDuration", hours(game.duration.as_secs())),
        ("PlyCount", game.game.moves().len().to_string()),
        ("Termination", termination(game.verdict.ending).to_owned()),
    ] {
        record.set_tag(name, value);
    }
}

fn add_moves(record: &mut Record, game: &FinishedGame, output: &PgnOutput) {
    let mut position = *game.game.start();
    for (index, &mv) in game.game.moves().iter().enumerate() {
        let mut played = PlayedMove::from(mv);
        if !output.minimal {
            let note = index.checked_sub(game.opening_moves).and_then(|n| game.notes.get(n));
            played.comment = Some(match note {
                Some(note) => move_comment(&position, mv, note, &output.comments),
                None => "book".to_owned(),
            });
        }
        record.moves.push(played);
        position.play(mv);
    }
    if output.minimal {
        return;
    }
    // Last words: why it ended. Braces would end the comment, and details of a
    // failure may hold anything.
    let reason: String =
        game.verdict.reason.replace(['{', '}'], "").chars().filter(|c| !c.is_control()).collect();
    let last = record.moves.last_mut().map_or(&mut record.comment, |played| &mut played.comment);
    *last = Some(match last.take() {
        Some(comment) => format!("{comment}, {reason}"),
        None => reason,
    });
}

/// PGN's own vocabulary for the end of a game.
fn termination(ending: Ending) -> &'static str {
    match ending {
        Ending::Checkmate
        | Ending::Stalemate
        | Ending::InsufficientMaterial
        | Ending::FiftyMoves
        | Ending::Threefold
        | Ending::Resignation
        | Ending::Agreement => "normal",
        Ending::Adjudication | Ending::MaxMoves | Ending::Tablebase => "adjudication",
        Ending::Failure(Failure::Time) => "time forfeit",
        Ending::Failure(Failure::IllegalMove | Failure::FalseClaim | Failure::Protocol) => {
            "rules infraction"
        }
        Ending::Failure(Failure::Crash | Failure::Stall | Failure::Startup) => "abandoned",
        Ending::Interrupted => "unterminated",
    }
}

/// `40/60+0.6`, `1/move`, or nodes and depth where there is no clock.
fn limits(limits: &EngineLimits) -> String {
    let mut text = match limits.clock {
        ClockRule::Game(control) => control.to_string(),
        ClockRule::PerMove(time) => format!("{}/move", time.as_secs_f64()),
        ClockRule::Unlimited => String::new(),
    };
    let parts =
        [limits.nodes.map(|n| format!("{n} nodes")), limits.depth.map(|n| format!("depth {n}"))];
    for part in parts.into_iter().flatten() {
        if !text.is_empty() {
            text.push_str(", ");
        }
        text.push_str(&part);
    }
    if text.is_empty() { "-".to_owned() } else { text }
}

/// Long algebraic or UCI moves, which are not PGN but are asked for.
fn write_other_notation(
    record: &Record,
    notation: Notation,
    out: &mut Vec<u8>,
) -> std::io::Result<()> {
    // The tags are the same: a record without moves ends in its result, which
    // is cut off to make room for the moves.
    let mut tags = record.clone();
    tags.moves.clear();
    tags.comment = None;
    pgn::write(&tags, out)?;
    let result = record.result.to_string();
    out.truncate(out.len() - result.len() - 2);

    let mut position = record.start;
    let mut line = String::new();
    let mut put = |word: &str| {
        if line.len() + 1 + word.len() > 79 {
            out.extend_from_slice(line.as_bytes());
            out.push(b'\n');
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    };
    if let Some(comment) = &record.comment {
        format!("{{{comment}}}").split_whitespace().for_each(&mut put);
    }
    for (index, played) in record.moves.iter().enumerate() {
        let number = position.fullmove_number();
        match position.turn() {
            Color::White => put(&format!("{number}.")),
            Color::Black if index == 0 || record.moves[index - 1].comment.is_some() => {
                put(&format!("{number}..."));
            }
            Color::Black => {}
        }
        put(&match notation {
            Notation::Uci => position.uci(played.mv).to_string(),
            _ => position.lan(played.mv),
        });
        if let Some(comment) = &played.comment {
            format!("{{{comment}}}").split_whitespace().for_each(&mut put);
        }
        position.play(played.mv);
    }
    put(&result);
    out.extend_from_slice(line.as_bytes());
    out.extend_from_slice(b"\n\n");
    Ok(())
}

/// A final position as a line of EPD.
pub fn epd_line(position: &Position) -> String {
    let fen = position.fen();
    let fields: Vec<&str> = fen.split(' ').collect();
    let board = fields.iter().take(4).copied().collect::<Vec<_>>().join(" ");
    format!("{board} hmvc {}; fmvn {};\n", position.halfmove_clock(), position.fullmove_number())
}
