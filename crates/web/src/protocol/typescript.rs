// SPDX-License-Identifier: GPL-3.0-or-later
//! Writes the types of the protocol as TypeScript, and checks that the page has them.
//!
//! `XANTHOS_WRITE_TYPES=1 cargo test -p xanthos-web --lib typescript` writes the file.

use super::{ANSWERS, Message, Refusal, Request};
use std::any::TypeId;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::Path;
use ts_rs::{Config, TS, TypeVisitor};

const HEAD: &str = "\
// SPDX-License-Identifier: GPL-3.0-or-later
// Generated from the Rust types of crates/web; do not edit. To write it again:
//   XANTHOS_WRITE_TYPES=1 cargo test -p xanthos-web --lib typescript
";

/// Options of an engine by name.
#[derive(TS)]
#[ts(type = "{ [name: string]: string | number | boolean }")]
pub struct OptionValues;

/// A number from 0 to 959, `random`, or whether the position given is one of Chess960.
#[derive(TS)]
#[ts(type = "number | \"random\" | boolean")]
pub struct Chess960Choice;

/// Every declared type that is reached from some others, by its name.
struct Collected<'a> {
    config: &'a Config,
    seen: HashSet<TypeId>,
    declared: BTreeMap<String, String>,
}

impl TypeVisitor for Collected<'_> {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if !self.seen.insert(TypeId::of::<T>()) {
            return;
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
        if T::output_path().is_none() {
            return;
        }
        let name = T::ident(self.config);
        let text = format!("{}export {}", T::docs().unwrap_or_default(), T::decl(self.config));
        let text = laid_out(&text);
        let other = self.declared.insert(name.clone(), text.clone());
        // A generic type comes once for each of its uses, with the same words.
        assert!(other.is_none_or(|other| other == text), "two types are called {name}");
    }
}

/// A field a line.
fn laid_out(text: &str) -> String {
    let mut out = String::new();
    let mut depth = 0_usize;
    // Depth of brackets that stay on one line, and whether a comment or a text is open.
    let (mut inline, mut comment, mut quoted) = (0_usize, false, false);
    let mut letters = text.chars().peekable();
    let newline = |out: &mut String, depth: usize| {
        out.truncate(out.trim_end().len());
        out.push('\n');
        out.push_str(&"  ".repeat(depth));
    };
    while let Some(c) = letters.next() {
        match c {
            _ if comment => {
                if c == '\n' {
                    newline(&mut out, depth);
                    while letters.next_if_eq(&' ').is_some() {}
                    out.push(' ');
                    continue;
                }
                out.push(c);
                if c == '/' && out.ends_with("*/") {
                    comment = false;
                    newline(&mut out, depth);
                    while letters.next_if(|c| c.is_whitespace()).is_some() {}
                }
            }
            '"' => {
                quoted = !quoted;
                out.push(c);
            }
            _ if quoted => out.push(c),
            '/' if letters.peek() == Some(&'*') => {
                comment = true;
                out.push(c);
            }
            '[' | '<' | '(' => {
                inline += 1;
                out.push(c);
            }
            ']' | '>' | ')' => {
                inline = inline.saturating_sub(1);
                out.push(c);
            }
            '{' if inline == 0 => {
                depth += 1;
                out.push(c);
                newline(&mut out, depth);
                while letters.next_if(|c| c.is_whitespace()).is_some() {}
            }
            '}' if inline == 0 => {
                depth = depth.saturating_sub(1);
                newline(&mut out, depth);
                out.push(c);
            }
            ',' if inline == 0 => {
                out.push(';');
                newline(&mut out, depth);
                while letters.next_if(|c| c.is_whitespace()).is_some() {}
            }
            '\n' => newline(&mut out, depth),
            _ => out.push(c),
        }
    }
    short_comments(&out)
}

/// Comments of one line in one line.
fn short_comments(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut out = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let indent = lines[at].len() - lines[at].trim_start().len();
        match lines[at..] {
            [open, said, close, ..] if open.trim() == "/**" && close.trim() == "*/" => {
                let said = said.trim().trim_start_matches("* ");
                out.push(format!("{}/** {said} */", " ".repeat(indent)));
                at += 3;
            }
            _ => {
                out.push(lines[at].to_owned());
                at += 1;
            }
        }
    }
    out.join("\n")
}

fn types() -> String {
    let config = Config::new().with_large_int("number");
    let mut all = Collected { config: &config, seen: HashSet::new(), declared: BTreeMap::new() };
    all.visit::<Request>();
    all.visit::<Message>();
    all.visit::<Refusal>();
    let mut text = HEAD.to_owned();
    for declared in all.declared.values() {
        text += &format!("\n{declared}\n");
    }
    text += "\n/** Which message answers which request, unless it is refused. */\n";
    text += "export interface Answers {\n";
    for (request, answer) in ANSWERS {
        text += &format!("  \"{request}\": \"{answer}\";\n");
    }
    text + "}\n"
}

#[test]
fn the_page_has_the_types_of_the_server() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/protocol.ts");
    let types = types();
    if std::env::var_os("XANTHOS_WRITE_TYPES").is_some() {
        std::fs::write(&path, &types).unwrap();
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    // Comments may lag behind: a word in a far crate is no reason to fail.
    let code = |text: &str| -> Vec<String> {
        let is_comment = |line: &&str| line.trim_start().starts_with(['/', '*']);
        text.lines().filter(|line| !is_comment(line)).map(str::to_owned).collect()
    };
    let (new, old) = (code(&types), code(&known));
    let differs = new.iter().zip(&old).find(|(new, old)| new != old);
    assert!(
        new == old,
        "web/src/protocol.ts is stale, first at {differs:?}. Write it with\n  \
         XANTHOS_WRITE_TYPES=1 cargo test -p xanthos-web --lib typescript"
    );
}

#[test]
fn every_request_has_an_answer() {
    let config = Config::new();
    let requests = Request::inline(&config);
    let named = |text: &str| -> BTreeSet<String> {
        let tags = text.split("\"type\": \"").skip(1);
        tags.filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect()
    };
    let answered: BTreeSet<String> = ANSWERS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(named(&requests), answered);
    let messages = named(&Message::inline(&config));
    assert!(ANSWERS.iter().all(|(_, answer)| messages.contains(*answer)));
}
