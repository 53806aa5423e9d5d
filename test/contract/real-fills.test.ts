import { describe, expect, it, test } from 'vitest';
import { quantityIn, subtractValues } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { auditTransaction, tally } from '../../src-main/audit/audit.ts';
import type { AuditedOrder } from '../../src-main/audit/audited-order.ts';
import { executionOf } from '../../src-main/audit/execution.ts';
import { formatAddress, parseAddress, parseAddressBytes } from '../../src-main/cardano/address.ts';
import { scanCbor, type CborItem } from '../../src-main/cardano/cbor-scanner.ts';
import { cborInt } from '../../src-main/cardano/cbor-writer.ts';
import { blake2b256 } from '../../src-main/cardano/hash.ts';
import { concatBytes, hexBytes, toHex } from '../../src-main/cardano/hex.ts';
import { constr } from '../../src-main/cardano/order-forms/plutus-data.ts';
import { inLedgerOrder, redeemersOf } from '../../src-main/cardano/redeemers.ts';
import type { Transaction } from '../../src-main/cardano/transaction.ts';
import type { ResolvedInput } from '../../src-main/inspect/resolution.ts';
import { readWingRidersV2 } from '../../src-main/pools/wingriders-v2.ts';
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

/** Expected counts for the real transactions in `test/vectors`. */
const EXPECTED = {
  'Minswap V2': {
    exact: 16,
    'not checkable: it adds or removes liquidity, or can be filled in part: only swaps that fill whole are recomputed': 1,
  },
  'SundaeSwap V3': { exact: 2, 'not checkable: what its pool held beforehand is unknown': 9 },
  'WingRiders V2': { 'not checkable: what its pool held beforehand is unknown': 6 },
  Splash: {
    'not checkable: whoever fills an order there may pick any price the order allows, so there is no formula to check': 23,
  },
  VyFi: {
    'not checkable: its contracts are not public, and it publishes no formula precise to the base unit': 1,
  },
  'Minswap stable': { 'not checkable: its pools follow a stableswap curve, which is not recomputed here': 1 },
};

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

/**
 * If a pool is known only as the fill left it, its earlier state is reconstructed from that and from what the order
 * gave and got. This proves no fill right, since whoever filled it could have kept the difference. But if the resulting
 * pool did not follow from the formula, that would prove the formula wrong.
 */
describe('from pools as they were left', () => {
  const rest = known.filter(({ reason }) => reason === 'what its pool held beforehand is unknown');

  it.each(['SundaeSwap V3', 'WingRiders V2'])('every swap at %s follows by its formula', (exchange) => {
    const orders = rest.filter(({ venue }) => venue === exchange);
    const after = orders.map(({ order }) => {
      const tx = spenderOf(order);
      const resolved = realInputs(real, tx);
      const missing = missingPool(tx, resolved);
      const held = resolved.get(order);
      if (held) resolved.set(missing, poolBefore(tx, held));
      return auditTransaction(tx, resolved, mainnet).orders.find((one) => one.order === order);
    });
    const liquidity = after.filter((one) => one?.reason?.startsWith('it adds or removes liquidity') === true);
    expect(after.filter((one) => one?.exact === true)).toHaveLength(orders.length - liquidity.length);
    expect(liquidity).toHaveLength(exchange === 'SundaeSwap V3' ? 1 : 0);
  });
});

function spenderOf(order: string): Transaction {
  for (const tx of real.values()) if (tx.body.inputs.some((input) => input === order)) return tx;
  throw new Error('nobody spends it');
}

/** The transaction, with `more` added to what its first output holds of `asset`. */
function withPaid(tx: Transaction, asset: AssetId, more: bigint): Transaction {
  const [first, ...others] = tx.body.outputs;
  if (!first) throw new Error('it has no output');
  const value = new Map(first.value).set(asset, quantityIn(first.value, asset) + more);
  return { ...tx, body: { ...tx.body, outputs: [{ ...first, value }, ...others] } };
}

/** The transaction, with its first output moved to the address of its last one. */
function paidElsewhere(tx: Transaction): Transaction {
  const [first, ...others] = tx.body.outputs;
  const addressBytes = tx.body.outputs.at(-1)?.addressBytes;
  if (!first || !addressBytes) throw new Error('it has no outputs');
  return { ...tx, body: { ...tx.body, outputs: [{ ...first, addressBytes }, ...others] } };
}

/** The only script input that `resolved` does not cover. */
function missingPool(tx: Transaction, resolved: ReadonlyMap<string, ResolvedInput>): string {
  const inputs = inLedgerOrder(tx.body.inputs);
  const spent = redeemersOf(tx)
    .filter(({ tag }) => tag === 0)
    .map(({ index }) => inputs[index] ?? '');
  const [only, ...more] = spent.filter((reference) => !resolved.has(reference));
  if (only === undefined || more.length > 0) throw new Error('not one pool is missing');
  return only;
}

/** Lovelace that SundaeSwap's settings charged each of these orders. */
const SCOOP_FEE = 1_280_000n;

/** The pool (the first output) as it was before the order that the second output pays. */
function poolBefore(tx: Transaction, order: ResolvedInput): ResolvedInput {
  const [pool, payment] = tx.body.outputs;
  if (!pool || !payment || pool.datum.kind !== 'inline') throw new Error('it pays no pool and no order');
  const address = parseAddressBytes(pool.addressBytes);
  if (!address.ok) throw new Error(address.failure);
  const { hex } = pool.datum;
  // Whatever a SundaeSwap order does not return goes to the pool.
  const { value, datum } =
    constrFields(hex).length === 8
      ? {
          value: subtractValues(order.value, payment.value),
          datum: withField(hex, 7, (fees) => fees - SCOOP_FEE),
        }
      : wingRidersBefore(hex, order, payment.value);
  return {
    address: formatAddress(address.value),
    value: subtractValues(pool.value, value),
    known: 'told',
    datum: { kind: 'inline', hex: datum },
  };
}

/** What a WingRiders pool gained of its two assets, one of them ADA, and its previous datum. */
function wingRidersBefore(
  datum: string,
  order: ResolvedInput,
  payment: ReadonlyMap<AssetId, bigint>,
): { readonly value: ReadonlyMap<AssetId, bigint>; readonly datum: string } {
  const number = (index: number, hex = datum): bigint => {
    const item = constrFields(hex)[index];
    return item?.kind === 'int' ? item.value : 0n;
  };
  const oil = number(0, order.datum?.kind === 'inline' ? order.datum.hex : '');
  const token = [...order.value.keys(), ...payment.keys()].find((asset) => asset !== ADA) ?? ADA;
  const side = order.value.has(token) ? 1 : 0;
  const sold = side === 1 ? quantityIn(order.value, token) : quantityIn(order.value, ADA) - oil - number(10);
  const value =
    side === 1
      ? new Map([
          [token, sold],
          [ADA, oil - quantityIn(payment, ADA)],
        ])
      : new Map([
          [ADA, sold],
          [token, -quantityIn(payment, token)],
        ]);
  const before = [6, 7, 8].reduce((hex, fee, at) => {
    const aside = (sold * number(fee)) / number(9);
    return withField(hex, 12 + 2 * at + side, (held) => held - aside);
  }, datum);
  return { value, datum: before };
}

function constrFields(hex: string): readonly CborItem[] {
  const scanned = scanCbor(hexBytes(hex));
  if (!scanned.ok) throw new Error(scanned.failure);
  return constr(scanned.value, 'a datum').fields;
}

/** The datum, with `change` applied to one numeric field. */
function withField(hex: string, index: number, change: (value: bigint) => bigint): string {
  const item = constrFields(hex)[index];
  if (item?.kind !== 'int') throw new Error('the field is no number');
  const bytes = hexBytes(hex);
  return toHex(
    concatBytes(bytes.subarray(0, item.start), cborInt(change(item.value)), bytes.subarray(item.end)),
  );
}
