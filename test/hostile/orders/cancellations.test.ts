import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { subtractValues } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { addressOf, formatAddress, parseAddress } from '../../../src-main/cardano/address.ts';
import type { Draft, DraftOutput } from '../../../src-main/practice/chain/draft.ts';
import type { CancelTarget } from '../../../src-main/trading/kinds/cancel.ts';
import type { Review } from '../../../src-main/trading/reviewer.ts';
import { expectRefused, lyingPractice } from '../../support/lying-practice.ts';
import { type Change, rewriting } from '../../support/rewritten.ts';
import { selling } from '../../support/sales.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';
import {
  agreementTo,
  cancelTargets,
  codeOf,
  must,
  openFundedTrader,
  STRANGERS_PHRASE,
  tradeIn,
  type Trader,
} from '../../support/trader.ts';

/** Cancellations that the service built honestly and somebody changed on the way: none of them gets a signature. */

const at = lyingPractice();
const temporary = temporaryDirectories();
let stranger: Trader;

beforeEach(async () => {
  const { endpoints } = at.lying;
  ({ trader: stranger } = await openFundedTrader({
    endpoints,
    folder: temporary(),
    phrase: STRANGERS_PHRASE,
  }));
});

afterEach(() => stranger.close());

/** Places orders far from the market, in one transaction, and answers how they are cancelled. */
async function ordersOf(one: Trader, count: number): Promise<readonly CancelTarget[]> {
  const quote = must(
    await one.trading.estimators.limits.quote({
      ...selling(BigInt(15 * count) * 1_000_000n),
      receive: at.token,
      price: { form: 'percent', text: '-40' },
      multiples: count,
      exchange: undefined,
      excluded: [],
    }),
  );
  const review = must(await one.trading.review(quote.quote.id, one.account));
  must(await one.trading.accept(review.trade.id, agreementTo(review), one.sign));
  await tradeIn(one, review.trade.id, 'placed');
  return cancelTargets(one, review.trade.bodyHash, count);
}

/** Prepares and reviews a cancellation whose built transaction is changed on its way. */
async function attacked(targets: readonly CancelTarget[], change: Change): Promise<Review> {
  const prepared = must(
    await at.trader.trading.estimators.cancellations.prepare({ targets, account: at.trader.account }),
  );
  const lie = rewriting(change);
  at.lying.lies = { '/swap/cancel': lie, '/swap/bulkcancel': lie };
  const [quote] = prepared.quotes;
  if (!quote) throw new Error('nothing is prepared');
  return must(await at.trader.trading.examine(at.trader.trading.quotes.renew(quote), at.trader.account));
}

function theOutput(draft: Draft): DraftOutput {
  const [output] = draft.outputs;
  if (!output) throw new Error('a cancellation pays somebody');
  return output;
}

/** The same output with less lovelace. */
function less(output: DraftOutput, by: bigint): DraftOutput {
  return { ...output, value: subtractValues(output.value, new Map([[ADA, by]])) };
}

const attacks: readonly (readonly [string, readonly string[], number, () => Change])[] = [
  [
    'an output is missing: what the second order held is left to nobody',
    ['R3', 'V10'],
    2,
    () =>
      ({ draft, fee }) => ({
        draft: { ...draft, outputs: [less(theOutput(draft), 17_000_000n)] },
        fee,
      }),
  ],
  [
    'a part of it goes into the fee',
    ['F5', 'V10'],
    2,
    () =>
      ({ draft, fee }) => ({
        draft: { ...draft, outputs: [less(theOutput(draft), 3_000_000n)] },
        fee: fee + 3_000_000n,
      }),
  ],
  [
    'a foreign output is added',
    ['V3', 'V10'],
    2,
    () =>
      ({ draft, fee }) => {
        const out: DraftOutput = { address: stranger.account.address, value: new Map([[ADA, 5_000_000n]]) };
        return { draft: { ...draft, outputs: [less(theOutput(draft), 5_000_000n), out] }, fee };
      },
  ],
  [
    'all of it goes to a foreign address',
    ['V3', 'V10'],
    1,
    () =>
      ({ draft, fee }) => ({
        draft: { ...draft, outputs: [{ ...theOutput(draft), address: stranger.account.address }] },
        fee,
      }),
  ],
  [
    'our payment key with another stake key',
    ['V4'],
    1,
    () =>
      ({ draft, fee }) => {
        const [own, other] = [at.trader, stranger].map(({ account }) => parseAddress(account.address));
        const stake = other?.ok === true ? other.value.stake : undefined;
        if (!own?.ok || stake === undefined || stake === 'pointer')
          throw new Error('both are base addresses');
        const franken = formatAddress(addressOf(0, own.value.payment, stake));
        return { draft: { ...draft, outputs: [{ ...theOutput(draft), address: franken }] }, fee };
      },
  ],
  [
    'one of the orders is not taken back',
    ['V10'],
    2,
    () =>
      ({ draft, fee }) => ({
        draft: { ...draft, inputs: draft.inputs.slice(0, 1), outputs: [less(theOutput(draft), 17_000_000n)] },
        fee,
      }),
  ],
  [
    'what comes back goes into an order again',
    ['V10'],
    1,
    () =>
      ({ draft, fee }) => {
        const [input] = draft.inputs;
        return {
          draft: { ...draft, outputs: [{ ...theOutput(draft), address: scriptOf(input?.txHash ?? '') }] },
          fee,
        };
      },
  ],
];

let scripts = new Map<string, string>();

function scriptOf(hash: string): string {
  const address = scripts.get(hash);
  if (address === undefined) throw new Error('no order of that transaction is known');
  return address;
}

async function learnScripts(targets: readonly CancelTarget[]): Promise<void> {
  scripts = new Map();
  for (const { placed } of targets) {
    const tx = must(await at.trader.ledger.transaction(placed?.txHash ?? ''));
    const order = tx?.outputs.find(({ index }) => index === placed?.index);
    if (tx && order) scripts.set(tx.hash, order.address);
  }
}

describe('a cancellation that was changed on its way', () => {
  it.each(attacks)('%s: refused, and nothing is sent', async (_name, rules, count, change) => {
    const targets = await ordersOf(at.trader, count);
    await learnScripts(targets);
    const review = await attacked(targets, change());
    await expectRefused(at, review, rules);
  });

  it('spends another order of ours besides those named: refused, and nothing is sent', async () => {
    const targets = await ordersOf(at.trader, 2);
    const [named, other] = targets;
    if (!named || !other?.placed) throw new Error('two orders');
    const { placed } = other;
    const review = await attacked([named], ({ draft, fee }) => ({
      draft: {
        ...draft,
        inputs: [...draft.inputs, { txHash: placed.txHash, index: placed.index }],
        outputs: [{ ...theOutput(draft), value: theOutput(draft).value }],
      },
      fee,
    }));
    await expectRefused(at, review, ['V10', 'R3']);
  });

  it('spends an order of somebody else in place of ours: refused, and nothing is sent', async () => {
    const [mine] = await ordersOf(at.trader, 1);
    const [theirs] = await ordersOf(stranger, 1);
    const placed = theirs?.placed;
    if (!mine || !placed) throw new Error('both have an order');
    const review = await attacked([mine], ({ draft, fee }) => ({
      draft: { ...draft, inputs: [{ txHash: placed.txHash, index: placed.index }] },
      fee,
    }));
    await expectRefused(at, review, ['V10', 'R4']);
  });

  it('says both figures: what the orders hold, and what would come back', async () => {
    const targets = await ordersOf(at.trader, 2);
    const review = await attacked(targets, ({ draft, fee }) => ({
      draft: {
        ...draft,
        outputs: [
          less(theOutput(draft), 5_000_000n),
          { address: stranger.account.address, value: new Map([[ADA, 5_000_000n]]) },
        ],
      },
      fee,
    }));
    const words = review.inspection.report.findings
      .filter(({ rule, severity }) => rule === 'V10' && severity === 'block')
      .map(({ message }) => message);
    expect(words.some((message) => /get back [\d,.]+ ADA of the [\d,.]+ ADA/.test(message))).toBe(true);
  });

  it('an order of somebody else is not even asked to be cancelled', async () => {
    const [theirs] = await ordersOf(stranger, 1);
    if (!theirs) throw new Error('they have an order');
    const before = at.lying.asked('/swap/cancel');
    expect(
      codeOf(
        await at.trader.trading.estimators.cancellations.prepare({
          targets: [theirs],
          account: at.trader.account,
        }),
      ),
    ).toBe('order-not-yours');
    expect(at.lying.asked('/swap/cancel')).toBe(before);
  });
});
