import { createHash } from 'node:crypto';

import { lovelaceIn, quantityIn } from '#domain/amount.ts';
import { ADA, assetNameHex, assetUnit, policyOf, type AssetId } from '#domain/asset.ts';
import { scanCbor, type CborItem } from '../../src-main/cardano/cbor-scanner.ts';
import { cborBytes } from '../../src-main/cardano/cbor-writer.ts';
import { concatBytes, hexBytes, toHex } from '../../src-main/cardano/hex.ts';
import { decodeTransaction, type Transaction } from '../../src-main/cardano/transaction.ts';
import type { TransactionOutput } from '../../src-main/cardano/transaction-output.ts';
import { read, transactions } from './vectors.ts';

/** Most that any exchange of the time held beside what an order sells. Lovelace. */
const MOST_OVERHEAD = 5_000_000n;
/** Two ADA for filling the order and two as its deposit, as most exchanges had it. */
const USUAL_OVERHEAD = 4_000_000n;
/**
 * The asset bought by a script that serves a single pool, whose orders therefore name no asset: USDC, USDM, and SNEK.
 */
const ONE_POOL: Readonly<Record<string, string>> = {
  '62d3e3975c6ec02d4002640413368a2d46ea10548b1cd217a3e9b7cd':
    '25c5de5f5b286073c593edfd77b48abc7a48e5a4f3d4cd9d428ff93555534443',
  '96c2d95fc73740ef18abb95af68be279f80bb711eb69a527f3b1d713':
    'c48cbb3d5e57ed56e276bc45f99ab39abe94e6cd7ac39fb402da47ad0014df105553444d',
  '2c0f418d944902f96424cbc65283a18bd16f29386a4912bda3d8f1f8':
    '279c909f348e533da5808898f87f9a14bb2c3dfbbacccd631d927a3f534e454b',
};

/** Findings of another scanner in a real transaction by a user of an aggregator or an exchange. */
export interface Expected {
  readonly hash: string;
  readonly slot: number;
  readonly label: string;
  readonly inputs: readonly string[];
  readonly collateral: readonly string[];
  readonly outputs: readonly {
    readonly address: string;
    readonly addressHex: string;
    readonly paymentIsScript: boolean;
    readonly lovelace: string;
  }[];
  readonly witnesses: readonly { readonly keyHash: string }[];
  readonly userAddress?: string;
  readonly userStakeKeyHash: string | null;
}

export type Intent =
  | {
      readonly kind: 'swap' | 'dca';
      readonly tokenIn: string;
      readonly tokenOut: string;
      readonly amountIn: string;
    }
  | { readonly kind: 'cancel'; readonly orders: readonly string[] }
  | { readonly kind: 'any' };

/** A real transaction with its user's intention, as far as its effects show that. */
export interface RealTrade {
  readonly expected: Expected;
  readonly cbor: string;
  readonly account: { readonly addresses: readonly string[]; readonly paymentKeyHashes: readonly string[] };
  readonly intent: Intent;
  /** Lovelace that the orders hold beside what they sell. */
  readonly overhead: bigint;
  /** Lovelace to others than the user and scripts. */
  readonly serviceFee: bigint;
}

/** The real transactions of aggregator and exchange users. Nothing of it comes from the code that judges. */
export function realTrades(): readonly RealTrade[] {
  const cborOf = new Map(transactions('conway-blocks.jsonl').map(({ hash, cbor }) => [hash, cbor]));
  const assets = assetsSeen([...cborOf.values()]);
  const { txs } = JSON.parse(read('expected/aggregator-expected.json')) as { txs: readonly Expected[] };
  return txs.map((expected) => realTrade(expected, cborOf.get(expected.hash) ?? '', assets));
}

/** The trade as a bundle: with no more than is needed, or with the fees stated too. */
export function bundleOf(
  { expected, cbor, account, intent, ...sums }: RealTrade,
  fees: 'stated' | 'none',
): object {
  const stated = { batcher: String(sums.overhead), deposits: '0', service: String(sums.serviceFee) };
  const trades = intent.kind === 'swap' || intent.kind === 'dca';
  return {
    network: 'mainnet',
    tx: cbor,
    account,
    intent: trades && fees === 'stated' ? { ...intent, fees: stated } : intent,
    tipSlot: expected.slot,
  };
}

function realTrade(expected: Expected, cbor: string, assets: ReadonlySet<AssetId>): RealTrade {
  const tx = decode(cbor);
  const orders = tx.body.outputs.filter((_, index) => expected.outputs[index]?.paymentIsScript === true);
  const account = accountOf(expected, tx, orders);
  const intent = intentOf(expected, tx, orders, assets);
  const held = orders.reduce((sum, { value }) => sum + lovelaceIn(value), 0n);
  const sold = 'tokenIn' in intent && intent.tokenIn === 'lovelace' ? BigInt(intent.amountIn) : 0n;
  const others = expected.outputs.filter(
    ({ paymentIsScript, address }) => !paymentIsScript && !account.addresses.includes(address),
  );
  const serviceFee = others.reduce((sum, { lovelace }) => sum + BigInt(lovelace), 0n);
  return { expected, cbor, account, intent, overhead: held - sold, serviceFee };
}

/**
 * Whose a transaction is. The user's address where it is known, and every other that shares its stake key. A key that
 * signed, where no address has it: then all that signed are the user's, and the only change is. Who fills a recurring
 * order is a service: there the user is the one whom every order's datum names.
 */
function accountOf(
  { label, userAddress, userStakeKeyHash, outputs, witnesses }: Expected,
  tx: Transaction,
  orders: readonly TransactionOutput[],
): RealTrade['account'] {
  const ours = outputs.filter(({ paymentIsScript }) => !paymentIsScript).map(({ address }) => address);
  if (userAddress !== undefined) {
    const sharing = outputs.filter(
      ({ paymentIsScript, addressHex }) =>
        !paymentIsScript && userStakeKeyHash !== null && addressHex.endsWith(userStakeKeyHash),
    );
    return { addresses: [userAddress, ...sharing.map(({ address }) => address)], paymentKeyHashes: [] };
  }
  if (!/execute/i.test(label))
    return { addresses: ours, paymentKeyHashes: witnesses.map(({ keyHash }) => keyHash) };
  const named = orders.map((order) => plutusAddresses(datumOf(order, tx)));
  const owner = named[0]?.find((address) => named.every((addresses) => addresses.includes(address)));
  if (owner === undefined) throw new Error('the orders name nobody in common');
  return { addresses: [owner], paymentKeyHashes: [] };
}

function intentOf(
  { label, inputs, collateral }: Expected,
  tx: Transaction,
  orders: readonly TransactionOutput[],
  assets: ReadonlySet<AssetId>,
): Intent {
  if (/execute/i.test(label)) return { kind: 'any' };
  if (/cancel/i.test(label))
    return { kind: 'cancel', orders: inputs.filter((input) => !collateral.includes(input)) };
  const tokens = new Set(orders.flatMap(({ value }) => [...value.keys()]).filter((asset) => asset !== ADA));
  if (tokens.size > 1) throw new Error('the orders sell several tokens');
  const [tokenIn = ADA] = tokens;
  const sold = (order: TransactionOutput): bigint =>
    tokenIn === ADA ? lovelaceSold(order, datumOf(order, tx)) : quantityIn(order.value, tokenIn);
  const amountIn = orders.reduce((sum, order) => sum + sold(order), 0n);
  const served = orders.map(({ addressBytes }) => ONE_POOL[toHex(addressBytes.subarray(1, 29))]);
  const datums = orders.map((order) => datumOf(order, tx));
  return {
    kind: /dca/i.test(label) ? 'dca' : 'swap',
    tokenIn: assetUnit(tokenIn),
    tokenOut: served[0] ?? assetUnit(tokenOutOf(tokenIn, datums, assets)),
    amountIn: String(amountIn),
  };
}

/**
 * The amount that the order's datum states, if it is slightly below the order's value; else all but fee and deposit.
 */
function lovelaceSold({ value }: TransactionOutput, datum: string): bigint {
  const held = lovelaceIn(value);
  const stated = numbersIn(datum).find((number) => number <= held && held - number <= MOST_OVERHEAD);
  const overhead = numbersIn(datum).includes(2_650_000n) ? 2_650_000n : USUAL_OVERHEAD;
  return stated ?? held - overhead;
}

/**
 * The asset that makes a pool with the asset sold whose name an order states, else the one that an order states whole,
 * else ADA: some exchanges name no asset to say so.
 */
function tokenOutOf(tokenIn: AssetId, datums: readonly string[], assets: ReadonlySet<AssetId>): AssetId {
  const others = [ADA, ...assets].filter((asset) => asset !== tokenIn);
  const inDatums = (...parts: readonly Uint8Array[]): boolean => {
    const text = toHex(concatBytes(...parts.map(cborBytes)));
    return datums.some((datum) => datum.includes(text));
  };
  const pooled = others.find((asset) => inDatums(poolName(tokenIn, asset)));
  const named = others.find((asset) => {
    const policy = policyOf(asset);
    return policy !== undefined && inDatums(hexBytes(policy), hexBytes(assetNameHex(asset) ?? ''));
  });
  return pooled ?? named ?? ADA;
}

/** The name of a Minswap pool's token: a hash of its two assets' hashes, ADA and lower policies first. */
function poolName(one: AssetId, other: AssetId): Uint8Array {
  const sha3 = (bytes: Uint8Array): Uint8Array => createHash('sha3-256').update(bytes).digest();
  const spelled = [one, other].map((asset) => (asset === ADA ? '' : asset)).sort();
  return sha3(concatBytes(...spelled.map((text) => sha3(hexBytes(text)))));
}

function numbersIn(datum: string): readonly bigint[] {
  const scanned = scanCbor(hexBytes(datum));
  const inside = (item: CborItem): readonly bigint[] => {
    if (item.kind === 'int') return [item.value];
    if (item.kind === 'tag') return inside(item.content);
    return item.kind === 'array' ? item.items.flatMap(inside) : [];
  };
  return scanned.ok ? inside(scanned.value) : [];
}

/** Base addresses of mainnet in a datum, hex: `constr 0 [constr 0 [payment], constr 0 [constr 0 [constr 0 [stake]]]]`. */
function plutusAddresses(datum: string): readonly string[] {
  const pattern = /d8799fd8799f581c([0-9a-f]{56})ffd8799fd8799fd8799f581c([0-9a-f]{56})ffffffff/g;
  return Array.from(datum.matchAll(pattern), ([, payment = '', stake = '']) => `01${payment}${stake}`);
}

function datumOf({ datum }: TransactionOutput, { witnesses }: Transaction): string {
  if (datum.kind === 'inline') return datum.hex;
  return datum.kind === 'hash' ? (witnesses.data.get(datum.hash) ?? '') : '';
}

function assetsSeen(cbors: readonly string[]): ReadonlySet<AssetId> {
  const seen = new Set<AssetId>();
  for (const cbor of cbors) {
    const decoded = decodeTransaction(cbor);
    if (!decoded.ok) continue;
    for (const { value } of decoded.value.body.outputs) for (const asset of value.keys()) seen.add(asset);
  }
  seen.delete(ADA);
  return seen;
}

function decode(cbor: string): Transaction {
  const decoded = decodeTransaction(cbor);
  if (!decoded.ok) throw new Error(decoded.failure);
  return decoded.value;
}
