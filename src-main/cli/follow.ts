import { FINAL_STATES, type Trade, type TradeState } from '#domain/trade.ts';
import type { Trading } from '../trading/trading.ts';

/** Where a command may stop waiting. `placed`: on chain, the orders wait; `filled`: seen on chain once. */
export type WaitFor = 'submitted' | 'placed' | 'filled';

const REACHED: Readonly<Record<WaitFor, readonly TradeState[]>> = {
  submitted: ['submitted', 'placed', 'partly-filled', 'filled'],
  placed: ['placed', 'partly-filled', 'filled'],
  filled: ['filled'],
};

/** How each state is told. */
export const STATE_WORDS: Readonly<Record<TradeState, string>> = {
  built: 'Built',
  approved: 'Accepted',
  signed: 'Signed, not sent',
  assembled: 'Signed and put together, not sent',
  submitting: 'Being sent',
  'submission-unknown': 'Not known yet whether it arrived; looking for it',
  submitted: 'In the ledger’s queue',
  placed: 'On chain: the order waits to be filled',
  'partly-filled': 'Partly filled: the rest waits',
  filled: 'Filled',
  closed: 'Closed without a fill',
  discarded: 'Left before it was signed',
  expired: 'Expired before it was on chain',
  refused: 'Refused',
};

/** Whether a trade in this state has come as far as was asked. */
export function reached(state: TradeState, goal: WaitFor): boolean {
  return REACHED[goal].includes(state);
}

/**
 * Resolves with the trade once it has come as far as the goal, or ended in another way, or the time is up, or
 * `signal` aborts; each change of state is told.
 */
export function follow(
  trading: Trading,
  started: Trade,
  { goal, timeoutMs }: { readonly goal: WaitFor; readonly timeoutMs: number },
  signal: AbortSignal,
  told: (trade: Trade) => void,
): Promise<Trade> {
  return new Promise((resolve) => {
    let last: TradeState | undefined;
    const current = (): Trade => trading.trade(started.id) ?? started;
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      end();
      resolve(current());
    };
    const look = (): void => {
      const trade = current();
      if (trade.state !== last) told(trade);
      last = trade.state;
      if (FINAL_STATES.includes(trade.state) || reached(trade.state, goal)) finish();
    };
    const timer = setTimeout(finish, timeoutMs);
    const end = trading.onChange(look);
    signal.addEventListener('abort', finish);
    if (signal.aborted) finish();
    else look();
  });
}

/**
 * Tells the trades that an earlier command left open, and what becomes of them while this one runs: also when the end
 * of one is undone by a rollback.
 */
export function tellOlder(
  older: readonly Trade[],
  trading: Trading,
  say: (line: string) => void,
): () => void {
  const states = new Map(older.map(({ id, state }) => [id, state]));
  for (const { bodyHash, state } of older.filter((trade) => !FINAL_STATES.includes(trade.state)))
    say(
      `An older trade is still open: ${bodyHash} is ${state} (${STATE_WORDS[state]}). It is followed meanwhile.`,
    );
  return trading.onChange(() => {
    for (const [id, before] of states) {
      const trade = trading.trade(id);
      if (trade === undefined || trade.state === before) continue;
      states.set(id, trade.state);
      say(`The older trade ${trade.bodyHash} is now ${trade.state}.`);
    }
  });
}
