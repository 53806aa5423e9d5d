import { isExchangeCode } from '#domain/exchange.ts';
import type { WithText } from './options.ts';
import { UsageError } from './terminal.ts';
import { usage } from './words.ts';

/** A list of exchange codes, each once; none when the option is not given. @throws UsageError */
export function readCodes<Name extends string>(values: WithText<Name>, option: Name): readonly string[] {
  const typed: string | undefined = values[option];
  if (typed === undefined) return [];
  const codes = typed.split(',').map((code) => code.trim());
  if (codes.every(isExchangeCode)) return [...new Set(codes)];
  throw new UsageError(usage.exchangeCodes(option));
}
