// SPDX-License-Identifier: GPL-3.0-or-later
//! HTTP/1.1 by hand, so that every byte of it can be wrong on purpose.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::Shared;
use crate::api;
use crate::faults::{LineFault, RequestFault};

/// A request.
pub(crate) struct Request {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) authorization: Option<String>,
    pub(crate) body: String,
    pub(crate) arrived: Instant,
}

/// Between two slow bytes.
const SLOW: Duration = Duration::from_micros(300);

/// Serves a connection until it ends.
pub(crate) fn serve(stream: TcpStream, shared: &Shared) {
    let _ = stream.set_nodelay(true);
    let _ = stream.set_read_timeout(Some(Duration::from_secs(30)));
    let Ok(mut writer) = stream.try_clone() else { return };
    let mut reader = BufReader::new(stream);
    while let Some(request) = read_request(&mut reader) {
        if shared.is_stopped() || !answer(&request, &mut writer, shared) {
            return;
        }
    }
}

fn read_request(reader: &mut BufReader<TcpStream>) -> Option<Request> {
    let mut line = String::new();
    reader.read_line(&mut line).ok().filter(|&count| count > 0)?;
    let mut words = line.split_whitespace();
    let (method, path) = (words.next()?.to_owned(), words.next()?.to_owned());
    let (mut length, mut authorization, mut chunked) = (0, None, false);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok().filter(|&count| count > 0)?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.trim().parse().ok()?,
            "authorization" => authorization = Some(value.trim().to_owned()),
            "transfer-encoding" => chunked = value.contains("chunked"),
            _ => {}
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    if chunked {
        body = read_chunks(reader)?;
    }
    let body = String::from_utf8_lossy(&body).into_owned();
    Some(Request { method, path, authorization, body, arrived: Instant::now() })
}

fn read_chunks(reader: &mut BufReader<TcpStream>) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let size = usize::from_str_radix(line.trim(), 16).ok()?;
        let mut chunk = vec![0; size + 2];
        reader.read_exact(&mut chunk).ok()?;
        if size == 0 {
            return Some(body);
        }
        body.extend_from_slice(&chunk[..size]);
    }
}

/// Answers a request; `false` ends the connection.
fn answer(request: &Request, writer: &mut TcpStream, shared: &Shared) -> bool {
    let public = api::is_public(&request.path);
    let fault = {
        let mut world = shared.lock();
        if !public {
            world.note_request(&request.path, Instant::now());
        }
        if !api::authorized(request, &mut world) {
            drop(world);
            return respond(writer, 401, "{\"error\":\"No such token\"}", false);
        }
        let fault = if public { None } else { world.options.faults.of_request() };
        if let Some((index, fault)) = fault {
            world.note_fault(index);
            if fault == RequestFault::TooMany {
                world.too_many(Instant::now());
            }
        }
        fault.map(|(_, fault)| fault)
    };
    match fault {
        Some(RequestFault::TooMany) => {
            return respond(writer, 429, "{\"error\":\"Too many requests\"}", false);
        }
        Some(RequestFault::Refused(status)) => {
            return respond(writer, status, "{\"error\":\"Bad luck\"}", false);
        }
        Some(RequestFault::ServerBefore(status)) => {
            return respond(writer, status, "<html>Oops</html>", false);
        }
        Some(RequestFault::CutBefore) => return false,
        Some(RequestFault::Swallowed(false)) => return keep_silent(shared),
        Some(RequestFault::Delay(ms)) => sleep(Duration::from_millis(ms)),
        _ => {}
    }
    if let Some((lines, delay)) = api::stream(request, shared) {
        match fault {
            Some(RequestFault::ServerAfter(status)) => {
                return respond(writer, status, "<html>Oops</html>", false);
            }
            Some(RequestFault::CutAfter | RequestFault::HalfAnswer) => return false,
            Some(RequestFault::Swallowed(true)) => return keep_silent(shared),
            _ => {}
        }
        send_lines(writer, &lines, delay, shared);
        return false;
    }
    let (status, body) = api::handle(request, shared);
    let mute = shared.lock().options.mute_challenges && api::makes_challenge(request);
    match fault.or(mute.then_some(RequestFault::CutAfter)) {
        Some(RequestFault::ServerAfter(status)) => {
            respond(writer, status, "<html>Oops</html>", false)
        }
        Some(RequestFault::CutAfter) => false,
        Some(RequestFault::Swallowed(_)) => keep_silent(shared),
        Some(RequestFault::Garbage) => respond(writer, 200, "\u{fffd}{]garbage\0", false),
        Some(RequestFault::HalfAnswer) => {
            let head =
                format!("HTTP/1.1 {status} X\r\nContent-Length: {}\r\n\r\n", body.len() + 10);
            let _ = writer.write_all(head.as_bytes());
            let _ = writer.write_all(&body.as_bytes()[..body.len() / 2]);
            false
        }
        fault => respond(writer, status, &body, fault == Some(RequestFault::SlowBytes)),
    }
}

/// Says nothing, and keeps the connection: a line that was cut somewhere else.
fn keep_silent(shared: &Shared) -> bool {
    let until = Instant::now() + Duration::from_secs(25);
    while Instant::now() < until && !shared.is_stopped() {
        sleep(Duration::from_millis(100));
    }
    false
}

fn respond(writer: &mut TcpStream, status: u16, body: &str, slowly: bool) -> bool {
    let text = format!(
        "HTTP/1.1 {status} X\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    if !slowly {
        return writer.write_all(text.as_bytes()).is_ok();
    }
    for byte in text.as_bytes() {
        if writer.write_all(&[*byte]).is_err() {
            return false;
        }
        sleep(SLOW);
    }
    true
}

/// What an open stream sends.
fn send_lines(
    writer: &mut TcpStream,
    lines: &Receiver<(Instant, String)>,
    delay: Duration,
    shared: &Shared,
) {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n";
    if writer.write_all(head.as_bytes()).is_err() {
        return;
    }
    let keep_alive = shared.lock().options.keep_alive;
    let mut held: Option<String> = None;
    while !shared.is_stopped() {
        let wait = if held.is_some() { Duration::from_millis(50) } else { keep_alive };
        let line = match lines.recv_timeout(wait) {
            Ok((told, line)) => {
                // Each line is as late as the wire makes it, not as those before it.
                sleep((told + delay).saturating_duration_since(Instant::now()));
                line
            }
            Err(RecvTimeoutError::Timeout) => {
                let line = held.take().unwrap_or_default();
                if chunk(writer, &format!("{line}\n")).is_err() {
                    return;
                }
                continue;
            }
            Err(RecvTimeoutError::Disconnected) => {
                if let Some(line) = held.take() {
                    let _ = chunk(writer, &format!("{line}\n"));
                }
                let _ = writer.write_all(b"0\r\n\r\n");
                return;
            }
        };
        let fault = {
            let mut world = shared.lock();
            let fault = world.options.faults.of_line();
            if let Some((index, _)) = fault {
                world.note_fault(index);
            }
            fault.map(|(_, fault)| fault)
        };
        let sent = send_line(writer, &line, fault, &mut held, shared);
        if sent.is_err() {
            return;
        }
        if fault != Some(LineFault::Reordered)
            && let Some(line) = held.take()
            && chunk(writer, &format!("{line}\n")).is_err()
        {
            return;
        }
    }
}

fn send_line(
    writer: &mut TcpStream,
    line: &str,
    fault: Option<LineFault>,
    held: &mut Option<String>,
    shared: &Shared,
) -> std::io::Result<()> {
    let end = || Err(std::io::Error::other("cut on purpose"));
    let whole = format!("{line}\n");
    match fault {
        None => chunk(writer, &whole),
        Some(LineFault::Cut) => end(),
        Some(LineFault::HalfLine) => {
            chunk(writer, &whole[..cut_at(&whole)])?;
            end()
        }
        Some(LineFault::Damaged) => {
            let half = cut_at(&whole);
            chunk(writer, &format!("{}\u{1}#\n", &whole[..half]))
        }
        Some(LineFault::Garbage) => {
            chunk(writer, "{\"type\":\"gameSta\u{7f}\n")?;
            chunk(writer, &whole)
        }
        Some(LineFault::Twice) => {
            chunk(writer, &whole)?;
            chunk(writer, &whole)
        }
        Some(LineFault::Reordered) => {
            // Held back until the next one, or for a moment.
            match held.replace(line.to_owned()) {
                Some(before) => chunk(writer, &format!("{before}\n")),
                None => Ok(()),
            }
        }
        Some(LineFault::Delay(ms)) => {
            sleep(Duration::from_millis(ms));
            chunk(writer, &whole)
        }
        Some(LineFault::SlowBytes) => {
            for piece in whole.as_bytes().chunks(7) {
                chunk(writer, &String::from_utf8_lossy(piece))?;
                sleep(SLOW);
            }
            Ok(())
        }
        Some(LineFault::Stalled) => {
            keep_silent(shared);
            end()
        }
    }
}

/// The middle of a text, between two characters.
fn cut_at(text: &str) -> usize {
    (0..=text.len() / 2).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

fn chunk(writer: &mut TcpStream, text: &str) -> std::io::Result<()> {
    if text.is_empty() {
        return Ok(());
    }
    writer.write_all(format!("{:x}\r\n{text}\r\n", text.len()).as_bytes())
}
