import type { Log } from '../../ports/system.ts';

/**
 * Keeps the application running when Playwright leaves a promise rejected; returns a function that stops this. Any page
 * can call Playwright's own binding, which parses its argument outside of any `try`, so a single call with text that is
 * not JSON would end the application. Every other unhandled rejection still does.
 */
export function outliveDriver(log: Log): () => void {
  const hear = (reason: unknown): void => {
    if (!comesFromDriver(reason)) throw reason;
    log.warn('driver-rejection', { kind: reason.name });
  };
  process.on('unhandledRejection', hear);
  return () => void process.off('unhandledRejection', hear);
}

/** By its frames: the message may quote what a page sent. */
function comesFromDriver(reason: unknown): reason is Error {
  if (!(reason instanceof Error)) return false;
  const frames = reason.stack?.slice(reason.stack.indexOf(reason.message) + reason.message.length) ?? '';
  return /^\s+at .*[\\/]playwright-core[\\/]/m.test(frames);
}
