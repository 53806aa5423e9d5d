import type { AssetId } from './asset.ts';
import { epochMs, type EpochMs } from './time.ts';

/** Interval types of the service (service interface, "DCA"). */
export const DCA_UNITS = ['minutely', 'hourly', 'daily', 'weekly', 'monthly'] as const;

/**
 * The ten combinations of interval and multiplier that the service takes, shortest first: there are no others. `id` is
 * how the windows name one, `words` how it reads.
 */
export const DCA_INTERVALS = [
  { id: '1min', interval: 'minutely', length: 1, words: 'every minute' },
  { id: '5min', interval: 'minutely', length: 5, words: 'every 5 minutes' },
  { id: '15min', interval: 'minutely', length: 15, words: 'every 15 minutes' },
  { id: '30min', interval: 'minutely', length: 30, words: 'every 30 minutes' },
  { id: '1hour', interval: 'hourly', length: 1, words: 'every hour' },
  { id: '2hour', interval: 'hourly', length: 2, words: 'every 2 hours' },
  { id: '4hour', interval: 'hourly', length: 4, words: 'every 4 hours' },
  { id: '1day', interval: 'daily', length: 1, words: 'every day' },
  { id: '1week', interval: 'weekly', length: 1, words: 'every week' },
  { id: '1month', interval: 'monthly', length: 1, words: 'every month' },
] as const;
export type DcaInterval = (typeof DCA_INTERVALS)[number];
export type DcaIntervalId = DcaInterval['id'];

/** A recurring order to be built. One of the two assets is ADA. */
export interface DcaIntent {
  /** The total of all cycles. */
  readonly pay: { readonly asset: AssetId; readonly quantity: bigint };
  readonly receive: AssetId;
  /** Interval type and multiplier, as the service writes them; only ten combinations are ever sent. */
  readonly interval: string;
  readonly intervalLength: number;
  readonly cycles: number;
  /** Hundredths of a percent, for each cycle. */
  readonly slippageBps: number;
  /** The only exchanges that may be used; none: all of them. */
  readonly exchanges: readonly string[];
}

/**
 * A recurring order as the service lists it. Amounts are decimal text in display units; fields that it does not state
 * are absent.
 */
export interface ServicePlan {
  /** The service's own id, by which it is cancelled; empty when it gave none. */
  readonly id: string;
  /** As it came; `ACTIVE` is the only one that the service's description shows. */
  readonly status: string;
  readonly sells: AssetId;
  readonly buys: AssetId;
  /** Amount sold per cycle. */
  readonly amountPerCycle: string;
  /** One of the ten; absent where the service names another pair, which `everyWords` then has, or none. */
  readonly interval: DcaInterval | undefined;
  readonly everyWords: string;
  /** How many trades in all, how many were made, and how many are to come; at least the first or the last is known. */
  readonly cycles: number | undefined;
  readonly completed: number | undefined;
  readonly remaining: number | undefined;
  readonly next: EpochMs | undefined;
  /** The service's raw text for the next execution, where that is not a date. */
  readonly nextWords: string | undefined;
  /** The output that placed it, which some services add. */
  readonly txHash: string | undefined;
  readonly outputIndex: number | undefined;
  /** The whole record as it came: names and texts, to be shown on request. */
  readonly record: readonly (readonly [name: string, text: string])[];
}

/** The names of the ten, in their order. */
export const DCA_INTERVAL_IDS = DCA_INTERVALS.map(({ id }) => id) as readonly DcaIntervalId[];

/** The most trades of one plan that are asked for here. */
export const MOST_CYCLES = 1_000;

/** Share of a cycle's worth, as a fraction, above which its fees are warned about. */
export const HIGH_FEE_SHARE = 0.05;

/**
 * The status of a plan, in our words. `late`: a run is due, or was missed, and has not happened. `finished`: every cycle
 * was executed. `closed`: it ended otherwise, and not by a cancellation that is known here. `unknown`: the service's
 * word for it is not known.
 */
export const DCA_STATUSES = [
  'preparing',
  'running',
  'late',
  'cancelling',
  'finished',
  'cancelled',
  'closed',
  'failed',
  'unknown',
] as const;
export type DcaStatus = (typeof DCA_STATUSES)[number];

/** Statuses of plans that still hold funds on chain, or may soon. */
export const LIVE_DCA_STATUSES: readonly DcaStatus[] = [
  'preparing',
  'running',
  'late',
  'cancelling',
  'unknown',
];

/** The interval of a name. @throws RangeError for a name that is none of the ten: a bug of the caller. */
export function dcaInterval(id: DcaIntervalId): DcaInterval {
  const found = DCA_INTERVALS.find((one) => one.id === id);
  if (!found) throw new RangeError('there are ten intervals');
  return found;
}

/** The legal interval that a service's pair of fields means; `undefined` for every other pair. */
export function legalInterval(interval: string, length: number): DcaInterval | undefined {
  return DCA_INTERVALS.find((one) => one.interval === interval && one.length === length);
}

const UNIT_MS = { minutely: 60_000, hourly: 3_600_000, daily: 86_400_000, weekly: 604_800_000 } as const;

/**
 * The run of a plan that comes `steps` intervals after its run at `from`; 0 is `from` itself. Everything is in UTC.
 * Months keep the day and the time of `from`, and a month that lacks the day has it on its last: counted from the 31st
 * of January the runs are the 28th (or 29th) of February and the 31st of March. So each is counted from the first one,
 * never from the one before it.
 */
export function runAfter(from: EpochMs, interval: DcaInterval, steps: number): EpochMs {
  if (interval.interval === 'monthly') return monthsAfter(from, interval.length * steps);
  return epochMs(from + UNIT_MS[interval.interval] * interval.length * steps);
}

function monthsAfter(from: EpochMs, months: number): EpochMs {
  const start = new Date(from);
  const month = start.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(start.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const time = from - Date.UTC(start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate());
  const day = Math.min(start.getUTCDate(), lastDay);
  return epochMs(Date.UTC(start.getUTCFullYear(), month, day) + time);
}

/** About how long an interval is, in milliseconds; a month counts as 30 days. For waiting and for drawing only. */
export function aboutMs({ interval, length }: DcaInterval): number {
  return (interval === 'monthly' ? 30 * UNIT_MS.daily : UNIT_MS[interval]) * length;
}

/**
 * Amount sold by each trade of a plan, in base units: the total divided evenly, rounded down, with the remainder in
 * the last (service interface, "DCA"). `undefined` if a part would be zero, or if `cycles` is no whole number from 1
 * to `MOST_CYCLES`.
 */
export function cycleAmounts(
  total: bigint,
  cycles: number,
): { readonly each: bigint; readonly last: bigint } | undefined {
  if (!Number.isInteger(cycles) || cycles < 1 || cycles > MOST_CYCLES) return undefined;
  const each = total / BigInt(cycles);
  if (each <= 0n) return undefined;
  return { each, last: total - each * BigInt(cycles - 1) };
}

/** The unsold amount of a plan after `completed` of its trades. Base units. */
export function unsold(total: bigint, cycles: number, completed: number): bigint {
  if (completed >= cycles) return 0n;
  return total - (total / BigInt(cycles)) * BigInt(Math.max(completed, 0));
}

/** The ten in words, for those who asked for another. */
export function legalIntervals(): string {
  const words = DCA_INTERVALS.map((one) => one.words);
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;
}
