// SPDX-License-Identifier: GPL-3.0-or-later
/** A small board that only shows a position: what a move of a line leads to, while one points at it. */
import { signal } from '@preact/signals';
import { pieces } from '../chess/rules';
import type { Side } from '../protocol';

interface Preview {
  fen: string;
  last: readonly string[] | null;
  orientation: Side;
  x: number;
  y: number;
}

export const preview = signal<Preview | null>(null);

/** Shows the board beside an element. */
export function showPreview(at: Element, fen: string, last: readonly string[] | null, orientation: Side): void {
  const box = at.getBoundingClientRect();
  preview.value = { fen, last, orientation, x: box.left, y: box.bottom };
}

export function hidePreview(): void {
  preview.value = null;
}

function place(square: string, orientation: Side): { left: string; top: string } {
  const file = square.charCodeAt(0) - 97;
  const rank = Number(square[1]) - 1;
  const [column, row] = orientation === 'white' ? [file, 7 - rank] : [7 - file, rank];
  return { left: `${column * 12.5}%`, top: `${row * 12.5}%` };
}

/** A position as a picture. */
export function MiniBoard(props: { fen: string; last?: readonly string[] | null; orientation: Side }) {
  return (
    <div class="mini-board" aria-hidden="true">
      <div class="board-squares" />
      {(props.last ?? []).map((square) => <span key={square} class="mini-last" style={place(square, props.orientation)} />)}
      <div class="cg-wrap">
        {[...pieces(props.fen)].map(([square, piece]) => <piece key={square} class={`${piece.role} ${piece.color}`} style={place(square, props.orientation)} />)}
      </div>
    </div>
  );
}

export function PreviewBoard() {
  const now = preview.value;
  if (!now) return null;
  const size = 224;
  const left = Math.max(8, Math.min(now.x, innerWidth - size - 8));
  const top = now.y + size + 12 > innerHeight ? Math.max(8, now.y - size - 34) : now.y + 8;
  return (
    <div class="preview" style={{ left: `${left}px`, top: `${top}px` }}>
      <MiniBoard fen={now.fen} last={now.last} orientation={now.orientation} />
    </div>
  );
}
