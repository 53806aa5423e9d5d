import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { epochMs } from '#domain/time.ts';
import { awaitsConfirmations, isConfirmed } from '#domain/trade.ts';
import { systemClock } from '../../../src-main/system/clock.ts';
import { followOnce } from '../../../src-main/trading/follower.ts';
import { FILL, OTHER_FILL, OWN, Reorganised, WANTED } from '../../support/reorganised.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';
import { must } from '../../support/trader.ts';

const temporary = temporaryDirectories();

/** An event of the chain between two looks. */
const turn = fc.oneof(
  fc.record({
    kind: fc.constant('fill' as const),
    hash: fc.constantFrom(FILL, OTHER_FILL),
    pays: fc.bigInt(1n, 2_000n),
  }),
  fc.record({ kind: fc.constantFrom('place' as const, 'drop-fill' as const, 'drop-all' as const) }),
  fc.record({ kind: fc.constant('blocks' as const), count: fc.nat(4) }),
);
type Turn = typeof turn extends fc.Arbitrary<infer T> ? T : never;

/** The state of the chain: our transaction, and the proceeds in the transaction that closed the order. */
interface Standing {
  placed: boolean;
  paid: bigint | undefined;
}

function take(turn: Turn, chain: Reorganised, standing: Standing): void {
  if (turn.kind === 'blocks') chain.blocks(turn.count);
  else if (turn.kind === 'drop-all') {
    chain.dropAll();
    Object.assign(standing, { placed: false, paid: undefined });
  } else if (turn.kind === 'drop-fill') {
    chain.dropFill(FILL);
    chain.dropFill(OTHER_FILL);
    standing.paid = undefined;
  } else if (turn.kind === 'place' && !standing.placed) {
    chain.place();
    standing.placed = true;
  } else if (turn.kind === 'fill' && standing.placed && standing.paid === undefined) {
    chain.fill(turn.hash, turn.pays);
    standing.paid = turn.pays;
  }
}

function expected({ placed, paid }: Standing): string {
  if (!placed) return 'submitted';
  if (paid === undefined) return 'placed';
  return paid >= 990n ? 'filled' : 'closed';
}

describe('a chain that drops and takes blocks as it likes', () => {
  it('the trade shows what the chain says now until it is confirmed, and then nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { maxLength: 25 }), async (turns) => {
        const chain = new Reorganised(temporary(), systemClock);
        const standing: Standing = { placed: false, paid: undefined };
        try {
          for (const turn of turns) {
            take(turn, chain, standing);
            // Its validity never passes, and it is not sent again by this look: the time does not advance.
            const { trade } = must(await followOnce(chain.entry, chain.parts, epochMs(0)));
            expect(trade.state).toBe(expected(standing));
            expect(trade.filledTotal ?? 0n).toBe(standing.paid ?? 0n);
            expect(awaitsConfirmations(trade) || isConfirmed(trade)).toBe(standing.paid !== undefined);
            if (standing.paid !== undefined) {
              const depth = chain.ledger.height - closedAt(chain) + 1;
              // The first look at an end counts one; deeper ones are counted from the next look on.
              expect([1, Math.min(depth, WANTED)]).toContain(trade.confirmations);
            }
            if (isConfirmed(trade)) break;
          }
        } finally {
          chain.close();
        }
      }),
      { numRuns: 40 },
    );
  });
});

function closedAt({ ledger }: Reorganised): number {
  const spentBy = ledger.chain.get(OWN)?.outputs[0]?.spentBy ?? '';
  return ledger.heights.get(spentBy) ?? Number.NaN;
}
