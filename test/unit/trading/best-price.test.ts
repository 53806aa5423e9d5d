import { describe, expect, test } from 'vitest';
import type { AssetId } from '#domain/asset.ts';
import { slot } from '#domain/time.ts';
import type { Route } from '../../../src-main/exchanges/routing/route.ts';
import { bestPrice, type PriceOffer } from '../../../src-main/trading/best-price.ts';
import type { MarketReading } from '../../../src-main/trading/own-market.ts';

const GEM = `${'7e'.repeat(28)}47454d` as AssetId;
const TOKENS = new Map([[GEM, { ticker: 'GEM', decimals: 0 }]]);
const route: Route = {
  ...{ parts: [], out: 100_000n, fees: 0n, net: 100_000, lovelaceWorth: 0, pools: 2 },
};
const reading: MarketReading = {
  ...{ kind: 'read', slot: slot(7), route, pools: 2, seen: [], unread: 0, complete: true, proven: true },
  ...{ contradicted: 0, notComputed: new Map() },
};
const said = (offer: Partial<PriceOffer>) =>
  bestPrice(reading, { kind: 'swap', out: 100_000n, fees: 0n, receive: GEM, ...offer }, 50, TOKENS);

describe('a service that promises more than the pools would pay', () => {
  test('is said to, from the user’s own share on', () => {
    expect(said({ out: 100_499n, enforced: 100_000n })).toMatchObject({
      tone: 'note',
      sentence: expect.stringMatching(/^No better/),
    });
    const { tone, sentence, notes } = said({ out: 102_000n, enforced: 100_000n });
    expect([tone, sentence]).toEqual([
      'warn',
      "At slot 7 the service expects 2,000 GEM more (2.00\u00a0%) than the best route in the pools read here would have paid, after the exchanges' fees.",
    ]);
    expect(notes[0]).toContain('is its own word');
  });

  test('is not while its fees are unknown, or where they make up for it', () => {
    expect(said({ out: 102_000n }).tone).toBe('note');
    const dear = { ...reading, route: { ...route, lovelaceWorth: 1 } };
    const offer = { kind: 'swap', out: 102_000n, enforced: 100_000n, receive: GEM } as const;
    expect(bestPrice(dear, { ...offer, fees: 2_000n }, 50, TOKENS).tone).toBe('note');
    expect(bestPrice(dear, { ...offer, fees: 0n }, 50, TOKENS).tone).toBe('warn');
  });

  test('hides no better route: the pools are compared with what the transaction enforces, too', () => {
    for (const out of [99_000n, 100_000n, 105_000n])
      expect(said({ out, enforced: 95_000n }).notes.join('\n')).toContain(
        "The transaction enforces at least 95,000 GEM. The pools read here would have paid 5,000 GEM more than that (5.26\u00a0%); beyond what is enforced there is only the service's word.",
      );
    expect(said({ enforced: 100_000n }).notes.join()).not.toContain('enforces');
    expect(said({}).notes.join()).not.toContain('enforces');
  });

  test('is no matter for a limit order, which enforces what it asks for', () => {
    expect(said({ kind: 'limit', out: 150_000n, enforced: 90_000n })).toMatchObject({ tone: 'note' });
  });
});
