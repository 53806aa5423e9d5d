import { untrack } from 'svelte';
import type { Answer, MainApi } from '../client/main-api.ts';
import type { TradeView } from '#contract/trades.ts';
import type { FailureLike } from '../format/words.ts';
import type { Trades } from './trades.svelte.ts';

/**
 * `waiting`: the approval window shows the cancellation. `blocked`: it shows why it cannot be signed. `sent`: signed
 * and on its way. `exported`: waiting to be signed where its key is. `over`: all its orders have ended. `left`: the
 * user left it unsigned.
 */
export type CancelPhase =
  'building' | 'waiting' | 'blocked' | 'signing' | 'exported' | 'sent' | 'over' | 'left' | 'failed';

/** The facts about a cancellation once the service has built it. */
interface Prepared {
  readonly tradeId: string;
  readonly verdict: 'pass' | 'warn' | 'block';
}

export interface CancelRunParts {
  readonly api: MainApi;
  readonly trades: Trades;
}

/** One cancellation, from its build at the service to the end of what it is about. */
export abstract class CancelRun<Built extends Prepared> {
  phase = $state<CancelPhase>('building');
  failure = $state.raw<FailureLike | undefined>();
  prepared = $state.raw<Built | undefined>();
  readonly #trades: Trades;
  /** The trade that the service is building. */
  #building: Promise<string | undefined> | undefined;
  #closed = false;

  constructor({ trades }: CancelRunParts) {
    this.#trades = trades;
    $effect(() => {
      const trade = this.prepared && trades.find(this.prepared.tradeId);
      if (trade === undefined) return;
      const over = this.isOver(trade);
      untrack(() => this.#follow(trade, over));
    });
    $effect(() => () => this.#close());
  }

  /** Has the service build it. */
  protected abstract ask(): Promise<Answer<Built>>;

  /** Whether everything that it is about has come to its end: the list of it has the last word. */
  protected abstract isOver(trade: TradeView): boolean;

  protected async build(): Promise<void> {
    // A trade abandoned a moment ago may still be leaving the approval window.
    const { leaving } = this.#trades;
    if (leaving) await leaving;
    if (this.#closed) return;
    const asking = this.ask();
    this.#building = asking.then((built) => (built.ok ? built.value.tradeId : undefined));
    const answer = await asking;
    if (this.#closed) return;
    this.#building = undefined;
    if (answer.ok) {
      this.phase = answer.value.verdict === 'block' ? 'blocked' : 'waiting';
      this.prepared = answer.value;
    } else {
      this.failure = answer.failure;
      this.phase = 'failed';
    }
  }

  /** A request still in the approval window is discarded; a signed one continues. */
  protected leaveUnsigned(): void {
    const left = this.phase === 'waiting' ? this.prepared?.tradeId : this.#building;
    this.#building = undefined;
    if (left !== undefined) this.#trades.leave(left);
  }

  /** Costs of these trades in lovelace, from their bytes; absent unless all of them are built. */
  protected costOf(ids: readonly (string | undefined)[]): bigint | undefined {
    if (ids.length === 0) return undefined;
    let sum = 0n;
    for (const id of ids) {
      const costs = id === undefined ? undefined : this.#trades.find(id)?.costs;
      if (costs === undefined) return undefined;
      sum += BigInt(costs.networkFee) + BigInt(costs.exchangeFees) + BigInt(costs.otherRecipients);
    }
    return sum;
  }

  #follow({ state, failure }: TradeView, over: boolean): void {
    if (this.phase === 'left' || this.phase === 'over') return;
    if (state === 'built') this.phase = 'waiting';
    else if (state === 'approved') this.phase = 'signing';
    else if (state === 'discarded') this.phase = 'left';
    else if (state === 'exported') this.phase = 'exported';
    else if (over) this.phase = 'over';
    else if (state === 'refused' && this.prepared?.verdict === 'block') this.phase = 'blocked';
    else if (state === 'refused' || state === 'expired') {
      this.failure = failure;
      this.phase = 'failed';
    } else this.phase = 'sent';
  }

  #close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.leaveUnsigned();
  }
}
