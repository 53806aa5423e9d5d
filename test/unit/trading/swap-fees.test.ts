import { describe, expect, it } from 'vitest';
import { quantity } from '#domain/amount.ts';
import { ADA, parseAssetId } from '#domain/asset.ts';
import type { ServiceOrder } from '#domain/order.ts';
import { ExchangeFees } from '../../../src-main/trading/kinds/limit-market.ts';
import { netReceived, swapFees } from '../../../src-main/trading/kinds/swap-fees.ts';

const GEM = parseAssetId('ab'.repeat(28)) ?? ADA;

const route = (exchange: string) => ({ exchange, amountIn: quantity(1n), expectedOut: quantity(1n) });
const built = (exchange: string, batcherFee: bigint, networkFee = 200_000n, otherRecipients = 0n) => ({
  kind: 'swap' as const,
  costs: {
    networkFee: quantity(networkFee),
    exchangeFees: quantity(batcherFee),
    deposits: quantity(2_000_000n),
    otherRecipients: quantity(otherRecipients),
  },
  orders: [
    {
      index: 0,
      exchange,
      minimum: undefined,
      batcherFee: quantity(batcherFee),
      deposit: quantity(2_000_000n),
    },
  ],
});
function recorded(exchange: string): ExchangeFees {
  const fees = new ExchangeFees();
  fees.learn([{ exchange, batcherFee: '1.1', deposit: '2.5' } as unknown as ServiceOrder]);
  return fees;
}
const none = new ExchangeFees();

describe('fees before a review', () => {
  it('are not known where nobody has stated them', () => {
    expect(swapFees({ routes: [route('EXA')] }, [], none)).toEqual({
      exchange: undefined,
      deposits: undefined,
      network: undefined,
    });
    // One exchange's fee says nothing of another's.
    expect(
      swapFees({ routes: [route('EXA'), route('EXB')] }, [built('EXA', 1n)], none).exchange,
    ).toBeUndefined();
    expect(swapFees({ routes: [] }, [built('EXA', 1n)], none).exchange).toBeUndefined();
  });

  it('are those of the estimate, rounded up, unless more was taken before', () => {
    const estimate = { routes: [route('EXA')], statedFees: { batcher: 1.0000001, deposits: 2 } };
    expect(swapFees(estimate, [], none)).toMatchObject({
      exchange: { lovelace: 1_000_001n, from: 'estimate' },
      deposits: { lovelace: 2_000_000n, from: 'estimate' },
    });
    expect(swapFees(estimate, [built('EXA', 900_000n), built('EXA', 1_500_000n)], none)).toMatchObject({
      exchange: { lovelace: 1_500_000n, from: 'built' },
      deposits: { lovelace: 2_000_000n },
    });
  });

  it('are taken from transactions built here before records, one order a route', () => {
    const routes = [route('EXA'), route('EXB'), route('EXA')];
    expect(swapFees({ routes }, [built('EXA', 1_500_000n)], recorded('EXB'))).toMatchObject({
      exchange: { lovelace: 4_100_000n, from: 'records' },
      deposits: { lovelace: 6_500_000n, from: 'records' },
    });
  });

  it('count what the service takes, as stated or as it took before, whichever is more', () => {
    const routes = [route('EXA')];
    const before = [built('EXA', 1_000_000n, 210_000n, 400_000n), built('EXA', 1_000_000n, 190_000n)];
    const of = (service: number) =>
      swapFees({ routes, statedFees: { batcher: 1, service } }, before, none).exchange?.lovelace;
    expect([of(0.1), of(1)]).toEqual([1_400_000n, 2_000_000n]);
    expect(swapFees({ routes }, before, none).network).toBe(210_000n);
  });

  it('ignore figures that no fee can have, and trades of other kinds', () => {
    const estimate = {
      routes: [route('EXA')],
      statedFees: { batcher: -5, deposits: Number.NaN, service: 1e300 },
    };
    const limit = { ...built('EXA', 9_000_000n, 9_000_000n), kind: 'limit' as const };
    const endless = { ...estimate, statedFees: { batcher: 1e300, deposits: Number.POSITIVE_INFINITY } };
    for (const odd of [estimate, endless])
      expect(swapFees(odd, [limit], none)).toEqual({
        exchange: undefined,
        deposits: undefined,
        network: undefined,
      });
  });
});

describe('what is left', () => {
  it('is the amount less what is taken in ADA, never less than nothing', () => {
    expect(netReceived({ receive: ADA }, quantity(10_000_000n), 1_500_000n, 250_000n)).toBe(8_250_000n);
    expect(netReceived({ receive: ADA }, quantity(1_000_000n), 1_500_000n, 250_000n)).toBe(0n);
    expect(netReceived({ receive: ADA }, quantity(10_000_000n), undefined, 250_000n)).toBeUndefined();
  });

  it('is all of a token: its fees are paid in ADA', () => {
    expect(netReceived({ receive: GEM }, quantity(7n), undefined, 250_000n)).toBe(7n);
  });
});
