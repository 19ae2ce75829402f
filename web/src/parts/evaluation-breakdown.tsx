// SPDX-License-Identifier: GPL-3.0-or-later
/** The evaluation breakdown as a chart: for every term what each side has, and the difference. */
import { signed, titled } from '../chess/notation';
import type { Ledger, TermRow } from '../protocol';

/** Full material would make every other bar invisible: only the surplus is drawn. */
function surplus(row: TermRow): { white: number; black: number; cut: boolean } {
  const { white_cp: white, black_cp: black } = row;
  if (row.term !== 'material' && row.term !== 'imbalance') return { white, black, cut: false };
  const common = Math.min(white, black);
  return { white: white - common, black: black - common, cut: true };
}

export function EvaluationBreakdown(props: { ledger: Ledger; chosen: string | null; onChoose: (term: string | null) => void }) {
  const account = props.ledger.account;
  if (!account) return null;
  const rows = account.terms.map((row) => ({ row, bar: surplus(row) }));
  const most = Math.max(60, ...rows.flatMap(({ bar }) => [Math.abs(bar.white), Math.abs(bar.black)]));
  const width = (value: number) => `${Math.min(100, (Math.abs(value) / most) * 100).toFixed(1)}%`;
  return (
    <table class="ledger">
      <caption class="unseen">Evaluation of White and Black, term by term, in pawns</caption>
      <thead>
        <tr>
          <th scope="col">White</th>
          <th scope="col"><span class="unseen">White’s bar</span></th>
          <th scope="col">Term</th>
          <th scope="col"><span class="unseen">Black’s bar</span></th>
          <th scope="col">Black</th>
          <th scope="col">Balance</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ row, bar }) => (
          <tr key={row.term} class={props.chosen === row.term ? 'chosen' : ''}>
            <td class="number">{signed(row.white_cp / 100, 2)}</td>
            <td class="bar left"><span class={`white${bar.white < 0 ? ' minus' : ''}`} style={{ width: width(bar.white) }} /></td>
            <th scope="row">
              <button type="button" aria-pressed={props.chosen === row.term} title={bar.cut ? 'The bars show only the difference' : undefined} onClick={() => props.onChoose(props.chosen === row.term ? null : row.term)}>
                {titled(row.term)}
              </button>
            </th>
            <td class="bar right"><span class={`black${bar.black < 0 ? ' minus' : ''}`} style={{ width: width(bar.black) }} /></td>
            <td class="number">{signed(row.black_cp / 100, 2)}</td>
            <td class={`number balance ${row.balance > 0 ? 'for-white' : row.balance < 0 ? 'for-black' : ''}`}>{signed(row.balance / 100, 2)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={5}>Total for White{account.rounding ? ` (rounding ${signed(account.rounding / 100, 2)})` : ''}</td>
          <td class="number">{signed(account.total / 100, 2)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
