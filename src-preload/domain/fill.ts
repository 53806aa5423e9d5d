import { ADA_DECIMALS } from './asset.ts';
import { ratioText, type Side } from './limit-price.ts';

/** Significant digits of an average price. */
const DIGITS = 6;
/** A smaller difference rounds to 0.00 %. */
const SAME = 0.000_05;

/** ADA for one whole token, on average over what was sold, as plain decimal text; `undefined` where nothing was traded. */
export function averagePrice(
  side: Side,
  sold: bigint,
  received: bigint,
  decimals: number,
): string | undefined {
  if (sold <= 0n || received <= 0n) return undefined;
  const [lovelace, units] = side === 'buy' ? [sold, received] : [received, sold];
  return ratioText(
    lovelace * 10n ** BigInt(decimals),
    units * 10n ** BigInt(ADA_DECIMALS),
    'nearest',
    DIGITS,
  );
}

/** A sale or a part of it, in base units. `promised` is what all of `pay` was to bring. */
export interface PartSold {
  readonly pay: bigint;
  readonly promised: bigint;
  readonly sold: bigint;
  readonly received: bigint;
}

/** The fraction by which more came for the part sold than was promised for it; below zero it was less. For display. */
export function beyondPromise({ pay, promised, sold, received }: PartSold): number | undefined {
  const due = promised * sold;
  return pay <= 0n || due <= 0n ? undefined : Number(received * pay - due) / Number(due);
}

/** Whether a fraction of a price is too small to be shown as a difference. */
export function isNoDifference(fraction: number): boolean {
  return Math.abs(fraction) < SAME;
}
