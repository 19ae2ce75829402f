// SPDX-License-Identifier: GPL-3.0-or-later
/** For keyboards and screen readers: typed moves, and the board as a table of text. */
import { useRef, useState } from 'preact/hooks';
import { pieces, playTyped } from '../chess/rules';
import { announce, spokenMove } from '../announce';
import type { Side } from '../protocol';
import { phone, textBoard } from '../settings';

/**
 * A field for moves like `Nf3`, `e4`, `O-O`, `e2e4`. Escape leaves it. It is never disabled, which
 * would take the focus from whoever types: with a reason not to move now (`wait`) it keeps the text
 * and tells the reason.
 */
export function MoveInput(props: { fen: string; chess960: boolean; wait?: string | null; onMove: (uci: string) => void }) {
  const [wrong, setWrong] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const refuse = (why: string) => {
    setWrong(why);
    announce(why);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    const text = field.current?.value.trim() ?? '';
    if (!text) return;
    if (props.wait) return refuse(props.wait);
    const move = playTyped(props.fen, text, props.chess960);
    if (!move) {
      // A pawn that promotes asks for its piece; whoever types has to name it.
      const promotes = playTyped(props.fen, `${text}q`, props.chess960) !== null;
      refuse(promotes ? `Promote to which piece? For example ${text}=Q` : `${text} is not a legal move here`);
      field.current?.select();
      return;
    }
    setWrong('');
    if (field.current) field.current.value = '';
    announce(spokenMove(move.san));
    props.onMove(move.uci);
  };
  return (
    <form class="typed" onSubmit={submit} autocomplete="off">
      <label>
        <span class="unseen">Type a move, for example e4 or Nf3</span>
        <input
          ref={field}
          class="typed-move"
          type="text"
          placeholder={phone.value ? "e4, Nf3, O-O" : "Type a move: e4, Nf3, O-O"}
          spellcheck={false}
          autocapitalize="off"
          aria-invalid={wrong ? 'true' : undefined}
          onInput={() => wrong && setWrong('')}
          onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
        />
      </label>
      <span class="typed-wrong" aria-hidden="true">{wrong}</span>
    </form>
  );
}

const LETTERS: Record<string, string> = { king: 'K', queen: 'Q', rook: 'R', bishop: 'B', knight: 'N', pawn: 'P' };

/** A table of the board; always there for screen readers, visible on request. */
export function TextBoard(props: { fen: string; orientation: Side }) {
  const found = pieces(props.fen);
  const ranks = props.orientation === 'white' ? [8, 7, 6, 5, 4, 3, 2, 1] : [1, 2, 3, 4, 5, 6, 7, 8];
  const files = props.orientation === 'white' ? [...'abcdefgh'] : [...'hgfedcba'];
  return (
    <div class={textBoard.value ? 'text-board' : 'text-board unseen'}>
      <table>
        <caption class="unseen">The board, {props.fen.split(' ')[1] === 'b' ? 'Black' : 'White'} to move</caption>
        <thead>
          <tr>
            <th scope="col"><span class="unseen">rank</span></th>
            {files.map((file) => <th key={file} scope="col">{file}</th>)}
          </tr>
        </thead>
        <tbody>
          {ranks.map((rank) => (
            <tr key={rank}>
              <th scope="row">{rank}</th>
              {files.map((file) => {
                const piece = found.get(`${file}${rank}`);
                return (
                  <td key={file}>
                    {piece ? (
                      <>
                        <span aria-hidden="true">{piece.color === 'white' ? LETTERS[piece.role] : LETTERS[piece.role].toLowerCase()}</span>
                        <span class="unseen">{`${piece.color} ${piece.role}`}</span>
                      </>
                    ) : (
                      <span aria-hidden="true">·</span>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
