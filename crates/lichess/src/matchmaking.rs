// SPDX-License-Identifier: GPL-3.0-or-later
//! Whom to challenge when nobody challenges us, and how long to leave those alone who declined.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use rand::RngExt;
use rand_xoshiro::SplitMix64;

use crate::api::model::Account;
use crate::api::{Offer, OfferedTime};
use crate::config::{
    ChallengeFilter, ChallengeMode, Matchmaking, RatingPreference, Speed, VariantName,
};

/// Nobody is challenged more often than this, whatever the configuration says.
const LEAST_PATIENCE: Duration = Duration::from_secs(60);
/// After the first 429 to a challenge; doubled with each further one, up to the longest pause.
const FIRST_REST: Duration = Duration::from_secs(120);
/// After the first decline of a bot; doubled with each further one, up to a day.
const FIRST_PAUSE: Duration = Duration::from_secs(3600);
const LONGEST_PAUSE: Duration = Duration::from_secs(24 * 3600);

/// What is known about other bots.
#[derive(Debug)]
pub struct Matchmaker {
    rules: Matchmaking,
    blocked: Vec<String>,
    declined: BTreeMap<String, Declines>,
    chance: SplitMix64,
    /// No challenges before that moment, after so many 429s in a row.
    rest: Option<Instant>,
    too_many: u32,
    /// By how much pauses are shortened.
    factor: f64,
}

#[derive(Clone, Debug)]
struct Declines {
    count: u32,
    until: Instant,
    /// Kinds of games that it does not want.
    unwanted: Vec<Kind>,
    /// It wants none at all.
    never: bool,
}

/// What a bot can decline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Rated,
    Casual,
    Variant(VariantName),
    Speed(Speed),
}

impl Matchmaker {
    /// Nobody has declined anything.
    pub fn new(rules: Matchmaking, also_blocked: &[String], factor: f64) -> Matchmaker {
        let also = if rules.include_challenge_block_list { also_blocked } else { &[] };
        let names = rules.block_list.iter().chain(also);
        let blocked = names.map(|name| name.to_ascii_lowercase()).collect();
        let (declined, chance) = (BTreeMap::new(), rand::make_rng());
        Matchmaker { rules, blocked, declined, chance, rest: None, too_many: 0, factor }
    }

    /// How long the bot is idle before it challenges.
    pub fn patience(&self) -> Duration {
        let wanted = Duration::from_secs_f64(self.rules.challenge_timeout * 60.0);
        wanted.max(LEAST_PATIENCE).div_f64(self.factor)
    }

    /// How long a challenge stays open.
    pub fn answer_time(&self) -> Duration {
        Duration::from_secs_f64(self.rules.answer_time / self.factor)
    }

    /// A challenge to one of the bots that are online, if one of them will do.
    pub fn offer(&mut self, me: &Account, online: &[Account], now: Instant) -> Option<Offer> {
        let others: Vec<_> = self.rules.overrides.values().collect();
        let plan = match others.get(self.chance.random_range(0..=others.len())) {
            Some(changes) => self.rules.with(changes),
            None => self.rules.clone(),
        };
        let variant = *pick(&mut self.chance, &plan.challenge_variant)?;
        let clocks = !plan.challenge_initial_time.is_empty();
        let days = !plan.challenge_days.is_empty() && (!clocks || self.chance.random_bool(0.5));
        let time = if days {
            OfferedTime::Days(*pick(&mut self.chance, &plan.challenge_days)?)
        } else {
            OfferedTime::Clock(
                *pick(&mut self.chance, &plan.challenge_initial_time)?,
                *pick(&mut self.chance, &plan.challenge_increment)?,
            )
        };
        let rated = match plan.challenge_mode {
            ChallengeMode::Random => self.chance.random_bool(0.5),
            ChallengeMode::Rated => true,
            ChallengeMode::Casual => false,
        };
        let speed = match time {
            OfferedTime::Clock(base, increment) => Speed::of_clock(base, increment),
            OfferedTime::Days(_) => Speed::Correspondence,
        };
        let perf = perf_name(variant, speed);
        let own = me.perfs.get(perf).map(|perf| perf.rating);
        let fits = |bot: &&Account| {
            let rating = bot.perfs.get(perf).map_or(1500, |perf| perf.rating);
            let near = match (plan.opponent_rating_difference, own) {
                (Some(most), Some(own)) => (rating - own).abs() <= most,
                _ => true,
            };
            let id = bot.id.to_ascii_lowercase();
            near && (plan.opponent_min_rating..=plan.opponent_max_rating).contains(&rating)
                && !bot.tos_violation
                && !bot.disabled
                && id != me.id.to_ascii_lowercase()
                && !self.blocked.contains(&id)
                && self.wants(&id, rated, variant, speed, now)
        };
        let mut candidates: Vec<&Account> = online.iter().filter(fits).collect();
        candidates.sort_by_key(|bot| bot.perfs.get(perf).map_or(1500, |perf| perf.rating));
        let count = candidates.len();
        if count == 0 {
            return None;
        }
        let index = match plan.rating_preference {
            RatingPreference::None => self.chance.random_range(0..count),
            // The larger of two, or the smaller, is nearer to its end.
            RatingPreference::High => {
                self.chance.random_range(0..count).max(self.chance.random_range(0..count))
            }
            RatingPreference::Low => {
                self.chance.random_range(0..count).min(self.chance.random_range(0..count))
            }
        };
        let opponent = candidates[index].username.clone();
        Some(Offer { opponent, rated, variant: variant.key().to_owned(), time })
    }

    fn wants(
        &self,
        id: &str,
        rated: bool,
        variant: VariantName,
        speed: Speed,
        now: Instant,
    ) -> bool {
        let Some(declines) = self.declined.get(id) else { return true };
        let mode = if rated { Kind::Rated } else { Kind::Casual };
        let kinds = [mode, Kind::Variant(variant), Kind::Speed(speed)];
        now >= declines.until
            && !declines.never
            && !kinds.iter().any(|kind| declines.unwanted.contains(kind))
    }

    /// A bot has declined an offer, for a reason of the API if it gave one.
    pub fn declined(&mut self, offer: &Offer, reason: Option<&str>, now: Instant) {
        let factor = self.factor;
        let filter = self.rules.challenge_filter;
        let id = offer.opponent.to_ascii_lowercase();
        let entry = self.declined.entry(id).or_insert(Declines {
            count: 0,
            until: now,
            unwanted: Vec::new(),
            never: false,
        });
        let pause = FIRST_PAUSE.saturating_mul(1 << entry.count.min(8)).min(LONGEST_PAUSE);
        entry.count += 1;
        entry.until = now + pause.div_f64(factor);
        let variant = VariantName::ALL.into_iter().find(|known| known.key() == offer.variant);
        let speed = match offer.time {
            OfferedTime::Clock(base, increment) => Speed::of_clock(base, increment),
            OfferedTime::Days(_) => Speed::Correspondence,
        };
        match filter {
            ChallengeFilter::None => {}
            ChallengeFilter::Coarse => entry.never = true,
            ChallengeFilter::Fine => {
                let reason = reason.unwrap_or("generic").to_ascii_lowercase();
                let unwanted = match reason.as_str() {
                    "toofast" | "tooslow" | "timecontrol" => Some(Kind::Speed(speed)),
                    // It plays casual games only, and the other way round.
                    "casual" => Some(Kind::Rated),
                    "rated" => Some(Kind::Casual),
                    "standard" | "variant" => variant.map(Kind::Variant),
                    "nobot" => {
                        entry.never = true;
                        None
                    }
                    _ => None,
                };
                entry.unwanted.extend(unwanted);
            }
        }
    }

    /// Whether the server wants fewer challenges.
    pub fn rests(&self, now: Instant) -> bool {
        self.rest.is_some_and(|until| now < until)
    }

    /// A challenge was answered with a 429, and nothing is to be asked again for so long. The
    /// server does not say what it counts, so each further one means a longer rest.
    pub fn too_many(&mut self, wait: Duration, now: Instant) -> Duration {
        let doubled = FIRST_REST.saturating_mul(1 << self.too_many.min(16)).min(LONGEST_PAUSE);
        self.too_many += 1;
        let rest = doubled.div_f64(self.factor).max(wait);
        self.rest = Some(now + rest);
        rest
    }

    /// A challenge was taken.
    pub fn taken(&mut self) {
        self.too_many = 0;
    }

    /// A bot has played as often today as bots may play bots.
    pub fn spent(&mut self, opponent: &str, wait: Duration, now: Instant) {
        let fresh = Declines { count: 0, until: now, unwanted: Vec::new(), never: false };
        let entry = self.declined.entry(opponent.to_ascii_lowercase()).or_insert(fresh);
        entry.until = entry.until.max(now + wait);
    }

    /// A bot has played with us: it is not left alone for old declines.
    pub fn accepted(&mut self, opponent: &str) {
        if let Some(declines) = self.declined.get_mut(&opponent.to_ascii_lowercase()) {
            declines.count = 0;
        }
    }
}

/// Under which name a rating is kept.
fn perf_name(variant: VariantName, speed: Speed) -> &'static str {
    match variant {
        VariantName::Chess960 => "chess960",
        VariantName::Standard | VariantName::FromPosition => speed.key(),
    }
}

fn pick<'a, T>(chance: &mut SplitMix64, from: &'a [T]) -> Option<&'a T> {
    if from.is_empty() { None } else { from.get(chance.random_range(0..from.len())) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::model::Perf;

    fn account(name: &str, rating: i64) -> Account {
        let perf = Perf { games: 100, rating };
        let perfs = ["bullet", "blitz", "chess960"].map(|key| (key.to_owned(), perf));
        Account {
            id: name.to_ascii_lowercase(),
            username: name.to_owned(),
            perfs: perfs.into(),
            ..Account::default()
        }
    }

    fn rules() -> Matchmaking {
        Matchmaking { allow_matchmaking: true, ..Matchmaking::default() }
    }

    fn online() -> Vec<Account> {
        let banned = Account { tos_violation: true, ..account("Cheat", 2000) };
        [account("Me", 2000), account("Near", 2100), account("Far", 2900), banned]
            .into_iter()
            .chain([account("Blocked", 2000), account("Weak", 1800)])
            .collect()
    }

    fn opponents(maker: &mut Matchmaker, now: Instant) -> Vec<String> {
        let me = account("Me", 2000);
        let offers = (0..200).filter_map(|_| maker.offer(&me, &online(), now));
        let mut names: Vec<String> = offers.map(|offer| offer.opponent).collect();
        names.sort();
        names.dedup();
        names
    }

    #[test]
    fn opponents_are_near_honest_not_blocked_and_not_ourselves() {
        let mut maker = Matchmaker::new(rules(), &["blocked".to_owned()], 1.0);
        assert_eq!(opponents(&mut maker, Instant::now()), ["Near", "Weak"]);
    }

    #[test]
    fn every_plan_has_its_turn_and_changes_only_what_it_names() {
        let text = "[overrides.slow]\nchallenge_days = [3]\nchallenge_initial_time = []\n\
                    challenge_increment = []\n[overrides.random]\nchallenge_variant = [\"chess960\"]\n";
        let rules: Matchmaking = toml::from_str(text).unwrap();
        let mut maker = Matchmaker::new(rules, &[], 1.0);
        let me = account("Me", 2000);
        let bots = [account("Near", 2000)];
        let offers: Vec<Offer> =
            (0..300).filter_map(|_| maker.offer(&me, &bots, Instant::now())).collect();
        let days = |offer: &&Offer| offer.time == OfferedTime::Days(3);
        let shuffled = |offer: &&Offer| offer.variant == "chess960";
        let (slow, random) =
            (offers.iter().filter(days).count(), offers.iter().filter(shuffled).count());
        let clocks = [60, 180].map(|base| [1, 2].map(|inc| OfferedTime::Clock(base, inc)));
        let usual = |offer: &&Offer| clocks.concat().contains(&offer.time);
        assert!(slow > 50 && random > 50 && offers.len() - slow - random > 50, "{slow} {random}");
        assert_eq!(offers.iter().filter(usual).count(), offers.len() - slow);
    }

    #[test]
    fn declines_are_respected_longer_and_longer() {
        let now = Instant::now();
        let offer = Offer {
            opponent: "Near".into(),
            rated: true,
            variant: "standard".into(),
            time: OfferedTime::Clock(180, 2),
        };
        let quiet = Matchmaking { challenge_filter: ChallengeFilter::None, ..rules() };
        let mut maker = Matchmaker::new(quiet, &[], 1.0);
        maker.declined(&offer, None, now);
        let hour = Duration::from_secs(3600);
        assert!(!opponents(&mut maker, now + hour / 2).contains(&"Near".to_owned()));
        assert!(opponents(&mut maker, now + hour).contains(&"Near".to_owned()));
        maker.declined(&offer, None, now + hour);
        assert!(!opponents(&mut maker, now + hour * 2).contains(&"Near".to_owned()));
        assert!(opponents(&mut maker, now + hour * 3).contains(&"Near".to_owned()));
    }

    #[test]
    fn challenges_that_are_too_many_become_fewer() {
        let (now, minute) = (Instant::now(), Duration::from_secs(60));
        let mut maker = Matchmaker::new(rules(), &[], 1.0);
        assert!(!maker.rests(now));
        let rests: Vec<Duration> = (0..12).map(|_| maker.too_many(minute, now)).collect();
        assert!(rests[0] >= minute && rests.is_sorted() && rests[11] == LONGEST_PAUSE, "{rests:?}");
        assert!(maker.rests(now + LONGEST_PAUSE / 2) && !maker.rests(now + LONGEST_PAUSE));
        maker.taken();
        // The server's own word counts if it is longer.
        assert_eq!(maker.too_many(minute * 600, now), minute * 600);
        let hurried = Matchmaking { challenge_timeout: 0.0, ..rules() };
        assert_eq!(Matchmaker::new(hurried, &[], 1.0).patience(), minute);
    }

    #[test]
    fn a_bot_that_has_played_enough_today_is_asked_tomorrow() {
        let (now, hour) = (Instant::now(), Duration::from_secs(3600));
        let mut maker = Matchmaker::new(rules(), &[], 1.0);
        maker.spent("NEAR", hour * 5, now);
        assert!(!opponents(&mut maker, now + hour * 4).contains(&"Near".to_owned()));
        assert!(opponents(&mut maker, now + hour * 5).contains(&"Near".to_owned()));
    }

    #[test]
    fn a_bot_is_asked_for_what_it_plays() {
        let now = Instant::now();
        let offer = Offer {
            opponent: "Near".into(),
            rated: true,
            variant: "standard".into(),
            time: OfferedTime::Clock(180, 2),
        };
        let me = account("Me", 2000);
        let near = [account("Near", 2000)];
        let later = now + LONGEST_PAUSE;
        let mut maker = Matchmaker::new(rules(), &[], 1.0);
        maker.declined(&offer, Some("casual"), now);
        let offers = (0..100).filter_map(|_| maker.offer(&me, &near, later));
        let offers: Vec<Offer> = offers.collect();
        assert!(!offers.is_empty() && offers.iter().all(|offer| !offer.rated));
        maker.declined(&offer, Some("noBot"), now);
        assert!((0..100).all(|_| maker.offer(&me, &near, later + LONGEST_PAUSE).is_none()));
    }

    #[test]
    fn a_preference_is_seen_in_the_average() {
        let crowd: Vec<Account> =
            (0..50).map(|n| account(&format!("b{n}"), 1750 + n * 10)).collect();
        let me = account("Me", 2000);
        let mean = |preference| {
            let rules = Matchmaking { rating_preference: preference, ..rules() };
            let mut maker = Matchmaker::new(rules, &[], 1.0);
            let now = Instant::now();
            let rating = |offer: Offer| {
                crowd.iter().find(|bot| bot.username == offer.opponent).unwrap().perfs["blitz"]
                    .rating
            };
            let offers = (0..2000).filter_map(|_| maker.offer(&me, &crowd, now));
            let ratings: Vec<i64> = offers.map(rating).collect();
            ratings.iter().sum::<i64>() / ratings.len() as i64
        };
        let [low, none, high] =
            [RatingPreference::Low, RatingPreference::None, RatingPreference::High].map(mean);
        assert!(low + 30 < none && none + 30 < high, "{low} {none} {high}");
    }
}
