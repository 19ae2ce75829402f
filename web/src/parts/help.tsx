// SPDX-License-Identifier: GPL-3.0-or-later
/** The list of keys with the credits, and the settings of the page. */
import { useEffect, useRef } from 'preact/hooks';
import { link } from '../link';
import { animate, BOARDS, boardTheme, coordinates, PIECES, pieceSet, sounds, textBoard, theme } from '../settings';
import { Choice } from './controls';
import { MiniBoard } from './mini-board';

const KEYS: [string, string][] = [
  ['m', 'type a move (e4, Nf3, O-O, e7e8q)'],
  ['← →', 'previous move, next move'],
  ['↑ ↓', 'other variations in the same place'],
  ['Home End', 'first move, last move'],
  ['Ctrl+V', 'open the FEN or PGN of the clipboard'],
  ['Ctrl+Z', 'undo an edit of the moves'],
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
      <p>The mouse wheel over the board goes through the moves. Draw arrows with the right mouse button. A move made while the engine thinks is a premove.</p>
      <p>“Board as text” at the top right shows the board as a table for screen readers.</p>
      <p class="quiet">
        {hello ? `${hello.server.name} ${hello.server.version}` : 'Xanthos'}, GPL-3.0-or-later. The board is chessground, the rules in the page are chessops, both by lichess; the pieces Cburnett by Colin M. L. Burnett. Nothing you do here leaves your computer.
      </p>
      <button type="button" class="button" onClick={() => dialog.current?.close()}>Close</button>
    </dialog>
  );
}

const SAMPLE = 'r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3';

function Switch(props: { on: { value: boolean }; children: string }) {
  return (
    <label class="field check">
      <input type="checkbox" checked={props.on.value} onChange={(event) => (props.on.value = event.currentTarget.checked)} />
      <span class="field-label">{props.children}</span>
    </label>
  );
}

/** Board, pieces, sounds and theme. */
export function Settings(props: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="help settings" onClose={props.onClose} onClick={(event) => event.target === dialog.current && dialog.current?.close()}>
      <h2>Settings</h2>
      <div class="settings-row">
        <MiniBoard fen={SAMPLE} last={['f1', 'b5']} orientation="white" />
        <div>
          <Choice label="Board" value={boardTheme.value} options={BOARDS} onChange={(value) => (boardTheme.value = value)} />
          <Choice label="Pieces" value={pieceSet.value} options={PIECES} onChange={(value) => (pieceSet.value = value)} />
          <Choice label="Theme" value={theme.value} options={[['auto', 'System'], ['light', 'Light'], ['dark', 'Dark']]} onChange={(value) => (theme.value = value)} />
        </div>
      </div>
      <Switch on={sounds}>Sounds</Switch>
      <Switch on={animate}>Pieces glide</Switch>
      <Switch on={coordinates}>Coordinates</Switch>
      <Switch on={textBoard}>Board as text</Switch>
      <button type="button" class="button" onClick={() => dialog.current?.close()}>Close</button>
    </dialog>
  );
}
