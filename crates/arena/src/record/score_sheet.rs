// SPDX-License-Identifier: GPL-3.0-or-later
//! A finished game as PGN text.

use chess::{Color, Position};
use formats::pgn::{self, Record};
use journal::{Timestamp, hours};
use play::GameRecord;
use play::record::set_controls;

use crate::game::FinishedGame;
use crate::options::{ClockRule, EngineLimits, Notation, PgnOutput, TournamentConfig, Variant};
use crate::schedule::ScheduledGame;

/// The text of a game, an empty line at its end included.
pub fn pgn(
    game: &FinishedGame,
    when: &ScheduledGame,
    config: &TournamentConfig,
    output: &PgnOutput,
) -> Vec<u8> {
    let players = [when.white, when.black].map(|index| &config.engines[index]);
    let mut record = GameRecord {
        game: &game.game,
        opening_moves: game.opening_moves,
        moves: &game.moves,
        names: players.map(|player| player.name.as_str()),
        controls: [None; 2],
        chess960: config.variant == Variant::Fischerandom,
        date: Timestamp::of(game.started).pgn_date(),
        over: Some(&game.over),
    }
    .to_pgn((!output.minimal).then_some(&output.comments));
    record.set_tag("Event", config.event.clone());
    record.set_tag("Site", config.site.clone());
    record.set_tag("Round", when.round.to_string());
    if !output.minimal {
        set_controls(&mut record, players.map(|player| Some(limits(&player.limits))));
        tell_more(&mut record, game, when);
    }
    let mut text = Vec::new();
    // Writing to memory cannot fail.
    let _ = match output.notation {
        Notation::San => pgn::write(&record, &mut text),
        notation => write_other_notation(&record, notation, &mut text),
    };
    text
}

fn tell_more(record: &mut Record, game: &FinishedGame, when: &ScheduledGame) {
    let start = Timestamp::of(game.started);
    let end = Timestamp::of(game.started + game.duration);
    for (name, value) in [
        ("GameNumber", when.number.to_string()),
        ("Time", start.time_of_day()),
        ("GameStartTime", start.iso()),
        ("GameEndTime", end.iso()),
        ("GameDuration", hours(game.duration.as_secs())),
        ("PlyCount", game.game.moves().len().to_string()),
        ("Termination", game.over.termination().to_owned()),
    ] {
        record.set_tag(name, value);
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
