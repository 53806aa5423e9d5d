import type { Answer, MainApi, MainInput } from '../client/main-api.ts';
import type { WalletStatusView } from '#contract/views.ts';

export type VaultTaskName = MainInput<'wallet.openVault'>['task'];

/** The wallet as this window may know it: its state and address, never a secret. */
export class Wallet {
  /** Absent until main's first word. */
  view = $state.raw<WalletStatusView | undefined>();
  /** `locked` means that each signature asks for the password; trades can be made all the same. */
  readonly state = $derived(this.view?.state);
  readonly address = $derived(this.view?.address);
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

  /** Asks the practice ledger for play money. */
  fund(): Promise<Answer<unknown>> {
    return this.#api.call['wallet.fund']({});
  }
}
