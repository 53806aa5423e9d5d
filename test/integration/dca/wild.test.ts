// A recurring order in the trading core where the service writes plans in its own way and cancels them elsewhere.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ADA, type AssetId } from '#domain/asset.ts';
import { pairPlans } from '../../../src-main/features/dca/pair-plans.ts';
import { restOfPlan } from '../../../src-main/trading/kinds/dca-plan.ts';
import { PracticeProcess } from '../../support/practice-process.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';
import { agreementTo, must, openFundedTrader, tradeIn, type Trader, until } from '../../support/trader.ts';
import { selling } from '../../support/sales.ts';

const temporary = temporaryDirectories();
let practice: PracticeProcess;
let trader: Trader;
let token: AssetId;

beforeAll(async () => {
  const wild = 'plan-fields,plans-apart,null-lists,amounts-as-text,build-without-totals';
  practice = await PracticeProcess.start({ dialect: 'wild', wild });
});
afterAll(() => practice.stop());
beforeEach(async () => {
  const parts = { endpoints: practice.endpoints, folder: temporary(), confirmations: 1 };
  ({ trader, token } = await openFundedTrader(parts));
});
afterEach(() => trader.close());

test('a plan under other names is one row, and the cancellation that is built elsewhere passes the same proof', async () => {
  const { address } = trader.account;
  const plans = async () => must(await trader.service.dcaPlans(address));
  expect(await plans()).toEqual([]);
  const wish = {
    ...selling(300_000_000n),
    receive: token,
    cycles: 6,
    every: '1day',
    slippageBps: 300,
    exchanges: [],
    others: [],
    address,
  } as const;
  const plan = must(await trader.trading.estimators.recurring.plan(wish));
  const review = must(await trader.trading.review(plan.id, trader.account));
  must(await trader.trading.accept(review.trade.id, agreementTo(review), trader.sign));
  const trade = () => trader.trading.trade(review.trade.id) ?? review.trade;
  // The first trade of a plan is made at once, the next one tomorrow.
  await until(() => Promise.resolve(trade().orders[0]?.fills?.length === 1));
  await until(async () => (await plans())[0]?.remaining === 5);

  const reported = await plans();
  expect(reported).toMatchObject([
    { sells: ADA, buys: token, amountPerCycle: '50', cycles: undefined, remaining: 5, txHash: undefined },
  ]);
  expect(reported[0]?.id).toMatch(/^[0-9a-f]{24}$/);
  const rows = pairPlans(trader.trading.allTrades(), reported, new Map(), () => undefined);
  expect(rows.map(({ trade, service }) => [trade?.id, service?.id])).toEqual([
    [review.trade.id, reported[0]?.id],
  ]);

  const target = {
    id: 'plan',
    serviceId: reported[0]?.id,
    placed: { txHash: review.trade.bodyHash, index: 0 },
    mustHold: (parts: number) => restOfPlan(trade(), parts) ?? new Map<AssetId, bigint>(),
  };
  const cancellation = { targets: [target], account: trader.account };
  const [quote] = must(await trader.trading.estimators.cancellations.prepare(cancellation)).quotes;
  if (!quote) throw new Error('one transaction');
  const cancel = must(await trader.trading.review(trader.trading.quotes.renew(quote), trader.account));
  expect(cancel.inspection.report.verdict).toBe('pass');
  must(await trader.trading.accept(cancel.trade.id, agreementTo(cancel), trader.sign));
  await tradeIn(trader, cancel.trade.id, 'closed');
  expect((await tradeIn(trader, review.trade.id, 'closed')).orders[0]?.outcome).toBe('cancelled');
  await until(async () => (await plans()).length === 0);
});

test('an id that no order and no plan goes by is unknown', async () => {
  const refused = await trader.service.cancel(['0'.repeat(24)], trader.account.address);
  expect(refused).toMatchObject({ ok: false, failure: { code: 'order-unknown' } });
});
