import { untrack } from 'svelte';
import { SvelteSet } from 'svelte/reactivity';
import type { MainApi } from '../client/main-api.ts';
import type { QuoteView, ReviewView } from '../../src-preload/contract/views.ts';
import type { Failure } from '../../src-preload/domain/failure.ts';
import type { Clock } from './clock.svelte.ts';
import type { SwapTicket } from './swap-ticket.svelte.ts';
import type { Trades } from './trades.svelte.ts';

/** The accept button stays shut this long after the figures stand, so that no click meant for something else lands on it. */
const SHUT_MS = 900;

export type ReviewPhase = 'requoting' | 'building' | 'reviewing' | 'signing' | 'failed';

export interface ReviewParts {
  readonly api: MainApi;
  readonly clock: Clock;
  readonly ticket: SwapTicket;
  readonly trades: Trades;
}

/** One review, from the build at the service to the user's word on exactly those bytes. */
export class SwapReview {
  phase = $state<ReviewPhase>('building');
  review = $state.raw<ReviewView | undefined>();
  failure = $state.raw<Failure | undefined>();
  /** True once the button may be pressed. */
  open = $state(false);
  readonly #worseAccepted = new SvelteSet<string>();
  readonly expired = $derived.by(() => this.review !== undefined && this.#clock.now >= this.review.expiresAt);
  readonly blocked = $derived.by(
    () => this.review?.findings.some(({ severity }) => severity === 'block') ?? false,
  );
  readonly worse = $derived.by(() =>
    this.review !== undefined && !this.#worseAccepted.has(this.review.tradeId)
      ? this.review.worseThanQuote
      : undefined,
  );
  readonly acceptable = $derived.by(
    () =>
      this.phase === 'reviewing' && this.open && !this.expired && !this.blocked && this.worse === undefined,
  );
  #quoteId: string;
  #closed = false;
  #accepted = false;
  #left = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #api: MainApi;
  readonly #clock: Clock;
  readonly #ticket: SwapTicket;
  readonly #trades: Trades;
  readonly #onaccepted: (tradeId: string) => void;

  constructor(parts: ReviewParts, quote: QuoteView, onaccepted: (tradeId: string) => void) {
    this.#api = parts.api;
    this.#clock = parts.clock;
    this.#ticket = parts.ticket;
    this.#trades = parts.trades;
    this.#quoteId = quote.id;
    this.#onaccepted = onaccepted;
    parts.ticket.paused = true;
    void this.#build();
    $effect(() => {
      if (this.phase === 'requoting') this.#takeNewQuote();
    });
    $effect(() => {
      const id = this.phase === 'signing' ? this.review?.tradeId : undefined;
      if (id !== undefined && this.#isSigned(id)) untrack(() => this.#leaveFor(id));
    });
    $effect(() => () => this.#close());
  }

  /** The new price, which is worse than the one asked for, is accepted too. */
  acceptWorse(): void {
    if (this.review !== undefined) this.#worseAccepted.add(this.review.tradeId);
    this.#shut();
  }

  /** Leaves this build and asks for a new price, then for a new build. */
  again(): void {
    this.#discard();
    this.failure = undefined;
    this.phase = 'requoting';
    this.#ticket.refresh();
  }

  async accept(): Promise<void> {
    const review = this.review;
    if (review === undefined || !this.acceptable) return;
    this.phase = 'signing';
    this.#accepted = true;
    const { tradeId, bodyHash } = review;
    const answer = await this.#api.call['swap.accept']({ tradeId, bodyHash });
    if (this.#left) return;
    if (answer.ok || this.#isSigned(tradeId)) {
      this.#leaveFor(tradeId);
      return;
    }
    this.#accepted = false;
    if (this.#closed) {
      void this.#api.call['swap.discard']({ tradeId });
      return;
    }
    this.failure = answer.failure;
    // The password window was left: the same bytes can still be accepted.
    this.phase = answer.failure.code === 'vault-closed' ? 'reviewing' : 'failed';
    this.#shut();
  }

  /** From the signature on the trade goes its own way, whatever becomes of the call. */
  #isSigned(tradeId: string): boolean {
    const state = this.#trades.find(tradeId)?.state;
    return state !== undefined && state !== 'built' && state !== 'approved' && state !== 'discarded';
  }

  #leaveFor(tradeId: string): void {
    if (this.#left || this.#closed) return;
    this.#left = true;
    this.#onaccepted(tradeId);
  }

  #takeNewQuote(): void {
    const { quoteState, quote, failure } = this.#ticket;
    if (quoteState === 'failed' && failure !== undefined) {
      this.failure = failure;
      this.phase = 'failed';
    } else if (quoteState === 'fresh' && quote !== undefined && quote.id !== this.#quoteId) {
      this.#quoteId = quote.id;
      void this.#build();
    }
  }

  async #build(): Promise<void> {
    this.phase = 'building';
    const quoteId = this.#quoteId;
    const answer = await this.#api.call['swap.review']({ quoteId });
    if (this.#closed) {
      if (answer.ok) void this.#api.call['swap.discard']({ tradeId: answer.value.tradeId });
      return;
    }
    if (answer.ok) {
      this.review = answer.value;
      this.phase = 'reviewing';
      this.#shut();
    } else {
      this.failure = answer.failure;
      this.phase = 'failed';
    }
  }

  #shut(): void {
    this.open = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.open = true), SHUT_MS);
  }

  #discard(): void {
    if (this.review !== undefined && !this.#accepted)
      void this.#api.call['swap.discard']({ tradeId: this.review.tradeId });
    this.review = undefined;
  }

  #close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#discard();
    this.#ticket.paused = false;
  }
}
