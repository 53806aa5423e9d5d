import { expect, test } from 'vitest';
import { failure, type Failure } from '#domain/failure.ts';
import type { Trade, TradeState } from '#domain/trade.ts';
import { follow } from '../../../src-main/cli/follow.ts';
import { shortOf } from '../../../src-main/cli/trade.ts';
import type { Trading } from '../../../src-main/trading/trading.ts';
import { journalEntry } from '../../support/journal-entry.ts';

const WAIT = { goal: 'filled', timeoutMs: 3_600_000 } as const;

/** Follows a trade that was sent, which then comes to a state; answers it and why it fell short, or `waiting`. */
async function followed(state: TradeState, why?: Failure): Promise<unknown> {
  const { trade: sent } = journalEntry({ state: 'submitted' });
  let trade: Trade = sent;
  let tell = (): void => undefined;
  const ended = new AbortController();
  const trading: Pick<Trading, 'trade' | 'onChange'> = {
    trade: () => trade,
    onChange: (listener) => {
      tell = () => listener(trade);
      return () => (tell = () => undefined);
    },
  };
  const done = follow(trading as Trading, sent, WAIT, ended.signal, () => undefined);
  trade = { ...sent, state, ...(why === undefined ? {} : { failure: why }) };
  tell();
  // A turn for a wait that has ended; one that still waits is given up, and says so.
  const waits = await Promise.race([
    done.then(() => false),
    new Promise<boolean>((resolve) => setImmediate(() => resolve(true))),
  ]);
  ended.abort();
  const end = await done;
  return waits ? 'waiting' : [end.state, shortOf(end, WAIT.goal)?.code];
}

test.each<[TradeState, Failure | undefined, unknown]>([
  ['filled', undefined, ['filled', undefined]],
  ['expired', failure('transaction-expired'), ['expired', 'transaction-expired']],
  // It is said to be overtaken: nothing is left to wait for, although it may run for hours.
  ['submitted', failure('order-filled-first'), ['submitted', 'order-filled-first']],
  ['submitted', failure('inputs-spent', { unproven: true }), ['submitted', 'inputs-spent']],
  ['submitted', failure('block-rolled-back'), 'waiting'],
  ['placed', undefined, 'waiting'],
])('a trade that is %s with %o ends the wait as it should', async (state, why, expected) => {
  expect(await followed(state, why)).toEqual(expected);
});
