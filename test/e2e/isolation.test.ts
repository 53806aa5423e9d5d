import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { approvalTable, chartTable, mainTable, vaultTable } from '#contract/index.ts';
import { PAGE_BINDING } from '../../src-preload/page-messages.ts';
import type { DeskApp } from '../support/desk-app.ts';
import { lastClick, lastKey, quoteTrade, reviewTrade, startPracticeWallet } from '../support/desk-robot.ts';
import { eventually } from '../support/eventually.ts';
import { loopbackServer, reply, type LoopbackServer } from '../support/loopback-server.ts';
import { textWithoutKeys } from '../support/input-method.ts';
import { callMain } from '../support/page-api.ts';
import { sendBelow as sendBelowBridge, tryDownload } from '../support/below-the-bridge.ts';
import { startApp } from '../support/shell.ts';

let app: DeskApp;
let server: LoopbackServer;
let udp: Socket;
let packets = 0;

beforeAll(async () => {
  server = await loopbackServer((response) =>
    reply(response, 'reached', 200, { 'access-control-allow-origin': '*' }),
  );
  udp = createSocket('udp4');
  udp.on('message', () => (packets += 1));
  udp.bind(0, '127.0.0.1');
  await once(udp, 'listening');
  app = await startApp();
});
afterAll(async () => {
  await app.stop();
  await server.close();
  udp.close();
});

/** The trading window shows its own page and answers. */
async function expectAlive(): Promise<void> {
  await app.main.getByRole('heading', { name: 'Touchstone' }).waitFor();
  const about = await eventually('main answers', () =>
    // A page on its way back answers nothing.
    callMain(app.main, 'app.about', {}).catch(() => undefined),
  );
  expect(about).toMatchObject({ ok: true });
}

/** The page tries to navigate away, is prevented, and follows its topics as before. */
async function expectStaying(way: (url: string) => void): Promise<void> {
  await app.main.evaluate(() => void Reflect.set(globalThis, 'stayed', true));
  const themes = app.topicWhen('preferences', ({ theme }) => theme === 'light');
  await app.main.evaluate(way, server.url);
  await app.main.waitForTimeout(500);
  expect(await app.main.evaluate(() => Reflect.get(globalThis, 'stayed') as unknown)).toBe(true);
  await callMain(app.main, 'preferences.set', { theme: 'light' });
  await themes;
  await callMain(app.main, 'preferences.set', { theme: 'dark' });
  await expectAlive();
}

/** The result of each way out for a script of the page: `blocked`, or the data that came back. */
function tryWaysOut(page: Page): Promise<Readonly<Record<string, string>>> {
  return page.evaluate(
    async ([http, port]) => {
      const ws = http.replace('http', 'ws');
      const settled = (start: (done: (what: string) => void) => void): Promise<string> =>
        new Promise((resolve) => {
          setTimeout(() => resolve('blocked'), 4_000);
          start(resolve);
        });
      const element = (
        name: 'img' | 'script' | 'iframe' | 'link' | 'object' | 'embed' | 'video',
        attributes: Readonly<Record<string, string>>,
      ) =>
        settled((done) => {
          const made = document.createElement(name);
          made.addEventListener('error', () => done('blocked'));
          // A frame that was refused still tells that it loaded, with a page of the browser's own.
          made.addEventListener('load', () =>
            done(name === 'iframe' || name === 'object' ? 'blocked' : 'loaded'),
          );
          made.addEventListener('loadeddata', () => done('loaded'));
          try {
            for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
            document.body.append(made);
          } catch {
            done('blocked');
          }
        });
      const attempt = (work: () => unknown): Promise<string> =>
        Promise.resolve()
          .then(work)
          .then(
            (value) => (value === false || value === null ? 'blocked' : 'done'),
            () => 'blocked',
          );
      const ways: Record<string, () => Promise<string>> = {
        fetch: () => attempt(() => fetch(`${http}/fetch`)),
        'fetch, no-cors': () => attempt(() => fetch(`${http}/no-cors`, { mode: 'no-cors', method: 'POST' })),
        'fetch, own origin': () => attempt(() => fetch('/index.html')),
        'fetch, data': () => attempt(() => fetch('data:text/plain,x')),
        XMLHttpRequest: () =>
          settled((done) => {
            const request = new XMLHttpRequest();
            request.addEventListener('load', () => done('loaded'));
            request.addEventListener('error', () => done('blocked'));
            request.open('GET', `${http}/xhr`);
            request.send();
          }),
        WebSocket: () =>
          settled((done) => {
            try {
              const socket = new WebSocket(`${ws}/ws`);
              socket.addEventListener('open', () => done('open'));
              socket.addEventListener('error', () => done('blocked'));
              socket.addEventListener('close', () => done('blocked'));
            } catch {
              done('blocked');
            }
          }),
        EventSource: () =>
          settled((done) => {
            const source = new EventSource(`${http}/events`);
            source.addEventListener('open', () => done('open'));
            source.addEventListener('error', () => {
              source.close();
              done('blocked');
            });
          }),
        img: () => element('img', { src: `${http}/img` }),
        'img, data': () => element('img', { src: 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=' }),
        script: () => element('script', { src: `${http}/script` }),
        'script, inline': () =>
          attempt(() => {
            const script = document.createElement('script');
            script.text = 'globalThis.ranInline = true';
            document.body.append(script);
            return (globalThis as { ranInline?: boolean }).ranInline ?? false;
          }),
        // In a task of its own: what runs inside a debugger's evaluation may use eval.
        eval: () =>
          settled((done) =>
            setTimeout(() => {
              try {
                const run = Reflect.get(globalThis, 'eval') as (text: string) => unknown;
                done(String(run('1 + 1')));
              } catch {
                done('blocked');
              }
            }),
          ),
        iframe: () => element('iframe', { src: `${http}/iframe` }),
        object: () => element('object', { data: `${http}/object` }),
        embed: () => element('embed', { src: `${http}/embed` }),
        video: () => element('video', { src: `${http}/video` }),
        stylesheet: () => element('link', { rel: 'stylesheet', href: `${http}/style` }),
        prefetch: () => element('link', { rel: 'prefetch', href: `${http}/prefetch` }),
        preconnect: () => element('link', { rel: 'preconnect', href: http }),
        worker: () =>
          settled((done) => {
            try {
              const worker = new Worker('/index.html');
              worker.addEventListener('error', () => done('blocked'));
              worker.addEventListener('message', () => done('started'));
            } catch {
              done('blocked');
            }
          }),
        'service worker': () =>
          attempt(async () => {
            await navigator.serviceWorker.register('/page.js');
            return (await navigator.serviceWorker.getRegistrations()).length > 0;
          }),
        'peer connection': () =>
          settled((done) => {
            const connection = new RTCPeerConnection({
              iceServers: [
                { urls: `stun:127.0.0.1:${port}` },
                { urls: `turn:${http.replace('http://', '')}?transport=tcp`, username: 'u', credential: 'c' },
              ],
            });
            connection.createDataChannel('out');
            connection.addEventListener('icecandidate', ({ candidate }) => {
              if (candidate !== null && candidate.candidate !== '') done(candidate.candidate);
              else done('blocked');
            });
            void connection.createOffer().then((offer) => connection.setLocalDescription(offer));
          }),
        'markup with a handler': () =>
          attempt(() => {
            document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>';
          }),
      };
      const outcomes = await Promise.all(
        Object.entries(ways).map(async ([name, way]) => [name, await way()] as const),
      );
      return Object.fromEntries(outcomes);
    },
    [server.url, udp.address().port] as const,
  );
}

it('has a page that reaches nothing outside, by any way that a script knows', async () => {
  await fetch(`${server.url}/control`);
  expect(server.seen.map(({ url }) => url)).toEqual(['/control']);
  const before = server.connections();
  const outcomes = await tryWaysOut(app.main);
  expect(Object.entries(outcomes).filter(([, outcome]) => outcome !== 'blocked')).toEqual([]);
  await app.main.evaluate((url) => {
    navigator.sendBeacon(`${url}/beacon`, 'x');
    const sheet = new CSSStyleSheet();
    sheet.insertRule(`body { background: url(${url}/css) }`);
    document.adoptedStyleSheets = [sheet];
  }, server.url);
  await expectAlive();
  expect(server.connections()).toBe(before);
  expect(packets).toBe(0);
});

it('opens nothing and goes nowhere', async () => {
  const before = server.connections();
  const staying: readonly ((url: string) => void)[] = [
    (url) => void open(`${url}/open`),
    (url) => void open('about:blank')?.location.replace(`${url}/open-blank`),
  ];
  /** Chromium's page is lost when it goes to these, and the shell brings another one home. Electron's never leaves, */
  const leaving: readonly ((url: string) => void)[] = [
    (url) => (location.href = `${url}/location`),
    (url) => location.replace(`${url}/replace`),
    () => (location.href = '/vault.html'),
    () => (location.href = '/approval.html'),
    (url) => {
      const link = document.createElement('a');
      link.href = `${url}/download`;
      link.download = 'file';
      link.ping = `${url}/ping`;
      document.body.append(link);
      link.click();
    },
  ];
  for (const way of staying) {
    await app.main.evaluate(way, server.url);
    await expectAlive();
  }
  /** except for this address, which Electron lets it go to without asking main. */
  const unasked = (): void => void (location.href = 'about:blank');
  for (const way of [...leaving, unasked]) {
    if (app.runsOn === 'harness' && way !== unasked) {
      await expectStaying(way);
      continue;
    }
    await app.main.evaluate(() => void Reflect.set(globalThis, 'isOld', true));
    // The page may be gone before the call has answered.
    await app.main.evaluate(way, server.url).catch(() => undefined);
    // A reload on the way home would cancel it.
    await eventually('the page is back', () =>
      app.main
        .evaluate(() => Reflect.has(globalThis, 'isOld') || location.pathname !== '/index.html')
        .then(
          (away) => (away ? undefined : true),
          () => undefined,
        ),
    );
    await expectAlive();
  }
  await app.main.evaluate((url) => {
    const form = document.createElement('form');
    form.action = `${url}/form`;
    form.method = 'post';
    document.body.append(form);
    form.submit();
  }, server.url);
  // The policy stops a form silently; the driver of this test would wait for its navigation for ever.
  await eventually('the page is loaded anew', () => app.main.reload().catch(() => undefined));
  await expectAlive();
  expect(app.main.url()).toBe('https://touchstone.invalid/index.html');
  expect(app.main.context().pages()).toHaveLength(1);
  expect(server.connections()).toBe(before);
});

it('gives each window its own table, frozen, and nothing of Node', async () => {
  await startPracticeWallet(app);
  // First of all: no chart's window opens while the vault window waits for the user.
  await callMain(app.main, 'chartWindow.open', { slot: 'main' });
  const chart = await app.chart('main');
  await app.main.getByRole('button', { name: 'Unlock for 15 min' }).click();
  const vault = await app.vault();
  await quoteTrade(app.main, '25', 'AMBER');
  const approval = await reviewTrade(app);
  for (const [page, table] of [
    [app.main, mainTable],
    [vault, vaultTable],
    [approval, approvalTable],
    [chart, chartTable],
  ] as const) {
    const seen = await page.evaluate((binding) => {
      const holder = globalThis as unknown as Record<string, unknown>;
      const api = holder['touchstone'] as Record<'call' | 'on', Record<string, unknown>>;
      const before = api.call;
      for (const tamper of [
        () => (holder['touchstone'] = {}),
        () => (api.call = {}),
        () => (api.call['swap.review'] = () => undefined),
        () => delete holder['touchstone'],
      ])
        try {
          tamper();
        } catch {
          // Refused aloud; what counts is what is left.
        }
      return {
        same: holder['touchstone'] === api && api.call === before,
        frozen: [api, api.call, api.on].every((part) => Object.isFrozen(part)),
        parts: Object.keys(api),
        calls: Object.keys(api.call),
        topics: Object.keys(api.on),
        binding: binding in holder,
        node: [
          'process',
          'require',
          'module',
          'Buffer',
          'global',
          '__dirname',
          'electron',
          'setImmediate',
        ].filter((name) => name in holder),
      };
    }, PAGE_BINDING);
    const named = (kind: string): string[] =>
      Object.entries(table).flatMap(([name, spec]) => (spec.kind === kind ? [name] : []));
    expect(seen).toEqual({
      same: true,
      frozen: true,
      parts: ['call', 'on'],
      calls: named('call'),
      topics: named('topic'),
      binding: false,
      node: [],
    });
  }
  await callMain(app.main, 'chartWindow.bringBack', { slot: 'main' });
  await eventually('its window is closed', () => Promise.resolve(chart.isClosed() || undefined));
  await lastClick(vault.getByRole('button', { name: 'Cancel' }));
  await app.vaultGone();
  await lastClick(approval.getByRole('button', { name: 'Cancel' }));
  await app.approvalGone();
});

const sendBelow = (page: Page, message: unknown, from: 'page' | 'frame'): Promise<unknown> =>
  sendBelowBridge(app, page, message, from);

/** Electron's page gets no answer for such a topic; contract tests check that another window's is never sent. */
const noTopic = (): unknown => (app.runsOn === 'harness' ? 'no answer' : { id: 0 });

const REFUSED = { ok: false, failure: { code: 'request-refused' } };

it('serves the top frame of its own page alone', async () => {
  const about = { op: 'call', name: 'app.about', input: {} };
  expect(await sendBelow(app.main, about, 'page')).toMatchObject({ ok: true });
  expect(await sendBelow(app.main, about, 'frame')).toMatchObject({
    answer: REFUSED,
    api: false,
    binding: false,
  });
  expect(await sendBelow(app.main, { op: 'open', name: 'wallet' }, 'frame')).toMatchObject({
    answer: app.runsOn === 'harness' ? noTopic() : REFUSED,
  });
});

it('keeps the tables of the windows apart, below the API too', async () => {
  const { main } = app;
  const call = (name: string): unknown => ({ op: 'call', name, input: {} });
  for (const name of ['vault.cancel', 'approval.cancel', 'swap.accept'])
    expect(await sendBelow(main, call(name), 'page')).toMatchObject(REFUSED);
  expect(await sendBelow(main, { op: 'open', name: 'task' }, 'page')).toEqual(noTopic());

  await main.getByRole('button', { name: 'Unlock for 15 min' }).click();
  const vault = await app.vault();
  await vault.getByRole('heading', { name: 'Unlock the wallet' }).waitFor();
  for (const name of ['wallet.openVault', 'app.about', 'approval.cancel'])
    expect(await sendBelow(vault, call(name), 'page')).toMatchObject(REFUSED);
  expect(await sendBelow(vault, { op: 'open', name: 'trades' }, 'page')).toEqual(noTopic());
  // A call of the right table, for which the window was not opened.
  const newPhrase = { op: 'call', name: 'vault.newPhrase', input: { words: 24 } };
  expect(await sendBelow(vault, newPhrase, 'page')).toMatchObject(REFUSED);
  await lastClick(vault.getByRole('button', { name: 'Cancel' }));
  await app.vaultGone();

  await quoteTrade(main, '25', 'AMBER');
  const approval = await reviewTrade(app);
  for (const name of ['swap.discard', 'wallet.lock', 'vault.cancel'])
    expect(await sendBelow(approval, call(name), 'page')).toMatchObject(REFUSED);
  expect(await sendBelow(approval, { op: 'open', name: 'balance' }, 'page')).toEqual(noTopic());
  await lastClick(approval.getByRole('button', { name: 'Cancel' }));
  await app.approvalGone();
});

it('keeps the sessions of the windows apart, although one browser shows them', async () => {
  const { main } = app;
  await main.evaluate(async () => {
    localStorage.setItem('note', 'main');
    document.cookie = 'note=main; max-age=600';
    await caches.open('note');
    const holder = globalThis as unknown as { heard: string[]; channel: BroadcastChannel };
    holder.heard = [];
    holder.channel = new BroadcastChannel('note');
    holder.channel.addEventListener('message', ({ data }) => holder.heard.push(String(data)));
  });
  await main.getByRole('button', { name: 'Unlock for 15 min' }).click();
  const vault = await app.vault();
  await vault.getByRole('heading', { name: 'Unlock the wallet' }).waitFor();
  await quoteTrade(main, '25', 'AMBER');
  const approval = await reviewTrade(app);
  for (const page of [vault, approval])
    expect(
      await page.evaluate(async () => {
        new BroadcastChannel('note').postMessage('from a side window');
        return {
          stored: localStorage.getItem('note'),
          cookie: document.cookie,
          caches: await caches.keys(),
          opener: opener as unknown,
        };
      }),
    ).toEqual({ stored: null, cookie: '', caches: [], opener: null });
  expect(await main.evaluate(() => (globalThis as unknown as { heard: string[] }).heard)).toEqual([]);
  const browsers = new Set([main, vault, approval].map((page) => page.context()));
  expect(browsers.size).toBe(1);
  await lastClick(vault.getByRole('button', { name: 'Cancel' }));
  await app.vaultGone();
  await lastClick(approval.getByRole('button', { name: 'Cancel' }));
  await app.approvalGone();
});

/** The page keeps each key that reaches it or a frame of it, as a hostile one would. */
function logKeys(page: Page): Promise<void> {
  return page.evaluate(() => {
    const keys: string[] = [];
    Reflect.set(globalThis, 'loggedKeys', keys);
    const log = (target: EventTarget): void => {
      for (const name of ['keydown', 'keypress', 'keyup', 'beforeinput', 'input'])
        target.addEventListener(name, (event) => keys.push(`${name} ${Reflect.get(event, 'key')}`), true);
    };
    log(globalThis);
    new MutationObserver(() => {
      for (const frame of document.querySelectorAll('iframe'))
        if (frame.contentWindow) log(frame.contentWindow);
    }).observe(document.body, { childList: true });
  });
}

function loggedKeys(page: Page): Promise<unknown> {
  return page.evaluate(() => Reflect.get(globalThis, 'loggedKeys') as unknown);
}

/** No keys and no input method type into the page itself, into a frame of it or into a field made by it. */
async function expectNothingTyped(main: Page): Promise<void> {
  await logKeys(main);
  await main.keyboard.type('staple');
  await main.keyboard.press('Enter');
  await main.evaluate(() => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    frame.contentWindow?.focus();
  });
  await main.keyboard.type('staple');
  expect(await textWithoutKeys(main)).toEqual(['', '', '', '']);
  expect(await loggedKeys(main)).toEqual([]);
}

it('leaves a window in which words are typed in front, whatever the trading window’s page calls', async () => {
  const { main } = app;
  await callMain(main, 'wallet.lock', {});
  await main.getByRole('button', { name: 'Unlock for 15 min' }).click();
  const vault = await app.vault();
  await vault.getByRole('heading', { name: 'Unlock the wallet' }).waitFor();
  // Keys of the browser's own, into the field that has the focus.
  await vault.keyboard.type('correct horse');
  const waits = { ok: false, failure: { code: 'window-waits' } };
  for (const answer of [
    await callMain(main, 'profile.switch', { profile: 'practice' }),
    await callMain(main, 'replay.begin', { day: 0 }),
    await callMain(main, 'wallet.lock', {}),
    await callMain(main, 'wallet.openVault', { task: 'unlock' }),
    await callMain(main, 'watchLists.export', {}),
    await callMain(main, 'watchLists.import', {}),
    await callMain(main, 'chartWindow.open', { slot: 'main' }),
  ])
    expect(answer).toMatchObject(waits);
  // The click before is still a reason, for the browser, to do what a page wants.
  const covers = await main.evaluate(async (shell) => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const names = [
      'showSaveFilePicker',
      'showOpenFilePicker',
      'showDirectoryPicker',
      'documentPictureInPicture',
      'EyeDropper',
      ...(shell === 'chromium' ? ['EditContext', 'moveTo', 'resizeTo'] : []),
    ];
    const offered = [globalThis, frame.contentWindow ?? {}].flatMap((each) =>
      names.filter((name) => name in each),
    );
    frame.remove();
    const filled = await document.documentElement.requestFullscreen().then(
      () => true,
      () => false,
    );
    // By a selection, as our own pages copy.
    const field = document.createElement('textarea');
    field.value = 'an address of somebody else';
    document.body.append(field);
    field.select();
    let heard = false;
    field.addEventListener('copy', () => (heard = true));
    document.execCommand('copy');
    field.remove();
    const wrote = await navigator.clipboard.writeText('an address of somebody else').then(
      () => true,
      () => false,
    );
    return { offered, filled, heard, wrote };
  }, app.runsOn);
  expect(covers).toEqual({ offered: [], filled: false, heard: app.runsOn === 'harness', wrote: false });
  if (app.runsOn === 'chromium') await expectNothingTyped(main);
  else expect(await textWithoutKeys(main)).toEqual(['', '', '', '']);
  expect(await callMain(main, 'wallet.lock', {})).toMatchObject(waits);
  await vault.keyboard.type(' battery');
  expect(await vault.getByLabel('Spending password').inputValue()).toBe('correct horse battery');

  // The user turns to the trading window: now it may switch, and the window still stays, with nothing in it.
  await main.getByRole('button', { name: /^Wallet/ }).hover();
  await main.mouse.down();
  await main.mouse.up();
  expect(await callMain(main, 'profile.switch', { profile: 'practice' })).toMatchObject({ ok: true });
  await vault.getByText(/The profile that this was for was closed or changed/).waitFor();
  expect(await vault.getByRole('textbox').count()).toBe(0);
  await vault.getByRole('button', { name: 'Close' }).focus();
  await lastKey(vault, 'Enter');
  await app.vaultGone();
  await app.topicWhen('profile', ({ service }) => service === 'ready');
  // The harness can keep no key from a page.
  if (app.runsOn === 'harness') return;
  // Who goes on typing types into the window that has the focus now.
  await expectNothingTyped(main);
  await main.keyboard.press('Escape');
  expect(await loggedKeys(main)).toEqual(['keydown Escape', 'keyup Escape']);
});

it('loads a page again whose script opens another document in its place, with none of what listens there', async () => {
  if (app.runsOn === 'harness') return;
  await app.main.evaluate(() => {
    Reflect.set(globalThis, 'isOld', true);
    document.open();
  });
  await eventually('the page is loaded again', () =>
    app.main.evaluate(() => (Reflect.has(globalThis, 'isOld') ? undefined : true)).catch(() => undefined),
  );
  await expectAlive();
});

/** The files that scripts of the pages manage to put into the user's downloads folder. */
async function downloadedBy(...pages: readonly Page[]): Promise<readonly string[]> {
  for (const page of pages)
    await tryDownload(page, () => {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob(['a password']));
      link.download = 'leak.txt';
      document.body.append(link);
      link.click();
      link.remove();
    });
  const folder = join(homedir(), 'Downloads');
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('leak')) : [];
}

it('has an approval window that reaches nothing outside either', async () => {
  await quoteTrade(app.main, '25', 'AMBER');
  expect(await downloadedBy(app.main)).toEqual([]);
  const approval = await reviewTrade(app);
  expect(await downloadedBy(approval)).toEqual([]);
  const before = server.connections();
  const outcomes = await tryWaysOut(approval);
  expect(Object.entries(outcomes).filter(([, outcome]) => outcome !== 'blocked')).toEqual([]);
  expect(server.connections()).toBe(before);
  expect(packets).toBe(0);
  await lastClick(approval.getByRole('button', { name: 'Cancel' }));
  await app.approvalGone();
});

it.each([
  ['no JSON', 'x'],
  ['no text', ''],
  ['no object', '"x"'],
  ['a list', ['call', 'app.about', {}]],
  ['nothing', null],
  [
    'more than any call may carry',
    { op: 'call', name: 'app.about', input: { more: 'x'.repeat(13_000_000) } },
  ],
  ['an unknown operation', { op: 'eval', name: 'app.about' }],
  ['a name of every object', { op: 'call', name: '__proto__', input: {} }],
  ['a topic called', { op: 'call', name: 'wallet', input: {} }],
  ['a surplus field', { op: 'call', name: 'app.about', input: { more: 1 } }],
  [
    'too much',
    { op: 'call', name: 'tokens.search', input: { query: 'x'.repeat(100_000), verifiedOnly: true } },
  ],
])('refuses a message with %s', async (_what, message) => {
  expect(await sendBelow(app.main, message, 'page')).toMatchObject(REFUSED);
});

it('lives on through a flood of calls and of topics that nobody reads', async () => {
  const outcome = await app.main.evaluate(async () => {
    const { touchstone } = globalThis as unknown as {
      touchstone: {
        call: Record<string, (input: unknown) => Promise<{ ok: boolean }>>;
        on: Record<string, (listener: () => void) => () => void>;
      };
    };
    const search = touchstone.call['tokens.search'];
    if (search === undefined) throw new Error('there is no such call');
    const flood = Array.from({ length: 3_000 }, () => search({ query: 'a', verifiedOnly: false }));
    for (let count = 0; count < 500; count += 1) touchstone.on['trades']?.(() => undefined);
    const answers = await Promise.all(flood);
    return { answered: answers.length, refused: answers.filter((answer) => !answer.ok).length };
  });
  expect(outcome.answered).toBe(3_000);
  expect(outcome.refused).toBeGreaterThan(0);
  await app.main.reload();
  await expectAlive();
  await app.main.getByRole('button', { name: /^Wallet/ }).waitFor();
});
