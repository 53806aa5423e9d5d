import * as v from 'valibot';
import { quantity, valuesEqual, type Value } from '#domain/amount.ts';
import { parseAssetId, type AssetId } from '#domain/asset.ts';
import { failure, type Failure } from '#domain/failure.ts';
import type { NetworkName } from '#domain/network.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { slot, type Slot } from '#domain/time.ts';
import {
  formatAddress,
  parseAddress,
  parseAddressBytes,
  parseAddressHex,
  parseRewardAccountBytes,
  type Address,
} from '../cardano/address.ts';
import { decodeBech32 } from '../cardano/bech32.ts';
import { fromHex, toHex } from '../cardano/hex.ts';
import type { OutputReference } from '../cardano/transaction.ts';
import type { OwnKeys } from '../inspect/inspection-input.ts';
import type { Terms } from '../inspect/terms.ts';
import { bundleSchema, type WireBundle } from './inspect-schema.ts';

/** The output that an input spends according to the bundle; nothing proves it. */
export interface StatedInput {
  /** Bech32, or hex where the address is of a kind that has no Bech32 text here. */
  readonly address: string;
  readonly value: Value;
  /** Lower-case hex. */
  readonly inlineDatum?: string;
  /** Lower-case hex. */
  readonly dataHash?: string;
}

/** A transaction with everything its author knows about it. */
export interface Bundle {
  readonly network: NetworkName;
  /** The transaction as given, not judged yet. */
  readonly tx: string;
  readonly own: OwnKeys;
  readonly stated: ReadonlyMap<OutputReference, StatedInput>;
  /** Raw transactions whose outputs are spent, lower-case hex. */
  readonly parents: readonly string[];
  readonly terms: Terms;
  readonly tipSlot: Slot | undefined;
}

/**
 * Reads a bundle from JSON text. Quantities are decimal strings of base units; surplus keys are ignored.
 * Failures: `bundle-not-json`, `bundle-malformed` with the path of what is wrong.
 */
export function readBundle(text: string): Result<Bundle, Failure> {
  const json = parse(text.replace(/^\uFEFF/, ''));
  if (!json.ok) return json;
  const parsed = v.safeParse(bundleSchema, json.value, { abortEarly: true });
  if (!parsed.success) {
    const [issue] = parsed.issues;
    return malformed(pathOf(issue), issue.message);
  }
  const wire = parsed.output;
  const own = readAccount(wire);
  if (!own.ok) return own;
  const stated = readInputs(wire);
  if (!stated.ok) return stated;
  return ok({
    network: wire.network,
    tx: wire.tx,
    own: own.value,
    stated: stated.value,
    parents: wire.parents ?? [],
    terms: termsOf(wire.intent),
    tipSlot: typeof wire.tipSlot === 'number' ? slot(wire.tipSlot) : undefined,
  });
}

function parse(text: string): Result<unknown, Failure> {
  if (text.trim() === '') return failed(failure('bundle-not-json', { reason: 'it is empty' }));
  try {
    return ok(JSON.parse(text));
  } catch (error) {
    // The engine's message may quote the text: only the position is taken from it.
    const message = error instanceof Error ? error.message : '';
    const place = /position (\d+)/.exec(message)?.[1];
    const cut = /^Unexpected end/.test(message);
    const where = place === undefined ? '' : ` near character ${place}`;
    const reason = cut ? 'it ends too early' : `it is not valid JSON${where}`;
    return failed(failure('bundle-not-json', { reason }));
  }
}

/** `inputs[0].amount[1].quantity`. */
function pathOf(issue: v.BaseIssue<unknown>): string {
  const path = (issue.path ?? []).map(({ key }) =>
    typeof key === 'number' ? `[${key}]` : `.${String(key)}`,
  );
  return path.join('').replace(/^\./, '');
}

function malformed(path: string, reason: string): Result<never, Failure> {
  return failed(failure('bundle-malformed', { path: path === '' ? 'the whole' : path, reason }));
}

/** The hashes that were named, and those in the addresses. */
function readAccount({ account }: WireBundle): Result<OwnKeys, Failure> {
  const paymentKeyHashes = new Set(account?.paymentKeyHashes ?? []);
  const stakeKeyHashes = new Set(account?.stakeKeyHashes ?? []);
  for (const [index, text] of (account?.addresses ?? []).entries()) {
    const keys = keysOf(text);
    if (!keys.ok) return malformed(`account.addresses[${index}]`, keys.failure);
    if (keys.value.payment !== undefined) paymentKeyHashes.add(keys.value.payment);
    if (keys.value.stake !== undefined) stakeKeyHashes.add(keys.value.stake);
  }
  return ok({ paymentKeyHashes, stakeKeyHashes });
}

function readInputs({ inputs }: WireBundle): Result<Bundle['stated'], Failure> {
  const stated = new Map<OutputReference, StatedInput>();
  for (const [index, { txHash, index: output, address, amount, ...rest }] of (inputs ?? []).entries()) {
    const text = sameAddressText(address);
    if (!text.ok) return malformed(`inputs[${index}].address`, text.failure);
    const input: StatedInput = {
      address: text.value,
      value: new Map(
        amount.flatMap(({ unit, quantity }) => (quantity === 0n ? [] : [[assetOf(unit), quantity]])),
      ),
      ...(typeof rest.inlineDatum === 'string' ? { inlineDatum: rest.inlineDatum } : {}),
      ...(typeof rest.dataHash === 'string' ? { dataHash: rest.dataHash } : {}),
    };
    const reference: OutputReference = `${txHash}#${output}`;
    const before = stated.get(reference);
    if (before && !(before.address === input.address && valuesEqual(before.value, input.value)))
      return malformed(`inputs[${index}]`, 'contradicts an earlier entry for the same output');
    stated.set(reference, { ...before, ...input });
  }
  return ok(stated);
}

/** @throws TypeError for what the schema would have refused: a bug. */
function assetOf(unit: string): AssetId {
  const id = parseAssetId(unit);
  if (id === undefined) throw new TypeError('the schema let a malformed asset through');
  return id;
}

function termsOf(intent: WireBundle['intent']): Terms {
  if (!intent || intent.kind === 'any') return { kind: 'any' };
  if (intent.kind === 'cancel') return { kind: 'cancel', orders: intent.orders ?? [] };
  const { kind, tokenIn, tokenOut, amountIn, minimumReceived, fees } = intent;
  return {
    kind,
    pay: { asset: assetOf(tokenIn), quantity: quantity(amountIn) },
    receive: assetOf(tokenOut),
    ...(typeof minimumReceived === 'bigint' ? { atLeast: minimumReceived } : {}),
    ...(fees
      ? {
          stated: {
            ...(typeof fees.batcher === 'bigint' ? { batcher: fees.batcher } : {}),
            ...(typeof fees.deposits === 'bigint' ? { deposits: fees.deposits } : {}),
            ...(typeof fees.service === 'bigint' ? { service: fees.service } : {}),
          },
        }
      : {}),
  };
}

const HEX = /^[0-9a-fA-F]+$/;
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** CBOR of every Byron address: a list of two whose first is tagged bytes. */
const BYRON_HEAD = '82d818';
const LONGEST = 512;

/** The key hashes of an address's parts, hex; a script, a pointer or an absent part gives none. */
interface AddressKeys {
  readonly payment?: string;
  readonly stake?: string;
}

/** Reads one of the user's own addresses, Bech32 or hex; a stake address gives its key too. The failure says what is wrong. */
function keysOf(text: string): Result<AddressKeys, string> {
  const reward = rewardKeys(text.trim());
  if (reward) return ok(reward);
  const address = shelley(text.trim());
  if (!address.ok) return address;
  const { payment, stake } = address.value;
  return ok({
    ...(payment.kind === 'key' ? { payment: payment.hash } : {}),
    ...(stake !== undefined && stake !== 'pointer' && stake.kind === 'key' ? { stake: stake.hash } : {}),
  });
}

/**
 * One spelling for an address given in any form, the one that the inspector uses: Bech32, or hex for bytes without a
 * Bech32 form (Byron addresses, and malformed ones that are on chain). The failure says why it is not an address.
 */
function sameAddressText(text: string): Result<string, string> {
  const plain = text.trim();
  const bech32 = decodeBech32(plain);
  const bytes = fromHex(plain) ?? (bech32.ok ? bech32.value.bytes : byronBytes(plain));
  if (bytes === undefined || bytes.length === 0)
    return failed('must be an address in Bech32, Base58 (Byron) or hex');
  const address = parseAddressBytes(bytes);
  return ok(address.ok ? formatAddress(address.value) : toHex(bytes));
}

function shelley(text: string): Result<Address, string> {
  const address = HEX.test(text) ? parseAddressHex(text) : parseAddress(text);
  return address.ok ? address : failed(`must be an address in Bech32 or hex: ${address.failure}`);
}

function rewardKeys(text: string): AddressKeys | undefined {
  const bech32 = /^stake(?:_test)?1/i.test(text) ? decodeBech32(text) : undefined;
  const bytes = bech32?.ok === true ? bech32.value.bytes : fromHex(text);
  const account = bytes && parseRewardAccountBytes(bytes);
  if (account?.ok !== true) return undefined;
  return account.value.stake.kind === 'key' ? { stake: account.value.stake.hash } : {};
}

/** Bytes of a Byron address in Base58; `undefined` when it is not one. The checksum is not checked. */
function byronBytes(text: string): Uint8Array | undefined {
  if (text.length > LONGEST) return undefined;
  let value = 0n;
  for (const letter of text) {
    const digit = BASE58.indexOf(letter);
    if (digit < 0) return undefined;
    value = value * 58n + BigInt(digit);
  }
  const hex = value.toString(16);
  return hex.startsWith(BYRON_HEAD) ? fromHex(hex) : undefined;
}
