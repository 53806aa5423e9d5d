import { lovelaceIn, type Value } from '#domain/amount.ts';
import { ADA, assetNameHex, policyOf } from '#domain/asset.ts';
import { cborArray, cborBytes, cborHead, cborInt, cborMap } from './cbor-writer.ts';
import { concatBytes, hexBytes, toHex } from './hex.ts';
import type { OutputReference } from './transaction.ts';

/** An output without datum or script. */
export interface PlainOutput {
  /** Address bytes, hex. */
  readonly address: string;
  readonly value: Value;
}

/** A plain payment. Lovelace and slots. */
export interface PlainTransaction {
  readonly inputs: readonly OutputReference[];
  readonly outputs: readonly PlainOutput[];
  readonly fee: bigint;
  /** First slot at which it is no longer valid. */
  readonly validUntil: bigint;
}

/**
 * An unsigned transaction that spends and pays and does nothing else, hex: in the canonical order that hardware wallets
 * ask for (CIP-21), with plain lists where the ledger also knows sets.
 */
export function plainTransaction({ inputs, outputs, fee, validUntil }: PlainTransaction): string {
  const body = cborMap([
    [cborInt(0n), cborArray([...inputs].toSorted(byPlace).map(inputBytes))],
    [cborInt(1n), cborArray(outputs.map(plainOutput))],
    [cborInt(2n), cborInt(fee)],
    [cborInt(3n), cborInt(validUntil)],
  ]);
  const [yes, none] = [Uint8Array.of(0xf5), Uint8Array.of(0xf6)];
  return toHex(cborArray([body, cborMap([]), yes, none]));
}

/** The bytes of an output, whose number decides the ADA that it must hold. */
export function plainOutput({ address, value }: PlainOutput): Uint8Array {
  return cborArray([cborBytes(hexBytes(address)), plainValue(value)]);
}

/** The bytes of a value: the ledger bounds how many they may be. */
export function plainValue(value: Value): Uint8Array {
  const coin = cborInt(lovelaceIn(value));
  const tokens = [...value.keys()].filter((asset) => asset !== ADA);
  if (tokens.length === 0) return coin;
  const policies = Map.groupBy(tokens, (asset) => policyOf(asset) ?? '');
  const entries = [...policies.keys()].toSorted(byCode).map((policy) => {
    const named = (policies.get(policy) ?? []).toSorted((one, other) =>
      canonically(assetNameHex(one) ?? '', assetNameHex(other) ?? ''),
    );
    const quantities = named.map(
      (asset) => [cborBytes(hexBytes(assetNameHex(asset) ?? '')), cborInt(value.get(asset) ?? 0n)] as const,
    );
    return [cborBytes(hexBytes(policy)), cborMap(quantities)] as const;
  });
  return concatBytes(cborHead(4, 2n), coin, cborMap(entries));
}

function inputBytes(name: OutputReference): Uint8Array {
  const [hash = '', index = ''] = name.split('#');
  return cborArray([cborBytes(hexBytes(hash)), cborInt(BigInt(index))]);
}

function byPlace(one: OutputReference, other: OutputReference): number {
  return byCode(one.slice(0, 64), other.slice(0, 64)) || Number(one.slice(65)) - Number(other.slice(65));
}

/** Shorter keys first, then by their bytes (RFC 7049 §3.9). */
function canonically(one: string, other: string): number {
  return one.length - other.length || byCode(one, other);
}

function byCode(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
