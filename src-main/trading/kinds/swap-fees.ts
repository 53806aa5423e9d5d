import { MOST_UNITS, quantity, type Quantity } from '#domain/amount.ts';
import { ADA, ADA_DECIMALS } from '#domain/asset.ts';
import { numberToUnits } from '#domain/decimal.ts';
import type { Estimate, SwapIntent } from '#domain/quote.ts';
import type { Trade } from '#domain/trade.ts';

/** Where a figure comes from: the service's estimate, swaps built here, or the service's order records. */
export type FeeSource = 'estimate' | 'built' | 'records';

/** A fee in lovelace, as known before anything is built. */
export interface KnownFee {
  readonly lovelace: Quantity;
  readonly from: FeeSource;
}

/** The likely cost of a market swap. For display only: at review, the costs are read from the transaction's bytes. */
export interface SwapFees {
  /** For filling it, plus the service's own fees; absent if nobody has stated them. */
  readonly exchange: KnownFee | undefined;
  /** Returned when the orders close. */
  readonly deposits: KnownFee | undefined;
  /** The highest of the swaps built here recently; absent if there are none. */
  readonly network: Quantity | undefined;
}

/** The parts of an earlier trade that give evidence of fees. */
export type PastBuild = Pick<Trade, 'kind' | 'costs' | 'orders'>;

/** Lovelace that an order at an exchange holds besides the amount it sells, as far as it is known. */
interface FeeRecords {
  of(exchange: string): { readonly batcher: bigint; readonly deposit: bigint } | undefined;
}

/** How many recent swaps are looked at. */
const PAST_BUILDS = 20;

/**
 * Where there are several figures, the highest counts, so the amount received is never overstated. `past`: the journal's
 * trades, newest first.
 */
export function swapFees(
  { routes, statedFees }: Pick<Estimate, 'routes' | 'statedFees'>,
  past: readonly PastBuild[],
  records: FeeRecords,
): SwapFees {
  const built = past.filter(({ kind }) => kind === 'swap').slice(0, PAST_BUILDS);
  const orders = built.flatMap((trade) => trade.orders);
  const each = (part: 'batcherFee' | 'deposit', recorded: 'batcher' | 'deposit'): KnownFee | undefined => {
    let sum = 0n;
    let from: FeeSource = 'built';
    for (const { exchange } of routes) {
      const seen = largest(
        orders.flatMap((order) => (order.exchange === exchange ? (order[part] ?? []) : [])),
      );
      const known = seen ?? records.of(exchange)?.[recorded];
      if (known === undefined) return undefined;
      if (seen === undefined) from = 'records';
      sum += known;
    }
    return routes.length === 0 ? undefined : { lovelace: quantity(sum), from };
  };
  const others = largest(built.map(({ costs }) => costs.otherRecipients)) ?? 0n;
  const service = stated(statedFees?.service);
  const exchange = larger(stated(statedFees?.batcher), each('batcherFee', 'batcher'));
  const more = service !== undefined && service > others ? service : others;
  return {
    exchange: exchange && { ...exchange, lovelace: quantity(exchange.lovelace + more) },
    deposits: larger(stated(statedFees?.deposits), each('deposit', 'deposit')),
    network: largest(built.map(({ costs }) => costs.networkFee)),
  };
}

/**
 * A swap's proceeds after fees, in base units of the asset received; `undefined` if a fee to be deducted is unknown.
 * Fees are paid in ADA, so a swap that buys a token pays them separately. Deposits are returned and are not a cost.
 */
export function netReceived(
  { receive }: Pick<SwapIntent, 'receive'>,
  expected: bigint,
  exchange: bigint | undefined,
  network: bigint,
): bigint | undefined {
  if (receive !== ADA) return expected;
  if (exchange === undefined) return undefined;
  const net = expected - exchange - network;
  return net > 0n ? net : 0n;
}

/** Lovelace, rounded up; impossible figures count as not stated. */
function stated(figure: number | undefined): Quantity | undefined {
  const units = figure === undefined ? undefined : numberToUnits(figure, ADA_DECIMALS, 'ceil');
  return units === undefined || units < 0n || units > MOST_UNITS ? undefined : quantity(units);
}

function larger(lovelace: Quantity | undefined, known: KnownFee | undefined): KnownFee | undefined {
  if (lovelace === undefined) return known;
  return known !== undefined && known.lovelace > lovelace ? known : { lovelace, from: 'estimate' };
}

function largest(figures: readonly Quantity[]): Quantity | undefined {
  return figures.reduce<Quantity | undefined>(
    (most, figure) => (most === undefined || figure > most ? figure : most),
    undefined,
  );
}
