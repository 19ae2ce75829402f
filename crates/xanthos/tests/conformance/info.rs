// SPDX-License-Identifier: GPL-3.0-or-later
//! `info` lines, read as strictly as the strictest GUI reads them.

use chess::{Game, Position};

/// A line with a score.
#[derive(Debug, Clone)]
pub struct Info {
    pub depth: u32,
    pub multipv: usize,
    /// `cp` or `mate`.
    pub unit: String,
    pub score: i64,
    pub exact: bool,
    /// Whether the score is at least this.
    pub lower: bool,
    pub wdl: Option<[u32; 3]>,
    pub nodes: u64,
    pub tbhits: u64,
    pub pv: Vec<String>,
}

/// Reads a line with a score; `None` for other lines. Panics if the fields are
/// not those of the convention, in its order, each an integer in its range.
pub fn read(line: &str) -> Option<Info> {
    let mut words = line.split(' ').peekable();
    if words.next() != Some("info") || !line.contains(" score ") || line.starts_with("info string")
    {
        return None;
    }
    let mut field = |name: &str| -> i64 {
        assert_eq!(words.next(), Some(name), "in {line}");
        words
            .next()
            .and_then(|value| value.parse().ok())
            .unwrap_or_else(|| panic!("{name} in {line}"))
    };
    let depth = field("depth");
    assert!((0..=255).contains(&depth), "{line}");
    let mut multipv = 1;
    if depth > 0 {
        assert!(field("seldepth") >= 1, "{line}");
        multipv = field("multipv");
    }
    assert_eq!(words.next(), Some("score"), "{line}");
    let unit = words.next().expect("a unit").to_owned();
    assert!(unit == "cp" || unit == "mate", "{line}");
    let score: i64 = words.next().and_then(|score| score.parse().ok()).expect("a score");
    assert!(unit != "mate" || score.abs() <= 246, "{line}");
    let bound = words.next_if(|word| matches!(*word, "lowerbound" | "upperbound"));
    let (exact, lower) = (bound.is_none(), bound == Some("lowerbound"));
    let wdl = words.next_if(|word| *word == "wdl").map(|_| {
        [(); 3].map(|()| {
            words.next().and_then(|share| share.parse().ok()).unwrap_or_else(|| panic!("{line}"))
        })
    });
    let mut field = |name: &str| -> i64 {
        assert_eq!(words.next(), Some(name), "in {line}");
        words
            .next()
            .and_then(|value| value.parse().ok())
            .unwrap_or_else(|| panic!("{name} in {line}"))
    };
    let (mut nodes, mut tbhits) = (0, 0);
    if depth > 0 {
        nodes = field("nodes");
        assert!((0..=i64::from(u32::MAX)).contains(&field("nps")), "{line}");
        assert!((0..=1000).contains(&field("hashfull")), "{line}");
        tbhits = field("tbhits");
        assert!(tbhits >= 0, "{line}");
        assert!(field("time") > 0, "{line}");
        assert_eq!(words.next(), Some("pv"), "{line}");
    }
    let pv: Vec<String> = words.map(str::to_owned).collect();
    assert!(depth == 0 || !pv.is_empty(), "{line}");
    Some(Info {
        depth: depth as u32,
        multipv: multipv as usize,
        unit,
        score,
        exact,
        lower,
        wdl,
        nodes: nodes as u64,
        tbhits: tbhits as u64,
        pv,
    })
}

/// Every line with a score.
pub fn all(lines: &[String]) -> Vec<Info> {
    lines.iter().filter_map(|line| read(line)).collect()
}

/// The game behind the words after `position`.
pub fn game(position: &str) -> Game {
    let (start, moves) = position.split_once(" moves ").unwrap_or((position, ""));
    let start = match start.strip_prefix("fen ") {
        None => Position::startpos(),
        Some(fen) => Position::from_fen(fen).expect("a legal position"),
    };
    let mut game = Game::new(start);
    for word in moves.split_ascii_whitespace() {
        let m = game.position().parse_uci(word).expect("a legal move");
        game.play(m);
    }
    game
}

/// Holds the answer to a `go` to everything that is true of all answers.
pub fn check(position: &str, lines: &[String]) {
    let game = game(position);
    let legal: Vec<String> =
        game.position().legal_moves().iter().map(|&m| game.position().uci(m).to_string()).collect();
    let infos = all(lines);
    let exact: Vec<&Info> = infos.iter().filter(|info| info.exact).collect();
    assert!(!exact.is_empty(), "no exact score before bestmove: {lines:?}");
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove")).count(), 1);

    let words: Vec<&str> = lines.last().expect("an answer").split(' ').collect();
    if legal.is_empty() {
        assert_eq!(words, ["bestmove", "(none)"]);
        return;
    }
    assert!(legal.iter().any(|m| m == words[1]), "{words:?} is illegal in {position}");
    // A search that ends while a better move is being looked into plays it, and says so.
    let is_main = |info: &&Info| info.multipv == 1 && (info.exact || info.lower);
    let main = infos.iter().rev().find(is_main).expect("a main line");
    assert_eq!(main.pv[0], words[1], "the line and the move differ: {lines:?}");
    match words.get(2) {
        None => {}
        Some(&"ponder") => _ = play(&game, &[words[1].to_owned(), words[3].to_owned()]),
        other => panic!("{other:?} after the move"),
    }
    for info in &infos {
        let end = play(&game, &info.pv);
        if info.unit == "mate" && info.exact && info.score != 0 {
            let plies = if info.score > 0 { 2 * info.score - 1 } else { -2 * info.score };
            assert_eq!(info.pv.len() as i64, plies, "{info:?} has another length than announced");
            assert!(end.position().is_checkmate(), "{info:?} does not end in mate");
        }
    }
    let nodes: Vec<u64> = infos.iter().map(|info| info.nodes).collect();
    assert!(nodes.is_sorted(), "nodes go down: {lines:?}");
}

/// Plays a line; panics at an illegal move and at one after the end of the game.
fn play(game: &Game, line: &[String]) -> Game {
    let mut game = game.clone();
    for (index, word) in line.iter().enumerate() {
        assert!(
            index == 0 || game.outcome().is_none(),
            "{line:?} goes on after the end of the game"
        );
        let m = game.position().parse_uci(word).unwrap_or_else(|error| panic!("{line:?}: {error}"));
        game.play(m);
    }
    game
}
