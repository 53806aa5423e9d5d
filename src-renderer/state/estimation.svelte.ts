import { untrack } from 'svelte';
import type { Answer } from '../client/main-api.ts';
import type { Failure } from '#domain/failure.ts';
import type { Clock } from './clock.svelte.ts';

const DEBOUNCE_MS = 400;
/** An answer on screen is asked for anew this long before it ends, so that the figures never run out under the eye. */
const RENEW_BEFORE_MS = 3_000;
/** Without a sign of the user for this long, answers are let expire. */
const IDLE_MS = 5 * 60_000;

export type EstimateState = 'none' | 'asking' | 'fresh' | 'stale' | 'failed';

/** An answer of main that holds for a while. */
export interface Estimate {
  readonly at: number;
  readonly expiresAt: number;
}

export interface EstimationParts<Request, Result extends Estimate> {
  readonly clock: Clock;
  /** When the user last touched the page, epoch ms. */
  readonly lastTouch: () => number;
  /** What is asked now; absent while there is nothing to ask. */
  readonly request: () => Request | undefined;
  readonly ask: (request: Request) => Promise<Answer<Result>>;
  /** Whether an answer may stay on screen, dimmed, until the next one is there. */
  readonly keeps: (answer: Result) => boolean;
  /** Told whenever what is asked has changed. */
  readonly onchange: () => void;
}

/**
 * The answer to what a form asks as it stands: asked once typing pauses, asked anew before it ends, and an answer to
 * an older question is not taken.
 */
export class Estimation<Request, Result extends Estimate> {
  answer = $state.raw<Result | undefined>();
  failure = $state.raw<Failure | undefined>();
  asking = $state(false);
  /** True while a review is open: the answer is left alone. */
  paused = $state(false);
  #turn = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #parts: EstimationParts<Request, Result>;

  readonly request = $derived.by(() => this.#parts.request());
  readonly #key = $derived.by(() => JSON.stringify(this.request));
  readonly state = $derived.by((): EstimateState => {
    if (this.failure !== undefined) return 'failed';
    if (this.answer === undefined || this.asking) return this.asking ? 'asking' : 'none';
    return this.#parts.clock.now >= this.answer.expiresAt ? 'stale' : 'fresh';
  });

  constructor(parts: EstimationParts<Request, Result>) {
    this.#parts = parts;
    $effect(() => {
      const key = this.#key;
      untrack(() => this.#formChanged(key === undefined));
    });
    $effect(() => {
      const now = parts.clock.now;
      untrack(() => this.#renewWhenDue(now));
    });
    $effect(() => () => clearTimeout(this.#timer));
  }

  /** Asks now. */
  refresh(): void {
    clearTimeout(this.#timer);
    const { request } = this;
    if (request === undefined) return;
    this.asking = true;
    void this.#ask(request);
  }

  #formChanged(nothingToAsk: boolean): void {
    clearTimeout(this.#timer);
    this.#turn += 1;
    this.#parts.onchange();
    this.failure = undefined;
    if (nothingToAsk || (this.answer !== undefined && !this.#parts.keeps(this.answer)))
      this.answer = undefined;
    this.asking = !nothingToAsk;
    if (!nothingToAsk) this.#timer = setTimeout(() => this.refresh(), DEBOUNCE_MS);
  }

  #renewWhenDue(now: number): void {
    if (this.answer === undefined || this.asking || this.paused || this.failure !== undefined) return;
    if (document.hidden || now - this.#parts.lastTouch() > IDLE_MS) return;
    if (now >= this.answer.expiresAt - RENEW_BEFORE_MS) this.refresh();
  }

  async #ask(request: Request): Promise<void> {
    this.#turn += 1;
    const mine = this.#turn;
    const answer = await this.#parts.ask(request);
    if (mine !== this.#turn) return;
    this.asking = false;
    this.answer = answer.ok ? answer.value : undefined;
    this.failure = answer.ok ? undefined : answer.failure;
  }
}
