import { ADA, ADA_DECIMALS, type AssetId, assetInBody, parseAssetId } from '#domain/asset.ts';
import { slotToUnix } from '#domain/network.ts';
import { formatAddress } from '../../cardano/address.ts';
import type { OrderRecord } from '../orders/order-history.ts';
import { fillRequest, type RestingOrder } from '../orders/order-output.ts';
import type { Practice } from '../practice.ts';
import { assetField, jsonObject, malformed, readAddress, ServiceError } from './requests.ts';
import { decimalsOf, displayNumber } from './tokens.ts';
import { STATES } from './wild.ts';
import type { Dialect } from './wire.ts';

/**
 * Lists of orders. Requests are `{page, perPage, filters: [{filterType, values}], orderSorts, sortDirection}`, all
 * optional; responses are bare arrays.
 */

type Fields = Readonly<Record<string, unknown>>;

/** The kinds of order, as public clients name them. */
type OrderKind = 'LIMIT' | 'SWAP';

interface Filter {
  readonly keeps: (order: OrderReply, values: readonly string[], kind: OrderKind) => boolean;
}

const MOST_PER_PAGE = 1_000;
const USUAL_PER_PAGE = 100;

const FILTERS: Readonly<Record<string, Filter>> = {
  STATUS: { keeps: ({ status }, values) => values.some((value) => value.toUpperCase() === status) },
  DEX: { keeps: ({ dex }, values) => values.includes(dex) },
  TOKENID: {
    keeps: (order, values) => isOneOf(order.token_id_in, values) || isOneOf(order.token_id_out, values),
  },
  TOKENIN: { keeps: (order, values) => isOneOf(order.token_id_in, values) },
  TOKENOUT: { keeps: (order, values) => isOneOf(order.token_id_out, values) },
  OWNER: { keeps: (order, values) => values.includes(order.user_address) },
  TIMESTART: { keeps: (order, values) => values.some((value) => timeOf(order) >= Date.parse(value)) },
  TIMEEND: { keeps: (order, values) => values.some((value) => timeOf(order) <= Date.parse(value)) },
};
/** Filters that the API description of such services adds, and its other words for states; in the wild dialect only. */
const WILD_FILTERS: Readonly<Record<string, Filter>> = {
  STATUS: {
    keeps: ({ status }, values) =>
      values.some((value) => [status, STATES[status]].includes(value.toUpperCase())),
  },
  TXTYPE: { keeps: (_order, values, kind) => values.some((value) => value.toUpperCase() === kind) },
  SEARCH: {
    keeps: (order, values) =>
      values.some((value) => JSON.stringify(order).toLowerCase().includes(value.toLowerCase())),
  },
  MINAMOUNT: { keeps: ({ amount_in }, values) => values.some((value) => amount_in >= Number(value)) },
  MAXAMOUNT: { keeps: ({ amount_in }, values) => values.some((value) => amount_in <= Number(value)) },
  TXHASH: { keeps: ({ tx_hash }, values) => values.some((value) => value.toLowerCase() === tx_hash) },
  // Every order here was placed through the service.
  OWNED: { keeps: () => true },
};
/** Alternative names of the same filters. */
const SAME_FILTERS: Readonly<Record<string, string>> = {
  DEXNAME: 'DEX',
  TOKENIDIN: 'TOKENIN',
  TOKENIDOUT: 'TOKENOUT',
  USERADDRESS: 'OWNER',
  ADDRESS: 'OWNER',
};

const SORTS: Readonly<Record<string, (order: OrderReply) => number | string>> = {
  SUBMISSIONTIME: (order) => order.submission_time,
  STARTTIME: (order) => order.submission_time,
  DATE: (order) => order.submission_time,
  LASTUPDATE: (order) => order.last_update,
  AMOUNTIN: (order) => order.amount_in,
  EXPECTEDOUTAMOUNT: (order) => order.expected_out_amount,
  ACTUALOUTAMOUNT: (order) => order.actual_out_amount,
  STATUS: (order) => order.status,
  DEX: (order) => order.dex,
};

/** Orders of an address, newest first unless requested otherwise. An empty `body` requests all of them. */
export function ordersOf(
  practice: Practice,
  addressText: string,
  body: Uint8Array | undefined,
  dialect: Dialect,
): readonly OrderReply[] {
  const owner = formatAddress(readAddress(addressText, 'addr'));
  return listed(
    practice,
    allOrders(practice).filter((order) => order.owner === owner),
    body === undefined ? undefined : fieldsOf(body),
    dialect,
  );
}

/** Orders between two assets, in either direction. @throws ServiceError naming the field at fault. */
export function ordersByPair(practice: Practice, body: Uint8Array, dialect: Dialect): readonly OrderReply[] {
  const fields = jsonObject(body);
  const [first, second] = [assetField(fields, 'tokenId1'), assetField(fields, 'tokenId2')];
  if (first === second) throw malformed('tokenId2', 'is the same as tokenId1');
  const between = allOrders(practice).filter(({ first: { sold, datum } }) => {
    const [left, right] = [sold.asset, datum.wanted];
    return (left === first && right === second) || (left === second && right === first);
  });
  return listed(practice, between, fields, dialect);
}

/** The order book of a token against ADA: the open part of each limit order, oldest first. */
export function limitOrders(practice: Practice, tokenText: string, dialect: Dialect): readonly OrderReply[] {
  const token = parseAssetId(tokenText);
  if (token === undefined || !practice.market.token(token))
    throw new ServiceError(404, 'token_not_found', 'No such token.', { token_id: tokenText });
  return practice.orders
    .open()
    .filter(({ rest }) => rest.route.kind === 'limit' && [rest.sold.asset, rest.datum.wanted].includes(token))
    .toSorted((left, right) => left.sequence - right.sequence)
    .map((order) => restReply(practice, order, dialect));
}

/** Recurring orders have a separate list (`recurring-orders.ts`). */
function allOrders({ orders }: Practice): readonly OrderRecord[] {
  return orders.all().filter(({ first }) => first.plan === undefined);
}

function fieldsOf(body: Uint8Array): Fields | undefined {
  return body.length === 0 ? undefined : jsonObject(body);
}

function listed(
  practice: Practice,
  orders: readonly OrderRecord[],
  fields: Fields | undefined,
  dialect: Dialect,
): readonly OrderReply[] {
  const newestFirst = orders.toReversed();
  const replyTo = (order: OrderRecord): OrderReply => orderReply(practice, order, dialect);
  if (fields === undefined) return newestFirst.map(replyTo);
  const keeps = filterOf(fields, dialect);
  const rows = newestFirst.flatMap((order) => {
    const row = replyTo(order);
    return keeps(row, order.first.route.kind === 'limit' ? 'LIMIT' : 'SWAP') ? [row] : [];
  });
  const sorted = inOrder(rows, fields);
  const { page, perPage } = pageOf(fields, dialect);
  return sorted.slice(page * perPage, (page + 1) * perPage);
}

function filterOf(fields: Fields, dialect: Dialect): (order: OrderReply, kind: OrderKind) => boolean {
  const known = dialect === 'spec' ? FILTERS : { ...FILTERS, ...WILD_FILTERS };
  const filters = fields['filters'] ?? [];
  if (!Array.isArray(filters) || filters.length > 32) throw malformed('filters', 'must be an array');
  const tests = filters.map((item: unknown) => {
    const { filterType, values } = (item ?? {}) as Fields;
    const name = typeof filterType === 'string' ? plain(filterType) : '';
    const filter = known[SAME_FILTERS[name] ?? name];
    if (!filter) throw malformed('filters', `must have a filterType of ${Object.keys(known).join(', ')}`);
    if (!Array.isArray(values) || values.length > 256 || !values.every((value) => typeof value === 'string'))
      throw malformed('filters', 'must have values, an array of strings');
    return (order: OrderReply, kind: OrderKind): boolean => filter.keeps(order, values, kind);
  });
  return (order, kind) => tests.every((test) => test(order, kind));
}

/** Sorted by the requested keys, the first one taking precedence; equal orders stay newest first. */
function inOrder(orders: readonly OrderReply[], fields: Fields): readonly OrderReply[] {
  const asked = fields['orderSorts'] ?? [];
  const names: readonly unknown[] = Array.isArray(asked) ? asked : [asked];
  const keys = names
    .filter((name) => name !== '')
    .map((name) => {
      const key = typeof name === 'string' ? SORTS[plain(name)] : undefined;
      if (!key) throw malformed('orderSorts', `must be of ${Object.keys(SORTS).join(', ')}`);
      return key;
    });
  const sign = isAscending(fields['sortDirection']) ? 1 : -1;
  if (keys.length === 0)
    return sign === 1 && fields['sortDirection'] !== undefined ? orders.toReversed() : orders;
  return orders.toSorted((left, right) => {
    for (const key of keys) {
      const [a, b] = [key(left), key(right)];
      if (a !== b) return a < b ? -sign : sign;
    }
    return 0;
  });
}

function isAscending(direction: unknown): boolean {
  if (direction === undefined || direction === null || direction === '') return false;
  const word = typeof direction === 'string' ? direction.toUpperCase() : '';
  if (word !== 'ASC' && word !== 'DESC') throw malformed('sortDirection', 'must be ASC or DESC');
  return word === 'ASC';
}

/** Pages count from 1, and 0 also means the first one, for callers who count from 0; in the wild they count from 0. */
function pageOf(fields: Fields, dialect: Dialect): { readonly page: number; readonly perPage: number } {
  const first = dialect === 'spec' ? 1 : 0;
  const page = wholeNumber(fields, 'page', first, Number.MAX_SAFE_INTEGER);
  const perPage = wholeNumber(fields, 'perPage', USUAL_PER_PAGE, MOST_PER_PAGE);
  if (perPage === 0) throw malformed('perPage', 'must be 1 or more');
  return { page: Math.max(0, page - first), perPage };
}

function wholeNumber(fields: Fields, name: string, usual: number, most: number): number {
  const value = fields[name] ?? usual;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0 || value > most)
    throw malformed(name, `must be a whole number from 0 to ${most}`);
  return value;
}

function plain(name: string): string {
  return name.toUpperCase().replaceAll('_', '');
}

function isOneOf(token: string, values: readonly string[]): boolean {
  const asset = parseAssetId(token);
  return values.some((value) => parseAssetId(value) === asset);
}

function timeOf(order: OrderReply): number {
  return Date.parse(order.submission_time);
}

/** The order statuses of services of this kind. */
type OrderStatus = 'MEMPOOL' | 'PENDING' | 'LIMIT' | 'OOR' | 'CANCELLING' | 'COMPLETE' | 'CANCELLED';

/** An order in the service's format. The specification shows no fields; these are what such services send. */
export interface OrderReply {
  readonly _id: string;
  readonly token_id_in: string;
  readonly token_id_out: string;
  readonly dex: string;
  readonly status: OrderStatus;
  readonly user_address: string;
  /** Hash of the owner's stake key, hex; empty when the address has none. */
  readonly user_stake: string;
  readonly amount_in: number;
  readonly expected_out_amount: number;
  readonly actual_out_amount: number;
  /** ISO 8601, UTC. */
  readonly submission_time: string;
  readonly last_update: string;
  /** The output that placed the order. */
  readonly tx_hash: string;
  readonly output_index: number;
  /** The transaction that filled, partly filled or cancelled it; empty until then. */
  readonly update_tx_hash: string;
  readonly is_oor: boolean;
  readonly is_stop_loss: boolean;
  readonly batcher_fee: number;
  readonly deposit: number;
  /** Whether it was placed through the service; in the wild dialect only. */
  readonly is_dexhunter?: true;
}

/** ADA as a token with an id, as some services write it. */
const ADA_AS_TOKEN = '0'.repeat(56) + '6c6f76656c616365';

/**
 * An order as its owner placed it: `amount_in` and `expected_out_amount` are those of the whole order,
 * `actual_out_amount` is what it has received so far.
 */
function orderReply(practice: Practice, order: OrderRecord, dialect: Dialect): OrderReply {
  return reply(practice, order, order.first, order.received, dialect);
}

/**
 * The open part of an order: `amount_in` and `expected_out_amount` are those of the rest, for which nothing was
 * paid yet.
 */
function restReply(practice: Practice, order: OrderRecord, dialect: Dialect): OrderReply {
  return reply(practice, order, order.rest, 0n, dialect);
}

function reply(
  practice: Practice,
  order: OrderRecord,
  stated: RestingOrder,
  received: bigint,
  dialect: Dialect,
): OrderReply {
  const { market } = practice;
  const { datum, sold } = stated;
  const outOfRange = isOutOfRange(practice, order);
  return {
    _id: order.id,
    token_id_in: tokenText(sold.asset, dialect),
    token_id_out: tokenText(datum.wanted, dialect),
    dex: order.exchange,
    status: statusOf(practice, order, outOfRange, dialect),
    user_address: order.owner,
    user_stake: datum.ownerStakeKeyHash ?? '',
    amount_in: displayNumber(sold.quantity, decimalsOf(market, sold.asset)),
    expected_out_amount: displayNumber(datum.minimumReceived, decimalsOf(market, datum.wanted)),
    actual_out_amount: displayNumber(received, decimalsOf(market, datum.wanted)),
    submission_time: timeText(order.placedAt),
    last_update: timeText(order.changedAt),
    tx_hash: order.placed.txHash,
    output_index: order.placed.index,
    update_tx_hash: order.changedBy ?? '',
    is_oor: outOfRange,
    is_stop_loss: false,
    batcher_fee: displayNumber(datum.batcherFee, ADA_DECIMALS),
    deposit: displayNumber(datum.deposit, ADA_DECIMALS),
    ...(dialect === 'wild' ? { is_dexhunter: true } : {}),
  };
}

function statusOf(
  { chain }: Practice,
  order: OrderRecord,
  outOfRange: boolean,
  dialect: Dialect,
): OrderStatus {
  switch (order.state) {
    case 'mempool':
      return 'MEMPOOL';
    case 'filled':
      return 'COMPLETE';
    case 'taken-back':
      return 'CANCELLED';
    default:
      // A transaction that spends it waits for the next block: its owner takes it back.
      if (dialect === 'wild' && !chain.resolve(order.current)) return 'CANCELLING';
      if (order.first.route.kind === 'limit') return 'LIMIT';
      return dialect === 'wild' && outOfRange ? 'OOR' : 'PENDING';
  }
}

/** A swap that stays open because the pools currently give less than its minimum. A limit order is meant to wait. */
function isOutOfRange({ market }: Practice, { state, rest }: OrderRecord): boolean {
  if (state !== 'open' || rest.route.kind !== 'swap') return false;
  const now = market.preview(fillRequest(rest, rest.sold.quantity));
  return !now.ok && now.failure.code === 'below-minimum';
}

/** A token in the dialect's format. */
export function tokenText(asset: AssetId, dialect: Dialect): string {
  return dialect === 'wild' && asset === ADA ? ADA_AS_TOKEN : assetInBody(asset);
}

function timeText(slot: number): string {
  return new Date(slotToUnix('preprod', slot) * 1000).toISOString();
}
