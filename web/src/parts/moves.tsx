// SPDX-License-Identifier: GPL-3.0-or-later
/** Lists of moves: a game in two columns, and a tree with variations. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { MoveTree, Node } from '../chess/tree';
import { moveNumber, nagText } from '../chess/notation';
import { plyOf } from '../chess/notation';

/** Keeps the current move in sight without moving the page. */
export function useCurrentInSight(key: unknown) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = list.current;
    const current = box?.querySelector<HTMLElement>('[aria-current]');
    if (!box) return;
    if (!current) box.scrollTop = 0;
    else {
      // The box is positioned, so this counts from its upper edge.
      const top = current.offsetTop;
      if (top < box.scrollTop || top + current.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = top - box.clientHeight / 2;
    }
  }, [key]);
  return list;
}

export interface ListedMove {
  san: string;
  note?: ComponentChildren;
  mark?: string;
}

/** A game in rows of two half-moves. `shown` counts the half-moves that are on the board. */
export function GameMoves(props: { start: string; moves: ListedMove[]; shown: number; onShow: (count: number) => void; empty: string }) {
  const list = useCurrentInSight(`${props.shown}/${props.moves.length}`);
  const first = plyOf(props.start);
  const rows: { number: number; cells: (number | null)[] }[] = [];
  props.moves.forEach((_, index) => {
    const ply = first + index;
    if (ply % 2 === 0 || rows.length === 0) rows.push({ number: Math.floor(ply / 2) + 1, cells: ply % 2 === 0 ? [] : [null] });
    rows[rows.length - 1].cells.push(index);
  });
  return (
    <div class="moves" ref={list} role="group" aria-label="Moves">
      {rows.length === 0 && <p class="quiet">{props.empty}</p>}
      {rows.map((row) => (
        <div class="moves-row" key={row.number}>
          <span class="moves-number">{row.number}</span>
          {row.cells.map((index, column) =>
            index === null ? (
              <span key={column} class="moves-gap">…</span>
            ) : (
              <button
                key={column}
                type="button"
                class={`move ${props.moves[index].mark ?? ''}`}
                aria-current={props.shown === index + 1 ? 'step' : undefined}
                onClick={() => props.onShow(index + 1)}
              >
                <span>{props.moves[index].san}</span>
                {props.moves[index].note && <small>{props.moves[index].note}</small>}
              </button>
            ),
          )}
        </div>
      ))}
    </div>
  );
}

/** The tree as running text; variations in smaller type, each on its own line. */
export function TreeMoves(props: { tree: MoveTree; version: number; onGo: (node: Node) => void; empty: string }) {
  const list = useCurrentInSight(`${props.version}`);
  const { tree } = props;

  const move = (node: Node, forced: boolean) => (
    <span class="tree-move" key={`${node.ply}${node.uci}`}>
      {node.before && <span class="tree-comment">{node.before}</span>}
      <span class="tree-number">{moveNumber(node.ply, forced)}</span>
      <button type="button" class="move" aria-current={node === tree.current ? 'step' : undefined} onClick={() => props.onGo(node)}>
        {node.san}
        {nagText(node.nags)}
      </button>
      {node.comment && <span class="tree-comment">{node.comment}</span>}
    </span>
  );

  const line = (from: Node, depth: number): ComponentChildren[] => {
    const parts: ComponentChildren[] = [];
    let forced = true;
    for (let here = from; here.children.length; here = here.children[0]) {
      const [main, ...others] = here.children;
      parts.push(move(main, forced));
      forced = Boolean(main.comment);
      for (const other of others) {
        parts.push(
          <div class={`tree-variation depth-${Math.min(depth, 4)}`} key={`v${other.ply}${other.uci}`}>
            {move(other, true)}
            {line(other, depth + 1)}
          </div>,
        );
        forced = true;
      }
    }
    return parts;
  };

  return (
    <div class="moves tree" ref={list} role="group" aria-label="Moves and variations">
      {tree.comment && <span class="tree-comment">{tree.comment}</span>}
      {tree.root.children.length === 0 ? <p class="quiet">{props.empty}</p> : line(tree.root, 1)}
    </div>
  );
}
