import type { InputFact } from '../facts.ts';
import type { Finding } from '../inspection.ts';
import type { Knowledge } from '../resolution.ts';
import { block, info, type Rule, warn } from '../rule.ts';

/**
 * Every sum that protects money counts inputs, so the app's own trades rest on proven ones alone: a ledger that told an
 * own output poorer than it is, or as a stranger's, could hand the difference to others.
 */
export const inputsProven: Rule = {
  id: 'R2',
  holds: "Every input's value, and whose it is, is proven by its parent transaction's bytes.",
  leavesOut: 'Whether the inputs are still unspent.',
  judge: ({ inputs, collateral, given }) => {
    const all = [...inputs, ...collateral];
    const own = given.missingInputs === 'block';
    const [once, twice] = own ? ([block, warn] as const) : ([warn, info] as const);
    return [
      ...unproven(all, 'told', (what) => once('R2', `${what} told by one source and not proven.`)),
      ...unproven(all, 'two-sources', (what) =>
        twice('R2', `${what} told alike by two sources, but not proven.`),
      ),
    ];
  },
};

function unproven(
  inputs: readonly InputFact[],
  how: Knowledge,
  say: (what: string) => Finding,
): readonly Finding[] {
  const count = inputs.filter(({ resolved }) => resolved?.known === how).length;
  if (count === 0) return [];
  return [
    say(
      count === 1
        ? 'What one input holds, and whose it is, is'
        : `What ${count} inputs hold, and whose they are, is`,
    ),
  ];
}
