import { pageLanguage } from '../words/in-language.ts';
import { texts } from './texts.ts';

/** How long ago: `now`, `9 s`, `3 min`, `2 h`, `5 d`. Times in the future (clock skew) count as now. */
export function showAge(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  if (seconds < 2) return texts.now;
  if (seconds < 90) return texts.seconds({ seconds });
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return texts.minutes({ minutes });
  const hours = Math.round(minutes / 60);
  return hours < 48 ? texts.hours({ hours }) : texts.days({ days: Math.round(hours / 24) });
}

/** The age of something shown: `just now`, `9 s old`. */
export function showOld(milliseconds: number): string {
  const age = showAge(milliseconds);
  return age === texts.now ? texts.justNow : texts.old({ age });
}

/** How long ago something was: `just now`, `9 s ago`. */
export function agoText(milliseconds: number): string {
  const age = showAge(milliseconds);
  return age === texts.now ? texts.justNow : texts.ago({ age });
}

/** Time left until something ends: `4:05`, or `expired`. */
export function showCountdown(milliseconds: number): string {
  if (milliseconds <= 0) return texts.expired;
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** A duration in whole minutes or hours: `15 min`, `4 h`. */
export function showMinutes(minutes: number): string {
  return minutes < 60 || minutes % 60 !== 0
    ? texts.wholeMinutes({ minutes })
    : texts.wholeHours({ hours: minutes / 60 });
}

const pad = (value: number): string => String(value).padStart(2, '0');

/** Local time of day: `14:03:09`. */
export function showTime(epochMs: number): string {
  const time = new Date(epochMs);
  return `${pad(time.getHours())}:${pad(time.getMinutes())}:${pad(time.getSeconds())}`;
}

/** Local date and time: `2026-11-21 14:03:09`. */
export function showDateTime(epochMs: number): string {
  const time = new Date(epochMs);
  return `${time.getFullYear()}-${pad(time.getMonth() + 1)}-${pad(time.getDate())} ${showTime(epochMs)}`;
}

const DAY_AND_MONTH = new Intl.DateTimeFormat(pageLanguage() === 'de' ? 'de-DE' : 'en-GB', {
  day: 'numeric',
  month: 'short',
});

/** Local time today, day and month this year, otherwise the full date: `14:03`, `21 Nov`, `2025-11-21`. */
export function showDayOrTime(epochMs: number, now: number): string {
  const [then, today] = [showDateTime(epochMs), showDateTime(now)];
  if (then.slice(0, 10) === today.slice(0, 10)) return then.slice(11, 16);
  return then.slice(0, 4) === today.slice(0, 4) ? DAY_AND_MONTH.format(epochMs) : then.slice(0, 10);
}

/** A date in UTC, as in files and signatures: `2026-11-21`. */
export function showDate(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}
