const MINUS = '\u2212';
const SPACE = '\u00a0';

export interface PercentOptions {
  readonly places?: number;
  /** Puts a plus before gains. */
  readonly signed?: boolean;
}

/** A fraction (0.0031) as `0.31 %`. What is smaller than the last place is told as `<0.01 %`. */
export function showPercent(fraction: number, options: PercentOptions = {}): string {
  const { places = 2, signed = false } = options;
  const value = fraction * 100;
  const least = 10 ** -places;
  if (value === 0) return `0${SPACE}%`;
  const sign = value < 0 ? MINUS : signed ? '+' : '';
  const magnitude = Math.abs(value);
  if (magnitude < least / 2) return `${sign}<${least.toFixed(places)}${SPACE}%`;
  if (magnitude >= 1000) return `>${sign}1,000${SPACE}%`;
  return `${sign}${magnitude.toFixed(magnitude >= 100 ? 0 : places)}${SPACE}%`;
}

/** Basis points (50) as `0.5 %`. */
export function showBasisPoints(bps: number): string {
  return `${bps / 100}${SPACE}%`;
}

/** What a user types as a percentage (`0.5`, `0,5 %`) in basis points, or `undefined` when it is not one between 0.01 and 50. */
export function parseBasisPoints(text: string): number | undefined {
  const match = /^\s*(\d{1,2})?(?:[.,](\d{1,2}))?\s*%?\s*$/.exec(text);
  if (!match || (match[1] === undefined && match[2] === undefined)) return undefined;
  const bps = Number(match[1] ?? '0') * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return bps >= 1 && bps <= 5000 ? bps : undefined;
}
