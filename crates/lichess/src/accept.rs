// SPDX-License-Identifier: GPL-3.0-or-later
//! Whether a challenge is accepted: a question of the configuration and of what was played
//! today, answered with the API's reason and in words for the operator.

use std::fmt;
use std::time::{Duration, Instant};

use chess::Position;

use crate::api::Reason;
use crate::api::model::{Account, Challenge, TimeControl};
use crate::config::{Challenges, Mode, Speed, VariantName};
use crate::tally::Tally;

/// What is done about a challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// It is accepted, as soon as there is a place.
    Accept,
    /// It is declined.
    Decline(Reason, String),
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Decision::Accept => f.write_str("accept"),
            Decision::Decline(reason, why) => write!(f, "decline ({}): {why}", reason.key()),
        }
    }
}

fn no(reason: Reason, why: impl Into<String>) -> Result<(), Decision> {
    Err(Decision::Decline(reason, why.into()))
}

/// Our rating for the kind of game that a challenge is about.
pub fn own_rating(challenge: &Challenge, me: &Account) -> Option<i64> {
    let kind = match challenge.variant.key.as_str() {
        "standard" | "fromPosition" => &challenge.speed,
        variant => variant,
    };
    me.perfs.get(kind).map(|perf| perf.rating)
}

/// Decides by the rules; `own` is our rating for such a game.
pub fn decide(
    challenge: &Challenge,
    rules: &Challenges,
    tally: &Tally,
    own: Option<i64>,
) -> Decision {
    let checks = [who, variant, time, mode];
    let decided = checks.iter().try_for_each(|check| check(challenge, rules));
    let decided = decided.and_then(|()| near(challenge, rules, own));
    match decided.and_then(|()| counts(challenge, rules, tally)) {
        Ok(()) => Decision::Accept,
        Err(decision) => decision,
    }
}

fn who(challenge: &Challenge, rules: &Challenges) -> Result<(), Decision> {
    // Somebody without an account may challenge too.
    let user = challenge.challenger.clone().unwrap_or_default();
    let key = user.key();
    let listed = |list: &[String]| list.iter().any(|name| name.eq_ignore_ascii_case(&key));
    if listed(&rules.block_list) {
        return no(Reason::Generic, format!("{key} is on the block list"));
    }
    if !rules.allow_list.is_empty() && !listed(&rules.allow_list) {
        return no(Reason::Generic, format!("{key} is not on the allow list"));
    }
    if user.is_bot() && !rules.accept_bot {
        return no(Reason::NoBot, "bots may not challenge");
    }
    if !user.is_bot() && rules.only_bot {
        return no(Reason::OnlyBot, "only bots may challenge");
    }
    if let (Some(least), rating) = (rules.min_rating, user.rating)
        && rating.is_none_or(|rating| rating < least)
    {
        return no(Reason::Generic, format!("rated below {least}"));
    }
    if let (Some(most), Some(rating)) = (rules.max_rating, user.rating)
        && rating > most
    {
        return no(Reason::Generic, format!("rated above {most}"));
    }
    Ok(())
}

fn near(challenge: &Challenge, rules: &Challenges, own: Option<i64>) -> Result<(), Decision> {
    let rating = challenge.challenger.as_ref().and_then(|user| user.rating);
    if let (Some(most), Some(own), Some(rating)) = (rules.rating_difference, own, rating)
        && (rating - own).abs() > most
    {
        return no(Reason::Generic, format!("rated more than {most} from us"));
    }
    Ok(())
}

fn variant(challenge: &Challenge, rules: &Challenges) -> Result<(), Decision> {
    let key = challenge.variant.key.as_str();
    if !rules.variants.iter().any(|variant| variant.key() == key) {
        let only_standard = rules.variants == [VariantName::Standard];
        let reason = if only_standard { Reason::Standard } else { Reason::Variant };
        return no(reason, format!("variant {key} is not played"));
    }
    // A position that our rules do not know would be a game without a move.
    if let Some(fen) = challenge.initial_fen.as_deref().filter(|fen| *fen != "startpos") {
        match Position::from_fen(fen) {
            Ok(position) if position.has_legal_move() => {}
            Ok(_) => return no(Reason::Variant, "its position has no legal move"),
            Err(error) => return no(Reason::Variant, format!("its position: {error}")),
        }
    }
    Ok(())
}

fn time(challenge: &Challenge, rules: &Challenges) -> Result<(), Decision> {
    let speed = match challenge.time_control {
        TimeControl::Clock { limit, increment } => Speed::of_clock(limit, increment),
        _ => Speed::Correspondence,
    };
    if !rules.time_controls.contains(&speed) {
        let reason = match rules.time_controls.iter().min() {
            Some(fastest) if speed < *fastest => Reason::TooFast,
            Some(_) if rules.time_controls.iter().all(|known| *known < speed) => Reason::TooSlow,
            _ => Reason::TimeControl,
        };
        return no(reason, format!("{} is not played", speed.key()));
    }
    match challenge.time_control {
        TimeControl::Clock { limit, increment } => {
            let bot = challenge.challenger.as_ref().is_some_and(|user| user.is_bot());
            if limit > rules.max_base || increment > rules.max_increment {
                return no(Reason::TooSlow, format!("{limit}+{increment} is too slow"));
            }
            if limit < rules.min_base || increment < rules.min_increment {
                return no(Reason::TooFast, format!("{limit}+{increment} is too fast"));
            }
            if bot && rules.bullet_requires_increment && speed <= Speed::Bullet && increment == 0 {
                return no(Reason::TooFast, "bullet against bots wants an increment");
            }
        }
        TimeControl::Correspondence { days } => {
            if days > rules.max_days {
                return no(Reason::TooSlow, format!("{days} days are too many"));
            }
            if days < rules.min_days {
                return no(Reason::TooFast, format!("{days} days are too few"));
            }
        }
        TimeControl::Unlimited => {
            return no(Reason::TimeControl, "a game without any limit never ends");
        }
    }
    Ok(())
}

fn mode(challenge: &Challenge, rules: &Challenges) -> Result<(), Decision> {
    let (mode, reason) =
        if challenge.rated { (Mode::Rated, Reason::Casual) } else { (Mode::Casual, Reason::Rated) };
    if !rules.modes.contains(&mode) {
        let word = if challenge.rated { "rated" } else { "casual" };
        return no(reason, format!("{word} games are not played"));
    }
    Ok(())
}

fn counts(challenge: &Challenge, rules: &Challenges, tally: &Tally) -> Result<(), Decision> {
    let user = challenge.challenger.clone().unwrap_or_default();
    let key = user.key();
    let full = |limit: usize, count: usize| limit > 0 && count >= limit;
    if full(rules.max_simultaneous_games_per_user, tally.running_against(&key)) {
        return no(Reason::Later, format!("enough games at a time against {key}"));
    }
    let recently = Instant::now().checked_sub(Duration::from_secs(rules.recent_bot_challenge_age));
    if user.is_bot() && full(rules.max_recent_bot_challenges, tally.against_since(&key, recently)) {
        return no(Reason::Later, format!("enough games against {key} for a while"));
    }
    if full(rules.max_daily_games_per_user, tally.today_against(&key)) {
        return no(Reason::Later, format!("enough games today against {key}"));
    }
    if user.is_bot() && full(rules.max_daily_bot_games, tally.bots_today()) {
        return no(Reason::Later, "enough games against bots today");
    }
    if full(rules.max_daily_games, tally.today()) {
        return no(Reason::Later, "enough games today");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::model::{User, Variant};

    fn challenge(limit: u64, increment: u64) -> Challenge {
        Challenge {
            id: "abcd1234".into(),
            challenger: Some(User {
                id: "ada".into(),
                name: "Ada".into(),
                title: None,
                rating: Some(1700),
            }),
            rated: true,
            time_control: TimeControl::Clock { limit, increment },
            ..Challenge::default()
        }
    }

    fn bot(challenge: Challenge) -> Challenge {
        let user = challenge.challenger.clone().unwrap();
        Challenge { challenger: Some(User { title: Some("BOT".into()), ..user }), ..challenge }
    }

    fn reason(challenge: &Challenge, rules: &Challenges) -> Option<Reason> {
        match decide(challenge, rules, &Tally::default(), Some(2000)) {
            Decision::Accept => None,
            Decision::Decline(reason, _) => Some(reason),
        }
    }

    #[test]
    fn every_reason_of_the_api_has_its_case() {
        let rules = Challenges::default();
        let of = |key: &str| Variant { key: key.into() };
        assert_eq!(reason(&challenge(180, 2), &rules), None);
        for (challenge, rules, expected) in [
            (challenge(15, 0), rules.clone(), Reason::TooFast),
            (challenge(7200, 30), rules.clone(), Reason::TooSlow),
            (
                challenge(600, 0),
                Challenges {
                    time_controls: vec![Speed::Bullet, Speed::Classical],
                    ..rules.clone()
                },
                Reason::TimeControl,
            ),
            (
                challenge(180, 2),
                Challenges { modes: vec![Mode::Casual], ..rules.clone() },
                Reason::Casual,
            ),
            (
                Challenge { rated: false, ..challenge(180, 2) },
                Challenges { modes: vec![Mode::Rated], ..rules.clone() },
                Reason::Rated,
            ),
            (
                Challenge { variant: of("chess960"), ..challenge(180, 2) },
                Challenges { variants: vec![VariantName::Standard], ..rules.clone() },
                Reason::Standard,
            ),
            (
                Challenge { variant: of("atomic"), ..challenge(180, 2) },
                rules.clone(),
                Reason::Variant,
            ),
            (
                bot(challenge(180, 2)),
                Challenges { accept_bot: false, ..rules.clone() },
                Reason::NoBot,
            ),
            (challenge(180, 2), Challenges { only_bot: true, ..rules.clone() }, Reason::OnlyBot),
            (
                challenge(180, 2),
                Challenges { block_list: vec!["ADA".into()], ..rules.clone() },
                Reason::Generic,
            ),
            (
                challenge(180, 2),
                Challenges { allow_list: vec!["bob".into()], ..rules.clone() },
                Reason::Generic,
            ),
            (
                challenge(180, 2),
                Challenges { min_rating: Some(1800), ..rules.clone() },
                Reason::Generic,
            ),
            (
                challenge(180, 2),
                Challenges { max_rating: Some(1600), ..rules.clone() },
                Reason::Generic,
            ),
            (
                challenge(180, 2),
                Challenges { rating_difference: Some(200), ..rules.clone() },
                Reason::Generic,
            ),
            (
                Challenge { time_control: TimeControl::Unlimited, ..challenge(0, 0) },
                Challenges { time_controls: Speed::ALL.to_vec(), ..rules.clone() },
                Reason::TimeControl,
            ),
            (
                Challenge {
                    time_control: TimeControl::Correspondence { days: 30 },
                    ..challenge(0, 0)
                },
                Challenges { time_controls: Speed::ALL.to_vec(), ..rules.clone() },
                Reason::TooSlow,
            ),
            (
                bot(challenge(60, 0)),
                Challenges { bullet_requires_increment: true, ..rules.clone() },
                Reason::TooFast,
            ),
            (
                Challenge {
                    variant: of("fromPosition"),
                    initial_fen: Some("8/8/8/8/8/8/8/8 w - - 0 1".into()),
                    ..challenge(180, 2)
                },
                rules.clone(),
                Reason::Variant,
            ),
        ] {
            assert_eq!(reason(&challenge, &rules), Some(expected), "{challenge:?}");
        }
    }

    #[test]
    fn limits_for_each_user_and_each_day_are_kept() {
        let rules = Challenges {
            max_simultaneous_games_per_user: 1,
            max_daily_games_per_user: 2,
            max_daily_games: 3,
            ..Challenges::default()
        };
        let now = Instant::now();
        let mut tally = Tally::default();
        let accepts =
            |tally: &Tally| decide(&challenge(180, 2), &rules, tally, None) == Decision::Accept;
        tally.started("g1", "ada", false, now);
        assert!(!accepts(&tally), "one at a time");
        tally.ended("g1");
        assert!(accepts(&tally));
        tally.started("g2", "ada", false, now);
        tally.ended("g2");
        assert!(!accepts(&tally), "two a day");
        let mut others = Tally::default();
        for id in ["a", "b", "c"] {
            others.started(id, id, false, now);
            others.ended(id);
        }
        assert!(!accepts(&others), "three a day");
        let eager = Challenges { max_recent_bot_challenges: 1, ..Challenges::default() };
        let mut recent = Tally::default();
        recent.started("r1", "ada", true, now);
        let answer = |challenge| decide(&challenge, &eager, &recent, None);
        assert_ne!(answer(bot(challenge(180, 2))), Decision::Accept, "one a minute");
        assert_eq!(answer(challenge(180, 2)), Decision::Accept, "people as often as they like");
        others.forget_before(now + std::time::Duration::from_secs(1));
        assert!(accepts(&others), "the next day");
    }
}
