import { ADA, type AssetId } from '#domain/asset.ts';
import type { EpochMs } from '#domain/time.ts';
import type { Trade, TradeState } from '#domain/trade.ts';
import { WHOLE_PPM } from '#domain/ratio.ts';

/** The result of one filled trade, for comparison with others. Ratios are in parts per million. */
export interface Execution {
  readonly at: EpochMs;
  readonly kind: 'swap' | 'limit';
  /** Codes of the exchanges that its orders were placed at, each once. */
  readonly venues: readonly string[];
  readonly token: AssetId;
  /** Its side in ADA, lovelace; absent where neither side is ADA. */
  readonly worth: bigint | undefined;
  readonly fills: number;
  /** Fills that could be audited, and those of them that came out exact. */
  readonly checkable: number;
  readonly exact: number;
  /** Its whole cost against the price at the decision; below zero is a gain. */
  readonly shortfall: number | undefined;
  /** Proceeds beyond the quote, or beyond a limit's price; negative if the trade brought less. Rounded down. */
  readonly quoted: number | undefined;
  /** Part of the way from the quote to the promised minimum: above one million, less than the minimum came. Rounded up. */
  readonly used: number | undefined;
  /** From its sending until its last fill was seen, milliseconds. */
  readonly took: number | undefined;
  /** How much more than the offer the pools read before the signature would have paid; 0 if none paid more. */
  readonly better: number | undefined;
}

/** Facts about a trade that the trade itself does not hold. */
export interface ExecutionFacts {
  readonly steps: readonly { readonly at: EpochMs; readonly state: TradeState }[];
  readonly fills: readonly { readonly exact: boolean | undefined }[];
  readonly shortfall: number | undefined;
  readonly better: number | undefined;
}

/** `undefined` for what is not a filled swap or limit order. */
export function executionOf(trade: Trade, facts: ExecutionFacts): Execution | undefined {
  const { kind, state, pay, receive, expected, atLeast, filledTotal, orders } = trade;
  if (state !== 'filled' || filledTotal === undefined || (kind !== 'swap' && kind !== 'limit'))
    return undefined;
  const sent = facts.steps.find(({ state: at }) => at === 'submitted' || at === 'placed')?.at;
  const filled = facts.steps.findLast(({ state: at }) => at === 'filled')?.at;
  const promised = kind === 'limit' ? atLeast : expected;
  const room = expected - atLeast;
  return {
    at: filled ?? trade.updatedAt,
    kind,
    venues: [...new Set(orders.flatMap(({ exchange }) => exchange ?? []))].toSorted(),
    token: pay.asset === ADA ? receive : pay.asset,
    worth: pay.asset === ADA ? pay.quantity : receive === ADA ? filledTotal : undefined,
    fills: Math.max(facts.fills.length, orders.length),
    checkable: facts.fills.filter(({ exact }) => exact !== undefined).length,
    exact: facts.fills.filter(({ exact }) => exact === true).length,
    shortfall: facts.shortfall,
    quoted: promised > 0n ? floorRatio(filledTotal - promised, promised) : undefined,
    used: kind === 'swap' && room > 0n ? -floorRatio(filledTotal - expected, room) : undefined,
    took: sent === undefined || filled === undefined || filled < sent ? undefined : filled - sent,
    better: facts.better,
  };
}

/** In parts per million, rounded down: never in the exchange's favour. */
function floorRatio(part: bigint, whole: bigint): number {
  const scaled = part * WHOLE_PPM;
  const down = scaled / whole - (scaled % whole < 0n ? 1n : 0n);
  return Number(down);
}
