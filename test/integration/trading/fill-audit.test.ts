import { describe, expect, it } from 'vitest';
import exchanges from '../../../resources/exchanges.json' with { type: 'json' };
import type { AssetId } from '#domain/asset.ts';
import { failure, failureText } from '#domain/failure.ts';
import type { AuditedFill } from '#domain/fill-audit.ts';
import { failed, ok } from '#domain/result.ts';
import type { Trade } from '#domain/trade.ts';
import { auditView } from '../../../src-main/features/trades/fill-audit-view.ts';
import type { Ledger } from '../../../src-main/ports/ledger.ts';
import { overriding } from '../../../src-main/profile/forwarding.ts';
import type { TradeAudit } from '../../../src-main/trading/trade-shortfall.ts';
import { useFaultyTrader, type FaultyTrader } from '../../support/faulty-trader.ts';
import { selling } from '../../support/sales.ts';
import {
  agreementTo,
  must,
  reviewFor,
  signLimit,
  tradeIn,
  until,
  type Trader,
} from '../../support/trader.ts';

/** The exchange that fills orders in parts. */
const PARTIAL = 'EXBV3';
let faults: FaultyTrader['faults'];
let trader: Trader;
let token: AssetId;
const openOther = useFaultyTrader({ auditsFills: true }, (world) => ({ faults, trader, token } = world));

/** Trades until it is filled and audited. `lovelace`: the amount sold for the token. */
async function filled(by: Trader, lovelace = 25_000_000n): Promise<Trade> {
  const review = must(await reviewFor(by, token, selling(lovelace)));
  await review.bestPrice;
  must(await by.trading.accept(review.trade.id, agreementTo(review), by.sign));
  return tradeIn(by, review.trade.id, 'filled');
}

function fillCount(tradeId: string): number {
  const orders = trader.trading.trade(tradeId)?.orders ?? [];
  return orders.reduce(
    (count, { fills, closedBy }) => count + (fills?.length ?? (closedBy === undefined ? 0 : 1)),
    0,
  );
}

function auditedCount(tradeId: string): number {
  return must(trader.trading.fills.of(tradeId)).audit?.fills.length ?? 0;
}

async function auditOf(by: Trader, { id }: Trade): Promise<TradeAudit> {
  await until(() => {
    const known = by.trading.fills.of(id);
    return Promise.resolve(known.ok && known.value.audit !== undefined && !known.value.underWay);
  });
  return must(by.trading.fills.of(id));
}

function audited({ audit }: TradeAudit): readonly AuditedFill[] {
  return (audit?.fills ?? []).map((fill) => {
    if ('failure' in fill) throw new Error(`not audited: ${JSON.stringify(fill.failure)}`);
    return fill;
  });
}

describe('the audit of the user’s fills', () => {
  it('finds honest fills exact, proven by bytes, and says to the base unit what each cost', async () => {
    for (const lovelace of [10_000_000n, 25_000_000n, 150_000_000n]) {
      const trade = await filled(trader, lovelace);
      const known = await auditOf(trader, trade);
      const fills = audited(known);
      expect(fills.map(({ txHash }) => txHash)).toEqual(trade.orders.map(({ closedBy }) => closedBy));
      for (const fill of fills) {
        expect(fill).toMatchObject({ exact: true, proven: true, reason: undefined, younger: 0 });
        expect(fill.paid).toBe(fill.mustPay);
        expect(fill.shortfall?.parts).toMatchObject({ underpaid: 0n, rest: 0n });
        expect(fill.shortfall?.since).toBe('decision');
        expect(fill.since.kind).not.toBe('unknown');
        expect(fill.neighbours?.before.end).toEqual({ kind: 'review' });
        expect(fill.neighbours?.after.end.kind).toMatch(/^(open|bound)$/);
        expect(fill.neighbours?.around).toBeUndefined();
      }
      expect(fills.reduce((sum, { paid }) => sum + (paid ?? 0n), 0n)).toBe(trade.filledTotal);
      const { shortfall } = known;
      if (!shortfall) throw new Error('the trade has no shortfall');
      const fees = shortfall.fees.map(({ inBought = 0n }) => inBought);
      expect(shortfall.fees.map(({ lovelace: fee }) => fee)).toContain(trade.costs.networkFee);
      expect(shortfall.total).toBe(
        shortfall.paper - shortfall.paid + fees.reduce((sum, fee) => sum + fee, 0n),
      );
      expect(shortfall.sinceDecision).toBe(true);
      expect(shortfall.ppm).toBeGreaterThan(0);
    }
  });

  it.each([
    ['a limit order', 20_000_000n, '5', undefined, 1],
    ['one filled in parts', 8_000_000_000n, '3', PARTIAL, 2],
  ] as const)('finds every fill of %s exact', async (_, lovelace, percent, exchange, least) => {
    const review = await signLimit(trader, { ...selling(lovelace), receive: token, percent, exchange });
    const trade = await tradeIn(trader, review.trade.id, 'filled', 'partly-filled');
    await until(() => Promise.resolve(fillCount(trade.id) >= least));
    await until(() => Promise.resolve(auditedCount(trade.id) === Math.min(fillCount(trade.id), 10)));
    const fills = audited(await auditOf(trader, trade));
    for (const fill of fills) {
      expect(fill).toMatchObject({ exact: true, proven: true });
      expect(fill.shortfall?.parts).toMatchObject({ underpaid: 0n, rest: 0n });
    }
    expect(fills.length).toBeGreaterThanOrEqual(least);
  });

  it('audits each order of a trade that places several', async () => {
    const review = await signLimit(trader, {
      ...selling(60_000_000n),
      ...{ receive: token, percent: '5', multiples: 3 },
    });
    const trade = await tradeIn(trader, review.trade.id, 'filled');
    await until(() => Promise.resolve(auditedCount(trade.id) === 3));
    const known = await auditOf(trader, trade);
    const fills = audited(known);
    expect(fills.map(({ order, index }) => [order, index])).toEqual(
      trade.orders.map(({ index }) => [`${trade.bodyHash}#${index}`, index]),
    );
    for (const fill of fills) expect(fill).toMatchObject({ exact: true, proven: true });
    expect(known.shortfall?.parts).toMatchObject({ underpaid: 0n, rest: 0n });
  });

  it('says by how much an exchange underpaid', async () => {
    await faults.make(
      ...exchanges.map(({ code }) => ({ exchange: code, fault: { kind: 'underpay', amount: '777' } })),
    );
    const trade = await filled(trader);
    const fills = audited(await auditOf(trader, trade));
    for (const fill of fills) {
      expect(fill).toMatchObject({ exact: false, proven: true });
      expect(fill.shortfall?.parts).toMatchObject({ underpaid: 777n, rest: 0n });
    }
  });

  it('tells what one owner traded around an order in other transactions, and what that cost', async () => {
    await faults.make(
      ...exchanges.map(({ code }) => ({ exchange: code, fault: { kind: 'sandwich', percent: 100 } })),
    );
    const trade = await filled(trader, 150_000_000n);
    const known = await auditOf(trader, trade);
    const fills = audited(known);
    for (const { sold, exact, shortfall, around, neighbours } of fills) {
      expect([exact, around, neighbours?.before.end.kind]).toEqual([true, undefined, 'review']);
      const seen = neighbours?.around;
      expect(seen?.before.txHash).toBe(neighbours?.before.transactions.at(-1)?.txHash);
      expect(seen?.after.txHash).toBe(neighbours?.after.transactions[0]?.txHash);
      expect(seen?.before.sold).toBeLessThanOrEqual(sold ?? 0n);
      expect(seen?.after.sold).toBe(seen?.before.bought);
      expect(neighbours?.before.transactions.at(-1)).toMatchObject({ same: { trades: 1 } });
      expect(neighbours?.after.transactions[0]).toMatchObject({ opposite: { trades: 1 } });
      // It moved the price before the fill, so the delay has it.
      expect(seen?.lost).toBeGreaterThan(0n);
      expect(shortfall?.parts.delay).toBeGreaterThan(0n);
      expect(shortfall?.parts).toMatchObject({ ordering: 0n, underpaid: 0n, rest: 0n });
    }
    expect(known.shortfall?.parts).toMatchObject({ underpaid: 0n, rest: 0n });
    // As the trading window shows it, read back from the journal.
    const view = must(auditView(trader.trading.fills.of(trade.id), 'en'));
    expect(view.fills.every((fill) => fill.kind === 'audited' && fill.neighbours?.around)).toBe(true);
  });

  it('looks once more for who used the pool next, when the trade is confirmed', async () => {
    let withheld = true;
    const one = await openOther({
      confirmations: 2,
      throughLedger: (ledger) =>
        overriding<Ledger>(ledger, {
          transaction: async (hash, signal) => {
            const told = await ledger.transaction(hash, signal);
            const isOwn = one.trading.trades().some(({ bodyHash }) => bodyHash === hash);
            if (!withheld || isOwn || !told.ok || !told.value) return told;
            const outputs = told.value.outputs.map(({ spentBy: _, ...output }) => output);
            return ok({ ...told.value, outputs });
          },
          // As in the newest block, so that the trade is not confirmed before its first audit has ended.
          inclusion: async (hash, signal) => {
            const told = await ledger.inclusion(hash, signal);
            if (!withheld || !told.ok || !told.value) return told;
            return ok({ ...told.value, blockHeight: Number.MAX_SAFE_INTEGER });
          },
        }),
    });
    one.trading.start();
    await faults.make(
      ...exchanges.map(({ code }) => ({ exchange: code, fault: { kind: 'sandwich', percent: 100 } })),
    );
    const trade = await filled(one, 150_000_000n);
    const first = audited(await auditOf(one, trade));
    for (const { neighbours } of first) {
      expect(neighbours?.after).toEqual({ transactions: [], end: { kind: 'open' } });
      expect(neighbours?.around).toBeUndefined();
    }
    withheld = false;
    await until(() => {
      const { audit } = must(one.trading.fills.of(trade.id));
      return Promise.resolve(
        audit?.fills.every((fill) => 'neighbours' in fill && fill.neighbours?.around) === true,
      );
    });
    const later = audited(await auditOf(one, trade));
    expect(later.map(({ neighbours: _, ...fill }) => fill)).toEqual(
      first.map(({ neighbours: _, ...fill }) => fill),
    );
  });

  it('asks once, and again only for the user, when the ledger does not answer', async () => {
    const { trader: one, told } = await openLiedTo(() =>
      Promise.resolve(failed(failure('ledger-unreachable'))),
    );
    const trade = await filled(one);
    const first = await auditOf(one, trade);
    expect(first.audit?.fills).toEqual(
      trade.orders.map(({ index, closedBy }) => ({
        index,
        txHash: closedBy,
        failure: failure('ledger-unreachable'),
      })),
    );
    expect(first.shortfall).toBeUndefined();
    // Each new block tells of the trade again.
    const depth = one.trading.trade(trade.id)?.confirmations ?? 0;
    await until(() => Promise.resolve((one.trading.trade(trade.id)?.confirmations ?? 0) > depth));
    expect(told()).toBe(trade.orders.length);
    one.stopLying();
    const again = must(await one.trading.fills.again(trade.id));
    for (const fill of audited(again)) expect(fill.exact).toBe(true);
    expect(must(one.trading.fills.of(trade.id)).audit).toEqual(again.audit);
  });

  it('keeps what it knows of a fill when the user asks again and the ledger does not answer', async () => {
    let silent: 'no' | 'bytes' | 'spenders' = 'no';
    const unreachable = failure('ledger-unreachable');
    const one = await openOther({
      throughLedger: (ledger) =>
        overriding<Ledger>(ledger, {
          transactionCbor: (hash, signal) =>
            silent === 'bytes' ? Promise.resolve(failed(unreachable)) : ledger.transactionCbor(hash, signal),
          transaction: (hash, signal) =>
            silent === 'spenders' ? Promise.resolve(failed(unreachable)) : ledger.transaction(hash, signal),
        }),
    });
    one.trading.start();
    const trade = await filled(one, 150_000_000n);
    const known = (await auditOf(one, trade)).audit?.fills;
    for (const fill of known ?? []) expect(fill).toMatchObject({ exact: true, neighbours: {} });
    silent = 'bytes';
    expect(await one.trading.fills.again(trade.id)).toEqual(failed(unreachable));
    expect(must(one.trading.fills.of(trade.id)).audit?.fills).toEqual(known);
    silent = 'spenders';
    must(await one.trading.fills.again(trade.id));
    expect(must(one.trading.fills.of(trade.id)).audit?.fills).toEqual(known);
  });

  it.each<readonly [string, Answer, string, RegExp]>([
    [
      'another transaction',
      (ledger, trade) => ledger.transactionCbor(trade.bodyHash),
      'fill-other-bytes',
      /different transaction/,
    ],
    ['no transaction', () => Promise.resolve(ok(undefined)), 'fill-other-bytes', /no transaction/],
    ['nonsense', () => Promise.resolve(ok('84a0')), 'fill-other-bytes', /not a single plain transaction/],
    ['megabytes', () => Promise.resolve(ok('00'.repeat(1_000_000))), 'fill-too-large', /977 kB/],
  ])('says so when the back-end gives %s as the fill', async (_, answer, code, reason) => {
    const { trader: one } = await openLiedTo(answer);
    const trade = await filled(one);
    const { audit } = await auditOf(one, trade);
    for (const fill of audit?.fills ?? []) {
      if (!('failure' in fill)) throw new Error('it was audited');
      expect(fill.failure.code).toBe(code);
      expect(failureText(fill.failure).what).toMatch(reason);
      expect(failureText(fill.failure).money).toBe('settled');
    }
    expect(one.trading.trade(trade.id)?.state).toBe('filled');
  });

  it('keeps the audit of the fill where the back-end cannot say who used the pool next', async () => {
    const cannot = failure('ledger-cannot-prove', { backEnd: 'Koios', what: 'spender' });
    const one = await openOther({
      throughLedger: (ledger) =>
        overriding<Ledger>(ledger, {
          transaction: (hash, signal) =>
            one.trading.trades().some(({ orders }) => orders.some(({ closedBy }) => closedBy === hash))
              ? Promise.resolve(failed(cannot))
              : ledger.transaction(hash, signal),
        }),
    });
    one.trading.start();
    const trade = await filled(one);
    for (const { exact, neighbours } of audited(await auditOf(one, trade))) {
      expect([exact, neighbours?.before.end.kind]).toEqual([true, 'review']);
      expect(neighbours?.after.end).toEqual({ kind: 'failed', failure: cannot });
    }
  });

  it('checks nothing that the bytes of parents do not prove', async () => {
    const { trader: one } = await openLiedTo(
      (ledger, trade, hash) =>
        hash === trade.orders[0]?.closedBy ? ledger.transactionCbor(hash) : Promise.resolve(ok('84a0')),
      'everything',
    );
    const trade = await filled(one);
    for (const fill of audited(await auditOf(one, trade))) {
      expect(fill).toMatchObject({ exact: undefined, mustPay: undefined, shortfall: undefined });
      expect(fill.reason).toMatch(/unknown/);
    }
  });
});

type Answer = (ledger: Ledger, trade: Trade, hash: string) => ReturnType<Ledger['transactionCbor']>;

/** A trader whose back-end gives other bytes for a fill, or, once there is a fill, for everything. */
async function openLiedTo(answer: Answer, of: 'fill' | 'everything' = 'fill') {
  let told = 0;
  let lying = true;
  const fillOf = (hash: string): Trade | undefined =>
    one.trading
      .trades()
      .find(({ orders }) =>
        orders.some(({ closedBy }) => closedBy !== undefined && (of === 'everything' || closedBy === hash)),
      );
  const one: Trader = await openOther({
    throughLedger: (ledger) =>
      overriding<Ledger>(ledger, {
        transactionCbor: (hash, signal) => {
          const trade = lying ? fillOf(hash) : undefined;
          if (!trade) return ledger.transactionCbor(hash, signal);
          told += 1;
          return answer(ledger, trade, hash);
        },
      }),
  });
  one.trading.start();
  return { trader: Object.assign(one, { stopLying: () => (lying = false) }), told: () => told };
}
