// SPDX-License-Identifier: GPL-3.0-or-later
//! The first questions to the server: whose account this is, and what the token allows.

use std::time::{Duration, Instant, SystemTime};

use journal::StopFlag;

use crate::api::model::Account;
use crate::api::{ApiError, Lichess};
use crate::backoff::Backoff;
use crate::bot_error::BotError;
use crate::log::Log;
use crate::tally::DAY;
use crate::timing::Timing;

/// Who we are. The server may be down when we start: it is asked again, but a token that is
/// refused is refused. `None` if the bot is to end before there is an answer.
pub(crate) fn sign_in(
    api: &Lichess,
    timing: &Timing,
    log: &Log,
    upgrade: bool,
    ending: &StopFlag,
) -> Result<Option<Account>, BotError> {
    let mut backoff = Backoff::new(timing);
    loop {
        let account = match api.account() {
            Ok(account) => account,
            Err(error @ ApiError::NotAllowed { .. }) => return Err(BotError::Account(error)),
            Err(error) => {
                let wait = backoff.wait();
                log.warning(format_args!("account: {error}; again in {wait:.1?}"));
                let until = Instant::now() + wait;
                while Instant::now() < until {
                    if ending.is_raised() {
                        return Ok(None);
                    }
                    std::thread::sleep(Duration::from_millis(25).min(wait));
                }
                continue;
            }
        };
        test_token(api, log)?;
        if account.title.as_deref() == Some("BOT") {
            return Ok(Some(account));
        }
        if !upgrade {
            return Err(BotError::NoBot(account.username));
        }
        api.upgrade().map_err(BotError::Upgrade)?;
        log.info(format_args!("{} is a bot now", account.username));
        return Ok(Some(Account { title: Some("BOT".to_owned()), ..account }));
    }
}

/// Whether the token is for bots, and for how long. A server that does not say is believed.
fn test_token(api: &Lichess, log: &Log) -> Result<(), BotError> {
    let info = match api.token_info() {
        Ok(info) => info,
        Err(error) => {
            log.debug(format_args!("what the token allows: {error}"));
            return Ok(());
        }
    };
    if !info.scopes.split(',').any(|scope| scope.trim() == "bot:play") {
        return Err(BotError::Scope(info.scopes));
    }
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let left = info.expires.map(|end| Duration::from_millis(end).saturating_sub(now));
    if let Some(left) = left.filter(|left| *left < 40 * DAY) {
        log.warning(format_args!("the token ends in {} days", left.as_secs() / DAY.as_secs()));
    }
    Ok(())
}
