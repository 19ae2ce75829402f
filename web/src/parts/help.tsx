// SPDX-License-Identifier: GPL-3.0-or-later
/** The list of keys and the credits. */
import { useEffect, useRef } from 'preact/hooks';
import { link } from '../link';

const KEYS: [string, string][] = [
  ['m', 'type a move (e4, Nf3, O-O, e7e8q)'],
  ['← →', 'previous move, next move'],
  ['Home End', 'first move, last move'],
  ['f', 'flip board'],
  ['Space', 'in Analyse: play the best move'],
  ['Esc', 'leave a field; close a line'],
  ['?', 'this list'],
];

export function Help(props: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const hello = link.hello.value;
  return (
    <dialog ref={dialog} class="help" onClose={props.onClose} onClick={(event) => event.target === dialog.current && dialog.current?.close()}>
      <h2>Keys</h2>
      <dl>
        {KEYS.map(([key, text]) => (
          <div key={key}>
            <dt>{key.split(' ').map((one) => <kbd key={one}>{one}</kbd>)}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p>Draw arrows with the right mouse button. A move made while the engine thinks is a premove.</p>
      <p>“Board as text” at the top right shows the board as a table for screen readers.</p>
      <p class="quiet">
        {hello ? `${hello.server.name} ${hello.server.version}` : 'Xanthos'}, GPL-3.0-or-later. The board is chessground, the rules in the page are chessops, both by lichess; pieces by Colin M. L. Burnett. Nothing you do here leaves your computer.
      </p>
      <button type="button" class="button" onClick={() => dialog.current?.close()}>Close</button>
    </dialog>
  );
}
