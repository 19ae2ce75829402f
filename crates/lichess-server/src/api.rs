// SPDX-License-Identifier: GPL-3.0-or-later
//! The requests of the Bot API, as lichess describes them.

use std::sync::mpsc::{self, Receiver};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Position};

use crate::game::{Game, Refusal, Status};
use crate::http::Request;
use crate::opponent::{Spec, Temper, Time};
use crate::world::{World, chats, tells_moves};
use crate::{Shared, TOKEN};

/// Servers that ask for no token: tablebase and explorer.
pub(crate) fn is_public(path: &str) -> bool {
    ["/standard", "/masters", "/lichess?"].iter().any(|known| path.starts_with(known))
}

/// Whether the bot challenges somebody.
pub(crate) fn makes_challenge(request: &Request) -> bool {
    let rest = request.path.strip_prefix("/api/challenge/");
    request.method == "POST" && rest.is_some_and(|user| !user.contains('/'))
}

/// Whether the request has our token, and only where it belongs.
pub(crate) fn authorized(request: &Request, world: &mut World) -> bool {
    let right = request.authorization.as_deref() == Some(&format!("Bearer {TOKEN}"));
    // The one question that has it in its body.
    let tests = request.path == "/api/token/test" && request.body == TOKEN;
    let elsewhere = request.path.contains(TOKEN) || (request.body.contains(TOKEN) && !tests);
    if elsewhere || (right && is_public(&request.path)) {
        world.report.leaked += 1;
    }
    right || is_public(&request.path)
}

/// Opens a stream, if the request asks for one; with the delay of its lines.
pub(crate) fn stream(
    request: &Request,
    shared: &Shared,
) -> Option<(Receiver<(Instant, String)>, Duration)> {
    if request.method != "GET" {
        return None;
    }
    let mut world = shared.lock();
    let now = Instant::now();
    if request.path == "/api/stream/event" {
        let (send, receive) = mpsc::channel();
        let games = world
            .active()
            .map(|game| json!({"type": "gameStart", "game": game.info()}).to_string());
        let mut lines: Vec<String> = games.collect();
        let open: Vec<String> = world
            .challenges
            .iter()
            .filter(|(_, challenge)| challenge.incoming)
            .map(|(id, _)| id.clone())
            .collect();
        lines.extend(open.iter().map(|id| world.challenge_line(id, "challenge")));
        // One stream for each account: the old one ends.
        world.events.clear();
        lines.into_iter().for_each(|line| _ = send.send((now, line)));
        world.events.push(send);
        return Some((receive, Duration::ZERO));
    }
    let id = request.path.strip_prefix("/api/bot/game/stream/")?.to_owned();
    if world.not_for_bots.contains(&id) {
        return None;
    }
    let (me, delay) = (world.me.clone(), world.options.wire[0]);
    let game = world.games.get_mut(&id)?;
    let (send, receive) = mpsc::channel();
    let _ = send.send((now, game.full(&me, now).to_string()));
    game.opened += 1;
    game.opened_at = Some(now);
    // A game that is over has nothing more to say.
    if game.is_running() {
        game.streams.push(send);
    }
    Some((receive, delay))
}

const OK: &str = "{\"ok\":true}";

fn error(status: u16, text: &str) -> (u16, String) {
    (status, json!({"error": text}).to_string())
}

fn ok() -> (u16, String) {
    (200, OK.to_owned())
}

/// Deals with a request that has one answer.
pub(crate) fn handle(request: &Request, shared: &Shared) -> (u16, String) {
    let (path, query) = request.path.split_once('?').unwrap_or((&request.path, ""));
    let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
    let get = request.method == "GET";
    match parts.as_slice() {
        ["api", "account"] if get => account(&shared.lock()),
        ["api", "token", "test"] if !get => {
            let scopes = shared.lock().options.scopes.clone();
            let known = json!({"userId": "testbot", "scopes": scopes, "expires": null});
            (200, json!({request.body.clone(): known}).to_string())
        }
        ["api", "account", "playing"] if get => {
            let world = shared.lock();
            let games: Vec<Value> = world.active().map(Game::info).collect();
            (200, json!({"nowPlaying": games}).to_string())
        }
        ["api", "bot", "account", "upgrade"] if !get => {
            shared.lock().is_bot = true;
            ok()
        }
        ["api", "bot", "game", "stream", id] if get && shared.lock().not_for_bots.contains(*id) => {
            error(400, "This game cannot be played with the Bot API.")
        }
        ["api", "bot", "online"] if get => online(&shared.lock()),
        ["api", "challenge", id, "accept"] if !get => {
            let mut world = shared.lock();
            if let Some(seconds) = world.bots_again
                && world.challenges.get(*id).is_some_and(|challenge| challenge.spec.bot)
            {
                return games_spent(429, "You", seconds);
            }
            if world.begin(id, Instant::now()) { ok() } else { error(404, "Challenge not found") }
        }
        ["api", "challenge", id, "decline"] if !get => {
            let mut world = shared.lock();
            let reason = field(&request.body, "reason").unwrap_or_default();
            if world.challenges.remove(*id).is_none() {
                return error(404, "Challenge not found");
            }
            *world.report.declined.entry(reason).or_default() += 1;
            ok()
        }
        ["api", "challenge", id, "cancel"] if !get => {
            let gone = shared.lock().challenges.remove(*id).is_none();
            if gone { error(404, "Challenge not found") } else { ok() }
        }
        ["api", "challenge", user] if !get => challenge(&mut shared.lock(), user, &request.body),
        ["api", "bot", "game", id, "move", uci] if !get => {
            let delay = shared.lock().options.wire[1];
            sleep(delay);
            let offers = query.contains("offeringDraw=true");
            play(&mut shared.lock(), id, uci, offers, request.arrived)
        }
        ["api", "bot", "game", id, rest @ ..] if !get => {
            game(&mut shared.lock(), id, rest, &request.body)
        }
        ["standard"] | ["masters"] if get => public(&parts, query),
        _ => error(404, "Not found"),
    }
}

fn account(world: &World) -> (u16, String) {
    let title = world.is_bot.then_some("BOT");
    let perf = json!({"games": 10, "rating": 2000, "rd": 45, "prog": 0});
    let perfs =
        json!({"bullet": perf, "blitz": perf, "rapid": perf, "classical": perf, "chess960": perf});
    let me = &world.me;
    let account = json!({"id": me.to_lowercase(), "username": me, "title": title, "perfs": perfs});
    (200, account.to_string())
}

fn online(world: &World) -> (u16, String) {
    let line = |(name, rating): &(String, i64)| {
        let perf = json!({"games": 10, "rating": rating});
        let perfs = json!({"bullet": perf, "blitz": perf, "rapid": perf, "classical": perf});
        format!(
            "{}\n",
            json!({"id": name.to_lowercase(), "username": name, "title": "BOT", "perfs": perfs})
        )
    };
    (200, world.online.iter().map(line).collect())
}

/// Bots have played as many games against bots as they may in a day.
fn games_spent(status: u16, who: &str, seconds: u64) -> (u16, String) {
    let words = format!("{who} played 100 games against other bots today, please wait.");
    let limit = json!({"key": "bot.vsBot.day", "seconds": seconds});
    (status, json!({"error": words, "ratelimit": limit}).to_string())
}

fn challenge(world: &mut World, user: &str, body: &str) -> (u16, String) {
    world.made.push((user.to_owned(), body.to_owned()));
    if let Some(seconds) = world.bots_again {
        return games_spent(429, "You", seconds);
    }
    if let Some(&seconds) = world.spent.get(user) {
        return games_spent(400, user, seconds);
    }
    let number = |name| field(body, name).and_then(|text| text.parse::<u64>().ok());
    let (base, increment) =
        (number("clock.limit").unwrap_or(60), number("clock.increment").unwrap_or(0));
    let spec = Spec {
        user: user.to_owned(),
        bot: true,
        rating: 2050,
        variant: field(body, "variant").unwrap_or_else(|| "standard".to_owned()),
        // What they play fast here is fast enough for a test.
        time: Time::Clock(Duration::from_secs(10), Duration::from_millis(100)),
        shown: Some((base, increment)),
        rated: field(body, "rated").as_deref() == Some("true"),
        temper: Temper::Resigns(6),
        ..Spec::default()
    };
    let id = world.offer(spec, Instant::now());
    let json = world.challenge_json(&id, &world.challenges[&id].clone());
    (200, json.to_string())
}

fn play(
    world: &mut World,
    id: &str,
    uci: &str,
    offering_draw: bool,
    arrived: Instant,
) -> (u16, String) {
    let now = Instant::now();
    let orphan = world.is_orphan(arrived);
    let Some(game) = world.games.get_mut(id) else { return error(404, "No such game") };
    let (side, ply) = (game.bot, game.ply());
    match game.play(side, uci, now) {
        Ok(()) => {
            if offering_draw {
                game.draw_offers.push(ply);
                game.offers.draw[side] = true;
                if game.spec.temper == Temper::OffersDraws {
                    game.end(Status::Draw, None, now);
                }
            }
            game.tell_state(now);
            let over = !game.is_running();
            world.report.moves += 1;
            if over {
                world.finish(id);
            }
            ok()
        }
        Err(refusal) => {
            let last = game.moves.len().checked_sub(if game.turn() == side { 2 } else { 1 });
            let again = last.is_some_and(|index| game.moves[index] == uci);
            match refusal {
                _ if orphan => world.report.orphans += 1,
                Refusal::Illegal => world.report.illegal += 1,
                Refusal::NotYourTurn if again => world.report.twice += 1,
                // The game may have ended while the move was under way.
                Refusal::NotYourTurn | Refusal::Over => {}
            }
            error(400, "Not your turn, or game already over")
        }
    }
}

fn game(world: &mut World, id: &str, rest: &[&str], body: &str) -> (u16, String) {
    let now = Instant::now();
    let Some(game) = world.games.get_mut(id) else { return error(404, "No such game") };
    if rest == ["claim-victory"] {
        game.claims += 1;
    }
    if rest == ["chat"] {
        let room = field(body, "room").unwrap_or_default();
        let text = field(body, "text").unwrap_or_default();
        if text.is_empty() || text.chars().count() > 140 {
            return error(400, "Invalid text");
        }
        let reaches = room == "player" || (chats(game) && !game.spectated);
        let helped = game.is_running() && reaches && tells_moves(&text);
        game.said.push((room, text));
        world.report.helped += u64::from(helped);
        return ok();
    }
    if !game.is_running() {
        return error(400, "The game is over");
    }
    let (bot, other) = (game.bot, 1 - game.bot);
    match rest {
        ["abort"] if game.ply() < 2 => game.end(Status::Aborted, None, now),
        ["resign"] => game.end(Status::Resign, Some(other), now),
        ["claim-victory"] if game.opponent.gone && !game.spec.unclaimable => {
            game.end(Status::Timeout, Some(bot), now)
        }
        ["draw", answer] => {
            game.answers.push(format!("draw {answer}"));
            let yes = ["yes", "true"].contains(answer);
            // Accepted, or claimed for a third repetition.
            if yes && (game.offers.draw[other] || game.repeated() >= 3) {
                game.end(Status::Draw, None, now);
            } else if yes {
                game.offers.draw[bot] = true;
            } else {
                game.offers.draw[other] = false;
            }
        }
        ["takeback", answer] => {
            game.answers.push(format!("takeback {answer}"));
            if game.opponent.wants_back && ["yes", "true"].contains(answer) {
                game.opponent.wants_back = false;
                game.take_back(other, now);
                return ok();
            }
            game.opponent.wants_back = false;
            game.offers.takeback = [false; 2];
        }
        _ => return error(400, "This can't be done now"),
    }
    game.tell_state(now);
    if !game.is_running() {
        world.finish(id);
    }
    ok()
}

/// The tablebase and the explorer: the first legal move in the alphabet is the best there.
fn public(parts: &[&str], query: &str) -> (u16, String) {
    let fen = field(query, "fen").unwrap_or_default().replace('_', " ");
    let Some(position) = fen
        .parse::<Fen>()
        .ok()
        .and_then(|fen| fen.into_position::<Chess>(CastlingMode::Standard).ok())
    else {
        return error(400, "Invalid FEN");
    };
    let mut moves: Vec<String> = position
        .legal_moves()
        .iter()
        .map(|&m| UciMove::from_move(m, CastlingMode::Standard).to_string())
        .collect();
    moves.sort();
    let rows: Vec<Value> = moves
        .iter()
        .enumerate()
        .map(|(n, uci)| {
            let won = if n == 0 { 100 } else { 1 };
            let (white, black) = if position.turn().is_white() { (won, 1) } else { (1, won) };
            json!({"uci": uci, "san": "", "white": white, "draws": 10, "black": black, "category": "draw"})
        })
        .collect();
    let category = if parts == ["standard"] { "draw" } else { "" };
    (
        200,
        json!({"category": category, "dtz": 0, "moves": rows, "white": 1, "draws": 1, "black": 1})
            .to_string(),
    )
}

/// A field of a form or a query.
pub(crate) fn field(form: &str, name: &str) -> Option<String> {
    let pair = form.split('&').filter_map(|pair| pair.split_once('='));
    let (_, value) = pair.into_iter().find(|(key, _)| *key == name)?;
    let bytes = value.replace('+', " ").into_bytes();
    let mut text = Vec::new();
    let mut index = 0;
    while index < bytes.len() {
        let code = bytes.get(index + 1..index + 3).and_then(|hex| std::str::from_utf8(hex).ok());
        match (bytes[index], code.and_then(|hex| u8::from_str_radix(hex, 16).ok())) {
            (b'%', Some(byte)) => {
                text.push(byte);
                index += 3;
            }
            (byte, _) => {
                text.push(byte);
                index += 1;
            }
        }
    }
    Some(String::from_utf8_lossy(&text).into_owned())
}
