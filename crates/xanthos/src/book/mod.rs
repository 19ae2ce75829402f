// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos book`: opening books of both kinds.

mod dump;
mod explore;
mod make;
mod view;

use crate::arguments::{at_least_one, share};
use crate::cli::ColourChoice;
use crate::show;
use anyhow::{Context, bail};
use clap::{Args, Subcommand, ValueEnum};
use formats::book::{Book, Choice, Kind, library};
use formats::polyglot;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::SplitMix64;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use view::View;

/// Arguments of `book`.
#[derive(Debug, Args)]
pub struct BookArgs {
    #[command(subcommand)]
    step: Step,
}

#[derive(Debug, Subcommand)]
enum Step {
    /// Choose a move as a player would
    #[command(after_help = "\
Examples:
  xanthos book probe book.bin
  xanthos book probe book.bin --moves 'e4 c5' --choice best
  xanthos book probe elite.trie --variety 50 --min-share 0.05 --seed 7

Prints the move in UCI notation. Where the book knows none the exit code is 1.")]
    Probe {
        #[command(flatten)]
        place: Place,
        /// How to choose
        #[arg(long, value_enum, default_value_t = Way::Weighted, conflicts_with = "variety")]
        choice: Way,
        /// Per cent of choices by weight; the rest takes the best move
        #[arg(long, value_parser = clap::value_parser!(u8).range(0..=100))]
        variety: Option<u8>,
        /// Leave out moves of less weight
        #[arg(long, default_value_t = 1)]
        min_weight: u64,
        /// Leave out moves whose learn field is less
        #[arg(long, default_value_t = 0)]
        min_learn: u32,
        /// Leave out moves with a smaller share of the weight, from 0 to 1
        #[arg(long, default_value_t = 0.0, value_parser = share)]
        min_share: f64,
        /// The same seed, the same move [default: another one each time]
        #[arg(long)]
        seed: Option<u64>,
    },
    /// List the moves that a book knows in a position
    #[command(after_help = "\
Examples:
  xanthos book list book.bin
  xanthos book list elite.trie --moves 'e4 e5 Nf3' --json")]
    List {
        #[command(flatten)]
        place: Place,
        #[command(flatten)]
        form: Form,
    },
    /// Walk through a book, move by move
    #[command(after_help = "\
Examples:
  xanthos book explore elite.trie
  xanthos book explore elite.trie --moves 'd4 Nf6 c4' --board
  printf 'e4\\nc5\\n' | xanthos book explore elite.trie
  xanthos book explore elite.trie --once --json

At the prompt: a move or its number goes on, 'back' goes back, 'start' to the start, 'fen FEN' to \
any position, 'board' draws it, 'quit' ends.")]
    Explore {
        #[command(flatten)]
        place: Place,
        #[command(flatten)]
        form: Form,
        /// Draw the board each time
        #[arg(short, long)]
        board: bool,
        /// Show the position and end
        #[arg(long)]
        once: bool,
    },
    /// Print everything in a book, a line for each move
    #[command(after_help = "\
Examples:
  xanthos book dump book.bin > book.tsv
  xanthos book dump book.bin --raw | head

Columns with tabs between: key, FEN, move in UCI and SAN notation, then weight and learn field, or \
games, results, ratings and year. The FEN is found by playing through the book from the start \
position; '?' where that does not lead there.")]
    Dump {
        /// The book
        book: PathBuf,
        /// In the order of the file, without looking for FENs
        #[arg(long)]
        raw: bool,
    },
    /// Put several Polyglot books into one, weights added
    #[command(after_help = "\
Examples:
  xanthos book merge mine.bin other.bin -o both.bin")]
    Merge {
        /// The books; where they disagree about learn fields the first one counts
        #[arg(required = true, num_args = 2..)]
        books: Vec<PathBuf>,
        /// The book to write
        #[arg(short, long)]
        output: PathBuf,
    },
    /// Turn an opening trie, or the built-in openings, into a Polyglot book
    #[command(after_help = "\
Examples:
  xanthos book convert -o openings.bin
  xanthos book convert elite.trie -o elite.bin

For programs that read Polyglot books only. Names, ratings and years have no place there.")]
    Convert {
        /// The trie [default: the built-in openings]
        trie: Option<PathBuf>,
        /// The book to write
        #[arg(short, long)]
        output: PathBuf,
    },
    /// Make a Polyglot book from games
    #[command(after_help = "\
Examples:
  xanthos book make games.pgn -o book.bin
  xanthos book make *.pgn.zst -o book.bin --plies 24 --min-games 5 --min-score 40 --min-rating 2400
  zcat games.pgn.gz | xanthos book make - -o black.bin --only black

A move weighs two for each game that its side won with it and one for each draw.")]
    Make(make::MakeArgs),
    /// Build an opening trie from games
    #[command(after_help = "\
Examples:
  xanthos book build games.pgn.zst -o elite.trie --min-rating 2500
  xanthos book build games.pgn -o elite.trie --eco a.tsv --eco b.tsv --plies 40 --min-games 2

Names come from tables with tabs between ECO code, name and moves.")]
    Build(make::BuildArgs),
}

/// A book and a position in it.
#[derive(Debug, Args)]
struct Place {
    /// The book: a Polyglot book or an opening trie
    book: PathBuf,
    /// The position in FEN, quoted or not [default: the start position]
    fen: Vec<String>,
    /// Moves to play from there, in UCI or SAN notation, separated by spaces
    #[arg(short, long)]
    moves: Option<String>,
}

/// How a position is shown.
#[derive(Debug, Args)]
struct Form {
    /// As JSON
    #[arg(long)]
    json: bool,
    /// Show so many moves at most
    #[arg(long, default_value_t = 30, value_parser = at_least_one)]
    rows: usize,
    /// Colour the table
    #[arg(long, value_enum, default_value_t = ColourChoice::Auto)]
    color: ColourChoice,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Way {
    /// The move with the best results, or the heaviest where results are not known
    Best,
    /// Any move, the more often the heavier it is
    Weighted,
}

/// Does one step.
pub fn run(args: &BookArgs) -> anyhow::Result<ExitCode> {
    match &args.step {
        Step::Probe { place, choice, variety, min_weight, min_learn, min_share, seed } => {
            let by_way = if *choice == Way::Best { 0 } else { 100 };
            let choice = Choice {
                variety: variety.unwrap_or(by_way),
                min_weight: *min_weight,
                min_learn: *min_learn,
                min_share: *min_share,
            };
            probe(place, &choice, *seed)
        }
        Step::List { place, form } => {
            let book = Book::open(&place.book)?;
            match show::game(&place.fen, place.moves.as_deref())? {
                Ok(game) => View::new(&book, &game).print(form, &mut io::stdout().lock())?,
                Err(code) => return Ok(code),
            }
            Ok(ExitCode::SUCCESS)
        }
        Step::Explore { place, form, board, once } => {
            let book = Book::open(&place.book)?;
            match show::game(&place.fen, place.moves.as_deref())? {
                Ok(game) => explore::run(&book, game, form, *board, *once),
                Err(code) => Ok(code),
            }
        }
        Step::Dump { book, raw } => {
            dump::run(&Book::open(book)?, *raw)?;
            Ok(ExitCode::SUCCESS)
        }
        Step::Merge { books, output } => merge(books, output),
        Step::Convert { trie, output } => convert(trie.as_deref(), output),
        Step::Make(args) => make::make(args),
        Step::Build(args) => make::build(args),
    }
}

fn probe(place: &Place, choice: &Choice, seed: Option<u64>) -> anyhow::Result<ExitCode> {
    let book = Book::open(&place.book)?;
    let game = match show::game(&place.fen, place.moves.as_deref())? {
        Ok(game) => game,
        Err(code) => return Ok(code),
    };
    let position = game.position();
    let moves = book.moves(position);
    let mut random = seed.map_or_else(rand::make_rng, SplitMix64::seed_from_u64);
    match choice.choose(&moves, || random.random()) {
        Some(index) => {
            writeln!(io::stdout(), "{}", position.uci(moves[index].mv))?;
            Ok(ExitCode::SUCCESS)
        }
        None => {
            writeln!(io::stderr(), "{} has no move here", book.path().display())?;
            Ok(ExitCode::FAILURE)
        }
    }
}

fn merge(paths: &[PathBuf], output: &Path) -> anyhow::Result<ExitCode> {
    let mut books = Vec::new();
    for path in paths {
        let book = polyglot::Book::open(path);
        books.push(book.with_context(|| path.display().to_string())?);
    }
    let mut entries = polyglot::merge(&books);
    polyglot::save(&mut entries, output).with_context(|| output.display().to_string())?;
    let before: Vec<String> = books.iter().map(|book| book.len().to_string()).collect();
    writeln!(
        io::stdout(),
        "{} entries from {}: {}",
        entries.len(),
        before.join(" and "),
        output.display()
    )?;
    Ok(ExitCode::SUCCESS)
}

fn convert(trie: Option<&Path>, output: &Path) -> anyhow::Result<ExitCode> {
    let opened = trie.map(Book::open).transpose()?;
    let book = opened.as_ref().or_else(|| library()).context("no openings are built in")?;
    let Kind::Trie(trie) = book.kind() else {
        bail!("{}: it is a Polyglot book already", book.path().display());
    };
    let mut entries = polyglot::from_trie(trie);
    polyglot::save(&mut entries, output).with_context(|| output.display().to_string())?;
    let (name, count) = (book.path().display(), entries.len());
    writeln!(io::stdout(), "{count} entries from {name}: {}", output.display())?;
    Ok(ExitCode::SUCCESS)
}
