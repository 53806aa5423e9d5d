import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ADA, type AssetId } from '#domain/asset.ts';
import { amountText, valueText } from '../../../src-main/inspect/wording.ts';
import { summaryText } from '../../../src-main/inspect/summary.ts';
import type { SummaryFigures } from '../../../src-main/inspect/inspection.ts';
import { DCA_INTERVALS } from '#domain/dca.ts';
import { quantity } from '#domain/amount.ts';
import type { Terms } from '../../../src-main/inspect/terms.ts';
import type { Task } from '../../../src-main/agreement/agreement.ts';
import { amount, amounts, sentencesOf } from '../../../src-main/proof/words.ts';

const ids = ['7e'.repeat(28) + '47454d', '5a'.repeat(28), 'a1'.repeat(28) + 'ff'.repeat(32)] as AssetId[];
const tokens = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom(...ids),
    ticker: fc.constantFrom(
      'GEM',
      'gem',
      'ADA',
      'tAda',
      '',
      'Ğem',
      '1GEM',
      '$NEK',
      '$',
      '$1M',
      'A'.repeat(25),
      'G.E.M',
      'OTHER',
      'a1a1a1a1...ffffffff',
      'a1a1a1a1.ffffffff',
      'fa..',
      'fa1c..',
      'abcdefabcdefabc',
      'abcdefabcdefabcd',
    ),
    decimals: fc.nat(12),
  }),
  { selector: ({ id }) => id },
);
const assets = fc.constantFrom(ADA, ...ids);
const units = fc.bigInt({ min: 0n, max: 2n ** 70n });
const values = fc
  .array(
    fc.tuple(
      assets,
      fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }).filter((held) => held !== 0n),
    ),
    { maxLength: 4 },
  )
  .map((held) => new Map(held));

describe('the words of the second proof', () => {
  it('write every amount as the first proof does', () => {
    fc.assert(
      fc.property(assets, units, values, tokens, (asset, held, value, known) => {
        const words = new Map(known.map(({ id, ...rest }) => [id, rest]));
        expect(amount(asset, held, known)).toBe(amountText(asset, held, words));
        expect(amounts(value, known)).toBe(valueText(value, words));
      }),
      { numRuns: 3_000 },
    );
  });

  it('say what is sent, received and returned as the first proof does', () => {
    const interval = fc.constantFrom(...DCA_INTERVALS);
    const figures = fc.record({
      kind: fc.constantFrom('swap', 'limit', 'dca', 'cancel' as const),
      pay: fc.tuple(assets, units),
      receive: assets,
      expected: fc.option(units, { nil: undefined }),
      atLeast: fc.option(fc.oneof(fc.constant(0n), units), { nil: undefined }),
      comesBack: units,
      net: values,
      cycles: fc.integer({ min: 1, max: 9 }),
      each: units,
      interval,
      orders: fc.integer({ min: 1, max: 3 }),
      known: tokens,
    });
    fc.assert(
      fc.property(figures, (given) => {
        const { kind, receive, expected, atLeast, comesBack, net, known } = given;
        const pay = { asset: given.pay[0], quantity: quantity(given.pay[1]) };
        const orders = Array.from({ length: given.orders }, (_, at) => `${'a1'.repeat(32)}#${at}` as const);
        const recurring = {
          interval: given.interval,
          cycles: given.cycles,
          amountPerCycle: given.each,
          slippageBps: 100,
        };
        const terms: Terms =
          kind === 'cancel'
            ? { kind, orders }
            : {
                kind,
                pay,
                receive,
                ...(expected === undefined ? {} : { expected }),
                ...(kind === 'dca' ? { recurring } : {}),
              };
        const task: Task =
          kind === 'cancel'
            ? { kind, orders, holds: new Map() }
            : kind === 'limit'
              ? { kind, pay, receive, atLeast: 0n, orders: 1 }
              : kind === 'swap'
                ? { kind, pay, receive, expected: 0n, atLeast: 0n, slippageBps: 100 }
                : {
                    kind,
                    pay,
                    receive,
                    interval: given.interval.id,
                    cycles: given.cycles,
                    amountPerCycle: given.each,
                    slippageBps: 100,
                  };
        const first: SummaryFigures = {
          terms,
          net,
          orders: 1,
          atLeast,
          networkFee: 0n,
          others: 0n,
          keeps: 0n,
          comesBack: kind === 'cancel' ? 0n : comesBack,
          cost: 0n,
          feesStated: true,
          gone: new Map(),
          locked: new Map(),
          overhead: 0n,
          validUntil: undefined,
        };
        const second = sentencesOf({
          task,
          tokens: known,
          expected,
          atLeast,
          net,
          networkFee: 0n,
          keeps: 0n,
          others: 0n,
          comesBack: kind === 'cancel' ? 0n : comesBack,
          cost: 0n,
          feesStated: true,
        });
        const {
          send,
          receive: gets,
          returns,
        } = summaryText(first, new Map(known.map(({ id, ...rest }) => [id, rest])));
        expect({ send: second.send, receive: second.receive, returns: second.returns }).toEqual({
          send,
          receive: gets,
          returns,
        });
      }),
      { numRuns: 2_000 },
    );
  });
});
