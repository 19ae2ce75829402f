// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * An index of a PGN of any size. The file is read once in pieces, and only where each game lies
 * and who played is kept; a game is cut out of the file when it is opened.
 *
 * ```ts
 * const index = new PgnIndex(file);
 * await index.read((count) => …);
 * index.games[17].white; await index.text(17);
 * ```
 */
export interface IndexedGame {
  /** Bytes of the file. */
  from: number;
  to: number;
  white: string;
  black: string;
  result: string;
  date: string;
  event: string;
  eco: string;
}

const PIECE = 1 << 20;
const [NEWLINE, RETURN, SPACE, TAB, TAG, OPEN, CLOSE, SEMICOLON] = [10, 13, 32, 9, 91, 123, 125, 59];

export class PgnIndex {
  readonly games: IndexedGame[] = [];
  readonly name: string;

  constructor(private readonly file: Blob & { name?: string }, name?: string) {
    this.name = name ?? file.name ?? '';
  }

  /** Reads the file to its end; tells how far it is after each piece. `false` from there stops. */
  async read(tell: (games: number, share: number) => boolean | void = () => undefined): Promise<void> {
    const decoder = new TextDecoder();
    let rest = new Uint8Array(0);
    let at = 0;
    let current: IndexedGame | null = null;
    let moves = false;
    let comment = false;
    const begin = (from: number) => {
      if (current) current.to = from;
      current = { from, to: this.file.size, white: '', black: '', result: '', date: '', event: '', eco: '' };
      this.games.push(current);
      moves = false;
    };
    const line = (bytes: Uint8Array, from: number) => {
      let start = 0;
      while (start < bytes.length && (bytes[start] === SPACE || bytes[start] === TAB)) start += 1;
      if (start === bytes.length) return;
      const tag = bytes[start] === TAG && !comment;
      // A tag after moves is the next game's first.
      if (!current || (tag && moves)) begin(from);
      if (tag) {
        const found = /^\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"/.exec(decoder.decode(bytes.subarray(start)));
        if (found && current) {
          const key = { White: 'white', Black: 'black', Result: 'result', Date: 'date', Event: 'event', ECO: 'eco' }[found[1]] as 'white' | undefined;
          if (key) (current as IndexedGame)[key] = found[2].replace(/\\(.)/g, '$1');
        }
        return;
      }
      moves = true;
      // A bracket at the beginning of a line within a comment is none.
      for (let i = start; i < bytes.length; i += 1) {
        if (comment) comment = bytes[i] !== CLOSE;
        else if (bytes[i] === OPEN) comment = true;
        else if (bytes[i] === SEMICOLON) break;
      }
    };
    for (let offset = 0; offset < this.file.size; offset += PIECE) {
      const read = new Uint8Array(await this.file.slice(offset, offset + PIECE).arrayBuffer());
      const bytes = new Uint8Array(rest.length + read.length);
      bytes.set(rest);
      bytes.set(read, rest.length);
      let start = 0;
      for (let i = rest.length; i < bytes.length; i += 1) {
        if (bytes[i] !== NEWLINE) continue;
        line(bytes.subarray(start, i > start && bytes[i - 1] === RETURN ? i - 1 : i), at + start);
        start = i + 1;
      }
      rest = bytes.slice(start);
      at += start;
      if (tell(this.games.length, Math.min(1, (offset + PIECE) / this.file.size)) === false) return;
    }
    if (rest.length) line(rest, at);
    tell(this.games.length, 1);
  }

  /** A game as text. */
  async text(index: number): Promise<string> {
    return (await this.texts(index, index + 1))[0];
  }

  /** The games from one place of the list to another, read in one go. */
  async texts(first: number, end: number): Promise<string[]> {
    const games = this.games.slice(first, end);
    if (games.length === 0) return [];
    const { from } = games[0];
    const bytes = new Uint8Array(await this.file.slice(from, games[games.length - 1].to).arrayBuffer());
    return games.map((game) => decoded(bytes.subarray(game.from - from, game.to - from)));
  }
}

/** Files that are not UTF-8 are taken for Latin-1, as the PGN standard has it. */
function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('latin1').decode(bytes);
  }
}

/** The games whose players, event, opening or year have every word of a search. */
export function search(games: readonly IndexedGame[], words: string): number[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const found: number[] = [];
  games.forEach((game, index) => {
    const text = `${game.white} ${game.black} ${game.event} ${game.eco} ${game.date} ${game.result}`.toLowerCase();
    if (wanted.every((word) => text.includes(word))) found.push(index);
  });
  return found;
}
