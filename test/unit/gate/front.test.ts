import { describe, expect, it } from 'vitest';
import { mainTable, type MainTable } from '#contract/index.ts';
import type { CallSpec } from '#contract/table.ts';
import { Front } from '../../../src-main/gate/front.ts';
import { Gate } from '../../../src-main/gate/gate.ts';
import type { Handlers } from '../../../src-main/gate/handlers.ts';
import { PageDoor, SaveBudget } from '../../../src-main/gate/outside.ts';
import { FileChooser } from '../../../src-main/gate/own-file.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const WAITS = { code: 'window-waits' };
const PLACES = ['desk', 'main', 'second', 'third', 'fourth'] as const;

describe('while a window asks for a secret', () => {
  it.each(['vault', 'approval'] as const)('no page acts on others: %s', (secret) => {
    const front = new Front(new ManualClock());
    front.acted('desk');
    front.comes(secret);
    for (const where of PLACES) expect(front.objection(where)).toEqual(WAITS);
    front.goes(secret);
    for (const where of PLACES) expect(front.objection(where)).toBeUndefined();
  });

  it.each(PLACES)('only the page in which the user acted since, and acted last, does: %s', (where) => {
    const front = new Front(new ManualClock());
    front.comes('vault');
    front.acted(where);
    for (const other of PLACES) expect(front.objection(other)).toEqual(other === where ? undefined : WAITS);
    front.acted('vault');
    expect(front.objection(where)).toEqual(WAITS);
    front.acted(where);
    expect(front.objection(where)).toBeUndefined();
    // It came to the front: whatever was done before was done before that.
    front.comes('vault');
    expect(front.objection(where)).toEqual(WAITS);
  });

  it('nobody turns to a page by the wheel, by a drag, or by letting go of what was pressed before', () => {
    const clock = new ManualClock();
    const front = new Front(clock);
    front.acted('desk');
    front.comes('vault');
    front.acted('desk', false);
    // It counts as something that the user does there, and not as turning away from the vault window.
    expect([front.isActive('desk'), front.objection('desk')]).toEqual([true, WAITS]);
    front.acted('second');
    front.acted('desk', false);
    expect([front.objection('desk'), front.objection('second')]).toEqual([WAITS, undefined]);
  });

  it('a page may still have the window that it asked for brought to the front, and no other', () => {
    const front = new Front(new ManualClock());
    front.comes('approval');
    expect(front.objectionToAsking('desk', 'approval')).toBeUndefined();
    front.comes('vault');
    expect(front.objectionToAsking('desk', 'approval')).toEqual(WAITS);
  });

  it('tells when the first comes and the last goes', () => {
    const front = new Front(new ManualClock());
    const told: boolean[] = [];
    front.onChange(() => told.push(front.asks));
    front.comes('vault');
    front.comes('vault');
    front.comes('approval');
    front.goes('vault');
    front.goes('vault');
    front.goes('approval');
    expect(told).toEqual([true, false]);
  });
});

describe('an act of the user', () => {
  it('counts for ten seconds, in the window of the last one alone', async () => {
    const clock = new ManualClock();
    const front = new Front(clock);
    expect(front.isActive('desk')).toBe(false);
    front.acted('desk');
    await clock.advance(10_000);
    expect(front.isActive('desk')).toBe(true);
    await clock.advance(1);
    expect(front.isActive('desk')).toBe(false);
    front.acted('desk');
    front.acted('second');
    expect([front.isActive('desk'), front.isActive('second')]).toEqual([false, true]);
  });
});

describe('the gate', () => {
  it('asks before a call that acts on windows, and before no other', async () => {
    const called: string[] = [];
    const calls = new Proxy(
      {},
      {
        get: (_, name) => () => (
          called.push(String(name)),
          Promise.resolve({ ok: false, failure: { code: 'no-quote' } })
        ),
      },
    );
    const handlers = { calls, topics: {} } as unknown as Handlers<MainTable>;
    const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const gate = new Gate(
      mainTable,
      handlers,
      silent,
      () => 'incident',
      () => ({ code: 'window-waits' }),
    );
    for (const name of ['batch.stop', 'swap.discard'] as const) {
      const input = name === 'batch.stop' ? { id: 'a' } : { tradeId: 'a' };
      expect(await gate.call(name, input)).toEqual({ ok: false, failure: WAITS });
    }
    expect(await gate.call('replay.begin', { day: 0 })).toEqual({ ok: false, failure: WAITS });
    expect(await gate.call('profile.switch', { profile: 'practice' })).toEqual({ ok: false, failure: WAITS });
    expect(called).toEqual([]);
    expect(await gate.call('balance.refresh', {})).toMatchObject({ failure: { code: 'no-quote' } });
    expect(called).toEqual(['balance.refresh']);
  });

  it('knows of each call of the trading window whether it acts', () => {
    const specs: readonly (readonly [string, { readonly kind: string }])[] = Object.entries(mainTable);
    const undecided = specs.filter(
      ([, spec]) => spec.kind === 'call' && (spec as CallSpec).acts === undefined,
    );
    expect(undecided).toEqual([]);
  });
});

describe('the door to pages outside', () => {
  const opened: string[] = [];
  const windows = { openExternal: (url: string) => Promise.resolve(void opened.push(url)) };

  it('opens some, by an act of the user, and then waits', async () => {
    opened.length = 0;
    const clock = new ManualClock();
    const front = new Front(clock);
    const door = new PageDoor(windows, front, clock);
    expect(await door.open('https://a.example/')).toMatchObject({ failure: { code: 'nobody-acted' } });
    front.acted('second');
    expect(await door.open('https://a.example/')).toMatchObject({ failure: { code: 'nobody-acted' } });
    const codes: (string | undefined)[] = [];
    for (let count = 0; count < 300; count += 1) {
      front.acted('desk');
      const answer = await door.open('https://a.example/');
      codes.push(answer.ok ? undefined : answer.failure.code);
    }
    expect(codes.slice(0, 6)).toEqual([...Array.from({ length: 5 }, () => undefined), 'pages-paused']);
    expect(new Set(codes.slice(5))).toEqual(new Set(['pages-paused']));
    expect(opened).toHaveLength(5);
    await clock.advance(10_000);
    front.acted('desk');
    expect(await door.open('https://a.example/')).toMatchObject({ ok: true });
  });

  it('keeps windows that ask for a secret from coming up under the page, for as long as a browser may take', async () => {
    const clock = new ManualClock();
    const front = new Front(clock);
    const door = new PageDoor(windows, front, clock);
    const asking = () =>
      (['vault', 'approval'] as const).map((name) => front.objectionToAsking('desk', name)?.code);
    front.acted('desk');
    expect(asking()).toEqual([undefined, undefined]);
    expect(await door.open('https://a.example/')).toMatchObject({ ok: true });
    expect(asking()).toEqual(['page-opening', 'page-opening']);
    // Whatever else the user presses: the page is on its way.
    front.acted('desk');
    await clock.advance(4_999);
    expect(asking()).toEqual(['page-opening', 'page-opening']);
    await clock.advance(1);
    expect(asking()).toEqual([undefined, undefined]);
    // A page that was refused is on no way.
    front.acted('second');
    expect(await door.open('https://a.example/')).toMatchObject({ failure: { code: 'nobody-acted' } });
    expect(asking()).toEqual([undefined, undefined]);
  });

  it('is shut while a secret is asked for, also to the window in which the user acts', async () => {
    opened.length = 0;
    const clock = new ManualClock();
    const front = new Front(clock);
    const door = new PageDoor(windows, front, clock);
    front.comes('approval');
    front.acted('desk');
    expect(await door.open('https://a.example/')).toMatchObject({ failure: WAITS });
    expect(opened).toEqual([]);
  });
});

it('no dialog comes up for a call that began before the window came', async () => {
  const clock = new ManualClock();
  const front = new Front(clock);
  const waits = () => front.objection('desk');
  front.acted('desk');
  const budget = new SaveBudget(clock, waits);
  const asked: string[] = [];
  const chooser = new FileChooser(
    { chooseFile: (what) => (asked.push(what), Promise.resolve('/a/file')) },
    { readText: () => Promise.resolve({ ok: true, value: 'text' }) },
    waits,
  );
  expect(budget.spend(1)).toBeUndefined();
  expect(await chooser.path('workspace')).toEqual({ ok: true, value: '/a/file' });
  front.comes('vault');
  expect(budget.spend(1)).toEqual(WAITS);
  expect(await chooser.text('workspace', 10, 'workspace-file-unreadable')).toMatchObject({ failure: WAITS });
  expect(asked).toEqual(['workspace']);
});
