import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chartTable } from '#contract/index.ts';
import type { ShownOnChart } from '#contract/chart-window.ts';
import type { DeskSlot } from '#domain/chart-slots.ts';
import type { Failure } from '#domain/failure.ts';
import type { Result } from '#domain/result.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { must } from '../../support/trader.ts';

const folder = temporaryDirectory();
let app: TestApp;
let token: string;
let other: string;

const shownOf = (base: string): ShownOnChart => ({
  active: false,
  pair: { base, quote: 'ADA', label: 'T/ADA' },
  lines: [{ id: 'sell 2', price: 2, kind: 'sell', label: 'Sell 5', movable: true, closing: 'Cancel' }],
  marks: [],
});
/** The smallest PNG: one transparent pixel. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const meant = (base: string) => ({ base, quote: 'ADA' });
const asked = () => app.main.topic('chartWindows').asked;
const line = (id: string) => ({ id, kind: 'horizontal', anchors: [{ time: 60, price: 1 }] });

async function start(): Promise<void> {
  app = await startTestApp(folder.path);
  await app.main.topicWhen('profile', ({ service }) => service === 'ready');
  const tokens = must(await app.main.call('tokens.suggested', {})).filter(({ id }) => id !== 'ADA');
  [token, other] = [tokens[0]?.id ?? '', tokens[1]?.id ?? ''];
}

async function moveOut(slot: DeskSlot): Promise<void> {
  must(await app.main.call('chartWindow.open', { slot }));
  must(await app.main.call('chartWindow.show', { slot, shown: shownOf(token) }));
}

/** Makes many calls at once. `seconds`: how long they took, within which an allowance comes back. */
async function flood<T extends { readonly ok: boolean }>(
  count: number,
  call: (nth: number) => Promise<T>,
): Promise<{ readonly answers: readonly T[]; readonly taken: number; readonly seconds: number }> {
  const begin = performance.now();
  const answers = await Promise.all(Array.from({ length: count }, (_, nth) => call(nth)));
  const seconds = (performance.now() - begin) / 1_000;
  return { answers, taken: answers.filter(({ ok }) => ok).length, seconds };
}

beforeAll(start);
afterAll(async () => {
  await app.close();
  folder.remove();
});

describe('a chart in its own window', () => {
  it('has candles of the pair that the desk chose, which the trading window no longer watches', async () => {
    const wanted = { ...meant(token), period: '20s' } as const;
    must(await app.main.call('chart.watch', { slot: 'main', ...wanted }));
    await moveOut('main');
    expect([...app.windows.charts]).toEqual(['main']);
    await app.main.topicWhen('chartMain', ({ state }) => state === 'idle');
    must(await app.charts.main.call('chart.watch', wanted));
    const view = await app.charts.main.topicWhen('chart', ({ state }) => state === 'live');
    expect(view.pair).toEqual(wanted);
    // Requests of the trading window's page for a chart that is elsewhere change nothing.
    must(await app.main.call('chart.unwatch', { slot: 'main' }));
    expect(await app.main.call('chart.watch', { slot: 'main', ...wanted })).toMatchObject({
      failure: { code: 'chart-elsewhere' },
    });
    expect(app.charts.main.topic('chart').state).toBe('live');
    const page = { ...wanted, to: Math.ceil(Date.now() / 1000), count: 10 };
    expect(must(await app.charts.main.call('chart.history', page)).candles.time.length).toBeGreaterThan(0);
  });

  it('reaches no other pair and no other chart', async () => {
    const wanted = { ...meant(other), period: '20s' } as const;
    const to = Math.ceil(Date.now() / 1000);
    const { main: page, second } = app.charts;
    for (const refused of [
      await page.call('chart.watch', wanted),
      await page.call('chart.history', { ...wanted, to, count: 10 }),
      await page.call('drawings.read', meant(other)),
      await page.call('drawings.change', { ...meant(other), put: [line('x')], removed: [] }),
    ])
      expect(refused).toMatchObject({ failure: { code: 'chart-changed' } });
    app.app.acted('main');
    expect(await page.call('desk.ask', { pair: meant(other), what: { kind: 'activate' } })).toMatchObject({
      failure: { code: 'chart-changed' },
    });
    // The gate of a window that is not open answers, but does nothing.
    app.app.acted('second');
    for (const refused of [
      await second.call('chart.watch', { ...meant(token), period: '20s' }),
      await second.call('settings.write', { text: '{}' }),
      await second.call('settings.colours', { priceColours: 'blue-orange' }),
      await second.call('desk.ask', { pair: meant(token), what: { kind: 'activate' } }),
    ])
      expect(refused).toMatchObject({ failure: { code: 'chart-elsewhere' } });
    must(await second.call('window.fill', { full: true }));
    expect([app.windows.filled.size, asked()]).toEqual([0, []]);
  });

  it('can call nothing but its own table, which has no orders, quotes, wallets or preferences', async () => {
    expect(Object.keys(chartTable).toSorted()).toEqual([
      'chart',
      'chart.history',
      'chart.savePicture',
      'chart.unwatch',
      'chart.watch',
      'desk.ask',
      'drawings.change',
      'drawings.read',
      'kept',
      'settings.colours',
      'settings.read',
      'settings.write',
      'shown',
      'surroundings',
      'window.attend',
      'window.bringBack',
      'window.fill',
    ]);
    const call = app.charts.main.call.bind(app.charts.main) as (
      name: string,
      input: unknown,
    ) => Promise<unknown>;
    for (const name of ['swap.quote', 'limit.review', 'orders.cancel', 'wallet.lock', 'preferences.set'])
      expect(await call(name, {})).toMatchObject({ ok: false, failure: { code: 'request-refused' } });
    // Its calls take no slot.
    expect(await call('chart.watch', { slot: 'second', ...meant(token), period: '20s' })).toMatchObject({
      failure: { code: 'request-refused' },
    });
    expect(() => app.charts.main.topic('wallet' as 'chart')).toThrow('there is no topic wallet');
  });

  it('asks the desk only after the user acted in it, and cannot flood it', async () => {
    await app.main.call('chartWindow.bringBack', { slot: 'main' });
    await moveOut('second');
    const page = app.charts.second;
    const ticket = { pair: meant(token), what: { kind: 'ticket', side: 'buy', price: '0.5' } } as const;
    // Acts in other windows count for nothing here.
    app.app.userActed();
    app.app.acted('third');
    const before = asked().at(-1)?.id ?? 0;
    app.app.acted('second');
    const { answers, taken, seconds } = await flood(200, () => page.call('desk.ask', ticket));
    expect(taken).toBeGreaterThanOrEqual(30);
    expect(taken).toBeLessThanOrEqual(30 + 15 * seconds + 1);
    for (const answer of answers) if (!answer.ok) expect(answer.failure.code).toBe('request-refused');
    expect(app.windows.raised).toBe(taken);
    expect((asked().at(-1)?.id ?? 0) - before).toBe(taken);
    expect(asked().at(-1)).toMatchObject({ slot: 'second', ...ticket });
    for (const price of ['1e9', '-1', 'NaN', '1,5', '']) {
      const bad = { ...ticket, what: { ...ticket.what, price } };
      expect(await page.call('desk.ask', bad)).toMatchObject({ failure: { code: 'request-refused' } });
    }
  });

  it('asks the desk for nothing any more once the user acts there or in another chart’s window', async () => {
    await moveOut('third');
    const page = app.charts.third;
    const pair = meant(token);
    const asks = [
      { pair, what: { kind: 'pull', line: 'sell 2', price: '9' } },
      { pair, what: { kind: 'activate' } },
    ] as const;
    for (const elsewhere of [() => app.app.acted('desk'), () => app.app.acted('second')]) {
      app.app.acted('third');
      for (const ask of asks) must(await page.call('desk.ask', ask));
      const before = asked();
      elsewhere();
      for (const ask of asks)
        expect(await page.call('desk.ask', ask)).toMatchObject({
          failure: { data: { reason: 'nobody acted in its window' } },
        });
      expect(asked()).toEqual(before);
    }
    must(await app.main.call('chartWindow.bringBack', { slot: 'third' }));
  });

  it('asks the charts service no more than hands can make it', async () => {
    await moveOut('fourth');
    const page = app.charts.fourth;
    const wanted = { ...meant(token), period: '20s' } as const;
    const to = Math.ceil(Date.now() / 1000);
    const refusedFor = 'too many in a short time';
    const outcomes = async (times: number, ask: () => Promise<Result<unknown, Failure>>) => {
      const answers: string[] = [];
      for (let nth = 0; nth < times; nth += 1) {
        const answer = await ask();
        answers.push(answer.ok ? 'done' : String(Reflect.get(answer.failure.data ?? {}, 'reason')));
      }
      return answers;
    };
    const watched = await outcomes(40, () => page.call('chart.watch', wanted));
    expect(watched.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 'done'));
    expect(watched.filter((answer) => answer === refusedFor).length).toBeGreaterThan(5);
    const read = await outcomes(100, () => page.call('chart.history', { ...wanted, to, count: 10 }));
    expect(read.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 'done'));
    expect(read.filter((answer) => answer === refusedFor).length).toBeGreaterThan(5);
    // The trading window is not held up.
    must(await app.main.call('chart.watch', { slot: 'main', ...wanted }));
    must(await app.main.call('chart.history', { ...wanted, to, count: 10 }));
    must(await app.main.call('chart.unwatch', { slot: 'main' }));
    must(await app.main.call('chartWindow.bringBack', { slot: 'fourth' }));
  });

  it('reaches neither desk nor screen nor disk while a window waits for a password', async () => {
    const page = app.charts.second;
    const waits = { failure: { code: 'chart-window-waits' } };
    const raised = app.windows.raised;
    const picture = { name: 'AMBER.png', picture: PICTURE };
    app.app.acted('second');
    must(await page.call('window.fill', { full: true }));
    expect([...app.windows.filled]).toEqual(['second']);
    must(await app.main.call('wallet.openVault', { task: 'import' }));
    // A window that fills the screen would cover it.
    await eventually('the screen is free', () => Promise.resolve(app.windows.filled.size === 0 || undefined));
    app.app.acted('second');
    const before = asked().length;
    for (const refused of [
      await page.call('desk.ask', {
        pair: meant(token),
        what: { kind: 'ticket', side: 'buy', price: '0.5' },
      }),
      await page.call('desk.ask', { pair: meant(token), what: { kind: 'activate' } }),
      await page.call('chart.savePicture', picture),
      await page.call('settings.colours', { priceColours: 'blue-orange' }),
      await app.main.call('chartWindow.open', { slot: 'third' }),
      await app.main.call('chartWindow.open', { slot: 'second' }),
    ])
      expect(refused).toMatchObject(waits);
    // The user has acted in the trading window since.
    expect(await page.call('window.fill', { full: true })).toMatchObject({
      failure: { code: 'window-waits' },
    });
    app.app.acted('second');
    must(await page.call('window.fill', { full: true }));
    must(await page.call('window.bringBack', {}));
    expect([app.windows.filled.size, asked().length, app.windows.raised]).toEqual([0, before, raised]);
    app.windows.closeVault();
    await eventually('the vault is done', async () =>
      (await app.main.call('chartWindow.open', { slot: 'second' })).ok ? true : undefined,
    );
    must(await app.main.call('chartWindow.show', { slot: 'second', shown: shownOf(token) }));
  });

  it('saves pictures when the user asks for them there, but no more than a chart may', async () => {
    const page = app.charts.second;
    const save = (name: string) => page.call('chart.savePicture', { name, picture: PICTURE });
    app.app.acted('third');
    expect(
      await app.charts.third.call('chart.savePicture', { name: 'x.png', picture: PICTURE }),
    ).toMatchObject({
      failure: { code: 'chart-elsewhere' },
    });
    app.app.acted('second');
    for (let nth = 0; nth < 10; nth += 1) must(await save(`${nth}.png`));
    expect(await save('11.png')).toMatchObject({ failure: { code: 'saving-paused' } });
    // The trading window has a budget of its own.
    must(await app.main.call('chart.savePicture', { name: 'desk.png', picture: PICTURE }));
  });

  it('writes to disk no faster than hands can', async () => {
    must(await app.main.call('chartWindow.open', { slot: 'fourth' }));
    const page = app.charts.fourth;
    // The colours are those of every window, so only the user changes them.
    expect(await page.call('settings.colours', { priceColours: 'blue-orange' })).toMatchObject({
      failure: { code: 'request-refused', data: { name: 'settings.colours' } },
    });
    app.app.acted('fourth');
    // Settings and colours share one allowance.
    const { taken, seconds } = await flood(200, (nth) =>
      nth % 2 === 0
        ? page.call('settings.write', { text: '{}' })
        : page.call('settings.colours', { priceColours: 'green-red' }),
    );
    expect(taken).toBeGreaterThanOrEqual(60);
    expect(taken).toBeLessThanOrEqual(60 + 20 * seconds + 1);
    must(await app.main.call('chartWindow.bringBack', { slot: 'fourth' }));
  });

  it('has the trading window read what it changes a few times a second at most', async () => {
    const told = app.main.topic('chartWindows');
    let messages = 0;
    const end = app.app.main.topics.chartWindows.follow(() => (messages += 1));
    const begun = performance.now();
    for (let nth = 0; nth < 20; nth += 1) {
      must(await app.charts.second.call('settings.write', { text: `{"nth":${nth}}` }));
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    const most = Math.ceil((performance.now() - begun) / 250) + 1;
    const settings = (told.settings.second ?? 0) + 20;
    await app.main.topicWhen('chartWindows', (now) => now.settings.second === settings);
    end();
    // The first is what there was before.
    expect(messages - 1).toBeLessThanOrEqual(most);
  });

  it('shares settings and drawings with the trading window, and each learns what the other changed', async () => {
    const page = app.charts.second;
    const kept = page.topic('kept');
    const told = app.main.topic('chartWindows');
    must(await page.call('settings.write', { text: '{"period":"1hour"}' }));
    must(await page.call('drawings.change', { ...meant(token), put: [line('there')], removed: [] }));
    const after = await app.main.topicWhen('chartWindows', ({ drawings }) => drawings > told.drawings);
    expect(after.settings.second).toBe((told.settings.second ?? 0) + 1);
    expect(must(await app.main.call('notebook.read', { kind: 'chart', of: 'second' })).text).toBe(
      '{"period":"1hour"}',
    );
    must(await app.main.call('drawings.change', { ...meant(token), put: [line('here')], removed: [] }));
    must(await app.main.call('notebook.write', { kind: 'chart', of: 'second', text: '{"period":"1min"}' }));
    await page.topicWhen('kept', (now) => now.drawings === kept.drawings + 1 && now.settings > kept.settings);
    expect(must(await page.call('settings.read', {})).text).toBe('{"period":"1min"}');
    expect(must(await page.call('drawings.read', meant(token))).drawings).toEqual([
      line('there'),
      line('here'),
    ]);
    app.app.acted('second');
    must(await page.call('settings.colours', { priceColours: 'blue-orange' }));
    await page.topicWhen('surroundings', ({ priceColours }) => priceColours === 'blue-orange');
    expect(app.main.topic('preferences').priceColours).toBe('blue-orange');
  });

  it('still keeps what was drawn just before the desk chose another pair', async () => {
    must(await app.main.call('chartWindow.show', { slot: 'second', shown: shownOf(other) }));
    must(
      await app.charts.second.call('drawings.change', { ...meant(token), put: [line('late')], removed: [] }),
    );
    expect(must(await app.main.call('drawings.read', meant(token))).drawings.map(({ id }) => id)).toContain(
      'late',
    );
    must(await app.main.call('chartWindow.show', { slot: 'second', shown: shownOf(token) }));
  });

  it('goes back to the desk when its window closes, and is unwatched until the desk watches it', async () => {
    must(await app.charts.second.call('chart.watch', { ...meant(token), period: '20s' }));
    await app.charts.second.topicWhen('chart', ({ state }) => state === 'live');
    app.windows.closeChartByUser('second');
    await app.main.topicWhen('chartWindows', ({ slots }) => slots.length === 0);
    await app.main.topicWhen('chartSecond', ({ state }) => state === 'idle');
    expect(app.charts.second.topic('shown').pair).toBeUndefined();
    must(await app.main.call('chart.watch', { slot: 'second', ...meant(token), period: '20s' }));
    await app.main.topicWhen('chartSecond', ({ state }) => state === 'live');
  });

  it('stays on the desk if its window does not open', async () => {
    app.windows.chartsBroken = true;
    expect(await app.main.call('chartWindow.open', { slot: 'main' })).toMatchObject({
      failure: { code: 'chart-window-unavailable' },
    });
    app.windows.chartsBroken = false;
    expect(app.main.topic('chartWindows').slots).toEqual([]);
  });

  it('shows nothing of the previous profile after a switch', async () => {
    await moveOut('main');
    await app.charts.main.topicWhen('shown', ({ pair }) => pair?.base === token);
    must(await app.main.call('profile.switch', { profile: 'replay' }));
    await app.charts.main.topicWhen('shown', ({ pair, lines }) => pair === undefined && lines.length === 0);
    expect(await app.charts.main.call('drawings.read', meant(token))).toMatchObject({
      failure: { code: 'chart-changed' },
    });
    await app.charts.main.topicWhen('surroundings', ({ ready, moment }) => ready && moment !== undefined);
    must(await app.main.call('profile.switch', { profile: 'practice' }));
    await app.charts.main.topicWhen('surroundings', ({ ready, moment }) => ready && moment === undefined);
    expect(app.windows.charts.has('main')).toBe(true);
  });

  it('is in its window again after a restart, as soon as the desk says what it shows', async () => {
    await app.close();
    await start();
    expect(app.main.topic('chartWindows').slots).toEqual(['main']);
    expect(app.windows.charts.size).toBe(0);
    must(await app.main.call('chartWindow.show', { slot: 'main', shown: shownOf(token) }));
    await eventually('its window', () => Promise.resolve(app.windows.charts.has('main') || undefined));
    const { raised } = app.windows;
    app.app.acted('main');
    must(await app.charts.main.call('window.bringBack', {}));
    expect(app.windows.raised).toBe(raised + 1);
    await app.main.topicWhen('chartWindows', ({ slots }) => slots.length === 0);
    expect(app.windows.charts.size).toBe(0);
  });
});
