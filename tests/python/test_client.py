# SPDX-License-Identifier: GPL-3.0-or-later
"""The engine as python-chess, an independent client, sees it."""

import logging
import os
import random
import unittest

import chess
import chess.engine

ENGINE = os.environ.get("XANTHOS", "xanthos")
PATIENCE = 60.0

# Names and types that programs rely on.
OPTIONS = {
    "Hash": "spin",
    "Threads": "spin",
    "MultiPV": "spin",
    "Ponder": "check",
    "Clear Hash": "button",
    "Move Overhead": "spin",
    "UCI_Chess960": "check",
    "UCI_ShowWDL": "check",
    "UCI_AnalyseMode": "check",
    "UCI_Opponent": "string",
    "UCI_EngineAbout": "string",
    "OwnBook": "check",
    "Debug Log File": "string",
}


class Complaints(logging.Handler):
    """Collects what python-chess has to complain about: unexpected lines, illegal moves."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.records = []

    def emit(self, record):
        self.records.append(record.getMessage())


class Client(unittest.TestCase):
    def setUp(self):
        self.complaints = Complaints()
        logger = logging.getLogger("chess.engine")
        logger.addHandler(self.complaints)
        self.addCleanup(logger.removeHandler, self.complaints)
        self.engine = chess.engine.SimpleEngine.popen_uci(ENGINE, timeout=PATIENCE)
        self.addCleanup(self.engine.close)

    def tearDown(self):
        self.assertEqual(self.complaints.records, [])


class Greeting(Client):
    def test_names(self):
        self.assertIn("Xanthos", self.engine.id["name"])
        self.assertTrue(self.engine.id["author"])

    def test_options_that_programs_rely_on(self):
        for name, kind in OPTIONS.items():
            self.assertIn(name, self.engine.options)
            self.assertEqual(self.engine.options[name].type, kind, name)
        self.assertFalse(self.engine.options["OwnBook"].default)

    def test_options_can_be_set_in_any_order(self):
        for options in [{"Threads": 2, "Hash": 32}, {"Hash": 16, "Threads": 1}, {"hash": 1}]:
            self.engine.configure(options)
            self.engine.ping()
        self.assertIsNotNone(self.engine.play(chess.Board(), chess.engine.Limit(depth=4)).move)

    def test_every_evaluation_plays(self):
        option = self.engine.options["Evaluation"]
        self.assertEqual((option.type, option.default), ("combo", "nnue"))
        self.assertIn("placement", option.var)
        board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3")
        for name in option.var:
            with self.subTest(name):
                played = self.engine.play(
                    board, chess.engine.Limit(nodes=2000), options={"Evaluation": name, "Style": 30}
                )
                self.assertIn(played.move, board.legal_moves)

    def test_quit(self):
        self.engine.quit()


class Analysis(Client):
    def test_every_limit(self):
        limits = [
            chess.engine.Limit(depth=6),
            chess.engine.Limit(nodes=3000),
            chess.engine.Limit(time=0.1),
            chess.engine.Limit(white_clock=2, black_clock=2, white_inc=0.1, black_inc=0.1),
            chess.engine.Limit(white_clock=1, black_clock=1, remaining_moves=3),
            chess.engine.Limit(depth=5, time=5.0, nodes=10**6),
        ]
        board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3")
        for limit in limits:
            with self.subTest(limit):
                info = self.engine.analyse(board, limit)
                self.assertIn("score", info)
                self.assertTrue(info["pv"])
                walk = board.copy()
                for move in info["pv"]:
                    self.assertIn(move, walk.legal_moves)
                    walk.push(move)

    def test_mates_are_found_and_counted(self):
        mates = {
            "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1": 1,
            "1r4k1/8/8/8/8/8/5PPP/6K1 b - - 0 1": 1,
            "7k/8/8/8/8/8/R7/1R5K w - - 0 1": 2,
        }
        for fen, moves in mates.items():
            with self.subTest(fen):
                info = self.engine.analyse(chess.Board(fen), chess.engine.Limit(depth=12))
                self.assertEqual(info["score"].relative, chess.engine.Mate(moves))

    def test_several_lines(self):
        board = chess.Board()
        infos = self.engine.analyse(board, chess.engine.Limit(depth=6), multipv=5)
        self.assertEqual([info["multipv"] for info in infos], [1, 2, 3, 4, 5])
        self.assertEqual(len({info["pv"][0] for info in infos}), 5)
        scores = [info["score"].relative for info in infos]
        self.assertEqual(scores, sorted(scores, reverse=True))
        self.assertEqual(len({info["depth"] for info in infos}), 1)

    def test_more_lines_than_moves(self):
        board = chess.Board("7k/8/8/8/8/8/r7/K7 w - - 0 1")
        infos = self.engine.analyse(board, chess.engine.Limit(depth=4), multipv=10)
        self.assertEqual(len(infos), board.legal_moves.count())

    def test_only_some_moves(self):
        board = chess.Board()
        some = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h4")]
        info = self.engine.analyse(board, chess.engine.Limit(depth=4), root_moves=some)
        self.assertIn(info["pv"][0], some)

    def test_an_analysis_without_end_is_stopped(self):
        with self.engine.analysis(chess.Board()) as analysis:
            for info in analysis:
                if info.get("depth", 0) >= 5:
                    break
            analysis.stop()
            self.assertIn(analysis.wait().move, chess.Board().legal_moves)

    def test_a_new_search_follows_at_once(self):
        for _ in range(20):
            with self.engine.analysis(chess.Board()) as analysis:
                analysis.stop()
        self.assertIsNotNone(self.engine.play(chess.Board(), chess.engine.Limit(depth=2)).move)

    def test_finished_games_have_no_move(self):
        for fen in ["7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"]:
            result = self.engine.play(chess.Board(fen), chess.engine.Limit(depth=3))
            self.assertIsNone(result.move)

    def test_chances(self):
        self.engine.configure({"UCI_ShowWDL": True})
        info = self.engine.analyse(chess.Board(), chess.engine.Limit(depth=5))
        self.assertEqual(info["wdl"].relative.total(), 1000)


class Games(Client):
    def play(self, board, limit, ponder=False, longest=300):
        game = object()
        while not board.is_game_over(claim_draw=True) and board.ply() < longest:
            result = self.engine.play(board, limit, game=game, ponder=ponder)
            self.assertIn(result.move, board.legal_moves)
            board.push(result.move)
            if ponder and result.ponder is not None:
                self.assertIn(result.ponder, board.legal_moves)
        return board

    def test_whole_games_by_the_clock(self):
        limit = chess.engine.Limit(white_clock=0.5, black_clock=0.5, white_inc=0.01, black_inc=0.01)
        for _ in range(3):
            board = self.play(chess.Board(), limit)
            self.assertGreater(board.ply(), 20)

    def test_a_whole_game_by_nodes(self):
        self.play(chess.Board(), chess.engine.Limit(nodes=500))

    def test_pondering(self):
        limit = chess.engine.Limit(white_clock=0.5, black_clock=0.5, white_inc=0.02, black_inc=0.02)
        self.play(chess.Board(), limit, ponder=True, longest=40)

    def test_chess960(self):
        dice = random.Random(960)
        for _ in range(6):
            board = chess.Board.from_chess960_pos(dice.randrange(960))
            self.play(board, chess.engine.Limit(nodes=300), longest=60)

    def test_double_chess960(self):
        board = chess.Board("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w CAhf - 0 1", chess960=True)
        self.assertTrue(board.is_valid())
        self.play(board, chess.engine.Limit(nodes=300), longest=60)

    def test_castling_is_understood_and_spoken_in_both_ways(self):
        fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
        for shuffled in (False, True):
            board = chess.Board(fen, chess960=shuffled)
            castling = board.parse_san("O-O")
            result = self.engine.play(board, chess.engine.Limit(depth=3), root_moves=[castling])
            self.assertEqual(result.move, castling)

    def test_the_engine_survives_odd_positions(self):
        odd = [
            "8/8/8/8/8/8/8/K1k5 w - - 0 1",
            "QQQQQQQQ/QQQQ4/8/8/8/8/7k/K7 w - - 0 1",
            "4k3/8/8/8/8/8/8/4K3 w - - 149 200",
            "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R b KQkq - 99 70",
            "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
        ]
        for fen in odd:
            with self.subTest(fen):
                board = chess.Board(fen)
                try:
                    result = self.engine.play(board, chess.engine.Limit(depth=4))
                except chess.engine.EngineError as error:
                    self.fail(str(error))
                if result.move is not None:
                    self.assertIn(result.move, board.legal_moves)
                self.engine.ping()


if __name__ == "__main__":
    unittest.main()
