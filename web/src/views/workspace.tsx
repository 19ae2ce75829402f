// SPDX-License-Identifier: GPL-3.0-or-later
/** The workspace of Analyse, Understand and Report: one board, one tree of moves, one engine; the panel changes. */
import type { DrawShape } from '@lichess-org/chessground/draw';
import type { Key } from '@lichess-org/chessground/types';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { clockText, plyOf } from '../chess/notation';
import { dests, ending, inCheck, replay, turn } from '../chess/rules';
import type { Node } from '../chess/tree';
import { Board } from '../parts/board';
import { PlayerStrip } from '../parts/clock';
import { EvalBar } from '../parts/evalbar';
import { ChanceGraph } from '../parts/graph';
import { focusMoveInput, Layout, MoveButtons, useKeys } from '../parts/layout';
import { TreeMoves } from '../parts/moves';
import { MoveInput, TextBoard } from '../parts/text-board';
import type { AnalysisLine, Score, Side } from '../protocol';
import { view } from '../route';
import { storedSignal } from '../settings';
import { boardOf, book, linesHere, running, seen } from './analysis';
import { colour, COLOURINGS, type Colouring } from './colouring';
import { Dock } from './dock';
import { EditorBoard, EditorPanel } from './editor';
import { arrows, EngineLines } from './engine-lines';
import { outcomeText } from './play';
import { MARKS, ReportPanel, scoreAfter, shownMove } from './report';
import { reportHere } from './report-job';
import { attempt, retry } from './retry';
import { editing, go, navigate, orientation, playHere, tree, undo, version } from './study';
import { EvidenceLines, squaresOf, term, UnderstandPanel } from './understand';
import { evidence, explanation, ledger, step } from './understanding';

const colouring = storedSignal<Colouring>('understand.colouring', 'none');
const TITLES = { analyse: 'Analyse', understand: 'Understand', report: 'Report', play: '', watch: '' };

export function endScore(winner: string | null | undefined): Score {
  return winner === 'white' ? { mate: 1 } : winner === 'black' ? { mate: -1 } : { cp: 0 };
}

const lastOf = (uci: string): string[] => [uci.slice(0, 2), uci.slice(2, 4)];
const arrow = (uci: string, brush: string): DrawShape => ({ orig: uci.slice(0, 2) as Key, dest: uci.slice(2, 4) as Key, brush });

function arrowsOf(found: AnalysisLine[]): DrawShape[] {
  return found.flatMap((line, index) => (line.uci[0] ? [arrow(line.uci[0], index === 0 ? 'best' : 'other')] : [])).reverse();
}

export function Workspace() {
  void version.value;
  const mode = view.value;
  const now = tree.value;
  const node = now.current;
  const over = useMemo(() => ending(node.fen), [node.fen]);
  const report = mode === 'report' ? reportHere() : null;
  const puzzle = report ? retry.value : null;
  const here = linesHere();

  // The board shows the position, a step of the line of a sentence, or a move that is tried.
  const shown = evidence.value;
  const line = shown?.lines[shown.line];
  const replayed = useMemo(() => (line ? replay(line.fen, line.uci, now.chess960) : null), [line]);
  const at = replayed && shown ? Math.min(shown.step, replayed.fens.length - 1) : 0;
  const tried = puzzle?.state !== 'find' ? puzzle?.tried : undefined;
  const fen = replayed ? replayed.fens[at] : (tried?.fen ?? node.fen);
  const last = replayed ? replayed.lasts[at] : tried ? lastOf(tried.uci) : node.uci ? lastOf(node.uci) : null;
  const account = mode === 'understand' ? ledger.value : null;
  const coloured = useMemo(() => colour(shown ? 'none' : colouring.value, account), [account, colouring.value, shown !== null]);
  const marked = shown && at === 0 ? shown.squares : mode === 'understand' && term.value && !shown ? squaresOf(account, term.value) : [];
  const move = report ? report.moves[shownMove(report)] : undefined;

  const shapes: DrawShape[] = (() => {
    if (shown) return line && line.uci[at] ? [arrow(line.uci[at], 'shown')] : line ? [] : shown.squares.map((square) => ({ orig: square as Key, brush: 'shown' }));
    if (puzzle) {
      const asked = report?.moves[puzzle.plies[puzzle.at]];
      if (puzzle.state === 'shown' && asked?.best_uci) return [arrow(asked.best_uci, 'best')];
      return tried?.answerUci && puzzle.state === 'wrong' ? [arrow(tried.answerUci, 'against')] : [];
    }
    const better = move && MARKS[move.judgement] && move.best_uci ? [arrow(move.best_uci, 'shown')] : [];
    const engine = arrows.value && here && running.value && mode === 'analyse' ? arrowsOf(here.lines) : [];
    return [...coloured.shapes, ...better, ...engine];
  })();

  // One number for the bar, from White's side: the engine's, where it runs; else the report's or the PGN's.
  const held = useRef<Score | null>(null);
  const best = over ? endScore(over.winner) : ((running.value && mode !== 'report' ? here?.lines[0]?.score : null) ?? (mode === 'understand' ? explanation.value?.score : null) ?? (move ? scoreAfter(move) : null) ?? (report && !node.parent ? report.score : null) ?? node.score ?? null);
  if (best) held.current = best;
  const bar = puzzle || editing.value ? null : (best ?? (running.value && mode !== 'report' ? held.current : null));

  // Whoever looks for a better move stays where it is to be found.
  const walk = (by: number, otherwise: () => void) => (evidence.peek() ? step(by) : puzzle || editing.peek() ? undefined : otherwise());
  useKeys({
    ArrowLeft: () => walk(-1, navigate.back),
    ArrowRight: () => walk(1, navigate.forward),
    ArrowUp: () => walk(0, navigate.up),
    ArrowDown: () => walk(0, navigate.down),
    Home: () => walk(-Infinity, navigate.start),
    End: () => walk(Infinity, navigate.end),
    Escape: () => (evidence.value = null),
    f: navigate.flip,
    m: focusMoveInput,
    ' ': () => mode === 'analyse' && here?.lines[0] && playHere(here.lines[0].uci[0]),
  });
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || (event.target as HTMLElement).matches('input, textarea')) return;
      event.preventDefault();
      undo();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
  // What is shown belongs to one position and one panel.
  useEffect(() => {
    evidence.value = null;
  }, [mode, node]);

  const legal = useMemo(() => dests(node.fen, now.chess960), [node.fen, now.chess960]);
  const free = !shown && (!puzzle || (puzzle.state === 'find' && puzzle.at < puzzle.plies.length));
  const tags = new Map(now.tags);
  const strip = (side: Side) => {
    const clock = now.line().findLast((one) => one.clock !== undefined && (one.ply % 2 === 1) === (side === 'white'))?.clock;
    const name = tags.get(side === 'white' ? 'White' : 'Black');
    const elo = tags.get(side === 'white' ? 'WhiteElo' : 'BlackElo');
    return (
      <PlayerStrip side={side} name={name && name !== '?' ? name : side === 'white' ? 'White' : 'Black'} note={elo && elo !== '?' ? elo : undefined} fen={fen} active={turn(fen) === side && !over}>
        {clock !== undefined && <span class="clock">{clockText(clock)}</span>}
      </PlayerStrip>
    );
  };
  const other: Side = orientation.value === 'white' ? 'black' : 'white';
  const score = (one: Node) => seen.get(boardOf(one.fen))?.score;
  const nav = (
    <MoveButtons {...navigate} atStart={!node.parent || puzzle !== null} atEnd={node.children.length === 0 || puzzle !== null}>
      <MoveInput fen={node.fen} chess960={now.chess960} wait={over ? 'The game is over in this position' : null} onMove={(uci) => (puzzle && report ? void attempt(report, uci) : playHere(uci))} />
    </MoveButtons>
  );
  const moves = <TreeMoves tree={now} version={version.value} seen={score} onGo={go} empty="Make a move, paste a FEN or PGN (Ctrl+V), or drop a file." />;

  return (
    <Layout
      title={TITLES[mode]}
      bar={<EvalBar score={bar} orientation={orientation.value} />}
      top={strip(other)}
      bottom={strip(orientation.value)}
      onWheel={(by) => walk(by, by > 0 ? navigate.forward : navigate.back)}
      board={
        editing.value ? (
          <EditorBoard />
        ) : (
          <Board
            fen={fen}
            orientation={orientation.value}
            turn={turn(fen)}
            movable={free ? (puzzle ? puzzle.side : 'both') : null}
            dests={free ? legal : new Map()}
            last={last}
            check={inCheck(fen)}
            shapes={shapes}
            tints={coloured.tints}
            marked={marked}
            onMove={(uci) => (puzzle && report ? void attempt(report, uci) : playHere(uci))}
          />
        )
      }
      nav={editing.value ? undefined : nav}
      under={
        <>
          {shown ? <EvidenceLines /> : mode === 'understand' && !editing.value ? (
            <div class="colourings">
              <label class="field">
                <span class="unseen">Colour the board by</span>
                <select value={colouring.value} onChange={(event) => (colouring.value = event.currentTarget.value as Colouring)}>
                  {COLOURINGS.map(([key, name]) => <option key={key} value={key}>{key === 'none' ? 'Colour the board by …' : name}</option>)}
                </select>
              </label>
              <p class="legend">{coloured.legend || '\u00a0'}</p>
            </div>
          ) : puzzle ? <p class="graph-empty" /> : <GameGraph />}
          <TextBoard fen={fen} orientation={orientation.value} />
        </>
      }
      panel={
        editing.value ? <EditorPanel /> : (
          <>
            {mode !== 'report' && <EngineLines over={over ? outcomeText(over) : null} most={mode === 'analyse' ? undefined : 1} />}
            {mode === 'understand' && <UnderstandPanel />}
            {mode === 'report' && <ReportPanel />}
            {mode === 'analyse' && <Heading />}
            {!puzzle && moves}
            {mode === 'analyse' && <Dock />}
          </>
        )
      }
    />
  );
}

/** Players, event and opening of the game, in one line. */
function Heading() {
  void version.value;
  const tags = new Map(tree.value.tags);
  const about = [tags.get('Event'), tags.get('Date')?.slice(0, 4), tags.get('Result')].filter((text) => text && !text.startsWith('?') && text !== '*').join(' · ');
  const opening = book.value?.opening;
  return <p class="game-head" title={opening?.name}>{opening ? <><b>{opening.eco}</b> {opening.name}</> : <span class="quiet">{tree.value.current.parent ? '\u00a0' : 'Starting position'}</span>} {about && <span class="quiet">{about}</span>}</p>;
}

/** White's chances over the main line, as far as they are known. */
function GameGraph() {
  void version.value;
  const now = tree.value;
  const main = now.main();
  const scores = [now.root, ...main].map((node) => node.score ?? seen.get(boardOf(node.fen))?.score ?? mateAt(node));
  const known = scores.filter(Boolean).length;
  const at = [now.root, ...main].indexOf(now.current);
  const first = plyOf(now.root.fen);
  const marks = main.flatMap((node, index) => {
    const kind = ({ 2: 'mistake', 4: 'blunder', 6: 'inaccuracy' } as Record<number, string>)[node.nags?.find((nag) => nag === 2 || nag === 4 || nag === 6) ?? 0];
    return kind ? [{ index: index + 1, kind, title: `${Math.floor((node.ply + 1) / 2)}${node.ply % 2 ? '.' : '…'} ${node.san}` }] : [];
  });
  if (known < 2 || main.length < 2) return <p class="graph-empty quiet">{main.length < 2 ? '' : 'The graph grows as you go through the moves; Report fills it at once.'}</p>;
  return <ChanceGraph label="White’s winning chances after each move" series={[{ scores, kind: 'by-engine' }]} length={main.length + 1} first={first} shown={at >= 0 ? at : undefined} marks={marks} onShow={(index) => go(index === 0 ? now.root : main[index - 1])} />;
}

function mateAt(node: Node): Score | undefined {
  return node.san.endsWith('#') ? { mate: node.ply % 2 === 1 ? 1 : -1 } : undefined;
}
