/** Failures that are told at the price, where they can be mended. */
export const PRICE_FAILURES: readonly string[] = [
  'price-malformed',
  'price-too-fine',
  'market-price-unknown',
];
