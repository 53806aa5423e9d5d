import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { formatDecimal } from '#domain/decimal.ts';
import { failure } from '#domain/failure.ts';
import { failed, ok } from '#domain/result.ts';
import {
  decimalText,
  decode,
  exactNumber,
  JsonNumber,
  listed,
  listUnder,
  objectOf,
  optional,
  parseJson,
  plainDecimal,
  plainNumber,
  readRows,
  rowBy,
  safeInteger,
  wholeNumber,
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
    '1e308',
    '"1e308"',
    '184467440737095516150',
    '1e-61',
    '"1,5"',
    '"1_000"',
    '"1 000"',
    '"007"',
    '".5"',
    '"5."',
    '"+5"',
    '"1e"',
    '[5]',
    '{"source":"5"}',
  ])('%s is no decimal', (text) => {
    expect(decode(text, decimalText).ok).toBe(false);
  });

  test.each([
    ['12345678901.123456', '12345678901.123456'],
    ['"9007199254740993"', '9007199254740993'],
    ['-0.04999999999999982', '-0.04999999999999982'],
    ['1e-8', '0.00000001'],
    ['"1E+2"', '100'],
    ['12345e-2', '123.45'],
    ['0.50', '0.5'],
    ['-0.0', '0'],
    ['18446744073709551615', '18446744073709551615'],
    ['" 5 "', '5'],
  ])('%s is the decimal %s', (text, expected) => {
    expect(decode(text, decimalText)).toEqual({ ok: true, value: expected });
  });

  test('text or number, a figure is its exact value, or it is none', () => {
    const figure = fc.tuple(fc.bigInt(-(1n << 63n), (1n << 64n) - 1n), fc.integer({ min: 0, max: 30 }));
    fc.assert(
      fc.property(
        figure,
        fc.integer({ min: -20, max: 20 }),
        fc.boolean(),
        ([units, places], shift, asText) => {
          const plain = formatDecimal(units, places);
          // The same value written with an exponent.
          const written = `${formatDecimal(units, places + Math.max(0, shift))}${shift > 0 ? `e${shift}` : ''}`;
          const read = decode(asText ? `"${written}"` : written, decimalText);
          expect(read).toEqual({ ok: true, value: plain });
        },
      ),
    );
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.double().map(String), fc.stringMatching(/^[-+.eE\d]{1,12}$/)),
        (text) => {
          const read = plainDecimal(text);
          if (read === undefined) return;
          expect(read).toMatch(/^-?(?:0|[1-9]\d{0,19})(?:\.\d{1,60})?$/);
          expect(Number(read)).toBe(Number(text) === 0 ? 0 : Number(text));
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test('an integer beyond 2^53 is not taken for a plain one', () => {
    expect(decode('9007199254740991', safeInteger)).toMatchObject({ ok: true });
    expect(decode('9007199254740993', safeInteger).ok).toBe(false);
    expect(decode('1e999', plainNumber).ok).toBe(false);
    expect(decode('"9007199254740991"', wholeNumber)).toEqual({ ok: true, value: 9007199254740991 });
    for (const text of ['9007199254740993', '"9007199254740993"', '1.5', '"six"', 'null', '1e308'])
      expect(decode(text, wholeNumber).ok).toBe(false);
  });
});

describe('lists', () => {
  const tokens = listUnder('tokens');

  test.each([
    ['[1,2]', 2],
    ['[]', 0],
    ['null', 0],
    ['{"data":[1]}', 1],
    ['{"tokens":[1,2,3],"total":3}', 3],
    ['{"tokens":null}', 0],
    ['{"data":null}', 0],
  ])('%s holds %i items', (text, items) => {
    const read = decode(text, tokens);
    expect(read.ok && read.value).toHaveLength(items);
  });

  test.each(['7', '"none"', '{}', '{"orders":[]}', '{"tokens":{}}', '{"data":null,"error":"busy"}', ''])(
    '%s is no list',
    (text) => {
      expect(decode(text, tokens).ok).toBe(false);
    },
  );

  test('a row that cannot be read costs itself alone, and is counted with its field', () => {
    const row = rowBy(objectOf({ count: wholeNumber, name: optional(v.string()) }), ({ count, name }) =>
      count < 0 ? failed('count') : ok(name === 'none' ? undefined : count),
    );
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.record({ count: fc.nat(), name: fc.constantFrom('a', 'none') }),
            fc.record({ count: fc.integer({ max: -1 }) }),
            fc.jsonValue(),
          ),
        ),
        (items) => {
          const json = JSON.stringify(items);
          const wire = decode(json, listUnder());
          if (!wire.ok) throw new Error('a list is one');
          const { rows, bad } = readRows(wire.value, row);
          const alone = wire.value.map((item) => readRows([item], row));
          expect(rows).toEqual(alone.flatMap((read) => read.rows));
          expect(bad).toBe(alone.reduce((sum, read) => sum + read.bad, 0));
        },
      ),
    );
    const read = readRows([{ count: '1' }, { count: '1e308' }, null, { name: 'x' }], row);
    expect(read).toEqual({ rows: [1], bad: 3, path: 'count' });
    expect(listed(read, 'rows')).toEqual({
      ok: true,
      value: [1],
      leftOut: failure('rows-left-out', { count: 3, list: 'rows', path: 'count' }),
    });
    expect(listed(readRows([{ count: '1' }], row), 'rows')).toEqual({ ok: true, value: [1] });
  });
});

test('a decimal is written with exactly its digits', () => {
  expect(JSON.stringify({ amount_in: exactNumber('12345678901.123456') })).toBe(
    '{"amount_in":12345678901.123456}',
  );
});
