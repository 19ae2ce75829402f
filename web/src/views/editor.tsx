// SPDX-License-Identifier: GPL-3.0-or-later
/** The board editor: pieces put anywhere, and what a FEN has besides them. */
import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import type { Key, Piece } from '@lichess-org/chessground/types';
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { fenTrouble, readFen, START, turn } from '../chess/rules';
import { MoveTree } from '../chess/tree';
import { Choice } from '../parts/controls';
import type { Side } from '../protocol';
import { editing, list, orientation, showTree, tree } from './study';

type Tool = 'hand' | 'erase' | `${'white' | 'black'} ${Piece['role']}`;
const tool = signal<Tool>('hand');
const placed = signal('');
const mover = signal<Side>('white');
const castling = signal('');

const ROLES: Piece['role'][] = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'];

/** The FEN of what is set up. */
function fen(): string {
  return `${placed.value} ${mover.value === 'white' ? 'w' : 'b'} ${castling.value || '-'} - 0 1`;
}

/** What is wrong with it; null when it can be played from. */
function trouble(): string | null {
  if (readFen(fen())) return null;
  return fenTrouble(fen()) ?? 'Invalid position.';
}

function load(text: string): void {
  const [board, side, rights] = text.split(' ');
  placed.value = board;
  mover.value = side === 'b' ? 'black' : 'white';
  castling.value = rights === '-' ? '' : rights;
}

export function EditorBoard() {
  const host = useRef<HTMLDivElement>(null);
  const api = useRef<Api | null>(null);
  useEffect(() => {
    if (!host.current) return;
    load(tree.peek().current.fen);
    tool.value = 'hand';
    api.current = Chessground(host.current, {
      fen: placed.peek(),
      orientation: orientation.peek(),
      coordinates: true,
      movable: { free: true, color: 'both' },
      premovable: { enabled: false },
      draggable: { deleteOnDropOff: true },
      selectable: { enabled: false },
      drawable: { enabled: false },
      highlight: { lastMove: false, check: false },
      events: { change: () => (placed.value = api.current?.getFen() ?? placed.peek()) },
    });
    return () => api.current?.destroy();
  }, []);
  useEffect(() => api.current?.set({ orientation: orientation.value }), [orientation.value]);
  useEffect(() => {
    // A change that came from the buttons beside the board.
    if (api.current && api.current.getFen() !== placed.value) api.current.set({ fen: placed.value });
  }, [placed.value]);
  const put = (event: PointerEvent) => {
    const now = tool.peek();
    if (now === 'hand' || !api.current) return;
    const key = api.current.getKeyAtDomPos([event.clientX, event.clientY]) as Key | undefined;
    if (!key) return;
    event.preventDefault();
    event.stopPropagation();
    const [color, role] = now.split(' ') as ['white' | 'black', Piece['role']];
    const here = api.current.state.pieces.get(key);
    const same = here?.color === color && here.role === role;
    api.current.setPieces(new Map([[key, now === 'erase' || same ? undefined : { color, role }]]));
    placed.value = api.current.getFen();
  };
  const stop = (event: Event) => {
    if (tool.peek() !== 'hand') event.stopPropagation();
  };
  return (
    <div class="board editing" data-fen={fen()} onPointerDownCapture={put} onMouseDownCapture={stop} onTouchStartCapture={stop}>
      <div class="board-squares" />
      <div class="board-pieces" ref={host} aria-hidden="true" />
    </div>
  );
}

export function EditorPanel() {
  const wrong = trouble();
  const button = (key: Tool, name: string, inside: preact.ComponentChildren) => (
    <button key={key} type="button" class="tool" aria-pressed={tool.value === key} aria-label={name} title={name} onClick={() => (tool.value = tool.peek() === key ? 'hand' : key)}>{inside}</button>
  );
  const done = () => {
    const good = readFen(fen());
    if (!good) return;
    list.value = null;
    showTree(new MoveTree(good), turn(good));
  };
  return (
    <div class="editor">
      <h2>Edit board</h2>
      <p class="quiet">Choose a piece and click squares, or drag pieces about. Dragged off the board they are gone.</p>
      {(['white', 'black'] as const).map((color) => (
        <div class="tools" role="group" aria-label={`${color} pieces`} key={color}>
          {ROLES.map((role) => button(`${color} ${role}`, `${color} ${role}`, <span class="cg-wrap"><piece class={`${role} ${color}`} /></span>))}
        </div>
      ))}
      <div class="note-actions">
        <button type="button" class="chip" aria-pressed={tool.value === 'hand'} onClick={() => (tool.value = 'hand')}>Move pieces</button>
        <button type="button" class="chip" aria-pressed={tool.value === 'erase'} onClick={() => (tool.value = 'erase')}>Erase</button>
        <button type="button" class="chip" onClick={() => load('8/8/8/8/8/8/8/8 w - - 0 1')}>Empty board</button>
        <button type="button" class="chip" onClick={() => load(START)}>Start position</button>
        <button type="button" class="chip" onClick={() => (orientation.value = orientation.peek() === 'white' ? 'black' : 'white')}>Flip board</button>
      </div>
      <Choice label="To move" value={mover.value} options={[['white', 'White'], ['black', 'Black']]} onChange={(value) => (mover.value = value)} />
      <fieldset class="choice">
        <legend>Castling</legend>
        <div class="rights">
          {(['K', 'Q', 'k', 'q'] as const).map((right) => (
            <label class="field check" key={right}>
              <input type="checkbox" checked={castling.value.includes(right)} onChange={(event) => (castling.value = [...'KQkq'].filter((one) => (one === right ? event.currentTarget.checked : castling.peek().includes(one))).join(''))} />
              <span class="field-label">{right < 'a' ? 'White' : 'Black'} {right.toUpperCase() === 'K' ? 'O-O' : 'O-O-O'}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <p class="mono editor-fen">{fen()}</p>
      <p class="wrong" role="status">{wrong ?? '\u00a0'}</p>
      <div class="form-end">
        <button type="button" class="button primary" disabled={wrong !== null} onClick={done}>Use this position</button>
        <button type="button" class="button" onClick={() => (editing.value = false)}>Cancel</button>
      </div>
    </div>
  );
}

