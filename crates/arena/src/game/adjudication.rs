// SPDX-License-Identifier: GPL-3.0-or-later
//! Ending games early when both engines, or the tables, agree how they end.

use chess::{Color, Game};
use play::referee::name;
use play::{Ending, GameOver, Score};
use search::{Tablebase, Wdl};

use crate::options::{
    DrawRule, MoveNumbers, ResignRule, TablebaseResults, TablebaseRule, TournamentConfig,
};

/// Watches the scores of one game.
#[derive(Debug, Clone)]
pub struct Adjudicator {
    resign: Option<ResignRule>,
    draw: Option<DrawRule>,
    max_moves: Option<u32>,
    tablebases: Option<TablebaseRule>,
    /// Successive moves with a lost and a won score, per side.
    lost: [u32; 2],
    won: [u32; 2],
    /// Successive level scores of both sides together, since the last capture or pawn move.
    level: u32,
    /// Moves by the engines.
    moves: u32,
}

impl Adjudicator {
    /// For a new game.
    pub fn new(config: &TournamentConfig) -> Adjudicator {
        Adjudicator {
            resign: config.resign,
            draw: config.draw,
            max_moves: config.max_moves,
            tablebases: config.tablebases.clone(),
            lost: [0; 2],
            won: [0; 2],
            level: 0,
            moves: 0,
        }
    }

    /// The game as the tablebases see it before the first move: an opening may already be
    /// decided.
    pub fn at_start(&self, game: &Game, tables: Option<&dyn Tablebase>) -> Option<GameOver> {
        self.by_tables(game, tables)
    }

    /// Takes notice of the move that `mover` has just made in `game` with this
    /// score (from the mover's view).
    pub fn after_move(
        &mut self,
        game: &Game,
        mover: Color,
        score: Option<Score>,
        tables: Option<&dyn Tablebase>,
    ) -> Option<GameOver> {
        let points = score.map(centipawns);
        let side = mover.index();
        // A move without a score breaks every series: nothing is known of it.
        let count =
            |counter: &mut u32, holds: bool| *counter = if holds { *counter + 1 } else { 0 };
        if let Some(rule) = self.resign {
            count(&mut self.lost[side], points.is_some_and(|points| points <= -rule.score));
            count(&mut self.won[side], points.is_some_and(|points| points >= rule.score));
        }
        if let Some(rule) = self.draw {
            // A capture or a pawn move begins something new; its own score counts again.
            if game.position().halfmove_clock() == 0 {
                self.level = 0;
            }
            count(&mut self.level, points.is_some_and(|points| points.abs() <= rule.score));
        }
        self.moves += 1;
        self.by_tables(game, tables)
            .or_else(|| self.by_resignation(mover))
            .or_else(|| self.by_level_scores(game))
            .or_else(|| self.by_length())
    }

    fn by_resignation(&self, mover: Color) -> Option<GameOver> {
        let rule = self.resign?;
        for loser in [mover, !mover] {
            let enough = self.lost[loser.index()] >= rule.moves;
            let agreed = !rule.two_sided || self.won[(!loser).index()] >= rule.moves;
            if enough && agreed {
                let reason = format!("{} wins by adjudication", name(!loser));
                return Some(GameOver::lost_by(loser, Ending::Adjudication, reason));
            }
        }
        None
    }

    fn by_level_scores(&self, game: &Game) -> Option<GameOver> {
        let rule = self.draw?;
        let full_moves = match rule.counted {
            MoveNumbers::Position => game.position().fullmove_number().saturating_sub(1),
            MoveNumbers::Played => game.moves().len() as u32 / 2,
        };
        let both = u64::from(self.level) >= 2 * u64::from(rule.moves);
        (full_moves >= rule.from_move && both)
            .then(|| GameOver::draw(Ending::Adjudication, "Draw by adjudication"))
    }

    fn by_length(&self) -> Option<GameOver> {
        let limit = self.max_moves?;
        (u64::from(self.moves) >= 2 * u64::from(limit))
            .then(|| GameOver::draw(Ending::MaxMoves, "Draw by reaching the move limit"))
    }

    fn by_tables(&self, game: &Game, tables: Option<&dyn Tablebase>) -> Option<GameOver> {
        let (rule, tables) = (self.tablebases.as_ref()?, tables?);
        let position = game.position();
        let pieces = position.occupied().count();
        if pieces > rule.pieces.unwrap_or(u32::MAX).min(tables.max_pieces())
            || position.halfmove_clock() != 0
        {
            return None;
        }
        let turn = position.turn();
        let loser = match tables.wdl(position)? {
            Wdl::Win => Some(!turn),
            Wdl::Loss => Some(turn),
            Wdl::CursedWin if rule.ignore_fifty_moves => Some(!turn),
            Wdl::BlessedLoss if rule.ignore_fifty_moves => Some(turn),
            _ => None,
        };
        match loser {
            Some(loser) if rule.adjudicate != TablebaseResults::Draw => {
                let reason = format!("{} wins by adjudication of tablebases", name(!loser));
                Some(GameOver::lost_by(loser, Ending::Tablebase, reason))
            }
            None if rule.adjudicate != TablebaseResults::WinLoss => {
                Some(GameOver::draw(Ending::Tablebase, "Draw by adjudication of tablebases"))
            }
            _ => None,
        }
    }
}

/// A score on one scale, mates beyond everything.
pub fn centipawns(score: Score) -> i32 {
    const MATE: i32 = 1_000_000;
    match score {
        Score::Cp(points) => points.clamp(-MATE / 2, MATE / 2),
        Score::Mate(moves) if moves > 0 => MATE - moves.min(1000),
        Score::Mate(moves) => -MATE - moves.max(-1000),
        Score::Tablebase(plies) => plies.signum() * (MATE / 2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::EngineConfig;
    use crate::stats::GameResult;
    use chess::Position;

    fn adjudicator(change: impl FnOnce(&mut TournamentConfig)) -> Adjudicator {
        let mut config = TournamentConfig::between(vec![
            EngineConfig::new("a", "a"),
            EngineConfig::new("b", "b"),
        ]);
        change(&mut config);
        Adjudicator::new(&config)
    }

    /// Feeds scores of White and Black in turn; answers after how many.
    fn over_after(adjudicator: &mut Adjudicator, scores: &[i32]) -> Option<(usize, GameOver)> {
        let mut game = Game::new(Position::startpos());
        for (index, &score) in scores.iter().enumerate() {
            let mover = game.position().turn();
            let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"][index % 4];
            let mv = game.position().parse_uci(shuffle).unwrap();
            game.play(mv);
            let score = (score != i32::MAX).then_some(Score::Cp(score));
            if let Some(over) = adjudicator.after_move(&game, mover, score, None) {
                return Some((index + 1, over));
            }
        }
        None
    }

    fn resign(two_sided: bool) -> Adjudicator {
        adjudicator(|config| {
            config.resign = Some(ResignRule { moves: 3, score: 600, two_sided });
        })
    }

    #[test]
    fn a_lost_side_resigns_after_its_third_move_in_a_row() {
        let scores = [-700, 0, -600, 0, -900, 0];
        let (moves, over) = over_after(&mut resign(false), &scores).unwrap();
        assert_eq!((moves, over.result), (5, GameResult::BlackWins));
        assert_eq!(over.ending, Ending::Adjudication);
    }

    #[test]
    fn hope_or_silence_begins_the_count_anew() {
        let missing = i32::MAX;
        for third in [-599, missing] {
            let scores = [-700, 0, -700, 0, third, 0, -700, 0, -700, 0];
            assert_eq!(over_after(&mut resign(false), &scores), None);
        }
    }

    #[test]
    fn two_sided_resignation_needs_the_winner_to_know() {
        let scores = [-700, 100, -700, 100, -700, 100, -700, 100];
        assert_eq!(over_after(&mut resign(true), &scores), None);
        let scores = [-700, 100, -700, 650, -700, 650, -700, 650];
        let (moves, _) = over_after(&mut resign(true), &scores).unwrap();
        assert_eq!(moves, 8);
    }

    fn level(from_move: u32, moves: u32, counted: MoveNumbers) -> Adjudicator {
        let rule = DrawRule { from_move, moves, score: 10, counted };
        adjudicator(|config| config.draw = Some(rule))
    }

    /// Plays these moves, all with a score of zero; answers after how many it was a draw.
    fn drawn_after(adjudicator: &mut Adjudicator, fen: &str, moves: &str) -> Option<usize> {
        let mut game = Game::new(Position::from_fen(fen).unwrap());
        for (index, text) in moves.split(' ').enumerate() {
            let mover = game.position().turn();
            game.play(game.position().parse_uci(text).unwrap());
            if adjudicator.after_move(&game, mover, Some(Score::Cp(0)), None).is_some() {
                return Some(index + 1);
            }
        }
        None
    }

    #[test]
    fn captures_and_pawn_moves_begin_the_count_of_level_scores_anew() {
        const FEN: &str = "4k3/8/8/8/3p4/8/2P5/3RK3 w - - 0 1";
        let quiet = "d1d2 e8f8 d2d1 f8e8 d1d2 e8f8";
        let mut two = level(0, 2, MoveNumbers::Position);
        assert_eq!(drawn_after(&mut two, FEN, quiet), Some(4));
        let mut two = level(0, 2, MoveNumbers::Position);
        // The pawn's move itself is the first of the new count.
        let pawn = "d1d2 e8f8 c2c3 f8e8 d2d1 e8f8 d1d2";
        assert_eq!(drawn_after(&mut two, FEN, pawn), Some(6));
        let mut two = level(0, 2, MoveNumbers::Position);
        let capture = "d1d2 e8f8 d2d4 f8e8 d4d1 e8f8 d1d2";
        assert_eq!(drawn_after(&mut two, FEN, capture), Some(6));
    }

    #[test]
    fn move_numbers_are_those_of_the_position_or_of_the_game() {
        const FEN: &str = "4k3/8/8/8/8/8/8/3RK3 w - - 0 30";
        let moves = "d1d2 e8f8 d2d1 f8e8 d1d2 e8f8 d2d1 f8e8";
        let mut late = level(31, 1, MoveNumbers::Position);
        assert_eq!(drawn_after(&mut late, FEN, moves), Some(4));
        let mut early = level(3, 1, MoveNumbers::Played);
        assert_eq!(drawn_after(&mut early, FEN, moves), Some(6));
    }

    #[test]
    fn level_scores_draw_only_late_and_from_both() {
        let counted = MoveNumbers::Position;
        let rule = DrawRule { from_move: 4, moves: 2, score: 10, counted };
        let mut late = adjudicator(|config| config.draw = Some(rule));
        let (moves, over) = over_after(&mut late, &[0; 20]).unwrap();
        assert_eq!((moves, over.result), (8, GameResult::Draw));
        let mut one_sided = adjudicator(|config| config.draw = Some(rule));
        let scores: Vec<i32> = (0..20).map(|i| if i % 2 == 0 { 0 } else { 11 }).collect();
        assert_eq!(over_after(&mut one_sided, &scores), None);
    }

    #[test]
    fn long_games_end() {
        let mut adjudicator = adjudicator(|config| config.max_moves = Some(5));
        let (moves, over) = over_after(&mut adjudicator, &[300; 20]).unwrap();
        assert_eq!((moves, over.ending), (10, Ending::MaxMoves));
    }

    #[test]
    fn mates_outweigh_everything() {
        assert!(centipawns(Score::Mate(200)) > centipawns(Score::Cp(90_000)));
        assert!(centipawns(Score::Mate(1)) > centipawns(Score::Mate(2)));
        assert!(centipawns(Score::Mate(-1)) < centipawns(Score::Mate(-2)));
        assert!(centipawns(Score::Mate(0)) < centipawns(Score::Cp(-30_000)));
    }

    struct Everything(Wdl);

    impl Tablebase for Everything {
        fn max_pieces(&self) -> u32 {
            7
        }
        fn wdl(&self, _: &Position) -> Option<Wdl> {
            Some(self.0)
        }
        fn dtz(&self, _: &Position) -> Option<search::Dtz> {
            None
        }
    }

    #[test]
    fn tables_decide_by_their_rule() {
        let rule = |adjudicate, ignore_fifty_moves| TablebaseRule {
            paths: Vec::new(),
            pieces: Some(4),
            ignore_fifty_moves,
            adjudicate,
        };
        let game = Game::new(Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap());
        let ask = |result, adjudicate, ignore| {
            adjudicator(|config| config.tablebases = Some(rule(adjudicate, ignore)))
                .after_move(&game, Color::Black, None, Some(&Everything(result)))
                .map(|over| over.result)
        };
        use TablebaseResults::{Both, Draw, WinLoss};
        assert_eq!(ask(Wdl::Win, Both, false), Some(GameResult::WhiteWins));
        assert_eq!(ask(Wdl::Loss, WinLoss, false), Some(GameResult::BlackWins));
        assert_eq!(ask(Wdl::Win, Draw, false), None);
        assert_eq!(ask(Wdl::Draw, WinLoss, false), None);
        assert_eq!(ask(Wdl::Draw, Draw, false), Some(GameResult::Draw));
        assert_eq!(ask(Wdl::CursedWin, Both, false), Some(GameResult::Draw));
        assert_eq!(ask(Wdl::CursedWin, Both, true), Some(GameResult::WhiteWins));
        let before_the_first_move = adjudicator(|c| c.tablebases = Some(rule(Both, false)))
            .at_start(&game, Some(&Everything(Wdl::Loss)));
        assert_eq!(before_the_first_move.map(|over| over.result), Some(GameResult::BlackWins));
    }
}
