import { untrack } from 'svelte';
import type { MainApi, MainInput } from '../client/main-api.ts';
import { tokenLabel } from '../format/amount.ts';
import type { QuoteView, TokenView } from '#contract/views.ts';
import { ADA } from '#domain/asset.ts';
import { formatDecimal } from '#domain/decimal.ts';
import { readBasisPoints, valueOf } from '#domain/typed-number.ts';
import type { Balance } from './balance.svelte.ts';
import type { Clock } from './clock.svelte.ts';
import { EstimatedTicket } from './estimated-ticket.ts';
import { isGateWord } from './word-gate.svelte.ts';
import { PayAmount } from './pay-amount.svelte.ts';
import type { Preferences } from './preferences.svelte.ts';
import type { Profile } from './profile.svelte.ts';
import type { Tokens } from './tokens.svelte.ts';
import { buttonFor, canQuote, validateSwapForm, type SwapForm } from './validate-swap-form.ts';
import type { Wallet } from './wallet.svelte.ts';

type QuoteRequest = MainInput<'swap.quote'>;

/** From this impact on, a word must be typed. */
export const SEVERE_IMPACT = 0.1;
const LARGEST_SLIPPAGE_BPS = 5_000;

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
  /** Whether the market ticket is the one that is shown: only then a quote is asked for. */
  readonly shown: () => boolean;
}

/** The swap ticket: what the user typed, the quote for it, and what stands between them and a review. */
export class SwapTicket extends EstimatedTicket<QuoteRequest, QuoteView> {
  /** A slippage typed by hand; empty while a preset is chosen. */
  slippageText = $state('');
  impactWord = $state('');

  #payId = $state<string>(ADA);
  #receiveId = $state<string | undefined>();
  #slippageOwn = $state<number | undefined>();
  #excludedOwn = $state.raw<readonly string[] | undefined>();
  #spendable = $state.raw<{ readonly asset: string; readonly units: bigint } | undefined>();
  readonly #parts: TicketParts;

  readonly pay = $derived.by(() => this.#parts.tokens.shape(this.#payId));
  readonly receive = $derived.by(() =>
    this.#receiveId === undefined ? undefined : this.#parts.tokens.shape(this.#receiveId),
  );
  readonly sides = $derived.by(() => ({ pay: this.#payId, receive: this.#receiveId }));
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
  readonly slippageReading = $derived.by(() => readBasisPoints(this.slippageText, LARGEST_SLIPPAGE_BPS));
  readonly slippageBps = $derived.by(() => {
    if (this.slippageText === '') return this.#slippageOwn ?? this.#parts.preferences.slippageBps;
    return valueOf(this.slippageReading);
  });
  readonly excluded = $derived.by(() => this.#excludedOwn ?? this.#parts.preferences.excluded);
  readonly exclusionsChanged = $derived.by(() => {
    const own = this.#excludedOwn;
    const usual = this.#parts.preferences.excluded;
    return own !== undefined && (own.length !== usual.length || own.some((code) => !usual.includes(code)));
  });
  readonly impactSevere = $derived.by(() => (this.quote?.priceImpact ?? 0) >= SEVERE_IMPACT);
  /** The first token of the pair that is not verified and was not said to be meant. */
  readonly unacknowledged = $derived.by(() =>
    [this.pay, this.receive].find(
      (token) => token !== undefined && !token.verified && !this.#parts.preferences.acknowledged(token.id),
    ),
  );
  readonly #amounts: PayAmount[] = [];
  /** What the swap pays; the other tickets have amounts of their own. */
  readonly amount = this.newAmount();
  readonly form = $derived.by(() => this.formWith(this.amount));
  readonly obstacles = $derived.by(() => validateSwapForm(this.form));
  readonly button = $derived.by(() => buttonFor(this.obstacles[0], tokenLabel(this.pay)));

  constructor(parts: TicketParts) {
    const { api, clock, lastTouch } = parts;
    super({ clock, lastTouch, ask: (request) => api.call['swap.quote'](request), sides: () => this.sides });
    this.#parts = parts;
    $effect(() => {
      const asset = this.pay.id;
      const open = parts.wallet.address !== undefined && this.held !== undefined;
      if (open) void untrack(() => this.#askSpendable(asset));
    });
  }

  /** An amount of what is paid, for one more ticket of this pair. */
  newAmount(): PayAmount {
    const amount = new PayAmount({
      token: () => this.pay,
      available: () => this.spendable ?? this.held,
    });
    this.#amounts.push(amount);
    return amount;
  }

  /** The form of a ticket of this pair that pays that amount. */
  formWith(amount: PayAmount): SwapForm {
    const { profile, wallet } = this.#parts;
    return {
      service: profile.view?.service,
      hasApiKey: profile.practice || (profile.view?.hasApiKey ?? false),
      wallet: wallet.state,
      payId: this.pay.id,
      payLabel: tokenLabel(this.pay),
      receiveId: this.receive?.id,
      entry: amount.entry,
      held: this.held,
      spendable: this.spendable,
      slippageBps: this.slippageBps,
      exchangesKnown: profile.view?.exchanges.length ?? 0,
      exchangesExcluded: this.excluded.length,
      tokensAcknowledged: this.unacknowledged === undefined,
      quote: this.quoteState,
      impactConfirmed: !this.impactSevere || isGateWord(this.impactWord),
    };
  }

  choosePay(token: TokenView): void {
    if (token.id === this.#receiveId) this.#receiveId = this.#payId;
    if (token.id !== this.#payId) this.#forgetAmounts();
    this.#payId = token.id;
    this.#meet(token);
  }

  chooseReceive(token: TokenView): void {
    if (token.id === this.#payId && this.#receiveId !== undefined) {
      this.#payId = this.#receiveId;
      this.#forgetAmounts();
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
    this.#forgetAmounts();
    if (expected !== undefined) this.amount.text = formatDecimal(BigInt(expected), receive.decimals);
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

  /** After a trade was accepted: an empty ticket for the same pair. */
  clear(): void {
    this.amount.text = '';
    this.impactWord = '';
  }

  /** Forgets the tokens of another profile. */
  reset(): void {
    this.clear();
    this.#forgetAmounts();
    this.#payId = ADA;
    this.#receiveId = undefined;
    this.#spendable = undefined;
  }

  protected requestNow(): QuoteRequest | undefined {
    if (
      !this.#parts.shown() ||
      this.settling ||
      !canQuote(this.form) ||
      this.amount.entry.kind !== 'amount' ||
      !this.receive
    )
      return undefined;
    if (this.slippageBps === undefined) return undefined;
    return {
      pay: this.pay.id,
      receive: this.receive.id,
      amount: formatDecimal(this.amount.entry.units, this.pay.decimals),
      slippageBps: this.slippageBps,
      excluded: [...this.excluded],
    };
  }

  /** A word that was typed for another trade says nothing of this one. */
  protected override formChanged(): void {
    this.impactWord = '';
  }

  /** An amount of one token is none of another. */
  #forgetAmounts(): void {
    for (const amount of this.#amounts) amount.text = '';
  }

  #meet(token: TokenView): void {
    this.#parts.tokens.learn([token]);
    void this.#parts.tokens.settle(token.id);
  }

  async #askSpendable(asset: string): Promise<void> {
    const answer = await this.#parts.api.call['swap.max']({ pay: asset });
    if (answer.ok && this.pay.id === asset) this.#spendable = { asset, units: BigInt(answer.value.quantity) };
  }
}
