// SPDX-License-Identifier: GPL-3.0-or-later
//! The games that tuning is done by.

use anyhow::bail;
use arena::options::{Request, TournamentConfig};
use clap::Args;
use std::path::PathBuf;

/// Arguments that describe the games.
#[derive(Debug, Args)]
pub struct GameArgs {
    /// The engine, a program that speaks UCI
    #[arg(short, long, value_name = "PROGRAM")]
    pub engine: String,
    /// Time control of the games, as in 'xanthos match': 1+0.01, 40/4
    #[arg(long, value_name = "TC", required_unless_present = "nodes")]
    pub tc: Option<String>,
    /// Nodes a move, instead of a clock or besides
    #[arg(long)]
    pub nodes: Option<u64>,
    /// An option that stays as it is, NAME=VALUE (as often as wanted)
    #[arg(short, long, value_name = "NAME=VALUE")]
    pub option: Vec<String>,
    /// Openings, EPD or PGN [default: the start position]
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,
    /// Pairs of games in an iteration or trial
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub pairs: u32,
    /// Games at the same time
    #[arg(short, long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub concurrency: u16,
    /// Seed of everything random but the games
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Further options of 'xanthos match'
    #[arg(last = true, value_name = "MATCH OPTIONS")]
    pub conditions: Vec<String>,
}

impl GameArgs {
    /// The conditions of the games, in the words of a match.
    pub fn conditions(&self) -> anyhow::Result<TournamentConfig> {
        let args = self;
        let mut words: Vec<String> = Vec::new();
        for name in ["plus", "minus"] {
            let engine = ["-engine".into(), format!("cmd={}", args.engine), format!("name={name}")];
            words.extend(engine);
        }
        words.push("-each".into());
        words.extend(args.tc.iter().map(|tc| format!("tc={tc}")));
        if args.tc.is_none() {
            words.push("tc=inf".into());
        }
        words.extend(args.nodes.iter().map(|nodes| format!("nodes={nodes}")));
        words.extend(args.option.iter().map(|option| format!("option.{option}")));
        if let Some(openings) = &args.openings {
            words.extend(["-openings".into(), format!("file={}", openings.display())]);
            words.push("order=random".into());
        }
        let more =
            [("-rounds", args.pairs.to_string()), ("-concurrency", args.concurrency.to_string())];
        for (name, value) in more {
            words.extend([name.to_owned(), value]);
        }
        words.extend(["-repeat".into(), "-srand".into(), args.seed.to_string()]);
        words.extend(args.conditions.iter().cloned());
        match arena::options::parse(words)? {
            Request::Run { config, warnings } => {
                // Tuning may begin at the initial position: the options make games differ.
                let told =
                    warnings.iter().filter(|warning| !warning.starts_with("no opening book"));
                told.for_each(|warning| complain!("warning: {warning}"));
                Ok(*config)
            }
            _ => bail!("only options that describe games may stand behind '--'"),
        }
    }
}
