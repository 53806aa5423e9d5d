import { type EpochMs, epochMs } from '#domain/time.ts';

/** The least and the most that a replay can be faster than real time. */
export const REPLAY_SPEEDS = { least: 1, most: 600 } as const;

/** The clock of a replay: it stands still unless it is playing, and stops where the history ends. */
export class ReplayClock {
  readonly #end: number;
  #at: number;
  #playing = false;
  #speed = 1;

  /** Both in milliseconds since 1970-01-01 UTC. */
  constructor(at: number, end: number) {
    this.#end = end;
    this.#at = Math.min(at, end);
  }

  get now(): EpochMs {
    return epochMs(this.#at);
  }

  get playing(): boolean {
    return this.#playing;
  }

  get speed(): number {
    return this.#speed;
  }

  get ended(): boolean {
    return this.#at >= this.#end;
  }

  /** Plays on, faster than real time by `speed`. */
  play(speed: number = this.#speed): void {
    this.#speed = Math.max(REPLAY_SPEEDS.least, Math.min(REPLAY_SPEEDS.most, speed));
    this.#playing = !this.ended;
  }

  pause(): void {
    this.#playing = false;
  }

  /** Jumps ahead to a later moment, at most to the end. */
  jump(to: number): void {
    this.#at = Math.max(this.#at, Math.min(Math.floor(to), this.#end));
    if (this.ended) this.#playing = false;
  }
}
