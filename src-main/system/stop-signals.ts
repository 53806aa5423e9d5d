const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
/** A Ctrl-C comes from the terminal and once more from `npm start`, which passes it on: within this time it is one. */
const SAME_WISH_MS = 2_000;

/**
 * Calls back when a signal first asks this process to end, which it then does by itself and in order. Who asks again
 * after a while has waited long enough: the process ends at once.
 */
export function onStopSignal(stop: () => void, endAtOnce: (code: number) => void = process.exit): void {
  let asked: number | undefined;
  for (const [signal, code] of Object.entries(SIGNALS))
    process.on(signal, () => {
      const now = performance.now();
      if (asked === undefined) {
        asked = now;
        stop();
      } else if (now - asked > SAME_WISH_MS) endAtOnce(code);
    });
}
