import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { quantityIn } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { tradesOf } from '../../src-main/exchanges/around.ts';
import { auditTransaction, tally } from '../../src-main/exchanges/audit.ts';
import type { AuditedOrder } from '../../src-main/exchanges/audited-order.ts';
import { executionOf } from '../../src-main/exchanges/execution.ts';
import { parseAddress } from '../../src-main/cardano/address.ts';
import { blake2b256 } from '../../src-main/cardano/hash.ts';
import { hexBytes } from '../../src-main/cardano/hex.ts';
import { inLedgerOrder } from '../../src-main/cardano/redeemers.ts';
import type { Transaction } from '../../src-main/cardano/transaction.ts';
import { readWingRidersV2 } from '../../src-main/exchanges/wingriders/v2-pool.ts';
import { listedOutputs, mainnet, realInputs, realTransactions } from '../support/real-fills.ts';

const real = realTransactions();

/** Counts by exchange: how many fills are exact, how many are not, and why the others cannot be checked. */
function found(orders: readonly AuditedOrder[]): Readonly<Record<string, Readonly<Record<string, number>>>> {
  const table: Record<string, Record<string, number>> = {};
  for (const { venue = 'unknown', exact, reason } of orders) {
    const row = (table[venue] ??= {});
    const what = exact === undefined ? `not checkable: ${reason ?? ''}` : exact ? 'exact' : 'not exact';
    row[what] = (row[what] ?? 0) + 1;
  }
  return table;
}

const audits = [...real.values()].map((tx) => auditTransaction(tx, realInputs(real, tx), mainnet));
const known = audits.flatMap(({ orders }) => orders).filter(({ venue }) => venue !== undefined);

it('the explorer’s datums are those that it gives the hashes of', () => {
  const inline = listedOutputs.filter(({ inline_datum }) => inline_datum !== null);
  expect(inline.length).toBeGreaterThan(40);
  for (const { inline_datum, data_hash } of inline)
    expect(blake2b256(hexBytes(inline_datum ?? ''))).toBe(data_hash);
});

describe('of all fills in the real transactions at hand', () => {
  test('every one whose pool is known before comes out exact, and the others say why they cannot be checked', () => {
    expect(found(known)).toEqual(EXPECTED);
    expect(tally(known)).toMatchObject({ notExact: 0 });
  });

  test('batches are replayed in their own order, which is not always the ledger’s', () => {
    const several = audits.filter(({ orders }) => orders.filter(({ exact }) => exact === true).length > 1);
    const places = several.map(({ txHash, orders }) => [
      txHash.slice(0, 8),
      orders.map(({ ledgerPosition }) => ledgerPosition).join(','),
    ]);
    expect(Object.fromEntries(places)).toEqual({ c1aef032: '1,0', '154ff4f8': '2,1,0', '4cf52563': '0,1' });
  });

  test('none is exact any more when its owner is paid one base unit less or more, or somebody else instead', () => {
    const single = known.filter(
      ({ exact, venue, position }) => exact === true && venue === 'Minswap V2' && position === 0,
    );
    expect(single.length).toBeGreaterThan(10);
    for (const { order, bought, paid, mustPay } of single) {
      const tx = spenderOf(order);
      for (const more of [-1n, 1n]) {
        const [changed] = auditTransaction(
          withPaid(tx, bought ?? ADA, more),
          realInputs(real, tx),
          mainnet,
        ).orders;
        expect(changed).toMatchObject({ exact: false, mustPay, paid: (paid ?? 0n) + more });
      }
      const [stolen] = auditTransaction(paidElsewhere(tx), realInputs(real, tx), mainnet).orders;
      expect(stolen).toMatchObject({ exact: false, paid: 0n, reason: 'no output pays its owner' });
    }
  });

  test('nor is any at Splash or Minswap stable when its owner is paid less than what may be kept leaves', () => {
    const others = known.filter(
      ({ exact, venue = '' }) => exact === true && ['Splash', 'Minswap stable'].includes(venue),
    );
    expect(others.length).toBe(14);
    for (const { order, venue, bought = ADA, mustPay } of others) {
      const tx = spenderOf(order);
      // At Splash, the output with the order's index pays it.
      const at = venue === 'Splash' ? inLedgerOrder(tx.body.inputs).findIndex((input) => input === order) : 1;
      const kept = bought === ADA ? MOST_KEPT : 0n;
      const changed = withPaid(tx, bought, -1n - kept, at);
      const [line] = auditTransaction(changed, realInputs(real, tx), mainnet).orders;
      expect(line?.exact, order).not.toBe(true);
      if (line?.exact === false) expect(line.paid, order).toBeLessThan(mustPay ?? 0n);
    }
  });

  test('none is judged when its pool, or the order itself, is not covered', () => {
    for (const { order, venue } of known.filter(({ exact }) => exact === true)) {
      const tx = spenderOf(order);
      // In a batch, an order does not depend on those executed after it.
      if (auditTransaction(tx, realInputs(real, tx), mainnet).orders.length > 1) continue;
      for (const left of tx.body.inputs) {
        const resolved = realInputs(real, tx);
        const held = resolved.get(left);
        const script = held && parseAddress(held.address);
        if (script?.ok !== true || script.value.payment.kind === 'key') continue;
        resolved.delete(left);
        const { orders } = auditTransaction(tx, resolved, mainnet);
        const line = orders.find((one) => one.order === order);
        expect(line, `${venue ?? ''} ${left}`).toMatchObject({ exact: undefined, mustPay: undefined });
        expect(line?.reason).toMatch(/./);
      }
    }
  });
});

test('each trade with a pool has the owner that its order names, or none: one order of the batch 154ff4f8 names none here', () => {
  const unknown = [...real.values()].flatMap((tx) => {
    const trades = tradesOf({ tx, resolved: realInputs(real, tx) }, mainnet).map(({ trade }) => trade);
    for (const { trader } of trades) if (trader !== undefined) expect(trader).toMatch(/^[0-9a-f]{56}$/);
    const without = trades.filter(({ trader }) => trader === undefined);
    return without.map(() => [tx.bodyHash.slice(0, 8), trades.length] as const);
  });
  expect(unknown).toEqual([['154ff4f8', 3]]);
});

/** Expected counts for the real transactions in `test/vectors`. */
const EXPECTED = {
  'Minswap V2': {
    exact: 16,
    'not checkable: it adds or removes liquidity, or can be filled in part: only swaps that fill whole are recomputed': 1,
  },
  'SundaeSwap V3': { exact: 2, 'not checkable: what its pool held beforehand is unknown': 9 },
  'WingRiders V2': { 'not checkable: what its pool held beforehand is unknown': 6 },
  Splash: { exact: 13, 'not checkable: what its pool held beforehand is unknown': 10 },
  VyFi: {
    'not checkable: its contracts are not public, and no published formula gives its fills to the base unit': 1,
  },
  'Minswap stable': { exact: 1 },
};

test('docs/audit.md counts them the same way', () => {
  const rows = [...readFileSync('docs/audit.md', 'utf8').matchAll(/^\|(.+)\| (?:yes|no) +\|(.+)\|$/gm)].map(
    ([, name = '', counts = '']) => [(name.split('|')[0] ?? '').trim(), counts.split('|').map(Number)],
  );
  const counted = Object.keys(EXPECTED).map((exchange) => {
    const { exact, notExact, notCheckable } = tally(known.filter(({ venue }) => venue === exchange));
    return [exchange, [exact, notExact, notCheckable]];
  });
  const others = ['Minswap V1', 'MuesliSwap'].map((exchange) => [exchange, [0, 0, 0]]);
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries([...counted, ...others]));
});

test('the pools of WingRiders V2 charge no more for an order than the list of pools says', () => {
  const charged = [...real.values()]
    .flatMap((tx) => executionOf(tx, new Map()).outputs)
    .flatMap(({ address, value, datum }) => {
      const script = address?.payment.kind === 'script' ? address.payment.hash : '';
      const { exchange, token, fee } = mainnet.pools.get(script) ?? {};
      if (exchange !== 'WingRiders V2' || token === undefined || datum === undefined) return [];
      const pool = readWingRidersV2({ script, value, datum }, token);
      return pool.ok ? [{ charged: pool.value.agentFee, listed: fee }] : [];
    });
  expect(charged.length).toBeGreaterThanOrEqual(6);
  for (const { charged: fee, listed } of charged) expect(fee).toBeLessThanOrEqual(listed ?? -1n);
});

function spenderOf(order: string): Transaction {
  for (const tx of real.values()) if (tx.body.inputs.some((input) => input === order)) return tx;
  throw new Error('nobody spends it');
}

/** Lovelace that these orders at Splash let an execution keep at most. */
const MOST_KEPT = 2_000_000n;

/** The transaction, with `more` added to what its output at `at` holds of `asset`. */
function withPaid(tx: Transaction, asset: AssetId, more: bigint, at = 0): Transaction {
  const outputs = tx.body.outputs.map((output, index) =>
    index === at
      ? { ...output, value: new Map(output.value).set(asset, quantityIn(output.value, asset) + more) }
      : output,
  );
  return { ...tx, body: { ...tx.body, outputs } };
}

/** The transaction, with its first output moved to the address of its last one. */
function paidElsewhere(tx: Transaction): Transaction {
  const [first, ...others] = tx.body.outputs;
  const addressBytes = tx.body.outputs.at(-1)?.addressBytes;
  if (!first || !addressBytes) throw new Error('it has no outputs');
  return { ...tx, body: { ...tx.body, outputs: [{ ...first, addressBytes }, ...others] } };
}
