import type { TradeView } from '#contract/trades.ts';
import { ADA } from '#domain/asset.ts';

/** The results of a replay's trades. Figures in lovelace, at the current prices. */
export interface ReplayResult {
  readonly placed: number;
  readonly filled: number;
  readonly open: number;
  /** Network and exchange fees. */
  readonly fees: bigint;
  /** Value received in the fills, less payments and fees; `undefined` without a price for each token. */
  readonly gain: bigint | undefined;
}

const ON_CHAIN: readonly TradeView['state'][] = ['placed', 'partly-filled', 'filled', 'closed'];

/** `worth`: lovelace for base units of an asset, at the prices of the moment. */
export function replayResult(
  trades: readonly TradeView[],
  worth: (asset: string, units: bigint) => bigint | undefined,
): ReplayResult {
  const onChain = trades.filter(({ state }) => ON_CHAIN.includes(state));
  const orders = onChain.filter(({ kind }) => kind !== 'cancel');
  const filled = orders.filter(({ state }) => state === 'filled');
  let fees = 0n;
  for (const { costs } of onChain) fees += BigInt(costs.networkFee);
  for (const { costs } of filled) fees += BigInt(costs.exchangeFees);
  let gain: bigint | undefined = -fees;
  for (const { pay, receive, filledTotal } of filled) {
    const got = worth(receive, BigInt(filledTotal ?? '0'));
    const paid = worth(pay.asset, BigInt(pay.quantity));
    gain = gain === undefined || got === undefined || paid === undefined ? undefined : gain + got - paid;
  }
  return {
    placed: orders.length,
    filled: filled.length,
    open: orders.filter(({ state }) => state === 'placed' || state === 'partly-filled').length,
    fees,
    gain,
  };
}

/** Lovelace for base units at a price in ADA for one whole token, rounded down; ADA is itself. */
export function worthAt(
  asset: string,
  units: bigint,
  decimals: number,
  priceAda: number | undefined,
): bigint | undefined {
  if (asset === ADA) return units;
  if (priceAda === undefined) return undefined;
  return BigInt(Math.floor(Number(units) * priceAda * 10 ** (6 - decimals)));
}
