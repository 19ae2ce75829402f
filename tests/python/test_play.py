# SPDX-License-Identifier: GPL-3.0-or-later
"""The terminal board in a real terminal: keys, mouse, sizes, and how it leaves."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import tempfile
import termios
import time
import unittest

import chess.pgn
import pyte

from conversation import ENGINE, PATIENCE


class Terminal:
    """A program in a terminal of its own, and what its user sees there.

    Only what differs is drawn, so that what was written says little: a word that
    stays is not written again. The screen is what counts.
    """

    def __init__(self, *arguments, size=(24, 80), environment=None):
        self.seen = b""
        self.screen = pyte.Screen(size[1], size[0])
        self.stream = pyte.ByteStream(self.screen)
        self.child, self.fd = pty.fork()
        if self.child == 0:
            os.environ.update(TERM="xterm-256color", **(environment or {}))
            os.execvp(ENGINE, [ENGINE, "play", *arguments])
        self.resize(*size)
        self.before = None

    def resize(self, rows, columns):
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.screen.resize(rows, columns)

    def type(self, text):
        os.write(self.fd, text.encode())

    def read(self, seconds):
        """What arrives within some time; false at the end."""
        ready, _, _ = select.select([self.fd], [], [], seconds)
        if not ready:
            return True
        try:
            data = os.read(self.fd, 65536)
        except OSError:
            return False
        self.seen += data
        self.stream.feed(data)
        return bool(data)

    def text(self):
        return "\n".join(self.screen.display)

    def wait_for(self, *patterns):
        """Waits until all of these are on the screen at once."""
        end = time.monotonic() + PATIENCE
        while not all(re.search(pattern, self.text()) for pattern in patterns):
            if time.monotonic() > end or not self.read(0.1):
                raise AssertionError(f"{patterns!r} is not on the screen:\n{self.text()}")

    def finish(self):
        """Waits for the end; returns the exit code."""
        end = time.monotonic() + PATIENCE
        while self.read(0.1):
            if time.monotonic() > end:
                os.kill(self.child, signal.SIGKILL)
                raise AssertionError("it does not end")
        _, status = os.waitpid(self.child, 0)
        os.close(self.fd)
        return os.waitstatus_to_exitcode(status)

    def was_restored(self):
        """Whether the last words gave the screen and the mouse back."""
        left = self.seen.rfind(b"\x1b[?1049l")
        mouse = self.seen.rfind(b"\x1b[?1000l")
        return left > self.seen.rfind(b"\x1b[?1049h") >= 0 and mouse > self.seen.rfind(b"\x1b[?1000h") >= 0


class Board(unittest.TestCase):
    def test_a_game_by_keys_and_mouse(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "my.pgn")
            terminal = Terminal("--nodes", "300", "--pgn", path, "--tc", "5+3")
            terminal.wait_for("Type a move")
            self.assertIn(b"\x1b[48;5;", terminal.seen, "squares are coloured")
            terminal.type("e4\r")
            terminal.wait_for(r"1\. e4 \w", r"Your move\.")
            # The knight on g1 by mouse: its square, then f3. Squares are three wide and one high.
            row, column = 1 + 7, 3 + 6 * 3 + 1
            terminal.type(f"\x1b[<0;{column + 1};{row + 1}M")
            terminal.type(f"\x1b[<0;{3 + 5 * 3 + 2};{1 + 5 + 1}M")
            terminal.wait_for(r"2\. Nf3 \w", r"Your move\.")
            terminal.type("resign\r")
            terminal.wait_for("Resign the game")
            terminal.type("no\r")
            terminal.wait_for("The game goes on")
            terminal.type("resign\r")
            terminal.wait_for("Resign the game")
            terminal.type("yes\r")
            terminal.wait_for("0-1: White resigns")
            terminal.type("quit\r")
            self.assertEqual(terminal.finish(), 0)
            self.assertTrue(terminal.was_restored())
            with open(path, encoding="utf-8") as file:
                game = chess.pgn.read_game(file)
            self.assertEqual(game.errors, [])
            self.assertEqual(game.headers["Result"], "0-1")
            moves = [node.san() for node in game.mainline()]
            self.assertEqual((moves[0], moves[2]), ("e4", "Nf3"))

    def test_promotion_is_asked_for(self):
        terminal = Terminal("--nodes", "100", "--fen", "8/P6k/8/8/8/8/7p/K7 w - - 0 1")
        terminal.wait_for("Type a move")
        terminal.type("\x1b[<0;5;3M\x1b[<0;5;2M")
        terminal.wait_for(r"What does the pawn become\?")
        terminal.type("n")
        terminal.wait_for(r"1\. a8=N")
        terminal.type("\x03")
        self.assertEqual(terminal.finish(), 0)
        self.assertTrue(terminal.was_restored())

    def test_control_c_and_signals_give_the_terminal_back(self):
        for leave in ("key", signal.SIGTERM, signal.SIGINT):
            terminal = Terminal("--nodes", "100")
            terminal.wait_for("Type a move")
            if leave == "key":
                terminal.type("\x03")
            else:
                os.kill(terminal.child, leave)
            # Interrupted, as all other commands say it.
            self.assertEqual(terminal.finish(), 0 if leave == "key" else 130, leave)
            self.assertTrue(terminal.was_restored(), leave)

    def test_small_windows_and_no_colours(self):
        terminal = Terminal("--nodes", "100", size=(13, 28), environment={"NO_COLOR": "1"})
        terminal.wait_for("Type a move")
        self.assertNotIn(b"\x1b[48;5;", terminal.seen)
        self.assertIn("♔", terminal.text())
        terminal.resize(6, 20)
        terminal.wait_for("The window is to")
        terminal.resize(40, 120)
        terminal.wait_for("♔", "Type a move")
        terminal.type("quit\r")
        self.assertEqual(terminal.finish(), 0)


if __name__ == "__main__":
    unittest.main()
