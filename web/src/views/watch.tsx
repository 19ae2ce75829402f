// SPDX-License-Identifier: GPL-3.0-or-later
/** Watch: a game between two engines, with their evaluations and time management. */
import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { count, moveNumber, plyOf, scoreText, spent } from '../chess/notation';
import { inCheck, replay, START, turn } from '../chess/rules';
import { MoveTree } from '../chess/tree';
import { link } from '../link';
import { notify } from '../notice';
import { Board } from '../parts/board';
import { Clock, PlayerStrip } from '../parts/clock';
import { Choice, download } from '../parts/controls';
import { asOptions, EngineForm, FULL, type EngineChoice } from '../parts/engine';
import { EvalBar } from '../parts/evalbar';
import { ChanceGraph } from '../parts/graph';
import { GameMoves } from '../parts/moves';
import { STANDARD_START, startOf, StartForm, NO_CLOCK, clockOf, TimeControlForm, limitOf, type StartChoice, type TimeSettings } from '../parts/time-control';
import { Layout, useKeys, MoveButtons } from '../parts/layout';
import { TextBoard } from '../parts/text-board';
import type { Side, Hello, PlayerChoice, Score, WatchState } from '../protocol';
import { open } from '../route';
import { storedSignal } from '../settings';
import { outcomeText } from './play';
import { showTree } from './study';
import { request, shown, start, thoughts, watched } from './watch-game';

interface Seat {
  /** Empty: Xanthos itself. */
  external: string;
  engine: EngineChoice;
}

const seats = {
  white: storedSignal<Seat>('watch.white', { external: '', engine: FULL }),
  black: storedSignal<Seat>('watch.black', { external: '', engine: { ...FULL, evaluation: 'classical' } }),
};
const pace = storedSignal<TimeSettings>('watch.pace', { ...NO_CLOCK, clock: 'clock', minutes: 1, increment: 0, limit: 'none' });
const from = storedSignal<StartChoice>('watch.start', STANDARD_START);

function seat(color: Side, hello: Hello): PlayerChoice {
  const { external, engine } = seats[color].peek();
  if (external && hello.engines.some((one) => one.name === external)) return { kind: 'engine', name: external, options: {} };
  return { kind: 'xanthos', options: asOptions(engine, hello), book: hello.book !== null };
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
    const begin = startOf(from.peek());
    if (typeof begin === 'string') return notify(begin);
    void start({ white: seat('white', hello), black: seat('black', hello), start: begin, moves: [], clock: clockOf(pace.peek()), limit: limitOf(pace.peek()) }).then(props.onStart);
  };
  return (
    <Layout
      title="Watch two engines"
      bar={<EvalBar score={null} orientation="white" />}
      top={<PlayerStrip side="black" name="Black" />}
      board={<Board fen={START} orientation="white" turn="white" movable={null} dests={new Map()} />}
      bottom={<PlayerStrip side="white" name="White" />}
      panel={
        <form class="panel-form" noValidate onSubmit={submit}>
          <h2>New game</h2>
          {hello ? (
            <>
              <SeatForm color="white" hello={hello} />
              <SeatForm color="black" hello={hello} />
            </>
          ) : (
            <div class="form-waits" aria-hidden="true" />
          )}
          <TimeControlForm value={pace.value} onChange={(value) => (pace.value = value)} />
          <StartForm value={from.value} onChange={(value) => (from.value = value)} />
          <div class="form-end">
            <button type="submit" class="button primary" disabled={link.state.value !== 'open'}>Start game</button>
            {watched.value && <button type="button" class="button" onClick={props.onStart}>Back to the game</button>}
          </div>
        </form>
      }
    />
  );
}

function SeatForm(props: { color: Side; hello: Hello }) {
  const value = seats[props.color];
  const others = props.hello.engines;
  const title = props.color === 'white' ? 'White' : 'Black';
  return (
    <fieldset class="seat-form">
      <legend><span class={`seat ${props.color}`} />{title}</legend>
      {others.length > 0 && (
        <Choice
          label={`${title} is played by`}
          hidden
          value={value.value.external}
          options={[['', 'Xanthos'] as const, ...others.map((one) => [one.name, one.name] as const)]}
          onChange={(external) => (value.value = { ...value.value, external })}
        />
      )}
      {!value.value.external && <EngineForm hello={props.hello} value={value.value.engine} onChange={(engine) => (value.value = { ...value.value, engine })} />}
    </fieldset>
  );
}

/** What the time manager says, apart: why it moved then, and the numbers behind it. */
function apart(text = ''): { why: string; numbers: string } {
  const [numbers, why] = text.replace(/^time: /, '').split('; ended because ');
  return { why: why ?? '', numbers };
}

function Live(props: { state: WatchState; onNew: () => void }) {
  const { state } = props;
  const flipped = useSignal(false);
  const { fen: startFen, chess960 } = state.setup.start;
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
    return (
      <PlayerStrip
        side={color}
        name={state[color].name}
        note={
          <>
            <b>{scoreText(lastScore(color))}</b> {active && thought ? `depth ${thought.depth} · ${count(thought.nps)}/s` : last?.depth ? `depth ${last.depth}` : ''}
          </>
        }
        active={active}
      >
        <Clock state={state} side={color} frozen={link.state.value !== 'open'} />
      </PlayerStrip>
    );
  };
  const reasons = state.moves.flatMap((one, index) => (one.time ? [{ index, one, ...apart(one.time.text) }] : [])).slice(-40).reverse();
  const savePgn = async () => {
    const file = await request('watch.pgn');
    if (file) download(file.file, 'application/x-chess-pgn', file.pgn);
  };

  return (
    <Layout
      title="Watch two engines"
      bar={<EvalBar score={live ? (state.moves[total - 1]?.score ?? lastScore(state.turn)) : state.moves.slice(0, at).findLast((one) => one.score)?.score} orientation={orientation} />}
      top={strip(orientation === 'white' ? 'black' : 'white')}
      board={<Board fen={fen} orientation={orientation} turn={turn(fen)} movable={null} dests={new Map()} last={live ? (lasts[total] ?? state.last) : lasts[at]} check={inCheck(fen)} />}
      bottom={strip(orientation)}
      under={<TextBoard fen={fen} orientation={orientation} />}
      panel={
        <>
          <p class={`status${state.status === 'over' ? ' over' : ''}`} data-status={state.status}>
            {state.outcome ? outcomeText(state.outcome) : link.state.value !== 'open' ? 'Connection lost. The game continues when the server is back.' : state.status === 'paused' ? 'Paused.' : state.status === 'starting' ? 'Starting the engines…' : `${state.turn === 'white' ? 'White' : 'Black'} is thinking…`}
          </p>
          <p class="expects quiet">{thoughts.value[state.turn] && state.status === 'playing' ? thoughts.value[state.turn]?.san.slice(0, 8).join(' ') : '\u00a0'}</p>
          <ChanceGraph
            label="White’s winning chances according to each engine"
            series={[
              { scores: scores('white'), kind: 'by-white' },
              { scores: scores('black'), kind: 'by-black' },
            ]}
            length={Math.max(2, total)}
            shown={live ? undefined : at - 1}
            onShow={(index) => go(index + 1)}
          />
          <p class="graph-legend"><span class="key by-white" /> White’s evaluation <span class="key by-black" /> Black’s evaluation</p>
          <GameMoves start={startFen} moves={state.moves.map((one) => ({ san: one.san, note: one.book ? 'book' : one.score ? scoreText(one.score) : one.used_ms ? spent(one.used_ms) : '' }))} shown={at} onShow={go} empty="No moves yet." />
          <MoveButtons start={() => go(0)} back={() => go(at - 1)} forward={() => go(at + 1)} end={() => go(total)} flip={() => (flipped.value = !flipped.value)} atStart={at === 0} atEnd={live} />
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
          <section class="reasons" aria-label="Time management">
            <h2>Time management</h2>
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
          </section>
        </>
      }
    />
  );
}
