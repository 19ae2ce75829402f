// SPDX-License-Identifier: GPL-3.0-or-later
/** Report: a game as a lesson. Accuracy, what turned it, every mistake with the better move, to be tried again. */
import { useMemo } from 'preact/hooks';
import { moveNumber, numbered, plyOf, scoreText, spent } from '../chess/notation';
import { START } from '../chess/rules';
import { link } from '../link';
import { Choice, FileButton } from '../parts/controls';
import { TimeGraph } from '../parts/graph';
import type { Side, MoveLimit, MoveReport, Quality, Report as Made, Score, Sentence, Turn } from '../protocol';
import { book } from './analysis';
import { effort, openReport, pgn, progress, clear, reportHere, reportOnBoard, reports, save, start, stop } from './report-job';
import { again, begin, end, mistakesOf, next, retry, solution } from './retry';
import { go, tree, version } from './study';
import { SentenceButton } from './understand';

export const EFFORTS: readonly (readonly [string, string, MoveLimit])[] = [
  ['quick', 'Quick', { nodes: 20_000 }],
  ['normal', 'Standard', { nodes: 100_000 }],
  ['deep', 'Deep', { nodes: 400_000 }],
  ['long', 'Very deep', { nodes: 2_000_000 }],
];

export function ReportPanel() {
  const made = reportHere();
  if (retry.value && made) return <RetryPanel report={made} />;
  return made ? <Lesson report={made} /> : <ReportForm />;
}

function ReportForm() {
  void version.value;
  const working = progress.value;
  const share = working ? Math.round((working.done / Math.max(1, working.of)) * 100) : 0;
  const name = EFFORTS.find(([, , limit]) => limit.nodes === effort.value.nodes)?.[0] ?? 'normal';
  const onBoard = tree.value.root.children.length > 0;
  return (
    <form
      class="panel-form report-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (pgn.peek().trim()) void start();
        else void reportOnBoard();
      }}
    >
      <h2>Game report</h2>
      <p class="quiet">Accuracy, the moves that turned the game, every mistake with the better move, and the mistakes to try again.</p>
      <Choice label="Depth" value={name} options={EFFORTS.map(([key, text, limit]) => [key, text, `${limit.nodes?.toLocaleString('en')} nodes per move`] as const)} onChange={(key) => (effort.value = EFFORTS.find(([other]) => other === key)?.[2] ?? EFFORTS[1][2])} />
      <label class="field">
        <span class="field-label">{onBoard ? 'The game on the board, or another as PGN' : 'PGN'}</span>
        <textarea class="mono" rows={5} spellcheck={false} placeholder={onBoard ? 'Leave empty for the game on the board.' : 'Paste one game or several.'} value={pgn.value} onInput={(event) => (pgn.value = event.currentTarget.value)} />
      </label>
      <div class="form-end">
        <button type="submit" class="button primary" disabled={working !== null || (!pgn.value.trim() && !onBoard) || link.state.value !== 'open'}>{pgn.value.trim() || !onBoard ? 'Analyse game' : 'Analyse this game'}</button>
        <FileButton accept=".pgn,.txt" onText={(text) => (pgn.value = text)}>Open file</FileButton>
        {working && <button type="button" class="button" onClick={stop}>Stop</button>}
      </div>
      <div class="progress" role="progressbar" aria-valuemin={0} aria-valuemax={100} aria-valuenow={share} aria-label="Progress" data-on={working !== null}>
        <span style={{ width: `${share}%` }} />
        <small>{working ? `${working.done} of ${working.of} positions` : '\u00a0'}</small>
      </div>
    </form>
  );
}

const WORDS: Record<Quality, string> = { inaccuracy: 'Inaccuracy', mistake: 'Mistake', blunder: 'Blunder', best: 'Best move', good: 'Good move' };
export const MARKS: Partial<Record<Quality, string>> = { inaccuracy: '?!', mistake: '?', blunder: '??' };
const TURNS: Record<Turn, string> = { threw_away_game: 'went from winning to losing', let_slip_win: 'threw away the win', lost_balance: 'threw away equality', lost_chances: 'went from worse to losing' };

/** A mate on the board has no sign; the one who moved has given it. */
export function scoreAfter(move: MoveReport): Score {
  return 'mate' in move.score && move.score.mate === 0 ? { mate: move.color === 'white' ? 1 : -1 } : move.score;
}

/** Average centipawn loss of a side; a mate counts as ten pawns, and so does whatever is more. */
export function acpl(report: Made, side: Side): number | null {
  const worth = (score: Score) => Math.max(-1000, Math.min(1000, 'cp' in score ? score.cp : Math.sign('mate' in score ? score.mate : score.tablebase) * 1000));
  const own = report.moves.filter((move) => move.color === side);
  if (own.length === 0) return null;
  const sign = side === 'white' ? 1 : -1;
  const lost = own.map((move) => Math.max(0, (worth(move.best_score) - worth(scoreAfter(move))) * sign));
  return Math.round(lost.reduce((sum, one) => sum + one, 0) / own.length);
}

function firstPly(report: Made): number {
  return plyOf(report.start === 'startpos' ? START : report.start);
}

/** Which move of the report is on the board: its index, or −1. */
export function shownMove(report: Made): number {
  void version.value;
  const line = tree.value.line();
  const main = tree.value.main();
  const on = line.length > 0 && line.every((node, index) => main[index] === node);
  return on && line.length <= report.moves.length ? line.length - 1 : -1;
}

function Lesson(props: { report: Made }) {
  const { report } = props;
  const show = (index: number) => go(tree.peek().main()[index] ?? tree.peek().root);
  const at = shownMove(report);
  const move: MoveReport | undefined = report.moves[at];
  const times = report.moves.map((one) => one.spent);
  const timed = times.some((time) => typeof time === 'number');
  const first = firstPly(report);
  return (
    <div class="lesson">
      {reports.value.length > 1 && <Several here={report} />}
      {book.value?.opening && <p class="opening"><b>{book.value.opening.eco}</b> {book.value.opening.name}</p>}
      <Accuracies report={report} />
      <Judged report={report} move={move} first={first} />
      <Turning report={report} onShow={show} />
      {timed && (
        <details class="more">
          <summary>Time used</summary>
          <TimeGraph times={times} first={first} shown={at} onShow={show} />
        </details>
      )}
      <div class="actions">
        <button type="button" class="button" onClick={() => void save('html')}>Save HTML</button>
        <button type="button" class="button" onClick={() => void save('pgn')}>Save PGN</button>
        <button type="button" class="button" onClick={clear}>New report</button>
      </div>
      <p class="quiet small">{report.how.engine}, {report.how.effort.replace(/\d{5,}/, (digits) => Number(digits).toLocaleString('en'))} per move, {report.how.evaluation}.</p>
    </div>
  );
}

/** What the report says of the move on the board. */
function Judged(props: { report: Made; move: MoveReport | undefined; first: number }) {
  const { move, first } = props;
  const remarks = useMemo(() => (move?.remarks ?? []).map((one): Sentence => ({ section: 'played', text: one.text, squares: [], lines: one.moves ?? [] })), [move]);
  if (!move) return <div class="move-judgement"><p class="quiet">Go through the moves, or click the graph below the board.</p></div>;
  const wrong = move.judgement !== 'best' && move.judgement !== 'good';
  return (
    <div class="move-judgement" aria-live="polite">
      <p>
        <b>{moveNumber(move.ply + first, true)} {move.san}{MARKS[move.judgement] ?? ''}</b> <span class={`judgement ${move.judgement}`}>{WORDS[move.judgement]}</span>{' '}
        <span class="quiet">{scoreText(scoreAfter(move))}{typeof move.spent === 'number' ? ` · ${spent(move.spent)}${typeof move.advised === 'number' ? ` (recommended ${spent(move.advised)})` : ''}` : ''}{move.loss > 0 ? ` · win chance −${(move.loss / 10).toFixed(0)}\u00a0%` : ''}</span>
      </p>
      {wrong && move.best_san && (
        <p>
          Better: <b>{move.best_san}</b> {scoreText(move.best_score)}{' '}
          <span class="quiet">{numbered(move.best_line, move.ply + first - 1).slice(0, 8).map((one) => `${one.number} ${one.san}`.trim()).join(' ')}</span>
        </p>
      )}
      {move.why_then && <p class="quiet">Stopped thinking because {move.why_then}.</p>}
      {remarks.map((remark, index) => (remark.lines.length ? <SentenceButton key={index} sentence={remark} /> : <p key={index}>{remark.text}</p>))}
    </div>
  );
}

/** Several games: a summary, and a way to each. */
function Several(props: { here: Made }) {
  return (
    <details class="more several" open={reports.value.length <= 4}>
      <summary>{reports.value.length} games</summary>
      <table class="book">
        <thead><tr><th scope="col">Game</th><th scope="col">Result</th><th scope="col">Accuracy</th><th scope="col">Blunders</th></tr></thead>
        <tbody>
          {reports.value.map((one, index) => (
            <tr key={index} class={one === props.here ? 'chosen' : ''}>
              <td><button type="button" class="move" onClick={() => openReport(index)}>{one.white.name} – {one.black.name}</button></td>
              <td>{one.result}</td>
              <td>{[one.white.accuracy, one.black.accuracy].map((value) => (value === null ? '–' : value.toFixed(0))).join(' – ')}</td>
              <td>{one.white.blunders} – {one.black.blunders}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function Accuracies(props: { report: Made }) {
  const { report } = props;
  return (
    <table class="accuracies">
      <caption class="unseen">Accuracy of both sides</caption>
      <thead>
        <tr><th scope="col"><span class="unseen">Player</span></th><th scope="col">Accuracy</th><th scope="col" title="Average centipawn loss">ACPL</th><th scope="col" title="Inaccuracies">?!</th><th scope="col" title="Mistakes">?</th><th scope="col" title="Blunders">??</th><th scope="col"><span class="unseen">Try again</span></th></tr>
      </thead>
      <tbody>
        {(['white', 'black'] as const).map((color) => {
          const side = report[color];
          const count = mistakesOf(report, color).length;
          return (
            <tr key={color}>
              <th scope="row"><span class={`seat ${color}`} />{side.name}</th>
              <td class="accuracy">{side.accuracy === null ? '–' : `${side.accuracy.toFixed(1)} %`}</td>
              <td>{acpl(report, color) ?? '–'}</td>
              <td>{side.inaccuracies}</td>
              <td>{side.mistakes}</td>
              <td>{side.blunders}</td>
              <td><button type="button" class="chip" disabled={count === 0} aria-label={`Retry the mistakes of ${side.name}`} onClick={() => begin(report, color)}>Retry {count}</button></td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Turning(props: { report: Made; onShow: (index: number) => void }) {
  const { report } = props;
  const first = firstPly(report);
  // The three that cost the most, in the order of the game.
  const largest = [...report.turning_points].sort((one, other) => Math.abs(other.before - other.after) - Math.abs(one.before - one.after)).slice(0, 3).sort((one, other) => one.ply - other.ply);
  return (
    <section class="turning" aria-label="Turning points">
      <h2>Turning points</h2>
      {largest.length === 0 ? (
        <p class="quiet">No turning points.</p>
      ) : (
        <ul>
          {largest.map((point) => {
            const index = report.moves.findIndex((one) => one.ply === point.ply);
            const move = report.moves[index];
            if (!move) return null;
            return (
              <li key={point.ply}>
                <button type="button" class="turning-point" onClick={() => props.onShow(index)}>
                  <b>{moveNumber(index + 1 + first, true)} {move.san}{MARKS[move.judgement] ?? ''}</b> {report[point.color].name} {TURNS[point.turn]}
                  <span class="quiet">{` White ${Math.round(point.before / 10)} → ${Math.round(point.after / 10)}\u00a0%`}</span>
                  {move.remarks?.[0] && <span class="turning-why">{move.remarks[0].text}</span>}
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

/** The mistakes as puzzles. */
function RetryPanel(props: { report: Made }) {
  const { report } = props;
  const now = retry.value;
  if (!now) return null;
  const first = firstPly(report);
  const ply = now.plies[now.at];
  const move = report.moves[ply];
  if (!move) {
    return (
      <div class="retry" aria-live="polite">
        <h2>Done</h2>
        <p>{now.solved.length} of {now.plies.length} found.</p>
        <div class="form-end">
          <button type="button" class="button" onClick={() => begin(report, now.side)}>Once more</button>
          <button type="button" class="button primary" onClick={end}>Back to the report</button>
        </div>
      </div>
    );
  }
  const done = now.state === 'right' || now.state === 'good' || now.state === 'shown';
  const best = <><b>{move.best_san}</b> {scoreText(move.best_score)} <span class="quiet">{numbered(move.best_line, move.ply + first - 1).slice(0, 8).map((one) => `${one.number} ${one.san}`.trim()).join(' ')}</span></>;
  return (
    <div class="retry" data-state={now.state} aria-live="polite">
      <p class="quiet">Mistake {now.at + 1} of {now.plies.length} · {now.solved.length} found</p>
      <h2>{now.side === 'white' ? 'White' : 'Black'} played {moveNumber(move.ply + first, true)} {move.san}{MARKS[move.judgement] ?? ''}</h2>
      {now.state === 'find' && <p class="retry-word">Find a better move on the board.</p>}
      {now.state === 'asking' && <p class="retry-word working">{now.tried?.san}: the engine looks at it…</p>}
      {now.state === 'right' && <p class="retry-word right">Right! {best}</p>}
      {now.state === 'good' && <p class="retry-word right">{now.tried?.san} is good too ({scoreText(now.tried?.score)}). The report has {best}</p>}
      {now.state === 'wrong' && <p class="retry-word wrong">{now.tried?.san} {now.tried?.uci === move.uci ? 'was played in the game' : 'is not good enough'}{now.tried?.answer ? <>: the answer is <b>{now.tried.answer}</b> ({scoreText(now.tried.score)})</> : ''}.</p>}
      {now.state === 'shown' && <p class="retry-word">Better was {best}</p>}
      <div class="form-end">
        {now.state === 'wrong' && <button type="button" class="button primary" onClick={again}>Try again</button>}
        {!done && <button type="button" class="button" onClick={() => solution(report)}>Show the move</button>}
        <button type="button" class={done ? 'button primary' : 'button'} onClick={next}>{now.at + 1 < now.plies.length ? 'Next' : 'Finish'}</button>
        <button type="button" class="button" onClick={end}>Back to the report</button>
      </div>
      {done && (move.remarks ?? []).slice(0, 2).map((one, index) => <p key={index} class="retry-why">{one.text}</p>)}
    </div>
  );
}
