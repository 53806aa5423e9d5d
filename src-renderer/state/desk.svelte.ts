import { createContext, untrack } from 'svelte';
import type { Answer, MainApi } from '../client/main-api.ts';
import type { TokenView } from '../../src-preload/contract/views.ts';
import { ADA } from '../../src-preload/domain/asset.ts';
import { Balance } from './balance.svelte.ts';
import { Clock } from './clock.svelte.ts';
import { Layers } from './layers.svelte.ts';
import { Markets } from './markets.svelte.ts';
import { Preferences } from './preferences.svelte.ts';
import { Profile } from './profile.svelte.ts';
import { SwapTicket } from './swap-ticket.svelte.ts';
import { Tokens } from './tokens.svelte.ts';
import { Trades } from './trades.svelte.ts';
import { Wallet } from './wallet.svelte.ts';

const TOUCH_EVERY_MS = 20_000;

/** The trading window's state, all of it. Made once, while the top component is set up. */
export class Desk {
  readonly api: MainApi;
  readonly clock = new Clock();
  readonly layers = new Layers();
  readonly profile: Profile;
  readonly wallet: Wallet;
  readonly balance: Balance;
  readonly preferences: Preferences;
  readonly trades: Trades;
  readonly tokens: Tokens;
  readonly markets: Markets;
  readonly ticket: SwapTicket;
  version = $state('');
  /** Set while a new practice wallet waits for its play money. */
  fundWhenReady = $state(false);
  /** True once the user chose to look around without a wallet. */
  lookAround = $state(false);
  #touchedAt = Date.now();
  #toldAt = 0;

  constructor(api: MainApi) {
    this.api = api;
    this.profile = new Profile(api);
    this.wallet = new Wallet(api);
    this.balance = new Balance(api);
    this.preferences = new Preferences(api);
    this.trades = new Trades(api);
    this.tokens = new Tokens(api);
    this.markets = new Markets(api, (token) => this.tokens.learn([token]));
    this.ticket = new SwapTicket({
      api,
      clock: this.clock,
      profile: this.profile,
      wallet: this.wallet,
      balance: this.balance,
      preferences: this.preferences,
      tokens: this.tokens,
      lastTouch: () => this.#touchedAt,
    });
    $effect(() => {
      const amounts = this.balance.view?.amounts ?? [];
      untrack(() => this.tokens.learn(amounts.map(({ token }) => token)));
    });
    $effect(() => {
      const now = this.clock.now;
      if (this.profile.ready) untrack(() => this.markets.keepFresh(now));
    });
    this.#followProfile();
    this.#fundNewWallet();
    void api.call['app.about']({}).then((answer) => {
      if (answer.ok) this.version = answer.value.version;
    });
  }

  /** Shows a token in the middle and makes it the one to get, unless it is the one that is paid. */
  selectToken(token: TokenView): void {
    if (token.id === ADA) return;
    this.showMarket(token);
    if (this.ticket.pay.id !== token.id) this.ticket.chooseReceive(token);
  }

  chooseReceive(token: TokenView): void {
    this.showMarket(token);
    this.ticket.chooseReceive(token);
  }

  choosePay(token: TokenView): void {
    this.showMarket(token);
    this.ticket.choosePay(token);
  }

  showMarket(token: TokenView): void {
    this.tokens.learn([token]);
    if (token.id !== ADA) this.markets.selected = token.id;
  }

  /** Tells the user in the status line when something did not go well; answers whether it did. */
  async tell(doing: Promise<Answer<unknown>>, done?: string): Promise<boolean> {
    const answer = await doing;
    if (answer.ok) {
      if (done !== undefined) this.layers.say(done);
      return true;
    }
    this.layers.complain(answer.failure);
    return false;
  }

  /** A sign of the user: keeps the wallet from locking itself. */
  touched(): void {
    const now = Date.now();
    this.#touchedAt = now;
    if (now - this.#toldAt < TOUCH_EVERY_MS) return;
    this.#toldAt = now;
    void this.api.call['app.touch']({});
  }

  #followProfile(): void {
    let before: string | undefined;
    $effect(() => {
      const view = this.profile.view;
      const mode = view?.mode;
      const ready = view?.service === 'ready';
      untrack(() => {
        if (before !== undefined && mode !== before) {
          this.tokens.reset();
          this.markets.reset();
          this.ticket.reset();
          this.layers.close();
        }
        before = mode;
        if (ready && this.tokens.suggested === undefined) void this.#loadTokens();
      });
    });
  }

  async #loadTokens(): Promise<void> {
    await this.tokens.loadSuggested();
    const first = this.tokens.suggested?.find((token) => token.verified);
    // The middle shows something from the start; the ticket stays empty until the user chooses.
    if (this.markets.selected === undefined && first) this.markets.selected = first.id;
  }

  #fundNewWallet(): void {
    $effect(() => {
      const state = this.wallet.state;
      if (!this.fundWhenReady || !this.profile.practice || this.wallet.address === undefined) return;
      if (state !== 'unlocked' && state !== 'locked') return;
      untrack(() => {
        this.fundWhenReady = false;
        void this.tell(this.wallet.fund(), 'Play money was asked for. It arrives with the next block.');
      });
    });
  }
}

export const [useDesk, provideDesk] = createContext<Desk>();
