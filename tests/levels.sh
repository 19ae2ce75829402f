#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Measures the strength levels: every step of 200 points, then levels of Stockfish.
#
#   tests/levels.sh path/to/xanthos [rounds] [openings] [step...]
#
# A round is an opening played with both colours. Steps: 500 (against 700), 700, … 2700, `full` (3000
# against full strength), `sf1350`, `sf1700` … (against Stockfish's level of that rating), and
# `2300:sf2100` (a level against another one of Stockfish). Without any, all of them.
set -eu
xanthos=$(realpath "$1")
rounds=${2:-20}
openings=${3:-../shared/openings/8moves_v3.pgn.zip}
if [ $# -gt 3 ]; then shift 3; else set --; fi
steps=$*
: "${steps:=500 700 900 1100 1300 1500 1700 1900 2100 2300 2500 2700 full sf1350 sf1500 sf1700 sf1900 sf2100 sf2300 sf2500 sf2700 sf2900}"

level() { echo "-engine cmd=$xanthos name=level-$1 tc=1000+10 option.UCI_LimitStrength=true option.UCI_Elo=$1"; }

# A level of Stockfish 15 picks its move when it has looked 1 + skill plies deep, whatever time it has
# left; nothing that it does later counts, so it is not made to wait. Ratings are those by which version
# 16 and later count; the same skill has another number in version 15.
anchor() {
    set -- "$1" $(awk -v elo="$1" 'BEGIN {
        e = (elo - 1320) / 1870
        skill = ((37.2473 * e - 40.8525) * e + 22.2943) * e - 0.311438
        if (skill < 0) skill = 0
        print int(1346.6 + 143.4 * skill ^ 0.806 + 0.5), 2 + int(skill)
    }')
    echo "-engine cmd=${STOCKFISH:-stockfish} name=stockfish-$1 depth=$3 option.UCI_LimitStrength=true option.UCI_Elo=$2"
}

for step in $steps; do
    # A level is not to be short of time; 3000 meets a million nodes a move.
    case $step in
        full) pair="$(level 3000) -engine cmd=$xanthos name=full nodes=1000000" ;;
        *:sf*) pair="$(level "${step%%:*}") $(anchor "${step#*:sf}")" ;;
        sf*) pair="$(level "${step#sf}") $(anchor "${step#sf}")" ;;
        *) pair="$(level "$step") $(level $((step + 200)))" ;;
    esac
    # shellcheck disable=SC2086
    "$xanthos" match $pair -each option.Hash=4 -openings file="$openings" order=random -srand 12 \
        -rounds "$rounds" -repeat -concurrency 1 -maxmoves 150 -ratinginterval 0 -recover -startup-ms 60000 -journal none \
        -resign movecount=4 score=1500 -draw movenumber=60 movecount=8 score=8 \
        | grep -E '^(Results|Elo|Games|Failures)|illegal'
done
