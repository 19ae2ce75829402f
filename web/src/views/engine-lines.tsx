// SPDX-License-Identifier: GPL-3.0-or-later
/** The engine in the workspace: its score, its lines, and a board for the move one points at. */
import { count, numbered, scoreText, whiteChance } from '../chess/notation';
import { replay } from '../chess/rules';
import { link } from '../link';
import { Choice } from '../parts/controls';
import { titleOf } from '../parts/engine';
import { Wdl } from '../parts/evalbar';
import { hidePreview, showPreview } from '../parts/mini-board';
import type { AnalysisLine, Hello } from '../protocol';
import { storedSignal } from '../settings';
import { evaluation, finished, hash, lines, linesHere, running, threads } from './analysis';
import { orientation, playLine, tree, version } from './study';

export const arrows = storedSignal<boolean>('analyse.arrows', true);

export function EngineLines(props: { over: string | null; most?: number }) {
  void version.value;
  const here = linesHere();
  const hello = link.hello.value;
  const most = Math.min(5, hello?.limits.lines ?? 5);
  const shown = Math.min(lines.value, props.most ?? 5);
  const rows = Array.from({ length: shown }, (_, index) => here?.lines[index]);
  const ply = tree.value.current.ply;
  return (
    <div class="engine">
      <div class="engine-head">
        <label class="switch">
          <input type="checkbox" role="switch" checked={running.value} onChange={(event) => (running.value = event.currentTarget.checked)} />
          <span aria-hidden="true" />
          <b>Engine</b>
        </label>
        <output class="engine-score">{running.value ? scoreText(here?.lines[0]?.score) : ''}</output>
        <span class="engine-speed" data-depth={here?.depth ?? 0}>
          {link.state.value !== 'open' ? 'waiting for the server' : here && running.value ? <>depth {here.depth}<span class="engine-nps"> · {count(here.nps)}/s</span></> : !running.value ? 'off' : props.over ? '' : 'thinking…'}
          {here && here.sharing > 1 ? ` · shared by ${here.sharing}` : ''}
        </span>
        <details class="engine-settings">
          <summary aria-label="Engine settings" title="Engine settings">
            <svg class="glyph" viewBox="0 0 24 24" width="18" height="18" aria-hidden="true"><path d="M4 7h10M18 7h2M4 17h2M10 17h10M14 4.500v5M6 14.500v5" fill="none" stroke="currentColor" stroke-width="1.800" stroke-linecap="round" /></svg>
          </summary>
          <div class="popover">
            <Choice label="Lines" value={lines.value} options={Array.from({ length: most }, (_, index) => [index + 1, String(index + 1)] as const)} onChange={(value) => (lines.value = value)} />
            <label class="field">
              <span class="field-label">Engine (evaluation)</span>
              <select value={evaluation.value} onChange={(event) => (evaluation.value = event.currentTarget.value)}>
                <option value="">Default</option>
                {(hello?.evaluations ?? []).map((one) => <option key={one.name} value={one.name}>{titleOf(one.name)}</option>)}
              </select>
            </label>
            {hello && <Resources hello={hello} />}
            <label class="field check">
              <input type="checkbox" checked={arrows.value} onChange={(event) => (arrows.value = event.currentTarget.checked)} />
              <span class="field-label">Arrows</span>
            </label>
          </div>
        </details>
      </div>
      {/* Who has switched the engine off wants its room for the moves. */}
      {(running.value || props.over) && (
        <>
          <Wdl wdl={running.value ? here?.lines[0]?.wdl : undefined} />
          <ol class="lines" style={{ '--rows': shown }} onMouseLeave={hidePreview}>
            {props.over ? (
              <li class="line quiet">{props.over}</li>
            ) : (
              rows.map((line, index) => (
                <li class="line" key={index}>
                  {line && running.value ? <OneLine line={line} ply={ply} /> : <span class="quiet">{index === 0 && running.value && finished.value === null ? '…' : '\u00a0'}</span>}
                </li>
              ))
            )}
          </ol>
        </>
      )}
    </div>
  );
}

/** Powers of two from `least`, below `most`, and `most` itself. */
function steps(least: number, most: number): number[] {
  const found: number[] = [];
  for (let step = least; step < most; step *= 2) found.push(step);
  return [...found, most];
}

/** Threads and memory, as far as the server lets a page have them, and what the engine has of them now. */
function Resources(props: { hello: Hello }) {
  const { threads: all, limits } = props.hello;
  const here = running.value ? linesHere() : null;
  const memory = steps(Math.min(16, limits.hash_mib), limits.hash_mib);
  return (
    <>
      {all > 1 && (
        <Choice
          label="Threads"
          value={threads.value >= all ? 0 : threads.value}
          options={[...steps(1, all).filter((one) => one < all).map((one) => [one, String(one)] as const), [0, `All ${all}`]]}
          onChange={(value) => (threads.value = value)}
        />
      )}
      <label class="field">
        <span class="field-label">Hash</span>
        <select value={hash.value ? (memory.findLast((one) => one <= hash.value) ?? memory[0]) : 0} onChange={(event) => (hash.value = Number(event.currentTarget.value))}>
          <option value={0}>Automatic</option>
          {memory.map((one) => <option key={one} value={one}>{one} MB</option>)}
        </select>
        <span class="field-hint">{here ? `In use: ${here.threads === 1 ? '1 thread' : `${here.threads} threads`}, ${here.hash_mib} MB` : '\u00a0'}</span>
      </label>
    </>
  );
}

/** A line whose every move can be clicked: the tree then has it up to there. */
function OneLine(props: { line: AnalysisLine; ply: number }) {
  const { line } = props;
  const point = (event: { currentTarget: Element }, index: number) => {
    const now = tree.peek();
    const { fens, lasts } = replay(now.current.fen, line.uci.slice(0, index + 1), now.chess960);
    showPreview(event.currentTarget, fens[fens.length - 1], lasts[lasts.length - 1], orientation.peek());
  };
  return (
    <>
      <b class={`line-score ${whiteChance(line.score) >= 0.5 ? 'for-white' : 'for-black'}`}>{scoreText(line.score)}</b>
      <span class="line-moves">
        {numbered(line.san.slice(0, 16), props.ply).map((move, index) => (
          <button
            key={index}
            type="button"
            class="line-move"
            onMouseEnter={(event) => point(event, index)}
            onFocus={(event) => event.currentTarget.matches(':focus-visible') && point(event, index)}
            onBlur={hidePreview}
            onClick={() => {
              hidePreview();
              playLine(line.uci.slice(0, index + 1));
            }}
          >
            {move.number && <span class="tree-number">{move.number}</span>}{move.san}
          </button>
        ))}
      </span>
    </>
  );
}
