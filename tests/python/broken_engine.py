# SPDX-License-Identifier: GPL-3.0-or-later
"""A UCI engine with one fault, for what checks engines: `broken_engine.py FAULT [NUMBER]`."""

import sys
import time

import chess

FAULT = sys.argv[1] if len(sys.argv) > 1 else ""
NUMBER = int(sys.argv[2]) if len(sys.argv) > 2 else 0


def say(*lines):
    print(*lines, sep="\n", flush=True)


def introduce():
    if FAULT == "slow start":
        time.sleep(1.0)
    say("id name Broken")
    if FAULT != "no author":
        say("id author Nobody")
    if FAULT == "spin out of range":
        say("option name Hash type spin default 2000 min 1 max 1000")
    else:
        say("option name Hash type spin default 16 min 1 max 1000")
    say("uciok")


def go(board, moves):
    move = next(iter(board.legal_moves), None)
    if move is None:
        say("bestmove (none)")
        return
    if FAULT == "crash" and moves >= NUMBER:
        sys.exit(3)
    if FAULT == "late" and moves >= NUMBER:
        time.sleep(1.5)
    best = "a1a1" if FAULT == "illegal move" and moves >= NUMBER else move.uci()
    line = "a1a1" if FAULT == "illegal line" else move.uci()
    if FAULT == "fractions":
        say(f"info depth 1 score cp 0.5 nodes 1 time 0 pv {line}")
    elif FAULT == "no score":
        say("info string thinking")
    else:
        say(f"info depth 1 score cp 0 nodes 1 time 0 pv {line}")
    if FAULT != "no move":
        say(f"bestmove {best}")


def main():
    board, moves, infinite = chess.Board(), 0, False
    for text in sys.stdin:
        words = text.split()
        match words[:1]:
            case ["uci"]:
                introduce()
            case ["isready"]:
                if FAULT != "never ready" and not (FAULT == "deaf in a search" and infinite):
                    say("readyok")
            case ["position"]:
                at = words.index("moves") if "moves" in words else len(words)
                board = chess.Board() if words[1] == "startpos" else chess.Board(" ".join(words[2:at]))
                for move in words[at + 1 :]:
                    board.push_uci(move)
                moves = len(words[at + 1 :])
            case ["go"]:
                infinite = "infinite" in words
                if not infinite or FAULT == "impatient":
                    go(board, moves)
            case ["stop"]:
                if infinite:
                    infinite = False
                    go(board, moves)
            case ["quit"]:
                if FAULT == "stays":
                    time.sleep(60)
                sys.exit(1 if FAULT == "exit code" else 0)


main()
