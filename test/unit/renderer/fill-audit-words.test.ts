import { describe, expect, it } from 'vitest';
import type { AuditedFillView, FillAuditView, ShortfallView } from '#contract/fill-audit-views.ts';
import {
  aroundWords,
  costLines,
  costSteps,
  fillVerdict,
  placeWords,
  restsOn,
  worstOf,
} from '../../../src-renderer/features/activity/fill-audit-words.ts';

const AMBER = { id: 'ab'.repeat(28), ticker: 'AMBER', name: 'Amber', decimals: 6 };
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
    expect(restsOn({ underWay: false, fills: [] })).toEqual([]);
  });
});
