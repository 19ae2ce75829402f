// SPDX-License-Identifier: GPL-3.0-or-later
//! The share of quiescence nodes in sharp, calm and blocked positions (Axon §1).

use charts::{Axis, Bar, Chart, Mark, Series, Tick};
use chess::Position;
use engine::EngineSetup;
use papers::{Evaluation, Method, Persona};
use search::Limits;

use crate::declare::Parameter;
use crate::positions::{ask, depth, searcher};
use crate::report::{Claim, Report, Table, Value, Verdict};
use crate::{Files, Lab, Study, StudyError};

/// The declaration.
pub(super) static STUDY: Study = Study {
    name: "quiescence",
    question: "How many of the nodes belong to quiescence in sharp, calm and blocked positions?",
    source: "Axon §1",
    files: Files::None,
    parameters: &[
        Parameter::whole("depth", 1..=8, "4", "2", "depth of the searches of the papers"),
        Parameter::whole("own-depth", 1..=40, "12", "4", "depth of the engine's own search"),
        Parameter::whole("nodes", 1000..=1_000_000_000, "2000000", "20000", "nodes at most"),
        Parameter::whole("positions", 1..=5, "5", "1", "positions of each kind"),
    ],
    measurements: &["shares"],
    charts: &["shares"],
    run,
};

/// Kinds of positions.
const KINDS: [(&str, [&str; 5]); 3] = [
    (
        "sharp",
        [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - - 7 19",
            "rnbqk2r/ppp2p1p/3b4/3PN2n/2BP1ppP/8/PPP3P1/RNBQK2R w KQkq - 1 9",
            "rnb1kb1r/1p1n1ppp/p3p3/4P1B1/3N4/q1N5/P1PQ2PP/1R2KB1R w Kkq - 1 12",
            "r1b2rk1/5ppp/p1pb4/1p1n4/3P4/1BP3Pq/PP3P1P/RNBQR1K1 w - - 1 15",
        ],
    ),
    (
        "calm",
        [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
            "r1bq1rk1/ppp1npbp/3p1np1/3Pp3/2P1P3/2N2N2/PP2BPPP/R1BQ1RK1 w - - 1 9",
            "r2qr1k1/bpp2pp1/p1npbn1p/4p3/P1B1P3/2PP1N1P/1P3PP1/R1BQRNK1 w - - 4 12",
            "r2qrbk1/1bpn1p1p/p2p1np1/1p2p3/3PP3/2P2NNP/PPB2PP1/R1BQR1K1 w - - 0 15",
        ],
    ),
    (
        "blocked",
        [
            "6k1/2b2p2/1p1p1p2/pPpPpPp1/P1P1P1P1/3B4/8/6K1 w - - 0 40",
            "2b3k1/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/4B3/6K1/8 b - - 0 40",
            "r3k2r/1p1b1p2/pPpP1p1p/P1P1pPpP/4P1P1/2N1B3/4K3/R6R w - - 0 30",
            "4k3/2n5/p2p1p1p/PpPp1PpP/1P1P2P1/4N3/4K3/8 b - - 0 50",
            "8/1k1b4/p1p1p1p1/P1P1P1P1/1P1B1P2/1K6/8/8 w - - 0 45",
        ],
    ),
];

/// Who searches: a name, an evaluator with a search, and whether it is a paper's.
fn searches() -> Vec<(String, EngineSetup, bool)> {
    let mut all = Vec::new();
    for name in ["axon", "bannan"] {
        let persona: Persona = name.parse().unwrap_or_default();
        let (evaluation, method, features) = (persona.evaluation, persona.method, persona.features);
        let setup = EngineSetup { evaluation, method, features, ..EngineSetup::default() };
        all.push((format!("{name}, its own search"), setup, true));
    }
    for evaluation in [Evaluation::Nnue, Evaluation::Classical, Evaluation::Axon] {
        let setup = EngineSetup { evaluation, method: Method::AlphaBeta, ..EngineSetup::default() };
        all.push((format!("{evaluation}, alphabeta"), setup, false));
    }
    all
}

fn run(lab: &mut Lab<'_>) -> Result<Report, StudyError> {
    let count = lab.count("positions");
    let searches = searches();
    lab.expect(searches.len() * KINDS.len());
    let columns = std::iter::once("search")
        .chain(KINDS.iter().map(|(kind, _)| *kind))
        .chain(["depth", "nodes"]);
    let mut table = Table::new("shares", "Share of quiescence nodes in per cent", columns);
    let mut found: Vec<[f64; 3]> = Vec::new();
    for (name, setup, is_documented) in &searches {
        let plies = lab.whole(if *is_documented { "depth" } else { "own-depth" });
        // Captures without an end and without an order may take for ever.
        let limits = Limits { nodes: Some(lab.whole("nodes")), ..depth(plies) };
        let (mut shares, mut total) = ([0.0; 3], 0);
        for (kind, (title, fens)) in KINDS.iter().enumerate() {
            let (nodes, share): (u64, f64) = lab.measure(format!("{name} {title}"), |lab| {
                let mut search = searcher(setup);
                let (mut nodes, mut share) = (0, 0.0);
                for fen in &fens[..count] {
                    let position = Position::from_fen(fen).map_err(StudyError::failed)?;
                    let (outcome, _) = ask(lab.stop(), &mut *search, &position, limits.clone(), 1);
                    nodes += outcome.nodes;
                    share += outcome.qnodes as f64 / outcome.nodes.max(1) as f64;
                }
                Ok((nodes, 100.0 * share / count as f64))
            })?;
            shares[kind] = share;
            total += nodes;
        }
        let cells = shares.iter().map(|&share| Value::Real(share, 0));
        let ends = [Value::from(plies), Value::from(total)];
        table.row(std::iter::once(Value::from(name.as_str())).chain(cells).chain(ends));
        found.push(shares);
    }
    let tick = |(i, (name, ..)): (usize, &(String, EngineSetup, bool))| Tick {
        value: i as f64,
        label: name.clone(),
    };
    let ticks: Vec<Tick> = searches.iter().enumerate().map(tick).collect();
    let mut chart = Chart::new(
        "Share of quiescence nodes",
        Axis::new("search").ticks(ticks),
        Axis::new("share").suffix(" %").range(0.0, 100.0),
    );
    for (kind, (title, _)) in KINDS.iter().enumerate() {
        let bar = |(i, shares): (usize, &[f64; 3])| {
            Bar::new(i as f64 + 0.25 * (kind as f64 - 1.0), shares[kind])
        };
        chart = chart.series(Series::bars(*title, found.iter().enumerate().map(bar), 0.22));
    }
    chart = chart
        .mark(Mark::Horizontal { y: 90.0, label: "90".to_owned() })
        .mark(Mark::Horizontal { y: 50.0, label: "50".to_owned() });
    let [axon, .., own, _, _] = &found[..] else { return Err(StudyError::failed("no searches")) };
    let deep = lab.whole("depth") >= 4;
    let judge = |verdict: Verdict| if deep { verdict } else { Verdict::Open };
    Ok(Report {
        claims: vec![
            Claim::new(
                "Axon §1",
                "nine of ten nodes belong to quiescence in tactically complicated positions",
                format!("{:.0} % (axon's own search), {:.0} % (the engine)", axon[0], own[0]),
                judge(Verdict::of((80.0..=97.0).contains(&axon[0]))),
            ),
            Claim::new(
                "Axon §1",
                "one of two does in calm positions",
                format!(
                    "{:.0} % (axon's own search), {:.0} % (the engine); {:.0} % and {:.0} % in blocked ones",
                    axon[1], own[1], axon[2], own[2]
                ),
                judge(Verdict::of((35.0..=65.0).contains(&axon[1]))),
            ),
        ],
        remarks: vec![format!(
            "The engine's own search spends {:.0} % of its nodes in quiescence where the paper's spends {:.0} % of them: captures \
             that lose by static exchange are left out, and the transposition table answers in quiescence too.",
            own[0], axon[0]
        )],
        tables: vec![table],
        charts: vec![("shares", chart)],
        ..Report::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocked_positions_have_no_capture_and_sharp_ones_have() {
        let captures = |fen: &str| {
            let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
            let moves = position.legal_moves();
            moves.iter().filter(|mv| mv.is_capture()).count()
        };
        for fen in KINDS[0].1 {
            assert!(captures(fen) >= 1, "{fen}");
        }
        for fen in KINDS[2].1 {
            assert!(captures(fen) <= 1, "{fen}");
        }
        for fen in KINDS[1].1 {
            captures(fen);
        }
    }
}
