// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos elo` and `xanthos sprt`: what counts of results say, without a match.

use crate::show::WRONG_INPUT;
use arena::options::{SprtConfig, SprtModel};
use arena::stats::{Estimate, Outcomes, Pentanomial, Sprt, SprtDecision, Unit, Wdl};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use std::io::{self, BufRead, Write};
use std::process::ExitCode;

/// Arguments of `elo`.
#[derive(Debug, Args)]
pub struct EloArgs {
    #[command(flatten)]
    counts: CountArgs,
}

/// Arguments of `sprt`.
#[derive(Debug, Args)]
pub struct SprtArgs {
    #[command(flatten)]
    counts: CountArgs,
    /// Elo of the null hypothesis
    #[arg(long, default_value_t = 0.0, value_name = "ELO", allow_negative_numbers = true)]
    elo0: f64,
    /// Elo of the alternative
    #[arg(long, default_value_t = 5.0, value_name = "ELO", allow_negative_numbers = true)]
    elo1: f64,
    /// Accepted probability of a false positive
    #[arg(long, default_value_t = 0.05, value_name = "P")]
    alpha: f64,
    /// Accepted probability of a false negative
    #[arg(long, default_value_t = 0.05, value_name = "P")]
    beta: f64,
    /// What an Elo of the bounds is
    #[arg(long, value_enum, default_value_t = ModelChoice::Normalized)]
    model: ModelChoice,
}

#[derive(Debug, Args)]
struct CountArgs {
    /// Three numbers: games won, drawn, lost; or five: pairs of games by points, 0 ½ 1 1½ 2 (as
    /// Ptnml(0-2) prints them; brackets and commas may stay); or '-' for one such line after
    /// another on standard input
    #[arg(required = true, value_name = "COUNT", allow_negative_numbers = true)]
    counts: Vec<String>,
    /// As JSON, a line for each
    #[arg(long)]
    json: bool,
}

/// What an Elo of the bounds is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ModelChoice {
    /// In units of the spread of a game
    #[value(alias = "normalised")]
    Normalized,
    /// The usual one
    Logistic,
    /// BayesElo; games, not pairs
    Bayesian,
}

/// Prints Elo, nElo and LOS.
pub fn elo(args: &EloArgs) -> anyhow::Result<ExitCode> {
    each(&args.counts, &|outcomes| {
        let estimate = Estimate::of(&outcomes.outcomes());
        (elo_text(outcomes, &estimate), elo_json(outcomes, &estimate))
    })
}

/// Prints the same with the state of a test.
pub fn sprt(args: &SprtArgs) -> anyhow::Result<ExitCode> {
    let model = match args.model {
        ModelChoice::Normalized => SprtModel::Normalized,
        ModelChoice::Logistic => SprtModel::Logistic,
        ModelChoice::Bayesian => SprtModel::Bayesian,
    };
    let &SprtArgs { elo0, elo1, alpha, beta, .. } = args;
    let inside = |p: f64| p > 0.0 && p < 1.0;
    if !(elo0 < elo1 && elo0.is_finite() && elo1.is_finite()) {
        return refuse("--elo0 must be less than --elo1");
    }
    if !(inside(alpha) && inside(beta) && alpha + beta < 1.0) {
        return refuse("--alpha and --beta are probabilities that add up to less than 1");
    }
    let test = Sprt::new(SprtConfig { elo0, elo1, alpha, beta, model });
    if model == SprtModel::Bayesian && args.counts.counts.len() == 5 {
        return refuse("the bayesian model is one of games: give won, drawn and lost");
    }
    each(&args.counts, &|counts| {
        let outcomes = counts.outcomes();
        let estimate = Estimate::of(&outcomes);
        let llr = test.llr(&outcomes);
        let decision = test.decision(llr);
        let word = match decision {
            SprtDecision::Continue => "not decided",
            SprtDecision::H0 => "H0 accepted",
            SprtDecision::H1 => "H1 accepted",
        };
        let mut text = elo_text(counts, &estimate);
        text += &format!(
            "LLR {llr:.3} in ({:.3}, {:.3}) for [{elo0}, {elo1}] {model:?}: {word}\n",
            test.lower, test.upper
        );
        if let Some(more) = games_left(&test, llr, counts.games()) {
            text += &format!("At this rate decided after about {more} more games\n");
        }
        let mut json = elo_json(counts, &estimate);
        json["llr"] = number(llr);
        json["lower"] = number(test.lower);
        json["upper"] = number(test.upper);
        json["decision"] = json!(decision);
        (text, json)
    })
}

/// If the ratio goes on as it went, how many games are missing.
fn games_left(test: &Sprt, llr: f64, games: u64) -> Option<u64> {
    let bound = if llr > 0.0 { test.upper } else { test.lower };
    let share = llr / bound;
    (share > 0.0 && share < 1.0).then(|| (games as f64 * (1.0 / share - 1.0)).ceil() as u64)
}

/// Counts of games or of pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Counts {
    Games(Wdl),
    Pairs(Pentanomial),
}

impl Counts {
    /// Reads three or five numbers.
    fn read(words: &[String]) -> Result<Counts, String> {
        let text = words.join(" ");
        let parts = text.split(|c: char| c.is_whitespace() || "[],;".contains(c));
        let numbers: Result<Vec<u64>, String> = parts
            .filter(|part| !part.is_empty())
            .map(|part| {
                let number: u64 =
                    part.parse().map_err(|_| format!("`{part}` is not a count of games"))?;
                (number <= 1 << 53).then_some(number).ok_or_else(|| format!("{part} is too many"))
            })
            .collect();
        match numbers?.as_slice() {
            &[0, 0, 0] | &[0, 0, 0, 0, 0] => Err("no games, so nothing to say".to_owned()),
            &[wins, draws, losses] => Ok(Counts::Games(Wdl::new(wins, draws, losses))),
            &[a, b, c, d, e] => Ok(Counts::Pairs(Pentanomial::new([a, b, c, d, e]))),
            other => Err(format!(
                "{} numbers: three are wanted (won, drawn, lost), or five (pairs by points)",
                other.len()
            )),
        }
    }

    fn outcomes(&self) -> Outcomes {
        match self {
            Counts::Games(games) => Outcomes::games(games),
            Counts::Pairs(pairs) => Outcomes::pairs(pairs),
        }
    }

    fn games(&self) -> u64 {
        match self {
            Counts::Games(games) => games.games(),
            Counts::Pairs(pairs) => 2 * pairs.pairs(),
        }
    }
}

fn elo_text(counts: &Counts, estimate: &Estimate) -> String {
    let draws = match counts {
        Counts::Games(games) => format!("draws {:.2} %", 100.0 * games.draw_ratio()),
        Counts::Pairs(pairs) => format!(
            "level pairs {:.2} %, pairs won per pair lost {:.2}",
            100.0 * pairs.draw_ratio(),
            pairs.pairs_ratio()
        ),
    };
    let games =
        format!("{} games, score {:.2} %, {draws}\n", counts.games(), 100.0 * estimate.score);
    if let Some(bound) = bound(counts, estimate) {
        let beyond = if bound < 0.0 && estimate.score <= 0.0 { "below" } else { "above" };
        return format!(
            "{games}Elo {beyond} {bound:.2} with a confidence of 95 %, LOS {:.2} %\n",
            100.0 * estimate.los
        );
    }
    format!(
        "{games}Elo {:.2} +/- {:.2} [{:.2}, {:.2}], nElo {:.2} +/- {:.2}, LOS {:.2} %\n",
        estimate.elo,
        estimate.elo_error,
        estimate.elo_low,
        estimate.elo_high,
        estimate.nelo,
        estimate.nelo_error,
        100.0 * estimate.los,
    )
}

/// Numbers that JSON has no word for, as after five wins and nothing else, are null.
fn number(value: f64) -> Value {
    if value.is_finite() { json!(value) } else { Value::Null }
}

/// After wins or losses alone, the Elo that 95 % of such results are beyond: a side that is no better
/// (or worse) than this has them one time in twenty.
fn bound(counts: &Counts, estimate: &Estimate) -> Option<f64> {
    let results = match counts {
        Counts::Games(games) => games.games(),
        Counts::Pairs(pairs) => pairs.pairs(),
    };
    // 1/p − 1 for the p with p^n = 0.05, to all digits for a large n too.
    let odds = (20.0_f64.ln() / results as f64).exp_m1();
    let elo = -400.0 * odds.log10();
    if estimate.score >= 1.0 {
        Some(elo)
    } else if estimate.score <= 0.0 {
        Some(-elo)
    } else {
        None
    }
}

fn elo_json(counts: &Counts, estimate: &Estimate) -> Value {
    json!({
        "unit": match estimate.unit { Unit::Games => "games", Unit::Pairs => "pairs" },
        "games": counts.games(),
        "score": number(estimate.score),
        "elo": number(estimate.elo),
        "elo_error": number(estimate.elo_error),
        "elo_low": number(estimate.elo_low),
        "elo_high": number(estimate.elo_high),
        "bound": bound(counts, estimate),
        "nelo": number(estimate.nelo),
        "nelo_error": number(estimate.nelo_error),
        "los": number(estimate.los),
    })
}

/// Answers for the counts of the arguments, or for each line of standard input.
fn each(args: &CountArgs, answer: &dyn Fn(&Counts) -> (String, Value)) -> anyhow::Result<ExitCode> {
    let mut out = io::stdout().lock();
    let mut put = |counts: &Counts| {
        let (text, json) = answer(counts);
        if args.json { writeln!(out, "{json}") } else { write!(out, "{text}") }
    };
    if args.counts != ["-"] {
        return match Counts::read(&args.counts) {
            Ok(counts) => {
                put(&counts)?;
                Ok(ExitCode::SUCCESS)
            }
            Err(why) => refuse(&why),
        };
    }
    for (line, text) in (1..).zip(io::stdin().lock().lines()) {
        let text = text?;
        if text.trim().is_empty() {
            continue;
        }
        match Counts::read(&[text]) {
            Ok(counts) => put(&counts)?,
            Err(why) => return refuse(&format!("line {line}: {why}")),
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn refuse(message: &str) -> anyhow::Result<ExitCode> {
    writeln!(io::stderr(), "error: {message}")?;
    Ok(ExitCode::from(WRONG_INPUT))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Counts, String> {
        Counts::read(&text.split(' ').map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn counts_are_read_as_programs_print_them() {
        let games = Counts::Games(Wdl::new(10, 20, 5));
        assert_eq!(read("10 20 5"), Ok(games));
        let pairs = Counts::Pairs(Pentanomial::new([1, 2, 3, 4, 5]));
        assert_eq!(read("1 2 3 4 5"), Ok(pairs));
        assert_eq!(read("[1, 2, 3, 4, 5]"), Ok(pairs));
        assert_eq!((games.games(), pairs.games()), (35, 30));
        for bad in [
            "",
            "0 0 0",
            "0 0 0 0 0",
            "1 2",
            "1 2 3 4",
            "-1 2 3",
            "1 x 3",
            "99999999999999999999 1 1",
        ] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }

    /// Who wins a game with probability p wins five in a row with p^5.
    #[test]
    fn wins_alone_give_a_bound() {
        let told = |text: &str| {
            let counts = read(text).unwrap();
            bound(&counts, &Estimate::of(&counts.outcomes()))
        };
        let elo = told("5 0 0").unwrap();
        let p = 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
        assert!((p.powi(5) - 0.05).abs() < 1e-9);
        assert_eq!(told("0 0 5"), Some(-elo));
        assert_eq!(told("0 0 0 0 5"), Some(elo));
        assert_eq!(told("5 1 0"), None);
    }
}
