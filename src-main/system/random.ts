import { randomFillSync } from 'node:crypto';
import type { Random } from '../ports/random.ts';

/** The operating system's generator. */
export const systemRandom: Random = { bytes: (count) => randomFillSync(new Uint8Array(count)) };
