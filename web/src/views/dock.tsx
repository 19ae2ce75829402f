// SPDX-License-Identifier: GPL-3.0-or-later
/** The tools under the moves of Analyse: openings, tablebase, notes, games, position. */
import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { type IndexedGame, search } from '../chess/pgn-index';
import { count } from '../chess/notation';
import { turn } from '../chess/rules';
import { link } from '../link';
import { notify } from '../notice';
import { FileButton } from '../parts/controls';
import { Wdl } from '../parts/evalbar';
import { Icon } from '../parts/layout';
import { storedSignal } from '../settings';
import { book, bookNote, table, tableNote } from './analysis';
import { clear, comment, editing, findPosition, glyph, list, listed, occurrences, opened, openFile, openGame, paste, playHere, promote, remove, savePgn, tree, undo, undoable, version } from './study';

type Tab = 'openings' | 'table' | 'notes' | 'games' | 'position';
const tab = storedSignal<Tab>('analyse.tab', 'openings');
/** Folded, the tools leave their height to the moves. */
const folded = storedSignal<boolean>('analyse.folded', false);

export function Dock() {
  void version.value;
  const many = list.value !== null;
  const tabs: [Tab, string][] = [['openings', 'Openings'], ['table', 'Tablebase'], ['notes', 'Notes'], ...(many ? [['games', `Games (${listed.value})`] as [Tab, string]] : []), ['position', 'Position']];
  const chosen = tab.value === 'games' && !many ? 'openings' : tab.value;
  useEffect(() => {
    // Whoever opens a file of many games looks for one of them.
    if (!many) return;
    tab.value = 'games';
    folded.value = false;
  }, [list.value]);
  return (
    <section class={folded.value ? 'dock folded' : 'dock'} aria-label="Tools">
      <div class="dock-tabs">
        <div class="dock-names" role="tablist" aria-label="Tools">
          {tabs.map(([key, name]) => (
            <button key={key} type="button" role="tab" id={`tab-${key}`} aria-controls="dock-body" aria-selected={chosen === key} onClick={() => { tab.value = key; folded.value = false; }}>{name}</button>
          ))}
        </div>
        <button type="button" class="dock-fold" aria-expanded={!folded.value} aria-controls="dock-body" aria-label="Show the tools" title={folded.value ? 'Show the tools' : 'Hide the tools: more room for the moves'} onClick={() => (folded.value = !folded.value)}>{folded.value ? '\u25b4' : '\u25be'}</button>
      </div>
      <div class="dock-body" role="tabpanel" id="dock-body" aria-labelledby={`tab-${chosen}`} tabIndex={0} hidden={folded.value}>
        {chosen === 'openings' ? <Openings /> : chosen === 'table' ? <Tablebase /> : chosen === 'notes' ? <Notes /> : chosen === 'games' ? <Games /> : <Position />}
      </div>
    </section>
  );
}

function Openings() {
  const page = book.value;
  // A trie has results of games, a Polyglot book only weights.
  const counted = page?.candidates[0]?.games !== undefined;
  if (!page || page.candidates.length === 0) return <p class="quiet">{bookNote.value}</p>;
  return (
    <table class="book">
      <thead><tr><th scope="col">Move</th><th scope="col">{counted ? 'Games' : 'Weight'}</th>{counted && <th scope="col">Results</th>}</tr></thead>
      <tbody>
        {page.candidates.slice(0, 12).map((one) => (
          <tr key={one.uci}>
            <td><button type="button" class="move" title={one.opening?.name} onClick={() => playHere(one.uci)}>{one.san}</button></td>
            <td>{count(one.games ?? one.weight)} <span class="quiet">{Math.round(one.share * 100)} %</span></td>
            {counted && <td><Wdl wdl={shares(one.white ?? 0, one.draws ?? 0, one.black ?? 0)} /></td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const OUTCOMES: Record<string, string> = { win: 'win', cursed_win: 'cursed win', draw: 'draw', blessed_loss: 'blessed loss', loss: 'loss' };

function Tablebase() {
  void version.value;
  const found = table.value;
  const mover = turn(tree.value.current.fen) === 'white' ? 'White' : 'Black';
  if (!found) return <p class="quiet">{tableNote.value}</p>;
  return (
    <>
      <p><b>{mover} to move:</b> {OUTCOMES[found.outcome] ?? found.outcome} <span class="quiet">DTZ {found.dtz}</span></p>
      <table class="book">
        <thead><tr><th scope="col">Move</th><th scope="col">Result</th><th scope="col">DTZ</th></tr></thead>
        <tbody>
          {found.moves.slice(0, 16).map((one) => (
            <tr key={one.uci}>
              <td><button type="button" class="move" onClick={() => playHere(one.uci)}>{one.san}</button></td>
              <td class={`outcome ${one.outcome}`}>{one.mates ? 'checkmate' : OUTCOMES[one.outcome] ?? one.outcome}</td>
              <td>{one.dtz}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function shares(white: number, draws: number, black: number): [number, number, number] {
  const all = Math.max(1, white + draws + black);
  return [Math.round((white / all) * 1000), Math.round((draws / all) * 1000), Math.round((black / all) * 1000)];
}

const GLYPHS: readonly (readonly [number, string, string])[] = [
  [1, '!', 'Good move'],
  [3, '!!', 'Brilliant move'],
  [5, '!?', 'Interesting move'],
  [6, '?!', 'Dubious move'],
  [2, '?', 'Mistake'],
  [4, '??', 'Blunder'],
];

/** Comment and glyph of the move on the board; promote, delete, undo. */
function Notes() {
  void version.value;
  const now = tree.value;
  const node = now.current;
  const text = (node.parent ? node.comment : now.comment) ?? '';
  const about = node.parent ? `Comment on ${node.san}` : 'Comment before the first move';
  return (
    <div class="notes">
      <div class="glyphs" role="group" aria-label="Glyph of the move">
        {GLYPHS.map(([nag, sign, name]) => (
          <button key={nag} type="button" class="chip" aria-label={name} title={name} aria-pressed={node.nags?.includes(nag) ?? false} disabled={!node.parent} onClick={() => glyph(nag)}>{sign}</button>
        ))}
      </div>
      <div class="note-actions">
        <button type="button" class="chip" disabled={!node.parent || now.isMain(node)} onClick={promote}>Promote variation</button>
        <button type="button" class="chip" disabled={!node.parent} onClick={remove}>Delete from here</button>
        <button type="button" class="chip" disabled={undoable.value === 0} title="Undo the last edit (Ctrl+Z)" onClick={undo}>Undo edit</button>
      </div>
      <label>
        <span class="unseen">{about}</span>
        <textarea key={`${node.fen}${node.ply}${undoable.value}`} rows={2} placeholder={`${about} …`} defaultValue={text} onChange={(event) => comment(event.currentTarget.value)} />
      </label>
    </div>
  );
}

const ROW = 30;

/** `White won 12, 5 drawn, Black won 9`. */
function results(games: readonly IndexedGame[], found: number[]): string {
  const count = (result: string) => found.filter((at) => games[at].result === result).length;
  return `White won ${count('1-0')}, ${count('1/2-1/2')} drawn, Black won ${count('0-1')}`;
}

/** A list of any length, of which only the rows in sight are there. */
function Games() {
  const index = list.value;
  const words = useSignal('');
  const top = useSignal(0);
  const box = useRef<HTMLDivElement>(null);
  const having = occurrences.value;
  const found = useMemo(() => (index ? search(index.games, words.value).filter((at) => !having || having.games.has(at)) : []), [index, listed.value, words.value, having]);
  useEffect(() => {
    const place = found.indexOf(opened.peek());
    if (box.current && place >= 0 && (place * ROW < box.current.scrollTop || place * ROW > box.current.scrollTop + box.current.clientHeight - ROW)) box.current.scrollTop = (place - 1) * ROW;
  }, [opened.value, index]);
  if (!index) return null;
  const from = Math.max(0, Math.floor(top.value / ROW) - 5);
  const rows = found.slice(from, from + 30);
  return (
    <div class="games">
      <div class="games-search">
        <label>
          <span class="unseen">Search players, event, opening, year</span>
          <input type="text" placeholder="Search players, event, ECO, year" value={words.value} onInput={(event) => { words.value = event.currentTarget.value; if (box.current) box.current.scrollTop = 0; }} />
        </label>
        <button type="button" class="chip" disabled={link.state.value !== 'open'} title="Games in which the position on the board occurs" onClick={() => void findPosition()}>This position</button>
        {having && <button type="button" class="chip" onClick={() => (occurrences.value = null)}>All games</button>}
      </div>
      <p class="quiet small">{found.length === index.games.length ? `${found.length} games` : `${found.length} of ${index.games.length} games`}{having && having.share < 1 ? `, ${Math.round(having.share * 100)} % searched` : having && found.length > 0 ? `: ${results(index.games, found)}` : ''}</p>
      <div class="games-list" ref={box} tabIndex={0} role="group" aria-label="Games" onScroll={(event) => (top.value = event.currentTarget.scrollTop)}>
        <div style={{ height: `${found.length * ROW}px`, position: 'relative' }}>
          {rows.map((at, place) => {
            const game = index.games[at];
            return (
              <button key={at} type="button" class="game-row" style={{ top: `${(from + place) * ROW}px` }} aria-current={opened.value === at ? 'true' : undefined} onClick={() => void openGame(at)}>
                <span class="quiet">{at + 1}</span>
                <span>{game.white || '?'} – {game.black || '?'}</span>
                <span class="quiet">{having?.games.get(at)?.next ?? ''}</span>
                <span class="quiet">{[game.eco, game.date.slice(0, 4).replace(/\?+/, '')].filter(Boolean).join(' ')}</span>
                <b>{game.result === '1/2-1/2' ? '½' : game.result}</b>
              </button>
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** FEN, paste, files, the editor. */
function Position() {
  const field = useRef<HTMLInputElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  void version.value;
  const fen = tree.value.current.fen;
  useEffect(() => {
    if (field.current && document.activeElement !== field.current) field.current.value = fen;
  }, [fen]);
  return (
    <div class="position">
      <form
        class="fen"
        onSubmit={(event) => {
          event.preventDefault();
          if (field.current) void paste(field.current.value);
          field.current?.blur();
        }}
      >
        <label>
          <span class="unseen">FEN of the position; enter another to set it up</span>
          <input ref={field} class="mono" type="text" spellcheck={false} defaultValue={fen} onFocus={(event) => event.currentTarget.select()} />
        </label>
        <button type="button" class="icon" aria-label="Copy the FEN" title="Copy the FEN" onClick={() => navigator.clipboard?.writeText(fen).then(() => notify('Copied.'), () => field.current?.select())}>
          <Icon d="M9 9V5h10v10h-4M5 9h10v10H5z" />
        </button>
      </form>
      <div class="note-actions">
        <button type="button" class="chip" onClick={() => (editing.value = true)}>Edit board</button>
        <FileButton class="chip" accept=".pgn,.fen,.txt" onFile={(file) => void openFile(file)}>Open file</FileButton>
        <button type="button" class="chip" disabled={tree.value.root.children.length === 0} onClick={() => void savePgn()}>Save PGN</button>
        <button type="button" class="chip" onClick={clear}>New analysis</button>
      </div>
      <form
        class="paste"
        onSubmit={async (event) => {
          event.preventDefault();
          if (area.current && (await paste(area.current.value)) && area.current) area.current.value = '';
        }}
      >
        <label>
          <span class="unseen">FEN or PGN to open</span>
          <textarea ref={area} class="mono" rows={2} spellcheck={false} placeholder="A FEN or a PGN. Ctrl+V and dropping a file work anywhere." />
        </label>
        <button type="submit" class="chip">Open</button>
      </form>
    </div>
  );
}
