/**
 * What orders enforce, in the words of every ticket, window, sheet and command: no two of them may promise different
 * things. A swap's or a limit order's bytes name the least that it brings; a recurring order's name none.
 */

/** Of an order whose bytes name no least. */
export const NO_LEAST = 'no least amount is enforced';

/** What a recurring order's bytes do bound; `share` is a percentage in words: `1 %`. A clause, without its full stop. */
export function recurringPriceWords(share: string): string {
  return `takes the price of its time, at most ${share} worse than the market; ${NO_LEAST}`;
}

/** Of a recurring order whose bytes bound no price at all. A clause, without its full stop. */
export const ANY_PRICE_WORDS = `takes whatever price the service places it at; ${NO_LEAST}`;

/** What becomes of an order whose least the market does not give. */
export const BEYOND_LEAST = 'Beyond it the order waits; nothing is lost.';
