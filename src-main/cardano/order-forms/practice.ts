import { lovelaceIn, type Value } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { decodeOrderDatum } from '../order-datum.ts';
import type { KnownScripts, OrderForm, OrderTerms } from '../order-form.ts';
import { decodePlanDatum, planOverhead, type PlanDatum } from '../plan-datum.ts';
import { plutusVersion } from './known-scripts.ts';

/** Orders of the practice exchanges; their datum is `order-datum.ts`, that of recurring orders `plan-datum.ts`. */
export const practiceForm: OrderForm = {
  name: 'practice',
  read(datumHex, _assets, holds) {
    const plan = decodePlanDatum(datumHex);
    if (plan.ok) return recurringTerms(plan.value, holds);
    const read = decodeOrderDatum(datumHex);
    if (!read.ok) return failed(read.failure);
    const { ownerPaymentKeyHash, ownerStakeKeyHash, wanted, minimumReceived, batcherFee, deposit } =
      read.value;
    return ok({
      ownerPaymentKeyHash,
      ownerStakeKeyHash,
      cancelKeyHash: undefined,
      wanted,
      minimumReceived,
      batcherFee,
      deposit,
    });
  },
};

/** A recurring order enforces no least: each cycle takes the market's price of its moment, within its slippage. */
function recurringTerms(plan: PlanDatum, holds: Value | undefined): Result<OrderTerms, string> {
  const { fees, returned } = planOverhead(plan);
  if (holds && !isDivided(plan, holds, fees + returned))
    return failed('what it holds is not what its cycles sell, cost and give back');
  const { ownerPaymentKeyHash, ownerStakeKeyHash, wanted } = plan;
  const { amountPerCycle, cycles, completed, interval, slippagePpm, feePerCycle, returnedPerCycle } = plan;
  return ok({
    ownerPaymentKeyHash,
    ownerStakeKeyHash,
    cancelKeyHash: undefined,
    wanted,
    minimumReceived: 0n,
    batcherFee: fees,
    deposit: returned,
    recurring: { amountPerCycle, cycles, completed, interval, slippagePpm, feePerCycle, returnedPerCycle },
  });
}

/** Whether the cycles left sell all that is in it: the same each, and in the last what an even division leaves. */
function isDivided(
  { amountPerCycle, cycles, completed, wanted }: PlanDatum,
  holds: Value,
  overhead: bigint,
): boolean {
  const tokens = [...holds].filter(([asset]) => asset !== ADA);
  const spare = lovelaceIn(holds) - overhead;
  const [token] = tokens;
  if (tokens.length > 1 || (token ? spare !== 0n || token[0] === wanted : wanted === ADA)) return false;
  const beyond = (token ? token[1] : spare) - amountPerCycle * BigInt(cycles - completed);
  return beyond >= 0n && beyond < BigInt(cycles);
}

/** An order script of a practice exchange: its hash, and the Plutus version that it represents. */
export interface PracticeScript {
  readonly script: string;
  readonly plutus: number;
}

/**
 * The scripts of the practice exchanges by exchange code, as practice's list has them. @throws RangeError when one has
 * no version: the list ships with the application.
 */
export function practiceScripts(scripts: Readonly<Record<string, PracticeScript>>): KnownScripts {
  return new Map(
    Object.entries(scripts).map(([exchange, { script, plutus: listed }]) => {
      const plutus = plutusVersion(listed);
      if (plutus === undefined) throw new RangeError(`the script of ${exchange} has no Plutus version`);
      return [script, { exchange, plutus, form: practiceForm }];
    }),
  );
}
