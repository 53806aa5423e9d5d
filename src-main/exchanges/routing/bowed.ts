import type { Pool, Side, StableCurve } from '../pool.ts';
import { otherSide } from '../pool.ts';

/** A curve that is not a hyperbola, as the split search sees it, in floating point. */
export interface Bowed {
  /** The marginal price of the first unit. */
  readonly steepest: number;
  /** The input at which the marginal price has fallen to `price`. */
  inputAt(price: number): number;
  outAt(input: number): number;
}

const ROUNDS = 80;

/** A stableswap pool's curve, selling its asset on `side`: the roots of the exchange's integer formula, without its steps. */
export function bowedCurve(
  { reserves }: Pick<Pool, 'reserves'>,
  { amplification, multiples, fee }: StableCurve,
  side: Side,
): Bowed {
  const [into, from] = [side, otherSide(side)].map((at) => Number(multiples[at])) as [number, number];
  const [x0, y0] = [Number(reserves[side]) * into, Number(reserves[otherSide(side)]) * from];
  const keep = 1 - Number(fee.parts) / Number(fee.of);
  const ann = 2 * Number(amplification);
  const whole = invariant(x0, y0, ann);
  const other = (x: number): number => {
    const linear = x + whole / ann - whole;
    const constant = whole ** 3 / (4 * ann * x);
    const root = Math.sqrt(linear * linear + 4 * constant);
    // Of the two forms of the root, the one that subtracts nothing.
    return linear > 0 ? (2 * constant) / (linear + root) : (root - linear) / 2;
  };
  const start = other(x0);
  const priceAt = (input: number): number => {
    const x = x0 + input * into;
    const y = other(x);
    const slope = (y + whole ** 3 / (4 * ann * x * x)) / (2 * y + x + whole / ann - whole);
    return (slope * into * keep) / from;
  };
  return {
    steepest: priceAt(0),
    outAt: (input) => ((start - other(x0 + input * into)) * keep) / from,
    inputAt(price) {
      if (priceAt(0) <= price) return 0;
      let high = x0 / into;
      while (priceAt(high) > price && high < Number.MAX_SAFE_INTEGER * 1_024) high *= 4;
      let low = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const middle = (low + high) / 2;
        if (priceAt(middle) > price) low = middle;
        else high = middle;
      }
      return high;
    },
  };
}

function invariant(x: number, y: number, ann: number): number {
  let root = x + y;
  for (let round = 0; round < ROUNDS; round += 1) {
    const product = root ** 3 / (4 * x * y);
    root = ((ann * (x + y) + 2 * product) * root) / ((ann - 1) * root + 3 * product);
  }
  return root;
}
