import { describe, expect, it } from 'vitest';
import { ok } from '#domain/result.ts';
import { epochMs } from '#domain/time.ts';
import type { ChainTx, Ledger } from '../../../src-main/ports/ledger.ts';
import { decodeEntry, encodeEntry } from '../../../src-main/storage/entry-codec.ts';
import { FollowedParts } from '../../../src-main/trading/partial-fill.ts';
import { restOfPlan } from '../../../src-main/trading/kinds/dca-plan.ts';
import { must } from '../../support/trader.ts';
import { journalEntry } from '../../support/journal-entry.ts';
import { cycleFill, PLAN_PAY, planTrade } from '../../support/plan-records.ts';

const fills = Array.from({ length: 40 }, (_, at) => cycleFill(at));
const closings = new Map(
  fills.map(({ hash }): [string, ChainTx] => [hash, { hash, inputs: [], outputs: [] }]),
);
const orders = planTrade({}, { fills }).orders;

/** A ledger that has all transactions but those named. */
function ledger(gone: readonly string[]): { readonly ledger: Ledger; readonly asked: readonly string[] } {
  const asked: string[] = [];
  const inclusion = (hash: string) => {
    asked.push(hash);
    return Promise.resolve(
      ok(gone.includes(hash) ? undefined : { blockHeight: 1, slot: 1, time: epochMs(1), blockHash: '' }),
    );
  };
  return { ledger: { inclusion } as unknown as Ledger, asked };
}

describe('parts of an order that were followed', () => {
  it('are remembered but for the newest fifteen, after one question', async () => {
    const followed = new FollowedParts();
    followed.note('a', orders, closings);
    const { ledger: chain, asked } = ledger([]);
    const known = must(await followed.of('a', chain));
    expect([...known.keys()]).toEqual(fills.slice(0, 25).map(({ hash }) => hash));
    expect(asked).toEqual([fills[24]?.hash]);
    expect(must(await followed.of('b', chain)).size).toBe(0);
  });

  it('are forgotten when a rollback took the newest of them', async () => {
    const followed = new FollowedParts();
    followed.note('a', orders, closings);
    const { ledger: chain, asked } = ledger([fills[24]?.hash ?? '']);
    expect(must(await followed.of('a', chain)).size).toBe(0);
    expect(must(await followed.of('a', chain)).size).toBe(0);
    expect(asked).toHaveLength(1);
  });

  it('are not remembered while there are few', async () => {
    const followed = new FollowedParts();
    followed.note('a', planTrade({}, { fills: fills.slice(0, 15) }).orders, closings);
    const { ledger: chain, asked } = ledger([]);
    expect([must(await followed.of('a', chain)).size, asked]).toEqual([0, []]);
  });
});

describe('a plan in the journal', () => {
  it('is read as it was written', () => {
    const { trade, bytes } = journalEntry(planTrade({}, { fills: fills.slice(0, 2) }));
    expect(decodeEntry(encodeEntry({ trade, bytes })).trade).toEqual(trade);
  });

  it('says what must come back after each trade', () => {
    const rest = (done: number) => [...(restOfPlan(planTrade(), done)?.values() ?? [])];
    expect(rest(0)).toEqual([PLAN_PAY + 2_000_000n + 6_000_000n]);
    expect(rest(3)).toEqual([25_000_003n + 500_000n + 3_000_000n]);
    expect(rest(4)).toEqual([2_000_000n]);
    expect(restOfPlan(journalEntry().trade, 0)).toBeUndefined();
  });
});
