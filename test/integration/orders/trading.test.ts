import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { subtractValues, type Value } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import type { Trade } from '#domain/trade.ts';
import type { LimitRequest } from '../../../src-main/trading/kinds/limit.ts';
import type { Quote } from '../../../src-main/trading/kinds/quote.ts';
import type { Review } from '../../../src-main/trading/reviewer.ts';
import { batchWords } from '../../../src-main/trading/batch-agreement.ts';
import { systemClock } from '../../../src-main/system/clock.ts';
import { PracticeProcess } from '../../support/practice-process.ts';
import { practiceProxy } from '../../support/practice-proxy.ts';
import { ladderBuying, ladderBatch, batchOf } from '../../support/batches.ts';
import { selling } from '../../support/sales.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';
import {
  agreementTo,
  balanceOf,
  cancelTargets,
  codeOf,
  must,
  openFundedTrader,
  tradeIn,
  until,
  type Trader,
} from '../../support/trader.ts';

const temporary = temporaryDirectories();

/** An exchange that fills limit orders in parts. */
const PARTIAL = 'EXBV3';

let practice: PracticeProcess;
let trader: Trader;
let token: AssetId;

beforeEach(async () => {
  ({ trader, token } = await openFundedTrader({
    endpoints: practice.endpoints,
    folder: temporary(),
    confirmations: 1,
  }));
});

afterEach(() => trader.close());

function buying(percent: string, lovelace = 20_000_000n, multiples = 1): LimitRequest {
  return {
    ...selling(lovelace),
    receive: token,
    price: { form: 'percent', text: percent },
    multiples,
    exchange: undefined,
    excluded: [],
  };
}

async function placed(request: LimitRequest): Promise<Review> {
  const quote = must(await trader.trading.estimators.limits.quote(request));
  const review = must(await trader.trading.review(quote.quote.id, trader.account));
  must(await trader.trading.accept(review.trade.id, agreementTo(review), trader.sign));
  return review;
}

function only(quotes: readonly Quote[]): Quote {
  const [quote, ...others] = quotes;
  if (!quote || others.length > 0) throw new Error('one transaction');
  return quote;
}

/** Whether a cancellation went through, once it has, or the exchange was faster. */
async function cancelled(tradeId: string): Promise<boolean> {
  const end = (): Trade | undefined => trader.trading.trade(tradeId);
  await until(() =>
    Promise.resolve(end()?.state === 'closed' || end()?.failure?.code === 'order-filled-first'),
  );
  return end()?.state === 'closed';
}

const changeFrom = (before: Value, now: Value): Value => subtractValues(now, before);

describe.each(['spec', 'wild'] as const)('limit orders in the trading core, %s dialect', (dialect) => {
  beforeAll(async () => {
    practice = await PracticeProcess.start({ dialect });
  });
  afterAll(() => practice.stop());

  it('fills one that the market has reached, at no less than its price', async () => {
    const before = await balanceOf(trader);
    const review = await placed(buying('5'));
    const trade = await tradeIn(trader, review.trade.id, 'filled');
    expect(trade.kind).toBe('limit');
    expect(trade.filledTotal ?? 0n).toBeGreaterThanOrEqual(trade.atLeast);
    const change = changeFrom(before, await balanceOf(trader));
    expect(change.get(token)).toBe(trade.filledTotal);
    const [order] = trade.orders;
    expect(order?.outcome).toBe('filled');
    // The amount sold, the network fee and the exchange fee: the deposit came back.
    expect(change.get(ADA)).toBe(-(20_000_000n + trade.costs.networkFee + trade.costs.exchangeFees));
  });

  it('places equal parts in one transaction, the remainder with the last, and cancels them in one', async () => {
    const before = await balanceOf(trader);
    const review = await placed(buying('-20', 31_000_001n, 3));
    const { bodyHash } = review.trade;
    expect(review.trade.orders.map(({ pay }) => pay)).toEqual([10_333_333n, 10_333_333n, 10_333_335n]);
    await tradeIn(trader, review.trade.id, 'placed');
    const targets = await cancelTargets(trader, bodyHash, 3);
    const prepared = must(
      await trader.trading.estimators.cancellations.prepare({ targets, account: trader.account }),
    );
    expect(prepared).toMatchObject({ orders: 3, left: [] });
    const quoteId = trader.trading.quotes.renew(only(prepared.quotes));
    const cancel = must(await trader.trading.review(quoteId, trader.account));
    expect(cancel.inspection.report.verdict).toBe('pass');
    must(await trader.trading.accept(cancel.trade.id, agreementTo(cancel), trader.sign));
    await tradeIn(trader, cancel.trade.id, 'closed');
    const closed = await tradeIn(trader, review.trade.id, 'closed');
    expect(closed.orders.map(({ outcome }) => outcome)).toEqual(['cancelled', 'cancelled', 'cancelled']);
    const lost = review.trade.costs.networkFee + cancel.trade.costs.networkFee;
    expect([...changeFrom(before, await balanceOf(trader))]).toEqual([[ADA, -lost]]);
  });

  it('follows an order that is filled in parts to where the rest lies, and takes that back exactly', async () => {
    const before = await balanceOf(trader);
    // Above the market by what the exchange's pool gives before its price is there: a part is filled, the rest waits.
    const bid = await placed({ ...buying('1', 6_000_000_000n), exchange: PARTIAL });
    const wanted = bid.trade.atLeast;
    const partly = await tradeIn(trader, bid.trade.id, 'partly-filled');
    const [begun] = partly.orders;
    expect(begun?.now?.txHash).toBe(begun?.fills?.at(-1)?.hash);
    const [target] = await cancelTargets(trader, bid.trade.bodyHash);
    if (!target) throw new Error('the service lists the order');
    // Another part may be filled before the cancellation is on chain: then the rest is determined again.
    let cancelFee = 0n;
    for (let tries = 0; cancelFee === 0n && tries < 20; tries += 1) {
      const prepared = await trader.trading.estimators.cancellations.prepare({
        targets: [target],
        account: trader.account,
      });
      const reviewed = prepared.ok
        ? await trader.trading.review(
            trader.trading.quotes.renew(only(prepared.value.quotes)),
            trader.account,
          )
        : prepared;
      if (!reviewed.ok) {
        // That part waits for its block, or came into one between the two calls.
        expect(['order-not-on-chain', 'inspection-blocked']).toContain(reviewed.failure.code);
        await systemClock.sleep(200);
        continue;
      }
      const cancel = reviewed.value;
      const accepted = await trader.trading.accept(cancel.trade.id, agreementTo(cancel), trader.sign);
      // It is lost before it was signed, or seen to be lost on its way.
      const unsigned = trader.trading.trade(cancel.trade.id)?.state === 'built';
      if (unsigned) expect(codeOf(accepted)).toBe('order-filled-first');
      else cancelFee = (await cancelled(cancel.trade.id)) ? cancel.trade.costs.networkFee : 0n;
    }
    const closed = await tradeIn(trader, bid.trade.id, 'closed');
    const [order] = closed.orders;
    expect(order?.outcome).toBe('cancelled');
    const sold = (order?.fills ?? []).reduce((sum, fill) => sum + fill.sold, 0n);
    const got = (order?.fills ?? []).reduce((sum, fill) => sum + fill.received, 0n);
    // At no worse than the price, part by part.
    expect(got * bid.trade.pay.quantity >= wanted * sold).toBe(true);
    expect(order?.received).toBe(got);
    const change = changeFrom(before, await balanceOf(trader));
    expect(change.get(token)).toBe(got);
    expect(change.get(ADA)).toBe(-(sold + bid.trade.costs.networkFee + cancelFee));
  });

  it('leaves out of a cancellation what is closed already, and continues with the rest', async () => {
    const review = await placed(buying('-30', 20_000_000n, 2));
    await tradeIn(trader, review.trade.id, 'placed');
    const [first, second] = await cancelTargets(trader, review.trade.bodyHash, 2);
    if (!first || !second) throw new Error('two orders');
    const one = must(
      await trader.trading.estimators.cancellations.prepare({ targets: [first], account: trader.account }),
    );
    const cancel = must(
      await trader.trading.review(trader.trading.quotes.renew(only(one.quotes)), trader.account),
    );
    must(await trader.trading.accept(cancel.trade.id, agreementTo(cancel), trader.sign));
    await tradeIn(trader, cancel.trade.id, 'closed');
    await tradeIn(trader, review.trade.id, 'placed');
    const prepared = must(
      await trader.trading.estimators.cancellations.prepare({
        targets: [first, second],
        account: trader.account,
      }),
    );
    expect(prepared.orders).toBe(1);
    expect(prepared.left).toMatchObject([{ id: first.id, failure: { code: 'order-already-closed' } }]);
  });

  it('runs a ladder of different prices under one agreement, one transaction after the other', async () => {
    const { plan, batch } = await ladderBatch(trader, ladderBuying(token));
    expect(plan.levels.reduce((sum, { pay }) => sum + pay, 0n)).toBe(60_000_000n);
    const { trading } = trader;
    const first = must(await batch.first());
    expect(batch.agreement?.batch.quotes).toHaveLength(3);
    let signed = 0;
    must(await trading.accept(first.trade.id, agreementTo(first), trader.sign));
    await batch.run((approved) => {
      signed += 1;
      return trader.sign.signer(approved);
    });
    expect(batch.state).toBe('done');
    expect(signed).toBe(2);
    const placedLevels = batch.transactions.map(({ tradeId }) => trading.trade(tradeId ?? ''));
    expect(placedLevels.map((trade) => trade?.limit?.level?.at)).toEqual([0, 1, 2]);
    expect(placedLevels.map((trade) => trade?.state)).toEqual(['placed', 'placed', 'placed']);
    expect(placedLevels.map((trade) => trade?.pay.quantity)).toEqual([10_000_000n, 20_000_000n, 30_000_000n]);
  });

  it('keeps a ladder at the exchange of its first order, whichever the service would choose for the others', async () => {
    const proxy = await practiceProxy(practice.endpoints);
    // An exchange that charges more becomes the service's choice for larger orders.
    proxy.interfere(({ url, body }, forward) => {
      if (!url.startsWith('/swap/limit/')) return forward();
      const asked = JSON.parse(String(body)) as { amount_in: number; dex?: string };
      return forward(JSON.stringify({ dex: asked.amount_in > 15 ? PARTIAL : 'EXCV2', ...asked }));
    });
    const other = await openFundedTrader({ endpoints: proxy.endpoints, folder: temporary() });
    try {
      const { trading, sign } = other.trader;
      const { plan, batch } = await ladderBatch(other.trader, ladderBuying(token));
      expect(plan.exchange).toBe('EXCV2');
      const first = must(await batch.first());
      expect(batch.agreement && batchWords(batch.agreement).sentences).toContain(
        'The service is asked to place all of them at EXCV2.',
      );
      must(await trading.accept(first.trade.id, agreementTo(first), sign));
      await batch.run(sign.signer);
      expect([batch.state, batch.failure]).toEqual(['done', undefined]);
      const orders = batch.transactions.flatMap(({ tradeId }) => trading.trade(tradeId ?? '')?.orders ?? []);
      expect(orders.map(({ exchange }) => exchange)).toEqual(['EXCV2', 'EXCV2', 'EXCV2']);
    } finally {
      await other.trader.close();
      await proxy.close();
    }
  });

  it('cancels more orders than one transaction takes in several, under one agreement', async () => {
    const before = await balanceOf(trader);
    const review = await placed({ ...buying('-45', 720_000_000n, 36), exchange: 'EXCV2' });
    await tradeIn(trader, review.trade.id, 'placed');
    const targets = await cancelTargets(trader, review.trade.bodyHash, 36);
    const prepared = must(
      await trader.trading.estimators.cancellations.prepare({ targets, account: trader.account }),
    );
    expect(prepared).toMatchObject({ orders: 36, left: [] });
    expect(prepared.quotes.length).toBeGreaterThan(1);
    const { trading } = trader;
    const batch = batchOf(trader, { kind: 'cancel', quotes: prepared.quotes });
    const first = must(await batch.first());
    must(await trading.accept(first.trade.id, agreementTo(first), trader.sign));
    await batch.run(trader.sign.signer);
    expect([batch.state, batch.failure]).toEqual(['done', undefined]);
    const closed = await tradeIn(trader, review.trade.id, 'closed');
    expect(closed.orders.every(({ outcome }) => outcome === 'cancelled')).toBe(true);
    const fees = batch.transactions.reduce<bigint>(
      (sum, { tradeId }) => sum + (trading.trade(tradeId ?? '')?.costs.networkFee ?? 0n),
      review.trade.costs.networkFee,
    );
    expect([...changeFrom(before, await balanceOf(trader))]).toEqual([[ADA, -fees]]);
  });

  it('has its own failure for each wrong request', async () => {
    const asked = async (change: Partial<LimitRequest>): Promise<string> =>
      codeOf(await trader.trading.estimators.limits.quote({ ...buying('-5'), ...change }));
    expect(await asked(selling(20_000_000n, token))).toBe('same-token');
    expect(await asked(selling(0n))).toBe('amount-malformed');
    expect(await asked(selling(1n))).toBe('amount-too-small');
    expect(await asked({ price: { form: 'percent', text: '-100' } })).toBe('price-malformed');
    expect(await asked({ price: { form: 'ada-per-token', text: '0' } })).toBe('price-malformed');
    expect(await asked({ multiples: 50 })).toBe('amount-too-small');
    expect(await asked({ exchange: 'NOBODY' })).toBe('exchange-without-limits');
  });
});
