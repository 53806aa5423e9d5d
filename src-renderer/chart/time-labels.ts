import { PERIOD_SECONDS } from '#domain/candle.ts';
import { firstFrom, type Columns } from './candle-store.ts';
import { words } from './words.ts';

export type TimeZoneChoice = 'utc' | 'local';

/** A label of the time axis; `position` is the candle it belongs to. */
export interface TimeTick {
  readonly position: number;
  readonly text: string;
  /** A new day, month or year: emphasised among hours. */
  readonly strong: boolean;
}

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;
const MONTH = 30 * DAY;
const YEAR = 365 * DAY;
const STEPS = [
  20,
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  DAY,
  2 * DAY,
  4 * DAY,
  7 * DAY,
  14 * DAY,
  MONTH,
  2 * MONTH,
  3 * MONTH,
  6 * MONTH,
  YEAR,
  2 * YEAR,
  5 * YEAR,
] as const;
/** No axis has room for more labels. */
const MOST_BOUNDARIES = 1_000;
const MONTHS = words.months.split('|');
const WEEKDAYS = words.weekdays.split('|');

const pad = (value: number): string => String(value).padStart(2, '0');

/**
 * The zone that times of candles are shown in. Days, weeks and months are those of UTC's calendar, where the candles are
 * cut: another zone would name the day before, or the day after.
 */
export function labelZone(zone: TimeZoneChoice, periodSeconds: number): TimeZoneChoice {
  return periodSeconds >= DAY ? 'utc' : zone;
}

/** Seconds that a zone's clock is ahead of UTC at a moment. Times stay in UTC; labels alone are shifted. */
function zoneOffset(time: number, zone: TimeZoneChoice): number {
  return zone === 'utc' ? 0 : -new Date(time * 1000).getTimezoneOffset() * 60;
}

/** A moment (Unix seconds) as a date whose UTC fields are what a zone's calendar and clock show. */
export function wallDate(time: number, zone: TimeZoneChoice): Date {
  return new Date((time + zoneOffset(time, zone)) * 1000);
}

/**
 * The moments (Unix seconds) at which a zone's calendar and clock show a date, given as if it were in UTC: two where the
 * clock is put back, none where it is put forward. A day whose midnight is left out begins when the clock is put forward.
 */
function momentsOf(wall: number, zone: TimeZoneChoice): readonly number[] {
  if (zone === 'utc') return [wall];
  const [before, after] = [zoneOffset(wall - DAY, zone), zoneOffset(wall + DAY, zone)];
  const found = [...new Set([before, after])]
    .map((offset) => wall - offset)
    .filter((time) => time + zoneOffset(time, zone) === wall);
  return found.length === 0 && wall % DAY === 0 ? [wall - before] : found;
}

/** Time zone of the labels: `UTC`, `UTC+2`, `UTC−3:30`. */
export function zoneLabel(time: number, zone: TimeZoneChoice): string {
  const minutes = Math.round(zoneOffset(time, zone) / MINUTE);
  if (minutes === 0) return 'UTC';
  const hours = Math.floor(Math.abs(minutes) / 60);
  const rest = Math.abs(minutes) % 60;
  return `UTC${minutes < 0 ? '\u2212' : '+'}${hours}${rest === 0 ? '' : `:${pad(rest)}`}`;
}

/** At most `most` labels for the candles from `first` up to `end`. Each has the time of the candle that it is under. */
export function timeTicks(
  series: Columns,
  first: number,
  end: number,
  most: number,
  zone: TimeZoneChoice,
): readonly TimeTick[] {
  if (end - first < 1) return [];
  const from = series.time[first] as number;
  const to = series.time[end - 1] as number;
  const least = Math.max(1, (to - from) / Math.max(1, most));
  const step = STEPS.find((candidate) => candidate >= least) ?? Math.ceil(least / YEAR) * YEAR;
  const ticks: TimeTick[] = [];
  let taken = -1;
  let before = wallDate(from, zone);
  const begins = boundaries(wallDate(from, zone), wallDate(to, zone), step)
    .flatMap((wall) => momentsOf(wall, zone))
    .sort((one, other) => one - other);
  for (const begin of begins) {
    const position = Math.max(first, firstFrom(series.time, end, begin));
    if (position >= end || position === taken) continue;
    const date = wallDate(series.time[position] as number, zone);
    if (Number.isNaN(date.getTime())) continue;
    const strong = date.getUTCDate() !== before.getUTCDate() || step >= DAY;
    ticks.push({ position, text: tickText(date, before, step), strong: strong && step < DAY });
    taken = position;
    before = date;
  }
  return ticks;
}

/** Where steps begin between two dates, in Unix seconds as if the dates were in UTC. */
function boundaries(from: Date, to: Date, step: number): readonly number[] {
  const [start, end] = [from.getTime() / 1000, to.getTime() / 1000];
  if (step < MONTH) return every(Math.ceil(start / step), Math.floor(end / step), (count) => count * step);
  const months = step >= YEAR ? 12 * Math.round(step / YEAR) : Math.round(step / MONTH);
  const stepOf = (date: Date): number =>
    Math.floor((date.getUTCFullYear() * 12 + date.getUTCMonth()) / months);
  const beginOf = (count: number): number => {
    const month = count * months;
    return Date.UTC(Math.floor(month / 12), month % 12) / 1000;
  };
  return every(stepOf(from), stepOf(to), beginOf).filter((wall) => wall >= start);
}

/** The places from `first` to `last`, counted: at times that no calendar has, a sum of steps would never get there. */
function every(first: number, last: number, place: (count: number) => number): readonly number[] {
  const count = Math.min(MOST_BOUNDARIES, last - first + 1);
  return count >= 1 ? Array.from({ length: count }, (_, at) => place(first + at)) : [];
}

function tickText(date: Date, before: Date, step: number): string {
  if (date.getUTCFullYear() !== before.getUTCFullYear() || step >= YEAR) return String(date.getUTCFullYear());
  const month = MONTHS[date.getUTCMonth()] ?? '';
  if (step >= MONTH) return month;
  if (date.getUTCMonth() !== before.getUTCMonth()) return words.dayOfMonth({ day: date.getUTCDate(), month });
  if (step >= DAY || date.getUTCDate() !== before.getUTCDate())
    return words.dayOfMonth({ day: date.getUTCDate(), month });
  return clock(date, step < MINUTE);
}

function clock(date: Date, seconds: boolean): string {
  const text = `${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}`;
  return seconds ? `${text}:${pad(date.getUTCSeconds())}` : text;
}

/**
 * A moment in full for the crosshair: `Fri 21 Nov 2026 14:03`; without the time of day for days and weeks, and
 * for a month its name and year alone.
 */
export function timeLabel(time: number, zone: TimeZoneChoice, periodSeconds: number): string {
  const date = wallDate(time, labelZone(zone, periodSeconds));
  if (periodSeconds >= PERIOD_SECONDS['1month'])
    return `${MONTHS[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`;
  const day = words.fullDay({
    weekday: WEEKDAYS[date.getUTCDay()] ?? '',
    day: date.getUTCDate(),
    month: MONTHS[date.getUTCMonth()] ?? '',
    year: date.getUTCFullYear(),
  });
  return periodSeconds >= DAY ? day : `${day} ${clock(date, periodSeconds < MINUTE)}`;
}

/** Time left until a candle closes: `0:12`, `3:04:05`, `2d 4h`. */
export function countdownLabel(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds));
  if (left >= 2 * DAY)
    return words.daysAndHours({ days: Math.floor(left / DAY), hours: Math.floor((left % DAY) / HOUR) });
  const hours = Math.floor(left / HOUR);
  const minutes = Math.floor((left % HOUR) / MINUTE);
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(left % MINUTE)}` : `${minutes}:${pad(left % MINUTE)}`;
}
