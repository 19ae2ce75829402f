// SPDX-License-Identifier: GPL-3.0-or-later
/** Who can be played: eight ratings and the engines of the papers, each with a face and a sentence. */
import { useId } from 'preact/hooks';
import type { Hello, OptionValues } from '../protocol';
import { asOptions, FULL, type EngineChoice } from './engine';
import { Face } from './faces';

export interface Opponent {
  key: string;
  name: string;
  /** Null is full strength. */
  elo: number | null;
  persona: string;
  sentence: string;
  paper?: string;
}

const level = (elo: number, name: string, sentence: string): Opponent => ({ key: String(elo), name, elo, persona: '', sentence });

export const LEVELS: readonly Opponent[] = [
  level(500, 'First games', 'Knows how the pieces move, and often leaves one where it can be taken.'),
  level(800, 'Beginner', 'Takes what is left hanging, if it sees it; misses most threats.'),
  level(1100, 'Casual', 'Plays for fun: sensible moves, and a blunder every now and then.'),
  level(1400, 'Club player', 'Few gifts; overlooks quiet moves and long diagonals.'),
  level(1700, 'Strong club', 'Sound tactics. Has to be outplayed.'),
  level(2000, 'Expert', 'Punishes most mistakes and converts what it wins.'),
  level(2400, 'Master', 'One slip is usually enough.'),
  { key: 'full', name: 'Xanthos', elo: null, persona: '', sentence: 'The engine at full strength: superhuman. Thinks on your time as well.' },
];

const VUCKOVIC = 'Vladan Vučković, “Axon Chess Engine Evaluation Function”, 2024';
const ACHILLES = 'Vučković and Šolak, “Time Management Procedure in Computer Chess”';
const BANNAN = 'Bannan and Das, “Creating Artificial Intelligence to Play Chess”';
const SHIM = 'Joshua Shim, “Chess Engine COMP4121”, 2024';

const PERSONAS: readonly Opponent[] = [
  { key: 'axon', name: 'Axon', sentence: 'Counts free squares, kings and pawns by rules made by hand.', paper: VUCKOVIC },
  { key: 'achilles', name: 'Achilles', sentence: 'Thinks long where lines are close, and moves at once where one is clear.', paper: ACHILLES },
  { key: 'bannan', name: 'Bannan', sentence: 'Likes good squares, plays captures out, picks its openings by chance.', paper: BANNAN },
  { key: 'comp4121', name: 'COMP4121', sentence: 'Looks six plies ahead, captures and checks first, and not one further.', paper: SHIM },
  { key: 'baguette', name: 'Baguette', sentence: 'A blitz player that stops thinking in the middle of an exchange.', paper: 'Ragusa, Sennikow and Plewka, “Baguette – Eine Schachengine”, 2019' },
  { key: 'bannan-cnn-plus', name: 'Bannan CNN+', sentence: 'A network that looks at the board like a picture, with captures played out.', paper: BANNAN },
  { key: 'bannan-cnn', name: 'Bannan CNN', sentence: 'The same network as its paper had it: judged in the middle of exchanges.', paper: BANNAN },
  { key: 'comp4121-mcts', name: 'COMP4121 MCTS', sentence: 'Tries lines out as a gambler would, a few dozen a move.', paper: SHIM },
].map((one) => ({ ...one, elo: null, persona: one.key }));

/** The personas that the server has; all that are known until it has said so. */
export function personas(hello: Hello | null): Opponent[] {
  if (!hello) return [...PERSONAS];
  const known = PERSONAS.filter((one) => hello.personas.some((other) => other.name === one.key));
  const others = hello.personas.filter((other) => !PERSONAS.some((one) => one.key === other.name));
  return [...known, ...others.map((one) => ({ key: one.name, name: one.name, elo: null, persona: one.name, sentence: one.description }))];
}

export function opponentOf(key: string, hello: Hello | null): Opponent {
  return [...LEVELS, ...personas(hello)].find((one) => one.key === key) ?? LEVELS[3];
}

/** Everything that belongs to an opponent: evaluation, search, clock model and book come with the persona. */
export function playsLike(opponent: Opponent, hello: Hello): { options: OptionValues; book: boolean; ponder: boolean } {
  const choice: EngineChoice = { ...FULL, persona: opponent.persona, elo: opponent.elo };
  const paper = hello.personas.find((one) => one.name === opponent.persona);
  return { options: asOptions(choice, hello), book: paper ? paper.settings.OwnBook === 'true' : true, ponder: opponent.elo === null };
}

/** The card that an engine with these options was set up by, if it was one. */
export function cardOf(options: OptionValues, hello: Hello | null): Opponent | null {
  if (!hello) return null;
  const text = (values: OptionValues) => JSON.stringify(Object.entries(values).sort());
  const wanted = text(options);
  return [...LEVELS, ...personas(hello)].find((one) => text(playsLike(one, hello).options) === wanted) ?? null;
}

/** `Axon`, `Club player (1400)`. */
export const titleOf = (one: Opponent): string => (one.elo ? `${one.name} (${one.elo})` : one.name);

/** What is known about the strength of an opponent, and from where. */
export function strengthOf(opponent: Opponent, hello: Hello | null): string {
  if (opponent.elo !== null) return `Elo ${opponent.elo}, measured against Stockfish’s levels`;
  if (!opponent.persona) return 'Full strength';
  const rating = hello?.personas.find((one) => one.name === opponent.persona)?.rating;
  return rating ? `Elo ${rating} on the list of the papers’ engines, where Bannan is 0` : 'Not rated yet';
}

/** Short, for the card. */
function badge(opponent: Opponent, hello: Hello | null): string {
  if (opponent.elo !== null) return String(opponent.elo);
  if (!opponent.persona) return 'full strength';
  const rating = hello?.personas.find((one) => one.name === opponent.persona)?.rating?.split(' ')[0];
  return rating ? (/^\d/.test(rating) && rating !== '0' ? `+${rating}` : rating) : '\u2013';
}

export function Opponents(props: { hello: Hello | null; value: string; onChange: (key: string) => void }) {
  const name = useId();
  const card = (one: Opponent) => (
    <label class="card" key={one.key}>
      <input type="radio" name={name} value={one.key} checked={props.value === one.key} onChange={() => props.onChange(one.key)} />
      <span class="card-face"><Face who={one.key} /></span>
      <span class="card-text">
        <b>{one.name}</b>
        <small>{badge(one, props.hello)}</small>
      </span>
    </label>
  );
  const chosen = opponentOf(props.value, props.hello);
  return (
    <div class="opponents">
      <fieldset class="cards">
        <legend>Opponent by rating</legend>
        <div class="card-grid">{LEVELS.map(card)}</div>
      </fieldset>
      <fieldset class="cards">
        <legend>Engines of the literature <span class="legend-note">Elo relative to Bannan</span></legend>
        <div class="card-grid">{personas(props.hello).map(card)}</div>
      </fieldset>
      <div class="chosen" aria-live="polite">
        <p>{chosen.sentence}</p>
        <p class="quiet">{strengthOf(chosen, props.hello)}{chosen.paper ? `. ${chosen.paper}.` : '.'}</p>
      </div>
    </div>
  );
}
