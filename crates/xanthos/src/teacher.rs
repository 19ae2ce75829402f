// SPDX-License-Identifier: GPL-3.0-or-later
//! The words of the command line about a teacher.

use crate::arguments::{at_least_one, positive};
use clap::Args;
use journal::StopFlag;
use play::Launch;
use std::time::Duration;
use train::teacher::{Ask, TeacherConfig};

/// Who labels positions, and how it is asked.
#[derive(Debug, Args)]
pub struct TeacherArgs {
    /// A UCI engine that labels positions: its command, with arguments if need be
    #[arg(long, value_name = "COMMAND")]
    teacher: Option<String>,
    /// What it is asked: 'go ...', or 'eval LINE' for an engine like Stockfish that prints its
    /// evaluation in a line that begins with these words
    #[arg(long, default_value_t = Ask::default(), value_name = "COMMAND", requires = "teacher")]
    teacher_ask: Ask,
    /// Questions asked ahead; only for an engine that reads them one after the other
    #[arg(long, default_value_t = 1, value_parser = at_least_one, value_name = "N", requires = "teacher")]
    teacher_ahead: usize,
    /// Multiply its scores with this
    #[arg(long, default_value_t = 1.0, value_parser = positive, value_name = "FACTOR", requires = "teacher")]
    teacher_scale: f64,
    /// Seconds that an answer may take
    #[arg(long, default_value_t = 20.0, value_parser = positive, value_name = "SECONDS", requires = "teacher", alias = "teacher-patience")]
    teacher_timeout: f64,
    /// An option of it
    #[arg(long, value_name = "NAME=VALUE", value_parser = named, requires = "teacher")]
    teacher_option: Vec<(String, String)>,
}

impl TeacherArgs {
    /// The teacher that was asked for.
    pub fn config(&self) -> Option<TeacherConfig> {
        let mut words = self.teacher.as_deref()?.split_whitespace().map(str::to_owned);
        let launch = Launch {
            command: words.next().unwrap_or_default(),
            args: words.collect(),
            ..Launch::default()
        };
        Some(TeacherConfig {
            launch,
            options: self.teacher_option.clone(),
            ask: self.teacher_ask.clone(),
            look_ahead: self.teacher_ahead,
            scale: self.teacher_scale,
            patience: Duration::from_secs_f64(self.teacher_timeout),
            stop: StopFlag::new(),
        })
    }
}

fn named(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("NAME=VALUE is wanted")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}
