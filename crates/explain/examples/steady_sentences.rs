// SPDX-License-Identifier: GPL-3.0-or-later
//! Do the sentences stay true? Positions are explained, every sentence of the short answer is
//! checked once more with four times the nodes.
//!
//! ```console
//! cargo run --release -p xanthos-explain --example steady_sentences -- FILE… \
//!     [--nodes 20000] [--every 300] [--offset 7] [--most 60] [--endings] [--show]
//! ```
//!
//! A file is lichess's puzzle table (`.csv`), a suite (`.epd`) or games (`.pgn`, `.pgn.zst`);
//! `--every` takes each n-th row, position or game (of a game one position, each time a later
//! one; with `--endings` the first with ten pieces or fewer), `--show` prints the sentences that did not hold.

use std::collections::BTreeMap;
use std::io::BufRead as _;
use std::path::Path;

use chess::{Game, Move, Position, Setup, Square};
use eval::nnue::{Nnue, shipped};
use search::{AlphaBeta, Control, Event, Job, Limits, Score, Search as _, WinChance};
use xanthos_explain::concepts::{Concept, DeedKind};
use xanthos_explain::{
    Effort, Error, Evidence, EvidenceLine, Explainer, Explanation, Gain, Language, Level,
    MoveFacts, Needed, Phrase, Proof, Quality, Settings, Told,
};

/// Chances, in per mille, by which a verdict may move without being another one.
const SAME: u16 = 100;
/// Plies of an expected line that are told.
const SHOWN: usize = 4;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |name: &str, usual: u64| {
        let at = arguments.iter().position(|argument| argument == name);
        at.and_then(|at| arguments.get(at + 1)?.parse().ok()).unwrap_or(usual)
    };
    let (nodes, every) = (number("--nodes", 20_000), number("--every", 300).max(1) as usize);
    let offset = number("--offset", 7) as usize % every;
    let most = number("--most", 60) as usize;
    let show = arguments.iter().any(|argument| argument == "--show");
    let endings = arguments.iter().any(|argument| argument == "--endings");
    let files = arguments.iter().filter(|name| name.contains('.') && !name.starts_with("--"));
    let mut positions = Vec::new();
    for file in files {
        positions.extend(read(file, endings)?.into_iter().skip(offset).step_by(every));
    }
    positions.truncate(most);
    let settings = |nodes| Settings { effort: Effort::Nodes(nodes), ..Settings::default() };
    let mut once = Explainer::new(settings(nodes));
    let mut check = Check {
        again: Explainer::new(settings(4 * nodes)),
        search: AlphaBeta::new(Nnue::new(shipped())),
        nodes: 4 * nodes,
    };
    let (mut count, mut kinds) = (0, BTreeMap::<String, [u64; 2]>::new());
    for position in positions {
        let game = Game::new(position);
        if game.outcome().is_some() {
            continue;
        }
        count += 1;
        let explanation = once.position(&game)?;
        let told = explanation.summary(Level::Club, Language::English);
        let held = check.all(&game, &explanation, &told)?;
        for (told, held) in told.iter().zip(held) {
            let kind = serde_json::to_value(&told.evidence)?["kind"].as_str().map(str::to_owned);
            let row = kinds.entry(kind.unwrap_or_default()).or_default();
            *row = [row[0] + 1, row[1] + u64::from(held)];
            if show && !held {
                let (fen, swing) = (position.fen(), explanation.position.swing);
                println!("{fen} (swing {swing}): {:?} {}", told.phrase, told.text);
            }
        }
    }
    let [said, held] = kinds.values().fold([0, 0], |sum, row| [sum[0] + row[0], sum[1] + row[1]]);
    for (kind, [said, held]) in &kinds {
        println!("{kind:<14}{held:>5} of {said:>5}");
    }
    let share = 100.0 * held as f64 / said.max(1) as f64;
    println!("{count} positions: {held} of {said} sentences still true, {share:.1} %");
    Ok(())
}

/// The positions of a file.
fn read(file: &str, endings: bool) -> Result<Vec<Position>, Box<dyn std::error::Error>> {
    let text = formats::open_text(Path::new(file))?;
    let mut positions = Vec::new();
    if file.ends_with(".csv") {
        let rows = formats::puzzles::read(text)?;
        let columns = rows.columns().clone();
        for row in rows {
            let row = row?;
            let puzzle = columns.puzzle(&row.text)?;
            let mut position = Position::from_fen(&puzzle.fen)?;
            let first = puzzle.moves.split(' ').next().unwrap_or_default();
            position.play(position.parse_uci(first)?);
            positions.push(position);
        }
    } else if file.contains(".pgn") {
        for (index, game) in formats::pgn::read_games(text).flatten().enumerate() {
            let mut position = game.start;
            // Spread over the game: a golden step leaves out no phase of it.
            if endings {
                let few = |position: &Position| position.occupied().count() <= 10;
                let mut moves = game.moves.iter();
                while !few(&position)
                    && let Some(played) = moves.next()
                {
                    position.play(played.mv);
                }
                positions.extend(few(&position).then_some(position));
                continue;
            }
            let part = (index as f64 * 0.618_034).fract() * 0.9 + 0.05;
            let plies = (game.moves.len() as f64 * part) as usize;
            game.moves.iter().take(plies).for_each(|played| position.play(played.mv));
            positions.push(position);
        }
    } else {
        for line in text.lines() {
            let line = line?;
            let fields: Vec<&str> = line.split_whitespace().take(4).collect();
            positions.extend(Position::from_fen(&format!("{} 0 1", fields.join(" "))).ok());
        }
    }
    Ok(positions)
}

/// What asks again.
struct Check {
    again: Explainer,
    search: AlphaBeta<Nnue>,
    nodes: u64,
}

impl Check {
    /// Which sentences hold?
    fn all(&mut self, game: &Game, first: &Explanation, told: &[Told]) -> Result<Vec<bool>, Error> {
        let Some(best) = &first.best else { return Ok(vec![true; told.len()]) };
        let deeper = self.again.of_move(game, best.rated.first())?;
        let Some(played) = &deeper.played else { return Err(Error::Silent) };
        told.iter().map(|told| self.holds(game, first, best, &deeper, played, told)).collect()
    }

    fn holds(
        &mut self,
        game: &Game,
        first: &Explanation,
        best: &MoveFacts,
        deeper: &Explanation,
        played: &MoveFacts,
        told: &Told,
    ) -> Result<bool, Error> {
        let (before, after) = (best.rated.chance, played.rated.chance);
        let worse = before.short_of(after).max(after.short_of(before)) >= SAME;
        let same = !worse;
        let good = played.judgement.quality < Quality::Inaccuracy;
        // A reason that speaks for a side needs a verdict that still does.
        let side = |chance: WinChance| match chance.per_mille() {
            550.. => 1,
            ..=450 => -1,
            _ => 0,
        };
        let turned = side(before) * side(after) < 0;
        Ok(match &told.evidence {
            // Facts of the rules, of the book and of the tables.
            Evidence::Outcome { .. }
            | Evidence::Check { .. }
            | Evidence::Clock { .. }
            | Evidence::OnlyLegal { .. }
            | Evidence::Opening { .. }
            | Evidence::Table { .. } => true,
            // Facts of the board, as reasons.
            Evidence::Material { .. } => !turned,
            Evidence::Concept { found, .. } => {
                let chance = after.per_mille();
                let owner = if found.side == best.rated.side() { chance } else { 1000 - chance };
                match found.concept {
                    Concept::Lucena => owner >= 650,
                    Concept::Philidor => owner >= 350,
                    _ => !turned,
                }
            }
            // Those that look at the line must be there again.
            Evidence::Deed { deed, .. } => match deed.kind {
                DeedKind::PawnEnding
                | DeedKind::WonPawnEnding
                | DeedKind::DrawnPawnEnding
                | DeedKind::RookEnding
                | DeedKind::OppositeBishopEnding
                | DeedKind::Breakthrough
                | DeedKind::Triangulates
                | DeedKind::Prepares
                | DeedKind::RookLift => played.deeds.iter().any(|now| now.kind == deed.kind),
                _ => true,
            },
            Evidence::Score { rated } if told.phrase == Phrase::ExpectedLine => {
                let shown = first.position.agreed.clamp(2, SHOWN);
                self.leads_to(&rated.line.first(shown), best, after, true)
            }
            // The words: level, a little better, clearly better, winning.
            Evidence::Score { .. } => (same || words(before) == words(after)) && good,
            Evidence::Draw { .. } => same && good,
            Evidence::Gain { won } => good && self.still_wins(won, best, played),
            Evidence::Threat { threat } => {
                let now = deeper.position.threat.iter().chain(&played.threat);
                now.filter(|now| now.side == threat.side && now.gain.is_some()).any(|now| {
                    let (then, now) = (threat.free_move.chance, now.free_move.chance);
                    then.short_of(now).max(now.short_of(then)) < SAME
                })
            }
            Evidence::OnlyGood { .. } => played.only.is_some(),
            Evidence::Near { moves, .. } if told.phrase == Phrase::AsGood => {
                let mut all = true;
                for san in moves {
                    let m = game.position().parse_san(san).map_err(|_| Error::Silent)?;
                    let other = self.again.of_move(game, m)?;
                    all &= other.played.is_some_and(|played| played.judgement.lost < SAME);
                }
                all
            }
            // They say that it is open.
            Evidence::Near { .. } | Evidence::Swing { .. } => good,
            Evidence::Zugzwang { .. } => played.zugzwang,
            Evidence::Prevented { prevented } => {
                let wanted = &prevented.wanted.free_move.san;
                let now = played.prevents.as_ref().map(|now| &now.wanted.free_move.san);
                now == Some(wanted)
            }
            Evidence::Sacrifice { sacrifice } => {
                let now = played.sacrifice.as_ref();
                let mates = |score| matches!(score, Score::Mate(..=0));
                now.is_some_and(|now| {
                    now.offered == sacrifice.offered
                        && (!mates(sacrifice.accepted.score) || mates(now.accepted.score))
                })
            }
            Evidence::Idea { finding, line } => {
                let offered = played.sacrifice.as_ref().and_then(|offer| offer.ideas.as_ref());
                let mut now = played.ideas.iter().chain(offered).flat_map(|ideas| &ideas.found);
                now.any(|now| now.theme == finding.theme) || self.leads_to(line, best, after, false)
            }
            Evidence::Needed { needed } => {
                let now = played.needed.as_ref();
                now.is_some_and(|now| now.piece == needed.piece)
                    || self.still_fails(game, best, needed, after)
            }
            Evidence::Refutation { judgement, proof } => {
                let m = game.position().parse_san(&judgement.played.san);
                let other = self.again.of_move(game, m.map_err(|_| Error::Silent)?)?;
                other.played.is_some_and(|other| match proof {
                    Proof::AllowsMate(_) => matches!(other.rated.score, Score::Mate(..=0)),
                    _ => other.judgement.quality >= Quality::Inaccuracy,
                })
            }
            other => panic!("nobody checks {other:?}"),
        })
    }

    /// Is what the move wins still won, and by this line?
    fn still_wins(&mut self, won: &Gain, best: &MoveFacts, played: &MoveFacts) -> bool {
        let score = played.rated.score;
        match won {
            Gain::Mate(mate) => matches!(score, Score::Mate(m @ 1..) if m <= mate.moves as i32),
            Gain::Material { line, points } => {
                let now = match &played.gain {
                    Some(Gain::Mate(_)) => true,
                    Some(Gain::Material { points: now, .. }) => now >= points,
                    None => false,
                };
                now || self.leads_to(line, best, played.rated.chance, false)
            }
        }
    }

    /// Does the line end where the verdict says it does, for the mover? A line that proves a gain
    /// may end better than that.
    fn leads_to(
        &mut self,
        line: &EvidenceLine,
        best: &MoveFacts,
        now: WinChance,
        both: bool,
    ) -> bool {
        let us = best.rated.side();
        let end = *line.end();
        let chance = match line.outcome() {
            Some(chess::Outcome::Checkmate { .. }) => Score::Mate(0).win_chance(),
            Some(_) => Score::Cp(0).win_chance(),
            None => match self.rate(Game::new(end), None) {
                Some(score) => score.win_chance(),
                None => return false,
            },
        };
        let chance = if end.turn() == us { chance } else { chance.opposite() };
        chance.short_of(now) < SAME && (!both || now.short_of(chance) < SAME)
    }

    /// Does the move still fail without that piece?
    fn still_fails(
        &mut self,
        game: &Game,
        best: &MoveFacts,
        needed: &Needed,
        now: WinChance,
    ) -> bool {
        let Some(bare) = without(game.position(), needed.piece.square) else { return false };
        let score = self.rate(Game::new(bare), Some(best.rated.first()));
        score.is_some_and(|score| {
            !matches!(score, Score::Mate(1..)) && score.win_chance().short_of(now) >= 200
        })
    }

    fn rate(&mut self, game: Game, m: Option<Move>) -> Option<Score> {
        self.search.new_game();
        let limits = Limits {
            nodes: Some(self.nodes),
            searchmoves: m.map(|m| vec![m]),
            ..Limits::default()
        };
        let mut score = None;
        self.search.think(&Job::new(game, limits), &Control::default(), &mut |event| {
            if let Event::Depth(finished) = event {
                score = Some(finished.best().score);
            }
        });
        score
    }
}

/// Who stands how, as far as the words tell.
fn words(chance: WinChance) -> (bool, u8) {
    let ours = chance >= chance.opposite();
    match chance.max(chance.opposite()).per_mille() {
        ..550 => (true, 0),
        550..650 => (ours, 1),
        650..800 => (ours, 2),
        _ => (ours, 3),
    }
}

/// The position without the piece on `square`.
fn without(position: &Position, square: Square) -> Option<Position> {
    let mut setup = Setup::parse(&position.fen()).ok()?;
    setup.pieces[square.index()] = None;
    setup.position_lenient().ok().map(|(position, _)| position)
}
