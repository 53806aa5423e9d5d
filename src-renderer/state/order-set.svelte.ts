import type { SetProgressView } from '#contract/limit-views.ts';
import type { Answer, MainApi } from '../client/main-api.ts';

/** The set of transactions under way: a ladder, or a cancellation in several parts. */
export class OrderSet {
  view = $state.raw<SetProgressView | undefined>();
  /** Members that are on their way or on chain. */
  readonly sent = $derived(
    (this.view?.members ?? []).filter(({ state }) => state === 'sent' || state === 'placed').length,
  );
  readonly underWay = $derived(
    this.view !== undefined && this.view.state !== 'done' && this.view.state !== 'stopped',
  );
  readonly #api: MainApi;

  constructor(api: MainApi) {
    this.#api = api;
    api.on.orderSet(({ set }) => (this.view = set));
  }

  /** The set that a trade is part of. */
  of(tradeId: string): SetProgressView | undefined {
    return this.view?.members.some((member) => member.tradeId === tradeId) ? this.view : undefined;
  }

  /** Ends the set after the transaction that is being made; what was placed stays. */
  stop(id: string): Promise<Answer<unknown>> {
    return this.#api.call['orderSet.stop']({ id });
  }
}
