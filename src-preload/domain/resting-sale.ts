import type { AssetId } from './asset.ts';
import type { Sentence } from './sentences/sentence.ts';

/** An order that waits to be filled, or the next trade of a recurring order; base units. */
export interface RestingSale {
  readonly id: string;
  readonly sells: AssetId;
  readonly wants: AssetId;
  /** The amount not sold yet, or the amount of the next trade. */
  readonly quantity: bigint;
  /** The least of `wants` that is taken for `quantity`; `undefined` where no price is stated. */
  readonly asks: bigint | undefined;
  /** The exchanges where it can be filled, by code or name; empty if unknown. */
  readonly exchanges: readonly string[];
  /** Lovelace that it holds for being filled; `undefined` if unknown. */
  readonly fees: bigint | undefined;
}

/** Proceeds of a resting sale in pools elsewhere now. One-sided: finding nothing better proves nothing. */
export interface Elsewhere {
  readonly kind: 'better' | 'none' | 'unchecked';
  /** How much more they would pay, such as `1.20 %`; only where they would. */
  readonly more?: string;
  /** In English, as it is printed. */
  readonly sentence: string;
  /** The sentences as data, for windows in other languages. */
  readonly said: readonly Sentence[];
}
