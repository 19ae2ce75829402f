// SPDX-License-Identifier: GPL-3.0-or-later
//! The server by itself, for a bot that is started by hand: a day of challenges, with faults if
//! they are wanted.
//!
//! ```sh
//! cargo run -p xanthos-lichess-server --example day -- 100 30 > token.txt   # games, faults per mille
//! xanthos lichess --url http://127.0.0.1:PORT --token-file token.txt --hurry 60 --tui
//! ```

use std::time::Duration;

use xanthos_lichess_server::{Day, Faults, Options, Server};

fn main() {
    let number = |nth, usual| {
        std::env::args().nth(nth).and_then(|text| text.parse::<u64>().ok()).unwrap_or(usual)
    };
    let (games, share) = (number(1, 100), number(2, 0) as f64 / 1000.0);
    let clock = (Duration::from_secs(number(3, 10)), Duration::from_millis(100));
    let server = Server::start(Options {
        faults: Faults::everywhere(number(4, 1), share),
        silence: Duration::from_secs(1),
        day: Some(Day { games, open: 8, clock, ..Day::default() }),
        ..Options::default()
    });
    println!("{}", server.token());
    eprintln!("{}", server.url());
    while server.report().games() < games {
        std::thread::sleep(Duration::from_secs(5));
        let report = server.report();
        eprintln!(
            "{} games, {} moves, {} faults",
            report.games(),
            report.moves,
            report.faults.values().sum::<u64>()
        );
    }
    eprintln!("{}", server.report());
}
