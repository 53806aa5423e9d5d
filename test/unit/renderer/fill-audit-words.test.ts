import { describe, expect, it } from 'vitest';
import type { AuditedFillView, FillAuditView, NeighbourPartView, ShortfallView } from '#contract/trades.ts';
import {
  aroundWords,
  costLines,
  costSteps,
  fillVerdict,
  placeWords,
  readingWords,
  restsOn,
  separatelyWords,
  sinceWords,
  tradedWords,
  worstOf,
} from '../../../src-renderer/features/trades/fill-audit-words.ts';

const AMBER = { id: 'ab'.repeat(28), ticker: 'AMBER', name: 'Amber', decimals: 6 };
const ADA = { id: 'ADA', ticker: 'ADA', name: 'Cardano', decimals: 6 };
const HASH = '33'.repeat(32);
const UNPROVEN = 'The ledger back-end does not prove who else traded at the pool:';
const unproven = (what: string) => ({ code: 'neighbours-unproven', data: { what } });
/** Why the transactions at a pool were not read: as a failure, and in words. */
const NOT_READ = [
  [unproven('missing'), `${UNPROVEN} it does not have all the transactions that led there.`],
  [unproven('other-bytes'), `${UNPROVEN} it gave the bytes of a different transaction.`],
  [unproven('too-large'), `${UNPROVEN} what it gave is larger than any real transaction.`],
  [
    unproven('not-next'),
    `${UNPROVEN} the transaction that it names as the next one does not use the pool as this one left it.`,
  ],
  [
    { code: 'neighbours-late' },
    'The ledger back-end did not give the other transactions at the pool in time.',
  ],
  [{ code: 'neighbours-no-pool' }, 'The order did not trade with exactly one pool that can be read here.'],
  [
    { code: 'ledger-cannot-prove', data: { backEnd: 'Koios', what: 'spender' } },
    'Koios cannot show which transaction spent an output, so it cannot be checked.',
  ],
] as const;
const FILL: AuditedFillView = {
  ...{
    kind: 'audited',
    index: 0,
    txHash: '11'.repeat(32),
    exchange: 'EXA',
    mustPay: '1000000',
    paid: '1000000',
  },
  ...{ exact: true, proven: true, byWitnesses: false, position: 0, ledgerPosition: 0, orders: 1, younger: 0 },
  since: 'nothing',
};
const COST: ShortfallView = {
  ...{ paper: '1000', paid: '900', sinceDecision: true, total: '110', ppm: 110_000 },
  parts: { delay: '-20', ordering: '0', impact: '60', poolFee: '50', underpaid: '10', rest: '0' },
  fees: [
    { name: 'network', lovelace: '170000', inBought: '10' },
    { name: 'exchange', lovelace: '2000000' },
  ],
};

function verdict(change: Partial<AuditedFillView>): string {
  return fillVerdict({ ...FILL, ...change }, AMBER).text.replaceAll('\u00a0', ' ');
}

describe('the words of the fill audit', () => {
  it('name what was paid against the formula, and never more than was checked', () => {
    expect(verdict({})).toBe('Exact: the exchange paid what its own formula requires, to the base unit.');
    expect(verdict({ exact: false, paid: '999999' })).toBe(
      'Underpaid by 0.000001 AMBER: the exchange’s own formula requires more than it paid.',
    );
    expect(verdict({ exact: false, paid: '1000002' })).toMatch(/^Not exact: 0\.000002 AMBER more was paid/);
    expect(verdict({ exact: false, reason: 'no output pays its owner' })).toBe(
      'Not exact: no output pays its owner.',
    );
    expect(verdict({ exact: undefined, reason: 'its pool cannot be read' })).toBe(
      'Not checkable: its pool cannot be read.',
    );
  });

  it('tell trades around the order as what was seen, and accuse nobody', () => {
    expect(aroundWords(FILL, AMBER)).toBeUndefined();
    const told = aroundWords({ ...FILL, around: { lost: '1500001' } }, AMBER)?.replaceAll('\u00a0', ' ');
    expect(told).toBe(
      'Before yours, one owner traded in the same direction at this pool, and undid it after yours, in the same batch. ' +
        'Without that first trade, the formula would have paid you 1.500001 AMBER more.',
    );
    expect(aroundWords({ ...FILL, around: { lost: '0' } }, AMBER)).toMatch(/in the same batch\.$/);
  });

  it('say what was traded at the pool before and after the fill, with directions and amounts, or why that was not read', () => {
    const tokens = { pay: ADA, receive: AMBER };
    const same = { trades: 1, sold: '1500000', bought: '2000000' };
    const opposite = { trades: 2, sold: '3000000', bought: '1000000' };
    const said = (one: { same?: typeof same; opposite?: typeof same }): string =>
      tradedWords({ txHash: HASH, ...one }, tokens).replaceAll('\u00a0', ' ');
    expect(said({ same })).toBe('Same direction as yours: 1.5 ADA for 2 AMBER');
    expect(said({ opposite })).toBe('2 trades in the opposite direction: 3 AMBER for 1 ADA');
    expect(said({ same, opposite })).toBe(
      'Same direction as yours: 1.5 ADA for 2 AMBER (1); opposite direction: 3 AMBER for 1 ADA (2)',
    );
    expect(said({})).toBe('No trade that can be read here');
    const transactions = [{ txHash: HASH, same }];
    expect(readingWords('before', { transactions: [], end: 'review' })).toBe('nothing, by the fill’s bytes');
    expect(readingWords('before', { transactions, end: 'review' })).toBe('one transaction since your review');
    expect(readingWords('before', { transactions, end: 'bound' })).toMatch(/earlier ones were not read$/);
    expect(readingWords('after', { transactions: [], end: 'open' })).toBe(
      'nothing so far, by the ledger back-end’s word',
    );
    for (const [code, why] of NOT_READ) {
      const part: NeighbourPartView = { transactions: [], end: 'failed', failure: code };
      expect(readingWords('after', part)).toBe(`not checked: ${why}`);
      expect(readingWords('before', part)).toBe(`not checked: ${why}`);
    }
  });

  it('tell what the audit itself saw since the review where nothing before the fill was read', () => {
    const one: AuditedFillView = { ...FILL, since: 'one', between: HASH };
    const after: NeighbourPartView = { transactions: [], end: 'open' };
    const said = (before: NeighbourPartView) => sinceWords({ ...one, neighbours: { before, after } });
    const seen = { text: 'one other transaction', between: HASH };
    expect(sinceWords(one)).toEqual(seen);
    expect(said({ transactions: [], end: 'bound' })).toEqual(seen);
    expect(said({ transactions: [], end: 'failed', failure: { code: 'neighbours-late' } })).toEqual(seen);
    expect(said({ transactions: [], end: 'review' })).toBeUndefined();
    expect(said({ transactions: [{ txHash: HASH }], end: 'bound' })).toBeUndefined();
  });

  it('state one owner’s trades in other transactions, with what was sold and bought, and accuse nobody', () => {
    const part: NeighbourPartView = { transactions: [], end: 'bound' };
    const around = {
      before: { txHash: HASH, sold: '1500000', bought: '2000000' },
      after: { txHash: HASH, sold: '2000000', bought: '1600000' },
    };
    const said = (lost: string | undefined, hidden = false): string | undefined =>
      separatelyWords(
        { before: part, after: part, around: { ...around, lost } },
        { pay: ADA, receive: AMBER },
        hidden,
      )?.replaceAll('\u00a0', ' ');
    const seen =
      'Before yours, one owner traded in the same direction at this pool, 1.5 ADA for 2 AMBER, and undid it after yours, 2 AMBER for 1.6 ADA.';
    expect(said(undefined)).toBe(seen);
    expect(said('1500001')).toBe(
      `${seen} Without that first trade, the formula would have paid you 1.500001 AMBER more.`,
    );
    expect(said('1500001', true)).not.toMatch(/\d/);
    expect(
      separatelyWords({ before: part, after: part }, { pay: ADA, receive: AMBER }, false),
    ).toBeUndefined();
  });

  it('give a trade the worst verdict of its fills', () => {
    const view = (...fills: FillAuditView['fills']): FillAuditView => ({ underWay: false, fills });
    const unread = {
      kind: 'unaudited',
      index: 1,
      txHash: '22'.repeat(32),
      failure: { code: 'fill-audit-late' },
    } as const;
    expect(worstOf(view(), AMBER)).toBeUndefined();
    expect(worstOf(view(FILL), AMBER)?.short).toBe('Exact fill');
    expect(worstOf(view(FILL, unread), AMBER)?.short).toBe('Fill not audited');
    expect(worstOf(view(unread, { ...FILL, exact: false, paid: '1' }), AMBER)?.short).toBe('Underpaid');
  });

  it('tell the place in a batch against the age of the others, as the back-end’s word', () => {
    expect(placeWords(FILL)).toBe('alone in its transaction');
    expect(placeWords({ ...FILL, orders: 3 })).toBe('1st of 3, 1st in the ledger’s order');
    const third = { ...FILL, orders: 12, position: 2, ledgerPosition: 10 };
    expect(placeWords({ ...third, younger: 1 })).toBe(
      '3rd of 12, 11th in the ledger’s order; 1 of the 2 before it placed later, by the ledger back-end’s word',
    );
    expect(placeWords({ ...third, younger: undefined })).toMatch(/age of those before it is not known$/);
    expect(placeWords({ ...third, position: undefined })).toMatch(/sequence is not known$/);
  });

  it('list parts that add up to the total, in the picture too', () => {
    const lines = costLines(COST);
    expect(lines.map(({ name }) => name)).toEqual([
      ...['Delay', 'Price impact', 'Pool’s fee', 'Underpaid', 'Network fee'],
    ]);
    expect(lines.reduce((sum, { units }) => sum + units, 0n)).toBe(110n);
    const steps = costSteps(lines, 110n, 0);
    expect(steps.map(({ from, to, tone }) => [from, to, tone])).toEqual([
      [0, -20, 'gain'],
      [-20, 40, 'cost'],
      [40, 90, 'cost'],
      [90, 100, 'cost'],
      [100, 110, 'cost'],
      [0, 110, 'total'],
    ]);
    expect(costLines({ ...COST, sinceDecision: false, parts: { ...COST.parts, delay: '0' } })[0]?.name).toBe(
      'Price impact',
    );
  });

  it('say what all of it rests on', () => {
    const view = (fill: AuditedFillView, shortfall?: ShortfallView): string =>
      restsOn({ underWay: false, fills: [fill], shortfall }).join(' ');
    expect(view(FILL)).toMatch(/proven by bytes.*That it is on chain is the ledger back-end’s word/);
    expect(view(FILL)).not.toMatch(/witnesses/);
    expect(view({ ...FILL, byWitnesses: true })).toMatch(/witnesses, which its hash does not prove/);
    expect(view(FILL, COST)).toMatch(/Fees are in ADA, which this trade neither sold nor bought/);
    expect(view(FILL, { ...COST, sinceDecision: false })).toMatch(/a delay is not counted/);
    const part = (end: NeighbourPartView['end']) => ({ transactions: [], end });
    const neighbours = { before: part('review'), after: part('open') };
    expect(view(FILL)).toMatch(/looked for only among the orders that the fill’s own transaction executed/);
    expect(view({ ...FILL, neighbours })).toMatch(
      /at most 8 before it and 2 after it.*that those after it are on chain is the ledger back-end’s word/,
    );
    for (const end of ['failed', 'bound'] as const)
      for (const side of ['before', 'after'])
        expect(view({ ...FILL, neighbours: { ...neighbours, [side]: part(end) } })).toMatch(
          /looked for only among the orders/,
        );
    const bounded: NeighbourPartView = { transactions: [{ txHash: HASH }], end: 'bound' };
    expect(view({ ...FILL, neighbours: { before: bounded, after: bounded } })).toMatch(/at most 8 before it/);
    expect(restsOn({ underWay: false, fills: [] })).toEqual([]);
  });
});
