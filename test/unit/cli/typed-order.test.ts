import { describe, expect, it } from 'vitest';
import { quantity } from '#domain/amount.ts';
import { ADA_TOKEN } from '#domain/token.ts';
import { saleOf } from '../../../src-main/cli/typed-order.ts';
import { GEM_TOKEN } from '../../support/batch-quotes.ts';

describe('the amount of a command line', () => {
  it('is base units once the token is known', () => {
    expect(saleOf('1.5', GEM_TOKEN, ADA_TOKEN)).toEqual({
      ok: true,
      value: {
        pay: { asset: GEM_TOKEN.id, quantity: quantity(1_500n) },
        payDecimals: 3,
        receive: ADA_TOKEN.id,
      },
    });
  });

  it('that is finer than a base unit is refused with the decimals that there are', () => {
    expect(saleOf('1.0005', GEM_TOKEN, ADA_TOKEN)).toEqual({
      ok: false,
      failure: { code: 'amount-malformed', data: { text: '1.0005', decimals: 3 } },
    });
  });

  it('of a token whose decimals nobody knows is not read', () => {
    const unknown = { ...GEM_TOKEN, decimals: 0, decimalsSource: 'unknown' } as const;
    expect(saleOf('1', unknown, ADA_TOKEN)).toEqual({
      ok: false,
      failure: { code: 'decimals-unknown', data: { token: 'GEM' } },
    });
  });
});
