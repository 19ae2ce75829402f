# SPDX-License-Identifier: GPL-3.0-or-later
"""The engine on the other end of two pipes, for what no well-behaved client would send.

    with Conversation() as engine:
        engine.say("isready")
        engine.hear("readyok")
"""

import os
import queue
import subprocess
import threading

ENGINE = os.environ.get("XANTHOS", "xanthos")

# Long enough for a loaded machine; reached only when the engine has stopped answering.
PATIENCE = 60.0


class Conversation:
    """A process, its input as bytes and its output as lines."""

    def __init__(self, *arguments, **settings):
        self.process = subprocess.Popen(
            [ENGINE, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            **settings,
        )
        self.heard = []
        self._lines = queue.Queue()
        self._threads = [threading.Thread(target=self._listen), threading.Thread(target=self._overhear)]
        self.complaints = b""
        for thread in self._threads:
            thread.start()

    def _listen(self):
        for line in self.process.stdout:
            self._lines.put(line)
        self._lines.put(None)

    def _overhear(self):
        self.complaints = self.process.stderr.read()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for thread in self._threads:
            thread.join()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                pipe.close()
            except BrokenPipeError:
                pass

    def say(self, line):
        """Sends a line; text or raw bytes."""
        self.send(line.encode() + b"\n" if isinstance(line, str) else line + b"\n")

    def send(self, data):
        """Sends bytes as they are."""
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def next_line(self):
        """The next line of output, or None at its end."""
        line = self._lines.get(timeout=PATIENCE)
        if line is None:
            return None
        text = line.decode("utf-8")
        assert text.endswith("\n"), f"a line without an end: {text!r}"
        text = text[:-1].rstrip("\r")
        self.heard.append(text)
        return text

    def hear(self, start):
        """All lines up to the first that starts so, that one included."""
        lines = []
        while True:
            line = self.next_line()
            assert line is not None, f"the engine ended before {start!r}: {lines[-5:]} {self.complaints!r}"
            lines.append(line)
            if line.split(" ")[: len(start.split(" "))] == start.split(" "):
                return lines

    def settle(self):
        """Everything said until the engine is ready."""
        self.say("isready")
        return self.hear("readyok")[:-1]

    def end_of_input(self):
        """Closes the engine's input."""
        self.process.stdin.close()

    def farewell(self):
        """What is still said until the process ends, and its exit code."""
        lines = []
        while (line := self.next_line()) is not None:
            lines.append(line)
        return lines, self.process.wait(timeout=PATIENCE)
