import { blake2b224 } from '../../cardano/hash.ts';

/** The four 32-bit words of a generator's state. */
export type RandomState = readonly [number, number, number, number];

/**
 * Seeded pseudo-random numbers (sfc32, Chris Doty-Humphrey's small fast counting generator): integer operations
 * only, so the sequence is the same on every machine. For the practice world only; never for keys.
 */
export class SeededRandom {
  #a: number;
  #b: number;
  #c: number;
  #counter: number;

  private constructor(state: RandomState) {
    [this.#a, this.#b, this.#c, this.#counter] = state;
  }

  /** A generator for a seed (any safe integer) and a purpose, so that two purposes never share a sequence. */
  static seeded(seed: number, purpose = ''): SeededRandom {
    const random = new SeededRandom([seed | 0, Math.floor(seed / 0x1_0000_0000) | 0, hash(purpose), 1]);
    for (let round = 0; round < 20; round += 1) random.next();
    return random;
  }

  static restored(state: RandomState): SeededRandom {
    return new SeededRandom(state);
  }

  state(): RandomState {
    return [this.#a, this.#b, this.#c, this.#counter];
  }

  /** An integer from 0 to 2^32 − 1. */
  next(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    this.#c |= 0;
    return sum >>> 0;
  }

  /** From 0 (included) to 1 (not included). */
  unit(): number {
    return this.next() / 0x1_0000_0000;
  }

  /** From `low` to `high`. */
  between(low: number, high: number): number {
    return low + (high - low) * this.unit();
  }

  /** An integer from 0 to `count` − 1. */
  below(count: number): number {
    return Math.floor(this.unit() * count);
  }

  /**
   * Roughly normal, mean 0, deviation 1, within ±3.47: a sum of four uniforms. Additions only, because the
   * library logarithm may differ between engines.
   */
  bell(): number {
    return (this.unit() + this.unit() + this.unit() + this.unit() - 2) * Math.sqrt(3);
  }
}

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value | 0;
}

/** An invented 28-byte identifier in hex: BLAKE2b-224 of a text, the hash used for policy ids. */
export function inventedHash(text: string): string {
  return blake2b224(new TextEncoder().encode(text));
}
