import { Xoshiro256 } from './xoshiro.ts';

/**
 * Which fragments of a message of `count` are mixed into its part number `sequence` (from 1 on): one each at first, then
 * as many as chance has it, where chance is the same for both ends (BCR-2024-001, "Fragment Chooser").
 * `checksum` is the CRC-32 of the message.
 */
export function fragmentChooser(count: number, checksum: number): (sequence: number) => readonly number[] {
  const degree = degreeChooser(count);
  return (sequence) => {
    if (sequence <= count) return [sequence - 1];
    const seed = new DataView(new ArrayBuffer(8));
    seed.setUint32(0, sequence);
    seed.setUint32(4, checksum);
    const random = new Xoshiro256(new Uint8Array(seed.buffer));
    return drawn(count, degree(random), random);
  };
}

/** How many of `count` fragments are mixed: 1 is the likeliest, n is 1/n as likely (BCR-2024-001, "Degree Chooser"). */
export function degreeChooser(count: number): (random: Xoshiro256) => number {
  const sample = aliasSampler(Array.from({ length: count }, (_, index) => 1 / (index + 1)));
  return (random) => sample(random) + 1;
}

/** The first `wanted` numbers of a shuffle of 0 to `count - 1` (BCR-2024-001, "The Fisher-Yates Shuffle"). */
export function drawn(count: number, wanted: number, random: Xoshiro256): readonly number[] {
  const left = Array.from({ length: count }, (_, index) => index);
  return Array.from({ length: wanted }, () => left.splice(random.below(left.length), 1)).flat();
}

/**
 * Draws indexes with the given relative probabilities by the alias method of Walker and Vose, in the order of operations
 * that BCR-2024-001 ("Random Sampler") demands, since another one rounds otherwise.
 */
export function aliasSampler(weights: readonly number[]): (random: Xoshiro256) => number {
  const count = weights.length;
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const scaled = weights.map((weight) => (weight * count) / sum);
  const small: number[] = [];
  const large: number[] = [];
  for (let index = count - 1; index >= 0; index -= 1) (at(scaled, index) < 1 ? small : large).push(index);
  // Whatever is left over at the end, by rounding, too, keeps its full share.
  const shares = new Array<number>(count).fill(1);
  const aliases = new Array<number>(count).fill(0);
  for (;;) {
    const poor = small.at(-1);
    const rich = large.at(-1);
    if (poor === undefined || rich === undefined) break;
    small.pop();
    large.pop();
    shares[poor] = at(scaled, poor);
    aliases[poor] = rich;
    scaled[rich] = at(scaled, rich) + (at(scaled, poor) - 1);
    (at(scaled, rich) < 1 ? small : large).push(rich);
  }
  return (random) => {
    const index = random.below(count);
    return random.nextDouble() < at(shares, index) ? index : at(aliases, index);
  };
}

function at(list: readonly number[], index: number): number {
  const item = list[index];
  if (item === undefined) throw new RangeError('no such place in the list');
  return item;
}
