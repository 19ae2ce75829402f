// SPDX-License-Identifier: GPL-3.0-or-later
import { describe, expect, it } from 'vitest';
import { FULL, asOptions, titleOf } from '../src/parts/engine';
import type { Hello } from '../src/protocol';

describe('the options of an engine', () => {
  const hello = {
    evaluations: [{ name: 'nnue' }, { name: 'classical' }, { name: 'axon' }],
    personas: [{ name: 'axon' }, { name: 'achilles' }],
    searches: [{ name: 'alphabeta' }, { name: 'documented' }],
    options: [{ name: 'Persona' }, { name: 'Evaluation' }, { name: 'Search' }, { name: 'BookVariety' }],
    elo: null,
  } as unknown as Hello;

  it('are those of the evaluation', () => {
    expect(asOptions({ ...FULL, evaluation: 'classical' }, hello)).toEqual({ Evaluation: 'classical' });
    expect(asOptions(FULL, hello)).toEqual({});
  });

  it('are those of a persona, except what is said otherwise', () => {
    expect(asOptions({ ...FULL, persona: 'achilles' }, hello)).toEqual({ Persona: 'achilles' });
    const faster = { ...FULL, persona: 'achilles', search: 'alphabeta', more: { BookVariety: 10 } };
    expect(asOptions(faster, hello)).toEqual({ Persona: 'achilles', Search: 'alphabeta', BookVariety: 10 });
  });

  it('know a persona that an earlier page remembered by its evaluation', () => {
    const { persona: _, ...earlier } = FULL;
    expect(asOptions({ ...earlier, evaluation: 'axon' }, hello)).toEqual({ Persona: 'axon' });
  });

  it('have names as people write them', () => {
    expect(['nnue', 'axon', 'comp4121'].map(titleOf)).toEqual(['Network (NNUE)', 'Axon', 'COMP4121bot']);
  });
});
