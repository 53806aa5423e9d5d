import type { AlertWindow } from '../alert.ts';
import { DCA_INTERVALS, type DcaIntervalId } from '../dca.ts';
import { isoMoment } from '../time.ts';
import { figureOf, type ShownAmount } from './figures.ts';

/** `12.5 ADA`, or `17 base units of 3fa1…c27e`. Without a name: `12.5 tokens`, or `17 base units of the token`. */
export function amount(shown: ShownAmount): string {
  const { named, name } = shown;
  return `${figureOf(shown)} ${named ? name || 'tokens' : `base units of ${name || 'the token'}`}`;
}

/** Amounts in the order given. */
export function amounts(all: readonly ShownAmount[]): string {
  return all.map(amount).join(' and ') || 'nothing';
}

/** `A, B and C`. */
export function list(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
}

export function interval(every: DcaIntervalId): string {
  return DCA_INTERVALS.find(({ id }) => id === every)?.words ?? every;
}

/** A moment (milliseconds since 1970) to the second, in UTC: the same words wherever they are read. */
export function moment(at: bigint): string {
  const iso = isoMoment(at);
  return iso ? `${iso.time} UTC on ${iso.date}` : 'a time beyond every calendar';
}

/** How long an alert looks back. */
export const LOOK_BACK: Readonly<Record<AlertWindow, string>> = {
  '5min': '5 minutes',
  '15min': '15 minutes',
  '1hour': '1 hour',
  '4hour': '4 hours',
  '12hour': '12 hours',
};
