// SPDX-License-Identifier: GPL-3.0-or-later
//! One sentence after another: is it true, as far as its evidence goes?

use eval::{Classical, Term};
use serde_json::Value;
use shakmaty::{Chess, Color, Position as _, Role};

use crate::oracle::{
    self, exchange, gain_of, int, is_quiet, is_settled, mates, mates_with, name, piece, play,
    points, read_move, replay, strings, text,
};
use crate::patterns;

/// Nodes for the independent proof of a mate.
const PATIENCE: u32 = 20_000;

pub fn check(root: &Value, sentence: &Value) {
    let fen = text(&root["position"], "fen");
    let here = oracle::position(fen);
    let evidence = &sentence["evidence"];
    let words = text(sentence, "text");
    assert!(!words.is_empty() && !words.contains(['{', '}']), "{words}");
    match text(evidence, "kind") {
        "outcome" => outcome(&here, evidence),
        "check" => {
            assert!(here.is_check());
            let checkers = evidence["checkers"].as_array().map_or(0, Vec::len);
            assert_eq!(here.checkers().count(), checkers);
            let (king, ..) = piece(&here, &evidence["king"]);
            for checker in evidence["checkers"].as_array().into_iter().flatten() {
                let (square, ..) = piece(&here, checker);
                assert!(here.board().attacks_from(square).contains(king));
            }
        }
        "material" => {
            assert_eq!(int(evidence, "white"), points(&here, Color::White));
            assert_eq!(int(evidence, "black"), points(&here, Color::Black));
        }
        "score" => score(root, sentence),
        "term" => {
            let rows = root["position"]["account"]["terms"].as_array().cloned().unwrap_or_default();
            assert!(rows.contains(&evidence["row"]), "{evidence}");
            let side = int(&evidence["row"], "balance") > 0;
            assert!(words.contains(if side { "White" } else { "Black" }), "{words}");
        }
        "feature" => patterns::check_feature(&here, &evidence["feature"]),
        "motif" => {
            assert_eq!(text(evidence, "fen"), fen);
            patterns::check(&here, &evidence["pattern"]);
        }
        "created" => patterns::check_created(evidence),
        "sum" => assert_eq!(evidence["total"], root["position"]["account"]["total"]),
        "clock" => assert_eq!(int(evidence, "halfmoves"), i64::from(here.halfmoves())),
        "threat" => threat(&here, root, sentence),
        "only_legal" => {
            assert_eq!(here.legal_moves().len(), 1);
            read_move(&here, text(evidence, "uci"));
        }
        "only_good" => {
            let (best, next) = (&evidence["best"], &evidence["next"]);
            assert_eq!(int(best, "chance") - int(next, "chance"), int(evidence, "lost"));
            assert!(int(evidence, "lost") >= 100);
            assert_eq!(strings(&evidence["line"]["uci"])[0], text(next, "uci"));
        }
        "near" => near(root, sentence),
        "gain" => gain(&here, &evidence["won"], words),
        "draw" => assert_eq!(evidence["line"]["ending"], evidence["how"]),
        "sacrifice" => sacrifice(root, sentence),
        "change" => {
            assert_eq!(text(evidence, "from"), fen);
            change(evidence, words);
        }
        "change_at_end" => {
            let line = replay(&evidence["line"]);
            assert!(is_quiet(&line[line.len() - 1]), "{evidence}");
            same_board(&line[line.len() - 1], &oracle::position(text(evidence, "to")));
            change(evidence, words);
        }
        "idea" => crate::ideas::check(evidence),
        "concept" => crate::concepts::check(evidence),
        "deed" => crate::concepts::deed(evidence),
        "zugzwang" => {
            let (rated, passed) = (&evidence["rated"], &evidence["passed"]["free_move"]);
            rating(rated);
            rating(passed);
            assert!(int(rated, "chance") - int(passed, "chance") > 150, "{evidence}");
            let after = play(&here, read_move(&here, text(rated, "uci")));
            assert!(!after.is_check() && (1..=15).contains(&after.legal_moves().len()));
        }
        "prevented" => prevented(&here, root, &evidence["prevented"]),
        "swing" => assert_eq!(evidence["swing"], root["position"]["swing"]),
        "opening" => assert!(words.contains(text(&evidence["opening"], "name")), "{words}"),
        "needed" => crate::ideas::needed(root, &evidence["needed"]),
        "plan" => plan(evidence),
        "judgement" | "fine" => {
            judgement(&evidence["judgement"], Some(sentence));
            if text(sentence, "phrase") == "bad_cant_castle" {
                let line = replay(&evidence["line"]);
                let us = here.turn();
                let can = |p: &Chess| p.castles().has_color(us);
                assert!(can(&here) && line[2].is_check() && !can(&line[3]), "{sentence}");
                assert!(line[2].legal_moves().iter().all(|m| m.role() == Role::King));
            }
        }
        "loss" => loss(root, &evidence["loss"]),
        "refutation" => {
            judgement(&evidence["judgement"], None);
            refutation(&here, evidence, words);
        }
        other => panic!("nobody checks {other}"),
    }
}

/// The opponent would gain by a free move, and no longer does.
fn prevented(here: &Chess, root: &Value, prevented: &Value) {
    let free = &prevented["wanted"]["free_move"];
    rating(free);
    let start = oracle::position(text(&free["line"], "fen"));
    assert!(start.board() == here.board() && start.turn() != here.turn(), "{prevented}");
    let shows = ["best", "played"].iter().any(|key| {
        let Some(uci) = root[key]["rated"]["uci"].as_str() else { return false };
        let chance = 1000 - int(&root[key]["rated"], "chance");
        let after = play(here, read_move(here, uci));
        let spoilt = match prevented.get("now") {
            Some(now) => {
                rating(now);
                let from = oracle::position(text(&now["line"], "fen"));
                from.board() == after.board() && chance - int(now, "chance") >= 50
            }
            None => {
                let wanted: shakmaty::uci::UciMove = text(free, "uci").parse().expect("a move");
                wanted.to_move(&after).is_err()
            }
        };
        spoilt && int(free, "chance") - chance >= 100
    });
    assert!(shows, "{prevented}");
}

fn same_board(a: &Chess, b: &Chess) {
    assert_eq!(a.board(), b.board());
    assert_eq!(a.turn(), b.turn());
}

fn outcome(here: &Chess, evidence: &Value) {
    match text(evidence, "ending") {
        "checkmate" => assert!(here.is_checkmate()),
        "stalemate" => assert!(here.is_stalemate()),
        "insufficient_material" => assert!(here.is_insufficient_material()),
        "fifty_moves" => assert!(here.halfmoves() >= 100),
        other => panic!("{other}"),
    }
}

fn score(root: &Value, sentence: &Value) {
    let rated = &sentence["evidence"]["rated"];
    rating(rated);
    let known = [&root["position"]["lines"][0], &root["played"]["rated"]];
    assert!(known.iter().any(|known| known["uci"] == rated["uci"]), "{rated}");
    if text(sentence, "phrase") == "perpetual" {
        let line = replay(&rated["line"]);
        let same = |a: &Chess, b: &Chess| a.board() == b.board() && a.turn() == b.turn();
        let back = |ply: &usize| line[..*ply].iter().any(|before| same(before, &line[*ply]));
        let last = &line[line.len() - 1];
        let known = |p: &Chess| line.iter().any(|other| same(other, p));
        let closed = last.legal_moves().into_iter().all(|m| known(&play(last, m)));
        let end = (1..line.len()).find(back).unwrap_or(line.len() - 1);
        assert!(closed || back(&end), "no position comes again: {rated}");
        assert!(line[1..=end].iter().step_by(2).all(Chess::is_check), "{rated}");
        assert!(rated["score"]["cp"].as_i64().is_some_and(|cp| cp.abs() <= 20), "{rated}");
    }
    if text(sentence, "phrase") == "standing_mate" {
        let moves = rated["score"]["mate"].as_i64().unwrap_or(0);
        let here = oracle::position(text(&rated["line"], "fen"));
        let end = replay(&rated["line"]);
        assert!(end[end.len() - 1].is_checkmate());
        if moves < 0 {
            let mut budget = PATIENCE;
            for m in here.legal_moves() {
                let found = mates(&play(&here, m), moves.unsigned_abs(), &mut budget);
                assert_ne!(found, Some(false), "{rated}");
            }
        } else {
            let m = read_move(&here, text(rated, "uci"));
            let mut budget = PATIENCE;
            assert_ne!(mates_with(&here, m, moves.unsigned_abs(), &mut budget), Some(false));
        }
    }
}

/// The chance follows from the score, and mates are where they are announced.
pub fn rating(rated: &Value) {
    let chance = int(rated, "chance");
    if let Some(cp) = rated["score"]["cp"].as_i64() {
        let expected = 1000.0 / (1.0 + (-0.003_682_08 * cp as f64).exp());
        assert!((expected - chance as f64).abs() <= 0.51, "{rated}");
    } else if let Some(mate) = rated["score"]["mate"].as_i64() {
        assert_eq!(chance, if mate > 0 { 1000 } else { 0 }, "{rated}");
    }
    assert_eq!(rated["uci"], rated["line"]["uci"][0]);
    assert_eq!(rated["san"], rated["line"]["san"][0]);
}

fn threat(here: &Chess, root: &Value, sentence: &Value) {
    let threat = &sentence["evidence"]["threat"];
    let free = &threat["free_move"];
    rating(free);
    // The position is the one in question with the turn passed: that of the root, or
    // that after the move it is about.
    let start = oracle::position(text(&free["line"], "fen"));
    let passed =
        |p: &Chess| p.board() == start.board() && p.turn() == !start.turn() && !p.is_check();
    let after = |facts: &Value| {
        facts["rated"]["uci"].as_str().is_some_and(|uci| passed(&play(here, read_move(here, uci))))
    };
    assert!(
        passed(here) || after(&root["best"]) || after(&root["played"]),
        "not a free move: {threat}"
    );
    let lift = int(free, "chance") - int(threat, "chance");
    match threat.get("gain") {
        Some(won) => {
            assert!(lift >= 50, "{threat}");
            gain(&start, won, text(sentence, "text"));
        }
        None => assert!(lift < 50, "{threat}"),
    }
}

/// What a line wins is really won at its end.
fn gain(start: &Chess, won: &Value, words: &str) {
    let line = replay(&won["line"]);
    same_board(&line[0], start);
    let end = &line[line.len() - 1];
    match text(won, "gain") {
        "mate" => {
            let moves = int(won, "moves");
            assert!(end.is_checkmate(), "{won}");
            assert_eq!(line.len() as i64 - 1, 2 * moves - 1, "{won}");
            if won["proven"] == true {
                let first = read_move(start, &strings(&won["line"]["uci"])[0]);
                let mut budget = PATIENCE;
                let found = mates_with(start, first, moves as u64, &mut budget);
                assert_ne!(found, Some(false), "{won}");
            }
        }
        "material" => {
            assert!(int(won, "points") >= 1 && won["points"] == won["line"]["material"], "{won}");
            assert!(is_settled(end), "not over yet: {won}");
            spoils(start.turn(), &line, words);
        }
        other => panic!("{other}"),
    }
}

/// What the words say was won, the winner has more of or the loser less at the end.
fn spoils(winner: Color, positions: &[Chess], words: &str) {
    let Some((_, told)) = words.split_once(" win").filter(|(_, rest)| !rest.is_empty()) else {
        return;
    };
    let told = told.split(" for ").next().unwrap_or(told);
    let told = told.split([':', '(', '.', ';']).next().unwrap_or(told);
    let (start, end) = (&positions[0], &positions[positions.len() - 1]);
    for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        if told.split([' ', ',']).any(|word| word.trim_end_matches('s') == name(role)) {
            let balance = |p: &Chess| {
                let of = |color| (p.board().by_role(role) & p.board().by_color(color)).count();
                of(winner) as i64 - of(!winner) as i64
            };
            assert!(balance(end) > balance(start), "no {role:?} is won: {words}");
        }
    }
}

fn near(root: &Value, sentence: &Value) {
    let difficulty = &sentence["evidence"]["difficulty"];
    let lines = root["position"]["lines"].as_array().cloned().unwrap_or_default();
    let best = int(&lines[0], "chance");
    let close: Vec<String> = lines
        .iter()
        .filter(|line| best - int(line, "chance") < 50)
        .map(|line| text(line, "san").to_owned())
        .collect();
    assert_eq!(strings(&difficulty["near"]), close, "{difficulty}");
    assert!(int(difficulty, "found_at") <= int(difficulty, "depth"));
    for san in strings(&sentence["evidence"]["moves"]) {
        assert!(close.contains(&san) && text(sentence, "text").contains(&san), "{sentence}");
    }
    let last = difficulty["history"].as_array().and_then(|list| list.last().cloned());
    assert_eq!(last.unwrap_or_default()["uci"], lines[0]["uci"]);
}

fn sacrifice(root: &Value, sentence: &Value) {
    let sacrifice = &sentence["evidence"]["sacrifice"];
    let accepted = &sacrifice["accepted"];
    rating(accepted);
    let line = replay(&accepted["line"]);
    let (offered, ..) = piece(&line[0], &sacrifice["offered"]);
    let take = read_move(&line[0], text(accepted, "uci"));
    assert_eq!(take.to(), offered, "{sacrifice}");
    assert!(gain_of(&line[0], take) == int(sacrifice, "worth"), "{sacrifice}");
    let pays = |facts: &Value| {
        let promised = 1000 - int(&facts["rated"], "chance");
        int(accepted, "chance") - promised >= 50
    };
    let facts = ["best", "played"].iter().map(|key| &root[key]);
    let own = facts.into_iter().find(|facts| facts["sacrifice"] == *sacrifice);
    assert!(!pays(own.expect("whose sacrifice it is")), "taking pays: {sacrifice}");
    purpose(sacrifice, take, &line);
}

/// What a sacrifice is for is there to be seen after it has been taken.
fn purpose(sacrifice: &Value, take: shakmaty::Move, line: &[Chess]) {
    let Some(purpose) = sacrifice.get("purpose") else { return };
    let victim = line[0].turn();
    let king = |p: &Chess| p.board().king_of(victim).expect("a king");
    let sans = strings(&sacrifice["accepted"]["line"]["san"]);
    match text(purpose, "purpose") {
        kind @ ("greek_gift" | "king_attack") => {
            let attack = strings(&purpose["attack"]);
            assert!(attack.len() >= 2 && attack.iter().any(|san| san.ends_with('+')), "{purpose}");
            for san in &attack {
                let ply = sans.iter().position(|other| other == san).expect("a move of the line");
                let (before, after) = (&line[ply], &line[ply + 1]);
                assert_ne!(before.turn(), victim, "{purpose}");
                let m = read_move(before, &strings(&sacrifice["accepted"]["line"]["uci"])[ply]);
                let reach = after.board().attacks_from(m.to());
                let near = reach.into_iter().any(|square| square.distance(king(after)) <= 1);
                assert!(after.is_check() || near, "{san}: {purpose}");
            }
            if kind == "greek_gift" {
                let (bishop, role, _) = piece(&line[0], &sacrifice["offered"]);
                assert!(role == Role::Bishop && take.role() == Role::King, "{purpose}");
                assert!(matches!(bishop, shakmaty::Square::H7 | shakmaty::Square::H2));
                assert!(attack[0].starts_with('N') && attack[0].ends_with('+'), "{purpose}");
            }
        }
        "legal" => {
            let (_, role, _) = piece(&line[0], &sacrifice["offered"]);
            assert!(role == Role::Queen && line[line.len() - 1].is_checkmate(), "{purpose}");
        }
        "breaks_shelter" => {
            let (at, role, _) = piece(&line[0], &purpose["king"]);
            let from = take.from().expect("no drops");
            assert!(role == Role::King && at.distance(from) == 1, "{purpose}");
            assert!(take.role() == Role::Pawn && from.file() != take.to().file(), "{purpose}");
        }
        other => panic!("{other}"),
    }
}

/// The delta is the difference of the two ledgers, looked up once more.
fn change(evidence: &Value, words: &str) {
    let change = &evidence["change"];
    let sign = if text(evidence, "side") == "white" { 1 } else { -1 };
    let value = |key: &str| {
        let position = chess::Position::from_fen(text(evidence, key)).expect("a FEN of our own");
        let (rows, _) = Classical::default().explain(&position).mixed();
        let named = |(term, _): &&(Term, i32)| term.name() == text(change, "term");
        i64::from(sign * rows.iter().find(named).map_or(0, |&(_, worth)| worth))
    };
    let (before, after) = (value("from"), value("to"));
    assert_eq!((int(change, "before"), int(change, "after")), (before, after), "{evidence}");
    assert_eq!(int(change, "change"), after - before, "{evidence}");
    let share = |key: &str, color: chess::Color| {
        let position = chess::Position::from_fen(text(evidence, key)).expect("a FEN of our own");
        let ledger = Classical::default().explain(&position);
        let named = |term: &&Term| term.name() == text(change, "term");
        let term = Term::ALL.iter().find(named).expect("a term");
        i64::from(ledger.share(*term, color).taper(ledger.phase, ledger.full))
    };
    let us = if sign == 1 { chess::Color::White } else { chess::Color::Black };
    assert_eq!(int(change, "own"), share("to", us) - share("from", us), "{evidence}");
    assert_eq!(int(change, "others"), share("to", !us) - share("from", !us), "{evidence}");
    who_is_it(evidence, words);
}

/// Where beginners are told who has more or less of something, it is so.
fn who_is_it(evidence: &Value, words: &str) {
    let Some((who, what)) =
        words.strip_prefix("After it ").and_then(|rest| rest.split_once(" has "))
    else {
        return;
    };
    let own = who.eq_ignore_ascii_case(text(evidence, "side"));
    let by = int(&evidence["change"], if own { "own" } else { "others" });
    let less = ["less", "weaker", "worse", "fewer"].iter().any(|word| {
        what.split(' ').take(3).any(|said| said == *word) && !what.starts_with("fewer pinned")
    });
    assert_eq!(by < 0, less, "{words} {evidence}");
}

fn plan(evidence: &Value) {
    let line = replay(&evidence["line"]);
    let step = &evidence["step"];
    let uci = strings(&evidence["line"]["uci"]);
    for ply in step["plies"].as_array().into_iter().flatten() {
        let index = ply.as_u64().unwrap_or(1) as usize - 1;
        let before = &line[index];
        let m = read_move(before, &uci[index]);
        let us = before.turn();
        let shown = match text(step, "theme") {
            "promotion" => m.is_promotion(),
            "castling" => m.is_castle(),
            "development" => matches!(m.role(), Role::Knight | Role::Bishop),
            "passed_pawn" => m.role() == Role::Pawn,
            "open_file" => {
                let file = shakmaty::Bitboard::from(m.to().file());
                m.role() == Role::Rook && (file & line[index + 1].board().pawns()).is_empty()
            }
            "queen_trade" => m.capture() == Some(Role::Queen),
            "king_to_centre" => m.role() == Role::King && before.board().queens().is_empty(),
            other => panic!("{other}"),
        };
        assert!(shown, "{step}");
        assert!(us == line[0].turn() || text(step, "theme") == "queen_trade", "{step}");
    }
}

fn judgement(judgement: &Value, sentence: Option<&Value>) {
    let (played, best) = (&judgement["played"], &judgement["best"]);
    let lost = (int(best, "chance") - int(played, "chance")).max(0);
    assert_eq!(int(judgement, "lost"), lost, "{judgement}");
    let expected = match lost {
        _ if played["uci"] == best["uci"] => "best",
        200.. => "blunder",
        100.. => "mistake",
        50.. => "inaccuracy",
        _ => "good",
    };
    assert_eq!(text(judgement, "quality"), expected, "{judgement}");
    if let Some(sentence) = sentence {
        assert_eq!(sentence["evidence"]["line"]["uci"][0], played["uci"]);
    }
}

fn loss(root: &Value, loss: &Value) {
    let line = replay(&loss["line"]);
    let (square, ..) = piece(&line[0], &loss["piece"]);
    let take = read_move(&line[0], &strings(&loss["line"]["uci"])[0]);
    let victim = if take.is_en_passant() { square } else { take.to() };
    assert_eq!(victim, square, "{loss}");
    assert!(exchange(&line[0], take.to()) >= 1, "{loss}");
    let here = oracle::position(text(&root["position"], "fen"));
    let gained = ["best", "played"].iter().find_map(|key| {
        let m = read_move(&here, root[key]["rated"]["uci"].as_str()?);
        (play(&here, m).board() == line[0].board()).then(|| m.capture().map_or(0, oracle::value))
    });
    let expected = int(&loss["line"], "material") - gained.unwrap_or(0);
    assert_eq!(int(loss, "points"), expected, "{loss}");
    assert!(expected >= 1 && is_quiet(&line[line.len() - 1]), "{loss}");
}

fn refutation(here: &Chess, evidence: &Value, words: &str) {
    let (proof, judgement) = (&evidence["proof"], &evidence["judgement"]);
    assert!(int(judgement, "lost") >= 50, "{judgement}");
    let line = replay(&proof["line"]);
    same_board(&line[0], here);
    let end = &line[line.len() - 1];
    let first = &strings(&proof["line"]["uci"])[0];
    let (played, best) = (text(&judgement["played"], "uci"), text(&judgement["best"], "uci"));
    let m = read_move(here, first);
    match text(proof, "proof") {
        "allows_mate" => {
            assert!(first == played && end.is_checkmate() && end.turn() == here.turn(), "{proof}");
            let found = mates(&play(here, m), int(proof, "moves") as u64, &mut PATIENCE.clone());
            assert_ne!(found, Some(false), "{proof}");
        }
        "misses_mate" => {
            assert!(first == best && end.is_checkmate() && end.turn() != here.turn(), "{proof}");
            let found = mates_with(here, m, int(proof, "moves") as u64, &mut PATIENCE.clone());
            assert_ne!(found, Some(false), "{proof}");
        }
        "loses_material" => {
            assert!(first == played && is_quiet(end), "{proof}");
            let points = int(proof, "points");
            assert!(points >= 1 && points == -int(&proof["line"], "material"), "{proof}");
            spoils(!here.turn(), &line, words);
        }
        "misses_material" => {
            assert!(first == best && is_quiet(end), "{proof}");
            replay(&proof["instead"]);
            let difference = int(&proof["line"], "material") - int(&proof["instead"], "material");
            assert!(int(proof, "points") == difference && difference >= 1, "{proof}");
            spoils(here.turn(), &line, words);
        }
        "allows_draw" => assert!(first == played && proof["line"]["ending"] == proof["how"]),
        "position" => {
            let better = replay(&proof["better"]);
            assert!(first == played && strings(&proof["better"]["uci"])[0] == best, "{proof}");
            let (from, to) = (text(&proof["changes"], "from"), text(&proof["changes"], "to"));
            same_board(&better[better.len() - 1], &oracle::position(from));
            same_board(end, &oracle::position(to));
        }
        other => panic!("{other}"),
    }
}

/// A move that is said to win material has a score that shows it, unless the game is decided
/// either way.
pub fn believed(facts: &Value) {
    if facts["gain"]["gain"] != "material" {
        return;
    }
    let start = oracle::position(text(&facts["gain"]["line"], "fen"));
    let us = start.turn();
    let balance = points(&start, us) - points(&start, !us);
    let wanted = 100 * balance + 33 * int(&facts["gain"], "points");
    let score = &facts["rated"]["score"];
    if let Some(cp) = score["cp"].as_i64() {
        assert!(cp >= 300 || wanted < -250 || cp + 10 >= wanted, "{facts}");
    } else {
        let n = score["mate"].as_i64().or(score["tablebase"].as_i64());
        assert!(n.is_some_and(|n| n > 0), "{facts}");
    }
}
