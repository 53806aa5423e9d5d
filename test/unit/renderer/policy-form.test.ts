import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { policyLimits, type PolicyLimitsView } from '#contract/profile.ts';
import { formOf, readForm } from '../../../src-renderer/features/vault/policy-form.ts';

const KNOWN = ['EXA', 'EXB', 'EXC'];
const OPEN: PolicyLimitsView = { slippageBps: 5_000, verifiedOnly: false, expert: false };
const form = formOf(OPEN, KNOWN);

describe('the form of the limits', () => {
  it('opens with what is in force', () => {
    expect(form).toEqual({
      perTrade: '',
      perDay: '',
      cost: '',
      slippage: '50',
      impact: '',
      betterPrice: '',
      verifiedOnly: false,
      allowed: KNOWN,
      expert: false,
    });
    expect(readForm(form, KNOWN).limits).toEqual(OPEN);
  });

  it('warns of better prices from half a percent on, or from the share that is typed', () => {
    expect(readForm(form, KNOWN)).toMatchObject({ betterPrice: { hint: 'From 0.5\u00a0%.' } });
    expect(readForm(form, KNOWN).limits).not.toHaveProperty('betterPriceBps');
    const typed = readForm({ ...form, betterPrice: '0.25' }, KNOWN);
    expect(typed).toMatchObject({
      betterPrice: { value: 25, hint: 'From 0.25\u00a0%.' },
      limits: { betterPriceBps: 25 },
    });
    if (typed.limits) expect(formOf(typed.limits, KNOWN).betterPrice).toBe('0.25');
  });

  it('gives back any limits as they were', () => {
    const ada = fc.option(fc.bigInt({ min: 1n, max: 10n ** 24n }).map(String), { nil: undefined });
    const bps = (max: number) => fc.integer({ min: 1, max });
    const some = fc.subarray(KNOWN, { minLength: 1, maxLength: 2 });
    const limits = fc.record(
      {
        perTrade: ada,
        perDay: ada,
        slippageBps: bps(5_000),
        impactBps: fc.option(bps(10_000), { nil: undefined }),
        betterPriceBps: fc.option(bps(10_000), { nil: undefined }),
        verifiedOnly: fc.boolean(),
        exchanges: fc.option(some, { nil: undefined }),
        expert: fc.boolean(),
      },
      { requiredKeys: ['slippageBps', 'verifiedOnly', 'expert'] },
    );
    fc.assert(
      fc.property(limits, (given) => {
        const read = readForm(formOf(given, KNOWN), KNOWN).limits;
        expect(JSON.parse(JSON.stringify(read))).toEqual(JSON.parse(JSON.stringify(given)));
        expect(v.is(policyLimits, read)).toBe(true);
      }),
    );
  });

  it('refuses what could mean two, with both readings', () => {
    const read = readForm({ ...form, perTrade: '10,000', perDay: '12,345.6', impact: '1,500' }, KNOWN);
    expect(read.perTrade.error).toBe('10,000 could mean 10000 or 10.000. Write 10000 or 10.0.');
    expect(read.perDay.value).toBe('12345600000');
    expect(read.impact.error).toMatch(/^1,500 could mean 1500 or 1.500/);
    expect(read.limits).toBeUndefined();
  });

  it('says what it understood of each field', () => {
    const read = readForm(
      { ...form, perTrade: '1,5k', perDay: '0.000001', slippage: '2,5 %', impact: '3' },
      KNOWN,
    );
    expect(read.perTrade).toEqual({ value: '1500000000', hint: '1,500\u00a0ADA at most.' });
    expect(read.perDay.hint).toBe('0.0₅1\u00a0ADA at most.');
    expect(read.slippage).toEqual({ value: 250, hint: '2.5\u00a0% at most.' });
    expect(read.impact).toEqual({ value: 300, hint: '3\u00a0% at most.' });
    expect(read.limits).toMatchObject({
      perTrade: '1500000000',
      perDay: '1',
      slippageBps: 250,
      impactBps: 300,
    });
  });

  it.each([
    { perTrade: 'much' },
    { perTrade: '0' },
    { perTrade: '-5' },
    { perDay: '0.0000001' },
    { perDay: '50%' },
    { slippage: '' },
    { slippage: '0' },
    { slippage: '50.01' },
    { slippage: '1e1' },
    { impact: '100.01' },
    { impact: 'x' },
    { betterPrice: '0' },
    { allowed: [] },
  ])('has no limits to set while something is wrong (%o)', (wrong) => {
    const read = readForm({ ...form, ...wrong }, KNOWN);
    expect(read.limits).toBeUndefined();
    const { exchangesError, perTrade, perDay, slippage, impact, betterPrice } = read;
    const errors = [
      exchangesError,
      perTrade.error,
      perDay.error,
      slippage.error,
      impact.error,
      betterPrice.error,
    ];
    expect(errors.filter((error) => error !== undefined)).toHaveLength(1);
  });

  it('takes all exchanges ticked for all, also those to come', () => {
    expect(readForm({ ...form, allowed: ['EXA'] }, KNOWN).limits?.exchanges).toEqual(['EXA']);
    expect(readForm({ ...form, allowed: ['EXC', 'EXB', 'EXA'] }, KNOWN).limits?.exchanges).toBeUndefined();
    expect(readForm({ ...form, allowed: [] }, []).limits?.exchanges).toBeUndefined();
  });
});
