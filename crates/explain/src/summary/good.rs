// SPDX-License-Identifier: GPL-3.0-or-later
//! What speaks for the move to play.

use chess::Position;
use search::Score;

use super::about;
use super::offer::{is_gift, leads_with_offer, offer_roles, offered};
use super::standing::{is_torn, standing};
use super::{MOST, Part, Point, mate_themes, named, roles, roles_beside, shown};
use crate::evidence::Evidence;
use crate::evidence_line::Rated;
use crate::explanation::Explanation;
use crate::facts::{MoveFacts, Only, PositionFacts};
use crate::judgement::Quality;
use crate::phrases::{Blank, Phrase};
use crate::piece::PieceOn;
use crate::threat::{Gain, Threat};
use crate::whynot::Proof;

/// Chances, in per mille, that passing the turn must cost for a move to be about a threat.
const COSTS: u16 = 100;

/// Chances, in per mille, that another move may give away and still be called as good: well below
/// an inaccuracy, so that a longer search says the same.
const AS_GOOD: u16 = 20;
/// Chances that nobody would call a difference.
const NO_WORSE: u16 = 10;
/// Chances that every other move must give away for nothing else to be good: well above a mistake.
const NOTHING_ELSE: u16 = 150;
/// Chances that a free move must bring for a threat to be told of.
const THREATENS: u16 = 100;
/// Plies of the line that is expected: the end of a line is the least certain part of it.
const EXPECTED: usize = 4;
/// Plies that make a line.
const LEAST_EXPECTED: usize = 2;

/// From this change of the chances on, in per mille, a verdict counts as open.
const STILL_MOVING: u16 = 60;

/// The verdict on a good move that was asked about.
pub fn judged(played: &MoveFacts) -> Point {
    let judgement = &played.judgement;
    let phrase = match judgement.quality {
        Quality::Best => Phrase::JudgedBest,
        _ if judgement.lost < NO_WORSE => Phrase::JudgedEqual,
        _ => Phrase::JudgedGood,
    };
    let blanks = crate::reasons::compared(played.rated.side(), judgement);
    let line = played.rated.line.clone();
    let evidence = Evidence::Judgement { judgement: judgement.clone(), line };
    Point::new(Part::Verdict, phrase, blanks, evidence)
}

pub fn points(explanation: &Explanation, facts: &MoveFacts) -> Vec<Point> {
    let position = &explanation.position;
    let mut points = vec![verdict(position, facts)];
    let wins = facts.gain.is_some() && !facts.takes_back;
    if wins {
        let ending = about::ending(position, facts);
        let has_ending = ending.is_some();
        points.extend(ending);
        points.extend(about::breakthrough(position, facts));
        if leads_with_offer(facts) || is_gift(facts) {
            points.extend(offered(facts, Part::Idea));
        }
        let roles = roles(facts.ideas.as_ref()).filter(|_| !has_ending);
        let mates = matches!(facts.gain, Some(Gain::Mate(_)));
        if roles.is_none() && !mates && !points.iter().any(|point| point.part == Part::Idea) {
            points.extend(about::deed_of_a_win(position, facts));
        }
        points.extend(roles);
        points.extend(proof(facts));
    } else {
        if let Some(line) = mated(position, facts) {
            points.push(line);
            return points;
        }
        let ending = about::ending(position, facts);
        let sacrifice = offered(facts, Part::Idea);
        let offers = sacrifice.is_some();
        let known = about::known(position, facts).is_some();
        let merit = if ending.is_none() && !known { about::merit(position, facts) } else { None };
        let merit = merit.map(|merit| Point { is_merit: true, ..merit });
        let motif = roles(facts.ideas.as_ref()).filter(|_| facts.gain.is_none());
        let perpetual = perpetual(facts);
        let merit = merit.filter(|_| perpetual.is_none());
        let forcing = perpetual
            .or_else(|| zugzwang(facts))
            .or(motif)
            .or(sacrifice)
            .or_else(|| parried(position, facts).map(|threat| parries(facts, threat)))
            .or(ending)
            .or_else(|| threatens(facts).filter(is_heavy));
        let cause = forcing.clone().or_else(|| {
            let threat = threatens(facts).or_else(|| about::deed(position, facts));
            threat.or_else(|| prophylaxis(facts))
        });
        let told = cause.as_ref().map(|cause| cause.evidence.clone());
        // Structure before moves, unless the move is about something that can't wait.
        if forcing.is_some() {
            points.extend(cause.into_iter().chain(merit));
        } else {
            points.extend(merit.into_iter().chain(about::structure(position, Part::Idea)));
            points.extend(cause);
        }
        // What the move does besides.
        if points.len() < MOST {
            points.extend(told.and_then(|told| about::deed_besides(position, facts, &told)));
        }
        let endless = points.iter().any(|point| point.phrase == Phrase::Perpetual);
        if offers {
            points.extend(offer_roles(facts));
        } else if !endless && !is_open(position) {
            points.extend(expected(position, facts));
        }
        let structured = points.iter().any(|point| about::is_structure(&point.evidence));
        if !structured {
            points.extend(about::structure(position, Part::Plan));
        }
        points.extend(about::opening(position));
    }
    points.extend(contrast(explanation, facts));
    points.extend(open(position));
    // Room for what else the line is about.
    if wins && points.len() < MOST && points.iter().all(|point| !about::is_ending(&point.evidence))
    {
        let beside = roles_beside(facts.ideas.as_ref());
        points
            .extend(beside.filter(|beside| points.iter().all(|told| told.phrase != beside.phrase)));
    }
    // Where every move loses, none of them is good.
    if points.iter().any(|point| point.phrase == Phrase::KnownLoss) {
        points.retain(|point| point.phrase != Phrase::AsGood);
    }
    // What says least gives way.
    for phrase in [Phrase::AsGood, Phrase::ExpectedLine] {
        if points.len() > MOST {
            points.retain(|point| point.phrase != phrase);
        }
    }
    points
}

/// What the move wins and by which motif, or how the game stands.
fn verdict(position: &PositionFacts, facts: &MoveFacts) -> Point {
    let rated = &facts.rated;
    let us = rated.side();
    let mut blanks = vec![
        ("side", Blank::Side(us)),
        ("san", Blank::San(rated.san.clone())),
        ("score", Blank::Score(rated.score, us)),
    ];
    let theme = named(facts.ideas.as_ref());
    blanks.extend(theme.map(|theme| ("theme", Blank::Theme(theme))));
    match &facts.gain {
        Some(Gain::Mate(mate)) => {
            let phrase = match (mate.moves, mate.proven, theme) {
                (1, _, Some(_)) => Phrase::IdeaMatesNow,
                (1, _, None) => Phrase::MatesNow,
                (_, true, Some(_)) => Phrase::IdeaMatesBy,
                (_, true, None) => Phrase::IdeaMates,
                (_, false, _) => Phrase::MatesInLine,
            };
            blanks.push(("mate", Blank::MateIn(mate.moves)));
            let mut themes = mate_themes(mate.moves);
            if phrase != Phrase::MatesInLine {
                themes.extend(theme);
            }
            let evidence = Evidence::Gain { won: Gain::Mate(mate.clone()) };
            Point::new(Part::Verdict, phrase, blanks, evidence).naming(themes)
        }
        Some(Gain::Material { .. })
            if let Some(known) = about::known_by_bitbase(position, facts) =>
        {
            known
        }
        Some(Gain::Material { .. })
            if leads_with_offer(facts) || about::has_method(position, facts) =>
        {
            stands(position, facts)
        }
        Some(Gain::Material { points, line }) => {
            blanks.push(("haul", Blank::MaterialChange(line.haul(us))));
            let won = Gain::Material { points: *points, line: line.clone() };
            // Who was behind and is not ahead afterwards has only got back what he lacked.
            let behind = crate::piece::points(&crate::piece::army(line.start()), us);
            let level = behind < 0 && behind + points <= 0;
            let (phrase, themes) = match theme {
                _ if facts.takes_back => (Phrase::IdeaTakesBack, Vec::new()),
                None if level => (Phrase::IdeaWinsBack, Vec::new()),
                Some(theme) => (Phrase::IdeaWinsBy, vec![theme]),
                None => (Phrase::IdeaWins, Vec::new()),
            };
            Point::new(Part::Verdict, phrase, blanks, Evidence::Gain { won }).naming(themes)
        }
        None => match (&facts.draw, rated.score, &facts.only) {
            (Some(line), Score::Cp(-10..=10), Some(Only::Good { .. })) => {
                let how = line.ending.unwrap_or("stalemate");
                blanks.push(("how", Blank::Ending(how)));
                let evidence = Evidence::Draw { how, line: line.clone() };
                Point::new(Part::Verdict, Phrase::IdeaDraws, blanks, evidence)
            }
            (_, _, Some(Only::Legal)) => {
                let evidence = Evidence::OnlyLegal { uci: rated.uci.clone() };
                Point::new(Part::Verdict, Phrase::IdeaForced, blanks, evidence)
            }
            _ => about::known(position, facts).unwrap_or_else(|| stands(position, facts)),
        },
    }
}

/// Who stands how, if that has settled.
fn stands(position: &PositionFacts, facts: &MoveFacts) -> Point {
    match is_open(position) {
        true => unclear(position, facts),
        false => standing(position, facts),
    }
}

/// The score so far.
fn unclear(position: &PositionFacts, facts: &MoveFacts) -> Point {
    let rated = &facts.rated;
    let blanks = vec![
        ("san", Blank::San(rated.san.clone())),
        ("score", Blank::Score(rated.score, rated.side())),
    ];
    let evidence = Evidence::Swing { swing: position.swing, rated: rated.clone() };
    Point::new(Part::Verdict, Phrase::IdeaUnclear, blanks, evidence)
}

/// How the game ends where mate can't be avoided.
fn mated(position: &PositionFacts, facts: &MoveFacts) -> Option<Point> {
    let mate = position.mate.as_ref().filter(|mate| mate.proven)?;
    let own = mate.line.start().turn() == facts.rated.side();
    let lost = matches!(facts.rated.score, Score::Mate(..=0));
    if !own || !lost || mate.line.moves().first() != Some(&facts.rated.first()) {
        return None;
    }
    let evidence = Evidence::Score { rated: facts.rated.clone() };
    let blanks = vec![("line", shown(&mate.line))];
    Some(Point::new(Part::Proof, Phrase::ProofLine, blanks, evidence))
}

/// The line of what is won.
fn proof(facts: &MoveFacts) -> Option<Point> {
    let gain = facts.gain.as_ref()?;
    let line = gain.line();
    if line.moves().len() < 2 {
        return None;
    }
    let mut blanks = vec![("line", shown(line))];
    let evidence = Evidence::Gain { won: gain.clone() };
    let phrase = if leads_with_offer(facts) { Phrase::DeclinedWins } else { Phrase::ProofLine };
    let us = facts.rated.side();
    blanks.push(("haul", Blank::MaterialChange(line.haul(us))));
    Some(Point::new(Part::Proof, phrase, blanks, evidence))
}

/// The line that the search expects.
fn expected(position: &PositionFacts, facts: &MoveFacts) -> Option<Point> {
    let rated = &facts.rated;
    let is_best = position.lines.first().is_some_and(|best| best.first() == rated.first());
    // What the last iterations did not agree on, a longer search sees otherwise.
    let plies = if is_best { position.agreed.clamp(LEAST_EXPECTED, EXPECTED) } else { EXPECTED };
    if rated.line.moves().len() < LEAST_EXPECTED {
        return None;
    }
    let blanks = vec![("line", Blank::San(rated.line.numbered(plies)))];
    let evidence = Evidence::Score { rated: rated.clone() };
    Some(Point::new(Part::Proof, Phrase::ExpectedLine, blanks, evidence))
}

/// A pawn more or less is the first thing that a longer search sees otherwise.
fn weight(threat: &Threat) -> u16 {
    match threat.gain {
        Some(Gain::Material { points: 1, .. }) => 2,
        _ => 1,
    }
}

/// The threat that the move is about: whoever passed the turn instead would pay for it,
/// and after the move the opponent does not get what he was after.
pub fn parried<'a>(position: &'a PositionFacts, facts: &MoveFacts) -> Option<&'a Threat> {
    let threat = position.threat.as_ref()?;
    let rated = &facts.rated;
    let passed = threat.free_move.chance.opposite();
    if passed.short_of(rated.chance) < COSTS * weight(threat) {
        return None;
    }
    let met = match threat.gain.as_ref()? {
        Gain::Mate(_) => !matches!(rated.score, Score::Mate(..=0)),
        Gain::Material { points, .. } => {
            rated.line.settled().is_some_and(|line| 2 * line.material >= -points)
        }
    };
    met.then_some(threat)
}

/// Which threat, for sentences about it.
pub fn threat_blanks(threat: &Threat) -> Vec<(&'static str, Blank)> {
    let mut blanks = vec![("threat", Blank::San(threat.free_move.san.clone()))];
    match &threat.gain {
        Some(Gain::Mate(mate)) => blanks.push(("mate", Blank::MateIn(mate.moves))),
        Some(Gain::Material { line, .. }) => {
            blanks.push(("haul", Blank::MaterialChange(line.haul(threat.side))));
        }
        None => {}
    }
    blanks
}

fn parries(facts: &MoveFacts, threat: &Threat) -> Point {
    let phrase = match &threat.gain {
        Some(Gain::Mate(mate)) if mate.moves == 1 => Phrase::ParriesMateNow,
        Some(Gain::Mate(_)) => Phrase::ParriesMate,
        _ => Phrase::ParriesMaterial,
    };
    let evidence = Evidence::Threat { threat: threat.clone() };
    let mut blanks = threat_blanks(threat);
    blanks.push(("san", Blank::San(facts.rated.san.clone())));
    Point::new(Part::Idea, phrase, blanks, evidence)
}

/// What the move threatens.
fn threatens(facts: &MoveFacts) -> Option<Point> {
    let threat = facts.threat.as_ref()?;
    if threat.chance.short_of(threat.free_move.chance) < THREATENS * weight(threat) {
        return None;
    }
    // Who is taken at once threatens nothing any more.
    let line = &facts.rated.line;
    let reply = line.captures.iter().find(|capture| capture.ply == 2);
    if reply.is_some_and(|capture| Some(capture.taken.square) == arrived(facts)) {
        return None;
    }
    let mut blanks = vec![
        ("san", Blank::San(facts.rated.san.clone())),
        ("next", Blank::San(threat.free_move.san.clone())),
    ];
    let phrase = match threat.gain.as_ref()? {
        Gain::Material { .. } if let Some(chased) = chased(facts, threat) => {
            blanks.push(("target", Blank::Piece(chased)));
            Phrase::Chases
        }
        Gain::Mate(mate) => {
            blanks.push(("mate", Blank::MateIn(mate.moves)));
            Phrase::ThreatensMate
        }
        Gain::Material { line, .. } => {
            blanks.push(("haul", Blank::MaterialChange(line.haul(threat.side))));
            Phrase::ThreatensMaterial
        }
    };
    Some(Point::new(Part::Idea, phrase, blanks, Evidence::Threat { threat: threat.clone() }))
}

/// The dearer piece that the move attacks and that leaves with the next move: nobody expects to win
/// it.
fn chased(facts: &MoveFacts, threat: &Threat) -> Option<PieceOn> {
    let line = &facts.rated.line;
    let after = line.positions().get(1)?;
    let (take, reply) = (threat.free_move.first(), *line.moves().get(1)?);
    let target = PieceOn::on(after, take.to())?;
    let by = PieceOn::on(after, arrived(facts)?)?;
    let leaves = take.is_capture() && reply.from() == target.square;
    (leaves && take.from() == by.square && by.price() < target.price()).then_some(target)
}

/// A threat that can't wait: mate, or more than a minor piece.
fn is_heavy(threat: &Point) -> bool {
    let Evidence::Threat { threat: found } = &threat.evidence else { return true };
    match found.gain {
        Some(Gain::Material { points, .. }) => points >= 4 && threat.phrase != Phrase::Chases,
        _ => true,
    }
}

/// Where the piece went.
fn arrived(facts: &MoveFacts) -> Option<chess::Square> {
    let start = facts.rated.line.start();
    start.is_legal(facts.rated.first()).then(|| crate::piece::arrival(start, facts.rated.first()))
}

/// Why the offered piece is not taken, why the natural move is none, what else there is.
fn contrast(explanation: &Explanation, facts: &MoveFacts) -> Vec<Point> {
    let mut points = Vec::new();
    if facts.gain.is_some() && !facts.takes_back && !leads_with_offer(facts) && !is_gift(facts) {
        points.extend(offered(facts, Part::Contrast));
    }
    points.extend(natural(explanation, facts));
    if let Some(needed) = &facts.needed {
        let phrase = match &facts.gain {
            Some(Gain::Mate(_)) => Phrase::NeedsMate,
            _ => Phrase::Needs,
        };
        let blanks = vec![
            ("piece", Blank::Piece(needed.piece)),
            ("san", Blank::San(facts.rated.san.clone())),
        ];
        let evidence = Evidence::Needed { needed: needed.clone() };
        points.push(Point::new(Part::Contrast, phrase, blanks, evidence));
    }
    // Where the verdict is open, so is what else there is.
    if is_open(&explanation.position) {
        return points;
    }
    // That nothing else wins goes without saying where something is won at once.
    let won = matches!(facts.gain, Some(Gain::Mate(_)));
    if let (Some(Only::Good { next, lost, line }), true) = (&facts.only, points.is_empty() && !won)
        && *lost >= NOTHING_ELSE
    {
        let rated = &facts.rated;
        let blanks = vec![
            ("next", Blank::San(next.san.clone())),
            ("score", Blank::Score(next.score, rated.side())),
            ("lost", Blank::Chance(*lost)),
        ];
        let evidence = Evidence::OnlyGood {
            best: rated.into(),
            next: next.clone(),
            lost: *lost,
            line: (**line).clone(),
        };
        points.push(Point::new(Part::Contrast, Phrase::NothingElse, blanks, evidence));
    }
    // In the opening its name says more.
    let named = explanation.position.opening.is_some();
    if points.is_empty() && facts.gain.is_none() && !named {
        points.extend(as_good(explanation, facts));
    }
    points
}

/// What the opponent wanted to do.
fn prophylaxis(facts: &MoveFacts) -> Option<Point> {
    let prevented = facts.prevents.as_ref()?;
    let wanted = &prevented.wanted;
    let blanks = vec![
        ("san", Blank::San(facts.rated.san.clone())),
        ("threat", Blank::San(wanted.free_move.san.clone())),
        ("other", Blank::Side(wanted.side)),
    ];
    let evidence = Evidence::Prevented { prevented: prevented.clone() };
    Some(Point::new(Part::Idea, Phrase::Prophylaxis, blanks, evidence))
}

/// Scores that are a draw, in centipawns.
const DRAWN: i32 = 20;

/// The line is level and gives check after check until a position comes again.
fn perpetual(facts: &MoveFacts) -> Option<Point> {
    let rated = &facts.rated;
    let level = matches!(rated.score, Score::Cp(cp) if cp.abs() <= DRAWN);
    let positions = rated.line.positions();
    let again = |ply: &usize| {
        let same = |before: &Position| before.key() == positions[*ply].key();
        positions[..*ply].iter().any(same)
    };
    // A search stops where every answer brings back what has been there.
    let known = |position: &Position| positions.iter().any(|other| other.key() == position.key());
    let closed = |last: &Position| {
        last.has_legal_move() && last.legal_moves().iter().all(|&m| known(&last.after(m)))
    };
    let last = positions.len() - 1;
    let end = (4..=last).find(again).or_else(|| closed(&positions[last]).then_some(last))?;
    let checks = positions[..=end].iter().skip(1).step_by(2).all(Position::in_check);
    if !level || !checks {
        return None;
    }
    let blanks = vec![
        ("san", Blank::San(rated.san.clone())),
        ("line", Blank::San(rated.line.first(end).numbered(usize::MAX))),
    ];
    let evidence = Evidence::Score { rated: rated.clone() };
    Some(Point::new(Part::Idea, Phrase::Perpetual, blanks, evidence))
}

/// The opponent would rather pass.
fn zugzwang(facts: &MoveFacts) -> Option<Point> {
    let passed = facts.threat.as_ref().filter(|_| facts.zugzwang)?;
    let rated = &facts.rated;
    let blanks =
        vec![("san", Blank::San(rated.san.clone())), ("other", Blank::Side(!rated.side()))];
    let evidence = Evidence::Zugzwang { rated: rated.clone(), passed: passed.clone() };
    Some(
        Point::new(Part::Idea, Phrase::Zugzwang, blanks, evidence)
            .naming(vec![crate::motifs::Theme::Zugzwang]),
    )
}

/// The move that looks best at first sight, refuted.
fn natural(explanation: &Explanation, facts: &MoveFacts) -> Option<Point> {
    let why = explanation.why_not.iter().find(|why| why.rated.first() != facts.rated.first())?;
    let us = why.rated.side();
    let mut blanks = vec![("san", Blank::San(why.rated.san.clone()))];
    blanks.push(("reply", Blank::San(why.rated.line.san.get(1)?.clone())));
    let proof = why.proof.as_ref()?;
    let phrase = match proof {
        Proof::AllowsMate(mate) => {
            blanks.push(("mate", Blank::MateIn(mate.moves)));
            blanks.push(("line", shown(&mate.line)));
            Phrase::NaturalAllowsMate
        }
        Proof::LosesMaterial { line, .. } => {
            blanks.push(("haul", Blank::MaterialChange(line.haul(us).opposite())));
            blanks.push(("line", shown(line)));
            Phrase::NaturalLoses
        }
        _ => return None,
    };
    let evidence = Evidence::Refutation { judgement: why.judgement.clone(), proof: proof.clone() };
    Some(Point::new(Part::Contrast, phrase, blanks, evidence))
}

fn as_good(explanation: &Explanation, facts: &MoveFacts) -> Option<Point> {
    let difficulty = explanation.position.difficulty.as_ref()?;
    let san = &facts.rated.san;
    let near = |rated: &&Rated| {
        let close = rated.chance.short_of(facts.rated.chance) <= AS_GOOD;
        rated.san != *san && close && difficulty.steady.contains(&rated.san)
    };
    let lines = explanation.position.lines.iter();
    let others: Vec<String> = lines.filter(near).map(|rated| rated.san.clone()).collect();
    // The best move has been named beside one that is not the best.
    if others.is_empty() || facts.judgement.quality != Quality::Best {
        return None;
    }
    let moves = others.clone();
    let blanks = vec![("others", Blank::Sans(others))];
    let best = explanation.best.as_ref()?;
    let evidence =
        Evidence::Near { best: (&best.rated).into(), difficulty: difficulty.clone(), moves };
    Some(Point::new(Part::Contrast, Phrase::AsGood, blanks, evidence))
}

/// Was the verdict still moving when the search ended?
fn is_open(position: &PositionFacts) -> bool {
    position.swing >= STILL_MOVING && is_torn(position) && position.mate.is_none()
}

/// The search was still changing its mind.
fn open(position: &PositionFacts) -> Option<Point> {
    if is_open(position) {
        let best = position.lines.first()?;
        let evidence = Evidence::Swing { swing: position.swing, rated: best.clone() };
        return Some(Point::new(Part::Plan, Phrase::ScoreOpen, Vec::new(), evidence));
    }
    // Two moves that are equally good leave nothing open.
    let contested = position.difficulty.as_ref().filter(|found| found.is_contested());
    let difficulty = contested?;
    let [.., first, last] = &difficulty.history[..] else { return None };
    let best = position.lines.first()?;
    let blanks =
        vec![("first", Blank::San(first.san.clone())), ("san", Blank::San(last.san.clone()))];
    let moves = Vec::new();
    let evidence = Evidence::Near { best: best.into(), difficulty: difficulty.clone(), moves };
    Some(Point::new(Part::Plan, Phrase::NotSettled, blanks, evidence))
}
