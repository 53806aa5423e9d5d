import { createContext } from 'svelte';
import type { BalanceView, WalletStatusView } from '#contract/wallet.ts';
import { ADA } from '#domain/asset.ts';
import type { Answer, MainApi, MainInput } from '../client/main-api.ts';
import type { AgreesBy } from '../format/texts.ts';
import { words } from './words.ts';

export type VaultTaskName = MainInput<'wallet.openVault'>['task'];

/** Said once play money was requested. */
export const FUNDING = words.funding;

/** The wallet as this window may know it: its state and address, never a secret. */
export class Wallet {
  /** Absent until main's first word. */
  view = $state.raw<WalletStatusView | undefined>();
  /** `locked` means that each signature asks for the password; trades can be made all the same. */
  readonly state = $derived(this.view?.state);
  readonly agreesBy = $derived.by((): AgreesBy => {
    if (this.state === 'watching') return 'export';
    return this.view?.unlockedUntil === undefined ? 'password' : 'word';
  });
  readonly address = $derived(this.view?.address);
  /** Set while a new practice wallet waits for its play money. */
  fundWhenReady = $state(false);
  readonly #api: MainApi;

  constructor(api: MainApi) {
    this.#api = api;
    api.on.wallet((value) => (this.view = value));
  }

  /** Opens the vault window, the only place where words and passwords are typed. */
  openVault(task: VaultTaskName): Promise<Answer<unknown>> {
    return this.#api.call['wallet.openVault']({ task });
  }

  /** Has main look at keystore and keychain again. */
  refresh(): Promise<Answer<unknown>> {
    return this.#api.call['wallet.refresh']({});
  }

  lock(): Promise<Answer<unknown>> {
    return this.#api.call['wallet.lock']({});
  }

  /** Trades with another one of the addresses that are watched. */
  useAddress(address: string): Promise<Answer<unknown>> {
    return this.#api.call['wallet.useAddress']({ address });
  }

  /** Asks the practice ledger for play money. */
  fund(): Promise<Answer<unknown>> {
    return this.#api.call['wallet.fund']({});
  }
}

export const [useWallet, provideWallet] = createContext<Wallet>();

/** The wallet's holdings, as the ledger back-end last reported them. */
export class Balance {
  view = $state.raw<BalanceView | undefined>();
  /** Holdings in base units by asset; absent while the first answer is awaited. */
  readonly byAsset = $derived(
    this.view?.amounts &&
      new Map(this.view.amounts.map(({ token, quantity }) => [token.id, BigInt(quantity)])),
  );
  readonly ada = $derived(this.of(ADA));
  readonly #api: MainApi;

  constructor(api: MainApi) {
    this.#api = api;
    api.on.balance((value) => (this.view = value));
  }

  /** Base units held, zero for what is not held, absent while nothing is known. */
  of(asset: string): bigint | undefined {
    return this.byAsset === undefined ? undefined : (this.byAsset.get(asset) ?? 0n);
  }

  /** As of `of`, at the address that trades: a service builds for one. */
  tradable(asset: string): bigint | undefined {
    const places = this.view?.byAddress;
    if (places === undefined) return this.of(asset);
    const held = places.find(({ trades }) => trades)?.amounts.find((one) => one.asset === asset);
    return BigInt(held?.quantity ?? '0');
  }

  refresh(): Promise<Answer<unknown>> {
    return this.#api.call['balance.refresh']({});
  }
}

export const [useBalance, provideBalance] = createContext<Balance>();
