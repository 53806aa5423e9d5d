import type { AssetId } from '#domain/asset.ts';
import type { DcaInterval } from '#domain/dca.ts';
import { enforcedLeast } from '../../../src-main/agreement/bounds.ts';
import type { Quote } from '../../../src-main/trading/kinds/quote.ts';

/** Orders that a transaction has to place for the app to take it. Base units by the decimals that the app believes. */
export interface TradeWant {
  readonly kind: 'trade';
  readonly pay: AssetId;
  readonly receive: AssetId;
  readonly quantity: bigint;
  readonly atLeast: bigint;
  readonly parts: readonly { readonly pay: bigint; readonly atLeast: bigint }[];
  readonly recurring?: {
    readonly cycles: number;
    readonly interval: DcaInterval;
    readonly slippageBps: number;
  };
}

/** Orders that it has to take back, as `hash#index`. */
export interface CancelWant {
  readonly kind: 'cancel';
  readonly orders: readonly string[];
}

export type Want = TradeWant | CancelWant;

/** The request behind a quote. The thief was told all of it, or can infer it from his own statements. */
export function wantOf(quote: Quote): Want {
  if (quote.kind === 'cancel') return { kind: 'cancel', orders: quote.task.orders };
  if (quote.kind === 'send') throw new Error('the service is not asked for payments');
  const { pay, receive } = quote.task;
  const atLeast = enforcedLeast(quote.task) ?? 0n;
  const whole = { pay: pay.quantity, atLeast };
  return {
    kind: 'trade',
    pay: pay.asset,
    receive,
    quantity: pay.quantity,
    atLeast,
    parts: quote.kind === 'limit' || quote.kind === 'ladder' ? quote.parts : [whole],
  };
}
