import type { ServicePlan } from '#domain/dca.ts';
import type { RestingSale } from '#domain/resting-sale.ts';
import type { Trade } from '#domain/trade.ts';
import { cancellationsOf, rowsOfAll } from '../../market/listed-rows.ts';
import type { Listed } from '../../ports/listed.ts';
import { WalletBoard, type WalletBoardParts } from '../../market/wallet-board.ts';
import { LateReasons } from './late-reasons.ts';
import { isLive, planRowOf, type PlanContext } from './merge-plans.ts';
import { pairPlans, type PlanRow } from './pair-plans.ts';

export interface PlanBoardParts extends WalletBoardParts {
  /** Milliseconds from when a cycle is due until it counts as late. */
  readonly graceMs: number;
  readonly restOf: PlanContext['restOf'];
}

/** The recurring orders of a profile's wallet. Its listeners get all of them. */
export class PlanBoard extends WalletBoard<readonly PlanRow[]> {
  readonly #parts: PlanBoardParts;
  readonly #reasons: LateReasons;
  /** Which record of the service a plan was taken for. */
  #taken: ReadonlyMap<string, string> = new Map();
  readonly #reported = new Map<string, readonly ServicePlan[]>();
  #rows: readonly PlanRow[] = [];

  constructor(parts: PlanBoardParts) {
    super(parts, 'plans');
    this.#parts = parts;
    this.#reasons = new LateReasons(parts);
  }

  /** Running plans first, the next to run at the top; then ended ones, newest first. */
  get rows(): readonly PlanRow[] {
    return this.#rows;
  }

  row(id: string): PlanRow | undefined {
    return this.#rows.find((row) => row.id === id);
  }

  protected override forget(address: string): void {
    this.#reported.delete(address);
    if (this.#reported.size === 0) this.#taken = new Map();
  }

  protected override async load(address: string, signal: AbortSignal): Promise<Listed<unknown>> {
    const reported = await this.#parts.service.dcaPlans(address, signal);
    if (reported.ok && !signal.aborted) this.#reported.set(address, reported.value);
    return reported;
  }

  protected override explain(signal: AbortSignal): Promise<void> {
    return this.#reasons.look(this.#rows, signal);
  }

  protected override merge(trades: readonly Trade[]): readonly PlanRow[] {
    const inOrder = this.#parts.addresses().flatMap((address) => {
      const plans = this.#reported.get(address);
      return plans ? [[address, plans] as const] : [];
    });
    const reported = rowsOfAll(new Map(inOrder));
    const context = this.#context(trades, reported);
    const pairs = pairPlans(trades, [...reported.keys()], this.#taken, (id) => context.token(id)?.decimals);
    // Ended plans are remembered too: the service may list them a while longer.
    this.#taken = new Map([
      ...this.#taken,
      ...pairs.flatMap(({ id, trade, service }) => (trade && service ? [[id, service.id] as const] : [])),
    ]);
    this.#rows = pairs
      .map((pair) => ({
        ...this.listable(
          planRowOf(pair, { ...context, reportedAt: this.listedAt(context.walletOf(pair.service)) }),
        ),
        elsewhere: this.elsewhereOf(pair.id),
      }))
      .sort(byUrgency);
    this.learn(this.#rows.map(({ token }) => token));
    return this.#rows;
  }

  protected override resting(): readonly RestingSale[] {
    return this.#rows.flatMap((row) => nextTrade(row) ?? []);
  }

  #context(
    trades: readonly Trade[],
    reported: ReadonlyMap<ServicePlan, string>,
  ): Omit<PlanContext, 'reportedAt'> {
    const { clock, graceMs, known, restOf, addresses } = this.#parts;
    const [trading = ''] = addresses();
    const cancels = cancellationsOf(trades);
    return {
      walletOf: (service) => (service && reported.get(service)) ?? trading,
      now: clock.now(),
      graceMs,
      token: known,
      cancelOf: (output) => cancels.get(output),
      restOf,
      whyLate: (id) => this.#reasons.of(id),
    };
  }
}

/** The next trade of a plan, as it is compared with pools elsewhere; `undefined` if the plan may trade at any exchange. */
function nextTrade({
  id,
  status,
  pay,
  receive,
  perCycle,
  remaining,
  exchanges,
}: PlanRow): RestingSale | undefined {
  const quantity = remaining < perCycle ? remaining : perCycle;
  if ((status !== 'running' && status !== 'late') || exchanges.length === 0 || quantity <= 0n)
    return undefined;
  return { id, sells: pay.asset, wants: receive, quantity, asks: undefined, exchanges, fees: undefined };
}

function byUrgency(left: PlanRow, right: PlanRow): number {
  const [one, other] = [isLive(left.status), isLive(right.status)];
  if (one !== other) return one ? -1 : 1;
  if (one)
    return (left.next ?? Infinity) - (right.next ?? Infinity) || (right.placedAt ?? 0) - (left.placedAt ?? 0);
  return (right.endedAt ?? 0) - (left.endedAt ?? 0);
}
