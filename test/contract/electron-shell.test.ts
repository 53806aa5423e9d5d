import { EventEmitter } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App, Session } from 'electron';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Gate } from '../../src-main/gate/gate.ts';
import type { Handlers } from '../../src-main/gate/handlers.ts';
import { Topic } from '../../src-main/gate/topic.ts';
import {
  answerAppRequest,
  APP_SCHEME,
  type ElectronModule,
  isTrustedSender,
} from '../../src-main/shell/electron/electron-window.ts';
import {
  lockAllContents,
  lockSession,
  REFUSED_SWITCHES,
  refusedSwitch,
} from '../../src-main/shell/electron/hardening.ts';
import { ElectronShell } from '../../src-main/shell/electron/electron-shell.ts';
import type { Gates, MainName, SideName, WindowGate } from '../../src-main/shell/windows.ts';
import { channels } from '../../src-preload/channels.ts';
import type { Table } from '#contract/index.ts';
import { grantedBy, PERMISSION_HANDLERS } from '../support/electron-permissions.ts';
import {
  FakeContents,
  FakeNotice,
  FakeScreen,
  FakeSession,
  FakeWindow,
  sessionsIn,
} from '../support/fake-electron.ts';

const quietLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

function recordingGate(): { gate: WindowGate; calls: unknown[][]; topic: Topic<number> } {
  const calls: unknown[][] = [];
  const topic = new Topic(1, 1);
  return {
    calls,
    topic,
    gate: {
      call: (name, input) => {
        calls.push([name, input]);
        return Promise.resolve({ ok: true, value: {} });
      },
      subscribe: (name, listener) => (name === 'profile' ? topic.follow(listener) : undefined),
    },
  };
}

describe('permissions of a session', () => {
  it.each(PERMISSION_HANDLERS)(
    'are all denied but writing the clipboard, for every name in electron’s types (%s)',
    (method) => {
      const session = new FakeSession();
      lockSession(session as unknown as Session, { copies: () => true });
      expect(grantedBy(session, method)).toEqual(['clipboard-sanitized-write']);
    },
  );

  it('has no device, no capture, no pairing, no download and no spell checker', () => {
    const session = new FakeSession();
    lockSession(session as unknown as Session, { copies: () => true });
    expect(session.device?.({} as never)).toBe(false);
    let streams: unknown = 'untouched';
    session.display?.({} as never, (answer) => (streams = answer));
    expect(streams).toBeNull();
    let paired: unknown;
    session.bluetooth?.({} as never, (answer) => (paired = answer));
    expect(paired).toEqual({ confirmed: false });
    expect(session.spellChecker).toBe(false);
    let prevented = false;
    session.events.emit('will-download', { preventDefault: () => (prevented = true) });
    expect(prevented).toBe(true);
  });
});

describe('the app protocol', () => {
  const files = new Map([
    ['/index.html', { body: Buffer.from('<p>'), contentType: 'text/html; charset=utf-8' }],
  ]);

  it('has no privilege beyond standard, secure and fetch', () => {
    expect(APP_SCHEME.privileges).toEqual({ standard: true, secure: true, supportFetchAPI: true });
  });

  it('serves an entry of the table under the strict policy', async () => {
    const answer = answerAppRequest(new Request('app://touchstone/index.html'), files);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('<p>');
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    // Neither downloads nor dialogs nor windows of the page's own.
    expect(policy).toMatch(/(^|; )sandbox allow-forms allow-same-origin allow-scripts(;|$)/);
    expect(policy).not.toMatch(/unsafe|\*|data:|https?:/);
    // Nothing that covers another window, or reaches a device.
    const features = answer.headers.get('permissions-policy') ?? '';
    for (const feature of [
      'fullscreen',
      'clipboard-read',
      'display-capture',
      'digital-credentials-get',
      'local-network-access',
      'publickey-credentials-get',
      'payment',
    ])
      expect(features).toMatch(new RegExp(`(^|, )${feature}=\\(\\)(,|$)`));
    expect(features.match(/\((?!\)).*?\)/g)).toEqual(['(self)']);
  });

  it.each([
    'app://touchstone/../index.html/../../etc/passwd',
    'app://touchstone/%2e%2e/%2e%2e/etc/passwd',
    'app://touchstone/..%5c..%5cindex.html',
    'app://touchstone/index.html%00.js',
    'app://touchstone//index.html',
    'app://other/index.html',
    'app://touchstone.evil/index.html',
    'app://touchstone/',
    'https://touchstone/index.html',
  ])('answers 404 to %s', (url) => {
    expect(answerAppRequest({ url, method: 'GET' }, files).status).toBe(404);
  });

  it('answers 404 to anything but GET', () => {
    expect(answerAppRequest({ url: 'app://touchstone/index.html', method: 'POST' }, files).status).toBe(404);
  });
});

describe('web contents', () => {
  it('can go nowhere, open nothing, attach no web view and reach no peer', () => {
    const app = new EventEmitter();
    lockAllContents(app as unknown as App);
    const contents = new FakeContents();
    app.emit('web-contents-created', {}, contents);
    for (const name of [
      'will-navigate',
      'will-frame-navigate',
      'will-redirect',
      'will-attach-webview',
      // Neither move its window nor keep it from closing.
      'content-bounds-updated',
      'will-prevent-unload',
    ]) {
      let prevented = false;
      contents.emit(name, { preventDefault: () => (prevented = true) });
      expect(prevented, name).toBe(true);
    }
    expect(contents.windowOpen?.({} as never)).toEqual({ action: 'deny' });
    expect(contents.peerConnections).toBe('disable_non_proxied_udp');
  });
});

describe('the command line', () => {
  it.each(REFUSED_SWITCHES)('with --%s is refused', (name) => {
    expect(refusedSwitch({ hasSwitch: (asked) => asked === name })).toBe(name);
  });
  it('without them is accepted', () => {
    expect(refusedSwitch({ hasSwitch: () => false })).toBeUndefined();
  });
});

describe('the sender of a message', () => {
  const contents = new FakeContents();
  const event = (senderFrame: unknown, sender: unknown = contents): never =>
    ({ senderFrame, sender }) as never;
  const trusted = (e: never): boolean => isTrustedSender(e, contents.asElectron(), '/index.html');

  it('is trusted as the live top frame of the right window', () => {
    expect(trusted(event(contents.mainFrame))).toBe(true);
  });
  it.each([
    ['a frame that is gone', event(null)],
    [
      'another frame with our origin',
      event({ origin: 'app://touchstone', url: 'app://touchstone/index.html' }),
    ],
    ['another window', event(contents.mainFrame, new FakeContents())],
  ])('is refused: %s', (_what, e) => {
    expect(trusted(e)).toBe(false);
  });
  it('is refused when its top frame is elsewhere or on the other page', () => {
    const other = new FakeContents();
    other.mainFrame = { origin: 'https://evil.example', url: 'https://evil.example/index.html' };
    expect(isTrustedSender(event(other.mainFrame, other), other.asElectron(), '/index.html')).toBe(false);
    const vault = new FakeContents();
    vault.mainFrame = { origin: 'app://touchstone', url: 'app://touchstone/vault.html' };
    expect(isTrustedSender(event(vault.mainFrame, vault), vault.asElectron(), '/index.html')).toBe(false);
  });
});

describe('the shell', () => {
  let folder: string;
  const sessions = new Map<string, FakeSession>();
  /** Messages shown in boxes. */
  let told: string[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'shell-'));
    mkdirSync(join(folder, 'renderer'));
    writeFileSync(join(folder, 'renderer', 'index.html'), '<p>main');
    writeFileSync(join(folder, 'renderer', 'vault.html'), '<p>vault');
    writeFileSync(join(folder, 'renderer', 'approval.html'), '<p>approval');
    writeFileSync(join(folder, 'renderer', 'offline.html'), '<p>offline');
    FakeWindow.made = [];
    FakeWindow.onLoad = (window) => void window.emit('ready-to-show');
    told = [];
    sessions.clear();
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  function start(desk?: MainName): {
    shell: ElectronShell;
    kept: Map<string, unknown>;
    closed: string[];
    acted: string[];
    main: ReturnType<typeof recordingGate>;
    gates: Record<'main' | SideName, ReturnType<typeof recordingGate>>;
    ready: Promise<void>;
  } {
    const kept = new Map<string, unknown>();
    const closed: string[] = [];
    const acted: string[] = [];
    const electron = {
      BrowserWindow: FakeWindow,
      Notification: FakeNotice,
      screen: new FakeScreen(),
      dialog: {
        showMessageBox: (_: unknown, { message }: { message: string }) => {
          told.push(message);
          return Promise.resolve({ response: 0 });
        },
        showSaveDialog: (parent: unknown) => {
          told.push(`saves over the trading window: ${parent === FakeWindow.made[0]}`);
          return Promise.resolve({ canceled: false, filePath: join(folder, 'chosen.json') });
        },
        showOpenDialog: (parent: unknown, options: { title: string; properties: readonly string[] }) => {
          told.push(`${parent === FakeWindow.made[0]} ${options.title}: ${options.properties.join(', ')}`);
          return Promise.resolve(
            told.length > 1
              ? { canceled: true, filePaths: [] }
              : { canceled: false, filePaths: ['/a/b.deb'] },
          );
        },
      },
      session: sessionsIn(sessions),
    } as unknown as ElectronModule;
    const shell = new ElectronShell(electron, {
      builtFolder: folder,
      ...(desk === undefined ? {} : { main: desk }),
      settings: { get: (key) => kept.get(key), set: (key, value) => void kept.set(key, value) },
      onUserActed: () => closed.push('user'),
      onMainClosed: () => closed.push('main'),
      onVaultClosed: () => closed.push('vault'),
      onApprovalClosed: () => closed.push('approval'),
      onChartClosed: (slot) => closed.push(slot),
      onActed: (where, pressed) => acted.push(pressed ? where : `${where} continues`),
      onBroken: () => closed.push('broken'),
    });
    const gates = { main: recordingGate(), vault: recordingGate(), approval: recordingGate() };
    const { main, vault, approval } = gates;
    const doors = { main: main.gate, vault: vault.gate, approval: approval.gate };
    return { shell, kept, closed, acted, main, gates, ready: shell.start(doors as unknown as Gates) };
  }

  it('opens one sandboxed, isolated window on app:// with every preference of the checklist', async () => {
    const { ready } = start();
    await ready;
    const [window] = FakeWindow.made;
    expect(FakeWindow.made).toHaveLength(1);
    expect(window?.loaded).toBe('app://touchstone/index.html');
    expect(window?.options.webPreferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: false,
      disableDialogs: true,
    });
    expect(window?.options.webPreferences).not.toHaveProperty('enableBlinkFeatures');
  });

  it('opens the desk of a computer without a network in place of the trading desk', async () => {
    const { ready } = start('offline');
    await ready;
    const [window] = FakeWindow.made;
    expect(FakeWindow.made).toHaveLength(1);
    expect(window?.loaded).toBe('app://touchstone/offline.html');
    expect(window?.options.webPreferences?.preload).toBe(join(folder, 'preload', 'offline.cjs'));
    expect(window?.options.webPreferences).toMatchObject({ sandbox: true, contextIsolation: true });
  });

  it('asks for one file in the system’s dialog, over the trading window', async () => {
    const { shell, ready } = start();
    await ready;
    expect(await shell.chooseFile('release')).toBe('/a/b.deb');
    expect(await shell.chooseFile('release')).toBeUndefined();
    expect(told[0]).toBe('true Choose the downloaded file: openFile, dontAddToRecent');
  });

  it('asks where to save over no window that asks for a secret, and tells no page the name that was typed', async () => {
    const { shell, ready } = start();
    await ready;
    for (const open of [() => undefined, () => shell.openVault(), () => shell.openApproval()]) {
      await open();
      expect(await shell.saveFile('a.json', '{}')).toEqual({ saved: true });
    }
    expect(new Set(told)).toEqual(new Set(['saves over the trading window: true']));
  });

  it('lets the trading window write to the clipboard just after the user acted there, and not beside a secret', async () => {
    const { shell, ready } = start();
    await ready;
    const granted = PERMISSION_HANDLERS.map(
      (handler) => () => grantedBy(sessions.get('main') as FakeSession, handler),
    );
    const answers = () => granted.map((ask) => ask());
    expect(answers()).toEqual([[], []]);
    const contents = FakeWindow.made[0]?.webContents;
    contents?.emit('before-mouse-event', {}, { type: 'mouseMove' });
    expect(answers()).toEqual([[], []]);
    contents?.emit('before-mouse-event', {}, { type: 'mouseDown' });
    expect(answers()).toEqual([['clipboard-sanitized-write'], ['clipboard-sanitized-write']]);
    await shell.openVault();
    expect(answers()).toEqual([[], []]);
    shell.closeVault();
    vi.useFakeTimers({ now: 0, toFake: ['performance'] });
    try {
      contents?.emit('before-mouse-event', {}, { type: 'mouseDown' });
      vi.advanceTimersByTime(4_999);
      expect(answers()).toEqual([['clipboard-sanitized-write'], ['clipboard-sanitized-write']]);
      vi.advanceTimersByTime(1);
      expect(answers()).toEqual([[], []]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('drops the keys that follow a window that asked for a secret, and no page can hurry that', async () => {
    vi.useFakeTimers({ now: 0, toFake: ['performance'] });
    try {
      const { shell, ready, acted } = start();
      await ready;
      const contents = FakeWindow.made[0]?.webContents;
      const dropped = (type = 'keyDown'): boolean => {
        let prevented = false;
        const event = {
          preventDefault: () => (prevented = true),
          get defaultPrevented() {
            return prevented;
          },
        };
        contents?.emit('before-input-event', event, { type });
        return prevented;
      };
      expect(dropped()).toBe(false);
      expect(acted).toEqual(['desk']);
      for (const [open, close] of [
        [() => shell.openVault(), () => shell.closeVault()],
        [() => shell.openApproval(), () => shell.closeApproval()],
      ] as const) {
        acted.length = 0;
        await open();
        close();
        expect([dropped(), dropped('keyUp')]).toEqual([true, true]);
        // Whoever types on is typing the same.
        for (let at = 0; at < 10; at += 1) {
          vi.advanceTimersByTime(499);
          expect(dropped()).toBe(true);
        }
        expect(acted).toEqual([]);
        vi.advanceTimersByTime(500);
        expect(dropped()).toBe(false);
        expect(acted).toEqual(['desk']);
      }
      await shell.openVault();
      shell.closeVault();
      contents?.emit('before-mouse-event', {}, { type: 'mouseMove' });
      expect(dropped()).toBe(true);
      // The user is there.
      contents?.emit('before-mouse-event', {}, { type: 'mouseDown' });
      expect(dropped()).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });

  it('keeps keys and other text for a window that asks for a secret from the trading window, from the moment it is asked for', async () => {
    vi.useFakeTimers({ now: 0, toFake: ['performance'] });
    try {
      const { shell, ready, acted } = start();
      await ready;
      const contents = FakeWindow.made[0]?.webContents;
      const dropped = (input: object): boolean => {
        let prevented = false;
        const event = { preventDefault: () => (prevented = true) };
        contents?.emit('before-input-event', event, { type: 'keyDown', ...input });
        return prevented;
      };
      const letter = { key: 'a' };
      const told = () =>
        contents?.sent.splice(0).flatMap(([channel, ...rest]) => (channel === channels.keepText ? rest : []));
      expect([dropped(letter), told()]).toEqual([false, []]);
      acted.length = 0;
      const opening = shell.openVault();
      expect([dropped(letter), told()]).toEqual([true, [true]]);
      await opening;
      const side = FakeWindow.made[1]?.webContents;
      expect([
        dropped(letter),
        dropped({ key: 'Tab' }),
        dropped({ key: 'v', control: true }),
        dropped({ key: 'Enter' }),
        dropped({ type: 'keyUp', key: 'a' }),
        // As some keyboards write a bracket.
        dropped({ key: '[', control: true, alt: true }),
      ]).toEqual(Array.from({ length: 6 }, () => true));
      expect([
        dropped({ key: 'Shift' }),
        dropped({ key: 'k', control: true }),
        dropped({ key: 'Escape' }),
      ]).toEqual([false, false, false]);
      // The user turns to the trading window, and back.
      contents?.emit('before-mouse-event', {}, { type: 'mouseDown' });
      expect([told(), dropped(letter)]).toEqual([[false], false]);
      side?.emit('before-input-event', { defaultPrevented: false }, { type: 'keyDown', key: 'a' });
      expect([told(), dropped(letter)]).toEqual([[true], true]);
      // Goes on by the tabulator, after nothing was typed for a while.
      vi.advanceTimersByTime(1_000);
      expect([dropped({ key: 'Tab' }), told(), dropped(letter)]).toEqual([false, [false], false]);
      // A new document is told.
      side?.emit('before-input-event', { defaultPrevented: false }, { type: 'keyDown', key: 'a' });
      expect(told()).toEqual([true]);
      contents?.emit('did-navigate', {}, 'app://touchstone/index.html');
      expect(told()).toEqual([true]);
      // While the other one is still there, nothing becomes quiet.
      await shell.openApproval();
      shell.closeVault();
      vi.advanceTimersByTime(5_000);
      expect([dropped(letter), told()]).toEqual([true, []]);
      shell.closeApproval();
      vi.advanceTimersByTime(999);
      expect([dropped(letter), told()]).toEqual([true, []]);
      vi.advanceTimersByTime(500);
      expect([dropped(letter), told()]).toEqual([false, [false]]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('tells a press from what only continues, by which nobody turns to a window', async () => {
    const { ready, acted } = start();
    await ready;
    const contents = FakeWindow.made[0]?.webContents;
    for (const type of ['mouseDown', 'mouseUp', 'mouseWheel', 'mouseMove'])
      contents?.emit('before-mouse-event', {}, { type, modifiers: ['leftbuttondown'] });
    for (const isAutoRepeat of [false, true])
      contents?.emit(
        'before-input-event',
        { defaultPrevented: false, preventDefault: () => undefined },
        { type: 'keyDown', isAutoRepeat },
      );
    const continues = 'desk continues';
    expect(acted).toEqual(['desk', continues, continues, continues, 'desk', continues]);
  });

  it('shows desktop notifications and reports their clicks', () => {
    const { shell } = start();
    let clicks = 0;
    shell.notify({ title: 'Order filled', text: 'Sold 20 ADA.' }, () => (clicks += 1));
    const [notice] = FakeNotice.shown;
    expect(notice?.options).toEqual({ title: 'Order filled', body: 'Sold 20 ADA.' });
    notice?.emit('click');
    notice?.emit('close');
    expect(clicks).toBe(1);
  });

  it('cancels every request that is not its own', async () => {
    const { ready } = start();
    await ready;
    const cancelled = (url: string): boolean | undefined => {
      let answer: boolean | undefined;
      sessions.get('main')?.beforeRequest?.({ url }, (response) => (answer = response.cancel));
      return answer;
    };
    expect(cancelled('app://touchstone/index.html')).toBe(false);
    for (const url of [
      'https://example.com/',
      'app://touchstone.evil/x',
      'file:///etc/passwd',
      'data:text/html,x',
      'blob:app://touchstone/1',
    ]) {
      expect(cancelled(url), url).toBe(true);
    }
  });

  it.each(['vault', 'approval'] as const)(
    'gives the %s a window, a session and a door of its own',
    async (name) => {
      const { shell, ready, gates, closed } = start();
      await ready;
      const open = () => (name === 'vault' ? shell.openVault() : shell.openApproval());
      await open();
      await open();
      expect(FakeWindow.made).toHaveLength(2);
      const [mainWindow, sideWindow] = FakeWindow.made;
      const preferences = sideWindow?.options.webPreferences;
      expect(preferences?.session).toBe(sessions.get(name));
      expect(preferences?.session).not.toBe(mainWindow?.options.webPreferences?.session);
      expect(preferences?.preload).toBe(join(folder, 'preload', `${name}.cjs`));
      const { session: _session, preload: _preload, ...others } = preferences ?? {};
      const { session: _main, preload: _index, ...expected } = mainWindow?.options.webPreferences ?? {};
      expect(others).toEqual(expected);
      expect(sideWindow?.options).toMatchObject({ parent: mainWindow, modal: false });
      expect(sideWindow?.contentProtection).toBe(true);
      expect(sideWindow?.loaded).toBe(`app://touchstone/${name}.html`);
      const contents = sideWindow?.webContents;
      await contents?.handled.get(channels.call)?.(
        { senderFrame: contents.mainFrame, sender: contents },
        `${name}.cancel`,
        {},
      );
      expect(gates[name].calls).toEqual([[`${name}.cancel`, {}]]);
      for (const other of (['main', 'vault', 'approval'] as const).filter((each) => each !== name))
        expect(gates[other].calls).toEqual([]);
      if (name === 'vault') shell.closeVault();
      else shell.closeApproval();
      expect(closed).toEqual([name]);
      await open();
      expect(FakeWindow.made).toHaveLength(3);
    },
  );

  it('shows vault and approval side by side, each closed for itself', async () => {
    const { shell, ready, closed } = start();
    await ready;
    await shell.openVault();
    await shell.openApproval();
    expect(FakeWindow.made).toHaveLength(3);
    expect(new Set([...sessions.values()]).size).toBe(3);
    shell.closeApproval();
    expect(closed).toEqual(['approval']);
    expect(FakeWindow.made.map(({ destroyed }) => destroyed)).toEqual([false, false, true]);
  });

  it('makes the approval window ahead, hidden, and shows it once, beside the ticket and on the screen', async () => {
    const { shell, ready, closed } = start();
    await ready;
    shell.prepareApproval();
    shell.prepareApproval();
    expect(FakeWindow.made).toHaveLength(2);
    const [, ahead] = FakeWindow.made;
    await expect.poll(() => ahead?.loaded).toBe('app://touchstone/approval.html');
    ahead?.webContents.emit('did-finish-load');
    expect(ahead?.shown).toBe(false);
    await shell.openApproval(0.75);
    expect(FakeWindow.made).toHaveLength(2);
    expect(ahead).toMatchObject({ shown: true, bounds: { x: 240, y: 0, width: 720, height: 860 } });
    shell.closeApproval();
    // A new page for the next one: nothing of this one is left.
    expect([ahead?.destroyed, closed]).toEqual([true, ['approval']]);
    shell.prepareApproval();
    expect(FakeWindow.made).toHaveLength(3);
    FakeWindow.made[2]?.webContents.emit('render-process-gone', {}, { reason: 'crashed' });
    expect(closed).toEqual(['approval']);
    await shell.openApproval();
    expect(FakeWindow.made).toHaveLength(4);
  });

  it('loads the trading window again in another language, and drops what was made ahead in the old one', async () => {
    const { shell, ready } = start();
    shell.speak('en');
    await ready;
    shell.prepareApproval();
    const [main, ahead] = FakeWindow.made;
    if (main) main.loaded = '';
    shell.speak('en');
    expect([main?.loaded, ahead?.destroyed]).toEqual(['', false]);
    shell.speak('de');
    expect([main?.loaded, ahead?.destroyed]).toEqual(['app://touchstone/index.html', true]);
  });

  it('carries no message from one window’s frame to another window’s door', async () => {
    const { shell, ready, gates } = start();
    await ready;
    await shell.openApproval();
    const [mainWindow, approvalWindow] = FakeWindow.made;
    const [main, approval] = [mainWindow?.webContents, approvalWindow?.webContents];
    const forged = await approval?.handled.get(channels.call)?.(
      { senderFrame: main?.mainFrame, sender: main },
      'approval.approve',
      {},
    );
    expect(forged).toMatchObject({ ok: false, failure: { code: 'request-refused' } });
    if (approval) approval.mainFrame = { origin: 'app://touchstone', url: 'app://touchstone/index.html' };
    const navigated = await approval?.handled.get(channels.call)?.(
      { senderFrame: approval.mainFrame, sender: approval },
      'approval.approve',
      {},
    );
    expect(navigated).toMatchObject({ ok: false, failure: { code: 'request-refused' } });
    for (const gate of Object.values(gates)) expect(gate.calls).toEqual([]);
  });

  it('refuses a call from elsewhere as data, without reaching the gate', async () => {
    const { ready, main } = start();
    await ready;
    const contents = FakeWindow.made[0]?.webContents;
    const answer = await contents?.handled.get(channels.call)?.(
      { senderFrame: null, sender: contents },
      'wallet.lock',
      {},
    );
    expect(answer).toMatchObject({ ok: false, failure: { code: 'request-refused' } });
    expect(main.calls).toEqual([]);
  });

  it('sends a topic’s values to the window that follows it, until it navigates', async () => {
    const { ready, main } = start();
    await ready;
    const contents = FakeWindow.made[0]?.webContents as FakeContents;
    const event = { senderFrame: contents.mainFrame, sender: contents };
    contents.ipcEvents.emit(channels.open, event, 1, 'profile');
    contents.ipcEvents.emit(channels.open, event, 2, 'no-such-topic');
    contents.ipcEvents.emit(channels.open, { ...event, senderFrame: null }, 3, 'profile');
    expect(contents.sent).toEqual([[channels.topic, 1, { sequence: 1, value: 1 }]]);
    main.topic.set(2);
    await expect.poll(() => contents.sent.length, { timeout: 50_000 }).toBe(2);
    // A prevented navigation starts, and leaves the page in place.
    contents.emit('did-start-navigation', { isMainFrame: true });
    main.topic.set(3);
    await expect.poll(() => contents.sent.length, { timeout: 50_000 }).toBe(3);
    contents.emit('did-navigate', {}, 'app://touchstone/index.html');
    main.topic.set(4);
    const after = new Promise<void>((resolve) => {
      let messages = 0;
      main.topic.follow(() => {
        messages += 1;
        if (messages === 2) resolve();
      });
    });
    await after;
    expect(contents.sent).toHaveLength(3);
  });

  it('brings the page home from where Electron lets it go unasked; a side window that strays is closed', async () => {
    const { shell, ready } = start();
    await ready;
    await shell.openVault();
    const [main, vault] = FakeWindow.made;
    expect(main?.loads).toBe(1);
    main?.webContents.emit('did-navigate', {}, 'app://touchstone/index.html');
    vault?.webContents.emit('did-navigate', {}, 'app://touchstone/vault.html');
    expect([main?.loads, vault?.destroyed]).toEqual([1, false]);
    main?.webContents.emit('did-navigate', {}, 'about:blank');
    vault?.webContents.emit('did-navigate', {}, 'about:blank');
    expect([main?.loads, vault?.destroyed]).toEqual([2, true]);
  });

  it('shows a window once, by whatever comes first: a frame, a loaded page, or the time', async () => {
    vi.useFakeTimers();
    try {
      FakeWindow.onLoad = () => undefined;
      const { ready } = start();
      await ready;
      const [window] = FakeWindow.made;
      expect(window?.shown).toBe(false);
      window?.webContents.emit('did-finish-load');
      expect(window?.shown).toBe(true);
      const again = start();
      await again.ready;
      vi.advanceTimersByTime(5_000);
      expect(FakeWindow.made[1]?.shown).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });

  it('loads a crashed page again and says so, but over no side window, which stays, and gives up on the third', async () => {
    const { shell, ready, closed } = start();
    await ready;
    await shell.openApproval();
    const [main] = FakeWindow.made;
    const crash = (reason: string) => main?.webContents.emit('render-process-gone', {}, { reason });
    crash('clean-exit');
    expect(main?.loads).toBe(1);
    crash('crashed');
    // A page can have itself crash: what is typed beside it must not reach it, nor a message box.
    await expect.poll(() => main?.loads).toBe(2);
    expect([told, closed]).toEqual([[], []]);
    shell.closeApproval();
    crash('oom');
    await expect.poll(() => told.length).toBe(1);
    crash('crashed');
    expect(closed).toEqual(['approval', 'broken']);
    expect(main?.loads).toBe(3);
  });

  it('keeps no side window whose page crashed or did not load', async () => {
    const { shell, ready, closed } = start();
    await ready;
    await shell.openVault();
    FakeWindow.made[1]?.webContents.emit('render-process-gone', {}, { reason: 'crashed' });
    expect(closed).toEqual(['vault']);
    FakeWindow.onLoad = () => Promise.reject(new Error('ERR_FAILED'));
    await expect(shell.openVault()).rejects.toThrow('ERR_FAILED');
    expect(FakeWindow.made[2]?.destroyed).toBe(true);
    FakeWindow.onLoad = () => undefined;
    await shell.openVault();
    expect(FakeWindow.made).toHaveLength(4);
  });

  it('keeps the window’s place', async () => {
    const { kept, ready } = start();
    await ready;
    FakeWindow.made[0]?.emit('close');
    expect(kept.get('window.main')).toEqual({ left: 11, top: 22, width: 1400, height: 900 });
  });
});

describe('the gate behind it', () => {
  it('answers a surplus key, an unknown name and an inherited name with a refusal', async () => {
    const { mainTable } = await import('#contract/index.ts');
    const gate = new Gate(
      mainTable,
      { calls: {}, topics: {} } as unknown as Handlers<typeof mainTable>,
      quietLog,
      () => 'i1',
    );
    for (const [name, input] of [
      ['wallet.lock', { surplus: 1 }],
      ['no.such', {}],
      ['constructor', {}],
      ['profile', {}],
      ['tokens.get', JSON.parse('{"id":"ADA","__proto__":{"x":1}}')],
      ['tokens.search', { query: 'x'.repeat(100_000), verifiedOnly: false }],
    ] as const) {
      expect(await gate.call(name, input), name).toMatchObject({
        ok: false,
        failure: { code: 'request-refused' },
      });
    }
  });

  it('answers no call and follows no topic of another window’s table', async () => {
    const tables = await import('#contract/index.ts');
    const { mainTable, vaultTable, approvalTable } = tables;
    const all: Record<string, Table> = { mainTable, vaultTable, approvalTable };
    for (const [name, table] of Object.entries(all)) {
      const empty = { calls: {}, topics: {} } as unknown as Handlers<Table>;
      const gate = new Gate(table, empty, quietLog, () => 'i1');
      const others = Object.entries(all).filter(([other]) => other !== name);
      const foreign = others.flatMap(([, other]) => Object.keys(other)).filter((call) => !(call in table));
      expect(foreign.length).toBeGreaterThan(5);
      for (const call of [...foreign, 'swap.accept', 'vault.sign']) {
        expect(await gate.call(call, {}), `${call} at ${name}`).toMatchObject({
          ok: false,
          failure: { code: 'request-refused' },
        });
        expect(gate.subscribe(call, () => undefined)).toBeUndefined();
      }
    }
  });

  it('turns a bug into an incident, with nothing of its message', async () => {
    const { mainTable } = await import('#contract/index.ts');
    const lines: string[] = [];
    const log = {
      ...quietLog,
      error: (event: string, fields?: object) => lines.push(JSON.stringify([event, fields])),
    };
    const handlers = { calls: { 'wallet.lock': () => Promise.reject(new Error('SECRET')) }, topics: {} };
    const gate = new Gate(mainTable, handlers as unknown as Handlers<typeof mainTable>, log, () => 'i7');
    expect(await gate.call('wallet.lock', {})).toEqual({
      ok: false,
      failure: { code: 'internal-error', data: { incident: 'i7' } },
    });
    expect(lines.join()).toContain('i7');
    expect(lines.join()).not.toContain('SECRET');
  });
});
