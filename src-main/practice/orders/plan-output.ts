import { ADA, type AssetId } from '#domain/asset.ts';
import { addValues } from '#domain/amount.ts';
import { encodePlanDatum, planOverhead, type PlanDatum } from './datum.ts';
import { leastLovelace, mostOf, type DraftOutput } from '../chain/draft.ts';
import { scriptAddress } from '../chain/keys.ts';
import { ownerAddress } from './resting-order.ts';

/** A recurring order to be placed: all that its datum says but the ADA that rides along. */
export interface PlanToPlace {
  readonly exchange: string;
  readonly tokenIn: AssetId;
  /** Base units that all cycles sell together. */
  readonly total: bigint;
  readonly terms: Omit<PlanDatum, 'completed' | 'returnedPerCycle'>;
}

/**
 * The one output that holds a plan: the total, each cycle's fee, the ADA that each cycle's payment needs, and the deposit,
 * raised where the last output needs more.
 */
export function planOutput({ exchange, tokenIn, total, terms }: PlanToPlace): DraftOutput {
  const { wanted, cycles, feePerCycle } = terms;
  const address = scriptAddress(exchange, 'order');
  const returnedPerCycle = leastLovelace({ address: ownerAddress(terms), value: mostOf(wanted) });
  const plan = { ...terms, returnedPerCycle, completed: 0 };
  const atTheEnd = encodePlanDatum({ ...plan, completed: cycles - 1 });
  const needed = leastLovelace({ address, value: mostOf(tokenIn), datum: atTheEnd });
  const missing = needed - feePerCycle - returnedPerCycle;
  const deposit = terms.deposit > missing ? terms.deposit : missing;
  const datum = { ...plan, deposit };
  const { fees, returned } = planOverhead(datum);
  return {
    address,
    value: addValues(new Map([[ADA, fees + returned]]), new Map([[tokenIn, total]])),
    datum: encodePlanDatum(datum),
  };
}
