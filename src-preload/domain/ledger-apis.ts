/** APIs of second ledger back-ends, by their names: a new one gets its client in `src-main/ledger/second-sources.ts`. */
export const SECOND_LEDGER_NAMES = { koios: 'Koios', blockfrost: 'Blockfrost' } as const;

export type SecondLedgerApi = keyof typeof SECOND_LEDGER_NAMES;

export const SECOND_LEDGER_APIS = Object.keys(SECOND_LEDGER_NAMES) as SecondLedgerApi[];
