import { untrack } from 'svelte';
import type { MainApi, MainInput } from '../client/main-api.ts';
import { tokenLabel } from '../format/amount.ts';
import { parseEntry } from '../format/number-entry.ts';
import { parseBasisPoints } from '../format/percent.ts';
import type { QuoteView, TokenView } from '../../src-preload/contract/views.ts';
import { ADA } from '../../src-preload/domain/asset.ts';
import { formatDecimal } from '../../src-preload/domain/decimal.ts';
import type { Failure } from '../../src-preload/domain/failure.ts';
import type { Balance } from './balance.svelte.ts';
import type { Clock } from './clock.svelte.ts';
import type { Preferences } from './preferences.svelte.ts';
import type { Profile } from './profile.svelte.ts';
import type { Tokens } from './tokens.svelte.ts';
import { buttonFor, canQuote, validateSwapForm, type SwapForm } from './validate-swap-form.ts';
import type { Wallet } from './wallet.svelte.ts';

type QuoteRequest = MainInput<'swap.quote'>;

const DEBOUNCE_MS = 400;
/** A quote on screen is asked anew this long before it ends, so that the figures never run out under the eye. */
const RENEW_BEFORE_MS = 3_000;
/** Without a sign of the user for this long, quotes are let expire. */
const IDLE_MS = 5 * 60_000;
/** From this impact on, a word must be typed. */
export const SEVERE_IMPACT = 0.1;
export const IMPACT_WORD = 'accept';

export interface TicketParts {
  readonly api: MainApi;
  readonly clock: Clock;
  readonly profile: Profile;
  readonly wallet: Wallet;
  readonly balance: Balance;
  readonly preferences: Preferences;
  readonly tokens: Tokens;
  /** When the user last touched the page, epoch ms. */
  readonly lastTouch: () => number;
}

/** The swap ticket: what the user typed, the quote for it, and what stands between them and a review. */
export class SwapTicket {
  payText = $state('');
  /** A slippage typed by hand; empty while a preset is chosen. */
  slippageText = $state('');
  impactWord = $state('');
  quote = $state.raw<QuoteView | undefined>();
  failure = $state.raw<Failure | undefined>();
  asking = $state(false);
  /** True while a review is open: the quote is left alone. */
  paused = $state(false);

  #payId = $state<string>(ADA);
  #receiveId = $state<string | undefined>();
  #slippageOwn = $state<number | undefined>();
  #excludedOwn = $state.raw<readonly string[] | undefined>();
  #spendable = $state.raw<{ readonly asset: string; readonly units: bigint } | undefined>();
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #parts: TicketParts;

  readonly pay = $derived.by(() => this.#parts.tokens.shape(this.#payId));
  readonly receive = $derived.by(() =>
    this.#receiveId === undefined ? undefined : this.#parts.tokens.shape(this.#receiveId),
  );
  /** True while the decimals of one side are asked for: no figure may be read with a guess. */
  readonly settling = $derived.by(() =>
    [this.#payId, this.#receiveId].some((id) => id && this.#parts.tokens.settling(id)),
  );
  readonly held = $derived.by(() => this.#parts.balance.of(this.pay.id));
  readonly spendable = $derived.by(() =>
    this.#spendable?.asset === this.pay.id
      ? this.#spendable.units
      : this.pay.id === ADA
        ? undefined
        : this.held,
  );
  readonly entry = $derived.by(() =>
    parseEntry(this.payText, { decimals: this.pay.decimals, available: this.spendable ?? this.held }),
  );
  readonly slippageBps = $derived.by(() =>
    this.slippageText === ''
      ? (this.#slippageOwn ?? this.#parts.preferences.slippageBps)
      : parseBasisPoints(this.slippageText),
  );
  readonly excluded = $derived.by(() => this.#excludedOwn ?? this.#parts.preferences.excluded);
  readonly exclusionsChanged = $derived.by(() => {
    const own = this.#excludedOwn;
    const usual = this.#parts.preferences.excluded;
    return own !== undefined && (own.length !== usual.length || own.some((code) => !usual.includes(code)));
  });
  readonly impactSevere = $derived.by(() => (this.quote?.priceImpact ?? 0) >= SEVERE_IMPACT);
  readonly quoteState = $derived.by((): SwapForm['quote'] => {
    if (this.failure !== undefined) return 'failed';
    if (this.quote === undefined || this.asking) return this.asking ? 'asking' : 'none';
    return this.#parts.clock.now >= this.quote.expiresAt ? 'stale' : 'fresh';
  });
  /** The first token of the pair that is not verified and was not said to be meant. */
  readonly unacknowledged = $derived.by(() =>
    [this.pay, this.receive].find(
      (token) => token !== undefined && !token.verified && !this.#parts.preferences.acknowledged(token.id),
    ),
  );
  readonly form = $derived.by((): SwapForm => {
    const { profile, wallet } = this.#parts;
    const receive = this.receive;
    return {
      service: profile.view?.service,
      hasApiKey: profile.practice || (profile.view?.hasApiKey ?? false),
      wallet: wallet.state,
      payId: this.pay.id,
      payLabel: tokenLabel(this.pay),
      receiveId: receive?.id,
      entry: this.entry,
      held: this.held,
      spendable: this.spendable,
      slippageBps: this.slippageBps,
      exchangesKnown: profile.view?.exchanges.length ?? 0,
      exchangesExcluded: this.excluded.length,
      tokensAcknowledged: this.unacknowledged === undefined,
      quote: this.quoteState,
      impactConfirmed: !this.impactSevere || this.impactWord.trim().toLowerCase() === IMPACT_WORD,
    };
  });
  readonly obstacles = $derived.by(() => validateSwapForm(this.form));
  readonly button = $derived.by(() => buttonFor(this.obstacles[0], tokenLabel(this.pay)));
  /** What a quote would be asked for; absent while the form cannot be quoted. */
  readonly request = $derived.by((): QuoteRequest | undefined => {
    if (this.settling || !canQuote(this.form) || this.entry.kind !== 'amount' || !this.receive)
      return undefined;
    if (this.slippageBps === undefined) return undefined;
    return {
      pay: this.pay.id,
      receive: this.receive.id,
      amount: formatDecimal(this.entry.units, this.pay.decimals),
      slippageBps: this.slippageBps,
      excluded: [...this.excluded],
    };
  });
  readonly #requestKey = $derived.by(() => JSON.stringify(this.request));

  constructor(parts: TicketParts) {
    this.#parts = parts;
    $effect(() => {
      const key = this.#requestKey;
      untrack(() => this.#inputChanged(key === undefined));
    });
    $effect(() => {
      const now = parts.clock.now;
      untrack(() => this.#renewWhenDue(now));
    });
    $effect(() => {
      const asset = this.pay.id;
      const open = parts.wallet.address !== undefined && this.held !== undefined;
      if (open) void untrack(() => this.#askSpendable(asset));
    });
    $effect(() => () => clearTimeout(this.#timer));
  }

  choosePay(token: TokenView): void {
    if (token.id === this.#receiveId) this.#receiveId = this.#payId;
    if (token.id !== this.#payId) this.payText = '';
    this.#payId = token.id;
    this.#meet(token);
  }

  chooseReceive(token: TokenView): void {
    if (token.id === this.#payId && this.#receiveId !== undefined) {
      this.#payId = this.#receiveId;
      this.payText = '';
    }
    this.#receiveId = token.id;
    this.#meet(token);
  }

  /** Turns the trade round: what was to come is paid, in the amount that was expected. */
  flip(): void {
    const receive = this.receive;
    if (receive === undefined) return;
    const expected = this.quote?.receive === receive.id ? this.quote.expected : undefined;
    this.#receiveId = this.#payId;
    this.#payId = receive.id;
    this.payText = expected === undefined ? '' : formatDecimal(BigInt(expected), receive.decimals);
  }

  setShare(share: 'half' | 'max'): void {
    const whole = this.spendable ?? this.held;
    if (whole === undefined) return;
    this.payText = formatDecimal(share === 'half' ? whole / 2n : whole, this.pay.decimals);
  }

  setSlippage(bps: number): void {
    this.#slippageOwn = bps;
    this.slippageText = '';
  }

  toggleExchange(code: string): void {
    const now = this.excluded;
    this.#excludedOwn = now.includes(code) ? now.filter((known) => known !== code) : [...now, code];
  }

  resetExchanges(): void {
    this.#excludedOwn = undefined;
  }

  /** Asks for the price now. */
  refresh(): void {
    clearTimeout(this.#timer);
    const request = this.request;
    if (request === undefined) return;
    this.asking = true;
    void this.#ask(request);
  }

  /** After a trade was accepted: an empty ticket for the same pair. */
  clear(): void {
    this.payText = '';
    this.impactWord = '';
  }

  /** Forgets the tokens of another profile. */
  reset(): void {
    this.clear();
    this.#payId = ADA;
    this.#receiveId = undefined;
    this.#spendable = undefined;
  }

  #meet(token: TokenView): void {
    this.#parts.tokens.learn([token]);
    void this.#parts.tokens.settle(token.id);
  }

  #inputChanged(nothingToAsk: boolean): void {
    clearTimeout(this.#timer);
    this.#asked += 1;
    this.impactWord = '';
    this.failure = undefined;
    const pair =
      this.quote && this.quote.pay.asset === this.pay.id && this.quote.receive === this.receive?.id;
    if (nothingToAsk || !pair) this.quote = undefined;
    this.asking = !nothingToAsk;
    if (!nothingToAsk) this.#timer = setTimeout(() => this.refresh(), DEBOUNCE_MS);
  }

  #renewWhenDue(now: number): void {
    const quote = this.quote;
    if (quote === undefined || this.asking || this.paused || this.failure !== undefined) return;
    if (document.hidden || now - this.#parts.lastTouch() > IDLE_MS) return;
    if (now >= quote.expiresAt - RENEW_BEFORE_MS) this.refresh();
  }

  async #ask(request: QuoteRequest): Promise<void> {
    this.#asked += 1;
    const mine = this.#asked;
    const answer = await this.#parts.api.call['swap.quote'](request);
    if (mine !== this.#asked) return;
    this.asking = false;
    if (answer.ok) {
      this.quote = answer.value;
      this.failure = undefined;
    } else {
      this.quote = undefined;
      this.failure = answer.failure;
    }
  }

  async #askSpendable(asset: string): Promise<void> {
    const answer = await this.#parts.api.call['swap.max']({ pay: asset });
    if (answer.ok && this.pay.id === asset) this.#spendable = { asset, units: BigInt(answer.value.quantity) };
  }
}
