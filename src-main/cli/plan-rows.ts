import { ADA, type AssetId } from '#domain/asset.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { epochMs } from '#domain/time.ts';
import type { Token } from '#domain/token.ts';
import { FINAL_STATES, type Trade } from '#domain/trade.ts';
import { cancellationsOf } from '../market/cancellations.ts';
import { isLive, planRowOf } from '../features/dca/merge-plans.ts';
import { completedOf, isPlan, pairPlans, type PlanPair } from '../features/dca/pair-plans.ts';
import type { PlanRow } from '../features/dca/plan-row.ts';
import { pricePaid } from '../market/listed-row.ts';
import { systemClock } from '../system/clock.ts';
import { restOfPlan } from '../trading/kinds/dca-plan.ts';
import type { Trading } from '../trading/trading.ts';
import type { Connection } from './connection.ts';
import { amountJson, amountWithTicker, knownToken } from './tokens.ts';

/** Plans of an address with the tokens that they are told with. */
export interface ListedPlans {
  readonly rows: readonly PlanRow[];
  readonly token: (id: AssetId) => Token;
}

const GRACE_MS = 60_000;
const SETTLE_MS = 15_000;
const LOOK_MS = 200;

/**
 * Plans of an address, from the service and the trades of a journal. With `trading`, which follows the journal's plans,
 * it is waited for until the chain shows what the service tells. Failures: those of the service, `interrupted`.
 */
export async function listPlans(
  address: string,
  kept: () => Iterable<Trade>,
  { service, tokens }: Connection,
  options: { readonly trading?: Trading | undefined; readonly signal?: AbortSignal | undefined } = {},
): Promise<Result<ListedPlans, Failure>> {
  const { trading, signal } = options;
  const until = systemClock.monotonic() + SETTLE_MS;
  for (;;) {
    const told = await service.dcaPlans(address, signal);
    if (!told.ok) return told;
    const trades = [...kept()];
    for (const plan of told.value) for (const id of [plan.sells, plan.buys]) if (id) await tokens.get(id);
    for (const { pay, receive } of trades.filter(isPlan))
      for (const id of [pay.asset, receive]) if (id !== ADA) await tokens.get(id);
    const pairs = pairPlans(trades, told.value, new Map(), (id) => knownToken(tokens.shown(id))?.decimals);
    const behind = trading !== undefined && pairs.some(isBehind) && systemClock.monotonic() < until;
    if (!behind)
      return ok({
        rows: pairs.map((pair) => rowOf(pair, trades, address, tokens)),
        token: (id) => tokens.shown(id),
      });
    trading.look();
    await systemClock.sleep(LOOK_MS, signal);
    if (signal?.aborted) return failed(failure('interrupted'));
  }
}

/** Whether the chain has not shown yet what the service tells of a plan. */
function isBehind({ trade, service }: PlanPair): boolean {
  if (!trade || FINAL_STATES.includes(trade.state)) return false;
  const onChain = trade.state === 'placed' || trade.state === 'partly-filled';
  return service ? completedOf(trade) < (service.completed ?? 0) : onChain;
}

function rowOf(
  pair: PlanPair,
  trades: readonly Trade[],
  wallet: string,
  tokens: Connection['tokens'],
): PlanRow {
  const now = epochMs(systemClock.now());
  const cancels = cancellationsOf(trades);
  return planRowOf(pair, {
    wallet,
    now,
    toldAt: now,
    graceMs: GRACE_MS,
    token: (id) => knownToken(tokens.shown(id)),
    cancelOf: (output) => cancels.get(output),
    restOf: restOfPlan,
    whyLate: () => undefined,
  });
}

/** A plan as JSON. */
export function planJson(row: PlanRow, token: (id: AssetId) => Token): object {
  const paid = token(row.pay.asset);
  const price = pricePaid(row, row.sold, row.received);
  return {
    id: row.id,
    source: row.source,
    status: row.status,
    ...(row.told === undefined ? {} : { told: row.told }),
    side: row.side,
    total: amountJson(row.pay.quantity, paid),
    per_cycle: amountJson(row.perCycle, paid),
    buys: token(row.receive).ticker || row.receive,
    every: row.interval?.id ?? row.everyWords,
    cycles: row.cycles,
    completed: row.completed,
    sold: amountJson(row.sold, paid),
    ...(row.received === undefined ? {} : { received: amountJson(row.received, token(row.receive)) }),
    ...(price === undefined
      ? {}
      : { average_price: { ada_per_token: price.adaPerToken, tokens_per_ada: price.tokenPerAda } }),
    remaining: amountJson(row.remaining, paid),
    ...(row.next === undefined ? {} : { next: new Date(row.next).toISOString() }),
    ...(row.nextTold === undefined ? {} : { next_told: row.nextTold }),
    ...(row.late === undefined
      ? {}
      : { late: { since: new Date(row.late.since).toISOString(), reason: row.late.reason } }),
    ...(row.returning.length === 0
      ? {}
      : { returning: row.returning.map(({ asset, quantity }) => amountJson(quantity, token(asset))) }),
    ...(row.placedAt === undefined ? {} : { placed_at: new Date(row.placedAt).toISOString() }),
    cancellable: row.cancellable,
    ...(row.txHash === undefined ? {} : { tx_hash: row.txHash, output_index: row.outputIndex }),
    ...(row.closedBy === undefined ? {} : { closed_by: row.closedBy }),
    trades: row.fills.map(({ hash, sold, received }) => ({
      tx_hash: hash,
      sold: amountJson(sold, paid),
      received: amountJson(received, token(row.receive)),
    })),
  };
}

/** A plan in one line. */
export function planLine(row: PlanRow, token: (id: AssetId) => Token): string {
  const price = pricePaid(row, row.sold, row.received)?.adaPerToken;
  const parts = [
    row.status === 'unknown' ? `unknown (${row.told ?? ''})` : row.status,
    `${amountWithTicker(row.pay.quantity, token(row.pay.asset))} for ${token(row.receive).ticker || row.receive}`,
    row.everyWords,
    `${row.completed} of ${row.cycles} trades`,
    ...(price === undefined ? [] : [`average ${price} ADA`]),
    ...(row.next === undefined ? [] : [`next ${new Date(row.next).toISOString()}`]),
    ...(row.late === undefined ? [] : [row.late.reason]),
    ...(isLive(row.status) ? [`${amountWithTicker(row.remaining, token(row.pay.asset))} left`] : []),
    ...(row.source === 'external' ? ['placed elsewhere'] : []),
  ];
  return `${row.id}  ${parts.join(', ')}`;
}
