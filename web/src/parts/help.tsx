// SPDX-License-Identifier: GPL-3.0-or-later
/** What the keys do, and what this is. */
import { useEffect, useRef } from 'preact/hooks';
import { link } from '../link';

const KEYS: [string, string][] = [
  ['m', 'type a move (e4, Nf3, O-O, e7e8q)'],
  ['← →', 'one move back, one forward'],
  ['Home End', 'to the first, to the last move'],
  ['f', 'turn the board'],
  ['Space', 'in Analyse: play the best move'],
  ['Esc', 'leave a field; close a proof'],
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
      <p>Draw arrows with the right mouse button. Make a move while the engine thinks, and it is played when its turn comes.</p>
      <p>The board can be read as a table: the first button on the right of the page’s head shows it.</p>
      <p class="quiet">
        {hello ? `${hello.server.name} ${hello.server.version}` : 'Xanthos'}, GPL-3.0-or-later. The board is chessground, the rules in the page are chessops, both by lichess; the men are by Colin M. L. Burnett. Nothing you do here leaves your computer.
      </p>
      <button type="button" class="button" onClick={() => dialog.current?.close()}>Close</button>
    </dialog>
  );
}
