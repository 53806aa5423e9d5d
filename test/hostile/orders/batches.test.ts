import { describe, expect, it } from 'vitest';
import { cborInt } from '../../../src-main/cardano/cbor-writer.ts';
import { toHex } from '../../../src-main/cardano/hex.ts';
import { withBodyField } from '../../support/edit-cbor.ts';
import { lyingPractice } from '../../support/lying-practice.ts';
import type { Lie } from '../../support/lying-service.ts';
import { ladderBuying, ladderBatch } from '../../support/batches.ts';
import { agreementTo, must } from '../../support/trader.ts';

/** A ladder whose first transaction was agreed to, and a service that then builds something else. */

const at = lyingPractice();

/** Agrees to a ladder of three, and has every later build changed. Answers how it ended and how many were signed. */
async function agreedThenChanged(lie: Lie) {
  const { trading } = at.trader;
  const { batch } = await ladderBatch(at.trader, ladderBuying(at.token, { sizes: 'equal' }));
  const first = must(await batch.first());
  must(await trading.accept(first.trade.id, agreementTo(first), at.trader.sign));
  at.lying.lies = { '/swap/limit/build': lie };
  let signed = 0;
  await batch.run((approved) => {
    signed += 1;
    return at.trader.sign.signer(approved);
  });
  return { batch, signed };
}

const withFee =
  (fee: bigint): Lie =>
  (answer) => ({ ...answer, cbor: withBodyField(String(answer['cbor']), 2, toHex(cborInt(fee))) });

describe('a batch that was agreed to', () => {
  it.each([
    ['a far too high fee, which a rule blocks', withFee(5_000_000n)],
    ['a fee that no rule blocks, but higher than agreed to', withFee(600_000n)],
    [
      'a warning that was not there at first: no end of validity',
      (answer: Record<string, unknown>) => ({
        ...answer,
        cbor: withBodyField(String(answer['cbor']), 3, undefined),
      }),
    ],
  ])('ends at a transaction with %s: not signed, and what was placed stays', async (_name, lie) => {
    const { batch, signed } = await agreedThenChanged(lie);
    expect([batch.state, signed]).toEqual(['stopped', 0]);
    expect(batch.failure?.code).toBe('set-deviates');
    expect(batch.transactions.map(({ state }) => state)).toEqual(['placed', 'left', 'left']);
    const [first, second] = batch.transactions;
    expect(at.trader.trading.trade(first?.tradeId ?? '')?.state).toBe('placed');
    expect(['discarded', 'refused']).toContain(at.trader.trading.trade(second?.tradeId ?? '')?.state);
  });

  it('does not take the bytes of one transaction for another', async () => {
    let kept: unknown;
    const { batch, signed } = await agreedThenChanged((answer) => {
      kept ??= answer['cbor'];
      return { ...answer, cbor: kept };
    });
    // The second is honest; the third comes with the second's bytes, whose price is another.
    expect([batch.state, signed]).toEqual(['stopped', 1]);
    expect(batch.transactions.map(({ state }) => state)).toEqual(['placed', 'placed', 'left']);
  });
});
