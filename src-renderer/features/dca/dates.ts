/** Half a year: from here on the time of day tells nothing. */
const LONG_MS = 182 * 86_400_000;
const pad = (value: number): string => String(value).padStart(2, '0');

/** Local date and time to the minute: `2026-11-21 14:03`. */
export function showLocal(epochMs: number): string {
  const time = new Date(epochMs);
  const date = `${time.getFullYear()}-${pad(time.getMonth() + 1)}-${pad(time.getDate())}`;
  return `${date} ${pad(time.getHours())}:${pad(time.getMinutes())}`;
}

/** The same moment in UTC: `2026-11-21 13:03`. */
export function showUtc(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 16).replace('T', ' ');
}

/** Local date alone: `2026-11-21`. */
export function showDate(epochMs: number): string {
  return showLocal(epochMs).slice(0, 10);
}

/** Local date, with the time of day where a stretch of that many milliseconds is short: `2026-11-21`, `11-21 14:03`. */
export function showStart(epochMs: number, span: number): string {
  return span > LONG_MS ? showDate(epochMs) : showLocal(epochMs).slice('2026-'.length);
}

/** What local time is at a moment, against UTC: `UTC+1`, `UTC−3:30`, `UTC`. `offset` as `Date` tells it, in minutes. */
export function zoneText(offset: number): string {
  if (offset === 0) return 'UTC';
  const minutes = Math.abs(offset);
  const rest = minutes % 60;
  const hours = Math.floor(minutes / 60);
  return `UTC${offset < 0 ? '+' : '\u2212'}${hours}${rest === 0 ? '' : `:${pad(rest)}`}`;
}
