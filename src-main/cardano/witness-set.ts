import type { CborItem, Span } from './cbor-scanner.ts';
import * as shape from './cbor-shape.ts';
import { blake2b256, keyHash } from './hash.ts';
import { toHex } from './hex.ts';

/** A public key's signature over a transaction body's hash. Hex. */
export interface VkeyWitness {
  /** 32 bytes. */
  readonly publicKey: string;
  /** 64 bytes. */
  readonly signature: string;
  /** BLAKE2b-224 of the public key. */
  readonly keyHash: string;
}

/** One entry of the witness map as raw bytes, for comparison. */
export interface RawWitnessEntry {
  readonly key: number;
  readonly value: Span;
}

/** The parts of a transaction's witness set. */
export interface Witnesses {
  readonly vkeys: readonly VkeyWitness[];
  readonly entries: readonly RawWitnessEntry[];
  /** Preimages of datum hashes (key 4), by hash; hex of their raw bytes. */
  readonly data: ReadonlyMap<string, string>;
  readonly hasRedeemers: boolean;
  /** Scripts that the witness set brings along (keys 1, 3, 6, 7). */
  readonly hasScripts: boolean;
}

const WITNESS_KEYS: ReadonlySet<number> = new Set([0, 1, 2, 3, 4, 5, 6, 7]);

/** Reads a witness set (Conway CDDL). `bytes` is the buffer that was scanned. */
export function readWitnesses(item: CborItem, bytes: Uint8Array): Witnesses {
  const parts = shape.fields(item, 'the witness set', WITNESS_KEYS);
  const vkeys = parts.get(0);
  const data = new Map<string, string>();
  for (const datum of listOf(parts.get(4))) {
    const raw = bytes.subarray(datum.start, datum.end);
    data.set(blake2b256(raw), toHex(raw));
  }
  return {
    vkeys: vkeys ? shape.set(vkeys, 'the signatures').map(readVkeyWitness) : [],
    entries: Array.from(parts, ([key, value]) => ({ key, value: { start: value.start, end: value.end } })),
    data,
    hasRedeemers: hasItems(parts.get(5)),
    hasScripts: [1, 3, 6, 7].some((key) => parts.has(key)),
  };
}

export function readVkeyWitness(item: CborItem): VkeyWitness {
  const [key, signature] = shape.pair(item, 'a signature');
  const publicKey = shape.bytes(key, 'a public key', 32);
  return {
    publicKey: toHex(publicKey),
    signature: toHex(shape.bytes(signature, 'a signature', 64)),
    keyHash: keyHash(publicKey),
  };
}

function listOf(item: CborItem | undefined): readonly CborItem[] {
  return item ? shape.set(item, 'the datums') : [];
}

function hasItems(redeemers: CborItem | undefined): boolean {
  if (!redeemers) return false;
  return redeemers.kind === 'map'
    ? redeemers.entries.length > 0
    : shape.array(redeemers, 'the redeemers').length > 0;
}
