import type * as v from 'valibot';
import { quantity } from '#domain/amount.ts';
import { assetInBody } from '#domain/asset.ts';
import { formatDecimal } from '#domain/decimal.ts';
import type { LimitIntent } from '#domain/order.ts';
import type { Build, Estimate, SwapIntent } from '#domain/quote.ts';
import { exactNumber } from '../../http/json.ts';
import type { DecimalsOf } from '../../ports/service.ts';
import { buildOf, estimateOf, type buildSchema, type estimateSchema } from './swap.ts';

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

/** The service's answer to a limit estimate; `undefined` when it holds none. No slippage: the price is named. */
export function limitEstimateOf(
  wire: v.InferOutput<typeof estimateSchema>,
  intent: LimitIntent,
  decimals: DecimalsOf,
): Estimate | undefined {
  return estimateOf(wire, asSwap(intent), decimals);
}

/** The splits beside a built limit transaction. */
export function limitBuildOf(
  cbor: string,
  wire: v.InferOutput<typeof buildSchema>,
  intent: LimitIntent,
  decimals: DecimalsOf,
): Omit<Build, 'exchange'> {
  return buildOf(cbor, wire, asSwap(intent), decimals);
}

function asSwap({ pay, receive, excluded }: LimitIntent): SwapIntent {
  return {
    pay: { asset: pay.asset, quantity: quantity(pay.quantity) },
    receive,
    slippageBps: 0,
    excluded,
  };
}
