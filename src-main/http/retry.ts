import type { Random } from '../ports/random.ts';

/** Extra attempts of a read-only call. */
export const EXTRA_ATTEMPTS = 2;

const FIRST_DELAY_MS = 250;
const LONGEST_RETRY_AFTER_MS = 60_000;
const PASSING = new Set([429, 502, 503, 504]);

/** True for the states of a server that another attempt may outlast. */
export function isPassingStatus(status: number): boolean {
  return PASSING.has(status);
}

/** Ms before the attempt after `attempt` (0 for the first): doubling, spread evenly over 0.5 to 1.5 of itself. */
export function retryDelay(attempt: number, random: Random): number {
  const [byte = 0] = random.bytes(1);
  return Math.round(FIRST_DELAY_MS * 2 ** attempt * (0.5 + byte / 255));
}

/**
 * Ms that a `Retry-After` header asks for (seconds or an HTTP date, RFC 9110 §10.2.3), at most 60 s; `undefined`
 * when there is none or it cannot be read.
 */
export function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  const plain = header.trim();
  const ms = /^\d{1,9}$/.test(plain) ? Number(plain) * 1000 : Date.parse(plain) - nowMs;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), LONGEST_RETRY_AFTER_MS);
}
