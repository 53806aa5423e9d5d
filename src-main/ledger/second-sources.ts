import type { SecondLedgerApi } from '#domain/ledger-apis.ts';
import type { ReferenceSource } from '../ports/ledger.ts';
import { BlockfrostLedger } from './blockfrost.ts';
import { KoiosSource } from './koios.ts';

type Options = ConstructorParameters<typeof KoiosSource>[0];

/** The client of each API that a second ledger back-end may have. */
export const SECOND_SOURCES: {
  readonly [Api in SecondLedgerApi]: (options: Options) => ReferenceSource & { close(): Promise<void> };
} = {
  koios: (options) => new KoiosSource(options),
  blockfrost: (options) => new BlockfrostLedger(options),
};
