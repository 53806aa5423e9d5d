import type { MainApi, MainInput } from '../client/main-api.ts';
import { readCount, valueOf } from '#domain/typed-number.ts';
import { tokenLabel } from '../format/amount.ts';
import { countNote } from '../format/count-note.ts';
import type { LimitQuoteView } from '#contract/limit-views.ts';
import { formatDecimal } from '#domain/decimal.ts';
import { MOST_MULTIPLES } from '#domain/limit-order.ts';
import type { Clock } from './clock.svelte.ts';
import { EstimatedTicket } from './estimated-ticket.ts';
import { canEstimate, limitButton, validateLimitForm, type LimitForm } from './limit-form.ts';
import { LimitPair } from './limit-pair.svelte.ts';
import type { PayAmount } from './pay-amount.svelte.ts';
import { PriceEntry } from './price-entry.svelte.ts';
import type { SwapTicket } from './swap-ticket.svelte.ts';
import { OffMarketGate } from './word-gate.svelte.ts';

/** From this share of the order on, its fees are warned about. */
export const NOTABLE_FEES = 0.02;

export interface LimitTicketParts {
  readonly api: MainApi;
  readonly clock: Clock;
  /** Pair and exchanges are those of the market ticket. */
  readonly swap: SwapTicket;
  /** Whether this ticket is the one that is shown. */
  readonly shown: () => boolean;
  /** ADA for one whole token as the market lists tell. */
  readonly marketPrice: (token: string) => number | undefined;
  readonly lastTouch: () => number;
}

/** The limit ticket: a price, a number of equal orders, and what main says of them. */
export class LimitTicket extends EstimatedTicket<MainInput<'limit.estimate'>, LimitQuoteView> {
  /** Equal orders in one transaction, as typed. */
  multiplesText = $state('1');
  /** The only exchange to use; empty: the service chooses. */
  exchange = $state('');
  readonly pair: LimitPair;
  readonly amount: PayAmount;
  readonly price: PriceEntry;
  /** A price far worse than the market must be said to be meant. */
  readonly offMarket = new OffMarketGate(() => this.estimation.answer?.market.offMarket);
  readonly #parts: LimitTicketParts;

  readonly #multiplesReading = $derived.by(() => readCount(this.multiplesText, 1, MOST_MULTIPLES));
  readonly multiples = $derived.by(() => valueOf(this.#multiplesReading));
  /** What is wrong with the number that was typed. */
  readonly multiplesNote = $derived.by(() => countNote(this.#multiplesReading, 1, MOST_MULTIPLES));
  readonly market = $derived.by(() => {
    const { token } = this.pair;
    if (token === undefined) return undefined;
    const { answer } = this.estimation;
    return (
      (answer?.token === token.id ? answer.market.adaPerToken : undefined) ??
      this.#parts.marketPrice(token.id)
    );
  });
  /** Whether the price is on the side that fills at once. */
  readonly fillsAtOnce = $derived.by(() => {
    const { fromMarket } = this.price;
    if (this.estimation.state === 'fresh') return this.estimation.answer?.market.fillsAtOnce === true;
    return fromMarket !== undefined && (this.pair.side === 'buy' ? fromMarket >= 0 : fromMarket <= 0);
  });
  readonly form = $derived.by((): LimitForm => ({
    shared: this.#parts.swap.formWith(this.amount),
    prices: [this.price.reading],
    unreadable: this.price.typed.form === 'percent' && this.market === undefined,
    countFits: this.multiples !== undefined,
    estimate: this.estimation.state,
    offMarketMeant: this.offMarket.passed,
  }));
  readonly obstacles = $derived.by(() => validateLimitForm(this.form));
  readonly button = $derived.by(() =>
    limitButton(
      this.obstacles[0],
      tokenLabel(this.#parts.swap.pay),
      (this.multiples ?? 1) > 1 ? `Review ${this.multiples} limit orders` : 'Review limit order',
      1,
    ),
  );

  constructor(parts: LimitTicketParts) {
    const { api, swap, clock, lastTouch } = parts;
    super({
      clock,
      lastTouch,
      ask: (request) => api.call['limit.estimate'](request),
      sides: () => swap.sides,
    });
    this.#parts = parts;
    this.amount = swap.newAmount();
    this.pair = new LimitPair(swap, this.amount);
    this.price = new PriceEntry({
      token: () => this.pair.token,
      side: () => this.pair.side,
      market: () => this.market,
      told: (typed) => {
        const { answer } = this.estimation;
        if (answer?.token !== this.pair.token?.id || answer?.side !== this.pair.side) return undefined;
        const same = answer.typed.form === typed.form && answer.typed.text === typed.text;
        return same ? answer.price : undefined;
      },
    });
  }

  flip(): void {
    this.pair.flip(this.quoteState === 'fresh' ? this.quote?.atLeast : undefined);
  }

  /** After a review was accepted: the amount is spent. */
  clear(): void {
    this.amount.text = '';
  }

  /** Forgets what belongs to another profile. */
  reset(): void {
    this.price.reset();
    this.multiplesText = '1';
    this.exchange = '';
  }

  /** A word that was typed for another order says nothing of this one. */
  protected override formChanged(): void {
    this.offMarket.word = '';
  }

  protected requestNow(): MainInput<'limit.estimate'> | undefined {
    const { swap } = this.#parts;
    const { input } = this.price;
    if (!this.#parts.shown() || swap.settling || !canEstimate(this.#formToAsk())) return undefined;
    const { entry } = this.amount;
    if (entry.kind !== 'amount' || swap.receive === undefined) return undefined;
    if (input === undefined || this.multiples === undefined) return undefined;
    return {
      pay: swap.pay.id,
      receive: swap.receive.id,
      amount: formatDecimal(entry.units, swap.pay.decimals),
      price: input,
      multiples: this.multiples,
      ...(this.exchange !== '' && { exchange: this.exchange }),
      excluded: [...swap.excluded],
    };
  }

  /** Without the estimate, on which what is asked must not hang; main may know a market price that is not known here. */
  #formToAsk(): LimitForm {
    return {
      shared: this.#parts.swap.formWith(this.amount),
      prices: [this.price.reading],
      unreadable: false,
      countFits: this.multiples !== undefined,
      estimate: 'none',
      offMarketMeant: true,
    };
  }
}
