import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'valibot';
import { plainName } from '#contract/codec.ts';
import type { AssetId } from '#domain/asset.ts';
import { ok } from '#domain/result.ts';
import type { Token } from '#domain/token.ts';
import { withoutHidden } from '#domain/words/hidden.ts';
import { looksAlike, sharedTickers } from '#domain/words/look-alikes.ts';
import { longWords } from '../../../src-main/gate/wire.ts';
import { searchTokens } from '../../../src-main/features/tokens/token-search.ts';
import { shownText } from '../../../src-main/http/shown-text.ts';
import { plainToken } from '../../../src-main/market/token-catalogue.ts';
import type { Service } from '../../../src-main/ports/service.ts';
import { tokenLabel } from '../../../src-renderer/format/amount.ts';

/** Each shows nothing, or changes how its neighbours are shown. */
const UNSEEN = [
  ...'\u00ad\u034f\u061c\u115f\u1160\u17b4\u180b\u180e\u200b\u200d\u200e\u202e\u2028\u2060\u2065\u2066\u2069',
  ...'\u2800\u3164\ufe00\ufe0f\ufeff\uffa0\ufff0\ufff9\u{1bca0}\u{1d173}\u{e0001}\u{e0061}\u{e0100}\u{e01ef}',
];

describe('characters that cannot be seen', () => {
  it.each(UNSEEN)('are shown by nobody: %j', (hidden) => {
    const text = `AM${hidden}BER${hidden}`;
    expect(withoutHidden(text)).toBe('AMBER');
    expect(shownText(text, 40)).toBe('AMBER');
    expect(longWords(text)).toBe('AMBER');
    expect(tokenLabel({ id: 'ab'.repeat(28), ticker: text, name: '' })).toBe('AMBER');
    expect(looksAlike(text, 'AMBER')).toBe(true);
    expect(() => parse(plainName, `My${hidden}list`)).toThrow();
  });

  it('are in no text that is kept, whatever it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const plain = withoutHidden(text);
        expect(withoutHidden(plain)).toBe(plain);
        expect(plain).not.toMatch(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]/u);
      }),
    );
  });
});

describe('tickers that look alike', () => {
  it.each([
    ['AMBER', 'amber'],
    ['AMBER', 'АМВЕR'],
    ['AMBER', 'ΑΜΒΕR'],
    ['AMBER', 'ＡＭＢＥＲ'],
    ['AMBER', '𝐀𝐌𝐁𝐄𝐑'],
    ['AMBER', 'ÅMBER'],
    ['TILL', 'TlLL'],
    ['TILL', 'T1LL'],
    ['TILL', 'ТІLL'],
    ['TILL', 'тill'],
    ['SNEK', '$SNEK'],
    ['MOON', 'M00N'],
    ['modern', 'rnodern'],
    ['COPI', 'ϹОРІ'],
  ])('%s is like %s', (one, other) => {
    expect(looksAlike(one, other)).toBe(true);
    expect(looksAlike(other, one)).toBe(true);
  });

  it.each([
    ['AMBER', 'AMBR'],
    ['AI', 'AL'],
    ['TILL', 'TIL'],
    ['漢', '字'],
    ['', ''],
    ['', 'A'],
  ])('%j is not like %j', (one, other) => expect(looksAlike(one, other)).toBe(false));

  it('are counted in a list, each with each', () => {
    expect(sharedTickers(['AMBER', 'TILL', 'АМВЕR', '', '', 'AM\u3164BER'])).toEqual([
      ...[true, false, true, false, false, true],
    ]);
  });

  it('are marked in the results of a search, ADA’s own included', async () => {
    const tokens = ['АDА', 'AMBER', 'ТILL', 'TILL\u3164'].map((ticker, at): Token => ({
      ...plainToken(`${String(at).repeat(56)}41` as AssetId),
      ticker,
    }));
    const service = { search: () => Promise.resolve(ok(tokens)) } as unknown as Service;
    const found = await searchTokens('l', false, service);
    expect(found.ok && found.value.tokens.map(({ tickerShared }) => tickerShared)).toEqual([
      ...[true, false, true, true],
    ]);
  });
});
