// SPDX-License-Identifier: GPL-3.0-or-later
/** What a side has captured beyond what it lost, beside its name. */
import { surplus } from '../chess/material';
import type { Side } from '../protocol';

export function Material(props: { fen: string; side: Side }) {
  const { pieces, ahead } = surplus(props.fen, props.side);
  const enemy: Side = props.side === 'white' ? 'black' : 'white';
  if (pieces.length === 0) return null;
  return (
    <span class="material" role="img" aria-label={`${props.side} has captured ${pieces.join(', ')} more${ahead ? `, ahead by ${ahead}` : ''}`}>
      <span class="cg-wrap" aria-hidden="true">
        {pieces.map((role, index) => <piece key={index} class={`${role} ${enemy}${role !== pieces[index - 1] ? ' first' : ''}`} />)}
      </span>
      {ahead > 0 && <b aria-hidden="true">+{ahead}</b>}
    </span>
  );
}
