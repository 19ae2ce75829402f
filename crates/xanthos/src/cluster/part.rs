// SPDX-License-Identifier: GPL-3.0-or-later
//! Work that ranks can share: how a part of it is run, and how the parts are put together.

use anyhow::{Context, bail};
use arena::options::Shard;
use std::path::Path;

/// A command whose work has parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Datagen,
    Match,
    Analyse,
    Epd,
    Relabel,
}

impl Kind {
    const ALL: [Kind; 5] = [Kind::Datagen, Kind::Match, Kind::Analyse, Kind::Epd, Kind::Relabel];

    fn name(self) -> &'static str {
        match self {
            Kind::Datagen => "datagen",
            Kind::Match => "match",
            Kind::Analyse => "analyse",
            Kind::Epd => "epd",
            Kind::Relabel => "relabel",
        }
    }

    /// The option that names a part.
    fn shard(self) -> &'static str {
        match self {
            Kind::Match | Kind::Epd => "-shard",
            Kind::Datagen | Kind::Analyse | Kind::Relabel => "--shard",
        }
    }
}

/// A work as it was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedWork {
    kind: Kind,
    words: Vec<String>,
    parts: u32,
}

impl SharedWork {
    /// Reads `datagen own.vf --games 1000` and so on.
    ///
    /// # Errors
    /// If ranks can't share it.
    pub fn read(words: &[String], parts: u32) -> anyhow::Result<SharedWork> {
        let names = Kind::ALL.map(Kind::name).join(", ");
        let (name, words) = words.split_first().context("no work is named")?;
        let kind = Kind::ALL.into_iter().find(|kind| kind.name() == name);
        let kind =
            kind.with_context(|| format!("'{name}' is no work for ranks; one of {names}"))?;
        let bare = |word: &String| word.trim_start_matches('-').to_owned();
        if let Some(word) = words.iter().find(|word| ["shard", "merge"].contains(&&*bare(word))) {
            bail!("{word} is given by the cluster itself");
        }
        let work = SharedWork { kind, words: words.to_vec(), parts };
        // What can't be put together in the end is refused at the beginning.
        work.merging()?;
        Ok(work)
    }

    /// The arguments of part `index`, from 1.
    pub fn part(&self, index: u32) -> Vec<String> {
        let mut words = self.command();
        words.extend([self.kind.shard().to_owned(), format!("{index}/{}", self.parts)]);
        words
    }

    /// The arguments that put the finished parts together; none for samples, which 'data shuffle'
    /// takes as they are.
    pub fn merging(&self) -> anyhow::Result<Option<Vec<String>>> {
        let count = self.parts.to_string();
        let words = match self.kind {
            Kind::Datagen | Kind::Analyse => {
                let mut words = self.command();
                words.extend(["--merge".to_owned(), count]);
                words
            }
            Kind::Match => {
                let mut words = self.merged("journal")?;
                if let Some(pgn) = self.pgn() {
                    words.extend(["-pgnout".to_owned(), pgn]);
                }
                words
            }
            Kind::Epd => {
                let mut words = self.merged("json")?;
                words.extend(["-json".to_owned(), self.value("json").unwrap_or_default()]);
                words
            }
            Kind::Relabel => return Ok(None),
        };
        Ok(Some(words))
    }

    fn command(&self) -> Vec<String> {
        let head: &[&str] = match self.kind {
            Kind::Relabel => &["data", "relabel"],
            _ => &[self.kind.name()],
        };
        head.iter().map(|&word| word.to_owned()).chain(self.words.iter().cloned()).collect()
    }

    /// `match -merge` with the files of all parts.
    fn merged(&self, option: &str) -> anyhow::Result<Vec<String>> {
        let name = self.kind.name();
        let file = self.value(option);
        let file = file.with_context(|| format!("cluster {name} wants -{option} FILE"))?;
        let part = |index| Shard { index, count: self.parts }.name(Path::new(&file));
        let parts = (1..=self.parts).map(|index| part(index).to_string_lossy().into_owned());
        let head = [name.to_owned(), "-merge".to_owned()];
        Ok(head.into_iter().chain(parts).collect())
    }

    /// The word after an option.
    fn value(&self, option: &str) -> Option<String> {
        let mut words = self.words.iter();
        words.find(|word| word.trim_start_matches('-') == option && word.starts_with('-'))?;
        words.next().filter(|word| !word.starts_with('-')).cloned()
    }

    /// The file of games, written `-pgnout FILE` or `-pgnout file=FILE`.
    fn pgn(&self) -> Option<String> {
        let word = self.value("pgnout")?;
        Some(word.strip_prefix("file=").map_or(word.clone(), str::to_owned))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn work(words: &str) -> anyhow::Result<SharedWork> {
        let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
        SharedWork::read(&words, 2)
    }

    #[test]
    fn parts_and_merging_are_commands_of_this_program() {
        let made = work("datagen own.vf --games 10").unwrap();
        assert_eq!(made.part(2).join(" "), "datagen own.vf --games 10 --shard 2/2");
        let merging = made.merging().unwrap().unwrap();
        assert_eq!(merging.join(" "), "datagen own.vf --games 10 --merge 2");

        let played = work("match -engine cmd=a -journal m.journal -pgnout file=g.pgn").unwrap();
        assert!(played.part(1).ends_with(&["-shard".to_owned(), "1/2".to_owned()]));
        let merging = played.merging().unwrap().unwrap();
        let files = "match -merge m.1-of-2.journal m.2-of-2.journal -pgnout g.pgn";
        assert_eq!(merging.join(" "), files);

        let asked = work("epd a.epd -nodes 5 -json r.json").unwrap();
        let merging = asked.merging().unwrap().unwrap();
        assert_eq!(merging.join(" "), "epd -merge r.1-of-2.json r.2-of-2.json -json r.json");
        let labelled = work("relabel games:a.vf -o out.xts").unwrap();
        assert_eq!(labelled.part(1).join(" "), "data relabel games:a.vf -o out.xts --shard 1/2");
        assert_eq!(labelled.merging().unwrap(), None);
    }

    #[test]
    fn what_cannot_be_shared_is_refused() {
        for (words, why) in [
            ("bench", "no work for ranks"),
            ("match -engine cmd=a", "wants -journal"),
            ("epd a.epd -nodes 5", "wants -json"),
            ("datagen own.vf --shard 1/2", "by the cluster itself"),
        ] {
            let error = work(words).unwrap_err().to_string();
            assert!(error.contains(why), "{words}: {error}");
        }
    }
}
