import { ADA, ADA_DECIMALS, type AssetId } from '#domain/asset.ts';
import { LIVE_DCA_STATUSES, dcaInterval, unsold, type DcaStatus, type ServicePlan } from '#domain/dca.ts';
import { statedQuantity } from '#domain/amount.ts';
import { failure } from '#domain/failure.ts';
import type { Sentence } from '#domain/sentences/sentence.ts';
import type { EpochMs } from '#domain/time.ts';
import type { Token } from '#domain/token.ts';
import { ON_THE_WAY_STATES, type Trade } from '#domain/trade.ts';
import { type Cancellation, sidesOf, statusWord } from '../../market/listed-rows.ts';
import { UNKNOWN_REASON } from './late-reasons.ts';
import { completedOf, orderOf, type PlanPair, type PlanRow } from './pair-plans.ts';

/** The inputs for rows, besides a plan itself. */
export interface PlanContext {
  /** Bech32 address that owns a plan: the one at which the service lists it, else the one that trades. */
  readonly walletOf: (service: ServicePlan | undefined) => string;
  readonly now: EpochMs;
  /** When the service last listed its plans; anything older says nothing about being late. */
  readonly reportedAt: EpochMs | undefined;
  /** Milliseconds that a cycle may take from when it is due until it is on chain, before it counts as late. */
  readonly graceMs: number;
  readonly token: (id: AssetId) => Token | undefined;
  /** The cancellation that takes back an output (`hash#index`). */
  readonly cancelOf: (output: string) => Cancellation | undefined;
  /** The value that must come back from a plan after the given number of its trades. */
  readonly restOf: (trade: Trade, completed: number) => ReadonlyMap<AssetId, bigint> | undefined;
  /** Why a plan is late, as far as it was found out. */
  readonly whyLate: (id: string) => readonly Sentence[] | undefined;
}

/** Words of services, and what they mean. Any other one is shown as it came. */
const WORDS: Readonly<Record<string, DcaStatus>> = {
  ACTIVE: 'running',
  PENDING: 'running',
  RUNNING: 'running',
  LATE: 'late',
  COMPLETE: 'finished',
  COMPLETED: 'finished',
  FINISHED: 'finished',
  CANCELLED: 'cancelled',
  CANCELED: 'cancelled',
};

/** A plan as it is listed. */
export function planRowOf(pair: PlanPair, context: PlanContext): PlanRow {
  const { id, trade, service } = pair;
  if (trade) return journalRow(id, trade, service, context);
  if (!service) throw new RangeError('a row has a source');
  return serviceRow(id, service, context);
}

function journalRow(
  id: string,
  trade: Trade,
  service: ServicePlan | undefined,
  context: PlanContext,
): PlanRow {
  const { pay, receive, dca } = trade;
  const order = orderOf(trade);
  const fills = order?.fills ?? [];
  const completed = completedOf(trade);
  const sides = sidesOf(pay.asset, receive);
  const output = order?.now ?? { txHash: trade.bodyHash, index: order?.index ?? 0 };
  const cancel = context.cancelOf(`${output.txHash}#${output.index}`);
  const standing = journalStatus(trade);
  const reported = standing === 'running' && service ? reportedStatus(service) : standing;
  // The chain knows best whether a plan has ended.
  const open = ['finished', 'cancelled'].includes(reported) && standing === 'running' ? 'running' : reported;
  const status = cancel?.underWay && isLive(open) ? 'cancelling' : lateOr(open, service, context);
  const live = isLive(status);
  const sold = fills.reduce((sum, fill) => sum + fill.sold, 0n);
  const received = fills.reduce((sum, fill) => sum + fill.received, 0n);
  const cycles = dca?.cycles ?? 1;
  // A plan that states no deposit places an order elsewhere with each trade: it bounds no price, and what it bought is
  // paid by transactions that are not its own.
  const elsewhere = order?.perCycle !== undefined && order.deposit === undefined;
  return {
    id,
    source: 'here',
    status,
    serviceStatus: service?.status,
    wallet: context.walletOf(service),
    ...sides,
    decimals: context.token(sides.token)?.decimals ?? 0,
    pay,
    perCycle: dca?.perCycle ?? pay.quantity,
    receive,
    interval: dca && dcaInterval(dca.every),
    everyWords: dca ? dcaInterval(dca.every).words : (service?.everyWords ?? ''),
    slippageBps: elsewhere ? undefined : trade.slippageBps,
    exchanges: dca?.exchanges ?? [],
    cycles,
    completed,
    sold,
    received: completed === 0 || elsewhere ? undefined : received,
    remaining: sold > pay.quantity ? 0n : pay.quantity - sold,
    ...timesOf(status, service),
    late: lateness(status, id, service, context),
    placedAt: trade.createdAt,
    updatedAt: trade.updatedAt,
    endedAt: live ? undefined : trade.updatedAt,
    returning: live ? [...(context.restOf(trade, completed) ?? [])].map(asAmount) : [],
    cancellable: isOpen(status) && (service?.id ?? '') !== '',
    tradeId: trade.id,
    cancelTradeId: cancel?.tradeId,
    txHash: trade.bodyHash,
    outputIndex: order?.index,
    failure: trade.failure,
    fills,
    closedBy: order?.closedBy,
    service,
  };
}

function serviceRow(id: string, service: ServicePlan, context: PlanContext): PlanRow {
  const { sells, buys, txHash, outputIndex, completed = 0 } = service;
  // A service that counts only what is to come is shown as a plan of that.
  const cycles = service.cycles ?? service.remaining ?? 1;
  const sides = sidesOf(sells, buys);
  const cancel = txHash === undefined ? undefined : context.cancelOf(`${txHash}#${outputIndex ?? 0}`);
  const reported = reportedStatus(service);
  const status = cancel?.underWay && isLive(reported) ? 'cancelling' : lateOr(reported, service, context);
  const places = sells === ADA ? ADA_DECIMALS : context.token(sells)?.decimals;
  const each = places === undefined ? undefined : statedQuantity(service.amountPerCycle, places, 'nearest');
  const perCycle = each ?? 0n;
  const total = perCycle * BigInt(cycles);
  const remaining = cycles === 0 ? 0n : unsold(total, cycles, completed);
  return {
    id,
    source: 'external',
    status,
    serviceStatus: service.status,
    wallet: context.walletOf(service),
    ...sides,
    decimals: context.token(sides.token)?.decimals ?? 0,
    pay: { asset: sells, quantity: total },
    perCycle,
    receive: buys,
    interval: service.interval,
    everyWords: service.everyWords,
    slippageBps: undefined,
    exchanges: [],
    cycles,
    completed,
    sold: total - remaining,
    received: undefined,
    remaining,
    ...timesOf(status, service),
    late: lateness(status, id, service, context),
    placedAt: undefined,
    updatedAt: undefined,
    endedAt: undefined,
    returning: isLive(status) && remaining > 0n ? [{ asset: sells, quantity: remaining }] : [],
    cancellable: isOpen(status) && service.id !== '' && txHash !== undefined && outputIndex !== undefined,
    tradeId: undefined,
    cancelTradeId: cancel?.tradeId,
    txHash,
    outputIndex,
    failure: places !== undefined && each === undefined ? failure('order-unreadable') : undefined,
    fills: [],
    closedBy: undefined,
    service,
  };
}

export function isLive(status: DcaStatus): boolean {
  return LIVE_DCA_STATUSES.includes(status);
}

function isOpen(status: DcaStatus): boolean {
  return status === 'running' || status === 'late' || status === 'unknown';
}

/** A plan's status by the journal, and so by the chain. */
function journalStatus(trade: Trade): DcaStatus {
  if (ON_THE_WAY_STATES.includes(trade.state)) return 'preparing';
  if (trade.state === 'expired' || trade.state === 'refused') return 'failed';
  const order = orderOf(trade);
  if (order?.closedBy === undefined) return 'running';
  if (order.outcome === 'cancelled') return 'cancelled';
  return order.outcome === 'filled' && completedOf(trade) >= (trade.dca?.cycles ?? 1) ? 'finished' : 'closed';
}

function reportedStatus({ status }: ServicePlan): DcaStatus {
  return WORDS[statusWord(status)] ?? 'unknown';
}

/** Late by the clock, when the service was asked after the time of grace and still says that it is due. */
function lateOr(status: DcaStatus, service: ServicePlan | undefined, context: PlanContext): DcaStatus {
  const { reportedAt, graceMs } = context;
  if (status !== 'running' || service?.next === undefined || reportedAt === undefined) return status;
  return reportedAt > service.next + graceMs ? 'late' : status;
}

function lateness(
  status: DcaStatus,
  id: string,
  service: ServicePlan | undefined,
  { now, whyLate }: PlanContext,
): PlanRow['late'] {
  if (status !== 'late') return undefined;
  return { since: service?.next ?? now, reason: whyLate(id) ?? UNKNOWN_REASON };
}

function timesOf(status: DcaStatus, service: ServicePlan | undefined): Pick<PlanRow, 'next' | 'serviceNext'> {
  const runs = isOpen(status);
  return { next: runs ? service?.next : undefined, serviceNext: runs ? service?.nextWords : undefined };
}

function asAmount([asset, quantity]: readonly [AssetId, bigint]) {
  return { asset, quantity };
}
