import { describe, expect, it } from 'vitest';

import { ADA } from '#domain/asset.ts';
import { inEnglish } from '#domain/sentences/sentence.ts';
import { dcaNotices, type DcaPlan } from '../../../src-main/trading/kinds/dca-plan.ts';

/** As much of a plan as its notices look at. */
function plan(anyPrice: boolean): DcaPlan {
  const said = {
    anyPrice,
    market: { token: { id: ADA, verified: true }, payToken: { id: ADA }, spot: 1 },
    fees: { high: false, share: 0.01, perCycle: 1n },
    last: 5n,
    cycle: { impact: 0 },
    lumpSum: {},
    quote: { task: { cycles: 10, amountPerCycle: 5n, slippageBps: 100 } },
  };
  return said as unknown as DcaPlan;
}

describe('what is said of a plan', () => {
  it('is that nothing bounds its prices, where the order as it is built does not', () => {
    expect(dcaNotices(plan(false))).toEqual([]);
    expect(dcaNotices(plan(true)).map((notice) => inEnglish(notice))).toEqual([
      'The plan as the service builds it does not enforce your slippage: the service decides each price.',
    ]);
  });
});
