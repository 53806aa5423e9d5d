import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, type Json } from '../../../src-main/agreement/canonical-json.ts';

const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.string({ unit: 'grapheme' }),
    fc.maxSafeInteger().filter((number) => !Object.is(number, -0)),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value')),
    fc.dictionary(fc.string(), tie('value'), { noNullPrototype: true }),
  ),
}));

describe('canonical JSON', () => {
  it('is one text for one value, whatever the order of its keys', () => {
    expect(canonicalJson({ b: [1, true, null], a: { d: 'é', c: '' } })).toBe(
      '{"a":{"c":"","d":"é"},"b":[1,true,null]}',
    );
    fc.assert(
      fc.property(fc.dictionary(fc.string(), value, { noNullPrototype: true }), (object) => {
        const text = canonicalJson(object);
        expect(JSON.parse(text)).toEqual(object);
        expect(canonicalJson(JSON.parse(text) as Json)).toBe(text);
        expect(canonicalJson(Object.fromEntries(Object.entries(object).toReversed()))).toBe(text);
      }),
    );
  });

  it('sorts by UTF-16 code units and leaves out what is not there', () => {
    expect(canonicalJson({ '\u{1f600}': 1, '\ufb33': 2, Z: 3, a: 4, gone: undefined })).toBe(
      '{"Z":3,"a":4,"\u{1f600}":1,"\ufb33":2}',
    );
  });

  it.each([1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, -0])('holds no %d', (number) => {
    expect(() => canonicalJson([number])).toThrow(new RangeError('canonical JSON holds safe integers alone'));
  });

  it('holds no text that is cut in the middle of a character', () => {
    const refusal = new RangeError('canonical JSON holds well-formed text alone');
    expect(() => canonicalJson({ a: '\ud83d' })).toThrow(refusal);
    expect(() => canonicalJson({ '\ude00': 1 })).toThrow(refusal);
  });
});
