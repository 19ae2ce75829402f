// SPDX-License-Identifier: GPL-3.0-or-later
//! What rank 0 knows about the others.

use std::time::{Duration, Instant};

use chess::{Game, Move};
use search::{RankNews, RankState, RanksReport};

use crate::message::{Garbage, Report, legal_line};
use crate::opinion::{Opinion, value};
use crate::pace::WRITTEN_OFF;
use crate::wire::Traffic;

/// Whether a helper is counted on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It gets work.
    Counted,
    /// It was silent for too long; when it speaks it is counted on again.
    Lost,
    /// It can't do what it was told, and gets nothing any more.
    LeftOut,
}

/// A helper as rank 0 sees it.
#[derive(Clone, Debug)]
pub struct Helper {
    /// Its number.
    pub rank: usize,
    /// Whether it is counted on.
    pub standing: Standing,
    /// When it was last heard.
    pub heard: Instant,
    /// Its nodes in this search.
    pub nodes: u64,
    /// What it thinks in this search.
    pub opinion: Option<Opinion>,
    /// The root move that its work leaves out, if it is exactly one.
    pub without: Option<Move>,
    /// Messages that meant nothing.
    pub garbage: u64,
}

/// All helpers, and the search that they help with.
#[derive(Debug)]
pub struct Ranks {
    helpers: Vec<Helper>,
    /// What rank 0 itself thinks.
    pub own: Option<Opinion>,
    /// Nodes of rank 0.
    pub own_nodes: u64,
    /// The present search; 0 before the first.
    pub search: u64,
    root: Option<Game>,
    news: Vec<RankNews>,
    /// What the wire has carried, and had carried when the search began.
    pub traffic: Traffic,
    at_start: (Traffic, Instant),
}

impl Ranks {
    /// Helpers `1..size`, all of them there.
    pub fn new(size: usize, now: Instant) -> Ranks {
        let helper = |rank| Helper {
            rank,
            standing: Standing::Counted,
            heard: now,
            nodes: 0,
            opinion: None,
            without: None,
            garbage: 0,
        };
        Ranks {
            helpers: (1..size).map(helper).collect(),
            own: None,
            own_nodes: 0,
            search: 0,
            root: None,
            news: Vec::new(),
            traffic: Traffic::default(),
            at_start: (Traffic::default(), now),
        }
    }

    /// The helpers that are counted on.
    pub fn counted(&self) -> impl Iterator<Item = &Helper> {
        self.helpers.iter().filter(|helper| helper.standing == Standing::Counted)
    }

    /// The helpers that live, whether they are of use or not.
    pub fn present(&self) -> Vec<usize> {
        let here = self.helpers.iter().filter(|helper| helper.standing != Standing::Lost);
        here.map(|helper| helper.rank).collect()
    }

    /// The helper of a number.
    pub fn helper(&mut self, rank: usize) -> Option<&mut Helper> {
        self.helpers.iter_mut().find(|helper| helper.rank == rank)
    }

    /// Whether every rank that was started is there.
    pub fn is_complete(&self) -> bool {
        self.helpers.iter().all(|helper| helper.standing != Standing::Lost)
    }

    /// A search begins.
    pub fn begin(&mut self, search: u64, root: Game, now: Instant) {
        (self.search, self.root) = (search, Some(root));
        (self.own, self.own_nodes) = (None, 0);
        self.at_start = (self.traffic, now);
        for helper in &mut self.helpers {
            (helper.nodes, helper.opinion, helper.without) = (0, None, None);
        }
    }

    /// The position that is searched.
    pub fn root(&self) -> Option<&Game> {
        self.root.as_ref()
    }

    /// A helper said something. `true` if it was lost before: it has missed orders.
    ///
    /// # Errors
    /// If what it said makes no sense.
    pub fn hear(&mut self, rank: usize, report: &Report, now: Instant) -> Result<bool, Garbage> {
        let (search, root) = (self.search, self.root.clone());
        let helper =
            self.helper(rank).ok_or_else(|| Garbage(format!("there is no rank {rank}")))?;
        match report {
            Report::Alive { search: of, nodes } if *of == search => helper.nodes = *nodes,
            Report::Line { search: of, depth, score, line, nodes } if *of == search => {
                let root = root.ok_or_else(|| Garbage("a line of no search".to_owned()))?;
                let line = legal_line(&root, line)?;
                if line.is_empty() || *depth == 0 || *depth > 255 {
                    return Err(Garbage("a line without moves or depth".to_owned()));
                }
                helper.nodes = *nodes;
                helper.opinion = Some(Opinion { rank, depth: *depth, score: *score, line });
            }
            _ => {}
        }
        helper.heard = now;
        let back = helper.standing == Standing::Lost;
        if let Report::Refused(why) = report
            && helper.standing != Standing::LeftOut
        {
            helper.standing = Standing::LeftOut;
            self.news.push(RankNews::Refused(rank, why.clone()));
        } else if back {
            helper.standing = Standing::Counted;
            self.news.push(RankNews::Back(rank));
        }
        Ok(back)
    }

    /// A helper sent nonsense. It is told of at once, and then ever less often.
    pub fn hear_garbage(&mut self, rank: usize) {
        let Some(helper) = self.helper(rank) else { return };
        helper.garbage += 1;
        let times = helper.garbage;
        if times.is_power_of_two() {
            self.news.push(RankNews::Garbage(rank, times));
        }
    }

    /// Writes off helpers that are silent for too long. Returns their numbers.
    pub fn write_off(&mut self, now: Instant) -> Vec<usize> {
        let mut lost = Vec::new();
        for helper in &mut self.helpers {
            let silent = now.saturating_duration_since(helper.heard) > WRITTEN_OFF;
            if helper.standing == Standing::Counted && silent {
                helper.standing = Standing::Lost;
                (helper.opinion, helper.nodes) = (None, 0);
                lost.push(helper.rank);
            }
        }
        self.news.extend(lost.iter().map(|&rank| RankNews::Lost(rank)));
        lost
    }

    /// What happened since the last time.
    pub fn take_news(&mut self) -> Vec<RankNews> {
        std::mem::take(&mut self.news)
    }

    /// What rank 0 and the helpers think, rank 0 first.
    pub fn opinions(&self) -> Vec<Opinion> {
        let helpers = self.counted().filter_map(|helper| helper.opinion.clone());
        self.own.clone().into_iter().chain(helpers).collect()
    }

    /// Nodes of all helpers in this search.
    pub fn helpers_nodes(&self) -> u64 {
        self.helpers.iter().map(|helper| helper.nodes).sum()
    }

    /// What the best root move but rank 0's best is worth, if a helper looked deeply enough.
    pub fn rival(&self) -> Option<(Move, i32)> {
        let own = self.own.as_ref()?;
        let best = own.best()?;
        let rival = |helper: &Helper| {
            let opinion = helper.opinion.as_ref()?;
            let fits = helper.without == Some(best) && opinion.depth + 1 >= own.depth;
            fits.then(|| value(opinion.score))
        };
        self.counted().find_map(rival).map(|value| (best, value))
    }

    /// The report on this search.
    pub fn report(&self, now: Instant, found_by: Option<usize>) -> RanksReport {
        let own = RankState {
            rank: 0,
            depth: self.own.as_ref().map_or(0, |own| own.depth),
            nodes: self.own_nodes,
            alive: true,
        };
        let state = |helper: &Helper| RankState {
            rank: helper.rank,
            depth: helper.opinion.as_ref().map_or(0, |opinion| opinion.depth),
            nodes: helper.nodes,
            alive: helper.standing == Standing::Counted,
        };
        let (before, since) = self.at_start;
        let time = now.saturating_duration_since(since).max(Duration::from_millis(1));
        let rate =
            |now: u64, before: u64| (now.saturating_sub(before) as f64 / time.as_secs_f64()) as u64;
        RanksReport {
            ranks: std::iter::once(own).chain(self.helpers.iter().map(state)).collect(),
            messages: rate(self.traffic.messages, before.messages),
            bytes: rate(self.traffic.bytes, before.bytes),
            found_by,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::Score;

    fn line(search: u64, moves: &[&str]) -> Report {
        let mut game = Game::default();
        let line = moves
            .iter()
            .map(|text| {
                let mv = game.position().parse_uci(text).expect("a move");
                game.play(mv);
                mv.bits()
            })
            .collect();
        Report::Line { search, depth: 9, score: Score::Cp(20), line, nodes: 77 }
    }

    #[test]
    fn reports_of_another_search_do_not_count() {
        let now = Instant::now();
        let mut ranks = Ranks::new(3, now);
        ranks.begin(5, Game::default(), now);
        ranks.hear(1, &line(4, &["e2e4"]), now).unwrap();
        assert!(ranks.opinions().is_empty());
        ranks.hear(1, &line(5, &["e2e4", "e7e5"]), now).unwrap();
        assert_eq!(ranks.opinions().len(), 1);
        assert_eq!(ranks.helpers_nodes(), 77);
    }

    #[test]
    fn an_illegal_line_is_garbage() {
        let now = Instant::now();
        let mut ranks = Ranks::new(2, now);
        ranks.begin(1, Game::default(), now);
        let illegal =
            Report::Line { search: 1, depth: 9, score: Score::Cp(0), line: vec![7], nodes: 1 };
        assert!(ranks.hear(1, &illegal, now).is_err());
        assert!(ranks.hear(9, &line(1, &["e2e4"]), now).is_err(), "no such rank");
        assert!(ranks.opinions().is_empty());
        (0..5).for_each(|_| ranks.hear_garbage(1));
        assert_eq!(ranks.take_news().len(), 3, "the first, second and fourth time");
    }

    #[test]
    fn the_silent_are_written_off_and_come_back() {
        let now = Instant::now();
        let mut ranks = Ranks::new(3, now);
        ranks.begin(1, Game::default(), now);
        let later = now + WRITTEN_OFF + Duration::from_millis(1);
        ranks.hear(2, &line(1, &["e2e4"]), later).unwrap();
        assert_eq!(ranks.write_off(later), [1]);
        assert!(ranks.write_off(later).is_empty() && !ranks.is_complete());
        assert_eq!(ranks.counted().count(), 1);
        assert!(ranks.hear(1, &Report::Alive { search: 0, nodes: 0 }, later).unwrap());
        assert_eq!(ranks.take_news(), [RankNews::Lost(1), RankNews::Back(1)]);
        ranks.hear(1, &Report::Refused("no file".into()), later).unwrap();
        assert_eq!(ranks.counted().count(), 1);
    }

    #[test]
    fn a_rival_was_searched_without_the_best_move() {
        let now = Instant::now();
        let mut ranks = Ranks::new(2, now);
        ranks.begin(1, Game::default(), now);
        ranks.hear(1, &line(1, &["e2e4"]), now).unwrap();
        let d4 = Game::default().position().parse_uci("d2d4").unwrap();
        ranks.own = Some(Opinion { rank: 0, depth: 10, score: Score::Cp(30), line: vec![d4] });
        assert_eq!(ranks.rival(), None);
        ranks.helper(1).unwrap().without = Some(d4);
        assert_eq!(ranks.rival(), Some((d4, 20)));
    }
}
