/** How the user typed the price of a limit order; kept as typed. */
export const PRICE_FORMS = ['ada-per-token', 'token-per-ada', 'percent'] as const;
export type PriceForm = (typeof PRICE_FORMS)[number];

/**
 * A price as typed. `percent` counts from the market price of the token in ADA: `-2.5` is 2.5 % below it, whichever
 * side is traded.
 */
export interface TypedPrice {
  readonly form: PriceForm;
  /** Decimal text; only a percentage may carry a sign. */
  readonly text: string;
}

/** How the amounts of a ladder's orders grow from its first price to its last. */
export const LADDER_SIZES = ['equal', 'linear', 'geometric'] as const;
export type LadderSizes = (typeof LADDER_SIZES)[number];

/** Spacing of a ladder's prices between the first and the last: by equal differences, or by equal ratios. */
export const LADDER_SPACINGS = ['linear', 'geometric'] as const;
export type LadderSpacing = (typeof LADDER_SPACINGS)[number];

/** The most orders of one transaction (`multiples`), and of one ladder, that are asked for here. */
export const MOST_MULTIPLES = 50;
export const MOST_LEVELS = 30;

/**
 * The status of an order, in our words. The service's own word is stored as well, and an order whose word is not known
 * here is `unknown` and stays in the list.
 */
export const ORDER_STATUSES = [
  'preparing', // signed or about to be sent; not on chain yet
  'open',
  'partly-filled', // what is left of it still waits
  'cancelling', // our cancellation is on its way
  'filled',
  'cancelled',
  'closed', // spent without paying what was wanted, and not by a cancellation that is known here
  'failed', // its transaction never reached the chain
  'unknown',
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Statuses of orders that still hold funds on chain, or may soon. */
export const LIVE_STATUSES: readonly OrderStatus[] = [
  'preparing',
  'open',
  'partly-filled',
  'cancelling',
  'unknown',
];

/** Orders that one request can cancel. */
export const MOST_CANCELLED = 500;
