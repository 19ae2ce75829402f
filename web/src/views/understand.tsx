// SPDX-License-Identifier: GPL-3.0-or-later
/** Understand: the position on the board explained in words and numbers. */
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { announce } from '../announce';
import { numbered, plyOf, scoreText, signed, titled } from '../chess/notation';
import { ending, playTyped } from '../chess/rules';
import { notify } from '../notice';
import { Choice } from '../parts/controls';
import { EvaluationBreakdown } from '../parts/evaluation-breakdown';
import type { Ledger, Scores, Sentence } from '../protocol';
import { level, phone } from '../settings';
import { linesHere, running } from './analysis';
import { outcomeText } from './play';
import { tree, version } from './study';
import { evidence, explain, explaining, explanation, following, ledger, ledgerNote, question, show, step } from './understanding';

/** The term of the breakdown whose squares are marked. */
export const term = signal<string | null>(null);

export function UnderstandPanel() {
  void version.value;
  const node = tree.value.current;
  const over = ending(node.fen);
  const account = ledger.value;
  return (
    <>
      <ExplanationPanel over={over && outcomeText(over)} />
      <details class="more breakdown">
        <summary>Evaluation breakdown</summary>
        <ScoresLine scores={over ? null : withEngine(explanation.value?.scores ?? account?.scores)} />
        {account?.account && !over ? (
          <EvaluationBreakdown ledger={account} chosen={term.value} onChoose={(chosen) => (term.value = chosen)} />
        ) : (
          <p class="quiet ledger-none">{over ? 'The game is over in this position.' : ledgerNote.value || 'Evaluating…'}</p>
        )}
        {term.value && account && !over && <Credits ledger={account} term={term.value} />}
      </details>
    </>
  );
}

/** The engine's number is the one that the bar shows, where it runs. */
function withEngine(scores: Scores | null | undefined): Scores | null {
  const live = linesHere()?.lines[0]?.score;
  return scores ? { ...scores, search: live ?? scores.search } : null;
}

export function squaresOf(account: Ledger | null, term: string): string[] {
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
          <span class={`seat ${one.side}`} role="img" aria-label={one.side} />
          <span>{titled((one.weight ?? props.term).replace(/[.:]/g, ' '))}{one.count > 1 ? ` ×${one.count}` : ''}</span>
          <span class="quiet">{one.squares.slice(0, 6).join(' ')}</span>
          <b>{signed(one.mixed / 100, 2)}</b>
        </li>
      ))}
    </ul>
  );
}

/** Static evaluation, network and engine side by side. */
function ScoresLine(props: { scores: Scores | null | undefined }) {
  const { scores } = props;
  if (!scores) return <p class="scores">&nbsp;</p>;
  const difference = Math.abs(scores.difference_cp);
  return (
    <p class={`scores${scores.disagree ? ' apart' : ''}`}>
      Static evaluation <b>{scoreText(scores.classical)}</b>, network <b>{scoreText(scores.nnue)}</b>
      {scores.search ? <>, engine <b>{scoreText(scores.search)}</b></> : null}.{' '}
      {scores.disagree ? `Static evaluation and network disagree by ${(difference / 100).toFixed(2)}.` : `Static evaluation and network differ by ${(difference / 100).toFixed(2)}.`}
    </p>
  );
}

const SECTIONS: Record<Sentence['section'], string> = {
  summary: 'In short',
  position: 'Position',
  threat: 'Threats',
  best: 'Best move',
  played: 'Move played',
  why_not: 'Why not',
  searches: 'Alpha-beta and MCTS',
};

function ExplanationPanel(props: { over: string | null }) {
  void version.value;
  const node = tree.value.current;
  const found = explanation.value;
  const field = useRef<HTMLInputElement>(null);
  // The score stands above, where the engine goes on: a second one, some moments older, would contradict it.
  const older = found?.score && running.value && linesHere() ? ` (${scoreText(found.score)})` : null;
  const sentences = found?.sentences[level.value] ?? [];
  const sections: { name: Sentence['section']; sentences: Sentence[] }[] = [];
  for (const sentence of sentences) {
    const last = sections[sections.length - 1];
    if (last?.name === sentence.section) last.sentences.push(sentence);
    else sections.push({ name: sentence.section, sentences: [sentence] });
  }
  // The answer to the question comes first, then what is said about the position.
  const answer = sections.findIndex((section) => section.name === 'why_not' || section.name === 'played');
  if (answer > 0) sections.unshift(...sections.splice(answer));
  // What was asked comes first: why not a move, or the position in short. The rest is for
  // those who want more.
  const wanted: Sentence['section'] = question.value.startsWith('Why not') ? 'why_not' : 'summary';
  const first = sections.findIndex((section) => section.name === wanted);
  const short = first >= 0 ? sections.splice(first, 1) : sections.splice(0);
  useEffect(() => {
    if (found && question.peek() !== 'Position') announce('The explanation is ready.');
  }, [found]);
  const whyNot = (event: Event) => {
    event.preventDefault();
    const text = field.current?.value.trim() ?? '';
    const move = text ? playTyped(node.fen, text, tree.peek().chess960) : null;
    if (move) void explain({ about: 'whynot', move: move.san });
    else notify(text ? `${text} is not a legal move.` : 'Type a move to ask about.');
  };
  return (
    <section class="explanation" aria-label="Explanation" aria-busy={explaining.value}>
      <div class="explanation-head">
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
        <button type="button" class="chip" disabled={props.over !== null} onClick={() => void explain({ about: 'position' })}>Explain position</button>
        <button type="button" class="chip" disabled={!node.parent} onClick={() => void explain({ about: 'move' })}>{node.parent ? `Explain ${node.san}` : 'Explain last move'}</button>
        <button type="button" class="chip" disabled={props.over !== null} title="Where alpha-beta and MCTS disagree" onClick={() => void explain({ about: 'searches' })}>Alpha-beta and MCTS</button>
        <form onSubmit={whyNot}>
          <label>
            <span class="unseen">Ask why not this move</span>
            <input ref={field} type="text" placeholder="Why not …?" spellcheck={false} autocapitalize="off" autocomplete="off" />
          </label>
          <button type="submit" class="chip">Ask</button>
        </form>
      </div>
      <div class="sentences" tabIndex={0} role="group" aria-label="Sentences">
        {explaining.value && !found && <p class="quiet working">Thinking…</p>}
        {!explaining.value && !found && <p class="quiet">{props.over ?? 'Ask for an explanation. Click a sentence to see its line on the board.'}</p>}
        {!explaining.value && !found && <Follow />}
        {short.map((section) => listed(section, older))}
        {sections.length > 0 && (
          <details class="more">
            <summary>More</summary>
            {sections.map((section) => listed(section))}
            <Follow />
          </details>
        )}
      </div>
    </section>
  );
}

function Follow() {
  return (
    <label class="field check">
      <input type="checkbox" checked={following.value} onChange={(event) => (following.value = event.currentTarget.checked)} />
      <span class="field-label">Explain every position automatically</span>
    </label>
  );
}

/** A chapter of sentences. */
function listed(section: { name: Sentence['section']; sentences: Sentence[] }, without: string | null = null) {
  return (
    <section key={section.name}>
      <h3>{SECTIONS[section.name]}</h3>
      <ul>
        {section.sentences.map((sentence, index) => (
          <li key={index}><SentenceButton sentence={sentence} without={index === 0 && section.name === 'summary' ? without : null} /></li>
        ))}
      </ul>
    </section>
  );
}

/** A sentence: a button that puts its evidence on the board. */
export function SentenceButton(props: { sentence: Sentence; without?: string | null }) {
  const { sentence } = props;
  const chosen = evidence.value?.sentence === sentence;
  return <button type="button" class="sentence" aria-pressed={chosen} onClick={() => show(sentence)}>{props.without ? sentence.text.replace(props.without, '') : sentence.text}</button>;
}

/** The line of the chosen sentence, move by move. */
export function EvidenceLines() {
  const now = evidence.value;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a phone the board is above the words: show it when something is put on it.
    if (now?.step === 0 && box.current && phone.peek()) document.querySelector('.board')?.scrollIntoView({ block: 'start' });
  }, [now?.sentence]);
  if (!now) return null;
  const line = now.lines[now.line];
  return (
    <div class="evidence open" ref={box} aria-live="polite">
      <div class="evidence-head">
        <span class="evidence-title">{line ? 'Line' : 'Squares'}</span>
        {now.lines.length > 1 &&
          now.lines.map((_, index) => (
            <button key={index} type="button" class="chip" aria-pressed={index === now.line} onClick={() => (evidence.value = { ...now, line: index, step: 0 })}>{`Line ${index + 1}`}</button>
          ))}
        {line && (
          <>
            <button type="button" class="chip" disabled={now.step === 0} aria-label="Previous move of the line" onClick={() => step(-1)}>‹</button>
            <button type="button" class="chip" disabled={now.step >= line.uci.length} aria-label="Next move of the line" onClick={() => step(1)}>›</button>
          </>
        )}
        <button type="button" class="chip" aria-label="Close the line" onClick={() => (evidence.value = null)}>Close</button>
      </div>
      <p class="evidence-line">
        {line
          ? numbered(line.san, plyOf(line.fen)).map((move, index) => (
              <button key={index} type="button" class="line-move" aria-current={now.step === index + 1 ? 'step' : undefined} onClick={() => (evidence.value = { ...now, step: index + 1 })}>
                {move.number && <span class="tree-number">{move.number}</span>}{move.san}
              </button>
            ))
          : now.squares.length
            ? now.squares.join(' ')
            : 'See the evaluation breakdown.'}
      </p>
    </div>
  );
}
