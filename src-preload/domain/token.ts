import { ADA, ADA_DECIMALS, type AssetId } from './asset.ts';

/**
 * How the number of decimals of a token came to be known; the raw integer is shown next to the figure when it is a guess.
 * `ledger`: the ledger back-end has it, and the service says nothing else. `service`: the service alone says so.
 */
export type DecimalsSource = 'fixed' | 'service' | 'ledger' | 'inferred' | 'user' | 'unknown';

/**
 * Who calls a token by its ticker. `ledger`: the ledger back-end's metadata has it, and the service calls it nothing
 * else. `service`: the service alone says so. `disputed`: the two contradict each other, so that it has no ticker here.
 */
export type TickerSource = 'fixed' | 'service' | 'ledger' | 'disputed' | 'unknown';

/** The two tickers of a token whose service and ledger back-end contradict each other. */
export interface TickerClaims {
  readonly service: string;
  readonly ledger: string;
}

/** The known facts about a token. */
export interface Token {
  readonly id: AssetId;
  /** May be empty, foreign-scripted, or a copy of another token's: a token is its id. */
  readonly ticker: string;
  readonly tickerSource: TickerSource;
  /** Present if `tickerSource` is `disputed`. */
  readonly tickerClaims?: TickerClaims;
  readonly name: string;
  /** The service's word alone. */
  readonly verified: boolean;
  /** Number of decimals, 0 to 15 in practice; 0 when `decimalsSource` is `unknown`. */
  readonly decimals: number;
  readonly decimalsSource: DecimalsSource;
}

/** ADA as a token; nobody is ever asked for it. */
export const ADA_TOKEN: Token = {
  id: ADA,
  ticker: 'ADA',
  tickerSource: 'fixed',
  name: 'Cardano',
  verified: true,
  decimals: ADA_DECIMALS,
  decimalsSource: 'fixed',
};

/** A token that nobody knows: it has no name, and is counted in base units. */
export function unknownToken<Id extends string>(id: Id): Omit<Token, 'id'> & { readonly id: Id } {
  return {
    id,
    ticker: '',
    tickerSource: 'unknown',
    name: '',
    verified: false,
    decimals: 0,
    decimalsSource: 'unknown',
  };
}

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
