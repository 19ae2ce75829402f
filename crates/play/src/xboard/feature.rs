// SPDX-License-Identifier: GPL-3.0-or-later
//! What an xboard engine says it can do.
//!
//! ```
//! use play::xboard::feature::Features;
//! let mut features = Features::default();
//! features.hear(r#"feature ping=1 setboard=1 myname="Old Hand 1.0" done=1"#);
//! assert!(features.ping && features.setboard && features.done == Some(true));
//! assert_eq!(features.myname.as_deref(), Some("Old Hand 1.0"));
//! ```

use super::option::XboardOption;

/// The features of an engine; defaults are those of an engine that has never
/// heard of features.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Features {
    /// Answers `ping` with `pong`.
    pub ping: bool,
    /// Understands `setboard`.
    pub setboard: bool,
    /// Wants moves as `Nf3`.
    pub san: bool,
    /// Wants moves marked by `usermove`.
    pub usermove: bool,
    /// Wants to be told the clocks.
    pub time: bool,
    /// Wants to hear draw offers.
    pub draw: bool,
    /// May play several games.
    pub reuse: bool,
    /// Wants to know the opponent's name.
    pub name: bool,
    /// Understands `nps`.
    pub nps: bool,
    /// Understands `memory`.
    pub memory: bool,
    /// Understands `cores`.
    pub smp: bool,
    /// Tablebase formats it can be given a path for.
    pub egt: Vec<String>,
    /// Its name.
    pub myname: Option<String>,
    /// The kinds of chess it plays.
    pub variants: Vec<String>,
    /// Its options.
    pub options: Vec<XboardOption>,
    /// `Some(false)`: asks for more time; `Some(true)`: has said everything.
    pub done: Option<bool>,
}

impl Default for Features {
    fn default() -> Features {
        Features {
            ping: false,
            setboard: false,
            san: false,
            usermove: false,
            time: true,
            draw: true,
            reuse: true,
            name: false,
            nps: false,
            memory: false,
            smp: false,
            egt: Vec::new(),
            myname: None,
            variants: Vec::new(),
            options: Vec::new(),
            done: None,
        }
    }
}

impl Features {
    /// Takes in a `feature` line and answers with the lines to send back.
    pub fn hear(&mut self, line: &str) -> Vec<String> {
        let Some(rest) = line.trim().strip_prefix("feature") else { return Vec::new() };
        pairs(rest)
            .into_iter()
            .map(|(name, value)| {
                let verdict = if self.set(&name, &value) { "accepted" } else { "rejected" };
                format!("{verdict} {name}")
            })
            .collect()
    }

    fn set(&mut self, name: &str, value: &str) -> bool {
        let on = value != "0";
        let list = || value.split(',').map(|item| item.trim().to_owned()).collect();
        match name {
            "ping" => self.ping = on,
            "setboard" => self.setboard = on,
            "san" => self.san = on,
            "usermove" => self.usermove = on,
            "time" => self.time = on,
            "draw" => self.draw = on,
            "reuse" => self.reuse = on,
            "name" => self.name = on,
            "nps" => self.nps = on,
            "memory" => self.memory = on,
            "smp" => self.smp = on,
            "egt" => self.egt = list(),
            "variants" => self.variants = list(),
            "myname" => self.myname = Some(value.to_owned()),
            "option" => self.options.extend(XboardOption::parse(value)),
            "done" => self.done = Some(on),
            // Agreed to, because nothing here depends on them.
            "playother" | "sigint" | "sigterm" | "analyze" | "colors" | "debug" | "pause"
            | "ics" | "highlight" | "setscore" | "exclude" => {}
            _ => return false,
        }
        true
    }
}

/// Splits `name=value name="quoted value"`; what does not fit is skipped.
fn pairs(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(equals) = rest.find('=') {
        // Anything before the name is debris of a broken pair.
        let name = rest[..equals].split_whitespace().next_back().unwrap_or_default();
        let after = rest[equals + 1..].trim_start();
        let (value, next) = match after.strip_prefix('"') {
            Some(quoted) => match quoted.find('"') {
                Some(end) => (&quoted[..end], &quoted[end + 1..]),
                None => (quoted, ""),
            },
            None => match after.find(char::is_whitespace) {
                Some(end) => (&after[..end], &after[end..]),
                None => (after, ""),
            },
        };
        if !name.is_empty() {
            found.push((name.to_owned(), value.to_owned()));
        }
        rest = next.trim_start();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_values_may_hold_anything() {
        let mut features = Features::default();
        let replies = features.hear(
            r#"feature option="Threshold (a=b) -spin 5 0 10" variants="normal,fischerandom" reuse=0 xedit=1 done=0"#,
        );
        assert_eq!(features.options.len(), 1);
        assert_eq!(features.options[0].name, "Threshold (a=b)");
        assert_eq!(features.variants, ["normal", "fischerandom"]);
        assert!(!features.reuse);
        assert_eq!(features.done, Some(false));
        assert_eq!(
            replies,
            [
                "accepted option",
                "accepted variants",
                "accepted reuse",
                "rejected xedit",
                "accepted done"
            ]
        );
    }

    #[test]
    fn broken_lines_do_no_harm() {
        let mut features = Features::default();
        for line in
            ["feature", "feature =", "feature ping", "feature myname=\"half", "feature a b ping=1"]
        {
            features.hear(line);
        }
        assert!(features.ping);
        assert_eq!(features.myname.as_deref(), Some("half"));
    }
}
