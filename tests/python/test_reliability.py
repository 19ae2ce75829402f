# SPDX-License-Identifier: GPL-3.0-or-later
"""Every subcommand, and everything that can go wrong around it.

A command is started in a session of its own, then its input, its terminal or the reader of its
output goes away, a signal comes, its disk is full or nothing can be written. It must end, with an
exit code that says how, leave no process behind, and need no processor while nobody is there.

Every run looks at the commands of USUAL. All of them, which takes some minutes, and the table of
docs/reliability.md:

    XANTHOS_ALL=1 XANTHOS_WRITE_TABLE=1 XANTHOS=target/debug/xanthos python -m unittest test_reliability
"""

import fcntl
import http.server
import os
import pty
import resource
import select
import signal
import socket
import struct
import subprocess
import tempfile
import termios
import threading
import time
import unittest

from conversation import Conversation

ENGINE = os.environ.get("XANTHOS", "xanthos")
TABLE = os.path.join(os.path.dirname(__file__), "..", "..", "docs", "reliability.md")
BEGIN, END = "<!-- hangs: written by tests/python/test_reliability.py -->", "<!-- end of hangs -->"

# Not a stopwatch: a program that has not ended by then hangs.
HANGS = 20.0
PANIC = 101

GAME = '[Event "x"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O *\n\n'
# No engine finds this move, so that it thinks for as long as it may.
POSITIONS = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - bm Ba6;\n"

# Commands that work for long, or wait for ever; {me} is the program. A dot in front of a name
# says that the output is a file, which an event may put elsewhere.
LONG = {
    "uci": [],
    "bench": ["bench", "40"],
    "perft": ["perft", "12"],
    "explain": ["explain", "startpos", "--nodes", "100000000000"],
    "motifs": ["motifs", "-"],
    "analyse": ["analyse", "games.pgn", "--nodes", "3000000", "-o", "{out}.pgn"],
    "play": ["play", "--plain", "--nodes", "100000000000", "--pgn", "{out}.pgn"],
    "serve": ["serve", "--port", "0"],
    "match": [
        "match", "-engine", "cmd={me}", "name=a", "-engine", "cmd={me}", "name=b", "-each", "tc=60+1",
        "option.Hash=1", "-rounds", "50", "-journal", "{out}.journal", "-pgnout", "{out}.pgn",
    ],
    "epd": ["epd", "suite.epd", "-st", "60"],
    "tune": [
        "tune", "spsa", "--engine", "{me}", "--param", "Contempt,0,-50,50,8", "--nodes", "20000",
        "--option", "Hash=1", "--iterations", "10000",
    ],
    "datagen": ["datagen", "{out}.vf", "--games", "100000", "--nodes", "20000", "--hash", "1"],
    "train": [
        "train", "nnue", "train.xts", "--validation", "train.xts", "--batch", "64", "--superbatch", "6400",
        "--superbatches", "4000", "-o", "{out}.xnn",
    ],
    "lichess": ["lichess", "--token-file", "token.txt", "--config", "bot.toml", "--url", "{url}"],
}

# Commands that are over in a moment: only who reads them, and where they write, can be in the way.
SHORT = {
    "show": ["show"],
    "tb": ["tb", "--path", ".", "8/8/8/8/8/2k5/8/KR6 w - - 0 1"],
    "elo": ["elo", "1", "2", "3"],
    "study": ["study", "two-move", "--quick", "-o", "{out}"],
    "sprt": ["sprt", "1", "2", "3", "4", "5"],
    "book": ["book", "make", "games.pgn", "-o", "{out}.bin"],
    "data": ["data", "count", "train.xts"],
    "options": ["options"],
    "manual": ["manual"],
    "completions": ["completions", "bash"],
}

# Those that write what they find into files, or show it elsewhere, and go on without a reader.
UNREAD = {"match", "datagen", "tune", "serve", "lichess"}

# Those of every test run.
USUAL = ("uci", "play", "elo")

SIGNALS = {"SIGINT": signal.SIGINT, "SIGTERM": signal.SIGTERM, "SIGHUP": signal.SIGHUP}
EVENTS = ["input closed", "terminal closed", "output closed", *SIGNALS, "disk full", "read-only", "killed"]
# Those that write files of their own, beyond standard output.
WRITERS = {"analyse", "match", "datagen", "train", "book", "play"}
# Those that read standard input.
READERS = {"uci", "motifs", "play"}


def session_members(leader):
    """Processes of a session, dead ones not counted."""
    members = []
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/stat", encoding="ascii", errors="replace") as file:
                    fields = file.read().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if int(fields[3]) == leader and fields[0] not in "ZX":
                members.append(int(entry))
    return members


def ticks(pid):
    """Processor time of a process, in seconds."""
    with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Lichess(http.server.BaseHTTPRequestHandler):
    """As much of lichess.org as a bot without games needs: an account, no games, a silent stream."""

    def do_GET(self):
        if self.path == "/api/stream/event":
            self.send_response(200)
            self.end_headers()
            try:
                while True:
                    self.wfile.write(b"\n")
                    time.sleep(0.5)
            except OSError:
                return
        answer = b'{"nowPlaying":[]}' if "playing" in self.path else b'{"id":"me","username":"Me","title":"BOT"}'
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


def lichess():
    """Its address; it ends with the tests."""
    if not hasattr(lichess, "server"):
        lichess.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Lichess)
        lichess.server.daemon_threads = True
        threading.Thread(target=lichess.server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{lichess.server.server_port}"


def command(name, out):
    """The words of a command."""
    words = {**LONG, **SHORT}[name]
    url = lichess() if "{url}" in words else ""
    return [word.replace("{me}", ENGINE).replace("{out}", out).replace("{url}", url) for word in words]


class Trial:
    """One command in a folder of its own, in a session of its own."""

    def __init__(self, folder, name, out="out", stdout=subprocess.PIPE, full=False):
        words = command(name, out)
        environment = {**os.environ, "XDG_STATE_HOME": folder, "RUST_BACKTRACE": "0"}
        self.log = open(os.path.join(folder, f"stderr-{time.monotonic_ns()}"), "w+b")
        def limit():
            # Whoever started these tests in the background had Ctrl-C switched off, or used nohup.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            signal.signal(signal.SIGHUP, signal.SIG_DFL)
            # No file may grow, as if the disk were full; pipes are no files. The signal that goes
            # with it is ignored, as Python does.
            if full:
                resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))

        self.process = subprocess.Popen(
            [ENGINE, *words], cwd=folder, env=environment, stdin=subprocess.PIPE, stdout=stdout,
            stderr=subprocess.PIPE if full else self.log, start_new_session=True, preexec_fn=limit,
            restore_signals=not full,
        )
        self.leader = self.process.pid

    def under_way(self):
        """Waits until it works: a little processor time is used up, or it waits for somebody."""
        deadline = time.monotonic() + 3.0
        while time.monotonic() < deadline and self.process.poll() is None:
            if sum(ticks(pid) for pid in session_members(self.leader)) > 0.4:
                return
            time.sleep(0.02)

    def end(self):
        """Waits for its end; answers with the exit code, or None if it hangs."""
        try:
            code = self.process.wait(timeout=HANGS)
        except subprocess.TimeoutExpired:
            code = None
        return code

    def left_behind(self):
        """Processes that are still there a moment later."""
        deadline = time.monotonic() + 3.0
        while (left := session_members(self.leader)) and time.monotonic() < deadline:
            time.sleep(0.02)
        return left

    def clean_up(self):
        for pid in session_members(self.leader):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.wait()
        complaints = ""
        if self.process.stderr is not None:
            complaints = self.process.stderr.read().decode(errors="replace")
            self.process.stderr.close()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                try:
                    stream.close()
                except OSError:
                    pass
        self.log.seek(0)
        complaints += self.log.read().decode(errors="replace")
        self.log.close()
        return complaints


def wake(trial, name):
    """Gives those that wait for words something to do."""
    if name == "uci":
        trial.process.stdin.write(b"position startpos\ngo infinite\n")
    elif name == "play":
        trial.process.stdin.write(b"e4\n")
    if name in ("uci", "play"):
        trial.process.stdin.flush()


def judge(name, event, code, left, complaints):
    """What is wrong, or nothing."""
    if code is None:
        return f"still there after {HANGS:.0f} s"
    if left:
        return f"{len(left)} processes left behind"
    if code == PANIC or "panicked" in complaints:
        return f"panic (exit code {code}): {complaints.strip()[:300]}"
    if event in SIGNALS:
        number = SIGNALS[event]
        # Dying of the signal and ending in order are both right; success is for those that are
        # meant to be ended like that.
        fine = {-number, 130, 128 + number} | ({0} if name in ("uci", "serve", "lichess") else set())
    elif event == "killed":
        fine = {-signal.SIGKILL}
    elif event in ("disk full", "read-only"):
        fine = {1, 2} | ({0} if name in ("uci", "serve", "play") else set())
    else:
        # Nobody reads, or nobody is there any more.
        fine = {0, 1, 2, 130, -signal.SIGHUP, -signal.SIGPIPE}
    return None if code in fine else f"exit code {code}: {complaints.strip()[:300]}"


def try_event(folder, name, event):
    """Runs a command into an event. None: it does not apply; "": it went well; else what is wrong."""
    long = name in LONG
    if event == "terminal closed":
        return try_terminal(folder, name) if long else None
    if not long and event not in ("output closed", "disk full", "read-only"):
        return None
    if event == "input closed" and name not in READERS:
        return None
    if event == "read-only" and name not in WRITERS:
        return None
    if event == "disk full" and long and name not in WRITERS:
        return None
    if event == "output closed" and name in ("train", "explain", "epd", "perft", "analyse", "bench"):
        # They say nothing before the end, or write into files: there is nobody to miss.
        return None
    if event == "disk full" and not long and name != "book":
        with open("/dev/full", "wb") as full:
            trial = Trial(folder, name, stdout=full)
    elif event == "disk full":
        trial = Trial(folder, name, full=True)
    elif event == "read-only":
        # A folder in which nobody can make a file, not even root.
        trial = Trial(folder, name, out="/proc/out")
    else:
        trial = Trial(folder, name)
    try:
        if long and event not in ("disk full", "read-only"):
            wake(trial, name)
            trial.under_way()
        if event in ("disk full", "read-only") and name == "play":
            trial.process.stdin.write(b"e4\n")
            trial.process.stdin.close()
        if event == "input closed":
            trial.process.stdin.close()
            if name == "play":
                # The engine thinks for ever; whoever has left does not wait for it.
                trial.process.send_signal(signal.SIGTERM)
        elif event == "output closed":
            trial.process.stdout.close()
            if name == "uci":
                trial.process.stdin.write(b"isready\n" * 3)
                trial.process.stdin.flush()
            if name in ("play", "motifs"):
                trial.process.stdin.close()
                if name == "play":
                    trial.process.send_signal(signal.SIGTERM)
            if name in UNREAD:
                # They go on without a reader; that is what their files are for.
                time.sleep(0.5)
                if trial.process.poll() is not None and trial.process.returncode == PANIC:
                    return judge(name, event, PANIC, [], trial.clean_up())
                trial.process.send_signal(signal.SIGTERM)
        elif event in SIGNALS:
            trial.process.send_signal(SIGNALS[event])
        elif event == "killed":
            trial.process.kill()
        code = trial.end()
        left = trial.left_behind()
    finally:
        complaints = trial.clean_up()
    return judge(name, event, code, left, complaints) or ""


def read_terminal(parent, wanted):
    """Reads what is shown, up to some words or for a second."""
    shown = b""
    deadline = time.monotonic() + (10.0 if wanted else 1.0)
    while time.monotonic() < deadline and not (wanted and wanted in shown):
        if select.select([parent], [], [], 0.1)[0]:
            try:
                shown += os.read(parent, 65536)
            except OSError:
                # The program is gone already.
                break
    return shown


def try_terminal(folder, name):
    """The window closes: the terminal of the session is gone."""
    parent, child = pty.openpty()
    fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    words = [word for word in command(name, "out") if word != "--plain"]
    environment = {**os.environ, "XDG_STATE_HOME": folder, "RUST_BACKTRACE": "0", "TERM": "xterm"}
    script = "import os,sys,fcntl,signal,termios; signal.signal(signal.SIGHUP, signal.SIG_DFL); os.setsid(); fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execv(sys.argv[1], sys.argv[1:])"
    process = subprocess.Popen(
        ["python3", "-c", script, ENGINE, *words], cwd=folder, env=environment,
        stdin=child, stdout=child, stderr=child,
    )
    os.close(child)
    trial = Trial.__new__(Trial)
    trial.process, trial.leader = process, process.pid
    trial.log = open(os.path.join(folder, f"stderr-{time.monotonic_ns()}"), "w+b")
    try:
        shown = read_terminal(parent, b"Type a move" if name == "play" else None)
        if name == "play":
            assert b"Type a move" in shown, shown
            os.write(parent, b"e4\r")
            read_terminal(parent, b"1. e4")
        os.close(parent)
        code = trial.end()
        left = trial.left_behind()
    finally:
        complaints = trial.clean_up()
    return judge(name, "terminal closed", code, left, complaints) or ""


def prepare(folder):
    """Files that commands read."""
    with open(os.path.join(folder, "games.pgn"), "w", encoding="ascii") as file:
        file.write(GAME * 200)
    with open(os.path.join(folder, "suite.epd"), "w", encoding="ascii") as file:
        file.write(POSITIONS * 50)
    with open(os.path.join(folder, "token.txt"), "w", encoding="ascii") as file:
        file.write("lip_onlyatest\n")
    with open(os.path.join(folder, "bot.toml"), "w", encoding="ascii") as file:
        file.write("[engine.uci_options]\nHash = 1\n")

    def run(*words):
        subprocess.run([ENGINE, *words], cwd=folder, check=True, capture_output=True)

    run("datagen", "few.vf", "--games", "6", "--nodes", "100", "--hash", "1")
    run("data", "convert", "games:few.vf", "-o", "train.xts")


def table(results):
    """The table of the documentation."""
    lines = ["| | " + " | ".join(EVENTS) + " |", "|---" * (len(EVENTS) + 1) + "|"]
    for name in [*LONG, *SHORT]:
        cells = []
        for event in EVENTS:
            result = results[name, event]
            cells.append("·" if result is None else "ends" if result == "" else "FAILS")
        lines.append(f"| `{name}` | " + " | ".join(cells) + " |")
    return "\n".join(lines)


@unittest.skipUnless(os.path.isdir("/proc/self"), "needs /proc")
class Reliability(unittest.TestCase):
    def test_a_job_under_nohup_outlives_its_terminal(self):
        with tempfile.TemporaryDirectory() as folder:
            prepare_from(self.prepared, folder)
            process = subprocess.Popen(
                [ENGINE, *command("match", "out")], cwd=folder, stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
                preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),
            )
            try:
                # Its handlers are there once its engines are.
                while len(session_members(process.pid)) < 3 and process.poll() is None:
                    time.sleep(0.05)
                process.send_signal(signal.SIGHUP)
                with self.assertRaises(subprocess.TimeoutExpired):
                    process.wait(timeout=2.0)
                process.send_signal(signal.SIGTERM)
                process.wait(timeout=HANGS)
            finally:
                process.kill()
                process.wait()

    def test_nothing_hangs(self):
        results = {}
        wrong = []
        chosen = os.environ.get("XANTHOS_ONLY")
        only = chosen.split(",") if chosen else None if os.environ.get("XANTHOS_ALL") else USUAL
        for name in [*LONG, *SHORT]:
            for event in EVENTS:
                if only and name not in only and event not in only:
                    results[name, event] = ""
                    continue
                with tempfile.TemporaryDirectory() as folder:
                    prepare_from(self.prepared, folder)
                    result = try_event(folder, name, event)
                results[name, event] = result
                if result:
                    wrong.append(f"{name}, {event}: {result}")
        self.assertEqual(wrong, [], "\n" + "\n".join(wrong))
        if only:
            return
        new = f"{BEGIN}\n{table(results)}\n{END}"
        with open(TABLE, encoding="utf-8") as file:
            text = file.read()
        before, rest = text.split(BEGIN)
        _, after = rest.split(END)
        if os.environ.get("XANTHOS_WRITE_TABLE"):
            with open(TABLE, "w", encoding="utf-8") as file:
                file.write(before + new + after)
        else:
            self.assertEqual(text, before + new + after, "docs/reliability.md is stale; see this file's head")

    def test_every_command_is_looked_at(self):
        told = subprocess.run([ENGINE, "help"], capture_output=True, text=True, check=True).stdout
        told = told.split("Commands:")[1].split("Options:")[0]
        names = {line.split()[0] for line in told.splitlines() if line.startswith("  ") and line[2] != " "}
        # The cluster has tests of its own, with real ranks: tests/cluster.
        self.assertEqual(names - {"help", "cluster"}, {*LONG, *SHORT})

    def test_nobody_there_needs_no_processor(self):
        for name in ("uci", "play", "serve", "lichess"):
            with tempfile.TemporaryDirectory() as folder:
                prepare_from(self.prepared, folder)
                trial = Trial(folder, name)
                try:
                    time.sleep(1.0)
                    before = ticks(trial.leader)
                    time.sleep(1.0)
                    used = ticks(trial.leader) - before
                finally:
                    trial.clean_up()
                self.assertLess(used, 0.2, f"{name} uses {used} s of processor a second while nobody asks")

    def test_the_bot_goes_through_the_proxy_of_the_environment(self):
        with socket.create_server(("127.0.0.1", 0)) as proxy, tempfile.TemporaryDirectory() as folder:
            prepare_from(self.prepared, folder)
            proxy.settimeout(HANGS)
            address = f"http://127.0.0.1:{proxy.getsockname()[1]}"
            words = ["lichess", "--token-file", "token.txt", "--url", "https://lichess.invalid"]
            bot = subprocess.Popen(
                [ENGINE, *words], cwd=folder, env={**os.environ, "HTTPS_PROXY": address, "NO_PROXY": ""},
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            )
            try:
                with proxy.accept()[0] as connection, connection.makefile("rb") as lines:
                    connection.settimeout(HANGS)
                    asked = b"".join(iter(lines.readline, b"\r\n"))
            finally:
                bot.kill()
                bot.wait()
            self.assertTrue(asked.startswith(b"CONNECT lichess.invalid:443 "), asked)
            self.assertNotIn(b"lip_", asked, "the proxy is told the token")

    def test_a_game_in_a_terminal_is_saved_when_its_window_closes(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(try_terminal(folder, "play"), "")
            with open(os.path.join(folder, "out.pgn"), encoding="utf-8") as file:
                self.assertIn("1. e4", file.read())

    def test_a_long_run_hears_that_its_window_closes(self):
        # It said so on the terminal that was gone, broke down, and heard no signal any more.
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(try_terminal(folder, "datagen"), "")

    def test_a_game_in_lines_is_saved_on_every_signal(self):
        for event, number in SIGNALS.items():
            with tempfile.TemporaryDirectory() as folder:
                trial = Trial(folder, "play")
                try:
                    wake(trial, "play")
                    trial.under_way()
                    trial.process.send_signal(number)
                    self.assertEqual(trial.end(), 130, event)
                finally:
                    trial.clean_up()
                with open(os.path.join(folder, "out.pgn"), encoding="utf-8") as file:
                    self.assertIn("1. e4", file.read(), event)

    def test_options_that_name_no_file_are_refused_and_the_engine_answers(self):
        with tempfile.TemporaryDirectory() as folder:
            fifo = os.path.join(folder, "fifo")
            os.mkfifo(fifo)
            for option in ("EvalFile", "BookFile", "Debug Log File"):
                for path in (fifo, "/dev/zero"):
                    with self.subTest(option=option, path=path), Conversation() as engine:
                        engine.say(f"setoption name {option} value {path}")
                        engine.say("setoption name OwnBook value true")
                        engine.settle()
                        engine.say("go depth 1")
                        engine.hear("bestmove")
                        engine.say("quit")
                        self.assertEqual(engine.farewell()[1], 0)

    def test_a_ponder_search_that_waits_is_answered(self):
        words = "position startpos\ngo movetime 300\ngo ponder wtime 1000 btime 1000\nperft 2\nponderhit\n"
        trial = Trial(self.prepared, "uci")
        try:
            trial.process.stdin.write(words.encode())
            trial.process.stdin.flush()
            answers = 0
            while answers < 2:
                line = trial.process.stdout.readline()
                self.assertTrue(line, "the engine is gone")
                answers += line.startswith(b"bestmove")
        finally:
            trial.clean_up()

    def test_a_reader_that_does_not_read_costs_no_memory(self):
        trial = Trial(self.prepared, "uci")
        try:
            os.set_blocking(trial.process.stdin.fileno(), False)
            sent, deadline = 0, time.monotonic() + 5.0
            while sent < 100_000 and time.monotonic() < deadline:
                try:
                    sent += os.write(trial.process.stdin.fileno(), b"uci\n" * 1000) // 4
                except BlockingIOError:
                    time.sleep(0.02)
            time.sleep(0.5)
            with open(f"/proc/{trial.leader}/status", encoding="ascii") as file:
                memory = next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))
            self.assertLess(memory, 150_000, "kilobytes")
        finally:
            trial.clean_up()

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.prepared = cls.folder.name
        prepare(cls.prepared)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()


def prepare_from(prepared, folder):
    for name in ("games.pgn", "suite.epd", "train.xts", "token.txt", "bot.toml"):
        os.link(os.path.join(prepared, name), os.path.join(folder, name))


if __name__ == "__main__":
    unittest.main()
