// SPDX-License-Identifier: GPL-3.0-or-later
/** Numbers as chess players write them. */
import type { Score } from '../protocol';

const MINUS = '\u2212';

/** `+0.34`, `−1.20`, `#3`, `#−3`, `TB+`; White's view. */
export function scoreText(score: Score | null | undefined): string {
  if (!score) return '';
  if ('mate' in score) return score.mate === 0 ? '#' : score.mate < 0 ? `#${MINUS}${-score.mate}` : `#${score.mate}`;
  if ('tablebase' in score) return score.tablebase > 0 ? 'TB+' : score.tablebase < 0 ? `TB${MINUS}` : 'TB=';
  return signed(score.cp / 100, 2);
}

export function signed(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return text;
  return (value < 0 ? MINUS : '+') + text;
}

/** White's share of the point as the score sees it, 0 to 1; the curve lichess publishes. */
export function whiteChance(score: Score | null | undefined): number {
  if (!score) return 0.5;
  if ('cp' in score) return 1 / (1 + Math.exp(-0.00368208 * score.cp));
  const sign = 'mate' in score ? score.mate : score.tablebase;
  return sign > 0 ? 1 : sign < 0 ? 0 : 0.5;
}

/** `1.2 M`, `640 k`, `87`. */
export function count(value: number): string {
  if (value >= 1e9) return `${(value / 1e9).toFixed(1)} G`;
  if (value >= 1e6) return `${(value / 1e6).toFixed(1)} M`;
  if (value >= 1e4) return `${Math.round(value / 1e3)} k`;
  return String(Math.round(value));
}

/** `4:07`, `1:02:33`, and tenths when time is short. */
export function clockText(ms: number): string {
  const left = Math.max(0, ms);
  if (left < 10_000) {
    const tenths = Math.floor(left / 100);
    return `0:0${Math.floor(tenths / 10)}.${tenths % 10}`;
  }
  const seconds = Math.ceil(left / 1000);
  const two = (n: number) => String(n).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  if (minutes >= 60) return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
  return `${minutes}:${two(seconds % 60)}`;
}

/** `0.9 s`, `12 s`, `2:05`. */
export function spent(ms: number): string {
  if (ms < 9_950) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < 60_000) return `${Math.round(ms / 1000)} s`;
  return clockText(ms);
}

/** A comment with what programs read in front of it: `[%eval 0.34] [%clk 0:04:07] good`. */
export function remark(comment?: string, score?: Score, clock?: number): string | null {
  const words: string[] = [];
  if (score && 'mate' in score) words.push(`[%eval #${score.mate}]`);
  else if (score && 'cp' in score) words.push(`[%eval ${(score.cp / 100).toFixed(2)}]`);
  if (clock !== undefined) {
    const two = (n: number) => String(n).padStart(2, '0');
    const tenths = Math.floor(clock / 100);
    const seconds = Math.floor(tenths / 10);
    words.push(`[%clk ${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}${tenths % 10 ? `.${tenths % 10}` : ''}]`);
  }
  if (comment) words.push(comment);
  return words.length ? words.join(' ') : null;
}

/** The number before a move: `4.` for White, `4…` for Black when it is needed. */
export function moveNumber(ply: number, forced: boolean): string {
  const number = Math.floor((ply + 1) / 2);
  if (ply % 2 === 1) return `${number}.`;
  return forced ? `${number}…` : '';
}

/** A line of SAN moves with numbers; `ply` is that of the position it begins in. */
export function numbered(san: string[], ply: number): { number: string; san: string }[] {
  return san.map((move, index) => ({ number: moveNumber(ply + index + 1, index === 0), san: move }));
}

const NAGS: Record<number, string> = { 1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!', 7: '□', 10: '=', 13: '∞', 14: '+=', 15: '=+', 16: '±', 17: '∓', 18: '+−', 19: '−+' };

export function nagText(nags: number[] | undefined): string {
  return (nags ?? []).map((nag) => NAGS[nag] ?? '').join('');
}

export function plyOf(fen: string): number {
  const fields = fen.split(' ');
  return (Math.max(1, Number(fields[5]) || 1) - 1) * 2 + (fields[1] === 'b' ? 1 : 0);
}

/** `king_danger` → `King danger`. */
export function titled(name: string): string {
  const text = name.replace(/_/g, ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
