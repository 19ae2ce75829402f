// SPDX-License-Identifier: GPL-3.0-or-later
//! The command line, declared.

use crate::analyse::AnalyseArgs;
use crate::book::BookArgs;
use crate::calculate::{EloArgs, SprtArgs};
use crate::cluster::ClusterArgs;
use crate::data::DataArgs;
use crate::datagen::DatagenArgs;
use crate::lichess::LichessArgs;
use crate::manual::ManualArgs;
use crate::motifs::MotifsArgs;
use crate::play::PlayArgs;
use crate::study::StudyArgs;
use crate::train::TrainArgs;
use crate::tune::TuneArgs;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::io::IsTerminal;

/// A chess engine. Without arguments it speaks UCI on standard input and output.
#[derive(Debug, Parser)]
#[command(
    name = "xanthos",
    version,
    after_help = "\
Examples:
  xanthos                                  speak UCI with a chess GUI
  xanthos play --elo 1500 --tc 5+3         a game on a board in the terminal
  xanthos bench                            node count (the signature of the search) and speed
  xanthos perft 6 --divide                 leaves of the move tree, move by move
  xanthos show 'r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4'
  xanthos explain FEN Nf3                  what a move does, and why not another
  xanthos motifs puzzles.csv --score       the themes of puzzles, compared with their labels
  xanthos analyse games.pgn -o report.html what every move was worth, and what was better
  xanthos lichess --token-file token.txt   play on lichess.org as a bot
  xanthos tb --path ~/syzygy FEN           outcome of an endgame, move by move
  xanthos match --help                     engine matches with the options that testers know
  xanthos sprt 34 54 63 64 75              what results say, without a match
  xanthos book explore elite.trie          browse what masters played
  xanthos tune texel games:games.vf.zst    fit the evaluation to labelled positions
  xanthos train nnue train.xts             train a network on what 'xanthos data' prepared
  xanthos study all --quick                the experiments of the papers, small
  xanthos --persona bannan                 play as an engine of the literature
  xanthos 'position startpos moves e2e4' 'go depth 12' quit
                                           UCI commands, each done before the next begins

'xanthos --version --verbose' tells commit, compiler, processor paths and checksums of the networks.

Exit codes: 0 done, 1 something failed or a command was refused, 2 the input is wrong.",
    allow_external_subcommands = true
)]
pub struct Cli {
    #[arg(long, global = true, value_name = "NAME", help = persona_help())]
    pub persona: Option<engine::Persona>,
    /// What to do.
    #[command(subcommand)]
    pub task: Option<Task>,
}

fn persona_help() -> String {
    let names = engine::Persona::NAMES[1..].join(", ");
    format!("Play as an engine of the literature: {names} (the option Persona)")
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Task {
    /// Speak UCI on standard input and output (what happens without arguments)
    #[command(after_help = "\
Examples:
  xanthos uci                              read commands from standard input
  xanthos uci isready 'go depth 8' quit    run these after 'uci', then end

At the end of input the engine stops and exits with code 0.")]
    Uci {
        /// UCI commands to run after 'uci'; then the program ends
        commands: Vec<String>,
    },
    /// Search fixed positions to a fixed depth: node count and speed
    #[command(after_help = "\
Examples:
  xanthos bench                  the signature, as testers want it
  xanthos bench 8                another depth, and another count
  xanthos bench --quiet          the last line only
  xanthos bench --evaluation placement

One thread and a fixed hash size: the node count is the same in every run and on every machine. \
The last line reads 'N nodes M nps'.")]
    Bench(BenchArgs),
    /// Count the leaves of the tree of legal moves
    #[command(after_help = "\
Examples:
  xanthos perft 6
  xanthos perft 5 --divide --fen 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -'
  xanthos perft 8 --threads 8

The last line reads 'N nodes M nps'.")]
    Perft(PerftArgs),
    /// Draw a position, or say what is wrong with it
    #[command(
        visible_alias = "fen",
        after_help = "\
Examples:
  xanthos show
  xanthos show --flip r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3
  xanthos show --moves 'e4 e5 Nf3'
  xanthos fen --ascii 8/8/8/8/8/8/8/8 w - - 0 1

A FEN that is no legal position is explained, and the exit code is 2."
    )]
    Show(ShowArgs),
    /// Say why: a position, a move, what is threatened, why not another move
    #[command(after_help = "\
Examples:
  xanthos explain 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 4 4'
  xanthos explain startpos --moves 'e4 e5 Qh5 Nc6 Bc4' Nf6
  xanthos explain startpos f3 --level beginner
  xanthos explain startpos e4 --against f3 --json

Moves are read in UCI or SAN notation. The answer is the same in every run unless --time is used. \
A FEN or a move that is wrong is explained, and the exit code is 2.")]
    Explain(ExplainArgs),
    /// Name the ideas of lines: forks, pins, mates and all themes of lichess's puzzles
    #[command(after_help = "\
Examples:
  xanthos motifs 'q3k3/8/8/3N4/8/8/8/4K3 w - - 0 1' 'Nc7+ Kd8 Nxa8'
  xanthos motifs FEN 'e2e4 e7e5 g1f3' --json
  xanthos motifs lichess_db_puzzle.csv.zst --score
  xanthos motifs puzzles.csv --format csv > tagged.csv
  zcat puzzles.csv.gz | xanthos motifs - --format jsonl -j 2

A table names its columns in the first line; FEN and Moves are needed, and the first move of a row \
is the mistake that the other side punishes. Labels in a column Themes can be compared with what is \
found. Rows that can't be read are reported and skipped.

Exit codes: 0 done, 1 something failed, 2 the input is wrong or no row could be read, 130 \
interrupted.")]
    Motifs(MotifsArgs),
    /// Play against the engine, on a board in the terminal
    #[command(after_help = "\
Examples:
  xanthos play                             White against the engine, a second for each of its moves
  xanthos play --side black --tc 5+3       five minutes, and three seconds for each move
  xanthos play --elo 1400 --pgn my.pgn     a weaker opponent; the game is saved
  xanthos play --chess960 --evaluation classical
  printf 'e4\\nhint\\nquit\\n' | xanthos play --nodes 5000

Moves are typed (e4, Nf3, O-O, e7e8q) or clicked. Other words: back, hint, draw, resign, flip, \
save FILE, help, quit. Without a terminal, or with --plain, the game goes line by line.")]
    Play(PlayArgs),
    /// Report on games: judgements, best lines, accuracy, charts
    #[command(
        visible_alias = "analyze",
        after_help = "\
Examples:
  xanthos analyse games.pgn -o report.html -o annotated.pgn
  xanthos analyse games.pgn.zst --depth 14 -j 2 -o games.json --plots charts
  xanthos analyse my.pgn --nodes 500000 --explain beginner -o my.html
  xanthos analyse - < games.pgn > annotated.pgn

The ending of each output says what it is. The same command goes on where it was interrupted; \
games that can't be read are reported and skipped. With --nodes or --depth and one thread the \
report is the same in every run, whatever -j is.

Exit codes: 0 done, 1 something failed, 2 the arguments are wrong or no game could be read, \
130 interrupted."
    )]
    Analyse(AnalyseArgs),
    /// Open a page to play, analyse, understand and watch chess
    #[command(after_help = "\
Examples:
  xanthos serve --open
  xanthos serve --port 9000 --threads 4 --hash 1024 --book elite.trie --syzygy ~/syzygy
  xanthos serve --engine /usr/games/stockfish --engine 'old=./xanthos-0.1 uci'
  xanthos serve --listen 0.0.0.0 --token a-long-secret

Only this machine can connect unless --listen says otherwise; then a token is needed, and one is made \
up if none is given. Nothing is ever fetched from elsewhere. Ctrl-C ends the server.")]
    Serve(ServeArgs),
    /// Play on lichess.org as a bot
    #[command(after_help = "\
Examples:
  xanthos lichess --token-file token.txt --upgrade         once, to make the account a bot
  xanthos lichess --token-file token.txt --config bot.toml
  xanthos lichess --config bot.toml --dry-run              which challenges would be accepted
  xanthos lichess import config.yml -o bot.toml            from a configuration of lichess-bot
  xanthos lichess config > bot.toml                        all keys with their defaults

The token comes out of the file or LICHESS_BOT_TOKEN, never out of the command line. Ctrl-C or SIGTERM \
ends the bot when its games are over, a second one at once; running games are resumed by the next start.")]
    Lichess(Box<LichessArgs>),
    /// Play as one engine on many machines, started by mpirun or srun
    #[command(after_help = "\
Examples:
  mpirun --enable-recovery -n 4 xanthos cluster            an engine of four ranks, for any GUI
  mpirun --enable-recovery -n 4 xanthos cluster --sharing lines
  mpirun --enable-recovery -n 8 xanthos cluster --parts 64 datagen own.vf --games 100000
  mpirun --enable-recovery -n 8 xanthos cluster match -engine ... -journal m.journal -pgnout g.pgn

Rank 0 speaks UCI, the others help it; every option holds for each rank (Threads 8: eight threads \
on each). --enable-recovery lets mpirun go on when a rank dies. This needs a build with \
'--features cluster' and an MPI library; docs/cluster.md tells the rest.")]
    Cluster(ClusterArgs),
    /// Look a position up in Syzygy tablebases: outcome, distance, every move
    #[command(after_help = "\
Examples:
  xanthos tb --path ~/syzygy '4k3/8/4K3/4P3/8/8/8/8 w - - 0 1'
  SYZYGY_PATH=~/syzygy xanthos tb 8/8/8/8/8/2k5/8/KR6 w - - 0 1
  xanthos tb --path ~/syzygy --json '8/8/8/4k3/8/8/8/KBN5 w - - 70 120'

The clock of the FEN counts: a win spoiled by the fifty-move rule is called cursed, the draw \
it saves for the loser blessed. The exit code is 1 if the tables do not know the position.")]
    Tb(TbArgs),
    /// Play engines against each other: matches, tournaments, SPRT
    #[command(
        disable_help_flag = true,
        after_help = "\
Examples:
  xanthos match -engine cmd=./new -engine cmd=./old -each tc=2+0.02 option.Hash=16 \\
      -openings file=book.epd order=random -rounds 5000 -repeat -concurrency 2 \\
      -sprt elo0=0 elo1=5 alpha=0.05 beta=0.05 -pgnout games.pgn
  xanthos match tournament.toml

The options are those of fastchess and cutechess-cli. The same \
command again goes on where it stopped."
    )]
    Match {
        /// Options, a tournament file, or --help
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Ask an engine every position of a test suite
    #[command(
        disable_help_flag = true,
        after_help = "\
Examples:
  xanthos epd wac.epd -st 1
  xanthos epd sts.epd -nodes 100000 -engine cmd=stockfish option.Hash=64 -concurrency 2"
    )]
    Epd {
        /// Suites and options, or --help
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Elo, normalised Elo and LOS from counts of results
    #[command(after_help = "\
Examples:
  xanthos elo 120 300 100                  games won, drawn, lost
  xanthos elo [34, 54, 63, 64, 75]         pairs of games by points, as Ptnml(0-2) prints them
  xanthos elo - --json < counts.txt        a line of counts after another")]
    Elo(EloArgs),
    /// Where a sequential probability ratio test stands, from counts of results
    #[command(after_help = "\
Examples:
  xanthos sprt 34 54 63 64 75 --elo0 0 --elo1 2
  xanthos sprt 136 111 96 --elo0 -3 --elo1 1 --model logistic

The numbers are those of 'xanthos match': pairs of games by points are better than games, because \
the two games of an opening are not independent.")]
    Sprt(SprtArgs),
    /// Opening books: make, merge, look into, explore
    #[command(after_help = "\
Examples:
  xanthos book make games.pgn.zst -o book.bin --plies 30 --min-games 5
  xanthos book build games.pgn -o elite.trie --min-rating 2500 --eco names.tsv
  xanthos book list book.bin --moves 'e4 c5'
  xanthos book explore elite.trie

.bin files are Polyglot books, for any program; tries know results, ratings, years and names. The \
engine plays from either: options OwnBook and BookFile.")]
    Book(BookArgs),
    /// Tune weights of the evaluation from data, or options by games
    #[command(after_help = "\
Examples:
  xanthos tune texel games:games.vf.zst:1000000 --epochs 16 --threads 2 --output weights.rs
  xanthos tune spsa --engine ./xanthos --param 'Contempt,0,-50,50,8' --nodes 5000
  xanthos tune spsa --help")]
    Tune(TuneArgs),
    /// Prepare positions for training: convert, relabel, count, filter, dedup, shuffle, split
    #[command(after_help = "\
Examples:
  xanthos data convert games:games.vf.zst lines:tree.vf -o all.xts
  xanthos data split all.xts --training part.xts --validation validation.xts
  xanthos data shuffle part.xts -o train.xts
  xanthos data count train.xts")]
    Data(DataArgs),
    /// Play games against itself to learn from
    #[command(after_help = "\
Examples:
  xanthos datagen own.vf --games 100000 --nodes 5000 --threads 2
  xanthos data convert games:own.vf lines:tree.vf -o all.xts
  xanthos datagen own.vf --games 100000 --nodes 500 --tree 8 --threads 2 \\
      --teacher stockfish --teacher-ask 'eval NNUE evaluation' --teacher-ahead 64
  xanthos datagen endings.vf --openings endgames.epd.zip --balanced 1000 --chess960-every 0

The games are in viriformat, with the score of every search and the result. A teacher labels their \
positions and some that the searches met; these samples go to own-0001.xts and so on. The same \
command again goes on where it stopped. Game number N depends on the seed, N, the openings, the \
nodes and the evaluator alone: threads change nothing.

Exit codes: 0 done, 1 something failed, 2 the arguments are wrong, 130 interrupted.")]
    Datagen(DatagenArgs),
    /// Train a network
    #[command(after_help = "\
Examples:
  xanthos train nnue train.xts --validation validation.xts -o net.xnn --threads 2
  xanthos train cnn train.xts --validation validation.xts -o net.xcn
  xanthos train nnue --help")]
    Train(TrainArgs),
    /// Rerun the experiments of the papers
    #[command(after_help = "\
Examples:
  xanthos study                                    every study, its question and what can be set
  xanthos study two-move --set time=20 --out two-move
  xanthos study length games.pgn.zst
  xanthos study stability games.pgn --set engine=stockfish --set milliseconds=10000
  xanthos study all --quick

A study writes a page (index.html), Markdown, CSV and JSON into its folder. The same command goes on \
where it was interrupted.

Exit codes: 0 done, 1 something failed, 2 the arguments are wrong, 130 interrupted.")]
    Study(StudyArgs),
    /// List the UCI options
    #[command(after_help = "\
Examples:
  xanthos options
  xanthos options --markdown > docs/options.md")]
    Options {
        /// As the page of the documentation
        #[arg(long)]
        markdown: bool,
    },
    /// Print a manual page
    #[command(after_help = "\
Examples:
  xanthos manual | man -l -
  xanthos manual play | man -l -
  xanthos manual --folder ~/.local/share/man/man1")]
    Manual(ManualArgs),
    /// Print a completion script for a shell
    #[command(after_help = "\
Examples:
  xanthos completions bash > ~/.local/share/bash-completion/completions/xanthos
  xanthos completions zsh > ~/.zfunc/_xanthos
  xanthos completions fish > ~/.config/fish/completions/xanthos.fish")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// UCI commands.
    #[command(external_subcommand)]
    Commands(Vec<String>),
}

/// Arguments of `bench`.
#[derive(Debug, Args)]
pub struct BenchArgs {
    /// Depth of each search
    #[arg(default_value_t = engine::bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub depth: u32,
    /// Evaluation to use; the node count that testers compare is that of the default
    #[arg(long, default_value_t = engine::Evaluation::default(), value_name = "NAME")]
    pub evaluation: engine::Evaluation,
    /// Print the last line only
    #[arg(short, long)]
    pub quiet: bool,
}

/// Arguments of `perft`.
#[derive(Debug, Args)]
pub struct PerftArgs {
    /// Depth in plies
    #[arg(value_parser = clap::value_parser!(u32).range(0..=30))]
    pub depth: u32,
    /// Where to start, in FEN, X-FEN or Shredder-FEN [default: the start position]
    #[arg(long)]
    pub fen: Option<String>,
    /// Show the count behind each move
    #[arg(short, long)]
    pub divide: bool,
    /// Threads to count with
    #[arg(short, long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: u16,
    /// Write castling as king takes rook
    #[arg(long)]
    pub chess960: bool,
}

/// Arguments of `show`.
#[derive(Debug, Args)]
pub struct ShowArgs {
    /// The position in FEN, X-FEN or Shredder-FEN, quoted or not [default: the start position]
    pub fen: Vec<String>,
    /// Moves to play from there, in UCI or SAN notation, separated by spaces
    #[arg(short, long)]
    pub moves: Option<String>,
    /// Draw the board from Black's side
    #[arg(short, long)]
    pub flip: bool,
    /// Draw pieces as letters
    #[arg(short, long)]
    pub ascii: bool,
    /// Colour the board
    #[arg(long, value_enum, default_value_t = ColourChoice::Auto)]
    pub color: ColourChoice,
}

/// Arguments of `explain`.
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// The position in FEN, X-FEN or Shredder-FEN, quoted or not, or 'startpos'; then perhaps a move
    #[arg(required = true, value_name = "FEN [MOVE]")]
    pub words: Vec<String>,
    /// Moves to play first, separated by spaces; the position after them is explained
    #[arg(short, long)]
    pub moves: Option<String>,
    /// Who the explanation is for
    #[arg(short, long, value_enum, default_value_t = LevelChoice::Club)]
    pub level: LevelChoice,
    /// Everything there is to say behind the short answer
    #[arg(long)]
    pub more: bool,
    /// In which language
    #[arg(long, value_enum, default_value_t = LanguageChoice::English)]
    pub language: LanguageChoice,
    /// Everything as JSON: facts, evaluation breakdown, sentences with their evidence
    #[arg(long)]
    pub json: bool,
    /// Depth of the search in plies
    #[arg(long, group = "effort", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub depth: Option<u32>,
    /// Nodes to search [default: 400000]
    #[arg(long, group = "effort", value_parser = clap::value_parser!(u64).range(100..))]
    pub nodes: Option<u64>,
    /// Time to search: 800ms, 2s, 1.5s (the answer then depends on the machine)
    #[arg(long, group = "effort", value_parser = crate::explain::duration)]
    pub time: Option<std::time::Duration>,
    /// How many moves to compare
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(2..=50))]
    pub lines: u8,
    /// Explain why not this move; may be given several times
    #[arg(short, long, value_name = "MOVE")]
    pub against: Vec<String>,
    /// Folders with Syzygy tablebases [default: the variable SYZYGY_PATH]
    #[arg(long, value_name = "FOLDERS")]
    pub syzygy: Option<String>,
    /// Ask the Monte-Carlo tree search too, and show where the two searches disagree
    #[arg(long)]
    pub searches: bool,
    /// Colour the text
    #[arg(long, value_enum, default_value_t = ColourChoice::Auto)]
    pub color: ColourChoice,
}

/// Arguments of `serve`.
#[derive(Debug, Args)]
pub struct ServeArgs {
    /// Port of the page; 0 takes any free one
    #[arg(short, long, default_value_t = web::PORT)]
    pub port: u16,
    /// The address to listen on [default: this machine alone]
    #[arg(short, long, value_name = "ADDRESS")]
    pub listen: Option<std::net::IpAddr>,
    /// Secret that a browser must present (8 characters or more)
    #[arg(long, value_parser = crate::serve::token)]
    pub token: Option<String>,
    /// Another host name of the page, such as chess.home; may be repeated
    #[arg(long, value_name = "NAME")]
    pub host: Vec<String>,
    /// Open the page in the browser
    #[arg(short, long)]
    pub open: bool,
    /// Threads for all searches together [default: as many as the machine has]
    #[arg(short, long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Memory for all hash tables together, in MiB
    #[arg(long, default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    pub hash: u32,
    /// An opening book or trie, for the panel and for games
    #[arg(short, long, value_name = "FILE")]
    pub book: Option<std::path::PathBuf>,
    /// Folders with Syzygy tablebases [default: the variable SYZYGY_PATH]
    #[arg(short, long, value_name = "FOLDERS")]
    pub syzygy: Option<String>,
    /// A network in place of the built-in one
    #[arg(long, value_name = "FILE")]
    pub eval_file: Option<String>,
    /// A UCI engine that can play on the page: a program, or NAME=PROGRAM ARGUMENTS; may be repeated
    #[arg(short, long, value_name = "ENGINE", value_parser = crate::serve::engine)]
    pub engine: Vec<web::AllowedEngine>,
}

/// Arguments of `tb`.
#[derive(Debug, Args)]
pub struct TbArgs {
    /// The position in FEN, quoted or not
    #[arg(required = true)]
    pub fen: Vec<String>,
    /// Folders with tables, as in the option SyzygyPath [default: the variable SYZYGY_PATH]
    #[arg(short, long, value_name = "FOLDERS")]
    pub path: Option<String>,
    /// Ignore the fifty-move rule
    #[arg(long)]
    pub no_fifty_moves: bool,
    /// Everything as JSON
    #[arg(long)]
    pub json: bool,
}

impl LevelChoice {
    /// The same for the explainer.
    pub fn level(self) -> ::explain::Level {
        match self {
            LevelChoice::Beginner => ::explain::Level::Beginner,
            LevelChoice::Club => ::explain::Level::Club,
            LevelChoice::Expert => ::explain::Level::Expert,
        }
    }
}

/// In which language an explanation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LanguageChoice {
    /// English
    #[value(alias = "en")]
    English,
    /// German
    #[value(alias = "de")]
    German,
}

impl LanguageChoice {
    /// The same for the explainer.
    pub fn language(self) -> ::explain::Language {
        match self {
            LanguageChoice::English => ::explain::Language::English,
            LanguageChoice::German => ::explain::Language::German,
        }
    }
}

/// Who an explanation is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LevelChoice {
    /// Two sentences in plain words
    Beginner,
    /// Five sentences with the names of motifs
    Club,
    /// The same with numbers; with --more every term, depth and nodes
    Expert,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColourChoice {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl ColourChoice {
    /// Whether standard output gets colours.
    pub fn applies(self) -> bool {
        match self {
            ColourChoice::Always => true,
            ColourChoice::Never => false,
            ColourChoice::Auto => {
                std::io::stdout().is_terminal()
                    && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_declaration_is_consistent() {
        Cli::command().debug_assert();
    }
}
