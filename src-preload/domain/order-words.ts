/**
 * The terms that orders enforce, in the words of every ticket, window, sheet and command: no two of them may promise
 * different things. The bytes of a swap or a limit order state a minimum received; those of a recurring order do not.
 */

/** Of an order whose bytes name no least. */
export const NO_LEAST = 'no least amount is enforced';

/**
 * The bound that a recurring order's bytes do state; `share` is a percentage in words: `1 %`. A clause, without its
 * full stop.
 */
export function recurringPriceWords(share: string): string {
  return `takes the price of its time, at most ${share} worse than the market; ${NO_LEAST}`;
}

/** Of a recurring order whose bytes bound no price at all. A clause, without its full stop. */
export const ANY_PRICE_WORDS = `takes whatever price the service places it at; ${NO_LEAST}`;

/** The state of an order when the market does not pay its minimum. */
export const BEYOND_LEAST = 'Beyond it the order waits; nothing is lost.';
