import { describe, expect, it } from 'vitest';

import { duplicateKey, itemIdentity, scanCbor } from '../../../src-main/cardano/cbor-scanner.ts';
import { hexBytes } from '../../../src-main/cardano/hex.ts';

function scanned(hex: string) {
  const result = scanCbor(hexBytes(hex));
  if (!result.ok) throw new Error(result.failure);
  return result.value;
}

/** Examples of RFC 8949, appendix A, as the text that tells their data. */
const examples: readonly (readonly [string, string])[] = [
  ['00', '0'],
  ['17', '23'],
  ['1818', '24'],
  ['1903e8', '1000'],
  ['1bffffffffffffffff', '18446744073709551615'],
  ['20', '-1'],
  ['3bffffffffffffffff', '-18446744073709551616'],
  ['3903e7', '-1000'],
  ['c249010000000000000000', "2(h'010000000000000000')"],
  ['f4', 'simple(20)'],
  ['f6', 'simple(22)'],
  ['f8ff', 'simple(255)'],
  ['fb3ff199999999999a', 'simple(-1)'],
  ['40', "h''"],
  ['4401020304', "h'01020304'"],
  ['60', '""'],
  ['62c3bc', '"ü"'],
  ['80', '[]'],
  ['8301820203820405', '[1,[2,3],[4,5]]'],
  ['a201020304', '{1:2,3:4}'],
  ['5f42010243030405ff', "h'0102030405'"],
  ['7f657374726561646d696e67ff', '"streaming"'],
  ['9f018202039f0405ffff', '[1,[2,3],[4,5]]'],
  ['bf61610161629f0203ffff', '{"a":1,"b":[2,3]}'],
  ['1b0000000000000005', '5'],
];

describe('the scanner', () => {
  it.each(examples)('reads %s as %s', (hex, text) => {
    const item = scanned(hex);
    expect(itemIdentity(item)).toBe(text);
    expect([item.start, item.end]).toEqual([0, hex.length / 2]);
  });

  it('keeps the place of every part', () => {
    const item = scanned('83014102a10304');
    if (item.kind !== 'array') throw new Error('not an array');
    expect(item.items.map(({ start, end }) => [start, end])).toEqual([
      [1, 2],
      [2, 4],
      [4, 7],
    ]);
  });

  it.each([
    ['nothing', ''],
    ['a head without its number', '18'],
    ['a number cut short', '1a000000'],
    ['a string cut short', '4301'],
    ['an array cut short', '8201'],
    ['a length beyond memory', '5bffffffffffffffff'],
    ['a count beyond the bytes', '9bffffffffffffffff'],
    ['two items', '0000'],
    ['a break alone', 'ff'],
    ['a reserved length', '1c'],
    ['a reserved simple value', 'f801'],
    ['an indefinite number', '1f'],
    ['a chunk of another type', '5f6161ff'],
    ['a chunk within a chunk', '5f5f4100ffff'],
    ['an indefinite array without an end', '9f01'],
    ['an indefinite map with a key alone', 'bf01ff'],
    ['a text that is not UTF-8', '61ff'],
  ])('refuses %s', (_, hex) => {
    expect(scanCbor(hexBytes(hex)).ok).toBe(false);
  });

  it('refuses nesting beyond its limit without exhausting the stack', () => {
    expect(scanCbor(hexBytes(`${'81'.repeat(200)}00`)).ok).toBe(true);
    expect(scanCbor(hexBytes(`${'81'.repeat(300)}00`)).ok).toBe(false);
    expect(scanCbor(hexBytes(`${'d8798181'.repeat(4_000)}00`)).ok).toBe(false);
    expect(scanCbor(hexBytes('9f'.repeat(16_000))).ok).toBe(false);
  });

  it('finds keys that stand twice, however they are written', () => {
    expect(duplicateKey(scanned('a201020203'))).toBeUndefined();
    expect(duplicateKey(scanned('a201020103'))).toBe('1');
    expect(duplicateKey(scanned('a20102180103'))).toBe('1');
    expect(duplicateKey(scanned('a24101025f4101ff03'))).toBe("h'01'");
    expect(duplicateKey(scanned('81a101a2410100410101'))).toBe("h'01'");
    expect(duplicateKey(scanned('d87982a10102a10103'))).toBeUndefined();
  });
});
