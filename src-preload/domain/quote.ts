import type { Amount, Quantity } from './amount.ts';
import type { AssetId } from './asset.ts';

/** One exchange's share of a route. Quantities in base units of the route's assets. */
export interface RouteShare {
  readonly exchange: string;
  readonly amountIn: Quantity;
  readonly expectedOut: Quantity;
}

/** The user's request: the amount to sell, and the asset to buy. */
export interface Sale {
  readonly pay: Amount;
  /** The decimals that the amount was read with, where it was typed. */
  readonly payDecimals: number;
  readonly receive: AssetId;
}

/** The user's request: sell `pay`, receive `receive`, at a tolerance, without some exchanges. */
export interface SwapIntent {
  readonly pay: Amount;
  readonly receive: AssetId;
  /** Slippage tolerance in hundredths of a percent (basis points), 1 to 5000. */
  readonly slippageBps: number;
  readonly excluded: readonly string[];
}

/**
 * The service's answer to an estimate, in base units. Its totals are identified by arithmetic rather than by field name,
 * which services swap: `expected` is the largest, and `lowest` the smallest.
 */
export interface Estimate {
  readonly expected: Quantity;
  readonly lowest: Quantity;
  readonly routes: readonly RouteShare[];
  /** Fees that the service states, in ADA display units; the ones that count are read from the transaction. */
  readonly statedFees?: {
    readonly batcher?: number;
    readonly deposits?: number;
    /** Fees of the service and its partner. */
    readonly service?: number;
  };
}

/** One call to the service, for the record: SHA-256 (hex) of the bodies' bytes. Headers, and so the key, are not in it. */
export interface RoundTrip {
  readonly requestHash: string;
  readonly responseHash: string;
}

/** The service's answer to a build: an unsigned transaction and what it says of it. */
export interface Build {
  /** The unsigned transaction, lower-case hex. */
  readonly cbor: string;
  readonly expected: Quantity;
  readonly splits: readonly RouteShare[];
  readonly call: RoundTrip;
}

/** The service's answer to signatures: its claimed signed transaction, not compared with anything yet. */
export interface SignAnswer {
  /** Lower-case hex. */
  readonly cbor: string;
  readonly call: RoundTrip;
}

/** A price elsewhere that is better by this many basis points is a warning, unless the user sets another share. */
export const BETTER_PRICE_BPS = 50;
