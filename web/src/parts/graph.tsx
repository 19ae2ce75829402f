// SPDX-License-Identifier: GPL-3.0-or-later
/** Graphs of a game: White's chances move by move, and the time each move took. */
import { moveNumber, scoreText, spent, whiteChance } from '../chess/notation';
import type { Score } from '../protocol';

const WIDTH = 600;

export interface GraphMark {
  index: number;
  kind: string;
  title: string;
}

/** White's chances from 0 (bottom) to 1 (top). `scores[i]` belongs to the position after move i. */
export function ChanceGraph(props: {
  label: string;
  series: { scores: (Score | null | undefined)[]; kind: string }[];
  length: number;
  shown?: number;
  marks?: GraphMark[];
  onShow?: (index: number) => void;
  /** Half-moves before the first one, for the numbers below. */
  first?: number;
}) {
  const height = 130;
  const step = WIDTH / Math.max(1, props.length - 1);
  const y = (score: Score) => (1 - whiteChance(score)) * height;
  // Where nothing is known there is no line. Each engine of a game to watch knows every other move.
  const runs = (scores: (Score | null | undefined)[]) => {
    const found: (readonly [number, number])[][] = [];
    let last = -Infinity;
    scores.forEach((score, index) => {
      if (!score) return;
      if (index - last > 2) found.push([]);
      found[found.length - 1].push([index * step, y(score)]);
      last = index;
    });
    return found;
  };
  const click = (event: MouseEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const index = Math.round(((event.clientX - box.left) / box.width) * (props.length - 1));
    props.onShow?.(Math.max(0, Math.min(props.length - 1, index)));
  };
  const moves = Math.floor(props.length / 2);
  const every = moves > 80 ? 20 : moves > 30 ? 10 : 5;
  const numbers = Array.from({ length: Math.floor(moves / every) }, (_, index) => (index + 1) * every);
  const first = props.first ?? 0;
  return (
    <figure class="graph-figure chances">
    <div class="graph-axis" aria-hidden="true"><span>100</span><span>50</span><span>0</span></div>
    <svg class="graph" viewBox={`0 0 ${WIDTH} ${height}`} preserveAspectRatio="none" role="img" aria-label={props.label} onClick={props.onShow && click}>
      <rect class="graph-ground" width={WIDTH} height={height} />
      {props.series.map((one) => {
        return (
          <g key={one.kind} class={one.kind}>
            {runs(one.scores).map((dots) => {
              const [from, to] = [dots[0][0], dots[dots.length - 1][0]];
              const path = dots.map(([x, top]) => `${x.toFixed(1)},${top.toFixed(1)}`).join(' ');
              return (
                <g key={from}>
                  <rect class="graph-known" x={from} width={to - from} height={height} />
                  <polygon class="graph-area" points={`${from},${height} ${path} ${to},${height}`} />
                  <polyline class="graph-line" points={path} />
                </g>
              );
            })}
          </g>
        );
      })}
      <line class="graph-middle" x1="0" x2={WIDTH} y1={height / 2} y2={height / 2} />
      {(props.marks ?? []).map((mark) => {
        const score = props.series[0].scores[mark.index];
        return (
          <g key={mark.index} class={`graph-mark ${mark.kind}`}>
            <title>{mark.title}</title>
            <line x1={mark.index * step} x2={mark.index * step} y1={score ? y(score) : 0} y2={height} />
          </g>
        );
      })}
      {props.shown !== undefined && <line class="graph-now" x1={props.shown * step} x2={props.shown * step} y1="0" y2={height} />}
      <title>{props.series[0]?.scores.length ? scoreText(props.series[0].scores[props.shown ?? 0]) : props.label}</title>
    </svg>
    <div class="graph-numbers" aria-hidden="true">
      {numbers.map((number) => <span key={number} style={{ left: `${(((number - 1) * 2 + 1 - first) / Math.max(1, props.length - 1)) * 100}%` }}>{number}</span>)}
    </div>
    </figure>
  );
}

/** Bars of time: White's upwards, Black's downwards, in the square root so that short moves show. */
export function TimeGraph(props: { times: (number | null | undefined)[]; first: number; shown?: number; onShow?: (index: number) => void }) {
  const height = 90;
  const most = Math.max(1000, ...props.times.map((time) => time ?? 0));
  const step = WIDTH / Math.max(1, props.times.length);
  const white = (index: number) => (props.first + index) % 2 === 0;
  return (
    <figure class="graph-figure">
      <div class="graph-axis" aria-hidden="true"><span>{spent(most)}</span><span>0</span><span>{spent(most)}</span></div>
      <svg class="graph times" viewBox={`0 0 ${WIDTH} ${height}`} preserveAspectRatio="none" role="img" aria-label={`Time used for each move, at most ${spent(most)}`}>
        <rect class="graph-ground" width={WIDTH} height={height} />
        {props.times.map((time, index) => {
          if (time === null || time === undefined) return null;
          const size = Math.max(0.5, Math.sqrt(time / most) * (height / 2 - 3));
          return (
            <rect
              key={index}
              class={`${white(index) ? 'time-white' : 'time-black'}${props.shown === index ? ' now' : ''}`}
              x={index * step + step * 0.12}
              width={step * 0.76}
              y={white(index) ? height / 2 - size : height / 2}
              height={size}
              onClick={() => props.onShow?.(index)}
            >
              <title>{`${moveNumber(props.first + index + 1, true)} ${spent(time)}`}</title>
            </rect>
          );
        })}
        <line class="graph-middle" x1="0" x2={WIDTH} y1={height / 2} y2={height / 2} />
      </svg>
      <figcaption>Time per move: White above, Black below.</figcaption>
    </figure>
  );
}
