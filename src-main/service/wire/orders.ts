import * as v from 'valibot';
import { parseAssetId, type AssetId } from '#domain/asset.ts';
import type { ServiceOrder } from '#domain/order.ts';
import { epochMs, type EpochMs } from '#domain/time.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { isoTime } from '../../http/iso-time.ts';
import { decimalText, JsonNumber, objectOf, optional, wholeNumber } from '../../http/json.ts';
import { shownText } from '../../http/shown-text.ts';
import { meansNoQuote } from './figures.ts';
import { isVenue } from './routes.ts';

/** Answer of `/swap/cancel` and `/swap/bulkcancel`. */
export const cancelSchema = objectOf({
  cbor: optional(v.string()),
  additional_cancellation_fee: optional(decimalText),
});

const LONGEST_RECORD = 60;
export const hash = v.pipe(v.string(), v.regex(/^[0-9a-fA-F]{64}$/));

/** The fields of a record by name; `undefined` for anything that is not a record. */
export function fieldsOf(wire: unknown): ((name: string) => unknown) | undefined {
  if (typeof wire !== 'object' || wire === null || Array.isArray(wire) || wire instanceof JsonNumber)
    return undefined;
  return (name): unknown => (Object.hasOwn(wire, name) ? Reflect.get(wire, name) : undefined);
}

const MONEY = ['amount_in', 'expected_out_amount', 'actual_out_amount', 'batcher_fee', 'deposit'] as const;

/**
 * An order's record. Fields that it does not state are absent. Failures, each the field at fault: a record that names
 * neither an order nor the assets traded, and one with a figure that is not a number.
 */
export function orderOf(wire: unknown): Result<ServiceOrder, string> {
  const field = fieldsOf(wire);
  if (!field) return failed('');
  const text = (name: string): string | undefined => read(v.string(), field(name));
  const id = recordId(field);
  const txHash = read(hash, field('tx_hash'))?.toLowerCase();
  const [sells, buys] = [asset(text('token_id_in')), asset(text('token_id_out'))];
  if (id === '' && txHash === undefined && (sells === undefined || buys === undefined)) return failed('_id');
  const wrong = MONEY.find((name) => isWrong(field(name)));
  if (wrong !== undefined) return failed(wrong);
  const dex = shownText(text('dex') ?? '', 40);
  return ok({
    id,
    status: shownText(text('status') ?? '', 60),
    sells,
    buys,
    exchange: dex === '' || !isVenue(dex) ? undefined : dex,
    owner: text('user_address'),
    amountIn: figure(field('amount_in')),
    expectedOut: figure(field('expected_out_amount')),
    actualOut: figure(field('actual_out_amount')),
    submittedAt: time(field('submission_time')),
    updatedAt: time(field('last_update')),
    txHash,
    outputIndex: index(field('output_index')),
    updateTxHash: read(hash, field('update_tx_hash'))?.toLowerCase(),
    outOfRange: read(v.boolean(), field('is_oor')),
    stopLoss: read(v.boolean(), field('is_stop_loss')),
    batcherFee: figure(field('batcher_fee')),
    deposit: figure(field('deposit')),
    record: recordOf(wire),
  });
}

/** The service's own name of a record, as text; empty when it gives none. */
export function recordId(field: (name: string) => unknown, ...names: readonly string[]): string {
  for (const name of ['_id', ...names]) {
    const id = objectId(field(name));
    const text = id instanceof JsonNumber ? id.source : read(v.string(), id);
    if (text !== undefined && text !== '') return text;
  }
  return '';
}

/** The end of the year 9999: what is reckoned from a stated time, such as the runs to come, is still a date. */
const LATEST_MS = 253_402_300_799_999;

/** Milliseconds, whichever way it is written: ISO text, or a number of seconds, milliseconds or microseconds. */
export function time(value: unknown): EpochMs | undefined {
  const text = read(decimalText, value);
  if (text === undefined) return typeof value === 'string' ? isoTime(value) : undefined;
  const number = Number(text);
  if (number <= 0) return undefined;
  const ms = number < 1e11 ? number * 1_000 : number < 1e14 ? number : number / 1_000;
  return ms <= LATEST_MS ? epochMs(Math.floor(ms)) : undefined;
}

/** Ids of some databases come wrapped: `{"$oid": "…"}`. */
function objectId(id: unknown): unknown {
  return typeof id === 'object' && id !== null && Object.hasOwn(id, '$oid') ? Reflect.get(id, '$oid') : id;
}

export function asset(text: string | undefined): AssetId | undefined {
  return text === undefined ? undefined : parseAssetId(text);
}

/** A stated figure as plain decimal text; absent where it means nothing, such as the scaled int64 maximum. */
export function figure(value: unknown): string | undefined {
  const text = read(decimalText, value);
  return text === undefined || meansNoQuote(text) ? undefined : text;
}

/** True for a figure that is stated and is no number. */
function isWrong(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && read(decimalText, value) === undefined;
}

export function index(value: unknown): number | undefined {
  const number = read(wholeNumber, value);
  return number === undefined || number < 0 || number > 65_535 ? undefined : number;
}

export function read<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): v.InferOutput<Schema> | undefined {
  const parsed = v.safeParse(schema, value);
  return parsed.success ? parsed.output : undefined;
}

export function recordOf(wire: unknown): ServiceOrder['record'] {
  if (typeof wire !== 'object' || wire === null || Array.isArray(wire) || wire instanceof JsonNumber)
    return [['record', shownText(plain(wire), 200)]];
  return Object.entries(wire)
    .slice(0, LONGEST_RECORD)
    .map(([name, value]) => [shownText(name, 60), shownText(plain(value), 200)] as const);
}

function plain(value: unknown): string {
  if (value instanceof JsonNumber) return value.source;
  if (typeof value === 'string') return value;
  return (
    JSON.stringify(value, (_key, item: unknown) => (item instanceof JsonNumber ? item.source : item)) ?? ''
  );
}
