// SPDX-License-Identifier: GPL-3.0-or-later
/** Lists of moves: a game in two columns, and a tree with variations. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { MoveTree, Node } from '../chess/tree';
import { moveNumber, nagText, plyOf, scoreText } from '../chess/notation';
import type { Score } from '../protocol';

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
    <div class="moves" ref={list} role="group" aria-label="Moves" tabIndex={0}>
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

/** Marks beside a move: what the engine or the PGN says of the position after it. */
function evaluationOf(node: Node, seen: (node: Node) => Score | undefined): string {
  const score = node.score ?? seen(node);
  return score ? scoreText(score) : '';
}

const QUALITY: Record<number, string> = { 1: 'fine', 3: 'fine', 5: 'fine', 2: 'mistake', 4: 'blunder', 6: 'inaccuracy' };

/**
 * The tree: the main line in two columns, comments and variations as text between its rows.
 */
export function TreeMoves(props: { tree: MoveTree; version: number; seen?: (node: Node) => Score | undefined; onGo: (node: Node) => void; empty: string }) {
  const list = useCurrentInSight(`${props.version}`);
  const { tree } = props;
  const seen = props.seen ?? (() => undefined);

  const button = (node: Node, withEvaluation: boolean) => (
    <button type="button" class={`move ${QUALITY[node.nags?.find((nag) => nag <= 6) ?? 0] ?? ''}`} aria-current={node === tree.current ? 'step' : undefined} onClick={() => props.onGo(node)}>
      <span>{node.san}{nagText(node.nags)}</span>
      {withEvaluation && <small data-text={evaluationOf(node, seen)} />}
    </button>
  );
  const inline = (node: Node, forced: boolean): ComponentChildren => (
    <span class="tree-move" key={`${node.ply}${node.uci}`}>
      {node.before && <span class="tree-comment">{node.before}</span>}
      <span class="tree-number">{moveNumber(node.ply, forced)}</span>
      {button(node, false)}
      {node.comment && <span class="tree-comment">{node.comment}</span>}
    </span>
  );
  // A variation as running text; a number stands before Black's move only where the text is interrupted.
  const text = (first: Node): ComponentChildren[] => {
    const parts: ComponentChildren[] = [inline(first, true)];
    let forced = Boolean(first.comment);
    for (let here = first; here.children.length; here = here.children[0]) {
      const [main, ...others] = here.children;
      parts.push(inline(main, forced));
      forced = Boolean(main.comment);
      for (const other of others) {
        parts.push(<span class="tree-inner" key={`v${other.ply}${other.uci}`}>({text(other)})</span>);
        forced = true;
      }
    }
    return parts;
  };

  const rows: ComponentChildren[] = [];
  let cells: ComponentChildren[] = [];
  let number = 0;
  const flush = () => {
    if (cells.length === 0) return;
    rows.push(<div class="moves-row" key={`r${rows.length}`}><span class="moves-number">{number}</span>{cells}</div>);
    cells = [];
  };
  const gap = () => <span key="gap" class="moves-gap">…</span>;
  for (let here = tree.root; here.children.length; here = here.children[0]) {
    const [main, ...others] = here.children;
    const black = main.ply % 2 === 0;
    if (main.before) {
      flush();
      rows.push(<p class="tree-comment" key={`b${main.ply}`}>{main.before}</p>);
    }
    if (cells.length === 0) {
      number = Math.floor((main.ply + 1) / 2);
      if (black) cells.push(gap());
    }
    cells.push(<span class="moves-cell" key={main.uci}>{button(main, true)}</span>);
    const interrupted = main.comment || others.length > 0;
    if (interrupted && !black) cells.push(gap());
    if (interrupted || black) flush();
    if (main.comment) rows.push(<p class="tree-comment" key={`c${main.ply}`}>{main.comment}</p>);
    for (const other of others) rows.push(<div class="tree-variation" key={`v${other.ply}${other.uci}`}>{text(other)}</div>);
  }
  flush();

  return (
    <div class="moves tree" ref={list} role="group" aria-label="Moves and variations" tabIndex={0}>
      {tree.comment && <p class="tree-comment">{tree.comment}</p>}
      {tree.root.children.length === 0 ? <p class="quiet">{props.empty}</p> : rows}
    </div>
  );
}
