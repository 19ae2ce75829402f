// SPDX-License-Identifier: GPL-3.0-or-later
//! HTTP: requests with the token, errors in our words, streams that can be cut.

use std::io::Read;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use std::time::Duration;

use journal::StopFlag;
use ureq::http::Response;
use ureq::tls::{RootCerts, TlsConfig};
use ureq::{Agent, Body};

use super::error::ApiError;
use super::gate::Gate;
use super::lines::Lines;
use crate::log::{Level, Log};
use crate::timing::Timing;
use crate::token::Token;

/// The most that is read of an answer which is no stream.
const LONGEST_ANSWER: u64 = 8 << 20;
/// The most that is told of a server's words.
const TOLD: usize = 200;

/// A connection that waits for the next request is kept for so long: a new one costs a move three
/// ways to the server and back.
const KEPT: Duration = Duration::from_secs(55);
/// Where requests about challenges go.
const CHALLENGES: &str = "/api/challenge/";
/// The limit of games among bots, as the server calls it.
const GAMES_AMONG_BOTS: &str = "bot.vsBot.day";

/// A method and what goes with it.
#[derive(Clone, Copy, Debug)]
pub enum Method<'a> {
    /// GET.
    Get,
    /// POST with these fields of a form.
    Post(&'a [(&'a str, String)]),
    /// POST with the token itself: the question what it is good for.
    TestToken,
}

/// How long the server says that something is not to be asked again.
#[derive(serde::Deserialize)]
struct Refusal {
    #[serde(default)]
    ratelimit: Option<RateLimit>,
}

#[derive(serde::Deserialize)]
struct RateLimit {
    #[serde(default)]
    key: String,
    #[serde(default)]
    seconds: f64,
}

/// Makes requests to one server.
#[derive(Clone)]
pub struct Http(Arc<Inner>);

struct Inner {
    base: String,
    token: Option<Token>,
    timing: Timing,
    gate: Arc<Gate>,
    /// Connections. After a failure there are new ones: a line that was cut may have killed all.
    agent: RwLock<Agent>,
    /// Who asks, once we know it.
    name: OnceLock<String>,
    stop: StopFlag,
    log: Log,
}

/// An open stream of lines.
pub struct Stream {
    agent: Agent,
    lines: Lines<Box<dyn Read + Send>>,
}

/// Ends a stream from another thread.
#[derive(Clone)]
pub struct Cutter(Agent);

impl Http {
    /// A client of the server at `base`. Proxies are those of the environment, certificates
    /// those of the system.
    pub fn new(
        base: &str,
        token: Option<Token>,
        timing: Timing,
        gate: Arc<Gate>,
        stop: StopFlag,
        log: Log,
    ) -> Http {
        let agent = RwLock::new(agent(&timing, Some(timing.request), timing.request));
        let name = OnceLock::new();
        let base = base.trim_end_matches('/').to_owned();
        Http(Arc::new(Inner { base, token, timing, gate, agent, name, stop, log }))
    }

    /// Says in each request who makes it, so that the server's people know whom to ask.
    pub fn call_us(&self, name: &str) {
        let agent = format!("xanthos-lichess/{} user:{name}", env!("CARGO_PKG_VERSION"));
        let _ = self.0.name.set(agent);
    }

    /// How long no request is made, because of a 429.
    pub fn silence(&self) -> Option<Duration> {
        self.0.gate.silence()
    }

    /// The most that a move may take on its way.
    pub(super) fn move_patience(&self) -> Duration {
        self.0.timing.move_request
    }

    /// Whether the bot is ending.
    pub fn is_stopped(&self) -> bool {
        self.0.stop.is_raised()
    }

    /// The whole answer to a request.
    ///
    /// # Errors
    /// If there is none, or it is a refusal.
    pub fn ask(&self, method: Method<'_>, path: &str) -> Result<String, ApiError> {
        self.ask_within(method, path, self.0.timing.request)
    }

    /// The same, if it comes soon enough.
    ///
    /// # Errors
    /// If there is none, or it is a refusal.
    pub fn ask_within(
        &self,
        method: Method<'_>,
        path: &str,
        most: Duration,
    ) -> Result<String, ApiError> {
        self.0.gate.pass(&self.0.stop)?;
        let agent = self.0.agent.read().unwrap_or_else(PoisonError::into_inner).clone();
        let done = self.send(&agent, method, path, Some(most)).and_then(|mut response| {
            let body = response.body_mut().with_config().limit(LONGEST_ANSWER).read_to_string();
            body.map_err(|error| self.network(&error))
        });
        if matches!(done, Err(ApiError::Network(_))) {
            self.connect_anew();
        }
        self.note(method, path, done.as_ref().err());
        done
    }

    /// An answer that goes on for as long as somebody has something to say.
    ///
    /// # Errors
    /// If it does not begin.
    pub fn stream(&self, path: &str) -> Result<Stream, ApiError> {
        self.0.gate.pass(&self.0.stop)?;
        // An agent of its own: cutting this stream leaves all others alone.
        let agent = agent(&self.0.timing, None, self.0.timing.stream_silence);
        let opened = self.send(&agent, Method::Get, path, None);
        self.note(Method::Get, path, opened.as_ref().err());
        let reader: Box<dyn Read + Send> = Box::new(opened?.into_body().into_reader());
        Ok(Stream { agent, lines: Lines::new(reader) })
    }

    /// Drops the connections that wait for a request. Where the line was cut without a word none of
    /// them is good any more, and each would cost a move its whole timeout.
    fn connect_anew(&self) {
        let fresh = agent(&self.0.timing, Some(self.0.timing.request), self.0.timing.request);
        *self.0.agent.write().unwrap_or_else(PoisonError::into_inner) = fresh;
    }

    fn send(
        &self,
        agent: &Agent,
        method: Method<'_>,
        path: &str,
        most: Option<Duration>,
    ) -> Result<Response<Body>, ApiError> {
        let url = format!("{}{path}", self.0.base);
        let sent = match method {
            Method::Get => {
                let request = self.authorized(agent.get(&url));
                request.config().timeout_global(most).build().call()
            }
            Method::Post(fields) => {
                let request = self.authorized(agent.post(&url));
                let request = request.config().timeout_global(most).build();
                request.send_form(fields.iter().map(|(name, value)| (*name, value.as_str())))
            }
            Method::TestToken => {
                let request = self.authorized(agent.post(&url));
                let request = request.config().timeout_global(most).build();
                request.send(self.0.token.as_ref().map_or("", Token::secret))
            }
        };
        let response = sent.map_err(|error| self.network(&error))?;
        self.checked(response, path.starts_with(CHALLENGES))
    }

    fn authorized<B>(&self, request: ureq::RequestBuilder<B>) -> ureq::RequestBuilder<B> {
        let request = match self.0.name.get() {
            Some(name) => request.header("User-Agent", name),
            None => request,
        };
        match &self.0.token {
            Some(token) => request.header("Authorization", token.bearer()),
            None => request,
        }
    }

    /// A good answer, or what is wrong; `challenges` if the request was about one.
    fn checked(
        &self,
        mut response: Response<Body>,
        challenges: bool,
    ) -> Result<Response<Body>, ApiError> {
        let status = response.status().as_u16();
        if (200..300).contains(&status) {
            return Ok(response);
        }
        if status >= 500 {
            return Err(ApiError::Server { status });
        }
        // Only about challenges it may mean something else, which its words say.
        if status == 429 && !challenges {
            self.keep_silent();
        }
        let text = response.body_mut().with_config().limit(1 << 16).read_to_string();
        let text = text.unwrap_or_default();
        let message = self.told(&text);
        let refusal: Option<Refusal> = serde_json::from_str(&text).ok();
        let limit = refusal.and_then(|refusal| refusal.ratelimit);
        let wait = limit.as_ref().map_or(0.0, |limit| limit.seconds).clamp(0.0, 1e6);
        let wait = self.0.timing.seconds(wait).max(self.0.timing.silence);
        if challenges && limit.is_some_and(|limit| limit.key == GAMES_AMONG_BOTS) {
            return Err(ApiError::GamesSpent { ours: status == 429, wait, message });
        }
        Err(match status {
            429 => {
                if challenges {
                    self.keep_silent();
                }
                ApiError::TooMany { wait }
            }
            401 | 403 => ApiError::NotAllowed { status, message },
            _ => ApiError::Refused { status, message },
        })
    }

    /// Nobody asks anything for a minute.
    fn keep_silent(&self) {
        let silence = self.0.timing.silence;
        self.0.gate.shut(silence);
        self.0.log.warning(format_args!("429, too many requests: silent for {silence:.0?}"));
    }

    /// The server's words: the field `error` if there is one.
    fn told(&self, text: &str) -> String {
        let json: Option<serde_json::Value> = serde_json::from_str(text).ok();
        let error = json.as_ref().and_then(|json| json.get("error"));
        let words = error.map_or_else(
            || text.to_owned(),
            |error| error.as_str().map_or_else(|| error.to_string(), str::to_owned),
        );
        let words: String = words.chars().filter(|c| !c.is_control()).take(TOLD).collect();
        self.hidden(&words)
    }

    fn network(&self, error: &ureq::Error) -> ApiError {
        if self.0.stop.is_raised() {
            return ApiError::Stopped;
        }
        ApiError::Network(self.hidden(&error.to_string()))
    }

    fn hidden(&self, text: &str) -> String {
        self.0.token.as_ref().map_or_else(|| text.to_owned(), |token| token.hide_in(text))
    }

    fn note(&self, method: Method<'_>, path: &str, error: Option<&ApiError>) {
        if self.0.log.wants(Level::Debug) {
            let verb = if matches!(method, Method::Get) { "GET" } else { "POST" };
            match error {
                None => self.0.log.debug(format_args!("{verb} {path}")),
                Some(error) => self.0.log.debug(format_args!("{verb} {path}: {error}")),
            }
        }
    }
}

impl Stream {
    /// The next line; see [`Lines::next_line`].
    ///
    /// # Errors
    /// If the connection is lost or silent for too long.
    pub fn next_line(&mut self) -> std::io::Result<Option<String>> {
        self.lines.next_line()
    }

    /// Something that ends it.
    pub fn cutter(&self) -> Cutter {
        Cutter(self.agent.clone())
    }
}

impl Cutter {
    /// Ends the stream at once.
    pub fn cut(self) {
        self.0.shutdown();
    }
}

impl std::fmt::Debug for Http {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Http").field(&self.0.base).finish()
    }
}

fn agent(timing: &Timing, whole: Option<Duration>, read: Duration) -> Agent {
    let tls = TlsConfig::builder().root_certs(RootCerts::PlatformVerifier).build();
    let config = Agent::config_builder()
        .user_agent(concat!("xanthos-lichess/", env!("CARGO_PKG_VERSION")))
        .http_status_as_error(false)
        // The token goes where it was meant to go, and nowhere else.
        .max_redirects(0)
        .max_redirects_will_error(false)
        .timeout_connect(Some(timing.request))
        .timeout_recv_response(Some(timing.request))
        .timeout_global(whole)
        .timeout_per_read(Some(read))
        .max_idle_age(KEPT)
        .tls_config(tls)
        .build();
    config.into()
}
