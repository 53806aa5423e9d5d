import { createContext, untrack } from 'svelte';
import type { ReviewView } from '#contract/approval.ts';
import type { TradeView } from '#contract/trades.ts';
import type { FailureLike } from '../format/words.ts';
import type { ReviewedTicket } from '../state/layers.svelte.ts';
import type { Trades } from '../state/trades.svelte.ts';

/**
 * `waiting`: the approval window shows the transaction. `blocked`: it shows why it cannot be signed. `signing`: the
 * user agreed there, and the key is at work.
 */
export type ReviewPhase = 'requoting' | 'building' | 'waiting' | 'blocked' | 'signing' | 'failed';

export interface ReviewRunParts {
  readonly trades: Trades;
  readonly ticket: ReviewedTicket;
}

/** A quote, an estimate or a plan that the user is to agree to in the approval window. */
export interface Review {
  /** "Review trade". */
  readonly title: string;
  readonly quote: { readonly id: string };
  readonly ticket: ReviewedTicket;
  /** Called once it is signed. */
  readonly onsigned: (tradeId: string) => void;
}

/** The review under way: one for the whole desk, as there is one approval window. Its ticket shows its phases. */
export class Reviewing {
  review = $state.raw<Review | undefined>();
  run = $state.raw<ReviewRun | undefined>();

  /** Begins a review in place of the one under way. */
  begin(review: Review): void {
    this.review = review;
  }

  /** Leaves it: an unsigned transaction is discarded. */
  end(): void {
    this.review = undefined;
  }

  /** The review of that ticket. */
  of(ticket: ReviewedTicket): ReviewRun | undefined {
    return this.review?.ticket === ticket ? this.run : undefined;
  }
}

export const [useReviewing, provideReviewing] = createContext<Reviewing>();

/** The ways a review can end. */
export interface ReviewEnds {
  /** The trade is signed and goes its own way. */
  readonly onsigned: (tradeId: string) => void;
  /** It was left in the approval window. */
  readonly onleft: () => void;
  /** The ticket asks for something else now. */
  readonly onchanged: () => void;
}

/** One review, from the build at the service to the user's decision in the approval window, which the trade's state reports. */
export class ReviewRun {
  phase = $state<ReviewPhase>('building');
  failure = $state.raw<FailureLike | undefined>();
  #review = $state.raw<ReviewView | undefined>();
  #quoteId: string;
  /** The trade that the service is building. */
  #building: Promise<string | undefined> | undefined;
  #over = false;
  readonly #ticket: ReviewedTicket;
  readonly #trades: Trades;
  readonly #ends: ReviewEnds;

  constructor({ trades, ticket }: ReviewRunParts, quote: { readonly id: string }, ends: ReviewEnds) {
    this.#ticket = ticket;
    this.#trades = trades;
    this.#quoteId = quote.id;
    this.#ends = ends;
    ticket.paused = true;
    void this.#build();
    const asked = JSON.stringify(ticket.request);
    $effect(() => {
      const now = JSON.stringify(ticket.request);
      if (now !== undefined && now !== asked && this.phase !== 'signing') untrack(() => ends.onchanged());
    });
    $effect(() => {
      if (this.phase === 'requoting') this.#takeNewQuote();
    });
    $effect(() => {
      const trade = this.#review && this.#trades.find(this.#review.tradeId);
      if (trade) untrack(() => this.#follow(trade));
    });
    $effect(() => () => this.#close());
  }

  /** Leaves this build and asks for a new price, then for a new build. */
  again(): void {
    this.#discard();
    this.failure = undefined;
    this.phase = 'requoting';
    this.#ticket.refresh();
  }

  #follow({ id, state, failure }: TradeView): void {
    if (this.#over) return;
    if (state === 'built') this.phase = 'waiting';
    else if (state === 'approved') this.phase = 'signing';
    else if (state === 'refused') this.#refused(failure);
    else {
      this.#over = true;
      if (state === 'discarded') this.#ends.onleft();
      else this.#ends.onsigned(id);
    }
  }

  /** Nothing was signed: the inspector said no, which the approval window shows, or the signing itself failed. */
  #refused(failure: FailureLike | undefined): void {
    if (this.#review?.verdict === 'block') {
      this.phase = 'blocked';
      return;
    }
    this.failure = failure;
    this.phase = 'failed';
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
    // A trade abandoned a moment ago may still be leaving the approval window.
    const { leaving } = this.#trades;
    if (leaving) await leaving;
    if (this.#over) return;
    const building = this.#ticket.build(quoteId);
    this.#building = building.then((built) => (built.ok ? built.value.tradeId : undefined));
    const answer = await building;
    if (this.#over) return;
    this.#building = undefined;
    if (answer.ok) {
      this.phase = answer.value.verdict === 'block' ? 'blocked' : 'waiting';
      this.#review = answer.value;
    } else {
      this.failure = answer.failure;
      this.phase = 'failed';
    }
  }

  /** A request still in the approval window is discarded; one being signed, or signed, continues. */
  #discard(): void {
    const review = this.#review;
    this.#review = undefined;
    const left = review?.tradeId ?? this.#building;
    this.#building = undefined;
    if (left !== undefined && (this.phase === 'waiting' || this.phase === 'building'))
      this.#trades.leave(left);
  }

  #close(): void {
    if (!this.#over) this.#discard();
    this.#over = true;
    this.#ticket.paused = false;
  }
}
