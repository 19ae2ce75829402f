// SPDX-License-Identifier: GPL-3.0-or-later
//! A search that breaks down at every opportunity: the engine answers all the same.

use std::sync::mpsc;
use std::time::Duration;

use chess::Game;
use search::{Control, HashError, Job, Limits, Outcome, Search};
use xanthos_engine::{Engine, Event, Request};

/// Breaks down whenever it is asked for threads or for a move.
struct Fragile;

impl Search for Fragile {
    fn set_hash(&mut self, _: usize) -> Result<(), HashError> {
        Ok(())
    }

    fn set_threads(&mut self, _: usize) {
        panic!("no thread to be had");
    }

    fn new_game(&mut self) {}

    fn think(&mut self, _: &Job, _: &Control, _: &mut dyn FnMut(search::Event)) -> Outcome {
        panic!("no memory to be had");
    }
}

#[test]
fn an_engine_whose_search_breaks_down_is_not_mute() {
    let (tell, events) = mpsc::channel();
    let mut engine = Engine::new(|_| Box::new(Fragile), move |event| _ = tell.send(event)).unwrap();
    let wait = |wanted: &dyn Fn(&Event) -> bool| loop {
        let event = events.recv_timeout(Duration::from_secs(60)).expect("an answer");
        if wanted(&event) {
            return event;
        }
    };
    engine.set_option("Threads", Some("8")).unwrap();
    engine.sync();
    wait(&|event| matches!(event, Event::Synced));
    for _ in 0..2 {
        let limits = Limits { depth: Some(3), ..Limits::default() };
        assert!(engine.go(Request::new(Game::default(), limits)).is_ok());
        let done = wait(&|event| matches!(event, Event::Done(_)));
        engine.note(&done);
        let Event::Done(outcome) = done else { unreachable!("it was waited for") };
        assert!(outcome.best.is_some_and(|best| Game::default().position().is_legal(best)));
    }
    engine.sync();
    wait(&|event| matches!(event, Event::Synced));
}
