import { epochMs, type EpochMs, MINUTE_MS } from '#domain/time.ts';

/** Interval types of the service (service interface, "DCA"). A datum holds the index. */
export const INTERVAL_TYPES = ['minutely', 'hourly', 'daily', 'weekly', 'monthly'] as const;

/** How often a recurring order trades. */
export interface Interval {
  readonly interval: (typeof INTERVAL_TYPES)[number];
  readonly length: number;
}

/** The combinations that the service accepts, shortest first. */
export const INTERVALS: readonly Interval[] = [
  ...[1, 5, 15, 30].map((length) => ({ interval: 'minutely', length }) as const),
  ...[1, 2, 4].map((length) => ({ interval: 'hourly', length }) as const),
  { interval: 'daily', length: 1 },
  { interval: 'weekly', length: 1 },
  { interval: 'monthly', length: 1 },
];

/** The most cycles of one order. */
export const MOST_CYCLES = 1_000;

const TYPE_MS = {
  minutely: MINUTE_MS,
  hourly: 60 * MINUTE_MS,
  daily: 1_440 * MINUTE_MS,
  weekly: 10_080 * MINUTE_MS,
} as const;

/** The interval that two fields name; `undefined` when the service does not accept it. */
export function intervalOf(type: unknown, length: unknown): Interval | undefined {
  return INTERVALS.find((one) => one.interval === type && one.length === length);
}

/**
 * When the cycle that comes `steps` intervals after the first is due, in UTC. Monthly cycles keep the day and the time
 * of the first one; a month without that day has its cycle on its last day.
 */
export function cycleTime(first: EpochMs, { interval, length }: Interval, steps: number): EpochMs {
  if (interval !== 'monthly') return epochMs(first + steps * length * TYPE_MS[interval]);
  const date = new Date(first);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + steps * length);
  const daysInMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, daysInMonth));
  return epochMs(date.getTime());
}
