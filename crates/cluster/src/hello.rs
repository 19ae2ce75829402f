// SPDX-License-Identifier: GPL-3.0-or-later
//! The first message of a rank: who it is. Ranks that differ do not play together.

use serde::{Deserialize, Serialize};

/// The language of the messages. It changes with their meaning.
pub const PROTOCOL: u32 = 1;

/// Who a rank is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// The language of its messages.
    pub protocol: u32,
    /// Version and commit.
    pub version: String,
    /// Names and checksums of the networks inside.
    pub nets: String,
    /// What it was started with.
    pub arguments: Vec<String>,
    /// The machine.
    pub host: String,
    /// The process.
    pub pid: u32,
}

impl Hello {
    /// Who this program is.
    pub fn new(version: String, nets: String, arguments: Vec<String>) -> Hello {
        let host = std::fs::read_to_string("/proc/sys/kernel/hostname");
        Hello {
            protocol: PROTOCOL,
            version,
            nets,
            arguments,
            host: host.map_or_else(|_| "unknown".to_owned(), |name| name.trim().to_owned()),
            pid: std::process::id(),
        }
    }

    /// Why a rank can't play with this one; `None` if it can.
    pub fn objection(&self, other: &Hello) -> Option<String> {
        let differ = |what: &str, mine: &str, theirs: &str| {
            Some(format!("on {}: its {what} is {theirs}, and that of rank 0 is {mine}", other.host))
        };
        if self.protocol != other.protocol {
            let (mine, theirs) = (self.protocol.to_string(), other.protocol.to_string());
            return differ("protocol", &mine, &theirs);
        }
        if self.version != other.version {
            return differ("version", &self.version, &other.version);
        }
        if self.nets != other.nets {
            return differ("network", &self.nets, &other.nets);
        }
        if self.arguments != other.arguments {
            return differ("command line", &self.arguments.join(" "), &other.arguments.join(" "));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_that_differ_are_told_apart() {
        let own = Hello::new("1.0 abc".into(), "net 1".into(), vec!["cluster".into()]);
        assert_eq!(own.objection(&Hello { host: "b".into(), pid: 7, ..own.clone() }), None);
        for (other, word) in [
            (Hello { protocol: 9, ..own.clone() }, "protocol"),
            (Hello { version: "1.1".into(), ..own.clone() }, "version"),
            (Hello { nets: "net 2".into(), ..own.clone() }, "network"),
            (Hello { arguments: vec![], ..own.clone() }, "command line"),
        ] {
            let why = own.objection(&other).expect("an objection");
            assert!(why.contains(word), "{why}");
        }
    }
}
