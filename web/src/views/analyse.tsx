// SPDX-License-Identifier: GPL-3.0-or-later
/** Analyse: any position or game, moved through freely, with live lines. */
import type { DrawShape } from '@lichess-org/chessground/draw';
import type { Key } from '@lichess-org/chessground/types';
import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { count, numbered, scoreText, whiteChance } from '../chess/notation';
import { dests, ending, inCheck, turn } from '../chess/rules';
import { link } from '../link';
import { notify } from '../notice';
import { Board } from '../parts/board';
import { Choice, FileButton } from '../parts/controls';
import { titleOf } from '../parts/engine';
import { EvalBar, Wdl } from '../parts/evalbar';
import { TreeMoves } from '../parts/moves';
import { focusMoveInput, Icon, Layout, useKeys, MoveButtons } from '../parts/layout';
import { MoveInput, TextBoard } from '../parts/text-board';
import type { AnalysisLine, Score } from '../protocol';
import { open } from '../route';
import { book, bookNote, evaluation, finished, lines, linesHere, running, table, tableNote } from './analysis';
import { clear, games, go, opened, openGame, orientation, paste, playHere, playLine, promote, remove, savePgn, tree, version, navigate } from './study';
import { outcomeText } from './play';

export function Analyse() {
  const now = tree.value;
  void version.value;
  const node = now.current;
  const here = linesHere();
  const over = useMemo(() => ending(node.fen), [node.fen]);
  // While a new position is being looked at, the bar stays where it was instead of jumping to the middle.
  const held = useRef<Score | null>(null);
  const best = over ? endScore(over.winner) : (here?.lines[0]?.score ?? null);
  if (best) held.current = best;
  const arrows = useSignal(true);
  const pasting = useSignal(false);

  useKeys({
    ArrowLeft: navigate.back,
    ArrowRight: navigate.forward,
    Home: navigate.start,
    End: navigate.end,
    f: navigate.flip,
    m: focusMoveInput,
    ' ': () => here?.lines[0] && playHere(here.lines[0].uci[0]),
  });

  const shapes: DrawShape[] = arrows.value && here && running.value ? arrowsOf(here.lines) : [];
  const legal = useMemo(() => dests(node.fen, now.chess960), [node.fen, now.chess960]);
  const last = node.uci ? lastOf(node.uci) : null;

  return (
    <Layout
      title="Analyse"
      bar={<EvalBar score={running.value ? (best ?? held.current) : null} orientation={orientation.value} />}
      board={<Board fen={node.fen} orientation={orientation.value} turn={turn(node.fen)} movable="both" dests={legal} last={last} check={inCheck(node.fen)} shapes={shapes} onMove={playHere} />}
      under={
        <>
          <MoveInput fen={node.fen} chess960={now.chess960} wait={over ? 'The game is over in this position' : null} onMove={playHere} />
          <FenField fen={node.fen} />
          <TextBoard fen={node.fen} orientation={orientation.value} />
        </>
      }
      panel={
        <>
          <EngineLines ply={node.ply} over={over ? outcomeText(over) : null} arrows={arrows.value} onArrows={(on) => (arrows.value = on)} />
          <GameHead />
          <TreeMoves tree={now} version={version.value} onGo={go} empty="Make a move or paste a PGN." />
          <MoveButtons {...navigate} atStart={!node.parent} atEnd={node.children.length === 0} />
          <div class="actions">
            <button type="button" class="button" title="Paste a FEN or a PGN" aria-expanded={pasting.value} onClick={() => (pasting.value = !pasting.value)}>Paste</button>
            <FileButton accept=".pgn,.fen,.txt" onText={(text) => void paste(text)}>Open file</FileButton>
            <button type="button" class="button" disabled={now.root.children.length === 0} onClick={() => void savePgn()}>Save PGN</button>
            <button type="button" class="button" onClick={clear}>New analysis</button>
            <button type="button" class="button" disabled={!node.parent || now.isMain(node)} onClick={promote}>Promote variation</button>
            <button type="button" class="button" disabled={!node.parent} onClick={remove}>Delete</button>
            <button type="button" class="button" onClick={() => open('understand')}>Understand</button>
          </div>
          {pasting.value && <PasteForm onDone={() => (pasting.value = false)} />}
          <BookAndTablebase />
        </>
      }
    />
  );
}

export function endScore(winner: string | null | undefined): Score {
  return winner === 'white' ? { mate: 1 } : winner === 'black' ? { mate: -1 } : { cp: 0 };
}

export function lastOf(uci: string): string[] {
  return [uci.slice(0, 2), uci.slice(2, 4)];
}

export function arrow(uci: string, brush: string): DrawShape {
  return { orig: uci.slice(0, 2) as Key, dest: uci.slice(2, 4) as Key, brush };
}

function arrowsOf(found: AnalysisLine[]): DrawShape[] {
  const shapes = found.flatMap((line, index) => (line.uci[0] ? [arrow(line.uci[0], index === 0 ? 'best' : 'other')] : []));
  return shapes.reverse();
}

function GameHead() {
  const tags = new Map(tree.value.tags);
  const white = tags.get('White');
  const black = tags.get('Black');
  return (
    <>
      {games.value.length > 1 && (
        <label class="field">
          <span class="field-label">{games.value.length} games</span>
          <select value={opened.value} onChange={(event) => openGame(Number(event.currentTarget.value))}>
            {games.value.map((game, index) => {
              const names = new Map(game.tags);
              return <option key={index} value={index}>{`${index + 1}. ${names.get('White') ?? '?'} – ${names.get('Black') ?? '?'} ${game.result}`}</option>;
            })}
          </select>
        </label>
      )}
      {white && black && <p class="game-head"><b>{white}</b> – <b>{black}</b> <span class="quiet">{[tags.get('Event'), tags.get('Date')?.slice(0, 4), tags.get('Result')].filter((text) => text && !text.startsWith('?')).join(' · ')}</span></p>}
    </>
  );
}

function EngineLines(props: { ply: number; over: string | null; arrows: boolean; onArrows: (on: boolean) => void }) {
  const here = linesHere();
  const hello = link.hello.value;
  const most = Math.min(5, hello?.limits.lines ?? 5);
  const rows = Array.from({ length: lines.value }, (_, index) => here?.lines[index]);
  return (
    <div class="engine">
      <div class="engine-head">
        <label class="switch">
          <input type="checkbox" role="switch" checked={running.value} onChange={(event) => (running.value = event.currentTarget.checked)} />
          <span aria-hidden="true" />
          <b>Engine</b>
        </label>
        <output class="engine-score">{running.value ? scoreText(here?.lines[0]?.score) : ''}</output>
        <span class="engine-speed" data-depth={here?.depth ?? 0}>
          {link.state.value !== 'open' ? 'waiting for the server' : here && running.value ? `depth ${here.depth} · ${count(here.nps)}/s` : !running.value ? 'off' : props.over ? '' : 'thinking…'}
          {here && here.sharing > 1 ? ` · shared by ${here.sharing} analyses` : ''}
        </span>
      </div>
      <Wdl wdl={running.value ? here?.lines[0]?.wdl : undefined} />
      <ol class="lines" style={{ '--rows': lines.value }}>
        {props.over ? (
          <li class="line quiet">{props.over}</li>
        ) : (
          rows.map((line, index) => (
            <li class="line" key={index}>
              {line && running.value ? <OneLine line={line} ply={props.ply} /> : <span class="quiet">{index === 0 && running.value && finished.value === null ? '…' : '\u00a0'}</span>}
            </li>
          ))
        )}
      </ol>
      <div class="engine-foot">
        <Choice label="Lines" value={lines.value} options={Array.from({ length: most }, (_, index) => [index + 1, String(index + 1)] as const)} onChange={(value) => (lines.value = value)} />
        <label class="field compact">
          <span class="field-label">Engine (evaluation)</span>
          <select value={evaluation.value} onChange={(event) => (evaluation.value = event.currentTarget.value)}>
            <option value="">Default</option>
            {(hello?.evaluations ?? []).map((one) => <option key={one.name} value={one.name}>{titleOf(one.name)}</option>)}
          </select>
        </label>
        <label class="field check">
          <input type="checkbox" checked={props.arrows} onChange={(event) => props.onArrows(event.currentTarget.checked)} />
          <span class="field-label">Arrows</span>
        </label>
      </div>
    </div>
  );
}

/** A line whose every move can be clicked: the tree then has it up to there. */
function OneLine(props: { line: AnalysisLine; ply: number }) {
  const { line } = props;
  return (
    <>
      <b class={`line-score ${whiteChance(line.score) >= 0.5 ? 'for-white' : 'for-black'}`}>{scoreText(line.score)}</b>
      <span class="line-moves">
        {numbered(line.san.slice(0, 16), props.ply).map((move, index) => (
          <button key={index} type="button" class="line-move" onClick={() => playLine(line.uci.slice(0, index + 1))}>
            {move.number && <span class="tree-number">{move.number}</span>}{move.san}
          </button>
        ))}
      </span>
    </>
  );
}

function FenField(props: { fen: string }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field.current && document.activeElement !== field.current) field.current.value = props.fen;
  }, [props.fen]);
  return (
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
        <input ref={field} class="mono" type="text" spellcheck={false} defaultValue={props.fen} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <button type="button" class="icon" aria-label="Copy the FEN" title="Copy the FEN" onClick={() => navigator.clipboard?.writeText(props.fen).then(() => notify('Copied.'), () => field.current?.select())}>
        <Icon d="M9 9V5h10v10h-4M5 9h10v10H5z" />
      </button>
    </form>
  );
}

function PasteForm(props: { onDone: () => void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const submit = async (event: Event) => {
    event.preventDefault();
    if (field.current && (await paste(field.current.value))) props.onDone();
  };
  return (
    <form class="paste" onSubmit={(event) => void submit(event)}>
      <label class="field">
        <span class="field-label">FEN or PGN</span>
        <textarea ref={field} class="mono" rows={6} spellcheck={false} />
      </label>
      <div class="form-end">
        <button type="submit" class="button primary">Open</button>
        <button type="button" class="button" onClick={props.onDone}>Cancel</button>
      </div>
    </form>
  );
}

const OUTCOMES: Record<string, string> = { win: 'win', cursed_win: 'cursed win', draw: 'draw', blessed_loss: 'blessed loss', loss: 'loss' };

/** Moves of the opening book, or results of the tablebase. */
function BookAndTablebase() {
  const tab = useSignal<'book' | 'table'>('book');
  const node = tree.value.current;
  const mover = turn(node.fen) === 'white' ? 'White' : 'Black';
  // A trie has results of games, a Polyglot book only weights.
  const counted = book.value?.candidates[0]?.games !== undefined;
  return (
    <section class="book-panel" aria-label="Opening book and tablebase">
      <Choice label="Opening book or tablebase" hidden value={tab.value} options={[['book', 'Opening book'], ['table', 'Tablebase']]} onChange={(value) => (tab.value = value)} />
      {tab.value === 'book' ? (
        book.value && book.value.candidates.length > 0 ? (
          <>
            {book.value.opening && <p class="opening"><b>{book.value.opening.eco}</b> {book.value.opening.name}</p>}
            <table class="book">
              <thead><tr><th scope="col">Move</th><th scope="col">{counted ? 'Games' : 'Weight'}</th>{counted && <th scope="col">Results</th>}</tr></thead>
              <tbody>
                {book.value.candidates.slice(0, 12).map((one) => (
                  <tr key={one.uci}>
                    <td><button type="button" class="move" onClick={() => playHere(one.uci)}>{one.san}</button></td>
                    <td>{count(one.games ?? one.weight)} <span class="quiet">{Math.round(one.share * 100)} %</span></td>
                    {counted && <td><Wdl wdl={shares(one.white ?? 0, one.draws ?? 0, one.black ?? 0)} /></td>}
                  </tr>
                ))}
              </tbody>
            </table>
          </>
        ) : (
          <p class="quiet">{bookNote.value}</p>
        )
      ) : table.value ? (
        <>
          <p><b>{mover} to move:</b> {OUTCOMES[table.value.outcome] ?? table.value.outcome} <span class="quiet">DTZ {table.value.dtz}</span></p>
          <table class="book">
            <thead><tr><th scope="col">Move</th><th scope="col">Result</th><th scope="col">DTZ</th></tr></thead>
            <tbody>
              {table.value.moves.slice(0, 16).map((one) => (
                <tr key={one.uci}>
                  <td><button type="button" class="move" onClick={() => playHere(one.uci)}>{one.san}</button></td>
                  <td class={`outcome ${one.outcome}`}>{one.mates ? 'checkmate' : OUTCOMES[one.outcome] ?? one.outcome}</td>
                  <td>{one.dtz}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      ) : (
        <p class="quiet">{tableNote.value}</p>
      )}
    </section>
  );
}

function shares(white: number, draws: number, black: number): [number, number, number] {
  const all = Math.max(1, white + draws + black);
  return [Math.round((white / all) * 1000), Math.round((draws / all) * 1000), Math.round((black / all) * 1000)];
}

