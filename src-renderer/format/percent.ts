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
