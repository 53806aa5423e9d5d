import { createContext, untrack } from 'svelte';
import type { AheadView, ReviewView } from '#contract/approval.ts';
import type { ComparedView, QuoteView } from '#contract/swap.ts';
import { formatDecimal } from '#domain/decimal.ts';
import { asTyped } from '../../format/figures.ts';
import type { Answer, MainInput } from '../../client/main-api.ts';
import { tokenLabel } from '../../format/amount.ts';
import {
  buttonFor,
  canQuote,
  obstaclesOfAnswer,
  obstaclesOfForm,
  obstaclesOfTokens,
  obstaclesOfWallet,
  type Obstacle,
  type OrderForm,
  type TicketButton,
} from '../../order-entry/order-form.ts';
import { isGateWord } from '../../order-entry/price-entry.svelte.ts';
import { Ticket, type TicketParts } from '../../order-entry/ticket.svelte.ts';
import type { EstimateState } from '../../state/layers.svelte.ts';
import { words } from './words.ts';

const NOT_COMPARED: ComparedView = {
  tone: 'note',
  sentence: words.notCompared,
};
/** A comparison is made again after this long, while its trade is on screen. */
const COMPARED_EVERY_MS = 60_000;
/** From this impact on, a word must be typed. */
export const SEVERE_IMPACT = 0.1;

/** The swap ticket: a market swap, the quote for it, and the gate of a severe price impact. */
export class SwapTicket extends Ticket<MainInput<'swap.quote'>, QuoteView> {
  impactWord = $state('');
  readonly #parts: TicketParts;
  /** The request to compare; the tolerance makes no difference to it. */
  readonly #asked = $derived.by(() => {
    const { pay, receive, excluded } = this.request ?? {};
    return JSON.stringify([pay, receive, excluded]);
  });
  #compared = $state.raw<{ readonly asked: string; readonly found: ComparedView } | undefined>();
  #comparing: { readonly asked: string; readonly at: number } | undefined;

  readonly impactSevere = $derived.by(() => (this.quote?.priceImpact ?? 0) >= SEVERE_IMPACT);
  readonly form = $derived.by((): SwapForm => ({
    ...this.#parts.entry.formWith(this.amount),
    quote: this.quoteState,
    impactConfirmed: !this.impactSevere || isGateWord(this.impactWord),
  }));
  readonly obstacles = $derived.by(() => validateSwapForm(this.form));
  readonly button = $derived.by(() => swapButton(this.obstacles[0], tokenLabel(this.#parts.entry.pay)));

  constructor(parts: TicketParts) {
    super(parts, (request) => parts.api.call['swap.quote'](request));
    this.#parts = parts;
    $effect(() => {
      const { quote, quoteState, paused } = this;
      if (quote === undefined || quoteState !== 'fresh' || paused || document.hidden) return;
      untrack(() => void this.#compare(quote.id));
    });
  }

  /** How the price on screen compares with pools that the app reads itself; absent until that is known. */
  get compared(): ComparedView | undefined {
    return this.#compared?.asked === this.#asked ? this.#compared?.found : undefined;
  }

  /** Pools are read again for another trade, and occasionally for the same one: a ledger back-end limits the calls. */
  async #compare(quoteId: string): Promise<void> {
    const asked = this.#asked;
    const now = this.#parts.clock.now;
    if (this.#comparing?.asked === asked && now - this.#comparing.at < COMPARED_EVERY_MS) return;
    this.#comparing = { asked, at: now };
    const answer = await this.#parts.api.call['swap.compare']({ quoteId });
    if (this.#comparing.asked !== asked) return;
    this.#compared = { asked, found: answer.ok ? answer.value : NOT_COMPARED };
  }

  build(quoteId: string): Promise<Answer<ReviewView>> {
    return this.#parts.api.call['swap.review']({ quoteId });
  }

  protected override buildAhead(quoteId: string): Promise<Answer<AheadView>> {
    return this.#parts.api.call['swap.ahead']({ quoteId });
  }

  /** Swaps the two sides. Pays what was to be received, in the amount that was expected. */
  flip(): void {
    const { receive } = this.#parts.entry;
    if (receive === undefined) return;
    const expected = this.quote?.receive === receive.id ? this.quote.expected : undefined;
    this.#parts.entry.flip();
    if (expected !== undefined) this.amount.text = asTyped(formatDecimal(BigInt(expected), receive.decimals));
  }

  override clear(): void {
    super.clear();
    this.impactWord = '';
  }

  protected requestNow(): MainInput<'swap.quote'> | undefined {
    const { slippageBps, excluded } = this.#parts.entry;
    if (!canQuote(this.#parts.entry.formWith(this.amount))) return undefined;
    const trade = this.#parts.entry.requestWith(this.amount);
    return trade === undefined || slippageBps === undefined
      ? undefined
      : { ...trade, slippageBps, excluded: [...excluded] };
  }

  /** A word that was typed for another trade does not count for this one. */
  protected override formChanged(): void {
    this.impactWord = '';
  }
}

export const [useSwapTicket, provideSwapTicket] = createContext<SwapTicket>();

/** Everything that decides whether a swap can be reviewed. */
export interface SwapForm extends OrderForm {
  readonly quote: EstimateState;
  readonly impactConfirmed: boolean;
}

export type SwapObstacle = Obstacle | 'impact-not-confirmed';

/** The obstacles to a review, in the order in which to deal with them; empty if the form can be reviewed. */
export function validateSwapForm(form: SwapForm): readonly SwapObstacle[] {
  return [
    ...obstaclesOfForm(form),
    ...obstaclesOfWallet(form),
    ...obstaclesOfTokens(form),
    ...obstaclesOfAnswer(form.quote),
    ...(form.impactConfirmed ? [] : (['impact-not-confirmed'] as const)),
  ];
}

/** The text of the swap's one button, and what it does, from the first obstacle. */
export function swapButton(first: SwapObstacle | undefined, payLabel: string): TicketButton {
  switch (first) {
    case undefined:
      return { text: words.reviewTrade, ready: true };
    case 'impact-not-confirmed':
      return { text: words.confirmImpact, ready: false };
    case 'asking':
      return { text: words.asking, ready: false };
    case 'quote-stale':
      return { text: words.refreshPrice, ready: false, action: 'refresh' };
    default:
      return buttonFor(first, payLabel);
  }
}
