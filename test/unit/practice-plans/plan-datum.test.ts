import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import '../../support/fast-check-seed.ts';

import { ADA, type AssetId } from '#domain/asset.ts';
import { DCA_INTERVALS } from '#domain/dca.ts';
import { practiceForm } from '../../../src-main/exchanges/practice/order.ts';
import {
  decodeOrderDatum,
  decodePlanDatum,
  encodePlanDatum,
  type PlanDatum,
} from '../../../src-main/practice/orders/datum.ts';
import { INTERVALS } from '../../../src-main/practice/orders/recurrence.ts';

const hash = fc
  .uint8Array({ minLength: 28, maxLength: 28 })
  .map((bytes) => Buffer.from(bytes).toString('hex'));
const TOKEN = `${'ab'.repeat(28)}544f4b` as AssetId;
const amount = fc.bigInt({ min: 0n, max: (1n << 64n) - 1n });
const plans: fc.Arbitrary<PlanDatum> = fc
  .record({
    ownerPaymentKeyHash: hash,
    ownerStakeKeyHash: fc.option(hash, { nil: undefined }),
    wanted: fc.constantFrom(ADA, TOKEN),
    amountPerCycle: fc.bigInt({ min: 1n, max: 1n << 62n }),
    cycles: fc.integer({ min: 1, max: 1_000 }),
    interval: fc.constantFrom(...INTERVALS),
    slippagePpm: fc.bigInt({ min: 0n, max: 999_999n }),
    feePerCycle: amount,
    returnedPerCycle: amount,
    deposit: amount,
    route: fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes).toString('hex')),
  })
  .chain((plan) => fc.integer({ min: 0, max: plan.cycles - 1 }).map((completed) => ({ ...plan, completed })));

const plan: PlanDatum = {
  ownerPaymentKeyHash: '11'.repeat(28),
  ownerStakeKeyHash: '22'.repeat(28),
  wanted: TOKEN,
  amountPerCycle: 33_333_333n,
  cycles: 3,
  completed: 1,
  interval: { interval: 'monthly', length: 1 },
  slippagePpm: 5_000n,
  feePerCycle: 700_000n,
  returnedPerCycle: 1_200_000n,
  deposit: 2_000_000n,
  route: `${'33'.repeat(28)}000002`,
};
const overhead = 2n * 1_900_000n + 2_000_000n;

describe('the datum of a recurring order', () => {
  test('says everything that it was made of, and is no other order', () => {
    fc.assert(
      fc.property(plans, (made) => {
        const hex = encodePlanDatum(made);
        expect(decodePlanDatum(hex)).toEqual({ ok: true, value: made });
        expect(decodeOrderDatum(hex).ok).toBe(false);
      }),
    );
  });

  test.each<[string, Partial<PlanDatum>]>([
    ['no cycle left', { completed: 3 }],
    ['more cycles than there may be', { cycles: 1_001 }],
    ['nothing to sell', { amountPerCycle: 0n }],
    ['any price at all', { slippagePpm: 1_000_000n }],
    ['an interval that there is not', { interval: { interval: 'minutely', length: 2 } }],
  ])('with %s is none', (_, change) => {
    expect(decodePlanDatum(encodePlanDatum({ ...plan, ...change })).ok).toBe(false);
  });

  test('that is cut or changed in length is none, and never throws', () => {
    const hex = encodePlanDatum(plan);
    for (let length = 0; length < hex.length; length += 2)
      expect(decodePlanDatum(hex.slice(0, length)).ok).toBe(false);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(decodePlanDatum(Buffer.from(bytes).toString('hex')).ok).toBe(false);
      }),
    );
  });

  test('with one byte changed says something else, or nothing', () => {
    const bytes = Buffer.from(encodePlanDatum(plan), 'hex');
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ by;
        expect(decodePlanDatum(changed.toString('hex'))).not.toEqual({ ok: true, value: plan });
      }),
    );
  });
});

describe('what the inspector reads of it', () => {
  test('is the owner, what is wanted, the fees and deposits of the cycles left, and the division', () => {
    expect(practiceForm.read(encodePlanDatum(plan))).toEqual({
      ok: true,
      value: {
        ownerPaymentKeyHash: plan.ownerPaymentKeyHash,
        ownerStakeKeyHash: plan.ownerStakeKeyHash,
        cancelKeyHash: undefined,
        wanted: TOKEN,
        minimumReceived: 0n,
        batcherFee: 1_400_000n,
        deposit: 4_400_000n,
        recurring: {
          amountPerCycle: 33_333_333n,
          cycles: 3,
          completed: 1,
          interval: DCA_INTERVALS[9],
          slippagePpm: 5_000n,
          feePerCycle: 700_000n,
          returnedPerCycle: 1_200_000n,
        },
      },
    });
  });

  test.each<[string, boolean, ReadonlyMap<AssetId, bigint>, Partial<PlanDatum>]>([
    ['an even division', true, new Map([[ADA, 66_666_666n + overhead]]), {}],
    ['a remainder', true, new Map([[ADA, 66_666_668n + overhead]]), {}],
    ['more than a remainder', false, new Map([[ADA, 66_666_669n + overhead]]), {}],
    ['too little for its cycles', false, new Map([[ADA, 66_666_665n + overhead]]), {}],
    ['nothing but its fees', false, new Map([[ADA, overhead]]), {}],
    [
      'two tokens',
      false,
      new Map([
        [ADA, overhead],
        [TOKEN, 66_666_666n],
        [`${TOKEN}00` as AssetId, 1n],
      ]),
      { wanted: ADA },
    ],
    [
      'a token for ADA',
      true,
      new Map([
        [ADA, overhead],
        [TOKEN, 66_666_666n],
      ]),
      { wanted: ADA },
    ],
    [
      'ADA beside the token',
      false,
      new Map([
        [ADA, overhead + 1n],
        [TOKEN, 66_666_666n],
      ]),
      { wanted: ADA },
    ],
    [
      'the token that it wants',
      false,
      new Map([
        [ADA, overhead],
        [TOKEN, 66_666_666n],
      ]),
      {},
    ],
    ['ADA for ADA', false, new Map([[ADA, overhead + 66_666_666n]]), { wanted: ADA }],
  ])('is held against what it holds: %s is taken: %s', (_, isTaken, holds, change) => {
    expect(practiceForm.read(encodePlanDatum({ ...plan, ...change }), undefined, holds).ok).toBe(isTaken);
  });
});
