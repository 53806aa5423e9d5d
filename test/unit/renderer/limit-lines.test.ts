import { describe, expect, it } from 'vitest';
import type { PolicyLimitsView } from '#contract/profile.ts';
import { policyView } from '../../../src-main/features/vault/policy-store.ts';
import { DEFAULT_POLICY } from '../../../src-main/inspect/policy.ts';
import { differingLimits } from '../../../src-renderer/widgets/limit-lines.ts';

const here = policyView(DEFAULT_POLICY);
const file: PolicyLimitsView = { ...here, perTrade: '1234500000', impactBps: 250, exchanges: ['EXA', 'EXB'] };

describe('the limits of a file', () => {
  it('are said where they differ from those that a new profile has, and nowhere else', () => {
    expect(differingLimits(here, here)).toEqual([]);
    expect(differingLimits(file, here)).toEqual([
      expect.stringMatching(/^Most per trade: the file says “1,234.5\sADA”, a new profile has “no limit”\.$/),
      expect.stringMatching(/^Largest price impact: the file says “2.5\s%”, a new profile has “/),
      'Exchanges: the file says “only EXA, EXB”, a new profile has “all”.',
    ]);
  });

  it('name the share from which a better price is a warning', () => {
    expect(differingLimits({ ...here, betterPriceBps: 50 }, here)).toEqual([]);
    expect(differingLimits({ ...here, betterPriceBps: 125 }, here)).toEqual([
      expect.stringMatching(
        /^Better price elsewhere: the file says “warning from 1.25\s%”, a new profile has “warning from 0.5\s%”\.$/,
      ),
    ]);
  });
});
