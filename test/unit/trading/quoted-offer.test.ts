import { expect, it } from 'vitest';
import exchanges from '../../../resources/exchanges.json' with { type: 'json' };
import { quantity } from '#domain/amount.ts';
import { knownPools, knownScripts } from '../../../src-main/app/order-scripts.ts';
import type { SwapQuote } from '../../../src-main/trading/kinds/quote.ts';
import { quotedOffer } from '../../../src-main/trading/price-check.ts';

const pools = knownPools('practice', 'preprod');
const scripts = knownScripts('practice', 'preprod');
const [{ code, batcherFee } = { code: '', batcherFee: 0 }] = exchanges;

/** The fees that an offer over these exchanges counts, where the service states `batcher` ADA. */
function feesOf(batcher: number | undefined, ...codes: readonly string[]): bigint {
  const routes = codes.map((exchange) => ({ exchange, amountIn: quantity(1n), expectedOut: quantity(1n) }));
  const stated = batcher === undefined ? {} : { statedFees: { batcher } };
  const quote = { task: { expected: 7n, atLeast: 6n }, routes, ...stated } as unknown as SwapQuote;
  const offer = quotedOffer(quote, pools, scripts);
  expect(offer.out).toBe(7n);
  return offer.fees;
}

it('counts of the fees that a service states no more than its exchanges are known to charge', () => {
  expect(batcherFee).toBeGreaterThan(0);
  expect(feesOf(batcherFee / 1e6, code)).toBe(BigInt(batcherFee));
  expect(feesOf(1_000_000, code)).toBe(BigInt(batcherFee));
  expect(feesOf(1_000_000, code, code)).toBe(BigInt(batcherFee) * 2n);
  expect(feesOf(0.5, code)).toBe(500_000n);
});

it('counts none where none is stated, none below zero, and none at exchanges that nobody knows', () => {
  expect(feesOf(undefined, code)).toBe(0n);
  expect(feesOf(-5, code)).toBe(0n);
  expect(feesOf(Number.NaN, code)).toBe(0n);
  expect(feesOf(5, 'NOBODY')).toBe(0n);
  expect(feesOf(5)).toBe(0n);
});
