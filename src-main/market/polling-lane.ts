import type { Failure } from '#domain/failure.ts';
import type { Clock } from '../ports/system.ts';
import type { AttentionState } from './attention.ts';

/** Whose requests are counted together. */
export type PolledHost = 'service' | 'charts' | 'ledger';

interface Rate {
  readonly perMinute: number;
  /** Requests that may come at once after a quiet time. */
  readonly burst: number;
}

const BUDGETS: Readonly<Record<PolledHost, Readonly<Record<AttentionState, Rate>>>> = {
  service: {
    active: { perMinute: 28, burst: 60 },
    idle: { perMinute: 2, burst: 1 },
    hidden: { perMinute: 0.5, burst: 1 },
  },
  // Alerts alone are asked for while nobody looks: a price that crosses then is what they are for.
  charts: {
    active: { perMinute: 12, burst: 60 },
    idle: { perMinute: 6, burst: 1 },
    hidden: { perMinute: 6, burst: 1 },
  },
  // Requests that follow open trades are not jobs: they neither wait for this budget nor count in it.
  ledger: {
    active: { perMinute: 60, burst: 20 },
    idle: { perMinute: 6, burst: 2 },
    hidden: { perMinute: 2, burst: 2 },
  },
};
/** Requests of others hold polling up by so many at most. */
const MOST_OWED = 5;
/** The part of a budget that late jobs may use whatever others ask. */
const JOBS_SHARE = 0.5;

/** The requests to one host: a bucket that fills by the rate of the moment, and what is taken from it. */
export class Lane {
  readonly #clock: Clock;
  readonly #rates: Readonly<Record<AttentionState, Rate>>;
  #state: AttentionState;
  #level: number;
  #settledAt: number;
  /** The level that the bucket would have if the user had never been away; it applies when the user is back. */
  #meanwhile: number;
  /** The jobs' own bucket: it fills by their share of the rate, to one request, and nobody else takes from it. */
  #share: number;
  #reserved = 0;
  running = 0;
  refusal: Failure | undefined;
  /** Whether each request is reported to `spend`; if not, a job takes as many as it declares. */
  observed = false;
  wake = new AbortController();

  constructor(clock: Clock, host: PolledHost, state: AttentionState) {
    const rates = BUDGETS[host];
    this.#clock = clock;
    this.#rates = rates;
    this.#state = state;
    this.#level = rates[state].burst;
    this.#meanwhile = rates.active.burst;
    this.#share = 1;
    this.#settledAt = clock.monotonic();
  }

  attend(state: AttentionState): void {
    this.#settle();
    this.#state = state;
    this.#level = state === 'active' ? this.#meanwhile : 0;
  }

  /** A request was made: one that was reserved for a job, or one of somebody else. */
  spend(): void {
    this.#settle();
    if (this.#reserved > 0) this.#reserved -= 1;
    else this.#take(1);
  }

  reserve(requests: number): void {
    this.#settle();
    this.running += 1;
    this.#reserved += requests;
    this.#take(requests);
    this.#share = Math.max(this.#share - requests, -MOST_OWED);
  }

  /** A job has ended; what nobody used is given back. */
  release(): void {
    this.running -= 1;
    if (this.running > 0) return;
    if (this.observed) {
      this.#take(-this.#reserved);
      this.#share += this.#reserved;
    }
    this.#reserved = 0;
  }

  /** Ms until there is room for a request. */
  wait(): number {
    this.#settle();
    const { perMinute, burst } = this.#rates[this.#state];
    return waitFor(this.#level, Math.min(1, burst), perMinute);
  }

  /** Ms until there is room for a late job, whatever others ask. */
  waitWhenLate(): number {
    this.#settle();
    return waitFor(this.#share, 1, this.#rates[this.#state].perMinute * JOBS_SHARE);
  }

  #take(requests: number): void {
    this.#level = Math.max(this.#level - requests, -Math.min(MOST_OWED, this.#rates[this.#state].burst + 1));
    this.#meanwhile = Math.max(this.#meanwhile - requests, -MOST_OWED);
  }

  #settle(): void {
    const now = this.#clock.monotonic();
    const minutes = (now - this.#settledAt) / 60_000;
    this.#settledAt = now;
    const { perMinute, burst } = this.#rates[this.#state];
    this.#level = Math.min(this.#level + minutes * perMinute, burst);
    const { active } = this.#rates;
    this.#meanwhile = Math.min(this.#meanwhile + minutes * active.perMinute, active.burst);
    this.#share = Math.min(this.#share + minutes * perMinute * JOBS_SHARE, 1);
  }
}

/** Ms until a bucket has risen to what one request takes. */
function waitFor(level: number, enough: number, perMinute: number): number {
  if (level >= enough && enough > 0) return 0;
  return perMinute === 0 ? Number.POSITIVE_INFINITY : Math.ceil(((1 - level) * 60_000) / perMinute);
}
