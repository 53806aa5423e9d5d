import { describe, expect, it } from 'vitest';

import { ADA, type AssetId } from '#domain/asset.ts';
import { moment } from '#domain/words/phrases.en.ts';
import { shortened } from '#domain/words/names.ts';
import {
  amountText,
  assetText,
  percentText,
  valueText,
  type TokenWords,
} from '../../../src-main/inspect/wording.ts';
import { BYSTANDER, GEM } from '../../support/good-trade.ts';

/** An id that sorts behind the word ADA, with a name of the full 32 bytes. */
const LONG = `${'be'.repeat(28)}${'c0'.repeat(24)}0123456789abcdef` as AssetId;
const NAMELESS = 'de'.repeat(28) as AssetId;

function named(...tokens: readonly (readonly [AssetId, string])[]): NonNullable<TokenWords> {
  return new Map(tokens.map(([id, ticker]) => [id, { ticker, decimals: 3 }]));
}

describe('the name of an asset', () => {
  it('is ADA, whatever a list calls it', () => {
    expect(assetText(ADA)).toBe('ADA');
    expect(assetText(ADA, named([ADA, 'GEM']))).toBe('ADA');
    expect(amountText(ADA, 1_500_000n, named([ADA, 'GEM']))).toBe('1.5 ADA');
  });

  it('is its ticker where that is known, else both ends of its id', () => {
    expect(assetText(GEM, named([GEM, 'GEM']))).toBe('GEM');
    expect(assetText(GEM)).toBe('7e7e7e7e…47454d');
    expect(assetText(GEM, named([BYSTANDER, 'KEEP']))).toBe('7e7e7e7e…47454d');
    expect(assetText(LONG)).toBe('bebebebe…0123456789abcdef');
    expect(assetText(NAMELESS)).toBe('dededededededede…dededede');
  });

  it('is no sign of money', () => {
    expect(amountText(GEM, 500_000n, named([GEM, '$GEM']))).toBe('500 $GEM');
    for (const money of ['$', '$$', '$.', '$1M'])
      expect(amountText(GEM, 500_000n, named([GEM, money]))).toBe('500 7e7e7e7e…47454d');
  });

  it('is no ticker that reads like the id of another token', () => {
    for (const id of [
      'dededede...0123456789',
      'fa1c27e3..47454d',
      'dededede..',
      'abcdefabcdefabcd',
      'FA1C27E3FA1C27E3',
    ])
      expect(assetText(GEM, named([GEM, id]))).toBe('7e7e7e7e…47454d');
    for (const name of ['FACE', 'cafe.babe', 'BADC0DE', 'abcdefabcdefabc'])
      expect(assetText(GEM, named([GEM, name]))).toBe(name);
  });

  it('is no ticker that two tokens share, however they write it', () => {
    const both = named([GEM, 'GEM'], [BYSTANDER, 'g.e.m']);
    expect(assetText(GEM, both)).toBe('7e7e7e7e…47454d');
    expect(assetText(BYSTANDER, both)).toBe('5a5a5a5a…4b454550');
    expect(assetText(GEM, named([GEM, 'GEM'], [BYSTANDER, 'KEEP']))).toBe('GEM');
    // ADA is never written with a list's word for it.
    expect(assetText(GEM, named([ADA, 'GEM'], [GEM, 'GEM']))).toBe('GEM');
  });
});

describe('several amounts', () => {
  const all = [ADA, BYSTANDER, GEM, LONG] as const;
  const tokens = named([BYSTANDER, 'ZZZ'], [GEM, 'GEM'], [LONG, 'AAA']);

  it('stand in one order, ADA first, however the value has them', () => {
    const orders = all.flatMap((_, by) => {
      const turned = [...all.slice(by), ...all.slice(0, by)];
      return [turned, turned.toReversed()];
    });
    for (const order of orders)
      expect(
        valueText(new Map(order.map((asset) => [asset, asset === ADA ? 9_500_000n : 9_000n])), tokens),
      ).toBe('9.5 ADA and 9 AAA and 9 GEM and 9 ZZZ');
  });

  it('that are none at all are nothing', () => {
    expect(valueText(new Map())).toBe('nothing');
  });
});

describe('a time', () => {
  it('is shown to the second and in UTC, up to the last one that has a date', () => {
    expect(moment(0n)).toBe('00:00:00 UTC on 1970-01-01');
    expect(moment(1_800_000_061_999n)).toBe('08:01:01 UTC on 2027-01-15');
    expect(moment(8_640_000_000_000_000n)).toBe('00:00:00 UTC on +275760-09-13');
    expect(moment(8_640_000_000_000_001n)).toBe('a time beyond every calendar');
    expect(moment(2n ** 80n)).toBe('a time beyond every calendar');
  });
});

describe('a long text', () => {
  it('is shortened where both ends are shorter than the whole', () => {
    const whole = 'abcdefghijklmnopqrstuvwxyz01';
    expect(shortened(whole)).toBe(whole);
    expect(shortened(`${whole}2`)).toBe('abcdefghijklmnop…vwxyz012');
    expect(shortened('short')).toBe('short');
  });
});

describe('a share', () => {
  it('is shown to a hundredth of a basis point', () => {
    expect(percentText(31.006)).toBe('0.3101 %');
    expect(percentText(100)).toBe('1 %');
  });
});
