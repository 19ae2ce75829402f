// SPDX-License-Identifier: GPL-3.0-or-later
//! One page's connection: frames in, frames out, and when to give it up.

use crate::host::Host;
use crate::outbox::{Next, Outbox};
use crate::page::Page;
use axum::extract::ws::{CloseFrame, Message, WebSocket};
use futures_util::SinkExt;
use futures_util::stream::{SplitSink, StreamExt};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{Instant, timeout};

/// A sign of life is asked for this often,
const PING: Duration = Duration::from_secs(15);
/// and who has given none for so long is gone.
const SILENCE: Duration = Duration::from_secs(45);

/// Codes of RFC 6455.
const GOING_AWAY: u16 = 1001;
const NOT_UNDERSTOOD: u16 = 1003;
const POLICY: u16 = 1008;

const SHUTTING_DOWN: &str = "the server is shutting down";

/// Serves a page until it goes, or has to.
pub async fn serve(host: Arc<Host>, socket: WebSocket, mut closing: watch::Receiver<bool>) {
    let outbox = Arc::new(Outbox::default());
    let (sink, mut stream) = socket.split();
    let send_timeout = host.config.limits.send_timeout;
    let mut writer = tokio::spawn(write(sink, Arc::clone(&outbox), send_timeout, closing.clone()));
    let mut page = Page::new(host, Arc::clone(&outbox));
    let mut written = false;
    while !written {
        tokio::select! {
            () = outbox.has_room() => {}
            _ = &mut writer => {
                written = true;
                break;
            }
        }
        let frame = tokio::select! {
            frame = timeout(SILENCE, stream.next()) => frame,
            _ = &mut writer => {
                written = true;
                break;
            }
            _ = closing.changed() => {
                outbox.close_with(GOING_AWAY, SHUTTING_DOWN);
                break;
            }
        };
        match frame {
            Ok(Some(Ok(Message::Text(text)))) => page.receive(text.as_str()).await,
            Ok(Some(Ok(Message::Binary(_)))) => {
                outbox.close_with(NOT_UNDERSTOOD, "only text frames are accepted");
                break;
            }
            Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => {}
            // Closed, broken, too large, or silent for too long.
            _ => break,
        }
    }
    page.leave().await;
    outbox.end();
    if !written && timeout(send_timeout, &mut writer).await.is_err() {
        writer.abort();
    }
}

/// Sends what is in the box.
async fn write(
    mut sink: SplitSink<WebSocket, Message>,
    outbox: Arc<Outbox>,
    send_timeout: Duration,
    mut closing: watch::Receiver<bool>,
) {
    let mut ping_at = Instant::now() + PING;
    loop {
        let message = match outbox.next() {
            Next::Send(text) => Message::Text(text.into()),
            Next::Closed(code, reason) => {
                let frame = CloseFrame { code: code.unwrap_or(POLICY), reason: reason.into() };
                let _ = timeout(send_timeout, sink.send(Message::Close(Some(frame)))).await;
                return;
            }
            other => {
                let until = match other {
                    Next::At(at) => at.min(ping_at),
                    _ => ping_at,
                };
                tokio::select! {
                    () = outbox.filled() => continue,
                    () = tokio::time::sleep_until(until) => {}
                    _ = closing.changed() => {
                        outbox.close_with(GOING_AWAY, SHUTTING_DOWN);
                        continue;
                    }
                }
                if Instant::now() < ping_at {
                    continue;
                }
                ping_at = Instant::now() + PING;
                Message::Ping(Vec::new().into())
            }
        };
        if !matches!(timeout(send_timeout, sink.send(message)).await, Ok(Ok(()))) {
            outbox.end();
            return;
        }
    }
}
