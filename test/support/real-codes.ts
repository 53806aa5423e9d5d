import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseExchanges } from '../../src-main/practice/market/exchanges.ts';
import type { Exchange } from '../../src-main/practice/market/types.ts';

interface Row {
  readonly code: string;
  readonly name: string;
  readonly poolFeePpm: number;
  readonly batcherFee: number;
  readonly deposit: number;
  readonly partialFills: boolean;
  readonly limit: boolean;
  readonly dca: boolean;
}

const row = (code: string, more: Partial<Row> = {}): Row => ({
  code,
  name: code,
  poolFeePpm: 3_000,
  batcherFee: 1_000_000,
  deposit: 2_000_000,
  partialFills: true,
  limit: true,
  dca: true,
  ...more,
});

/** An exchange list under codes that real services use, none of which is one of practice's own. */
const REAL_CODES: readonly Row[] = [
  row('MINSWAP', { batcherFee: 2_000_000, partialFills: false, dca: false }),
  row('MINSWAPV2', { batcherFee: 700_000 }),
  row('SUNDAESWAP', { batcherFee: 2_500_000, partialFills: false, limit: false, dca: false }),
  row('SUNDAESWAPV3', { poolFeePpm: 2_500, batcherFee: 850_000 }),
  row('WINGRIDER', { batcherFee: 2_000_000, poolFeePpm: 3_500, partialFills: false }),
  row('WINGRIDERV2', { batcherFee: 1_500_000 }),
  row('SPLASH', { poolFeePpm: 2_000 }),
  row('VYFI', { batcherFee: 1_900_000, partialFills: false, dca: false }),
];

/** Writes the list to a file of the folder, for `--exchanges`. */
export function realCodesFile(folder: string): string {
  const file = join(folder, 'exchanges.json');
  writeFileSync(file, JSON.stringify(REAL_CODES));
  return file;
}

/** The list as practice reads it. */
export function realCodes(): readonly Exchange[] {
  const parsed = parseExchanges(REAL_CODES);
  if (!parsed.ok) throw new Error(parsed.failure.reason);
  return parsed.value;
}
