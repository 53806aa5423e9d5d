import { createContext, untrack } from 'svelte';
import type { TokenView } from '#contract/tokens.ts';
import { ADA } from '#domain/asset.ts';
import { formatDecimal } from '#domain/decimal.ts';
import type { Side } from '#domain/limit-price.ts';
import { asTyped } from '../format/figures.ts';
import { readBasisPoints, valueOf } from '../format/typed-number.ts';
import type { MainApi, MainInput } from '../client/main-api.ts';
import { tokenLabel } from '../format/amount.ts';
import { isInDollars, parseEntry } from '../format/number-entry.ts';
import type { Markets } from '../state/markets.svelte.ts';
import type { Preferences } from '../state/preferences.svelte.ts';
import type { Profile } from '../state/profile.svelte.ts';
import { ADA_TOKEN, type Tokens } from '../state/tokens.svelte.ts';
import type { Balance, Wallet } from '../state/wallet.svelte.ts';
import { sideOf, type OrderForm } from './order-form.ts';

const LARGEST_SLIPPAGE_BPS = 5_000;

export interface OrderEntryParts {
  readonly api: MainApi;
  readonly profile: Profile;
  readonly wallet: Wallet;
  readonly balance: Balance;
  readonly preferences: Preferences;
  readonly tokens: Tokens;
  readonly markets: Markets;
}

/** State shared by all tickets: the pair, the spendable amount, the slippage tolerance and the exchanges. */
export class OrderEntry {
  /** A slippage typed by hand; empty while a preset is chosen. */
  slippageText = $state('');

  #payId = $state<string>(ADA);
  #receiveId = $state<string | undefined>();
  #slippageOwn = $state<number | undefined>();
  #excludedOwn = $state.raw<readonly string[] | undefined>();
  #spendable = $state.raw<{ readonly asset: string; readonly units: bigint } | undefined>();
  readonly #parts: OrderEntryParts;
  readonly #amounts: PayAmount[] = [];

  readonly pay = $derived.by(() => this.#parts.tokens.shape(this.#payId));
  readonly receive = $derived.by(() =>
    this.#receiveId === undefined ? undefined : this.#parts.tokens.shape(this.#receiveId),
  );
  /** The ids of both sides. */
  readonly sides = $derived.by(() => ({ pay: this.#payId, receive: this.#receiveId }));
  /** True while the decimals of one side are asked for: no figure may be read with a guess. */
  readonly settling = $derived.by(() =>
    [this.#payId, this.#receiveId].some((id) => id && this.#parts.tokens.settling(id)),
  );
  readonly held = $derived.by(() => this.#parts.balance.tradable(this.pay.id));
  /** Further holdings of the wallet, at addresses that do not trade. */
  readonly elsewhere = $derived.by(() => (this.#parts.balance.of(this.pay.id) ?? 0n) - (this.held ?? 0n));
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
  /** Of a new ticket: those of the preferences, and those of the open profile. */
  readonly #usuallyExcluded = $derived.by(() => [
    ...new Set([...this.#parts.preferences.excluded, ...this.#parts.profile.excluded]),
  ]);
  readonly excluded = $derived.by(() => this.#excludedOwn ?? this.#usuallyExcluded);
  readonly exclusionsChanged = $derived.by(() => {
    const own = this.#excludedOwn;
    const usual = this.#usuallyExcluded;
    return own !== undefined && (own.length !== usual.length || own.some((code) => !usual.includes(code)));
  });
  /** Whether transactions are built while the user types; main looks at it, too. */
  readonly buildsAhead = $derived.by(() => {
    const { wallet, profile, preferences } = this.#parts;
    const atReview: readonly string[] = preferences.view?.builtAtReview ?? [];
    return wallet.address !== undefined && !atReview.includes(profile.view?.id ?? 'practice');
  });
  /** The first token of the pair that is neither verified nor acknowledged by the user. */
  readonly unacknowledged = $derived.by(() =>
    [this.pay, this.receive].find(
      (token) => token !== undefined && !token.verified && !this.#parts.preferences.acknowledged(token.id),
    ),
  );

  /** A replay plays so fast that answers run out at once. */
  get replayFast(): boolean {
    return this.#parts.profile.replayFast;
  }

  constructor(parts: OrderEntryParts) {
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
      usd: () => this.#usdOf(this.pay.id),
    });
    this.#amounts.push(amount);
    return amount;
  }

  /** US dollars for one whole token; `undefined` while a price that it takes is not known. */
  #usdOf(id: string): number | undefined {
    const { profile, markets } = this.#parts;
    const ada = id === ADA ? 1 : (markets.streamed(id)?.price ?? markets.entry(id)?.market?.priceAda);
    const usd = profile.view?.adaUsd;
    return ada === undefined || usd === undefined ? undefined : ada * usd;
  }

  /** The form of a ticket of this pair that pays that amount. */
  formWith(amount: PayAmount): OrderForm {
    const { profile, wallet } = this.#parts;
    return {
      service: profile.view?.service,
      hasApiKey: profile.practice || (profile.view?.hasApiKey ?? false),
      keyRefused: profile.keyRefused,
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
      replayFast: this.replayFast,
    };
  }

  /**
   * The part of every request that describes a trade of this pair; `undefined` while the amount or a side is not
   * known.
   */
  requestWith({
    entry,
  }: PayAmount): Pick<MainInput<'swap.quote'>, 'pay' | 'payDecimals' | 'receive'> | undefined {
    if (this.settling || entry.kind !== 'amount' || this.receive === undefined) return undefined;
    const { id, decimals } = this.pay;
    return {
      pay: { asset: id, quantity: String(entry.units) },
      payDecimals: decimals,
      receive: this.receive.id,
    };
  }

  /** Asks main for the decimals of what is paid once more, where they are others than were known here. */
  relearnPay(): Promise<void> {
    return this.#parts.tokens.relearn(this.#payId);
  }

  /** Shows a token's market, and buys it unless it is the one that is paid. */
  selectToken(token: TokenView): void {
    if (token.id === ADA) return;
    this.#parts.markets.show(token);
    if (this.pay.id !== token.id) this.#setReceive(token);
  }

  /** Takes over the pair that the desk begins with, unless the user has chosen one. */
  propose(token: TokenView): void {
    if (this.#receiveId === undefined && this.#payId === ADA && token.id !== ADA) this.#setReceive(token);
  }

  chooseReceive(token: TokenView): void {
    this.#parts.markets.show(token);
    this.#setReceive(token);
  }

  choosePay(token: TokenView): void {
    this.#parts.markets.show(token);
    this.#setPay(token);
  }

  /** Makes ADA what is paid, so that there is a token against it. The market that is shown stays. */
  payWithAda(): void {
    this.#setPay(ADA_TOKEN);
  }

  /** Shows a token's price in another asset, and pays with that one. */
  async showPair(token: TokenView, quoteId: string): Promise<void> {
    const { markets, tokens } = this.#parts;
    const quote = await tokens.known(quoteId);
    this.selectToken(token);
    markets.quote = quoteId;
    if (quote === undefined || this.pay.id === quoteId) return;
    this.#setPay(quote);
    this.#setReceive(token);
  }

  /** Swaps the two sides. Amounts of the one that was paid are none of the other. */
  flip(): void {
    if (this.#receiveId === undefined) return;
    [this.#payId, this.#receiveId] = [this.#receiveId, this.#payId];
    this.#forgetAmounts();
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

  /** Forgets the tokens of another profile. */
  reset(): void {
    this.#forgetAmounts();
    this.#payId = ADA;
    this.#receiveId = undefined;
    this.#spendable = undefined;
  }

  #setPay(token: TokenView): void {
    if (token.id === this.#receiveId) this.#receiveId = this.#payId;
    if (token.id !== this.#payId) this.#forgetAmounts();
    this.#payId = token.id;
    this.#meet(token);
  }

  #setReceive(token: TokenView): void {
    if (token.id === this.#payId && this.#receiveId !== undefined) {
      this.#payId = this.#receiveId;
      this.#forgetAmounts();
    }
    this.#receiveId = token.id;
    this.#meet(token);
  }

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

export const [useOrderEntry, provideOrderEntry] = createContext<OrderEntry>();

/** The amount that a ticket pays, as it was typed. Each ticket has its own. */
export class PayAmount {
  text = $state('');
  readonly #token: () => TokenView;
  readonly #available: () => bigint | undefined;
  readonly #usd: () => number | undefined;
  /** The price at which dollars were read. */
  #priced: { readonly text: string; readonly token: string; readonly usd: number } | undefined;

  readonly entry = $derived.by(() => {
    const { id, decimals } = this.#token();
    return parseEntry(this.text, { decimals, available: this.#available(), usd: this.#priceOf(id) });
  });

  /**
   * `available`: the whole that `max`, `half` and percentages refer to; `usd`: the price of a whole token in US
   * dollars. Absent while unknown.
   */
  constructor(of: {
    readonly token: () => TokenView;
    readonly available: () => bigint | undefined;
    readonly usd: () => number | undefined;
  }) {
    this.#token = of.token;
    this.#available = of.available;
    this.#usd = of.usd;
  }

  /** Dollars keep the price of the moment they were typed: the amount does not move with the market. */
  #priceOf(token: string): number | undefined {
    const { text } = this;
    if (!isInDollars(text)) return undefined;
    if (this.#priced?.text === text && this.#priced.token === token) return this.#priced.usd;
    const usd = this.#usd();
    this.#priced = usd === undefined ? undefined : { text, token, usd };
    return usd;
  }

  /** Rounded down to a base unit. */
  setShare(percent: bigint): void {
    const whole = this.#available();
    if (whole === undefined) return;
    this.text = asTyped(formatDecimal((whole * percent) / 100n, this.#token().decimals));
  }
}

/** The pair as limit and recurring orders see it: one token against ADA. */
export class AdaPair {
  readonly #entry: OrderEntry;
  readonly #amount: PayAmount;
  /** The last typed amount of each asset. */
  readonly #amounts = new Map<string, string>();

  readonly #sides = $derived.by(() => sideOf(this.#entry.pay.id, this.#entry.receive?.id));
  readonly side = $derived.by((): Side => this.#sides?.side ?? (this.#entry.pay.id === ADA ? 'buy' : 'sell'));
  /** The side that is not ADA; absent where there is none, or two. */
  readonly token = $derived.by((): TokenView | undefined => {
    const { pay, receive } = this.#entry;
    return this.#sides === undefined ? undefined : this.#sides.side === 'buy' ? receive : pay;
  });

  constructor(entry: OrderEntry, amount: PayAmount) {
    this.#entry = entry;
    this.#amount = amount;
  }

  /** Swaps the two sides. Pays what was to be received; without an estimate, what was last typed for that asset. */
  flip(atLeast: string | undefined): void {
    const { pay, receive } = this.#entry;
    if (receive === undefined) return;
    this.#amounts.set(pay.id, this.#amount.text);
    this.#entry.flip();
    this.#amount.text =
      atLeast === undefined
        ? (this.#amounts.get(receive.id) ?? '')
        : asTyped(formatDecimal(BigInt(atLeast), receive.decimals));
  }
}
