// SPDX-License-Identifier: GPL-3.0-or-later
//! Does the explanation of the best move name what the chapter of the Strategic Test Suite is
//! about, and how often does it say the same elsewhere?
//!
//! `cargo run --release -p xanthos-explain --example sts_concepts -- STS.epd --nodes 50000 --every 3`
//!
//! `--show` prints every explanation, `--chapter 3` only those of one chapter.

use std::collections::BTreeMap;
use std::io::BufRead as _;
use std::path::Path;

use chess::{Game, Position};
use xanthos_explain::concepts::DeedKind;
use xanthos_explain::{
    Effort, Evidence, Explainer, Explanation, Language, Level, Phrase, Settings,
};

/// What each chapter is about.
const CHAPTERS: [&str; 15] = [
    "undermining",
    "open files and diagonals",
    "knight outposts",
    "square vacancy",
    "bishop against knight",
    "recapturing",
    "offer of simplification",
    "f-, g- and h-pawns",
    "a-, b- and c-pawns",
    "simplification",
    "king activity",
    "centre control",
    "pawn play in the centre",
    "seventh rank",
    "avoiding exchanges",
];

/// The chapter in the name of a position.
fn chapter(id: &str) -> Option<usize> {
    let number = id.split("(v").nth(1)?.split('.').next()?;
    number.parse().ok().filter(|n| (1..=CHAPTERS.len()).contains(n))
}

/// The value of an operation of the EPD, without quotes.
fn operation<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let at = line.find(&format!(" {name} "))? + name.len() + 2;
    Some(line[at..].split(';').next()?.trim().trim_matches('"'))
}

/// The chapters whose concept the short answer names.
fn named(explanation: &Explanation) -> Vec<usize> {
    let mut found = Vec::new();
    let told = explanation.summary(Level::Club, Language::English);
    for told in &told {
        match &told.evidence {
            Evidence::Deed { deed, .. } => {
                let file = deed.piece.square.file();
                let pawn = deed.piece.role == chess::Role::Pawn;
                use DeedKind::*;
                match deed.kind {
                    Undermines => found.push(1),
                    OpenFile | HalfOpenFile | Doubles | Diagonal | Battery | TakesAndOpens => {
                        found.push(2);
                    }
                    Outpost => found.push(3),
                    OffersTrade => found.push(7),
                    PawnEnding | Trades | TradesQueens | TradesAhead => found.push(10),
                    KingWalks | KingSteps | TakesOpposition | ReachesKeySquare => found.push(11),
                    Centralises | ControlsCentre => found.push(12),
                    Centre | SupportsCentre => found.push(13),
                    SeventhRank => found.push(14),
                    AvoidsTrade => found.push(15),
                    TakesTowardsCentre | TakesAndKeepsPawns => found.push(6),
                    _ => {}
                }
                if matches!(deed.kind, Square | Outpost | Centralises | Blockades) {
                    found.push(4);
                }
                if deed.kind == Lever && matches!(file, 3 | 4) {
                    found.push(13);
                }
                if deed.kind == Trades
                    && deed.target.is_some_and(|target| target.role != deed.piece.role)
                {
                    found.push(5);
                }
                if pawn && file >= 5 {
                    found.push(8);
                }
                if pawn && file <= 2 {
                    found.push(9);
                }
            }
            Evidence::Concept { .. } => match told.phrase {
                Phrase::ConceptOpenFile => found.push(2),
                Phrase::ConceptOutpost => found.push(3),
                Phrase::ConceptBishopPair | Phrase::ConceptBadBishop => found.push(5),
                Phrase::ConceptSeventhRank => found.push(14),
                _ => {}
            },
            _ => {}
        }
        if matches!(told.phrase, Phrase::IdeaTakesBack | Phrase::IdeaWinsBack) {
            found.push(6);
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |name: &str, usual: u64| {
        let at = arguments.iter().position(|argument| argument == name);
        at.and_then(|at| arguments.get(at + 1)?.parse().ok()).unwrap_or(usual)
    };
    let show = arguments.iter().any(|argument| argument == "--show");
    let path = arguments.first().ok_or("the test suite is missing")?;
    let (every, only) = (number("--every", 1).max(1), number("--chapter", 0) as usize);
    let settings =
        Settings { effort: Effort::Nodes(number("--nodes", 50_000)), ..Settings::default() };
    let mut explainer = Explainer::new(settings);
    // Positions, hits, and how often each concept is named elsewhere.
    let mut counts: BTreeMap<usize, [u64; 3]> = BTreeMap::new();
    let mut total = 0;
    for (index, line) in formats::open_text(Path::new(path))?.lines().enumerate() {
        let line = line?;
        let Some(chapter) = operation(&line, "id").and_then(chapter) else { continue };
        if !(index as u64).is_multiple_of(every) || only != 0 && chapter != only {
            continue;
        }
        let fen: Vec<&str> = line.split_whitespace().take(4).collect();
        let position = Position::from_fen(&format!("{} 0 1", fen.join(" ")))?;
        let Some(best) = operation(&line, "bm") else { continue };
        let first = best.split_whitespace().next().unwrap_or_default();
        let m = position.parse_san(first).map_err(|error| format!("{line}: {error}"))?;
        let explanation = explainer.of_move(&Game::new(position), m)?;
        let found = named(&explanation);
        total += 1;
        for number in 1..=CHAPTERS.len() {
            let row = counts.entry(number).or_default();
            let hit = u64::from(found.contains(&number));
            if number == chapter {
                row[0] += 1;
                row[1] += hit;
            } else {
                row[2] += hit;
            }
        }
        if show {
            let mark = if found.contains(&chapter) { "+" } else { "-" };
            println!("{mark} {} {} {first}", CHAPTERS[chapter - 1], position.fen());
            for told in explanation.summary(Level::Club, Language::English) {
                println!("    {}", told.text);
            }
        }
    }
    println!("{:<28}{:>10}{:>9}{:>12}", "chapter", "positions", "named", "elsewhere");
    let share = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
    let (mut hits, mut others) = (0, 0);
    for (number, [n, hit, elsewhere]) in &counts {
        let rest = total - n;
        println!(
            "{:<28}{n:>10}{:>7.1} %{:>10.1} %",
            CHAPTERS[number - 1],
            share(*hit, *n),
            share(*elsewhere, rest)
        );
        hits += hit;
        others += elsewhere;
    }
    let rest = (CHAPTERS.len() as u64 - 1) * total;
    println!(
        "{:<28}{total:>10}{:>7.1} %{:>10.1} %",
        "all",
        share(hits, total),
        share(others, rest)
    );
    Ok(())
}
