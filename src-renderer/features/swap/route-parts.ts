import type { QuoteView } from '#contract/swap.ts';
import { WHOLE_PPM } from '#domain/ratio.ts';

/** One exchange's part of a quote's route. */
export interface RoutePart {
  readonly key: string;
  readonly exchange: string;
  readonly amountIn: bigint;
  readonly out: bigint;
  /** Fraction of what is paid. */
  readonly share: number;
}

export function routeParts(routes: QuoteView['routes']): readonly RoutePart[] {
  const whole = routes.reduce((sum, route) => sum + BigInt(route.amountIn), 0n);
  return routes.map((route, index) => ({
    key: `${route.exchange}-${index}`,
    exchange: route.exchange,
    amountIn: BigInt(route.amountIn),
    out: BigInt(route.expectedOut),
    share: whole === 0n ? 0 : Number((BigInt(route.amountIn) * WHOLE_PPM) / whole) / Number(WHOLE_PPM),
  }));
}
