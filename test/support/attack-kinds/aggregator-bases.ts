import scripts from '../../../resources/order-scripts.json' with { type: 'json' };
import { lovelaceIn, quantity, quantityIn, type Value } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { slot } from '#domain/time.ts';
import { addressOf, baseAddress, formatAddress, parseAddressHex } from '../../../src-main/cardano/address.ts';
import type { KnownScripts, OrderTerms, RecurringTerms } from '../../../src-main/exchanges/order-form.ts';
import { networkScripts } from '../../../src-main/exchanges/known-scripts.ts';
import { decodeTransaction, type Transaction } from '../../../src-main/cardano/transaction.ts';
import { encodeWitnessSet, spliceWitnesses } from '../../../src-main/cardano/witness.ts';
import { DEFAULT_LIMITS, type InspectionInput } from '../../../src-main/inspect/inspection-input.ts';
import { DEFAULT_POLICY } from '../../../src-main/inspect/policy.ts';
import type { ResolvedInput } from '../../../src-main/cardano/resolution.ts';
import type { RecurringWish, StatedFees, Terms, TradeTerms } from '../../../src-main/inspect/terms.ts';
import { read, transactions } from '../vectors.ts';
import type { AttackBase } from './attack-kind.ts';
import { setField, TransactionTree } from './transaction-tree.ts';

/** Real transactions that users of aggregators and exchanges signed, by the start of their hash. */
const TRADES = [
  ['27c41b9d', 'aggregator buy on Minswap V2'],
  ['c4c1ddda', 'aggregator sale on Splash'],
  ['30c7bfa7', 'aggregator sale split six ways'],
  ['a65f2b4d', 'aggregator buy split four ways'],
  ['1cedea51', 'aggregator buy through a partner'],
  ['80532ec8', 'aggregator recurring order'],
  ['646ac536', 'aggregator buy on WingRiders V2'],
  ['6bec72c5', 'aggregator sale on Sundae V3'],
  ['b66e1afd', 'aggregator sale with 228 change assets'],
  ['309544c2', 'aggregator sale split three ways'],
  ['586eaa00', 'Minswap V1 sale, datum by its hash'],
  ['68cf6543', 'Minswap V2 buy, tagged sets'],
  ['4d144196', 'SteelSwap buy on Sundae V3'],
  ['3376c3e8', 'VyFi buy, datum by its hash'],
  ['d57d166f', 'aggregator buy whose input is proven'],
] as const;

/** Real cancellations; which of their inputs are the orders. */
const CANCELLATIONS = [
  ['2d5c2226', 'aggregator cancellation, co-signed', 0],
  ['b7438316', 'Minswap cancellation with own collateral', 0],
] as const;

interface Expected {
  readonly hash: string;
  readonly slot: number;
  readonly userPaymentKeyHash: string;
  readonly userStakeKeyHash: string;
}

/** The bases of `transactions` of real data, with inputs made up so that they balance. */
export function aggregatorBases(): readonly AttackBase[] {
  const all = (JSON.parse(read('expected/aggregator-expected.json')) as { txs: readonly Expected[] }).txs;
  const cborOf = new Map(transactions('conway-blocks.jsonl').map(({ hash, cbor }) => [hash, cbor]));
  const find = (start: string): RealTransaction => {
    const expected = all.find(({ hash }) => hash.startsWith(start));
    const cbor = expected && cborOf.get(expected.hash);
    if (!expected || cbor === undefined) throw new Error(`no transaction ${start}`);
    return { expected, cbor: cbor.toLowerCase() };
  };
  const seen = assetsSeen(cborOf.values());
  return [
    ...TRADES.map(([start, name]) => tradeBase(name, find(start), seen)),
    ...CANCELLATIONS.map(([start, name, order]) => cancelBase(name, find(start), order)),
  ];
}

interface RealTransaction {
  readonly expected: Expected;
  readonly cbor: string;
}

function tradeBase(name: string, real: RealTransaction, seen: readonly AssetId[]): AttackBase {
  const tx = decoded(real.cbor);
  const own = ownAddress(real.expected);
  const terms = termsOf(name, tx, real.expected, seen);
  const total = spentBy(tx);
  const references = tx.body.inputs;
  const resolved = new Map<string, ResolvedInput>(
    references.map((reference, index) => [
      reference,
      { address: own, value: share(total, index, references.length), known: 'proven' },
    ]),
  );
  return baseOf(name, real, tx, { terms, resolved });
}

function cancelBase(name: string, real: RealTransaction, order: number): AttackBase {
  const tx = decoded(real.cbor);
  const own = ownAddress(real.expected);
  const total = spentBy(tx);
  const resolved = new Map<string, ResolvedInput>();
  const others = tx.body.inputs.length - 1;
  for (const [index, reference] of tx.body.inputs.entries()) {
    const locked = index === order;
    resolved.set(reference, {
      address: locked ? formatAddress(addressOf(1, { kind: 'script', hash: ORDER_SCRIPT })) : own,
      value: locked
        ? new Map([...total, [ADA, lovelaceIn(total) - BigInt(others) * FIVE_ADA]])
        : new Map([[ADA, FIVE_ADA]]),
      known: 'proven',
    });
  }
  const service = tx.witnesses.vkeys.find(({ keyHash }) => keyHash !== real.expected.userPaymentKeyHash);
  for (const reference of tx.body.collateral)
    if (!resolved.has(reference))
      resolved.set(reference, {
        address: formatAddress(addressOf(1, { kind: 'key', hash: service?.keyHash ?? '' })),
        value: new Map([[ADA, FIVE_ADA]]),
        known: 'proven',
      });
  const returned = tx.body.collateralReturn;
  if (returned)
    for (const reference of tx.body.collateral) {
      const at = resolved.get(reference);
      const value = new Map([...returned.value]);
      value.set(ADA, lovelaceIn(value) + (tx.body.totalCollateral ?? 0n));
      if (at) resolved.set(reference, { ...at, value });
      const [script] = tx.body.inputs.filter((_, index) => index === order);
      const locked = script === undefined ? undefined : resolved.get(script);
      if (script !== undefined && locked)
        resolved.set(script, {
          ...locked,
          value: without(total, tx.body.inputs.includes(reference) ? value : new Map()),
        });
    }
  const [wanted] = tx.body.inputs.filter((_, index) => index === order);
  const terms: Terms = { kind: 'cancel', orders: wanted === undefined ? [] : [wanted] };
  return baseOf(name, real, tx, { terms, resolved });
}

const FIVE_ADA = 5_000_000n;
const ORDER_SCRIPT = 'c3e28c36c3447315ba5a56f33da6a6ddc1770a876a8d9f0cb3a97c4c';

function baseOf(
  name: string,
  { expected, cbor }: RealTransaction,
  tx: Transaction,
  judged: Pick<InspectionInput, 'terms' | 'resolved'>,
): AttackBase {
  const { userPaymentKeyHash: payment, userStakeKeyHash: stake } = expected;
  const tree = new TransactionTree(cbor);
  setField(tree.witnesses, 0, undefined);
  const own = tx.witnesses.vkeys.filter(({ keyHash }) => keyHash === payment || keyHash === stake);
  const signed = spliceWitnesses(tree.cbor, tx.witnesses.vkeys);
  if (!signed.ok) throw new Error(signed.failure);
  return {
    name,
    payment,
    stake,
    network: 1,
    signed: signed.value,
    ownWitnesses: encodeWitnessSet(own),
    needed: tx.witnesses.vkeys.map(({ keyHash }) => keyHash),
    input: {
      cbor: tree.cbor,
      subject: `base ${expected.hash.slice(0, 8)}`,
      ...judged,
      own: { paymentKeyHashes: new Set([payment]), stakeKeyHashes: new Set([stake]) },
      missingInputs: 'block',
      network: 'mainnet',
      tipSlot: slot(expected.slot),
      parameters: { minFeeA: 44n, minFeeB: 155_381n, coinsPerUtxoByte: 4_310n, maxTxSize: 16_384 },
      scripts: { known: mainnetScripts, complete: true },
      limits: { ...DEFAULT_LIMITS, beyondStated: 'block' },
      policy: {
        limits: DEFAULT_POLICY,
        worth: undefined,
        signedToday: 0n,
        slippageBps: 100,
        impactBps: undefined,
        unverified: [],
        exchanges: [],
        seenRecipients: new Set(foreign(tx, expected).map(({ text }) => text)),
        seenScripts: new Set(lockedBy(tx).map(({ script }) => script)),
      },
    },
  };
}

const mainnetScripts: KnownScripts = networkScripts('mainnet', scripts) ?? new Map<string, never>();

/** The request behind such a transaction, as far as its orders show it; only the deposit is made up. */
function termsOf(name: string, tx: Transaction, expected: Expected, seen: readonly AssetId[]): TradeTerms {
  const orders = lockedBy(tx);
  const tokens = new Map<AssetId, bigint>();
  for (const { value } of orders)
    for (const [asset, held] of value) if (asset !== ADA) tokens.set(asset, (tokens.get(asset) ?? 0n) + held);
  const [sold] = tokens;
  const lovelace = orders.reduce((sum, { value }) => sum + lovelaceIn(value), 0n);
  const readings = orders.map((order) => readTerms(order, sold?.[0] ?? ADA, seen));
  const overheads = readings.map((terms) => (terms?.batcherFee ?? TWO_ADA) + (terms?.deposit ?? TWO_ADA));
  const overhead = sold ? lovelace : overheads.reduce((sum, each) => sum + each, 0n);
  const batcher = readings.reduce((sum, terms) => sum + (terms?.batcherFee ?? 0n), 0n);
  const service = foreign(tx, expected).reduce((sum, { lovelace: each }) => sum + each, 0n);
  const stated: StatedFees = { batcher, deposits: overhead - batcher, service };
  // Who places a plan chose how it is divided: as it says.
  const [division] = readings.flatMap((terms) => terms?.recurring ?? []);
  const enforced = readings.every((terms) => terms !== undefined)
    ? readings.reduce((sum, terms) => sum + terms.minimumReceived, 0n)
    : undefined;
  return {
    kind: name.includes('recurring') ? 'dca' : 'swap',
    pay: sold
      ? { asset: sold[0], quantity: quantity(sold[1]) }
      : { asset: ADA, quantity: quantity(lovelace - overhead) },
    receive: readings.find((terms) => terms?.wanted !== undefined)?.wanted ?? ADA,
    stated,
    ...(division ? { recurring: wishOf(division) } : {}),
    ...(enforced === undefined ? {} : { atLeast: enforced }),
  };
}

function wishOf({ interval, cycles, amountPerCycle }: RecurringTerms): RecurringWish {
  return { interval, cycles, amountPerCycle, slippageBps: 100 };
}

const TWO_ADA = 2_000_000n;

interface Locked {
  readonly script: string;
  readonly value: Value;
  readonly datum: string | undefined;
}

/** Outputs locked by scripts. */
function lockedBy(tx: Transaction): readonly Locked[] {
  return tx.body.outputs.flatMap(({ addressBytes, value, datum }) => {
    const hex = Buffer.from(addressBytes).toString('hex');
    const address = parseAddressHex(hex);
    if (!address.ok || address.value.payment.kind !== 'script') return [];
    const raw =
      datum.kind === 'inline'
        ? datum.hex
        : datum.kind === 'hash'
          ? tx.witnesses.data.get(datum.hash)
          : undefined;
    return [{ script: address.value.payment.hash, value, datum: raw }];
  });
}

/** The terms of an order; an asset that it wants without naming it is looked for among all that were seen. */
function readTerms(
  { script, datum }: Locked,
  pay: AssetId,
  seen: readonly AssetId[],
): OrderTerms | undefined {
  const form = mainnetScripts.get(script)?.form;
  if (!form || datum === undefined) return undefined;
  const plain = form.read(datum);
  if (!plain.ok || plain.value.wanted !== undefined) return plain.ok ? plain.value : undefined;
  for (const asset of [ADA, ...seen]) {
    const read = form.read(datum, [pay, asset]);
    if (read.ok && read.value.wanted === asset) return read.value;
  }
  return undefined;
}

function assetsSeen(transactionsSeen: Iterable<string>): readonly AssetId[] {
  const seen = new Set<AssetId>();
  for (const cbor of transactionsSeen) {
    const tx = decodeTransaction(cbor);
    if (!tx.ok) continue;
    for (const { value } of tx.value.body.outputs) for (const asset of value.keys()) seen.add(asset);
  }
  seen.delete(ADA);
  return [...seen];
}

function foreign(
  tx: Transaction,
  { userPaymentKeyHash }: Expected,
): readonly { readonly text: string; readonly lovelace: bigint }[] {
  return tx.body.outputs.flatMap(({ addressBytes, value }) => {
    const address = parseAddressHex(Buffer.from(addressBytes).toString('hex'));
    if (!address.ok || address.value.payment.kind === 'script') return [];
    if (address.value.payment.hash === userPaymentKeyHash) return [];
    return [{ text: formatAddress(address.value), lovelace: lovelaceIn(value) }];
  });
}

/** All that the inputs of a transaction without mints or withdrawals must hold. */
function spentBy(tx: Transaction): Value {
  const total = new Map<AssetId, bigint>([[ADA, tx.body.fee]]);
  for (const { value } of tx.body.outputs)
    for (const [asset, held] of value) total.set(asset, (total.get(asset) ?? 0n) + held);
  return total;
}

/** Inputs beside the first hold two ADA each. */
function share(total: Value, index: number, count: number): Value {
  if (index > 0) return new Map([[ADA, TWO_ADA]]);
  return new Map([...total, [ADA, lovelaceIn(total) - TWO_ADA * BigInt(count - 1)]]);
}

function without(total: Value, part: Value): Value {
  return new Map(
    [...total]
      .map(([asset, held]) => [asset, held - quantityIn(part, asset)] as const)
      .filter(([, held]) => held > 0n),
  );
}

function ownAddress({ userPaymentKeyHash, userStakeKeyHash }: Expected): string {
  return formatAddress(baseAddress(1, userPaymentKeyHash, userStakeKeyHash));
}

function decoded(cbor: string): Transaction {
  const tx = decodeTransaction(cbor);
  if (!tx.ok) throw new Error(tx.failure);
  return tx.value;
}
