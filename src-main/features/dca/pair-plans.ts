import { ADA, ADA_DECIMALS, type AssetId } from '#domain/asset.ts';
import type { DcaInterval, DcaStatus, ServicePlan } from '#domain/dca.ts';
import { statedQuantity } from '#domain/amount.ts';
import type { Sentence } from '#domain/sentences/sentence.ts';
import { FINAL_STATES, wasSigned, type PlacedOrder, type Trade } from '#domain/trade.ts';
import type { EpochMs } from '#domain/time.ts';
import { freshName, type ListedRow } from '../../market/listed-rows.ts';

/** A plan of the journal, of the service, or of both. */
export interface PlanPair {
  readonly id: string;
  readonly trade: Trade | undefined;
  readonly service: ServicePlan | undefined;
}

/** Whether a trade is a plan that belongs into the list: from its signature on. */
export function isPlan(trade: Trade): boolean {
  return trade.kind === 'dca' && wasSigned(trade);
}

/** The one order of a plan. */
export function orderOf({ orders }: Trade): PlacedOrder | undefined {
  return orders[0];
}

/** How many of its trades the chain shows. */
export function completedOf(trade: Trade): number {
  return orderOf(trade)?.fills?.length ?? 0;
}

/**
 * Brings the journal's plans and the service's together. The service's records name no transaction (some services add
 * it), so a plan is known by what it sells, buys and when; where several are alike, by what they were taken for
 * `before` (plan id → service's id), else by how many of their trades were made, else by their age. Nothing is
 * dropped but the echo of a plan that has ended.
 */
export function pairPlans(
  trades: Iterable<Trade>,
  reported: readonly ServicePlan[],
  before: ReadonlyMap<string, string>,
  decimals: (id: AssetId) => number | undefined,
): readonly PlanPair[] {
  const free = new Set(reported);
  const plans = [...trades].filter(isPlan).sort((left, right) => left.createdAt - right.createdAt);
  const found = new Map<Trade, ServicePlan>();
  const take = (trade: Trade, plan: ServicePlan | undefined): void => {
    if (!plan) return;
    free.delete(plan);
    found.set(trade, plan);
  };
  const open = (): Trade[] =>
    plans.filter((trade) => !found.has(trade) && !FINAL_STATES.includes(trade.state));
  for (const trade of plans)
    take(
      trade,
      [...free].find((plan) => isPlacedBy(plan, trade)),
    );
  for (const trade of open())
    take(
      trade,
      [...free].find(({ id, txHash }) => id !== '' && txHash === undefined && before.get(idOf(trade)) === id),
    );
  for (const trade of open()) {
    const alike = [...free].filter((plan) => isAlike(plan, trade, decimals));
    const gap = (plan: ServicePlan): number => Math.abs(tradesDone(plan, trade) - completedOf(trade));
    alike.sort((left, right) => gap(left) - gap(right));
    take(trade, alike[0]);
  }
  // A plan that just ended remains in the service's list for a moment: it is not another one.
  for (const trade of plans.filter((each) => FINAL_STATES.includes(each.state)))
    for (const plan of free) if (plan.id !== '' && before.get(idOf(trade)) === plan.id) free.delete(plan);
  const pairs: PlanPair[] = plans.map((trade) => ({ id: idOf(trade), trade, service: found.get(trade) }));
  const names = new Set(pairs.map(({ id }) => id));
  for (const [at, service] of [...free].entries())
    pairs.push({
      id: freshName(service, { prefix: 'dca', nameless: `plan-${at}` }, names),
      trade: undefined,
      service,
    });
  return pairs;
}

function idOf(trade: Trade): string {
  return `${trade.bodyHash}_${orderOf(trade)?.index ?? 0}`;
}

function isPlacedBy({ txHash, outputIndex }: ServicePlan, trade: Trade): boolean {
  return txHash === trade.bodyHash && (outputIndex ?? 0) === (orderOf(trade)?.index ?? 0);
}

function isAlike(
  plan: ServicePlan,
  { dca, pay, receive }: Trade,
  decimals: (id: AssetId) => number | undefined,
): boolean {
  const places = pay.asset === ADA ? ADA_DECIMALS : decimals(pay.asset);
  if (!dca || places === undefined) return false;
  const { interval, everyWords, cycles, remaining = 0 } = plan;
  return (
    plan.txHash === undefined &&
    plan.sells === pay.asset &&
    plan.buys === receive &&
    (interval ? interval.id === dca.every : everyWords === '') &&
    (cycles === undefined ? remaining <= dca.cycles : cycles === dca.cycles) &&
    statedQuantity(plan.amountPerCycle, places, 'nearest') === dca.perCycle
  );
}

/** How many trades of a plan were made, according to the service. */
function tradesDone({ completed, remaining }: ServicePlan, { dca }: Trade): number {
  return completed ?? (dca && remaining !== undefined ? dca.cycles - remaining : 0);
}

/** One recurring order as it is listed, from whichever source; base units. `pay` is the total of all cycles. */
export interface PlanRow extends ListedRow {
  readonly status: DcaStatus;
  readonly perCycle: bigint;
  readonly interval: DcaInterval | undefined;
  readonly everyWords: string;
  readonly slippageBps: number | undefined;
  readonly exchanges: readonly string[];
  readonly cycles: number;
  readonly completed: number;
  readonly remaining: bigint;
  readonly next: EpochMs | undefined;
  readonly serviceNext: string | undefined;
  readonly late: { readonly since: EpochMs; readonly reason: readonly Sentence[] } | undefined;
  readonly endedAt: EpochMs | undefined;
  readonly service: ServicePlan | undefined;
}
