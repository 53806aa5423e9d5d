import { quantity } from '#domain/amount.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import type { Sale } from '#domain/quote.ts';

/** The sale as the trading core receives it, in base units: of ADA, unless another token is named. */
export function selling(
  units: bigint,
  asset: AssetId = ADA,
  payDecimals = 6,
): Pick<Sale, 'pay' | 'payDecimals'> {
  return { pay: { asset, quantity: quantity(units) }, payDecimals };
}

/** The same as a window asks for it. */
export function ticketSelling(units: bigint, asset: string = ADA, payDecimals = 6) {
  return { pay: { asset, quantity: String(units) }, payDecimals };
}
