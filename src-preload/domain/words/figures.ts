import { formatDecimal, grouped } from '../decimal.ts';

/**
 * An amount for a sentence. `named`: `name` is a ticker that may be shown, and the amount is written with the token's
 * decimals; otherwise `name` is a shortened id, and the amount is in base units.
 */
export interface ShownAmount {
  readonly units: bigint;
  readonly decimals: number;
  readonly name: string;
  readonly named: boolean;
}

/** `1,204.55`: figures read the same in every language, so that nobody takes one for another. Never rounds. */
export function figureOf({ units, decimals, named }: ShownAmount): string {
  return grouped(named ? formatDecimal(units, decimals) : units.toString());
}

/** Digits, and what belongs to them: what must be the same in a translation. */
const FIGURES = /[-+−]?\d[\d.,:]*\d|[-+−]?\d/gu;

/**
 * Whether two texts have the same figures, as often and in the same order: what is paid and what is got must not change
 * places. Numbers, dates, addresses and hashes have digits, which are never translated.
 */
export function sameFigures(one: string, other: string): boolean {
  return figuresIn(one) === figuresIn(other);
}

function figuresIn(text: string): string {
  return (text.match(FIGURES) ?? []).join(' ');
}
