import { createHash } from 'node:crypto';

const TWO_TO_64 = 2 ** 64;

/**
 * Xoshiro256** as BCR-2024-001 ("The Xoshiro256** Pseudorandom Number Generator") seeds and reads it. Both ends draw
 * the same numbers from the same seed; it is no source of secrets.
 */
export class Xoshiro256 {
  #a: bigint;
  #b: bigint;
  #c: bigint;
  #d: bigint;

  /** The state is the SHA-256 of `seed`, as four big-endian words. */
  constructor(seed: Uint8Array) {
    const digest = createHash('sha256').update(seed).digest();
    const words = new DataView(digest.buffer, digest.byteOffset, digest.byteLength);
    this.#a = words.getBigUint64(0);
    this.#b = words.getBigUint64(8);
    this.#c = words.getBigUint64(16);
    this.#d = words.getBigUint64(24);
  }

  /** The next 64 bits. */
  next(): bigint {
    const result = word(rotated(word(this.#b * 5n), 7n) * 9n);
    const shifted = word(this.#b << 17n);
    this.#c ^= this.#a;
    this.#d ^= this.#b;
    this.#b ^= this.#c;
    this.#a ^= this.#d;
    this.#c ^= shifted;
    this.#d = rotated(this.#d, 45n);
    return result;
  }

  /** The next number from 0 to 1, rounded as IEEE 754 has it: in one of 2^54 cases it is 1. */
  nextDouble(): number {
    return Number(this.next()) / TWO_TO_64;
  }

  /** The next whole number from 0 to `count - 1`. */
  below(count: number): number {
    return Math.min(count - 1, Math.floor(this.nextDouble() * count));
  }
}

function word(value: bigint): bigint {
  return BigInt.asUintN(64, value);
}

function rotated(value: bigint, by: bigint): bigint {
  return word(value << by) | (value >> (64n - by));
}
