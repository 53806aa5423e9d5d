import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TradeView } from '#contract/trades.ts';
import { ADA_TOKEN } from '#domain/token.ts';
import {
  confirmationWords,
  costsSentence,
  progressOf,
  stateWords,
  tradeSentence,
} from '../../../src-renderer/features/trades/trade-progress.ts';
import {
  bestOutput,
  depthRows,
  disagreement,
  poolFigures,
} from '../../../src-renderer/features/markets/pool-figures.ts';
import { routeParts } from '../../../src-renderer/features/swap/route-parts.ts';
import { alignPoint, commonPlaces } from '../../../src-renderer/format/decimal-text.ts';
import { failureWords } from '../../../src-renderer/format/words.ts';

const hash = 'a3'.repeat(32);
const trade = (state: TradeView['state'], closed = 0): TradeView => ({
  id: 't1',
  kind: 'swap',
  state,
  pay: { asset: 'ADA', quantity: '100000000' },
  receive: 'ab'.repeat(28),
  slippageBps: 50,
  expected: '1000',
  atLeast: '995',
  routes: [],
  costs: { networkFee: '1', exchangeFees: '1', deposits: '1', otherRecipients: '0' },
  bodyHash: hash,
  orders: [0, 1].map((index) => ({ index, ...(index < closed && { closedBy: hash, received: '500' }) })),
  createdAt: 0,
  updatedAt: 0,
});

describe('progress of a trade', () => {
  const statuses = (state: TradeView['state']): string =>
    progressOf(trade(state))
      .map(({ status }) => status)
      .join(' ');

  test.each<[TradeView['state'], string]>([
    ['approved', 'done now ahead ahead ahead ahead'],
    ['signed', 'done done now ahead ahead ahead'],
    ['submission-unknown', 'done done done now ahead ahead'],
    ['submitted', 'done done done done now ahead'],
    ['placed', 'done done done done done now'],
    ['filled', 'done done done done done done'],
    ['closed', 'done done done done done bad'],
    ['expired', 'done done done bad ahead ahead'],
    ['refused', 'bad ahead ahead ahead ahead ahead'],
  ])('%s: %s', (state, expected) => {
    expect(statuses(state)).toBe(expected);
  });

  test('counts the orders that are filled, and says that the rest waits', () => {
    expect(progressOf(trade('partly-filled', 1)).at(-1)?.note).toBe('1 of 2 orders; the rest waits');
  });

  test('of a cancellation ends well when its orders are closed, and names no price', () => {
    const cancel = (state: TradeView['state'], cancels = 3): TradeView => ({
      ...trade(state),
      kind: 'cancel',
      cancels,
    });
    expect(progressOf(cancel('exported')).map(({ name, status }) => `${name} ${status}`)).toEqual([
      'Accepted done',
      'Signed now',
      'Assembled ahead',
      'Sent ahead',
      'On chain ahead',
    ]);
    expect(progressOf(cancel('closed')).every(({ status }) => status === 'done')).toBe(true);
    expect(progressOf(cancel('expired')).map(({ status }) => status)).toContain('bad');
    expect(stateWords(cancel('closed'))).toEqual({ text: 'Cancelled', tone: 'plain' });
    expect(stateWords(cancel('placed')).text).toBe('On chain');
    expect(tradeSentence(cancel('closed'), ADA_TOKEN, ADA_TOKEN)).toBe('Takes back 3 orders.');
    expect(tradeSentence(cancel('closed', 1), ADA_TOKEN, ADA_TOKEN)).toBe('Takes back one order.');
    expect(costsSentence(cancel('closed'))).toMatch(/^It costs .*ADA in fees\.$/);
  });

  test('says of a trade that came back whole that nothing was sold or paid', () => {
    const token = { ...ADA_TOKEN, id: 'ab'.repeat(28), ticker: 'CARB', decimals: 0 };
    const back = { ...trade('closed'), kind: 'limit' } as const;
    expect(tradeSentence(back, ADA_TOKEN, token)).toBe(
      'You offered 100\u00a0ADA for CARB. Nothing was sold.',
    );
    expect(tradeSentence(trade('discarded'), ADA_TOKEN, token)).not.toMatch(/pa(y|id)/);
    expect(tradeSentence({ ...back, filledTotal: '400' }, ADA_TOKEN, token)).toContain('got 400\u00a0CARB');
    expect(tradeSentence({ ...back, filledTotal: '0' }, ADA_TOKEN, token)).toContain('Nothing was sold.');
    expect(costsSentence(back)).not.toContain('with the fill');
    expect(costsSentence({ ...back, filledTotal: '0' })).toBe(costsSentence(back));
    expect(costsSentence({ ...back, filledTotal: '400' })).toMatch(/^It cost at most .* came back\.$/);
    expect(costsSentence(trade('discarded'))).toBe('It cost nothing.');
    const takenBack = { ...back, orders: [{ index: 0, closedBy: hash, outcome: 'cancelled' }] } as const;
    expect(stateWords({ ...takenBack, orders: [...takenBack.orders] }).text).toBe('Cancelled');
    expect(stateWords(back).text).toBe('Ended unfilled');
  });

  test('counts confirmations up to the wanted depth, and nothing where none were counted', () => {
    const words = (confirmations: number) => confirmationWords({ confirmations, confirmationsWanted: 15 });
    expect(words(1)).toBe('1 of 15 confirmations');
    expect(words(14)).toBe('14 of 15 confirmations');
    expect(words(15)).toBe('Confirmed');
    expect(confirmationWords({})).toBeUndefined();
  });

  test('names the seconds of a wait, and accuses nobody of many wrong passwords', () => {
    expect(failureWords({ code: 'password-delayed', data: { seconds: 1 } }).what).toBe('Wait 1\u00a0s.');
  });

  test('says of each kind of rollback whether money is affected', () => {
    const told = (of: string) => failureWords({ code: 'block-rolled-back', data: { of } });
    expect(told('fill').money).toBe('locked');
    expect(told('settled-anew').money).toBe('settled');
    expect(told('sent').money).toBe('unknown');
    expect(told('not-sent').advice).toContain('not sent from here');
  });

  test('asks the user to act only where the user can', () => {
    expect(stateWords({ kind: 'swap', state: 'placed' })).toEqual({ text: 'Awaiting fill', tone: 'amber' });
    expect(stateWords({ kind: 'limit', state: 'placed' })).toEqual({ text: 'Open', tone: 'plain' });
    expect(stateWords({ kind: 'limit', state: 'assembled' }).text).toBe('Assembled');
    expect(stateWords({ kind: 'swap', state: 'discarded' }).text).toBe('Cancelled');
    expect(stateWords({ state: 'placed', kind: 'dca' })).toEqual({ text: 'Plan runs', tone: 'plain' });
    expect(stateWords({ kind: 'swap', state: 'filled' }).tone).toBe('plain');
    expect(stateWords({ kind: 'swap', state: 'submission-unknown' }).tone).toBe('red');
  });
});

describe('pools and depth', () => {
  const pools = [
    { exchange: 'EXA', ada: 1000, tokens: 2000, poolId: 'a' },
    { exchange: 'EXB', ada: 3000, tokens: 5000, poolId: 'b' },
    { exchange: 'EXC', ada: 0, tokens: 0, poolId: 'c' },
  ];

  test('deepest first, with share, price and distance', () => {
    const figures = poolFigures(pools, 0.5);
    expect(figures.map(({ exchange }) => exchange)).toEqual(['EXB', 'EXA', 'EXC']);
    expect(figures[1]).toMatchObject({ price: 0.5, offset: 0, share: 0.25 });
    expect(figures[2]).toMatchObject({ price: undefined, offset: undefined, share: 0 });
  });

  test('each has its own key, even one that is listed twice or has no id', () => {
    const twice = [...pools, ...pools, { exchange: 'EXA', ada: 7, tokens: 7, poolId: '' }];
    const unnamed = { exchange: 'EXA', ada: 8, tokens: 8, poolId: '' };
    // Without a mark between exchange and id these two would have one key.
    const alike = { exchange: 'EX', ada: 9, tokens: 9, poolId: 'Aa' };
    const keys = poolFigures([...twice, unnamed, alike], 0.5).map(({ key }) => key);
    expect(new Set(keys).size).toBe(9);
  });

  test('prices that are far apart are pointed out', () => {
    expect(disagreement(0.5, poolFigures(pools, 0.5))?.pool.exchange).toBe('EXB');
    expect(disagreement(0.6, poolFigures(pools, 0.6))).toBeUndefined();
    expect(disagreement(undefined, poolFigures(pools, undefined))).toBeUndefined();
  });

  const pool = fc.record({
    incoming: fc.double({ min: 1, max: 1e9, noNaN: true }),
    outgoing: fc.double({ min: 1e-3, max: 1e9, noNaN: true }),
  });

  test('a split gives at least what any single pool gives, and less than the pools hold', () => {
    fc.assert(
      fc.property(
        fc.array(pool, { minLength: 1, maxLength: 6 }),
        fc.double({ min: 0.01, max: 1e8, noNaN: true }),
        (all, input) => {
          const best = bestOutput(all, input);
          const single = Math.max(
            ...all.map(({ incoming, outgoing }) => (outgoing * input) / (incoming + input)),
          );
          expect(best).toBeGreaterThanOrEqual(single * (1 - 1e-6));
          expect(best).toBeLessThan(all.reduce((sum, { outgoing }) => sum + outgoing, 0));
        },
      ),
    );
  });

  test('larger trades get worse prices', () => {
    const rows = depthRows([{ ada: 1000, tokens: 2000 }], 0.5, [1, 10, 100]);
    expect(rows.map(({ buyOffset }) => buyOffset)).toEqual(
      [...rows.map(({ buyOffset }) => buyOffset)].sort((a, b) => a - b),
    );
    expect(rows[2]?.buy).toBeCloseTo(0.55, 9);
    expect(rows[2]?.sell).toBeCloseTo(0.5 / 1.1, 9);
    expect(depthRows([], 0.5, [1])).toEqual([]);
  });
});

describe('small parts', () => {
  test('shares of a route add up to the whole', () => {
    const parts = routeParts([
      { exchange: 'EXA', amountIn: '61', expectedOut: '6' },
      { exchange: 'EXB', amountIn: '39', expectedOut: '4' },
    ]);
    expect(parts.map(({ share }) => share)).toEqual([0.61, 0.39]);
    expect(routeParts([{ exchange: 'EXA', amountIn: '0', expectedOut: '0' }])[0]?.share).toBe(0);
  });

  test('figures line up on the point', () => {
    const column = ['1,500', '56.964938', '2.19'];
    const places = commonPlaces(column);
    expect(places).toBe(6);
    const aligned = column.map((text) => alignPoint(text, places));
    expect(aligned.map((text) => text.length - text.search(/[.\u2008]/))).toEqual([7, 7, 7]);
  });

  test('a failure with a code that is not known is shown all the same', () => {
    expect(failureWords({ code: 'from-the-future' }).what).toContain('from-the-future');
    expect(failureWords({ code: 'no-wallet' }).money).toBe('none');
  });
});
