import * as v from 'valibot';
import { quantity, valuesEqual, type Value } from '#domain/amount.ts';
import { failure, type Failure } from '#domain/failure.ts';
import type { NetworkName } from '#domain/network.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { slot, type Slot } from '#domain/time.ts';
import { parseAssetId, type AssetId } from '#domain/asset.ts';
import type { OutputReference } from '../cardano/transaction.ts';
import type { OwnKeys } from '../inspect/inspection-input.ts';
import type { Terms } from '../inspect/terms.ts';
import { keysOf, sameAddressText } from './inspect-address.ts';
import { bundleSchema, type WireBundle } from './inspect-schema.ts';

/** What a bundle says that an input spends; nobody has proven it. */
export interface ToldInput {
  /** Bech32, or hex where the address is of a kind that has no Bech32 text here. */
  readonly address: string;
  readonly value: Value;
  /** Lower-case hex. */
  readonly inlineDatum?: string;
  /** Lower-case hex. */
  readonly dataHash?: string;
}

/** Somebody's transaction with everything that they know of it. */
export interface Bundle {
  readonly network: NetworkName;
  /** The transaction as it was given: nothing about it was judged yet. */
  readonly tx: string;
  readonly own: OwnKeys;
  readonly told: ReadonlyMap<OutputReference, ToldInput>;
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
  const told = readInputs(wire);
  if (!told.ok) return told;
  return ok({
    network: wire.network,
    tx: wire.tx,
    own: own.value,
    told: told.value,
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
    // The engine's sentence may quote the text: only the place is taken from it.
    const message = error instanceof Error ? error.message : '';
    const place = /position (\d+)/.exec(message)?.[1];
    const cut = /^Unexpected end/.test(message);
    const where = place === undefined ? '' : ` near character ${place}`;
    const reason = cut ? 'it ends too early' : `it holds something that JSON has not${where}`;
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

/** Hashes that were named, and those of the addresses' parts. */
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

function readInputs({ inputs }: WireBundle): Result<Bundle['told'], Failure> {
  const told = new Map<OutputReference, ToldInput>();
  for (const [index, { txHash, index: output, address, amount, ...rest }] of (inputs ?? []).entries()) {
    const text = sameAddressText(address);
    if (!text.ok) return malformed(`inputs[${index}].address`, text.failure);
    const input: ToldInput = {
      address: text.value,
      value: new Map(
        amount.flatMap(({ unit, quantity }) => (quantity === 0n ? [] : [[assetOf(unit), quantity]])),
      ),
      ...(typeof rest.inlineDatum === 'string' ? { inlineDatum: rest.inlineDatum } : {}),
      ...(typeof rest.dataHash === 'string' ? { dataHash: rest.dataHash } : {}),
    };
    const reference: OutputReference = `${txHash}#${output}`;
    const before = told.get(reference);
    if (before && !(before.address === input.address && valuesEqual(before.value, input.value)))
      return malformed(`inputs[${index}]`, 'tells of the same output otherwise than an earlier one');
    told.set(reference, { ...before, ...input });
  }
  return ok(told);
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
