import { quantity } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import {
  cycleAmounts,
  DCA_INTERVALS,
  HIGH_FEE_SHARE,
  MOST_CYCLES,
  type DcaIntent,
  type DcaInterval,
} from '#domain/dca.ts';
import { failure, type Failure } from '#domain/failure.ts';
import type { Side } from '#domain/limit-price.ts';
import { keepNewest } from '#domain/newest.ts';
import type { Estimate, Sale, SwapIntent } from '#domain/quote.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { epochMs } from '#domain/time.ts';
import type { RecurringOrderTerms as OrderTerms } from '../../inspect/resting-order.ts';
import { type DcaEstimate, dcaNotices, type DcaPlan } from './dca-plan.ts';
import type { LimitOrders } from './limit.ts';
import { feeShare, type LimitMarket } from './limit-market.ts';
import { leastOf, priceImpact } from './market-price.ts';
import { decimalsOf, type DcaQuote, type QuoteBook, type QuoteParts, type SpotPrices } from './quote.ts';

/** Milliseconds for which a plan may be reviewed: no price is agreed to with it, so it ages slowly. */
const PLAN_LIFETIME_MS = 120_000;
const KEPT_PLANS = 16;
/** Lovelace, about, that the ledger demands in an output to a wallet: of ADA alone, and with a token. */
const RIDING_ALONE = 1_000_000n;
const RIDING_WITH_TOKEN = 1_200_000n;
const LARGEST_SLIPPAGE_BPS = 5_000;

/** Its `pay` is the total of all cycles. */
export interface DcaRequest extends Sale {
  readonly cycles: number;
  /** The name of one of the ten intervals. */
  readonly every: string;
  /** Basis points, 1 to 5000. */
  readonly slippageBps: number;
  /** The only exchanges that may be used; none: all of them. */
  readonly exchanges: readonly string[];
  /** Every other exchange that is known: what the estimates leave out, since they take no list of allowed ones. */
  readonly others: readonly string[];
  /**
   * Whose plan it would be, Bech32. With it the service is asked for the transaction already, which is not kept: its
   * bytes state the fees, and the answer shows whether the service takes such a plan at all.
   */
  readonly address?: string | undefined;
}

/** Turns what is asked for into a recurring order, and says what it will cost and bring. */
export class RecurringOrders {
  readonly #parts: QuoteParts;
  readonly #quotes: QuoteBook;
  readonly #limits: LimitOrders;
  readonly #read: (cbor: string) => OrderTerms | undefined;
  readonly #plans = new Map<string, DcaPlan>();

  /** `read` answers the terms of the recurring order that a transaction (hex) places. */
  constructor(
    parts: QuoteParts,
    quotes: QuoteBook,
    limits: LimitOrders,
    read: (cbor: string) => OrderTerms | undefined,
  ) {
    this.#parts = parts;
    this.#quotes = quotes;
    this.#limits = limits;
    this.#read = read;
  }

  /**
   * Failures: `same-token`, `dca-needs-ada`, `dca-interval-refused`, `dca-cycles-refused`, `slippage-out-of-range`,
   * `decimals-unknown`, `decimals-changed`, `amount-malformed`, `dca-cycle-too-small`, of the service.
   */
  async plan(request: DcaRequest, signal?: AbortSignal): Promise<Result<DcaPlan, Failure>> {
    const chosen = checked(request);
    if (!chosen.ok) return chosen;
    const found = await this.#limits.market(request, signal);
    if (!found.ok) return found.failure.code === 'limit-needs-ada' ? failed(failure('dca-needs-ada')) : found;
    const market = found.value;
    const amounts = cycleAmounts(market.amount, request.cycles);
    if (!amounts) return failed(failure('dca-cycle-too-small', { cycles: request.cycles }));
    const [one, all, built] = await Promise.all([
      this.#estimate(request, market, amounts.each, signal),
      this.#estimate(request, market, market.amount, signal),
      this.#built(request, market, chosen.value, signal),
    ]);
    if (!one.ok) return failed(cycleFailure(one.failure, request.cycles));
    if (!built.ok) return built;
    const { estimate } = one.value;
    if (!built.value) await this.#limits.learnFees(market.token.id, estimate.routes, estimate, signal);
    const fees = this.#feesOf(market, amounts.each, request.cycles, estimate, built.value);
    const plan: DcaPlan = {
      ...this.#quoteOf(request, market, chosen.value, amounts.each, one.value, fees.perCycle),
      anyPrice: built.value?.recurring !== undefined && built.value.recurring.slippagePpm === undefined,
      market,
      interval: chosen.value,
      last: amounts.last,
      fees,
      cycle: one.value,
      lumpSum: all.ok ? all.value : undefined,
    };
    const noted = { ...plan, quote: { ...plan.quote, notices: dcaNotices(plan) } };
    this.#quotes.keep(noted.quote);
    keepNewest(this.#plans, noted.id, noted, KEPT_PLANS);
    return ok(noted);
  }

  /** A plan that was made, whether or not it may still be reviewed. Failure: `plan-unknown`. */
  planned(planId: string): Result<DcaPlan, Failure> {
    const plan = this.#plans.get(planId);
    return plan ? ok(plan) : failed(failure('plan-unknown'));
  }

  async #estimate(
    { receive, slippageBps, others, exchanges }: DcaRequest,
    { payToken, receiveToken, side, spot }: LimitMarket,
    amount: bigint,
    signal: AbortSignal | undefined,
  ): Promise<Result<DcaEstimate & { readonly estimate: Estimate }, Failure>> {
    const excluded = exchanges.length === 0 ? [] : others;
    const intent: SwapIntent = {
      pay: { asset: payToken.id, quantity: quantity(amount) },
      receive,
      slippageBps,
      excluded,
    };
    const decimals = decimalsOf(payToken, receiveToken);
    const estimate = await this.#parts.service.estimate(intent, decimals, signal);
    if (!estimate.ok) return estimate;
    const { expected } = estimate.value;
    if (expected === 0n) return failed(failure('no-quote'));
    const impact = priceImpact(intent, expected, decimals, spotOf(side, spot));
    const atLeast = leastOf(estimate.value, slippageBps);
    return ok({ expected, atLeast, impact, estimate: estimate.value });
  }

  /** The terms of the order as the service would build it now; `undefined` where it does not, or they cannot be read. */
  async #built(
    request: DcaRequest,
    market: LimitMarket,
    interval: DcaInterval,
    signal: AbortSignal | undefined,
  ): Promise<Result<OrderTerms | undefined, Failure>> {
    const { address } = request;
    if (address === undefined) return ok(undefined);
    const decimals = decimalsOf(market.payToken, market.receiveToken);
    const intent = intentOf(request, market, interval);
    const answer = await this.#parts.service.dcaCreate(intent, address, decimals, signal);
    if (answer.ok) return ok(this.#read(answer.value.cbor));
    return PLANS_FAULT.includes(answer.failure.code) ? answer : ok(undefined);
  }

  /**
   * As the bytes of the order state them. Else the fee is that of one cycle, as one order at the exchanges of its route. Each cycle's payment also carries the ADA
   * that the ledger demands of it, which the plan holds until then and gives back: about that, besides the deposit.
   */
  #feesOf(
    market: LimitMarket,
    each: bigint,
    cycles: number,
    estimate: Estimate,
    built: OrderTerms | undefined,
  ): DcaPlan['fees'] {
    const worth = market.side === 'buy' ? each : estimate.expected;
    if (built?.recurring) {
      // A reserve that is not proven to come back counts as a cost, like a fee that is certainly kept.
      const { feePerCycle, reservePerCycle = 0n } = built.recurring;
      const perCycle = feePerCycle + reservePerCycle;
      const share = feeShare(perCycle, worth);
      return { perCycle, deposit: built.deposit, share, high: share !== undefined && share > HIGH_FEE_SHARE };
    }
    const parts = [{ pay: each, atLeast: estimate.expected }];
    const { batcher, deposits, share } = this.#limits.feesOf(market, parts, estimate);
    const riding = (market.receiveToken.id === ADA ? RIDING_ALONE : RIDING_WITH_TOKEN) * BigInt(cycles);
    return {
      perCycle: batcher,
      deposit: deposits === undefined ? undefined : deposits + riding,
      share,
      high: share !== undefined && share > HIGH_FEE_SHARE,
    };
  }

  #quoteOf(
    request: DcaRequest,
    market: LimitMarket,
    interval: DcaInterval,
    amountPerCycle: bigint,
    one: DcaEstimate,
    feePerCycle: bigint | undefined,
  ): Pick<DcaPlan, 'id' | 'quote' | 'at'> {
    const { clock, newId } = this.#parts;
    const { payToken, receiveToken, amount, side, spot } = market;
    const { cycles, slippageBps } = request;
    const pay = { asset: payToken.id, quantity: quantity(amount) };
    const receive = receiveToken.id;
    // About: the proceeds of all trades at the price of this moment.
    const expected = one.expected * BigInt(cycles);
    const at = clock.now();
    const id = newId();
    const quote: DcaQuote = {
      kind: 'dca',
      id,
      tokens: [payToken, receiveToken],
      task: { kind: 'dca', pay, receive, interval: interval.id, cycles, amountPerCycle, slippageBps },
      claims: {
        ...(expected === 0n ? {} : { expected }),
        ...(feePerCycle === undefined ? {} : { feePerCycle }),
      },
      order: intentOf(request, market, interval),
      routes: [],
      payToken,
      receiveToken,
      spot: spotOf(side, spot),
      priceImpact: one.impact,
      notices: [],
      at,
      expiresAt: epochMs(at + PLAN_LIFETIME_MS),
    };
    return { id, quote, at };
  }
}

/** One side of a plan is ADA. */
function spotOf(side: Side, token: number | undefined): SpotPrices {
  return side === 'buy' ? { pay: 1, receive: token } : { pay: token, receive: 1 };
}

function intentOf(
  { cycles, slippageBps, exchanges }: DcaRequest,
  { payToken, receiveToken, amount }: LimitMarket,
  interval: DcaInterval,
): DcaIntent {
  return {
    pay: { asset: payToken.id, quantity: quantity(amount) },
    receive: receiveToken.id,
    interval: interval.interval,
    intervalLength: interval.length,
    cycles,
    slippageBps,
    exchanges,
  };
}

/** Failures of a build that are the plan's own, and not for want of funds or of the service. */
const PLANS_FAULT: readonly Failure['code'][] = [
  'dca-cycle-too-small',
  'dca-interval-refused',
  'dca-cycles-refused',
  'exchange-without-dca',
];

/** The interval, once everything that needs no service was found to be in order. */
function checked({ every, cycles, slippageBps }: DcaRequest): Result<DcaInterval, Failure> {
  const interval = DCA_INTERVALS.find(({ id }) => id === every);
  if (!interval) return failed(failure('dca-interval-refused', { asked: every.slice(0, 40) }));
  if (!Number.isInteger(cycles) || cycles < 1 || cycles > MOST_CYCLES)
    return failed(failure('dca-cycles-refused', { cycles: String(cycles), most: MOST_CYCLES }));
  if (!Number.isInteger(slippageBps) || slippageBps < 1 || slippageBps > LARGEST_SLIPPAGE_BPS)
    return failed(failure('slippage-out-of-range'));
  return ok(interval);
}

/** The service finds one cycle too small, not the amount that the user typed. */
function cycleFailure(met: Failure, cycles: number): Failure {
  if (met.code !== 'amount-too-small') return met;
  const minimum = met.data?.['minimum'];
  return failure(
    'dca-cycle-too-small',
    { cycles, ...(minimum === undefined ? {} : { minimum }) },
    met.detail,
  );
}
