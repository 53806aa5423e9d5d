import type { Random } from '../ports/random.ts';

const FLOOR_MS = 1_000;
const CAP_MS = 60_000;

/**
 * Pauses between attempts to connect: decorrelated jitter with a floor, so that clients cut off together do not come
 * back together. (A pause evenly spread from nothing makes the first second worse than no jitter at all.)
 */
export class Backoff {
  readonly #random: Random;
  #last = FLOOR_MS;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Ms until the next attempt. */
  next(): number {
    const [a = 0, b = 0] = this.#random.bytes(2);
    const share = (a * 256 + b) / 65_535;
    this.#last = Math.min(CAP_MS, Math.round(FLOOR_MS + share * (this.#last * 3 - FLOOR_MS)));
    return this.#last;
  }

  /** After a connection that held. */
  reset(): void {
    this.#last = FLOOR_MS;
  }
}
