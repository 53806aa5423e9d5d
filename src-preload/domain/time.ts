import type { Brand } from './brand.ts';

/** Milliseconds since 1970-01-01 UTC. */
export type EpochMs = Brand<number, 'EpochMs'>;

/** A ledger slot; one second each on every network supported here. */
export type Slot = Brand<number, 'Slot'>;

export function epochMs(value: number): EpochMs {
  return value as EpochMs;
}

export function slot(value: number): Slot {
  return value as Slot;
}
