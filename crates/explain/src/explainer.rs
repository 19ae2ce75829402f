// SPDX-License-Identifier: GPL-3.0-or-later
//! Finding the facts: the searches that are asked, in their order.

use chess::{Color, Game, Move, Position};
use eval::Classical;
use eval::nnue::{Nnue, shipped};
use search::{AlphaBeta, Score, Search};

use crate::account::Changes;
use crate::ask::{AnalysedLine, Answer, Asker, Mate};
use crate::concepts::deeds::deeds;
use crate::difficulty::difficulty;
use crate::evidence_line::Rated;
use crate::facts::{AtEnd, Loss, MoveFacts, Only, PositionFacts};
use crate::ideas::LineIdeas;
use crate::judgement::{Judgement, Quality};
use crate::motifs::{self, loose};
use crate::needed::needed;
use crate::piece::{PieceOn, captured};
use crate::plan::plan;
use crate::prophylaxis::prevented;
use crate::sacrifice::sacrifice;
use crate::settings::{Settings, Share};
use crate::sources::{Sources, TableVerdict};
use crate::threat::{Gain, Threat, gain, threat};
use crate::whynot::{Proof, WhyNot, why_not};
use crate::{Error, Explanation};

/// Mates of so many moves are looked for apart from the best move.
const SHORT_MATE: u32 = 3;
/// Chances, in per mille, by which a verdict that has settled does not move any more.
const SWING: u16 = 25;

/// Explains positions and moves.
///
/// ```
/// use chess::{Game, Position};
/// use xanthos_explain::{Effort, Explainer, Language, Level, Settings};
///
/// let scholar = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
/// let game = Game::new(Position::from_fen(scholar).unwrap());
/// let settings = Settings { effort: Effort::Nodes(2_000), ..Settings::default() };
///
/// let explanation = Explainer::new(settings).position(&game).unwrap();
/// assert_eq!(explanation.position.lines[0].san, "Qxf7#");
/// let sentences = explanation.sentences(Level::Beginner, Language::English);
/// assert!(sentences.iter().any(|sentence| sentence.text.contains("checkmate")));
/// ```
pub struct Explainer {
    settings: Settings,
    asker: Asker,
    evaluator: Classical,
    sources: Sources,
}

impl Explainer {
    /// An explainer with the search that plays.
    pub fn new(settings: Settings) -> Self {
        let search = Box::new(AlphaBeta::new(Nnue::new(shipped())));
        Explainer::with_search(settings, search)
    }

    /// An explainer that asks another search.
    pub fn with_search(settings: Settings, search: Box<dyn Search>) -> Self {
        let asker = Asker::new(search, settings.effort);
        let sources = Sources::default();
        Explainer { settings, asker, evaluator: Classical::default(), sources }
    }

    /// Lets it look things up besides searching.
    #[must_use]
    pub fn consulting(mut self, sources: Sources) -> Self {
        self.asker.consult(sources.tables.clone());
        self.sources = sources;
        self
    }

    /// Explains the position on the board.
    ///
    /// # Errors
    /// If the search has nothing to say, which no search of this project does.
    pub fn position(&mut self, game: &Game) -> Result<Explanation, Error> {
        self.explain(game, None, &[])
    }

    /// Explains a move in the position on the board.
    ///
    /// # Errors
    /// If the game is over or the move is not legal.
    pub fn of_move(&mut self, game: &Game, m: Move) -> Result<Explanation, Error> {
        self.explain(game, Some(m), &[])
    }

    /// Explains the position, perhaps a move, and what speaks against others.
    ///
    /// # Errors
    /// If moves are given and the game is over, or one of them is not legal.
    pub fn explain(
        &mut self,
        game: &Game,
        played: Option<Move>,
        against: &[Move],
    ) -> Result<Explanation, Error> {
        for &m in played.iter().chain(against) {
            check(game, m)?;
        }
        if game.outcome().is_some() {
            let facts = PositionFacts::at_a_glance(&self.evaluator, game);
            return Ok(Explanation::new(self.settings, facts, None, None, Vec::new()));
        }
        self.asker.forget();
        let lines = self.settings.lines.max(2);
        let mut answer = self.asker.best(game, lines, Share::Whole).ok_or(Error::Silent)?;
        // More time where the best move has just changed for one that is not as good, or where
        // the verdict was still moving.
        let contested = |answer: &Answer| {
            difficulty(game.position(), answer).is_some_and(|found| found.is_contested())
        };
        if (contested(&answer) || answer.swing >= SWING)
            && let Some(deeper) = self.asker.best(game, lines, Share::Fourfold)
        {
            answer = deeper;
        }
        self.see_short_mates(game, &mut answer);
        self.explain_answer(game, answer, played, against)
    }

    /// Explains a move in a position that has been analysed already: the main search is
    /// not repeated, and scores are those of the analysis. `best` is the best line of the
    /// position, `played` the line that begins with the move.
    ///
    /// # Errors
    /// If the game is over, the move is not legal, or a line does not begin with a legal
    /// move.
    pub fn of_analysed_move(
        &mut self,
        game: &Game,
        best: &AnalysedLine,
        played: &AnalysedLine,
    ) -> Result<Explanation, Error> {
        let mut lines = Vec::new();
        for line in [best, played] {
            let first = line.pv.first().copied().unwrap_or(Move::NULL);
            check(game, first)?;
            lines.push(line.rated(game));
        }
        let m = lines[1].first();
        if lines[0].first() == m {
            lines.truncate(1);
        }
        self.asker.forget();
        let steady = lines.iter().map(Rated::first).collect();
        let answer = Answer {
            depth: best.depth,
            lines,
            by_depth: Vec::new(),
            swing: 0,
            range: [best.score.win_chance().per_mille(); 2],
            agreed: usize::MAX,
            steady,
            ranked: false,
        };
        self.explain_answer(game, answer, Some(m), &[])
    }

    fn explain_answer(
        &mut self,
        game: &Game,
        mut answer: Answer,
        played: Option<Move>,
        against: &[Move],
    ) -> Result<Explanation, Error> {
        let mut facts = PositionFacts::at_a_glance(&self.evaluator, game);
        facts.mate = self.complete_mates(game, &mut answer.lines);
        let best = answer.lines.first().ok_or(Error::Silent)?.clone();
        facts.threat = threat(&mut self.asker, game, best.chance);
        facts.difficulty = difficulty(game.position(), &answer);
        facts.swing = answer.swing;
        facts.range = answer.range;
        facts.agreed = answer.agreed.min(best.line.moves().len());
        facts.table = self.table(game.position());
        facts.opening = self.sources.openings.as_ref().and_then(|book| book.look_up(game));

        let best_facts = self.about(game, &best, &answer, facts.threat.as_ref());
        let played = match played {
            Some(m) if m == best.first() => Some(best_facts.clone()),
            Some(m) => {
                let rated = self.rated(game, m, &answer).ok_or(Error::Silent)?;
                Some(self.about(game, &rated, &answer, facts.threat.as_ref()))
            }
            None => None,
        };
        let mut others = against.to_vec();
        others.extend(self.tempting(&answer));
        others.dedup();
        let mut why = Vec::new();
        for m in others {
            let told = played.as_ref().is_some_and(|facts| facts.rated.first() == m);
            if m != best.first() && (!told || against.contains(&m)) {
                let rated = self.rated(game, m, &answer).ok_or(Error::Silent)?;
                let found = self.why(game, &rated, &best);
                // Nobody asked about a tempting move that is as good as any.
                if against.contains(&m) || found.proof.is_some() {
                    why.push(found);
                }
            }
        }
        facts.lines = answer.lines;
        Ok(Explanation::new(self.settings, facts, Some(best_facts), played, why))
    }

    /// A quick search without shortcuts for mates that a clever one may prune away.
    fn see_short_mates(&mut self, game: &Game, answer: &mut Answer) {
        let mates = |line: &Rated| matches!(line.score, Score::Mate(1..));
        if answer.lines.first().is_some_and(mates) {
            return;
        }
        if let Some(found) = self.asker.mate(game, SHORT_MATE).filter(mates) {
            let kept = answer.lines.len();
            answer.lines.retain(|line| line.first() != found.first());
            answer.lines.insert(0, found);
            answer.lines.truncate(kept);
        }
    }

    /// Makes lines that announce a mate end in it; gives the mate of the best line.
    fn complete_mates(&mut self, game: &Game, lines: &mut [Rated]) -> Option<Mate> {
        let mut lines = lines.iter_mut();
        let best = lines.next()?;
        let whatever = best.chance.per_mille() == 0;
        let mate = self.asker.prove_mate(game, best, whatever);
        for line in lines {
            self.asker.prove_mate(game, line, false);
        }
        mate
    }

    /// The move among the lines, or searched as deeply as they were.
    fn rated(&mut self, game: &Game, m: Move, answer: &Answer) -> Option<Rated> {
        if let Some(line) = answer.lines.iter().find(|line| line.first() == m) {
            return Some(line.clone());
        }
        let mut rated = self.asker.rate(game, m, Share::Whole, Some(answer.depth))?;
        self.asker.prove_mate(game, &mut rated, false);
        Some(rated)
    }

    /// The move that looked best before the search looked deeper.
    fn tempting(&self, answer: &Answer) -> Option<Move> {
        let best = answer.lines.first()?.first();
        answer.by_depth.first().map(|&(_, m)| m).filter(|&m| m != best)
    }

    fn why(&mut self, game: &Game, rated: &Rated, best: &Rated) -> WhyNot {
        let thresholds = self.settings.thresholds;
        why_not(&mut self.asker, &self.evaluator, game, rated, best, thresholds)
    }

    fn about(
        &mut self,
        game: &Game,
        rated: &Rated,
        answer: &Answer,
        against: Option<&Threat>,
    ) -> MoveFacts {
        let best = &answer.lines[0];
        let position = game.position();
        let m = rated.first();
        let us = position.turn();
        let after = position.after(m);
        let judgement = Judgement::new(rated, best, self.settings.thresholds);
        let good = judgement.quality < Quality::Inaccuracy;

        let mut rated = rated.clone();
        let gain = if good { gain(&mut self.asker, game, &mut rated) } else { None };
        let gain = gain.filter(|gain| gain.is_believed(rated.score));
        let drawn = |line: &crate::EvidenceLine| {
            line.outcome().is_some_and(|outcome| outcome.winner().is_none())
        };
        let sacrifice = if good { sacrifice(&mut self.asker, game, &rated) } else { None };
        let leaves = if sacrifice.is_none() { self.leaves(game, &rated) } else { Vec::new() };
        let mut next = game.clone();
        next.play(m);
        let threat = match next.outcome() {
            None => threat(&mut self.asker, &next, rated.chance.opposite()),
            Some(_) => None,
        };
        let zugzwang = zugzwang(&after, &rated, threat.as_ref());
        let quiet = good && !m.is_capture() && !after.in_check();
        let prevents = against
            .filter(|_| quiet)
            .and_then(|against| prevented(&mut self.asker, &next, &rated, against));
        let at_end = rated.line.last_quiet().filter(|&plies| plies > 1).and_then(|plies| {
            let line = rated.line.first(plies);
            let changes = self.changes(us, position, line.end())?;
            Some(AtEnd { line, changes })
        });
        let why_not = (!good).then(|| self.why(game, &rated, best));
        let needed = gain.as_ref().and_then(|gain| needed(&mut self.asker, game, &rated, gain));
        let only = self.only(game, &rated, answer);
        let ideas = ideas(us, gain.as_ref(), why_not.as_ref())
            .or_else(|| LineIdeas::of_the_only_move(&rated, only.as_ref()?));
        MoveFacts {
            only,
            draw: drawn(&rated.line).then(|| rated.line.clone()),
            creates: motifs::created_by(position, m),
            allows: motifs::allowed_by(position, m),
            changes: self.changes(us, position, &after),
            plan: plan(&rated.line),
            judgement,
            gain,
            sacrifice,
            leaves,
            threat,
            at_end,
            deeds: deeds(position, &rated.line),
            takes_back: takes_back(game, m),
            table: self.table(&after),
            zugzwang,
            prevents,
            ideas,
            needed,
            why_not,
            rated,
        }
    }

    /// What the tables say, if they have the position.
    fn table(&self, position: &Position) -> Option<TableVerdict> {
        TableVerdict::of(self.sources.tables.as_deref()?, position)
    }

    /// The ledgers of two positions compared; in check they mean nothing.
    fn changes(&self, us: Color, from: &Position, to: &Position) -> Option<Changes> {
        let meaningful = |position: &Position| !position.in_check() && position.has_legal_move();
        (meaningful(from) && meaningful(to))
            .then(|| Changes::between(&self.evaluator, us, from, to))
    }

    fn only(&self, game: &Game, rated: &Rated, answer: &Answer) -> Option<Only> {
        if game.position().legal_moves().len() == 1 {
            return Some(Only::Legal);
        }
        let [best, next, ..] = &answer.lines[..] else { return None };
        if !answer.ranked {
            return None;
        }
        let lost = next.chance.short_of(best.chance);
        (best.first() == rated.first() && lost >= self.settings.thresholds.mistake)
            .then(|| Only::Good { next: next.into(), lost, line: Box::new(next.line.clone()) })
    }

    /// Own pieces that the opponent can take at a profit after the move, each with
    /// the line that proves it.
    fn leaves(&mut self, game: &Game, rated: &Rated) -> Vec<Loss> {
        const ENOUGH: usize = 2;
        let m = rated.first();
        let mut after = game.clone();
        after.play(m);
        if after.outcome().is_some() {
            return Vec::new();
        }
        let gained = captured(game.position(), m).map_or(0, PieceOn::price);
        let mut found = Vec::new();
        for (piece, take) in loose(after.position()).into_iter().take(ENOUGH) {
            let taken = self.asker.rate(&after, take, Share::Eighth, Some(rated.depth));
            let Some(taken) = taken else { continue };
            let Some(line) = taken.line.settled() else { continue };
            let points = line.material - gained;
            let pays = taken.chance.short_of(rated.chance.opposite()) < 50;
            if points >= 1 && pays {
                found.push(Loss { piece, points, line });
            }
        }
        found
    }
}

/// The motifs of what a move wins, or of what punishes it.
fn ideas(us: Color, gain: Option<&Gain>, why_not: Option<&WhyNot>) -> Option<LineIdeas> {
    match (gain, why_not.and_then(|why| why.proof.as_ref())) {
        (Some(Gain::Mate(mate)), _) => LineIdeas::of(&mate.line, us),
        (Some(Gain::Material { line, .. }), _) => LineIdeas::of(line, us),
        (_, Some(Proof::AllowsMate(mate))) => LineIdeas::of(&mate.line, !us),
        (_, Some(Proof::LosesMaterial { line, .. })) => LineIdeas::of(line, !us),
        (_, Some(Proof::MissesMate(mate))) => LineIdeas::of(&mate.line, us),
        (_, Some(Proof::MissesMaterial { line, .. })) => LineIdeas::of(line, us),
        _ => None,
    }
}

/// Replies up to which a position can be one of zugzwang.
const FEW_REPLIES: u32 = 15;
/// Chances, in per mille, that passing would save the opponent.
const WORTH_A_PASS: u16 = 150;

/// Would the opponent much rather pass? What the mover would do with a free move after that is
/// worth less to him than what the opponent has to do.
fn zugzwang(after: &Position, rated: &Rated, passed: Option<&Threat>) -> bool {
    let few = (1..=FEW_REPLIES).contains(&after.count_legal_moves());
    few && passed
        .is_some_and(|passed| passed.free_move.chance.short_of(rated.chance) > WORTH_A_PASS)
}

/// Does the move take what has just taken?
fn takes_back(game: &Game, m: Move) -> bool {
    let before =
        game.positions().len().checked_sub(2).and_then(|index| game.positions().get(index));
    match (before, game.moves().last()) {
        (Some(before), Some(&last)) => {
            captured(before, last).is_some() && m.is_capture() && m.to() == last.to()
        }
        _ => false,
    }
}

/// Whether a move can be explained.
fn check(game: &Game, m: Move) -> Result<(), Error> {
    match game.outcome() {
        Some(outcome) => Err(Error::GameOver(outcome)),
        None if !game.position().is_legal(m) => Err(Error::Illegal(m)),
        None => Ok(()),
    }
}
