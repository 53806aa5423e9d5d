const TICK_MS = 1000;

/** The time of day, once a second while the page is visible: ages, rings and countdowns hang on it. */
export class Clock {
  now = $state(Date.now());

  constructor() {
    $effect(() => {
      const tick = (): void => {
        if (!document.hidden) this.now = Date.now();
      };
      const timer = setInterval(tick, TICK_MS);
      document.addEventListener('visibilitychange', tick);
      return () => {
        clearInterval(timer);
        document.removeEventListener('visibilitychange', tick);
      };
    });
  }
}
