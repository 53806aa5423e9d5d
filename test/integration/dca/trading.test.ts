import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { quantityIn, subtractValues } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { DCA_INTERVALS, dcaInterval } from '#domain/dca.ts';
import { inEnglish } from '#domain/sentences/sentence.ts';
import type { CancelTarget } from '../../../src-main/trading/kinds/cancel.ts';
import type { DcaRequest } from '../../../src-main/trading/kinds/dca.ts';
import { restOfPlan } from '../../../src-main/trading/kinds/dca-plan.ts';
import type { Review } from '../../../src-main/trading/reviewer.ts';
import { PracticeProcess } from '../../support/practice-process.ts';
import { selling } from '../../support/sales.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';
import {
  agreementTo,
  balanceOf,
  codeOf,
  must,
  openFundedTrader,
  tradeIn,
  type Trader,
  until,
} from '../../support/trader.ts';

const temporary = temporaryDirectories();
/** A minute's interval takes one second. */
const SPEED = 60;

let practice: PracticeProcess;
let trader: Trader;
let token: AssetId;

beforeAll(async () => {
  practice = await PracticeProcess.start({ speed: SPEED });
});

afterAll(() => practice.stop());

beforeEach(async () => {
  ({ trader, token } = await openFundedTrader({
    endpoints: practice.endpoints,
    folder: temporary(),
    confirmations: 1,
  }));
});

afterEach(() => trader.close());

function buying(change: Partial<DcaRequest> = {}): DcaRequest {
  return {
    ...selling(200_000_003n),
    receive: token,
    cycles: 4,
    every: '1min',
    slippageBps: 300,
    exchanges: [],
    others: [],
    address: trader.account.address,
    ...change,
  };
}

async function signed(request: DcaRequest): Promise<Review> {
  const plan = must(await trader.trading.estimators.recurring.plan(request));
  const review = must(await trader.trading.review(plan.id, trader.account));
  must(await trader.trading.accept(review.trade.id, agreementTo(review), trader.sign));
  return review;
}

async function targetOf({ trade }: Review): Promise<CancelTarget> {
  const plans = async () => must(await trader.service.dcaPlans(trader.account.address));
  await until(async () => (await plans()).length > 0);
  const [plan] = await plans();
  const mustHold = (parts: number) => restOfPlan(trader.trading.trade(trade.id) ?? trade, parts) ?? new Map();
  return { id: 'plan', serviceId: plan?.id, placed: { txHash: trade.bodyHash, index: 0 }, mustHold };
}

describe('recurring orders in the trading core', () => {
  it('buys in four trades, the remainder with the last, exact to the lovelace', async () => {
    const before = await balanceOf(trader);
    const plan = must(await trader.trading.estimators.recurring.plan(buying()));
    expect([plan.quote.task.amountPerCycle, plan.last]).toEqual([50_000_000n, 50_000_003n]);
    const review = must(await trader.trading.review(plan.id, trader.account));
    expect(review.inspection.report.findings.filter(({ severity }) => severity === 'block')).toEqual([]);
    expect(review.sentence).toContain('for 4 trades of 50 ADA, every minute');
    // The bytes agree with the planner's fee.
    expect(review.trade.orders[0]?.perCycle?.fee).toBe(plan.fees.perCycle);
    must(await trader.trading.accept(review.trade.id, agreementTo(review), trader.sign));
    const trade = await tradeIn(trader, review.trade.id, 'filled');
    const [order] = trade.orders;
    expect(order?.outcome).toBe('filled');
    expect(order?.fills?.map(({ sold }) => sold)).toEqual([
      50_000_000n,
      50_000_000n,
      50_000_000n,
      50_000_003n,
    ]);
    expect(new Set(order?.fills?.map(({ hash }) => hash)).size).toBe(4);
    const change = subtractValues(await balanceOf(trader), before);
    expect(change.get(token)).toBe(trade.filledTotal);
    expect(order?.fills?.reduce((sum, { received }) => sum + received, 0n)).toBe(trade.filledTotal);
    // All that comes back did: the rest of the cost is the total, the network fee and each trade's fee.
    expect(change.get(ADA)).toBe(-(200_000_003n + trade.costs.networkFee + trade.costs.exchangeFees));
    expect(must(await trader.service.dcaPlans(trader.account.address))).toEqual([]);
  });

  it('sells tokens for ADA, kept apart from the deposits that come back with each trade', async () => {
    const start = await balanceOf(trader);
    if (quantityIn(start, token) === 0n) await signed(buying({ ...selling(100_000_000n), cycles: 1 }));
    await until(async () => quantityIn(await balanceOf(trader), token) > 0n);
    const before = await balanceOf(trader);
    const price = must(await trader.service.averagePrice(token));
    const units = BigInt(Math.round((60 / price) * 1e6));
    const review = await signed(buying({ ...selling(units, token), receive: ADA, cycles: 2 }));
    const trade = await tradeIn(trader, review.trade.id, 'filled');
    const change = subtractValues(await balanceOf(trader), before);
    expect(change.get(token)).toBe(-trade.pay.quantity);
    const got = trade.filledTotal ?? 0n;
    expect(change.get(ADA)).toBe(got - trade.costs.networkFee - trade.costs.exchangeFees);
    expect(trade.orders[0]?.fills).toHaveLength(2);
  });

  it('gives the unspent rest back to the lovelace when it is cancelled midway', async () => {
    const before = await balanceOf(trader);
    const review = await signed(buying({ ...selling(300_000_000n), cycles: 6, every: '30min' }));
    await until(() =>
      Promise.resolve((trader.trading.trade(review.trade.id)?.orders[0]?.fills?.length ?? 0) > 0),
    );
    const done = (): number => trader.trading.trade(review.trade.id)?.orders[0]?.fills?.length ?? 0;
    const target = await targetOf(review);
    const prepared = must(
      await trader.trading.estimators.cancellations.prepare({ targets: [target], account: trader.account }),
    );
    const [quote] = prepared.quotes;
    const rest = restOfPlan(trader.trading.trade(review.trade.id) ?? review.trade, done());
    expect(quote?.task.holds).toEqual(rest);
    if (!quote) throw new Error('one transaction');
    const cancel = must(await trader.trading.review(trader.trading.quotes.renew(quote), trader.account));
    expect(cancel.inspection.report.verdict).toBe('pass');
    must(await trader.trading.accept(cancel.trade.id, agreementTo(cancel), trader.sign));
    await tradeIn(trader, cancel.trade.id, 'closed');
    const closed = await tradeIn(trader, review.trade.id, 'closed');
    expect(closed.orders[0]?.outcome).toBe('cancelled');
    const trades = BigInt(done());
    const fee = review.trade.orders[0]?.perCycle?.fee ?? 0n;
    const change = subtractValues(await balanceOf(trader), before);
    expect(change.get(ADA)).toBe(
      -(trades * (50_000_000n + fee) + review.trade.costs.networkFee + cancel.trade.costs.networkFee),
    );
  });

  it('refuses to cancel where less lies on chain than must come back, and says both figures', async () => {
    const review = await signed(buying({ ...selling(300_000_000n), cycles: 6, every: '1month' }));
    const target = await targetOf(review);
    const more = (parts: number) =>
      new Map([...(target.mustHold?.(parts) ?? [])].map(([asset, least]) => [asset, least + 1n]));
    const refused = await trader.trading.estimators.cancellations.prepare({
      targets: [{ ...target, mustHold: more }],
      account: trader.account,
    });
    expect(codeOf(refused)).toBe('dca-rest-differs');
    expect(refused.ok ? {} : refused.failure.data).toMatchObject({
      expected: expect.stringMatching(/^[\d,.]+ ADA$/),
      found: expect.stringMatching(/^[\d,.]+ ADA$/),
    });
  });

  it('has all ten intervals built and inspected, with nothing to object to', async () => {
    for (const { id } of DCA_INTERVALS) {
      // Named, or a dearer exchange could become the service's choice between the plan and the build, which is asked about.
      const plan = must(
        await trader.trading.estimators.recurring.plan(buying({ every: id, exchanges: ['EXCV2'] })),
      );
      const review = must(await trader.trading.examine(plan.id, trader.account));
      expect([id, review.inspection.report.findings.filter(({ severity }) => severity !== 'info')]).toEqual([
        id,
        [],
      ]);
      expect(review.sentence).toContain(dcaInterval(id).words);
      must(await trader.trading.discard(review.trade.id));
    }
  });

  it('says what is allowed where a plan is refused, before or by the service', async () => {
    const plan = (change: Parameters<typeof buying>[0]) =>
      trader.trading.estimators.recurring.plan(buying(change));
    expect(codeOf(await plan({ every: '2day' }))).toBe('dca-interval-refused');
    expect(codeOf(await plan({ cycles: 0 }))).toBe('dca-cycles-refused');
    expect(codeOf(await plan({ receive: ADA }))).toBe('same-token');
    expect(codeOf(await plan(selling(3n)))).toBe('dca-cycle-too-small');
    const small = await plan(selling(2_000_000n));
    expect(small.ok ? {} : small.failure).toMatchObject({
      code: 'dca-cycle-too-small',
      data: { cycles: 4, minimum: expect.stringMatching(/^\d/) },
    });
    expect(codeOf(await plan({ exchanges: ['EXQ'] }))).toBe('exchange-without-dca');
  });

  it('warns where the fees take more than five percent of each trade, before and in the review', async () => {
    const plan = must(await trader.trading.estimators.recurring.plan(buying(selling(36_000_000n))));
    expect(plan.fees).toMatchObject({ perCycle: expect.any(BigInt), high: true });
    expect(inEnglish(...plan.quote.notices)).toMatch(/^The fees take \d+\.\d % of each trade/);
    const review = must(await trader.trading.review(plan.id, trader.account));
    const warned = review.inspection.report.findings.filter(({ severity }) => severity === 'warn');
    expect(warned.map(({ rule, message }) => [rule, message.slice(0, 13)])).toEqual([
      ['V11', 'The fees take'],
    ]);
  });
});
