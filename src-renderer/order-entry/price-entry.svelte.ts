import { createContext } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import type { PriceBothWays } from '#contract/order-entry.ts';
import type { TokenView } from '#contract/tokens.ts';
import type { PriceForm, TypedPrice } from '#domain/limit-order.ts';
import { bothWays, readPrice, type Side } from '#domain/limit-price.ts';
import type { OffMarket } from '#domain/off-market.ts';
import { asTyped } from '../format/figures.ts';
import type { TicketParts } from './ticket.svelte.ts';
import { percentFromMarket, readPriceText, stepPrice } from '../format/price-entry.ts';
import { words } from './words.ts';

/** The parts of a ticket with a price. */
export interface PriceTicketParts extends TicketParts {
  /** ADA for one whole token, according to the market lists. */
  readonly marketPrice: (token: string) => number | undefined;
}

/** The context of a typed price. */
export interface PriceSurroundings {
  readonly token: () => TokenView | undefined;
  readonly side: () => Side;
  /** ADA for one whole token now; absent while it is not known. */
  readonly market: () => number | undefined;
  /** Main's interpretation of a typed price, once it has answered. */
  readonly answered: (typed: TypedPrice) => PriceBothWays | undefined;
}

/**
 * One price as the user typed it. It may be looked at in another form: then it is shown converted and stays as it was
 * typed, until it is changed there. Each token keeps its own; a percentage goes along to the next token.
 */
export class PriceEntry {
  /** The form in which it is shown. */
  form = $state<PriceForm>('ada-per-token');
  readonly #surroundings: PriceSurroundings;
  readonly #kept = new SvelteMap<string, TypedPrice>();
  #last = $state.raw<{ readonly token: string; readonly typed: TypedPrice } | undefined>();
  /** The converted text of the field that is being edited. */
  #held = $state.raw<{ readonly token: string; readonly shown: TypedPrice } | undefined>();

  readonly typed = $derived.by((): TypedPrice => {
    const price = this.#kept.get(this.#tokenId);
    if (price !== undefined) return price;
    const last = this.#last;
    // A price typed before a token was chosen applies to the first one chosen.
    if (last !== undefined && (last.typed.form === 'percent' || last.token === '')) return last.typed;
    return { form: this.form, text: '' };
  });
  readonly reading = $derived.by(() => readPriceText(this.typed.text, this.typed.form));
  /** The input for main; `undefined` while there is no readable price. */
  readonly input = $derived.by((): TypedPrice | undefined =>
    this.reading.kind === 'price' ? { form: this.typed.form, text: this.reading.text } : undefined,
  );
  /** The exact price in both directions, rounded in the user's favour: main's, or the same arithmetic here until it answers. */
  readonly both = $derived.by((): PriceBothWays | undefined => {
    const { input } = this;
    const token = this.#surroundings.token();
    if (input === undefined || token === undefined || token.decimalsSource === 'unknown') return undefined;
    const answered = this.#surroundings.answered(input);
    if (answered !== undefined) return answered;
    const exact = readPrice(input, token.decimals, this.#surroundings.market());
    return exact.ok ? bothWays(this.#surroundings.side(), exact.value, token.decimals) : undefined;
  });
  /** True while the price is shown in another form than it was typed in. */
  readonly converted = $derived.by(() => this.typed.form !== this.form && this.reading.kind === 'price');
  /** How far it is above the market price, as a fraction (negative: below); absent while one of the two is not known. */
  readonly fromMarket = $derived.by(() => {
    const market = this.#surroundings.market();
    return this.both === undefined || market === undefined || market <= 0
      ? undefined
      : Number(this.both.adaPerToken) / market - 1;
  });

  constructor(surroundings: PriceSurroundings) {
    this.#surroundings = surroundings;
  }

  /** The text of the field. Setting it is typing: the price is then one of the form that is shown. */
  get text(): string {
    if (!this.converted) return this.typed.form === this.form ? this.typed.text : '';
    const { token, shown } = this.#held ?? {};
    return token === this.#tokenId && shown?.form === this.form
      ? shown.text
      : asTyped(this.#convertedText() ?? '');
  }

  set text(text: string) {
    this.type({ form: this.form, text });
  }

  /**
   * The field has the focus. A converted price follows the market, but not now: a changing text would lose its selection, and
   * what is typed over it would be appended.
   */
  edit(): void {
    this.#held = { token: this.#tokenId, shown: { form: this.form, text: this.text } };
  }

  /** The field has lost the focus. */
  leave(): void {
    this.#held = undefined;
  }

  /** Sets the price, in whichever form it comes; the form that is shown stays. */
  type(typed: TypedPrice): void {
    this.#held = undefined;
    this.#kept.set(this.#tokenId, typed);
    this.#last = { token: this.#tokenId, typed };
  }

  /** A price as plain decimal text, from elsewhere. */
  take({ form, text }: TypedPrice): void {
    this.type({ form, text: asTyped(text) });
  }

  /** So many percent from the market, as plain decimal text, shown as such. */
  setPercent(text: string): void {
    this.form = 'percent';
    this.take({ form: 'percent', text });
  }

  /** One step of the arrow keys, or several, in the form that is shown. */
  step(times: number): void {
    const shown = readPriceText(this.text, this.form);
    const start = shown.kind === 'price' ? shown.text : this.form === 'percent' ? '0' : undefined;
    if (start !== undefined) this.text = asTyped(stepPrice(start, this.form, times));
  }

  /** Forgets the tokens of another profile. */
  reset(): void {
    this.#kept.clear();
    this.#last = undefined;
  }

  get #tokenId(): string {
    return this.#surroundings.token()?.id ?? '';
  }

  #convertedText(): string | undefined {
    const market = this.#surroundings.market();
    if (this.both === undefined) return undefined;
    if (this.form === 'ada-per-token') return this.both.adaPerToken;
    if (this.form === 'token-per-ada') return this.both.tokenPerAda;
    return market === undefined ? undefined : percentFromMarket(this.both.adaPerToken, market);
  }
}

/** Whether the word was typed without which a trade that costs far more than the market asks cannot be reviewed. */
export function isGateWord(typed: string): boolean {
  return typed.trim().toLowerCase() === words.gateWord;
}

/** Basis points by which the market may move on before the word must be typed once more. */
const MOVED_BPS = 100;

/** The gate before a limit price that is off the market: a word, which holds for the figure it was typed for. */
export class OffMarketGate {
  readonly #standing: () => OffMarket | undefined;
  #typed = $state('');
  #typedAt = $state.raw<OffMarket | undefined>();

  /** Absent: there is nothing to ask. */
  readonly standing = $derived.by(() => this.#standing());
  readonly passed = $derived.by(() => {
    const { standing } = this;
    return standing === undefined || (isGateWord(this.#typed) && covers(this.#typedAt, standing));
  });

  constructor(standing: () => OffMarket | undefined) {
    this.#standing = standing;
  }

  get word(): string {
    return this.#typed;
  }

  set word(word: string) {
    this.#typed = word;
    this.#typedAt = this.standing;
  }
}

function covers(agreed: OffMarket | undefined, now: OffMarket): boolean {
  if (agreed?.kind !== now.kind) return false;
  return agreed.kind === 'unknown' || now.kind === 'unknown' || now.bps <= agreed.bps + MOVED_BPS;
}

/** A price that was clicked in the book. */
interface OfferedPrice {
  /** The token that it is a price of. */
  readonly token: string;
  /** ADA for one whole token: plain decimal text, exact. */
  readonly adaPerToken: string;
  /**
   * The side of the book that the level is on: `buy` for a bid, `sell` for an ask. An order of that side joins
   * the level, one of the other side would trade with it.
   */
  readonly side: 'buy' | 'sell';
}

/** A price offered by the book to the limit ticket: each click is a new object, even at the same price. */
export class OfferedPrices {
  offered = $state.raw<OfferedPrice | undefined>();

  offer(price: OfferedPrice): void {
    this.offered = { ...price };
  }
}

export const [useOfferedPrices, provideOfferedPrices] = createContext<OfferedPrices>();
