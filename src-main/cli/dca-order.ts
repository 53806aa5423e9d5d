import exchanges from '../../resources/exchanges.json' with { type: 'json' };
import {
  DCA_INTERVAL_IDS,
  legalInterval,
  legalIntervals,
  MOST_CYCLES,
  type DcaIntervalId,
} from '#domain/dca.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import type { DcaRequest } from '../trading/kinds/dca.ts';
import type { Connection } from './connection.ts';
import { required, type Values } from './options.ts';
import { findPair, readAmount, readCodes, readPair, readSlippage, wholeNumber } from './order.ts';
import { UsageError } from './terminal.ts';

/** The options that say what a recurring order is. */
export const dcaOrderOptions = {
  in: { type: 'string' },
  out: { type: 'string' },
  amount: { type: 'string' },
  slippage: { type: 'string' },
  cycles: { type: 'string' },
  every: { type: 'string' },
  exchanges: { type: 'string' },
} as const;

/** A recurring order as it was typed and found to make sense. */
export type TypedDca = Omit<DcaRequest, 'pay' | 'receive' | 'others' | 'address'> & {
  readonly pay: string;
  readonly receive: string;
};

/** @throws UsageError */
export function readDca(values: Values): TypedDca {
  return {
    ...readPair(values, 'sold', 'bought'),
    amount: readAmount(values),
    cycles: readCycles(values),
    every: readEvery(values),
    slippageBps: readSlippage(values),
    exchanges: readCodes(values, 'exchanges'),
  };
}

/** The order with its tokens found. Failures: those of `findToken`. */
export async function findDca(typed: TypedDca, connection: Connection): Promise<Result<DcaRequest, Failure>> {
  const pair = await findPair(typed, connection);
  if (!pair.ok) return pair;
  const others = exchanges.map(({ code }) => code).filter((code) => !typed.exchanges.includes(code));
  return ok({ ...typed, ...pair.value, others });
}

function readCycles(values: Values): number {
  const typed = required(values, 'cycles', 'into how many trades the amount is divided');
  const cycles = wholeNumber('cycles', typed, 1, MOST_CYCLES);
  if (cycles !== undefined) return cycles;
  throw new UsageError(
    `--cycles takes a whole number from 1 to ${MOST_CYCLES}`,
    failure('dca-cycles-refused', { cycles: typed.slice(0, 20), most: MOST_CYCLES }),
  );
}

/** One of the ten names, or the service's own words with a colon between: `hourly:4`. */
function readEvery(values: Values): DcaIntervalId {
  const typed = required(values, 'every', `how often it trades: ${DCA_INTERVAL_IDS.join(', ')}`);
  const named = DCA_INTERVAL_IDS.find((id) => id === typed);
  if (named !== undefined) return named;
  const [interval = '', length = ''] = typed.split(':');
  const legal = /^\d{1,3}$/.test(length) ? legalInterval(interval, Number(length)) : undefined;
  if (legal) return legal.id;
  throw new UsageError(
    `--every takes one of ${DCA_INTERVAL_IDS.join(', ')}`,
    failure('dca-interval-refused', { asked: typed.slice(0, 40), allowed: legalIntervals() }),
  );
}
