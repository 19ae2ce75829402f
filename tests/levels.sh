#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Measures the strength levels: every step of 200 points, then levels of Stockfish.
#
#   tests/levels.sh path/to/xanthos [rounds] [openings] [step...]
#
# A round is an opening played with both colours. Steps: 600 (against 800), 800, … 2800, full
# (3000 against full strength), and 1350, 1600 … for an anchor: `sf1350`. Without any, all.
set -eu
xanthos=$(realpath "$1")
rounds=${2:-20}
openings=${3:-../shared/openings/8moves_v3.pgn.zip}
test $# -le 3 || shift 3
case ${1:-} in [0-9]*|sf*|full) steps=$* ;; *) steps= ;; esac
: "${steps:=600 800 1000 1200 1400 1600 1800 2000 2200 2400 2600 2800 full sf1350 sf1600 sf1900 sf2200 sf2500}"

level() { echo "-engine cmd=$xanthos name=level-$1 tc=60+1 option.UCI_LimitStrength=true option.UCI_Elo=$1"; }

# Nodes with which Stockfish completes the plies from which a level picks its move.
anchor() {
    case $1 in 1350|1600) nodes=4000 ;; 1900) nodes=12000 ;; 2200) nodes=50000 ;; *) nodes=300000 ;; esac
    echo "-engine cmd=${STOCKFISH:-stockfish} name=stockfish-$1 nodes=$nodes option.UCI_LimitStrength=true option.UCI_Elo=$1"
}

for step in $steps; do
    case $step in
        full) pair="$(level 3000) -engine cmd=$xanthos name=full tc=10+0.1" ;;
        sf*) pair="$(level "${step#sf}") $(anchor "${step#sf}")" ;;
        *) pair="$(level "$step") $(level $((step + 200)))" ;;
    esac
    # shellcheck disable=SC2086
    "$xanthos" match $pair -each option.Hash=4 -openings file="$openings" order=random -srand 12 \
        -rounds "$rounds" -repeat -concurrency 1 -maxmoves 150 -ratinginterval 0 -recover -startup-ms 60000 \
        -resign movecount=4 score=1500 -draw movenumber=60 movecount=8 score=8 \
        | grep -E '^(Results|Elo|Games|Failures)|illegal'
done
