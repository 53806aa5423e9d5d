import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  decimalText,
  decode,
  exactNumber,
  JsonNumber,
  optional,
  parseJson,
  plainNumber,
  safeInteger,
} from '../../../src-main/http/json.ts';

/** The same with numbers as JavaScript reads them. */
function plain(json: unknown): unknown {
  if (json instanceof JsonNumber) return Number(json.source);
  if (Array.isArray(json)) return json.map(plain);
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, plain(value)]));
}

describe('parsing', () => {
  test('reads what JSON.parse reads, to eight levels', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 7 }), (value) => {
        const text = JSON.stringify(value);
        expect(plain(parseJson(text))).toEqual(plain(JSON.parse(text)));
      }),
    );
  });

  test('keeps every digit of a number', () => {
    expect(parseJson('[9007199254740993, 0.30000000000000004, 1e999]')).toEqual([
      new JsonNumber('9007199254740993'),
      new JsonNumber('0.30000000000000004'),
      new JsonNumber('1e999'),
    ]);
  });

  test('refuses deep nesting before a parser sees it, and brackets in strings do not count', () => {
    expect(parseJson('['.repeat(1_000_000))).toBeUndefined();
    expect(parseJson('{"a":'.repeat(1_000_000))).toBeUndefined();
    expect(parseJson(`${'['.repeat(9)}${']'.repeat(9)}`)).toBeUndefined();
    expect(parseJson(`${'['.repeat(8)}${']'.repeat(8)}`)).toBeDefined();
    expect(parseJson('"[[[[[[[[[[[[\\"[[[["')).toBe('[[[[[[[[[[[["[[[[');
  });

  test('never throws, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        parseJson(text);
        decode(text, v.object({ a: optional(decimalText) }));
      }),
    );
  });

  test('a __proto__ key changes no prototype', () => {
    const outcome = decode('{"__proto__": {"stolen": 1}, "a": 1}', v.object({ a: safeInteger }));
    expect(outcome).toEqual({ ok: true, value: { a: 1 } });
    expect(Reflect.get({}, 'stolen')).toBeUndefined();
    const record = decode('{"__proto__": {"stolen": 1}}', v.record(v.string(), v.unknown()));
    expect(record.ok && Reflect.get(record.value, 'stolen')).toBeUndefined();
  });
});

describe('decoding', () => {
  test('names the path of what does not fit, and ignores what it does not know', () => {
    const schema = v.object({ list: v.array(v.object({ count: plainNumber })) });
    expect(decode('{"list":[{"count":1,"more":[]},{"count":"2"}],"x":1}', schema)).toEqual({
      ok: false,
      failure: { path: 'list.1.count' },
    });
    expect(decode('<html></html>', schema)).toEqual({ ok: false, failure: { path: '' } });
  });

  test('null and absent are the same', () => {
    const schema = v.object({ a: optional(plainNumber) });
    expect(decode('{"a":null}', schema)).toEqual({ ok: true, value: { a: undefined } });
    expect(decode('{}', schema)).toMatchObject({ ok: true });
  });

  test.each([
    '1e999',
    '-1e999',
    '"NaN"',
    '"Infinity"',
    '""',
    '"0x10"',
    'true',
    'null',
    `"${'1'.repeat(65)}"`,
  ])('%s is no decimal', (text) => {
    expect(decode(text, decimalText).ok).toBe(false);
  });

  test.each([
    ['12345678901.123456', '12345678901.123456'],
    ['"9007199254740993"', '9007199254740993'],
    ['-0.04999999999999982', '-0.04999999999999982'],
    ['1e-8', '1e-8'],
    ['" 5 "', '5'],
  ])('%s is the decimal %s', (text, expected) => {
    expect(decode(text, decimalText)).toEqual({ ok: true, value: expected });
  });

  test('an integer beyond 2^53 is not taken for a plain one', () => {
    expect(decode('9007199254740991', safeInteger)).toMatchObject({ ok: true });
    expect(decode('9007199254740993', safeInteger).ok).toBe(false);
    expect(decode('1e999', plainNumber).ok).toBe(false);
  });
});

test('a decimal is written with exactly its digits', () => {
  expect(JSON.stringify({ amount_in: exactNumber('12345678901.123456') })).toBe(
    '{"amount_in":12345678901.123456}',
  );
});
