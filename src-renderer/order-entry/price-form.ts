import type { PriceReading } from '../format/price-entry.ts';
import type { EstimateState } from '../state/layers.svelte.ts';
import {
  buttonFor,
  lacksAda,
  obstaclesOfAnswer,
  obstaclesOfForm,
  obstaclesOfTokens,
  obstaclesOfWallet,
  type Obstacle,
  type OrderForm,
  type TicketButton,
} from './order-form.ts';
import { words } from './words.ts';

/** The obstacles to reviewing a limit form, in addition to those of every ticket. */
export type LimitObstacle =
  | Obstacle
  | 'no-price'
  | 'price-malformed'
  | 'price-ambiguous'
  | 'market-price-unknown'
  | 'count-malformed'
  | 'same-prices'
  | 'batch-under-way'
  | 'off-market';

export interface LimitForm {
  /** The form that all tickets share: pair, amount, exchanges and wallet. */
  readonly shared: OrderForm;
  /** The readings of the price fields, in their order. */
  readonly prices: readonly PriceReading[];
  /** A percentage was typed, and there is no market price to count it from. */
  readonly unreadable: boolean;
  readonly countFits: boolean;
  /** A ladder's first price is its last. */
  readonly samePrices?: boolean;
  /** Another batch is under way. */
  readonly batchUnderWay?: boolean;
  readonly estimate: EstimateState;
  /** The price is near the market, or was said to be meant. */
  readonly offMarketAccepted: boolean;
}

/** The obstacles to a review, in the order in which to deal with them. */
export function validateLimitForm(form: LimitForm): readonly LimitObstacle[] {
  const { shared, batchUnderWay, estimate } = form;
  return [
    ...obstaclesOfOrder(form),
    ...obstaclesOfWallet(shared),
    ...obstaclesOfTokens(shared),
    ...(batchUnderWay === true ? (['batch-under-way'] as const) : []),
    ...obstaclesOfAnswer(estimate),
    ...(form.offMarketAccepted ? [] : (['off-market'] as const)),
  ];
}

/** Whether main can be asked what the order would cost and bring. A missing wallet is no hindrance. */
export function canEstimate(form: LimitForm): boolean {
  return obstaclesOfOrder(form).length === 0;
}

function obstaclesOfOrder(form: LimitForm): LimitObstacle[] {
  // Limit orders know no slippage: the price is the bound.
  const found: LimitObstacle[] = obstaclesOfForm({ ...form.shared, slippageBps: 1 });
  if (lacksAda(form.shared)) found.unshift('needs-ada');
  if (form.prices.some(({ kind }) => kind === 'malformed')) found.push('price-malformed');
  else if (form.prices.some(({ kind }) => kind === 'ambiguous')) found.push('price-ambiguous');
  else if (form.prices.some(({ kind }) => kind === 'empty')) found.push('no-price');
  else if (form.unreadable) found.push('market-price-unknown');
  else if (form.samePrices === true) found.push('same-prices');
  if (!form.countFits) found.push('count-malformed');
  return found;
}

/** The text of the one button of a limit form, and what it does, from the first obstacle. */
export function limitButton(
  first: LimitObstacle | undefined,
  payLabel: string,
  ready: string,
  prices: number,
): TicketButton {
  switch (first) {
    case undefined:
      return { text: ready, ready: true };
    case 'no-price':
      return {
        text: prices > 1 ? words.enterPrices : words.enterPrice,
        ready: false,
        action: 'enter-price',
      };
    case 'price-malformed':
      return { text: words.noPrice, ready: false };
    case 'price-ambiguous':
      return { text: words.whichPrice, ready: false };
    case 'market-price-unknown':
      return { text: words.marketUnknown, ready: false };
    case 'same-prices':
      return { text: words.differentPrices, ready: false, action: 'enter-price' };
    case 'count-malformed':
      return { text: words.checkOrders, ready: false };
    case 'off-market':
      return { text: prices > 1 ? words.confirmPrices : words.confirmPrice, ready: false };
    case 'batch-under-way':
      return { text: words.otherBatch, ready: false };
    default:
      return buttonFor(first, payLabel);
  }
}
