import type { AssetId } from '#domain/asset.ts';
import type { OffMarket } from '#domain/off-market.ts';
import type { TickerClaims } from '#domain/token.ts';

/**
 * Limits that the user sets once, with the password. They are held and judged in the main process: the trading
 * window can neither lift nor read around them.
 */
export interface PolicyLimits {
  /** Most lovelace that one trade may be worth; absent: no limit. */
  readonly perTrade?: bigint;
  /** Most lovelace that the trades signed within 24 hours may be worth together; absent: no limit. */
  readonly perDay?: bigint;
  /** Most lovelace that one trade may cost, all that does not come back; absent: no limit. */
  readonly cost?: bigint;
  /** Largest slippage tolerance, basis points. */
  readonly slippageBps: number;
  /** Largest price impact, basis points; absent: no limit. */
  readonly impactBps?: number;
  /** A price elsewhere that is better by this many basis points is a warning; absent: half a percent. Never blocks. */
  readonly betterPriceBps?: number;
  /** Only tokens that the service calls verified. */
  readonly verifiedOnly: boolean;
  /** The only exchanges that may be used, by code; absent: all. */
  readonly exchanges?: readonly string[];
  /** An order at a script that no known exchange uses asks instead of being blocked. */
  readonly expert: boolean;
}

/** A traded token, as main knows it. */
export interface TokenFact {
  readonly id: AssetId;
  /** Its ticker where that is readable, else its shortened id. */
  readonly name: string;
  readonly verified: boolean;
  readonly decimals: number;
  /** The decimals that it had when it was first seen here, if it was different. */
  readonly decimalsBefore?: number;
  /** True when the service alone says how many decimals it has, and the ledger back-end does not. */
  readonly decimalsFromService: boolean;
  /** True when the service alone calls it by its ticker, and the ledger back-end by none. */
  readonly tickerFromService?: boolean;
  /** The tickers given by the service and the ledger back-end, if they contradict each other. */
  readonly tickerClaims?: TickerClaims;
  /**
   * The ticker that it had when it was first seen here, and another one that it is given now. `byLedger`: the ledger
   * back-end gives it, and the service calls it the same, nothing, or what it was called before.
   */
  readonly tickerChanged?: { readonly before: string; readonly now: string; readonly byLedger: boolean };
  /** Other tokens known here that people could take for it by its ticker, those that the user agreed to first. */
  readonly namesakes?: readonly AssetId[];
  /** Those of them that the user agreed to as well: which of the two is meant is asked each time. */
  readonly agreedNamesakes?: readonly AssetId[];
  /** True when the user agreed before to a transaction that moves it, as it is written now. */
  readonly agreed?: boolean;
  /** True when a signed transaction traded it before. */
  readonly traded: boolean;
}

/** Several transactions under one approval: limits for one trade hold for all of them together. */
export interface WorthTogether {
  /** Which of them is judged, from 0. */
  readonly at: number;
  /** Lovelace, in the order in which they are signed; `undefined` for one whose worth is not known. */
  readonly worth: readonly (bigint | undefined)[];
}

/** The facts to check against the limits; all of them come from main, none from a window. */
export interface PolicyFacts {
  readonly limits: PolicyLimits;
  /** The worth of the trade, lovelace; `undefined` when neither side is ADA and no price is known. */
  readonly worth: bigint | undefined;
  /** True if it is worth more than that by an amount that is not known: tokens are paid along with it. */
  readonly worthIsLeast?: boolean;
  /** The worth of all transactions that one approval covers, where there are several; this one among them. */
  readonly together?: WorthTogether;
  /** Worth of what was signed within the last 24 hours, lovelace. */
  readonly signedToday: bigint;
  readonly slippageBps: number | undefined;
  /** Basis points, positive when the trade moves the price against the user; `undefined` when unknown. */
  readonly impactBps: number | undefined;
  /** Why a limit price must be asked about: the worst one of a batch, with its first transaction. */
  readonly offMarket?: OffMarket;
  /** Tickers or ids of the traded tokens that the service does not call verified; `undefined` where nobody can be asked. */
  readonly unverified: readonly string[] | undefined;
  /** Both sides of the trade, without ADA. */
  readonly tokens?: readonly TokenFact[];
  /** Exchanges that the service says it routes over. */
  readonly exchanges: readonly string[];
  /** Exchanges that the user left out of this trade, by code. */
  readonly excluded?: readonly string[];
  /** The only exchanges that the user chose for this trade, by code; none: any. */
  readonly chosen?: readonly string[];
  /** Codes that the service stated for the only order script of an earlier signed trade, by the script's hash. */
  readonly codesAt?: ReadonlyMap<string, readonly string[]>;
  /** Bech32 addresses paid before by a signed transaction. */
  readonly seenRecipients: ReadonlySet<string>;
  /** Those of them that a payment went to. */
  readonly sentTo?: ReadonlySet<string>;
  /** Script hashes that a signed transaction placed an order at before. */
  readonly seenScripts: ReadonlySet<string>;
}

export const DEFAULT_POLICY: PolicyLimits = { slippageBps: 5_000, verifiedOnly: false, expert: false };
