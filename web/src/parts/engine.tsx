// SPDX-License-Identifier: GPL-3.0-or-later
/** Choosing how Xanthos plays: evaluation, search, strength, and every option. */
import type { EngineOption, Hello, OptionValues, PersonaInfo } from '../protocol';
import { Choice, Field } from './controls';

export interface EngineChoice {
  /** An engine of the papers; empty is Xanthos itself. */
  persona?: string;
  evaluation: string;
  /** Empty is the persona’s, or else the default. */
  search: string;
  /** Null is full strength. */
  elo: number | null;
  more: OptionValues;
}

export const FULL: EngineChoice = { persona: '', evaluation: '', search: '', elo: null, more: {} };

/** The persona that is chosen. Earlier pages remembered it by its evaluation. */
function personaOf(choice: EngineChoice, hello: Hello): PersonaInfo | undefined {
  return hello.personas.find((one) => one.name === (choice.persona || choice.evaluation));
}

/** The choice as options of the engine; what the server does not offer is left out. */
export function asOptions(choice: EngineChoice, hello: Hello): OptionValues {
  const has = (name: string) => hello.options.some((option) => option.name === name);
  const options: OptionValues = {};
  for (const [name, value] of Object.entries(choice.more)) if (has(name)) options[name] = value;
  const persona = personaOf(choice, hello);
  if (persona) options.Persona = persona.name;
  else if (choice.evaluation && hello.evaluations.some((one) => one.name === choice.evaluation)) options.Evaluation = choice.evaluation;
  if (choice.search && has('Search') && hello.searches.some((one) => one.name === choice.search)) options.Search = choice.search;
  if (choice.elo !== null && hello.elo && has('UCI_LimitStrength')) {
    options.UCI_LimitStrength = true;
    options.UCI_Elo = Math.min(hello.elo.max, Math.max(hello.elo.min, choice.elo));
  }
  return options;
}

const LEVELS: [number, string][] = [
  [700, 'new to chess'],
  [1000, 'beginner'],
  [1300, 'casual player'],
  [1600, 'club player'],
  [1900, 'strong club player'],
  [2200, 'candidate master'],
  [2400, 'master'],
  [2600, 'grandmaster'],
  [9999, 'superhuman'],
];

export function levelName(elo: number): string {
  return LEVELS.find(([below]) => elo < below)?.[1] ?? 'superhuman';
}

const SEARCH_NAMES: Record<string, string> = { alphabeta: 'Alpha-beta', mcts: 'MCTS', uct: 'UCT', documented: 'As in the original paper' };

const SEARCHES: Record<string, string> = {
  alphabeta: 'the strongest search',
  mcts: 'Monte Carlo tree search with a policy network',
  uct: 'MCTS as in the COMP4121bot paper',
  documented: 'the persona’s search, as in the original paper',
};

const NAMES: Record<string, string> = {
  nnue: 'Network (NNUE)',
  cnn: 'Convolutional network (CNN)',
  'bannan-cnn': 'Bannan (CNN)',
  comp4121: 'COMP4121bot',
  'comp4121-mcts': 'COMP4121bot (MCTS)',
};

/** An evaluation or a persona, as people write it. */
export function titleOf(name: string): string {
  return NAMES[name] ?? name.charAt(0).toUpperCase() + name.slice(1);
}

export function EngineForm(props: { hello: Hello; value: EngineChoice; onChange: (value: EngineChoice) => void }) {
  const { hello, value } = props;
  const change = (part: Partial<EngineChoice>) => props.onChange({ ...value, ...part });
  const own = hello.evaluations.filter((one) => !hello.personas.some((persona) => persona.name === one.name));
  const persona = personaOf(value, hello);
  const evaluation = own.find((one) => one.name === value.evaluation) ?? own[0];
  const search = hello.searches.find((one) => one.name === (value.search || persona?.settings.Search)) ?? hello.searches[0];
  const known = new Set(['Persona', 'Evaluation', 'Search', 'UCI_LimitStrength', 'UCI_Elo', 'MultiPV', 'Ponder', 'UCI_Chess960', 'UCI_ShowWDL', 'UCI_AnalyseMode']);
  const rest = hello.options.filter((option) => !known.has(option.name));
  const elo = hello.elo;
  return (
    <>
      <Field label="Engine (evaluation)" hint={persona?.description ?? evaluation?.description}>
        <select
          value={persona ? `persona ${persona.name}` : evaluation?.name}
          onChange={(event) => {
            const name = event.currentTarget.value;
            // A persona brings its evaluation and its search.
            if (name.startsWith('persona ')) change({ persona: name.slice('persona '.length), evaluation: '', search: '' });
            else change({ persona: '', evaluation: name, search: persona ? '' : value.search });
          }}
        >
          <optgroup label="Xanthos">{own.map((one) => <option key={one.name} value={one.name}>{titleOf(one.name)}</option>)}</optgroup>
          {hello.personas.length > 0 && (
            <optgroup label="Personas">{hello.personas.map((one) => <option key={one.name} value={`persona ${one.name}`}>{titleOf(one.name)}</option>)}</optgroup>
          )}
        </select>
      </Field>
      {hello.searches.length > 1 && (
        <div>
          <Choice
            label="Search"
            value={search.name}
            options={hello.searches.map((one) => [one.name, SEARCH_NAMES[one.name] ?? one.name, SEARCHES[one.name]] as const)}
            onChange={(name) => change({ search: name })}
          />
          <p class="field-hint">{SEARCHES[search.name] ?? '\u00a0'}</p>
        </div>
      )}
      {elo && (
        <>
          <Choice
            label="Strength"
            value={value.elo === null ? 'full' : 'elo'}
            options={[
              ['elo', 'Choose rating'],
              ['full', 'Full strength'],
            ]}
            onChange={(kind) => change({ elo: kind === 'full' ? null : elo.default })}
          />
          <label class={`field elo${value.elo === null ? ' off' : ''}`}>
            <span class="field-label">
              {value.elo === null ? 'Full strength' : `${value.elo} Elo`}
              <em>{value.elo === null ? 'superhuman' : levelName(value.elo)}</em>
            </span>
            <input
              type="range"
              min={elo.min}
              max={elo.max}
              step={50}
              disabled={value.elo === null}
              value={value.elo ?? elo.max}
              onInput={(event) => change({ elo: Number(event.currentTarget.value) })}
            />
          </label>
        </>
      )}
      {rest.length > 0 && (
        <details class="more">
          <summary>Advanced engine options</summary>
          {rest.map((option) => (
            <OptionField
              key={option.name}
              option={option}
              value={value.more[option.name] ?? persona?.settings[option.name]}
              onChange={(next) => {
                const more = { ...value.more };
                if (next === undefined) delete more[option.name];
                else more[option.name] = next;
                change({ more });
              }}
            />
          ))}
        </details>
      )}
    </>
  );
}

type OptionValue = OptionValues[string];

function OptionField(props: { option: EngineOption; value: OptionValue | undefined; onChange: (value: OptionValue | undefined) => void }) {
  const { option } = props;
  const value = props.value ?? option.default;
  if (option.kind === 'check') {
    return (
      <label class="field check">
        <input type="checkbox" checked={value === true || value === 'true'} onChange={(event) => props.onChange(event.currentTarget.checked)} />
        <span class="field-label">{option.name}</span>
        <span class="field-hint">{option.help}</span>
      </label>
    );
  }
  return (
    <Field label={option.name} hint={option.help}>
      {option.kind === 'combo' ? (
        <select value={String(value)} onChange={(event) => props.onChange(event.currentTarget.value)}>
          {option.choices.map((choice) => <option key={choice}>{choice}</option>)}
        </select>
      ) : (
        <input type="number" min={option.min} max={option.max} value={Number(value)} onChange={(event) => props.onChange(event.currentTarget.value === '' ? undefined : Number(event.currentTarget.value))} />
      )}
    </Field>
  );
}
