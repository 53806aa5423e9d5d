import type { Quantity } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import type { FillAudit, ShortfallParts } from '#domain/fill-audit.ts';
import type { Trade } from '#domain/trade.ts';
import { WHOLE_PPM } from '#domain/ratio.ts';
import { feeInBought } from '../exchanges/shortfall.ts';

/** A fee that a trade paid besides what its pools kept. */
export interface TradeFee {
  readonly name: 'exchange' | 'network' | 'others';
  readonly lovelace: Quantity;
  /** In base units of the asset bought, rounded up; absent if neither side of the trade is ADA. */
  readonly inBought: bigint | undefined;
}

/** The cost of a trade against the price at the decision, in base units of the asset bought. */
export interface TradeShortfall {
  readonly paper: bigint;
  readonly paid: bigint;
  /** Whether every fill is measured since the decision. */
  readonly sinceDecision: boolean;
  readonly parts: ShortfallParts;
  readonly fees: readonly TradeFee[];
  /** The sum of all parts and fees: exactly `paper` less `paid`, and the fees. */
  readonly total: bigint;
  /** `total` in parts per million of `paper`, rounded up. */
  readonly ppm: number;
}

/** The state of the audit of a trade's fills. */
export interface TradeAudit {
  readonly underWay: boolean;
  readonly audit: FillAudit | undefined;
  readonly shortfall: TradeShortfall | undefined;
}

/** The whole shortfall of a filled trade; `undefined` unless that of each of its fills is known. */
export function tradeShortfall(trade: Trade, { fills }: FillAudit): TradeShortfall | undefined {
  if (trade.state !== 'filled') return undefined;
  const known = fills.flatMap((fill) => ('failure' in fill ? [] : [fill]));
  const splits = known.flatMap(({ shortfall }) => shortfall ?? []);
  const sold = known.reduce((sum, fill) => sum + (fill.sold ?? 0n), 0n);
  const paid = sum(splits.map((split) => split.paid));
  // Fills that are missing here were not read, or are older than those that are kept.
  if (splits.length === 0 || splits.length < fills.length || sold !== trade.pay.quantity) return undefined;
  const paper = sum(splits.map((split) => split.paper));
  const part = (name: keyof ShortfallParts): bigint => sum(splits.map(({ parts }) => parts[name]));
  const parts = {
    ...{ delay: part('delay'), ordering: part('ordering'), impact: part('impact') },
    ...{ poolFee: part('poolFee'), underpaid: part('underpaid'), rest: part('rest') },
  };
  const sides = { sells: trade.pay.asset === ADA, buys: trade.receive === ADA };
  const { exchangeFees, networkFee, otherRecipients } = trade.costs;
  const fees = (
    [
      ['exchange', exchangeFees],
      ['network', networkFee],
      ['others', otherRecipients],
    ] as const
  )
    .filter(([, lovelace]) => lovelace > 0n)
    .map(([name, lovelace]) => ({ name, lovelace, inBought: feeInBought(lovelace, sides, { paper, sold }) }));
  const total = sum([...Object.values(parts), ...fees.flatMap(({ inBought }) => inBought ?? [])]);
  return {
    ...{ paper, paid, parts, fees, total },
    sinceDecision: splits.every(({ since }) => since === 'decision'),
    ppm: paper === 0n ? 0 : Number(ceilDivide(total * WHOLE_PPM, paper)),
  };
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n);
}

function ceilDivide(value: bigint, by: bigint): bigint {
  return value > 0n ? (value + by - 1n) / by : value / by;
}
