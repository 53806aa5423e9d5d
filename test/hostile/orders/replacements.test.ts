import { afterEach, describe, expect, it } from 'vitest';
import practice from '../../../resources/practice-order-scripts.json' with { type: 'json' };
import { addValues, quantity, type Value } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { failure } from '#domain/failure.ts';
import { failed, ok } from '#domain/result.ts';
import { addressOf, formatAddress } from '../../../src-main/cardano/address.ts';
import { decodeTransaction } from '../../../src-main/cardano/transaction.ts';
import type { DraftOutput } from '../../../src-main/practice/chain/draft.ts';
import type { Signer } from '../../../src-main/inspect/approved-tx.ts';
import type { Replaced } from '../../../src-main/agreement/agreement.ts';
import { DEFAULT_POLICY, type PolicyLimits } from '../../../src-main/inspect/policy.ts';
import { factsOf } from '../../../src-main/inspect/inspect-transaction.ts';
import { groundsOf } from '../../../src-main/inspect/rules/second-proof.ts';
import { prove } from '../../../src-main/proof/prove.ts';
import type { LimitQuote } from '../../../src-main/trading/kinds/quote.ts';
import { batchOf } from '../../support/batches.ts';
import { skimming } from '../../support/diverted.ts';
import { withBodyField } from '../../support/edit-cbor.ts';
import type { Lie } from '../../support/lying-service.ts';
import { lyingPractice } from '../../support/lying-practice.ts';
import { moveRequest, preparedMove, restingOrder } from '../../support/moves.ts';
import { practiceWallet } from '../../support/practice-wallet.ts';
import { rewriting } from '../../support/rewritten.ts';
import { agreementTo, codeOf, must, tradeIn } from '../../support/trader.ts';

/**
 * A limit order that is moved to another price: a service's tampering with the second half, and the part of it that
 * gets signed.
 */

let limits: PolicyLimits = DEFAULT_POLICY;
const at = lyingPractice({ policy: () => Promise.resolve(ok(limits)) });
const BUILD = '/swap/limit/build';
const thief = practiceWallet(99);

/** A move whose first half was agreed to; every later build is lied about. */
async function agreedThen(
  lie: Lie | undefined,
  sign: Signer = (approved) => at.trader.sign.signer(approved),
) {
  const { trader, token, lying } = at;
  const trade = await restingOrder(trader, token);
  const { moved, batch } = await preparedMove(trader, trade);
  const first = must(await batch.first());
  must(await trader.trading.accept(first.trade.id, agreementTo(first), trader.sign));
  const signings = lying.asked('/swap/sign');
  if (lie) lying.lies = { [BUILD]: lie };
  let signed = 0;
  await batch.run((approved) => {
    signed += 1;
    return sign(approved);
  });
  return { trade, moved, batch, first, signed, sentToSign: lying.asked('/swap/sign') - signings };
}

/** The output that locks something, changed; lovelace that it gets more comes from the change. */
function changingOrder(change: (order: DraftOutput) => DraftOutput, more = 0n): Lie {
  return rewriting(({ draft, fee }) => ({
    fee,
    draft: {
      ...draft,
      outputs: draft.outputs.map((output) =>
        output.datum === undefined
          ? { ...output, value: addValues(output.value, ada(-more)) }
          : change({ ...output, value: addValues(output.value, ada(more)) }),
      ),
    },
  }));
}

function ada(lovelace: bigint): Value {
  return new Map([[ADA, lovelace]]);
}

const withDatum =
  (from: string, to: string) =>
  (order: DraftOutput): DraftOutput => {
    const datum = order.datum?.replace(from, to);
    if (datum === undefined || datum === order.datum) throw new Error('the datum has no such part');
    return { ...order, datum };
  };

function inputsOf(hash: string): readonly string[] {
  const [entry] = at.trader.journal.byHash(hash);
  const decoded = decodeTransaction(entry?.bytes.unsignedCbor ?? '');
  if (!decoded.ok) throw new Error(decoded.failure);
  return decoded.value.body.inputs;
}

describe('a limit order that is moved', () => {
  it('is cancelled, and its replacement spends what came back, at the same exchange for no more than it held', async () => {
    const { batch, moved, trade, signed } = await agreedThen(undefined);
    expect([batch.state, batch.failure, signed]).toEqual(['done', undefined, 1]);
    const [cancel, placed] = batch.transactions;
    expect(inputsOf(placed?.bodyHash ?? '').map((name) => name.slice(0, 64))).toContain(cancel?.bodyHash);
    const now = await tradeIn(at.trader, placed?.tradeId ?? '', 'placed');
    expect(now).toMatchObject({ kind: 'limit', pay: trade.pay, receive: trade.receive });
    expect(now.limit).toMatchObject({ replaces: moved.quotes[0].task.orders[0], typed: { text: '-45' } });
    expect(now.orders.map(({ exchange }) => exchange)).toEqual(trade.orders.map(({ exchange }) => exchange));
    // The price is the new one, and only that: a lower one buys more.
    expect(now.atLeast).toBeGreaterThan(trade.atLeast);
    expect(at.trader.trading.trade(cancel?.tradeId ?? '')?.replacement).toEqual({
      pay: trade.pay,
      receive: trade.receive,
      typed: { form: 'percent', text: '-45' },
    });
  });

  it('is left alone where the approval is declined: nothing is signed', async () => {
    const { trader, token, lying } = at;
    const trade = await restingOrder(trader, token);
    const { batch } = await preparedMove(trader, trade);
    const first = must(await batch.first());
    const signings = lying.asked('/swap/sign');
    must(await trader.trading.discard(first.trade.id));
    batch.stop(failure('trade-declined'));
    expect([batch.state, lying.asked('/swap/sign') - signings]).toEqual(['stopped', 0]);
    expect(trader.trading.trade(trade.id)?.state).toBe('placed');
  });

  it('stays cancelled where the wallet locks between the two, and nothing more is signed', async () => {
    const locked = failure('set-leave-over');
    const { batch, sentToSign } = await agreedThen(undefined, () => Promise.resolve(failed(locked)));
    expect([batch.state, batch.failure, sentToSign]).toEqual(['stopped', locked, 0]);
    expect(batch.transactions.map(({ state }) => state)).toEqual(['placed', 'left']);
  });

  it('is not replaced by a transaction that spends other funds and cannot be made to depend on the cancellation', async () => {
    const lie: Lie = (answer) => ({
      ...answer,
      cbor: withBodyField(String(answer['cbor']), 11, `5820${'ab'.repeat(32)}`),
    });
    const { batch, signed } = await agreedThen(lie);
    expect([batch.state, signed]).toEqual(['stopped', 0]);
    expect(['replacement-independent', 'set-deviates']).toContain(batch.failure?.code);
  });

  it.each<[string, () => Lie]>([
    ['more of the wallet in the order', () => changingOrder((order) => order, 2_000_000n)],
    ['less in the order than came back', () => changingOrder((order) => order, -2_000_000n)],
    [
      'proceeds for somebody else',
      () =>
        changingOrder(
          withDatum(at.trader.account.own.paymentKeyHashes.values().next().value ?? '', thief.paymentKeyHash),
        ),
    ],
    [
      'another exchange',
      () =>
        changingOrder((order) => ({
          ...order,
          address: formatAddress(
            addressOf(
              0,
              { kind: 'script', hash: practice.EXA.script },
              { kind: 'key', hash: [...at.trader.account.own.stakeKeyHashes][0] ?? '' },
            ),
          ),
        })),
    ],
    ['a fee for a stranger', () => rewriting(skimming(at.trader.account.address, thief.address, 1_000_000n))],
  ])('is not replaced by an order with %s: the old one stays cancelled', async (_name, lie) => {
    const { batch, signed, sentToSign } = await agreedThen(lie());
    expect([batch.state, signed, sentToSign]).toEqual(['stopped', 0, 0]);
    expect(batch.transactions.map(({ state }) => state)).toEqual(['placed', 'left']);
    expect(batch.failure?.code).toBe('set-deviates');
    expect(at.trader.trading.trade(batch.transactions[1]?.tradeId ?? '')?.state).toBe('refused');
  });

  it('is not replaced by the bytes of the first order, whose price is another', async () => {
    const { trader, token, lying } = at;
    let first: unknown;
    lying.lies = { [BUILD]: (answer) => ({ ...answer, cbor: (first ??= answer['cbor']) }) };
    const trade = await restingOrder(trader, token);
    const { batch } = await preparedMove(trader, trade);
    const review = must(await batch.first());
    must(await trader.trading.accept(review.trade.id, agreementTo(review), trader.sign));
    let signed = 0;
    await batch.run((approved) => {
      signed += 1;
      return trader.sign.signer(approved);
    });
    expect([batch.state, signed]).toEqual(['stopped', 0]);
    expect(batch.failure?.code).toBe('set-deviates');
  });

  it('is not replaced where the service never builds, and the cancellation is journalled with what was to follow', async () => {
    const { batch, signed } = await agreedThen(() => undefined);
    expect([batch.state, signed]).toEqual(['stopped', 0]);
    expect(batch.failure?.code).toMatch(/^service-/);
    const [cancel] = batch.transactions;
    expect(at.trader.trading.trade(cancel?.tradeId ?? '')?.replacement?.typed.text).toBe('-45');
  });

  it('signs nothing by itself after a restart between the two', async () => {
    const { trader, token, lying } = at;
    const trade = await restingOrder(trader, token);
    const { batch } = await preparedMove(trader, trade);
    const first = must(await batch.first());
    must(await trader.trading.accept(first.trade.id, agreementTo(first), trader.sign));
    await at.restart();
    const cancelled = await tradeIn(at.trader, first.trade.id, 'closed');
    const builds = lying.asked(BUILD);
    const signings = lying.asked('/swap/sign');
    await tradeIn(at.trader, trade.id, 'closed');
    expect([lying.asked(BUILD), lying.asked('/swap/sign')]).toEqual([builds, signings]);
    expect(cancelled.replacement).toMatchObject({ pay: trade.pay, receive: token });
    expect(at.trader.trading.trades().filter(({ limit }) => limit?.replaces !== undefined)).toEqual([]);
  });
});

function withReplaced(order: LimitQuote, replaces: Replaced): LimitQuote {
  return { ...order, task: { ...order.task, replaces } };
}

/** Moves as a lying ledger could have had them prepared, instead of by the old order's bytes. */
const misread: readonly (readonly [string, string, (order: LimitQuote, replaces: Replaced) => LimitQuote])[] =
  [
    [
      'replace an order that is not taken back',
      'replaced-other',
      (order, replaces) => withReplaced(order, { ...replaces, order: `${'ab'.repeat(32)}#0` }),
    ],
    [
      'be placed elsewhere',
      'replaced-elsewhere',
      (order, replaces) => withReplaced(order, { ...replaces, script: practice.EXA.script }),
    ],
    [
      'sell more than the old one holds',
      'replaced-smaller',
      (order) => {
        const pay = { ...order.task.pay, quantity: quantity(order.task.pay.quantity + 10_000_000n) };
        return { ...order, task: { ...order.task, pay } };
      },
    ],
  ];

describe('the cancellation of a moved order', () => {
  it.each(misread)('is blocked by both proofs where the new order would %s', async (_name, code, lie) => {
    const { trader, token } = at;
    const trade = await restingOrder(trader, token);
    const { moved } = await preparedMove(trader, trade);
    const [cancel, order] = moved.quotes;
    if (!order.task.replaces) throw new Error('a moved order replaces another');
    const quotes = [cancel, lie(order, order.task.replaces)] as const;
    const { inspection } = must(await batchOf(trader, { kind: 'replace', ...moved, quotes }).first());
    const { verdict, findings } = inspection.report;
    const blocking = findings.filter(({ severity }) => severity === 'block').map(({ rule }) => rule);
    expect([verdict, blocking]).toEqual(['block', ['V17']]);
    // The second proof runs only where the first one passes.
    const { context } = factsOf(inspection);
    const grounds = groundsOf(context, undefined);
    if (!grounds) throw new Error('there is nothing to prove by');
    const second = prove({ ...grounds, cbor: context.cbor }).objections;
    expect(second.map((objection) => objection.code)).toEqual([code]);
  });
});

describe('a move whose new order a limit would stop', () => {
  afterEach(() => {
    limits = DEFAULT_POLICY;
  });

  it('is blocked before its old order is taken back', async () => {
    const { trader, token } = at;
    const trade = await restingOrder(trader, token);
    const blockedBy = async (change: Partial<PolicyLimits>): Promise<unknown> => {
      limits = { ...DEFAULT_POLICY, ...change };
      const { batch } = await preparedMove(trader, trade);
      const { inspection } = must(await batch.first());
      batch.stop();
      return inspection.report.findings
        .filter(({ severity }) => severity === 'block')
        .map(({ rule }) => rule);
    };
    expect(await blockedBy({})).toEqual([]);
    expect(await blockedBy({ perTrade: 30_000_000n })).toEqual([]);
    expect(await blockedBy({ perTrade: 29_999_999n })).toEqual(['P1']);
    expect(await blockedBy({ perDay: 60_000_000n })).toEqual([]);
    expect(await blockedBy({ perDay: 59_999_999n })).toEqual(['P2']);
    expect(await blockedBy({ exchanges: ['EXH'] })).toEqual([]);
    expect(await blockedBy({ exchanges: ['EXA'] })).toEqual(['P6']);
  });
});

describe('a move that is refused before anything is cancelled', () => {
  it('is one to a price far worse than the market, or to none', async () => {
    const { trader, token } = at;
    const request = await moveRequest(trader, await restingOrder(trader, token));
    for (const [form, text, code] of [
      ['percent', '30', 'move-off-market'],
      ['ada-per-token', 'x', 'price-malformed'],
    ] as const)
      expect(
        codeOf(await trader.trading.estimators.replacements.prepare({ ...request, price: { form, text } })),
      ).toBe(code);
  });

  it('is one to the very price that it has, however it is written', async () => {
    const { trader, token } = at;
    const trade = await restingOrder(trader, token);
    const half = { lovelace: 1n, units: 2n };
    const limit = { typed: { form: 'ada-per-token', text: '0.5' }, price: half } as const;
    const request = await moveRequest(trader, { ...trade, limit });
    for (const [form, text] of [
      ['token-per-ada', '2'],
      ['ada-per-token', '0.50'],
    ] as const)
      expect(
        codeOf(await trader.trading.estimators.replacements.prepare({ ...request, price: { form, text } })),
      ).toBe('move-same-price');
  });

  it('is one of an order that another transaction placed, or that is not a limit order', async () => {
    const { trader, token } = at;
    const trade = await restingOrder(trader, token);
    const request = await moveRequest(trader, trade);
    for (const other of [
      { ...trade, bodyHash: 'ab'.repeat(32) },
      { ...trade, kind: 'swap' as const },
      { ...trade, receive: ADA },
    ])
      expect(codeOf(await trader.trading.estimators.replacements.prepare({ ...request, trade: other }))).toBe(
        'order-not-movable',
      );
  });
});
