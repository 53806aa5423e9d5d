import { describe, expect, it } from 'vitest';
import {
  ADA,
  atLeastZero,
  excess,
  larger,
  lovelace,
  minus,
  of,
  positive,
  sumIfAll,
  sumOfStated,
  total,
  weighed,
  withoutAda,
} from '../../../src-main/proof/sums.ts';
import { held } from '../../support/good-cancel.ts';
import { GEM } from '../../support/good-trade.ts';

describe('sums of values', () => {
  it('add and take away each asset by itself, and leave out what comes to nothing', () => {
    expect(total([held(1n, 2n), held(3n), held(4n, 5n)])).toEqual(held(8n, 7n));
    expect(total([])).toEqual(new Map());
    expect(minus(held(5n, 2n), held(1n, 1n), held(1n, 1n))).toEqual(held(3n));
    expect(minus(held(1n), held(1n, 2n))).toEqual(new Map([[GEM, -2n]]));
    expect(weighed([2n, held(3n, 1n)], [-3n, held(2n)])).toEqual(new Map([[GEM, 2n]]));
  });

  it('say what is more than nothing, and more than a most', () => {
    expect(
      positive(
        new Map([
          [ADA, 1n],
          [GEM, -1n],
        ]),
      ),
    ).toEqual(held(1n));
    expect(positive(new Map([[ADA, 0n]]))).toEqual(new Map());
    expect(excess(held(5n, 1n), held(3n, 2n))).toEqual(held(2n));
    expect(excess(held(5n), new Map())).toEqual(held(5n));
  });

  it('know ADA from tokens', () => {
    expect(withoutAda(held(5n, 1n))).toEqual(new Map([[GEM, 1n]]));
    expect(lovelace(5n)).toEqual(held(5n));
    expect(lovelace(0n)).toEqual(new Map());
    expect(of(held(5n, 1n), GEM)).toBe(1n);
    expect(of(held(5n), GEM)).toBe(0n);
  });
});

describe('sums of numbers', () => {
  it('are none as soon as one is not stated, or of those that are', () => {
    const part = (one: bigint | undefined): bigint | undefined => one;
    expect(sumIfAll([1n, 2n], part)).toBe(3n);
    expect(sumIfAll([1n, undefined], part)).toBeUndefined();
    expect(sumIfAll([], part)).toBe(0n);
    expect(sumOfStated([1n, undefined, 2n], part)).toBe(3n);
  });

  it('know the larger of two, and nothing less than nothing', () => {
    expect([larger(1n, 2n), larger(2n, 1n), larger(2n, 2n)]).toEqual([2n, 2n, 2n]);
    expect([atLeastZero(-1n), atLeastZero(0n), atLeastZero(1n)]).toEqual([0n, 0n, 1n]);
  });
});
