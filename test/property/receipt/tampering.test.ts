import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { verifyReceipts } from '../../../src-main/receipt/verify-receipt.ts';
import { goodReceipt } from '../../support/good-receipt.ts';
import { testProofScripts } from '../../support/proving.ts';

const receipt = goodReceipt();
const text = JSON.stringify(receipt);

function isValid(changed: string): boolean {
  const verdict = verifyReceipts(changed, { scripts: () => testProofScripts });
  return verdict.ok && verdict.value.valid;
}

function parsed(changed: string): unknown {
  try {
    return JSON.parse(changed);
  } catch {
    return undefined;
  }
}

test('a receipt whose file was changed anywhere is valid only if it still says the same', () => {
  const place = fc.integer({ min: 0, max: text.length - 1 });
  const letter = fc.oneof(fc.constantFrom(...'0123456789abcdef"{}[],:-. '), fc.string({ maxLength: 3 }));
  fc.assert(
    fc.property(place, fc.nat({ max: 3 }), letter, (at, removed, added) => {
      const changed = text.slice(0, at) + added + text.slice(at + removed);
      expect(isValid(changed)).toBe(isDeepStrictEqual(parsed(changed), receipt));
    }),
    { numRuns: 1_500 },
  );
});

test('whatever JSON is given, it is judged and never throws', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), (json) => {
      expect(isValid(json)).toBe(false);
    }),
  );
});
