import * as v from 'valibot';
import { assetInBody } from '#domain/asset.ts';
import { legalInterval, MOST_CYCLES, type DcaIntent, type ServicePlan } from '#domain/dca.ts';
import { formatDecimal } from '#domain/decimal.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { exactNumber, wholeNumber } from '../../http/json.ts';
import { shownText } from '../../http/shown-text.ts';
import type { DecimalsOf } from '../../ports/service.ts';
import { asset, fieldsOf, figure, hash, index, read, recordId, recordOf, time } from './orders.ts';

/**
 * Payload of `/dca/create`. Failures: `dca-interval-refused` for all but the ten legal combinations, and
 * `dca-cycles-refused`: neither is ever sent.
 */
export function dcaPayload(
  intent: DcaIntent,
  userAddress: string,
  decimals: DecimalsOf,
): Result<string, Failure> {
  const { pay, receive, interval, intervalLength, cycles, slippageBps, exchanges } = intent;
  const legal = legalInterval(interval, intervalLength);
  if (!legal) {
    const asked = `${shownText(interval, 20)} × ${intervalLength}`;
    return failed(failure('dca-interval-refused', { asked }));
  }
  if (!Number.isInteger(cycles) || cycles < 1 || cycles > MOST_CYCLES)
    return failed(failure('dca-cycles-refused', { cycles: String(cycles), most: MOST_CYCLES }));
  return ok(
    JSON.stringify({
      user_address: userAddress,
      token_in: assetInBody(pay.asset),
      token_out: assetInBody(receive),
      amount_in: exactNumber(formatDecimal(pay.quantity, decimals(pay.asset))),
      interval: legal.interval,
      interval_length: legal.length,
      slippage: exactNumber(formatDecimal(BigInt(slippageBps), 2)),
      cycles,
      ...(exchanges.length === 0 ? {} : { dex_allowlist: exchanges }),
    }),
  );
}

/**
 * A record of `/dca/{address}`. Some services name it `id`, call the amount that each cycle sells `amount_per_cycle`,
 * and count `remaining_cycles`. Optional fields that are not stated are absent. Failures, each the field at fault: a
 * record without its assets, its amount or its number of cycles, and one with a figure that is not a number.
 */
export function planOf(wire: unknown): Result<ServicePlan, string> {
  const field = fieldsOf(wire);
  if (!field) return failed('');
  const text = (name: string): string | undefined => read(v.string(), field(name));
  const [sells, buys] = [asset(text('token_in')), asset(text('token_out'))];
  if (sells === undefined || buys === undefined || sells === buys)
    return failed(sells === undefined ? 'token_in' : 'token_out');
  const amountPerCycle = figure(field('amount_in') ?? field('amount_per_cycle'));
  if (amountPerCycle === undefined || amountPerCycle === '0') return failed('amount_in');
  const counts = countsOf(field);
  if (!counts) return failed('cycles');
  const every = shownText(text('interval') ?? '', 30);
  const length = read(wholeNumber, field('interval_length'));
  const interval = length === undefined ? undefined : legalInterval(every.toLowerCase(), length);
  const stated = field('next_execution');
  const next = time(stated);
  return ok({
    id: recordId(field, 'id'),
    status: shownText(text('status') ?? '', 60),
    sells,
    buys,
    amountPerCycle,
    interval,
    everyWords:
      interval?.words ?? (every === '' && length === undefined ? '' : `${every} × ${length ?? '?'}`),
    ...counts,
    next,
    nextWords: next === undefined && typeof stated === 'string' ? shownText(stated, 100) : undefined,
    txHash: read(hash, field('tx_hash'))?.toLowerCase(),
    outputIndex: index(field('output_index')),
    record: recordOf(wire),
  });
}

type Counts = Pick<ServicePlan, 'cycles' | 'completed' | 'remaining'>;

/** Two of the three counts give the third; `undefined` where none says how much is still to come. */
function countsOf(field: (name: string) => unknown): Counts | undefined {
  const [cycles, completed, remaining] = ['cycles', 'cycles_completed', 'remaining_cycles'].map((name) =>
    countOf(field(name)),
  );
  if (cycles === undefined && remaining === undefined) return undefined;
  const all = cycles ?? (completed === undefined ? undefined : completed + (remaining ?? 0));
  return {
    cycles: all,
    completed:
      completed ?? (all === undefined || remaining === undefined ? undefined : Math.max(0, all - remaining)),
    remaining: remaining ?? (all === undefined ? undefined : Math.max(0, all - (completed ?? 0))),
  };
}

function countOf(value: unknown): number | undefined {
  const count = read(wholeNumber, value);
  return count === undefined || count < 0 ? undefined : count;
}
