import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attempt, type Attempt, type Outcome } from '../../support/thief/attempt.ts';
import { beginning, type Beginning } from '../../support/thief/beginning.ts';
import { attempts, inTurn, plainest, storyOf } from '../../support/thief/explore.ts';
import { KINDS, type Kind } from '../../support/thief/kinds.ts';

/**
 * A service and a ledger back-end that say whatever is of use to them, and a thief who builds, valid on the practice
 * ledger, the transaction that takes the most of what is then signed by somebody who says yes to everything but warnings
 * about money. No accepted run loses more than what was agreed to, and nothing is signed that was not shown.
 */

/** Transactions that are judged for each kind of trade: 10,000 in all; `npm run bench:fuzz` judges a million. */
const RUNS = Math.ceil(10_000 / KINDS.length);
const SEED = 20_261_122;
const BATCH = 8;
/** Stories of one failure that are printed. */
const MOST_TOLD = 3;

let begun: Beginning;
let spentBefore: NodeJS.CpuUsage;
const judged = new Map<Kind, number>();

beforeAll(async () => {
  spentBefore = process.cpuUsage();
  begun = await beginning();
});

async function tried(what: Attempt): Promise<Outcome> {
  const outcome = await attempt(what, begun);
  judged.set(what.kind, judgedOf(what.kind) + outcome.judged);
  return outcome;
}

function judgedOf(kind: Kind): number {
  return judged.get(kind) ?? 0;
}

describe('the greedy thief', () => {
  describe.each(KINDS)('at %s', (kind) => {
    it('gets nothing beyond the agreement by one lie', async () => {
      const broken: { readonly what: Attempt; readonly lost: bigint }[] = [];
      for (const what of inTurn(kind, 1)) {
        if (judgedOf(kind) > (RUNS * 2) / 3) break;
        const { breaches, lost } = await tried(what);
        if (breaches.length > 0) broken.push({ what, lost });
      }
      const worst = broken.toSorted((left, right) => (left.lost < right.lost ? 1 : -1)).slice(0, MOST_TOLD);
      const stories: string[] = [];
      for (const { what } of worst) stories.push(storyOf((await plainest(what, begun)).outcome));
      expect(stories.join('\n\n')).toBe('');
    });

    it('gets nothing beyond the agreement by several', async () => {
      for (let batch = 0; batch === 0 || judgedOf(kind) < RUNS; batch += 1)
        await fc.assert(
          fc.asyncProperty(attempts(kind), async (what) => {
            const outcome = await tried(what);
            expect(outcome.breaches, storyOf(outcome)).toEqual([]);
          }),
          { seed: SEED + batch, numRuns: BATCH },
        );
    });
  });

  it.each([
    ['limit', 1],
    ['cancel', 1],
    ['recurring', 1],
    ['ladder', 3],
    ['cancel-set', 3],
  ] as const)('leaves %s alone when he takes nothing', async (kind, transactions) => {
    const honest = { kind, size: 2, claims: new Map(), fresh: true, turn: 0, from: KINDS.length };
    const { signed, breaches, story } = await tried(honest);
    expect(signed, story.join('\n')).toBe(transactions);
    expect(breaches).toEqual([]);
  });

  afterAll(() => {
    const all = [...judged.values()].reduce((sum, one) => sum + one, 0);
    const { user, system } = process.cpuUsage(spentBefore);
    const seconds = ((user + system) / 1e6).toFixed(0);
    process.stdout.write(`the thief had ${all} transactions judged, in ${seconds} s of processor time\n`);
  });
});
