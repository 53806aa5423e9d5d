import { describe, expect, it } from 'vitest';
import { quantity } from '#domain/amount.ts';
import { ADA_TOKEN } from '#domain/token.ts';
import { shortId } from '#domain/words/names.ts';
import { amountWithTicker, nameOf } from '../../../src-main/cli/tokens.ts';
import { saleOf } from '../../../src-main/cli/typed-order.ts';
import { GEM_TOKEN } from '../../support/batch-quotes.ts';

describe('a token on the terminal', () => {
  it('goes by its ticker where that can be told from every other, else by its id', () => {
    expect(amountWithTicker(1_500n, GEM_TOKEN)).toBe('1.5 GEM');
    const id = shortId(GEM_TOKEN.id);
    for (const ticker of ['GЕM', 'ADA', 'AD\u0410'])
      expect(amountWithTicker(1_500n, { ...GEM_TOKEN, ticker })).toBe(`1.5 ${id}`);
    expect(nameOf({ ...GEM_TOKEN, ticker: '', tickerSource: 'disputed' })).toBe(id);
    // A name is a stranger's word as well.
    expect(nameOf({ ...GEM_TOKEN, ticker: '', tickerSource: 'unknown', name: 'ADA' })).toBe(GEM_TOKEN.id);
  });
});

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
