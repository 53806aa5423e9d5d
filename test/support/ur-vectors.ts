import { encodeBytewords } from '../../src-main/offline/ur/bytewords.ts';
import { Xoshiro256 } from '../../src-main/offline/ur/xoshiro.ts';
import { read } from './vectors.ts';

/**
 * The expected values in the reference implementation's tests; every message in them is drawn from the seed "Wolf".
 */
interface ReferenceFigures {
  readonly crc32: Readonly<Record<string, string>>;
  readonly bytewords: readonly { readonly hex: string; readonly minimal: string }[];
  readonly bytewordsWithWrongChecksum: readonly string[];
  readonly xoshiro: {
    readonly modulo100: readonly number[];
    readonly ofChecksumModulo100: readonly number[];
    readonly from1To10: readonly number[];
  };
  readonly sampler: { readonly weights: readonly number[]; readonly samples: readonly number[] };
  readonly shuffle: readonly (readonly number[])[];
  readonly fragments: { readonly messageBytes: number; readonly hex: readonly string[] };
  readonly fragmentLengths: readonly {
    readonly messageBytes: number;
    readonly most: number;
    readonly length: number;
  }[];
  readonly degrees: { readonly fragments: number; readonly degrees: readonly number[] };
  readonly chosen: {
    readonly messageBytes: number;
    readonly fragments: number;
    readonly indexes: readonly (readonly number[])[];
  };
  readonly partsCbor: {
    readonly messageBytes: number;
    readonly fragmentLength: number;
    readonly parts: readonly string[];
  };
  readonly single: { readonly messageBytes: number; readonly ur: string };
  readonly parts: {
    readonly messageBytes: number;
    readonly fragmentLength: number;
    readonly ur: readonly string[];
  };
}

/** One of Keystone's URs, with what its own tests say that it holds. */
interface KeystoneVector {
  readonly name: string;
  readonly ur: readonly string[];
  readonly hex: readonly string[];
  readonly addresses: readonly string[];
  readonly paths: readonly string[];
  readonly requestId: readonly string[];
}

export const referenceFigures = JSON.parse(read('airgap/bc-ur.json')) as ReferenceFigures;

export const keystoneVectors = (
  JSON.parse(read('airgap/keystone-ur.json')) as { readonly vectors: readonly KeystoneVector[] }
).vectors;

/** Keystone's vector of a name, with its UR. */
export function keystoneVector(name: string): KeystoneVector & { readonly text: string } {
  const vector = keystoneVectors.find((one) => one.name === name);
  const text = vector?.ur[0];
  if (vector === undefined || text === undefined) throw new Error(`no vector ${name}`);
  return { ...vector, text };
}

export function seeded(text: string): Xoshiro256 {
  return new Xoshiro256(new TextEncoder().encode(text));
}

/** The message of so many bytes that the reference draws from the seed "Wolf". */
export function wolfMessage(bytes: number): Uint8Array {
  const random = seeded('Wolf');
  return Uint8Array.from({ length: bytes }, () => random.below(256));
}

/** As a text of one part, whatever the bytes are. */
export function urText(type: string, cbor: Uint8Array): string {
  return `ur:${type}/${encodeBytewords(cbor)}`;
}
