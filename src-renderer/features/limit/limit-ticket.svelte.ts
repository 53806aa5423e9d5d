import type { AheadView, ReviewView } from '#contract/approval.ts';
import { createContext } from 'svelte';
import { asTyped } from '../../format/figures.ts';
import { readCount, valueOf } from '../../format/typed-number.ts';
import type { Answer, MainInput } from '../../client/main-api.ts';
import { tokenLabel } from '../../format/amount.ts';
import { countNote } from '../../format/number-entry.ts';
import type { LimitQuoteView } from '#contract/limit.ts';
import { MOST_MULTIPLES } from '#domain/limit-order.ts';
import type { Side } from '#domain/limit-price.ts';
import { formatDecimal } from '#domain/decimal.ts';
import type { LimitOrderDraft } from '../../state/layers.svelte.ts';
import type { Panels } from '../../state/panels.svelte.ts';
import type { Tokens } from '../../state/tokens.svelte.ts';
import { Ticket } from '../../order-entry/ticket.svelte.ts';
import { canEstimate, limitButton, validateLimitForm, type LimitForm } from '../../order-entry/price-form.ts';
import { AdaPair } from '../../order-entry/order-entry.svelte.ts';
import { OffMarketGate, PriceEntry, type PriceTicketParts } from '../../order-entry/price-entry.svelte.ts';
import { words } from './words.ts';

export interface LimitTicketParts extends PriceTicketParts {
  readonly tokens: Tokens;
  readonly panels: Panels;
}

/** The limit ticket: a price, a number of equal orders, and main's estimate for them. */
export class LimitTicket extends Ticket<MainInput<'limit.estimate'>, LimitQuoteView> {
  /** Equal orders in one transaction, as typed. */
  multiplesText = $state('1');
  /** The only exchange to use; empty: the service chooses. */
  exchange = $state('');
  readonly pair: AdaPair;
  readonly price: PriceEntry;
  /** A price far worse than the market must be said to be meant. */
  readonly offMarket = new OffMarketGate(() => this.estimation.answer?.market.offMarket);
  readonly #parts: LimitTicketParts;

  readonly #multiplesReading = $derived.by(() => readCount(this.multiplesText, 1, MOST_MULTIPLES));
  readonly multiples = $derived.by(() => valueOf(this.#multiplesReading));
  /** Error in the typed number. */
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
    shared: this.#parts.entry.formWith(this.amount),
    prices: [this.price.reading],
    unreadable: this.price.typed.form === 'percent' && this.market === undefined,
    countFits: this.multiples !== undefined,
    estimate: this.estimation.state,
    offMarketAccepted: this.offMarket.passed,
  }));
  readonly obstacles = $derived.by(() => validateLimitForm(this.form));
  readonly button = $derived.by(() =>
    limitButton(
      this.obstacles[0],
      tokenLabel(this.#parts.entry.pay),
      this.multiples === undefined || this.multiples === 1
        ? words.reviewOrder
        : words.reviewOrders({ orders: this.multiples }),
      1,
    ),
  );

  constructor(parts: LimitTicketParts) {
    super(parts, (request) => parts.api.call['limit.estimate'](request));
    this.#parts = parts;
    this.pair = new AdaPair(parts.entry, this.amount);
    this.price = new PriceEntry({
      token: () => this.pair.token,
      side: () => this.pair.side,
      market: () => this.market,
      answered: (typed) => {
        const { answer } = this.estimation;
        if (answer?.token !== this.pair.token?.id || answer?.side !== this.pair.side) return undefined;
        const same = answer.typed.form === typed.form && answer.typed.text === typed.text;
        return same ? answer.price : undefined;
      },
    });
  }

  build(quoteId: string): Promise<Answer<ReviewView>> {
    return this.#parts.api.call['limit.review']({ quoteId });
  }

  protected override buildAhead(quoteId: string): Promise<Answer<AheadView>> {
    return this.#parts.api.call['limit.ahead']({ quoteId });
  }

  flip(): void {
    this.pair.flip(this.quoteState === 'fresh' ? this.quote?.atLeast : undefined);
  }

  /**
   * Takes a price of a token, in ADA, from the book or the chart: the ticket is shown with it. Without a side, it keeps
   * the one that it has.
   */
  async takePrice(tokenId: string, adaPerToken: string, side?: Side): Promise<void> {
    const { entry, tokens, panels } = this.#parts;
    const token = await tokens.known(tokenId);
    if (token === undefined) return;
    panels.ticket = 'limit';
    if (this.pair.token?.id !== tokenId) {
      entry.selectToken(token);
      if (this.pair.token?.id !== tokenId) entry.payWithAda();
    }
    if (side !== undefined && this.pair.side !== side) this.flip();
    this.price.form = 'ada-per-token';
    this.price.text = asTyped(adaPerToken);
  }

  /** Takes a whole order, to be looked at and reviewed like any other. */
  async takeOrder({ token, side, pay, adaPerToken }: LimitOrderDraft): Promise<void> {
    await this.takePrice(token, adaPerToken, side);
    if (this.#parts.entry.pay.id !== pay.asset) return;
    this.amount.text = asTyped(formatDecimal(BigInt(pay.quantity), this.#parts.entry.pay.decimals));
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
    const { entry } = this.#parts;
    const { input } = this.price;
    if (!canEstimate(this.#formToAsk())) return undefined;
    const trade = entry.requestWith(this.amount);
    if (trade === undefined || input === undefined || this.multiples === undefined) return undefined;
    return {
      ...trade,
      price: input,
      multiples: this.multiples,
      ...(this.exchange !== '' && { exchange: this.exchange }),
      excluded: [...entry.excluded],
    };
  }

  /** Without the estimate, on which what is asked must not hang; main may know a market price that is not known here. */
  #formToAsk(): LimitForm {
    return {
      shared: this.#parts.entry.formWith(this.amount),
      prices: [this.price.reading],
      unreadable: false,
      countFits: this.multiples !== undefined,
      estimate: 'none',
      offMarketAccepted: true,
    };
  }
}

export const [useLimitTicket, provideLimitTicket] = createContext<LimitTicket>();
