# SPDX-License-Identifier: GPL-3.0-or-later
"""Every subcommand of the binary, as work that takes long and as work that is over in a moment.

{me} is the program, {in} the folder of `prepare`, {out} where output goes: an event may put it
elsewhere. {url} is a lichess of our own.
"""

import os
import subprocess

ENGINE = os.environ.get("XANTHOS", "xanthos")

GAME = '[Event "x"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 1-0\n\n'
# No engine finds this move, so that it thinks for as long as it may.
POSITIONS = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - bm Ba6;\n"
MATCH = [
    "match", "-engine", "cmd={me}", "name=a", "-engine", "cmd={me}", "name=b", "-each", "option.Hash=1",
    "-journal", "{out}.journal", "-pgnout", "{out}.pgn",
]
SPSA = ["tune", "spsa", "--engine", "{me}", "--param", "Contempt,0,-50,50,8", "--option", "Hash=1", "--output", "{out}.course"]
SCREEN = ["tune", "screen", "--engine", "{me}", "--change", "Contempt=0..5", "--option", "Hash=1", "--output", "{out}.record"]
TEACHER = ["--teacher", "{me}", "--teacher-timeout", "1000"]
NNUE = ["train", "nnue", "{in}/train.xts", "--validation", "{in}/train.xts", "--batch", "64", "-o", "{out}.xnn"]
CNN = ["train", "cnn", "{in}/train.xts", "--validation", "{in}/train.xts", "--batch", "64", "-o", "{out}.xcn"]

# Work that takes long, or waits for ever.
LONG = {
    "uci": [],
    "bench": ["bench", "40"],
    "perft": ["perft", "12"],
    "explain": ["explain", "startpos", "--nodes", "100000000000"],
    "motifs": ["motifs", "-"],
    "analyse": ["analyse", "{in}/games.pgn", "--nodes", "3000000", "-o", "{out}.pgn"],
    "play": ["play", "--plain", "--nodes", "100000000000", "--pgn", "{out}.pgn"],
    "serve": ["serve", "--port", "0"],
    "match": [*MATCH, "-each", "tc=60+1", "-rounds", "50"],
    "epd": ["epd", "{in}/suite.epd", "-st", "60", "-json", "{out}.json"],
    "elo": ["elo", "-"],
    "sprt": ["sprt", "-"],
    "book explore": ["book", "explore", "{in}/book.bin"],
    "tune texel": ["tune", "texel", "games:{in}/games.vf", "--epochs", "1000000", "--output", "{out}.rs"],
    "tune spsa": [*SPSA, "--nodes", "20000", "--iterations", "10000"],
    "tune screen": [*SCREEN, "--nodes", "20000", "--trials", "10000"],
    "datagen": ["datagen", "{out}.vf", "--games", "100000", "--nodes", "20000", "--hash", "1"],
    "data relabel": ["data", "relabel", "{in}/train.xts", "-o", "{out}.xts", *TEACHER, "--teacher-ask", "go nodes 100000000"],
    "data accuracy": ["data", "accuracy", "games:{in}/games.vf", *TEACHER, "--teacher-ask", "go nodes 100000000"],
    "train nnue": [*NNUE, "--superbatch", "6400", "--superbatches", "4000"],
    "train policy": ["train", "policy", "{in}/games.vf", "-o", "{out}.xpn", "--epochs", "1000000"],
    "train cnn": [*CNN, "--superbatch", "6400", "--superbatches", "4000"],
    "study": ["study", "length", "--set", "games=100000", "--set", "nodes=2000", "--out", "{out}"],
    "lichess": ["lichess", "--token-file", "{in}/token.txt", "--config", "{in}/bot.toml", "--url", "{url}"],
}

# The same work, or work that is never long, over in a moment.
BRIEF = {
    "uci": ["uci", "go depth 3"],
    "bench": ["bench", "4"],
    "perft": ["perft", "3"],
    "explain": ["explain", "startpos", "--nodes", "2000"],
    "motifs": ["motifs", "q3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "Nc7+ Kd8 Nxa8"],
    "analyse": ["analyse", "{in}/few.pgn", "--nodes", "100"],
    "play": ["play", "--plain", "--nodes", "100"],
    "match": [*MATCH, "-each", "nodes=100", "-rounds", "1"],
    "epd": ["epd", "{in}/suite.epd", "-nodes", "50", "-first", "2"],
    "elo": ["elo", "1", "2", "3"],
    "sprt": ["sprt", "1", "2", "3", "4", "5"],
    "tune texel": ["tune", "texel", "games:{in}/games.vf", "--epochs", "1", "--output", "{out}.rs"],
    "datagen": ["datagen", "{out}.vf", "--games", "1", "--nodes", "50", "--hash", "1"],
    "data relabel": ["data", "relabel", "{in}/train.xts", "-o", "{out}.xts", *TEACHER],
    "data accuracy": ["data", "accuracy", "games:{in}/games.vf"],
    "train nnue": [*NNUE, "--superbatch", "640", "--superbatches", "1"],
    "train policy": ["train", "policy", "{in}/games.vf", "-o", "{out}.xpn", "--epochs", "1"],
    "train cnn": [*CNN, "--superbatch", "640", "--superbatches", "1"],
    "study": ["study", "two-move", "--quick", "--out", "{out}"],
    "tune spsa": [*SPSA, "--nodes", "100", "--iterations", "1"],
    "tune screen": [*SCREEN, "--nodes", "100", "--trials", "1"],
    "book explore": ["book", "explore", "{in}/book.bin"],
    "book make": ["book", "make", "{in}/many.pgn", "-o", "{out}.bin"],
    "book build": ["book", "build", "{in}/many.pgn", "-o", "{out}.trie"],
    "book merge": ["book", "merge", "{in}/book.bin", "{in}/book.bin", "-o", "{out}.bin"],
    "book dump": ["book", "dump", "{in}/book.bin"],
    "book list": ["book", "list", "{in}/book.bin"],
    "book probe": ["book", "probe", "{in}/book.bin"],
    "data convert": ["data", "convert", "games:{in}/many.vf", "-o", "{out}.xts"],
    "data count": ["data", "count", "{in}/many.xts"],
    "data filter": ["data", "filter", "{in}/many.xts", "-o", "{out}.xts"],
    "data dedup": ["data", "dedup", "{in}/many.xts", "-o", "{out}.xts"],
    "data shuffle": ["data", "shuffle", "{in}/many.xts", "-o", "{out}.xts"],
    "data split": ["data", "split", "{in}/many.xts", "--training", "{out}.xts", "--validation", "{out}-v.xts"],
    "show": ["show"],
    "tb": ["tb", "--path", "{in}/tables", "8/8/8/8/8/2k5/8/KR6 w - - 0 1"],
    "options": ["options"],
    "manual": ["manual"],
    "completions": ["completions", "bash"],
}

NAMES = [*LONG, *(name for name in BRIEF if name not in LONG)]

# They read standard input.
READERS = {"uci", "motifs", "play", "elo", "sprt", "book explore"}
# They write files of their own, beyond standard output.
WRITERS = {
    name for name in NAMES
    if any("{out}" in word for word in (LONG.get(name) or BRIEF[name]))
} - {"epd"}
# Those that write what they find into files, or show it elsewhere, and go on without a reader.
UNREAD = {"match", "datagen", "tune spsa", "tune screen", "tune texel", "serve", "lichess", "study", "train nnue", "train cnn", "train policy", "data relabel"}
# They say nothing before the end.
SILENT = {"explain", "epd", "perft", "analyse", "bench", "data accuracy"}
# Their work is in files, and done in a moment: they are met in the middle of it by chance.
FAST = {"book make", "book build", "book merge", "data convert", "data filter", "data dedup", "data shuffle", "data split"}


def command(name, out, inputs, brief=False, url=""):
    """The words of a command."""
    words = BRIEF[name] if brief or name not in LONG else LONG[name]
    places = {"{me}": ENGINE, "{out}": out, "{in}": inputs, "{url}": url}
    return [fill(word, places) for word in words]


def fill(word, places):
    for mark, text in places.items():
        word = word.replace(mark, text)
    return word


def prepare(folder):
    """Files that the commands read."""

    def write(name, text):
        with open(os.path.join(folder, name), "w", encoding="ascii") as file:
            file.write(text)

    write("games.pgn", GAME * 200)
    write("few.pgn", GAME * 2)
    write("many.pgn", GAME * 60_000)
    write("suite.epd", POSITIONS * 50)
    write("token.txt", "lip_onlyatest\n")
    write("bot.toml", "[engine.uci_options]\nHash = 1\n")

    def run(*words):
        subprocess.run([ENGINE, *words], cwd=folder, check=True, capture_output=True)

    run("datagen", "games.vf", "--games", "24", "--nodes", "50", "--hash", "1")
    run("data", "convert", "games:games.vf", "-o", "train.xts")
    run("book", "make", "games.pgn", "-o", "book.bin")
    multiply(folder, "games.vf", "many.vf", 0, 2000)
    tables = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "crates", "syzygy", "tests", "tables")
    os.symlink(os.path.abspath(tables), os.path.join(folder, "tables"))
    run("data", "convert", "games:many.vf", "-o", "many.xts")


def multiply(folder, name, target, head, times):
    """A file many times as long, its head only once."""
    with open(os.path.join(folder, name), "rb") as file:
        data = file.read()
    with open(os.path.join(folder, target), "wb") as file:
        file.write(data[:head] + data[head:] * times)
