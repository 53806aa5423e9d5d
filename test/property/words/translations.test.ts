import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDecimal, grouped } from '#domain/decimal.ts';
import { ADA, type AssetId } from '#domain/asset.ts';
import { inEnglish, inLanguage, sentence, type Sentence } from '#domain/sentences/sentence.ts';
import { germanFigure, sameFigures } from '#domain/words/figures.ts';
import { englishTicker, shownName } from '#domain/words/names.ts';
import { amount as germanAmount } from '#domain/words/phrases.de.ts';
import { plainToken } from '../../../src-main/market/token-catalogue.ts';
import { unverifiedNotices } from '../../../src-main/trading/kinds/market-price.ts';
import { catalogues } from '../../support/catalogues.ts';

const all = await catalogues();

it('finds the catalogues', () => {
  expect(all.map(({ name }) => name)).toContain('src-main/inspect/words/summary');
});

it.each(all)('$name has every sentence in both languages', ({ english, german }) => {
  expect(Object.keys(german).toSorted()).toEqual(Object.keys(english).toSorted());
  for (const id of Object.keys(english)) expect([id, typeof german[id]]).toEqual([id, typeof english[id]]);
});

it.each(all)(
  '$name says the same figures, addresses and names in both languages',
  ({ english, german, values }) => {
    for (const [id, entry] of Object.entries(english)) {
      const translation = german[id];
      if (typeof entry === 'string' || typeof translation !== 'function') {
        expect([id, sameFigures(String(entry), String(translation))]).toEqual([id, true]);
        continue;
      }
      const random = values.get(id);
      if (!random) throw new Error(`${id} has no values`);
      fc.assert(
        fc.property(random, (put) => {
          const [one, other] = [entry(put), translation(put)];
          const said = [id, one, other];
          expect([...said, sameFigures(one, other)]).toEqual([...said, true]);
          for (const name of textsIn(put))
            expect([...said, other.includes(name)]).toEqual([...said, one.includes(name)]);
          // An unknown value reads as unknown in its place, and not as a word of the program.
          expect(other).not.toMatch(/undefined|\[object|NaN/);
        }),
        { numRuns: 60 },
      );
    }
  },
);

describe('figures', () => {
  it('are written the German way at their place', () => {
    expect(germanFigure('1,204.55 ADA')).toBe('1\u202f204,55 ADA');
    expect(germanFigure('−12,345,678.5')).toBe('−12\u202f345\u202f678,5');
    expect(germanFigure('+0.5 %')).toBe('+0,5 %');
    expect(germanFigure('1204')).toBe('1204');
    for (const other of ['GEM1.5', '1.2.3', '1,5', '14:05:00', '2026-01-01', '1,20.5', 'about 1.5', '1.5e3'])
      expect(germanFigure(other)).toBe(other);
    // The text after the figure is somebody else's.
    expect(germanFigure('1.5 1,204.5')).toBe('1,5 1,204.5');
  });

  it('stand next to no ticker that would read as a size', () => {
    const inGerman = (name: string): string => germanAmount({ units: 5n, decimals: 0, name, named: true });
    for (const ticker of [
      ...['MIO', 'Mio.', 'Mrd', 'tsd', 'BIO', 'Mia', 'Mill', 'Tausend', 'Million', 'Millionen', 'Milliarden'],
      ...['MIO.ADA', 'MRD-ADA', 'Mio$', 'mio2', '$Mio', 'k', 'M', '$M', 'M.ADA'],
    ]) {
      expect(inGerman(ticker)).toBe(`5 „${ticker}“`);
      expect([ticker, sameFigures(`You get 5 ${ticker}.`, `Sie erhalten ${inGerman(ticker)}.`)]).toEqual([
        ticker,
        true,
      ]);
    }
    for (const ticker of ['MIOTA', 'MIOX', 'BIOS', 'MIAMI', 'MILK', 'Millionaire', 'KELP', 'M2', 'GEM'])
      expect(inGerman(ticker)).toBe(`5 ${ticker}`);
    for (const ticker of [
      'k',
      'K',
      'M',
      'm',
      'B',
      'T',
      '$M',
      'bn',
      'mn',
      'mln',
      'Million',
      'millions',
      'M.ADA',
    ])
      expect(englishTicker(ticker)).toBe(`“${ticker}”`);
    for (const ticker of ['KELP', 'MILK', 'BILL', 'BTC', 'T1', 'TRON', 'Millionaire', 'ADA'])
      expect(englishTicker(ticker)).toBe(ticker);
  });

  it('that are random say the same in both languages', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), fc.nat(18), (units, decimals) => {
        const english = grouped(formatDecimal(units, decimals));
        expect([english, sameFigures(`${english} X`, `${germanFigure(english)} X`)]).toEqual([english, true]);
        // A figure of the one language, read in the other, is another one, or none.
        if (/[.,]/.test(english)) expect(sameFigures(`${english} X`, `${english} X`)).toBe(false);
      }),
    );
  });

  it('that changed places, or are written the other way, are not the same ones', () => {
    expect(sameFigures('You pay 1 ADA and get 2 GEM.', 'Sie zahlen 1 ADA und erhalten 2 GEM.')).toBe(true);
    expect(sameFigures('You pay 1 ADA and get 2 GEM.', 'Sie zahlen 2 ADA und erhalten 1 GEM.')).toBe(false);
    expect(sameFigures('at most 1,204 ADA', 'höchstens 1\u202f204 ADA')).toBe(true);
    expect(sameFigures('at most 1,204 ADA', 'höchstens 1.204 ADA')).toBe(false);
    expect(sameFigures('at most 1,204 ADA', 'höchstens 1,204 ADA')).toBe(false);
    expect(sameFigures('at most 1,204 ADA', 'höchstens 1 204 ADA')).toBe(false);
    expect(sameFigures('at most 1.5 ADA', 'höchstens 1,5 ADA')).toBe(true);
    expect(sameFigures('at most 1.5 ADA', 'höchstens 1.5 ADA')).toBe(false);
    expect(sameFigures('at most 1.5 ADA', 'höchstens 15 ADA')).toBe(false);
    expect(sameFigures('at most 1.50 ADA', 'höchstens 1,5 ADA')).toBe(false);
    expect(sameFigures('on 2026-01-01 at 14:05:00', 'am 2026-01-01 um 14:05:00')).toBe(true);
  });

  it.each(['1,5', '1.5', '12,34', '1,204', '1\u202f204'])(
    'of a name such as "%s", which the two languages read differently, let no translation be shown',
    (name) => {
      expect(sameFigures(`2.5 ADA at ${name}, 7 GEM.`, `2,5 ADA an ${name}, 7 GEM.`)).toBe(false);
      expect(sameFigures(`2.5 ADA at ${name}, 7 GEM.`, `7 ADA an ${name}, 2,5 GEM.`)).toBe(false);
    },
  );

  it.each(['1 204', '\u202f5', '5\u202f', 'x,5', ',5'])('do not grow by a name such as "%s"', (name) => {
    expect(sameFigures(`2.5 ADA at ${name}, 7 GEM.`, `2,5 ADA an ${name}, 7 GEM.`)).toBe(true);
    expect(sameFigures(`2.5 ADA at ${name}, 7 GEM.`, `2,5 ADA an ${name}7 GEM.`)).toBe(false);
  });

  it('in names that begin with a letter stay as they are', () => {
    for (const name of ['GEM1.5', 'V2', 'Exa1,5', 'a1\u202f204', 'addr1qx.9'])
      expect([name, sameFigures(`At ${name}, 1.5 ADA.`, `An ${name}, 1,5 ADA.`)]).toEqual([name, true]);
    expect(sameFigures('At GEM1.5, 2 ADA.', 'An GEM15, 2 ADA.')).toBe(false);
  });
});

describe('a notice in German', () => {
  const digits = fc.string({
    unit: fc.constantFrom('0', '1', '5', '.', ',', ' ', '-', '+', '\u202f', 'A', '$'),
  });
  const ticker = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 30 }), digits);
  const hexId = fc
    .uint8Array({ minLength: 28, maxLength: 60 })
    .map((bytes) => Buffer.from(bytes).toString('hex') as AssetId);

  it('stays German whatever the ticker of its token is', () => {
    fc.assert(
      fc.property(hexId, ticker, (id, text) => {
        const name = shownName({ id, ticker: text });
        const whole = { units: 1_234_567n, decimals: 3, name, named: true };
        const got = {
          units: 7_500_000_000n,
          decimals: 6,
          name: shownName({ id: ADA, ticker: 'ADA' }),
          named: true,
        };
        const notices: readonly Sentence[] = [
          sentence('order/average', { price: '1,234.5', name }),
          sentence('plan/average', { price: '1,234.5', name }),
          sentence('order/sold', { whole, got }),
          sentence('order/sold', { whole: { ...whole, named: false }, got }),
          ...unverifiedNotices([{ ...plainToken(id), ticker: text }]),
          sentence('waiting/distance', { name, side: 'buy', percent: '1.5 %' }),
          sentence('move/what', { what: whole, price: '1234.5', name }),
        ];
        for (const one of notices) {
          const english = inEnglish(one).replaceAll(/(?<=\d),(?=\d{3})/g, '');
          expect(inLanguage('de', one)).not.toBe(english);
        }
      }),
      { numRuns: 500 },
    );
  });
});

/**
 * Names, addresses and hashes among the values; a value out of a few words is none of these, and may be translated.
 */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string')
    return /\d/.test(value) && !/^\d+(min|hour|day|week|month)$|^[-+−]?\d[\d.,]*( %)?$/.test(value)
      ? [value]
      : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
