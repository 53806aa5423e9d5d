import { ADA, ADA_DECIMALS, type AssetId } from './asset.ts';

/**
 * How the number of decimals of a token came to be known; the raw integer is shown next to the figure when it is a guess.
 * `ledger`: the ledger back-end has it, and the service says nothing else. `service`: the service alone says so.
 */
export type DecimalsSource = 'fixed' | 'service' | 'ledger' | 'inferred' | 'user' | 'unknown';

/** What is known of a token. */
export interface Token {
  readonly id: AssetId;
  /** As the service states it; may be empty, foreign-scripted, or a copy of another token's. */
  readonly ticker: string;
  readonly name: string;
  readonly verified: boolean;
  /** Number of decimals, 0 to 15 in practice; 0 when `decimalsSource` is `unknown`. */
  readonly decimals: number;
  readonly decimalsSource: DecimalsSource;
}

/** ADA as a token; nobody is ever asked for it. */
export const ADA_TOKEN: Token = {
  id: ADA,
  ticker: 'ADA',
  name: 'Cardano',
  verified: true,
  decimals: ADA_DECIMALS,
  decimalsSource: 'fixed',
};

/** Addresses of a token's social pages, only those that are https URLs. */
export interface TokenLinks {
  readonly twitter?: string;
  readonly discord?: string;
  readonly website?: string;
}

/** One liquidity pool of ADA and a token. Display units: ADA, and whole tokens. */
export interface PoolInfo {
  readonly exchange: string;
  readonly ada: number;
  readonly tokens: number;
  readonly poolId: string;
}

/** A trading pair of a token. `liquidity` is in ADA; absent where the service does not state it. */
export interface PairInfo {
  readonly quote: AssetId;
  readonly ticker: string;
  readonly liquidity: number | undefined;
}

/** The last 24 hours of a pair. Volume in ADA. */
export interface DailyStats {
  readonly buys: number;
  readonly sales: number;
  readonly volumeAda: number;
}
