import * as v from 'valibot';
import { quantity, type Quantity } from '#domain/amount.ts';
import { assetInBody } from '#domain/asset.ts';
import { formatDecimal } from '#domain/decimal.ts';
import type { Build, Estimate, SwapIntent } from '#domain/quote.ts';
import type { LimitIntent } from '#domain/order.ts';
import { decimalText, exactNumber, objectOf, optional } from '../../http/json.ts';
import type { DecimalsOf } from '../../ports/service.ts';
import { receivedUnits, shownFigure } from './figures.ts';
import { routeOf, routesSchema, type Route, type RouteContext } from './routes.ts';

/** Payload of `/swap/estimate`, and of `/swap/build` with the buyer's address. Amounts keep every digit. */
export function swapPayload(intent: SwapIntent, decimals: DecimalsOf, buyerAddress?: string): string {
  const { pay, receive, slippageBps, excluded } = intent;
  return JSON.stringify({
    ...(buyerAddress === undefined ? {} : { buyer_address: buyerAddress }),
    token_in: assetInBody(pay.asset),
    token_out: assetInBody(receive),
    amount_in: exactNumber(formatDecimal(pay.quantity, decimals(pay.asset))),
    slippage: exactNumber(formatDecimal(BigInt(slippageBps), 2)),
    ...(excluded.length === 0 ? {} : { blacklisted_dexes: excluded }),
  });
}

const totals = {
  total_output: optional(decimalText),
  total_output_without_slippage: optional(decimalText),
  splits: routesSchema,
};

/** A fee that is only shown: what cannot be read is as good as not stated. */
const statedFee = v.fallback(optional(decimalText), undefined);

/** Answer of `/swap/estimate`; routes may be under either name. */
export const estimateSchema = objectOf({
  ...totals,
  possible_routes: routesSchema,
  batcher_fee: statedFee,
  deposits: statedFee,
  dexhunter_fee: statedFee,
  partner_fee: statedFee,
});

/** Answer of `/swap/build`. */
export const buildSchema = objectOf({ ...totals, cbor: optional(v.string()) });

type BuildWire = v.InferOutput<typeof buildSchema>;

/** Answer of `/swap/sign`. */
export const signSchema = objectOf({ cbor: optional(v.string()) });

/** Both sides of a request, whatever kind of order it is for. */
type Pair = Pick<LimitIntent, 'pay' | 'receive'>;

/** Answer of `/swap/estimate` or `/swap/limit/estimate`; `undefined` when it holds no quote. */
export function estimateOf(
  wire: v.InferOutput<typeof estimateSchema>,
  pair: Pair,
  decimals: DecimalsOf,
): Estimate | undefined {
  const context = contextOf(wire, pair, decimals);
  const route = routeOf(context, wire.splits, wire.possible_routes);
  const [expected, lowest] = extremesOf(statedOutputs(context, route));
  if (expected === 0n) return undefined;
  const batcher = shownFigure(wire.batcher_fee);
  const deposits = shownFigure(wire.deposits);
  const service = [wire.dexhunter_fee, wire.partner_fee].flatMap((fee) => shownFigure(fee) ?? []);
  return {
    expected,
    lowest,
    routes: route.shares,
    statedFees: {
      ...(batcher === undefined ? {} : { batcher }),
      ...(deposits === undefined ? {} : { deposits }),
      ...(service.length === 0 ? {} : { service: service.reduce((sum, fee) => sum + fee, 0) }),
    },
  };
}

/** The outputs and splits that come with a built transaction (`cbor`, already checked to be hex). */
export function buildOf(
  cbor: string,
  wire: BuildWire,
  pair: Pair,
  decimals: DecimalsOf,
): Omit<Build, 'call'> {
  const context = contextOf(wire, pair, decimals);
  const route = routeOf(context, wire.splits);
  const [expected] = extremesOf(statedOutputs(context, route));
  return { cbor, expected, splits: route.shares };
}

/** The totals of an answer; one without any means what its route brings. */
function statedOutputs({ outputs }: RouteContext, { sum }: Route): readonly Quantity[] {
  return outputs.length > 0 || sum === undefined ? outputs : [sum];
}

/** The largest and the smallest of the stated outputs, whatever their fields are called; nothing where there is none. */
function extremesOf(stated: readonly Quantity[]): readonly [largest: Quantity, smallest: Quantity] {
  const largest = stated.reduce((most, units) => (units > most ? units : most), quantity(0n));
  return [largest, stated.reduce((least, units) => (units < least ? units : least), largest)];
}

type TotalsWire = Pick<BuildWire, 'total_output' | 'total_output_without_slippage'>;

/** Zero totals count as not stated: services send them where only the splits are right. */
function contextOf(wire: TotalsWire, pair: Pair, decimals: DecimalsOf): RouteContext {
  const decimalsOut = decimals(pair.receive);
  const outputs = [wire.total_output, wire.total_output_without_slippage]
    .map((text) => receivedUnits(text, decimalsOut))
    .filter((units) => units !== undefined && units > 0n)
    .map((units) => units as Quantity);
  return {
    decimalsIn: decimals(pair.pay.asset),
    decimalsOut,
    amountIn: quantity(pair.pay.quantity),
    outputs,
  };
}

/** Payload of `/swap/limit/estimate`, and of `/swap/limit/build` with the buyer's address. Figures keep every digit. */
export function limitPayload(intent: LimitIntent, decimals: DecimalsOf, buyerAddress?: string): string {
  const { pay, receive, wantedPrice, multiples, exchange, excluded } = intent;
  return JSON.stringify({
    ...(buyerAddress === undefined ? {} : { buyer_address: buyerAddress }),
    token_in: assetInBody(pay.asset),
    token_out: assetInBody(receive),
    amount_in: exactNumber(formatDecimal(pay.quantity, decimals(pay.asset))),
    wanted_price: exactNumber(wantedPrice),
    ...(multiples === 1 ? {} : { multiples }),
    ...(exchange === undefined ? {} : { dex: exchange }),
    ...(excluded.length === 0 ? {} : { blacklisted_dexes: excluded }),
  });
}
