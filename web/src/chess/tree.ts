// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Moves with variations: the first child of a node is its main line.
 *
 * ```ts
 * const tree = new MoveTree();
 * tree.play('e2e4'); tree.play('e7e5'); tree.back(); tree.play('c7c5');
 * tree.line().map((node) => node.san)   // ["e4", "c5"]: the way to the current node
 * tree.root.children[0].children.length // 2
 * ```
 */
import type { At, PgnGame, PgnMove, Score, TreeMove } from '../protocol';
import { plyOf, remark } from './notation';
import { isChess960, play, START } from './rules';

export interface Node {
  uci: string;
  san: string;
  fen: string;
  ply: number;
  parent: Node | null;
  children: Node[];
  comment?: string;
  /** What is said before the move, where a variation begins with it. */
  before?: string;
  nags?: number[];
  score?: Score;
  /** What the mover's clock showed, in milliseconds. */
  clock?: number;
}

/** What is kept of a tree: moves only; the rest follows from the rules. */
export interface Saved {
  fen: string;
  chess960: boolean;
  tags: [string, string][];
  comment?: string;
  moves: SavedNode[];
  path: number[];
}
interface SavedNode {
  m: string;
  c?: string;
  b?: string;
  n?: number[];
  s?: Score;
  t?: number;
  k?: SavedNode[];
}

export class MoveTree {
  readonly root: Node;
  readonly chess960: boolean;
  tags: [string, string][] = [];
  /** What is said before the first move. */
  comment?: string;
  current: Node;

  constructor(fen: string = START, chess960?: boolean) {
    this.chess960 = chess960 ?? isChess960(fen);
    this.root = { uci: '', san: '', fen, ply: plyOf(fen), parent: null, children: [] };
    this.current = this.root;
  }

  /** Plays a move here, into an existing branch when there is one; null when it is illegal. */
  play(uci: string): Node | null {
    const node = this.grow(this.current, uci);
    if (node) this.current = node;
    return node;
  }

  /** Adds a move below a node without going there. */
  grow(at: Node, uci: string): Node | null {
    const next = play(at.fen, uci, this.chess960);
    if (!next) return null;
    const known = at.children.find((child) => child.uci === next.uci);
    if (known) return known;
    const node: Node = { uci: next.uci, san: next.san, fen: next.fen, ply: at.ply + 1, parent: at, children: [] };
    at.children.push(node);
    return node;
  }

  back(): boolean {
    if (!this.current.parent) return false;
    this.current = this.current.parent;
    return true;
  }

  forward(): boolean {
    const next = this.current.children[0];
    if (!next) return false;
    this.current = next;
    return true;
  }

  toStart(): void {
    this.current = this.root;
  }

  toEnd(): void {
    while (this.forward());
  }

  /** The nodes from the first move to a node. */
  line(to: Node = this.current): Node[] {
    const line: Node[] = [];
    for (let node: Node | null = to; node?.parent; node = node.parent) line.unshift(node);
    return line;
  }

  /** Where a node is, in the words of the protocol: start and all moves, so repetitions count. */
  at(node: Node = this.current): At {
    return { fen: this.root.fen, moves: this.line(node).map((one) => one.uci), chess960: this.chess960 };
  }

  /** Whether a node lies on the line of first children. */
  isMain(node: Node): boolean {
    return this.line(node).every((one) => one.parent?.children[0] === one);
  }

  /** Moves a variation one place up, at the nearest fork where it is not the first. */
  promote(node: Node): void {
    for (let one: Node | null = node; one?.parent; one = one.parent) {
      const place = one.parent.children.indexOf(one);
      if (place > 0) {
        one.parent.children.splice(place, 1);
        one.parent.children.splice(place - 1, 0, one);
        return;
      }
    }
  }

  /** Removes a node and all behind it; what is given back puts it there again and goes to it. */
  remove(node: Node): () => void {
    const parent = node.parent;
    if (!parent) return () => undefined;
    if (this.line().includes(node)) this.current = parent;
    const place = parent.children.indexOf(node);
    parent.children.splice(place, 1);
    return () => {
      // Whoever has played the move again meanwhile has a new node, of which less is known.
      parent.children = parent.children.filter((other) => other.uci !== node.uci);
      parent.children.splice(place, 0, node);
      this.current = node;
    };
  }

  /** Makes the line to a node the main line, at every fork. */
  promoteFully(node: Node): void {
    for (let one: Node | null = node; one?.parent; one = one.parent) {
      const place = one.parent.children.indexOf(one);
      if (place > 0) one.parent.children.unshift(...one.parent.children.splice(place, 1));
    }
  }

  /** The moves of the main line. */
  main(): Node[] {
    const line: Node[] = [];
    for (let here = this.root.children[0]; here; here = here.children[0]) line.push(here);
    return line;
  }

  save(): Saved {
    const saved = (node: Node): SavedNode => {
      const one: SavedNode = { m: node.uci };
      if (node.comment) one.c = node.comment;
      if (node.before) one.b = node.before;
      if (node.nags?.length) one.n = node.nags;
      if (node.score) one.s = node.score;
      if (node.clock !== undefined) one.t = node.clock;
      if (node.children.length) one.k = node.children.map(saved);
      return one;
    };
    const path = this.line().map((node) => node.parent?.children.indexOf(node) ?? 0);
    return { fen: this.root.fen, chess960: this.chess960, tags: this.tags, comment: this.comment, moves: this.root.children.map(saved), path };
  }

  static load(saved: Saved): MoveTree {
    const tree = new MoveTree(saved.fen, saved.chess960);
    tree.tags = saved.tags ?? [];
    tree.comment = saved.comment;
    const add = (at: Node, one: SavedNode) => {
      const node = tree.grow(at, one.m);
      if (!node) return;
      node.comment = one.c;
      node.before = one.b;
      node.nags = one.n;
      node.score = one.s;
      node.clock = one.t;
      one.k?.forEach((next) => add(node, next));
    };
    saved.moves.forEach((one) => add(tree.root, one));
    for (const place of saved.path) {
      const next = tree.current.children[place];
      if (!next) break;
      tree.current = next;
    }
    return tree;
  }

  static fromPgn(game: PgnGame): MoveTree {
    const tree = new MoveTree(game.start, game.chess960);
    tree.tags = game.tags;
    tree.comment = game.comment ?? undefined;
    const add = (at: Node, line: PgnMove[]) => {
      let here = at;
      for (const move of line) {
        const node = tree.grow(here, move.uci);
        if (!node) return;
        node.comment = move.comment ?? undefined;
        node.before = move.before ?? undefined;
        node.nags = move.nags;
        node.score = move.eval ?? undefined;
        node.clock = move.clock_ms ?? undefined;
        for (const variation of move.variations ?? []) add(here, variation);
        here = node;
      }
    };
    add(tree.root, game.line);
    return tree;
  }

  /** A tree from moves in a row, standing at its end. */
  static fromMoves(fen: string, moves: string[], chess960?: boolean): MoveTree {
    const tree = new MoveTree(fen, chess960);
    for (const uci of moves) if (!tree.play(uci)) break;
    return tree;
  }

  /** The moves as `pgn.write` wants them: variations hang on the move they replace. */
  forPgn(): TreeMove[] {
    const written = (node: Node): TreeMove => ({ move: node.uci, nags: node.nags ?? [], comment: remark(node.comment, node.score, node.clock), ...(node.before && { before: node.before }) });
    const line = (from: Node): TreeMove[] => {
      const moves: TreeMove[] = [];
      for (let here = from; here.children.length; here = here.children[0]) {
        const [main, ...others] = here.children;
        moves.push({ ...written(main), variations: others.map((other) => [written(other), ...line(other)]) });
      }
      return moves;
    };
    return line(this.root);
  }
}
