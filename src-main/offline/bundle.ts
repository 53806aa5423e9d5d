import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { failure, type Failure } from '#domain/failure.ts';
import type { NetworkName } from '#domain/network.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { epochMs, slot, type EpochMs, type Slot } from '#domain/time.ts';
import type { Agreement } from '../agreement/agreement.ts';
import { agreementJson, readAgreement } from '../agreement/agreement-json.ts';
import { canonicalJson, type Json } from '../agreement/canonical-json.ts';
import { parseAddress, type Address } from '../cardano/address.ts';
import { ownScriptAt, type OwnScript } from '../cardano/own-script.ts';
import { nativeScriptsOf } from '../cardano/script-witness.ts';
import { decodeTransaction } from '../cardano/transaction.ts';
import type { KeyPlace, OwnKeys } from '../wallet/account.ts';

const FORMAT = 'touchstone-offline-bundle';
const VERSION = 1;

/** One transaction to be signed, as the service built it. */
export interface BundledTransaction {
  /** Which transaction of the agreement it is, from 0. */
  readonly at: number;
  /** The unsigned transaction, lower-case hex. */
  readonly cbor: string;
}

/**
 * Everything that a machine without a network needs to prove a trade for itself. All of it is the word of the machine that
 * wrote it, but for what hashes prove: the offline side derives the bounds again, and its own keys say what is its own.
 */
export interface OfflineBundle {
  readonly network: NetworkName;
  /** When it was written, by the clock of the machine that wrote it. */
  readonly exportedAt: EpochMs;
  /** The latest block's slot, as the ledger back-end told it then. */
  readonly tipSlot: Slot;
  /** Bech32 address of the wallet that trades. */
  readonly address: string;
  /** Its other addresses whose keys sign, where it is watched by several. */
  readonly addresses?: readonly string[];
  /** Empty where the wallet is watched by its address alone. */
  readonly paths: readonly KeyPlace[];
  /** The user's request, and its bounds. */
  readonly agreement: Agreement;
  /** In the order in which they are to be sent. */
  readonly transactions: readonly BundledTransaction[];
  /** Raw bytes (lower-case hex) of the transactions whose outputs are spent. */
  readonly parents: readonly string[];
}

/**
 * Milliseconds of validity that a transaction must have left when it is exported and when it is signed: enough to carry
 * it to another machine, read it there and return.
 */
export const SHORTEST_VALIDITY_MS = 5 * 60_000;

const MOST_TRANSACTIONS = 60;
/** As many as a wallet may be watched by, and more. */
const MOST_ADDRESSES = 100;
const MOST_PARENTS = 1_000;
/** A transaction has at most 16,384 bytes. */
const cbor = v.pipe(v.string(), v.maxLength(32_768), v.regex(/^([0-9a-f]{2})+$/));
/** JSON has minus zero, but no bundle is written with one. */
const count = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(0),
  v.check((number) => !Object.is(number, -0)),
);

const address = v.pipe(v.string(), v.regex(/^addr(_test)?1[0-9a-z]{20,200}$/));

const bundleSchema = v.strictObject({
  format: v.literal(FORMAT),
  version: v.literal(VERSION),
  network: v.picklist(['mainnet', 'preprod', 'preview']),
  exportedAt: v.pipe(count, v.maxValue(8.64e15)),
  tipSlot: count,
  address,
  addresses: v.optional(v.pipe(v.array(address), v.minLength(1), v.maxLength(MOST_ADDRESSES))),
  paths: v.pipe(
    v.array(
      v.strictObject({
        keyHash: v.pipe(v.string(), v.regex(/^[0-9a-f]{56}$/)),
        path: v.pipe(v.string(), v.regex(/^1852'\/1815'\/\d{1,4}'\/[0-2]\/\d{1,9}$/)),
      }),
    ),
    v.maxLength(1_000),
  ),
  agreement: v.custom<Json>((json) => readAgreement(json) !== undefined, 'is not an agreement'),
  transactions: v.pipe(
    v.array(v.strictObject({ at: count, cbor })),
    v.minLength(1),
    v.maxLength(MOST_TRANSACTIONS),
  ),
  parents: v.pipe(v.array(cbor), v.maxLength(MOST_PARENTS)),
});

/** Most characters of a bundle's text. */
export const MOST_BUNDLE_TEXT = 8 * 1024 * 1024;

function bundleJson({ agreement, transactions, parents, paths, addresses, ...rest }: OfflineBundle): Json {
  return {
    format: FORMAT,
    version: VERSION,
    ...rest,
    ...(addresses === undefined ? {} : { addresses: [...addresses] }),
    paths: paths.map(({ keyHash, path }) => ({ keyHash, path })),
    agreement: agreementJson(agreement),
    transactions: transactions.map(({ at, cbor: bytes }) => ({ at, cbor: bytes })),
    parents: [...parents],
  };
}

/** A bundle as the text of a file. */
export function bundleText(bundle: OfflineBundle): string {
  return `${JSON.stringify(bundleJson(bundle), undefined, 1)}\n`;
}

/**
 * The fingerprint that both sides show, so that a person can see that they have the same bundle: the first eight bytes
 * of the SHA-256 of its canonical JSON, as four groups of four hex digits. It proves nothing about who wrote it.
 */
export function fingerprintOf(bundle: OfflineBundle): string {
  const hash = createHash('sha256')
    .update(canonicalJson(bundleJson(bundle)))
    .digest('hex');
  return (hash.slice(0, 16).match(/.{4}/g) ?? []).join(' ');
}

/**
 * Reads a bundle from the text of a file. Nothing in it is judged yet. Failures: `offline-bundle-malformed` with what is
 * wrong, `offline-bundle-newer`.
 */
export function readOfflineBundle(text: string): Result<OfflineBundle, Failure> {
  if (text.length > MOST_BUNDLE_TEXT) return malformed('it is larger than any bundle');
  const json = parsed(text.replace(/^\uFEFF/, ''));
  if (!isObject(json)) return malformed('it is not a JSON object');
  if (json['format'] !== FORMAT) return malformed('it is not a bundle of Touchstone');
  const { version } = json;
  if (typeof version === 'number' && version > VERSION) return failed(failure('offline-bundle-newer'));
  const read = v.safeParse(bundleSchema, json, { abortEarly: true });
  if (!read.success) {
    const [issue] = read.issues;
    const path = (issue.path ?? []).map(({ key }) => String(key)).join('.');
    return malformed(
      path === '' ? 'a part of it is missing' : `"${path.slice(0, 60)}" is not what it must be`,
    );
  }
  const wire = read.output;
  const agreement = readAgreement(wire.agreement);
  if (!agreement) return malformed('its agreement cannot be read');
  return ok({
    network: wire.network,
    exportedAt: epochMs(wire.exportedAt),
    tipSlot: slot(wire.tipSlot),
    address: wire.address,
    ...(wire.addresses === undefined ? {} : { addresses: wire.addresses }),
    paths: wire.paths,
    agreement,
    transactions: wire.transactions,
    parents: wire.parents,
  });
}

function malformed(reason: string): Result<never, Failure> {
  return failed(failure('offline-bundle-malformed', { reason }));
}

function isObject(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Hashes (hex) of its transactions' bodies, in order; `undefined` for one that cannot be read. */
export function bodyHashesOf({ transactions }: OfflineBundle): readonly (string | undefined)[] {
  return transactions.map(({ cbor: bytes }) => {
    const decoded = decodeTransaction(bytes);
    return decoded.ok ? decoded.value.bodyHash : undefined;
  });
}

/**
 * The script behind the bundle's address, if it is a script's: a transaction in the bundle must include it, and the
 * address names its hash. `held`: the available keys, or all if absent.
 */
export function scriptOf(
  { address, transactions }: OfflineBundle,
  held?: ReadonlySet<string>,
): OwnScript | undefined {
  const parsed = parseAddress(address);
  if (!parsed.ok || parsed.value.payment.kind !== 'script') return undefined;
  for (const { cbor: bytes } of transactions) {
    const decoded = decodeTransaction(bytes);
    const script = decoded.ok ? nativeScriptsOf(decoded.value).get(parsed.value.payment.hash) : undefined;
    if (script) return ownScriptAt(parsed.value, script, held);
  }
  return undefined;
}

/**
 * The keys of a script's wallet: none as payment keys, and the stake key of its address, which is compared as a whole.
 */
export function keysOfScript(script: OwnScript): OwnKeys {
  const parsed = parseAddress(script.address);
  const stake = parsed.ok ? parsed.value.stake : undefined;
  const staked = stake !== undefined && stake !== 'pointer' && stake.kind === 'key' ? [stake.hash] : [];
  return { paymentKeyHashes: new Set(), stakeKeyHashes: new Set(staked), script };
}

/** The wallet's keys as the bundle names them, for a look without keys. */
export function statedKeys(bundle: OfflineBundle): OwnKeys {
  const script = scriptOf(bundle);
  if (script) return keysOfScript(script);
  const held = [bundle.address, ...(bundle.addresses ?? [])].flatMap((text) => {
    const parsed = parseAddress(text);
    return parsed.ok ? [parsed.value] : [];
  });
  const hashOf = (part: Address['stake'] | Address['payment']): readonly string[] =>
    part !== undefined && part !== 'pointer' && part.kind === 'key' ? [part.hash] : [];
  const others = bundle.paths.filter(({ path }) => !/\/2\/\d+$/.test(path)).map(({ keyHash }) => keyHash);
  return {
    paymentKeyHashes: new Set([...held.flatMap(({ payment }) => hashOf(payment)), ...others]),
    stakeKeyHashes: new Set(held.flatMap(({ stake }) => hashOf(stake))),
  };
}

/** A key that is to sign, as the bundle says where it is: at an address, by a path, or neither. */
export interface SigningKey {
  /** Hex. */
  readonly keyHash: string;
  readonly address?: string;
  readonly path?: string;
}

/** The bundle's addresses and paths for these keys (hashes, hex). */
export function signingKeys(bundle: OfflineBundle, hashes: Iterable<string>): readonly SigningKey[] {
  const paths = new Map(bundle.paths.map(({ keyHash, path }) => [keyHash, path]));
  const holders = new Map<string, string>();
  for (const text of [bundle.address, ...(bundle.addresses ?? [])]) {
    const parsed = parseAddress(text);
    if (parsed.ok && parsed.value.payment.kind === 'key' && !holders.has(parsed.value.payment.hash))
      holders.set(parsed.value.payment.hash, text);
  }
  return [...new Set(hashes)].map((keyHash) => {
    const [holder, path] = [holders.get(keyHash), paths.get(keyHash)];
    return {
      keyHash,
      ...(holder === undefined ? {} : { address: holder }),
      ...(path === undefined ? {} : { path: `m/${path}` }),
    };
  });
}
