# SPDX-License-Identifier: GPL-3.0-or-later
"""Games of a real match, as python-chess reads them from the PGN file."""

import os
import subprocess
import tempfile
import unittest

import chess.pgn

from conversation import ENGINE, PATIENCE

RESULTS = {"1-0", "0-1", "1/2-1/2"}


def play_match(folder, *options):
    """Plays a short match of the engine with itself; returns the games."""
    path = os.path.join(folder, "games.pgn")
    players = [word for name in ("left", "right") for word in ("-engine", f"cmd={ENGINE}", f"name={name}")]
    command = [ENGINE, "match", *players, *options, "-pgnout", path]
    own = {**os.environ, "XDG_STATE_HOME": folder}
    done = subprocess.run(command, cwd=folder, env=own, capture_output=True, timeout=PATIENCE * 5, check=False)
    assert done.returncode == 0, done.stderr.decode() + done.stdout.decode()
    games = []
    with open(path, encoding="utf-8") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            games.append(game)
    return games


class Match(unittest.TestCase):
    def check(self, games):
        for game in games:
            self.assertEqual(game.errors, [])
            self.assertIn(game.headers["Result"], RESULTS)
            self.assertEqual({game.headers["White"], game.headers["Black"]}, {"left", "right"})
            board = game.end().board()
            self.assertTrue(board.move_stack)
            outcome = board.outcome(claim_draw=True)
            if outcome is not None:
                self.assertEqual(outcome.result(), game.headers["Result"], board.fen())

    def test_standard_games(self):
        with tempfile.TemporaryDirectory() as folder:
            games = play_match(folder, "-each", "nodes=200", "-rounds", "2", "-games", "2")
        self.assertEqual(len(games), 4)
        self.check(games)
        self.assertEqual(sum(game.headers["White"] == "left" for game in games), 2)

    def test_shuffled_games(self):
        with tempfile.TemporaryDirectory() as folder:
            book = os.path.join(folder, "book.epd")
            with open(book, "w", encoding="utf-8") as file:
                file.write("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9\n")
                file.write("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9\n")
            openings = ["-variant", "fischerandom", "-openings", f"file={book}", "format=epd", "order=sequential"]
            games = play_match(folder, "-each", "nodes=200", "-rounds", "2", "-games", "2", "-repeat", *openings)
        self.assertEqual(len(games), 4)
        self.check(games)
        for game in games:
            self.assertTrue(game.board().chess960)
            self.assertEqual(game.headers["SetUp"], "1")


if __name__ == "__main__":
    unittest.main()
