// SPDX-License-Identifier: GPL-3.0-or-later
/** The board: chessground, a layer of colours under the pieces, and the choice of a promotion. */
import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import type { DrawShape } from '@lichess-org/chessground/draw';
import type { Key } from '@lichess-org/chessground/types';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type Dests, promotes } from '../chess/rules';
import type { Side } from '../protocol';
import { animate, coordinates } from '../settings';

/** A colour and a number for a square, in Understand. */
export interface Tint {
  color: string;
  text?: string;
}

export interface BoardProps {
  fen: string;
  orientation: Side;
  turn: Side;
  /** Who may move: nobody when it is null. */
  movable: Side | 'both' | null;
  dests: Dests;
  last?: readonly string[] | null;
  check?: boolean;
  premove?: boolean;
  /** How far the game is: a premove is for its next move, and goes with a move that is taken back. */
  ply?: number;
  shapes?: DrawShape[];
  tints?: Map<string, Tint>;
  marked?: readonly string[];
  onMove?: (uci: string) => void;
  /** What lies over the board. */
  children?: ComponentChildren;
}

const BRUSHES = {
  green: { key: 'g', color: '#4d7c3a', opacity: 1, lineWidth: 10 },
  red: { key: 'r', color: '#b3402f', opacity: 1, lineWidth: 10 },
  blue: { key: 'b', color: '#2f6f8f', opacity: 1, lineWidth: 10 },
  yellow: { key: 'y', color: '#c98a1b', opacity: 1, lineWidth: 10 },
  best: { key: 'best', color: '#2f6f8f', opacity: 0.9, lineWidth: 11 },
  other: { key: 'other', color: '#2f6f8f', opacity: 0.45, lineWidth: 8 },
  shown: { key: 'shown', color: '#c98a1b', opacity: 0.95, lineWidth: 10 },
  against: { key: 'against', color: '#b3402f', opacity: 0.9, lineWidth: 10 },
};

const FILES = 'abcdefgh';

export function squareAt(index: number, orientation: Side): Key {
  const column = index % 8;
  const row = Math.floor(index / 8);
  const file = orientation === 'white' ? column : 7 - column;
  const rank = orientation === 'white' ? 8 - row : row + 1;
  return `${FILES[file]}${rank}` as Key;
}

export function Board(props: BoardProps) {
  const host = useRef<HTMLDivElement>(null);
  const api = useRef<Api | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const [promotion, setPromotion] = useState<{ from: Key; to: Key } | null>(null);

  const config = () => {
    const now = latest.current;
    return {
      fen: now.fen,
      orientation: now.orientation,
      turnColor: now.turn,
      check: now.check ? now.turn : false,
      lastMove: (now.last ?? undefined) as Key[] | undefined,
      viewOnly: false,
      animation: { enabled: animate.peek() && !matchMedia('(prefers-reduced-motion: reduce)').matches, duration: 160 },
      movable: { free: false, color: now.movable ?? undefined, dests: now.dests },
      draggable: { enabled: now.movable !== null },
      selectable: { enabled: now.movable !== null },
      premovable: { enabled: now.premove ?? false },
      highlight: { custom: new Map((now.marked ?? []).map((square) => [square as Key, 'marked'])) },
    };
  };

  useEffect(() => {
    if (!host.current) return;
    const moved = (from: Key, to: Key) => {
      const now = latest.current;
      if (promotes(now.fen, from, to)) setPromotion({ from, to });
      else now.onMove?.(from + to);
    };
    api.current = Chessground(host.current, {
      ...config(),
      coordinates: coordinates.peek(),
      addPieceZIndex: false,
      blockTouchScroll: true,
      movable: { ...config().movable, showDests: true, rookCastle: true, events: { after: moved } },
      premovable: { ...config().premovable, showDests: true, castle: true },
      drawable: { enabled: true, visible: true, brushes: BRUSHES, eraseOnMovablePieceClick: true },
    });
    return () => {
      const board = api.current;
      if (!board) return;
      // A drawing that is still due would measure arrows on a board without a size.
      board.state.drawable.autoShapes = [];
      board.state.drawable.shapes = [];
      board.destroy();
    };
  }, [coordinates.value]);

  const destsKey = JSON.stringify([...props.dests]);
  const ply = useRef(props.ply);
  useEffect(() => {
    setPromotion(null);
    api.current?.set(config());
    if ((props.ply ?? 0) < (ply.current ?? 0)) api.current?.cancelPremove();
    ply.current = props.ply;
    if (props.premove && props.movable === props.turn) api.current?.playPremove();
  }, [props.fen, props.orientation, props.turn, props.movable, destsKey, props.check, props.premove, props.ply, String(props.last), String(props.marked)]);
  useEffect(() => {
    api.current?.setAutoShapes(props.shapes ?? []);
  }, [JSON.stringify(props.shapes ?? [])]);

  const choose = (role: string | null) => {
    const chosen = promotion;
    setPromotion(null);
    if (chosen && role) latest.current.onMove?.(chosen.from + chosen.to + role);
    else api.current?.set(config());
  };

  return (
    <div class="board" data-fen={props.fen}>
      <div class="board-squares" />
      {props.tints && (
        <div class="board-tints" aria-hidden="true">
          {Array.from({ length: 64 }, (_, index) => {
            const tint = props.tints?.get(squareAt(index, props.orientation));
            return <span key={index} style={tint ? { background: tint.color } : undefined} />;
          })}
        </div>
      )}
      <div class="board-pieces" ref={host} aria-hidden="true" />
      {props.tints && (
        <div class="board-numbers" aria-hidden="true">
          {Array.from({ length: 64 }, (_, index) => (
            <span key={index}>{props.tints?.get(squareAt(index, props.orientation))?.text ?? ''}</span>
          ))}
        </div>
      )}
      {props.children}
      {promotion && <Promotion {...promotion} orientation={props.orientation} onChoice={choose} />}
    </div>
  );
}

const ROLES = [
  ['q', 'queen'],
  ['r', 'rook'],
  ['b', 'bishop'],
  ['n', 'knight'],
] as const;

/** The choice of a promotion, as a dialog that the keyboard can use. */
function Promotion(props: { from: Key; to: Key; orientation: Side; onChoice: (role: string | null) => void }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    box.current?.querySelector('button')?.focus();
    return () => before instanceof HTMLElement && before.focus({ preventScroll: true });
  }, []);
  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return props.onChoice(null);
    const by = event.key === 'ArrowDown' || (event.key === 'Tab' && !event.shiftKey) ? 1 : event.key === 'ArrowUp' || event.key === 'Tab' ? -1 : 0;
    if (by === 0) return;
    // The focus goes round among the four: nothing else can be done before the choice.
    event.preventDefault();
    const buttons = [...(box.current?.querySelectorAll('button') ?? [])];
    const here = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[(here + by + buttons.length) % buttons.length]?.focus();
  };
  const file = FILES.indexOf(props.to[0]);
  const color: Side = props.to[1] === '8' ? 'white' : 'black';
  const left = (props.orientation === 'white' ? file : 7 - file) * 12.5;
  const fromTop = color === props.orientation;
  return (
    <div
      class="promotion"
      ref={box}
      role="dialog"
      aria-modal="true"
      aria-label="Promote to"
      onClick={(event) => event.target === event.currentTarget && props.onChoice(null)}
      onKeyDown={pressed}
    >
      <div class="promotion-choices" style={{ left: `${left}%`, [fromTop ? 'top' : 'bottom']: 0, flexDirection: fromTop ? 'column' : 'column-reverse' }}>
        {ROLES.map(([letter, name]) => (
          <button key={letter} type="button" aria-label={name} title={name} onClick={() => props.onChoice(letter)}>
            <span class="cg-wrap">
              <piece class={`${name} ${color}`} />
            </span>
          </button>
        ))}
      </div>
    </div>
  );
}
