import * as v from 'valibot';
import { parseAssetId, type AssetId } from '#domain/asset.ts';
import type { ServiceOrder } from '#domain/order.ts';
import { epochMs, type EpochMs } from '#domain/time.ts';
import type { Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import { decimalText, JsonNumber, objectOf, optional, safeInteger } from '../../http/json.ts';
import { meansNoQuote, shownText } from './figures.ts';
import type { OrderPages } from '../../ports/service.ts';

/** A list of order records, bare or under a key that says so. Each record is read on its own, and none is dropped. */
export const ordersSchema = v.union([
  v.array(v.unknown()),
  v.pipe(
    objectOf({ orders: v.array(v.unknown()) }),
    v.transform(({ orders }) => orders),
  ),
  v.pipe(
    objectOf({ data: v.array(v.unknown()) }),
    v.transform(({ data }) => data),
  ),
]);

/** Answer of `/swap/cancel` and `/swap/bulkcancel`. */
export const cancelSchema = objectOf({
  cbor: optional(v.string()),
  additional_cancellation_fee: optional(decimalText),
});

const LONGEST_RECORD = 60;
export const hash = v.pipe(v.string(), v.regex(/^[0-9a-fA-F]{64}$/));

/** What can be read of a record; the rest is absent. Anything at all makes a row. */
export function orderOf(wire: unknown): ServiceOrder {
  const fields = typeof wire === 'object' && wire !== null && !Array.isArray(wire) ? wire : {};
  const field = (name: string): unknown =>
    Object.hasOwn(fields, name) ? Reflect.get(fields, name) : undefined;
  const text = (name: string): string | undefined => read(v.string(), field(name));
  const id = field('_id');
  return {
    id: id instanceof JsonNumber ? id.source : (read(v.string(), objectId(id)) ?? ''),
    status: shownText(text('status') ?? '', 60),
    sells: asset(text('token_id_in')),
    buys: asset(text('token_id_out')),
    exchange: nonEmpty(shownText(text('dex') ?? '', 40)),
    owner: text('user_address'),
    amountIn: figure(field('amount_in')),
    expectedOut: figure(field('expected_out_amount')),
    actualOut: figure(field('actual_out_amount')),
    submittedAt: time(field('submission_time')),
    updatedAt: time(field('last_update')),
    txHash: read(hash, field('tx_hash'))?.toLowerCase(),
    outputIndex: index(field('output_index')),
    updateTxHash: read(hash, field('update_tx_hash'))?.toLowerCase(),
    outOfRange: read(v.boolean(), field('is_oor')),
    stopLoss: read(v.boolean(), field('is_stop_loss')),
    batcherFee: figure(field('batcher_fee')),
    deposit: figure(field('deposit')),
    record: recordOf(wire),
  };
}

/** Milliseconds, whichever way it is written: ISO text, or a number of seconds, milliseconds or microseconds. */
export function time(value: unknown): EpochMs | undefined {
  if (typeof value === 'string' && !/^\d+(?:\.\d+)?$/.test(value)) {
    const read = Date.parse(value);
    return Number.isNaN(read) || read < 0 ? undefined : epochMs(read);
  }
  const digits = value instanceof JsonNumber ? value.source : typeof value === 'string' ? value : '';
  const number = Number(digits);
  if (digits === '' || !Number.isFinite(number) || number <= 0) return undefined;
  const ms = number < 1e11 ? number * 1_000 : number < 1e14 ? number : number / 1_000;
  return ms < 8.64e15 ? epochMs(Math.floor(ms)) : undefined;
}

/** Ids of some databases come wrapped: `{"$oid": "…"}`. */
export function objectId(id: unknown): unknown {
  return typeof id === 'object' && id !== null && Object.hasOwn(id, '$oid') ? Reflect.get(id, '$oid') : id;
}

export function asset(text: string | undefined): AssetId | undefined {
  return text === undefined ? undefined : parseAssetId(text);
}

export function figure(value: unknown): string | undefined {
  const text = read(decimalText, value);
  return text === undefined || meansNoQuote(text) ? undefined : text;
}

export function index(value: unknown): number | undefined {
  const number = read(safeInteger, value);
  return number === undefined || number < 0 || number > 65_535 ? undefined : number;
}

export function read<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): v.InferOutput<Schema> | undefined {
  const parsed = v.safeParse(schema, value);
  return parsed.success ? parsed.output : undefined;
}

function nonEmpty(text: string): string | undefined {
  return text === '' ? undefined : text;
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

const ORDERS_PER_PAGE = 500;
/** At most this many pages are asked for: 25,000 orders. */
const MOST_PAGES = 50;
/** No service has pages as short as this unless they are the last. */
const SHORTEST_FULL_PAGE = 10;

/**
 * Asks for pages of orders. The specification does not show the first page's number, the largest page, or whether later
 * pages exist: they are asked for from 0 on until one brings nothing new, so that one that comes twice does no harm.
 */
export async function allPages(
  subject: Readonly<Record<string, string>>,
  pages: OrderPages,
  ask: (body: string) => Promise<Result<readonly ServiceOrder[], Failure>>,
): Promise<Result<readonly ServiceOrder[], Failure>> {
  const found = new Map<string, ServiceOrder>();
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer = await ask(
      JSON.stringify({
        ...subject,
        page,
        perPage: ORDERS_PER_PAGE,
        filters: [],
        orderSorts: 'last_update',
        sortDirection: 'DESC',
      }),
    );
    if (!answer.ok) return answer;
    const known = found.size;
    for (const [at, order] of answer.value.entries()) {
      const name = order.id || `${order.txHash ?? `page ${page}`}#${order.outputIndex ?? at}`;
      if (!found.has(name)) found.set(name, order);
    }
    // A first page that is the second one too brings nothing new, and does not end the list.
    if (answer.value.length === 0 || (page > 1 && found.size === known)) break;
    if (pages === 'newest' || answer.value.length < SHORTEST_FULL_PAGE) break;
  }
  return ok([...found.values()]);
}
