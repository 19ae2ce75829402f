// SPDX-License-Identifier: GPL-3.0-or-later
/** Watch: a game between two engines, with their evaluations and time management. */
import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { count, moveNumber, plyOf, scoreText, spent } from '../chess/notation';
import { inCheck, replay, turn } from '../chess/rules';
import { MoveTree } from '../chess/tree';
import { link } from '../link';
import { notify } from '../notice';
import { Board } from '../parts/board';
import { Clock, PlayerStrip } from '../parts/clock';
import { Choice, download } from '../parts/controls';
import { asOptions, EngineForm, FULL, type EngineChoice } from '../parts/engine';
import { EvalBar } from '../parts/evalbar';
import { Face } from '../parts/faces';
import { ChanceGraph } from '../parts/graph';
import { GameMoves } from '../parts/moves';
import { cardOf, LEVELS, opponentOf, personas, playsLike, titleOf } from '../parts/opponents';
import { STANDARD_START, startFen, startOf, StartForm, NO_CLOCK, clockOf, LimitForm, TimeControlForm, limitOf, type StartChoice, type TimeSettings } from '../parts/time-control';
import { Layout, useKeys, MoveButtons } from '../parts/layout';
import { TextBoard } from '../parts/text-board';
import type { Side, Hello, PlayerChoice, Score, WatchState } from '../protocol';
import { open } from '../route';
import { storedSignal } from '../settings';
import { outcomeText } from './play';
import { boardStart, showTree, tree } from './study';
import { match, request, savedGame, shown, startMatch, thoughts, watched, type Match } from './watch-game';

interface Seat {
  /** A card, `engine NAME` for another engine, or `custom`. */
  who: string;
  engine: EngineChoice;
}

const seats = {
  white: storedSignal<Seat>('watch.seat.white', { who: 'full', engine: FULL }),
  black: storedSignal<Seat>('watch.seat.black', { who: 'axon', engine: { ...FULL, evaluation: 'classical' } }),
};
const pace = storedSignal<TimeSettings>('watch.time', { ...NO_CLOCK, clock: 'clock', minutes: 3, increment: 2, limit: 'none' });
const from = storedSignal<StartChoice>('watch.start', STANDARD_START);
const pause = storedSignal<number>('watch.pause', 0);
const games = storedSignal<number>('watch.games', 1);
const useBook = storedSignal<boolean>('watch.book', true);

const ENGINE = 'engine ';

function seat(color: Side, hello: Hello): PlayerChoice {
  const { who, engine } = seats[color].peek();
  if (who.startsWith(ENGINE) && hello.engines.some((one) => one.name === who.slice(ENGINE.length))) return { kind: 'engine', name: who.slice(ENGINE.length), options: {} };
  if (who === 'custom') return { kind: 'xanthos', options: asOptions(engine, hello), book: useBook.peek() };
  const { options, book } = playsLike(opponentOf(who, hello), hello);
  return { kind: 'xanthos', options, book: book && useBook.peek() };
}

function nameOf(color: Side, hello: Hello | null): string {
  const { who } = seats[color].value;
  if (who.startsWith(ENGINE)) return who.slice(ENGINE.length);
  if (who === 'custom') return 'Custom';
  return titleOf(opponentOf(who, hello));
}

export function Watch() {
  const state = watched.value;
  const choosing = useSignal(false);
  return state && !choosing.value ? <Live state={state} onNew={() => (choosing.value = true)} /> : <Setup onStart={() => (choosing.value = false)} />;
}

function Setup(props: { onStart: () => void }) {
  const hello = link.hello.value;
  const submit = (event: Event) => {
    event.preventDefault();
    if (!hello) return;
    const begin = startOf(from.peek(), boardStart());
    if (typeof begin === 'string') return notify(begin);
    const names: [string, string] = [nameOf('white', hello), nameOf('black', hello)];
    if (names[0] === names[1]) names[1] += ' (2)';
    void startMatch({ white: seat('white', hello), black: seat('black', hello), start: begin, moves: [], clock: clockOf(pace.peek()), limit: limitOf(pace.peek()), pause_ms: pause.peek() || null }, names, games.peek()).then(props.onStart);
  };
  const fen = startFen(from.value, tree.value.current.fen);
  return (
    <Layout
      title="Watch two engines"
      form
      top={<PlayerStrip side="black" name={nameOf('black', hello)} />}
      board={<Board fen={fen} orientation="white" turn={turn(fen)} movable={null} dests={new Map()} />}
      bottom={<PlayerStrip side="white" name={nameOf('white', hello)} />}
      panel={
        <form class="panel-form new-game" noValidate onSubmit={submit}>
          <div class="new-game-fields">
            <SeatForm color="white" hello={hello} />
            <SeatForm color="black" hello={hello} />
            <TimeControlForm value={pace.value} onChange={(value) => (pace.value = value)} />
            <Choice label="Pause after each move" value={pause.value} options={[[0, 'None'], [1000, '1 s'], [3000, '3 s'], [10_000, '10 s']]} onChange={(value) => (pause.value = value)} />
            <Choice label="Games" value={games.value} options={[[1, '1'], [2, '2'], [10, '10'], [50, '50']]} onChange={(value) => (games.value = value)} />
            <StartForm value={from.value} onChange={(value) => (from.value = value)} />
            <details class="more">
              <summary>Advanced</summary>
              <LimitForm value={pace.value} onChange={(value) => (pace.value = value)} />
              <label class="field check">
                <input type="checkbox" checked={useBook.value} onChange={(event) => (useBook.value = event.currentTarget.checked)} />
                <span class="field-label">Opening book</span>
              </label>
              <p class="quiet">Players with a rating keep a human pace unless a limit is set. Other engines are named when the server is started: xanthos serve --engine stockfish.</p>
            </details>
          </div>
          <div class="form-end start">
            <button type="submit" class="button primary" disabled={link.state.value !== 'open'}>{games.value > 1 ? 'Start match' : 'Start game'}</button>
            {watched.value && <button type="button" class="button" onClick={props.onStart}>Back to the game</button>}
          </div>
        </form>
      }
    />
  );
}

function SeatForm(props: { color: Side; hello: Hello | null }) {
  const value = seats[props.color];
  const { hello } = props;
  const title = props.color === 'white' ? 'White' : 'Black';
  const { who } = value.value;
  return (
    <div class="seat-row">
      <Face who={who} class="medium" />
      <label class="field">
        <span class="field-label"><span class={`seat ${props.color}`} /> {title}</span>
        <select value={who} onChange={(event) => (value.value = { ...value.value, who: event.currentTarget.value })}>
          <optgroup label="Ratings">{LEVELS.map((one) => <option key={one.key} value={one.key}>{one.elo ? `${one.name} (${one.elo})` : `${one.name}, full strength`}</option>)}</optgroup>
          <optgroup label="Engines of the literature">{personas(hello).map((one) => <option key={one.key} value={one.key}>{one.name}</option>)}</optgroup>
          {hello && hello.engines.length > 0 && <optgroup label="Other engines">{hello.engines.map((one) => <option key={one.name} value={ENGINE + one.name}>{one.name}</option>)}</optgroup>}
          <option value="custom">Custom …</option>
        </select>
      </label>
      {who === 'custom' && hello && <div class="seat-custom"><EngineForm hello={hello} value={value.value.engine} onChange={(engine) => (value.value = { ...value.value, engine })} /></div>}
    </div>
  );
}

/** The games of a match, game by game, with the points. */
function Crosstable(props: { match: Match }) {
  const { names, points, of } = props.match;
  const sign = (value: number | null) => (value === null ? '·' : value === 0.5 ? '½' : String(value));
  const total = (mine: (value: number) => number) => points.reduce<number>((sum, one) => sum + (one === null ? 0 : mine(one)), 0);
  return (
    <div class="crosstable" tabIndex={0} role="group" aria-label="Crosstable">
      <table class="book">
        <caption>Game {Math.min(of, points.length + 1)} of {of}</caption>
        <tbody>
          {([[names[0], (value: number) => value], [names[1], (value: number) => 1 - value]] as const).map(([name, mine]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {points.map((one, index) => <td key={index}>{sign(one === null ? null : mine(one))}</td>)}
              <td class="crosstable-sum"><b>{total(mine)}</b></td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What the time manager says, apart: why it moved then, and the numbers behind it. */
function apart(text = ''): { why: string; numbers: string } {
  const [numbers, why] = text.replace(/^time: /, '').split('; ended because ');
  return { why: why ?? '', numbers };
}

/** The opening that the moves are of, by the server's names. */
function useOpening(fen: string, moves: string[], chess960: boolean) {
  const found = useSignal<{ eco: string; name: string } | null>(null);
  const key = moves.join(' ');
  useEffect(() => {
    if (moves.length === 0) found.value = null;
    else if (link.state.peek() === 'open') link.ask('position', { at: { fen, moves, chess960 } }).then((info) => (found.value = info.opening), () => undefined);
  }, [key]);
  return found.value;
}

function Live(props: { state: WatchState; onNew: () => void }) {
  const { state } = props;
  const flipped = useSignal(false);
  const { fen: startFen, chess960 } = state.setup.start;
  const opening = useOpening(startFen, state.moves.slice(0, 30).map((one) => one.uci), chess960);
  const ucis = state.moves.map((one) => one.uci);
  const { fens, lasts } = useMemo(() => replay(startFen, ucis, chess960), [state.watch, ucis.join(' ')]);
  const total = state.moves.length;
  const at = Math.min(shown.value ?? total, fens.length - 1);
  const live = shown.value === null;
  const fen = live ? state.fen : fens[at];
  const go = (to: number) => (shown.value = to >= total ? null : Math.max(0, to));
  const orientation: Side = flipped.value ? 'black' : 'white';
  const first = plyOf(startFen);
  const sideOf = (index: number): Side => ((first + index) % 2 === 0 ? 'white' : 'black');

  useKeys({
    ArrowLeft: () => go(at - 1),
    ArrowRight: () => go(at + 1),
    Home: () => go(0),
    End: () => go(total),
    f: () => (flipped.value = !flipped.value),
  });

  const scores = (color: Side): (Score | null)[] => state.moves.map((one, index) => (sideOf(index) === color ? (one.score ?? null) : null));
  const lastScore = (color: Side): Score | null | undefined => {
    const thought = thoughts.value[color];
    if (thought && state.turn === color && state.status === 'playing') return thought.score;
    return state.moves.findLast((one, index) => sideOf(index) === color && one.score)?.score;
  };
  const strip = (color: Side) => {
    const thought = thoughts.value[color];
    const active = state.turn === color && state.status === 'playing';
    const last = state.moves.findLast((_, index) => sideOf(index) === color);
    const choice = state.setup[color];
    const card = choice.kind === 'xanthos' ? cardOf(choice.options ?? {}, link.hello.value) : null;
    return (
      <PlayerStrip
        side={color}
        name={card ? <span title={state[color].name}><Face who={card.key} class="tiny" />{titleOf(card)}</span> : state[color].name}
        note={
          <>
            <b>{scoreText(lastScore(color))}</b> {active && thought ? `depth ${thought.depth} · ${count(thought.nps)}/s` : last?.depth ? `depth ${last.depth}` : ''}
          </>
        }
        active={active}
        fen={fen}
      >
        <Clock state={state} side={color} frozen={link.state.value !== 'open'} />
      </PlayerStrip>
    );
  };
  const reasons = state.moves.flatMap((one, index) => (one.time ? [{ index, one, ...apart(one.time.text) }] : [])).slice(-40).reverse();
  const savePgn = async () => {
    const file = await savedGame();
    if (file) download(file.file, 'application/x-chess-pgn', file.pgn);
  };

  return (
    <Layout
      title="Watch two engines"
      bar={<EvalBar score={live ? (state.moves[total - 1]?.score ?? lastScore(state.turn)) : state.moves.slice(0, at).findLast((one) => one.score)?.score} orientation={orientation} />}
      top={strip(orientation === 'white' ? 'black' : 'white')}
      board={<Board fen={fen} orientation={orientation} turn={turn(fen)} movable={null} dests={new Map()} last={live ? (lasts[total] ?? state.last) : lasts[at]} check={inCheck(fen)} />}
      bottom={strip(orientation)}
      onWheel={(by) => go(at + by)}
      under={
        <>
          <ChanceGraph
            label="White’s winning chances according to each engine"
            series={[
              { scores: scores('white'), kind: 'by-white' },
              { scores: scores('black'), kind: 'by-black' },
            ]}
            length={Math.max(2, total)}
            first={first}
            shown={live ? undefined : at - 1}
            onShow={(index) => go(index + 1)}
          />
          <TextBoard fen={fen} orientation={orientation} />
        </>
      }
      nav={<MoveButtons start={() => go(0)} back={() => go(at - 1)} forward={() => go(at + 1)} end={() => go(total)} flip={() => (flipped.value = !flipped.value)} atStart={at === 0} atEnd={live} />}
      panel={
        <>
          <p class={`status${state.status === 'over' ? ' over' : ''}`} data-status={state.status}>
            {state.outcome ? outcomeText(state.outcome) : link.state.value !== 'open' ? 'Connection lost. The game continues when the server is back.' : state.status === 'paused' ? 'Paused.' : state.status === 'starting' ? 'Starting the engines…' : `${state.turn === 'white' ? 'White' : 'Black'} is thinking…`}
          </p>
          <p class="opening">{opening ? <><b>{opening.eco}</b> {opening.name}</> : '\u00a0'}</p>
          <div class="expects">
            {(['white', 'black'] as const).map((color) => (
              <p key={color}><span class={`seat ${color}`} role="img" aria-label={color} /> <b>{scoreText(lastScore(color)) || '–'}</b> <span class="quiet">{thoughts.value[color]?.san.slice(0, 8).join(' ') ?? ''}</span></p>
            ))}
          </div>
          {match.value && <Crosstable match={match.value} />}
          <GameMoves start={startFen} moves={state.moves.map((one) => ({ san: one.san, note: one.book ? 'book' : one.score ? scoreText(one.score) : one.used_ms ? spent(one.used_ms) : '' }))} shown={at} onShow={go} empty="No moves yet." />
          <div class="actions">
            {state.status === 'paused' ? (
              <button type="button" class="button" onClick={() => void request('watch.continue')}>Continue</button>
            ) : (
              <button type="button" class="button" disabled={state.status !== 'playing'} onClick={() => void request('watch.pause')}>Pause</button>
            )}
            <button type="button" class="button" disabled={state.status === 'over'} onClick={() => void request('watch.stop')}>Stop</button>
            <button type="button" class="button" onClick={props.onNew}>New game</button>
            <button type="button" class="button" disabled={total === 0} onClick={() => void savePgn()}>Save PGN</button>
            <button type="button" class="button" disabled={total === 0} onClick={() => { showTree(MoveTree.fromMoves(startFen, ucis, chess960)); open('analyse'); }}>Analyse</button>
          </div>
          <details class="more reasons">
            <summary>Time management</summary>
            {reasons.length === 0 && <p class="quiet">After each move of Xanthos: how long it thought, and why it stopped.</p>}
            <ol>
              {reasons.map(({ index, one, why, numbers }) => (
                <li key={index}>
                  <span class={`seat ${sideOf(index)}`} />
                  <b>{moveNumber(first + index + 1, true)} {one.san}</b> <span>{spent(one.time?.used_ms ?? one.used_ms ?? 0)}{why && `: ${why}`}</span>
                  <span class="quiet">{numbers}</span>
                </li>
              ))}
            </ol>
          </details>
        </>
      }
    />
  );
}
