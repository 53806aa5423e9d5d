import * as v from 'valibot';
import { PERIOD_SECONDS } from '#domain/candle.ts';
import { type EpochMs, epochMs } from '#domain/time.ts';
import type { Practice } from '../practice.ts';
import { REPLAY_SPEEDS, type ReplayClock } from './replay-clock.ts';

/** A replay's report on itself to the parent process. Times in milliseconds since 1970-01-01 UTC. */
export interface ReplayState {
  readonly type: 'replay';
  readonly at: EpochMs;
  /** Where this replay began. */
  readonly from: EpochMs;
  /** The earliest moment at which a replay of this history can begin, and where the history ends. */
  readonly first: EpochMs;
  readonly end: EpochMs;
  readonly playing: boolean;
  readonly speed: number;
}

/** The parent process's requests to a replay. */
const steering = v.variant('do', [
  v.object({
    type: v.literal('replay'),
    do: v.literal('play'),
    speed: v.pipe(v.number(), v.minValue(REPLAY_SPEEDS.least), v.maxValue(REPLAY_SPEEDS.most)),
  }),
  v.object({ type: v.literal('replay'), do: v.literal('pause') }),
  v.object({ type: v.literal('replay'), do: v.literal('jump'), to: v.pipe(v.number(), v.safeInteger()) }),
]);
type Steering = v.InferOutput<typeof steering>;

/** The request to a replay in a message; `undefined` for any other message. */
export function readSteering(message: unknown): Steering | undefined {
  const read = v.safeParse(steering, message);
  return read.success ? read.output : undefined;
}

const BEAT_MS = 200;
/** A machine that slept, or a step that took long, is not caught up. */
const LONGEST_BEAT_MS = 1_000;
/** Time of the replay between two blocks of one step: about that of Cardano. */
const BLOCK_MS = PERIOD_SECONDS['20s'] * 1000;
/** A longer step has this many blocks, further apart. */
const MOST_BLOCKS = 180;

/** Moves a replayed world along its clock. Whoever steers it learns of each change. */
export class ReplaySteering {
  readonly #practice: Practice;
  readonly #clock: ReplayClock;
  readonly #span: Pick<ReplayState, 'from' | 'first' | 'end'>;
  readonly #blockTimeMs: number;
  readonly #onBroken: (error: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  #tell: (state: ReplayState) => void = () => undefined;
  #beatAt = performance.now();
  #blockAt: number;

  /** `blockTimeMs`: the least time, real and of the replay, between two blocks while it plays. */
  constructor(
    practice: Practice,
    clock: ReplayClock,
    span: Pick<ReplayState, 'from' | 'first' | 'end'>,
    blockTimeMs: number,
    onBroken: (error: unknown) => void,
  ) {
    this.#practice = practice;
    this.#clock = clock;
    this.#span = span;
    this.#blockTimeMs = blockTimeMs;
    this.#onBroken = onBroken;
    this.#blockAt = clock.now;
    this.#timer = setInterval(() => this.#beat(), BEAT_MS);
  }

  state(): ReplayState {
    const { now: at, playing, speed } = this.#clock;
    return { type: 'replay', at, ...this.#span, playing, speed };
  }

  onChange(tell: (state: ReplayState) => void): void {
    this.#tell = tell;
  }

  steer(asked: Steering): void {
    if (asked.do === 'play') this.#clock.play(asked.speed);
    else if (asked.do === 'pause') this.#pause();
    else this.#guarded(() => this.#moveTo(asked.to));
    this.#beatAt = performance.now();
    this.#tell(this.state());
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#pause();
  }

  /** With a block, so that the moment is kept. */
  #pause(): void {
    this.#clock.pause();
    if (this.#clock.now > this.#blockAt) this.#guarded(() => this.#block());
  }

  #beat(): void {
    const now = performance.now();
    const elapsed = Math.min(LONGEST_BEAT_MS, now - this.#beatAt);
    this.#beatAt = now;
    const { now: before, playing, speed } = this.#clock;
    if (!playing) return;
    const to = before + elapsed * speed;
    if (to - this.#blockAt >= BLOCK_MS) this.#guarded(() => this.#moveTo(to));
    else {
      this.#clock.jump(to);
      if (this.#clock.now - this.#blockAt >= this.#blockTimeMs) this.#guarded(() => this.#block());
    }
    this.#tell(this.state());
  }

  /** With blocks on the way, so that an order is filled by the price of its moment. */
  #moveTo(to: number): void {
    const from: number = this.#clock.now;
    const last = Math.min(to, this.#span.end);
    const apart = Math.max(BLOCK_MS, (last - from) / MOST_BLOCKS);
    for (let at = from + apart; at < last; at += apart) {
      this.#clock.jump(at);
      this.#block();
    }
    this.#clock.jump(last);
    this.#block();
  }

  #block(): void {
    this.#practice.tick();
    this.#blockAt = this.#clock.now;
  }

  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      clearInterval(this.#timer);
      this.#clock.pause();
      this.#onBroken(error);
    }
  }
}

/** The beginning of a day that is written `2025-03-14`, or the moment of an ISO time in UTC; `undefined` for any other text. */
export function readDay(text: string): EpochMs | undefined {
  if (!/^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?Z)?$/.test(text)) return undefined;
  const at = Date.parse(text.length === 10 ? `${text}T00:00:00Z` : text);
  return Number.isNaN(at) ? undefined : epochMs(at);
}
