// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * What the page and the server say to each other; docs/web-protocol.md has the words.
 *
 * Scores are White's view everywhere. Only what the page reads is written down here.
 */
export type Color = 'white' | 'black';

export interface Score {
  cp?: number;
  mate?: number;
  tablebase?: number;
}

export interface At {
  fen: string;
  moves?: string[];
  chess960?: boolean;
}

export interface EngineOption {
  name: string;
  kind: 'check' | 'spin' | 'combo' | 'string' | 'button';
  default?: string | number | boolean;
  min?: number;
  max?: number;
  choices?: string[];
  help?: string;
}

export interface Evaluation {
  name: string;
  description: string;
  explains: boolean;
  style: boolean;
  persona: boolean;
}

export interface Hello {
  boot: string;
  server: { name: string; version: string };
  evaluations: Evaluation[];
  searches: { name: string }[];
  elo: { min: number; max: number; default: number } | null;
  options: EngineOption[];
  engines: { name: string }[];
  book: { name: string; kind: string } | null;
  tablebase: { men: number } | null;
  threads: number;
  limits: { lines: number; pgn_games: number; message_bytes: number };
}

export type OptionValues = Record<string, string | number | boolean>;

export interface OurEngine {
  options: OptionValues;
  book?: boolean;
}

export interface Start {
  fen?: string;
  chess960?: number | 'random' | boolean | null;
  number?: number | null;
}

export interface Limit {
  ms?: number;
  nodes?: number;
  depth?: number;
}

export interface SideClock {
  base_ms: number;
  inc_ms: number;
  /** After so many moves `base_ms` is given again. */
  moves?: number;
}

export interface TimeReason {
  model: string;
  recommended_ms?: number;
  limit_ms?: number;
  target_ms?: number;
  used_ms?: number;
  why?: string;
  text?: string;
}

export interface PlayedMove {
  uci: string;
  san: string;
  by?: 'you' | 'engine';
  used_ms?: number;
  left_ms?: number;
  score?: Score;
  depth?: number;
  nodes?: number;
  line?: string[];
  book?: boolean;
  time?: TimeReason;
}

export interface Outcome {
  result: string;
  winner?: Color | null;
  reason: string;
  text: string;
}

export interface Clocks {
  white_ms: number | null;
  black_ms: number | null;
  running: Color | null;
}

export interface PlaySetup {
  you: Color;
  engine: OurEngine;
  start: { fen: string; chess960: boolean; number?: number | null };
  clock: unknown;
  limit: Limit | null;
  name?: string;
}

export interface PlayState {
  game: string;
  version: number;
  setup: PlaySetup;
  engine_name: string;
  moves: PlayedMove[];
  fen: string;
  turn: Color;
  ply: number;
  check: boolean;
  last?: [string, string] | null;
  dests: Record<string, string[]>;
  clock: Clocks | null;
  status: 'your_move' | 'thinking' | 'over' | 'paused';
  offer: { by: string; ply: number; answer: string } | null;
  outcome: Outcome | null;
  started: string;
}

export interface SearchInfo {
  depth: number;
  score: Score;
  nodes: number;
  nps: number;
  ms: number;
  san: string[];
  uci: string[];
  ply: number;
}

export interface Hint {
  ply: number;
  uci: string;
  san: string;
  score: Score;
  line: { uci: string[]; san: string[] };
}

export interface AnalysisLine {
  rank: number;
  depth: number;
  score: Score;
  bound: 'exact' | 'lower' | 'upper';
  wdl?: [number, number, number];
  uci: string[];
  san: string[];
}

export interface AnalysisInfo {
  analysis: number;
  fen: string;
  depth: number;
  seldepth: number;
  nodes: number;
  nps: number;
  ms: number;
  tbhits: number;
  sharing: number;
  lines: AnalysisLine[];
}

export interface Tapered {
  middlegame: number;
  endgame: number;
}

export interface TermRow {
  term: string;
  white: Tapered;
  black: Tapered;
  balance: number;
  white_cp: number;
  black_cp: number;
}

export interface Credit {
  term: string;
  side: Color;
  weight: string;
  count: number;
  mixed: number;
  squares: string[];
}

export interface Verdicts {
  classical?: Score | null;
  nnue?: Score | null;
  search?: Score | null;
  difference_cp?: number | null;
  disagree?: boolean;
}

export interface KingMap {
  king: string;
  zone: string[];
  attacked: Record<string, number>;
  attackers: string[];
  danger_cp?: number;
}

export interface Maps {
  values: Record<Color, Record<string, number>>;
  network: Record<Color, Record<string, number>>;
  mobility: { men: Record<string, number>; control: Record<string, number> };
  king: Record<Color, KingMap>;
  pinned: { square: string; side: Color; by: string; to: string; ray: string[]; absolute: boolean }[];
  passed: { square: string; side: Color; worth: number; path: string[] }[];
}

export interface Ledger {
  fen: string;
  turn: Color;
  in_check: boolean;
  account: { phase: number; full: number; terms: TermRow[]; credits: Credit[]; rounding: number; total: number } | null;
  features: { feature: string; side: Color; square: string; worth: number }[];
  verdicts: Verdicts;
  maps: Maps;
}

export interface EvidenceLine {
  fen?: string;
  start?: string;
  uci?: string[];
  san?: string[];
  text?: string;
  moves?: unknown;
}

export interface Sentence {
  section: string;
  phrase?: string;
  text: string;
  squares?: string[];
  lines?: EvidenceLine[];
  evidence?: Record<string, unknown>;
}

export type Level = 'beginner' | 'club' | 'expert';

export interface Explanation {
  fen: string;
  sentences: Record<Level, Sentence[]>;
  verdicts?: Verdicts;
  explanation?: Record<string, unknown>;
}

export interface BookMoves {
  book: string;
  kind: string;
  opening: { eco: string; name: string } | null;
  total: number;
  candidates: {
    uci: string;
    san: string;
    weight: number;
    share: number;
    games?: number;
    white?: number;
    draws?: number;
    black?: number;
    score?: number;
    rating?: number;
    last_year?: number;
    opening?: { eco: string; name: string } | null;
  }[];
}

export interface TableProbe {
  outcome: string;
  dtz: number;
  moves: { uci: string; san: string; outcome: string; dtz: number; zeroes: boolean; mates: boolean }[];
}

export interface WatchState {
  watch: string;
  version: number;
  white: { name: string };
  black: { name: string };
  setup: Record<string, unknown>;
  moves: PlayedMove[];
  fen: string;
  turn: Color;
  ply: number;
  check: boolean;
  last?: [string, string] | null;
  clock: Clocks | null;
  status: 'starting' | 'playing' | 'paused' | 'over';
  outcome: Outcome | null;
  started: string;
}

export interface PgnMove {
  uci: string;
  san: string;
  fen: string;
  nags?: number[];
  comment?: string | null;
  /** What is said before the first move of a variation. */
  before?: string | null;
  eval?: Score | null;
  clock_ms?: number | null;
  variations?: PgnMove[][];
}

export interface PgnGame {
  tags: [string, string][];
  start: string;
  chess960: boolean;
  result: string;
  comment?: string | null;
  line: PgnMove[];
  errors?: string[];
}

export interface ServerError {
  code: string;
  message: string;
  field?: string | null;
}
