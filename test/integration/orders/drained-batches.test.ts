import { describe, expect, it } from 'vitest';
import { sumValues, type Value } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import type { CancelTarget } from '../../../src-main/trading/kinds/cancel.ts';
import type { Batch } from '../../../src-main/trading/batch.ts';
import { draining, skimming } from '../../support/diverted.ts';
import type { Lie } from '../../support/lying-service.ts';
import { lyingPractice } from '../../support/lying-practice.ts';
import { practiceWallet } from '../../support/practice-wallet.ts';
import { rewriting, type Change } from '../../support/rewritten.ts';
import { ladderBuying, ladderBatch, batchOf } from '../../support/batches.ts';
import { selling } from '../../support/sales.ts';
import { agreementTo, cancelTargets, must, reviewFor, tradeIn } from '../../support/trader.ts';

/** Sets covered by one approval, and a service that was paid an honest fee before it steals. */

const at = lyingPractice();
const thief = practiceWallet(99).address;

/** A trade with an honest service fee to the thief, so that its address raises no question any more. */
async function payThief(): Promise<void> {
  const { trader } = at;
  at.lying.lies = { '/swap/build': rewriting(skimming(trader.account.address, thief, 1_000_000n)) };
  const review = must(await reviewFor(trader, at.token));
  must(await trader.trading.accept(review.trade.id, agreementTo(review), trader.sign));
  await tradeIn(trader, review.trade.id, 'filled');
  at.lying.lies = {};
}

/** Agrees to the first transaction of the batch, has all later answers on these paths lied about, and runs it. */
async function runWith(batch: Batch, paths: readonly string[], lie: () => Promise<Lie>) {
  const { trading, sign } = at.trader;
  const first = must(await batch.first());
  must(await trading.accept(first.trade.id, agreementTo(first), sign));
  await tradeIn(at.trader, first.trade.id, 'placed', 'closed');
  const told = await lie();
  at.lying.lies = Object.fromEntries(paths.map((path) => [path, told]));
  let signed = 0;
  await batch.run((approved) => {
    signed += 1;
    return sign.signer(approved);
  });
  return { signed };
}

/** Every output of the wallet is spent too; its tokens come back and its ADA does not. */
async function drainingAll(): Promise<Change> {
  const { account, ledger } = at.trader;
  const all = must(await ledger.utxos(account.address));
  const tokens: Value = new Map(
    [...sumValues(all.map(({ value }) => value))].filter(([asset]) => asset !== ADA),
  );
  return draining(account.address, thief, all, tokens);
}

async function waitingOrders(count: number): Promise<readonly CancelTarget[]> {
  const { trading, account, sign } = at.trader;
  const quote = must(
    await trading.estimators.limits.quote({
      ...selling(BigInt(50 * count) * 1_000_000n),
      receive: at.token,
      price: { form: 'percent', text: '-40' },
      multiples: count,
      exchange: undefined,
      excluded: [],
    }),
  );
  const review = must(await trading.review(quote.quote.id, account));
  must(await trading.accept(review.trade.id, agreementTo(review), sign));
  await tradeIn(at.trader, review.trade.id, 'placed');
  return cancelTargets(at.trader, review.trade.bodyHash, count);
}

describe('a batch of cancellations', () => {
  it('whose second transaction calls the whole wallet its fee is not signed beyond the first', async () => {
    await payThief();
    const { trading, account } = at.trader;
    const quotes = [];
    for (const target of await waitingOrders(3))
      quotes.push(
        ...must(await trading.estimators.cancellations.prepare({ targets: [target], account })).quotes,
      );
    const batch = batchOf(at.trader, { kind: 'cancel', quotes });
    const { signed } = await runWith(batch, ['/swap/cancel', '/swap/bulkcancel'], async () => {
      const change = rewriting(await drainingAll());
      return (answer) => ({ ...change(answer), additional_cancellation_fee: 10_000 });
    });
    expect([batch.state, batch.failure?.code, signed]).toEqual(['stopped', 'set-deviates', 0]);
    expect(batch.transactions.map(({ state }) => state)).toEqual(['placed', 'left', 'left']);
    expect(trading.trade(batch.transactions[1]?.tradeId ?? '')?.state).toBe('refused');
  });
});

describe('a ladder', () => {
  it('whose second transaction pays a service fee that the first one did not is not signed beyond the first', async () => {
    await payThief();
    const { batch } = await ladderBatch(
      at.trader,
      ladderBuying(at.token, { ...selling(600_000_000n), sizes: 'equal' }),
    );
    const { signed } = await runWith(batch, ['/swap/limit/build'], () =>
      Promise.resolve(rewriting(skimming(at.trader.account.address, thief, 2_199_000n))),
    );
    expect([batch.state, batch.failure?.code, signed]).toEqual(['stopped', 'set-deviates', 0]);
    expect(batch.transactions.map(({ state }) => state)).toEqual(['placed', 'left', 'left']);
  });
});
