// SPDX-License-Identifier: GPL-3.0-or-later
//! The one place where values become lines of UCI.

use crate::command::ENGINE_WORDS;
use chess::{Game, Move, Position};
use engine::options::Kind;
use engine::{BookMove, Notice, line};
use search::{Bound, Info, Outcome, RankNews, RanksReport, Score};
use std::fmt::Write;
use std::time::Duration;

/// How a GUI wants things written.
#[derive(Clone, Copy, Debug, Default)]
pub struct Notation {
    /// Castling as king takes rook.
    pub chess960: bool,
    /// With chances of win, draw and loss.
    pub wdl: bool,
}

/// Figures that change while a search runs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Figures {
    /// Nodes so far.
    pub nodes: u64,
    /// Time so far.
    pub time: Duration,
    /// Hash in use, in per mille.
    pub hashfull: u16,
    /// Tablebase hits.
    pub tbhits: u64,
}

impl From<&Info> for Figures {
    fn from(info: &Info) -> Figures {
        Figures { nodes: info.nodes, time: info.time, hashfull: info.hashfull, tbhits: info.tbhits }
    }
}

impl Notation {
    /// The text of a move in the present position of `game`.
    pub fn mv(&self, game: &Game, m: Move) -> String {
        let position = game.position();
        if self.chess960 { position.uci960(m).to_string() } else { position.uci(m).to_string() }
    }

    /// A line of play, up to where the game ends.
    pub fn line(&self, game: &Game, moves: &[Move]) -> String {
        let mut game = game.clone();
        let mut text = String::new();
        for m in line::playable(&game, moves) {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(&self.mv(&game, m));
            game.play(m);
        }
        text
    }

    /// An `info` line with a score.
    pub fn info(&self, game: &Game, info: &Info) -> String {
        let mut text = format!("info depth {}", info.depth.min(255));
        // Writing to a String can't fail.
        if info.depth > 0 {
            let _ =
                write!(text, " seldepth {} multipv {}", info.seldepth.clamp(1, 999), info.multipv);
        }
        let _ = write!(text, " score {}", score(info.score));
        match info.bound {
            Bound::Exact => {}
            Bound::Lower => text.push_str(" lowerbound"),
            Bound::Upper => text.push_str(" upperbound"),
        }
        if let (true, Some([win, draw, loss])) = (self.wdl, info.wdl) {
            let _ = write!(text, " wdl {win} {draw} {loss}");
        }
        if info.depth > 0 {
            let _ = write!(text, " {}", figures(&info.into()));
        }
        let pv = self.line(game, &info.pv);
        if !pv.is_empty() {
            let _ = write!(text, " pv {pv}");
        }
        text
    }

    /// The `bestmove` line. The ponder move is only told if it can be played.
    pub fn best_move(&self, game: Option<&Game>, outcome: &Outcome) -> String {
        let (Some(game), Some(best)) = (game, outcome.best) else {
            return "bestmove (none)".into();
        };
        let expected: Vec<Move> = std::iter::once(best).chain(outcome.ponder).collect();
        match self.line(game, &expected).split_once(' ') {
            Some((best, ponder)) => format!("bestmove {best} ponder {ponder}"),
            None => format!("bestmove {}", self.mv(game, best)),
        }
    }

    /// The root move that is being searched.
    pub fn current_move(&self, game: &Game, depth: u32, m: Move, number: usize) -> String {
        format!(
            "info depth {} currmove {} currmovenumber {number}",
            depth.min(255),
            self.mv(game, m)
        )
    }
}

/// A sign of life.
pub fn heartbeat(now: &Figures) -> String {
    format!("info {}", figures(now))
}

fn figures(now: &Figures) -> String {
    // A time of 0 would make the speed infinite.
    let nanos = now.time.as_nanos().max(1_000_000);
    let nps = (u128::from(now.nodes) * 1_000_000_000 / nanos).min(u128::from(u32::MAX));
    format!(
        "nodes {} nps {nps} hashfull {} tbhits {} time {}",
        now.nodes,
        now.hashfull.min(1000),
        now.tbhits,
        nanos / 1_000_000
    )
}

/// Tablebase results are centipawns in a band of their own, far from any
/// evaluation, and the nearer win is the larger number.
const TABLEBASE_BAND: i32 = 20_000;

fn score(score: Score) -> String {
    match score {
        Score::Cp(cp) => format!("cp {cp}"),
        Score::Mate(moves) => format!("mate {moves}"),
        Score::Tablebase(plies) => {
            let distance = plies.saturating_abs().min(1_000);
            format!("cp {}", plies.signum() * (TABLEBASE_BAND - distance))
        }
    }
}

/// `info string book elite.trie: Nf3, 22140 games, 55.1 % of the points, 11.0 % of the
/// moves (A04 Zukertort Opening)`
pub fn book_move(position: &Position, book_move: &BookMove) -> String {
    let BookMove { book, candidate, share, opening } = book_move;
    let mut text = format!("info string book {book}: {}", position.san(candidate.mv));
    // Writing to a String can't fail.
    let _ = match candidate.score {
        Some(score) => {
            write!(text, ", {} games, {:.1} % of the points", candidate.games, 100.0 * score)
        }
        None => write!(text, ", weight {}", candidate.weight),
    };
    let _ = write!(text, ", {:.1} % of the moves", 100.0 * share);
    if let Some(name) = opening {
        let _ = write!(text, " ({name})");
    }
    text
}

/// Lines about what a person may want to know.
pub fn notice(notice: &Notice) -> Vec<String> {
    /// More tablebase files that can't be used than this are told as a number.
    const TOLD: usize = 3;
    let texts = match notice {
        Notice::NoBook => vec!["OwnBook is set, but BookFile names no book".to_owned()],
        Notice::NoEffect(names) => names
            .iter()
            .map(|(name, why)| format!("{name} is set and changes nothing: {why}"))
            .collect(),
        Notice::Tablebases(found) => {
            let problems = &found.problems;
            let mut texts = vec![format!("SyzygyPath: {found}")];
            texts.extend(problems.iter().take(TOLD).map(|one| format!("SyzygyPath: {one}")));
            if problems.len() > TOLD {
                let more = problems.len() - TOLD;
                texts.push(format!("SyzygyPath: and {more} more that cannot be used"));
            }
            texts
        }
        Notice::TablebaseLost(error) => vec![format!("{error}; going on without it")],
        Notice::FewerThreads { asked, used } => {
            vec![format!("Threads {asked}: {used} search, four for each processor")]
        }
        Notice::SearchRestarted => vec![
            "the search broke down and was started anew; this move is any legal one".to_owned(),
        ],
    };
    texts.into_iter().map(|text| format!("info string {text}")).collect()
}

/// `info string cluster: 2 of 3 ranks, depth 18 17 -, nodes 1200000 1100000 0, 310 messages/s,
/// 95 kB/s, move found by rank 1`
pub fn ranks(report: &RanksReport) -> String {
    let ranks = &report.ranks;
    let alive = ranks.iter().filter(|rank| rank.alive).count();
    let depths: String = ranks
        .iter()
        .map(|rank| if rank.alive { format!(" {}", rank.depth) } else { " -".to_owned() })
        .collect();
    let nodes: String = ranks.iter().map(|rank| format!(" {}", rank.nodes)).collect();
    let mut text = format!(
        "info string cluster: {alive} of {} ranks, depth{depths}, nodes{nodes}, {} messages/s, {} kB/s",
        ranks.len(),
        report.messages,
        report.bytes / 1000
    );
    if let Some(rank) = report.found_by {
        // Writing to a String can't fail.
        let _ = write!(text, ", move found by rank {rank}");
    }
    text
}

/// What happened to a rank of a cluster.
pub fn rank_news(news: &RankNews) -> String {
    let text = match news {
        RankNews::Lost(rank) => format!("rank {rank} is silent; going on without it"),
        RankNews::Back(rank) => format!("rank {rank} is back"),
        RankNews::Refused(rank, why) => {
            let why: String =
                why.chars().map(|c| if c.is_control() { '?' } else { c }).take(200).collect();
            format!("rank {rank} is left out: {why}")
        }
        RankNews::Garbage(rank, times) => {
            format!("rank {rank} sent {times} messages that mean nothing; they are ignored")
        }
    };
    format!("info string cluster: {text}")
}

/// A line whose text, if it is an `info string`, has no word in it that begins a line of an
/// engine: the protocol lets GUIs look for commands behind words that they don't know, and
/// `info string bestmove not found` would be an illegal move. Such words are broken up by
/// quotation marks and a dot (Baguette §3.4.4).
pub fn harmless(line: String) -> String {
    const HEAD: &str = "info string ";
    let is_command = |word: &str| ENGINE_WORDS.iter().any(|known| known.eq_ignore_ascii_case(word));
    let bare = |word: &str| is_command(word.trim_matches(|c: char| c.is_ascii_punctuation()));
    let Some(text) = line.strip_prefix(HEAD) else { return line };
    if !text.split_whitespace().any(bare) {
        return line;
    }
    let broken = |word: &str| {
        if bare(word) { format!("\".{word}\"") } else { word.to_owned() }
    };
    let words: Vec<String> = text.split_whitespace().map(broken).collect();
    format!("{HEAD}{}", words.join(" "))
}

/// The `option` line of an option.
pub fn option(name: &str, kind: Kind) -> String {
    let head = format!("option name {name} type {}", kind.word());
    match kind {
        Kind::Spin { default, min, max } => format!("{head} default {default} min {min} max {max}"),
        Kind::Check { default } => format!("{head} default {default}"),
        Kind::Text { default: "", .. } | Kind::Words { .. } => format!("{head} default <empty>"),
        Kind::Text { default, .. } => format!("{head} default {default}"),
        Kind::Combo { default, choices } => {
            let vars: String = choices.iter().map(|choice| format!(" var {choice}")).collect();
            format!("{head} default {default}{vars}")
        }
        Kind::Button => head,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(fen: &str) -> Game {
        Game::new(Position::from_fen(fen).unwrap())
    }

    fn info(game: &Game, moves: &str) -> Info {
        let mut at = game.clone();
        let pv = moves
            .split(' ')
            .map(|text| {
                let m = at.position().parse_uci(text).unwrap();
                at.play(m);
                m
            })
            .collect();
        Info {
            depth: 7,
            seldepth: 12,
            multipv: 1,
            score: Score::Cp(-31),
            bound: Bound::Exact,
            wdl: Some([100, 800, 100]),
            nodes: 5_000_000_000_000,
            time: Duration::from_micros(300),
            hashfull: 2000,
            tbhits: 3,
            pv,
        }
    }

    #[test]
    fn the_order_of_an_info_line() {
        let game = Game::new(Position::startpos());
        let mut info = info(&game, "e2e4 e7e5");
        let plain = Notation::default();
        assert_eq!(
            plain.info(&game, &info),
            "info depth 7 seldepth 12 multipv 1 score cp -31 nodes 5000000000000 nps 4294967295 \
             hashfull 1000 tbhits 3 time 1 pv e2e4 e7e5"
        );
        info.bound = Bound::Lower;
        let wdl = Notation { wdl: true, ..plain };
        assert!(wdl.info(&game, &info).contains("score cp -31 lowerbound wdl 100 800 100 nodes"));
    }

    #[test]
    fn a_finished_game_has_a_short_line() {
        let game = game("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
        let mut info = info(&Game::new(Position::startpos()), "e2e4");
        (info.depth, info.score, info.wdl) = (0, Score::Mate(0), None);
        assert_eq!(Notation::default().info(&game, &info), "info depth 0 score mate 0");
    }

    #[test]
    fn castling_follows_the_option() {
        let game = game("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        let info = info(&game, "e1g1");
        assert!(Notation::default().info(&game, &info).ends_with("pv e1g1"));
        assert!(Notation { chess960: true, wdl: false }.info(&game, &info).ends_with("pv e1h1"));
    }

    #[test]
    fn ponder_moves_are_legal_or_absent() {
        let game = Game::new(Position::startpos());
        let line = info(&game, "e2e4 e7e5").pv;
        let plain = Notation::default();
        let mut outcome =
            Outcome { best: Some(line[0]), ponder: Some(line[1]), ..Outcome::default() };
        assert_eq!(plain.best_move(Some(&game), &outcome), "bestmove e2e4 ponder e7e5");
        outcome.ponder = Some(line[0]);
        assert_eq!(plain.best_move(Some(&game), &outcome), "bestmove e2e4");
        outcome.ponder = Some(Move::NULL);
        assert_eq!(plain.best_move(Some(&game), &outcome), "bestmove e2e4");
        assert_eq!(plain.best_move(None, &outcome), "bestmove (none)");
        assert_eq!(plain.best_move(Some(&game), &Outcome::default()), "bestmove (none)");
    }

    #[test]
    fn tablebase_wins_keep_away_from_mates_and_opinions() {
        assert_eq!(score(Score::Tablebase(5)), "cp 19995");
        assert_eq!(score(Score::Tablebase(-5)), "cp -19995");
        assert_eq!(score(Score::Mate(-3)), "mate -3");
    }
}
