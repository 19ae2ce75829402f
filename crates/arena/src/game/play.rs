// SPDX-License-Identifier: GPL-3.0-or-later
//! Playing one game.

use std::time::{Duration, Instant, SystemTime};

use chess::{Color, Game, Move};
use journal::StopFlag;
use play::referee::name;
use play::{
    Answer, ChessClock, Ending, Failure, Fault, GameOver, GameStart, MoveRecord, Player, Reply,
    Turn,
};
use regex_lite::Regex;
use search::{Limits, Score, Tablebase};

use super::adjudication::Adjudicator;
use super::pv_check;
use crate::options::{EngineConfig, TournamentConfig, Variant};
use crate::stall_watch::StallWatch;

/// How long an engine that has been told to move at once may still take before
/// it counts as hung.
const GRACE: Duration = Duration::from_secs(2);

/// One engine at the board.
pub struct Side<'a> {
    /// Its settings.
    pub config: &'a EngineConfig,
    /// The engine, ready for a new game.
    pub player: &'a mut Player,
}

/// Is shown the game and its moves.
pub type Watcher<'a> = dyn Fn(&Game, &[MoveRecord]) + 'a;

/// What a game is played under.
pub struct GameRules<'a> {
    /// The tournament.
    pub config: &'a TournamentConfig,
    /// Tablebases, if there are any.
    pub tables: Option<&'a dyn Tablebase>,
    /// Calls the game off.
    pub cancel: &'a StopFlag,
    /// Whether the machine stands still, if somebody looks.
    pub stall_watch: Option<&'a StallWatch>,
    /// Who wants to see the game after every move.
    pub watcher: Option<&'a Watcher<'a>>,
}

/// A game that is over.
#[derive(Debug)]
pub struct FinishedGame {
    /// The opening and all moves.
    pub game: Game,
    /// Moves of the opening.
    pub opening_moves: usize,
    /// One entry for every move after the opening.
    pub moves: Vec<MoveRecord>,
    /// How it ended.
    pub over: GameOver,
    /// Whether it was lost on time because the machine stood still.
    pub stalled: bool,
    /// Who can no longer be talked to.
    pub unusable: [bool; 2],
    /// Things that broke the protocol but not the game.
    pub violations: Vec<Violation>,
    /// Other things that the authors should know, such as lines that cannot be played.
    pub remarks: Vec<(Color, String)>,
    /// When it began.
    pub started: SystemTime,
    /// How long it took.
    pub duration: Duration,
}

/// A breach of protocol that the game survived.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// Whose.
    pub side: Color,
    /// Of which kind.
    pub failure: Failure,
    /// In words.
    pub text: String,
}

/// Plays a game from `opening`; `sides` are White and Black.
pub fn play(sides: [Side<'_>; 2], opening: Game, rules: &GameRules<'_>) -> FinishedGame {
    let clock_start = Instant::now();
    let limits = sides.each_ref().map(|side| &side.config.limits);
    let clock = ChessClock::new(limits.map(|limits| limits.clock))
        .with_margins(limits.map(|limits| limits.margin));
    let mut table = Table {
        opening_moves: opening.moves().len(),
        sides,
        clock,
        game: opening,
        adjudicator: Adjudicator::new(rules.config),
        moves: Vec::new(),
        violations: Vec::new(),
        remarks: Vec::new(),
        patterns: patterns(rules.config),
        unusable: [false; 2],
        draw_offered: false,
        stalled: false,
    };
    let started = SystemTime::now();
    let over = table.seat(rules).unwrap_or_else(|| table.play_to_the_end(rules));
    table.say_goodbye(&over, rules.cancel);
    FinishedGame {
        game: table.game,
        opening_moves: table.opening_moves,
        moves: table.moves,
        over,
        stalled: table.stalled,
        unusable: table.unusable,
        violations: table.violations,
        remarks: table.remarks,
        started,
        duration: clock_start.elapsed(),
    }
}

/// A game in progress.
struct Table<'a> {
    sides: [Side<'a>; 2],
    clock: ChessClock,
    game: Game,
    opening_moves: usize,
    adjudicator: Adjudicator,
    moves: Vec<MoveRecord>,
    violations: Vec<Violation>,
    remarks: Vec<(Color, String)>,
    /// Lines of engines that go into the PGN.
    patterns: Vec<Regex>,
    unusable: [bool; 2],
    draw_offered: bool,
    stalled: bool,
}

impl Table<'_> {
    /// Tells both engines that a game begins; `Some` if one cannot play.
    fn seat(&mut self, rules: &GameRules<'_>) -> Option<GameOver> {
        let chess960 = rules.config.variant == Variant::Fischerandom;
        for color in Color::ALL {
            let opponent = &self.sides[(!color).index()].config.name;
            let side = &mut self.sides[color.index()];
            let start = GameStart {
                game: &self.game,
                chess960,
                control: side.config.limits.clock.control(),
                limits: &move_limits(side.config),
                opponent,
                ponder: side.config.ponder,
            };
            if let Err(fault) = side.player.new_game(&start, rules.cancel) {
                return Some(self.fail(color, &fault));
            }
        }
        GameOver::by_rules(&self.game)
            .or_else(|| self.adjudicator.at_start(&self.game, rules.tables))
    }

    fn play_to_the_end(&mut self, rules: &GameRules<'_>) -> GameOver {
        loop {
            let over = match self.ask(rules) {
                Ok(reply) => self.answer(reply, rules),
                Err(fault) => Some(self.fail(self.game.position().turn(), &fault)),
            };
            if let Some(over) = over {
                return over;
            }
        }
    }

    fn ask(&mut self, rules: &GameRules<'_>) -> Result<Reply, Fault> {
        let color = self.game.position().turn();
        let side = &mut self.sides[color.index()];
        let clock = self.clock.reading(color, Instant::now());
        let turn = Turn {
            game: &self.game,
            limits: &Limits { clock, ..move_limits(side.config) },
            timeout: self.clock.timeout(color),
            grace: GRACE,
            draw_offered: self.draw_offered,
        };
        side.player.think(&turn, rules.cancel)
    }

    /// Checks an answer and makes the move; `Some` if that ends the game.
    fn answer(&mut self, reply: Reply, rules: &GameRules<'_>) -> Option<GameOver> {
        let color = self.game.position().turn();
        self.note_violations(color, &reply);
        if let Err(fell) = self.clock.charge(color, reply.elapsed) {
            let still =
                rules.stall_watch.map(|stall_watch| stall_watch.still(reply.began, reply.elapsed));
            let still = still.unwrap_or_default();
            self.stalled = still >= fell.late;
            let reason = format!("{} loses on time: {fell}{}", name(color), stillness(still));
            return Some(GameOver::lost_by(color, Ending::Failure(Failure::Time), reason));
        }
        let mv = match reply.answer {
            Answer::Move(mv) => mv,
            Answer::Resign => {
                return Some(GameOver::resignation(color));
            }
        };
        if self.draw_offered && reply.offers_draw {
            return Some(GameOver::agreement());
        }
        self.draw_offered = reply.offers_draw;
        let expects = reply.expects;
        let played = self.game.position().uci(mv).to_string();
        let mates = rules.config.check_mate_lines;
        if let Some(text) = pv_check::problem(&self.game, &reply.said, &played, mates) {
            self.remarks.push((color, text));
        }
        self.make(mv, color, reply);
        if let Some(watch) = rules.watcher {
            watch(&self.game, &self.moves);
        }
        if let Some(over) = GameOver::by_rules(&self.game) {
            return Some(over);
        }
        let score = self.moves.last().and_then(|played| played.thinking.score);
        let over = self.adjudicator.after_move(&self.game, color, score, rules.tables);
        let over = over.or_else(|| self.trusted_mate(color, score));
        over.or_else(|| self.ponder(color, expects))
    }

    /// A mate that an engine announces for itself, if it is believed.
    fn trusted_mate(&self, color: Color, score: Option<Score>) -> Option<GameOver> {
        let trusted = self.sides[color.index()].config.trust;
        let mates = matches!(score, Some(Score::Mate(moves)) if moves > 0);
        (trusted && mates).then(|| {
            let reason = format!("{} wins by adjudication: a trusted mate score", name(color));
            GameOver::lost_by(!color, Ending::Adjudication, reason)
        })
    }

    /// The side that has just moved thinks about the reply to the move that it expects, on
    /// the opponent's time (Achilles §5). Its clock stands still until then.
    fn ponder(&mut self, color: Color, expects: Option<Move>) -> Option<GameOver> {
        let side = &mut self.sides[color.index()];
        let expected =
            expects.filter(|&mv| side.config.ponder && self.game.position().is_legal(mv))?;
        let mut game = self.game.clone();
        game.play(expected);
        if game.outcome().is_some() {
            return None;
        }
        let clock = self.clock.reading(color, Instant::now());
        let limits = Limits { clock, ..move_limits(side.config) };
        let fault = side.player.ponder(&game, &limits).err()?;
        Some(self.fail(color, &fault))
    }

    fn make(&mut self, mv: Move, color: Color, reply: Reply) {
        let mut thinking = reply.thinking;
        for pattern in &self.patterns {
            if let Some(line) = reply.said.iter().rev().find(|line| pattern.is_match(line)) {
                thinking.lines.push(line.clone());
            }
        }
        if self.sides[color.index()].config.white_pov && color == Color::Black {
            thinking.score = thinking.score.map(|score| -score);
        }
        self.game.play(mv);
        self.moves.push(MoveRecord {
            began: Some(reply.began),
            elapsed: reply.elapsed,
            left: self.clock.left(color, reply.began),
            thinking,
            book: false,
            pondered: reply.pondered,
        });
    }

    fn note_violations(&mut self, side: Color, reply: &Reply) {
        let kinds =
            [(Failure::Protocol, &reply.violations), (Failure::FalseClaim, &reply.false_claims)];
        for (failure, texts) in kinds {
            let new = texts.iter().map(|text| Violation { side, failure, text: text.clone() });
            self.violations.extend(new);
        }
    }

    fn fail(&mut self, color: Color, fault: &Fault) -> GameOver {
        if !fault.leaves_engine_usable() && Failure::of(fault).is_some() {
            self.unusable[color.index()] = true;
        }
        GameOver::by_fault(color, fault)
    }

    /// After the game: what was said too late, and the result for those who
    /// want to hear it.
    fn say_goodbye(&mut self, over: &GameOver, cancel: &StopFlag) {
        for color in Color::ALL {
            if self.unusable[color.index()] {
                continue;
            }
            let player = &mut self.sides[color.index()].player;
            if player.stop_pondering(cancel).is_err() {
                self.unusable[color.index()] = true;
                continue;
            }
            let texts = player.take_violations();
            player.game_over(&over.result.to_string(), over.headline());
            let failure = Failure::Protocol;
            let new = texts.into_iter().map(|text| Violation { side: color, failure, text });
            self.violations.extend(new);
        }
    }
}

/// The patterns of lines that the PGN keeps; they were checked when they were read.
fn patterns(config: &TournamentConfig) -> Vec<Regex> {
    let patterns = config.pgn.iter().flat_map(|pgn| &pgn.match_lines);
    patterns.filter_map(|pattern| Regex::new(pattern).ok()).collect()
}

/// The machine's share of a loss on time, in words.
fn stillness(still: Duration) -> String {
    match still.as_millis() {
        0 => String::new(),
        ms => format!(", the machine stood still for {ms} ms"),
    }
}

/// What an engine may spend on a move besides its clock.
pub fn move_limits(config: &EngineConfig) -> Limits {
    Limits {
        movetime: config.limits.clock.movetime(),
        nodes: config.limits.nodes,
        depth: config.limits.depth,
        ..Limits::default()
    }
}
