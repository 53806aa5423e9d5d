import { describe, expect, it, test } from 'vitest';
import { quantityIn, subtractValues, sumValues, type Value } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { auditTransaction } from '../../src-main/exchanges/audit.ts';
import type { AuditedOrder } from '../../src-main/exchanges/audited-order.ts';
import { executionOf } from '../../src-main/exchanges/execution.ts';
import { formatAddress, parseAddress, parseAddressBytes } from '../../src-main/cardano/address.ts';
import { scanCbor, type CborItem } from '../../src-main/cardano/cbor-scanner.ts';
import { cborInt } from '../../src-main/cardano/cbor-writer.ts';
import { concatBytes, hexBytes, toHex } from '../../src-main/cardano/hex.ts';
import { constr } from '../../src-main/exchanges/plutus-data.ts';
import { inLedgerOrder, redeemersOf } from '../../src-main/cardano/redeemers.ts';
import type { Transaction } from '../../src-main/cardano/transaction.ts';
import type { ResolvedInput } from '../../src-main/cardano/resolution.ts';
import { mainnet, realInputs, realTransactions } from '../support/real-fills.ts';

const real = realTransactions();
const unknown = 'what its pool held beforehand is unknown';
const rest = [...real.values()]
  .flatMap((tx) => auditTransaction(tx, realInputs(real, tx), mainnet).orders)
  .filter(({ reason }) => reason === unknown);

/**
 * If a pool is known only as the fill left it, its earlier state is reconstructed from that and from what the order
 * gave and got. This proves no fill right, since whoever filled it could have kept the difference. But if the resulting
 * pool did not follow from the formula, that would prove the formula wrong.
 */
describe('from pools as they were left', () => {
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

/**
 * Where the pool is the only input that is unknown, what it held follows from the transaction itself, since inputs and
 * outputs balance; its datum follows from the contract, which lets a swap change the treasuries alone.
 */
test('every swap at Splash whose pool is the only unknown input follows by its formula', () => {
  const orders = rest.filter(({ venue }) => venue === 'Splash');
  const judged = orders.flatMap(({ order }) => {
    const tx = spenderOf(order);
    const resolved = realInputs(real, tx);
    const [missing = '', ...more] = tx.body.inputs.filter((reference) => !resolved.has(reference));
    const held = resolved.get(order);
    if (more.length > 0 || !held) return [];
    resolved.set(missing, splashBefore(tx, resolved, held));
    return auditTransaction(tx, resolved, mainnet).orders;
  });
  expect(judged.map(({ exact, reason }) => ({ exact, reason }))).toEqual(
    judged.map(() => ({ exact: true, reason: undefined })),
  );
  expect([orders.length, judged.length]).toEqual([10, 9]);
});

/**
 * Of fills at Minswap V1, the order's own holding is unknown too. The amounts that the formula turns into what was paid are
 * so few that a round one among them is no accident: traders type round amounts.
 */
test('swaps at Minswap V1 were paid what its formula pays for a round amount of ADA', () => {
  const amounts = [...real.values()].flatMap((tx) => {
    const found = soldAtV1(tx);
    if (!found) return [];
    const { order, pool, sold } = found;
    const [first, second] = tx.body.inputs.filter((input) => redeemed(tx).includes(input));
    const resolved = new Map([
      [first ?? '', order],
      [second ?? '', pool],
    ]);
    const { orders } = auditTransaction(tx, resolved, mainnet);
    expect(orders.map(({ exact, venue }) => ({ exact, venue }))).toContainEqual({
      exact: true,
      venue: 'Minswap V1',
    });
    return [sold];
  });
  expect(amounts.toSorted((left, right) => (left < right ? -1 : 1))).toEqual(
    [50, 121.661, 140.1, 200, 275, 501.1, 1000, 2300].map((ada) => BigInt(ada * 1_000_000)),
  );
});

test('an order at Splash that is filled in part is due what its pool pays for that part', () => {
  const tx = [...real.values()].find(({ bodyHash }) => bodyHash.startsWith('ae57d8ce'));
  if (!tx) throw new Error('the transaction is not at hand');
  const [order = ''] = inLedgerOrder(tx.body.inputs);
  const held = realInputs(real, tx).get(order);
  const [payment, ...others] = tx.body.outputs;
  if (held?.datum?.kind !== 'inline' || !payment) throw new Error('it is no fill');
  // Of 710 ADA, 700 are sold and 10 stay in the order, with half of the fee.
  const datum = withField(
    withField(held.datum.hex, 3, () => 10_000_000n),
    8,
    (fee) => fee / 2n,
  );
  const address = parseAddress(held.address);
  if (!address.ok) throw new Error(address.failure);
  const filled = (tokens: bigint, lovelace: bigint): AuditedOrder | undefined => {
    const value = new Map(payment.value).set(ADA, lovelace);
    const token = [...value.keys()].find((asset) => asset !== ADA) ?? ADA;
    const left = {
      ...payment,
      addressBytes: hexBytes(address.value.hex),
      value: value.set(token, tokens),
      datum: { kind: 'inline' as const, hex: datum },
    };
    const changed = { ...tx, body: { ...tx.body, outputs: [left, ...others] } };
    return auditTransaction(changed, realInputs(real, tx), mainnet).orders[0];
  };
  const lovelace = quantityIn(held.value, ADA) - 700_000_000n - 1_500_000n;
  const due = filled(0n, lovelace)?.mustPay ?? 0n;
  expect(due > 4_900_000n && due < 4_999_001n).toBe(true);
  expect(filled(due, lovelace)).toMatchObject({ exact: true, sold: { quantity: 700_000_000n } });
  expect(filled(due - 1n, lovelace)).toMatchObject({ exact: false, paid: due - 1n });
  expect(filled(due, lovelace - 1n)).toMatchObject({
    exact: false,
    reason: '1 base units it held were neither sold nor returned',
  });
});

const V1_ORDERS = 'a65ca58a4e9c755fa830173d2a5caed458ac0c73f97db7faae2e7e3b';
const V1_POOLS = 'e1317b152faac13426e6a83e06ff88a4d62cce3c1634ab0a5ec13309';

/** The roundest amount of ADA that the formula turns into the token paid, with the pool and the order as they then were. */
function soldAtV1(
  tx: Transaction,
): { readonly sold: bigint; readonly pool: ResolvedInput; readonly order: ResolvedInput } | undefined {
  const { outputs } = executionOf(tx, new Map());
  const after = outputs.find(({ address }) => address?.payment.hash === V1_POOLS);
  const terms = [...tx.witnesses.data.values()].find((hex) => isSwapOrder(hex));
  if (!after?.address || terms === undefined || redeemed(tx).length !== 2) return undefined;
  const form = mainnet.pools.get(V1_POOLS)?.form;
  const assets = form?.read({ script: V1_POOLS, value: after.value, datum: undefined });
  if (!form || !assets?.ok) return undefined;
  const token = assets.value.assets[1];
  const paid = outputs.find((output) => output !== after && output.value.has(token));
  if (!paid) return undefined;
  const bought = quantityIn(paid.value, token);
  const before = (sold: bigint): Value =>
    new Map(after.value)
      .set(ADA, quantityIn(after.value, ADA) - sold)
      .set(token, quantityIn(after.value, token) + bought);
  const pays = (sold: bigint): bigint => {
    const pool = form.read({ script: V1_POOLS, value: before(sold), datum: undefined });
    return pool.ok ? pool.value.swap(0, sold).out : bought + 1n;
  };
  const most = quantityIn(after.value, ADA) - 1n;
  const [least, beyond] = [
    leastWhere(most, (sold) => pays(sold) >= bought),
    leastWhere(most, (sold) => pays(sold) > bought),
  ];
  const sold = roundest(least, beyond - 1n);
  const [fee, returned] = [4, 5].map((index) => numberAt(terms, index));
  const value = new Map([[ADA, sold + (fee ?? 0n) + (returned ?? 0n)]]);
  const script = after.address.hex.replace(V1_POOLS, V1_ORDERS);
  const orderAddress = parseAddressBytes(hexBytes(script));
  if (!orderAddress.ok) throw new Error(orderAddress.failure);
  return {
    sold,
    order: {
      address: formatAddress(orderAddress.value),
      value,
      known: 'told',
      datum: { kind: 'inline', hex: terms },
    },
    pool: { address: formatAddress(after.address), value: before(sold), known: 'told' },
  };
}

/** Whether a datum is that of an order which sells an exact amount. */
function isSwapOrder(hex: string): boolean {
  const scanned = scanCbor(hexBytes(hex));
  if (!scanned.ok || scanned.value.kind !== 'tag') return false;
  const fields = constrFields(hex);
  const step = fields[3];
  if (fields.length !== 6 || step?.kind !== 'tag') return false;
  const { index, fields: parts } = constr(step, 'a step');
  return index === 0n && parts.length === 2 && parts[0]?.kind === 'tag';
}

function redeemed(tx: Transaction): readonly string[] {
  const inputs = inLedgerOrder(tx.body.inputs);
  return redeemersOf(tx)
    .filter(({ tag }) => tag === 0)
    .map(({ index }) => inputs[index] ?? '');
}

function leastWhere(most: bigint, holds: (value: bigint) => boolean): bigint {
  let [low, high] = [1n, most];
  while (low < high) {
    const middle = (low + high) / 2n;
    if (holds(middle)) high = middle;
    else low = middle + 1n;
  }
  return low;
}

/** The number between two that ends in the most zeros. */
function roundest(least: bigint, most: bigint): bigint {
  let unit = 1n;
  while ((most / (unit * 10n)) * unit * 10n >= least) unit *= 10n;
  return (most / unit) * unit;
}

/** The pool of a Splash fill as it was: what balances the transaction, and the treasuries less this swap's shares. */
function splashBefore(
  tx: Transaction,
  resolved: ReadonlyMap<string, ResolvedInput>,
  order: ResolvedInput,
): ResolvedInput {
  const { outputs, fee, mint, withdrawals } = tx.body;
  expect([mint.size, withdrawals.filter(({ quantity }) => quantity > 0n).length]).toEqual([0, 0]);
  const spent = sumValues([...outputs.map(({ value }) => value), new Map([[ADA, fee]])]);
  const value = subtractValues(spent, sumValues([...resolved.values()].map((input) => input.value)));
  const pool = outputs.find(({ datum }) => datum.kind === 'inline');
  const address = pool && parseAddressBytes(pool.addressBytes);
  if (pool?.datum.kind !== 'inline' || address?.ok !== true || order.datum?.kind !== 'inline')
    throw new Error('it pays no pool');
  const sold = numberAt(order.datum.hex, 3);
  const side = quantityIn(value, ADA) < quantityIn(pool.value, ADA) ? 0 : 1;
  // By kind of pool, the treasuries of the first asset, with the fields of their shares.
  const treasuries =
    {
      9: [],
      11: [[6, 5]],
      15: [
        [7, 5],
        [9, 6],
      ],
    }[constrFields(pool.datum.hex).length] ?? [];
  const datum = treasuries.reduce(
    (hex, [treasury = 0, share = 0]) =>
      withField(hex, treasury + side, (held) => held - (sold * numberAt(hex, share)) / 100_000n),
    pool.datum.hex,
  );
  return {
    address: formatAddress(address.value),
    value,
    known: 'told',
    datum: { kind: 'inline', hex: datum },
  };
}

function numberAt(hex: string, index: number): bigint {
  const item = constrFields(hex)[index];
  return item?.kind === 'int' ? item.value : 0n;
}

function spenderOf(order: string): Transaction {
  for (const tx of real.values()) if (tx.body.inputs.some((input) => input === order)) return tx;
  throw new Error('nobody spends it');
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

/** A WingRiders pool's gain in its two assets, one of them ADA, and its previous datum. */
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
