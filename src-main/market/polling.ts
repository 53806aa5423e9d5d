import type { Failure } from '#domain/failure.ts';
import { keepNewest } from '#domain/newest.ts';
import type { Result } from '#domain/result.ts';
import type { Clock } from '../ports/system.ts';
import type { Attention, AttentionState } from './attention.ts';
import { Lane, type PolledHost } from './polling-lane.ts';

/** Something to ask for again and again. */
export interface PolledJob {
  /** One turn a key. */
  readonly key: string;
  readonly host: PolledHost;
  /** Milliseconds between two turns; a state of attention that is absent has none. */
  readonly every: Readonly<Partial<Record<AttentionState, number>>>;
  /** Among jobs that are equally overdue, the lowest goes first. */
  readonly rank: number;
  /** Requests that a turn usually takes. */
  readonly cost?: number;
  /** Answers whether it went well; it is asked more rarely while it does not. */
  readonly run: (signal: AbortSignal) => Promise<boolean>;
}

/** Jobs that come and go together. */
export interface PollingGroup {
  /** The jobs from now on; those that the group had before keep their schedule. */
  set(jobs: readonly PolledJob[]): void;
  /** Something happened: asks this one next, and, while the user is there, whatever the budget. */
  poke(key: string): void;
  /** Asks this one as if it were new, within the budget. */
  want(key: string): void;
  /** Aborts what is under way and resolves when it has ended. */
  leave(): Promise<void>;
}

/** Learns of every request to a host, whoever makes it. */
export interface CallObserver {
  /** Answers what is to be called with the answer. */
  asked(): (answer: Result<unknown, Failure>) => void;
}

const HOSTS = ['service', 'charts', 'ledger'] as const;
const MOST_AT_ONCE: Readonly<Record<AttentionState, number>> = { active: 4, idle: 1, hidden: 1 };
const LONGEST_SLEEP_MS = 60_000;
const MOST_SLOWED = 8;
const MOST_REMEMBERED = 4_000;

interface Turn {
  readonly startedAt: number;
  readonly troubles: number;
  /** It was not asked yet, and is wanted since it started. */
  readonly first?: boolean;
}

const URGENT = -1;
/** The first turn of a job is due as if its rhythm were no slower than this. */
const FIRST_MS = 300_000;
/** A job whose last turn was this many rhythms ago is late. */
const LATE_RHYTHMS = 3;
const NEVER: Turn = { startedAt: Number.NEGATIVE_INFINITY, troubles: 0 };

interface Member {
  readonly signal: AbortSignal;
  readonly jobs: readonly PolledJob[];
}

/**
 * The one schedule of all repeated requests, within a budget for each host: the job that is most overdue for its own
 * rhythm goes first. Too small a budget makes everything slower but starves nothing. Requests by others count too, but
 * a late job takes its turn from the jobs' own share of the budget, so that others cannot delay it further. A host that
 * refuses the key gets no more requests until some call to it is answered.
 */
export class Polling {
  readonly #clock: Clock;
  readonly #attention: Pick<Attention, 'state' | 'onChange'>;
  readonly #stopped = new AbortController();
  readonly #lanes: Readonly<Record<PolledHost, Lane>>;
  readonly #members = new Set<{ current: Member }>();
  readonly #turns = new Map<string, Turn>();
  readonly #urgent = new Set<string>();
  readonly #running = new Map<string, Promise<void>>();
  readonly #listeners = new Set<(host: PolledHost, why: Failure | undefined) => void>();
  readonly #unfollow: () => void;
  #waiting = new AbortController();

  constructor(clock: Clock, attention: Pick<Attention, 'state' | 'onChange'>) {
    this.#clock = clock;
    this.#attention = attention;
    const lane = (host: PolledHost): Lane => new Lane(clock, host, attention.state);
    this.#lanes = { service: lane('service'), charts: lane('charts'), ledger: lane('ledger') };
    this.#unfollow = attention.onChange((state) => {
      for (const host of HOSTS) this.#lanes[host].attend(state);
      this.#wakeAll();
    });
    for (const host of HOSTS) void this.#run(host);
  }

  get state(): AttentionState {
    return this.#attention.state;
  }

  group(): PollingGroup {
    const left = new AbortController();
    const member: { current: Member } = { current: { signal: left.signal, jobs: [] } };
    this.#members.add(member);
    return {
      set: (jobs) => {
        member.current = { signal: left.signal, jobs };
        for (const { key } of jobs) if (!this.#turns.has(key)) this.#want(key);
        this.#wakeAll();
      },
      poke: (key) => {
        this.#turns.delete(key);
        this.#urgent.add(key);
        this.#wakeAll();
      },
      want: (key) => {
        this.#want(key);
        this.#wakeAll();
      },
      leave: async () => {
        left.abort();
        this.#members.delete(member);
        const own = member.current.jobs.flatMap(({ key }) => this.#running.get(key) ?? []);
        await Promise.all(own);
      },
    };
  }

  /** Counts the requests to a host, and learns of a refused key from their answers. */
  observer(host: PolledHost): CallObserver {
    const lane = this.#lanes[host];
    lane.observed = true;
    return {
      asked: () => {
        const before = lane.refusal;
        lane.spend();
        return (answer) => {
          const refused = !answer.ok && answer.failure.code === 'service-key-refused';
          if (refused && lane.refusal === undefined) this.#refuse(host, answer.failure);
          // The answer to a request sent before the refusal is no evidence about the key as it is now.
          else if (answer.ok && before !== undefined && before === lane.refusal)
            this.#refuse(host, undefined);
        };
      },
    };
  }

  /** Why a host is not asked: it refused the key. */
  refusal(host: PolledHost): Failure | undefined {
    return this.#lanes[host].refusal;
  }

  /** The listener gets the refusal, and `undefined` when it is over. */
  onRefusal(listener: (host: PolledHost, why: Failure | undefined) => void): void {
    this.#listeners.add(listener);
  }

  /** Resolves when a host may be asked on nobody's behalf: the page is seen, and the key is not refused. */
  async allowed(host: PolledHost, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (this.state === 'hidden' || this.refusal(host) !== undefined))
      await this.#clock.sleep(LONGEST_SLEEP_MS, AbortSignal.any([signal, this.#waiting.signal]));
  }

  /** There are new clients: all is asked again, whatever was refused before. */
  startOver(): void {
    for (const host of HOSTS) this.#lanes[host].refusal = undefined;
    this.askAll();
  }

  /** Everything known may be out of date: it is requested next, as far as the budgets allow. */
  askAll(): void {
    for (const key of [...this.#turns.keys()]) this.#want(key);
    this.#wakeAll();
  }

  /** Resolves when what is under way has ended. */
  async stop(): Promise<void> {
    this.#unfollow();
    this.#stopped.abort();
    this.#wakeAll();
    await Promise.all(this.#running.values());
  }

  #refuse(host: PolledHost, why: Failure | undefined): void {
    this.#lanes[host].refusal = why;
    if (why === undefined)
      for (const [key, { startedAt }] of this.#turns) this.#turns.set(key, { startedAt, troubles: 0 });
    this.#wakeAll();
    for (const listener of this.#listeners) listener(host, why);
  }

  async #run(host: PolledHost): Promise<void> {
    const { signal } = this.#stopped;
    const lane = this.#lanes[host];
    while (!signal.aborted) {
      const next = this.#next(host, lane);
      if (typeof next !== 'number') {
        this.#start(lane, next.member, next.job);
        continue;
      }
      lane.wake = new AbortController();
      const woken = AbortSignal.any([signal, lane.wake.signal]);
      await this.#clock.sleep(Math.min(next, LONGEST_SLEEP_MS), woken);
    }
  }

  #start(lane: Lane, member: Member, job: PolledJob): void {
    const troubles = this.#turns.get(job.key)?.troubles ?? 0;
    this.#remember(job.key, troubles);
    this.#urgent.delete(job.key);
    lane.reserve(job.cost ?? 1);
    const asked = async (): Promise<boolean> =>
      job.run(AbortSignal.any([this.#stopped.signal, member.signal]));
    // A job that breaks down, at once or later, is one that failed: it does not keep its place.
    const run = asked()
      .catch(() => false)
      .then((well) => {
        this.#running.delete(job.key);
        lane.release();
        // Poked meanwhile, it has its next turn at once.
        const turn = this.#turns.get(job.key);
        if (turn)
          keepNewest(this.#turns, job.key, { ...turn, troubles: well ? 0 : troubles + 1 }, MOST_REMEMBERED);
        lane.wake.abort();
      });
    this.#running.set(job.key, run);
  }

  /** The job whose turn it is, or ms until there may be one. */
  #next(host: PolledHost, lane: Lane): { readonly member: Member; readonly job: PolledJob } | number {
    const { state } = this;
    if (lane.refusal !== undefined || lane.running >= MOST_AT_ONCE[state]) return Number.POSITIVE_INFINITY;
    const now = this.#clock.monotonic();
    let best:
      | { readonly member: Member; readonly job: PolledJob; readonly overdue: number; readonly rank: number }
      | undefined;
    let soonest = Number.POSITIVE_INFINITY;
    let soonestLate = Number.POSITIVE_INFINITY;
    for (const { current: member } of this.#members)
      for (const job of member.jobs) {
        const rhythm = job.every[state];
        if (job.host !== host || rhythm === undefined || this.#running.has(job.key)) continue;
        const { startedAt, troubles, first } = this.#turns.get(job.key) ?? NEVER;
        const every = rhythm * Math.min(2 ** troubles, MOST_SLOWED);
        const unit = first ? Math.min(rhythm, FIRST_MS) : every;
        const dueAt = first ? startedAt : startedAt + every;
        const wait = first ? 0 : dueAt - now;
        const overdue = 1 + (now - dueAt) / unit;
        soonest = Math.min(soonest, wait);
        soonestLate = Math.min(soonestLate, dueAt + (LATE_RHYTHMS - 1) * unit - now);
        const rank = this.#urgent.has(job.key) ? URGENT : job.rank;
        const ahead = !best || overdue > best.overdue || (overdue === best.overdue && rank < best.rank);
        if (wait <= 0 && ahead) best = { member, job, overdue, rank };
      }
    if (best === undefined) return soonest;
    if (state === 'active' && this.#urgent.has(best.job.key)) return best;
    return Math.min(lane.wait(), Math.max(soonestLate, lane.waitWhenLate(), 0)) || best;
  }

  #want(key: string): void {
    const turn = { startedAt: this.#clock.monotonic(), troubles: 0, first: true };
    keepNewest(this.#turns, key, turn, MOST_REMEMBERED);
  }

  #remember(key: string, troubles: number): void {
    keepNewest(this.#turns, key, { startedAt: this.#clock.monotonic(), troubles }, MOST_REMEMBERED);
  }

  #wakeAll(): void {
    for (const host of HOSTS) this.#lanes[host].wake.abort();
    const waiting = this.#waiting;
    this.#waiting = new AbortController();
    waiting.abort();
  }
}
