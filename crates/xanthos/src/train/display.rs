// SPDX-License-Identifier: GPL-3.0-or-later
//! The progress of a run on the terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use train::trainer::Progress;

/// A progress bar on standard error, if that is a terminal, and a line a superbatch on standard
/// output.
pub struct Display {
    bar: ProgressBar,
}

impl Display {
    pub fn new() -> Display {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        if let Ok(style) =
            ProgressStyle::with_template("[{bar:30}] {pos}/{len} steps, {msg}, {eta} left")
        {
            bar.set_style(style.progress_chars("=> "));
        }
        Display { bar }
    }

    fn print(&self, line: &str) {
        self.bar.suspend(|| say!("{line}"));
    }

    pub fn show(&self, progress: Progress) {
        match progress {
            Progress::Data { training, validation, width } => {
                let width = width
                    .map_or(String::new(), |width| format!("; width of the sigmoid {width:.1} cp"));
                self.print(&format!(
                    "{training} training samples, {validation} validation samples{width}"
                ));
            }
            Progress::Resumed(steps) => {
                self.print(&format!("resumed after {steps} steps"));
                self.bar.set_position(steps);
                self.bar.reset_eta();
            }
            Progress::Step { step, of, loss, speed } => {
                self.bar.set_length(of);
                self.bar.set_message(format!("loss {loss:.6}, {speed:.0} samples/s"));
                self.bar.set_position(step);
            }
            Progress::Validated {
                period,
                number,
                of,
                training,
                validation,
                learning_rate,
                speed,
                quantisation,
                moves,
            } => {
                // Without validation samples there is nothing to say.
                let validation = match validation.is_nan() {
                    true => String::new(),
                    false => format!("validation {validation:.6} "),
                };
                let mut line = format!(
                    "{period} {number}/{of} loss {training:.6} {validation}\
                     learning rate {learning_rate:.6} {speed:.0} samples/s"
                );
                if let Some(quantisation) = quantisation {
                    line += &format!(
                        ", quantised: mean {:.2} cp, largest {:.1} cp apart, loss {:+.6}",
                        quantisation.mean,
                        quantisation.largest,
                        quantisation.quantised_loss - quantisation.trained_loss
                    );
                }
                if let Some(moves) = moves {
                    line += &format!(
                        ", moves: loss {:.4}, first choice {:.1} %, among five {:.1} %",
                        moves.loss,
                        100.0 * moves.first,
                        100.0 * moves.five
                    );
                }
                self.print(&line);
            }
        }
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
