import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import '../../support/fast-check-seed.ts';

import { ADA, type AssetId } from '#domain/asset.ts';
import { legalInterval, MOST_CYCLES, runAfter, type DcaInterval } from '#domain/dca.ts';
import { epochMs } from '#domain/time.ts';
import type { OrderTerms } from '../../../src-main/exchanges/order-form.ts';
import { practiceForm } from '../../../src-main/exchanges/practice/order.ts';
import {
  decodeOrderDatum,
  decodePlanDatum,
  encodeOrderDatum,
  encodePlanDatum,
  planOverhead,
  type OrderDatum,
  type PlanDatum,
} from '../../../src-main/practice/orders/datum.ts';
import * as practice from '../../../src-main/practice/orders/recurrence.ts';

/** The client reads practice's orders with its own code: nothing that practice writes may mean something else to it. */

function bytesOf(length: number): fc.Arbitrary<string> {
  return fc
    .uint8Array({ minLength: length, maxLength: length })
    .map((bytes) => Buffer.from(bytes).toString('hex'));
}

const amount = fc.oneof(
  fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }),
  fc.constantFrom(0n, 1n, 23n, 24n, 1n << 32n),
);
const head = {
  ownerPaymentKeyHash: bytesOf(28),
  ownerStakeKeyHash: fc.option(bytesOf(28), { nil: undefined }),
  wanted: fc.oneof(
    fc.constant(ADA),
    fc.tuple(bytesOf(28), fc.nat(32).chain(bytesOf)).map(([policy, name]) => `${policy}${name}` as AssetId),
  ),
  deposit: amount,
  route: fc.nat(64).chain(bytesOf),
};
const orders: fc.Arbitrary<OrderDatum> = fc.record({ ...head, minimumReceived: amount, batcherFee: amount });
const plans: fc.Arbitrary<PlanDatum> = fc.record({
  ...head,
  amountPerCycle: amount,
  cycles: fc.integer({ min: 0, max: 1_002 }),
  completed: fc.integer({ min: 0, max: 1_002 }),
  interval: fc.constantFrom(...practice.INTERVALS),
  slippagePpm: fc.oneof(amount, fc.bigInt({ min: 0n, max: 1_000_001n })),
  feePerCycle: amount,
  returnedPerCycle: amount,
});

/** The terms of a datum by practice's own reading; `undefined` where it reads none. */
function termsOf(hex: string): OrderTerms | undefined {
  const plan = decodePlanDatum(hex);
  if (plan.ok) {
    const { ownerPaymentKeyHash, ownerStakeKeyHash, wanted } = plan.value;
    const { amountPerCycle, cycles, completed, slippagePpm, feePerCycle, returnedPerCycle } = plan.value;
    const interval = known(plan.value.interval);
    const { fees, returned } = planOverhead(plan.value);
    const recurring = {
      amountPerCycle,
      cycles,
      completed,
      interval,
      slippagePpm,
      feePerCycle,
      returnedPerCycle,
    };
    const owner = { ownerPaymentKeyHash, ownerStakeKeyHash, cancelKeyHash: undefined };
    return { ...owner, wanted, minimumReceived: 0n, batcherFee: fees, deposit: returned, recurring };
  }
  const order = decodeOrderDatum(hex);
  if (!order.ok) return undefined;
  const { route: _route, ...terms } = order.value;
  return { ...terms, cancelKeyHash: undefined };
}

function known({ interval, length }: practice.Interval): DcaInterval {
  const found = legalInterval(interval, length);
  if (!found) throw new RangeError('the client does not know this interval');
  return found;
}

function expectAgreement(hex: string): void {
  const read = practiceForm.read(hex);
  expect(read.ok ? read.value : undefined).toEqual(termsOf(hex));
}

const settings = { numRuns: 500 };
const datums = fc.oneof(orders.map(encodeOrderDatum), plans.map(encodePlanDatum));

describe("the client's reading of a practice datum", () => {
  it('is what practice wrote, or nothing where practice takes it for no order', () => {
    fc.assert(fc.property(datums, expectAgreement), settings);
  });

  it('is the same as its own for bytes that were changed, cut or made up', () => {
    const changed = fc
      .tuple(datums, fc.nat(), fc.integer({ min: 1, max: 255 }), fc.boolean())
      .map(([hex, at, by, cut]) => {
        const bytes = Buffer.from(hex, 'hex');
        const place = at % bytes.length;
        bytes[place] = (bytes[place] ?? 0) ^ by;
        return (cut ? bytes.subarray(0, place) : bytes).toString('hex');
      });
    const anything = fc.uint8Array({ maxLength: 120 }).map((bytes) => Buffer.from(bytes).toString('hex'));
    fc.assert(fc.property(fc.oneof({ weight: 5, arbitrary: changed }, anything), expectAgreement), {
      numRuns: 2_000,
    });
  });
});

describe('the schedule of a recurring order', () => {
  it('is the same on both sides', () => {
    const first = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2040, 0, 1) });
    const from = fc.oneof(
      first,
      fc.constantFrom(Date.UTC(2024, 0, 31, 23, 59, 59, 999), Date.UTC(2023, 11, 31)),
    );
    fc.assert(
      fc.property(
        from,
        fc.constantFrom(...practice.INTERVALS),
        fc.nat(MOST_CYCLES),
        (at, interval, steps) => {
          const due = practice.cycleTime(epochMs(at), interval, steps);
          expect(due).toBe(runAfter(epochMs(at), known(interval), steps));
        },
      ),
      settings,
    );
    expect(practice.MOST_CYCLES).toBe(MOST_CYCLES);
  });
});
