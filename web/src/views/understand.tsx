// SPDX-License-Identifier: GPL-3.0-or-later
/** Understand: the position explained in words, colours and numbers. */
import type { DrawShape } from '@lichess-org/chessground/draw';
import type { Key } from '@lichess-org/chessground/types';
import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { announce } from '../announce';
import { numbered, plyOf, scoreText, signed, titled } from '../chess/notation';
import { dests, ending, inCheck, playTyped, replay, turn } from '../chess/rules';
import { say } from '../notice';
import { Board } from '../parts/board';
import { Choice } from '../parts/controls';
import { EvalBar } from '../parts/evalbar';
import { LedgerChart } from '../parts/ledger';
import { TreeMoves } from '../parts/moves';
import { focusMoveInput, Table, useKeys, Walk } from '../parts/table';
import { MoveInput, TextBoard } from '../parts/words';
import type { Ledger, Sentence, Verdicts } from '../protocol';
import { open } from '../route';
import { kept, level } from '../settings';
import { arrow, endScore, lastOf } from './analyse';
import { outcomeText } from './play';
import { colour, COLOURINGS, type Colouring } from './colouring';
import { go, orientation, playHere, tree, version, walk } from './study';
import { exhibit, explain, explaining, explanation, following, ledger, ledgerNote, question, show, step } from './understanding';

const colouring = kept<Colouring>('understand.colouring', 'none');

export function Understand() {
  const now = tree.value;
  void version.value;
  const node = now.current;
  const term = useSignal<string | null>(null);
  const exhibited = exhibit.value;
  const line = exhibited?.lines[exhibited.line];
  const held = useRef<Ledger | null>(null);
  if (ledger.value) held.current = ledger.value;
  const account = ledger.value ?? held.current;

  // The board shows the position, or a step of the line of the chosen sentence.
  const proof = useMemo(() => (line ? replay(line.fen, line.uci, now.chess960) : null), [line]);
  const at = proof && exhibited ? Math.min(exhibited.step, proof.fens.length - 1) : 0;
  const fen = proof ? proof.fens[at] : node.fen;
  const coloured = useMemo(() => colour(exhibited ? 'none' : colouring.value, account), [account, colouring.value, exhibited !== null]);
  const marked = exhibited && at === 0 ? exhibited.squares : term.value && !exhibited ? squaresOf(account, term.value) : [];
  const shapes: DrawShape[] = exhibited
    ? line && line.uci[at]
      ? [arrow(line.uci[at], 'shown')]
      : exhibited.squares.length && !line
        ? exhibited.squares.map((square) => ({ orig: square as Key, brush: 'shown' }))
        : []
    : coloured.shapes;
  const over = useMemo(() => ending(node.fen), [node.fen]);

  useKeys({
    ArrowLeft: () => (exhibit.peek() ? step(-1) : walk.back()),
    ArrowRight: () => (exhibit.peek() ? step(1) : walk.forward()),
    Home: () => (exhibit.peek() ? step(-Infinity) : walk.start()),
    End: () => (exhibit.peek() ? step(Infinity) : walk.end()),
    Escape: () => (exhibit.value = null),
    f: walk.flip,
    m: focusMoveInput,
  });

  return (
    <Table
      title="Understand"
      bar={<EvalBar score={over ? endScore(over.winner) : explanation.value?.verdicts?.search ?? account?.verdicts.nnue ?? account?.verdicts.classical} orientation={orientation.value} />}
      board={
        <Board
          fen={fen}
          orientation={orientation.value}
          turn={turn(fen)}
          movable={exhibited ? null : 'both'}
          dests={exhibited ? new Map() : dests(node.fen, now.chess960)}
          last={proof ? proof.lasts[at] : node.uci ? lastOf(node.uci) : null}
          check={inCheck(fen)}
          shapes={shapes}
          tints={coloured.tints}
          marked={marked}
          onMove={playHere}
        />
      }
      under={
        <>
          <EvidenceLines />
          <Choice label="Colour the board by" value={colouring.value} options={COLOURINGS} onChange={(value) => (colouring.value = value)} />
          <p class="legend">{coloured.legend || (colouring.value === 'none' ? 'Choose what to show on the board.' : '\u00a0')}</p>
          <MoveInput fen={node.fen} chess960={now.chess960} wait={over ? 'The game is over in this position' : null} onMove={playHere} />
          <TextBoard fen={fen} orientation={orientation.value} />
        </>
      }
      panel={
        <>
          <ExplanationPanel over={over && outcomeText(over)} />
          <Walk {...walk} atStart={!node.parent} atEnd={node.children.length === 0} />
          <section aria-label="Evaluation breakdown">
            <h2>Evaluation breakdown</h2>
            <Disagreement verdicts={over ? undefined : (explanation.value?.verdicts ?? account?.verdicts)} />
            {account?.account && !over ? (
              <LedgerChart ledger={account} chosen={term.value} onChoose={(chosen) => (term.value = chosen)} />
            ) : (
              <p class="quiet ledger-none">{over ? 'The game is over in this position.' : ledgerNote.value || 'Evaluating…'}</p>
            )}
            {term.value && account && !over && <Credits ledger={account} term={term.value} />}
          </section>
          <details class="more">
            <summary>Moves</summary>
            <TreeMoves tree={now} version={version.value} onGo={go} empty="Make a move or open a game in Analyse." />
          </details>
          <div class="actions">
            <button type="button" class="button" onClick={() => open('analyse')}>Change position</button>
          </div>
        </>
      }
    />
  );
}

function squaresOf(account: Ledger | null, term: string): string[] {
  return [...new Set((account?.account?.credits ?? []).filter((one) => one.term === term).flatMap((one) => one.squares))];
}

/** The entries that make up a term, with their squares. */
function Credits(props: { ledger: Ledger; term: string }) {
  const credits = (props.ledger.account?.credits ?? []).filter((one) => one.term === props.term && one.mixed !== 0);
  credits.sort((one, other) => Math.abs(other.mixed) - Math.abs(one.mixed));
  if (credits.length === 0) return <p class="quiet">This term has no single squares.</p>;
  return (
    <ul class="credits" aria-label={`Breakdown of ${props.term}`}>
      {credits.slice(0, 10).map((one, index) => (
        <li key={index}>
          <span class={`seat ${one.side}`} aria-label={one.side} />
          <span>{titled(one.weight.replace(/[.:]/g, ' '))}{one.count > 1 ? ` ×${one.count}` : ''}</span>
          <span class="quiet">{one.squares.slice(0, 6).join(' ')}</span>
          <b>{signed(one.mixed / 100, 2)}</b>
        </li>
      ))}
    </ul>
  );
}

function Disagreement(props: { verdicts: Verdicts | undefined }) {
  const verdicts = props.verdicts;
  if (!verdicts?.classical || !verdicts.nnue) return <p class="verdicts">&nbsp;</p>;
  const difference = Math.abs(verdicts.difference_cp ?? (verdicts.nnue.cp ?? 0) - (verdicts.classical.cp ?? 0));
  return (
    <p class={`verdicts${verdicts.disagree ? ' apart' : ''}`}>
      Static evaluation <b>{scoreText(verdicts.classical)}</b>, network <b>{scoreText(verdicts.nnue)}</b>
      {verdicts.search ? <>, engine <b>{scoreText(verdicts.search)}</b></> : null}.{' '}
      {verdicts.disagree ? `Static evaluation and network disagree by ${(difference / 100).toFixed(2)}.` : `Static evaluation and network differ by ${(difference / 100).toFixed(2)}.`}
    </p>
  );
}

const SECTIONS: Record<string, string> = {
  position: 'Position',
  threats: 'Threats',
  threat: 'Threats',
  best: 'Best move',
  played: 'Move played',
  why_not: 'Why not',
  searches: 'Alpha-beta and MCTS',
  outcome: 'Result',
};

function ExplanationPanel(props: { over: string | null }) {
  const node = tree.value.current;
  const found = explanation.value;
  const field = useRef<HTMLInputElement>(null);
  const sentences = found?.sentences[level.value] ?? [];
  const sections: { name: string; sentences: Sentence[] }[] = [];
  for (const sentence of sentences) {
    const last = sections[sections.length - 1];
    if (last?.name === sentence.section) last.sentences.push(sentence);
    else sections.push({ name: sentence.section, sentences: [sentence] });
  }
  // The answer to the question comes first, then what is said about the position.
  const answer = sections.findIndex((section) => section.name === 'why_not' || section.name === 'played');
  if (answer > 0) sections.unshift(...sections.splice(answer));
  useEffect(() => {
    if (found && question.peek() !== 'Position') announce('The explanation is ready.');
  }, [found]);
  const whyNot = (event: Event) => {
    event.preventDefault();
    const text = field.current?.value.trim() ?? '';
    const move = text ? playTyped(node.fen, text, tree.peek().chess960) : null;
    if (move) void explain({ about: 'whynot', move: move.san });
    else say(text ? `${text} is not a legal move.` : 'Type a move to ask about.');
  };
  return (
    <section class="words" aria-label="Explanation" aria-busy={explaining.value}>
      <div class="words-head">
        <h2>{question.value || 'Explanation'}</h2>
        <Choice
          label="Explain for"
          hidden
          value={level.value}
          options={[
            ['beginner', 'Beginner'],
            ['club', 'Club'],
            ['expert', 'Expert'],
          ]}
          onChange={(value) => (level.value = value)}
        />
      </div>
      <div class="asks">
        <button type="button" class="button" disabled={props.over !== null} onClick={() => void explain({ about: 'position' })}>Explain position</button>
        <button type="button" class="button" disabled={!node.parent} onClick={() => void explain({ about: 'move' })}>{node.parent ? `Explain ${node.san}` : 'Explain last move'}</button>
        <button type="button" class="button" disabled={props.over !== null} title="Where alpha-beta and MCTS disagree" onClick={() => void explain({ about: 'searches' })}>Alpha-beta and MCTS</button>
        <form onSubmit={whyNot}>
          <label>
            <span class="unseen">Ask why not this move</span>
            <input ref={field} type="text" placeholder="Why not …?" spellcheck={false} autocapitalize="off" autocomplete="off" />
          </label>
          <button type="submit" class="button">Ask</button>
        </form>
      </div>
      <div class="sentences">
        {explaining.value && <p class="quiet working">Thinking…</p>}
        {!explaining.value && !found && <p class="quiet">{props.over ?? 'Ask for an explanation. Click a sentence to see its line on the board.'}</p>}
        {sections.map((section) => (
          <section key={section.name}>
            <h3>{SECTIONS[section.name] ?? titled(section.name)}</h3>
            <ul>
              {section.sentences.map((sentence, index) => (
                <li key={index}><SentenceButton sentence={sentence} /></li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <label class="field check">
        <input type="checkbox" checked={following.value} onChange={(event) => (following.value = event.currentTarget.checked)} />
        <span class="field-label">Explain every position automatically</span>
      </label>
    </section>
  );
}

/** A sentence: a button that puts its evidence on the board. */
export function SentenceButton(props: { sentence: Sentence }) {
  const { sentence } = props;
  const chosen = exhibit.value?.sentence === sentence;
  return <button type="button" class="sentence" aria-pressed={chosen} data-kind={String(sentence.evidence?.kind ?? '')} onClick={() => show(sentence)}>{sentence.text}</button>;
}

/** The line of the chosen sentence, move by move. */
export function EvidenceLines() {
  const now = exhibit.value;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a phone the board is above the words: show it when something is put on it.
    if (now?.step === 0 && box.current && matchMedia('(max-width: 56rem)').matches) document.querySelector('.board')?.scrollIntoView({ block: 'start' });
  }, [now?.sentence]);
  const line = now?.lines[now.line];
  return (
    <div class={`proof${now ? ' open' : ''}`} ref={box} aria-live="polite">
      {now ? (
        <>
          <div class="proof-head">
            <span class="proof-title">{line ? 'Line' : 'Squares'}</span>
            {now.lines.length > 1 &&
              now.lines.map((_, index) => (
                <button key={index} type="button" class="chip" aria-pressed={index === now.line} onClick={() => (exhibit.value = { ...now, line: index, step: 0 })}>{`Line ${index + 1}`}</button>
              ))}
            {line && (
              <>
                <button type="button" class="chip" disabled={now.step === 0} aria-label="Previous move of the line" onClick={() => step(-1)}>‹</button>
                <button type="button" class="chip" disabled={now.step >= line.uci.length} aria-label="Next move of the line" onClick={() => step(1)}>›</button>
              </>
            )}
            <button type="button" class="chip" aria-label="Back to the position" onClick={() => (exhibit.value = null)}>Close</button>
          </div>
          <p class="proof-line">
            {line
              ? numbered(line.san, plyOf(line.fen)).map((move, index) => (
                  <button key={index} type="button" class="line-move" aria-current={now.step === index + 1 ? 'step' : undefined} onClick={() => (exhibit.value = { ...now, step: index + 1 })}>
                    {move.number && <span class="tree-number">{move.number}</span>}{move.san}
                  </button>
                ))
              : now.squares.length
                ? now.squares.join(' ')
                : 'See the evaluation breakdown.'}
          </p>
        </>
      ) : (
        <p class="quiet">Click a sentence to see its line here.</p>
      )}
    </div>
  );
}
