import { quantity } from '#domain/amount.ts';
import { isExchangeCode } from '#domain/exchange.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { ladderAmounts, ladderPrices } from '#domain/ladder.ts';
import { MOST_LEVELS, type LadderSizes, type LadderSpacing, type TypedPrice } from '#domain/limit-order.ts';
import { priceText, readPrice, type LimitPrice } from '#domain/limit-price.ts';
import { keepNewest } from '#domain/newest.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { epochMs, type EpochMs } from '#domain/time.ts';
import type { LimitTerms } from '#domain/trade.ts';
import type { Clock } from '../../ports/system.ts';
import type { LimitEstimate, LimitOrders, LimitSubject } from './limit.ts';
import type { LimitMarket } from './limit-market.ts';
import type { LadderQuote } from './quote.ts';

/** Milliseconds for which a plan may be started. */
const PLAN_LIFETIME_MS = 300_000;
const KEPT_PLANS = 16;

export interface LadderRequest extends LimitSubject {
  readonly from: TypedPrice;
  readonly to: TypedPrice;
  readonly count: number;
  readonly sizes: LadderSizes;
  readonly spacing: LadderSpacing;
}

/** One order of a ladder, in its own transaction. */
export interface Level {
  readonly price: LimitPrice;
  readonly pay: bigint;
  readonly atLeast: bigint;
  /** The quote to be reviewed; it is stored again when its turn comes. */
  readonly quote: LadderQuote;
}

export interface LadderPlan {
  readonly id: string;
  readonly request: LadderRequest;
  readonly market: LimitMarket;
  /** First price to last. */
  readonly levels: readonly Level[];
  /** The smallest level as the service estimated it: its fees are taken for those of each. */
  readonly smallest: LimitEstimate;
  /** The one exchange that every level is asked of; `undefined` when the estimate names several, or none. */
  readonly exchange: string | undefined;
  readonly at: EpochMs;
  readonly expiresAt: EpochMs;
}

/** Plans ladders: several limit orders at different prices, each in its own transaction. */
export class Ladders {
  readonly #limits: LimitOrders;
  readonly #clock: Clock;
  readonly #newId: () => string;
  readonly #plans = new Map<string, LadderPlan>();

  constructor(limits: LimitOrders, clock: Clock, newId: () => string) {
    this.#limits = limits;
    this.#clock = clock;
    this.#newId = newId;
  }

  /**
   * Failures as of `LimitOrders.quote`. The amounts of the levels sum to the whole amount. Where the service may choose the
   * exchange, its choice for the smallest level is asked for by all of them: it could choose a dearer one for a larger
   * level, or a minute later, and the ladder would end there, at fees that nobody agreed to.
   */
  async plan(request: LadderRequest, signal?: AbortSignal): Promise<Result<LadderPlan, Failure>> {
    const { from, to, count, sizes, spacing } = request;
    if (!Number.isInteger(count) || count < 2 || count > MOST_LEVELS)
      return failed(failure('too-many-parts', { parts: count }));
    const market = await this.#limits.market(request, signal);
    if (!market.ok) return market;
    const { token, spot, amount } = market.value;
    const [first, last] = [from, to].map((typed) => readPrice(typed, token.decimals, spot));
    if (!first?.ok) return first ?? failed(failure('price-malformed'));
    if (!last?.ok) return last ?? failed(failure('price-malformed'));
    const pays = ladderAmounts(amount, count, sizes);
    if (!pays.ok) return pays;
    const id = this.#newId();
    const prices = ladderPrices(first.value, last.value, count, spacing);
    const levels: Level[] = [];
    for (const [at, price] of prices.entries()) {
      const pay = pays.value[at] ?? 0n;
      const terms = termsOf(market.value, price, { batchId: id, at, of: count }, at === 0 ? from : to, count);
      const drafted = this.#limits.draft(request, { ...market.value, amount: pay }, terms, 1);
      if (!drafted.ok) return drafted;
      const { parts, quote } = drafted.value;
      levels.push({
        price,
        pay,
        atLeast: parts[0]?.atLeast ?? 0n,
        quote: { ...quote, kind: 'ladder', terms },
      });
    }
    const least = levels.reduce((small, level) => (level.pay < small.pay ? level : small));
    const smallest = await this.#limits.priced(
      request,
      { ...market.value, amount: least.pay },
      least.quote.terms,
      1,
      signal,
    );
    if (!smallest.ok) return smallest;
    const exchange = request.exchange ?? onlyExchange(smallest.value);
    const at = this.#clock.now();
    const plan: LadderPlan = {
      id,
      request,
      market: market.value,
      levels: levels.map((level) => ({ ...level, quote: askedOf(level.quote, exchange) })),
      smallest: smallest.value,
      exchange,
      at,
      expiresAt: epochMs(at + PLAN_LIFETIME_MS),
    };
    keepNewest(this.#plans, plan.id, plan, KEPT_PLANS);
    return ok(plan);
  }

  /** A plan that may still be started. Failure: `plan-unknown`. */
  fresh(planId: string): Result<LadderPlan, Failure> {
    const plan = this.#plans.get(planId);
    return plan && this.#clock.now() < plan.expiresAt ? ok(plan) : failed(failure('plan-unknown'));
  }
}

/** All that a ladder brings when all of it fills, base units of the asset bought. */
export function ladderLeast({ levels }: LadderPlan): bigint {
  return quantity(levels.reduce((sum, { atLeast }) => sum + atLeast, 0n));
}

function onlyExchange({ quote }: LimitEstimate): string | undefined {
  const [first, ...others] = new Set(quote.routes.map((route) => route.exchange));
  return first !== undefined && others.length === 0 && isExchangeCode(first) ? first : undefined;
}

function askedOf(quote: LadderQuote, exchange: string | undefined): LadderQuote {
  return { ...quote, order: { ...quote.order, exchange } };
}

/** The ends keep what was typed; a price between them is shown in ADA per token. */
function termsOf(
  { token, side }: LimitMarket,
  price: LimitPrice,
  level: NonNullable<LimitTerms['level']>,
  end: TypedPrice,
  count: number,
): LadderQuote['terms'] {
  if (level.at === 0 || level.at === count - 1) return { typed: end, price, level };
  const text = priceText(price, token.decimals, side === 'buy' ? 'floor' : 'ceil') ?? '0';
  return { typed: { form: 'ada-per-token', text }, price, level };
}
