// SPDX-License-Identifier: GPL-3.0-or-later
//! What is seen of a run.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use train::nnue::Progress;

/// What is seen while it runs: a bar on a terminal's standard error, and a line a
/// superbatch on standard output.
pub struct Face {
    bar: ProgressBar,
}

impl Face {
    pub fn new() -> Face {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        if let Ok(style) =
            ProgressStyle::with_template("[{bar:30}] {pos}/{len} steps, {msg}, {eta} left")
        {
            bar.set_style(style.progress_chars("=> "));
        }
        Face { bar }
    }

    fn say(&self, line: &str) {
        self.bar.suspend(|| println!("{line}"));
    }

    pub fn show(&self, progress: Progress) {
        match progress {
            Progress::Data { training, validation, width } => self.say(&format!(
                "{training} positions to learn from, {validation} held out; \
                 width of the sigmoid {width:.1} cp"
            )),
            Progress::Resumed(steps) => {
                self.say(&format!("going on after {steps} steps"));
                self.bar.set_position(steps);
                self.bar.reset_eta();
            }
            Progress::Step { step, of, loss, speed } => {
                self.bar.set_length(of);
                self.bar.set_message(format!("loss {loss:.6}, {speed:.0} positions/s"));
                self.bar.set_position(step);
            }
            Progress::Superbatch {
                number,
                of,
                training,
                validation,
                rate,
                speed,
                agreement,
                guesses,
            } => {
                let mut line = format!(
                    "superbatch {number}/{of} loss {training:.6} validation {validation:.6} \
                     rate {rate:.6} {speed:.0} positions/s"
                );
                if agreement.positions > 0 {
                    line += &format!(
                        ", quantised: mean {:.2} cp, largest {:.1} cp apart, loss {:+.6}",
                        agreement.mean,
                        agreement.largest,
                        agreement.quantised_loss - agreement.trained_loss
                    );
                }
                if let Some(guesses) = guesses {
                    line += &format!(
                        ", moves: loss {:.4}, first choice {:.1} %, among five {:.1} %",
                        guesses.loss,
                        100.0 * guesses.first,
                        100.0 * guesses.five
                    );
                }
                self.say(&line);
            }
        }
    }
}

impl Drop for Face {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
