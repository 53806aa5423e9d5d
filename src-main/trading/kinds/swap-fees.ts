import { quantity, type Quantity } from '#domain/amount.ts';
import { ADA, ADA_DECIMALS } from '#domain/asset.ts';
import { numberToUnits } from '#domain/decimal.ts';
import type { Estimate, SwapIntent } from '#domain/quote.ts';
import type { Trade } from '#domain/trade.ts';
import type { ExchangeFees } from './limit-market.ts';

/** Whose figure it is: the service's estimate, transactions built here, or the service's records of orders. */
export type FeeSource = 'estimate' | 'built' | 'records';

/** A fee in lovelace, as it is known before anything is built. */
export interface KnownFee {
  readonly lovelace: Quantity;
  readonly from: FeeSource;
}

/** What a market swap is likely to cost. Only shown: what counts is read from the transaction's bytes at review. */
export interface SwapFees {
  /** Kept for filling it, with what the service itself asks for; absent where nobody has stated it. */
  readonly exchange: KnownFee | undefined;
  /** Comes back when the orders close. */
  readonly deposits: KnownFee | undefined;
  /** The largest of the swaps built here lately; absent where there are none. */
  readonly network: Quantity | undefined;
}

/** What swaps built here told of fees. */
type PastBuild = Pick<Trade, 'kind' | 'costs' | 'orders'>;

/** So many transactions say what the next one costs. */
const PAST_BUILDS = 20;

/**
 * Of several figures the larger one counts: what is received is never shown larger than one of them leaves. `past`:
 * trades of the journal, newest first.
 */
export function swapFees(
  { routes, statedFees }: Pick<Estimate, 'routes' | 'statedFees'>,
  past: readonly PastBuild[],
  records: ExchangeFees,
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
 * What a swap brings after its fees, in base units of what is received; `undefined` where a fee that is taken from it is
 * not known. Fees are paid in ADA: of a swap that buys a token they are paid besides. Deposits come back and are no cost.
 */
export function netReceived(
  { receive }: Pick<SwapIntent, 'receive'>,
  expected: Quantity,
  exchange: bigint | undefined,
  network: bigint,
): Quantity | undefined {
  if (receive !== ADA) return expected;
  if (exchange === undefined) return undefined;
  const net = expected - exchange - network;
  return quantity(net > 0n ? net : 0n);
}

/** Lovelace, rounded up; figures that no fee can have count as not stated. */
function stated(figure: number | undefined): Quantity | undefined {
  const units = figure === undefined ? undefined : numberToUnits(figure, ADA_DECIMALS, 'ceil');
  return units === undefined || units < 0n ? undefined : quantity(units);
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
