import type { Brand } from './brand.ts';

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
