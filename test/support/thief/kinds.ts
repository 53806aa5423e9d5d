/** Every kind of trade that the thief tries himself at. */
export const KINDS = [
  'swap-buy',
  'swap-sell',
  'swap-hop',
  'limit',
  'multiples',
  'ladder',
  'recurring',
  'cancel',
  'cancel-bulk',
  'cancel-forced',
  'cancel-set',
  'cancel-plan',
] as const;
export type Kind = (typeof KINDS)[number];

export const SWAPS: readonly Kind[] = ['swap-buy', 'swap-sell', 'swap-hop'];
export const LIMITS: readonly Kind[] = ['limit', 'multiples', 'ladder'];
export const CANCELS: readonly Kind[] = [
  'cancel',
  'cancel-bulk',
  'cancel-forced',
  'cancel-set',
  'cancel-plan',
];
/** Kinds of several transactions under one approval. */
export const SETS: readonly Kind[] = ['ladder', 'cancel-set'];
