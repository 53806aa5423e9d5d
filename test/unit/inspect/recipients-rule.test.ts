import { describe, expect, it } from 'vitest';

import type { Value } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { DEFAULT_LIMITS, type InspectionLimits } from '../../../src-main/inspect/inspection-input.ts';
import { recipients } from '../../../src-main/inspect/rules/recipients.ts';
import type { TradeTerms } from '../../../src-main/inspect/terms.ts';
import { held } from '../../support/good-cancel.ts';
import { BYSTANDER, GEM, strangerAddress } from '../../support/good-trade.ts';
import { policyFacts } from '../../support/policy-facts.ts';
import { findings } from '../../support/rule-findings.ts';

const OTHER = 'addr_test1vz' + 'q'.repeat(50);
const TO = `${strangerAddress.slice(0, 16)}…${strangerAddress.slice(-8)}`;
const tokens = new Map([[GEM, { ticker: 'GEM', decimals: 3 }]]);

const paying = (value: Value, addressText = strangerAddress): object => ({
  role: 'foreign',
  addressText,
  output: { value },
});

describe('V3 of a trade, what goes to others', () => {
  interface Case {
    readonly trade?: Partial<TradeTerms> & object;
    readonly limits?: Partial<InspectionLimits>;
    readonly policy?: boolean;
  }
  const purchase = { kind: 'swap', pay: { asset: ADA, quantity: 100_000_000n }, receive: GEM } as TradeTerms;
  const sale = { kind: 'swap', pay: { asset: GEM, quantity: 5n }, receive: ADA } as TradeTerms;
  /** The findings for payments of these values, in a purchase of 100 ADA unless stated otherwise. */
  const told = (values: readonly Value[], { trade = purchase, limits, policy = false }: Case = {}) =>
    findings(recipients, {
      trade,
      limits: { ...DEFAULT_LIMITS, ...limits },
      context: { tokens, ...(policy ? { policy: policyFacts() } : {}) },
      outputs: [
        { role: 'own', addressText: OTHER, output: { value: held(70_000_000n, 9n) } },
        ...values.map((value) => paying(value)),
      ],
    });
  const capped = (trade: Partial<TradeTerms>, lovelace: bigint, limits: Partial<InspectionLimits> = {}) =>
    told([held(lovelace)], { trade: { ...purchase, ...trade }, limits })[0]?.split(':')[0] ?? 'nothing';

  it('is nothing to report where nothing goes to others', () => {
    expect(told([])).toEqual([]);
  });

  it('is no token, whatever its amount and whatever comes with it', () => {
    expect(told([held(1_200_000n, 1n)])).toEqual([
      `block: 1.2 ADA and 0.001 GEM would go to an address that is not yours, ${TO}.`,
    ]);
    expect(told([new Map([[GEM, 1n]])])).toHaveLength(1);
    expect(told([new Map([[GEM, 1n]])])[0]).toMatch(/^block/);
  });

  it('is asked about, unless the address is one for fees, or a policy asks about each new one', () => {
    const fee = `info: 1.2 ADA goes to ${TO} as a service fee.`;
    expect(told([held(1_200_000n)])).toEqual([
      `warn: 1.2 ADA goes to an address that is not yours, ${TO}; it can only be a service fee.`,
    ]);
    const fees = { feeRecipients: new Set([strangerAddress]) };
    expect(told([held(1_200_000n)], { limits: fees })).toEqual([fee]);
    expect(told([held(1_200_000n)], { policy: true })).toEqual([fee]);
    const others = { feeRecipients: new Set([OTHER]) };
    expect(told([held(1_200_000n)], { limits: others })[0]).toMatch(/^warn/);
  });

  it('is two ADA and one percent of what is paid at most, all payments together', () => {
    expect(told([held(3_000_000n)], { policy: true })[0]).toMatch(/^info/);
    expect(told([held(3_000_001n)], { policy: true })).toEqual([
      `block: 3.000001 ADA would go to an address that is not yours, ${TO}: more than the service fee of 3 ADA that is allowed.`,
    ]);
    expect(told([held(1_500_000n), held(1_500_001n)], { policy: true })).toEqual([
      expect.stringMatching(/^block: 1\.5 ADA would go/) as string,
      expect.stringMatching(/^block: 1\.500001 ADA would go/) as string,
    ]);
  });

  it('is a percentage of the smaller sum that a sale is promised to bring', () => {
    const least = { ...sale, expected: 900_000_000n, atLeast: 100_000_000n };
    const expected = { ...sale, expected: 100_000_000n, atLeast: 900_000_000n };
    const { expected: _, ...onlyLeast } = least;
    const { atLeast: __, ...onlyExpected } = expected;
    for (const trade of [least, expected, onlyLeast, onlyExpected]) {
      expect(capped(trade, 3_000_000n)).toBe('warn');
      expect(capped(trade, 3_000_001n)).toBe('block');
    }
  });

  it('is 20 ADA at most where no sum of ADA is known', () => {
    const swap = { ...sale, receive: BYSTANDER, expected: 100_000_000n, atLeast: 100_000_000n };
    for (const trade of [sale, swap]) {
      expect(capped(trade, 20_000_000n)).toBe('warn');
      expect(capped(trade, 20_000_001n)).toBe('block');
    }
  });

  it('is asked about above 10 ADA where it rests on ADA that is only promised', () => {
    const promised = { ...sale, expected: 5_000_000_000n, atLeast: 5_000_000_000n };
    expect(told([held(10_000_000n)], { trade: promised, policy: true })).toEqual([
      `info: 10 ADA goes to ${TO} as a service fee.`,
    ]);
    expect(told([held(10_000_001n)], { trade: promised, policy: true })).toEqual([
      `warn: 10.000001 ADA goes to ${TO} at once, as a service fee on ADA that is only promised.`,
    ]);
    // ADA that is paid is certain.
    const paid = { ...purchase, pay: { ...purchase.pay, quantity: 5_000_000_000n as never } };
    expect(told([held(10_000_001n)], { trade: paid, policy: true })[0]).toMatch(/^info/);
  });

  it('is the fee that was stated, and no more, where limits are strict about what was stated', () => {
    const strict = { beyondStated: 'block' } as const;
    const stating = (service: bigint) => ({ trade: { ...purchase, stated: { service } }, limits: strict });
    expect(told([held(1_200_000n)], stating(1_200_000n))).toEqual([
      `info: 1.2 ADA goes to ${TO} as a service fee.`,
    ]);
    expect(told([held(1_200_001n)], stating(1_200_000n))).toEqual([
      `block: 1.200001 ADA would go to an address that is not yours, ${TO}: more than the service fee of 1.2 ADA that is allowed.`,
    ]);
    expect(told([held(1n)], stating(0n))[0]).toMatch(/^block/);
    // A sale's is measured too, and rests on no promise then.
    const dear = { trade: { ...sale, stated: { service: 30_000_000n } }, limits: strict };
    expect(told([held(30_000_000n)], dear)).toEqual([`info: 30 ADA goes to ${TO} as a service fee.`]);
  });

  it('is bounded by the app’s own rules where nothing was stated, or limits are not strict', () => {
    const strict = { beyondStated: 'block' } as const;
    for (const stated of [undefined, { batcher: 1n }]) {
      const trade = { ...purchase, ...(stated ? { stated } : {}) };
      expect(capped(trade, 3_000_000n, strict)).toBe('warn');
      expect(capped(trade, 3_000_001n, strict)).toBe('block');
    }
    const generous = { ...purchase, stated: { service: 90_000_000n } };
    expect(capped(generous, 3_000_000n)).toBe('warn');
    expect(capped(generous, 3_000_001n)).toBe('block');
  });
});

describe('V3 without knowing what is wanted', () => {
  it('asks about everything that goes to others', () => {
    const outputs = [paying(held(1_200_000n, 1n)), paying(held(2_000_000n), OTHER)];
    expect(findings(recipients, { outputs, limits: DEFAULT_LIMITS, context: { tokens } })).toEqual([
      `warn: 1.2 ADA and 0.001 GEM goes to an address that is not yours, ${TO}.`,
      `warn: 2 ADA goes to an address that is not yours, ${OTHER.slice(0, 16)}…qqqqqqqq.`,
    ]);
  });
});

describe('V3 of a cancellation, what others take back', () => {
  const HELPER = 'b0'.repeat(32);
  const back = 'info: Someone else who takes part gets back what they put in.';
  const would = (what: string): string => `block: ${what} would go to an address that is not yours, ${TO}.`;
  /** The findings if others bring these values and take those. */
  const told = (
    brought: readonly Value[],
    taken: readonly Value[],
    { claimed = 0n, complete = true } = {},
  ): readonly string[] =>
    findings(recipients, {
      cancel: { kind: 'cancel', orders: [`${'a1'.repeat(32)}#0`] },
      complete,
      context: { tokens, claims: { cancellationFee: claimed } },
      inputs: brought.map((value, at) => ({
        reference: `${HELPER}#${at}`,
        resolved: { value, known: 'proven' },
        cancelled: false,
      })),
      outputs: taken.map((value, at) => paying(value, at === 0 ? strangerAddress : OTHER)),
    });

  it('is what they are proven to have brought, to the base unit', () => {
    expect(told([], [])).toEqual([]);
    expect(told([held(5_000_000n)], [held(5_000_000n)])).toEqual([back]);
    expect(told([held(5_000_000n)], [held(4_999_999n)])).toEqual([back]);
    expect(told([held(5_000_000n)], [held(5_000_001n)])).toEqual([would('5.000001 ADA')]);
    expect(told([held(2_000_000n), held(3_000_000n)], [held(4_000_000n), held(1_000_000n)])).toEqual([back]);
  });

  it('are tokens of theirs, and no others, even where they leave more ADA than they take', () => {
    expect(told([held(5_000_000n, 7n)], [held(5_000_000n, 7n)])).toEqual([back]);
    expect(told([held(5_000_000n, 7n)], [held(4_000_000n, 6n)])).toEqual([back]);
    expect(told([held(5_000_000n, 7n)], [held(4_000_000n, 8n)])).toEqual([would('4 ADA and 0.008 GEM')]);
    expect(told([held(5_000_000n)], [held(4_000_000n, 1n)])).toEqual([would('4 ADA and 0.001 GEM')]);
    const other = new Map([...held(4_000_000n, 7n), [BYSTANDER, 1n]] as const);
    expect(told([held(5_000_000n, 7n)], [other])[0]).toMatch(/^block/);
  });

  it('is more by what the service claims for it at most, which is asked about, and pays for no token', () => {
    const claimed = { claimed: 1_500_000n };
    expect(told([held(5_000_000n)], [held(6_500_000n)], claimed)).toEqual([
      `warn: 1.5 ADA goes to an address that is not yours, ${TO}: the service calls it a cancellation fee.`,
    ]);
    expect(told([held(5_000_000n)], [held(6_500_001n)], claimed)).toEqual([would('6.500001 ADA')]);
    expect(told([held(5_000_000n)], [held(5_000_001n, 1n)], claimed)[0]).toMatch(/^block/);
  });

  it('is asked about where an input is not known, for it may be theirs', () => {
    expect(told([], [held(5_000_000n)], { complete: false })).toEqual([
      `warn: 5 ADA goes to an address that is not yours, ${TO}; what they put in is not known.`,
    ]);
  });
});
