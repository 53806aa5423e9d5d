import type { WaitFor } from './follow.ts';
import { text, type Values } from './options.ts';
import { UsageError } from './terminal.ts';

/** The options that say how far a trade is followed. */
export const waitOptions = { wait: { type: 'string' }, timeout: { type: 'string' } } as const;

/** How far a trade is followed, and for how many milliseconds. @throws UsageError */
export function readWait(
  values: Values,
  usual: WaitFor = 'filled',
): { readonly goal: WaitFor; readonly timeoutMs: number } {
  return { goal: readGoal(values, usual), timeoutMs: readTimeout(values) };
}

function readGoal(values: Values, usual: WaitFor): WaitFor {
  const goal = text(values, 'wait') ?? usual;
  if (goal === 'submitted' || goal === 'placed' || goal === 'filled') return goal;
  throw new UsageError('--wait takes submitted, placed or filled');
}

function readTimeout(values: Values): number {
  const typed = text(values, 'timeout') ?? '600';
  const seconds = /^\d{1,5}(?:\.\d{1,3})?$/.test(typed) ? Number(typed) : 0;
  if (seconds > 0 && seconds <= 86_400) return seconds * 1000;
  throw new UsageError('--timeout takes seconds: more than 0, at most 86400');
}
