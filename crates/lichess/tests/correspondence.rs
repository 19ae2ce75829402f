// SPDX-License-Identifier: GPL-3.0-or-later
//! Games of days: played without a thread that waits.

use lichess_server::Options;

use crate::support::*;

#[test]
fn correspondence_games_are_visited_and_take_no_place() {
    let server = server(Options::default());
    let (bot, folder) = bot(
        &server,
        "[challenge]\nconcurrency = 1\ntime_controls = [\"bullet\", \"correspondence\"]\n\
         max_simultaneous_games_per_user = 0\n[correspondence]\ncheckin_period = 6.0\nmove_time = 0.05",
    );
    let ids: Vec<String> = (0..3)
        .map(|n| {
            server.challenge(Spec {
                user: format!("Slow{n}"),
                time: Time::Days(3),
                temper: Temper::Resigns(8),
                ..Spec::default()
            })
        })
        .collect();
    // Meanwhile a game with a clock has the only place.
    let quick = server.challenge(Spec { temper: Temper::Resigns(8), ..Spec::default() });
    assert!(server.wait(|world| world.is_over(&quick)));
    assert!(server.wait(|world| ids.iter().all(|id| world.is_over(id))));
    for id in &ids {
        assert!(server.with(|world| world.games[id].opened) > 1, "one connection for each move");
    }
    drop(bot);
    drop(folder);
}
