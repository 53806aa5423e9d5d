import { ADA, type AssetId } from '#domain/asset.ts';
import { mulDivCeil } from '#domain/ratio.ts';
import { formatAddress } from '../../cardano/address.ts';
import { leastOrderWorth } from '../market/limit-orders.ts';
import type { Market } from '../market/market.ts';
import type { Exchange, MarketQuote } from '../market/types.ts';
import { encodeRoute } from '../orders/datum.ts';
import type { OrderRecord } from '../orders/order-history.ts';
import { type OrderOwner, planOutput, type PlanToPlace } from '../orders/order-output.ts';
import { INTERVALS, intervalOf, MOST_CYCLES, type Interval } from '../orders/recurrence.ts';
import type { Practice } from '../practice.ts';
import { tokenText } from './order-lists.ts';
import { buildOutputs, buyerOf, codesOf } from './placement.ts';
import {
  amountField,
  assetField,
  codesField,
  jsonObject,
  malformed,
  numberField,
  percentField,
  readAddress,
  ServiceError,
} from './requests.ts';
import { noRoute } from './swaps.ts';
import { decimalsOf, displayNumber } from './tokens.ts';
import type { Dialect } from './wire.ts';

/** The unsigned transaction that places a recurring order, as hex. @throws ServiceError saying what is wrong. */
export function buildDca(practice: Practice, body: Uint8Array): string {
  const { fields, tokenIn, planOf } = quoteDca(practice.market, body);
  const owner = buyerOf(ownerText(fields), 'user_address');
  const plan = planOf(owner.owner);
  return buildOutputs(practice, [planOutput(plan, codesOf(practice))], tokenIn, owner);
}

type Fields = Readonly<Record<string, unknown>>;

/** A requested recurring order, for an owner to be given. */
interface DcaQuote {
  readonly fields: Fields;
  readonly tokenIn: AssetId;
  planOf(owner: OrderOwner): PlanToPlace;
}

/** Reads and checks a recurring order. @throws ServiceError naming the field at fault and what it accepts. */
function quoteDca(market: Market, body: Uint8Array): DcaQuote {
  const fields = jsonObject(body);
  const [tokenIn, tokenOut] = [assetField(fields, 'token_in'), assetField(fields, 'token_out')];
  const total = amountField(fields, 'amount_in', decimalsOf(market, tokenIn));
  const interval = intervalField(fields);
  const cycles = cyclesField(fields);
  const slippagePpm = percentField(fields, 'slippage');
  const excluded = excludedBy(market, codesField(fields, 'dex_allowlist'));
  // The last cycle also sells what an even division leaves.
  const amount = total / BigInt(cycles);
  if (amount === 0n)
    throw new ServiceError(400, 'input_too_small', 'The amount cannot be divided into so many cycles.', {
      field: 'amount_in',
      minimum: displayNumber(BigInt(cycles), decimalsOf(market, tokenIn)),
    });
  const quote = quoteOf(market, { tokenIn, tokenOut, amountIn: amount, excluded }, cycles);
  const [share] = quote.legs[0]?.shares ?? [];
  const exchange = share && market.exchange(share.exchange);
  if (!exchange) throw new RangeError('a quote names an exchange');
  checkWorth(market, quote, exchange, cycles);
  const codes = market.exchanges.map(({ code }) => code);
  const terms = {
    wanted: tokenOut,
    amountPerCycle: amount,
    cycles,
    interval,
    slippagePpm,
    feePerCycle: quote.batcherFees,
    deposit: exchange.deposit,
    route: encodeRoute({ kind: 'dca', poolId: share.poolId, excluded }, codes),
  };
  return {
    fields,
    tokenIn,
    planOf: (owner) => ({ exchange: exchange.code, tokenIn, total, terms: { ...terms, ...owner } }),
  };
}

/** The ten combinations in words, for error messages. */
const ALLOWED_WORDS = 'minutely 1, 5, 15 or 30; hourly 1, 2 or 4; daily 1; weekly 1; monthly 1';

function intervalField(fields: Fields): Interval {
  const { interval, interval_length: length } = fields;
  const legal = intervalOf(interval, length);
  if (legal) return legal;
  const field = INTERVALS.some((one) => one.interval === interval) ? 'interval_length' : 'interval';
  throw new ServiceError(
    400,
    'interval_not_allowed',
    `interval and interval_length must be one of: ${ALLOWED_WORDS}.`,
    {
      field,
      allowed: INTERVALS.map((one) => ({ interval: one.interval, interval_length: one.length })),
    },
  );
}

function cyclesField(fields: Fields): number {
  const cycles = numberField(fields, 'cycles');
  if (Number.isInteger(cycles) && cycles >= 1 && cycles <= MOST_CYCLES) return cycles;
  throw new ServiceError(
    400,
    'malformed_request',
    `cycles must be a whole number from 1 to ${MOST_CYCLES}.`,
    { field: 'cycles', minimum: 1, maximum: MOST_CYCLES },
  );
}

/** All exchanges except those that accept recurring orders and, if there is an allowlist, are on it. */
function excludedBy({ exchanges }: Market, allowlist: readonly string[]): readonly string[] {
  const takers = exchanges.filter(({ dca }) => dca).map(({ code }) => code);
  const refused = (code: string, message: string): ServiceError =>
    new ServiceError(400, code, `${message} Recurring orders are taken by ${takers.join(', ')}.`, {
      field: 'dex_allowlist',
      allowed: takers,
    });
  const unknown = allowlist.find((code) => !exchanges.some((exchange) => exchange.code === code));
  if (unknown !== undefined) throw refused('dex_not_found', `There is no exchange ${unknown.slice(0, 40)}.`);
  const open = takers.filter((code) => allowlist.length === 0 || allowlist.includes(code));
  if (open.length === 0)
    throw refused('no_recurring_orders', 'None of the exchanges allowed takes recurring orders.');
  return exchanges.map(({ code }) => code).filter((code) => !open.includes(code));
}

interface CycleRequest {
  readonly tokenIn: AssetId;
  readonly tokenOut: AssetId;
  readonly amountIn: bigint;
  readonly excluded: readonly string[];
}

/** The current route of one cycle. */
function quoteOf(market: Market, request: CycleRequest, cycles: number): MarketQuote {
  const quoted = market.quote(request);
  if (quoted.ok) return quoted.value;
  const { failure } = quoted;
  if (failure.code !== 'amount-too-small' || failure.minimum === undefined)
    throw noRoute(failure, market, request.tokenIn);
  throw tooSmall(market, request.tokenIn, failure.minimum, cycles);
}

/** A cycle must be worth at least the exchange's minimum and twice its fees. */
function checkWorth(
  market: Market,
  { legs, amountIn, batcherFees, tokenIn }: MarketQuote,
  exchange: Exchange,
  cycles: number,
): void {
  const twice = 2n * batcherFees;
  const usual = leastOrderWorth(exchange);
  const least = twice > usual ? twice : usual;
  const worth = tokenIn === ADA ? amountIn : (legs[0]?.expectedOut ?? 0n);
  if (worth < least) throw tooSmall(market, tokenIn, mulDivCeil(amountIn, least, worth), cycles);
}

/** `least`: the base units that one cycle must sell. */
function tooSmall(market: Market, tokenIn: AssetId, least: bigint, cycles: number): ServiceError {
  const decimals = decimalsOf(market, tokenIn);
  const [minimum, total] = [displayNumber(least, decimals), displayNumber(least * BigInt(cycles), decimals)];
  const unit = tokenIn === ADA ? 'ADA' : (market.token(tokenIn)?.ticker ?? 'of the token');
  return new ServiceError(
    400,
    'input_too_small',
    `Each cycle must sell at least ${minimum} ${unit}: ${total} for ${cycles} ${cycles === 1 ? 'cycle' : 'cycles'}.`,
    { field: 'amount_in', minimum, minimum_total: total },
  );
}

/** @throws ServiceError when the text is missing or empty. */
function ownerText(fields: Fields): string {
  const text = fields['user_address'];
  if (typeof text !== 'string' || text === '') throw malformed('user_address', 'must be an address');
  return text;
}

/** A recurring order in the service's format (service interface, "DCA order"). */
export interface DcaReply {
  readonly _id: string;
  readonly user_address: string;
  readonly token_in: string;
  readonly token_out: string;
  /** Amount that each cycle sells, in display units. */
  readonly amount_in: number;
  readonly interval: string;
  readonly interval_length: number;
  readonly cycles: number;
  readonly cycles_completed: number;
  /** ISO 8601, UTC; in the past while the cycle cannot be executed. */
  readonly next_execution: string;
  readonly status: 'ACTIVE';
}

/** The active recurring orders of an address, oldest first. @throws ServiceError when it is not an address. */
export function activeDca(practice: Practice, addressText: string, dialect: Dialect): readonly object[] {
  const owner = formatAddress(readAddress(addressText, 'address'));
  return practice.orders
    .open()
    .filter((order) => order.owner === owner)
    .toSorted((left, right) => left.sequence - right.sequence)
    .flatMap((order) => dcaReply(practice, order, dialect) ?? []);
}

function dcaReply(practice: Practice, order: OrderRecord, dialect: Dialect): DcaReply | undefined {
  const { plan, sold, route, datum } = order.rest;
  const due = practice.schedule.due(order);
  if (!plan || due === undefined) return undefined;
  const decimals = decimalsOf(practice.market, sold.asset);
  const plain: DcaReply = {
    _id: order.id,
    user_address: order.owner,
    token_in: tokenText(sold.asset, dialect),
    token_out: tokenText(plan.wanted, dialect),
    amount_in: displayNumber(plan.amountPerCycle, decimals),
    interval: plan.interval.interval,
    interval_length: plan.interval.length,
    cycles: plan.cycles,
    cycles_completed: plan.completed,
    next_execution: new Date(due).toISOString(),
    status: 'ACTIVE',
  };
  if (dialect === 'spec') return plain;
  const allowed = practice.market.exchanges.map(({ code }) => code);
  const wild = {
    user_stake: datum.ownerStakeKeyHash ?? '',
    amount_left: displayNumber(sold.quantity, decimals),
    slippage: Number(plan.slippagePpm) / 10_000,
    dex_allowlist: allowed.filter((code) => !route.excluded.includes(code)),
    tx_hash: order.placed.txHash,
    output_index: order.placed.index,
  };
  return { ...plain, ...wild };
}
