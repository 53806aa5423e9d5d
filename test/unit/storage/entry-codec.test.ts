import { describe, expect, it } from 'vitest';
import { decodeEntry, encodeEntry } from '../../../src-main/storage/entry-codec.ts';
import { quantity } from '#domain/amount.ts';
import { ADA } from '#domain/asset.ts';
import { journalEntry, SOME_TOKEN } from '../../support/journal-entry.ts';

const limit = {
  typed: { form: 'ada-per-token', text: '0.5' },
  price: { lovelace: 500n, units: 1n },
} as const;

describe('a journal entry as it is stored', () => {
  it('is the same after it was read back', () => {
    const swap = journalEntry();
    const level = { batchId: 'ladder-1', at: 1, of: 3 };
    const order = journalEntry({ kind: 'limit', limit: { ...limit, level } });
    const output = `${'ab'.repeat(32)}#0` as const;
    const moved = [
      journalEntry({ kind: 'limit', limit: { ...limit, replaces: output } }),
      journalEntry({
        kind: 'cancel',
        cancels: [output],
        replacement: {
          pay: { asset: ADA, quantity: quantity(9_007_199_254_740_993n) },
          receive: SOME_TOKEN,
          typed: limit.typed,
        },
      }),
    ];
    for (const entry of [swap, journalEntry({ kind: 'limit', limit }), order, ...moved])
      expect(decodeEntry(encodeEntry(entry))).toEqual(entry);
  });
});
