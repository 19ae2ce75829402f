// SPDX-License-Identifier: GPL-3.0-or-later
//! Why a game ended, in the words that other programs look for.

use crate::stats::{Ending, Failure, GameResult, Played};

/// The comment of a finished game, such as `White mates` or `Black loses on
/// time`.
///
/// ```
/// use arena::report::reason;
/// use arena::stats::{Ending, Failure, GameResult, Played};
/// let game = Played::new(0, 1, 0, GameResult::WhiteWins, Ending::Failure(Failure::Time));
/// assert_eq!(reason(&game), "Black loses on time");
/// ```
pub fn reason(game: &Played) -> String {
    let (winner, loser) = match game.result {
        GameResult::WhiteWins => ("White", "Black"),
        GameResult::BlackWins => ("Black", "White"),
        GameResult::Draw | GameResult::Unfinished => return drawn(game.ending).to_owned(),
    };
    match game.ending {
        Ending::Checkmate => format!("{winner} mates"),
        Ending::Resignation => format!("{loser} resigns"),
        Ending::Adjudication | Ending::MaxMoves => format!("{winner} wins by adjudication"),
        Ending::Tablebase => format!("{winner} wins by adjudication: SyzygyTB"),
        Ending::Failure(failure) => match failure {
            Failure::Startup => format!("{loser} disconnects: did not start"),
            Failure::Crash => format!("{loser} disconnects"),
            Failure::Stall => format!("{loser}'s connection stalls"),
            Failure::Time => format!("{loser} loses on time"),
            Failure::IllegalMove => format!("{loser} makes an illegal move"),
            Failure::FalseClaim => format!("{loser} makes a false claim"),
            Failure::Protocol => format!("{loser} breaks the protocol"),
        },
        Ending::Stalemate
        | Ending::InsufficientMaterial
        | Ending::FiftyMoves
        | Ending::Threefold
        | Ending::Agreement
        | Ending::Interrupted => format!("{winner} wins"),
    }
}

fn drawn(ending: Ending) -> &'static str {
    match ending {
        Ending::Stalemate => "Draw by stalemate",
        Ending::InsufficientMaterial => "Draw by insufficient mating material",
        Ending::FiftyMoves => "Draw by fifty moves rule",
        Ending::Threefold => "Draw by 3-fold repetition",
        Ending::Agreement => "Draw by agreement",
        Ending::Adjudication | Ending::MaxMoves => "Draw by adjudication",
        Ending::Tablebase => "Draw by adjudication: SyzygyTB",
        Ending::Interrupted => "Game interrupted",
        Ending::Checkmate | Ending::Resignation | Ending::Failure(_) => "No result",
    }
}

/// A heading for a way of ending.
pub fn ending_title(ending: Ending) -> &'static str {
    match ending {
        Ending::Checkmate => "checkmate",
        Ending::Stalemate => "stalemate",
        Ending::InsufficientMaterial => "insufficient material",
        Ending::FiftyMoves => "fifty moves",
        Ending::Threefold => "threefold repetition",
        Ending::Resignation => "resignation",
        Ending::Agreement => "agreement",
        Ending::Adjudication => "adjudication",
        Ending::MaxMoves => "move limit",
        Ending::Tablebase => "tablebase",
        Ending::Failure(failure) => failure.title(),
        Ending::Interrupted => "interrupted",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_tools_look_for() {
        let say = |result, ending| reason(&Played::new(0, 1, 0, result, ending));
        use GameResult::{BlackWins, Draw, Unfinished, WhiteWins};
        assert_eq!(say(WhiteWins, Ending::Checkmate), "White mates");
        assert_eq!(say(BlackWins, Ending::Failure(Failure::Crash)), "White disconnects");
        assert_eq!(say(WhiteWins, Ending::Failure(Failure::Stall)), "Black's connection stalls");
        assert_eq!(
            say(BlackWins, Ending::Failure(Failure::IllegalMove)),
            "White makes an illegal move"
        );
        assert_eq!(say(BlackWins, Ending::Adjudication), "Black wins by adjudication");
        assert_eq!(say(Draw, Ending::MaxMoves), "Draw by adjudication");
        assert_eq!(say(Draw, Ending::Threefold), "Draw by 3-fold repetition");
        assert_eq!(say(Unfinished, Ending::Interrupted), "Game interrupted");
    }
}
