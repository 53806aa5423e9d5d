import type { PolicyInForceView } from '#contract/policy-limits.ts';
import type { BalanceView, TradeView, WalletStatusView } from '#contract/views.ts';
import type { Failure } from '#domain/failure.ts';
import type { Value } from '#domain/amount.ts';
import type { AssetId } from '#domain/asset.ts';
import { ok, type Result } from '#domain/result.ts';
import type { PolicyLimits } from '../../inspect/policy.ts';
import { readBalance } from './balance.ts';
import { Poller } from '../../market/poller.ts';
import type { AppParts } from '../../profile/app-parts.ts';
import { Topic } from '../../gate/topic.ts';
import { policyView } from '../vault/policy-document.ts';
import type { Profile } from '../../profile/profile.ts';
import type { ProfileHost } from '../../profile/profile-host.ts';
import { failureView, tokenView, tradeView, walletView } from '../../gate/wire.ts';

const BALANCE_MS = { practice: 3_000, live: 20_000 } as const;
const ADA_USD_MS = 60_000;

const NO_WALLET: WalletStatusView = { state: 'none', sessionOnly: false, autoLockMinutes: 0 };

/** Fills the topics of the trading window from the profile that is open. */
export class DeskFeeds {
  readonly wallet = new Topic<WalletStatusView>(NO_WALLET);
  readonly balance = new Topic<BalanceView>({});
  readonly trades = new Topic<TradeView[]>([]);
  readonly limits = new Topic<PolicyInForceView>({});
  readonly #parts: AppParts;
  readonly #host: ProfileHost;
  #profile: Profile | undefined;
  #total: Value = new Map();
  #balancePoller: Poller | undefined;
  #adaUsdPoller: Poller | undefined;
  #ends: readonly (() => void)[] = [];

  constructor(parts: AppParts, host: ProfileHost) {
    this.#parts = parts;
    this.#host = host;
    host.onProfile((profile) => this.#follow(profile));
  }

  /** The balance that was read last. */
  get total(): Value {
    return this.#total;
  }

  refreshBalance(): void {
    this.#balancePoller?.poke();
  }

  async stop(): Promise<void> {
    await this.#leave();
  }

  #follow(profile: Profile | undefined): void {
    if (profile !== this.#profile) {
      void this.#leave();
      this.#profile = profile;
      this.#total = new Map();
      this.balance.set({});
      this.limits.set({});
      if (profile) this.#enter(profile);
      else this.wallet.set(NO_WALLET);
    }
    // Also told when its clients came: what failed for want of them is asked again.
    this.#balancePoller?.poke();
    this.#adaUsdPoller?.poke();
  }

  #enter(profile: Profile): void {
    const { clock } = this.#parts;
    const showWallet = (): void => {
      this.wallet.set(walletView(profile.wallet.status()));
      this.refreshBalance();
    };
    const showTrades = (): void => {
      this.trades.set(profile.trading.trades().map(tradeView));
      this.refreshBalance();
    };
    const showLimits = (): void => this.limits.set(limitsView(profile.policy.known));
    // Limits that could not be read, for instance from a closed keychain, may be readable with the wallet.
    const readLimits = (): void => void profile.policy.current();
    this.#ends = [
      profile.wallet.onChange(showWallet),
      profile.wallet.onChange(readLimits),
      profile.trading.onChange(showTrades),
      profile.policy.onChange(showLimits),
    ];
    this.#balancePoller = new Poller({
      clock,
      everyMs: BALANCE_MS[profile.mode],
      call: (signal) => this.#readBalance(profile, signal),
    });
    this.#adaUsdPoller = new Poller({
      clock,
      everyMs: ADA_USD_MS,
      call: (signal) => this.#readAdaUsd(profile, signal),
    });
    this.#balancePoller.start();
    this.#adaUsdPoller.start();
    showWallet();
    showTrades();
    showLimits();
    readLimits();
  }

  async #leave(): Promise<void> {
    for (const end of this.#ends) end();
    this.#ends = [];
    const pollers = [this.#balancePoller, this.#adaUsdPoller].filter((poller) => poller !== undefined);
    this.#balancePoller = undefined;
    this.#adaUsdPoller = undefined;
    await Promise.all(pollers.map((poller) => poller.stop()));
  }

  async #readBalance(profile: Profile, signal: AbortSignal) {
    const address = profile.wallet.address(0);
    if (!address.ok) {
      this.#total = new Map();
      if (profile === this.#profile) this.balance.set({});
      return ok(undefined);
    }
    if (!profile.connected) return ok(undefined);
    const token = async (id: AssetId) => {
      const known = await profile.catalogue.get(id);
      return known.ok ? known.value : profile.catalogue.shown(id);
    };
    const read = await readBalance(address.value, profile.ledger, token, signal);
    if (signal.aborted || profile !== this.#profile) return ok(undefined);
    if (!read.ok) {
      this.balance.set({ ...this.balance.value, failure: failureView(read.failure) });
      return read;
    }
    this.#total = read.value.total;
    this.balance.set({
      amounts: read.value.holdings.map(({ token: held, quantity }) => ({
        token: tokenView(held),
        quantity: String(quantity),
      })),
      at: this.#parts.clock.now(),
    });
    return ok(undefined);
  }

  async #readAdaUsd(profile: Profile, signal: AbortSignal) {
    if (!profile.connected) return ok(undefined);
    const value = await profile.service.adaValue(signal);
    if (value.ok && profile === this.#profile) this.#host.showAdaUsd(value.value);
    return value;
  }
}

function limitsView(known: Result<PolicyLimits, Failure> | undefined): PolicyInForceView {
  if (!known) return {};
  return known.ok ? { limits: policyView(known.value) } : { failure: failureView(known.failure) };
}
