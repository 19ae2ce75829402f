# SPDX-License-Identifier: GPL-3.0-or-later
"""Killed with SIGKILL at random moments, run again, killed again: what is there in the end is what
one run without a kill makes, nothing lost and nothing twice.

Every test run makes a few kills. Many, as docs/reliability.md has them (the bot has a test of its
own, `KILLS=100 cargo test -p xanthos-lichess --test all process::kills -- --ignored`):

    XANTHOS_KILLS=400 XANTHOS=target/debug/xanthos python -m unittest test_kills
"""

import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import chess.pgn

from test_reliability import ENGINE, session_members

# Spread over the four commands.
KILLS = int(os.environ.get("XANTHOS_KILLS", "4"))
SEED = int(os.environ.get("XANTHOS_SEED", "4121"))
# A run of a job that has not ended by then hangs.
HANGS = 900.0

GAMES = (
    '[Event "x"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 *\n\n'
    '[Event "y"]\n\n1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O 1/2-1/2\n\n'
)


class Job:
    """A command that can be killed and run again."""

    def __init__(self, folder):
        self.folder = folder

    def path(self, name):
        return os.path.join(self.folder, name)

    def words(self):
        raise NotImplementedError

    def finished(self):
        """What is finished so far, as far as the files say; it must never become less."""
        return 0

    def result(self):
        """What is there in the end."""
        raise NotImplementedError

    def start(self):
        environment = {**os.environ, "XDG_STATE_HOME": self.folder, "RUST_BACKTRACE": "0"}
        with open(self.path("complaints"), "ab") as complaints:
            return subprocess.Popen(
                [ENGINE, *self.words()], cwd=self.folder, env=environment, stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=complaints, start_new_session=True,
            )

    def complaints(self):
        with open(self.path("complaints"), encoding="utf-8", errors="replace") as file:
            return file.read()[-2000:]

    def read(self, name):
        try:
            with open(self.path(name), "rb") as file:
                return file.read()
        except FileNotFoundError:
            return b""


class Match(Job):
    def words(self):
        return [
            "match", "-engine", f"cmd={ENGINE}", "name=a", "-engine", f"cmd={ENGINE}", "name=b",
            "option.Contempt=30", "-each", "nodes=200", "option.Hash=1", "-rounds", "8", "-repeat",
            "-concurrency", "2", "-maxmoves", "30", "-seed", "7", "-openings", "file=openings.epd",
            "order=random", "-journal", "journal", "-pgnout", "games.pgn",
        ]

    def prepare(self):
        with open(self.path("openings.epd"), "w", encoding="ascii") as file:
            for moves in ("e4 e5", "d4 d5", "c4 e5", "Nf3 d5", "e4 c5", "d4 Nf6", "e4 c6", "b3 e5"):
                board = chess.Board()
                for move in moves.split():
                    board.push_san(move)
                file.write(board.epd() + "\n")

    def finished(self):
        # A torn last line is no game.
        whole, _, _ = self.read("journal").rpartition(b"\n")
        return whole.count(b'{"game":')

    def result(self):
        games = {}
        with open(self.path("games.pgn"), encoding="utf-8") as file:
            while (game := chess.pgn.read_game(file)) is not None:
                number = int(game.headers["GameNumber"])
                assert number not in games, f"game {number} is there twice"
                moves = " ".join(move.uci() for move in game.mainline_moves())
                games[number] = (game.headers["White"], game.headers["Result"], moves)
        assert self.finished() == len(games) == 16, (self.finished(), len(games))
        merged = subprocess.run(
            [ENGINE, "match", "-merge", "journal"], cwd=self.folder, capture_output=True, text=True, check=True
        )
        counts = re.search(r"Games: (\d+), Wins: (\d+), Losses: (\d+), Draws: (\d+)", merged.stdout)
        assert counts, merged.stdout
        return games, counts.groups()


class Datagen(Job):
    def words(self):
        return ["datagen", "games.vf", "--games", "40", "--nodes", "300", "--hash", "1", "--seed", "3"]

    def prepare(self):
        pass

    def finished(self):
        # A game is 32 bytes for its start and four for each move, the last of them zeros. Half a
        # game at the end is cut off when the file goes on.
        data, at, games = self.read("games.vf"), 32, 0
        while at + 4 <= len(data):
            over = data[at : at + 4] == bytes(4)
            games, at = games + over, at + (36 if over else 4)
        return games

    def result(self):
        return self.read("games.vf")


class Train(Job):
    def words(self):
        words = [
            "train", "nnue", "train.xts", "--validation", "train.xts", "--shape", "single", "--hidden", "16",
            "--batch", "64", "--superbatch", "640", "--superbatches", "40", "-o", "net.xnn",
        ]
        return words + (["--resume"] if os.path.exists(self.path("net.xnn.checkpoint")) else [])

    def prepare(self):
        for words in (
            ["datagen", "few.vf", "--games", "6", "--nodes", "100", "--hash", "1"],
            ["data", "convert", "games:few.vf", "-o", "train.xts"],
        ):
            subprocess.run([ENGINE, *words], cwd=self.folder, check=True, capture_output=True)

    def result(self):
        return self.read("net.xnn"), self.read("net.xnn.checkpoint")


class Analyse(Job):
    def words(self):
        return ["analyse", "in.pgn", "--nodes", "2000", "-j", "2", "-o", "out.json", "-o", "out.pgn"]

    def prepare(self):
        with open(self.path("in.pgn"), "w", encoding="ascii") as file:
            file.write(GAMES * 12)

    def finished(self):
        # Outputs are made when all games are done; the journal is removed then.
        if os.path.exists(self.path("out.pgn")) and os.path.exists(self.path("out.json")):
            return 1 << 30
        return self.read("out.json.journal").count(b"\n")

    def result(self):
        return self.read("out.json"), self.read("out.pgn")


JOBS = {"match": Match, "datagen": Datagen, "train": Train, "analyse": Analyse}


def whole(job):
    """Runs a job to its end."""
    process = job.start()
    try:
        code = process.wait(timeout=HANGS)
    finally:
        process.kill()
        process.wait()
    assert code == 0, (code, job.complaints())
    return job.result()


def children_end(leader):
    """Engines whose arena was killed find the end of their input, and end."""
    deadline = time.monotonic() + 20.0
    while session_members(leader):
        assert time.monotonic() < deadline, "a child is left behind"
        time.sleep(0.01)


@unittest.skipUnless(os.path.isdir("/proc/self"), "needs /proc")
class Kills(unittest.TestCase):
    def test_killed_at_random_moments(self):
        chance = random.Random(SEED)
        for name, kind in JOBS.items():
            with self.subTest(name):
                self.kill_often(name, kind, KILLS // len(JOBS), chance)

    def kill_often(self, name, kind, wanted, chance):
        with tempfile.TemporaryDirectory() as folder:
            calm = kind(folder)
            calm.prepare()
            began = time.monotonic()
            expected = whole(calm)
            latest = (time.monotonic() - began) * 0.6
        killed = jobs = 0
        while killed < wanted:
            jobs += 1
            with tempfile.TemporaryDirectory() as folder:
                job = kind(folder)
                job.prepare()
                killed += self.one_job(job, wanted - killed, latest, chance)
                self.assertEqual(whole(job), expected, f"{name}, seed {SEED}: not what one run makes")
        print(f"{name}: {killed} kills over {jobs} jobs", file=sys.stderr)

    def one_job(self, job, wanted, latest, chance):
        """Kills a job until it is done, or often enough."""
        killed = 0
        while killed < wanted:
            before = job.finished()
            process = job.start()
            try:
                code = process.wait(timeout=chance.uniform(0.0, latest))
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                code = process.wait()
            children_end(process.pid)
            if code == 0:
                break
            self.assertEqual(code, -signal.SIGKILL, job.complaints())
            killed += 1
            self.assertGreaterEqual(job.finished(), before, "something finished was lost")
        self.assertNotIn("panicked", job.complaints())
        return killed


if __name__ == "__main__":
    unittest.main()
