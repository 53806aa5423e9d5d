import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '#domain/failure.ts';
import { epochMs } from '#domain/time.ts';
import { FINAL_STATES, TRADE_STATES, type TradeState } from '#domain/trade.ts';
import type { JournalEntry } from '../../../src-main/ports/journal.ts';
import { isCommitted, isFinal, mayMove, step, withDepth } from '../../../src-main/trading/trade-machine.ts';
import { journalEntry } from '../../support/journal-entry.ts';

const onChain: readonly TradeState[] = ['placed', 'partly-filled', 'filled', 'closed'];
const anyState = fc.constantFrom(...TRADE_STATES);

/** The entry after a step, or `undefined` when the machine refuses it. */
function tried(entry: JournalEntry, to: TradeState, sign: boolean): JournalEntry | undefined {
  try {
    const signs = sign && to === 'signed' ? { bytes: { witnessSet: 'a100', signedCbor: '84' } } : {};
    const exports = sign && to === 'exported' ? { trade: { exported: 'ab12' }, bytes: { bundle: '{}' } } : {};
    return step(entry, to, epochMs(1), { ...signs, ...exports });
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError);
    return undefined;
  }
}

describe('trade machine, over any walk', () => {
  it('nothing leaves a final state, but what the chain undoes before it is confirmed', () => {
    fc.assert(
      fc.property(fc.constantFrom(...FINAL_STATES), anyState, (from, to) => {
        const undone = [...onChain, 'submitted', 'signed', 'exported'].includes(to);
        expect(mayMove(from, to)).toBe(onChain.includes(from) && undone);
      }),
    );
  });

  it('nothing at all leaves a confirmed trade, and its depth is counted no more', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<TradeState>('filled', 'closed'),
        anyState,
        fc.nat(30),
        (state, to, more) => {
          const ended = journalEntry(
            { state, confirmations: 1, confirmationsWanted: 15 },
            { witnessSet: 'a1' },
          );
          const confirmed = withDepth(ended, 15 + more, 15);
          expect(confirmed.trade).toMatchObject({ state, confirmations: 15 });
          expect(tried(confirmed, to, false)).toBeUndefined();
          expect(() => withDepth(confirmed, more, 15)).toThrow(RangeError);
        },
      ),
    );
  });

  it('only a trade that ended on chain has a depth, and it loses it when it moves back', () => {
    fc.assert(
      fc.property(anyState, anyState, fc.nat(14), (from, to, depth) => {
        const entry = journalEntry({ state: from }, { witnessSet: 'a1' });
        const ended = from === 'filled' || from === 'closed';
        if (!ended) {
          expect(() => withDepth(entry, depth, 15)).toThrow(RangeError);
          return;
        }
        const moved = tried(withDepth(entry, depth, 15), to, false);
        const kept = to === 'filled' || to === 'closed';
        if (moved) expect('confirmations' in moved.trade).toBe(kept);
      }),
    );
  });

  it('the key of the receipt stays while a rollback could call for it', () => {
    const unsent = { witnessSet: 'a1', receiptSeed: '77'.repeat(32) };
    const filled = step(journalEntry({ state: 'placed' }, unsent), 'filled', epochMs(1));
    expect(filled.bytes.receiptSeed).toBeDefined();
    expect(withDepth(filled, 14, 15).bytes.receiptSeed).toBeDefined();
    expect(withDepth(filled, 15, 15).bytes.receiptSeed).toBeUndefined();
  });

  it('a trade is on chain or on its way only with signatures or handed out for them, which takes an approval or an export', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyState, fc.boolean()), { maxLength: 40 }), (wishes) => {
        let entry = journalEntry();
        const passed = new Set<TradeState>(['built']);
        for (const [to, sign] of wishes) {
          const next = tried(entry, to, sign);
          if (!next) continue;
          entry = next;
          passed.add(to);
          if (isCommitted(entry)) expect(passed.has('approved') || passed.has('exported')).toBe(true);
          const { witnessSet, bundle } = entry.bytes;
          if (entry.trade.state === 'exported') expect(witnessSet).toBeUndefined();
          else expect(bundle).toBeUndefined();
          const unsigned = ['built', 'approved', 'discarded', 'refused'].includes(entry.trade.state);
          expect(isCommitted(entry) || unsigned).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('what is signed is never discarded and never goes back to being unsigned', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyState, fc.boolean()), { maxLength: 40 }), (wishes) => {
        let entry = journalEntry();
        for (const [to, sign] of wishes) {
          const before = entry;
          entry = tried(entry, to, sign) ?? entry;
          if (!isCommitted(before)) continue;
          expect(isCommitted(entry)).toBe(true);
          expect(['built', 'approved', 'discarded']).not.toContain(entry.trade.state);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('every state that is not final can still reach an end', () => {
    for (const from of TRADE_STATES.filter((state) => !isFinal(state))) {
      const reached = new Set<TradeState>([from]);
      for (let grown = 0; grown !== reached.size;) {
        grown = reached.size;
        for (const at of [...reached]) for (const to of TRADE_STATES) if (mayMove(at, to)) reached.add(to);
      }
      expect([...reached].some(isFinal)).toBe(true);
    }
  });

  it('whatever may be in a mempool can be found on chain, and what is on chain never expires', () => {
    for (const from of [
      'exported',
      'signed',
      'assembled',
      'submitting',
      'submission-unknown',
      'submitted',
    ] as const)
      expect(mayMove(from, 'placed')).toBe(true);
    for (const from of onChain)
      for (const to of ['expired', 'refused', 'discarded'] as const) expect(mayMove(from, to)).toBe(false);
  });

  it('signed bytes are never replaced, and an earlier failure goes only when asked to', () => {
    const signed = journalEntry(
      { state: 'assembled', failure: failure('submission-refused') },
      { witnessSet: 'a100', signedCbor: '84' },
    );
    expect(() => step(signed, 'submitting', epochMs(1), { bytes: { signedCbor: '85' } })).toThrow(RangeError);
    expect(step(signed, 'submitting', epochMs(1)).trade.failure?.code).toBe('submission-refused');
    const cleared = step(signed, 'submitting', epochMs(1), { trade: { failure: undefined } });
    expect('failure' in cleared.trade).toBe(false);
  });
});
