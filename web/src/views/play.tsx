// SPDX-License-Identifier: GPL-3.0-or-later
/** Play: a game against the engine, three clicks away. */
import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { announce, spokenMove } from '../announce';
import { scoreText } from '../chess/notation';
import { dests as legal, inCheck, play as playMove, replay, turn as turnOf } from '../chess/rules';
import { MoveTree } from '../chess/tree';
import { link } from '../link';
import { notify } from '../notice';
import { Board } from '../parts/board';
import { Clock, PlayerStrip } from '../parts/clock';
import { Choice, download, Field, ConfirmButton } from '../parts/controls';
import { asOptions, EngineForm, FULL, type EngineChoice } from '../parts/engine';
import { EvalBar } from '../parts/evalbar';
import { Face } from '../parts/faces';
import { GameMoves } from '../parts/moves';
import { opponentOf, Opponents, playsLike } from '../parts/opponents';
import { STANDARD_START, startFen, startOf, StartForm, NO_CLOCK, bothClocks, LimitForm, TimeControlForm, limitOf, type StartChoice, type TimeSettings } from '../parts/time-control';
import { focusBoard, focusMoveInput, Layout, useKeys, MoveButtons } from '../parts/layout';
import { MoveInput, TextBoard } from '../parts/text-board';
import type { Side, Outcome, PlayState } from '../protocol';
import { open } from '../route';
import { storedSignal, playerName } from '../settings';
import { begin, fresh, game, hint, leave, move, request, sent, shown, stuck, thought, waiting } from './play-game';
import { boardStart, showTree, tree } from './study';
import { reportOn } from './report-job';

const side = storedSignal<Side | 'random'>('play.side', 'white');
const opponent = storedSignal<string>('play.opponent', '1400');
/** The engine put together by hand under Advanced; null plays as the card says. */
const custom = storedSignal<EngineChoice | null>('play.custom', null);
const pace = storedSignal<TimeSettings>('play.time', NO_CLOCK);
const start = storedSignal<StartChoice>('play.start', STANDARD_START);
const book = storedSignal<boolean>('play.book', true);
const ponder = storedSignal<boolean>('play.ponder', true);
const peek = storedSignal<boolean>('play.peek', false);
/** Who sits there in the game that is on: its card. */
const seated = storedSignal<{ game: string; who: string } | null>('play.seated', null);

export function Play() {
  return game.value ? <Game state={game.value} /> : <NewGame />;
}

async function newGame(you: Side | 'random' = side.peek()): Promise<void> {
  const hello = link.hello.peek();
  if (!hello) return;
  const from = startOf(start.peek(), boardStart());
  if (typeof from === 'string') return notify(from);
  const own = custom.peek();
  const card = playsLike(opponentOf(opponent.peek(), hello), hello);
  const engine = own ? { options: asOptions(own, hello), book: book.peek(), ponder: ponder.peek() } : { ...card, book: card.book && book.peek(), ponder: card.ponder && ponder.peek() };
  await begin({ you, engine, start: from, clock: bothClocks(pace.peek()), limit: limitOf(pace.peek()), name: playerName.peek() || undefined });
  const begun = game.peek();
  if (begun) seated.value = { game: begun.game, who: own ? '' : opponent.peek() };
}

function NewGame() {
  const hello = link.hello.value;
  const orientation = side.value === 'black' ? 'black' : 'white';
  const chosen = opponentOf(opponent.value, hello);
  const name = custom.value ? 'Custom engine' : chosen.name;
  const fen = startFen(start.value, tree.value.current.fen);
  return (
    <Layout
      title="Play against Xanthos"
      form
      top={<PlayerStrip side={orientation === 'white' ? 'black' : 'white'} name={<><Face who={custom.value ? '' : chosen.key} class="tiny" />{name}</>} />}
      board={<Board fen={fen} orientation={orientation} turn={turnOf(fen)} movable={null} dests={new Map()} />}
      bottom={<PlayerStrip side={orientation} name={playerName.value || 'You'} />}
      panel={
        <form
          class="panel-form new-game"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void newGame();
          }}
        >
          <div class="new-game-fields">
            <Choice
              label="You play"
              value={side.value}
              options={[
                ['white', <><span class="seat white" />White</>],
                ['random', 'Random'],
                ['black', <><span class="seat black" />Black</>],
              ]}
              onChange={(value) => (side.value = value)}
            />
            <Opponents hello={hello} value={custom.value ? '' : opponent.value} onChange={(key) => { opponent.value = key; custom.value = null; }} />
            <TimeControlForm ownEach value={pace.value} onChange={(value) => (pace.value = value)} />
            <details class="more advanced">
              <summary>Advanced</summary>
              <StartForm value={start.value} onChange={(value) => (start.value = value)} />
              <LimitForm value={pace.value} onChange={(value) => (pace.value = value)} />
              <label class="field check">
                <input type="checkbox" checked={book.value} onChange={(event) => (book.value = event.currentTarget.checked)} />
                <span class="field-label">Engine uses the opening book</span>
              </label>
              <label class="field check">
                <input type="checkbox" checked={ponder.value} onChange={(event) => (ponder.value = event.currentTarget.checked)} />
                <span class="field-label">Engine at full strength thinks on your time</span>
              </label>
              <Field label="Your name (for the PGN)">
                <input type="text" maxLength={60} value={playerName.value} onInput={(event) => (playerName.value = event.currentTarget.value)} />
              </Field>
              <fieldset class="seat-form">
                <legend>Engine</legend>
                {hello && <EngineForm hello={hello} value={custom.value ?? { ...FULL, persona: chosen.persona, elo: chosen.elo }} onChange={(value) => (custom.value = value)} />}
              </fieldset>
            </details>
          </div>
          <div class="form-end start">
            <button type="submit" class="button primary" disabled={link.state.value !== 'open' || waiting.value}>Start game</button>
            <span class="quiet">against {name}{custom.value ? '' : chosen.elo ? ` (${chosen.elo})` : ''}</span>
          </div>
        </form>
      }
    />
  );
}

/** `White wins: checkmate · 1-0`, `Draw: stalemate · 1/2-1/2`, `Draw by agreement · 1/2-1/2`. */
export function outcomeText(outcome: Outcome): string {
  // A game that was only stopped has no winner and is no draw.
  if (outcome.result === '*') return `${outcome.text.charAt(0).toUpperCase()}${outcome.text.slice(1)}`;
  const who = outcome.winner === 'white' ? 'White wins' : outcome.winner === 'black' ? 'Black wins' : 'Draw';
  const lower = `${outcome.text.charAt(0).toLowerCase()}${outcome.text.slice(1)}`;
  // A text that names a side, or the draw, needs nothing before it.
  const words = /^(White|Black)\b/.test(outcome.text) ? outcome.text : lower.startsWith('draw ') ? `D${lower.slice(1)}` : `${who}: ${lower}`;
  return `${words} · ${outcome.result}`;
}

/** What the opponent is called in sentences. */
function seatedName(state: PlayState): string {
  const who = seated.value?.game === state.game ? seated.value.who : '';
  return who && !/^\d/.test(who) ? opponentOf(who, link.hello.value).name : 'Xanthos';
}

function Game(props: { state: PlayState }) {
  const { state } = props;
  const you = state.setup.you;
  const flipped = useSignal(false);
  const chess960 = state.setup.start.chess960;
  const orientation: Side = useComputed(() => (flipped.value ? (you === 'white' ? 'black' : 'white') : you)).value;
  const ucis = state.moves.map((one) => one.uci);
  const { fens, lasts } = useMemo(() => replay(state.setup.start.fen, ucis, chess960), [state.game, ucis.join(' ')]);
  const count = state.moves.length;
  const dismissed = useSignal('');
  const at = shown.value ?? count;
  const live = at === count;
  const over = state.status === 'over' || stuck.value !== '';
  const yours = state.status === 'your_move';
  const canTakeBack = state.moves.some((one) => one.by === 'you');

  // The user's own move stands on the board at once, before the server has it.
  const pending = live && sent.value?.ply === state.ply ? playMove(state.fen, sent.value.uci, chess960) : null;
  const fen = pending?.fen ?? (live ? state.fen : fens[at]);
  const canMove = live && !over && link.state.value === 'open';
  const dests = useMemo(() => (canMove && yours && !pending ? legal(state.fen, chess960) : new Map()), [canMove, yours, state.fen, pending?.uci]);
  const go = (to: number) => (shown.value = to >= count ? null : Math.max(0, to));

  useEffect(() => {
    const begun = fresh.value;
    if (begun?.game !== state.game) return;
    fresh.value = null;
    focusBoard(begun.typing);
  }, [fresh.value, state.game]);

  useKeys({
    ArrowLeft: () => go(at - 1),
    ArrowRight: () => go(at + 1),
    Home: () => go(0),
    End: () => go(count),
    f: () => (flipped.value = !flipped.value),
    m: focusMoveInput,
  });

  const ask = async () => {
    const found = await request('play.hint');
    if (!found || found.ply !== game.peek()?.ply) return;
    hint.value = found;
    announce(`Hint: ${spokenMove(found.san)}`);
  };
  const savePgn = async () => {
    const file = await request('play.pgn');
    if (file) download(file.file, 'application/x-chess-pgn', file.pgn);
  };
  const toReport = async () => {
    const file = await request('play.pgn');
    if (!file) return;
    reportOn(file.pgn);
    open('report');
  };
  const study = () => {
    showTree(MoveTree.fromMoves(state.setup.start.fen, ucis, chess960));
    open('analyse');
  };

  const status = (() => {
    if (state.outcome) return outcomeText(state.outcome);
    if (stuck.value) return `This game can’t be resumed: ${stuck.value}`;
    if (link.state.value !== 'open') return 'Connection lost. The game continues when the server is back.';
    if (!yours || pending) return `${seatedName(state)} is thinking…`;
    return state.check ? 'Your move: you are in check.' : 'Your move.';
  })();
  const info = thought.value;
  const declined = state.offer?.answer === 'declined' && state.offer.ply === state.ply;
  const aside = [declined && `${seatedName(state)} declined the draw.`, state.moves[count - 1]?.book && 'Book move.'].filter(Boolean).join(' ');
  const other: Side = you === 'white' ? 'black' : 'white';
  const who = seated.value?.game === state.game ? seated.value.who : '';
  const card = who ? opponentOf(who, link.hello.value) : null;
  const engineName = card ? `${card.name}${card.elo ? ` (${card.elo})` : ''}` : state.engine_name;
  const strip = (color: Side) => (
    <PlayerStrip
      side={color}
      name={color === you ? state.setup.name || 'You' : <span title={state.engine_name}>{card && <Face who={card.key} class="tiny" />}{engineName}</span>}
      note={color === other && peek.value && !over ? thinking(state, info) : undefined}
      active={!over && state.turn === color}
      fen={fen}
    >
      <Clock state={state} side={color} frozen={link.state.value !== 'open'} own={color === you} />
    </PlayerStrip>
  );
  const shapes = hint.value && live && hint.value.ply === state.ply ? [{ orig: hint.value.uci.slice(0, 2) as never, dest: hint.value.uci.slice(2, 4) as never, brush: 'best' }] : [];
  const resultOpen = over && !stuck.value && live && dismissed.value !== `${state.game}/${count}`;
  const score = state.status === 'thinking' && info ? info.score : state.moves.findLast((one) => one.by === 'engine' && one.score)?.score;
  const rematch = () => {
    const next = side.peek() === 'random' ? 'random' : other;
    if (side.peek() !== 'random') side.value = other;
    void newGame(next);
  };
  const endActions = (
    <>
      <button type="button" class="button" onClick={rematch}>Rematch</button>
      <button type="button" class="button" disabled={count === 0} onClick={() => void toReport()}>Report</button>
      <button type="button" class="button" onClick={study}>Analyse</button>
      <button type="button" class="button primary" onClick={leave}>New game</button>
    </>
  );

  return (
    <Layout
      title="Play against Xanthos"
      top={strip(orientation === 'white' ? 'black' : 'white')}
      bar={peek.value ? <EvalBar score={score} orientation={orientation} /> : undefined}
      onWheel={(by) => go(at + by)}
      board={
        <Board
          fen={fen}
          orientation={orientation}
          turn={turnOf(fen)}
          movable={canMove ? you : null}
          dests={dests}
          last={pending?.last ?? lasts[Math.min(at, lasts.length - 1)]}
          check={inCheck(fen)}
          premove={canMove}
          ply={state.ply}
          shapes={shapes}
          onMove={(uci) => void move(uci)}
        >
          {resultOpen && state.outcome && (
            <div class="result" role="dialog" aria-label="Result">
              <button type="button" class="icon result-close" aria-label="Close" onClick={() => (dismissed.value = `${state.game}/${count}`)}>×</button>
              {card && <Face who={card.key} class="big" />}
              <h2>{resultTitle(state.outcome, you)}</h2>
              <p>{state.outcome.result === '*' ? state.outcome.text : `${state.outcome.text} · ${state.outcome.result}`}</p>
              <div class="result-actions">{endActions}</div>
            </div>
          )}
        </Board>
      }
      bottom={strip(orientation)}
      under={<TextBoard fen={fen} orientation={orientation} />}
      nav={
        <MoveButtons start={() => go(0)} back={() => go(at - 1)} forward={() => go(at + 1)} end={() => go(count)} flip={() => (flipped.value = !flipped.value)} atStart={at === 0} atEnd={live}>
          <MoveInput fen={state.fen} chess960={chess960} wait={over ? 'The game is over' : link.state.value !== 'open' ? 'Waiting for the server' : !live ? 'Go to the last move first' : yours ? null : 'It is not your move yet'} onMove={(uci) => void move(uci)} />
        </MoveButtons>
      }
      panel={
        <>
          <p class={`status${over ? ' over' : ''}`} data-status={state.status}>{status}</p>
          <p class="hint-line">
            {aside || (hint.value ? null : '\u00a0')} {hint.value && <>Hint: <b>{hint.value.san}</b> {scoreText(hint.value.score)} <span class="quiet">{hint.value.line.san.slice(1, 6).join(' ')}</span></>}
          </p>
          <GameMoves start={state.setup.start.fen} moves={state.moves} shown={at} onShow={go} empty="No moves yet. White to move." />
          <div class="actions">
            {over ? (
              <>
                {!resultOpen && (stuck.value ? <button type="button" class="button primary" onClick={leave}>New game</button> : endActions)}
                {!stuck.value && <button type="button" class="button" disabled={!canTakeBack} onClick={() => void request('play.takeback')}>Take back</button>}
              </>
            ) : (
              <>
                <button type="button" class="button" disabled={!canTakeBack} onClick={() => void request('play.takeback')}>Take back</button>
                <button type="button" class="button" disabled={!yours} onClick={() => void ask()}>Hint</button>
                {state.status === 'thinking' ? (
                  <button type="button" class="button" onClick={() => void request('play.go')}>Move now</button>
                ) : (
                  <ConfirmButton question="Offer a draw?" disabled={!yours} onConfirm={() => void request('play.draw')}>Offer draw</ConfirmButton>
                )}
                <ConfirmButton question="Resign the game?" onConfirm={() => void request('play.resign')}>Resign</ConfirmButton>
              </>
            )}
            <button type="button" class="button" disabled={count === 0 || stuck.value !== ''} onClick={() => void savePgn()}>Save PGN</button>
          </div>
          <label class="field check">
            <input type="checkbox" checked={peek.value} onChange={(event) => (peek.value = event.currentTarget.checked)} />
            <span class="field-label">Show evaluation</span>
          </label>
        </>
      }
    />
  );
}

/** The result as the person sees it. */
function resultTitle(outcome: Outcome, you: Side): string {
  if (outcome.result === '*') return 'Game stopped';
  if (!outcome.winner) return 'Draw';
  return outcome.winner === you ? 'You won' : 'You lost';
}

function thinking(state: PlayState, info: typeof thought.value) {
  const last = state.moves.findLast((one) => one.by === 'engine');
  if (info && state.status === 'thinking') return `${scoreText(info.score)} · depth ${info.depth}`;
  return last?.score ? `${scoreText(last.score)} · depth ${last.depth ?? 0}` : '';
}
