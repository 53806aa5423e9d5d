import { ADA, ADA_DECIMALS } from '#domain/asset.ts';
import type { Candle } from '#domain/candle.ts';
import { statedQuantity } from '#domain/amount.ts';
import { priceNumber } from '#domain/limit-price.ts';
import { epochMs, type EpochMs } from '#domain/time.ts';
import { ADA_TOKEN, type PoolInfo, type Token } from '#domain/token.ts';
import { amountText, tokenName } from '../../market/token-catalogue.ts';
import { movedTo } from '../../market/pool-depth.ts';
import type { OrderRow } from './order-row.ts';

export type WaitingKind =
  'distance' | 'depth' | 'fees' | 'touched' | 'untouched' | 'exchange' | 'not-on-chain' | 'unknown';

export interface Waiting {
  readonly reasons: readonly { readonly kind: WaitingKind; readonly sentence: string }[];
  /** Base units of what is wanted that the pools would give at the price or better. */
  readonly depthAtPrice: bigint | undefined;
  readonly stillWanted: bigint | undefined;
  readonly touchedAt: EpochMs | undefined;
}

export interface WaitingFacts {
  readonly row: OrderRow;
  readonly token: Token;
  readonly pools: readonly PoolInfo[];
  /** Since it was placed, oldest first, in ADA per token; empty when none are known. */
  readonly candles: readonly Candle[];
}

/** Fraction of an order's worth from which its fees are named as a reason. */
const LARGE_FEES = 0.02;

/** Why an order has not been filled yet, strongest reason first. All of it is computed here from what the service reports. */
export function whyWaiting({ row, token, pools, candles }: WaitingFacts): Waiting {
  const { side, decimals, price: ratio } = row;
  const stillWanted = row.wanted === undefined ? undefined : leftOf(row.wanted, row.received ?? 0n);
  if (row.status === 'preparing')
    return {
      reasons: [
        { kind: 'not-on-chain', sentence: 'Its transaction is not on chain yet; nothing can fill it.' },
      ],
      depthAtPrice: undefined,
      stillWanted,
      touchedAt: undefined,
    };
  const price = ratio === undefined ? undefined : priceNumber(ratio, decimals);
  const depth = price === undefined ? undefined : depthAt(row, pools, price);
  const touched = price === undefined ? undefined : lastTouch(row, candles, price);
  const name = tokenName(token);
  const reasons: Waiting['reasons'][number][] = [];
  const reached = row.distance !== undefined && row.distance <= 0;
  if (row.distance !== undefined && !reached)
    reasons.push({
      kind: 'distance',
      sentence: `The market price of ${name} must ${side === 'buy' ? 'fall' : 'rise'} by another ${percent(row.distance)} to reach yours.`,
    });
  if (depth !== undefined && stillWanted !== undefined && depth < stillWanted) {
    const wanted = row.receive === ADA ? ADA_TOKEN : token;
    reasons.push({
      kind: 'depth',
      sentence: `At your price the pools would give about ${amountText(depth, wanted)}; the order still wants ${amountText(stillWanted, wanted)}.`,
    });
  }
  if (touched !== undefined && !reached)
    reasons.push({
      kind: 'touched',
      sentence:
        'The price was touched since the order was placed, but not for long enough, or not for all of it.',
    });
  if (touched === undefined && candles.length > 0 && !reached)
    reasons.push({
      kind: 'untouched',
      sentence: 'The price has not been touched since the order was placed.',
    });
  const share = feeShare(row);
  if (share !== undefined && share > LARGE_FEES)
    reasons.push({
      kind: 'fees',
      sentence: `Its exchange fee is ${percent(share)} of the order: whoever fills it may wait for a better price.`,
    });
  if (reached && reasons.length === 0)
    reasons.push({
      kind: 'exchange',
      sentence: `The market is at your price. ${row.exchange ?? 'The exchange'} fills orders one after the other, and other orders may come first.`,
    });
  if (reasons.length === 0)
    reasons.push({ kind: 'unknown', sentence: 'Nothing known here says why it waits.' });
  return { reasons, depthAtPrice: depth, stillWanted, touchedAt: touched };
}

function leftOf(wanted: bigint, received: bigint): bigint {
  return wanted > received ? wanted - received : 0n;
}

function depthAt(
  { side, decimals, receive }: OrderRow,
  pools: readonly PoolInfo[],
  price: number,
): bigint | undefined {
  if (pools.length === 0) return undefined;
  const live = pools.filter(({ ada, tokens }) => ada > 0 && tokens > 0);
  const moved = movedTo(live, price, side === 'buy' ? 1 : -1);
  const got = side === 'buy' ? moved.tokens : moved.ada;
  return statedQuantity(String(got), receive === ADA ? ADA_DECIMALS : decimals, 'floor');
}

function lastTouch({ side }: OrderRow, candles: readonly Candle[], price: number): EpochMs | undefined {
  const touched = candles.findLast(({ low, high }) => (side === 'buy' ? low <= price : high >= price));
  return touched && epochMs(touched.time * 1_000);
}

function feeShare({ fees, pay, wanted }: OrderRow): number | undefined {
  const worth = pay.asset === ADA ? pay.quantity : wanted;
  return fees === undefined || worth === undefined || worth === 0n ? undefined : Number(fees) / Number(worth);
}

function percent(fraction: number): string {
  const value = fraction * 100;
  return `${value.toFixed(value < 1 ? 2 : 1)} %`;
}
