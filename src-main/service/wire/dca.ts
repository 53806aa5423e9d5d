import * as v from 'valibot';
import { assetInBody } from '#domain/asset.ts';
import { legalInterval, legalIntervals, MOST_CYCLES, type DcaIntent, type ServicePlan } from '#domain/dca.ts';
import { formatDecimal } from '#domain/decimal.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { exactNumber, JsonNumber, safeInteger } from '../../http/json.ts';
import type { DecimalsOf } from '../../ports/service.ts';
import { asset, figure, hash, index, objectId, read, recordOf, time } from './orders.ts';
import { shownText } from './figures.ts';

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
    return failed(failure('dca-interval-refused', { asked, allowed: legalIntervals() }));
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

/** What can be read of a record of `/dca/{address}`; the rest is absent. Anything at all makes a plan. */
export function planOf(wire: unknown): ServicePlan {
  const fields = typeof wire === 'object' && wire !== null && !Array.isArray(wire) ? wire : {};
  const field = (name: string): unknown =>
    Object.hasOwn(fields, name) ? Reflect.get(fields, name) : undefined;
  const text = (name: string): string | undefined => read(v.string(), field(name));
  const id = field('_id');
  const every = shownText(text('interval') ?? '', 30);
  const length = read(safeInteger, field('interval_length'));
  const interval = length === undefined ? undefined : legalInterval(every.toLowerCase(), length);
  const stated = field('next_execution');
  const next = time(stated);
  return {
    id: id instanceof JsonNumber ? id.source : (read(v.string(), objectId(id)) ?? ''),
    status: shownText(text('status') ?? '', 60),
    sells: asset(text('token_in')),
    buys: asset(text('token_out')),
    amountPerCycle: figure(field('amount_in')),
    interval,
    everyWords: interval?.words ?? `${every} × ${length ?? '?'}`,
    cycles: countOf(field('cycles')),
    completed: countOf(field('cycles_completed')),
    next,
    nextWords: next === undefined && typeof stated === 'string' ? shownText(stated, 100) : undefined,
    txHash: read(hash, field('tx_hash'))?.toLowerCase(),
    outputIndex: index(field('output_index')),
    record: recordOf(wire),
  };
}

function countOf(value: unknown): number | undefined {
  const count = read(safeInteger, value);
  return count === undefined || count < 0 ? undefined : count;
}
