import { quantity } from '#domain/amount.ts';
import { ADA, ADA_DECIMALS, type AssetId } from '#domain/asset.ts';
import type { Token } from '#domain/token.ts';
import type { Failure } from '#domain/failure.ts';
import { sentence, type Sentence } from '#domain/sentences/sentence.ts';
import type { Clock } from '../../ports/system.ts';
import type { Service } from '../../ports/service.ts';
import type { PlanRow } from './pair-plans.ts';

/** A reason is looked up again after this long, for this many plans at one poll. */
const REASON_MS = 30_000;
const REASONS_A_LOOK = 2;
/** Asked with where the slippage is not known, as of a plan that is not kept here: an estimate wants one. */
const USUAL_SLIPPAGE_BPS = 100;

interface LateReasonParts {
  readonly service: Pick<Service, 'estimate' | 'averagePrice'>;
  readonly clock: Clock;
  readonly known: (id: AssetId) => Token | undefined;
}

/** Why plans are late, by estimates of the moment: a few at each poll. */
export class LateReasons {
  readonly #parts: LateReasonParts;
  readonly #reasons = new Map<string, { readonly why: readonly Sentence[]; readonly at: number }>();

  constructor(parts: LateReasonParts) {
    this.#parts = parts;
  }

  of(id: string): readonly Sentence[] | undefined {
    return this.#reasons.get(id)?.why;
  }

  /** Finds out the reasons that are missing or old; those of plans that are not late any more are dropped. */
  async look(rows: readonly PlanRow[], signal: AbortSignal): Promise<void> {
    const { clock } = this.#parts;
    const late = rows.filter(({ status }) => status === 'late');
    for (const id of this.#reasons.keys()) if (!late.some((row) => row.id === id)) this.#reasons.delete(id);
    const old = late.filter(
      ({ id }) => clock.monotonic() - (this.#reasons.get(id)?.at ?? -Infinity) > REASON_MS,
    );
    for (const row of old.slice(0, REASONS_A_LOOK)) {
      const why = await this.#reasonOf(row, signal);
      if (signal.aborted) return;
      if (why !== undefined) this.#reasons.set(row.id, { why, at: clock.monotonic() });
    }
  }

  /** `undefined` while the tokens are not known. */
  async #reasonOf(row: PlanRow, signal: AbortSignal): Promise<readonly Sentence[] | undefined> {
    const { service } = this.#parts;
    const { pay, receive, perCycle, slippageBps, token, side } = row;
    const [paid, got] = [this.#decimals(pay.asset), this.#decimals(receive)];
    if (paid === undefined || got === undefined || perCycle === 0n) return undefined;
    const amount = { asset: pay.asset, quantity: quantity(perCycle) };
    const [estimate, price] = await Promise.all([
      service.estimate(
        { pay: amount, receive, slippageBps: slippageBps ?? USUAL_SLIPPAGE_BPS, excluded: [] },
        (asset) => (asset === pay.asset ? paid : got),
        signal,
      ),
      service.averagePrice(token, signal),
    ]);
    if (!estimate.ok) return whyLate({ impact: undefined, slippageBps, failure: estimate.failure });
    const into = Number(perCycle) / 10 ** paid;
    const outOf = Number(estimate.value.expected) / 10 ** got;
    const worth = !price.ok
      ? undefined
      : side === 'buy'
        ? (outOf * price.value) / into
        : outOf / (into * price.value);
    const impact = worth === undefined ? undefined : Math.max(0, 1 - worth);
    return whyLate({ impact, slippageBps, failure: undefined });
  }

  #decimals(asset: AssetId): number | undefined {
    return asset === ADA ? ADA_DECIMALS : this.#parts.known(asset)?.decimals;
  }
}

/** The market data for the trade that is due. */
interface DueTrade {
  /** Fraction by which one trade's price is now worse than the average; `undefined` when it is not known. */
  readonly impact: number | undefined;
  readonly slippageBps: number | undefined;
  /** Why the service gives no estimate. */
  readonly failure: Failure | undefined;
}

/** Why a trade that is due waits, as far as an estimate made now can say. */
export function whyLate({ impact, slippageBps, failure: met }: DueTrade): readonly Sentence[] {
  if (met) return [sentence('late/no-price'), { failure: met }, sentence('late/tried-again')];
  const allowed = slippageBps === undefined ? undefined : slippageBps / 10_000;
  if (impact === undefined || allowed === undefined) return UNKNOWN_REASON;
  const figures = { percent: percent(impact), allowed: percent(allowed) };
  return [impact > allowed ? sentence('late/beyond', figures) : sentence('late/would-go', figures)];
}

/** Where nothing is known of the market. */
export const UNKNOWN_REASON: readonly Sentence[] = [sentence('late/unknown')];

function percent(fraction: number): string {
  return `${(fraction * 100).toFixed(2)} %`;
}
