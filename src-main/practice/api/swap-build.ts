import type { Practice } from '../practice.ts';
import { buildPlacement } from './placement.ts';
import type { SwapQuote } from './swaps.ts';

/** The unsigned transaction that places a quote's orders, as hex. @throws ServiceError as `buildPlacement` does. */
export function buildSwap(practice: Practice, { request, orders }: SwapQuote, address: string): string {
  const { tokenIn, tokenOut, excluded } = request;
  return buildPlacement(practice, { kind: 'swap', tokenIn, tokenOut, excluded, orders }, address);
}
