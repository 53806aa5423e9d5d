import type { Brand } from './brand.ts';

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Milliseconds since 1970-01-01 UTC. */
export type EpochMs = Brand<number, 'EpochMs'>;

/** A ledger slot; one second each on every network supported here. */
export type Slot = Brand<number, 'Slot'>;

export function epochMs(value: number): EpochMs {
  return value as EpochMs;
}

/** The last moment that a date can represent (ECMAScript, "Time Values and Time Range"). */
export const LAST_MOMENT = epochMs(8_640_000_000_000_000);

/** The moment, in milliseconds since 1970; `undefined` for one that no date of 1970 or later can represent. */
export function dated(value: number): EpochMs | undefined {
  return value >= 0 && value <= LAST_MOMENT ? epochMs(value) : undefined;
}

export function slot(value: number): Slot {
  return value as Slot;
}

/** Date and time of a moment (milliseconds since 1970), in UTC; `undefined` where no calendar has it. */
export function isoMoment(at: bigint): { readonly date: string; readonly time: string } | undefined {
  if (at > LAST_MOMENT) return undefined;
  const iso = new Date(Number(at)).toISOString();
  const cut = iso.indexOf('T');
  return { date: iso.slice(0, cut), time: iso.slice(cut + 1, cut + 9) };
}
