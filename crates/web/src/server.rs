// SPDX-License-Identifier: GPL-3.0-or-later
//! Listening, and letting in.

use crate::assets::{self, Asset};
use crate::config::Config;
use crate::connections::Places;
use crate::guard::{self, Admission};
use crate::host::{Host, HostError};
use crate::protocol::MESSAGE_BYTES;
use crate::socket;
use axum::Router;
use axum::body::Body;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::get;
use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::watch;

/// How long pages may take to say goodbye when the server closes.
const SHUTDOWN: Duration = Duration::from_secs(2);

/// Connections beside the pages: those that fetch a file, and those that say nothing.
const PASSERS_BY: usize = 256;

/// Why the server can't begin.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address.
    #[error("can't listen on {address}")]
    Listen {
        /// Where.
        address: SocketAddr,
        /// Why not.
        source: std::io::Error,
    },
    /// A file.
    #[error(transparent)]
    Host(#[from] HostError),
}

/// A server that listens.
pub struct Server {
    host: Arc<Host>,
    listener: TcpListener,
    address: SocketAddr,
}

/// What every request is given.
#[derive(Clone)]
struct AppState {
    host: Arc<Host>,
    port: u16,
    closing: watch::Receiver<bool>,
}

impl Server {
    /// Opens files and listens. Port 0 takes any that is free.
    ///
    /// # Errors
    /// If that can't be done.
    pub async fn bind(config: Config) -> Result<Server, ServeError> {
        let config = config.guarded();
        let at = config.listen;
        let failed = |source| ServeError::Listen { address: at, source };
        let host = Arc::new(Host::new(config)?);
        let listener = TcpListener::bind(at).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        Ok(Server { host, listener, address })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What to open in a browser, with the token if there is one.
    pub fn url(&self) -> String {
        let ip = self.address.ip();
        let name = match ip.is_unspecified() {
            true => "localhost".to_owned(),
            false if ip.is_ipv6() => format!("[{ip}]"),
            false => ip.to_string(),
        };
        let query = self.host.config.token.as_ref().map(|token| format!("?token={token}"));
        format!("http://{name}:{}/{}", self.address.port(), query.unwrap_or_default())
    }

    /// Serves until `stop`, then says goodbye to every page.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) {
        let (close, closing) = watch::channel(false);
        let host = Arc::clone(&self.host);
        let dealer = tokio::spawn(Arc::clone(&host.pool).run());
        let state = AppState { host: Arc::clone(&host), port: self.address.port(), closing };
        let app = Router::new()
            .route("/ws", get(upgrade))
            .fallback(file)
            .layer(middleware::from_fn_with_state(state.clone(), check_access))
            .with_state(state);
        let limits = &host.config.limits;
        let places = limits.sockets + PASSERS_BY;
        let listener = Places::new(self.listener, places, limits.patience);
        let stopped = async move {
            stop.await;
            // Sockets close; without that the server would wait for them.
            let _ = close.send(true);
        };
        // An error of one connection is not one of the server.
        let _ = axum::serve(listener, app).with_graceful_shutdown(stopped).await;
        let all_gone = async {
            while host.sockets.load(Ordering::Relaxed) > 0 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        let _ = tokio::time::timeout(SHUTDOWN, all_gone).await;
        dealer.abort();
    }
}

/// Every request passes here.
async fn check_access(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let mut response = match guard::admit(&state.host.config, state.port, &request) {
        Admission::Allowed => next.run(request).await,
        Admission::SetCookie => {
            guard::remember(state.host.config.token.as_deref().unwrap_or_default())
        }
        Admission::Refused(status, why) => guard::refuse(status, why),
    };
    guard::harden(&mut response);
    response
}

async fn upgrade(State(state): State<AppState>, upgrade: WebSocketUpgrade) -> Response {
    if !state.host.admit() {
        return guard::refuse(StatusCode::SERVICE_UNAVAILABLE, "too many pages are connected");
    }
    let (host, closing) = (Arc::clone(&state.host), state.closing);
    let failed = Arc::clone(&state.host);
    upgrade
        .max_message_size(MESSAGE_BYTES)
        .max_frame_size(MESSAGE_BYTES)
        .on_failed_upgrade(move |_| failed.dismiss())
        .on_upgrade(move |socket| async move {
            socket::serve(Arc::clone(&host), socket, closing).await;
            host.dismiss();
        })
}

async fn file(uri: Uri, headers: HeaderMap) -> Response {
    match assets::find(uri.path().trim_start_matches('/')) {
        Some(asset) => send(asset, &headers),
        None => guard::refuse(StatusCode::NOT_FOUND, "not found"),
    }
}

fn send(asset: &'static Asset, headers: &HeaderMap) -> Response {
    let mut response = Response::new(Body::from(asset.bytes));
    let answer = response.headers_mut();
    answer.insert(header::CONTENT_TYPE, HeaderValue::from_static(asset.mime));
    let cache = if asset.immutable { "max-age=31536000, immutable" } else { "no-cache" };
    answer.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    if let Some(encoding) = asset.encoding {
        let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
        if !accepted.is_some_and(|accepted| accepted.contains(encoding)) {
            return guard::refuse(
                StatusCode::NOT_ACCEPTABLE,
                "this file is only available compressed",
            );
        }
        answer.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
        answer.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    }
    response
}

/// Serves until Ctrl-C, on a runtime of its own; `ready` is told what to open.
///
/// # Errors
/// If the server can't begin.
pub fn serve(config: Config, ready: impl FnOnce(&str)) -> Result<(), ServeError> {
    let address = config.listen;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        // Searches have threads of their own; these only carry messages.
        .worker_threads(2)
        .max_blocking_threads(64)
        .enable_all()
        .build()
        .map_err(|source| ServeError::Listen { address, source })?;
    let served = runtime.block_on(async {
        let server = Server::bind(config).await?;
        ready(&server.url());
        server.run(interrupted()).await;
        Ok(())
    });
    runtime.shutdown_timeout(SHUTDOWN);
    served
}

/// Ctrl-C, or what service managers send.
async fn interrupted() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}
