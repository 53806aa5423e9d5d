import type { BalanceView, WalletStatusView } from '#contract/wallet.ts';
import type { Quantity, Value } from '#domain/amount.ts';
import type { AssetId } from '#domain/asset.ts';
import type { Failure } from '#domain/failure.ts';
import type { Result } from '#domain/result.ts';
import type { Token } from '#domain/token.ts';
import {
  DONE,
  done,
  withProfile,
  type MainCalls,
  type OpenProfile,
  type ProfileMode,
} from '../../gate/handlers.ts';
import { Topic } from '../../gate/topic.ts';
import { amountView, failureView, tokenView } from '../../gate/wire.ts';
import type { Polling, PollingGroup } from '../../market/polling.ts';
import type { TokenCatalogue } from '../../market/token-catalogue.ts';
import type { TokenNames } from '../../market/token-names.ts';
import type { Clock } from '../../ports/system.ts';
import type { Ledger } from '../../ports/ledger.ts';
import type { Service } from '../../ports/service.ts';
import type { Trading } from '../../trading/trading.ts';
import type { WalletStatus } from '../../wallet/wallet-state.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import { mostPayable, readBalance } from './balance.ts';

const AWAY_MS = { idle: 60_000, hidden: 120_000 } as const;
const BALANCE_MS = {
  practice: { active: 3_000, ...AWAY_MS },
  live: { active: 20_000, ...AWAY_MS },
} as const;
/** An address that another program uses for the first time is found by then. */
const ADDRESSES_MS = { active: 600_000, idle: 1_800_000, hidden: 3_600_000 } as const;
/** Requests of a search, until one was made: the account's list, and a look at its first address. */
const USUAL_SEARCH = 2;
/** Addresses of an account that a back-end lists at once. */
const ON_A_PAGE = 100;
/** Lists that a balance is read from at most: those of a few addresses, or of the account and of what is not its own. */
const MOST_LISTS = 3;
const ADA_USD_MS = { active: 120_000, idle: 600_000 } as const;
const RANK = 1;
/** Addresses that are listed one by one; the sum is of all of them. */
const MOST_PLACES = 200;

const NO_WALLET: WalletStatusView = { state: 'none', sessionOnly: false, autoLockMinutes: 0 };

export interface WalletProfile {
  readonly mode: ProfileMode;
  readonly wallet: Wallet;
  readonly trading: Trading;
  readonly ledger: Ledger;
  readonly service: Service;
  readonly polling: Polling;
  readonly catalogue: TokenCatalogue;
  readonly names: TokenNames;
  /** Whether it has clients at the moment. */
  readonly connected: boolean;
}

export interface WalletParts {
  readonly profiles: OpenProfile<WalletProfile>;
  readonly feeds: WalletFeeds;
  /** Asks the practice ledger for funds. Failures: `practice-only`, of the ledger. */
  readonly fund: (address: string) => Promise<Result<undefined, Failure>>;
  /** Gives up what the vault and approval windows show of the wallet, and signs nothing more. */
  readonly leaveWindows: () => Promise<void>;
}

type WalletCalls = Omit<MainCalls<'wallet'>, 'wallet.openVault'> & MainCalls<'balance'>;

export function walletCalls({ profiles, feeds, fund, leaveWindows }: WalletParts): WalletCalls {
  const handler = withProfile(profiles);
  return {
    'wallet.refresh': handler(async (_, { wallet }) => {
      await wallet.refresh({ interactive: true });
      return DONE;
    }),
    'wallet.lock': async () => {
      const profile = profiles.current();
      if (profile.ok) profile.value.wallet.lock();
      await leaveWindows();
      return DONE;
    },
    'wallet.useAddress': handler(async ({ address }, { wallet }) => {
      // Transactions already built and on show were for the previous address.
      await leaveWindows();
      return done(await wallet.useAddress(address));
    }),
    'wallet.fund': handler(async (_, { wallet }) => {
      const address = wallet.address(0);
      if (!address.ok) return address;
      const funded = await fund(address.value);
      if (!funded.ok) return funded;
      feeds.refreshBalance();
      return DONE;
    }),
    'balance.refresh': () => {
      feeds.findAddresses();
      feeds.refreshBalance();
      return Promise.resolve(DONE);
    },
  };
}

/** The wallet and its balance, from the profile that is open. */
export class WalletFeeds {
  readonly wallet = new Topic<WalletStatusView>(NO_WALLET);
  readonly balance = new Topic<BalanceView>({});
  readonly #clock: Clock;
  readonly #showAdaUsd: (value: number) => void;
  #profile: WalletProfile | undefined;
  #total: Value = new Map();
  /** The part of it at the address that trades. */
  #tradable: Value = new Map();
  #account: string | undefined;
  /** Requests that the last search for addresses took. */
  #searchCost = USUAL_SEARCH;
  #polled: PollingGroup | undefined;
  #ends: readonly (() => void)[] = [];

  /** `showAdaUsd` is called with what one ADA is worth, whenever the service says so. */
  constructor(clock: Clock, profiles: OpenProfile<WalletProfile>, showAdaUsd: (value: number) => void) {
    this.#clock = clock;
    this.#showAdaUsd = showAdaUsd;
    profiles.onChange((profile) => this.#follow(profile));
  }

  /** The assets that the wallet holds at all of its addresses, by the last balance. */
  held(): Iterable<AssetId> {
    return this.#total.keys();
  }

  /** The most of an asset that a trade may sell, by the last balance. */
  mostPayable(asset: AssetId): Quantity {
    return mostPayable(this.#tradable, asset);
  }

  refreshBalance(): void {
    this.#polled?.poke('balance');
  }

  /** Looks for addresses that came into use since. */
  findAddresses(): void {
    this.#polled?.poke('addresses');
  }

  async stop(): Promise<void> {
    for (const end of this.#ends) end();
    this.#ends = [];
    const polled = this.#polled;
    this.#polled = undefined;
    await polled?.leave();
  }

  #follow(profile: WalletProfile | undefined): void {
    void this.stop();
    this.#profile = profile;
    this.#hold(new Map(), new Map());
    this.#account = undefined;
    this.balance.set({});
    if (profile) this.#enter(profile);
    else this.wallet.set(NO_WALLET);
  }

  #enter(profile: WalletProfile): void {
    const showWallet = (): void => {
      const status = profile.wallet.status();
      this.wallet.set(walletView(status));
      const account = status.address;
      if (account !== this.#account && account !== undefined) this.findAddresses();
      this.#account = account;
      this.refreshBalance();
    };
    this.#ends = [
      profile.wallet.onChange(showWallet),
      profile.trading.onChange(() => this.refreshBalance()),
      profile.names.onChange(() => this.#name(profile)),
    ];
    this.#polled = profile.polling.group();
    this.#searchCost = USUAL_SEARCH;
    this.#plan(profile);
    showWallet();
  }

  #plan(profile: WalletProfile): void {
    const addresses = profile.wallet.status().addresses?.length ?? 1;
    this.#polled?.set([
      {
        key: 'balance',
        host: 'ledger',
        every: BALANCE_MS[profile.mode],
        rank: RANK,
        cost: Math.min(addresses, MOST_LISTS),
        run: (signal) => this.#readBalance(profile, signal),
      },
      {
        key: 'addresses',
        host: 'ledger',
        every: ADDRESSES_MS,
        rank: RANK,
        cost: this.#searchCost,
        run: (signal) => this.#findAddresses(profile, signal),
      },
      {
        key: 'ada-value',
        host: 'service',
        every: ADA_USD_MS,
        rank: RANK,
        run: (signal) => this.#readAdaUsd(profile, signal),
      },
    ]);
  }

  #hold(total: Value, tradable: Value): void {
    this.#total = total;
    this.#tradable = tradable;
  }

  async #findAddresses(profile: WalletProfile, signal: AbortSignal): Promise<boolean> {
    if (!profile.connected) return true;
    let asked = 0;
    const found = await profile.wallet.findAddresses(
      {
        accountAddresses: async (rewardAddress) => {
          const listed = await profile.ledger.accountAddresses(rewardAddress, signal);
          asked += 1 + (listed.ok ? Math.floor(listed.value.addresses.length / ON_A_PAGE) : 0);
          return listed;
        },
        utxosAt: (addresses) => {
          // As many as there are, where the back-end has no list of an account's outputs.
          asked += addresses.length;
          return profile.ledger.utxosAt(addresses, signal);
        },
      },
      signal,
    );
    if (signal.aborted || profile !== this.#profile) return true;
    this.#searchCost = Math.max(asked, 1);
    this.#plan(profile);
    return found.ok;
  }

  async #readBalance(profile: WalletProfile, signal: AbortSignal): Promise<boolean> {
    const account = profile.wallet.account();
    if (!account.ok) {
      this.#hold(new Map(), new Map());
      if (profile === this.#profile) this.balance.set({});
      return true;
    }
    if (!profile.connected) return true;
    const token = (id: AssetId): Promise<Token> => Promise.resolve(profile.catalogue.shown(id));
    const { address, addresses } = account.value;
    const read = await readBalance(addresses, profile.ledger, token, signal);
    if (signal.aborted || profile !== this.#profile) return true;
    if (!read.ok) {
      this.balance.set({ ...this.balance.value, failure: failureView(read.failure) });
      return false;
    }
    const { total, byAddress, leftOut } = read.value;
    this.#hold(total, byAddress.get(address) ?? new Map());
    this.balance.set({
      amounts: read.value.holdings.map(({ token: held, quantity }) => ({
        token: tokenView(held),
        quantity: String(quantity),
      })),
      ...(addresses.length === 1
        ? {}
        : {
            byAddress: [...byAddress].slice(0, MOST_PLACES).map(([place, held]) => ({
              address: place,
              ...(place === address ? { trades: true as const } : {}),
              amounts: [...held].map(([id, units]) => amountView(id, units)),
            })),
          }),
      ...(leftOut ? { leftOut: failureView(leftOut) } : {}),
      at: this.#clock.now(),
    });
    profile.names.want('balance', this.held());
    this.#name(profile);
    return true;
  }

  /** Names that were read since go into the balance as it is. */
  #name({ catalogue, names }: WalletProfile): void {
    const { amounts, unread: _, ...rest } = this.balance.value;
    if (amounts === undefined) return;
    const unread = names.unread(this.held());
    this.balance.set({
      ...rest,
      amounts: amounts.map(({ token, quantity }) => ({
        token: tokenView(catalogue.shown(token.id as AssetId)),
        quantity,
      })),
      ...(unread === 0 ? {} : { unread }),
    });
  }

  async #readAdaUsd(profile: WalletProfile, signal: AbortSignal): Promise<boolean> {
    if (!profile.connected) return true;
    const value = await profile.service.adaValue(signal);
    if (value.ok && profile === this.#profile) this.#showAdaUsd(value.value);
    return value.ok;
  }
}

function walletView(status: WalletStatus): WalletStatusView {
  const { addresses, failure: trouble, ...rest } = status;
  return {
    ...rest,
    ...(addresses === undefined ? {} : { addresses: [...addresses] }),
    failure: trouble && failureView(trouble),
  };
}
