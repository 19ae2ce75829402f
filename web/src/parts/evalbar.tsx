// SPDX-License-Identifier: GPL-3.0-or-later
/** The bar beside the board, and the strip of winning, drawing and losing chances. */
import { scoreText, whiteChance } from '../chess/notation';
import type { Side, Score } from '../protocol';

/** There is room for three signs: `0.3`, `12`, `#4`. */
function short(score: Score | null | undefined): string {
  if (!score) return '';
  if (!('cp' in score)) return scoreText(score).replace('\u2212', '');
  const pawns = Math.abs(score.cp) / 100;
  return pawns >= 10 ? pawns.toFixed(0) : pawns.toFixed(1);
}

export function EvalBar(props: { score: Score | null | undefined; orientation: Side }) {
  const white = whiteChance(props.score);
  const text = scoreText(props.score);
  return (
    <div class={`evalbar ${props.orientation}`} role="img" aria-label={text ? `Evaluation ${text}` : 'No evaluation'}>
      <div class="evalbar-white" style={{ height: `${(white * 100).toFixed(1)}%` }} />
      <span class={`evalbar-text ${white >= 0.5 ? 'for-white' : 'for-black'}`}>{short(props.score)}</span>
    </div>
  );
}

export function Wdl(props: { wdl: [number, number, number] | undefined }) {
  const [win, draw, loss] = props.wdl ?? [0, 1000, 0];
  const percent = (part: number) => `${Math.round(part / 10)} %`;
  return (
    <div class={props.wdl ? 'wdl' : 'wdl empty'} role="img" aria-label={props.wdl ? `White wins ${percent(win)}, draw ${percent(draw)}, Black wins ${percent(loss)}` : 'No winning chances'}>
      <span class="wdl-win" style={{ flexGrow: win }}>{win >= 120 ? percent(win) : ''}</span>
      <span class="wdl-draw" style={{ flexGrow: draw }}>{props.wdl && draw >= 120 ? percent(draw) : ''}</span>
      <span class="wdl-loss" style={{ flexGrow: loss }}>{loss >= 120 ? percent(loss) : ''}</span>
    </div>
  );
}
