import { DCA_UNITS, legalInterval, MOST_CYCLES } from '#domain/dca.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { cborNatural, cborShortBytes, decodeDatum, encodeDatum, type DatumHead } from './order-datum.ts';
import type { RecurringTerms } from './order-form.ts';

/**
 * What a recurring order of the practice exchanges says in its inline datum: `constr 1 [owner payment key hash,
 * (constr 0 [owner stake key hash] | constr 1 []), wanted policy, wanted name, amount per cycle, cycles, cycles completed,
 * interval type (place in `DCA_UNITS`), interval length, slippage in parts per million, fee per cycle, lovelace returned
 * per cycle, deposit, pool and exchanges]`. It is spent with each cycle and made again with one more cycle completed.
 */
export interface PlanDatum extends DatumHead, RecurringTerms {
  /** Lovelace that comes back with the last cycle, beside what every cycle returns. */
  readonly deposit: bigint;
  /** At most 64 bytes of hex. */
  readonly route: string;
}

/** The datum as hex of Plutus data. @throws RangeError when a field has no such encoding: a bug of the caller. */
export function encodePlanDatum(plan: PlanDatum): string {
  const { interval, route } = plan;
  const numbers = [
    plan.amountPerCycle,
    BigInt(plan.cycles),
    BigInt(plan.completed),
    BigInt(DCA_UNITS.indexOf(interval.interval)),
    BigInt(interval.length),
    plan.slippagePpm,
    plan.feePerCycle,
    plan.returnedPerCycle,
    plan.deposit,
  ];
  return encodeDatum(1, plan, [...numbers.map(cborNatural), cborShortBytes(route)]);
}

const FIELDS = 14;
const PPM = 1_000_000n;

/** Reads a datum (hex, any valid encoding of the same data). The failure says why it is not such a plan. */
export function decodePlanDatum(hex: string): Result<PlanDatum, string> {
  const read = decodeDatum(hex, 1, FIELDS, 'a recurring order with fourteen fields');
  if (!read.ok) return read;
  const { head, rest } = read.value;
  const route = rest.at(-1);
  const numbers = rest.slice(0, -1).filter((field) => typeof field === 'bigint' && field >= 0n) as bigint[];
  if (numbers.length !== rest.length - 1) return failed('a number of the recurring order cannot be read');
  if (typeof route !== 'string' || route.length > 128) return failed("the order's route cannot be read");
  const [amountPerCycle, cycles, completed, unit, length, slippagePpm, feePerCycle, returned, deposit] =
    numbers as [bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint];
  const interval = legalInterval(DCA_UNITS[Number(unit)] ?? '', Number(length));
  if (!interval) return failed('the recurring order has an interval that there is not');
  if (amountPerCycle === 0n) return failed('the recurring order sells nothing');
  if (cycles > BigInt(MOST_CYCLES)) return failed('the recurring order has too many cycles');
  if (completed >= cycles) return failed('the recurring order has no cycle left');
  if (slippagePpm >= PPM) return failed('the recurring order takes any price');
  return ok({
    ...head,
    amountPerCycle,
    cycles: Number(cycles),
    completed: Number(completed),
    interval,
    slippagePpm,
    feePerCycle,
    returnedPerCycle: returned,
    deposit,
    route,
  });
}

/** Lovelace that a plan's cycles to come cost, and that they give back. */
export function planOverhead(plan: PlanDatum): { readonly fees: bigint; readonly returned: bigint } {
  const left = BigInt(plan.cycles - plan.completed);
  return { fees: left * plan.feePerCycle, returned: left * plan.returnedPerCycle + plan.deposit };
}
