/** Reserves of one pool: what goes in, and what comes out, in display figures. */
export interface Reserves {
  readonly incoming: number;
  readonly outgoing: number;
}

const STEPS = 80;

/**
 * What constant-product pools without fees give for an input that is split over them as well as can be: the marginal
 * price is the same on each pool used. An estimate for the eye; order books and stable pools do not follow it.
 */
export function bestOutput(pools: readonly Reserves[], input: number): number {
  const usable = pools.filter(({ incoming, outgoing }) => incoming > 0 && outgoing > 0);
  if (usable.length === 0 || !(input > 0)) return 0;
  const taken = (price: number): number =>
    usable.reduce(
      (sum, pool) => sum + Math.max(0, Math.sqrt(pool.incoming * pool.outgoing * price) - pool.incoming),
      0,
    );
  // Marginal prices (input per output) between the best pool's and one at which the pools take more than there is.
  let low = Math.min(...usable.map(({ incoming, outgoing }) => incoming / outgoing));
  let high = low * 2;
  while (taken(high) < input) high *= 2;
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2;
    if (taken(middle) < input) low = middle;
    else high = middle;
  }
  return usable.reduce((sum, { incoming, outgoing }) => {
    const part = Math.max(0, Math.sqrt(incoming * outgoing * high) - incoming);
    return sum + (outgoing * part) / (incoming + part);
  }, 0);
}

/** Average prices (ADA per token) of a buy and a sale of one size, and how far they lie from the reference. */
export interface DepthRow {
  readonly ada: number;
  readonly buy: number;
  readonly buyOffset: number;
  readonly sell: number;
  readonly sellOffset: number;
}

export function depthRows(
  pools: readonly { readonly ada: number; readonly tokens: number }[],
  reference: number,
  sizes: readonly number[],
): readonly DepthRow[] {
  const buying = pools.map(({ ada, tokens }) => ({ incoming: ada, outgoing: tokens }));
  const selling = pools.map(({ ada, tokens }) => ({ incoming: tokens, outgoing: ada }));
  return sizes.flatMap((ada) => {
    const bought = bestOutput(buying, ada);
    const sold = bestOutput(selling, ada / reference);
    if (bought <= 0 || sold <= 0) return [];
    const buy = ada / bought;
    const sell = (sold * reference) / ada;
    return [{ ada, buy, buyOffset: buy / reference - 1, sell, sellOffset: sell / reference - 1 }];
  });
}
