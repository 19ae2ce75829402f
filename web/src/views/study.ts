// SPDX-License-Identifier: GPL-3.0-or-later
/** The tree of moves that Analyse, Understand and Report share; it survives a reload. */
import { signal } from '@preact/signals';
import { announce, spokenMove } from '../announce';
import { PgnIndex } from '../chess/pgn-index';
import { fenTrouble, readFen, START, turn } from '../chess/rules';
import { MoveTree, type Node, type Saved } from '../chess/tree';
import { link, Refusal } from '../link';
import { notifyError, notify } from '../notice';
import { download } from '../parts/controls';
import type { At, Side } from '../protocol';
import { store, stored } from '../settings';
import { moveSound } from '../sound';

function restored(): MoveTree {
  try {
    const saved = stored<Saved | null>('study', null);
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
export const list = signal<PgnIndex | null>(null);
/** How many games of it are known so far; grows while a large file is read. */
export const listed = signal(0);
export const opened = signal(0);
/** The games of the list that have a position: after how many half-moves, and what was played then. */
export interface Occurrences {
  fen: string;
  games: Map<number, { ply: number; next: string | null }>;
  /** How much of the list has been searched. */
  share: number;
}
export const occurrences = signal<Occurrences | null>(null);
/** Whether the board is being set up. */
export const editing = signal(false);

let saving = 0;
const save = () => store('study', tree.peek().save());
function changed(): void {
  version.value += 1;
  clearTimeout(saving);
  saving = window.setTimeout(save, 150);
}
// The delayed save may not have run when the page is closed.
addEventListener('pagehide', save);

/** What the tree was before each edit, for Undo. */
const past: Saved[] = [];
export const undoable = signal(0);
const MOST = 60;

function remember(): void {
  past.push(tree.peek().save());
  if (past.length > MOST) past.shift();
  undoable.value = past.length;
}

/** Takes back the last edit: a deletion, a promotion, a comment, a glyph, another game. */
export function undo(): void {
  const before = past.pop();
  undoable.value = past.length;
  if (!before) return;
  editing.value = false;
  tree.value = MoveTree.load(before);
  changed();
  announce('Undone');
}

/** Puts another game on the board, from White's side unless a position with Black to move is set up. */
export function showTree(next: MoveTree, side: Side = 'white'): void {
  remember();
  editing.value = false;
  tree.value = next;
  orientation.value = side;
  changed();
}

/** The position on the board, for a game to begin from. */
export const boardStart = (): { fen: string; chess960: boolean } => ({ fen: tree.peek().current.fen, chess960: tree.peek().chess960 });

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

/** The variation beside this one: the other moves in the same place. */
function sideways(by: number): void {
  const { current } = tree.peek();
  const siblings = current.parent?.children ?? [];
  const next = siblings[siblings.indexOf(current) + by];
  if (next) go(next);
}

export const navigate = {
  start: () => go(tree.peek().root),
  back: () => go(tree.peek().current.parent ?? tree.peek().root),
  forward: () => go(tree.peek().current.children[0] ?? tree.peek().current),
  end: () => {
    tree.peek().toEnd();
    changed();
  },
  up: () => sideways(-1),
  down: () => sideways(1),
  flip: () => (orientation.value = orientation.peek() === 'white' ? 'black' : 'white'),
};

export function promote(): void {
  remember();
  tree.peek().promote(tree.peek().current);
  changed();
}

export function remove(): void {
  const now = tree.peek();
  const gone = now.current;
  remember();
  now.remove(gone);
  changed();
  notify(gone.children.length ? `${gone.san} and the moves after it deleted.` : `${gone.san} deleted.`, undo);
}

/** Writes a comment to the move on the board, or before the first move. */
export function comment(text: string): void {
  const now = tree.peek();
  const words = text.trim() || undefined;
  const old = now.current.parent ? now.current.comment : now.comment;
  if (old === words) return;
  remember();
  if (now.current.parent) now.current.comment = words;
  else now.comment = words;
  changed();
}

/** Sets or takes away one of the six glyphs for the quality of a move. */
export function glyph(nag: number): void {
  const node = tree.peek().current;
  if (!node.parent) return;
  remember();
  const others = (node.nags ?? []).filter((one) => one > 6);
  const had = node.nags?.includes(nag);
  const nags = had ? others : [nag, ...others];
  node.nags = nags.length ? nags : undefined;
  changed();
}

/** Starts again from the initial position. */
export function clear(): void {
  const before = tree.peek();
  list.value = null;
  showTree(new MoveTree());
  if (before.root.children.length || before.root.fen !== START) notify('New analysis.', undo);
}

/** Opens a game of the list. */
export async function openGame(index: number): Promise<void> {
  const from = list.peek();
  if (!from?.games[index]) return;
  opened.value = index;
  try {
    const read = await link.ask('pgn.read', { pgn: await from.text(index) });
    if (from !== list.peek() || index !== opened.peek()) return;
    const [game] = read.games;
    if (!game || (game.line.length === 0 && game.tags.length === 0)) {
      return notify(game?.errors.length ? `This game can’t be read: ${game.errors[0]}` : 'This game can’t be read.');
    }
    showTree(MoveTree.fromPgn(game), turn(game.start));
    // Whoever looked for a position sees it.
    const place = occurrences.peek()?.games.get(index)?.ply;
    if (place) go(tree.peek().main()[place - 1]);
    if (game.errors.length) notify(`Read up to an error: ${game.errors[0]}`);
  } catch (why) {
    notifyError(why);
  }
}

/** Games that are sent to the server together are no longer than this, in bytes. */
const TOGETHER = 300_000;

/** Searches the list for games with the position on the board. */
export async function findPosition(): Promise<void> {
  const from = list.peek();
  if (!from) return;
  const at: At = tree.peek().at();
  const mine: Occurrences = { fen: tree.peek().current.fen, games: new Map(), share: 0 };
  occurrences.value = mine;
  let now = mine;
  const { games } = from;
  for (let first = 0; first < games.length; ) {
    let end = first + 1;
    while (end < games.length && games[end].to - games[first].from < TOGETHER) end += 1;
    try {
      const { found } = await link.ask('pgn.find', { games: await from.texts(first, end), at });
      for (const one of found) mine.games.set(first + one.game, one);
    } catch (why) {
      // A single game that is too long for a message has no place here.
      if (!(why instanceof Refusal && why.code === 'too_long')) {
        occurrences.value = null;
        return notifyError(why);
      }
    }
    // Another search, or another list.
    if (occurrences.peek() !== now) return;
    first = end;
    now = { ...mine, share: end / games.length };
    occurrences.value = now;
  }
  announce(`${mine.games.size} games with this position`);
}
list.subscribe(() => (occurrences.value = null));

/** A position from a FEN; what is wrong with it, and where, if it is none. */
async function openFen(text: string): Promise<string | null> {
  const fen = readFen(text);
  if (fen) {
    list.value = null;
    showTree(new MoveTree(fen), turn(fen));
    return null;
  }
  const trouble = fenTrouble(text);
  if (!trouble) return 'Neither a FEN nor a PGN with moves.';
  // The server's reader says which character is wrong.
  const told = await link.ask('position', { at: { fen: text.trim() } }).then(() => null, (why: Error) => why.message);
  return told ? `Invalid position: ${told}` : trouble;
}

/** Takes a FEN or a PGN, whatever it is. True when something could be read. */
export async function paste(text: string): Promise<boolean> {
  if (readFen(text) || fenTrouble(text)) {
    const trouble = await openFen(text);
    if (trouble) notify(trouble);
    return trouble === null;
  }
  return openPgn(new Blob([text]), text.length < 200_000 ? text : '');
}

/** Takes a file: a FEN, or a PGN of any size. */
export async function openFile(file: File): Promise<boolean> {
  return file.size < 200_000 ? paste(await file.text()) : openPgn(file, '');
}

/** Counts the files that were opened: a newer one ends the reading of an older one. */
let opening = 0;

async function openPgn(file: Blob & { name?: string }, text: string): Promise<boolean> {
  const mine = ++opening;
  const index = new PgnIndex(file);
  try {
    let shown: Promise<boolean> | null = null;
    await index.read((count, share) => {
      // The list can be used while a long file is still being read.
      if (shown === null && count > 20 && share < 1) shown = showList(index, '');
      if (list.peek() === index) listed.value = count;
      return mine === opening;
    });
    return mine === opening && (await (shown ?? showList(index, text)));
  } catch (why) {
    notifyError(why);
    return false;
  }
}

async function showList(index: PgnIndex, text: string): Promise<boolean> {
  // The first game that can be read is shown; what is wrong with those before it is told.
  const troubles: string[] = [];
  for (let at = 0; at < Math.min(index.games.length, 20); at += 1) {
    const { games } = await link.ask('pgn.read', { pgn: await index.text(at) }).catch((why: Error) => ({ games: [{ line: [], tags: [], errors: [why.message] }] as never[] }));
    const [game] = games;
    if (!game || game.line.length === 0) {
      if (game && game.tags.length > 0 && game.errors.length === 0) {
        // A game of tags alone, such as a position to think about.
      } else {
        if (game?.errors[0]) troubles.push(game.errors[0]);
        continue;
      }
    }
    list.value = index.games.length > 1 ? index : null;
    listed.value = index.games.length;
    opened.value = at;
    showTree(MoveTree.fromPgn(game), turn(game.start));
    if (troubles.length) notify(troubles.length === 1 ? `A game could not be read: ${troubles[0]}` : `${troubles.length} games could not be read; the first: ${troubles[0]}`);
    else if (game.errors.length) notify(`Read up to an error: ${game.errors[0]}`);
    return true;
  }
  // An error in a text without anything like a move would only confuse.
  notify(troubles.length && (!text || /\d\./.test(text)) ? `This PGN can’t be read: ${troubles[0]}` : 'Neither a FEN nor a PGN with moves.');
  return false;
}

/** The game on the board as PGN. */
export async function asPgn(): Promise<string> {
  const now = tree.peek();
  const result = now.tags.find(([name]) => name === 'Result')?.[1] ?? '*';
  const file = await link.ask('pgn.write', { tags: now.tags, start: now.root.fen, chess960: now.chess960, result, comment: now.comment ?? null, line: now.forPgn() });
  return file.pgn;
}

export async function savePgn(): Promise<void> {
  try {
    download('game.pgn', 'application/x-chess-pgn', await asPgn());
  } catch (why) {
    notifyError(why);
  }
}
