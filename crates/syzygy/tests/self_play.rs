// SPDX-License-Identifier: GPL-3.0-or-later
//! With tables no half point is lost: games from random positions of the tables
//! end as the tables say, and against a player without tables never worse.
//!
//! `XANTHOS_SLOW=1` plays a thousand positions instead of a few.

use crate::common;

use std::sync::Arc;

use chess::{Color, Game, Outcome, Position};
use common::*;
use eval::Classical;
use search::{AlphaBeta, Control, Job, Limits, Search, Tablebase};
use syzygy::Tables;

struct Player {
    search: AlphaBeta<Classical>,
    tables: Option<Arc<Tables>>,
    nodes: u64,
}

impl Player {
    fn new(tables: Option<&Arc<Tables>>, nodes: u64) -> Self {
        let search = AlphaBeta::new(Classical::default());
        Player { search, tables: tables.cloned(), nodes }
    }

    fn play(&mut self, game: &mut Game) {
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let mut job = Job::new(game.clone(), limits);
        job.tables = self.tables.clone().map(|tables| tables as Arc<dyn Tablebase>);
        let outcome = self.search.think(&job, &Control::default(), &mut |_| {});
        game.play(outcome.best.expect("the game goes on"));
    }
}

/// The result for White: 1, 0 or −1. `players` are for White and Black.
fn result(start: Position, players: &mut [Player; 2]) -> (i32, Game) {
    let mut game = Game::new(start);
    players.iter_mut().for_each(|player| player.search.new_game());
    while game.outcome().is_none() {
        players[game.position().turn().index()].play(&mut game);
    }
    let result = match game.outcome() {
        Some(Outcome::Checkmate { winner: Color::White }) => 1,
        Some(Outcome::Checkmate { winner: Color::Black }) => -1,
        _ => 0,
    };
    (result, game)
}

fn told(game: &Game) -> String {
    let mut at = *game.start();
    let mut text = at.fen();
    for &mv in game.moves() {
        text += &format!(" {}", at.san(mv));
        at = at.after(mv);
    }
    text
}

#[test]
fn no_half_point_is_lost() {
    let folder = shared_folder().unwrap_or_else(own_folder);
    let tables = Arc::new(Tables::open_all(std::slice::from_ref(&folder)).unwrap());
    let names = names(&folder);
    let mut dice = Dice(4_710_113);
    let (positions, nodes) = if slow() { (1_000, 500) } else { (30, 300) };
    let with = || Player::new(Some(&tables), nodes);
    let without = || Player::new(None, nodes);
    let mut both = [with(), with()];
    let mut for_white = [with(), without()];
    let mut for_black = [without(), with()];
    let mut seen = [0; 3];
    let mut given = 0;
    for _ in 0..positions {
        let position = loop {
            let name = &names[dice.roll(names.len())];
            let position = dice.position(name);
            if Game::new(position).outcome().is_none() {
                break position;
            }
        };
        let wdl = tables.probe_wdl(&position).unwrap().result(true);
        let expected = if position.turn() == Color::White { wdl } else { -wdl };
        seen[(expected + 1) as usize] += 1;

        let (among_equals, game) = result(position, &mut both);
        assert_eq!(among_equals, expected, "{}", told(&game));
        let (white, game) = result(position, &mut for_white);
        assert!(white >= expected, "{}", told(&game));
        let (black, game) = result(position, &mut for_black);
        assert!(black <= expected, "{}", told(&game));
        given += i32::from(white > expected) + i32::from(black < expected);
    }
    let [lost, drawn, won] = seen;
    println!(
        "{positions} positions ({won} won, {drawn} drawn, {lost} lost for White), three games \
         each, {nodes} nodes a move: nothing lost; without tables {given} results were given away"
    );
}
