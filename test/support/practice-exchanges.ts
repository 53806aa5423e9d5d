import { readFileSync } from 'node:fs';
import { parseExchanges } from '../../src-main/practice/market/exchanges.ts';
import type { Exchange } from '../../src-main/practice/market/types.ts';

/** The default exchange list as it ships. */
export function defaultExchanges(): readonly Exchange[] {
  const file = new URL('../../resources/exchanges.json', import.meta.url);
  const parsed = parseExchanges(JSON.parse(readFileSync(file, 'utf8')));
  if (!parsed.ok) throw new Error(`${parsed.failure.path}: ${parsed.failure.reason}`);
  return parsed.value;
}
