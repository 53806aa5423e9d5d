import { epochMs, type EpochMs } from '#domain/time.ts';
import type { Clock } from '../ports/system.ts';

/**
 * The application's clock. While a replay is open its time is the replay's, so that nothing mixes the past with today;
 * durations are always real.
 */
export class ProfileClock implements Clock {
  readonly #machine: Clock;
  #replayed: EpochMs | undefined;

  constructor(machine: Clock) {
    this.#machine = machine;
  }

  now(): EpochMs {
    return this.#replayed ?? this.#machine.now();
  }

  monotonic(): number {
    return this.#machine.monotonic();
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return this.#machine.sleep(ms, signal);
  }

  /** A moment of this clock by the machine's: as far from the present. */
  machineTime(moment: EpochMs): EpochMs {
    return epochMs(moment + this.#machine.now() - this.now());
  }

  /** From now on it is this moment; the machine's time again for `undefined`. */
  show(moment: EpochMs | undefined): void {
    this.#replayed = moment;
  }
}
