import { words } from './words.ts';

/** A moment of the replay in UTC, whatever the machine's zone: "14 Mar 2025 13:05:20". */
export function showMoment(at: number): string {
  const date = new Date(at);
  return `${showDay(at)} ${date.toISOString().slice(11, 19)}`;
}

/** "14 Mar 2025", in UTC. */
export function showDay(at: number): string {
  const date = new Date(at);
  return words.day({ day: date.getUTCDate(), month: date.getUTCMonth(), year: date.getUTCFullYear() });
}

/** As a date field has it: "2025-03-14". */
export function dayField(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** The beginning of the day that a date field names; `undefined` where it names none. */
export function readDayField(text: string): number | undefined {
  const at = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(at) ? undefined : at;
}
