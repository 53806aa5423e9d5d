import * as v from 'valibot';
import { lovelaceIn } from '#domain/amount.ts';
import { parseAssetId, type AssetId } from '#domain/asset.ts';
import { type NetworkName, slotToUnix } from '#domain/network.ts';
import { epochMs, type EpochMs, DAY_MS } from '#domain/time.ts';
import type { AgreedToken, Task } from '../agreement/agreement.ts';
import { adaTraded } from '../agreement/bounds.ts';
import type { EarlierSignature } from '../inspect/inspection-input.ts';

/**
 * A transaction signed earlier on a machine without a network. The machine cannot see its outcome: until its validity
 * has ended, it can still reach the chain. Without this record, whoever writes bundles could have the same trade signed
 * twice, from other funds.
 */
export interface SignedBefore {
  readonly network: NetworkName;
  readonly bodyHash: string;
  readonly at: EpochMs;
  /** See `likenessOf`. */
  readonly like: string;
  /** `hash#index` of what it spends. */
  readonly inputs: readonly string[];
  /** First slot at which it is dead; `undefined` when never. */
  readonly validUntil: number | undefined;
  /** ADA traded, in lovelace. */
  readonly worth: bigint;
  /** How its tokens were written; absent in records of older versions. */
  readonly tokens?: readonly AgreedToken[];
}

/** Those of a machine; `unreadable` where its record is damaged. */
export type SignedRecord = readonly SignedBefore[] | 'unreadable';

const FORMAT = 'touchstone-offline-signed';
const VERSION = 1;
/** Of those that no longer count, the newest are kept. */
const MOST = 500;
/** Bounds the file: a bundle has 60 at most, so that this many in a day are some hundred approvals. */
const MOST_IN_ALL = 10_000;

const token = v.strictObject({
  id: v.custom<AssetId>((id) => typeof id === 'string' && parseAssetId(id) === id),
  ticker: v.pipe(v.string(), v.maxLength(200)),
  decimals: v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(255)),
});

const schema = v.strictObject({
  format: v.literal(FORMAT),
  version: v.literal(VERSION),
  signed: v.pipe(
    v.array(
      v.strictObject({
        network: v.picklist(['mainnet', 'preprod', 'preview']),
        bodyHash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
        at: v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(8.64e15)),
        like: v.pipe(v.string(), v.maxLength(400)),
        inputs: v.array(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}#\d{1,5}$/))),
        validUntil: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
        worth: v.pipe(v.string(), v.regex(/^\d{1,40}$/)),
        tokens: v.exactOptional(v.pipe(v.array(token), v.maxLength(1_000))),
      }),
    ),
    v.maxLength(MOST_IN_ALL),
  ),
});

/** Reads the record's text; none is an empty one. */
export function readSignedBefore(text: string | undefined): SignedRecord {
  if (text === undefined) return [];
  try {
    const read = v.safeParse(schema, JSON.parse(text));
    if (!read.success) return 'unreadable';
    return read.output.signed.map(({ at, worth, validUntil, ...one }) => ({
      ...one,
      at: epochMs(at),
      validUntil,
      worth: BigInt(worth),
    }));
  } catch {
    return 'unreadable';
  }
}

/** One that is signed now. */
export interface SignedNow extends Pick<SignedBefore, 'network' | 'bodyHash' | 'inputs' | 'validUntil'> {
  readonly task: Task;
  readonly tokens: readonly AgreedToken[];
}

/** The record's text with what is signed now. */
export function signedText(before: SignedRecord, now: readonly SignedNow[], at: EpochMs): string {
  const added = now.map(({ task, validUntil, ...one }): SignedBefore => ({
    ...one,
    at,
    // A slot that no file could hold exactly is never reached, and must not make the record unreadable.
    validUntil: Number.isSafeInteger(validUntil) ? validUntil : undefined,
    like: likenessOf(task),
    worth: worthOf(task) ?? 0n,
  }));
  const hashes = new Set(added.map(({ bodyHash }) => bodyHash));
  const others = before === 'unreadable' ? [] : before.filter(({ bodyHash }) => !hashes.has(bodyHash));
  const all = [...others, ...added];
  const counting = all.map((one) => stillCounts(one, at));
  const signed = all
    .filter((_one, index) => counting[index] === true || index >= all.length - MOST)
    .slice(-MOST_IN_ALL)
    .map((one) => ({ ...one, worth: String(one.worth) }));
  return `${JSON.stringify({ format: FORMAT, version: VERSION, signed }, undefined, 1)}\n`;
}

/**
 * Slots beyond a validity within which an earlier signature still counts: four times as long as 15 blocks usually take. A
 * machine without a network sees no blocks, and an end by absence needs that depth (see `trading/follower`).
 */
const DEPTH_SLOTS = 1_200;

/** Against the limit of the day or by rule V12: whoever writes bundles must not push it out with signatures of no worth. */
function stillCounts({ at, validUntil, network }: SignedBefore, now: EpochMs): boolean {
  if (now - at < DAY_MS) return true;
  return validUntil !== undefined && slotToUnix(network, validUntil + DEPTH_SLOTS) * 1_000 > now;
}

/**
 * The earlier signatures that rule V12 considers: those still valid at a slot, or not past it by enough. `subject`: that of
 * the bundle being judged.
 */
export function stillOpen(
  before: readonly SignedBefore[],
  { network, slot, task, subject }: Judged,
): readonly EarlierSignature[] {
  return before
    .filter(
      (one) =>
        one.network === network && (one.validUntil === undefined || one.validUntil + DEPTH_SLOTS > slot),
    )
    .map(({ bodyHash, inputs, validUntil, like }) => ({
      bodyHash,
      inputs,
      validUntil,
      subject: like !== '' && like === likenessOf(task) ? subject : '',
    }));
}

interface Judged {
  readonly network: NetworkName;
  readonly slot: number;
  readonly task: Task;
  readonly subject: string;
}

/** Lovelace traded by what was signed within a day. */
export function signedWithinDay(before: readonly SignedBefore[], now: EpochMs): bigint {
  return before.filter(({ at }) => now - at < DAY_MS).reduce((sum, { worth }) => sum + worth, 0n);
}

/** ADA traded or paid, in lovelace; `undefined` where neither side is ADA. */
export function worthOf(task: Task): bigint | undefined {
  if (task.kind === 'send') return lovelaceIn(task.pays);
  return task.kind === 'cancel' ? 0n : adaTraded(task);
}

/** The same for trades of a kind and a pair. A cancellation is like none: two of the same orders spend the same. */
function likenessOf(task: Task): string {
  if (task.kind === 'send') return `send ${task.to}`;
  return task.kind === 'cancel' ? '' : `${task.kind} ${task.pay.asset} ${task.receive}`;
}

/** How each token was written in what was signed on a network: as it was first, and as it was first named. */
export function tokensBefore(
  before: readonly SignedBefore[],
  network: NetworkName,
): ReadonlyMap<AssetId, AgreedToken> {
  const found = new Map<AssetId, AgreedToken>();
  for (const { tokens = [], network: at } of before)
    for (const token of at === network ? tokens : [])
      if (!found.get(token.id)?.ticker) found.set(token.id, token);
  return found;
}
