import { describe, expect, it } from 'vitest';
import type { AskedOfDesk, ShownOnChart } from '#contract/chart-window.ts';
import { Asking, raisesDesk } from '../../../../src-main/features/chart-window/asking.ts';
import { Allowance } from '../../../../src-main/gate/allowance.ts';

const pair = { base: 'ab'.repeat(28), quote: 'ADA' };
const other = { base: 'cd'.repeat(28), quote: 'ADA' };
const shown: ShownOnChart = {
  active: true,
  pair: { ...pair, label: 'AMBER/ADA' },
  lines: [
    { id: 'buy 1', price: 1, kind: 'buy', label: 'Buy 5', movable: true, closing: 'Cancel this order…' },
    { id: 'buy 2', price: 2, kind: 'buy', label: 'Buy 7 in 2 orders' },
    { id: 'alert 1', price: 3, kind: 'alert', label: 'Alert', draggable: true, closing: 'Delete' },
  ],
  marks: [],
};
const pull = (line: string): AskedOfDesk => ({ kind: 'pull', line, price: '1.5' });
const drop = (line: string): AskedOfDesk => ({ kind: 'drop', line, price: '1.5', taken: true });
const close = (line: string): AskedOfDesk => ({ kind: 'close', line });
const ticket: AskedOfDesk = { kind: 'ticket', side: 'buy', price: '1.5' };

const at = (now: number, isActive = true) => ({ now, isActive });

describe('a request of a chart’s window to the desk', () => {
  it('is passed on only while the user acts in the window', () => {
    const asking = new Asking();
    expect(asking.objection(shown, pair, ticket, at(0))).toBeUndefined();
    for (const what of [ticket, pull('buy 1'), drop('buy 1'), { kind: 'activate' } as const])
      expect(asking.objection(shown, pair, what, at(1, false))).toMatchObject({
        code: 'request-refused',
        data: { reason: 'nobody acted in its window' },
      });
  });

  it('must be about the pair that the desk chose', () => {
    expect(new Asking().objection(shown, other, ticket, at(0))).toMatchObject({ code: 'chart-changed' });
    expect(
      new Asking().objection({ ...shown, pair: { ...other, label: 'X' } }, pair, ticket, at(0)),
    ).toMatchObject({
      code: 'chart-changed',
    });
    const { pair: _none, ...empty } = shown;
    expect(new Asking().objection(empty, pair, { kind: 'activate' }, at(0))).toMatchObject({
      code: 'chart-changed',
    });
  });

  it('must name a line that the desk sent, and something that this line can do', () => {
    const answers = [
      pull('buy 1'),
      drop('buy 1'),
      close('buy 1'),
      pull('alert 1'),
      close('alert 1'),
      drop('alert 1'),
      pull('buy 2'),
      close('buy 2'),
      close('buy 3'),
    ].map((what) => new Asking().objection(shown, pair, what, at(0))?.code);
    const [taken, refused] = [undefined, 'chart-changed'];
    expect(answers).toEqual([taken, taken, taken, taken, taken, refused, refused, refused, refused]);
  });

  it('opens tickets and alerts only if prices are in ADA', () => {
    const inTokens = { base: pair.base, quote: other.base };
    const there = { ...shown, pair: { ...inTokens, label: 'AMBER/KELP' } };
    expect(new Asking().objection(there, inTokens, ticket, at(0))).toMatchObject({ code: 'request-refused' });
    expect(new Asking().objection(there, inTokens, { kind: 'alert', price: '2' }, at(0))).toMatchObject({
      code: 'request-refused',
    });
    expect(new Asking().objection(there, inTokens, { kind: 'activate' }, at(0))).toBeUndefined();
  });

  it('comes no faster than hands can make it: a flood is cut off, a drag at ten a second is not', () => {
    const flooding = new Asking();
    const codes = Array.from({ length: 1_000 }, () => flooding.objection(shown, pair, ticket, at(0))?.code);
    expect(codes.filter((code) => code === undefined).length).toBe(30);
    expect(flooding.objection(shown, pair, ticket, at(1_000))).toBeUndefined();
    const dragging = new Asking();
    for (let now = 0; now < 10_000; now += 100)
      expect(dragging.objection(shown, pair, pull('buy 1'), at(now))).toBeUndefined();
  });

  it('brings the trading window to the front if it opens something there', () => {
    const raising = [ticket, { kind: 'pick' } as const, drop('buy 1'), close('buy 1')];
    expect(raising.map((what) => raisesDesk(shown, what))).toEqual([true, true, true, true]);
    const quiet: readonly AskedOfDesk[] = [
      { kind: 'alert', price: '1' },
      { kind: 'activate' },
      pull('buy 1'),
      close('alert 1'),
      { kind: 'drop', line: 'buy 1', price: '1', taken: false },
    ];
    expect(quiet.map((what) => raisesDesk(shown, what))).toEqual([false, false, false, false, false]);
  });
});

describe('an allowance', () => {
  it('is used up at once, comes back by the second, and never grows beyond itself', () => {
    const allowance = new Allowance({ atOnce: 3, perSecond: 2 });
    const spent = (now: number, times: number) =>
      Array.from({ length: times }, () => allowance.spend(now)).filter(Boolean).length;
    expect(spent(0, 5)).toBe(3);
    expect(spent(400, 5)).toBe(0);
    expect(spent(1_000, 5)).toBe(2);
    expect(spent(3_600_000, 5)).toBe(3);
  });
});
