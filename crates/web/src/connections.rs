// SPDX-License-Identifier: GPL-3.0-or-later
//! Connections before they have asked anything: so many, and for so long.
//!
//! Whoever connects and says nothing, or says it letter by letter, has not shown a token yet; he
//! must not take the places of others. A connection that has asked for a page and is quiet since is
//! let go too; pages that are open have a socket, which looks after itself.

use axum::serve::Listener;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep, sleep_until};

/// A listener that keeps a number of places.
pub struct Places {
    listener: TcpListener,
    free: Arc<Semaphore>,
    patience: Duration,
}

impl Places {
    /// So many connections at a time, each with so much time for what it asks.
    pub fn new(listener: TcpListener, places: usize, patience: Duration) -> Places {
        Places { listener, free: Arc::new(Semaphore::new(places)), patience }
    }
}

impl Listener for Places {
    type Io = Connection;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Connection, SocketAddr) {
        // The semaphore is never closed.
        let place = Arc::clone(&self.free).acquire_owned().await.ok();
        let (stream, address) = Listener::accept(&mut self.listener).await;
        let _ = stream.set_nodelay(true);
        let until = Instant::now() + self.patience;
        let connection = Connection {
            stream,
            patience: self.patience,
            limit: Box::pin(sleep_until(until)),
            state: State::Asking { line_ends: 0 },
            _place: place,
        };
        (connection, address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// A connection that must ask something before its time is up.
pub struct Connection {
    stream: TcpStream,
    patience: Duration,
    limit: Pin<Box<Sleep>>,
    state: State,
    _place: Option<OwnedSemaphorePermit>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// The head of a request is not complete; so many ends of a line came last.
    Asking { line_ends: u8 },
    /// It is being answered, or is a socket of a page.
    Answered,
    /// A socket of a page: it has rules of its own.
    Upgraded,
}

impl Connection {
    /// An error once the time is up.
    fn is_late<T>(&mut self, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        ready!(self.limit.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }

    /// Looks for the empty line that ends the head of a request.
    fn note(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            let State::Asking { line_ends } = self.state else { return };
            self.state = match byte {
                b'\n' if line_ends == 1 => State::Answered,
                b'\n' => State::Asking { line_ends: 1 },
                b'\r' => State::Asking { line_ends },
                _ => State::Asking { line_ends: 0 },
            };
        }
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        if let Poll::Ready(read) = Pin::new(&mut self.stream).poll_read(context, buffer) {
            let fresh = &buffer.filled()[before..];
            self.note(fresh);
            return Poll::Ready(read);
        }
        match self.state {
            State::Asking { .. } => self.is_late(context),
            State::Answered | State::Upgraded => Poll::Pending,
        }
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        if self.state == State::Upgraded {
            return Pin::new(&mut self.stream).poll_write(context, bytes);
        }
        let Poll::Ready(written) = Pin::new(&mut self.stream).poll_write(context, bytes) else {
            // Who does not take his answer goes too.
            return self.is_late(context);
        };
        // The next question has its time from here. `101` is the answer that makes a socket of it.
        self.state = match bytes.starts_with(b"HTTP/1.1 101") {
            true => State::Upgraded,
            false => State::Asking { line_ends: 0 },
        };
        let until = Instant::now() + self.patience;
        self.limit.as_mut().reset(until);
        Poll::Ready(written)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
