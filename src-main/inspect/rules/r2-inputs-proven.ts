import type { InputFact } from '../facts.ts';
import type { Finding } from '../inspection.ts';
import type { Knowledge } from '../resolution.ts';
import { info, type Rule, warn } from '../rule.ts';

export const inputsProven: Rule = {
  id: 'R2',
  holds: "Every input's value is proven by its parent transaction's bytes.",
  leavesOut: 'Whether the inputs are still unspent.',
  judge: ({ inputs, collateral }) => {
    const all = [...inputs, ...collateral];
    return [
      ...told(all, 'told', (what) => warn('R2', `${what} told by one source and not proven.`)),
      ...told(all, 'two-sources', (what) => info('R2', `${what} told alike by two sources, but not proven.`)),
    ];
  },
};

function told(
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
