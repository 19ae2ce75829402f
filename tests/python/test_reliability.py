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
import random
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
from subcommands import BRIEF, ENGINE, FAST, LONG, NAMES, READERS, SILENT, UNREAD, WRITERS, command, prepare

TABLE = os.path.join(os.path.dirname(__file__), "..", "..", "docs", "reliability.md")
BEGIN, END = "<!-- hangs: written by tests/python/test_reliability.py -->", "<!-- end of hangs -->"

# Not a stopwatch: a program that has not ended by then hangs.
HANGS = 20.0
PANIC = 101

# Those of every test run.
USUAL = ("uci", "play", "elo")

SIGNALS = {"SIGINT": signal.SIGINT, "SIGTERM": signal.SIGTERM, "SIGHUP": signal.SIGHUP}
EVENTS = ["input closed", "terminal closed", "output closed", *SIGNALS, "disk full", "read-only", "killed"]


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


class Trial:
    """One command in a folder of its own, in a session of its own."""

    def __init__(self, inputs, folder, name, out="out", brief=False, where=None, full=False, deaf=False, **streams):
        url = lichess() if name == "lichess" else ""
        words = command(name, out, inputs, brief, url)
        state = where or folder
        environment = {**os.environ, "XDG_STATE_HOME": state, "HOME": state, "RUST_BACKTRACE": "0"}
        self.log = open(os.path.join(folder, f"stderr-{time.monotonic_ns()}"), "w+b")
        def limit():
            # Whoever started these tests in the background had Ctrl-C switched off, or used nohup.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            signal.signal(signal.SIGHUP, signal.SIG_DFL)
            # No file may grow, as if the disk were full; pipes are no files. The signal that goes
            # with it is ignored, as Python does.
            if full:
                resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
            if deaf:
                os.close(0)

        self.process = subprocess.Popen(
            [ENGINE, *words], cwd=where or folder, env=environment, start_new_session=True, preexec_fn=limit,
            restore_signals=not full,
            **{"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE if full else self.log, **streams},
        )
        self.leader = self.process.pid

    def under_way(self, longest=3.0):
        """Waits until it works: a little processor time is used up, or it waits for somebody."""
        deadline = time.monotonic() + longest
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
        if hasattr(self, "unread"):
            os.close(self.unread)
            del self.unread
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


# How a trial may end, as the table says it.
ENDS, WORKS, GOES_ON, ERROR = "ends", "works", "goes on", "error"


def expected(name, event):
    """What must happen."""
    writes = name in WRITERS
    if event == "input closed" and name not in READERS:
        return WORKS if name in BRIEF else GOES_ON
    if event == "output closed" and name in UNREAD:
        return GOES_ON
    if event == "disk full":
        return GOES_ON if name in ("serve", "lichess") else ERROR
    if event == "read-only":
        return GOES_ON if name in ("serve", "lichess") else ERROR if writes else WORKS
    return ENDS


def judge(name, event, code, left, complaints):
    """What is wrong, or nothing."""
    if code is None:
        return f"still there after {HANGS:.0f} s"
    if left:
        return f"{len(left)} processes left behind"
    if code == PANIC or "panicked" in complaints:
        return f"panic (exit code {code}): {complaints.strip()[:300]}"
    wanted = expected(name, event)
    quits = {0} if name in ("uci", "serve", "lichess") else set()
    if wanted == WORKS:
        fine = {0}
    elif wanted == ERROR:
        fine = {1, 2}
        if not complaints.strip():
            return f"exit code {code} without a word"
    elif wanted == GOES_ON:
        # It was ended by SIGTERM when it had shown that it goes on.
        fine = {-signal.SIGTERM, 130, 128 + signal.SIGTERM} | quits
    elif event in SIGNALS:
        number = SIGNALS[event]
        # Dying of the signal and ending in order are both right; success is for those that are
        # meant to be ended like that.
        fine = {-number, 130, 128 + number} | quits
    elif event == "killed":
        fine = {-signal.SIGKILL}
    else:
        # Nobody reads, or nobody is there any more.
        fine = {0, 1, 2, 130, -signal.SIGHUP, -signal.SIGPIPE}
    return "" if code in fine else f"exit code {code}: {complaints.strip()[:300]}"


def try_event(inputs, folder, name, event):
    """Runs a command into an event. "": it went as `expected`; else what is wrong."""
    long = name in LONG
    wanted = expected(name, event)
    if event == "terminal closed":
        return try_terminal(inputs, folder, name)
    if wanted in (WORKS, ERROR):
        trial = start_hindered(inputs, folder, name, event)
    elif event == "input closed":
        trial = Trial(inputs, folder, name, deaf=name not in READERS)
    elif event == "output closed" and (not long or name in SILENT):
        read, write = os.pipe()
        os.close(read)
        trial = Trial(inputs, folder, name, brief=True, stdout=write)
        os.close(write)
    elif wanted == GOES_ON and event == "disk full":
        trial = Trial(inputs, folder, name, full=True)
    elif wanted == GOES_ON and event == "read-only":
        trial = Trial(inputs, folder, name, where="/proc", out="/proc/out")
    elif long:
        trial = Trial(inputs, folder, name)
    elif name in FAST:
        return try_in_the_middle(inputs, folder, name, event)
    else:
        trial = blocked(inputs, folder, name)
    try:
        if wanted in (ENDS, GOES_ON) and (long or event != "output closed"):
            if long:
                wake(trial, name)
            waits = not long or name in ("elo", "sprt", "motifs", "serve", "lichess")
            trial.under_way(0.7 if waits else 3.0)
        act(trial, name, event)
        if wanted == GOES_ON:
            time.sleep(0.5)
            gone = trial.process.poll()
            if gone is not None:
                complaints = trial.clean_up()
                return f"did not go on, exit code {gone}: {complaints.strip()[:300]}"
            trial.process.send_signal(signal.SIGTERM)
        code = trial.end()
        left = trial.left_behind()
    finally:
        complaints = trial.clean_up()
    return judge(name, event, code, left, complaints)


def start_hindered(inputs, folder, name, event):
    """A command that has no input, no disk or no folder to write into from its beginning."""
    if event == "input closed":
        return Trial(inputs, folder, name, brief=True, deaf=True, stdout=subprocess.DEVNULL)
    if event == "read-only":
        # A folder in which nobody can make a file, not even root.
        brief, out = name not in WRITERS, "/proc/out"
        trial = Trial(inputs, folder, name, brief=brief, where="/proc", out=out, stdout=subprocess.DEVNULL)
    elif name in WRITERS:
        # The long one: a file may be written at its end only, or not at all for a moment's work.
        trial = Trial(inputs, folder, name, full=True, brief=name not in ("analyse", "play"))
    else:
        with open("/dev/full", "wb") as full:
            trial = Trial(inputs, folder, name, brief=True, stdout=full)
    if name in READERS:
        if name == "play":
            trial.process.stdin.write(b"e4\n")
        trial.process.stdin.close()
    return trial


def blocked(inputs, folder, name):
    """A command that is over in a moment, kept from it: its reader does not read."""
    read, write = os.pipe()
    os.set_blocking(write, False)
    try:
        while True:
            os.write(write, b" " * 4096)
    except BlockingIOError:
        pass
    os.set_blocking(write, True)
    trial = Trial(inputs, folder, name, brief=True, stdout=write)
    os.close(write)
    trial.unread = read
    return trial


def try_in_the_middle(inputs, folder, name, event):
    """A signal at a random moment of work that is done quickly: what it writes is there as a whole
    or not at all."""
    reference = os.path.join(folder, "reference")
    os.mkdir(reference)
    begin = time.monotonic()
    whole = Trial(inputs, reference, name)
    try:
        code = whole.end()
    finally:
        complaints = whole.clean_up()
    lasts = time.monotonic() - begin
    if code != 0:
        return f"exit code {code}: {complaints.strip()[:300]}"
    chance = random.Random(f"{name} {event}")
    for number in range(40):
        place = os.path.join(folder, str(number))
        os.mkdir(place)
        trial = Trial(inputs, place, name)
        try:
            time.sleep(lasts * chance.uniform(0.05, 0.95))
            act(trial, name, event)
            code = trial.end()
            left = trial.left_behind()
        finally:
            complaints = trial.clean_up()
        # What is begun has another name, which says so.
        for file in set(os.listdir(place)) & set(os.listdir(reference)):
            if file.startswith("out") and not same(os.path.join(place, file), os.path.join(reference, file)):
                return f"half of {file} is left"
        if code != 0:
            return judge(name, event, code, left, complaints)
    return "it was always done before"


def same(one, other):
    with open(one, "rb") as first, open(other, "rb") as second:
        return first.read() == second.read()


def act(trial, name, event):
    """The event itself, for those that come in the middle of the work."""
    process = trial.process
    if event == "input closed" and name in READERS:
        process.stdin.close()
        if name == "play":
            # The engine thinks for ever; whoever has left does not wait for it.
            process.send_signal(signal.SIGTERM)
    elif event == "output closed" and process.stdout is not None:
        process.stdout.close()
        if name == "uci":
            process.stdin.write(b"isready\n" * 3)
            process.stdin.flush()
        elif name in ("elo", "sprt", "book explore"):
            process.stdin.write(b"1 2 3\n" * 3)
            process.stdin.close()
        elif name in ("play", "motifs"):
            process.stdin.close()
            if name == "play":
                process.send_signal(signal.SIGTERM)
    elif event in SIGNALS:
        process.send_signal(SIGNALS[event])
    elif event == "killed":
        process.kill()


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


def try_terminal(inputs, folder, name):
    """The window closes: the terminal of the session is gone."""
    parent, child = pty.openpty()
    fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    if name not in LONG:
        # As if somebody had pressed Ctrl-S: nothing gets out, so that it is still there.
        termios.tcflow(child, termios.TCOOFF)
    url = lichess() if name == "lichess" else ""
    words = [word for word in command(name, "out", inputs, url=url) if word != "--plain"]
    environment = {**os.environ, "XDG_STATE_HOME": folder, "RUST_BACKTRACE": "0", "TERM": "xterm"}
    script = "import os,sys,fcntl,signal,termios; signal.signal(signal.SIGHUP, signal.SIG_DFL); os.setsid(); fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execv(sys.argv[1], sys.argv[1:])"
    process = subprocess.Popen(
        ["python3", "-c", script, ENGINE, *words], cwd=folder, env=environment,
        stdin=child, stdout=child, stderr=child,
    )
    trial = Trial.__new__(Trial)
    trial.process, trial.leader = process, process.pid
    trial.log = open(os.path.join(folder, f"stderr-{time.monotonic_ns()}"), "w+b")
    try:
        if name in LONG:
            shown = read_terminal(parent, b"Type a move" if name == "play" else None)
            if name == "play":
                assert b"Type a move" in shown, shown
                os.write(parent, b"e4\r")
                read_terminal(parent, b"1. e4")
        else:
            trial.under_way(0.7)
        os.close(child)
        os.close(parent)
        code = trial.end()
        left = trial.left_behind()
    finally:
        complaints = trial.clean_up()
    return judge(name, "terminal closed", code, left, complaints)


def table(results):
    """The table of the documentation."""
    lines = ["| | " + " | ".join(EVENTS) + " |", "|---" * (len(EVENTS) + 1) + "|"]
    for name in NAMES:
        cells = ["FAILS" if results[name, event] else expected(name, event) for event in EVENTS]
        lines.append(f"| `{name}` | " + " | ".join(cells) + " |")
    return "\n".join(lines)


@unittest.skipUnless(os.path.isdir("/proc/self"), "needs /proc")
class Reliability(unittest.TestCase):
    def test_a_job_under_nohup_outlives_its_terminal(self):
        with tempfile.TemporaryDirectory() as folder:
            process = subprocess.Popen(
                [ENGINE, *command("match", "out", self.prepared)], cwd=folder, stdin=subprocess.DEVNULL,
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
        for name in NAMES:
            for event in EVENTS:
                if only and name not in only and event not in only:
                    results[name, event] = ""
                    continue
                with tempfile.TemporaryDirectory() as folder:
                    result = try_event(self.prepared, folder, name, event)
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
        self.assertEqual(names - {"help", "cluster"}, {name.split()[0] for name in NAMES})

    def test_nobody_there_needs_no_processor(self):
        for name in ("uci", "play", "serve", "lichess"):
            with tempfile.TemporaryDirectory() as folder:
                trial = Trial(self.prepared, folder, name)
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
            proxy.settimeout(HANGS)
            address = f"http://127.0.0.1:{proxy.getsockname()[1]}"
            words = ["lichess", "--token-file", os.path.join(self.prepared, "token.txt"), "--url", "https://lichess.invalid"]
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
            self.assertEqual(try_terminal(self.prepared, folder, "play"), "")
            with open(os.path.join(folder, "out.pgn"), encoding="utf-8") as file:
                self.assertIn("1. e4", file.read())

    def test_a_long_run_hears_that_its_window_closes(self):
        # It said so on the terminal that was gone, broke down, and heard no signal any more.
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(try_terminal(self.prepared, folder, "datagen"), "")

    def test_a_game_in_lines_is_saved_on_every_signal(self):
        for event, number in SIGNALS.items():
            with tempfile.TemporaryDirectory() as folder:
                trial = Trial(self.prepared, folder, "play")
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
        trial = Trial(self.prepared, self.prepared, "uci")
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
        trial = Trial(self.prepared, self.prepared, "uci")
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


if __name__ == "__main__":
    unittest.main()
