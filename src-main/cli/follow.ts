import { FINAL_STATES, isReportedOvertaken, type Trade, type TradeState } from '#domain/trade.ts';
import type { Trading } from '../trading/trading.ts';
import type { Values } from './options.ts';
import { UsageError } from './terminal.ts';
import { progress, usage } from './words.ts';
import type { waitOptions } from './option-groups.ts';

/** Where a command may stop waiting. `placed`: on chain, the orders wait; `filled`: seen on chain once. */
export type WaitFor = 'submitted' | 'placed' | 'filled';

const REACHED: Readonly<Record<WaitFor, readonly TradeState[]>> = {
  submitted: ['submitted', 'placed', 'partly-filled', 'filled'],
  placed: ['placed', 'partly-filled', 'filled'],
  filled: ['filled'],
};

/** Whether a trade in this state has reached the goal. */
export function reached(state: TradeState, goal: WaitFor): boolean {
  return REACHED[goal].includes(state);
}

/**
 * Resolves with the trade once it reaches the goal, ends in another way or is said to be overtaken, the time is up, or
 * `signal` aborts; calls `changed` for each new state, and when its validity has passed less deep than an end counts.
 */
export function follow(
  trading: Trading,
  started: Trade,
  { goal, timeoutMs }: { readonly goal: WaitFor; readonly timeoutMs: number },
  signal: AbortSignal,
  changed: (trade: Trade) => void,
): Promise<Trade> {
  return new Promise((resolve) => {
    let last: TradeState | undefined;
    let passed = false;
    const current = (): Trade => trading.trade(started.id) ?? started;
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      end();
      resolve(current());
    };
    const look = (): void => {
      const trade = current();
      if (trade.state !== last || (trade.passedAt !== undefined && !passed)) changed(trade);
      last = trade.state;
      passed = trade.passedAt !== undefined;
      const over = FINAL_STATES.includes(trade.state) || isReportedOvertaken(trade);
      if (over || reached(trade.state, goal)) finish();
    };
    const timer = setTimeout(finish, timeoutMs);
    const end = trading.onChange(look);
    signal.addEventListener('abort', finish);
    if (signal.aborted) finish();
    else look();
  });
}

/**
 * Reports the trades that an earlier command left open and their changes while this one runs, including a rollback that
 * undoes the end of one.
 */
export function reportOlder(
  older: readonly Trade[],
  trading: Trading,
  say: (line: string) => void,
): () => void {
  const states = new Map(older.map(({ id, state }) => [id, state]));
  for (const { bodyHash, state } of older.filter((trade) => !FINAL_STATES.includes(trade.state)))
    say(progress.olderTrade(bodyHash, state));
  return trading.onChange(() => {
    for (const [id, before] of states) {
      const trade = trading.trade(id);
      if (trade === undefined || trade.state === before) continue;
      states.set(id, trade.state);
      say(progress.olderChanged(trade.bodyHash, trade.state));
    }
  });
}

/** How far a trade is followed, and for how many milliseconds. @throws UsageError */
export function readWait(
  values: Values<typeof waitOptions>,
  usual: WaitFor = 'filled',
): { readonly goal: WaitFor; readonly timeoutMs: number } {
  return { goal: readGoal(values, usual), timeoutMs: readTimeout(values) };
}

function readGoal(values: Values<typeof waitOptions>, usual: WaitFor): WaitFor {
  const goal = values.wait ?? usual;
  if (goal === 'submitted' || goal === 'placed' || goal === 'filled') return goal;
  throw new UsageError(usage.goal);
}

function readTimeout(values: Values<typeof waitOptions>): number {
  const typed = values.timeout ?? '600';
  const seconds = /^\d{1,5}(?:\.\d{1,3})?$/.test(typed) ? Number(typed) : 0;
  if (seconds > 0 && seconds <= 86_400) return seconds * 1000;
  throw new UsageError(usage.timeout);
}
