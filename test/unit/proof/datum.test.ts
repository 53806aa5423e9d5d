import { describe, expect, it } from 'vitest';
import { unreadableByABug } from '../../support/surveyed.ts';
import { ADA } from '#domain/asset.ts';
import {
  asset,
  assetClass,
  bytes,
  con,
  either,
  hash,
  keyAddress,
  list,
  marked,
  matched,
  nat,
  readDatum,
  Reading,
  yesNo,
  type Datum,
  type Shape,
} from '../../../src-main/proof/datum.ts';

const H = 'ab'.repeat(28);
const S = 'cd'.repeat(28);
const B = (hex: string): Datum => ({ is: 'bytes', hex });
const I = (int: bigint): Datum => ({ is: 'int', int });
const C = (index: bigint, ...fields: readonly Datum[]): Datum => ({ is: 'constr', index, fields });
const L = (...items: readonly Datum[]): Datum => ({ is: 'list', items });

describe('a datum', () => {
  it.each([
    ['05', I(5n)],
    ['24', I(-5n)],
    ['420102', B('0102')],
    ['5f41014102ff', B('0102')],
    ['820102', L(I(1n), I(2n))],
    ['9f01ff', L(I(1n))],
    ['a10102', { is: 'map', items: [I(1n), I(2n)] } as const],
    ['c24100', I(0n)],
    ['c240', I(0n)],
    ['c2420100', I(256n)],
    ['c349010000000000000000', I(-18_446_744_073_709_551_617n)],
    ['d87980', C(0n)],
    ['d8799f01ff', C(0n, I(1n))],
    ['d87a8101', C(1n, I(1n))],
    ['d87f80', C(6n)],
    ['d9050080', C(7n)],
    ['d9057880', C(127n)],
    ['d866821903e880', C(1_000n)],
    ['d86682008101', C(0n, I(1n))],
    ['d8799fd87a80ff', C(0n, C(1n))],
  ])('is read, whichever way it is written: %s', (hex, datum) => {
    expect(readDatum(hex)).toEqual(datum);
  });

  it.each([
    ['f5', 'a simple value'],
    ['6161', 'a text'],
    ['81f5', 'a simple value in a list'],
    ['d8784101', 'a tag before those of constructors, of bytes'],
    ['d87880', 'a tag before those of constructors'],
    ['d88080', 'a tag after those of constructors'],
    ['d904ff80', 'a tag before the second row of constructors'],
    ['d9057980', 'a tag after the second row of constructors'],
    ['d87900', 'a constructor of a number'],
    ['d8794101', 'a constructor of bytes'],
    ['d879a0', 'a constructor of a map'],
    ['c200', 'a large number that is no bytes'],
    ['c280', 'a large number that is a list'],
    ['c14100', 'another tag of bytes'],
    ['c44100', 'another tag of bytes'],
    ['d8668200', 'too short'],
    ['d8668100', 'a general constructor without fields'],
    ['d86683008000', 'a general constructor with more than its fields'],
    ['d866822080', 'a general constructor of a negative number'],
    ['d866820000', 'a general constructor whose fields are no list'],
    ['d86680', 'a general constructor of nothing'],
    ['d86582008101', 'another tag of a number and a list'],
    ['d87980ff', 'more than one'],
    ['zz', 'no hex'],
    ['', 'nothing'],
  ])('is none: %s, %s', (hex) => {
    expect(readDatum(hex)).toBeUndefined();
  });

  it('is not taken for none where it is a bug that keeps it from being read', () => {
    expect(() => readDatum(unreadableByABug())).toThrow('a bug');
  });
});

/** The fields that a shape finds, as an object; `undefined` if the datum does not have that shape. */
function found(shape: Shape, datum: Datum): object | undefined {
  const names = matched(shape, datum);
  return names && Object.fromEntries(names);
}

describe('a shape', () => {
  it('of a constructor has its index and exactly its fields', () => {
    const shape = con(1, nat('a'), nat('b'));
    expect(found(shape, C(1n, I(3n), I(4n)))).toEqual({ a: 3n, b: 4n });
    for (const other of [
      C(0n, I(3n), I(4n)),
      C(1n, I(3n)),
      C(1n, I(3n), I(4n), I(5n)),
      C(1n, I(3n), B('')),
      C(1n, B(''), I(3n)),
      L(I(3n), I(4n)),
    ])
      expect(found(shape, other)).toBeUndefined();
    expect(found(con(0), C(0n))).toEqual({});
  });

  it('of a list has exactly its items', () => {
    const shape = list(nat('a'));
    expect(found(shape, L(I(3n)))).toEqual({ a: 3n });
    for (const other of [L(), L(I(3n), I(3n)), C(0n, I(3n)), { is: 'map', items: [I(3n)] } as const])
      expect(found(shape, other)).toBeUndefined();
  });

  it('of a number has none below zero', () => {
    expect(found(nat('a'), I(0n))).toEqual({ a: 0n });
    expect(found(nat('a'), I(-1n))).toBeUndefined();
    expect(found(nat('a'), B(''))).toBeUndefined();
  });

  it('of bytes has one of its lengths, if it names some', () => {
    expect(found(bytes('a'), B(''))).toEqual({ a: '' });
    expect(found(bytes('a'), I(1n))).toBeUndefined();
    const some = bytes('a', 1, 3);
    expect(found(some, B('ab'))).toEqual({ a: 'ab' });
    expect(found(some, B('ababab'))).toEqual({ a: 'ababab' });
    expect(found(some, B('abab'))).toBeUndefined();
    expect(found(some, B(''))).toBeUndefined();
    expect(found(hash('a'), B(H))).toEqual({ a: H });
    expect(found(hash('a'), B(H.slice(2)))).toBeUndefined();
    expect(found(hash('a'), B(`${H}00`))).toBeUndefined();
  });

  it('of yes or no has constructors 1 and 0, without fields', () => {
    expect(found(yesNo('a'), C(1n))).toEqual({ a: true });
    expect(found(yesNo('a'), C(0n))).toEqual({ a: false });
    for (const other of [C(2n), C(1n, I(1n)), I(1n), L()]) expect(found(yesNo('a'), other)).toBeUndefined();
  });

  it('of several is the first that fits, and a mark says which it was', () => {
    const shape = either(con(0, nat('a')), marked('other', con(1, nat('b'))));
    expect(found(shape, C(0n, I(1n)))).toEqual({ a: 1n });
    expect(found(shape, C(1n, I(2n)))).toEqual({ b: 2n, other: true });
    expect(found(shape, C(2n, I(2n)))).toBeUndefined();
  });

  it('of an address is controlled by keys, with a stake key or without', () => {
    const shape = keyAddress('x');
    const staked = C(0n, C(0n, C(0n, B(S))));
    expect(found(shape, C(0n, C(0n, B(H)), staked))).toEqual({ 'x.key': H, 'x.stake': S });
    expect(found(shape, C(0n, C(0n, B(H)), C(1n)))).toEqual({ 'x.key': H });
    const script = C(1n, B(H));
    const others = [
      C(0n, script, C(1n)),
      C(1n, C(0n, B(H)), C(1n)),
      C(0n, C(0n, B(H))),
      C(0n, C(0n, B(H)), C(0n)),
      C(0n, C(0n, B(H)), C(0n, C(0n, C(1n, B(S))))),
      C(0n, C(0n, B(H)), C(0n, C(1n, C(0n, B(S))))),
      C(0n, C(0n, B(H)), C(1n, C(0n, C(0n, B(S))))),
      C(0n, C(0n, B(H)), C(0n, C(1n, I(1n), I(2n), I(3n)))),
      C(0n, C(0n, B(H.slice(2))), C(1n)),
    ];
    for (const other of others) expect(found(shape, other)).toBeUndefined();
  });

  it('of an asset has a policy and a name, or neither, which is ADA', () => {
    const shape = assetClass('x');
    const of = (policy: Datum, name: Datum): object | undefined => found(shape, C(0n, policy, name));
    expect(of(B(H), B('4745'))).toEqual({ 'x.policy': H, x: `${H}4745` });
    expect(of(B(H), B(''))).toEqual({ 'x.policy': H, x: H });
    expect(of(B(H), B('ff'.repeat(32)))).toEqual({ 'x.policy': H, x: H + 'ff'.repeat(32) });
    expect(of(B(''), B(''))).toEqual({ 'x.policy': '', x: ADA });
    expect(of(B(''), B('4745'))).toBeUndefined();
    expect(of(B(H), B('ff'.repeat(33)))).toBeUndefined();
    expect(of(B(H.slice(2)), B(''))).toBeUndefined();
    expect(of(B(H), I(0n))).toBeUndefined();
    expect(of(I(0n), B(''))).toBeUndefined();
    // A name without its policy is none.
    expect(found(asset('x')[1], B('4745'))).toBeUndefined();
    expect(found(con(1, ...asset('x')), C(1n, B(H), B('00')))).toEqual({ 'x.policy': H, x: `${H}00` });
  });
});

describe('a reading', () => {
  const reading = new Reading(
    new Map<string, string | bigint | boolean>([
      ['n', 7n],
      ['t', 'ab'],
      ['y', true],
      ['f', false],
    ]),
  );

  it('gives each name as what it was found to be', () => {
    expect([reading.number('n'), reading.numberIfAny('n')]).toEqual([7n, 7n]);
    expect([reading.text('t'), reading.textIfAny('t'), reading.asset('t')]).toEqual(['ab', 'ab', 'ab']);
    expect([reading.yes('y'), reading.yes('f'), reading.yes('none'), reading.yes('t')]).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect([
      reading.numberIfAny('none'),
      reading.numberIfAny('t'),
      reading.textIfAny('none'),
      reading.textIfAny('n'),
    ]).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('of a name that the shape has not is a bug', () => {
    expect(() => reading.number('least')).toThrow(new RangeError('the shape names no least'));
    expect(() => reading.text('least')).toThrow(new RangeError('the shape names no least'));
  });
});
