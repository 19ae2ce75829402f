// SPDX-License-Identifier: GPL-3.0-or-later
//! A game between a person and our engine: whose turn it is, what the clock shows, how it
//! ended. Whoever shows it calls [`Session::tick`] now and then.
//!
//! ```
//! use chess::{Color, Game, Position};
//! use play::{OwnEngine, Session, Setup};
//! use search::Limits;
//!
//! let limits = Limits { nodes: Some(100), ..Limits::default() };
//! let setup = Setup::new(Position::startpos(), Color::White, limits);
//! let mut session = Session::new(setup, OwnEngine::new(&[]).unwrap());
//! let e4 = session.position().parse_san("e4").unwrap();
//! session.play(e4);
//! session.wait();
//! assert_eq!(session.game.moves().len(), 2);
//! ```

use std::time::{Duration, Instant, SystemTime};

use chess::{Color, Game, Move, Position};
use engine::level;
use formats::pgn;
use formats::trie::OpeningName;
use journal::{StopFlag, Timestamp};
use search::{Limits, Score};

use crate::clock::ChessClock;
use crate::comment::CommentFields;
use crate::own_engine::{OwnAnswer, OwnEngine};
use crate::record::{GameRecord, MoveRecord};
use crate::referee::{GameOver, accepts_draw};
use crate::reply::{Pondered, Thinking};
use crate::time_control::{ClockRule, TimeControl};

/// How long a hint is thought about.
pub const HINT_TIME: Duration = Duration::from_millis(700);

/// What the engine is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Busy {
    /// Nothing.
    Idle,
    /// Thinking about its move.
    Thinking,
    /// Thinking about a hint.
    Hinting,
    /// Thinking on the person's time about the move that it expects (Achilles §5).
    Pondering,
}

/// What a game needs to begin.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Where it begins.
    pub start: Position,
    /// The person's side.
    pub human: Color,
    /// The person's name.
    pub name: String,
    /// The engine's name.
    pub engine_name: String,
    /// The time control of both sides, if time counts.
    pub control: Option<TimeControl>,
    /// How long the engine thinks where no clock tells it.
    pub limits: Limits,
    /// Whether the engine thinks while the person does.
    pub ponder: bool,
}

impl Setup {
    /// A game without a clock.
    pub fn new(start: Position, human: Color, limits: Limits) -> Setup {
        let (name, engine_name) = ("Player".to_owned(), "Xanthos".to_owned());
        Setup { start, human, name, engine_name, control: None, limits, ponder: false }
    }
}

/// What [`Session::tick`] has seen.
#[derive(Clone, Debug, PartialEq)]
pub enum SessionEvent {
    /// The engine has moved.
    Moved,
    /// What the engine would play in the person's place, the line behind it, its score.
    Hint {
        /// The move and what should follow.
        line: Vec<Move>,
        /// From the person's view.
        score: Option<Score>,
    },
    /// The engine has no move to offer.
    NoMove,
    /// The game is over.
    Over,
}

/// A game.
#[derive(Debug)]
pub struct Session {
    /// The moves.
    pub game: Game,
    /// How it was set up.
    pub setup: Setup,
    /// How it ended.
    pub over: Option<GameOver>,
    /// What the engine is doing.
    pub busy: Busy,
    /// What each move took.
    pub moves: Vec<MoveRecord>,
    began: SystemTime,
    clock: ChessClock,
    /// The clock at the beginning of each turn, for taking back.
    earlier: Vec<ChessClock>,
    /// When the side to move began to think.
    since: Instant,
    engine: OwnEngine,
    /// A move that is found, and when it is played.
    held: Option<(OwnAnswer, Instant)>,
    /// The engine's last score, from its own view.
    score: Option<Score>,
    /// The move that the engine expects of the person.
    expects: Option<Move>,
    /// Whether its present thought began on the person's time.
    pondered: Pondered,
}

impl Session {
    /// Begins; the engine moves if it is its turn.
    pub fn new(setup: Setup, engine: OwnEngine) -> Session {
        let rule = setup.control.map_or(ClockRule::Unlimited, ClockRule::Game);
        let mut session = Session {
            game: Game::new(setup.start),
            over: None,
            busy: Busy::Idle,
            moves: Vec::new(),
            began: SystemTime::now(),
            clock: ChessClock::new([rule; 2]),
            earlier: Vec::new(),
            since: Instant::now(),
            engine,
            held: None,
            score: None,
            expects: None,
            pondered: Pondered::No,
            setup,
        };
        session.over = GameOver::by_rules(&session.game);
        session.begin_turn();
        session
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// Whether the person may move.
    pub fn is_humans_turn(&self) -> bool {
        self.over.is_none() && self.position().turn() == self.setup.human
    }

    /// What the clock of a side shows now.
    pub fn left(&self, color: Color) -> Option<Duration> {
        self.clock.left(color, Instant::now())
    }

    /// The side's name.
    pub fn name(&self, color: Color) -> &str {
        if color == self.setup.human { &self.setup.name } else { &self.setup.engine_name }
    }

    /// The person's move; one that is not legal now is passed over.
    pub fn play(&mut self, m: Move) {
        if !self.is_humans_turn() || !self.position().is_legal(m) {
            return;
        }
        // What is pondered about may be just this.
        if self.busy != Busy::Pondering {
            self.rest();
        }
        self.make(m, Thinking::default());
    }

    /// Makes a move on the board and the clock.
    fn make(&mut self, m: Move, thinking: Thinking) {
        let (mover, now) = (self.position().turn(), Instant::now());
        if self.clock.flag_falls().is_some_and(|falls| falls < now) {
            return self.finish(GameOver::on_time(self.position(), mover));
        }
        let elapsed = self.clock.press(mover, now);
        let left = self.clock.left(mover, now);
        let pondered = if mover == self.setup.human { Pondered::No } else { self.pondered };
        self.moves.push(MoveRecord { elapsed, left, thinking, pondered, ..MoveRecord::default() });
        self.game.play(m);
        match GameOver::by_rules(&self.game) {
            Some(over) => self.finish(over),
            None => self.begin_turn(),
        }
    }

    /// Starts the clock of the side to move, and the engine if that is its side.
    fn begin_turn(&mut self) {
        if self.over.is_some() {
            return;
        }
        self.earlier.truncate(self.game.moves().len());
        self.earlier.push(self.clock.clone());
        self.since = Instant::now();
        self.clock.start(self.position().turn(), self.since);
        self.let_engine_move();
        self.let_engine_ponder();
    }

    fn let_engine_move(&mut self) {
        let turn = self.position().turn();
        if self.over.is_none() && turn != self.setup.human {
            self.busy = Busy::Thinking;
            self.pondered = self.engine.catch_up(&self.game);
            if self.pondered == Pondered::Hit {
                self.engine.ponderhit();
            } else {
                let limits = self.engine_limits();
                self.engine.start(&self.game, limits, false);
            }
        }
    }

    fn engine_limits(&self) -> Limits {
        let clock = self.clock.reading(!self.setup.human, Instant::now());
        Limits { clock, ..self.setup.limits.clone() }
    }

    /// While the person thinks, the engine thinks about its answer to the move that it
    /// expects. A weaker one that is to err like a person does not.
    fn let_engine_ponder(&mut self) {
        let wanted = self.setup.ponder && self.is_humans_turn() && !self.engine.is_limited();
        let Some(expected) = self.expects.take().filter(|&m| wanted && self.position().is_legal(m))
        else {
            return;
        };
        let mut game = self.game.clone();
        game.play(expected);
        if game.outcome().is_none() {
            let limits = self.engine_limits();
            self.engine.ponder(&game, limits);
            self.busy = Busy::Pondering;
        }
    }

    /// Looks at clock and engine.
    pub fn tick(&mut self) -> Option<SessionEvent> {
        let turn = self.position().turn();
        if self.over.is_none() && self.left(turn) == Some(Duration::ZERO) {
            self.finish(GameOver::on_time(self.position(), turn));
            return Some(SessionEvent::Over);
        }
        if matches!(self.busy, Busy::Idle | Busy::Pondering) {
            return None;
        }
        if let Some(answer) = self.engine.poll() {
            let until = self.since + self.pace(&answer);
            self.held = Some((answer, until));
        }
        let (answer, _) = self.held.take_if(|(_, until)| *until <= Instant::now())?;
        self.hear(answer)
    }

    /// Waits for the engine, if it is at something.
    pub fn wait(&mut self) -> Option<SessionEvent> {
        if matches!(self.busy, Busy::Idle | Busy::Pondering) {
            return None;
        }
        let answer = self.engine.wait();
        self.hear(answer)
    }

    /// Waits for the engine, if it is at something, until `stop` is raised.
    pub fn wait_unless(&mut self, stop: &StopFlag) -> Option<SessionEvent> {
        if matches!(self.busy, Busy::Idle | Busy::Pondering) {
            return None;
        }
        let answer = self.engine.wait_unless(stop)?;
        self.hear(answer)
    }

    /// How long the engine looks at the board before it moves: a limited one by the clock
    /// is not to answer at a glance.
    fn pace(&self, answer: &OwnAnswer) -> Duration {
        let by_clock = self.busy == Busy::Thinking && self.setup.limits == Limits::default();
        let engine = !self.setup.human;
        match (answer.best, self.left(engine), self.clock.control(engine)) {
            (Some(m), Some(left), Some(control)) if by_clock && self.engine.is_limited() => {
                level::pace(&self.game, m, left, control.increment, false)
            }
            _ => Duration::ZERO,
        }
    }

    fn hear(&mut self, answer: OwnAnswer) -> Option<SessionEvent> {
        let was = std::mem::replace(&mut self.busy, Busy::Idle);
        if self.over.is_some() {
            return None;
        }
        let Some(best) = answer.best.filter(|&m| self.position().is_legal(m)) else {
            return Some(SessionEvent::NoMove);
        };
        if was == Busy::Hinting {
            let info = answer.info.filter(|info| info.pv.first() == Some(&best));
            let score = info.as_ref().map(|info| info.score);
            let line = info.map_or_else(|| vec![best], |info| info.pv.to_vec());
            return Some(SessionEvent::Hint { line, score });
        }
        let thinking = answer.thinking(&self.game);
        self.expects = answer.expects;
        self.score = answer.info.map(|info| info.score);
        self.make(best, thinking);
        Some(if self.over.is_some() { SessionEvent::Over } else { SessionEvent::Moved })
    }

    /// Asks for a hint; false if it is not the person's turn.
    pub fn hint(&mut self) -> bool {
        if !self.is_humans_turn() {
            return false;
        }
        if self.busy == Busy::Pondering {
            self.rest();
        }
        if self.busy == Busy::Idle {
            self.busy = Busy::Hinting;
            let limits = Limits { movetime: Some(HINT_TIME), ..Limits::default() };
            self.engine.start(&self.game, limits, true);
        }
        true
    }

    /// Back to the person's last decision; false if there is none.
    pub fn take_back(&mut self) -> bool {
        self.rest();
        let human = self.setup.human;
        let mut earlier = self.game.positions().iter().rev().skip(1);
        if !earlier.any(|position| position.turn() == human) {
            self.let_engine_move();
            return false;
        }
        loop {
            self.game.undo();
            self.moves.pop();
            if self.position().turn() == human || self.game.moves().is_empty() {
                break;
            }
        }
        self.over = None;
        self.score = None;
        self.expects = None;
        if let Some(clock) = self.earlier.get(self.game.moves().len()) {
            self.clock = clock.clone();
        }
        self.begin_turn();
        true
    }

    /// The person gives up.
    pub fn resign(&mut self) {
        self.finish(GameOver::resignation(self.setup.human));
    }

    /// The person offers a draw; whether the engine takes it.
    pub fn offer_draw(&mut self) -> bool {
        let accepted = self.over.is_none() && accepts_draw(self.score, self.position());
        if accepted {
            self.finish(GameOver::agreement());
        }
        accepted
    }

    /// Ends what the engine is at.
    pub fn rest(&mut self) {
        if self.busy != Busy::Idle {
            self.engine.cancel();
            self.held = None;
            self.busy = Busy::Idle;
        }
    }

    fn finish(&mut self, over: GameOver) {
        if self.over.is_some() {
            return;
        }
        self.rest();
        // The clock of the side to move shows what it showed at the end.
        self.clock.halt(Instant::now());
        self.over = Some(over);
    }

    /// The name of the opening, as far as it has one.
    pub fn opening(&self) -> Option<OpeningName> {
        formats::book::library()?.opening(&self.game)
    }

    /// The game as PGN, with what each move took and what the engine thought.
    pub fn pgn(&self) -> pgn::Record {
        let began = Timestamp::of(self.began);
        let mut record = GameRecord {
            game: &self.game,
            opening_moves: 0,
            moves: &self.moves,
            names: Color::ALL.map(|color| self.name(color)),
            controls: [self.setup.control; 2],
            chess960: !self.setup.start.is_standard_castling(),
            date: began.pgn_date(),
            over: self.over.as_ref(),
        }
        .to_pgn(Some(&CommentFields { clock: true, ..CommentFields::default() }));
        record.set_tag("Event", "Casual game");
        record.set_tag("Time", began.time_of_day());
        if let Some(opening) = self.opening() {
            record.set_tag("ECO", opening.eco);
            record.set_tag("Opening", opening.name);
        }
        if let Some(over) = &self.over {
            record.set_tag("Termination", over.termination());
        }
        record
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(fen: &str, control: Option<TimeControl>) -> Session {
        let start = Position::from_fen(fen).unwrap();
        let limits = Limits { nodes: Some(200), ..Limits::default() };
        let setup = Setup { control, ..Setup::new(start, Color::White, limits) };
        Session::new(setup, OwnEngine::new(&[]).unwrap())
    }

    fn play(session: &mut Session, san: &str) {
        let m = session.position().parse_san(san).unwrap();
        session.play(m);
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn a_move_is_taken_back_with_its_time() {
        let mut session = session(START, TimeControl::from_minutes("5+3"));
        play(&mut session, "e4");
        assert_eq!(session.wait(), Some(SessionEvent::Moved));
        assert!(session.left(Color::White) > Some(Duration::from_secs(300)));
        assert!(session.take_back());
        assert_eq!((session.game.moves().len(), session.moves.len()), (0, 0));
        assert!(session.left(Color::White) <= Some(Duration::from_secs(300)));
        assert!(session.left(Color::Black) == Some(Duration::from_secs(300)));
        assert!(!session.take_back());
    }

    /// The person's move is what the engine expected, or is not; its answer comes either way,
    /// and the game record knows.
    #[test]
    fn the_engine_thinks_on_the_persons_time() {
        for hit in [true, false] {
            let start = Position::from_fen(START).unwrap();
            let limits = Limits { nodes: Some(3_000), ..Limits::default() };
            let setup = Setup { ponder: true, ..Setup::new(start, Color::White, limits) };
            let mut session = Session::new(setup, OwnEngine::new(&[]).unwrap());
            play(&mut session, "e4");
            session.wait();
            assert_eq!(session.busy, Busy::Pondering);
            assert_eq!(session.tick(), None, "the person is not hurried");
            let line = session.moves[1].thinking.pv.clone();
            let expected = session.position().parse_uci(&line[1]).unwrap();
            let legal = session.position().legal_moves();
            let other = legal.iter().copied().find(|&m| m != expected).unwrap();
            session.play(if hit { expected } else { other });
            assert_eq!(session.busy, Busy::Thinking);
            assert_eq!(session.wait(), Some(SessionEvent::Moved));
            let wanted = if hit { Pondered::Hit } else { Pondered::Miss };
            assert_eq!(session.moves[3].pondered, wanted);
            assert_eq!(session.game.moves().len(), 4);
            assert!(session.hint(), "a hint comes before pondering");
            assert!(matches!(session.wait(), Some(SessionEvent::Hint { .. })));
        }
    }

    #[test]
    fn a_flag_falls() {
        let control = Some(TimeControl {
            moves: None,
            base: Duration::from_millis(20),
            increment: Duration::ZERO,
        });
        let mut session = session(START, control);
        std::thread::sleep(Duration::from_millis(25));
        assert_eq!(session.tick(), Some(SessionEvent::Over));
        let over = session.over.as_ref().unwrap();
        assert_eq!(over.reason, "White loses on time");
        assert_eq!(session.pgn().tag("Termination"), Some("time forfeit"));
    }

    #[test]
    fn a_hint_comes_at_full_strength_and_changes_nothing() {
        let mut session = session("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", None);
        assert!(session.hint());
        let Some(SessionEvent::Hint { line, score }) = session.wait() else { panic!() };
        assert_eq!(session.position().san(line[0]), "Ra8#");
        assert_eq!(score, Some(Score::Mate(1)));
        play(&mut session, "Ra8#");
        assert_eq!(session.over.as_ref().unwrap().reason, "White mates");
        assert!(!session.hint() && !session.offer_draw());
    }
}
