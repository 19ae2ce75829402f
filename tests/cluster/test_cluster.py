# SPDX-License-Identifier: GPL-3.0-or-later
"""Ranks that mpirun starts, as a GUI and an enemy see them.

    XANTHOS=target/debug/xanthos python -m unittest discover tests/cluster

The engine must be built with `--features cluster`. Games with a rank killed in each, as
docs/cluster.md has them: XANTHOS_KILLED_GAMES=200.
"""

import os
import queue
import random
import signal
import subprocess
import tempfile
import threading
import time
import unittest

import chess
import chess.engine

ENGINE = os.path.abspath(os.environ.get("XANTHOS", "xanthos"))
KILLED_GAMES = int(os.environ.get("XANTHOS_KILLED_GAMES", "1"))
SEED = int(os.environ.get("XANTHOS_SEED", "4121"))
# Long enough for a loaded machine; reached only when something hangs.
PATIENCE = 120.0

ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
MPIRUN = ["mpirun", "--oversubscribe", "--bind-to", "none", "--enable-recovery"]


def command(ranks, *arguments):
    return [*MPIRUN, "-n", str(ranks), ENGINE, "cluster", *arguments]


def children(parent):
    """The processes that a process has started, by rank."""
    found = {}
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/stat", "rb") as stat:
                state, ppid = stat.read().rpartition(b")")[2].split()[:2]
            if int(ppid) != parent or state == b"Z":
                continue
            with open(f"/proc/{name}/environ", "rb") as environ:
                words = dict(word.partition(b"=")[::2] for word in environ.read().split(b"\0"))
        except (FileNotFoundError, ProcessLookupError, PermissionError):
            continue
        rank = words.get(b"OMPI_COMM_WORLD_RANK")
        if rank is not None:
            found[int(rank)] = int(name)
    return found


def alive(pid):
    try:
        with open(f"/proc/{pid}/stat", "rb") as stat:
            return stat.read().rpartition(b")")[2].split()[0] != b"Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def ticks(pid):
    """Processor time of a process so far, in seconds."""
    with open(f"/proc/{pid}/stat", "rb") as stat:
        words = stat.read().rpartition(b")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


class Cluster:
    """A running cluster, its input and its lines."""

    def __init__(self, ranks, *arguments):
        self.process = subprocess.Popen(
            command(ranks, *arguments),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=ENVIRONMENT,
        )
        self.lines = queue.Queue()
        self.complaints = ""
        self.threads = [
            threading.Thread(target=self._listen),
            threading.Thread(target=self._overhear),
        ]
        for thread in self.threads:
            thread.start()
        self.say("uci")
        self.hear("uciok")
        self.pids = children(self.process.pid)

    def _listen(self):
        for line in self.process.stdout:
            self.lines.put(line.strip())
        self.lines.put(None)

    def _overhear(self):
        self.complaints = self.process.stderr.read()

    def say(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def hear(self, word):
        """The lines up to the first that begins with a word."""
        lines = []
        while True:
            line = self.lines.get(timeout=PATIENCE)
            if line is None:
                raise AssertionError(f"the engine ended before {word!r}: {lines}")
            lines.append(line)
            if line.split(" ")[0] == word:
                return lines

    def go(self, limits="movetime 200"):
        self.say("position startpos", f"go {limits}")
        return self.hear("bestmove")

    def has_ended(self):
        """Waits for the end of mpirun and of every rank."""
        self.process.wait(timeout=PATIENCE)
        deadline = time.monotonic() + PATIENCE
        while any(alive(pid) for pid in self.pids.values()) and time.monotonic() < deadline:
            time.sleep(0.01)
        return not any(alive(pid) for pid in self.pids.values())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for pid in [*self.pids.values(), self.process.pid]:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.wait()
        for thread in self.threads:
            thread.join()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                pipe.close()
            except BrokenPipeError:
                pass


class Playing(unittest.TestCase):
    def test_python_chess_plays_with_every_way_of_sharing(self):
        for sharing in ("knowledge", "lines", "ahead"):
            with self.subTest(sharing):
                engine = chess.engine.SimpleEngine.popen_uci(
                    command(3, "--sharing", sharing), timeout=PATIENCE, env=ENVIRONMENT
                )
                with engine:
                    engine.configure({"Hash": 4})
                    board = chess.Board()
                    for _ in range(6):
                        limit = chess.engine.Limit(white_clock=3, black_clock=3)
                        result = engine.play(board, limit, game=sharing)
                        self.assertIn(result.move, board.legal_moves)
                        board.push(result.move)

    def test_every_rank_is_seen_at_work(self):
        with Cluster(3) as cluster:
            told = ""
            for _ in range(20):
                told = [line for line in cluster.go("movetime 500") if "cluster:" in line][-1]
                depths = told.split("depth ")[1].split(",")[0].split()
                if all(int(depth) > 0 for depth in depths):
                    break
            self.assertIn("3 of 3 ranks", told)
            self.assertTrue(all(int(depth) > 0 for depth in depths), told)
            self.assertIn("move found by rank", told)

    def test_ranks_of_another_kind_are_refused(self):
        mixed = [*MPIRUN, "-n", "1", ENGINE, "cluster", ":"]
        mixed += ["-n", "1", ENGINE, "cluster", "--sharing", "lines"]
        done = subprocess.run(
            mixed, input="uci\n", capture_output=True, text=True, timeout=PATIENCE, env=ENVIRONMENT
        )
        self.assertIn("error: rank 1 on", done.stderr)
        self.assertIn("command line", done.stderr)
        self.assertNotIn("uciok", done.stdout)

    def test_idle_ranks_sleep(self):
        with Cluster(2) as cluster:
            cluster.go()
            time.sleep(0.5)
            before = {rank: ticks(pid) for rank, pid in cluster.pids.items()}
            time.sleep(2.0)
            for rank, pid in cluster.pids.items():
                # Processor time, not a stopwatch: a rank that spins has nearly all of a busy
                # machine's share.
                self.assertLess(ticks(pid) - before[rank], 0.3, f"rank {rank}")


class Working(unittest.TestCase):
    def test_the_same_parts_make_the_same_file_on_any_number_of_ranks(self):
        made = []
        work = ["--parts", "3", "datagen", "own.vf", "--games", "6", "--nodes", "100", "--hash", "1"]
        for ranks in (1, 3):
            with tempfile.TemporaryDirectory() as folder:
                done = subprocess.run(
                    command(ranks, *work),
                    stdin=subprocess.DEVNULL,
                    capture_output=True,
                    text=True,
                    timeout=PATIENCE,
                    env=ENVIRONMENT,
                    cwd=folder,
                )
                self.assertEqual(done.returncode, 0, done.stderr)
                with open(os.path.join(folder, "own.vf"), "rb") as file:
                    made.append(file.read())
        self.assertEqual(made[0], made[1])
        self.assertGreater(len(made[0]), 6 * 36)

    def test_what_ranks_cannot_share_is_refused(self):
        done = subprocess.run(
            command(2, "bench"),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            env=ENVIRONMENT,
        )
        # With --enable-recovery mpirun's own exit code is 0 whatever a rank ends with.
        self.assertIn("error: 'bench' is no work for ranks", done.stderr)


class Faults(unittest.TestCase):
    def test_a_killed_rank_costs_nothing_but_its_help(self):
        with Cluster(3) as cluster:
            cluster.say("position startpos", "go movetime 1500")
            time.sleep(0.5)
            os.kill(cluster.pids[1], signal.SIGKILL)
            self.assertRegex(cluster.hear("bestmove")[-1], "^bestmove [a-h]")
            told = []
            for _ in range(40):
                told += cluster.go()
                if any("rank 1 is silent" in line for line in told):
                    break
            self.assertTrue(any("rank 1 is silent" in line for line in told), told)
            self.assertTrue(any("2 of 3 ranks" in line for line in cluster.go()))
            cluster.say("quit")
            self.assertTrue(cluster.has_ended())

    def test_a_stalled_rank_is_written_off_and_comes_back(self):
        with Cluster(2) as cluster:
            cluster.go()
            os.kill(cluster.pids[1], signal.SIGSTOP)
            told = []
            for _ in range(60):
                told += cluster.go("movetime 100")
                if any("rank 1 is silent" in line for line in told):
                    break
            self.assertTrue(any("rank 1 is silent" in line for line in told), told)
            os.kill(cluster.pids[1], signal.SIGCONT)
            for _ in range(60):
                told += cluster.go("movetime 100")
                if any("rank 1 is back" in line for line in told):
                    break
            self.assertTrue(any("rank 1 is back" in line for line in told), told)

    def test_every_end_is_the_end_of_all_ranks(self):
        def closes_output(cluster):
            os.close(os.dup(cluster.process.stdout.fileno()))
            cluster.process.stdin.close()

        ends = {
            "quit": lambda cluster: cluster.say("quit"),
            "the end of input": lambda cluster: cluster.process.stdin.close(),
            "Ctrl-C": lambda cluster: cluster.process.send_signal(signal.SIGINT),
            "SIGTERM": lambda cluster: cluster.process.terminate(),
            "mpirun killed": lambda cluster: cluster.process.kill(),
            "a dead GUI": closes_output,
        }
        for name, end in ends.items():
            for searching in (False, True):
                with self.subTest(name, searching=searching), Cluster(3) as cluster:
                    self.assertEqual(len(cluster.pids), 3)
                    if searching:
                        cluster.say("position startpos", "go infinite")
                        time.sleep(0.3)
                    end(cluster)
                    self.assertTrue(cluster.has_ended())

    def test_games_with_a_rank_killed_in_each(self):
        chance = random.Random(SEED)
        for game in range(KILLED_GAMES):
            with self.subTest(game), Cluster(3) as cluster:
                board = chess.Board()
                victim, moment = chance.choice([1, 2]), chance.randrange(0, 30)
                for ply in range(40):
                    if board.is_game_over():
                        break
                    moves = " ".join(move.uci() for move in board.move_stack)
                    cluster.say(f"position startpos moves {moves}".removesuffix(" moves "))
                    cluster.say("go wtime 2000 btime 2000 winc 20 binc 20")
                    if ply == moment:
                        os.kill(cluster.pids[victim], signal.SIGKILL)
                    best = cluster.hear("bestmove")[-1].split()[1]
                    board.push_uci(best)
                cluster.say("quit")
                self.assertTrue(cluster.has_ended())


if __name__ == "__main__":
    unittest.main()
