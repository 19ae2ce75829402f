// SPDX-License-Identifier: GPL-3.0-or-later
//! Ranks as threads of one process: they search together, and faults of one harm nobody.

use chess::Game;
use cluster::helper::{self, Ending};
use cluster::hub::StartError;
use cluster::wire::{LocalWire, Packet, Tag, Wire};
use cluster::{Hello, Hub, Sharing, lead};
use engine::{Engine, Event, Request, flagship};
use search::{Limits, Outcome, RankNews, RanksReport};
use std::sync::mpsc::{self, Receiver};
use std::thread::JoinHandle;
use std::time::Duration;
use xanthos_cluster as cluster;

fn hello() -> Hello {
    Hello::new("1".into(), "net".into(), Vec::new())
}

struct Cluster {
    hub: Hub,
    engine: Engine,
    events: Receiver<Event>,
    helpers: Vec<JoinHandle<Ending>>,
}

impl Cluster {
    /// So many ranks that live, and then some that never say more than hello.
    fn start(alive: usize, mute: usize, sharing: Sharing) -> Cluster {
        let mut wires = LocalWire::ranks(alive + mute).into_iter();
        let first = wires.next().expect("rank 0");
        let (mut helpers, mut mutes) = (Vec::new(), Vec::new());
        for mut wire in wires {
            if wire.rank() < alive {
                let help = move || helper::run(&mut wire, hello(), flagship).expect("threads");
                helpers.push(std::thread::spawn(help));
            } else {
                let word = cluster::message::encode(&cluster::message::Report::Hello(hello()));
                wire.send(0, Tag::Word, word);
                mutes.push(wire);
            }
        }
        let (hub, _) =
            Hub::start(first, &hello(), sharing).map_err(|(error, _)| error).expect("a hub");
        for wire in mutes {
            for bytes in [&b"nonsense"[..], &[0; 77]] {
                for tag in [Some(Tag::Word), Some(Tag::Batch), None] {
                    let packet = Packet { from: wire.rank(), tag, bytes: bytes.to_vec() };
                    wire.inject(0, packet);
                }
            }
        }
        let (tell, events) = mpsc::channel();
        let tell = move |event| _ = tell.send(event);
        let engine = Engine::wrapped(flagship, lead::wrap(hub.clone()), tell).expect("threads");
        Cluster { hub, engine, events, helpers }
    }

    fn go(&mut self, limits: Limits) -> (Outcome, Vec<RanksReport>, Vec<RankNews>) {
        self.engine.go(Request::new(Game::default(), limits)).expect("it is idle");
        let (mut reports, mut news) = (Vec::new(), Vec::new());
        loop {
            let event = self.events.recv().expect("an answer");
            self.engine.note(&event);
            match event {
                Event::Search(search::Event::Ranks(report)) => reports.push(report),
                Event::Search(search::Event::Rank(one)) => news.push(one),
                Event::Done(outcome) => return (outcome, reports, news),
                _ => {}
            }
        }
    }

    fn close(self) {
        self.hub.close();
        for helper in self.helpers {
            assert!(matches!(helper.join().expect("it ends"), Ending::Told { .. }));
        }
    }
}

fn movetime(millis: u64) -> Limits {
    Limits { movetime: Some(Duration::from_millis(millis)), ..Limits::default() }
}

#[test]
fn every_way_of_sharing_finds_a_legal_move_and_all_ranks_search() {
    for sharing in Sharing::ALL {
        let mut cluster = Cluster::start(3, 0, sharing);
        cluster.engine.set_option("Hash", Some("8")).expect("an option");
        let mut busy = false;
        for _ in 0..20 {
            let (outcome, reports, news) = cluster.go(movetime(400));
            assert!(Game::default().position().is_legal(outcome.best.expect("a move")));
            assert_eq!(news, [], "{sharing}");
            let last = reports.last().expect("a report");
            assert_eq!(last.ranks.len(), 3);
            assert!(last.found_by.is_some_and(|rank| rank < 3));
            busy = last.ranks.iter().all(|rank| rank.depth > 0) && last.messages > 0;
            if busy {
                break;
            }
        }
        assert!(busy, "{sharing}: a rank never searched");
        cluster.close();
    }
}

#[test]
fn nonsense_and_silence_of_a_rank_are_told_and_change_nothing() {
    let mut cluster = Cluster::start(2, 1, Sharing::Knowledge);
    let mut all = Vec::new();
    for _ in 0..40 {
        let (outcome, _, news) = cluster.go(movetime(200));
        assert!(outcome.best.is_some());
        all.extend(news);
        if all.contains(&RankNews::Lost(2)) {
            break;
        }
    }
    assert!(all.contains(&RankNews::Lost(2)), "{all:?}");
    assert!(all.iter().any(|news| matches!(news, RankNews::Garbage(2, _))), "{all:?}");
    cluster.close();
}

#[test]
fn a_number_of_nodes_is_counted_by_rank_0_alone() {
    let mut cluster = Cluster::start(2, 0, Sharing::Knowledge);
    let limits = Limits { nodes: Some(5_000), ..Limits::default() };
    let (outcome, reports, _) = cluster.go(limits);
    assert_eq!((outcome.nodes, reports.len()), (5_000, 0));
    cluster.close();
}

#[test]
fn an_option_that_a_helper_cannot_have_leaves_it_out() {
    let mut cluster = Cluster::start(2, 0, Sharing::Knowledge);
    // Rank 0 would have refused it first; here only the helper is asked.
    cluster.hub.set_option("EvalFile", Some("/nowhere/net.xnn"));
    let mut all = Vec::new();
    for _ in 0..40 {
        all.extend(cluster.go(movetime(100)).2);
        if !all.is_empty() {
            break;
        }
    }
    assert!(matches!(all.as_slice(), [RankNews::Refused(1, _)]), "{all:?}");
    cluster.close();
}

#[test]
fn a_rank_of_another_version_is_refused() {
    let mut wires = LocalWire::ranks(2);
    let mut other = wires.pop().expect("rank 1");
    let first = wires.pop().expect("rank 0");
    let other = std::thread::spawn(move || {
        let hello = Hello { version: "2".into(), ..hello() };
        helper::run(&mut other, hello, flagship).expect("threads")
    });
    let refused =
        Hub::start(first, &hello(), Sharing::Knowledge).map(|_| ()).map_err(|(why, _)| why);
    assert!(
        matches!(refused, Err(StartError::Different { rank: 1, ref why }) if why.contains("version"))
    );
    assert_eq!(other.join().expect("it ends"), Ending::Told { with_all: true });
}
