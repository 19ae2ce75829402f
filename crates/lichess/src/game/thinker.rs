// SPDX-License-Identifier: GPL-3.0-or-later
//! Engines for games. A finished game gives its engine back: hash memory is taken once for each
//! place, however many games are played.

use std::io;
use std::sync::mpsc;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use engine::{Engine, Event, flagship};

/// How long a search may take to notice that it is to stop.
const TIMEOUT: Duration = Duration::from_secs(10);

type Tell = Box<dyn FnMut(Event) + Send>;

/// An engine whose events can be sent elsewhere.
pub struct Thinker {
    /// The engine.
    pub engine: Engine,
    tell: Arc<Mutex<Option<Tell>>>,
}

/// Engines that nobody uses.
#[derive(Default)]
pub struct EnginePool(Mutex<Vec<Thinker>>);

impl EnginePool {
    /// An engine that tells its events to `tell`.
    ///
    /// # Errors
    /// If the system has no thread for it.
    pub fn take(&self, tell: impl FnMut(Event) + Send + 'static) -> io::Result<Thinker> {
        let idle = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut thinker = match idle {
            Some(thinker) => thinker,
            None => Thinker::new()?,
        };
        thinker.route(Some(Box::new(tell)));
        thinker.engine.new_game();
        Ok(thinker)
    }

    /// An engine that is not needed any more. One that does not stop is dropped.
    pub fn give_back(&self, mut thinker: Thinker) {
        let (tell, told) = mpsc::channel();
        thinker.route(Some(Box::new(move |event| _ = tell.send(event))));
        thinker.engine.stop();
        // Its last answer may have gone to where it was told before; a sync comes here.
        thinker.engine.sync();
        while let Ok(event) = told.recv_timeout(TIMEOUT) {
            thinker.engine.note(&event);
            if matches!(event, Event::Synced) {
                thinker.route(None);
                if thinker.engine.is_busy() {
                    // Its answer was lost: it can't be asked again.
                    return thinker.engine.shut_down(TIMEOUT);
                }
                self.0.lock().unwrap_or_else(PoisonError::into_inner).push(thinker);
                return;
            }
        }
        thinker.engine.shut_down(Duration::ZERO);
    }

    /// How many wait.
    pub fn idle(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}

impl Thinker {
    fn new() -> io::Result<Thinker> {
        let tell: Arc<Mutex<Option<Tell>>> = Arc::default();
        let route = Arc::clone(&tell);
        let engine = Engine::new(flagship, move |event| {
            if let Some(tell) = route.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
                tell(event);
            }
        })?;
        Ok(Thinker { engine, tell })
    }

    fn route(&mut self, tell: Option<Tell>) {
        *self.tell.lock().unwrap_or_else(PoisonError::into_inner) = tell;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Game;
    use engine::Request;
    use search::Limits;

    #[test]
    fn an_engine_that_thinks_is_stopped_and_used_again() {
        let pool = EnginePool::default();
        for _ in 0..3 {
            let (tell, told) = mpsc::channel();
            let mut thinker = pool.take(move |event| _ = tell.send(event)).unwrap();
            let endless = Limits { infinite: true, ..Limits::default() };
            thinker.engine.go(Request::new(Game::default(), endless)).unwrap();
            assert!(matches!(told.recv_timeout(TIMEOUT), Ok(Event::Search(_))));
            pool.give_back(thinker);
            assert_eq!(pool.idle(), 1);
        }
    }
}
