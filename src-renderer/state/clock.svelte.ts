import { createContext } from 'svelte';

const TICK_MS = 1000;
const IDLE_MS = 5 * 60_000;

/**
 * The time of day, once a second while the page is visible: ages, rings and countdowns hang on it. In a replay it is the
 * replay's.
 */
export class Clock {
  now = $state(Date.now());
  /** When the user last touched the page, epoch ms: a plain field, which nothing redraws for. */
  lastTouch = Date.now();
  /** The moment that a replay has come to. */
  #replayed: number | undefined;

  constructor() {
    $effect(() => {
      const tick = (): void => {
        if (!document.hidden) this.now = this.#replayed ?? Date.now();
      };
      const timer = setInterval(tick, TICK_MS);
      document.addEventListener('visibilitychange', tick);
      return () => {
        clearInterval(timer);
        document.removeEventListener('visibilitychange', tick);
      };
    });
  }

  /** From now on it is that moment, epoch ms; the machine's time again for `undefined`. */
  follow(moment: number | undefined): void {
    this.#replayed = moment;
    this.now = moment ?? Date.now();
  }

  /** Whether the user has been away for a while. */
  get idle(): boolean {
    return Date.now() - this.lastTouch > IDLE_MS;
  }

  /** A sign of the user. Main learns of it from the shell, which alone keeps the wallet from locking itself. */
  touched(): void {
    this.lastTouch = Date.now();
  }
}

export const [useClock, provideClock] = createContext<Clock>();
