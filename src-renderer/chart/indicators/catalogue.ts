import type { IndicatorKind } from './indicator.ts';
import { ema, sma, wma } from './moving-averages.ts';
import { atr, macd, obv, rsi, stochastic } from './oscillators.ts';
import { bollinger, vwap } from './price-bands.ts';

/** Every kind of indicator, in the order of the list that the user picks from. */
export const indicatorKinds: readonly IndicatorKind[] = [
  sma,
  ema,
  wma,
  vwap,
  bollinger,
  rsi,
  macd,
  atr,
  stochastic,
  obv,
];

/** An indicator as the user set it up. */
export interface IndicatorChoice {
  /** Names this one among others of its kind. */
  readonly id: string;
  readonly kind: string;
  readonly settings: readonly number[];
}

export function indicatorKind(id: string): IndicatorKind | undefined {
  return indicatorKinds.find((kind) => kind.id === id);
}

/** A choice's settings, each within its bounds; what is missing or no number gets its standard. */
export function lawfulSettings(kind: IndicatorKind, wanted: readonly number[]): readonly number[] {
  return kind.settings.map(({ standard, least, most, broken }, at) => {
    const value = wanted[at] ?? standard;
    if (!Number.isFinite(value)) return standard;
    return Math.min(most, Math.max(least, broken === true ? value : Math.round(value)));
  });
}
