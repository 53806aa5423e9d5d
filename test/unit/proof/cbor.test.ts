import { describe, expect, it } from 'vitest';
import {
  bytesOf,
  hash256,
  hexOf,
  joined,
  type Node,
  readCbor,
  Unreadable,
} from '../../../src-main/proof/cbor.ts';

/** An item and its place, in the words of RFC 8949: details that follow from the kind are left out. */
function told({ major, start, end, number, bytes, parts, indefinite }: Node): string {
  const place = `${start}-${end}`;
  const inner = parts.map(told).join(', ');
  const length = indefinite ? '_' : '';
  switch (major) {
    case 2:
    case 3:
      return `${major === 2 ? 'h' : 't'}'${hexOf(bytes)}'@${place}`;
    case 4:
      return `[${length}${inner}]@${place}`;
    case 5:
      return `{${length}${inner}}@${place}`;
    case 6:
      return `${number}(${inner})@${place}`;
    default:
      return `${length}${['', '-1-'][major] ?? 'simple '}${number}@${place}`;
  }
}

function read(hex: string): string {
  return told(readCbor(bytesOf(hex)));
}

describe('the second reader of CBOR', () => {
  it.each([
    ['00', '0@0-1'],
    ['17', '23@0-1'],
    ['1818', '24@0-2'],
    ['1800', '0@0-2'],
    ['18ff', '255@0-2'],
    ['19ff01', '65281@0-3'],
    ['1a01020304', '16909060@0-5'],
    ['1bffffffffffffffff', '18446744073709551615@0-9'],
    ['20', '-1-0@0-1'],
    ['3863', '-1-99@0-2'],
    ['f4', 'simple 20@0-1'],
    ['f6', 'simple 22@0-1'],
    ['f820', 'simple 32@0-2'],
    ['f8ff', 'simple 255@0-2'],
  ])('reads the number or simple value %s', (hex, item) => {
    expect(read(hex)).toBe(item);
  });

  it('reads floating-point numbers as none of the values that have a meaning', () => {
    expect(read('f90014')).toBe('simple 1000@0-3');
    expect(read('fa00000014')).toBe('simple 1000@0-5');
    expect(read('fb0000000000000014')).toBe('simple 1000@0-9');
  });

  it.each([
    ['40', "h''@0-1"],
    ['420102', "h'0102'@0-3"],
    ['58020102', "h'0102'@0-4"],
    ['5fff', "h''@0-2"],
    ['5f4101420203ff', "h'010203'@0-7"],
    ['5f40ff', "h''@0-3"],
    // A byte of content that looks like a break is none.
    ['5f41ffff', "h'ff'@0-4"],
    ['62c3a4', "t'c3a4'@0-3"],
    ['60', "t''@0-1"],
    ['7f61616162ff', "t'6162'@0-6"],
  ])('reads the string %s, its chunks joined', (hex, item) => {
    expect(read(hex)).toBe(item);
  });

  it.each([
    ['80', '[]@0-1'],
    ['820102', '[1@1-2, 2@2-3]@0-3'],
    ['9fff', '[_]@0-2'],
    ['9f01ff', '[_1@1-2]@0-3'],
    ['83018203048105', '[1@1-2, [3@3-4, 4@4-5]@2-5, [5@6-7]@5-7]@0-7'],
    ['829f01ff02', '[[_1@2-3]@1-4, 2@4-5]@0-5'],
    ['9f9fff80ff', '[_[_]@1-3, []@3-4]@0-5'],
    ['9f8101ff', '[_[1@2-3]@1-3]@0-4'],
    ['81818101', '[[[1@3-4]@2-4]@1-4]@0-4'],
    ['8240a0', "[h''@1-2, {}@2-3]@0-3"],
    ['980101', '[1@2-3]@0-3'],
  ])('reads the list %s, each item with its place', (hex, item) => {
    expect(read(hex)).toBe(item);
  });

  it.each([
    ['a0', '{}@0-1'],
    ['a10102', '{1@1-2, 2@2-3}@0-3'],
    ['a201020304', '{1@1-2, 2@2-3, 3@3-4, 4@4-5}@0-5'],
    ['bfff', '{_}@0-2'],
    ['bf0102ff', '{_1@1-2, 2@2-3}@0-4'],
    ['a1018102', '{1@1-2, [2@3-4]@2-4}@0-4'],
    ['c100', '1(0@1-2)@0-2'],
    ['d90102820102', '258([1@4-5, 2@5-6]@3-6)@0-6'],
    ['d87980', '121([]@2-3)@0-3'],
    ['c1c200', '1(2(0@2-3)@1-3)@0-3'],
    ['82c10002', '[1(0@2-3)@1-3, 2@3-4]@0-4'],
  ])('reads the map or tag %s', (hex, item) => {
    expect(read(hex)).toBe(item);
  });

  it.each([
    ['', 'it ends too early'],
    ['18', 'it ends too early'],
    ['1901', 'it ends too early'],
    ['1b01020304050607', 'it ends too early'],
    ['41', 'it ends too early'],
    ['4201', 'it ends too early'],
    ['5bffffffffffffffff', 'it ends too early'],
    ['5f', 'it ends too early'],
    ['5f4101', 'it ends too early'],
    ['81', 'it ends too early'],
    ['8201', 'it ends too early'],
    ['9f', 'it ends too early'],
    ['a101', 'it ends too early'],
    ['c1', 'it ends too early'],
    // Nothing waits for more parts than there are bytes.
    ['9bffffffffffffffff', 'it ends too early'],
    ['9a0000000200', 'it ends too early'],
    ['0000', 'bytes follow its end'],
    ['8000', 'bytes follow its end'],
    ['9fffff', 'bytes follow its end'],
    ['1c', 'a part of it has a head that means nothing'],
    ['1e', 'a part of it has a head that means nothing'],
    ['1f', 'a part of it has a head that means nothing'],
    ['3f', 'a part of it has a head that means nothing'],
    ['df', 'a part of it has a head that means nothing'],
    ['ff', 'a part of it has a head that means nothing'],
    ['81ff', 'a part of it has a head that means nothing'],
    ['c1ff', 'a part of it has a head that means nothing'],
    ['9fc1ffff', 'a part of it has a head that means nothing'],
    ['f814', 'a part of it has a head that means nothing'],
    ['f81f', 'a part of it has a head that means nothing'],
    ['5f00ff', 'a string of it is ill-formed'],
    ['5f6161ff', 'a string of it is ill-formed'],
    ['7f4161ff', 'a string of it is ill-formed'],
    ['5f5f4101ffff', 'a string of it is ill-formed'],
    ['bf01ff', 'a map of it has a key without a value'],
    ['bf010203ff', 'a map of it has a key without a value'],
    ['61ff', 'a text of it is not UTF-8'],
    ['7f61c361c3ff', 'a text of it is not UTF-8'],
  ])('refuses %s', (hex, reason) => {
    expect(() => read(hex)).toThrow(reason);
    expect(() => read(hex)).toThrow(Unreadable);
  });

  it('reads what is nested 250 deep, and nothing deeper', () => {
    expect(read(`${'81'.repeat(250)}80`.slice(2))).toContain('[]@249-250');
    expect(read(`${'81'.repeat(250)}00`)).toContain('0@250-251');
    expect(() => read(`${'81'.repeat(251)}00`)).toThrow('it is nested too deeply');
    expect(() => read(`${'9f'.repeat(251)}00${'ff'.repeat(251)}`)).toThrow('it is nested too deeply');
  });

  it('reads each item of a long list, and no more', () => {
    const { parts } = readCbor(bytesOf(`98ff${'01'.repeat(255)}`));
    expect(parts).toHaveLength(255);
    expect(parts.every(({ number, major }) => number === 1n && major === 0)).toBe(true);
  });
});

describe('bytes', () => {
  it('are written and read as hex, whatever its letters', () => {
    expect(hexOf(Uint8Array.of(0, 0xab, 0xff))).toBe('00abff');
    expect(bytesOf('00aBfF')).toEqual(Uint8Array.of(0, 0xab, 0xff));
    expect(bytesOf('')).toEqual(new Uint8Array());
  });

  it('are whole ones: anything else is refused', () => {
    for (const text of ['0', 'abc', 'zz', '00zz', 'zz00', ' 00', '00 ', '0x00'])
      expect(() => bytesOf(text), text).toThrow('it is not hexadecimal');
  });

  it('of a part are those of the part alone', () => {
    expect(hexOf(Uint8Array.of(1, 2, 3, 4).subarray(1, 3))).toBe('0203');
  });

  it('are joined in their order', () => {
    expect(joined([Uint8Array.of(1), Uint8Array.of(), Uint8Array.of(2, 3)])).toEqual(Uint8Array.of(1, 2, 3));
    expect(joined([])).toEqual(new Uint8Array());
  });

  it('are called by their BLAKE2b-256', () => {
    // RFC 7693 has the algorithm; the empty input's hash is widely published.
    expect(hash256(new Uint8Array())).toBe(
      '0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8',
    );
  });
});
