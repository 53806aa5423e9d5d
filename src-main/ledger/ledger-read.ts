import * as v from 'valibot';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { NetworkName } from '#domain/network.ts';
import type { AccessKey } from '../http/access-key.ts';
import type { BaseUrl } from '../http/base-url.ts';
import type { HttpCall, HttpClient } from '../http/http-client.ts';
import type { RateLimits } from '../http/pacing.ts';
import { failureOfTrouble } from '../http/trouble.ts';
import {
  ALL_READ,
  decode,
  ifReadable,
  JsonNumber,
  listed,
  objectOf,
  type ReadRows,
  safeInteger,
  unreadOf,
  type UnreadRows,
} from '../http/json.ts';
import { shownText } from '../http/shown-text.ts';
import type { AssetId } from '#domain/asset.ts';
import type { Ledger, ReferenceSource, ScriptOutputs, StatedClock, Utxo } from '../ports/ledger.ts';
import { formatRewardAccount, parseAddress, rewardAccountOf } from '../cardano/address.ts';
import type { Listed } from '../ports/listed.ts';
import type { Clock, Random } from '../ports/system.ts';
import { failureOfStatus } from './ledger-failures.ts';

/** The options that every back-end is made from. */
export interface BackEndOptions {
  readonly base: BaseUrl;
  /** Some need none. */
  readonly key?: AccessKey | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly rate?: RateLimits;
}

export type Answered<T> = Promise<Result<T, Failure>>;

/** A client of a back-end, good for the first place and for the second. */
export interface BackEnd extends Ledger, ReferenceSource, StatedClock {
  /** Whether it has a transaction, on chain or in its queue. */
  hasTransaction(txHash: string, signal?: AbortSignal): Answered<boolean>;
  close(): Promise<void>;
}

export const READ_MS = 15_000;
export const MOST_BYTES = 1024 * 1024;

/** How many outputs are read at most from one list of what scripts lock. */
export const MOST_SCRIPT_OUTPUTS = 5_000;

/** How many pages of an account's outputs are read before its addresses are read one by one. */
export const MOST_ACCOUNT_PAGES = 10;

/** Back-ends that write data and scripts as JSON nest them as deeply as these are; nobody else may. */
export const DEEP = 256;

/** Asks a ledger back-end something that changes nothing. Failures: `ledger-…`. */
export async function readLedger<Schema extends v.GenericSchema>(
  http: HttpClient,
  call: Pick<HttpCall, 'method' | 'segments' | 'query' | 'body' | 'dispensable'>,
  schema: Schema,
  signal: AbortSignal | undefined,
  deepest?: number,
): Promise<Result<v.InferOutput<Schema>, Failure>> {
  const sent = await http.send({ ...call, readOnly: true, timeoutMs: READ_MS, maxBytes: MOST_BYTES, signal });
  if (!sent.ok) return failed(failureOfTrouble('ledger', sent.failure, http.base.host));
  if (sent.value.status !== 200) return failed(failureOfStatus(sent.value));
  const decoded = decode(sent.value.text, schema, deepest);
  if (decoded.ok) return decoded;
  return failed(failure('ledger-answer-malformed', { path: decoded.failure.path }, sent.value.excerpt));
}

const NETWORKS: ReadonlyMap<number, NetworkName> = new Map([
  [764_824_073, 'mainnet'],
  [1, 'preprod'],
  [2, 'preview'],
]);

/** The network of a genesis file's magic number. Failure: `wrong-network` for one that is none of the three. */
export function networkOfMagic(magic: number): Result<NetworkName, Failure> {
  const name = NETWORKS.get(magic);
  return name === undefined ? failed(failure('wrong-network', { found: `magic ${magic}` })) : ok(name);
}

/** An unsigned 64-bit quantity: a string of digits, or a JSON number without losing one. */
export const unsigned = v.pipe(
  v.union([v.string(), v.instance(JsonNumber)]),
  v.transform((value) => (typeof value === 'string' ? value : value.source)),
  v.regex(/^\d{1,20}$/),
  v.transform((text) => BigInt(text)),
);

export const natural = v.pipe(safeInteger, v.minValue(0));

/** Far beyond any slot or unix second of a chain, and small enough to be counted in milliseconds. */
export const moment = v.pipe(natural, v.maxValue(1_000_000_000_000));

/** A transaction's or a block's hash. */
export const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

const HASH = /^[0-9a-f]{64}$/;
const SCRIPT_HASH = /^[0-9a-f]{56}$/;
/** Bech32 with a payment prefix, or base58 of the Byron era. */
const ADDRESS = /^(?:addr(?:_test)?1[02-9ac-hj-np-z]{20,150}|[1-9A-HJ-NP-Za-km-z]{30,150})$/;

export const isHash = (text: string): boolean => HASH.test(text);
export const isScriptHash = (text: string): boolean => SCRIPT_HASH.test(text);
const REWARD_ADDRESS = /^stake(?:_test)?1[02-9ac-hj-np-z]{20,80}$/;
export const isRewardAddress = (text: string): boolean => REWARD_ADDRESS.test(text);
export const isAddress = (text: string): boolean => ADDRESS.test(text);

/** Text that is not a hash or an address is never sent: no back-end can know it. */
export const notKnown = (): Promise<Result<never, Failure>> =>
  Promise.resolve(failed(failure('ledger-not-found')));

/** A token's name in a registry that anybody may write to: it appears in sentences that the user agrees to. */
const tokenTicker = v.pipe(
  v.string(),
  v.transform((text) => shownText(text, 40)),
);
const tokenName = v.pipe(
  v.string(),
  v.transform((text) => shownText(text, 80)),
);

const MOST_DECIMALS = 30;
const decimalsNumber = v.pipe(natural, v.maxValue(MOST_DECIMALS));

/**
 * A token's decimals as minters write them: a number, its digits as text (CIP-26: at most 19), or `{int}` as data of
 * CIP-68 have it. Anything else says nothing of them, and least of all that there are none.
 */
const statedDecimals = ifReadable(
  v.union([
    decimalsNumber,
    v.pipe(v.string(), v.regex(/^1?\d$/), v.transform(Number)),
    v.pipe(
      objectOf({ int: decimalsNumber }),
      v.transform(({ int }) => int),
    ),
  ]),
);

/**
 * A token's metadata as stated by a registry or the minter: each field is anybody's text, and an unreadable field is
 * dropped without affecting the others.
 */
export const tokenFacts = ifReadable(
  objectOf({ name: ifReadable(tokenName), ticker: ifReadable(tokenTicker), decimals: statedDecimals }),
);

/** Bytes; lower case from here on. */
export const hex = v.pipe(
  v.string(),
  v.regex(/^[0-9a-fA-F]*$/),
  v.check((text) => text.length % 2 === 0),
  v.toLowerCase(),
);

/** Up to here, addresses are asked for one by one: an account may hold more than they do. */
const FEW_ADDRESSES = 3;

/** Coins, each once: a repeated one would count twice in the balance. Those that could not be read are counted. */
export function coinsOf({ rows, bad, path }: ReadRows<Utxo>): Listed<Utxo> {
  const found = new Map(rows.map((output) => [`${output.txHash}#${output.index}`, output]));
  return listed({ rows: [...found.values()], bad, path }, 'coins', { from: 'ledger' });
}

/** A list of an account's outputs, or `undefined` where it is given up, see `OutputLists`. */
export function accountList(
  outputs: readonly Utxo[],
  read: Result<UnreadRows, Failure>,
): Result<readonly Utxo[] | undefined, Failure> {
  if (read.ok) return ok(read.value.bad === 0 ? outputs : undefined);
  const { code } = read.failure;
  return code === 'ledger-answer-too-large' || code === 'ledger-not-found' ? ok(undefined) : read;
}

/** The newest transactions of a list that was read up to the limit. */
export function transactionsOf(
  hashes: readonly string[],
  limit: number,
  read: Result<UnreadRows, Failure>,
): Listed<string> {
  const value = hashes.slice(0, limit);
  if (!read.ok) return value.length < limit ? read : { ok: true, value };
  return listed({ ...read.value, rows: value }, 'transactions', { from: 'ledger' });
}

/** How a back-end lists unspent outputs. */
interface OutputLists {
  /** Of one address, all pages. */
  readonly ofAddress: (address: string) => Answered<ReadRows<Utxo>>;
  /**
   * Of all addresses that share a stake key; `undefined` where there is no such list, more than a few pages, or a row that
   * cannot be read: it may be anybody's.
   */
  readonly ofAccount: (rewardAddress: string) => Answered<readonly Utxo[] | undefined>;
}

/**
 * Unspent outputs of several addresses: those that share a stake key by one list of the account's outputs, of which only
 * what is at these very addresses counts. Anybody can put outputs under somebody else's stake key, so a list that is too
 * long is given up, and the addresses are read one by one.
 */
export async function outputsOf(
  addresses: readonly string[],
  { ofAddress, ofAccount }: OutputLists,
): Promise<Listed<Utxo>> {
  const lists: ReadRows<Utxo>[] = [];
  for (const [rewardAddress, group] of Map.groupBy(new Set(addresses), rewardAddressOf)) {
    const wanted = new Set(group);
    const whole =
      rewardAddress === undefined || group.length <= FEW_ADDRESSES
        ? ok(undefined)
        : await ofAccount(rewardAddress);
    if (!whole.ok) return whole;
    if (whole.value) {
      lists.push({ ...ALL_READ, rows: whole.value.filter(({ address }) => wanted.has(address)) });
      continue;
    }
    const each = await Promise.all(group.map((address) => ofAddress(address)));
    for (const one of each) {
      if (!one.ok) return one;
      lists.push(one.value);
    }
  }
  return coinsOf({ ...unreadOf(lists), rows: lists.flatMap(({ rows }) => rows) });
}

function rewardAddressOf(address: string): string | undefined {
  const parsed = parseAddress(address);
  if (!parsed.ok) return undefined;
  const { network, stake } = parsed.value;
  if (stake === undefined || stake === 'pointer' || stake.kind !== 'key') return undefined;
  return formatRewardAccount(rewardAccountOf(network, stake.hash));
}

/** Keeps the outputs that match the scripts and the asset, each once. */
export function lockedBy(
  scripts: readonly string[],
  asset: AssetId,
  outputs: Iterable<Utxo>,
  complete: boolean,
): ScriptOutputs {
  const wanted = new Set(scripts);
  const found = new Map<string, Utxo>();
  for (const output of outputs) {
    const address = parseAddress(output.address);
    if (!address.ok || address.value.payment.kind !== 'script') continue;
    if (!wanted.has(address.value.payment.hash) || !((output.value.get(asset) ?? 0n) > 0n)) continue;
    found.set(`${output.txHash}#${output.index}`, output);
  }
  return { outputs: [...found.values()], complete };
}
