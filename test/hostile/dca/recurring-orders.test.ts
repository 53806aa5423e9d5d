import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addValues, subtractValues } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { dcaInterval } from '#domain/dca.ts';
import { parseAddress } from '../../../src-main/cardano/address.ts';
import { decodePlanDatum, encodePlanDatum, type PlanDatum } from '../../../src-main/practice/orders/datum.ts';
import type { Draft } from '../../../src-main/practice/chain/draft.ts';
import type { DcaRequest } from '../../../src-main/trading/kinds/dca.ts';
import { restOfPlan } from '../../../src-main/trading/kinds/dca-plan.ts';
import type { Review } from '../../../src-main/trading/reviewer.ts';
import { expectRefused, lyingPractice } from '../../support/lying-practice.ts';
import { type Change, rewriting, type Written } from '../../support/rewritten.ts';
import { selling } from '../../support/sales.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';
import {
  agreementTo,
  must,
  openTrader,
  STRANGERS_PHRASE,
  tradeIn,
  type Trader,
  until,
} from '../../support/trader.ts';

/** Recurring orders and their cancellations that somebody changed on the way: none of them gets a signature. */

/** A token that nobody asked for. */
const OTHER = `${'7e'.repeat(28)}47454d` as AssetId;

const at = lyingPractice();
const temporary = temporaryDirectories();
let stranger: Trader;

beforeEach(async () => {
  const { endpoints } = at.lying;
  stranger = await openTrader({ endpoints, folder: temporary(), phrase: STRANGERS_PHRASE });
});

afterEach(() => stranger.close());

function request(): DcaRequest {
  return {
    ...selling(200_000_000n),
    receive: at.token,
    cycles: 4,
    every: '1day',
    slippageBps: 300,
    exchanges: [],
    others: [],
    address: at.trader.account.address,
  };
}

/** Plans honestly, then has what is built changed on its way. */
async function attacked(change: Change): Promise<Review> {
  const plan = must(await at.trader.trading.estimators.recurring.plan(request()));
  at.lying.lies = { '/dca/create': rewriting(change) };
  return must(await at.trader.trading.examine(plan.id, at.trader.account));
}

/** Rewrites the plan's output: its terms, and more or less value in it (lovelace, which the change pays for). */
function withPlan(change: (plan: PlanDatum) => PlanDatum, more = 0n): Change {
  return ({ draft, fee }) => ({
    fee,
    draft: {
      ...draft,
      outputs: draft.outputs.map((output) => {
        if (output.datum === undefined)
          return { ...output, value: subtractValues(output.value, new Map([[ADA, more]])) };
        const plan = decodePlanDatum(output.datum);
        if (!plan.ok) throw new Error(plan.failure);
        const value = addValues(output.value, new Map([[ADA, more]]));
        return { ...output, value, datum: encodePlanDatum(change(plan.value)) };
      }),
    },
  });
}

function strangerKeys() {
  const address = parseAddress(stranger.account.address);
  if (!address.ok || address.value.stake === undefined || address.value.stake === 'pointer')
    throw new Error('a base address');
  return { payment: address.value.payment.hash, stake: address.value.stake.hash };
}

const attacks: readonly (readonly [string, readonly string[], () => Change])[] = [
  ['it trades every minute', ['V11'], () => withPlan((plan) => ({ ...plan, interval: dcaInterval('1min') }))],
  [
    'it trades once a month',
    ['V11'],
    () => withPlan((plan) => ({ ...plan, interval: dcaInterval('1month') })),
  ],
  [
    'each trade may take half of its worth',
    ['V11'],
    () => withPlan((plan) => ({ ...plan, slippagePpm: 500_000n })),
  ],
  [
    'all of it in one trade',
    ['V11'],
    () =>
      withPlan((plan) => ({
        ...plan,
        cycles: 1,
        amountPerCycle: plan.amountPerCycle * 4n,
        feePerCycle: plan.feePerCycle * 4n,
        returnedPerCycle: plan.returnedPerCycle * 4n,
      })),
  ],
  [
    'other parts than the total divides into',
    ['V6', 'V11'],
    () => withPlan((plan) => ({ ...plan, amountPerCycle: plan.amountPerCycle - 1_000_000n })),
  ],
  ['more trades than the total pays for', ['V6', 'V11'], () => withPlan((plan) => ({ ...plan, cycles: 5 }))],
  ['one of its trades counts as made', ['V6', 'V11'], () => withPlan((plan) => ({ ...plan, completed: 1 }))],
  [
    'the fees are taken out of what comes back',
    ['V11'],
    () =>
      withPlan((plan) => {
        const shift = plan.returnedPerCycle / 2n;
        return {
          ...plan,
          feePerCycle: plan.feePerCycle + shift,
          returnedPerCycle: plan.returnedPerCycle - shift,
        };
      }),
  ],
  [
    'the fees grow and the order holds more for them',
    ['V2', 'V11'],
    () => withPlan((plan) => ({ ...plan, feePerCycle: plan.feePerCycle + 6_000_000n }), 24_000_000n),
  ],
  ['it holds less than its terms say', ['V2', 'V6'], () => withPlan((plan) => plan, -10_000_000n)],
  [
    'it sells more than the total',
    ['V2', 'V6', 'V11'],
    () => withPlan((plan) => ({ ...plan, amountPerCycle: plan.amountPerCycle + 5_000_000n }), 20_000_000n),
  ],
  [
    'it pays somebody else',
    ['V6'],
    () => withPlan((plan) => ({ ...plan, ownerPaymentKeyHash: strangerKeys().payment })),
  ],
  [
    'it pays to somebody else’s stake key',
    ['V6'],
    () => withPlan((plan) => ({ ...plan, ownerStakeKeyHash: strangerKeys().stake })),
  ],
  ['it buys another token', ['V6', 'V7'], () => withPlan((plan) => ({ ...plan, wanted: OTHER }))],
  [
    'a part of it goes to a foreign address',
    ['V1', 'V2', 'V3', 'V6'],
    () =>
      ({ draft, fee }) => {
        const [plan, ...others] = draft.outputs;
        if (!plan) throw new Error('a plan has an output');
        const gone = new Map([[ADA, 50_000_000n]]);
        const paid = { address: stranger.account.address, value: gone };
        return {
          fee,
          draft: {
            ...draft,
            outputs: [{ ...plan, value: subtractValues(plan.value, gone) }, paid, ...others],
          },
        };
      },
  ],
  [
    'there is no order: all of it goes to a foreign address',
    ['V2', 'V3'],
    () =>
      ({ draft, fee }) => ({
        fee,
        draft: {
          ...draft,
          outputs: draft.outputs.map(({ address, value, datum }) =>
            datum === undefined ? { address, value } : { address: stranger.account.address, value },
          ),
        },
      }),
  ],
];

describe('a recurring order that was changed on its way', () => {
  it('is signed when nothing was changed but its writing', async () => {
    const review = await attacked((made) => made);
    expect(review.inspection.report.verdict).toBe('pass');
  });

  it.each(attacks)(
    'is blocked: %s',
    async (_name, rules, change) => {
      await expectRefused(at, await attacked(change()), rules);
    },
    60_000,
  );

  it('is blocked where the service answers a plain order that is filled at once', async () => {
    const plan = must(await at.trader.trading.estimators.recurring.plan(request()));
    const swap = must(
      await at.trader.service.build(
        {
          pay: plan.quote.task.pay,
          receive: at.token,
          slippageBps: 300,
          excluded: [],
        },
        at.trader.account.address,
        (asset) => (asset === ADA ? 6 : plan.market.token.decimals),
      ),
    );
    at.lying.lies = { '/dca/create': () => ({ cbor: swap.cbor }) };
    await expectRefused(at, must(await at.trader.trading.examine(plan.id, at.trader.account)), ['V11']);
  });

  it('and a swap is blocked where the service answers a recurring order', async () => {
    const quote = must(
      await at.trader.trading.estimators.swaps.quote({
        ...selling(200_000_000n),
        receive: at.token,
        slippageBps: 300,
        excluded: [],
      }),
    );
    const plan = must(await at.trader.trading.estimators.recurring.plan(request()));
    const built = must(
      await at.trader.service.dcaCreate(plan.quote.order, at.trader.account.address, (asset) =>
        asset === ADA ? 6 : plan.market.token.decimals,
      ),
    );
    at.lying.lies = { '/swap/build': (answer) => ({ ...answer, cbor: built.cbor }) };
    await expectRefused(at, must(await at.trader.trading.examine(quote.id, at.trader.account)), [
      'V11',
      'V7',
    ]);
  });
});

describe('the cancellation of a recurring order', () => {
  it('is blocked where it pays back less, and says both figures', async () => {
    const plan = must(await at.trader.trading.estimators.recurring.plan(request()));
    const placed = must(await at.trader.trading.review(plan.id, at.trader.account));
    must(await at.trader.trading.accept(placed.trade.id, agreementTo(placed), at.trader.sign));
    await until(() =>
      Promise.resolve((at.trader.trading.trade(placed.trade.id)?.orders[0]?.fills?.length ?? 0) === 1),
    );
    const [told] = must(await at.trader.service.dcaPlans(at.trader.account.address));
    const trade = at.trader.trading.trade(placed.trade.id) ?? placed.trade;
    const target = {
      id: 'plan',
      serviceId: told?.id,
      placed: { txHash: trade.bodyHash, index: 0 },
      mustHold: (parts: number) => restOfPlan(trade, parts) ?? new Map(),
    };
    const prepared = must(
      await at.trader.trading.estimators.cancellations.prepare({
        targets: [target],
        account: at.trader.account,
      }),
    );
    const [quote] = prepared.quotes;
    if (!quote) throw new Error('nothing is prepared');
    for (const [kept, change] of [
      [50_000_000n, ({ draft, fee }: Written) => paysLess(draft, fee, 50_000_000n)],
      [1n, ({ draft, fee }: Written) => paysLess(draft, fee, 1n)],
    ] as const) {
      at.lying.lies = { '/swap/cancel': rewriting(change) };
      const review = must(
        await at.trader.trading.examine(at.trader.trading.quotes.renew(quote), at.trader.account),
      );
      const finding = review.inspection.report.findings.find(({ rule }) => rule === 'V10');
      expect([kept, finding?.severity]).toEqual([kept, 'block']);
      expect(finding?.message).toMatch(
        /you would get back [\d,.]+ ADA of the [\d,.]+ ADA that the orders hold/,
      );
      await expectRefused(at, review, ['V10']);
    }
    at.lying.lies = {};
    const honest = must(
      await at.trader.trading.review(at.trader.trading.quotes.renew(quote), at.trader.account),
    );
    must(await at.trader.trading.accept(honest.trade.id, agreementTo(honest), at.trader.sign));
    await tradeIn(at.trader, honest.trade.id, 'closed');
  });
});

/** A part of what comes back goes to somebody else; a lovelace, which no output can hold alone, into the fee. */
function paysLess(draft: Draft, fee: bigint, by: bigint): Written {
  const [back, ...others] = draft.outputs;
  if (!back) throw new Error('a cancellation pays somebody');
  const less = { ...back, value: subtractValues(back.value, new Map([[ADA, by]])) };
  if (by < 1_000_000n)
    // The ledger's sums hold and the fee is as stated: the lovelace is simply not there.
    return { draft: { ...draft, outputs: [less, ...others] }, fee };
  const gone = { address: stranger.account.address, value: new Map([[ADA, by]]) };
  return { draft: { ...draft, outputs: [less, gone, ...others] }, fee };
}
