// SPDX-License-Identifier: GPL-3.0-or-later
// Generated from the Rust types of crates/web; do not edit. To write it again:
//   XANTHOS_WRITE_TYPES=1 cargo test -p xanthos-web --lib typescript

/** Terms whose balances and the rounding add up to the total, White's view, in centipawns. */
export type Account = {
  /** How much of the middlegame is left, of `full`. */
  phase: number;
  full: number;
  terms: Array<TermRow>;
  credits: Array<Credit>;
  rounding: number;
  total: number;
};

/** An analysis ended by itself. */
export type AnalysisDone = {
  analysis: number;
  reason: AnalysisEnd;
  best: BestMove | null;
};

/** Why an analysis ended by itself. */
export type AnalysisEnd = "limit" | "finished";

/** All lines of a completed depth. */
export type AnalysisInfo = {
  analysis: number;
  fen: string;
  depth: number;
  seldepth: number;
  nodes: number;
  nps: number;
  /** Time computed on, not time passed. */
  ms: number;
  hashfull: number;
  tbhits: number;
  /** Threads and memory that it has now. */
  threads: number;
  hash_mib: number;
  /** How many analyses share the threads, and how often this one had its turn. */
  sharing: number;
  slices: number;
  lines: Array<AnalysisLine>;
};

/** A line of an analysis. */
export type AnalysisLine = {
  /** From 1. */
  rank: number;
  depth: number;
  score: Score;
  /** White's chances to win, draw and lose, in per mille. */
  wdl?: [number, number, number];
  /** In UCI notation. */
  uci: Array<string>;
  /** In standard algebraic notation. */
  san: Array<string>;
};

/** An analysis was begun. */
export type AnalysisStarted = {
  /** The number of the request. */
  analysis: number;
  fen: string;
  sharing: number;
};

/** A position and the moves that led on from it. */
export type At = {
  /** A FEN, `startpos` or nothing, which is the same. */
  fen?: string | null;
  /** In UCI or SAN; castling as king takes rook or as a king's move of two squares. */
  moves?: Array<string>;
  chess960?: boolean;
};

export type BestMove = {
  uci: string;
  san: string;
};

export type BookInfo = {
  name: string;
  /** `polyglot` or `trie`. */
  kind: string;
};

/** A position of a book. */
export type BookPage = {
  /** The file's own name. */
  book: string;
  /** `polyglot` or `trie`. */
  kind: string;
  /** The position. */
  fen: string;
  /** The opening's name: of the position, or of the last one before it that has a name. */
  opening?: OpeningName;
  /** Games, or for Polyglot books the sum of the weights. */
  total: number;
  /** The moves, the heaviest first. */
  candidates: Array<BookRow>;
};

/** A book move. */
export type BookRow = {
  /** The move in UCI notation. */
  uci: string;
  /** The move in standard algebraic notation. */
  san: string;
  /** Games, or Polyglot's weight. */
  weight: number;
  /** Its share of the total. */
  share: number;
  /** Polyglot's learn field. */
  learn?: number;
  /** The name of the opening after the move. */
  opening?: OpeningName;
  /** Games. */
  games?: number;
  /** Won by White. */
  white?: number;
  /** Drawn. */
  draws?: number;
  /** Won by Black. */
  black?: number;
  /** Without a result. */
  unknown?: number;
  /** Score of the side that played the move. */
  score?: number | null;
  /** Average rating of the players who chose it. */
  rating?: number | null;
  /** Average rating of their opponents. */
  opponent_rating?: number | null;
  /** The last year in which it was played. */
  last_year?: number | null;
};

/** A number from 0 to 959, `random`, or whether the position given is one of Chess960. */
export type Chess960Choice = number | "random" | boolean;

/** Where the clocks stand. */
export type Clocks = {
  /** White's, if it has one. */
  white_ms: number | null;
  /** Black's, if it has one. */
  black_ms: number | null;
  /** Whose runs. */
  running: Side | null;
};

/** An entry of a term, from its owner's view. */
export type Credit = {
  term: string;
  side: Side;
  /** The weight behind it, if it is one. */
  weight: string | null;
  count: number;
  mixed: number;
  squares: Array<string>;
};

/** The answer to a draw offer. */
export type DrawAnswer = "accepted" | "declined";

/** A draw offer and its answer. */
export type DrawOffer = {
  /** Who made it. */
  by: Mover;
  /** When. */
  ply: number;
  /** What was answered. */
  answer: DrawAnswer;
};

export type EloRange = {
  min: number;
  max: number;
  default: number;
};

/**
 * Why a game ended. Together with the result this says who did what: the
 * failing side of an [`Ending::Failure`] is the loser.
 */
export type Ending = "checkmate" | "stalemate" | "insufficient_material" | "fifty_moves" | "threefold" | "resignation" | "agreement" | "adjudication" | "max_moves" | "tablebase" | {
  "failure": Failure
} | "interrupted";

/** Our engine, as it is to play. */
export type EngineChoice = {
  /** Options by name. */
  options?: OptionValues;
  /** Whether it may play from the server's book. */
  book?: boolean;
  /** Whether it thinks on the person's time; only at full strength. */
  ponder?: boolean;
};

/** An option that a page may set. */
export type EngineOption = {
  name: string;
  help: string;
} & ({ "kind": "spin", default: number, min: number, max: number, } | { "kind": "check", default: boolean, } | { "kind": "combo", default: string, choices: Array<string>, });

/** A way to evaluate positions. */
export type EvaluationInfo = {
  name: string;
  description: string;
  /** Whether it can say what a position's value is made of. */
  explains: boolean;
  /** Whether the option `Style` changes it. */
  style: boolean;
};

/** A position or a move, explained. */
export type Explanation = {
  fen: string;
  /** The explanation of `xanthos explain --json`. */
  explanation: Record<string, unknown>;
  sentences: Levels;
  /** The move that it takes for the best, as UCI. */
  best: string | null;
  /** What that is worth, from White's view; in check too. */
  score: Score | null;
  /** None in check. */
  scores: Scores | null;
};

/** How a player failed. */
export type Failure = "startup" | "crash" | "stall" | "time" | "illegal_move" | "false_claim" | "protocol";

export type FoundGame = {
  /** Which of the games. */
  game: number;
  /** After how many half-moves of its main line. */
  ply: number;
  /** The move that was played then. */
  next: string | null;
};

/** The end of a game as PGN knows it. */
export type GameResult = "1-0" | "0-1" | "1/2-1/2" | "*";

/** Who is to do something. */
export type GameStatus = "your_move" | "thinking" | "starting" | "playing" | "paused" | "over";

/** What the server offers. */
export type Hello = {
  protocol: number;
  /** Changes when the server is restarted. */
  boot: string;
  server: ServerVersion;
  evaluations: Array<EvaluationInfo>;
  searches: Array<Named>;
  /** The engines of the papers. */
  personas: Array<PersonaInfo>;
  elo: EloRange | null;
  /** Options that a page may set. */
  options: Array<EngineOption>;
  /** Other engines, allowed on the command line. */
  engines: Array<Named>;
  book: BookInfo | null;
  tablebase: TablebaseInfo | null;
  threads: number;
  limits: ServerLimits;
};

/** What the engine would play in the person's place. */
export type Hint = {
  /** The game. */
  game: string;
  /** When it was asked. */
  ply: number;
  /** In UCI notation. */
  uci: string;
  /** In standard algebraic notation. */
  san: string;
  /** What it is worth. */
  score: Score | null;
  /** How deep it was looked. */
  depth: number;
  /** What would follow. */
  line: Variation;
};

export type KingMap = {
  king: string;
  zone: Array<string>;
  attacked: {
    [key in string]: number
  };
  attackers: Array<string>;
  /** What the static evaluation gives the attacker for it. */
  danger_cp: number | null;
};

/** The static evaluation, term by term. */
export type Ledger = {
  fen: string;
  turn: Side;
  in_check: boolean;
  /** None in check: much of it is about to change by force. */
  account: Account | null;
  scores: Scores | null;
  maps: Maps;
};

export type LegalMove = {
  uci: string;
  san: string;
};

/** The same explanation for three kinds of readers. */
export type Levels = {
  beginner: Array<Sentence>;
  club: Array<Sentence>;
  expert: Array<Sentence>;
};

/** Numbers and squares to colour the board by. */
export type Maps = {
  /** What each piece adds to the static evaluation, its owner's view. */
  values: Sides<{ [key in string]: number }>;
  /** How much the network's evaluation drops for its owner without the piece. */
  network: Sides<{ [key in string]: number }>;
  mobility: Mobility;
  king: Sides<KingMap>;
  pinned: Array<Pinned>;
  passed: Array<Passed>;
};

/** Everything that the server says, except for refusals. */
export type Message = {
  "type": "hello"
} & Hello | {
  "type": "pong";
} | {
  "type": "position"
} & PositionInfo | {
  "type": "play.state"
} & PlayState | {
  "type": "play.info"
} & PlayInfo | {
  "type": "play.hint"
} & Hint | {
  "type": "play.pgn";
  game: string;
  pgn: string;
  file: string;
} | {
  "type": "play.left";
  game: string;
} | {
  "type": "watch.state"
} & WatchState | {
  "type": "watch.info"
} & WatchInfo | {
  "type": "watch.pgn";
  watch: string;
  pgn: string;
  file: string;
} | {
  "type": "analyse.started"
} & AnalysisStarted | {
  "type": "analyse.info"
} & AnalysisInfo | {
  "type": "analyse.done"
} & AnalysisDone | {
  "type": "analyse.stopped";
} | {
  "type": "understand.ledger"
} & Ledger | {
  "type": "understand.explanation"
} & Explanation | {
  "type": "understand.searches"
} & SearchComparison | {
  "type": "book.moves"
} & BookPage | {
  "type": "tb.probe"
} & TablebaseProbe | {
  "type": "report.started"
} & ReportStarted | {
  "type": "report.progress"
} & ReportProgress | {
  "type": "report.done"
} & ReportDone | {
  "type": "report.failed"
} & ReportFailed | {
  "type": "report.stopped";
} | {
  "type": "report.file"
} & ReportFile | {
  "type": "pgn.games"
} & PgnGames | {
  "type": "pgn.found"
} & PgnFound | {
  "type": "pgn.text";
  pgn: string;
  file: string;
};

export type Mobility = {
  /** Squares that each piece can move to. */
  pieces: {
    [key in string]: number
  };
  /** White's attackers minus Black's. */
  control: {
    [key in string]: number
  };
};

/** A move and the position after it. */
export type MoveAndFen = {
  /** In UCI notation. */
  uci: string;
  /** In standard algebraic notation. */
  san: string;
  /** The position after it. */
  fen: string;
};

/** A sentence about a move with the lines that show it. */
export type MoveExplanation = {
  /** The sentence. */
  text: string;
  /** The lines, with move numbers. */
  lines: Array<string>;
  /** The same lines as data. */
  moves?: Array<ShownLine>;
};

/** What one move of an engine may cost. */
export type MoveLimit = {
  /** Milliseconds. */
  ms?: number | null;
  /** Nodes. */
  nodes?: number | null;
  /** Plies. */
  depth?: number | null;
};

/** A move and what it did. */
export type MoveReport = {
  /** Number of the ply, from 1. */
  ply: number;
  /** Number of the move as the game counts. */
  number: number;
  /** Who moved: `white` or `black`. */
  color: Side;
  /** The move in standard algebraic notation. */
  san: string;
  /** The move in UCI notation. */
  uci: string;
  /** The position after it. */
  fen: string;
  /** The score of that position, from White's view. */
  score: Score;
  /** White's winning chances in it. */
  win_chance: number;
  /** How deep the search behind `score` was; 0 where nothing had to be searched. */
  depth: number;
  /** Winning chances that the mover lost, in per mille. */
  loss: number;
  /** The judgement that follows from it. */
  judgement: Quality;
  /** Accuracy of the move, from 0 to 100. */
  accuracy: number;
  /** The best move. */
  best_san?: string | null;
  /** The best move in UCI notation. */
  best_uci?: string | null;
  /** Its score, from White's view. */
  best_score: Score;
  /** The best line, beginning with the best move, in standard algebraic notation. */
  best_line: Array<string>;
  /** The best line in UCI notation. */
  best_line_uci: Array<string>;
  /** Time left on the mover's clock, in milliseconds. */
  clock?: number | null;
  /** Time taken by the move, in milliseconds. */
  spent?: number | null;
  /** Time that the engine's own time manager recommends for that clock, in milliseconds. */
  advised?: number | null;
  /** Why the engine that played it took that long, in its own words. */
  why_then?: string | null;
  /** The comment on the move. */
  comment?: string | null;
  /** The motifs that the explanations name, as lichess calls them. */
  motifs?: Array<string>;
  /** Explanations of a bad move, if they were asked for. */
  remarks?: Array<MoveExplanation>;
};

/** Who moves in a game of a person against the engine. */
export type Mover = "you" | "engine";

export type Named = {
  name: string;
};

/** The name of an opening. */
export type OpeningName = {
  /** The code of the Encyclopaedia of Chess Openings, such as `C33`. */
  eco: string;
  /** The name. */
  name: string;
};

/** Options of an engine by name. */
export type OptionValues = {
  [name: string]: string | number | boolean
};

/** How a game ended. */
export type Outcome = {
  /** As in PGN. */
  result: GameResult;
  /** None in a draw, and in a game that was not finished. */
  winner: Side | null;
  /** Why it ended. */
  reason: Ending;
  /** For people. */
  text: string;
};

export type Passed = {
  square: string;
  side: Side;
  worth: number;
  path: Array<string>;
};

/** An engine of the papers, set by the option `Persona`. */
export type PersonaInfo = {
  name: string;
  description: string;
  /** The options that it sets, and their values. */
  settings: {
    [key in string]: string
  };
  /** Its rating among the engines of the papers, as docs/ratings.md has it: `28 ±96`. */
  rating: string | null;
};

/** Games in which a position occurs. */
export type PgnFound = {
  found: Array<FoundGame>;
};

/** A game, up to the first move that can't be played. */
export type PgnGame = {
  tags: Array<[string, string]>;
  /** The position before the first move; empty if the game could not be read at all. */
  start: string;
  chess960: boolean;
  result: string;
  /** Before the first move. */
  comment: string | null;
  line: Array<PgnMove>;
  /** What is wrong with it. */
  errors: Array<string>;
};

/** Games of a PGN. */
export type PgnGames = {
  games: Array<PgnGame>;
  /** Games beyond the limit. */
  left_out: number;
};

/** A move with its annotations. */
export type PgnMove = {
  uci: string;
  san: string;
  /** The position after it. */
  fen: string;
  nags?: Array<number>;
  comment?: string;
  /** The comment before the first move of a variation. */
  before?: string;
  /** `%eval`. */
  eval?: Score;
  /** `%clk`. */
  clock_ms?: number;
  /** Alternatives to this move. */
  variations?: Array<Array<PgnMove>>;
};

export type Pinned = {
  square: string;
  side: Side;
  by: string;
  to: string;
  ray: Array<string>;
  /** Behind it is the king: it may not move at all, except along the line. */
  absolute: boolean;
};

/** A clock for both, or one for each. */
export type PlayClock = {
  /** The person's. */
  you: TimeControlMs;
  /** The engine's. */
  engine: TimeControlMs;
} | TimeControlMs;

/** What the engine is thinking in a game against it. */
export type PlayInfo = {
  /** The game. */
  game: string;
  /** Plies played. */
  ply: number;
  /** Deepest completed. */
  depth: number;
  /** White's view. */
  score: Score;
  /** So far. */
  nodes: number;
  /** Per second. */
  nps: number;
  /** So far. */
  ms: number;
  /** In UCI notation. */
  uci: Array<string>;
  /** In standard algebraic notation. */
  san: Array<string>;
};

/** A new game against the engine. */
export type PlaySetup = {
  /** Who the person is. */
  you?: You;
  /** The opponent. */
  engine?: EngineChoice;
  /** Where the game begins. */
  start?: Start;
  /** The clocks, if there are any. */
  clock?: PlayClock | null;
  /** What each move of the engine may cost. */
  limit?: MoveLimit | null;
  /** The person's name. */
  name?: string | null;
};

/** A game against the engine, as pages see it. */
export type PlayState = {
  /** The key of the game. */
  game: string;
  /** How it was set up. */
  setup: PlayedSetup;
  /** The engine with its options. */
  engine_name: string;
  /** The person's legal moves by square; empty when it is not their turn. */
  dests: {
    [key in string]: Array<string>
  };
  /** The last draw offer. */
  offer: DrawOffer | null;
  /** Grows with every change. */
  version: number;
  /** The moves played. */
  moves: Array<PlayedMove>;
  /** The clocks, if there are any. */
  clock: Clocks | null;
  /** Who is to do something. */
  status: GameStatus;
  /** How it ended. */
  outcome: Outcome | null;
  /** When it began, in UTC. */
  started: string;
  /** The position. */
  fen: string;
  /** Who is to move. */
  turn: Side;
  /** Plies played. */
  ply: number;
  /** Whether that side is in check. */
  check: boolean;
  /** From where to where the last move went. */
  last: [string, string] | null;
};

/** A move of a game and what was thought of it. */
export type PlayedMove = {
  /** In UCI notation. */
  uci: string;
  /** In standard algebraic notation. */
  san: string;
  /** Who played it, where one is a person. */
  by?: Mover;
  /** What it cost. */
  used_ms: number;
  /** Where the clock stood after it. */
  left_ms?: number | null;
  /** What it is worth. */
  score?: Score | null;
  /** How deep it looked. */
  depth?: number | null;
  /** How much it looked at. */
  nodes?: number | null;
  /** What it expects next, as SAN. */
  line?: Array<string>;
  /** Whether it came from a book. */
  book?: boolean;
  /** Why it took the time it took. */
  time?: TimeUse | null;
  /** Whether it thought about it on the person's time: with the right move, or with another. */
  pondered?: boolean;
};

/** How a game against the engine was set up, with everything decided. */
export type PlayedSetup = {
  /** The person's side. */
  you: Side;
  /** The opponent. */
  engine: EngineChoice;
  /** Where it began. */
  start: StartPosition;
  /** The clocks, if there are any. */
  clock: PlayClock | null;
  /** What each move of the engine may cost. */
  limit: MoveLimit | null;
  /** The person's name. */
  name: string | null;
};

/** An engine that plays. */
export type PlayerChoice = {
  "kind": "xanthos"
} & EngineChoice | {
  "kind": "engine";
  /** Its name there. */
  name: string;
  /** UCI options. */
  options?: OptionValues;
};

/** A player's name. */
export type PlayerName = {
  /** The name. */
  name: string;
};

/** How one side played. */
export type PlayerReport = {
  /** From the tags; `?` if they have no name. */
  name: string;
  /** The rating in the tags. */
  elo?: string | null;
  /** Moves made. */
  moves: number;
  /** Accuracy from 0 to 100; none without moves. */
  accuracy: number | null;
  /** Number of inaccuracies. */
  inaccuracies: number;
  /** Number of mistakes. */
  mistakes: number;
  /** Number of blunders. */
  blunders: number;
  /** Winning chances lost per move on average, in per mille. */
  average_loss: number;
  /** Time used, in milliseconds, where it is known. */
  spent?: number | null;
};

/** A position and its legal moves. */
export type PositionInfo = {
  start: string;
  chess960: boolean;
  moves: Array<MoveAndFen>;
  dests: {
    [key in string]: Array<string>
  };
  legal: Array<LegalMove>;
  outcome: Outcome | null;
  opening: OpeningName | null;
  /** The position. */
  fen: string;
  /** Who is to move. */
  turn: Side;
  /** Plies played. */
  ply: number;
  /** Whether that side is in check. */
  check: boolean;
  /** From where to where the last move went. */
  last: [string, string] | null;
};

/** The name of a move's quality. */
export type Quality = "best" | "good" | "inaccuracy" | "mistake" | "blunder";

/** A request that is refused: why, for people, and which field is to blame. */
export type Refusal = {
  /** For programs. */
  code: RefusalCode;
  /** For people. */
  message: string;
  /** The field of the request that is to blame. */
  field?: string;
};

/** The kinds of refusals, for programs. */
export type RefusalCode = "bad_json" | "bad_message" | "bad_fen" | "bad_pgn" | "illegal_move" | "bad_option" | "unknown_engine" | "not_allowed" | "no_game" | "no_watch" | "no_report" | "not_your_turn" | "game_over" | "no_book" | "no_tablebase" | "busy" | "engine_failed" | "internal";

/** A game, move by move. Winning chances are in per mille: 500 is even. */
export type Report = {
  /** [`FORMAT`]. */
  format: number;
  /** The settings it was made with. */
  how: ReportSettings;
  /** The tags of the game. */
  tags: {
    [key in string]: string
  };
  /** The position before the first move. */
  start: string;
  /** Whether castling is that of Chess960: UCI moves then write it as king takes rook. */
  chess960: boolean;
  /** The score of the start, from White's view. */
  score: Score;
  /** White's winning chances at the start. */
  win_chance: number;
  /** `1-0`, `0-1`, `1/2-1/2` or `*`. */
  result: string;
  /** The comment before the first move. */
  comment?: string | null;
  /** The moves. */
  moves: Array<MoveReport>;
  /** How White played. */
  white: PlayerReport;
  /** How Black played. */
  black: PlayerReport;
  /** Where the game turned, in the order of the game. */
  turning_points: Array<TurningPoint>;
};

/** A finished report. */
export type ReportDone = {
  report: number;
  /** One for each game. */
  data: Array<Report>;
};

/** A report that could not be made. */
export type ReportFailed = {
  report: number;
  /** For programs. */
  code: RefusalCode;
  /** For people. */
  message: string;
  /** The field of the request that is to blame. */
  field?: string;
};

/** A report to be saved. */
export type ReportFile = {
  name: string;
  mime: string;
  text: string;
};

/** The formats of a saved report. */
export type ReportFormat = "html" | "pgn" | "json";

/** How far a report is, in positions. */
export type ReportProgress = {
  report: number;
  done: number;
  of: number;
  /** The game that is being analysed, from 0. */
  game: number;
};

/** The settings a report was made with. */
export type ReportSettings = {
  /** Name and version. */
  engine: string;
  /** `200000 nodes`, `depth 12` or `500 ms`, for each position. */
  effort: string;
  /** The evaluation. */
  evaluation: string;
  /** Threads of the search. */
  threads: number;
  /** Its hash table, in MiB. */
  hash: number;
  /** Whether tablebases were probed. */
  tablebases: boolean;
  /** Losses from which on a move is an inaccuracy, a mistake, a blunder. */
  thresholds: [number, number, number];
  /** Longest best line, in plies. */
  plies: number;
  /** The reader for whom bad moves are explained. */
  words?: string | null;
};

/** A report was begun. */
export type ReportStarted = {
  report: number;
  games: number;
  /** What is wrong with games that could not be read, or not to their end. */
  broken: Array<string>;
  /** Games beyond the limit. */
  left_out: number;
};

/** Everything that a page may ask for. */
export type Request = {
  "type": "hello";
} | {
  "type": "ping";
} | {
  "type": "position";
  at?: At;
} | {
  "type": "play.new"
} & PlaySetup | {
  "type": "play.resume";
  game: string;
  /** The last state that the page has, if the server has forgotten the game. */
  state?: StoredState | null;
} | {
  "type": "play.move";
  game: string;
  move: string;
  ply?: number | null;
} | {
  "type": "play.takeback";
  game: string;
} | {
  "type": "play.resign";
  game: string;
} | {
  "type": "play.draw";
  game: string;
} | {
  "type": "play.go";
  game: string;
} | {
  "type": "play.hint";
  game: string;
} | {
  "type": "play.pgn";
  game: string;
} | {
  "type": "play.leave";
  game: string;
} | {
  "type": "analyse.start";
  at?: At;
  lines?: number | null;
  options?: OptionValues;
  limit?: MoveLimit | null;
  threads?: number | null;
  hash_mib?: number | null;
} | {
  "type": "analyse.stop";
} | {
  "type": "understand.ledger";
  at?: At;
} | {
  "type": "understand.explain";
  at?: At;
  move?: string | null;
  against?: Array<string>;
  effort?: MoveLimit | null;
  lines?: number | null;
} | {
  "type": "understand.searches";
  at?: At;
  effort?: MoveLimit | null;
} | {
  "type": "book.moves";
  at?: At;
} | {
  "type": "tb.probe";
  at?: At;
} | {
  "type": "watch.start"
} & WatchSetup | {
  "type": "watch.pause";
  watch: string;
} | {
  "type": "watch.continue";
  watch: string;
} | {
  "type": "watch.stop";
  watch: string;
} | {
  "type": "watch.pgn";
  watch: string;
} | {
  "type": "report.start";
  pgn: string;
  effort?: MoveLimit | null;
} | {
  "type": "report.stop";
} | {
  "type": "report.export";
  report?: number | null;
  format: ReportFormat;
  /** The reports themselves, if the server has forgotten them. */
  data?: Array<Report> | null;
} | {
  "type": "pgn.read";
  pgn: string;
} | {
  "type": "pgn.find";
  /** Each the text of one game. */
  games: Array<string>;
  at: At;
} | {
  "type": "pgn.write";
  tags?: Array<[string, string]>;
  start?: string | null;
  chess960?: boolean;
  result?: string | null;
  comment?: string | null;
  line?: Array<TreeMove>;
};

/**
 * The score of a position. Searches report it from the point of view of the side to
 * move; [`Score::pov`] turns it to White's and back.
 *
 * The three kinds are never mixed up: a mate is counted in moves, a tablebase
 * result in plies, and only centipawns are an estimate.
 *
 * ```
 * use chess::Color;
 * use xanthos_search::Score;
 *
 * assert_eq!(Score::Cp(34).to_string(), "+0.34");
 * assert_eq!(Score::Mate(-2).to_string(), "#-2");
 * assert_eq!(-Score::Cp(34), Score::Cp(-34));
 * assert_eq!(Score::Cp(34).pov(Color::Black), Score::Cp(-34));
 * ```
 */
export type Score = {
  "cp": number
} | {
  "mate": number
} | {
  "tablebase": number
};

/** What evaluations and search say about a position, from White's view. */
export type Scores = {
  /** The static evaluation. */
  classical: Score;
  /** The network. */
  nnue: Score;
  /** The engine. */
  search?: Score;
  /** The network's minus the static evaluation. */
  difference_cp: number;
  /** Whether the difference is worth mentioning. */
  disagree: boolean;
};

/** Alpha-beta and MCTS, compared. */
export type SearchComparison = {
  fen: string;
  opinions: Record<string, unknown>;
  sentences: Array<Sentence>;
};

/** What a sentence is about. */
export type Section = "summary" | "position" | "threat" | "best" | "played" | "why_not" | "searches";

/** A sentence, and the lines that show that it is true. */
export type Sentence = {
  section: Section;
  text: string;
  squares: Array<string>;
  lines: Array<ShownLine>;
};

/** How much a page may ask for. */
export type ServerLimits = {
  message_bytes: number;
  lines: number;
  /** The most memory that an analysis can ask for; of threads it is all. */
  hash_mib: number;
  analyses: number;
  games: number;
  watches: number;
  pgn_games: number;
};

export type ServerVersion = {
  name: string;
  version: string;
};

/** A line and the position it starts from. */
export type ShownLine = {
  /** The position before its first move. */
  fen: string;
  /** In UCI notation. */
  uci: Array<string>;
  /** In standard algebraic notation. */
  san: Array<string>;
};

/** A side, with a name in JSON. */
export type Side = "white" | "black";

/** A map for each side. */
export type Sides<T> = {
  white: T;
  black: T;
};

/** Where a game is to begin. */
export type Start = {
  /** A FEN, `startpos` or nothing, which is the same. */
  fen?: string | null;
  /** The number of a Chess960 position, or `random`; true where `fen` is one. */
  chess960?: Chess960Choice | null;
  /** The number of the Chess960 position that was drawn. */
  number?: number | null;
};

/** Where a game begins, with everything decided that was left to chance. */
export type StartPosition = {
  /** The position. */
  fen: string;
  /** Whether castling is that of Chess960. */
  chess960: boolean;
  /** The number of the Chess960 position, if it has one. */
  number: number | null;
};

/** Why a search ended. */
export type StopReason = "only_move" | "recapture" | "settled" | "spent" | "extended" | "limit" | "solved" | "asked" | "stopped";

/** What of a state a page gives back; the rest follows from it. */
export type StoredState = {
  /** How it was set up. */
  setup: PlaySetup;
  /** The moves. */
  moves?: Array<PlayedMove>;
  /** The clocks. */
  clock?: Clocks | null;
  /** How it ended. */
  outcome?: Outcome | null;
  /** When it began. */
  started?: string | null;
};

export type TablebaseInfo = {
  /** The most pieces, kings and pawns included. */
  pieces: number;
};

/** A legal move and its result. */
export type TablebaseMove = {
  uci: string;
  san: string;
  outcome: string;
  dtz: number | null;
  mates: boolean;
  /** Whether it is a capture or a pawn move. */
  zeroes: boolean;
};

/** What tablebases know about a position. */
export type TablebaseProbe = {
  fen: string;
  /** For the side to move: `win`, `cursed_win`, `draw`, `blessed_loss`, `loss`. */
  outcome: string;
  /** Plies to the next capture or pawn move on the way. */
  dtz: number | null;
  /** The best first. */
  moves: Array<TablebaseMove>;
  /** Moves whose tables are missing. */
  unknown: Array<string>;
  /** Best play for both sides. */
  line: Variation;
};

/** A term: what each side has, mixed by the phase. */
export type TermRow = {
  term: string;
  white_cp: number;
  black_cp: number;
  balance: number;
};

/** The rule of a clock. */
export type TimeControlMs = {
  /** Time at the start. */
  base_ms: number;
  /** Time added for each move. */
  inc_ms?: number;
  /** The base is given again after so many moves. */
  moves?: number | null;
};

/** Where two clocks stand. */
export type TimeLeft = {
  /** White's. */
  white_ms: number;
  /** Black's. */
  black_ms: number;
};

/** The reasons of the time manager. */
export type TimeUse = {
  model: string | null;
  recommended_ms: number;
  limit_ms: number;
  target_ms: number;
  used_ms: number;
  why: StopReason;
  text: string;
};

/** A move of a game that is to be written, with what is said about it. */
export type TreeMove = {
  /** The move, by one of three names. */
  move?: string | null;
  /** As UCI. */
  uci?: string | null;
  /** As SAN. */
  san?: string | null;
  /** Annotation glyphs. */
  nags?: Array<number>;
  /** Words behind it. */
  comment?: string | null;
  /** Words before it. */
  before?: string | null;
  /** What could have been played instead. */
  variations?: Array<Array<TreeMove>>;
};

/** What a move changed, for the side that made it. */
export type Turn = "threw_away_game" | "let_slip_win" | "lost_balance" | "lost_chances";

/** A move that changed the expected result. */
export type TurningPoint = {
  /** Which move: [`MoveReport::ply`]. */
  ply: number;
  /** Who made it. */
  color: Side;
  /** What it changed. */
  turn: Turn;
  /** White's winning chances before it, in per mille. */
  before: number;
  /** White's winning chances after it. */
  after: number;
};

/** Moves from a position on. */
export type Variation = {
  /** In UCI notation. */
  uci: Array<string>;
  /** In standard algebraic notation. */
  san: Array<string>;
};

/** The clocks of two engines. */
export type WatchClock = {
  /** Where a game that goes on stands. */
  left?: TimeLeft | null;
  /** Time at the start. */
  base_ms: number;
  /** Time added for each move. */
  inc_ms?: number;
  /** The base is given again after so many moves. */
  moves?: number | null;
};

/** What an engine is thinking in a game between engines. */
export type WatchInfo = {
  /** The game. */
  watch: string;
  /** Which engine. */
  side: Side;
  /** Plies played. */
  ply: number;
  /** Deepest completed. */
  depth: number;
  /** White's view. */
  score: Score;
  /** So far. */
  nodes: number;
  /** Per second. */
  nps: number;
  /** So far. */
  ms: number;
  /** In UCI notation. */
  uci: Array<string>;
  /** In standard algebraic notation. */
  san: Array<string>;
};

/** A game between two engines. */
export type WatchSetup = {
  /** White. */
  white: PlayerChoice;
  /** Black. */
  black: PlayerChoice;
  /** Where the game begins. */
  start?: Start;
  /** Moves that are played already. */
  moves?: Array<string>;
  /** The clocks, if there are any. */
  clock?: WatchClock | null;
  /** What each move may cost. */
  limit?: MoveLimit | null;
  /** The pause between two moves, which costs no clock time, for those who watch. */
  pause_ms?: number | null;
};

/** A game between two engines, as pages see it. */
export type WatchState = {
  /** The key of the game. */
  watch: string;
  /** How it was set up. */
  setup: WatchedSetup;
  /** White's name. */
  white: PlayerName;
  /** Black's name. */
  black: PlayerName;
  /** Grows with every change. */
  version: number;
  /** The moves played. */
  moves: Array<PlayedMove>;
  /** The clocks, if there are any. */
  clock: Clocks | null;
  /** Who is to do something. */
  status: GameStatus;
  /** How it ended. */
  outcome: Outcome | null;
  /** When it began, in UTC. */
  started: string;
  /** The position. */
  fen: string;
  /** Who is to move. */
  turn: Side;
  /** Plies played. */
  ply: number;
  /** Whether that side is in check. */
  check: boolean;
  /** From where to where the last move went. */
  last: [string, string] | null;
};

/** How a game between engines was set up, with everything decided. */
export type WatchedSetup = {
  /** White. */
  white: PlayerChoice;
  /** Black. */
  black: PlayerChoice;
  /** Where it began. */
  start: StartPosition;
  /** The clocks, if there are any. */
  clock: WatchClock | null;
  /** What each move may cost. */
  limit: MoveLimit | null;
  /** The pause between two moves, for those who watch. */
  pause_ms: number | null;
};

/** The side of the person. */
export type You = "white" | "black" | "random";

/** Which message answers which request, unless it is refused. */
export interface Answers {
  "hello": "hello";
  "ping": "pong";
  "position": "position";
  "play.new": "play.state";
  "play.resume": "play.state";
  "play.move": "play.state";
  "play.takeback": "play.state";
  "play.resign": "play.state";
  "play.draw": "play.state";
  "play.go": "play.state";
  "play.hint": "play.hint";
  "play.pgn": "play.pgn";
  "play.leave": "play.left";
  "analyse.start": "analyse.started";
  "analyse.stop": "analyse.stopped";
  "understand.ledger": "understand.ledger";
  "understand.explain": "understand.explanation";
  "understand.searches": "understand.searches";
  "book.moves": "book.moves";
  "tb.probe": "tb.probe";
  "watch.start": "watch.state";
  "watch.pause": "watch.state";
  "watch.continue": "watch.state";
  "watch.stop": "watch.state";
  "watch.pgn": "watch.pgn";
  "report.start": "report.started";
  "report.stop": "report.stopped";
  "report.export": "report.file";
  "pgn.read": "pgn.games";
  "pgn.find": "pgn.found";
  "pgn.write": "pgn.text";
}
