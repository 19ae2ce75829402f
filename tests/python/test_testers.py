# SPDX-License-Identifier: GPL-3.0-or-later
"""What testers stumbled over once, tried on the real program: matches beside fastchess, exit codes,
words that mean something, files and lines that are too long."""

import gzip
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import unittest

from conversation import ENGINE, Conversation

HERE = os.path.dirname(os.path.abspath(__file__))
TABLES = os.path.abspath(os.path.join(HERE, "..", "..", "crates", "syzygy", "tests", "tables"))
SAME = ["-each", "nodes=60", "option.Hash=1"]
# Not a stopwatch: whoever has not ended by then hangs.
HANGS = 240


def run(folder, *words, code=0, **settings):
    environment = {**os.environ, "XDG_STATE_HOME": os.path.join(folder, "state"), "NO_COLOR": "1"}
    done = subprocess.run(
        [ENGINE, *words], cwd=folder, env=environment, capture_output=True, text=True, timeout=HANGS,
        check=False, **settings,
    )
    assert code is None or done.returncode == code, (words, done.returncode, done.stdout[-500:], done.stderr[-800:])
    return done


def players(*broken):
    """Ourselves, or an engine with a fault where one is named."""
    words = []
    for name, fault in zip("ab", (*broken, None, None)):
        program = broken_engine(fault) if fault else [f"cmd={ENGINE}"]
        words += ["-engine", *program, f"name={name}"]
    return words


def broken_engine(fault):
    words = " ".join(f'"{word}"' for word in (os.path.join(HERE, "broken_engine.py"), *fault))
    return [f"cmd={sys.executable}", f"args={words}"]


class FishtestsReader:
    """Reads the lines of a match by the rules of fishtest's worker: what it counts, what it takes
    for an error, and when it says that the match is over."""

    ERRORS = (
        r"Warning;.*doesn't have option", r"Warning;.*Invalid value", r"Warning;.*Illegal move",
        r"Warning;.*Illegal PV move", r"Warning;.*PV continues after (checkmate|stalemate)",
    )

    def __init__(self, text):
        self.crashes = self.late = self.games = 0
        self.errors, self.checksum, self.over = [], None, False
        score = pairs = None
        for line in text.splitlines():
            self.checksum = line.split()[-1] if "has CRC32:" in line else self.checksum
            self.errors += [line for pattern in self.ERRORS if re.search(pattern, line)]
            self.crashes += "disconnect" in line or "stall" in line
            self.late += "on time" in line or "timeout" in line
            score = re.search(r"Games: (\d+), Wins: (\d+), Losses: (\d+), Draws: (\d+), Points: ([\d.]+) \(", line) or score
            pairs = re.search(r"Ptnml\(0-2\): \[(\d+), (\d+), (\d+), (\d+), (\d+)\]", line) or pairs
            if score and pairs:
                games, wins, losses, draws = (int(score[i]) for i in range(1, 5))
                assert games == 2 * sum(int(pairs[i]) for i in range(1, 6)) == wins + losses + draws, line
                assert games > self.games, "a block that says nothing new"
                self.games, score, pairs = games, None, None
            self.over |= "Finished match" in line


class Matches(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = self.temporary.name
        self.addCleanup(self.temporary.cleanup)

    def games(self):
        with open(os.path.join(self.folder, "g.pgn"), encoding="utf-8") as file:
            return file.read().count("[Result ")

    def match(self, *words, broken=(), code=0):
        return run(self.folder, "match", *players(*broken), *words, "-pgnout", "g.pgn", code=code)

    def test_the_worker_of_fishtest_understands_every_line(self):
        done = self.match(*SAME, "-rounds", "3", "-repeat", "-ratinginterval", "1", "-crc32", "pgn=true", "-testEnv")
        read = FishtestsReader(done.stdout + done.stderr)
        self.assertEqual((read.games, read.over, read.errors), (6, True, []))
        self.assertEqual((read.crashes, read.late), (0, 0))
        self.assertRegex(read.checksum, r"^0x[0-9a-f]+$")

    def test_failures_are_counted_once_by_who_reads_the_lines(self):
        clock = ["-each", "tc=1+0.05", "option.Hash=1", "-rounds", "1", "-repeat", "-recover"]
        for fault, crashes, late, error in (
            (("crash", "4"), 2, 0, None), (("late", "4"), 0, 2, None), (("illegal move", "4"), 0, 0, "Illegal move"),
        ):
            with self.subTest(fault=fault):
                done = self.match(*clock, "-discard", broken=(fault,))
                read = FishtestsReader(done.stdout + done.stderr)
                self.assertEqual((read.crashes, read.late, read.games), (crashes, late, 2), done.stdout)
                self.assertEqual(len(read.errors), 2 if error else 0, read.errors)
        done = self.match("-each", "nodes=10", "option.Nothing=1", "-rounds", "1", "-discard")
        self.assertTrue(FishtestsReader(done.stdout + done.stderr).errors, "an option that is not there")

    def test_what_cannot_work_is_told_before_the_first_game(self):
        for words, told in ((("-each", "nodes=10", "option.Hash=9999999"), "9999999"), ((*SAME, "-engine", "cmd=./nowhere"), "nowhere")):
            done = self.match(*words, "-rounds", "1", code=1)
            self.assertIn(told, done.stderr)
            self.assertNotIn("Elo", done.stdout)
            self.assertFalse(os.path.exists(os.path.join(self.folder, "g.pgn")))

    def test_what_is_not_there_is_refused_with_a_reason(self):
        for words, told in (
            (("-tournament", "knockout"), "pairs by results"),
            (("-tournament", "swiss"), "pairs by results"),
            (("-config", "file=config.json"), "journal"),
        ):
            done = self.match(*SAME, *words, code=2)
            self.assertIn(told, done.stderr, words)

    def test_a_finished_match_is_extended_and_not_played_again(self):
        self.match(*SAME, "-rounds", "1")
        self.assertEqual(self.games(), 2)
        self.match(*SAME, "-rounds", "1")
        self.assertEqual(self.games(), 2)
        self.match(*SAME, "-rounds", "2")
        self.assertEqual(self.games(), 4)
        self.assertEqual(sorted(os.listdir(self.folder)), ["g.pgn", "state"], "journals are kept elsewhere")

    def test_waits_are_scaled_for_a_slow_engine_and_clocks_are_not(self):
        words = ("-each", "tc=5+1", "-rounds", "1", "-maxmoves", "1", "-startup-ms", "300")
        self.match(*words, broken=(("slow start",),), code=1)
        engine = broken_engine(("slow start",))
        done = run(
            self.folder, "match", "-engine", *engine, "name=a", "tscale=100", "-engine", f"cmd={ENGINE}", "name=b",
            *words, "-pgnout", "g.pgn",
        )
        self.assertIn("Finished match", done.stdout)
        with open(os.path.join(self.folder, "g.pgn"), encoding="utf-8") as file:
            self.assertIn('[TimeControl "5+1"]', file.read())

    def test_tablebases_are_asked_before_the_first_move(self):
        with open(os.path.join(self.folder, "won.epd"), "w", encoding="ascii") as file:
            file.write("8/8/8/8/8/2k5/8/KR6 w - - 0 1\n")
        self.match(*SAME, "-rounds", "1", "-tb", TABLES, "-openings", "file=won.epd", "format=epd")
        with open(os.path.join(self.folder, "g.pgn"), encoding="utf-8") as file:
            text = file.read()
        self.assertEqual(text.count('[Result "1-0"]'), 2)
        self.assertNotRegex(text, r"\n1\. ")

    @unittest.skipUnless(shutil.which("strace"), "needs strace")
    def test_games_get_to_the_disk(self):
        trace = os.path.join(self.folder, "calls")
        command = ["strace", "-f", "-e", "trace=fsync,fdatasync", "-o", trace, ENGINE]
        subprocess.run(
            [*command, "match", *players(), *SAME, "-rounds", "1", "-journal", "j", "-pgnout", "g.pgn"],
            cwd=self.folder, capture_output=True, timeout=HANGS, check=True,
        )
        with open(trace, encoding="utf-8", errors="replace") as file:
            calls = len(re.findall(r"\b(?:fsync|fdatasync)\(", file.read()))
        self.assertGreaterEqual(calls, 2, "the journal and the PGN")


class Compliance(unittest.TestCase):
    def check(self, *command):
        with tempfile.TemporaryDirectory() as folder:
            return run(folder, "match", "--compliance", *command, code=None)

    def test_this_engine_passes(self):
        done = self.check(ENGINE)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertNotIn("advice", done.stdout.split("passed all")[0])

    def test_an_engine_without_these_faults_passes_and_with_one_fails(self):
        mate = self.check(sys.executable, os.path.join(HERE, "broken_engine.py"), "")
        self.assertEqual(mate.returncode, 0, mate.stdout)
        for fault, told in (
            ("no author", "id author"), ("spin out of range", "spin"), ("never ready", "readyok"),
            ("illegal move", "illegal bestmove"), ("illegal line", "PV"), ("fractions", "whole number"),
            ("no score", "score"), ("impatient", "before stop"), ("deaf in a search", "readyok"),
            ("exit code", "exit"),
        ):
            with self.subTest(fault=fault):
                done = self.check(sys.executable, os.path.join(HERE, "broken_engine.py"), fault)
                self.assertEqual(done.returncode, 1, done.stdout)
                self.assertIn("FAILED", done.stdout)
                self.assertIn(told, done.stdout.split("FAILED")[1])


class Workbench(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = self.temporary.name
        self.addCleanup(self.temporary.cleanup)

    def test_games_to_learn_from(self):
        few = ("datagen", "few.vf", "--games", "3", "--hash", "1")
        told = run(self.folder, *few, "--nodes", "60")
        self.assertTrue((told.stdout + told.stderr).strip(), "it says something without a terminal too")
        done = run(self.folder, *few, "--nodes", "70", code=None)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("nodes", done.stderr)
        self.assertIn("3", run(self.folder, "data", "count", "games:few.vf").stdout)
        run(self.folder, "data", "convert", "games:few.vf", "-o", "all.xts")
        split = ("data", "split", "all.xts", "--training", "t.xts", "--validation", "v.xts", "--every", "1000000")
        done = run(self.folder, *split, code=None)
        if done.returncode == 0:
            # Then there is something to validate with.
            self.assertGreater(os.path.getsize(os.path.join(self.folder, "v.xts")), 0)

    def test_a_cause_is_printed_once(self):
        done = run(self.folder, "book", "list", "missing.bin", code=1)
        self.assertEqual(done.stderr.count("No such file"), 1, done.stderr)

    def test_a_suite_is_asked_of_several_engines(self):
        with open(os.path.join(self.folder, "s.epd"), "w", encoding="ascii") as file:
            file.write("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#;\n")
        engines = ["-engine", f"cmd={ENGINE}", "name=one", "-engine", f"cmd={ENGINE}", "name=two"]
        done = run(self.folder, "epd", "s.epd", "-nodes", "500", *engines, "-json", "r.json")
        self.assertIn("one", done.stdout)
        self.assertIn("two", done.stdout)
        with open(os.path.join(self.folder, "r.json"), encoding="utf-8") as file:
            json.load(file)

    def test_another_engine_analyses(self):
        with open(os.path.join(self.folder, "g.pgn"), "w", encoding="ascii") as file:
            file.write("1. f3 e5 2. g4 Qh4# 0-1\n")
        done = run(self.folder, "analyse", "g.pgn", "--engine", ENGINE, "--nodes", "300")
        self.assertIn("Qh4#", done.stdout)

    def test_an_engine_that_ignores_nodes_is_told_of(self):
        # It thinks for ever on `go nodes`, as engines do that know only clocks.
        script = os.path.join(self.folder, "deaf.sh")
        with open(script, "w", encoding="ascii") as file:
            file.write(
                "#!/bin/sh\nwhile read -r l; do case $l in uci) echo id name x; echo id author x; "
                "echo option name A type spin default 0 min -9 max 9; echo uciok;; isready) echo readyok;; "
                "quit) exit;; esac; done\n"
            )
        os.chmod(script, 0o755)
        words = ("tune", "spsa", "--engine", script, "--param", "A,0,-9,9,3", "--nodes", "50", "--iterations", "1")
        process = subprocess.Popen(
            [ENGINE, *words], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )
        try:
            told = ""
            for line in process.stdout:
                told += line
                if "go nodes 50" in line:
                    break
            else:
                self.fail(told)
        finally:
            process.kill()
            process.wait()
            process.stdout.close()

    def test_a_suite_of_one_endless_line_takes_no_memory(self):
        bomb = os.path.join(self.folder, "bomb.epd.gz")
        with gzip.open(bomb, "wb", compresslevel=6) as file:
            file.write(b"8/8/8/8/8/2k5/8/KR6 w - - bm Rb3;\n")
            for _ in range(300):
                file.write(b"x" * (1 << 20))

        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))

        for words in (("epd", bomb, "-nodes", "50"), ("epd", bomb, "-nodes", "50", "-first", "1")):
            done = run(self.folder, *words, code=None, preexec_fn=limit)
            self.assertIn(done.returncode, (0, 1, 2), done.stderr[-500:])
            self.assertNotIn("memory", done.stderr)
            self.assertNotIn("panicked", done.stderr)

    def test_a_book_that_is_cut_short_while_it_is_open_ends_nothing(self):
        # A book of one position, sorted by key, with rubbish around it.
        entries = sorted(os.urandom(16) for _ in range(100_000))
        book = os.path.join(self.folder, "b.bin")
        with open(book, "wb") as file:
            file.write(b"".join(entries))
        with Conversation() as engine:
            engine.say(f"setoption name BookFile value {book}")
            engine.say("setoption name OwnBook value true")
            engine.settle()
            with open(book, "r+b") as file:
                file.truncate(16)
            for _ in range(2):
                engine.say("go nodes 100")
                engine.hear("bestmove")
            engine.say("quit")
            self.assertEqual(engine.farewell()[1], 0)

    def test_a_command_without_end_is_passed_over(self):
        with Conversation() as engine:
            for _ in range(64):
                engine.process.stdin.write(b"position startpos moves " + b"g1f3 g8f6 f3g1 f6g8 " * 25_000)
            engine.say("")
            engine.say("isready")
            engine.hear("readyok")
            with open(f"/proc/{engine.process.pid}/status", encoding="ascii") as file:
                peak = next(int(line.split()[1]) for line in file if line.startswith("VmHWM"))
            self.assertLess(peak, 200_000, "kilobytes")
            engine.say("quit")
            engine.farewell()


if __name__ == "__main__":
    unittest.main()
