import { type Rule, warn } from '../rule.ts';

/** Whoever holds the stake part of an order's address earns its staking rewards while the order waits. */
export const orderStakePart: Rule = {
  id: 'V8',
  holds: "Every order's address has your own stake part, or none.",
  leavesOut: 'The script that locks the order (V9).',
  judge: ({ orders, given }) =>
    orders
      .filter(({ address: { stake } }) => {
        if (stake === undefined) return false;
        return stake === 'pointer' || stake.kind === 'script' || !given.own.stakeKeyHashes.has(stake.hash);
      })
      .map(({ index }) => warn('V8', `Order ${index + 1} lies at an address with a foreign stake part.`)),
};
