import { ADA, ADA_DECIMALS } from '#domain/asset.ts';
import type { Candle } from '#domain/candle.ts';
import { statedQuantity } from '#domain/amount.ts';
import { priceNumber } from '#domain/limit-price.ts';
import { epochMs, type EpochMs } from '#domain/time.ts';
import type { Say } from '#domain/sentences/sentence.ts';
import { ADA_TOKEN, type PoolInfo, type Token } from '#domain/token.ts';
import { shownName } from '#domain/words/names.ts';
import { shownAmount } from '../../market/token-catalogue.ts';
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
  readonly say: Say;
}

/** Fraction of an order's worth from which its fees are named as a reason. */
const LARGE_FEES = 0.02;

/** Why an order has not been filled yet, strongest reason first. All of it is computed here from what the service reports. */
export function whyWaiting({ row, token, pools, candles, say }: WaitingFacts): Waiting {
  const { side, decimals, price: ratio } = row;
  const stillWanted = row.wanted === undefined ? undefined : leftOf(row.wanted, row.received ?? 0n);
  if (row.status === 'preparing')
    return {
      reasons: [{ kind: 'not-on-chain', sentence: say('waiting/not-on-chain') }],
      depthAtPrice: undefined,
      stillWanted,
      touchedAt: undefined,
    };
  const price = ratio === undefined ? undefined : priceNumber(ratio, decimals);
  const depth = price === undefined ? undefined : depthAt(row, pools, price);
  const touched = price === undefined ? undefined : lastTouch(row, candles, price);
  const reasons: Waiting['reasons'][number][] = [];
  const reached = row.distance !== undefined && row.distance <= 0;
  if (row.distance !== undefined && !reached)
    reasons.push({
      kind: 'distance',
      sentence: say('waiting/distance', { name: shownName(token), side, percent: percent(row.distance) }),
    });
  if (depth !== undefined && stillWanted !== undefined && depth < stillWanted) {
    const wanted = row.receive === ADA ? ADA_TOKEN : token;
    reasons.push({
      kind: 'depth',
      sentence: say('waiting/depth', {
        depth: shownAmount(depth, wanted),
        wanted: shownAmount(stillWanted, wanted),
      }),
    });
  }
  if (touched !== undefined && !reached) reasons.push({ kind: 'touched', sentence: say('waiting/touched') });
  if (touched === undefined && candles.length > 0 && !reached)
    reasons.push({ kind: 'untouched', sentence: say('waiting/untouched') });
  const share = feeShare(row);
  if (share !== undefined && share > LARGE_FEES)
    reasons.push({ kind: 'fees', sentence: say('waiting/fees', { percent: percent(share) }) });
  if (reached && reasons.length === 0)
    reasons.push({
      kind: 'exchange',
      sentence: say('waiting/exchange', row.exchange === undefined ? {} : { exchange: row.exchange }),
    });
  if (reasons.length === 0) reasons.push({ kind: 'unknown', sentence: say('waiting/unknown') });
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
