# SPDX-License-Identifier: GPL-3.0-or-later
"""Reports as other programs read them: PGN by python-chess, pages by an XML parser."""

import json
import os
import subprocess
import tempfile
import unittest
import xml.dom.minidom

import chess
import chess.pgn

from conversation import ENGINE, PATIENCE

GAMES = """[Event "Casual"]
[White "Anna <b>"]
[Black "Ben & \\"Co\\""]
[TimeControl "300+3"]

1. e4 {[%clk 0:05:00]} e5 {[%clk 0:04:58]} 2. Bc4 {[%clk 0:04:53]} Nc6 {[%clk 0:04:50]}
3. Qh5 {[%clk 0:04:50] here it comes} Nf6 {[%clk 0:04:20]} (3... g6 4. Qf3) 4. Qxf7# {[%clk 0:04:51]} 1-0

[Event "Shuffled"]
[Variant "Chess960"]
[SetUp "1"]
[FEN "1rk1r3/pppppppp/8/8/8/8/PPPPPPPP/1RK1R3 w EBeb - 0 1"]

1. O-O O-O-O 2. e4 e5 1/2-1/2
"""


class Analysis(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "games.pgn"), "w", encoding="utf-8") as file:
                file.write(GAMES)
            outputs = [word for name in ("a.pgn", "a.json", "a.html") for word in ("-o", name)]
            command = [ENGINE, "analyse", "games.pgn", "--nodes", "2000", *outputs, "--plots", "graphs"]
            done = subprocess.run(command, cwd=folder, capture_output=True, timeout=PATIENCE * 5, check=False)
            assert done.returncode == 0, done.stderr.decode()
            cls.games = []
            with open(os.path.join(folder, "a.pgn"), encoding="utf-8") as file:
                while (game := chess.pgn.read_game(file)) is not None:
                    cls.games.append(game)
            with open(os.path.join(folder, "a.json"), encoding="utf-8") as file:
                cls.reports = json.load(file)["games"]
            with open(os.path.join(folder, "a.html"), encoding="utf-8") as file:
                cls.page = file.read()
            graphs = os.path.join(folder, "graphs")
            cls.graphs = {}
            for name in os.listdir(graphs):
                with open(os.path.join(graphs, name), encoding="utf-8") as file:
                    cls.graphs[name] = file.read()

    def test_python_chess_reads_what_was_written(self):
        self.assertEqual(len(self.games), 2)
        for game, report in zip(self.games, self.reports):
            self.assertEqual(game.errors, [])
            nodes = list(game.mainline())
            self.assertEqual([node.san() for node in nodes], [move["san"] for move in report["moves"]])
            for node, move in zip(nodes, report["moves"]):
                told = chess.Board(move["fen"], chess960=node.board().chess960)
                self.assertEqual(node.board().fen(), told.fen())
                score = move["score"]
                if "cp" in score:
                    self.assertEqual(node.eval().white().score(), score["cp"])
                elif score["mate"] != 0:
                    self.assertEqual(node.eval().white().mate(), score["mate"])
                if "clock" in move:
                    self.assertAlmostEqual(node.clock() * 1000, move["clock"])

    def test_the_blunder_has_its_sign_and_a_better_line(self):
        nodes = list(self.games[0].mainline())
        signs = {node.ply(): node.nags for node in nodes if node.nags}
        self.assertEqual(signs[6], {chess.pgn.NAG_BLUNDER})
        lines = nodes[5].parent.variations
        self.assertEqual(len(lines), 3, "the game, the best line, the annotator's line")
        self.assertEqual(lines[1].san(), self.reports[0]["moves"][5]["best_san"])

    def test_the_page_is_xml_without_references(self):
        page = xml.dom.minidom.parseString(self.page.replace("<!DOCTYPE html>", "").encode())
        for element in page.getElementsByTagName("*"):
            for name in ("src", "href", "action", "data", "srcset", "poster"):
                value = element.getAttribute(name)
                self.assertTrue(not value or value.startswith("#"), (element.tagName, name, value))
        moves = [b for b in page.getElementsByTagName("button") if b.getAttribute("data-fen")]
        self.assertEqual(len(moves), sum(len(report["moves"]) for report in self.reports))

    def test_graphs_are_xml(self):
        self.assertEqual(
            sorted(self.graphs), ["0001-evaluation.svg", "0001-times.svg", "0002-evaluation.svg"]
        )
        for text in self.graphs.values():
            self.assertEqual(xml.dom.minidom.parseString(text.encode()).documentElement.tagName, "svg")


if __name__ == "__main__":
    unittest.main()
