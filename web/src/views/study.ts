// SPDX-License-Identifier: GPL-3.0-or-later
/** The tree of moves that Analyse and Understand share; it survives a reload. */
import { signal } from '@preact/signals';
import { announce, spokenMove } from '../announce';
import { fenTrouble, readFen, START, turn } from '../chess/rules';
import { MoveTree, type Node } from '../chess/tree';
import { link } from '../link';
import { notifyError, notify } from '../notice';
import { download } from '../parts/controls';
import type { Side, PgnGame } from '../protocol';
import { store, stored } from '../settings';
import { moveSound } from '../sound';

function restored(): MoveTree {
  try {
    const saved = stored<Parameters<typeof MoveTree.load>[0] | null>('study', null);
    return saved ? MoveTree.load(saved) : new MoveTree();
  } catch {
    return new MoveTree();
  }
}

export const tree = signal<MoveTree>(restored());
/** Grows with every change of the tree or of the place in it; views read it to follow. */
export const version = signal(0);
export const orientation = signal<Side>('white');
/** Games of a PGN with more than one, to choose from, and which of them is on the board. */
export const games = signal<PgnGame[]>([]);
export const opened = signal(0);

let saving = 0;
const save = () => store('study', tree.peek().save());
function changed(): void {
  version.value += 1;
  clearTimeout(saving);
  saving = window.setTimeout(save, 150);
}
// The delayed save may not have run when the page is closed.
addEventListener('pagehide', save);

export function showTree(next: MoveTree): void {
  tree.value = next;
  changed();
}

export function playHere(uci: string): void {
  const node = tree.peek().play(uci);
  if (!node) return;
  moveSound(node.san);
  changed();
}

/** Plays the moves of a line from here; the place ends up behind the last one. */
export function playLine(ucis: string[]): void {
  for (const uci of ucis) if (!tree.peek().play(uci)) break;
  changed();
}

export function go(node: Node): void {
  tree.peek().current = node;
  if (node.san) announce(spokenMove(node.san));
  changed();
}

export const navigate = {
  start: () => go(tree.peek().root),
  back: () => go(tree.peek().current.parent ?? tree.peek().root),
  forward: () => go(tree.peek().current.children[0] ?? tree.peek().current),
  end: () => {
    tree.peek().toEnd();
    changed();
  },
  flip: () => (orientation.value = orientation.peek() === 'white' ? 'black' : 'white'),
};

export function promote(): void {
  tree.peek().promote(tree.peek().current);
  changed();
}

export function remove(): void {
  const now = tree.peek();
  const gone = now.current;
  const back = now.remove(gone);
  changed();
  notify(gone.children.length ? `${gone.san} and the moves after it deleted.` : `${gone.san} deleted.`, () => {
    back();
    showTree(now);
  });
}

/** Starts again from the initial position. */
export function clear(): void {
  const before = tree.peek();
  showTree(new MoveTree());
  if (before.root.children.length || before.root.fen !== START) notify('New analysis.', () => showTree(before));
}

export function openGame(index: number): void {
  const game = games.peek()[index];
  opened.value = index;
  showTree(MoveTree.fromPgn(game));
  if (game.errors.length) notify(`Read up to an error: ${game.errors[0]}`);
}

/** Takes a FEN or a PGN, whatever it is. True when something could be read. */
export async function paste(text: string): Promise<boolean> {
  const fen = readFen(text);
  if (fen) {
    games.value = [];
    showTree(new MoveTree(fen));
    orientation.value = turn(fen);
    return true;
  }
  const trouble = fenTrouble(text);
  if (trouble) {
    notify(trouble);
    return false;
  }
  try {
    const read = await link.ask('pgn.read', { pgn: text });
    const playable = read.games.filter((game) => game.line.length > 0 || game.tags.length > 0);
    const broken = read.games.filter((game) => !playable.includes(game)).flatMap((game) => game.errors);
    if (playable.length === 0) {
      // An error in a text without anything like a move would only confuse.
      notify(broken.length && /\d\./.test(text) ? `This PGN can’t be read: ${broken[0]}` : 'Neither a FEN nor a PGN with moves.');
      return false;
    }
    games.value = playable;
    openGame(0);
    if (broken.length) notify(broken.length === 1 ? `A game could not be read: ${broken[0]}` : `${broken.length} games could not be read; the first: ${broken[0]}`);
    else if (read.left_out) notify(`Only the first ${read.games.length} games are shown; ${read.left_out} more were left out.`);
    return true;
  } catch (why) {
    notifyError(why);
    return false;
  }
}

export async function savePgn(): Promise<void> {
  const now = tree.peek();
  try {
    const result = now.tags.find(([name]) => name === 'Result')?.[1] ?? '*';
    const file = await link.ask('pgn.write', { tags: now.tags, start: now.root.fen, chess960: now.chess960, result, comment: now.comment ?? null, line: now.forPgn() });
    download(file.file, 'application/x-chess-pgn', file.pgn);
  } catch (why) {
    notifyError(why);
  }
}
