import type { Answer, MainApi } from '../client/main-api.ts';
import type { BalanceView } from '#contract/views.ts';
import { ADA } from '#domain/asset.ts';

/** What the wallet holds, as the ledger back-end last told. */
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

  refresh(): Promise<Answer<unknown>> {
    return this.#api.call['balance.refresh']({});
  }
}
