// SPDX-License-Identifier: GPL-3.0-or-later
/** Time control and starting position of a game. */
import { chess960Fen, fenTrouble, readFen, START } from '../chess/rules';
import type { MoveLimit, Start, TimeControlMs } from '../protocol';
import { Choice, Field, NumberField } from './controls';

export interface TimeSettings {
  clock: 'none' | 'clock';
  minutes: number;
  increment: number;
  /** Moves per period, after which the minutes are added again; 0 is the whole game. */
  session?: number;
  /** The engine's own numbers, where it has another clock than the user. */
  other?: { minutes: number; increment: number; session: number } | null;
  /** Whether the numbers are the user's own, even when they are those of a preset. */
  own?: boolean;
  limit: 'none' | 'ms' | 'nodes' | 'depth';
  ms: number;
  nodes: number;
  depth: number;
}

export const NO_CLOCK: TimeSettings = { clock: 'none', minutes: 5, increment: 3, limit: 'none', ms: 1000, nodes: 10_000, depth: 8 };

export function clockOf(pace: TimeSettings): TimeControlMs | null {
  return pace.clock === 'none' ? null : sideClock(pace.minutes, pace.increment, pace.own ? pace.session : 0);
}

/** The clocks of a person and the engine, which may differ. */
export function bothClocks(pace: TimeSettings): { you: TimeControlMs; engine: TimeControlMs } | null {
  const you = clockOf(pace);
  const other = pace.own ? pace.other : null;
  return you && { you, engine: other ? sideClock(other.minutes, other.increment, other.session) : you };
}

function sideClock(minutes: number, increment: number, session = 0): TimeControlMs {
  const clock: TimeControlMs = { base_ms: Math.round(minutes * 60_000), inc_ms: Math.round(increment * 1000) };
  if (session) clock.moves = session;
  return clock;
}

export function limitOf(pace: TimeSettings): MoveLimit | null {
  if (pace.limit === 'none') return null;
  return { [pace.limit]: pace[pace.limit] };
}

const PRESETS: [string, number, number][] = [
  ['1+0', 1, 0],
  ['3+2', 3, 2],
  ['5+3', 5, 3],
  ['10+0', 10, 0],
  ['15+10', 15, 10],
  ['30+20', 30, 20],
];

export function TimeControlForm(props: { value: TimeSettings; onChange: (value: TimeSettings) => void; clockNeeded?: boolean; ownEach?: boolean }) {
  const { value } = props;
  const change = (part: Partial<TimeSettings>) => props.onChange({ ...value, ...part });
  const preset = value.clock === 'none' ? 'none' : value.own ? 'other' : (PRESETS.find(([, minutes, inc]) => minutes === value.minutes && inc === value.increment)?.[0] ?? 'other');
  const other = preset === 'other' && props.ownEach && value.own ? value.other : null;
  const choices: [string, string][] = [...(props.clockNeeded ? [] : [['none', 'No clock'] as [string, string]]), ...PRESETS.map(([name]) => [name, name] as [string, string]), ['other', 'Custom']];
  return (
    <>
      <Choice
        label="Time control"
        value={preset}
        options={choices}
        onChange={(name) => {
          const found = PRESETS.find(([other]) => other === name);
          if (name === 'none') change({ clock: 'none' });
          else if (found) change({ clock: 'clock', minutes: found[1], increment: found[2], own: false });
          else change({ clock: 'clock', own: true });
        }}
      />
      {preset === 'other' && (
        <div class="three">
          <NumberField label="Minutes" value={value.minutes} min={0.1} max={300} step={0.5} onChange={(minutes) => change({ minutes })} />
          <NumberField label="Increment" value={value.increment} min={0} max={300} onChange={(increment) => change({ increment })} />
          <NumberField label="Moves per period" value={value.session ?? 0} min={0} max={200} onChange={(session) => change({ own: true, session: Math.round(session) })} />
        </div>
      )}
      {preset === 'other' && props.ownEach && (
        <label class="field check">
          <input type="checkbox" checked={Boolean(other)} onChange={(event) => change({ own: true, other: event.currentTarget.checked ? { minutes: value.minutes, increment: value.increment, session: value.session ?? 0 } : null })} />
          <span class="field-label">Different time for the engine</span>
        </label>
      )}
      {other && (
        <div class="three">
          <NumberField label="Engine minutes" value={other.minutes} min={0.1} max={300} step={0.5} onChange={(minutes) => change({ other: { ...other, minutes } })} />
          <NumberField label="Engine increment" value={other.increment} min={0} max={300} onChange={(increment) => change({ other: { ...other, increment } })} />
          <NumberField label="Engine moves per period" value={other.session} min={0} max={200} onChange={(session) => change({ other: { ...other, session: Math.round(session) } })} />
        </div>
      )}
    </>
  );
}

/** What each move of an engine may cost, for those who want to say so. */
export function LimitForm(props: { value: TimeSettings; onChange: (value: TimeSettings) => void }) {
  const { value } = props;
  const change = (part: Partial<TimeSettings>) => props.onChange({ ...value, ...part });
  return (
    <div class="pair">
      <Field label="Engine limit">
        <select value={value.limit} onChange={(event) => change({ limit: event.currentTarget.value as TimeSettings['limit'] })}>
          <option value="none">{value.clock === 'none' ? 'none: human pace, or a second' : 'clock only'}</option>
          <option value="ms">time per move</option>
          <option value="nodes">nodes per move</option>
          <option value="depth">depth</option>
        </select>
      </Field>
      {value.limit === 'ms' && <NumberField label="Seconds" value={value.ms / 1000} min={0.05} max={600} step={0.5} onChange={(seconds) => change({ ms: Math.round(seconds * 1000) })} />}
      {value.limit === 'nodes' && <NumberField label="Nodes" value={value.nodes} min={1} max={1_000_000_000} onChange={(nodes) => change({ nodes })} />}
      {value.limit === 'depth' && <NumberField label="Depth" value={value.depth} min={1} max={60} onChange={(depth) => change({ depth })} />}
    </div>
  );
}

export interface StartChoice {
  kind: 'standard' | 'chess960' | 'fen' | 'board';
  number: string;
  fen: string;
}

/** The position that a game would begin from, to be shown before it does; `board` is that of the workspace. */
export function startFen(value: StartChoice, board: string): string {
  if (value.kind === 'board') return board;
  if (value.kind === 'fen') return readFen(value.fen) ?? START;
  const number = Number(value.number);
  if (value.kind === 'chess960' && value.number.trim() !== '' && Number.isInteger(number) && number >= 0 && number < 960) return chess960Fen(number);
  return START;
}

const draw = () => String(Math.floor(Math.random() * 960));

export const STANDARD_START: StartChoice = { kind: 'standard', number: '', fen: '' };

/** The start in the protocol's words, or the reason why there is none. */
export function startOf(value: StartChoice, board: { fen: string; chess960: boolean }): Start | string {
  if (value.kind === 'standard') return { fen: 'startpos', chess960: null };
  if (value.kind === 'chess960') {
    if (value.number.trim() === '') return { chess960: 'random' };
    const number = Number(value.number);
    return Number.isInteger(number) && number >= 0 && number < 960 ? { chess960: number } : 'Chess960 position numbers go from 0 to 959.';
  }
  if (value.kind === 'board') return { fen: board.fen, chess960: board.chess960 || null };
  const fen = readFen(value.fen);
  return fen ? { fen, chess960: null } : (fenTrouble(value.fen) ?? 'Invalid FEN.');
}

export function StartForm(props: { value: StartChoice; onChange: (value: StartChoice) => void }) {
  const { value } = props;
  return (
    <>
      <Choice
        label="Starting position"
        value={value.kind}
        options={[
          ['standard', 'Standard'],
          ['chess960', 'Chess960'],
          ['fen', 'From FEN'],
          ['board', 'Analysis board', 'The position that Analyse shows'],
        ]}
        onChange={(kind) => props.onChange({ ...value, kind, number: kind === 'chess960' && value.number.trim() === '' ? draw() : value.number })}
      />
      {value.kind === 'chess960' && (
        <div class="pair">
          <Field label="Position number (empty: random)">
            <input type="text" inputmode="numeric" placeholder="random" value={value.number} onInput={(event) => props.onChange({ ...value, number: event.currentTarget.value })} />
          </Field>
          <button type="button" class="button roll" onClick={() => props.onChange({ ...value, number: draw() })}>Another position</button>
        </div>
      )}
      {value.kind === 'fen' && (
        <Field label="FEN">
          <input type="text" class="mono" spellcheck={false} value={value.fen} onInput={(event) => props.onChange({ ...value, fen: event.currentTarget.value })} />
        </Field>
      )}
    </>
  );
}
