// SPDX-License-Identifier: GPL-3.0-or-later
//! A game between a person and the engine: whose turn it is, what the clocks show, how it
//! ended. It knows nothing of terminals.

use super::command::{Command, HELP, read_move};
use super::opponent::{Answer, Opponent, thinking};
use chess::{Color, Game, Move, Position, Square};
use engine::level;
use play::referee::accepts_draw;
use play::{ChessClock, ClockRule, GameOver, MoveRecord, Thinking, TimeControl};
use search::{Limits, Score};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

/// What the engine is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Busy {
    /// Nothing.
    Idle,
    /// Thinking about its move.
    Thinking,
    /// Thinking about a hint.
    Hinting,
}

/// What a game needs to begin.
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
    /// The file for games.
    pub pgn: Option<PathBuf>,
}

/// A game.
pub struct Session {
    pub game: Game,
    pub setup: Setup,
    pub over: Option<GameOver>,
    pub busy: Busy,
    pub flipped: bool,
    /// What was said last.
    pub notice: String,
    pub moves: Vec<MoveRecord>,
    pub began: SystemTime,
    clock: ChessClock,
    /// The clock at the beginning of each turn, for taking back.
    earlier: Vec<ChessClock>,
    /// When the side to move began to think.
    since: Instant,
    opponent: Opponent,
    /// A move that is found, and when it is played.
    held: Option<(Answer, Instant)>,
    /// The engine's last score, from its own view.
    score: Option<Score>,
    saved: bool,
}

/// Whether to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Go on.
    Stay,
    /// Leave.
    Leave,
}

/// How long a hint is thought about.
const HINT: Duration = Duration::from_millis(700);

impl Session {
    /// Begins; the engine moves if it is its turn.
    pub fn new(setup: Setup, opponent: Opponent) -> Session {
        let mut session = Session {
            game: Game::new(setup.start),
            over: None,
            busy: Busy::Idle,
            flipped: setup.human == Color::Black,
            notice: "Type a move, or help.".to_owned(),
            moves: Vec::new(),
            began: SystemTime::now(),
            clock: ChessClock::new(
                [setup.control.map_or(ClockRule::Unlimited, ClockRule::Game); 2],
            ),
            earlier: Vec::new(),
            since: Instant::now(),
            opponent,
            held: None,
            score: None,
            saved: false,
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

    /// Does what was typed.
    pub fn obey(&mut self, command: Command) -> Next {
        match command {
            Command::Move(text) => self.typed(&text),
            Command::TakeBack => self.take_back(),
            Command::Hint => self.hint(),
            Command::Resign => self.finish(GameOver::resignation(self.setup.human)),
            Command::Draw => self.offer_draw(),
            Command::Flip => self.flipped = !self.flipped,
            Command::Save(path) => self.save(path),
            Command::Help => self.notice = HELP.to_owned(),
            Command::Board | Command::Clock | Command::Moves => {}
            Command::Quit => return Next::Leave,
        }
        Next::Stay
    }

    fn typed(&mut self, text: &str) {
        if self.over.is_some() {
            self.notice = "The game is over.".to_owned();
        } else if !self.is_humans_turn() {
            self.notice = "It is not your turn.".to_owned();
        } else {
            match read_move(self.position(), text) {
                Ok(m) => self.human_plays(m),
                Err(error) => self.notice = format!("{error}; help lists the words."),
            }
        }
    }

    /// The legal moves between two squares: more than one for a promotion, and castling
    /// also by the square that the king goes to.
    pub fn moves_between(&self, from: Square, to: Square) -> Vec<Move> {
        let position = self.position();
        let legal = position.legal_moves();
        let exact: Vec<Move> =
            legal.iter().filter(|m| m.from() == from && m.to() == to).copied().collect();
        match exact.is_empty() {
            true => position.parse_uci(&format!("{from}{to}")).into_iter().collect(),
            false => exact,
        }
    }

    /// The person's move.
    pub fn human_plays(&mut self, m: Move) {
        if !self.is_humans_turn() || !self.position().is_legal(m) {
            return;
        }
        if self.busy == Busy::Hinting {
            self.opponent.cancel();
            self.busy = Busy::Idle;
        }
        self.notice.clear();
        self.play(m, Thinking::default());
    }

    /// Plays a move on the board and the clock.
    fn play(&mut self, m: Move, thinking: Thinking) {
        let (mover, now) = (self.position().turn(), Instant::now());
        if self.clock.flag_falls().is_some_and(|falls| falls < now) {
            return self.finish(GameOver::on_time(self.position(), mover));
        }
        let elapsed = self.clock.press(mover, now);
        let left = self.clock.left(mover, now);
        self.moves.push(MoveRecord { elapsed, left, thinking, ..MoveRecord::default() });
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
    }

    fn let_engine_move(&mut self) {
        let turn = self.position().turn();
        if self.over.is_none() && turn != self.setup.human {
            self.busy = Busy::Thinking;
            let clock = self.clock.reading(turn, Instant::now());
            let limits = Limits { clock, ..self.setup.limits.clone() };
            self.opponent.start(&self.game, limits, false);
        }
    }

    /// Looks at clocks and engine; true if something changed.
    pub fn tick(&mut self) -> bool {
        let turn = self.position().turn();
        if self.over.is_none() && self.left(turn) == Some(Duration::ZERO) {
            self.finish(GameOver::on_time(self.position(), turn));
            return true;
        }
        if self.busy == Busy::Idle {
            return false;
        }
        if let Some(answer) = self.opponent.poll() {
            let until = self.since + self.pace(&answer);
            self.held = Some((answer, until));
        }
        match self.held.take_if(|(_, until)| *until <= Instant::now()) {
            Some((answer, _)) => {
                self.hear(answer);
                true
            }
            None => false,
        }
    }

    /// How long the engine looks at the board before it moves: a limited one by the clock
    /// is not to answer at a glance.
    fn pace(&self, answer: &Answer) -> Duration {
        let by_clock = self.busy == Busy::Thinking && self.setup.limits == Limits::default();
        let engine = !self.setup.human;
        match (answer.best, self.left(engine), self.clock.control(engine)) {
            (Some(m), Some(left), Some(control)) if by_clock && self.opponent.is_limited() => {
                level::pace(&self.game, m, left, control.increment, false)
            }
            _ => Duration::ZERO,
        }
    }

    /// Waits for the engine, if it is at something.
    pub fn wait(&mut self) {
        if self.busy != Busy::Idle {
            let answer = self.opponent.wait();
            self.hear(answer);
        }
    }

    fn hear(&mut self, answer: Answer) {
        let was = std::mem::replace(&mut self.busy, Busy::Idle);
        if self.over.is_some() {
            return;
        }
        let Some(best) = answer.best.filter(|&m| self.position().is_legal(m)) else {
            self.notice = "The engine has no move to offer.".to_owned();
            return;
        };
        match was {
            Busy::Thinking => {
                let told = answer.info.as_ref().map(|info| thinking(&self.game, info));
                self.score = answer.info.map(|info| info.score);
                self.play(best, told.unwrap_or_default());
            }
            Busy::Hinting => {
                let pv = answer.info.map(|info| info.pv).unwrap_or_else(|| vec![best]);
                self.notice = format!("Hint: {}", spell(self.position(), &pv, 5));
            }
            Busy::Idle => {}
        }
    }

    fn hint(&mut self) {
        if !self.is_humans_turn() {
            self.notice = "There is nothing to hint at now.".to_owned();
        } else if self.busy == Busy::Idle {
            self.busy = Busy::Hinting;
            self.notice = "Thinking about a hint …".to_owned();
            let limits = Limits { movetime: Some(HINT), ..Limits::default() };
            self.opponent.start(&self.game, limits, true);
        }
    }

    /// Back to the person's last decision.
    fn take_back(&mut self) {
        self.rest();
        let human = self.setup.human;
        let own = |game: &Game| game.position().turn() == human;
        if !self.game.positions().iter().rev().skip(1).any(|position| position.turn() == human) {
            self.notice = "There is no move of yours to take back.".to_owned();
            self.let_engine_move();
            return;
        }
        loop {
            self.game.undo();
            self.moves.pop();
            if own(&self.game) || self.game.moves().is_empty() {
                break;
            }
        }
        self.over = None;
        self.saved = false;
        self.score = None;
        if let Some(clock) = self.earlier.get(self.game.moves().len()) {
            self.clock = clock.clone();
        }
        self.begin_turn();
        self.notice = "Taken back.".to_owned();
    }

    /// Ends what the engine is at.
    fn rest(&mut self) {
        if self.busy != Busy::Idle {
            self.opponent.cancel();
            self.held = None;
            self.busy = Busy::Idle;
        }
    }

    fn offer_draw(&mut self) {
        if self.over.is_some() {
            self.notice = "The game is over.".to_owned();
            return;
        }
        if accepts_draw(self.score, self.position()) {
            self.finish(GameOver::agreement());
        } else {
            self.notice = "The engine declines the draw.".to_owned();
        }
    }

    fn finish(&mut self, over: GameOver) {
        if self.over.is_some() {
            self.notice = "The game is over.".to_owned();
            return;
        }
        self.rest();
        // The clock of the side to move shows what it showed at the end.
        self.clock.halt(Instant::now());
        self.notice = format!("{}: {}", over.result, over.reason);
        self.over = Some(over);
    }

    /// Writes the game to a file.
    fn save(&mut self, path: Option<PathBuf>) {
        let Some(path) = path.or_else(|| self.setup.pgn.clone()) else {
            self.notice = "Where to? save FILE".to_owned();
            return;
        };
        self.notice = match self.write(&path) {
            Ok(()) => format!("Saved to {}.", path.display()),
            Err(error) => error.to_string(),
        };
    }

    fn write(&mut self, path: &Path) -> Result<(), journal::AppendError> {
        let text = super::record::pgn(self);
        let mut file = journal::Appender::open(path, None)?;
        file.separate()?;
        file.append(&text)?;
        self.saved = true;
        Ok(())
    }

    /// Leaves the table: the engine rests, and the game goes to its file if it has one.
    pub fn close(&mut self) -> Result<(), journal::AppendError> {
        self.rest();
        match self.setup.pgn.clone() {
            Some(path) if !self.saved && !self.game.moves().is_empty() => self.write(&path),
            _ => Ok(()),
        }
    }

    /// The side's name.
    pub fn name(&self, color: Color) -> &str {
        if color == self.setup.human { &self.setup.name } else { &self.setup.engine_name }
    }

    /// The moves with their numbers, one string for each full move.
    pub fn sheet(&self) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for (position, &m) in self.game.positions().iter().zip(self.game.moves()) {
            let san = position.san(m);
            match (position.turn(), lines.last_mut()) {
                (Color::Black, Some(last)) => {
                    last.push(' ');
                    last.push_str(&san);
                }
                (Color::Black, None) => {
                    lines.push(format!("{}... {san}", position.fullmove_number()));
                }
                (Color::White, _) => lines.push(format!("{}. {san}", position.fullmove_number())),
            }
        }
        lines
    }
}

/// Some moves of a line in words.
fn spell(position: &Position, line: &[Move], most: usize) -> String {
    let mut position = *position;
    let mut words = Vec::new();
    for &m in line.iter().take(most) {
        if !position.is_legal(m) {
            break;
        }
        words.push(position.san(m));
        position.play(m);
    }
    words.join(" ")
}
