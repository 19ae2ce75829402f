# SPDX-License-Identifier: GPL-3.0-or-later
"""The protocol at its edges, spoken through raw pipes."""

import re
import subprocess
import unittest

import chess

from conversation import ENGINE, PATIENCE, Conversation

REFUSAL = "info string"

INFO = re.compile(
    r"info depth \d+ seldepth \d+ multipv \d+ score (cp -?\d+|mate -?\d+)( lowerbound| upperbound)?"
    r"( wdl \d+ \d+ \d+)? nodes \d+ nps \d+ hashfull \d+ tbhits \d+ time \d+"
    r"( pv( [a-h][1-8][a-h][1-8][nbrq]?)+)?"
)


def one_bestmove(lines):
    """The move of the only bestmove among the lines."""
    moves = [line for line in lines if line.startswith("bestmove")]
    assert len(moves) == 1, moves
    return moves[0].split(" ")[1]


class Handshake(unittest.TestCase):
    def test_uci_says_names_options_and_nothing_else(self):
        with Conversation() as engine:
            engine.say("uci")
            lines = engine.hear("uciok")
            start = next(i for i, line in enumerate(lines) if line.startswith("id name"))
            self.assertLessEqual(start, 1, "at most one banner line")
            for line in lines[start:-1]:
                self.assertRegex(line, r"^(id name|id author|option name) \S")

    def test_every_option_line_is_well_formed(self):
        with Conversation() as engine:
            engine.say("uci")
            options = [line for line in engine.hear("uciok") if line.startswith("option ")]
        self.assertGreater(len(options), 10)
        for line in options:
            match = re.fullmatch(r"option name (.+?) type (check|spin|combo|button|string)( .*)?", line)
            self.assertIsNotNone(match, line)
            name, kind, rest = match[1], match[2], match[3] or ""
            words = {"name", "type", "default", "min", "max", "var", "value"}
            self.assertFalse(words & set(name.lower().split(" ")), line)
            if kind == "spin":
                numbers = re.fullmatch(r" default (-?\d+) min (-?\d+) max (-?\d+)", rest)
                self.assertIsNotNone(numbers, line)
                default, low, high = map(int, numbers.groups())
                self.assertTrue(low <= default <= high, line)
            elif kind == "check":
                self.assertRegex(rest, r"^ default (true|false)$")
            elif kind == "button":
                self.assertEqual(rest, "")
            elif kind == "string":
                self.assertRegex(rest, r"^ default \S")
            else:
                default = re.match(r" default (.+?) var ", rest)
                self.assertIsNotNone(default, line)
                self.assertIn(f" var {default[1]}", rest)

    def test_lines_have_single_spaces_and_no_margins(self):
        with Conversation() as engine:
            for line in ["uci", "isready", "position startpos", "go depth 4"]:
                engine.say(line)
            engine.hear("bestmove")
            for line in engine.heard:
                self.assertEqual(line, " ".join(line.split()), repr(line))

    def test_greetings_of_other_protocols_are_ignored(self):
        with Conversation() as engine:
            for line in ["xboard", "", "   ", "# a comment", "protover 2"]:
                engine.say(line)
            engine.say("uci")
            self.assertEqual(engine.hear("uciok")[-1], "uciok")


class Positions(unittest.TestCase):
    def test_what_is_no_position_is_refused_and_forgotten(self):
        refused = [
            "position",
            "position nowhere",
            "position fen",
            "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
            "position fen k7/8/8/8/8/8/8/K6K w - - 0 1",
            "position fen P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "position fen 4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
            "position fen rubbish",
            "position startpos moves e2e5",
            "position startpos moves e2e4 e2e4",
            "position startpos moves e2e4 e7e5 rubbish",
        ]
        with Conversation() as engine:
            for line in refused:
                with self.subTest(line):
                    engine.say(line)
                    answer = engine.settle()
                    self.assertEqual(len(answer), 1, answer)
                    self.assertTrue(answer[0].startswith(REFUSAL), answer)
                    engine.say("go depth 3")
                    self.assertEqual(one_bestmove(engine.hear("bestmove")), "(none)")
                    engine.say("position startpos")
                    engine.say("go depth 1")
                    self.assertRegex(one_bestmove(engine.hear("bestmove")), r"^[a-h][12][a-h][34]$")

    def test_fens_of_every_dialect(self):
        accepted = [
            "position fen 4k3/8/8/8/8/8/8/4K2R w K -",
            "position fen 4k3/8/8/8/8/8/8/4K2R w K - 3",
            "position fen 4k3/8/8/8/8/8/8/4K2R w H - 3 9",
            "position  fen\t4k3/8/8/8/8/8/8/4K2R   w K - 0 1  moves  e1g1  e8d7\r",
            "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1h1 E8D7",
        ]
        with Conversation() as engine:
            for line in accepted:
                with self.subTest(line):
                    engine.say(line)
                    self.assertEqual(engine.settle(), [])
                    engine.say("go depth 2")
                    self.assertNotEqual(one_bestmove(engine.hear("bestmove")), "(none)")

    def test_mated_and_stalemated_roots(self):
        roots = {
            "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1": "score mate 0",
            "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1": "score cp 0",
        }
        with Conversation() as engine:
            for fen, score in roots.items():
                with self.subTest(fen):
                    engine.say(f"position fen {fen}")
                    engine.say("go depth 5")
                    lines = engine.hear("bestmove")
                    self.assertEqual(lines[-1], "bestmove (none)")
                    self.assertTrue(any(score in line for line in lines), lines)

    def test_a_game_of_a_thousand_moves(self):
        with Conversation() as engine:
            engine.say("position startpos moves" + " g1f3 g8f6 f3g1 f6g8" * 500)
            engine.say("go depth 3")
            self.assertRegex(one_bestmove(engine.hear("bestmove")), r"^[a-h][12][a-h][34]$")


class Limits(unittest.TestCase):
    def test_every_limit_ends_a_search_with_one_legal_move(self):
        goes = [
            "go depth 4",
            "go depth 0",
            "go nodes 1",
            "go nodes 0",
            "go nodes 5000",
            "go movetime 50",
            "go movetime 0",
            "go wtime 0 btime 0",
            "go wtime 100",
            "go wtime -500 btime -500 winc 0 binc 0",
            "go wtime 1000 btime 1000 winc 10 binc 10 movestogo 1",
            "go wtime 1000 btime 1000 movestogo 0",
            "go movetime 20 depth 3 wtime 999999999999 btime 1 nodes 100000",
            "go depth 3 nonsense 7",
            "go searchmoves e2e4 d2d4 depth 4",
            "go depth 4 searchmoves a2a3",
            "go mate 1 depth 3",
        ]
        board = chess.Board()
        with Conversation() as engine:
            for go in goes:
                with self.subTest(go):
                    engine.say("position startpos")
                    engine.say(go)
                    lines = engine.hear("bestmove")
                    move = chess.Move.from_uci(one_bestmove(lines))
                    self.assertIn(move, board.legal_moves)
                    exact = [line for line in lines if " score " in line and " pv " in line and "bound" not in line]
                    self.assertTrue(exact, "no exact score with a line before bestmove")
                    self.assertIn(f" pv {move.uci()}", exact[-1])
                    if "searchmoves" in go:
                        self.assertIn(move.uci(), go)

    def test_searchmoves_without_a_legal_one(self):
        with Conversation() as engine:
            engine.say("position startpos")
            engine.say("go depth 3 searchmoves 0000 e2e5")
            self.assertEqual(one_bestmove(engine.hear("bestmove")), "(none)")

    def test_infinite_waits_even_when_everything_is_known(self):
        roots = [
            "fen 7k/8/5KQ1/8/8/8/8/8 w - - 0 1",
            "fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
            "fen k7/8/8/8/8/8/1q6/K7 w - - 0 1",
        ]
        with Conversation() as engine:
            for root in roots:
                for go in ["go infinite", "go ponder wtime 1000 btime 1000", "go"]:
                    with self.subTest(f"{root} {go}"):
                        engine.say(f"position {root}")
                        engine.say(go)
                        for _ in range(20):
                            said = engine.settle()
                            self.assertFalse([line for line in said if line.startswith("bestmove")], said)
                        engine.say("stop")
                        one_bestmove(engine.hear("bestmove"))
            self.assertEqual(engine.settle(), [])

    def test_stop_and_ponderhit_when_idle_are_ignored(self):
        with Conversation() as engine:
            for line in ["stop", "ponderhit", "stop"]:
                engine.say(line)
            self.assertEqual(engine.settle(), [])

    def test_stop_straight_after_go(self):
        with Conversation() as engine:
            engine.say("position startpos")
            for _ in range(50):
                engine.send(b"go infinite\nstop\n")
                lines = engine.hear("bestmove")
                self.assertRegex(one_bestmove(lines), r"^[a-h][12][a-h][34]$")
                self.assertTrue(any(" score " in line for line in lines), lines)

    def test_ponderhit_lets_the_clock_run(self):
        with Conversation() as engine:
            engine.say("position startpos moves e2e4 e7e5")
            engine.say("go ponder wtime 500 btime 500 winc 0 binc 0")
            engine.settle()
            engine.say("ponderhit")
            self.assertNotEqual(one_bestmove(engine.hear("bestmove")), "(none)")


class InfoLines(unittest.TestCase):
    def test_scores_and_lines_have_the_agreed_form(self):
        roots = [
            "startpos",
            "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "fen 7k/8/5KQ1/8/8/8/8/8 w - - 0 1",
        ]
        with Conversation() as engine:
            for multipv in (1, 3):
                engine.say(f"setoption name MultiPV value {multipv}")
                for root in roots:
                    with self.subTest(f"{root} MultiPV {multipv}"):
                        engine.say(f"position {root}")
                        engine.say("go depth 7")
                        lines = engine.hear("bestmove")
                        scores = [line for line in lines if " score " in line]
                        self.assertTrue(scores)
                        for line in scores:
                            self.assertRegex(line, INFO)
                            self.assertIsNotNone(INFO.fullmatch(line), line)
                            hashfull = int(re.search(r"hashfull (\d+)", line)[1])
                            self.assertLessEqual(hashfull, 1000)
                        nodes = [int(re.search(r"nodes (\d+)", line)[1]) for line in scores]
                        self.assertEqual(nodes, sorted(nodes))

    def test_win_draw_loss_adds_up(self):
        with Conversation() as engine:
            engine.say("setoption name UCI_ShowWDL value true")
            engine.say("position startpos")
            engine.say("go depth 5")
            scores = [line for line in engine.hear("bestmove") if " score " in line]
            for line in scores:
                chances = re.search(r"score \S+ \S+( \S+bound)? wdl (\d+) (\d+) (\d+)", line)
                self.assertIsNotNone(chances, line)
                self.assertEqual(sum(map(int, chances.groups()[1:])), 1000)

    def test_a_mating_line_ends_in_mate_and_has_its_length(self):
        fen = "7k/8/8/8/8/8/R7/1R5K w - - 0 1"
        with Conversation() as engine:
            engine.say(f"position fen {fen}")
            engine.say("go depth 12")
            scores = [line for line in engine.hear("bestmove") if " score mate " in line]
            self.assertTrue(scores, engine.heard)
            last = scores[-1]
            mate = int(re.search(r"mate (-?\d+)", last)[1])
            moves = last.split(" pv ")[1].split(" ")
            board = chess.Board(fen)
            for move in moves:
                board.push_uci(move)
            self.assertTrue(board.is_checkmate(), last)
            self.assertEqual(len(moves), 2 * mate - 1, last)

    def test_the_same_search_twice_is_the_same(self):
        def search(engine):
            engine.say("ucinewgame")
            engine.say("position startpos moves e2e4 c7c5")
            engine.say("go nodes 20000")
            lines = engine.hear("bestmove")
            return [re.sub(r" (nps|time|hashfull) \d+", "", line) for line in lines]

        with Conversation() as engine:
            self.assertEqual(search(engine), search(engine))


class Noise(unittest.TestCase):
    def test_rubbish_is_answered_in_one_line_and_does_no_harm(self):
        lines = [
            b"make me a sandwich",
            b"\xff\xfe\xfa\x80 \xc3\x28",
            b"\x00\x01\x02",
            b"uci\x00quit",
            b"setoption",
            b"setoption name",
            b"setoption name Hash value",
            b"setoption name Hash value lots",
            b"setoption name Hash value -1",
            b"setoption name Hash value 99999999999999999999",
            b"setoption name Threads value abc",
            b"setoption name Nonsense value 1",
            b"x" * 1_000_000,
            b"go " + b"depth " * 10_000,
        ]
        with Conversation() as engine:
            for line in lines:
                with self.subTest(line[:40]):
                    engine.say(line)
                    if line.startswith(b"go "):
                        engine.say("stop")
                        engine.hear("bestmove")
                    answer = engine.settle()
                    self.assertLessEqual(len(answer), 1, answer)
                    for text in answer:
                        self.assertTrue(text.startswith(REFUSAL), text)
                        self.assertLess(len(text), 1000)
            engine.say("position startpos moves e2e4")
            engine.say("go depth 2")
            self.assertNotEqual(one_bestmove(engine.hear("bestmove")), "(none)")

    def test_a_refused_option_names_what_was_refused(self):
        with Conversation() as engine:
            engine.say("setoption name Nonsense value 1")
            self.assertIn("Nonsense", " ".join(engine.settle()))
            engine.say("setoption name Hash value lots")
            self.assertIn("lots", " ".join(engine.settle()))

    def test_carriage_returns_and_tabs(self):
        with Conversation() as engine:
            engine.send(b"\tposition   startpos\tmoves e2e4 \r\n  go\tdepth  2\r\n")
            self.assertNotEqual(one_bestmove(engine.hear("bestmove")), "(none)")


class Endings(unittest.TestCase):
    def test_the_end_of_input_ends_the_engine(self):
        scripts = [b"", b"uci\n", b"isready\n", b"position startpos\ngo infinite\n", b"half a li", b"go ponder\n"]
        for script in scripts:
            with self.subTest(script), Conversation() as engine:
                engine.send(script)
                engine.end_of_input()
                _, code = engine.farewell()
                self.assertEqual(code, 0, engine.complaints)

    def test_quit_ends_the_engine_even_while_it_searches(self):
        for script in [b"quit\n", b"go infinite\nquit\n", b"position startpos\ngo ponder\nquit\n"]:
            with self.subTest(script), Conversation() as engine:
                engine.send(script)
                _, code = engine.farewell()
                self.assertEqual(code, 0, engine.complaints)

    def test_a_reader_who_leaves_ends_the_engine(self):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        with subprocess.Popen([ENGINE], **pipes) as process:
            process.stdout.close()
            try:
                for _ in range(200):
                    process.stdin.write(b"isready\n")
                    process.stdin.flush()
                process.wait(timeout=PATIENCE)
                process.stdin.close()
            except OSError:
                # The other end is gone already, as it should be.
                process.stdin = None
            finally:
                process.kill()

    def test_commands_as_arguments(self):
        with Conversation("position startpos", "go depth 3", "quit") as engine:
            lines, code = engine.farewell()
            self.assertEqual(code, 0, engine.complaints)
            one_bestmove(lines)


if __name__ == "__main__":
    unittest.main()
