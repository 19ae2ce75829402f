// SPDX-License-Identifier: GPL-3.0-or-later
//! Who is let in.
//!
//! A web page from anywhere can make a browser send requests to this machine. So a request
//! must be addressed to a name that is really ours (else a foreign name was made to point
//! here), must come from our own page or from no page at all, and must carry the token if
//! there is one. Nothing but reading is possible over HTTP, and bodies are refused.

use crate::config::Config;
use crate::secret;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, Request, Response, StatusCode, header};
use std::net::IpAddr;

/// The cookie that holds the token.
const COOKIE: &str = "xanthos_token";

/// What a page of ours may do: nothing that is not ours.
const POLICY: &str = "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; \
                      connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

/// What becomes of a request.
#[derive(Debug, PartialEq, Eq)]
pub enum Admission {
    /// It may go on.
    Allowed,
    /// It brought the token: remember it, and begin again without it in the address.
    SetCookie,
    /// It may not.
    Refused(StatusCode, &'static str),
}

/// Decides about a request.
pub fn admit(config: &Config, port: u16, request: &Request<Body>) -> Admission {
    use Admission::Refused;
    let headers = request.headers();
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Refused(StatusCode::METHOD_NOT_ALLOWED, "only GET and HEAD are allowed");
    }
    let has_body = headers.contains_key(header::TRANSFER_ENCODING)
        || headers.get(header::CONTENT_LENGTH).is_some_and(|length| length != "0");
    if has_body {
        return Refused(StatusCode::PAYLOAD_TOO_LARGE, "requests must not have a body");
    }
    let Some(host) = single(headers, header::HOST) else {
        return Refused(StatusCode::BAD_REQUEST, "a request needs exactly one Host");
    };
    if !is_ours(config, port, host) {
        return Refused(StatusCode::FORBIDDEN, "wrong Host: see --host");
    }
    if headers.contains_key(header::ORIGIN) {
        let ours = single(headers, header::ORIGIN).is_some_and(|origin| is_same(origin, host));
        if !ours {
            return Refused(StatusCode::FORBIDDEN, "requests from other origins are not allowed");
        }
    }
    let Some(token) = &config.token else { return Admission::Allowed };
    let shown = [bearer(headers), cookie(headers)];
    if shown.into_iter().flatten().any(|shown| secret::same(shown, token)) {
        return Admission::Allowed;
    }
    let query = request.uri().query().unwrap_or("");
    let given = query.split('&').find_map(|pair| pair.strip_prefix("token="));
    match given.is_some_and(|given| secret::same(given, token)) {
        true if request.uri().path() == "/ws" => Admission::Allowed,
        true => Admission::SetCookie,
        false => Refused(StatusCode::UNAUTHORIZED, "a token is needed"),
    }
}

/// A header that occurs exactly once.
fn single(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    let first = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(first)
}

/// Whether the server goes by this name and port. Numbers can't be made to point here
/// by anybody else; names can, so that only known ones count.
fn is_ours(config: &Config, port: u16, host: &str) -> bool {
    let (name, given) = split(host);
    let right_port = match given {
        Some(text) => text.parse() == Ok(port),
        None => port == 80,
    };
    let known = config.hosts.iter().any(|known| known.eq_ignore_ascii_case(name));
    // Behind a name of one's own there may be a proxy with a port of its own.
    if known {
        return true;
    }
    let literal = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    let ours = match literal {
        Ok(ip) => ip.is_loopback() || !config.listen.ip().is_loopback(),
        Err(_) => name.eq_ignore_ascii_case("localhost"),
    };
    right_port && ours
}

/// A host and its port.
fn split(host: &str) -> (&str, Option<&str>) {
    match host.rsplit_once(':') {
        // The last colon of an address in brackets may be inside.
        Some((name, port)) if !port.ends_with(']') => (name, Some(port)),
        _ => (host, None),
    }
}

/// Whether a page from `origin` is one that `host` served.
fn is_same(origin: &str, host: &str) -> bool {
    let rest = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    rest.is_some_and(|rest| rest.eq_ignore_ascii_case(host))
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    single(headers, header::AUTHORIZATION)?.strip_prefix("Bearer ")
}

fn cookie(headers: &HeaderMap) -> Option<&str> {
    let all = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs =
        all.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE).map(|(_, value)| value)
}

/// The answer to somebody who brought the token.
pub fn remember(token: &str) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SEE_OTHER;
    response.headers_mut().insert(header::LOCATION, HeaderValue::from_static("/"));
    let cookie = format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict");
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}

/// The answer to somebody who is not let in.
pub fn refuse(status: StatusCode, why: &'static str) -> Response<Body> {
    let mut response = Response::new(Body::from(why));
    *response.status_mut() = status;
    let plain = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, plain);
    response
}

/// What every answer says about itself.
pub fn harden(response: &mut Response<Body>) {
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (
            header::HeaderName::from_static("permissions-policy"),
            "camera=(), geolocation=(), microphone=()",
        ),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(uri: &str, headers: &[(&str, &str)]) -> Request<Body> {
        let mut request = Request::builder().uri(uri);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request.body(Body::empty()).unwrap()
    }

    fn asked(config: &Config, uri: &str, headers: &[(&str, &str)]) -> u16 {
        match admit(config, 8047, &request(uri, headers)) {
            Admission::Allowed => 200,
            Admission::SetCookie => 303,
            Admission::Refused(status, _) => status.as_u16(),
        }
    }

    #[test]
    fn only_our_own_names_count() {
        let config = Config::default();
        for good in ["127.0.0.1:8047", "localhost:8047", "LOCALHOST:8047", "[::1]:8047"] {
            assert_eq!(asked(&config, "/", &[("host", good)]), 200, "{good}");
        }
        for bad in [
            "evil.example:8047",
            "localhost.evil.example:8047",
            "127.0.0.1.evil.example:8047",
            "127.0.0.1",
            "127.0.0.1:80",
            "192.168.1.5:8047",
            "8.8.8.8:8047",
            "",
        ] {
            assert_eq!(asked(&config, "/", &[("host", bad)]), 403, "{bad:?}");
        }
        assert_eq!(asked(&config, "/", &[]), 400);
        assert_eq!(asked(&config, "/", &[("host", "localhost:8047"), ("host", "x")]), 400);
    }

    #[test]
    fn names_and_addresses_of_a_network() {
        let open = Config {
            listen: ([0, 0, 0, 0], 8047).into(),
            hosts: vec!["chess.home".into()],
            ..Config::default()
        };
        for good in ["192.168.1.5:8047", "chess.home:8047", "chess.home", "localhost:8047"] {
            assert_eq!(asked(&open, "/", &[("host", good)]), 200, "{good}");
        }
        assert_eq!(asked(&open, "/", &[("host", "evil.example:8047")]), 403);
    }

    #[test]
    fn pages_from_elsewhere_are_not_let_in() {
        let config = Config::default();
        let from =
            |origin: &str| asked(&config, "/ws", &[("host", "127.0.0.1:8047"), ("origin", origin)]);
        assert_eq!(from("http://127.0.0.1:8047"), 200);
        for bad in [
            "http://evil.example",
            "http://127.0.0.1:9999",
            "http://localhost:8047",
            "null",
            "",
            "file://127.0.0.1:8047",
        ] {
            assert_eq!(from(bad), 403, "{bad:?}");
        }
    }

    #[test]
    fn the_token_opens_and_nothing_else_does() {
        let config = Config { token: Some("s3cret".into()), ..Config::default() };
        let host = ("host", "127.0.0.1:8047");
        assert_eq!(asked(&config, "/", &[host]), 401);
        assert_eq!(asked(&config, "/?token=wrong", &[host]), 401);
        assert_eq!(asked(&config, "/?token=s3cret", &[host]), 303);
        assert_eq!(asked(&config, "/?a=b&token=s3cret", &[host]), 303);
        assert_eq!(asked(&config, "/ws?token=s3cret", &[host]), 200);
        assert_eq!(asked(&config, "/", &[host, ("authorization", "Bearer s3cret")]), 200);
        assert_eq!(asked(&config, "/", &[host, ("cookie", "a=b; xanthos_token=s3cret")]), 200);
        assert_eq!(asked(&config, "/", &[host, ("cookie", "xanthos_token=s3cre")]), 401);
    }

    #[test]
    fn nothing_can_be_sent() {
        let config = Config::default();
        let post = Request::post("/").header("host", "127.0.0.1:8047").body(Body::empty()).unwrap();
        let Admission::Refused(status, _) = admit(&config, 8047, &post) else { panic!("let in") };
        assert_eq!(status, StatusCode::METHOD_NOT_ALLOWED);
        let host = ("host", "127.0.0.1:8047");
        assert_eq!(asked(&config, "/", &[host, ("content-length", "5")]), 413);
        assert_eq!(asked(&config, "/", &[host, ("transfer-encoding", "chunked")]), 413);
        assert_eq!(asked(&config, "/", &[host, ("content-length", "0")]), 200);
    }
}
