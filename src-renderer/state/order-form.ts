import { ADA } from '#domain/asset.ts';
import type { Side } from '#domain/limit-price.ts';
import { buttonFor, type Obstacle, type ObstacleAction, type SwapForm } from './validate-swap-form.ts';

/** What stands between a form of orders, limit or recurring, and its review, beside what a swap needs as well. */
export type OrderObstacle = Obstacle | 'needs-ada';

export type OrderAction = ObstacleAction | 'pay-with-ada' | 'enter-price';

export interface OrderButton {
  readonly text: string;
  readonly ready: boolean;
  readonly action?: OrderAction;
}

/** The side of the pair that is not ADA, and whether it is bought; absent where it is not one token against ADA. */
export function sideOf(
  pay: string,
  receive: string | undefined,
): { readonly side: Side; readonly token: string } | undefined {
  if (receive === undefined || pay === receive) return undefined;
  if (pay === ADA) return { side: 'buy', token: receive };
  return receive === ADA ? { side: 'sell', token: pay } : undefined;
}

/** Both sides are chosen, and neither of them is ADA. */
export function lacksAda({ payId, receiveId }: SwapForm): boolean {
  return receiveId !== undefined && payId !== receiveId && sideOf(payId, receiveId) === undefined;
}

/** The text of the one button of an order's form, and what it does, for an obstacle that all orders know. */
export function orderButton(obstacle: OrderObstacle, payLabel: string): OrderButton {
  switch (obstacle) {
    case 'needs-ada':
      return { text: 'Pay with ADA', ready: false, action: 'pay-with-ada' };
    case 'asking':
      return { text: 'Asking what it costs…', ready: false };
    case 'quote-stale':
      return { text: 'Ask again what it costs', ready: false, action: 'refresh' };
    default:
      return buttonFor(obstacle, payLabel);
  }
}
