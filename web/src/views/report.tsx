// SPDX-License-Identifier: GPL-3.0-or-later
/** Report: accuracy, mistakes and turning points of a finished game. */
import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { clockText, moveNumber, numbered, plyOf, scoreText, spent } from '../chess/notation';
import { inCheck, replay, START, turn } from '../chess/rules';
import { MoveTree } from '../chess/tree';
import { link } from '../link';
import { Board } from '../parts/board';
import { PlayerStrip } from '../parts/clock';
import { Choice, FileButton } from '../parts/controls';
import { EvalBar } from '../parts/evalbar';
import { ChanceGraph, TimeGraph } from '../parts/graph';
import { GameMoves } from '../parts/moves';
import { Layout, useKeys, MoveButtons } from '../parts/layout';
import { TextBoard } from '../parts/text-board';
import type { Side, MoveLimit, MoveReport, Quality, Report as Made, Score, Sentence, Turn } from '../protocol';
import { open } from '../route';
import { arrow, lastOf } from './analyse';
import { chosen, effort, pgn, progress, clear, reports, save, shown, start, stop } from './report-job';
import { showTree } from './study';
import { EvidenceLines, SentenceButton } from './understand';
import { evidence, step as stepLine } from './understanding';

export function Report() {
  const made = reports.value[chosen.value];
  return made ? <Finished report={made} /> : <ReportForm />;
}

const EFFORTS: readonly (readonly [string, string, MoveLimit])[] = [
  ['quick', 'Quick', { nodes: 20_000 }],
  ['normal', 'Standard', { nodes: 50_000 }],
  ['deep', 'Deep', { nodes: 300_000 }],
  ['long', 'Very deep', { nodes: 2_000_000 }],
];

function ReportForm() {
  const field = useRef<HTMLTextAreaElement>(null);
  const working = progress.value;
  const share = working ? Math.round((working.done / Math.max(1, working.of)) * 100) : 0;
  const name = EFFORTS.find(([, , limit]) => limit.nodes === effort.value.nodes)?.[0] ?? 'normal';
  const over = useSignal(false);
  return (
    <div
      class={`report-form${over.value ? ' over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        over.value = true;
      }}
      onDragLeave={() => (over.value = false)}
      onDrop={async (event) => {
        event.preventDefault();
        over.value = false;
        const file = event.dataTransfer?.files[0];
        if (file) pgn.value = await file.text();
      }}
    >
      <form
        class="panel-form"
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
      >
        <h1>Game report</h1>
        <p class="lead">Accuracy, mistakes and better moves, turning points and time used.</p>
        <label class="field">
          <span class="field-label">PGN: paste it, drop a file or open one</span>
          <textarea ref={field} class="mono" rows={12} spellcheck={false} value={pgn.value} onInput={(event) => (pgn.value = event.currentTarget.value)} />
        </label>
        <Choice label="Depth" value={name} options={EFFORTS.map(([key, text, limit]) => [key, text, `${limit.nodes?.toLocaleString()} nodes per move`] as const)} onChange={(key) => (effort.value = EFFORTS.find(([other]) => other === key)?.[2] ?? { nodes: 50_000 })} />
        <div class="form-end">
          <button type="submit" class="button primary" disabled={working !== null || !pgn.value.trim() || link.state.value !== 'open'}>Analyse game</button>
          <FileButton accept=".pgn,.txt" onText={(text) => (pgn.value = text)}>Open file</FileButton>
          {working && <button type="button" class="button" onClick={stop}>Stop</button>}
        </div>
        <div class="progress" role="progressbar" aria-valuemin={0} aria-valuemax={100} aria-valuenow={share} aria-label="Progress" data-on={working !== null}>
          <span style={{ width: `${share}%` }} />
          <small>{working ? `${working.done} of ${working.of} moves` : '\u00a0'}</small>
        </div>
      </form>
    </div>
  );
}

const WORDS: Record<Quality, string> = { inaccuracy: 'Inaccuracy', mistake: 'Mistake', blunder: 'Blunder', best: 'Best move', good: 'Good move' };
const MARKS: Partial<Record<Quality, string>> = { inaccuracy: '?!', mistake: '?', blunder: '??' };
const TURNS: Record<Turn, string> = { threw_away_game: 'went from winning to losing', let_slip_win: 'threw away the win', lost_balance: 'threw away equality' };

function Finished(props: { report: Made }) {
  const { report } = props;
  const startFen = report.start === 'startpos' ? START : report.start;
  const total = report.moves.length;
  const at = Math.min(shown.value, total);
  const move: MoveReport | undefined = report.moves[at - 1];
  const fen = move?.fen ?? startFen;
  const before = at > 1 ? report.moves[at - 2].fen : startFen;
  const flipped = useSignal(false);
  const better = useSignal(true);
  const orientation: Side = flipped.value ? 'black' : 'white';
  const go = (to: number) => (shown.value = Math.max(0, Math.min(total, to)));
  const first = plyOf(startFen);
  const score = (one: MoveReport): Score => {
    // A mate on the board has no sign; the one who moved has given it.
    return 'mate' in one.score && one.score.mate === 0 ? { mate: one.color === 'white' ? 1 : -1 } : one.score;
  };

  useKeys({
    ArrowLeft: () => (evidence.peek() ? stepLine(-1) : go(at - 1)),
    ArrowRight: () => (evidence.peek() ? stepLine(1) : go(at + 1)),
    Home: () => (evidence.peek() ? stepLine(-Infinity) : go(0)),
    End: () => (evidence.peek() ? stepLine(Infinity) : go(total)),
    Escape: () => (evidence.value = null),
    f: () => (flipped.value = !flipped.value),
  });

  const remarks = useMemo(() => (move?.remarks ?? []).map((one): Sentence => ({ section: 'played', text: one.text, squares: [], lines: one.moves ?? [] })), [move]);
  // What is shown belongs to one move.
  useEffect(() => {
    evidence.value = null;
    return () => void (evidence.value = null);
  }, [move]);
  const shownLine = evidence.value?.lines[evidence.value.line];
  const replayed = useMemo(() => (shownLine ? replay(shownLine.fen, shownLine.uci, report.chess960) : null), [shownLine]);
  const step = replayed ? Math.min(evidence.value?.step ?? 0, replayed.fens.length - 1) : 0;

  const wrong = move && move.judgement !== 'best' && move.judgement !== 'good';
  const onBoard = replayed ? replayed.fens[step] : wrong && better.value ? before : fen;
  // The better move is an arrow on the board after the move that was played.
  const shapes = replayed ? (shownLine?.uci[step] ? [arrow(shownLine.uci[step], 'shown')] : []) : wrong && better.value && move.best_uci ? [arrow(move.best_uci, 'best'), arrow(move.uci, 'against')] : [];
  const times = report.moves.map((one) => one.spent);
  const timed = times.some((time) => typeof time === 'number');
  const marks = report.moves.flatMap((one, index) => (MARKS[one.judgement] ? [{ index: index + 1, kind: one.judgement, title: `${moveNumber(one.ply + first, true)} ${one.san}${MARKS[one.judgement]}` }] : []));
  const toStudy = () => {
    const tree = MoveTree.fromMoves(startFen, report.moves.map((one) => one.uci), report.chess960);
    tree.tags = Object.entries(report.tags);
    let node = tree.root;
    for (const one of report.moves) {
      const parent = node;
      const next = tree.grow(parent, one.uci);
      if (!next) break;
      if (MARKS[one.judgement] && one.best_line_uci.length) {
        next.nags = [{ inaccuracy: 6, mistake: 2, blunder: 4 }[one.judgement as 'mistake']];
        let branch = parent;
        for (const uci of one.best_line_uci.slice(0, 8)) {
          const grown = tree.grow(branch, uci);
          if (!grown) break;
          branch = grown;
        }
      }
      node = next;
    }
    tree.current = tree.line(node)[at - 1] ?? tree.root;
    showTree(tree);
    open('analyse');
  };
  const strip = (color: Side) => {
    const side = report[color];
    const clock = report.moves.slice(0, at).findLast((one) => one.color === color)?.clock;
    return (
      <PlayerStrip side={color} name={side.name} note={side.elo}>
        {typeof clock === 'number' && <span class="clock">{clockText(clock)}</span>}
      </PlayerStrip>
    );
  };

  return (
    <Layout
      title="Report"
      bar={<EvalBar score={move ? score(move) : report.score} orientation={orientation} />}
      top={strip(orientation === 'white' ? 'black' : 'white')}
      board={<Board fen={onBoard} orientation={orientation} turn={turn(onBoard)} movable={null} dests={new Map()} last={replayed ? replayed.lasts[step] : move && onBoard === fen ? lastOf(move.uci) : null} check={inCheck(onBoard)} shapes={shapes} />}
      bottom={strip(orientation)}
      under={
        <>
          {replayed && <EvidenceLines />}
          <TextBoard fen={onBoard} orientation={orientation} />
        </>
      }
      panel={
        <>
          {reports.value.length > 1 && (
            <label class="field">
              <span class="field-label">{reports.value.length} games</span>
              <select value={chosen.value} onChange={(event) => { chosen.value = Number(event.currentTarget.value); shown.value = 0; }}>
                {reports.value.map((one, index) => <option key={index} value={index}>{`${index + 1}. ${one.white.name} – ${one.black.name} ${one.result}`}</option>)}
              </select>
            </label>
          )}
          <Accuracies report={report} />
          <ChanceGraph label="White’s winning chances after each move" series={[{ scores: [report.score, ...report.moves.map(score)], kind: 'by-engine' }]} length={total + 1} shown={at} marks={marks} onShow={go} />
          {timed && <TimeGraph times={times} firstIsWhite={first % 2 === 0} shown={at - 1} onShow={(index) => go(index + 1)} />}
          <div class="move-judgement" aria-live="polite">
            {move ? (
              <>
                <p>
                  <b>{moveNumber(move.ply + first, true)} {move.san}{MARKS[move.judgement] ?? ''}</b> <span class={`judgement ${move.judgement}`}>{WORDS[move.judgement]}</span>{' '}
                  <span class="quiet">{scoreText(score(move))}{typeof move.spent === 'number' ? ` · ${spent(move.spent)}${typeof move.advised === 'number' ? ` (recommended ${spent(move.advised)})` : ''}` : ''}{move.loss > 0 ? ` · win chance −${(move.loss / 10).toFixed(0)} %` : ''}</span>
                </p>
                {wrong && move.best_san && (
                  <p>
                    Better: <b>{move.best_san}</b> {scoreText(move.best_score)}{' '}
                    <span class="quiet">{numbered(move.best_line, plyOf(before)).slice(0, 10).map((one) => `${one.number} ${one.san}`.trim()).join(' ')}</span>
                  </p>
                )}
                {move.why_then && <p class="quiet">Stopped thinking because {move.why_then}.</p>}
                {remarks.map((remark, index) => (remark.lines.length ? <SentenceButton key={index} sentence={remark} /> : <p key={index}>{remark.text}</p>))}
                {wrong && (
                  <label class="field check">
                    <input type="checkbox" checked={better.value} onChange={(event) => (better.value = event.currentTarget.checked)} />
                    <span class="field-label">Show the better move on the board</span>
                  </label>
                )}
              </>
            ) : (
              <p class="quiet">Go through the moves or click the graph.</p>
            )}
          </div>
          <Turning report={report} onShow={go} />
          <GameMoves start={startFen} moves={report.moves.map((one) => ({ san: `${one.san}${MARKS[one.judgement] ?? ''}`, mark: one.judgement, note: 'mate' in one.score && one.score.mate === 0 ? '' : scoreText(score(one)) }))} shown={at} onShow={go} empty="No moves." />
          <MoveButtons start={() => go(0)} back={() => go(at - 1)} forward={() => go(at + 1)} end={() => go(total)} flip={() => (flipped.value = !flipped.value)} atStart={at === 0} atEnd={at === total} />
          <div class="actions">
            <button type="button" class="button" onClick={() => void save('html')}>Save HTML</button>
            <button type="button" class="button" onClick={() => void save('pgn')}>Save PGN</button>
            <button type="button" class="button" onClick={toStudy}>Analyse</button>
            <button type="button" class="button" onClick={clear}>New report</button>
          </div>
          <p class="quiet">{report.how.engine}, {report.how.effort} per move, {report.how.evaluation}.</p>
        </>
      }
    />
  );
}

function Accuracies(props: { report: Made }) {
  const { report } = props;
  return (
    <table class="accuracies">
      <caption class="unseen">Accuracy of both sides</caption>
      <thead>
        <tr><th scope="col"><span class="unseen">Player</span></th><th scope="col">Accuracy</th><th scope="col" title="Inaccuracies">?!</th><th scope="col" title="Mistakes">?</th><th scope="col" title="Blunders">??</th></tr>
      </thead>
      <tbody>
        {(['white', 'black'] as const).map((color) => {
          const side = report[color];
          return (
            <tr key={color}>
              <th scope="row"><span class={`seat ${color}`} />{side.name}</th>
              <td class="accuracy">{side.accuracy === null ? '–' : `${side.accuracy.toFixed(1)} %`}</td>
              <td>{side.inaccuracies}</td>
              <td>{side.mistakes}</td>
              <td>{side.blunders}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Turning(props: { report: Made; onShow: (at: number) => void }) {
  const { report } = props;
  const first = plyOf(report.start === 'startpos' ? START : report.start);
  return (
    <section class="turning" aria-label="Turning points">
      <h2>Turning points</h2>
      {report.turning_points.length === 0 ? (
        <p class="quiet">No turning points.</p>
      ) : (
        <ul>
          {report.turning_points.map((point) => {
            const index = report.moves.findIndex((one) => one.ply === point.ply);
            const move = report.moves[index];
            if (!move) return null;
            return (
              <li key={point.ply}>
                <button type="button" class="turning-point" onClick={() => props.onShow(index + 1)}>
                  <b>{moveNumber(index + 1 + first, true)} {move.san}{MARKS[move.judgement] ?? ''}</b> {report[point.color].name} {TURNS[point.turn]}
                  <span class="quiet">{` ${Math.round(point.before / 10)} → ${Math.round(point.after / 10)} % for White`}</span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
