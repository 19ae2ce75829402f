# SPDX-License-Identifier: GPL-3.0-or-later
"""Random UCI sessions from a grammar of real ones, and mutated files, under a memory limit.

A few in every test run. Longer, as docs/reliability.md has it:

    XANTHOS_SOAK_SECONDS=3600 XANTHOS=... python -m unittest test_soak.Sessions
    XANTHOS_SOAK_FILES=2000 XANTHOS=... python -m unittest test_soak.Files
"""

import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

import chess

from conversation import ENGINE, Conversation

SECONDS = float(os.environ.get("XANTHOS_SOAK_SECONDS", "4"))
FILES = int(os.environ.get("XANTHOS_SOAK_FILES", "3"))
# The same in every run, unless asked otherwise: XANTHOS_SEED=$RANDOM finds something new.
SEED = int(os.environ.get("XANTHOS_SEED", "4121"))
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")

# Address space: the program with its networks, a hash table of 64 MiB and a few threads.
LIMIT = 1536 << 20
PANIC = 101

FENS = [
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
    "7k/8/5KQ1/8/8/8/8/8 w - - 0 1",
    "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "k7/8/8/8/8/8/1q6/K7 w - - 0 1",
    "8/8/8/3k4/8/3K4/4P3/8 w - - 99 120",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
]
WRONG = ["8/8/8/8/8/8/8/8 w - - 0 1", "k7/8/8/8/8/8/8/K6K w - - 0 1", "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "e4", ""]
JUNK = ["", "# note", "xboard", "joho debug on", "bestmove e2e4", "register later", "\t", "go?", "setoption", "é ♞"]
OPTIONS = [
    ("Hash", ["1", "16", "64", "0", "99999999", "x"]),
    ("Threads", ["1", "2", "4", "-1", "abc"]),
    ("MultiPV", ["1", "3", "500", "0"]),
    ("UCI_Chess960", ["true", "false", "maybe"]),
    ("UCI_ShowWDL", ["true", "false"]),
    ("UCI_LimitStrength", ["true", "false"]),
    ("UCI_Elo", ["800", "2000", "9999"]),
    ("Skill Level", ["0", "10", "20"]),
    ("Move Overhead", ["0", "100", "5000"]),
    ("Ponder", ["true", "false"]),
    ("OwnBook", ["true", "false"]),
    ("Evaluation", ["classical", "nnue", "placement", "nothing"]),
    ("Search", ["alphabeta", "alphabeta", "mcts", "nothing"]),
    ("EvalFile", ["<empty>", "/nowhere"]),
    ("SyzygyPath", ["<empty>", "/nowhere"]),
    ("Nonsense", ["1"]),
    ("Clear Hash", [None]),
]


def limited():
    resource.setrlimit(resource.RLIMIT_AS, (LIMIT, LIMIT))


class Session:
    """What was said, and which answers are owed. Open searches are ended before anything else is
    asked: what an engine does with the rest is in docs/uci.md and has its own tests."""

    def __init__(self, engine, chance):
        self.engine, self.chance = engine, chance
        self.board = chess.Board()
        self.said, self.goes = [], 0

    def say(self, line):
        self.said.append(line)
        self.engine.say(line)

    def position(self):
        """A position, mostly a real one."""
        if self.chance.random() < 0.06:
            self.say(f"position fen {self.chance.choice(WRONG)}")
            self.board = None
            return
        fen = self.chance.choice(FENS)
        board = chess.Board(fen, chess960=True)
        moves = []
        for _ in range(self.chance.choice([0, 0, 1, 2, 5, 20, 80])):
            legal = list(board.legal_moves)
            if not legal:
                break
            move = self.chance.choice(legal)
            moves.append(board.uci(move, chess960=True))
            board.push(move)
        start = "startpos" if fen == chess.STARTING_FEN else f"fen {fen}"
        wrong = moves and self.chance.random() < 0.03
        words = moves + ["a1a1"] if wrong else moves
        self.say(f"position {start}" + (" moves " + " ".join(words) if words else ""))
        self.board = None if wrong else board

    def limits(self):
        pick = self.chance.choice
        return pick(
            [
                f"depth {pick([0, 1, 3, 6])}",
                f"nodes {pick([0, 1, 100, 3000])}",
                f"movetime {pick([0, 1, 20])}",
                f"wtime {pick([-5, 1, 50, 500])} btime {pick([0, 1, 50, 500])} winc 1 binc 1",
                f"wtime 300 btime 300 movestogo {pick([0, 1, 40])}",
                f"depth 3 searchmoves {pick(['e2e4', '0000', 'a2a3 h7h6', 'nonsense'])}",
                f"mate {pick([1, 2])} movetime 20",
                "depth 2 nodes 500 movetime 30 wtime 1000 btime 1000 nonsense 7",
                "infinite",
                "ponder wtime 200 btime 200",
                "",
            ]
        )

    def go(self):
        """A search, what is said meanwhile, its end, and its answer."""
        limits = self.limits()
        self.say(f"go {limits}".strip())
        self.goes += 1
        open_ended = limits in ("", "infinite") or limits.startswith("ponder")
        for _ in range(self.chance.choice([0, 0, 1, 3])):
            self.say(self.chance.choice(["isready", "debug on", "debug off", "d", "", "# hm", "uci"]))
        if open_ended or self.chance.random() < 0.2:
            if self.chance.random() < 0.5:
                time.sleep(self.chance.uniform(0, 0.02))
            if limits.startswith("ponder") and self.chance.random() < 0.6:
                self.say("ponderhit")
            else:
                self.say("stop")
        answer = self.engine.hear("bestmove")[-1].split(" ")
        self.check(answer, limits)

    def check(self, answer, limits):
        if answer[1] == "(none)":
            restricted = "searchmoves" in limits
            assert self.board is None or restricted or not any(self.board.legal_moves), (answer, self.board)
            return
        assert self.board is not None, f"{answer} without a position"
        board = self.board.copy()
        board.push_uci(answer[1])
        if answer[2:3] == ["ponder"]:
            board.parse_uci(answer[3])

    def option(self):
        name, values = self.chance.choice(OPTIONS)
        value = self.chance.choice(values)
        self.say(f"setoption name {name}" + (f" value {value}" if value is not None else ""))

    def step(self):
        kind = self.chance.random()
        if kind < 0.35:
            self.position()
        elif kind < 0.75:
            self.go()
        elif kind < 0.88:
            self.option()
        elif kind < 0.91:
            self.say("ucinewgame")
        elif kind < 0.96:
            self.say(self.chance.choice(["isready", "uci", "stop", "ponderhit", "d", "eval", "perft 2", "go perft 2"]))
        else:
            self.say(self.chance.choice(JUNK))


class Sessions(unittest.TestCase):
    def test_random_sessions(self):
        until = time.monotonic() + SECONDS
        number = lines = goes = 0
        while time.monotonic() < until:
            chance = random.Random(f"{SEED} {number}")
            number += 1
            with Conversation(preexec_fn=limited) as engine:
                session = Session(engine, chance)
                try:
                    session.say("uci")
                    engine.hear("uciok")
                    for _ in range(chance.choice([5, 40, 200])):
                        session.step()
                        if time.monotonic() > until:
                            break
                    # Nothing is answered twice: after the last answer there is none left.
                    rest = [line for line in engine.settle() if line.startswith("bestmove")]
                    assert not rest, rest
                    session.say("quit")
                    _, code = engine.farewell()
                    assert code == 0, (code, engine.complaints)
                except Exception as error:
                    self.fail(f"seed {SEED}, session {number - 1}: {error!r}\n" + "\n".join(session.said[-12:]))
                self.assertNotIn(b"panicked", engine.complaints)
                lines, goes = lines + len(session.said), goes + session.goes
        print(f"{number} sessions, {lines} lines, {goes} searches", file=sys.stderr)


PGN = (
    '[Event "x"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n[FEN "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 4 4"]\n\n'
    "4. Qxf7# {a comment [%eval 1.5]} $1 1-0\n\n"
    '[Event "y"]\n\n1. e4 (1. d4 d5 (1... Nf6 2. c4)) 1... e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O *\n\n'
)
EPD = (
    "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - bm Qxf7#; id \"one\";\n"
    "8/8/8/8/8/2k5/8/KR6 w - - am Rb3; c0 \"Rb3=1, Rb2=10\"; dm 9;\n"
)


def mutate(data, chance):
    """A damaged copy: bytes changed, cut out, doubled, put elsewhere, or numbers made huge."""
    data = bytearray(data)
    for _ in range(chance.choice([1, 1, 2, 5, 30])):
        if not data:
            break
        # The head decides how the rest is read.
        at = chance.randrange(min(len(data), 256)) if chance.random() < 0.5 else chance.randrange(len(data))
        many = chance.choice([1, 2, 4, 8, 100])
        kind = chance.randrange(7)
        if kind == 0:
            data[at] ^= 1 << chance.randrange(8)
        elif kind == 1:
            data[at] = chance.choice([0, 255, 127, 128, ord(" "), ord("\n"), ord("("), ord("{"), ord('"')])
        elif kind == 2:
            del data[at : at + many]
        elif kind == 3:
            data[at:at] = data[at : at + many]
        elif kind == 4:
            data[at : at + 4] = chance.choice([b"\xff" * 4, b"\x00" * 4, b"\xff\xff\xff\x7f", b"\x00\x00\x00\x80"])
        elif kind == 5:
            del data[at:]
        else:
            source = chance.randrange(len(data))
            data[at : at + many] = data[source : source + many]
    return bytes(data)


class Files(unittest.TestCase):
    """Mutated from real files. A program that reads one may refuse it; it does not break down,
    hang or take more memory than it may."""

    def kinds(self, folder):
        """Name of the kind, the real file, and what reads it."""

        def real(*parts):
            with open(os.path.join(ROOT, *parts), "rb") as file:
                return file.read()

        def uci(option):
            lines = f"setoption name {option} value {{file}}\nsetoption name OwnBook value true\n"
            return [], lines

        with open(os.path.join(folder, "book.pgn"), "w", encoding="ascii") as file:
            file.write(PGN)
        subprocess.run(
            [ENGINE, "book", "make", "book.pgn", "-o", "real.bin", "--uniform", "--min-games", "1"],
            cwd=folder, check=True, capture_output=True,
        )
        with open(os.path.join(folder, "real.bin"), "rb") as file:
            polyglot = file.read()
        subprocess.run(
            [ENGINE, "datagen", "real.vf", "--games", "3", "--nodes", "50", "--hash", "1"],
            cwd=folder, check=True, capture_output=True,
        )
        with open(os.path.join(folder, "real.vf"), "rb") as file:
            games = file.read()
        tables = ("crates", "syzygy", "tests", "tables")
        rook = "8/8/8/8/8/2k5/8/KR6 w - - 0 1"
        pawn = "8/8/8/8/8/2k5/4P3/K7 w - - 0 1"
        return {
            "PGN": [("x.pgn", PGN.encode() * 3, (["analyse", "{file}", "--nodes", "100", "-o", "out.pgn"], None))],
            "EPD": [("x.epd", EPD.encode() * 3, (["epd", "{file}", "-nodes", "50"], None))],
            "book": [
                ("x.bin", polyglot, (["book", "list", "{file}"], None)),
                ("x.bin", polyglot, uci("BookFile")),
                ("x.trie", real("books", "openings.trie"), (["book", "list", "{file}"], None)),
                ("x.trie", real("books", "openings.trie"), uci("BookFile")),
            ],
            "network": [
                ("x.xnn", real("nets", "xanthos.xnn"), uci("EvalFile")),
                ("x.xcn", real("nets", "bannan.xcn"), uci("EvalFile")),
            ],
            "tablebase": [
                (name, real(*tables, name), (["tb", "--path", "{folder}", fen], None))
                for name, fen in [
                    ("KRvK.rtbw", rook), ("KRvK.rtbz", rook), ("KPvK.rtbw", pawn), ("KPvK.rtbz", pawn),
                ]
            ],
            "training data": [("x.vf", games, (["data", "count", "games:{file}"], None))],
        }

    def test_mutated_files(self):
        with tempfile.TemporaryDirectory() as folder:
            kinds = self.kinds(folder)
            for kind, sources in kinds.items():
                refused = 0
                for name, data, (words, lines) in sources:
                    # What is not damaged is read.
                    self.assertFalse(self.one(folder, (kind, "whole"), name, data, words, lines), (kind, name))
                for number in range(FILES):
                    chance = random.Random(f"{SEED} {kind} {number}")
                    name, data, (words, lines) = sources[number % len(sources)]
                    refused += self.one(folder, (kind, number), name, mutate(data, chance), words, lines)
                print(f"{kind}: {FILES} files, {refused} refused", file=sys.stderr)

    def one(self, folder, what, name, data, words, lines):
        place = os.path.join(folder, "case")
        shutil.rmtree(place, ignore_errors=True)
        os.mkdir(place)
        for partner in ("KRvK", "KPvK", "KQvK", "KNvK", "KBvK") if what[0] == "tablebase" else ():
            for ending in ("rtbw", "rtbz"):
                table = os.path.join(ROOT, "crates", "syzygy", "tests", "tables", f"{partner}.{ending}")
                shutil.copy(table, place)
        path = os.path.join(place, name)
        with open(path, "wb") as file:
            file.write(data)
        words = [word.replace("{file}", path).replace("{folder}", place) for word in words]
        lines = lines.replace("{file}", path) if lines else ""
        if lines:
            return self.speak(what, lines)
        done = subprocess.run(
            [ENGINE, *words], cwd=place, stdin=subprocess.DEVNULL, capture_output=True, timeout=600,
            preexec_fn=limited, check=False, env={**os.environ, "XDG_STATE_HOME": place},
        )
        told = done.stderr.decode(errors="replace")
        where = f"seed {SEED}, {what}: exit code {done.returncode}: {told[-500:]}"
        self.assertIn(done.returncode, (0, 1, 2), where)
        self.assertNotIn("panicked", told, where)
        return done.returncode != 0

    def speak(self, what, lines):
        """The file as an option of an engine that then has to play. Whether it was refused."""
        with Conversation(preexec_fn=limited) as engine:
            engine.say(lines)
            said = engine.settle()
            engine.say("go nodes 50")
            engine.hear("bestmove")
            engine.say("quit")
            _, code = engine.farewell()
            where = f"seed {SEED}, {what}: exit code {code}: {engine.complaints[-500:]}"
            self.assertEqual(code, 0, where)
            self.assertNotIn(b"panicked", engine.complaints, where)
        return any(line.startswith("info string error") for line in said)


if __name__ == "__main__":
    unittest.main()
