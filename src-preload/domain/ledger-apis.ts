/** The capabilities of a ledger back-end by itself, for users who choose one. */
export interface LedgerCapabilities {
  /** Transactions of the past by their hash: when they entered the chain, what they spent and made, who spent that. */
  readonly history: boolean;
  /** The bytes of such transactions, which prove what an input holds. */
  readonly bytes: boolean;
  /** Data that outputs name by a hash alone. */
  readonly datums: boolean;
  /** Decimals, ticker and name of tokens. */
  readonly assets: boolean;
  /** Unspent outputs by the script that locks them and by what they hold, such as an exchange's pools. */
  readonly scripts: boolean;
  /** Transactions that wait in its queue. */
  readonly mempool: boolean;
  /** Whether its owner gives out keys. */
  readonly key: 'usual' | 'optional' | 'none';
}

interface LedgerApiEntry extends LedgerCapabilities {
  readonly name: string;
}

/** The APIs of ledger back-ends: a new one gets its folder and its line in `src-main/ledger/back-ends.ts`. */
export const LEDGER_API_TABLE = {
  koios: {
    name: 'Koios',
    ...{ history: true, bytes: true, datums: true, assets: true, scripts: true },
    ...{ mempool: false, key: 'optional' },
  },
  blockfrost: {
    name: 'Blockfrost',
    ...{ history: true, bytes: true, datums: true, assets: true, scripts: true },
    ...{ mempool: true, key: 'usual' },
  },
  ogmios: {
    name: 'Ogmios',
    ...{ history: false, bytes: false, datums: false, assets: false, scripts: false },
    ...{ mempool: true, key: 'none' },
  },
} as const satisfies Readonly<Record<string, LedgerApiEntry>>;

export type LedgerApi = keyof typeof LEDGER_API_TABLE;

export const LEDGER_APIS = Object.keys(LEDGER_API_TABLE) as LedgerApi[];

/** The default API of a first back-end. */
export const DEFAULT_LEDGER_API = 'blockfrost' satisfies LedgerApi;

/** Any back-end may be the second one, which vouches for what transactions spend. */
export type SecondLedgerApi = LedgerApi;

export const SECOND_LEDGER_APIS: readonly SecondLedgerApi[] = [...LEDGER_APIS];
