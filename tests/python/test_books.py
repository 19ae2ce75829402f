# SPDX-License-Identifier: GPL-3.0-or-later
"""Books made by the engine, as python-chess reads them."""

import collections
import io
import os
import random
import subprocess
import tempfile
import unittest

import chess
import chess.pgn
import chess.polyglot

from conversation import ENGINE, PATIENCE

RESULTS = ["1-0", "0-1", "1/2-1/2", "*"]


def random_games(count, seed):
    """Short games with shared beginnings."""
    chance = random.Random(seed)
    games = []
    for _ in range(count):
        board = chess.Board()
        for _ in range(chance.randrange(4, 40)):
            moves = sorted(board.legal_moves, key=lambda move: move.uci())
            if not moves:
                break
            board.push(moves[chance.randrange(min(len(moves), 5))])
        game = chess.pgn.Game.from_board(board)
        game.headers["Result"] = chance.choice(RESULTS)
        games.append(game)
    return games


def coded(board, move):
    """A move as the format describes it."""
    target = move.to_square
    if board.is_castling(move):
        rank = chess.square_rank(move.from_square)
        target = chess.square(7 if chess.square_file(target) == 6 else 0, rank)
    promotion = (move.promotion - 1) if move.promotion else 0
    return target | move.from_square << 6 | promotion << 12


def counted(games):
    """Weights as Polyglot defines them."""
    weights = collections.Counter()
    for game in games:
        result = game.headers["Result"]
        board = game.board()
        for move in game.mainline_moves():
            won = "1-0" if board.turn == chess.WHITE else "0-1"
            points = 2 if result == won else 0 if result in ("1-0", "0-1") else 1
            weights[chess.polyglot.zobrist_hash(board), coded(board, move)] += points
            board.push(move)
    return {move: weight for move, weight in weights.items() if weight}


class Books(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def book(self, *arguments):
        command = [ENGINE, "book", *arguments]
        done = subprocess.run(command, cwd=self.folder.name, capture_output=True, timeout=PATIENCE, check=False)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        return done.stdout.decode()

    def test_weights_keys_and_moves_are_those_of_the_format(self):
        games = random_games(300, 7)
        with open(self.path("games.pgn"), "w", encoding="utf-8") as file:
            for game in games:
                print(game, file=file, end="\n\n")
        self.book("make", "games.pgn", "-o", "book.bin", "--min-games", "1")
        with chess.polyglot.open_reader(self.path("book.bin")) as book:
            entries = list(book)
            found = {(entry.key, entry.raw_move): entry.weight for entry in entries}
            self.assertEqual(len(found), len(entries))
            self.assertEqual(found, counted(games))
            order = [(entry.key, -entry.weight) for entry in entries]
            self.assertEqual(order, sorted(order))
            # Every position of the games is found, with legal moves only.
            board = games[0].board()
            for move in games[0].mainline_moves():
                for entry in book.find_all(board):
                    self.assertIn(entry.move, board.legal_moves)
                board.push(move)

    def test_the_built_in_openings_are_a_book_for_others(self):
        said = self.book("convert", "-o", "openings.bin")
        with chess.polyglot.open_reader(self.path("openings.bin")) as book:
            self.assertEqual(int(said.split()[0]), len(book))
            # Nearly all of it can be reached from the start, by known moves or one that is not; the
            # rest lies behind positions that have a name and no moves.
            known = {entry.key for entry in book}
            start = chess.Board()
            reached, waiting, moves = {chess.polyglot.zobrist_hash(start)}, [start], 0
            while waiting:
                board = waiting.pop()
                for entry in book.find_all(board):
                    self.assertIn(entry.move, board.legal_moves)
                    self.assertGreater(entry.weight, 0)
                    moves += 1
                for move in board.legal_moves:
                    child = board.copy(stack=False)
                    child.push(move)
                    key = chess.polyglot.zobrist_hash(child)
                    if key in known and key not in reached:
                        reached.add(key)
                        waiting.append(child)
            self.assertGreater(moves, 0.99 * len(book))
            firsts = [start.san(entry.move) for entry in book.find_all(start)]
            self.assertEqual(firsts[:4], ["e4", "d4", "Nf3", "c4"])

    def test_games_with_everything_in_them_are_read_alike(self):
        text = """[Event "a \\"b\\""]
[White "Müller"]

{first} 1. e4! $14 (1. d4 {or} d5 (1... Nf6 2. c4) 2. c4) 1... e5?! {[%clk 0:01:02]} 2. O-O-O *

[Event "sound"]

1. e4 ; to the end of the line
e5 2.Nf3 (2. f4 exf4) Nc6 3 .Bb5 a6 4. O-O 1-0
"""
        with open(self.path("games.pgn"), "w", encoding="utf-8") as file:
            file.write(text)
        said = self.book("make", "games.pgn", "-o", "book.bin", "--min-games", "1")
        self.assertIn("2 games read, 1 used, 1 broken", said)
        stream = io.StringIO(text)
        chess.pgn.read_game(stream)
        sound = chess.pgn.read_game(stream)
        with chess.polyglot.open_reader(self.path("book.bin")) as book:
            found = {(entry.key, entry.raw_move): entry.weight for entry in book}
        self.assertEqual(found, counted([sound]))


if __name__ == "__main__":
    unittest.main()
