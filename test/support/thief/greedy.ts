import { amountIn, type Reach, type Vector } from './shapes.ts';

/** Whether a transaction that takes this much would be signed. */
export type Judge = (vector: Vector) => Promise<boolean>;

const ROUNDS = 12;
/** Part of an amount that is not worth another look. */
const FINE = 200n;

/**
 * Takes as much as is let through: each way after the other to its largest amount, on top of what was found before.
 * Answers `undefined` where nothing at all is signed, not even what is honest.
 */
export async function takeMost(judge: Judge, reaches: readonly Reach[]): Promise<Vector | undefined> {
  const honest = await judge({});
  let vector: Vector = {};
  let signed = honest;
  for (const reach of reaches) {
    // Claims under which the honest transaction is refused may still go with one that fits them.
    const best = signed ? await largest(judge, vector, reach) : await smallest(judge, reach);
    if (best === 0n) continue;
    vector = { ...vector, [reach.shape]: best };
    if (signed) continue;
    signed = true;
    const more = await largest(judge, {}, reach);
    if (more > best) vector = { [reach.shape]: more };
  }
  return signed ? vector : undefined;
}

async function smallest(judge: Judge, { shape, least }: Reach): Promise<bigint> {
  return (await judge({ [shape]: least })) ? least : 0n;
}

async function largest(judge: Judge, vector: Vector, { shape, least, most }: Reach): Promise<bigint> {
  const signs = (amount: bigint): Promise<boolean> => judge({ ...vector, [shape]: amount });
  if (await signs(most)) return most;
  if (least >= most || !(await signs(least))) return 0n;
  let [low, high] = [least, most];
  for (let round = 0; round < ROUNDS && high - low > 1n + low / FINE; round += 1) {
    const middle = high > 4n * low ? geometric(low, high) : (low + high) / 2n;
    if (await signs(middle)) low = middle;
    else high = middle;
  }
  return low;
}

function geometric(low: bigint, high: bigint): bigint {
  const middle = BigInt(Math.floor(Math.sqrt(Number(low) * Number(high))));
  return middle > low && middle < high ? middle : (low + high) / 2n;
}

/** The theft in words. */
export function vectorWords(vector: Vector): string {
  const taken = (Object.keys(vector) as (keyof Vector)[]).map(
    (shape) => `${shape} ${amountIn(vector, shape)}`,
  );
  return taken.length === 0 ? 'nothing' : taken.join(', ');
}
